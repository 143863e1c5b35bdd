//! The shared structures, as the probe writes them.
//!
//! All fields are atomics or plain bytes: the same memory is seen by two processes. The probe writes them all, but for
//! those that say that zetop may write them. Counters have one writer each (load, add, store; no locked instructions) unless noted.

use crate::histogram::{LONGEST, Page, PageTable};
use crate::ring::Ring;
use crate::samples::Samples;
use std::mem::{align_of, size_of};
use std::sync::atomic::{AtomicU8, AtomicU16, AtomicU32, AtomicU64, Ordering};

/// First word of a process file.
pub const MAGIC: u64 = u64::from_le_bytes(*b"zetop/1\n");
/// Functions that the counters have room for. Level Zero has 478, the CUDA driver API has 682.
pub const FUNCTIONS: usize = 1024;
/// Thread blocks per process. Threads beyond share [`Process::overflow`]: counted exactly, without records.
pub const BLOCKS: usize = 128;
/// Pages of histograms per process, of 4 KiB; page 0 is never used.
pub const PAGES: usize = 24 * 1024;
/// Pages that functions in thread blocks take at most: the rest is for device operations and the overflow.
pub const BLOCK_PAGES: usize = 16 * 1024;
/// Call records per thread block.
pub const CALL_RING: usize = 8192;
pub const CALL_WORDS: usize = 3;
pub const DEVICES: usize = 32;
pub const CLASSES: usize = 2048;
pub const STRINGS: usize = 2048;
pub const STRING_BYTES: usize = 256 * 1024;
/// Longest catalog, bytes of JSON.
pub const CATALOG_BYTES: usize = 160 * 1024;
/// Device records per process.
pub const DEVICE_RING: usize = 16384;
pub const DEVICE_WORDS: usize = 17;

/// Exact figures of one API function in one block, in ticks of the process's host clock. One cache line.
#[repr(C, align(64))]
pub struct FunctionCounters {
    pub calls: AtomicU64,
    pub total: AtomicU64,
    /// Shortest call plus one; 0 while there is none, so that fresh zero pages are a valid state.
    pub min_plus_one: AtomicU64,
    pub max: AtomicU64,
    /// Results that are errors (`ZE_RESULT_NOT_READY` and query answers are not).
    pub errors: AtomicU64,
    /// Durations in ticks.
    pub histogram: PageTable,
    /// 1 once the function is in [`ThreadBlock::used`].
    pub listed: AtomicU16,
    /// The result of the last call that returned an error; 0 before the first.
    pub last_error: AtomicU32,
}

impl FunctionCounters {
    /// Adds a call, but for its duration to the histogram; `error` is its result if that is one. Only the block's
    /// owner may call this.
    #[inline(always)]
    pub fn add(&self, ticks: u64, error: Option<u32>) {
        bump(&self.calls, 1);
        bump(&self.total, ticks);
        let min = self.min_plus_one.load(Ordering::Relaxed);
        if ticks < min.wrapping_sub(1) {
            self.min_plus_one.store(ticks + 1, Ordering::Relaxed);
        }
        if ticks > self.max.load(Ordering::Relaxed) {
            self.max.store(ticks, Ordering::Relaxed);
        }
        if let Some(result) = error {
            bump(&self.errors, 1);
            self.last_error.store(result, Ordering::Relaxed);
        }
    }

    /// Adds a call from any thread, for [`Process::overflow`]; the histogram is left to the caller here, too.
    pub fn add_shared(&self, ticks: u64, error: Option<u32>) {
        self.calls.fetch_add(1, Ordering::Relaxed);
        self.total.fetch_add(ticks, Ordering::Relaxed);
        self.max.fetch_max(ticks, Ordering::Relaxed);
        let _ = self.min_plus_one.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |min| {
            (ticks < min.wrapping_sub(1)).then_some(ticks + 1)
        });
        if let Some(result) = error {
            self.errors.fetch_add(1, Ordering::Relaxed);
            self.last_error.store(result, Ordering::Relaxed);
        }
    }
}

/// Adds without a locked instruction; for counters with one writer.
#[inline(always)]
pub fn bump(counter: &AtomicU64, by: u64) {
    counter.store(counter.load(Ordering::Relaxed).wrapping_add(by), Ordering::Relaxed);
}

