//! Exact figures of device operations by class, of memory by kind, and what is known of each device.

use crate::histogram::PageTable;
use std::sync::atomic::{AtomicU32, AtomicU64};

/// What kind of work a device operation is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum OpKind {
    Kernel = 1,
    Copy = 2,
    Fill = 3,
    Barrier = 4,
    /// Other commands that can signal an event, such as a query of timestamps.
    Other = 5,
}

impl OpKind {
    #[must_use]
    pub fn from_u8(value: u8) -> Option<Self> {
        Some(match value {
            1 => Self::Kernel,
            2 => Self::Copy,
            3 => Self::Fill,
            4 => Self::Barrier,
            5 => Self::Other,
            _ => return None,
        })
    }
}

/// What an address belongs to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
#[repr(u8)]
pub enum MemoryKind {
    /// There is no address: the operation is no transfer.
    #[default]
    None = 0,
    Host = 1,
    Device = 2,
    Shared = 3,
    /// Memory that the API did not allocate.
    Heap = 4,
    Imported = 5,
    Image = 6,
    /// Memory of another device than the one that copies.
    PeerDevice = 7,
}

/// Why an operation was not timed. The position is the index into [`DeviceTotals::untimed`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(u8)]
pub enum Untimed {
    /// The device has no kernel timestamps.
    NoTimestamps = 0,
    /// Recorded into a list before zetop attached.
    BeforeAttach,
    /// A handle that the probe never saw being made.
    UnknownHandle,
    /// The program's event has no timestamps and can't be given any (shared between processes).
    EventWithoutTimestamps,
    /// Its event was signalled or reset again before it could be read.
    EventReused,
    /// Its event was destroyed before the operation was complete.
    EventDestroyed,
    /// Its list was executed again before the operation was complete.
    ListExecutedAgain,
    /// There was no event of ours left (out of memory, or too many operations in flight).
    NoEvent,
    /// The list went away or the process ended before completion was seen.
    NeverCompleted,
    /// The driver failed to give the timestamps.
    QueryFailed,
    /// Device lost.
    DeviceLost,
    /// Seen through the loader's tracing layer, where operations can be counted only.
    TracingLayer,
    /// Appended after the attach, to a list or with an event that was made before it and of which the driver tells nothing.
    ObjectBeforeAttach,
    /// Its stamps were zero, stale, reversed or half written.
    InvalidStamps,
    /// A graph: what it consists of is not followed.
    Graph,
    /// The call takes no event to time it by.
    CallTakesNoEvent,
    /// Other kernels that could run beside it would have to wait at each execution of its list.
    WouldHoldUp,
}

pub const UNTIMED: [(Untimed, &str); 17] = [
    (Untimed::NoTimestamps, "device has no timestamps"),
    (Untimed::BeforeAttach, "recorded before attach"),
    (Untimed::UnknownHandle, "unknown handle"),
    (Untimed::EventWithoutTimestamps, "event without timestamps"),
    (Untimed::EventReused, "event signalled again unread"),
    (Untimed::EventDestroyed, "event destroyed unread"),
    (Untimed::ListExecutedAgain, "list executed again while running"),
    (Untimed::NoEvent, "no event available"),
    (Untimed::NeverCompleted, "completion not seen"),
    (Untimed::QueryFailed, "timestamp query failed"),
    (Untimed::DeviceLost, "device lost"),
    (Untimed::TracingLayer, "seen by tracing layer only"),
    (Untimed::ObjectBeforeAttach, "list or event made before attach"),
    (Untimed::InvalidStamps, "invalid timestamps"),
    (Untimed::Graph, "graph"),
    (Untimed::CallTakesNoEvent, "call without an event"),
    (Untimed::WouldHoldUp, "would hold up other kernels"),
];
pub const UNTIMED_SLOTS: usize = 17;

/// In place of the size class in the key of a kernel's [`Class`]: its caches were flushed first. 0 there means that it
/// found what the work before it had left.
pub const FLUSHED: u8 = 1;
/// The caches were to be flushed, but were not: this plus the position of the reason.
pub const NOT_FLUSHED: u8 = 2;

