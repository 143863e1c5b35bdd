//! What each engine of a device did when, and how much of the copying was hidden behind kernels.
//!
//! Operations are reported after they end and not in order. Their intervals are kept for a while, then added up
//! exactly: unions and intersections of intervals, nothing sampled.

use std::collections::BTreeMap;
use std::sync::OnceLock;

/// How long intervals are kept before they are added up, ns. Operations that are reported later than that
/// lose the part that was already added up, which [`Totals::late_ns`] counts.
const KEPT_NS: u64 = 2_000_000_000;
/// Length of the strip that shows what the engines did last.
pub const STRIP_NS: u64 = 50_000_000;
/// Intervals kept at most; with more, the oldest are added up earlier.
const MOST_INTERVALS: usize = 1 << 15;

/// What an operation is, as far as it matters to engines.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum EngineWork {
    Kernel,
    /// Copies and fills.
    Copy,
}

/// Times of a device's operations, in ns. A moment counts once, however many operations it had.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Totals {
    /// With a kernel at least.
    pub kernel_ns: u64,
    /// With a copy at least.
    pub copy_ns: u64,
    /// With both.
    pub both_ns: u64,
    /// Parts of operations that were reported too late to count.
    pub late_ns: u64,
}

/// An operation on an engine.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Span {
    /// Queue group ordinal and index of the queue.
    pub lane: (u16, u16),
    pub work: EngineWork,
    /// In ns on the session's clock.
    pub start: u64,
    pub end: u64,
}

/// The operations of one device.
#[derive(Debug, Clone, Default)]
pub struct Timeline {
    /// Not added up yet.
    spans: Vec<Span>,
    /// Everything before has been added up.
    counted_to: u64,
    /// The latest end seen.
    newest: u64,
    totals: Totals,
    /// The totals are those of a recording, including what was kept then.
    given: bool,
    /// The newest end when the strip was taken down last, for a recording or from one; 0 before that.
    strip_at: u64,
    /// What [`Timeline::totals`] has added up, as long as it is still so: a moment is shown in several places.
    summed: OnceLock<Totals>,
}

impl Timeline {
    /// Adds an operation from `start` to `end`, in ns on the session's clock.
    pub fn add(&mut self, span: Span) {
        if span.end <= span.start {
            return;
        }
        self.summed.take();
        self.newest = self.newest.max(span.end);
        let missed = self.counted_to.min(span.end).saturating_sub(span.start);
        self.totals.late_ns = self.totals.late_ns.saturating_add(missed);
        if span.end > self.counted_to {
            self.spans.push(span);
        }
        if self.spans.len() >= MOST_INTERVALS {
            // Half of them, so that this is rare.
            let mut starts: Vec<u64> = self.spans.iter().map(|s| s.start).collect();
            let (_, middle, _) = starts.select_nth_unstable(MOST_INTERVALS / 2);
            let middle = *middle;
            self.count_to(middle.max(self.counted_to + 1));
        }
    }

    /// Restores a moment of a recording.
    pub fn give(&mut self, totals: Totals, newest: u64, strip: Option<&[Span]>) {
        (self.given, self.totals, self.newest) = (true, totals, newest);
        if let Some(strip) = strip {
            self.spans = strip.iter().take(MOST_INTERVALS).copied().collect();
            self.strip_at = newest;
        }
    }

    /// Resets the totals; the operations of the last moments stay visible.
    pub fn reset(&mut self) {
        self.summed.take();
        self.totals = Totals::default();
        self.counted_to = self.counted_to.max(self.newest);
    }

    /// Allocates when there is something to show for the first time.
    pub fn strip_is_new(&mut self) -> bool {
        let first = self.strip_at == 0 && self.newest > 0;
        self.strip_at = self.newest;
        first
    }

    /// Adds up what is older than is kept at `now`.
    pub fn advance(&mut self, now: u64) {
        let to = now.saturating_sub(KEPT_NS);
        // In steps of a quarter, so that each span is visited only a few times.
        if to >= self.counted_to + KEPT_NS / 4 {
            self.count_to(to);
        }
    }

    fn count_to(&mut self, to: u64) {
        // In the order in which they are added up: now, and as often as somebody asks until the next time.
        self.spans.sort_by_key(|span| span.start);
        let more = sum_up(&self.spans, self.counted_to, to);
        self.totals.kernel_ns += more.kernel_ns;
        self.totals.copy_ns += more.copy_ns;
        self.totals.both_ns += more.both_ns;
        self.counted_to = to;
        self.spans.retain(|span| span.end > to);
    }

    /// What one takes at most.
    pub const BYTES: usize = MOST_INTERVALS * size_of::<Span>();

    /// Nothing has been added.
    #[must_use]
    pub fn is_unused(&self) -> bool {
        self.newest == 0
    }

    /// The latest end seen.
    #[must_use]
    pub fn newest(&self) -> u64 {
        self.newest
    }

    /// Totals so far, with what is still kept.
    #[must_use]
    pub fn totals(&self) -> Totals {
        if self.given {
            return self.totals;
        }
        *self.summed.get_or_init(|| {
            let more = sum_up(&self.spans, self.counted_to, u64::MAX);
            Totals {
                kernel_ns: self.totals.kernel_ns + more.kernel_ns,
                copy_ns: self.totals.copy_ns + more.copy_ns,
                both_ns: self.totals.both_ns + more.both_ns,
                late_ns: self.totals.late_ns,
            }
        })
    }

