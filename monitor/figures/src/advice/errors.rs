//! Functions that keep failing. Errors that are answers (the catalog has a list) are none.

use super::figures::Figures;
use crate::snapshot::{About, Finding, Severity};
use crate::view::format::count;

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
        .map(|api| (api, api.errors.saturating_sub(api.expected_errors)))
        .filter(|(api, errors)| *errors >= ENOUGH && errors.saturating_mul(IN) >= api.calls)
        .filter(|(api, errors)| figures.is_current(api.faultless_ns, *errors));
    failing
        .map(|(api, errors)| Finding {
            id: ID,
            severity: Severity::Warning,
            text: format!("Find out why {} fails", api.name),
            evidence: {
                let last = api.last_error.as_ref().map_or_else(String::new, |name| format!(", last {name}"));
                format!("{} of {} calls returned an error{last}", count(errors), count(api.calls))
            },
            over_ns: figures.over_ns(api.faultless_ns, errors),
            about: About::Failing(api.id),
            ..Finding::default()
        })
        .collect()
}
