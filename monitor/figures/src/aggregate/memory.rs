//! Allocations by kind: the probe counts them, and here they get their history.

use super::memory_places::{MemoryPlaces, OfPlace};
use super::names::{Dictionary, KindId};
use super::series::{INTERVAL_NS, KEPT, Series};
use crate::sink::{MemoryPlace, PlaceFigures};
use std::collections::BTreeMap;
use std::sync::Arc;
use zetop_wire::layout::MEMORY_KINDS;
use zetop_wire::reader::Memory;

/// Allocations of one kind.
#[derive(Debug, Clone, Default)]
pub struct KindOfMemory {
    now: Memory,
    base: Memory,
    /// Most live bytes since the last reset: as seen by zetop after a reset, otherwise by the probe.
    peak_since_reset: Option<u64>,
    /// Allocations and their bytes per interval.
    pub allocs: Series,
    pub alloc_bytes: Series,
    /// Live bytes at the end of intervals that had a change, plus the interval.
    live: Vec<(u64, u64)>,
}

impl KindOfMemory {
    /// Live figures as they are; the rest since the last reset.
    #[must_use]
    pub fn figures(&self) -> Memory {
        Memory {
            live_bytes: self.now.live_bytes,
            live_count: self.now.live_count,
            // The probe raises the peak after the live bytes: it may have been read in between.
            peak_bytes: self.peak_since_reset.unwrap_or(self.now.peak_bytes).max(self.now.live_bytes),
            allocs: self.now.allocs.saturating_sub(self.base.allocs),
            frees: self.now.frees.saturating_sub(self.base.frees),
            alloc_bytes: self.now.alloc_bytes.saturating_sub(self.base.alloc_bytes),
        }
    }

    fn update(&mut self, now: &Memory, between: (u64, u64)) {
        let interval = between.1 / INTERVAL_NS;
        self.allocs.add_between(between, now.allocs.saturating_sub(self.now.allocs));
        self.alloc_bytes.add_between(between, now.alloc_bytes.saturating_sub(self.now.alloc_bytes));
        if now.live_bytes != self.now.live_bytes {
            match self.live.last_mut() {
                Some(last) if last.0 == interval => last.1 = now.live_bytes,
                _ => self.live.push((interval, now.live_bytes)),
            }
            if self.live.len() > 2 * KEPT {
                self.live.drain(..KEPT);
            }
        }
        if let Some(peak) = &mut self.peak_since_reset {
            *peak = (*peak).max(now.live_bytes);
        }
        self.now = *now;
    }

    /// Adds the live bytes at the end of each interval from `first` on to `sums`.
    pub fn add_live_to(&self, first: u64, sums: &mut [f64]) {
        let later = self.live.partition_point(|(at, _)| *at <= first);
        let held = &self.live[later.saturating_sub(1)..];
        for (place, (at, bytes)) in held.iter().enumerate() {
            let until = held.get(place + 1).map_or(u64::MAX, |(next, _)| *next);
            let [from, to] = [*at, until].map(|at| (at.saturating_sub(first) as usize).min(sums.len()));
            sums[from..to].iter_mut().for_each(|sum| *sum += *bytes as f64);
        }
    }
}

/// All kinds of one process.
#[derive(Debug, Clone, Default)]
pub struct MemorySide {
    pub kinds: BTreeMap<KindId, KindOfMemory>,
    pub places: MemoryPlaces,
}

impl MemorySide {
    /// New figures, in the order of the process file; `names` says which kinds they belong to.
    pub(super) fn update(&mut self, now: &[Memory; MEMORY_KINDS], names: &Dictionary, between: (u64, u64)) {
        for (position, now) in now.iter().enumerate() {
            if let Some(kind) = names.counted(position) {
                self.kinds.entry(kind).or_default().update(now, between);
            }
        }
    }

    /// New figures of a place; `since` is the time since the session's start, ns. `has_room` says whether there may be one more.
    pub(super) fn place(
        &mut self,
        number: u32,
        figures: &PlaceFigures,
        place: &Arc<MemoryPlace>,
        names: &Dictionary,
        since: u64,
        has_room: impl FnOnce() -> bool,
    ) {
        let known = self.places.0.contains_key(&number);
        let Some(kind) = names.counted(place.kind).filter(|_| known || has_room()) else { return };
        let of = self.places.0.entry(number).or_insert_with(|| OfPlace::new(kind, place));
        of.update(figures, since);
    }

    /// Without the histories, and without places.
    pub(super) fn row_alone(&self) -> Self {
        let alone = |kind: &KindOfMemory| KindOfMemory {
            allocs: Series::default(),
            alloc_bytes: Series::default(),
            live: Vec::new(),
            ..*kind
        };
        let kinds = self.kinds.iter().map(|(id, kind)| (*id, alone(kind))).collect();
        Self { kinds, places: MemoryPlaces::default() }
    }

    pub(super) fn reset(&mut self) {
        for kind in self.kinds.values_mut() {
            kind.base = kind.now;
            kind.peak_since_reset = Some(kind.now.live_bytes);
            kind.allocs = Series::default();
            kind.alloc_bytes = Series::default();
        }
        self.places.0.values_mut().for_each(OfPlace::reset);
    }

    pub(super) fn absorb(&mut self, other: &Self) {
        for (kind, theirs) in &other.kinds {
            let ours = self.kinds.entry(*kind).or_default();
            let figures = theirs.figures();
            ours.now.live_bytes = ours.now.live_bytes.saturating_add(figures.live_bytes);
            ours.now.live_count = ours.now.live_count.saturating_add(figures.live_count);
            ours.now.peak_bytes = ours.now.peak_bytes.max(figures.peak_bytes);
            ours.now.allocs = ours.now.allocs.saturating_add(figures.allocs);
            ours.now.frees = ours.now.frees.saturating_add(figures.frees);
            ours.now.alloc_bytes = ours.now.alloc_bytes.saturating_add(figures.alloc_bytes);
            ours.allocs.merge(&theirs.allocs);
            ours.alloc_bytes.merge(&theirs.alloc_bytes);
        }
        self.places.absorb(&other.places);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn live_bytes_hold_between_changes() {
        let mut kind = KindOfMemory::default();
        let at = |interval: u64| (interval * INTERVAL_NS, interval * INTERVAL_NS);
        kind.update(&Memory { live_bytes: 10, ..Memory::default() }, at(2));
        kind.update(&Memory { live_bytes: 30, ..Memory::default() }, at(5));
        kind.update(&Memory { live_bytes: 20, ..Memory::default() }, at(5));
        let from = |first: u64, length: usize| {
            let mut sums = vec![0.0; length];
            kind.add_live_to(first, &mut sums);
            sums
        };
        assert_eq!(from(0, 8), [0.0, 0.0, 10.0, 10.0, 10.0, 20.0, 20.0, 20.0]);
        assert_eq!((from(3, 3), from(7, 2), from(0, 0)), (vec![10.0, 10.0, 20.0], vec![20.0; 2], vec![]));
    }
}