/// What one thread at a time writes: exact counters and, while somebody wants them, call records.
#[repr(C, align(4096))]
pub struct ThreadBlock {
    pub head: ThreadHead,
    /// Functions that were called, each once. A function comes in with the call after its first one, so that
    /// [`ThreadHead::previous`] may be another.
    pub used: [AtomicU16; FUNCTIONS],
    pub counters: [FunctionCounters; FUNCTIONS],
    /// Memory for it is there when [`ThreadHead::has_ring`] says so.
    pub records: Ring<CALL_RING, CALL_WORDS>,
}

/// The part of a block that every call writes, and that tells a reader whether there is anything new.
#[repr(C, align(64))]
pub struct ThreadHead {
    /// Calls counted in this block, whatever function.
    pub calls: AtomicU64,
    /// [`Previous`]: the last call, which is in the counters but not in the histogram yet. A histogram's address
    /// that depends on a clock that was just read costs several ns per call; a duration that has lain here
    /// since the call before costs next to nothing.
    pub previous: AtomicU64,
    /// Thread that owns the block; 0 when it is free.
    pub tid: AtomicU32,
    /// Functions in [`ThreadBlock::used`].
    pub functions: AtomicU32,
    /// [`WANTS_RECORDS`], [`WANTS_SAMPLES`] and what goes with it; 0 while nobody wants anything. zetop may write
    /// this.
    pub wants: AtomicU32,
    /// [`RING_MADE`] or [`RING_REFUSED`]; 0 before the first record.
    pub has_ring: AtomicU32,
    /// Slot that the thread has claimed for an operation and fills at the end of the call, plus one.
    pub claimed: AtomicU32,
}

/// Records of calls.
pub const WANTS_RECORDS: u32 = 1;
/// Samples of calls, as [`crate::samples`] says. Above it, from [`crate::samples::PATIENCE_SHIFT`] on, the calls
/// that may pass by until the thread stops looking.
pub const WANTS_SAMPLES: u32 = 2;

pub const RING_MADE: u32 = 1;
/// There was no memory for records.
pub const RING_REFUSED: u32 = 2;

/// A call whose duration waits: function plus one << 48 | ticks, [`LONGEST`] at most. 0 is none.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Previous {
    pub function: u16,
    pub ticks: u64,
}

impl Previous {
    #[inline(always)]
    #[must_use]
    pub fn pack(self) -> u64 {
        (u64::from(self.function) + 1) << 48 | self.ticks.min(LONGEST)
    }

    #[inline(always)]
    #[must_use]
    pub fn unpack(word: u64) -> Option<Self> {
        let function = ((word >> 48) as u16).checked_sub(1)?;
        Some(Self { function, ticks: word & LONGEST })
    }
}

/// A host call.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CallRecord {
    /// Ticks of the process's host clock.
    pub start: u64,
    /// [`LONGEST`] at most.
    pub duration: u64,
    pub function: u16,
    /// `ze_result_t`.
    pub result: u32,
    /// The thread that made it: a block has another one's calls when that has ended.
    pub thread: u32,
}

impl CallRecord {
    #[inline(always)]
    #[must_use]
    pub fn pack(self) -> [u64; CALL_WORDS] {
        let thread = u64::from(self.thread);
        [
            self.start,
            self.duration.min(LONGEST) | thread << 48,
            u64::from(self.function) | thread >> 16 << 16 | u64::from(self.result) << 32,
        ]
    }

    #[must_use]
    pub fn unpack(words: [u64; CALL_WORDS]) -> Self {
        Self {
            start: words[0],
            duration: words[1] & LONGEST,
            function: words[2] as u16,
            result: (words[2] >> 32) as u32,
            thread: (words[1] >> 48) as u32 | words[2] as u32 & 0xffff_0000,
        }
    }
}

/// What kind of work a device operation is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum OpKind {
    Kernel = 1,
    Copy = 2,
    Fill = 3,
    Barrier = 4,
    /// Query of timestamps, signals and the like that the specification lets carry an event.
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
    /// Not a transfer.
    #[default]
    None = 0,
    Host = 1,
    Device = 2,
    Shared = 3,
    /// Memory that Level Zero did not allocate.
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
    /// Its event was destroyed before it was complete.
    EventDestroyed,
    /// Its list was executed again before it was complete, where its timestamps could not be copied first.
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
    /// Appended after the attach, to a list or with an event from before that the driver tells nothing about.
    StrangeHandle,
    /// Its stamps were zero, stale, reversed or half written.
    InvalidStamps,
    /// A graph: what it consists of is not followed.
    Graph,
    /// The call takes no event to time it by.
    NoEventTaken,
}

