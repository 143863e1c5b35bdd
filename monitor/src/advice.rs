//! What the figures suggest doing: findings.
//!
//! One file per rule. A rule sees the figures of a session ([`Figures`]) and says what to do (the verb first),
//! what that rests on, and what it would gain where that can be computed. A program that does it right gets none.

mod churn;
mod errors;
mod slow_kind;
mod tiny_copies;
mod waits;

use crate::snapshot::{Finding, Snapshot};

/// What is worth a line: a cost of this share of wall time, or of the time that the device worked.
const WORTH_PCT: f64 = 5.0;

/// A rule of the guide: its id in the JSON, and what the help says of it.
#[derive(Debug, Clone, Copy)]
pub struct Rule {
    pub id: &'static str,
    pub meaning: &'static str,
    find: fn(&Figures<'_>) -> Vec<Finding>,
}

/// All rules, in the order in which their findings are listed when they gain the same.
pub const RULES: &[Rule] = &[
    Rule {
        id: slow_kind::ID,
        meaning: "copies from or to memory that the API did not allocate: the driver has to copy or pin it first",
        find: slow_kind::find,
    },
    Rule {
        id: tiny_copies::ID,
        meaning: "many copies of a few KiB: the call costs more than the bytes",
        find: tiny_copies::find,
    },
    Rule {
        id: waits::ID,
        meaning: "the host waits so often that the device runs out of work",
        find: waits::find,
    },
    Rule {
        id: churn::ID,
        meaning: "memory is allocated and freed again and again while the program works",
        find: churn::find,
    },
    Rule { id: errors::ID, meaning: "a function keeps returning errors", find: errors::find },
];

/// The figures that rules look at.
#[derive(Debug, Clone, Copy)]
struct Figures<'a> {
    snapshot: &'a Snapshot,
    /// Time watched, ns; at least 1.
    wall_ns: f64,
}

impl Figures<'_> {
    fn pct_of_wall(&self, ns: f64) -> f64 {
        100.0 * ns / self.wall_ns
    }
}

/// Everything there is to say: what gains most first, then what can't be computed, in the order of the rules.
#[must_use]
pub fn findings(snapshot: &Snapshot) -> Vec<Finding> {
    let figures = Figures { snapshot, wall_ns: snapshot.elapsed_ns.max(1) as f64 };
    let mut all: Vec<Finding> = RULES.iter().flat_map(|rule| (rule.find)(&figures)).collect();
    // Stable: equals stay in the order of the rules.
    all.sort_by(|a, b| b.gain_pct.unwrap_or(0.0).total_cmp(&a.gain_pct.unwrap_or(0.0)));
    all
}

/// A sum of figures that a target could have made up: it stays at the top instead of overflowing.
fn sum(figures: impl IntoIterator<Item = u64>) -> u64 {
    figures.into_iter().fold(0, u64::saturating_add)
}

#[cfg(test)]
mod tests;
