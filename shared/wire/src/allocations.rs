//! Where memory was allocated: a table of the allocations that are live, and the stacks of the calls that made them.
//!
//! ```text
//! probe: stack -> free slot, entry LIVE ... entry FREED -> zetop: counts by line, entry EMPTY, slot ARMED
//! ```
//!
//! A call that allocates copies its stack into a slot that is armed, as a sample does ([`crate::samples`]). The entry
//! names the slot; zetop reads both, and gives them back. Without a zetop that does, slots and entries run out, and
//! nothing more is noted; nobody waits. What was not noted is in the counters of its kind of memory alone.
//!
//! While a program allocates more than a thousand times a second, zetop asks for fewer: then one allocation is noted for so
//! many bytes on average, at random, as heap profilers do it (a Poisson process on the bytes).
//!
//! Slots and entries have memory as far as [`Process`](crate::layout::Process) says: some from the start, more from
//! zetop.

use crate::samples::{PythonStack, Slot};
use std::mem::{offset_of, size_of};
use std::sync::atomic::{AtomicU32, AtomicU64};

/// Stacks that can wait to be read.
pub const STACKS: usize = 256;
pub const STACKS_AT_START: usize = 64;
/// How much of a stack is copied at most.
pub const STACK_WORDS: usize = 2048;
/// Allocations that can be noted at a time.
pub const ENTRIES: usize = 32 * 1024;
pub const ENTRIES_AT_START: usize = 1024;

/// States of an entry.
pub const EMPTY: u32 = 0;
pub const LIVE: u32 = 1;
/// The memory was given back; zetop has not taken notice yet.
pub const FREED: u32 = 2;

/// An allocation. The probe writes it, but for making it [`EMPTY`] again.
#[repr(C, align(64))]
pub struct Entry {
    pub state: AtomicU32,
    /// Position in [`Process::memory`](crate::layout::Process::memory).
    pub kind: AtomicU32,
    /// Number of the slot with its stack.
    pub stack: AtomicU32,
    pub size: AtomicU64,
    /// Numbers of the allocation and of the free among all that were noted: see [`Head::events`].
    pub made: AtomicU64,
    pub gone: AtomicU64,
    /// When they were, in ticks of the process's clock.
    pub made_ticks: AtomicU64,
    pub gone_ticks: AtomicU64,
    /// [`Head::mean`], when it was noted.
    pub mean: AtomicU64,
}

#[repr(C, align(4096))]
pub struct Head {
    /// Allocations and frees that were noted. It is raised after what it counts was written.
    pub events: AtomicU64,
    /// Entries that were used so far: those behind are empty.
    pub entries: AtomicU32,
    /// Bytes for which one allocation is noted, on average; 0: each allocation is. zetop may write this.
    pub mean: AtomicU64,
}

#[repr(C, align(4096))]
pub struct Stack(pub [AtomicU64; STACK_WORDS]);

#[repr(C, align(4096))]
pub struct Allocations {
    pub head: Head,
    pub slots: [Slot; STACKS],
    pub python: [PythonStack; STACKS],
    pub entries: [Entry; ENTRIES],
    pub stacks: [Stack; STACKS],
}

/// What has memory from the start, as offset within [`Allocations`] and length; then what comes with some entries, and with
/// some stacks.
#[must_use]
pub const fn first_part() -> (usize, usize) {
    (0, offset_of!(Allocations, entries))
}

#[must_use]
pub const fn entries_part(first: usize, count: usize) -> (usize, usize) {
    (offset_of!(Allocations, entries) + first * size_of::<Entry>(), count * size_of::<Entry>())
}

#[must_use]
pub const fn stacks_part(first: usize, count: usize) -> (usize, usize) {
    (offset_of!(Allocations, stacks) + first * size_of::<Stack>(), count * size_of::<Stack>())
}