pub const UNTIMED: [(Untimed, &str); 16] = [
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
    (Untimed::StrangeHandle, "list or event made before attach"),
    (Untimed::InvalidStamps, "invalid timestamps"),
    (Untimed::Graph, "graph"),
    (Untimed::NoEventTaken, "call without an event"),
];
pub const UNTIMED_SLOTS: usize = 16;

/// Exact figures of the device side of a process. Written under the probe's device lock.
#[repr(C)]
pub struct DeviceTotals {
    /// Operations given to a device: appended to an immediate list, or in a list that was executed (each time).
    pub submitted: AtomicU64,
    pub timed: AtomicU64,
    pub untimed: [AtomicU64; UNTIMED_SLOTS],
    /// Of the untimed ones: [`Untimed::InvalidStamps`].
    pub invalid: AtomicU64,
}

/// Operations of one sort: a kernel on a device, or copies between two kinds in one class of size.
/// Written under the probe's device lock, except `key` fields, which are constant once published.
#[repr(C)]
pub struct Class {
    /// [`OpKind`] | source [`MemoryKind`] << 8 | destination [`MemoryKind`] << 16 | size class << 24 | device << 32 |
    /// device plus one that the source's memory is on << 48 | the same of the destination << 56, 0 where it is on none.
    pub key: AtomicU64,
    /// Name (kernels) in the string table.
    pub name: AtomicU32,
    /// Copies: ordinal of the queue group that made them, plus one; 0 where the API has no such groups.
    pub group_plus_one: AtomicU32,
    pub ops: AtomicU64,
    pub timed: AtomicU64,
    pub untimed: AtomicU64,
    pub bytes: AtomicU64,
    /// Bytes of the timed and valid ones.
    pub timed_bytes: AtomicU64,
    pub total_ns: AtomicU64,
    pub min_plus_one_ns: AtomicU64,
    pub max_ns: AtomicU64,
    /// Sum of submit-to-start delays and how many there are.
    pub submit_ns: AtomicU64,
    pub submits: AtomicU64,
    /// Host ticks spent in the append calls.
    pub host_ticks: AtomicU64,
    pub invalid: AtomicU64,
    /// Durations of the timed and valid ones, ns.
    pub histogram: PageTable,
    /// Group counts and sizes of the last launch: x | y << 32, z | size x << 32, size y | size z << 32.
    pub shape: [AtomicU64; 3],
    /// What a kernel needs, as of its last launch; zeros where the API does not tell: registers of a thread | static
    /// shared memory of a group in bytes << 32, dynamic shared memory of a group | local memory of a thread << 32.
    pub resources: [AtomicU64; 2],
}

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
    /// A byte for each queue group, the first in the lowest: [`GROUP_USED`], [`GROUP_COMPUTES`], and how many queues it
    /// has, at most [`GROUP_QUEUES`]. 0 where there is no such group, or the API has none.
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
    HoldsBack = 32,
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

#[repr(C)]
pub struct StringEntry {
    pub offset: AtomicU32,
    pub len: AtomicU32,
}

