//! Places that allocate memory: their figures since the last reset, and how their live bytes went.

use super::names::KindId;
use crate::sink::{MemoryPlace, PlaceFigures};
use std::collections::BTreeMap;
use std::sync::Arc;

/// Length of an interval of [`Levels`].
pub const LEVEL_NS: u64 = 1_000_000_000;
/// Intervals with a change that are kept: ten minutes of a place that changes all the time.
const KEPT: usize = 600;

/// Live bytes at the end of intervals that had a change, by the interval's number from the session's start.
#[derive(Debug, Clone, Default)]
pub struct Levels(Vec<(u64, u64)>);

impl Levels {
    fn set(&mut self, at: u64, bytes: u64) {
        match self.0.last_mut() {
            Some(last) if last.0 >= at => last.1 = bytes,
            _ => self.0.push((at, bytes)),
        }
        if self.0.len() > 2 * KEPT {
            self.0.drain(..KEPT);
        }
    }

    /// At the end of each interval from `first` up to `end`.
    #[must_use]
    pub fn between(&self, first: u64, end: u64) -> Vec<u64> {
        let mut held = self.0.partition_point(|(at, _)| *at < first);
        let mut level = held.checked_sub(1).map_or(0, |before| self.0[before].1);
        let each = (first..end).map(|interval| {
            while let Some((_, bytes)) = self.0.get(held).filter(|(at, _)| *at <= interval) {
                level = *bytes;
                held += 1;
            }
            level
        });
        each.collect()
    }
}

/// A place that allocates.
#[derive(Debug, Clone)]
pub struct OfPlace {
    pub kind: KindId,
    pub place: Arc<MemoryPlace>,
    now: PlaceFigures,
    base: PlaceFigures,
    /// Most live bytes since the last reset, as zetop has seen them.
    peak_since_reset: Option<u64>,
    pub levels: Levels,
}

impl OfPlace {
    pub fn new(kind: KindId, place: &Arc<MemoryPlace>) -> Self {
        Self {
            kind,
            place: Arc::clone(place),
            now: PlaceFigures::default(),
            base: PlaceFigures::default(),
            peak_since_reset: None,
            levels: Levels::default(),
        }
    }

    /// `since` is the time since the session's start, ns.
    pub fn update(&mut self, now: &PlaceFigures, since: u64) {
        if let Some(peak) = &mut self.peak_since_reset {
            *peak = (*peak).max(now.live_bytes);
        }
        if now.live_bytes != self.now.live_bytes {
            self.levels.set(since / LEVEL_NS, now.live_bytes);
        }
        self.now = *now;
    }

    /// What is live as it is; the rest since the last reset.
    #[must_use]
    pub fn figures(&self) -> PlaceFigures {
        PlaceFigures {
            peak_bytes: self.peak_since_reset.unwrap_or(self.now.peak_bytes),
            allocations: self.now.allocations.saturating_sub(self.base.allocations),
            frees: self.now.frees.saturating_sub(self.base.frees),
            allocated_bytes: self.now.allocated_bytes.saturating_sub(self.base.allocated_bytes),
            noted: self.now.noted.saturating_sub(self.base.noted),
            ..self.now
        }
    }

    pub fn reset(&mut self) {
        self.base = self.now;
        self.peak_since_reset = Some(self.now.live_bytes);
    }

    fn absorb(&mut self, theirs: &PlaceFigures) {
        let ours = &mut self.now;
        let mean = |of: &PlaceFigures| u128::from(of.mean) * u128::from(of.live_count);
        let (sum, count) = (mean(ours) + mean(theirs), ours.live_count.saturating_add(theirs.live_count));
        ours.mean = u64::try_from(sum / u128::from(count.max(1))).unwrap_or(u64::MAX);
        ours.oldest = [ours.oldest, theirs.oldest].into_iter().filter(|at| *at > 0).min().unwrap_or(0);
        ours.live_count = count;
        for (ours, theirs) in [
            (&mut ours.live_bytes, theirs.live_bytes),
            (&mut ours.allocations, theirs.allocations),
            (&mut ours.frees, theirs.frees),
            (&mut ours.allocated_bytes, theirs.allocated_bytes),
            (&mut ours.noted, theirs.noted),
        ] {
            *ours = ours.saturating_add(theirs);
        }
        ours.error_bytes = (ours.error_bytes as f64).hypot(theirs.error_bytes as f64) as u64;
        ours.peak_bytes = ours.peak_bytes.max(theirs.peak_bytes).max(ours.live_bytes);
    }
}

/// All places of a process, by number.
#[derive(Debug, Clone, Default)]
pub struct MemoryPlaces(pub BTreeMap<u32, OfPlace>);

impl MemoryPlaces {
    /// Adds those of a process that has ended.
    pub fn absorb(&mut self, other: &Self) {
        for theirs in other.0.values() {
            let is_it =
                |ours: &&mut OfPlace| ours.kind == theirs.kind && ours.place.site == theirs.place.site;
            if let Some(ours) = self.0.values_mut().find(is_it) {
                ours.absorb(&theirs.figures());
                continue;
            }
            let number = self.0.last_key_value().map_or(0, |(last, _)| last + 1);
            let mut new = OfPlace::new(theirs.kind, &theirs.place);
            new.absorb(&theirs.figures());
            self.0.insert(number, new);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn levels_hold_between_changes() {
        let mut levels = Levels::default();
        [(2, 10), (5, 30), (5, 20)].iter().for_each(|(at, bytes)| levels.set(*at, *bytes));
        assert_eq!(levels.between(0, 8), [0, 0, 10, 10, 10, 20, 20, 20]);
        assert_eq!((levels.between(3, 6), levels.between(9, 10)), (vec![10, 10, 20], vec![20]));
        assert!(levels.between(4, 4).is_empty());
    }

    #[test]
    fn a_reset_keeps_what_is_live() {
        let mut place = OfPlace::new(1, &Arc::default());
        let figures = |live: u64, allocations: u64| PlaceFigures {
            live_bytes: live,
            live_count: 1,
            peak_bytes: 90,
            allocations,
            frees: allocations - 1,
            allocated_bytes: 10 * allocations,
            oldest: 5,
            mean: 5,
            ..PlaceFigures::default()
        };
        place.update(&figures(50, 3), 0);
        place.reset();
        place.update(&figures(70, 5), 1);
        let found = place.figures();
        assert_eq!((found.live_bytes, found.peak_bytes, found.allocations, found.frees), (70, 70, 2, 2));
        assert_eq!(found.allocated_bytes, 20);
    }
}
