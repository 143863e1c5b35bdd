//! What records of a device's operations stand for where timing is over its budget.

use super::DeviceSide;
use super::busy::Sampled;
use super::sums::{SampledCopies, Sums};
use crate::aggregate::series::{KEPT_LONG, shares};
use zetop_wire::layout::DEVICES;

impl DeviceSide {
    /// By how much to multiply what records of a device's operations add up to since the last reset.
    #[must_use]
    pub fn factor(&self, device: usize) -> f64 {
        let classes = self.classes.iter().flatten().filter(|class| class.class.device as usize == device);
        let all = classes.fold(Sums::default(), |all, class| all.plus(class.sums()));
        if all.sampled == 0 || all.total_ns == 0 { 1.0 } else { all.work_ns as f64 / all.total_ns as f64 }
    }

    /// By how much to multiply what records of a device's operations add up to in the last second.
    #[must_use]
    pub fn factor_lately(&self, device: usize) -> f64 {
        self.sampled.get(device).map_or(1.0, Sampled::factor)
    }

    /// New sums of a class of this device. Returns by how many bytes its operations have grown that the budget left untimed.
    pub(super) fn class_grew(&mut self, device: usize, before: Sums, after: Sums, now: u64) -> u64 {
        while self.sampled.len() <= device.min(DEVICES) {
            self.sampled.push(Sampled::default());
        }
        let (before, after) = (before.estimate(), after.estimate());
        let grown = |of: fn(&Sums) -> u64| of(&after) as f64 - of(&before) as f64;
        if let Some(sampled) = self.sampled.get_mut(device) {
            sampled.add(now, grown(|sums| sums.work_ns), grown(|sums| sums.total_ns));
        }
        after.sampled_bytes.saturating_sub(before.sampled_bytes)
    }

    /// Copies that were not timed have no records, so their bytes are spread over the time between two readings. A recording
    /// has them beside the bytes of records.
    pub fn add_sampled_copies(
        &mut self,
        SampledCopies { direction, bytes }: SampledCopies,
        between: (u64, u64),
    ) {
        for (interval, bytes) in shares::<KEPT_LONG>(between, bytes) {
            self.throughput[direction as usize].add(interval, bytes);
            self.journal.add(direction as u8, interval, bytes);
        }
    }
}