/// The start of a process file.
#[repr(C, align(4096))]
pub struct Process {
    /// [`MAGIC`], stored last when the file is set up.
    pub magic: AtomicU64,
    /// [`LAYOUT_HASH`](crate::layout_hash::LAYOUT_HASH).
    pub layout_hash: AtomicU64,
    pub pid: AtomicU32,
    pub parent: AtomicU32,
    /// 0 = CLOCK_MONOTONIC_RAW in ns, 1 = TSC.
    pub clock: AtomicU32,
    /// [`Mode`].
    pub mode: AtomicU32,
    /// [`Life`].
    pub life: AtomicU32,
    /// Blocks made so far: the file holds that many.
    pub blocks: AtomicU32,
    /// Threads that own a block now.
    pub threads: AtomicU32,
    /// Not 0 while somebody wants records of calls: what a new block's [`ThreadHead::wants`] begins
    /// with. zetop may write this.
    pub wants_records: AtomicU32,
    /// Bytes of the catalog; 0 while there is none.
    pub catalog_len: AtomicU32,
    /// A reading of both clocks at start: ticks, and CLOCK_MONOTONIC_RAW in ns.
    pub start_ticks: AtomicU64,
    pub start_raw_ns: AtomicU64,
    /// Cost of a wrapped call over a plain one, in 1/256 ticks, measured at start.
    pub cost_ticks_256: AtomicU64,
    /// What an empty call measures as, in 1/256 ticks: part of every duration.
    pub bias_ticks_256: AtomicU64,
    pub strings: AtomicU32,
    pub classes: AtomicU32,
    pub devices: AtomicU32,
    /// Times that the probe was found out of the loader's tables or its tracing layer switched off, after which
    /// it put itself in again.
    pub interruptions: AtomicU32,
    /// Calls that had no record when records were wanted: of threads without a block, or for want of memory.
    pub unrecorded: AtomicU64,
    /// Calls and operations that are in no histogram, for want of memory or pages. Any thread adds to these two.
    pub unsorted: AtomicU64,
    pub totals: DeviceTotals,
    pub memory: [MemoryCounters; MEMORY_KINDS],
    pub device_facts: [DeviceFacts; DEVICES],
    pub string_table: [StringEntry; STRINGS],
    pub class_table: [Class; CLASSES],
    /// Threads without a block of their own; any thread adds here.
    pub overflow: [FunctionCounters; FUNCTIONS],
    pub string_bytes: [AtomicU8; STRING_BYTES],
    /// [`Catalog`](crate::catalog::Catalog) as JSON, written before [`MAGIC`]. It does not change afterwards.
    pub catalog: [AtomicU8; CATALOG_BYTES],
    pub device_ring: Ring<DEVICE_RING, DEVICE_WORDS>,
}

impl Process {
    /// Writes the catalog; false when it is longer than [`CATALOG_BYTES`]. Only while the file is set up.
    pub fn set_catalog(&self, json: &[u8]) -> bool {
        let fits = json.len() <= CATALOG_BYTES;
        for (to, byte) in self.catalog.iter().zip(json).filter(|_| fits) {
            to.store(*byte, Ordering::Relaxed);
        }
        self.catalog_len.store(if fits { json.len() as u32 } else { 0 }, Ordering::Release);
        fits
    }
}

/// How the probe got in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(u32)]
pub enum Mode {
    Layer = 1,
    Attach = 2,
    TracingLayer = 3,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(u32)]
pub enum Life {
    Running = 1,
    /// The process went through its exit handlers.
    Exited = 2,
    Detached = 3,
}

/// A completed device operation.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct DeviceRecord {
    pub class: u32,
    /// Bit 0: the stamps are invalid.
    pub flags: u32,
    /// The append call and the submission in host time (CLOCK_MONOTONIC_RAW, ns).
    pub append: u64,
    pub submit: u64,
    /// Raw stamps in cycles, masked to the valid bits.
    pub global_start: u64,
    pub global_end: u64,
    pub context_start: u64,
    pub context_end: u64,
    /// Context clock, ns.
    pub duration_ns: u64,
    /// Global clock, ns.
    pub global_ns: u64,
    /// Start on the device in host time (CLOCK_MONOTONIC_RAW, ns); 0 when the clocks were not related.
    pub start_raw_ns: u64,
    /// Submission to start, ns; `u64::MAX` when unknown.
    pub submit_ns: u64,
    pub bytes: u64,
    /// Ordinal << 16 | index of the queue.
    pub lane: u32,
    pub groups: [u32; 3],
    pub group_size: [u32; 3],
    /// The record of the append call, as [`call_id`] gives it; 0 when it is not known.
    pub call: u64,
}

pub const RECORD_INVALID: u32 = 1;

/// Names the record of a call within a process: by its block and its number in the block's ring. Never 0.
#[must_use]
pub fn call_id(block: usize, record: u64) -> u64 {
    (block as u64 + 1) << 48 | record & LONGEST
}

impl DeviceRecord {
    #[must_use]
    pub fn pack(&self) -> [u64; DEVICE_WORDS] {
        let two = |low: u32, high: u32| u64::from(low) | u64::from(high) << 32;
        [
            two(self.class, self.flags),
            self.append,
            self.submit,
            self.global_start,
            self.global_end,
            self.context_start,
            self.context_end,
            self.duration_ns,
            self.global_ns,
            self.start_raw_ns,
            self.submit_ns,
            self.bytes,
            two(self.lane, self.groups[0]),
            two(self.groups[1], self.groups[2]),
            two(self.group_size[0], self.group_size[1]),
            u64::from(self.group_size[2]),
            self.call,
        ]
    }

