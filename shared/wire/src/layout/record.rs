//! Records of device operations.

use super::sizes::DEVICE_WORDS;
use crate::histogram::LONGEST;

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
    /// Row plus one of the innermost range in which it was given to the device; 0 for none.
    pub range: u32,
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
            two(self.group_size[2], self.range),
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
            range: high(w[15]),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn records_survive_packing(w in proptest::array::uniform17(any::<u64>())) {
            prop_assert_eq!(DeviceRecord::unpack(&w).pack(), w);
        }
    }
}
