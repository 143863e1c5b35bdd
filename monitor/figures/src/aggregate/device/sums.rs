//! Sums that only grow: of a class of operations, and of all operations of a process.

use crate::aggregate::names::ReasonId;
use std::collections::BTreeMap;
use zetop_wire::reader::ClassFigures;

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
        }
    }

    #[must_use]
    pub fn plus(self, other: Self) -> Self {
        self.with(other, u64::saturating_add)
    }

    #[must_use]
    pub fn minus(self, other: Self) -> Self {
        self.with(other, u64::saturating_sub)
    }
}

/// The totals of the process file.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Totals {
    pub submitted: u64,
    pub timed: u64,
    pub untimed: BTreeMap<ReasonId, u64>,
    pub invalid: u64,
}

impl Totals {
    pub(super) fn plus(mut self, other: &Self) -> Self {
        self.submitted = self.submitted.saturating_add(other.submitted);
        self.timed = self.timed.saturating_add(other.timed);
        self.invalid = self.invalid.saturating_add(other.invalid);
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