    #[must_use]
    pub fn unpack(w: &[u64; DEVICE_WORDS]) -> Self {
        let high = |v: u64| (v >> 32) as u32;
        Self {
            class: w[0] as u32,
            flags: high(w[0]),
            append: w[1],
            submit: w[2],
            global_start: w[3],
            global_end: w[4],
            context_start: w[5],
            context_end: w[6],
            duration_ns: w[7],
            global_ns: w[8],
            start_raw_ns: w[9],
            submit_ns: w[10],
            bytes: w[11],
            lane: w[12] as u32,
            groups: [high(w[12]), w[13] as u32, high(w[13])],
            group_size: [w[14] as u32, high(w[14]), w[15] as u32],
            call: w[16],
        }
    }
}

/// Offset in the file of a thread block.
#[must_use]
pub const fn block_offset(block: usize) -> usize {
    size_of::<Process>() + block * size_of::<ThreadBlock>()
}

/// Offset in the file of a page of a histogram.
#[must_use]
pub const fn page_offset(page: usize) -> usize {
    block_offset(BLOCKS) + page * size_of::<Page>()
}

/// Offset in the file of the samples.
#[must_use]
pub const fn samples_offset() -> usize {
    page_offset(PAGES)
}

/// Length of a process file (sparse: blocks and pages take memory when they are made, samples when they are asked
/// for).
pub const FILE_SIZE: usize = samples_offset() + size_of::<Samples>();

const _: () =
    assert!(size_of::<Process>().is_multiple_of(4096) && size_of::<ThreadBlock>().is_multiple_of(4096));
const _: () = assert!(align_of::<Process>() == 4096);
const _: () = assert!(size_of::<FunctionCounters>() == 64 && FUNCTIONS <= 1 << 15 && PAGES <= 1 << 16);

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
    fn minimum_starts_from_zero_pages() {
        // SAFETY: all fields are atomics, for which zero bytes are valid.
        let counters: FunctionCounters = unsafe { std::mem::zeroed() };
        for ticks in [7, 5, 9, u64::MAX - 1] {
            counters.add(ticks, (ticks == 9).then_some(0x7800_0001));
        }
        assert_eq!(counters.min_plus_one.load(Ordering::Relaxed) - 1, 5);
        assert_eq!(counters.max.load(Ordering::Relaxed), u64::MAX - 1);
        assert_eq!(counters.calls.load(Ordering::Relaxed), 4);
        assert_eq!(counters.errors.load(Ordering::Relaxed), 1);
        assert_eq!(counters.last_error.load(Ordering::Relaxed), 0x7800_0001);
    }

    #[test]
    fn a_call_waits_with_its_function_and_duration() {
        assert_eq!(Previous::unpack(0), None);
        for (function, ticks) in [(0, 0), (0, 1), (FUNCTIONS as u16 - 1, LONGEST)] {
            let previous = Previous { function, ticks };
            assert_eq!(Previous::unpack(previous.pack()), Some(previous));
        }
        let endless = Previous { function: 3, ticks: u64::MAX };
        assert_eq!(Previous::unpack(endless.pack()), Some(Previous { function: 3, ticks: LONGEST }));
    }

    proptest! {
        #[test]
        fn records_survive_packing(w in proptest::array::uniform17(any::<u64>()), c in proptest::array::uniform3(any::<u64>())) {
            let mut w = w;
            w[15] &= 0xffff_ffff;
            prop_assert_eq!(DeviceRecord::unpack(&w).pack(), w);
            // Between the longest duration and the thread there is nothing.
            let c = [c[0], c[1] & (LONGEST | 0xffff << 48), c[2]];
            prop_assert_eq!(CallRecord::unpack(c).pack(), c);
        }

        #[test]
        fn a_size_is_within_its_class(bytes in 0u64..1 << 34) {
            let class = size_class(bytes);
            prop_assert!(size_class_limit(class).is_none_or(|limit| bytes <= limit));
            prop_assert!(class == 0 || bytes > size_class_limit(class - 1).unwrap());
        }
    }
}
