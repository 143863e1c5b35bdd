//! Functions that keep failing.

use super::figures::Figures;
use crate::present::format::count;
use crate::snapshot::{About, Finding, Severity};

pub const ID: &str = "repeated-errors";

/// Fewer may be a program that asks what is there.
const ENOUGH: u64 = 10;
/// At least one call in this many fails: libraries ask now and then for what they know may not be there, and go on.
const IN: u64 = 1_000;

pub fn find(figures: &Figures<'_>) -> Vec<Finding> {
    let failing = figures
        .snapshot
        .host
        .apis
        .iter()
        .filter(|api| api.errors >= ENOUGH && api.errors.saturating_mul(IN) >= api.calls)
        .filter(|api| figures.is_current(api.faultless_ns, api.errors));
    failing
        .map(|api| Finding {
            id: ID,
            severity: Severity::Warning,
            text: format!("Find out why {} fails", api.name),
            evidence: {
                let last = api.last_error.as_ref().map_or_else(String::new, |name| format!(", last {name}"));
                format!("{} of {} calls returned an error{last}", count(api.errors), count(api.calls))
            },
            gain_pct: None,
            sites: Vec::new(),
            about: About::Failing(api.id),
        })
        .collect()
}
