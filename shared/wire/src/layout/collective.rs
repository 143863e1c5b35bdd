//! Collective operations: what one rank did for one of them.

use std::sync::atomic::AtomicU64;

/// Records of them per process.
pub const COLLECTIVE_RING: usize = 2048;
pub const COLLECTIVE_WORDS: usize = 7;

/// What ranks do together.
pub const OPERATIONS: [&str; 10] = [
    "(other)",
    "AllReduce",
    "AllGather",
    "ReduceScatter",
    "Broadcast",
    "Reduce",
    "AlltoAll",
    "Gather",
    "Scatter",
    "SendRecv",
];

/// How they do it.
pub const ALGORITHMS: [&str; 8] =
    ["(other)", "TREE", "RING", "COLLNET_DIRECT", "COLLNET_CHAIN", "NVLS", "NVLS_TREE", "PAT"];
pub const PROTOCOLS: [&str; 4] = ["(other)", "LL", "LL128", "SIMPLE"];

/// Position of a name in one of the lists above; 0 if it is in none.
#[must_use]
pub fn number_of(names: &[&str], name: &str) -> u8 {
    names.iter().position(|known| known.eq_ignore_ascii_case(name)).unwrap_or(0) as u8
}

/// Communicators of a process that are looked after at a time.
pub const COMMUNICATORS: usize = 64;

/// Where a rank is in a communicator. Sequences count each kind of operation for itself.
#[repr(C)]
pub struct Communicator {
    /// Its number, which is the same for all of its ranks; 0 is none.
    pub number: AtomicU64,
    /// The rank, and << 32 how many there are; 0 of 0 if that is not known.
    pub rank: AtomicU64,
    /// The operation that was launched last, and the one that was complete last: kind << 56 | sequence.
    pub launched: AtomicU64,
    pub complete: AtomicU64,
}

/// A rank's part in a collective operation.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Collective {
    /// Number of the communicator, which is the same for all of its ranks.
    pub communicator: u64,
    /// Counts the communicator's operations of this kind.
    pub sequence: u64,
    /// What the rank hands in: elements x size of one.
    pub bytes: u64,
    /// Host times (CLOCK_MONOTONIC_RAW, ns) of the launch, and of the kernel on the device.
    pub launched: u64,
    pub start: u64,
    pub end: u64,
    /// In [`OPERATIONS`], [`ALGORITHMS`] and [`PROTOCOLS`].
    pub operation: u8,
    pub algorithm: u8,
    pub protocol: u8,
    /// The rank in the communicator, and how many there are; 0 of 0 if that is not known.
    pub rank: u16,
    pub ranks: u16,
}

impl Collective {
    #[must_use]
    pub fn pack(self) -> [u64; COLLECTIVE_WORDS] {
        let small = u64::from(self.operation)
            | u64::from(self.algorithm) << 8
            | u64::from(self.protocol) << 16
            | u64::from(self.rank) << 24
            | u64::from(self.ranks) << 40;
        [self.communicator, self.sequence, self.bytes, self.launched, self.start, self.end, small]
    }

    #[must_use]
    pub fn unpack(words: [u64; COLLECTIVE_WORDS]) -> Self {
        let [communicator, sequence, bytes, launched, start, end, small] = words;
        Self {
            communicator,
            sequence,
            bytes,
            launched,
            start,
            end,
            operation: small as u8,
            algorithm: (small >> 8) as u8,
            protocol: (small >> 16) as u8,
            rank: (small >> 24) as u16,
            ranks: (small >> 40) as u16,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn records_survive_packing(words: [u64; COLLECTIVE_WORDS]) {
            // Above the number of ranks there is nothing.
            let mut words = words;
            words[6] &= (1 << 56) - 1;
            prop_assert_eq!(Collective::unpack(words).pack(), words);
        }
    }

    #[test]
    fn names_have_numbers() {
        assert_eq!(number_of(&OPERATIONS, "AllReduce"), 1);
        assert_eq!(number_of(&ALGORITHMS, "Ring"), 2);
        assert_eq!(number_of(&PROTOCOLS, "Unheard"), 0);
    }
}
