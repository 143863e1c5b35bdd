//! How much of the last second a device was busy.

/// Length of a bin. Operations that overlap within one fill it at most once.
const BIN_NS: u64 = 1_000_000;
/// Bins kept: two seconds, since operations are reported after they end.
const BINS: u64 = 2_048;
/// The window that is reported.
const WINDOW: u64 = 1_000;

/// Busy time in bins of a millisecond, a ring over the last two seconds.
#[derive(Debug, Clone, Default)]
pub struct Busy {
    bins: Vec<u32>,
    /// One past the newest bin, counted from the start of the session.
    end: u64,
    /// The last second according to a recording, and its length.
    given: Option<(u64, u64)>,
}

impl Busy {
    /// How much memory one takes when in use.
    pub const BYTES: usize = BINS as usize * size_of::<u32>();

    #[must_use]
    pub fn is_unused(&self) -> bool {
        self.bins.is_empty()
    }

    /// Restores a moment of a recording.
    pub fn give(&mut self, last_second: (u64, u64)) {
        self.given = Some(last_second);
    }

    /// Adds the span of an operation, in ns since the start of the session.
    pub fn add(&mut self, from: u64, to: u64) {
        if self.bins.is_empty() {
            self.bins = vec![0; BINS as usize];
        }
        self.advance(to / BIN_NS + 1);
        let oldest = self.end.saturating_sub(BINS);
        for bin in (from / BIN_NS).max(oldest)..=(to / BIN_NS) {
            if bin >= self.end {
                break;
            }
            let part = to.min((bin + 1) * BIN_NS).saturating_sub(from.max(bin * BIN_NS));
            let slot = &mut self.bins[(bin % BINS) as usize];
            *slot = (*slot + part as u32).min(BIN_NS as u32);
        }
    }

    fn advance(&mut self, end: u64) {
        let first = self.end.max(end.saturating_sub(BINS));
        for bin in first..end {
            self.bins[(bin % BINS) as usize] = 0;
        }
        self.end = self.end.max(end);
    }

    /// Busy ns of the second before `now` (or of all time, when that is shorter), and its length.
    #[must_use]
    pub fn last_second(&self, now: u64) -> (u64, u64) {
        if let Some(given) = self.given {
            return given;
        }
        let end = now / BIN_NS;
        let from = end.saturating_sub(WINDOW);
        let kept = from.max(self.end.saturating_sub(BINS))..end.min(self.end);
        let busy = kept.map(|bin| self.bins.get((bin % BINS) as usize).map_or(0, |b| u64::from(*b))).sum();
        (busy, (end - from) * BIN_NS)
    }
}

/// How much longer a device worked than was timed, lately, since timing all of it would be over the budget.
#[derive(Debug, Clone, Copy, Default)]
pub struct Sampled {
    at: u64,
    work_ns: f64,
    timed_ns: f64,
}

impl Sampled {
    /// Half-life of the two sums: time that was added this long ago counts half.
    const HALF_NS: f64 = 1e9;

    /// The device has worked for so long, as far as is known, of which so much was timed.
    pub fn add(&mut self, now: u64, work_ns: f64, timed_ns: f64) {
        let kept = 0.5_f64.powf(now.saturating_sub(self.at) as f64 / Self::HALF_NS);
        self.work_ns = self.work_ns * kept + work_ns;
        self.timed_ns = self.timed_ns * kept + timed_ns;
        self.at = now;
    }

    /// By how much to multiply what was timed.
    #[must_use]
    pub fn factor(&self) -> f64 {
        if self.timed_ns > 0.0 { (self.work_ns / self.timed_ns).max(1.0) } else { 1.0 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MS: u64 = 1_000_000;

    #[test]
    fn half_the_time_is_half() {
        let mut busy = Busy::default();
        for i in 0..2_000 {
            busy.add(i * MS, i * MS + MS / 2);
        }
        assert_eq!(busy.last_second(2_000 * MS), (500 * MS, 1_000 * MS));
    }

    #[test]
    fn overlapping_operations_do_not_exceed_the_time() {
        let mut busy = Busy::default();
        for _ in 0..5 {
            busy.add(0, 3_000 * MS);
        }
        assert_eq!(busy.last_second(3_000 * MS), (1_000 * MS, 1_000 * MS));
        // and a second later nothing was going on
        assert_eq!(busy.last_second(4_500 * MS).0, 0);
    }

    /// A tenth was timed, then all of it.
    #[test]
    fn what_was_timed_stands_for_the_rest_of_the_last_second() {
        let mut sampled = Sampled::default();
        assert!((sampled.factor() - 1.0).abs() < 1e-9);
        for at in 0..50 {
            sampled.add(at * 100 * MS, 50.0 * MS as f64, 5.0 * MS as f64);
        }
        assert!((sampled.factor() - 10.0).abs() < 1e-6);
        for at in 50..150 {
            sampled.add(at * 100 * MS, 50.0 * MS as f64, 50.0 * MS as f64);
        }
        assert!(sampled.factor() < 1.02, "{}", sampled.factor());
    }

    #[test]
    fn a_session_shorter_than_the_window() {
        let mut busy = Busy::default();
        busy.add(10 * MS, 20 * MS);
        assert_eq!(busy.last_second(100 * MS), (10 * MS, 100 * MS));
        assert_eq!(Busy::default().last_second(100 * MS).0, 0);
    }
}
