//! Sums that only grow: of a class of operations, and of all operations of a process.

use crate::aggregate::names::ReasonId;
use crate::snapshot::Direction;
use std::collections::BTreeMap;
use zetop_wire::reader::ClassFigures;

/// Bytes of copies that were not timed because of the budget, since the last reading.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SampledCopies {
    pub(super) direction: Direction,
    pub(super) bytes: u64,
}

impl SampledCopies {
    pub(super) fn new(direction: Option<Direction>, bytes: u64) -> Option<Self> {
        direction.filter(|_| bytes > 0).map(|direction| Self { direction, bytes })
    }
}

/// The figures of a class that only ever grow.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Sums {
    pub ops: u64,
    pub timed: u64,
    pub untimed: u64,
    pub bytes: u64,
    pub timed_bytes: u64,
    pub total_ns: u64,
    pub submit_ns: u64,
    pub submits: u64,
    pub host_ticks: u64,
    pub awaited: u64,
    pub invalid: u64,
    /// Operations that were not to be timed, since timing is over its budget; in none of `untimed`.
    pub sampled: u64,
    pub sampled_bytes: u64,
    /// How many operations the timed ones stand for, what that many take, and the square of its standard error: see
    /// [`zetop_wire::layout::Class::estimated`].
    pub estimated: u64,
    pub estimated_ns: u64,
    pub error_us_2: u64,
    /// What all of them took together with those that were timed. Set by `Sums::estimate`.
    pub work_ns: u64,
    /// The largest value that `work_ns` has had: programs that collect metrics need a figure that never falls.
    pub grown_ns: u64,
}

impl Sums {
    pub(super) fn from_class(class: &ClassFigures) -> Self {
        Self {
            ops: class.ops,
            timed: class.timed,
            untimed: class.untimed,
            bytes: class.bytes,
            timed_bytes: class.timed_bytes,
            total_ns: class.total_ns,
            submit_ns: class.submit_ns,
            submits: class.submits,
            host_ticks: class.host_ticks,
            awaited: class.awaited,
            invalid: class.invalid,
            sampled: class.sampled,
            sampled_bytes: class.sampled_bytes,
            estimated: class.estimated,
            estimated_ns: class.estimated_ns,
            error_us_2: class.error_us_2,
            work_ns: 0,
            grown_ns: 0,
        }
    }

    pub(super) fn with(self, other: Self, f: impl Fn(u64, u64) -> u64) -> Self {
        Self {
            ops: f(self.ops, other.ops),
            timed: f(self.timed, other.timed),
            untimed: f(self.untimed, other.untimed),
            bytes: f(self.bytes, other.bytes),
            timed_bytes: f(self.timed_bytes, other.timed_bytes),
            total_ns: f(self.total_ns, other.total_ns),
            submit_ns: f(self.submit_ns, other.submit_ns),
            submits: f(self.submits, other.submits),
            host_ticks: f(self.host_ticks, other.host_ticks),
            awaited: f(self.awaited, other.awaited),
            invalid: f(self.invalid, other.invalid),
            sampled: f(self.sampled, other.sampled),
            sampled_bytes: f(self.sampled_bytes, other.sampled_bytes),
            estimated: f(self.estimated, other.estimated),
            estimated_ns: f(self.estimated_ns, other.estimated_ns),
            error_us_2: f(self.error_us_2, other.error_us_2),
            work_ns: f(self.work_ns, other.work_ns),
            grown_ns: f(self.grown_ns, other.grown_ns),
        }
    }

    /// Sums of one class with [`Sums::work_ns`] set: those that timed operations stand for are about as many as were sampled, and
    /// took as long on average. Before there is one, sampled operations count with the mean of those that were timed, and half of
    /// that is the error.
    #[must_use]
    pub(super) fn estimate(mut self) -> Self {
        let sampled = self.sampled as f64;
        let (others_ns, error_us_2) = if self.estimated > 0 {
            let scale = sampled / self.estimated as f64;
            (scale * self.estimated_ns as f64, scale * scale * self.error_us_2 as f64)
        } else {
            let ns = sampled * self.total_ns as f64 / self.timed.max(1) as f64;
            (ns, (ns / 2e3).powi(2))
        };
        self.work_ns = self.total_ns.saturating_add(others_ns.round() as u64);
        self.error_us_2 = error_us_2.round() as u64;
        self
    }

    /// Operations that [`Sums::work_ns`] is of: all that were timed or sampled, if any was timed.
    #[must_use]
    pub fn worked(&self) -> u64 {
        if self.timed > 0 { self.timed.saturating_add(self.sampled) } else { 0 }
    }

    /// With [`Sums::grown_ns`] set, where it was `before`. What may be off by half does not count: it could not be taken back.
    #[must_use]
    pub(super) fn grown_from(self, before: u64) -> Self {
        let work_ns = if self.estimated > 0 { self.estimate().work_ns } else { self.total_ns };
        Self { grown_ns: before.max(work_ns), ..self }
    }

    /// One standard error of [`Sums::work_ns`], %.
    #[must_use]
    pub fn error_pct(&self) -> f64 {
        100.0 * (self.error_us_2 as f64).sqrt() * 1e3 / self.work_ns.max(1) as f64
    }