/// Why caches were not flushed before a kernel. The position is that in the catalog's list.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(u8)]
pub enum NotFlushed {
    /// What is recorded belongs to a graph, whose commands we don't follow.
    Graph = 0,
    /// The program was given the number of its next command, by which it will change it: nothing may go in between.
    Mutable,
    /// The list may be executed long after a detach, and would go on flushing.
    ListOutlivesUs,
    /// An earlier command of the list may wait for the host. The kernel might be meant to overtake it, which a barrier
    /// would prevent.
    ListWaits,
    /// The driver does not say how large the caches are.
    NoCacheSize,
    /// The memory to fill could not be allocated, or would take too much of the device's.
    NoMemory,
    /// The driver refused to append the flush.
    Refused,
    /// A list that the probe never saw being made.
    UnknownList,
    /// Seen through the loader's tracing layer, after the call.
    TracingLayer,
    /// A list from before the attach, which may have no order, and commands that wait.
    OlderList,
}

pub const NOT_FLUSHED_REASONS: [(NotFlushed, &str); 10] = [
    (NotFlushed::Graph, "graph"),
    (NotFlushed::Mutable, "command that the program may change"),
    (NotFlushed::ListOutlivesUs, "recorded list of an attached program"),
    (NotFlushed::ListWaits, "out-of-order list that may wait for the host"),
    (NotFlushed::NoCacheSize, "cache size unknown, see --flush"),
    (NotFlushed::NoMemory, "no device memory for the flush"),
    (NotFlushed::Refused, "refused by the driver"),
    (NotFlushed::UnknownList, "unknown list"),
    (NotFlushed::TracingLayer, "seen by tracing layer only"),
    (NotFlushed::OlderList, "list made before attach"),
];

/// Exact figures of the device side of a process. Written under the probe's device lock.
#[repr(C)]
pub struct DeviceTotals {
    /// Operations given to a device: appended to an immediate list, or in a list that was executed (each time).
    pub submitted: AtomicU64,
    pub timed: AtomicU64,
    pub untimed: [AtomicU64; UNTIMED_SLOTS],
    /// Of the untimed ones: [`Untimed::InvalidStamps`].
    pub invalid: AtomicU64,
    /// Operations that were not to be timed, since timing is over its budget ([`Class::sampled`]). In none of `untimed`, and
    /// written without the lock.
    pub sampled: AtomicU64,
}

/// Operations of one sort: a kernel on a device, or copies between two kinds in one class of size.
/// What does not say otherwise is written under the probe's device lock; the key is constant once it is published.
#[repr(C, align(64))]
pub struct Class {
    // What each append writes, from any thread and without the lock: one cache line, which threads that launch the same kernel
    // take from each other.
    pub ops: AtomicU64,
    pub bytes: AtomicU64,
    /// Host ticks spent in the append calls, and the share of calls that submit recorded work.
    pub host_ticks: AtomicU64,
    /// Operations that were given to the device between two windows, while timing is over its budget, and their bytes. They are
    /// not in `untimed`.
    pub sampled: AtomicU64,
    pub sampled_bytes: AtomicU64,
    /// Group counts and sizes of the last launch: x | y << 32, z | size x << 32, size y | size z << 32.
    pub shape: [AtomicU64; 3],
    /// [`OpKind`] | source [`MemoryKind`] << 8 | destination [`MemoryKind`] << 16 | size class << 24 (copies; other
    /// operations: [`FLUSHED`] and the like) | device << 32 |
    /// device plus one that the source's memory is on << 48 | the same of the destination << 56, 0 where it is on none.
    pub key: AtomicU64,
    /// Name (kernels) in the string table.
    pub name: AtomicU32,
    /// Copies: ordinal of the queue group that made them, plus one; 0 if the API has no such groups.
    pub group_plus_one: AtomicU32,
    pub timed: AtomicU64,
    pub untimed: AtomicU64,
    /// Bytes of the timed and valid ones.
    pub timed_bytes: AtomicU64,
    pub total_ns: AtomicU64,
    pub min_plus_one_ns: AtomicU64,
    pub max_ns: AtomicU64,
    /// Sum of submit-to-start delays and how many there are.
    pub submit_ns: AtomicU64,
    pub submits: AtomicU64,
    /// Host ticks spent in waits, as far as they were for these operations.
    pub awaited: AtomicU64,
    pub invalid: AtomicU64,
    /// How many that were not timed those in windows stand for (about as many as were sampled, if these are many), what that many
    /// took by what was timed, ns, and the square of the standard error of this, us^2.
    pub estimated: AtomicU64,
    pub estimated_ns: AtomicU64,
    pub error_us_2: AtomicU64,
    /// Durations of the timed and valid ones, ns: those of the first few buckets, which take no page, and the others.
    pub few: [AtomicU64; FEW],
    pub histogram: PageTable,
    /// What a kernel needs, as of its last launch; zeros where the API does not tell: registers of a thread | static
    /// shared memory of a group in bytes << 32, dynamic shared memory of a group | local memory of a thread << 32.
    pub resources: [AtomicU64; 2],
}