    /// The lanes' operations in the last `length` ns up to the newest one, by lane and start; with the time at
    /// which the window begins.
    #[must_use]
    pub fn last(&self, length: u64) -> (u64, BTreeMap<(u16, u16), Vec<Span>>) {
        let newest = if self.given { self.strip_at } else { self.newest };
        let from = newest.saturating_sub(length);
        let mut lanes: BTreeMap<_, Vec<Span>> = BTreeMap::new();
        for span in self.spans.iter().filter(|span| span.end > from) {
            lanes.entry(span.lane).or_default().push(Span { start: span.start.max(from), ..*span });
        }
        for spans in lanes.values_mut() {
            spans.sort_unstable_by_key(|span| (span.start, span.end));
        }
        (from, lanes)
    }
}

/// Unions and intersection of what lies in `from..to`.
fn sum_up(spans: &[Span], from: u64, to: u64) -> Totals {
    let mut parts: Vec<_> = spans
        .iter()
        .map(|span| (span.start.max(from), span.end.min(to), span.work))
        .filter(|(start, end, _)| start < end)
        .collect();
    // Nearly in order by now, which this sort makes use of.
    parts.sort_by_key(|(start, ..)| *start);
    let (mut kernels, mut copies, mut any) = (Union::default(), Union::default(), Union::default());
    for (start, end, work) in parts {
        if work == EngineWork::Kernel { &mut kernels } else { &mut copies }.add(start, end);
        any.add(start, end);
    }
    let both_ns = kernels.ns + copies.ns - any.ns;
    Totals { kernel_ns: kernels.ns, copy_ns: copies.ns, both_ns, late_ns: 0 }
}

/// The length of a union of intervals, which are added by their starts.
#[derive(Default)]
struct Union {
    ns: u64,
    end: u64,
}

impl Union {
    fn add(&mut self, start: u64, end: u64) {
        self.ns += end.saturating_sub(start.max(self.end));
        self.end = self.end.max(end);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const S: u64 = 1_000_000_000;

    fn span(work: EngineWork, start: u64, end: u64) -> Span {
        Span { lane: (u16::from(work == EngineWork::Copy), 0), work, start, end }
    }

    #[test]
    fn half_of_a_copy_hides_behind_a_kernel() {
        let mut timeline = Timeline::default();
        timeline.add(span(EngineWork::Copy, 100, 300));
        timeline.add(span(EngineWork::Kernel, 200, 500));
        let expected = Totals { kernel_ns: 300, copy_ns: 200, both_ns: 100, late_ns: 0 };
        assert_eq!(timeline.totals(), expected);
        timeline.advance(10 * S);
        assert_eq!(timeline.totals(), expected, "the same when it has been added up");
        let (_, lanes) = timeline.last(50_000_000);
        assert!(lanes.is_empty(), "nothing is kept for ever");
    }

    #[test]
    fn what_comes_too_late_is_said() {
        let mut timeline = Timeline::default();
        timeline.add(span(EngineWork::Kernel, 0, 100));
        timeline.advance(10 * S);
        timeline.add(span(EngineWork::Kernel, 7 * S, 9 * S));
        assert_eq!(timeline.totals(), Totals { kernel_ns: 100 + S, late_ns: S, ..Totals::default() });
    }

    #[test]
    fn the_strip_is_cut_at_its_window() {
        let mut timeline = Timeline::default();
        timeline.add(span(EngineWork::Copy, 0, 60));
        timeline.add(span(EngineWork::Kernel, 70, 100));
        let (from, lanes) = timeline.last(50);
        assert_eq!(from, 50);
        assert_eq!(lanes[&(1, 0)], [span(EngineWork::Copy, 50, 60)]);
        assert_eq!(lanes[&(0, 0)], [span(EngineWork::Kernel, 70, 100)]);
    }

    #[test]
    fn memory_is_bounded() {
        let mut timeline = Timeline::default();
        for i in 0..3 * MOST_INTERVALS as u64 {
            timeline.add(span(EngineWork::Kernel, 10 * i, 10 * i + 5));
        }
        assert!(timeline.spans.len() <= MOST_INTERVALS);
        assert_eq!(timeline.totals().kernel_ns, 15 * MOST_INTERVALS as u64);
    }

    proptest! {
        #[test]
        fn as_counted_moment_by_moment(
            spans in prop::collection::vec((any::<bool>(), 0u64..400, 0u64..60), 0..60),
            cuts in prop::collection::vec(0u64..400, 0..4),
        ) {
            let mut timeline = Timeline::default();
            let mut marks = vec![(false, false); 500];
            for (kernel, start, len) in spans {
                let work = if kernel { EngineWork::Kernel } else { EngineWork::Copy };
                timeline.add(span(work, start, start + len));
                // Asked for in between: what was added up for that is not kept for too long.
                let _ = timeline.totals();
                for mark in &mut marks[start as usize..(start + len) as usize] {
                    if kernel { mark.0 = true } else { mark.1 = true }
                }
            }
            let mut cuts = cuts;
            cuts.sort_unstable();
            for cut in cuts {
                timeline.count_to(cut);
            }
            let count = |f: fn(&(bool, bool)) -> bool| marks.iter().filter(|m| f(m)).count() as u64;
            let totals = timeline.totals();
            prop_assert_eq!(totals.kernel_ns, count(|m| m.0));
            prop_assert_eq!(totals.copy_ns, count(|m| m.1));
            prop_assert_eq!(totals.both_ns, count(|m| m.0 && m.1));
            prop_assert_eq!(totals.late_ns, 0);
        }
    }
}