    #[must_use]
    pub fn plus(self, other: Self) -> Self {
        self.with(other, u64::saturating_add)
    }

    #[must_use]
    pub fn minus(self, other: Self) -> Self {
        let difference = self.with(other, u64::saturating_sub);
        // Errors are no sums. That of a part is at least its share.
        let share = difference.estimated as f64 / self.estimated.max(1) as f64;
        let least = (share * self.error_us_2 as f64).round() as u64;
        Self { error_us_2: difference.error_us_2.max(least), ..difference }
    }
}

/// The totals of the process file.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Totals {
    pub submitted: u64,
    pub timed: u64,
    pub untimed: BTreeMap<ReasonId, u64>,
    pub invalid: u64,
    /// Not timed, since timing is over its budget; in none of `untimed`.
    pub sampled: u64,
    /// Not complete when the process ended; in none of `untimed`.
    pub unfinished: u64,
}

impl Totals {
    pub(super) fn plus(mut self, other: &Self) -> Self {
        self.submitted = self.submitted.saturating_add(other.submitted);
        self.timed = self.timed.saturating_add(other.timed);
        self.invalid = self.invalid.saturating_add(other.invalid);
        self.sampled = self.sampled.saturating_add(other.sampled);
        self.unfinished = self.unfinished.saturating_add(other.unfinished);
        for (reason, n) in &other.untimed {
            let sum = self.untimed.entry(*reason).or_default();
            *sum = sum.saturating_add(*n);
        }
        self
    }

    pub(super) fn minus(mut self, other: &Self) -> Self {
        self.submitted = self.submitted.saturating_sub(other.submitted);
        self.timed = self.timed.saturating_sub(other.timed);
        self.invalid = self.invalid.saturating_sub(other.invalid);
        self.sampled = self.sampled.saturating_sub(other.sampled);
        self.unfinished = self.unfinished.saturating_sub(other.unfinished);
        for (reason, n) in &other.untimed {
            if let Some(rest) = self.untimed.get_mut(reason) {
                *rest = rest.saturating_sub(*n);
            }
        }
        self
    }

    #[must_use]
    pub fn untimed(&self) -> u64 {
        crate::sum::sum(self.untimed.values().copied())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sums(timed: u64, total_ns: u64, sampled: u64, estimated: u64, estimated_ns: u64) -> Sums {
        let ops = timed + sampled;
        Sums { ops, timed, total_ns, sampled, estimated, estimated_ns, ..Sums::default() }.estimate()
    }

    #[test]
    fn what_was_not_timed_counts_as_it_was_estimated() {
        let exact = sums(100, 5_000, 0, 0, 0);
        assert_eq!((exact.work_ns, exact.worked()), (5_000, 100));
        assert!(exact.error_pct().abs() < 1e-9);
        let estimated = sums(100, 5_000, 900, 900, 90_000);
        assert_eq!(
            (estimated.work_ns, estimated.grown_from(0).grown_ns, estimated.worked()),
            (95_000, 95_000, 1_000)
        );
    }

    /// By chance the timed ones stand for 900 of the 1,000.
    #[test]
    fn what_was_not_timed_is_counted_and_not_estimated() {
        let of = Sums { error_us_2: 81, ..sums(100, 5_000_000, 1_000, 900, 45_000_000) }.estimate();
        assert_eq!((of.work_ns, of.grown_from(0).grown_ns, of.error_us_2), (55_000_000, 55_000_000, 100));
    }

    #[test]
    fn what_has_no_estimate_yet_counts_as_the_rest_and_is_said_to_be_uncertain() {
        let some = sums(100, 5_000_000, 1_000, 0, 0);
        assert_eq!((some.work_ns, some.grown_from(0).grown_ns), (55_000_000, 5_000_000));
        // Half of 50 ms of 55.
        assert!((some.error_pct() - 100.0 * 25.0 / 55.0).abs() < 0.1, "{}", some.error_pct());
    }

    #[test]
    fn what_other_programs_read_never_falls() {
        let more = sums(100, 5_000_000, 1_000, 900, 45_000_000).grown_from(0);
        let less = sums(101, 5_000_000, 1_000, 1_000, 45_000_000).grown_from(more.grown_ns);
        assert_eq!((less.estimate().work_ns, less.grown_ns), (50_000_000, 55_000_000));
    }

    /// The error of what came since a reset is not what the whole's has grown by.
    #[test]
    fn a_part_has_its_share_of_the_error() {
        let before = Sums { error_us_2: 100, ..sums(1, 10, 10, 10, 100) };
        let now = Sums { error_us_2: 100, ..sums(2, 20, 20, 20, 200) };
        assert_eq!(now.minus(before).error_us_2, 50);
        let now = Sums { error_us_2: 1_000, ..sums(2, 20, 20, 20, 200) };
        assert_eq!(now.minus(before).error_us_2, 900);
    }

    #[test]
    fn nothing_is_known_of_what_was_never_timed() {
        let none = sums(0, 0, 50, 0, 0);
        assert_eq!((none.work_ns, none.worked()), (0, 0));
    }
}
