//! Copies from and to pageable memory. The driver makes them through a pinned buffer of its own, piece by piece, and the
//! processor moves the bytes into it or out of it. CUPTI's record has the device's share alone: of small copies a
//! fraction of the time that the program waits, which would show several times the bandwidth that it gets.
//!
//! So such a copy begins with its call, or with the end of what ran before it in its stream (the driver waits for that),
//! and ends when the device has ended it and the call has returned. That is what two events around it measure.

use super::queued::Ids;
use rustc_hash::FxHashMap;
use std::collections::BTreeSet;

/// Streams whose last end is kept.
const MOST: usize = 4096;

/// When operations ended on the device, by stream. Host's clock (CLOCK_MONOTONIC_RAW), ns.
#[derive(Default)]
pub struct Ends {
    /// The latest of earlier buffers.
    before: FxHashMap<Ids, u64>,
    /// All of this buffer.
    now: BTreeSet<(Ids, u64)>,
}

impl Ends {
    pub fn add(&mut self, stream: Ids, end: u64) {
        self.now.insert((stream, end));
    }

    /// The latest end in that stream that is not after `start`; 0 if none is known.
    pub fn last_before(&self, stream: Ids, start: u64) -> u64 {
        let now = self.now.range((stream, 0)..=(stream, start)).next_back().map(|(_, end)| *end);
        let before = self.before.get(&stream).copied().filter(|end| *end <= start);
        now.max(before).unwrap_or(0)
    }

    /// A buffer is over.
    pub fn next_buffer(&mut self) {
        if self.before.len() >= MOST {
            self.before.clear();
        }
        for (stream, end) in std::mem::take(&mut self.now) {
            let latest = self.before.entry(stream).or_default();
            *latest = end.max(*latest);
        }
    }

    /// Contexts or CUPTI go away: their numbers may come again.
    pub fn clear(&mut self) {
        self.before.clear();
        self.now.clear();
    }
}

/// From when to when a pageable copy ran that the device worked on from `start` to `end`. Its call was made at
/// `called` and returned at `returned` (0: not known); what was before it in its stream ended at `before`.
pub fn span(start: u64, end: u64, called: u64, returned: u64, before: u64) -> (u64, u64) {
    (called.max(before).min(start), returned.max(end))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn a_copy_lasts_from_its_call_to_its_return() {
        assert_eq!(span(500, 600, 100, 700, 0), (100, 700));
        assert_eq!(span(500, 600, 100, 700, 300), (300, 700), "a kernel ran before it");
        assert_eq!(span(500, 600, 100, 0, 0), (100, 600), "it has not returned yet");
        assert_eq!(
            span(500, 600, 100, 550, 0),
            (100, 600),
            "it returns once the bytes are in the driver's buffer"
        );
        assert_eq!(span(500, 600, 520, 550, 0), (500, 600), "the clocks differ a little");
    }

    #[test]
    fn copies_of_a_stream_begin_where_the_last_one_ended() {
        let mut ends = Ends::default();
        ends.add((1, 7), 100);
        ends.add((1, 8), 180);
        ends.add((1, 7), 300);
        assert_eq!(ends.last_before((1, 7), 200), 100, "the other one ran later");
        assert_eq!(ends.last_before((1, 7), 300), 300);
        assert_eq!(ends.last_before((2, 7), 300), 0);
        ends.next_buffer();
        assert_eq!(ends.last_before((1, 7), 400), 300, "of the buffer before");
        ends.clear();
        assert_eq!(ends.last_before((1, 7), 400), 0);
    }

    #[test]
    fn streams_are_not_kept_for_ever() {
        let mut ends = Ends::default();
        for stream in 0..3 * MOST as u32 {
            ends.add((1, stream), 1);
            ends.next_buffer();
        }
        assert!(ends.before.len() <= MOST);
    }

    proptest! {
        #[test]
        fn the_devices_share_is_within_it(start: u32, lasts: u32, called: u32, returned: u32, before: u32) {
            let (start, end) = (u64::from(start), u64::from(start) + u64::from(lasts));
            let (from, to) = span(start, end, called.into(), returned.into(), before.into());
            prop_assert!(from <= start && to >= end);
            prop_assert!(from >= start.min(u64::from(before)), "nothing of what ran before");
        }
    }
}
