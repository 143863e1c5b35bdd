//! The shared structures, as the probe writes them.
//!
//! All fields are atomics or plain bytes, because two processes see the same memory. Only the probe writes
//! them, except those that say that zetop may write them. Counters have one writer each (load, add, store; no
//! locked instructions) unless noted.

use crate::allocations::Allocations;
use crate::histogram::Page;
use crate::ring::Ring;
use crate::samples::Samples;
use std::mem::{align_of, size_of};
use std::sync::atomic::{AtomicU8, AtomicU32, AtomicU64, Ordering};

mod collective;
mod device;
mod further;
mod python;
mod range;
mod record;
mod sizes;
mod strings;
mod thread;
mod watched;

pub use collective::*;
pub use device::*;
pub use further::*;
pub use python::*;
pub use range::*;
pub use record::*;
pub use sizes::*;
pub use strings::*;
pub use thread::*;
pub use watched::*;

/// The start of a process file.
#[repr(C, align(4096))]
pub struct Process {
    /// [`MAGIC`], stored last when the file is set up.
    pub magic: AtomicU64,
    /// [`LAYOUT_HASH`](crate::layout_hash::LAYOUT_HASH).
    pub layout_hash: AtomicU64,
    pub pid: AtomicU32,
    pub parent: AtomicU32,
    /// The inode of the PID namespace in which it has this pid; 0 where that can't be seen.
    pub pid_namespace: AtomicU64,
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
    /// Not 0 while somebody wants records of calls: the initial value of a new block's [`ThreadHead::wants`].
    /// zetop may write this.
    pub wants_records: AtomicU32,
    /// Bytes of the catalog; 0 while there is none.
    pub catalog_len: AtomicU32,
    /// A reading of both clocks at start: ticks, and CLOCK_MONOTONIC_RAW in ns.
    pub start_ticks: AtomicU64,
    pub start_raw_ns: AtomicU64,
    /// Cost of a wrapped call over a plain one, in 1/256 ticks, measured at start: of one that is timed, and of one that is not.
    pub cost_ticks_256: AtomicU64,
    pub untimed_cost_ticks_256: AtomicU64,
    /// What a call measures as beyond what it takes, in 1/256 ticks: part of every duration.
    pub bias_ticks_256: AtomicU64,
    /// Processor time of the probe's threads, ns, and what a library of the driver's has added to the program's calls to keep
    /// records for us, as far as that is known, ns.
    pub own_threads_ns: AtomicU64,
    pub records_ns: AtomicU64,
    /// Names and classes so far, those in [`Further`] included.
    pub strings: AtomicU32,
    pub classes: AtomicU32,
    /// Different names that there was no room for: [`OTHER`] stands for them.
    pub unnamed: AtomicU32,
    pub devices: AtomicU32,
    /// How often the probe found its wrappers gone from the loader's tables, or its tracing layer switched
    /// off, and put itself in again.
    pub interruptions: AtomicU32,
    /// Calls without a record while records were wanted: from threads without a block, or for lack of memory.
    pub unrecorded: AtomicU64,
    /// Not 0: there are calls in [`Self::overflow`].
    pub overflows: AtomicU32,
    /// Calls and operations that are in no histogram, for lack of memory or pages. Any thread adds to these
    /// two.
    pub unsorted: AtomicU64,
    /// Pages of histograms that were given away.
    pub pages: AtomicU32,
    /// How many blocks and pages, from the first on, have memory, and how many blocks have memory for records: what they got at
    /// the probe's start, and what zetop adds before it is needed. zetop may write all three.
    pub blocks_ready: AtomicU32,
    pub pages_ready: AtomicU32,
    pub rings_ready: AtomicU32,
    /// Not 0: the program filters its system calls. zetop may write this.
    pub filtered: AtomicU32,
    /// How often the probe has asked whether it may start a thread, and up to which question zetop has said yes. zetop may
    /// write the latter.
    pub asked: AtomicU32,
    pub allowed: AtomicU32,
    /// Forked children of the process that could not join the session. They count themselves here.
    pub lost_children: AtomicU32,
    /// 1 when device timing has ended because a thread that was stopped, or that waits for another one, has its lock.
    pub timing_stuck: AtomicU32,
    /// Operations that may have been captured into a graph, not executed: that capture had begun before the attach. At most as
    /// many as this are counted too much.
    pub maybe_captured: AtomicU32,
    /// Address of the function that zetop calls in an attached process when something of [`Self::watched`] has changed, or to
    /// have it detach: `void (*)(void)`. 0 in any other process.
    pub attend: AtomicU64,
    /// The probe's own memory after a detach, in bytes: blocks that are given out, and mappings. Written before [`Life::Detached`];
    /// 0 where nobody knows. zetop does not read these; the tests that look for leaks do.
    pub memory_given_out: AtomicU64,
    pub memory_mapped: AtomicU64,
    /// How many entries and stacks of [`Allocations`] have memory, from the first on. zetop may write both.
    pub allocations_ready: AtomicU32,
    pub allocation_stacks_ready: AtomicU32,
    /// Calls that freed memory whose allocation was not seen: after an attach, memory from before. Whoever has the lock of the map
    /// of allocations adds.
    pub frees_before: AtomicU32,
    pub python: PythonFacts,
    pub totals: DeviceTotals,
    /// Operations given to a device by threads without a block, beyond [`DeviceTotals::submitted`] and [`ThreadHead::given`]: the
    /// sum is the number. This part may be below zero.
    pub given: AtomicU64,
    pub memory: [MemoryCounters; MEMORY_KINDS],
    pub device_facts: [DeviceFacts; DEVICES],
    pub string_table: [StringEntry; STRINGS],
    pub class_table: [Class; CLASSES],
    /// Threads without a block of their own; any thread adds here. All of their calls are timed.
    pub overflow: [FunctionCounters; FUNCTIONS],
    pub string_bytes: [AtomicU8; STRING_BYTES],
    /// [`Catalog`](crate::catalog::Catalog) as JSON, written before [`MAGIC`]. It does not change afterwards.
    pub catalog: [AtomicU8; CATALOG_BYTES],
    pub device_ring: Ring<DEVICE_RING, DEVICE_WORDS>,
    /// [`Collective`]s whose kernels are complete.
    pub collectives: Ring<COLLECTIVE_RING, COLLECTIVE_WORDS>,
    pub communicators: [Communicator; COMMUNICATORS],
    pub watched: Watched,
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

/// Offset in the file of what the tables at its start have no room for.
#[must_use]
pub const fn further_offset() -> usize {
    (samples_offset() + size_of::<Samples>()).next_multiple_of(align_of::<Further>())
}

/// Offset in the file of the table of allocations.
#[must_use]
pub const fn allocations_offset() -> usize {
    (further_offset() + size_of::<Further>()).next_multiple_of(align_of::<Allocations>())
}

/// Offset in the file of the ranges that the program marks.
#[must_use]
pub const fn ranges_offset() -> usize {
    (allocations_offset() + size_of::<Allocations>()).next_multiple_of(align_of::<Ranges>())
}

/// Length of a process file (sparse: blocks, pages, further names, allocations and ranges take memory when they are made, samples
/// when they are requested).
pub const FILE_SIZE: usize = ranges_offset() + size_of::<Ranges>();

const _: () =
    assert!(size_of::<Process>().is_multiple_of(4096) && size_of::<ThreadBlock>().is_multiple_of(4096));
const _: () = assert!(align_of::<Process>() == 4096);
const _: () = assert!(size_of::<FunctionCounters>() == 128 && FUNCTIONS <= 1 << 15 && PAGES <= 1 << 16);
