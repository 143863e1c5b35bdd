//! What one line of the program has allocated and freed, and what of it is live.

use crate::sink::{MemoryPlace, PlaceFigures};
use std::collections::BTreeMap;
use std::sync::Arc;

#[derive(Debug)]
pub(super) struct PlaceTotals {
    pub(super) place: Arc<MemoryPlace>,
    pub(super) figures: PlaceFigures,
    /// When those that are live were made, by their numbers.
    live: BTreeMap<u64, u64>,
    /// Sum of that.
    sum: u128,
    /// Allocations, frees and what is live, in parts of [`ONE`].
    counts: [u64; 3],
    variance: f64,
}

/// What an allocation stands for.
#[derive(Debug, Clone, Copy)]
pub(super) struct Amount {
    bytes: u64,
    /// In parts of [`ONE`].
    count: u64,
    /// How much the amount adds to the variance of the bytes, bytes squared.
    variance: f64,
}

pub(super) const ONE: u64 = 1024;

impl Amount {
    /// The amount that a noted allocation of `size` bytes stands for, where one is noted for each `mean` bytes, or every one if `mean` is 0. The chance that it was noted is
    /// 1 - exp(-size / mean), and it stands for one of that many.
    pub(super) fn new(size: u64, mean: u64) -> Self {
        if mean == 0 {
            return Self { bytes: size, count: ONE, variance: 0.0 };
        }
        let chance = -(-(size.max(1) as f64) / mean as f64).exp_m1();
        let of = |one: f64| (one / chance).round() as u64;
        let deviation = size as f64 / chance;
        Self {
            bytes: of(size as f64),
            count: of(ONE as f64),
            variance: deviation * deviation * (1.0 - chance),
        }
    }
}

impl PlaceTotals {
    pub(super) fn new(place: Arc<MemoryPlace>) -> Self {
        Self {
            place,
            figures: PlaceFigures::default(),
            live: BTreeMap::new(),
            sum: 0,
            counts: [0; 3],
            variance: 0.0,
        }
    }

    pub(super) fn made(&mut self, id: u64, amount: Amount, at: u64) {
        self.live.insert(id, at);
        self.sum += u128::from(at);
        let [allocations, _, live] = &mut self.counts;
        *allocations = allocations.saturating_add(amount.count);
        *live = live.saturating_add(amount.count);
        self.variance += amount.variance;
        let f = &mut self.figures;
        f.noted += 1;
        f.allocated_bytes = f.allocated_bytes.saturating_add(amount.bytes);
        f.live_bytes = f.live_bytes.saturating_add(amount.bytes);
        f.peak_bytes = f.peak_bytes.max(f.live_bytes);
        self.note_counts();
    }

    pub(super) fn freed(&mut self, id: u64, amount: Amount) {
        if let Some(at) = self.live.remove(&id) {
            self.sum -= u128::from(at);
        }
        let [_, frees, live] = &mut self.counts;
        *frees = frees.saturating_add(amount.count);
        *live = live.saturating_sub(amount.count);
        self.variance -= amount.variance;
        self.figures.live_bytes = self.figures.live_bytes.saturating_sub(amount.bytes);
        self.note_counts();
    }

    fn note_counts(&mut self) {
        let whole = |parts: u64| parts.saturating_add(ONE / 2) / ONE;
        let f = &mut self.figures;
        [f.allocations, f.frees, f.live_count] = self.counts.map(whole);
        if self.live.is_empty() {
            // What rounding has left.
            self.variance = 0.0;
        }
        f.error_bytes = self.variance.max(0.0).sqrt() as u64;
        self.note_ages();
    }

    fn note_ages(&mut self) {
        self.figures.oldest = self.live.first_key_value().map_or(0, |(_, at)| *at);
        let mean = self.sum / (self.live.len() as u128).max(1);
        self.figures.mean = u64::try_from(mean).unwrap_or(u64::MAX);
    }
}
