//! What is known about caches that are flushed: for which kernels, with which memory, and which memsets are the probe's.

use cuda_sys::CUdeviceptr;
use rustc_hash::FxHashMap;
use zetop_probe_core::cold::Choice;
use zetop_wire::layout::NOT_FLUSHED;

/// Why caches were not flushed before a kernel: positions in the catalog's list.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(u8)]
pub enum NotFlushed {
    Graph,
    NoTimes,
    NotSeen,
    NoCacheSize,
    NoMemory,
    Refused,
    Elsewhere,
    NoName,
}

/// Their texts, in the same order.
pub const NOT_FLUSHED_REASONS: [&str; 8] = [
    "graph",
    "no device times",
    "launch not seen",
    "cache size unknown, see --flush",
    "no device memory for the flush",
    "refused by the driver",
    "stream of another context",
    "name of the kernel not known at its launch",
];

impl NotFlushed {
    /// As a class has it.
    pub fn as_caches(self) -> u8 {
        NOT_FLUSHED + self as u8
    }
}

/// What memory is filled with. An unusual value, since records are told apart by it.
pub const VALUE: u8 = 0xd7;

#[derive(Default)]
pub struct Cold {
    pub choice: Option<Choice>,
    /// By context's handle and the size that the user asked for. It outlives the session, for the next one: it can't be
    /// freed without a wait.
    pub memory: FxHashMap<(usize, Option<u64>), Memory>,
    /// Memsets of the probe's without a record yet, by their length.
    pub in_flight: FxHashMap<u64, u64>,
}

/// The memory to fill in a context.
#[derive(Clone, Copy)]
pub enum Memory {
    /// A thread is about to allocate it.
    Expected,
    /// `number` tells whether it is still that: contexts take their memory with them, and handles and addresses come
    /// again.
    Ready {
        at: CUdeviceptr,
        bytes: usize,
        number: u64,
    },
    Refused(NotFlushed),
}

impl Cold {
    /// A session begins.
    pub fn begin(&mut self, choice: Option<Choice>) {
        self.choice = choice;
        self.in_flight.clear();
        self.memory.retain(|_, memory| matches!(memory, Memory::Ready { .. }));
    }

    pub fn is_wanted(&self) -> bool {
        self.choice.is_some()
    }

    /// Whether a kernel was chosen.
    pub fn matches<'a>(&mut self, name: u32, text: impl FnOnce() -> Option<&'a str>) -> bool {
        self.choice.as_mut().is_some_and(|choice| choice.matches(name, text))
    }

    /// Whether this record is of a memset of the probe's; each is asked about once.
    pub fn takes_back(&mut self, value: u32, bytes: u64) -> bool {
        let Some(count) = self.in_flight.get_mut(&bytes).filter(|count| **count > 0) else { return false };
        // As it was passed, or as the device repeats it: the documentation does not say.
        let ours = value == u32::from(VALUE) || value == u32::from_ne_bytes([VALUE; 4]);
        *count -= u64::from(ours);
        ours
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn records_of_ours_are_those_that_are_expected() {
        let mut cold = Cold::default();
        cold.in_flight.insert(4096, 2);
        assert!(!cold.takes_back(u32::from(VALUE), 4095), "another length");
        assert!(!cold.takes_back(0, 4096), "another value");
        assert!(cold.takes_back(u32::from(VALUE), 4096));
        assert!(cold.takes_back(0xd7d7_d7d7, 4096), "repeated");
        assert!(!cold.takes_back(u32::from(VALUE), 4096), "the program's own");
    }

    /// Each attach would leave as much device memory as the cache holds.
    #[test]
    fn memory_of_a_session_is_there_for_the_next_one() {
        let mut cold = Cold::default();
        cold.memory.insert((1, None), Memory::Ready { at: 4096, bytes: 64, number: 7 });
        cold.memory.insert((2, None), Memory::Refused(NotFlushed::NoMemory));
        cold.in_flight.insert(64, 3);
        cold.begin(None);
        assert_eq!(cold.memory.keys().collect::<Vec<_>>(), [&(1, None)], "a refusal is asked about again");
        assert!(!cold.takes_back(u32::from(VALUE), 64));
    }

    #[test]
    fn each_reason_has_its_text() {
        assert_eq!(NotFlushed::NoName as usize + 1, NOT_FLUSHED_REASONS.len());
        assert_eq!(NOT_FLUSHED_REASONS[NotFlushed::NoCacheSize as usize], "cache size unknown, see --flush");
    }
}
