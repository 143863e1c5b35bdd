//! What the figures suggest doing: findings.
//!
//! One file per rule. A rule sees the figures of a session (`Figures`) and says what to do (the verb first),
//! what that rests on, and what it would gain where that can be computed. A program that does it right gets none.

mod churn;
mod errors;
mod figures;
mod full;
mod growth;
mod imbalance;
mod leak;
mod overlap;
mod shared_device;
mod slow_kind;
mod slower_engine;
mod straggler;
mod stuck;
mod throttled;
mod tiny_copies;
mod tiny_fills;
mod waits;

use crate::snapshot::{Finding, Snapshot};
use figures::Figures;

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
        id: stuck::ID,
        meaning: "a call that waits for the device has not returned for 5 s, in which the device has finished nothing",
        find: stuck::find,
    },
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
        id: tiny_fills::ID,
        meaning: "many fills of a few KiB, one after the other: the call costs more than the bytes",
        find: tiny_fills::find,
    },
    Rule {
        id: waits::ID,
        meaning: "the host waits so often that the device runs out of work",
        find: waits::find,
    },
    Rule {
        id: overlap::ID,
        meaning: "copies and kernels that never run at the same time, though each takes long",
        find: overlap::find,
    },
    Rule {
        id: slower_engine::ID,
        meaning: "large copies do not run on the device's fastest engine, or its copy engine is idle",
        find: slower_engine::find,
    },
    Rule {
        id: churn::ID,
        meaning: "memory is allocated and freed repeatedly while the program works",
        find: churn::find,
    },
    Rule {
        id: leak::ID,
        meaning: "memory of one kind grows steadily, while other memory of that kind comes and goes",
        find: leak::find,
    },
    Rule {
        id: growth::ID,
        meaning: "what one line allocates grows for 30 s, without a pause and until now, while the program works and other lines' memory does not",
        find: growth::find,
    },
    Rule {
        id: imbalance::ID,
        meaning: "ranks of a job keep step, and one's device takes longer than the others' for as much work",
        find: imbalance::find,
    },
    Rule {
        id: straggler::ID,
        meaning: "one rank comes last to most collective operations, and the others wait for it",
        find: straggler::find,
    },
    Rule {
        id: throttled::ID,
        meaning: "the device has had lower clocks than it could for 5 s while it worked: temperature, power, or their protection",
        find: throttled::find,
    },
    Rule {
        id: full::ID,
        meaning: "less than 3 % of the device's memory is left, whoever has the rest",
        find: full::find,
    },
    Rule {
        id: shared_device::ID,
        meaning: "another program holds 5 % of the device's memory or more",
        find: shared_device::find,
    },
    Rule {
        id: errors::ID,
        meaning: "a function keeps returning errors, one call in 1,000 or more",
        find: errors::find,
    },
];

/// Everything there is to say: what stands still, what gains most, then what can't be computed, in the order of the rules, then what
/// the program had stopped doing before it ended.
#[must_use]
pub fn findings(snapshot: &Snapshot) -> Vec<Finding> {
    let figures = Figures { snapshot, wall_ns: snapshot.elapsed_ns.max(1) as f64 };
    let mut all: Vec<Finding> = RULES.iter().flat_map(|rule| (rule.find)(&figures)).collect();
    // Stable: equals stay in the order of the rules.
    let gain = |finding: &Finding| finding.gain_pct.unwrap_or(0.0);
    all.sort_by(|a, b| {
        let stands_still = |finding: &Finding| finding.id == stuck::ID;
        a.over_ns
            .is_some()
            .cmp(&b.over_ns.is_some())
            .then_with(|| stands_still(b).cmp(&stands_still(a)))
            .then_with(|| gain(b).total_cmp(&gain(a)))
    });
    all
}

#[cfg(test)]
mod tests;