/// Buckets that are counted in the class itself: most of thousands of kernels are launched a few times.
pub const FEW: usize = 6;
/// A bucket and its count in one word: bucket << [`FEW_SHIFT`] | count. 0 is a free place.
pub const FEW_SHIFT: u32 = 48;

/// Largest size in bytes of each class but the last: 8 KiB to 1 GiB in powers of two.
pub const SIZE_CLASSES: usize = 19;

/// The size class of a transfer: 0 for up to 8 KiB, 17 for up to 1 GiB, 18 for more.
#[must_use]
pub fn size_class(bytes: u64) -> u8 {
    (0..SIZE_CLASSES as u8 - 1).find(|c| bytes <= 8192 << c).unwrap_or(SIZE_CLASSES as u8 - 1)
}

/// Largest size of a class in bytes; `None` for the last.
#[must_use]
pub fn size_class_limit(class: u8) -> Option<u64> {
    (usize::from(class) < SIZE_CLASSES - 1).then(|| 8192u64 << class)
}

/// A device that the target uses.
#[repr(C)]
pub struct DeviceFacts {
    /// Name in the string table.
    pub name: AtomicU32,
    pub timestamp_bits: AtomicU32,
    /// Cycles per second x 1000, 0 when unknown.
    pub timer_millihertz: AtomicU64,
    /// Bytes per second, 0 when unknown.
    pub memory_peak: AtomicU64,
    pub link_peak: AtomicU64,
    /// PCIe generation | width << 32.
    pub link: AtomicU64,
    /// 0 = full device; bits of [`DeviceFault`].
    pub faults: AtomicU64,
    /// The driver's UUID in the order of its bytes; all 0 when unknown.
    pub uuid: [AtomicU64; 2],
    /// PCI address plus one, 0 when unknown: domain << 16 | bus << 8 | device << 3 | function.
    pub pci_plus_one: AtomicU64,
    /// A byte for each queue group, the first in the lowest: [`GROUP_USED`], [`GROUP_COMPUTES`], and how many
    /// queues it has, at most [`GROUP_QUEUES`]. 0 if there is no such group, or the API has none.
    pub queue_groups: AtomicU64,
}

/// Of [`DeviceFacts::queue_groups`].
pub const GROUP_USED: u8 = 0x80;
pub const GROUP_COMPUTES: u8 = 0x40;
pub const GROUP_QUEUES: u8 = 0x3f;

/// What is missing on a device, for the header line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(u64)]
pub enum DeviceFault {
    NoTimestamps = 1,
    NoTimerResolution = 2,
    NoGlobalTimestamps = 4,
    Lost = 8,
    NoEventPool = 16,
    /// Kernels that could run at the same time run one after the other, since they are timed.
    SerializesKernels = 32,
}

/// Live and past allocations of one kind. Written under the probe's memory lock.
#[repr(C)]
pub struct MemoryCounters {
    pub live_bytes: AtomicU64,
    pub live_count: AtomicU64,
    pub peak_bytes: AtomicU64,
    pub allocs: AtomicU64,
    pub frees: AtomicU64,
    pub alloc_bytes: AtomicU64,
}
/// Host, device, shared, in this order.
pub const MEMORY_KINDS: usize = 3;

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn size_classes_end_at_powers_of_two() {
        for (bytes, class) in
            [(0, 0), (8192, 0), (8193, 1), (1 << 20, 7), ((1 << 20) + 1, 8), (1 << 30, 17), (1 << 31, 18)]
        {
            assert_eq!(size_class(bytes), class, "{bytes} bytes");
        }
        assert_eq!(size_class_limit(17), Some(1 << 30));
        assert_eq!(size_class_limit(18), None);
    }

    #[test]
    fn untimed_reasons_stand_at_their_index() {
        for (i, (reason, _)) in UNTIMED.iter().enumerate() {
            assert_eq!(*reason as usize, i);
        }
    }

    #[test]
    fn reasons_for_no_flush_stand_at_their_index() {
        for (i, (reason, _)) in NOT_FLUSHED_REASONS.iter().enumerate() {
            assert_eq!(*reason as usize, i);
        }
    }

    proptest! {
        #[test]
        fn a_size_is_within_its_class(bytes in 0u64..1 << 34) {
            let class = size_class(bytes);
            prop_assert!(size_class_limit(class).is_none_or(|limit| bytes <= limit));
            prop_assert!(class == 0 || bytes > size_class_limit(class - 1).unwrap());
        }
    }
}
