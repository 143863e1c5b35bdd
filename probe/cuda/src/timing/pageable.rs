//! Copies from and to pageable memory. The driver makes them through a pinned buffer of its own, piece by piece, and the
//! processor moves the bytes into it or out of it. CUPTI's record has the device's share alone: of small copies a
//! fraction of the time that the program waits, which would show several times the bandwidth that it gets.
//!
//! So such a copy begins with its call, or with the end of what its stream had to wait for (the driver waits for that
//! first), and ends when the device has ended it and the call has returned. That is what two events around it measure.
//!
//! A stream waits for its own earlier work; by itself, for that of others, too (CUDA's "Stream synchronization behavior":
//! the legacy default stream and blocking ones wait for each other); and for what the program makes it wait for. What is
//! not known to have ended before the device's share began may be the copy's: so where a wait has no end that we see,
//! nothing before the device's share counts.

use super::stream::Ids;
use rustc_hash::FxHashMap;
use std::collections::BTreeSet;

/// Streams whose last end is kept.
const MAX_STREAMS: usize = 4096;

/// What a stream waits for by itself, besides its own work.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Order {
    /// The legacy default stream: all blocking ones of its context.
    Legacy,
    /// The legacy default stream of its context.
    Blocking,
    NonBlocking,
}

/// What the program made a stream wait for before an operation. What is later in the list includes what is earlier.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
pub enum WaitsFor {
    #[default]
    OwnStream,
    /// Work in any stream (an event).
    AnyStream,
    /// Something without a record: the host, memory, another process.
    Untracked,
}

/// Whose end counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
enum Whose {
    Stream(Ids),
    /// The legacy default streams and blocking ones of a context.
    Context(u32),
    Legacy(u32),
    All,
}

impl Whose {
    /// All that the end of an operation in a stream is an end of.
    fn stream(stream: Ids, order: Order) -> impl Iterator<Item = Self> {
        let more = match order {
            Order::Legacy => [Some(Self::Context(stream.0)), Some(Self::Legacy(stream.0))],
            Order::Blocking => [Some(Self::Context(stream.0)), None],
            Order::NonBlocking => [None, None],
        };
        [Self::Stream(stream), Self::All].into_iter().chain(more.into_iter().flatten())
    }
}

/// When operations ended on the device. Host's clock (CLOCK_MONOTONIC_RAW), ns.
#[derive(Default)]
pub struct Ends {
    /// The latest of earlier buffers.
    before: FxHashMap<Whose, u64>,
    /// Ends in this buffer that nobody has asked about yet; `now` has the others.
    new: Vec<(Ids, Order, u64)>,
    now: BTreeSet<(Whose, u64)>,
}

impl Ends {
    pub fn add(&mut self, stream: Ids, order: Order, end: u64) {
        self.new.push((stream, order, end));
    }

    /// The latest end, of what an operation had to wait for that the device began at `start`; 0 if none is known.
    pub fn last_before(&mut self, stream: Ids, order: Order, waits: WaitsFor, start: u64) -> u64 {
        for (stream, order, end) in self.new.drain(..) {
            self.now.extend(Whose::stream(stream, order).map(|of| (of, end)));
        }
        let own = self.latest_end(Whose::Stream(stream), start).unwrap_or(0);
        let others = match (waits, order) {
            (WaitsFor::Untracked, _) => return start,
            (WaitsFor::AnyStream, _) => Whose::All,
            (WaitsFor::OwnStream, Order::Legacy) => Whose::Context(stream.0),
            (WaitsFor::OwnStream, Order::Blocking) => Whose::Legacy(stream.0),
            (WaitsFor::OwnStream, Order::NonBlocking) => return own,
        };
        // An end in an earlier buffer that came later hides the one before it.
        own.max(self.latest_end(others, start).unwrap_or(start))
    }

    /// The latest end that is not after `start`, 0 if none is known; `None` if there is a later one in earlier buffers.
    fn latest_end(&self, whose: Whose, start: u64) -> Option<u64> {
        let now = self.now.range((whose, 0)..=(whose, start)).next_back().map_or(0, |(_, end)| *end);
        let before = self.before.get(&whose).copied().unwrap_or(0);
        (now > 0 || before <= start).then_some(if before <= start { now.max(before) } else { now })
    }

