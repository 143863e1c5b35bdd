//! Memory that grows and grows.
//!
//! A program that loads its data grows as well, so it has to be steady, for ten seconds and until now, while other
//! memory of the same kind comes and goes.

use super::figures::Figures;
use super::growth;
use crate::snapshot::{About, Finding, MemorySite, MemoryUse, Severity, Site};
use crate::view::format::{bytes, count};

pub const ID: &str = "growing-memory";

/// Growth is looked at over [`PARTS`] parts of [`PART_S`] each: the figures of many processes are read once a second only.
const PARTS: usize = 5;
const PART_S: usize = 2;
const ALL_S: usize = PARTS * PART_S;
/// Fewer pieces that stay are no habit.
const ENOUGH: u64 = 50;
/// Each part may grow by this much less, or more, than the mean.
const STEADY: f64 = 2.5;
/// What is there grows by this much at least in the time that is looked at, %.
const WORTH_PCT: f64 = 10.0;

pub fn find(figures: &Figures<'_>) -> Vec<Finding> {
    // Where the line is known, that is said instead.
    let kinds = figures.snapshot.memory.iter().filter(|kind| !growth::has(figures, &kind.kind));
    kinds.filter_map(|kind| finding_of(figures, kind)).collect()
}

fn finding_of(figures: &Figures<'_>, kind: &MemoryUse) -> Option<Finding> {
    let comes_and_goes = kind.frees >= kind.allocs / 4;
    if kind.live_count < ENOUGH || !comes_and_goes || !kind.allocated_by.starts_with(char::is_alphabetic) {
        return None;
    }
    let part_ns = PART_S as u64 * 1_000_000_000;
    let per_part = (part_ns / figures.snapshot.history.interval_ns.max(1)) as usize;
    // The newest interval may be a part of one.
    let newest = kind.live_history.len().checked_sub(2)?;
    let oldest = newest.checked_sub(PARTS * per_part)?;
    let at = |part: usize| kind.live_history[oldest + part * per_part];
    let grown = at(PARTS) - at(0);
    let mean = grown / PARTS as f64;
    let steady = (0..PARTS).all(|part| {
        let growth = at(part + 1) - at(part);
        growth > mean / STEADY && growth < mean * STEADY
    });
    let still_there = kind.live_bytes as f64 >= at(PARTS);
    if per_part == 0 || grown <= 0.0 || !steady || !still_there || 100.0 * grown < WORTH_PCT * at(PARTS) {
        return None;
    }
    // The function comes first, then what higher layers call it.
    let api = figures.snapshot.host.apis.iter().filter(|api| !api.name.is_empty());
    let api = api.filter(|api| kind.allocated_by.starts_with(&*api.name)).max_by_key(|api| api.name.len())?;
    Some(Finding {
        id: ID,
        severity: Severity::Warning,
        text: format!("Free what {} allocates", api.name),
        evidence: format!(
            "{} memory has grown steadily by {} in the last {ALL_S} s, to {} in {} pieces; {} of {} allocations were \
             freed",
            kind.kind,
            bytes(grown as u64),
            bytes(kind.live_bytes),
            count(kind.live_count),
            count(kind.frees),
            count(kind.allocs),
        ),
        about: About::Api(api.id),
        sites: sites(figures, kind),
        ..Finding::default()
    })
}

/// The line of this kind that has grown most in that time, where it is known: those that are sampled may be others.
fn sites(figures: &Figures<'_>, kind: &MemoryUse) -> Vec<Site> {
    let grown = |site: &MemorySite| {
        let newest = site.levels.len().checked_sub(2)?;
        site.levels[newest].checked_sub(*site.levels.get(newest.checked_sub(ALL_S)?)?)
    };
    let of_kind = figures.snapshot.memory_sites.iter().filter(|site| site.is_known && site.kind == kind.kind);
    let most = of_kind.filter(|site| grown(site) > Some(0)).max_by_key(|site| grown(site));
    most.map(MemorySite::site).into_iter().collect()
}
