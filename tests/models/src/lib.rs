//! Lock-free pieces of the probes, compiled once more with shuttle's atomics in place of std's: shuttle runs one thread
//! at a time, and chooses before each atomic access which one goes on. A run that fails prints the order, which
//! `shuttle::replay` repeats.
//!
//! The files are those of the probes: each takes its atomics from `crate::sync`, which here is shuttle's. shuttle does not
//! model weak memory: what loads may see old values is shown by the reasons that stand at each ordering, not by this.

#![cfg(not(test))] // unit tests in these files would run outside of shuttle
#![allow(dead_code)] // of each file, what its model does not call
#![allow(clippy::new_without_default, clippy::len_without_is_empty)] // what is private there is public here

// What files of the other probes know `zetop_probe_core` by.
extern crate self as zetop_probe_core;

pub mod sync;

pub mod clock;

pub mod own_thread;

pub mod around;

pub use around::{attendance, guard, own_work, sandbox, windows};

#[path = "../../../probe/core/src/blocks.rs"]
pub mod blocks;

#[path = "../../../shared/wire/src/ring.rs"]
pub mod ring;

pub mod heap;

pub mod ranges;

pub mod ending;

#[path = "../../../probe/core/src/path_slot.rs"]
pub mod path_slot;

pub mod shared;

pub mod nccl;

pub mod own_events;

pub mod timing;

pub mod samples;

impl<const N: usize, const W: usize> ring::Ring<N, W> {
    #[must_use]
    pub fn new() -> Self {
        Self::empty()
    }

    /// What is in the slot of a record now, word by word.
    #[must_use]
    pub fn copy(&self, number: u64) -> [u64; W] {
        let slot = &self.slots[number as usize % N];
        std::array::from_fn(|word| slot[word].load(sync::atomic::Ordering::Relaxed))
    }
}

impl<const N: usize, const W: usize> Default for ring::Ring<N, W> {
    fn default() -> Self {
        Self::empty()
    }
}