    /// A buffer is over.
    pub fn next_buffer(&mut self) {
        if self.before.len() >= MAX_STREAMS {
            self.before.clear();
        }
        let new = std::mem::take(&mut self.new);
        let new = new
            .into_iter()
            .flat_map(|(stream, order, end)| Whose::stream(stream, order).map(move |of| (of, end)));
        for (of, end) in std::mem::take(&mut self.now).into_iter().chain(new) {
            let latest = self.before.entry(of).or_default();
            *latest = end.max(*latest);
        }
    }

    /// CUPTI goes away: its numbers may come again.
    pub fn clear(&mut self) {
        *self = Self::default();
    }

    /// A context has gone.
    pub fn forget(&mut self, context: u32) {
        let is_its = |of: &Whose| match of {
            Whose::Stream((number, _)) | Whose::Context(number) | Whose::Legacy(number) => *number == context,
            Whose::All => false,
        };
        self.before.retain(|of, _| !is_its(of));
        self.now.retain(|(of, _)| !is_its(of));
        self.new.retain(|(stream, _, _)| stream.0 != context);
    }
}

/// From when to when a pageable copy ran that the device worked on from `start` to `end`. Its call was made at
/// `called` and returned at `returned` (0: not known); what its stream had to wait for ended at `before`.
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

    use Order::{Blocking, Legacy, NonBlocking};
    use WaitsFor::{AnyStream, OwnStream, Untracked};

    #[test]
    fn copies_of_a_stream_begin_where_the_last_one_ended() {
        let mut ends = Ends::default();
        ends.add((1, 7), NonBlocking, 100);
        ends.add((1, 8), NonBlocking, 180);
        ends.add((1, 7), NonBlocking, 300);
        let last = |ends: &mut Ends, stream, start| ends.last_before(stream, NonBlocking, OwnStream, start);
        assert_eq!(last(&mut ends, (1, 7), 200), 100, "the other one ran later");
        assert_eq!(last(&mut ends, (1, 7), 300), 300);
        assert_eq!(last(&mut ends, (2, 7), 300), 0);
        ends.next_buffer();
        assert_eq!(last(&mut ends, (1, 7), 400), 300, "of the buffer before");
        ends.forget(2);
        assert_eq!(last(&mut ends, (1, 7), 400), 300, "another context");
        ends.clear();
        assert_eq!(last(&mut ends, (1, 7), 400), 0);
    }

    #[test]
    fn default_and_blocking_streams_wait_for_each_other() {
        for earlier_buffer in [false, true] {
            let mut ends = Ends::default();
            ends.add((1, 7), Legacy, 100);
            ends.add((1, 8), Blocking, 200);
            ends.add((1, 9), NonBlocking, 300);
            ends.add((2, 7), Legacy, 400);
            if earlier_buffer {
                ends.next_buffer();
            }
            assert_eq!(ends.last_before((1, 7), Legacy, OwnStream, 500), 200);
            assert_eq!(ends.last_before((1, 20), Blocking, OwnStream, 500), 100);
            assert_eq!(ends.last_before((1, 21), NonBlocking, OwnStream, 500), 0);
        }
    }

    #[test]
    fn a_copy_does_not_begin_before_what_its_stream_was_made_to_wait_for() {
        let mut ends = Ends::default();
        ends.add((2, 9), NonBlocking, 300);
        ends.add((1, 21), NonBlocking, 200);
        assert_eq!(ends.last_before((1, 21), NonBlocking, AnyStream, 500), 300);
        assert_eq!(ends.last_before((1, 21), NonBlocking, Untracked, 500), 500, "no end is known");
        ends.next_buffer();
        assert_eq!(
            ends.last_before((1, 21), NonBlocking, AnyStream, 250),
            250,
            "which one it waited for, either"
        );
    }

    #[test]
    fn streams_are_not_kept_for_ever() {
        let mut ends = Ends::default();
        for stream in 0..3 * MAX_STREAMS as u32 {
            ends.add((1, stream), NonBlocking, 1);
            ends.next_buffer();
        }
        assert!(ends.before.len() <= MAX_STREAMS + 1, "{}", ends.before.len());
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
