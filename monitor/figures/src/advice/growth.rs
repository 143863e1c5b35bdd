//! A line whose memory grows and grows.
//!
//! A program that loads its data grows as well, and so does one that fills a cache. So it has to go on for half a minute,
//! without a pause and until now, beside lines that do not grow, while the program works.

use super::figures::Figures;
use crate::snapshot::{Finding, MemorySite, Place, Severity};
use crate::view::format::{bytes, count, span};

pub const ID: &str = "growth";

/// Lengths of time that are looked at, s: a line that allocates seldom needs a longer one. Each is divided into [`PARTS`].
const SPANS: [usize; 3] = [30, 60, 120];
const PARTS: usize = 10;
/// The last part, and each quarter, grows by this share of the mean at least.
const GOES_ON: f64 = 0.5;
/// Less is not worth a word: bytes, and pieces.
const WORTH: u64 = 1_000_000;
const ENOUGH: u64 = 10;
/// What is there grows by this much at least in the time that is looked at, %.
const WORTH_PCT: f64 = 10.0;
/// A device that is full later than that is not named, s.
const LATEST: f64 = 30.0 * 86_400.0;
/// Kernels a second, on average, of a program that works rather than loads.
const WORKS: f64 = 1.0;

pub fn find(figures: &Figures<'_>) -> Vec<Finding> {
    let sites = &figures.snapshot.memory_sites;
    sites.iter().filter(|site| site.is_known).filter_map(|site| finding_of(figures, site)).collect()
}

/// Whether a line is named for this kind of memory.
pub fn has(figures: &Figures<'_>, kind: &str) -> bool {
    let of_kind = figures.snapshot.memory_sites.iter().filter(|site| site.is_known && *site.kind == *kind);
    of_kind.into_iter().any(|site| finding_of(figures, site).is_some())
}

/// For how many seconds a line has grown, and by how much.
fn grown(site: &MemorySite) -> Option<(usize, u64)> {
    // The newest second may be a part of one.
    let levels = site.levels.split_last()?.1;
    SPANS.iter().rev().find_map(|seconds| grown_in(levels, site, *seconds))
}

fn grown_in(levels: &[u64], site: &MemorySite, seconds: usize) -> Option<(usize, u64)> {
    let newest = levels.len().checked_sub(1)?;
    let oldest = newest.checked_sub(seconds)?;
    let at = |second: usize| levels[oldest + second];
    let grown = at(seconds).checked_sub(at(0))?;
    let mean = grown as f64 / seconds as f64;
    let since = |from: usize, to: usize| at(to) as f64 - at(from) as f64;
    let part = seconds / PARTS;
    // The least of each part: what comes and goes is not growth.
    let least = |n: usize| (n * part..=(n + 1) * part).map(at).min();
    let rises = (1..PARTS).all(|n| least(n - 1) < least(n)) && least(PARTS - 1) < Some(at(seconds));
    let quarter = seconds / 4;
    let goes_on = |from: usize, to: usize| since(from, to) >= GOES_ON * mean * (to - from) as f64;
    let steady = (0..4).all(|n| goes_on(n * quarter, (n + 1) * quarter)) && goes_on(seconds - part, seconds);
    let is_there = site.live_bytes >= at(seconds) && site.live_count >= ENOUGH;
    let is_much = grown >= WORTH && 100.0 * grown as f64 >= WORTH_PCT * at(seconds) as f64;
    (rises && steady && is_there && is_much).then_some((seconds, grown))
}

fn finding_of(figures: &Figures<'_>, site: &MemorySite) -> Option<Finding> {
    let snapshot = figures.snapshot;
    let (seconds, growth) = grown(site)?;
    let others =
        snapshot.memory_sites.iter().filter(|other| other.kind == site.kind && other.place != site.place);
    let (frees, allocations) = snapshot.memory_sites.iter().filter(|of| of.kind == site.kind).fold(
        (0_u64, 0_u64),
        |(frees, allocations), of| {
            (frees.saturating_add(of.frees), allocations.saturating_add(of.allocations))
        },
    );
    let launches: u64 =
        snapshot.device.kernels.iter().map(|kernel| kernel.launches).fold(0, u64::saturating_add);
    let works = frees >= allocations / 4 || launches as f64 >= WORKS * figures.wall_ns / 1e9;
    let all_grow = others.clone().count() > 0 && others.clone().all(|other| grown(other).is_some());
    if !works || all_grow {
        return None;
    }
    let rate = growth as f64 / seconds as f64;
    let mut evidence = format!(
        "its live {} memory has grown by {}/s for {seconds} s, to {} in {} pieces, of which the oldest is {} old",
        site.kind,
        bytes(rate as u64),
        bytes(site.live_bytes),
        count(site.live_count),
        span(site.oldest_ns.unwrap_or(0)),
    );
    if others.clone().any(|other| other.live_bytes > 0) {
        evidence += ", while that of other lines has not";
    }
    if let Some(left) = full_in(figures, site, rate) {
        evidence += &format!("; at this rate the device is full in {}", span((left * 1e9) as u64));
    }
    Some(Finding {
        id: ID,
        // It may be meant to stay: what a program loads for long looks the same until it is there.
        severity: Severity::Hint,
        text: format!("Look at what {} allocates and does not free", site.place),
        evidence,
        sites: vec![site.site()],
        ..Finding::default()
    })
}

/// Seconds until the device is full, if there is one, whose driver says how much is left.
fn full_in(figures: &Figures<'_>, site: &MemorySite, rate: f64) -> Option<f64> {
    let [device] = &figures.snapshot.devices[..] else { return None };
    let sensors = device.sensors.as_ref().filter(|_| site.on == Place::Device)?;
    let left = sensors.memory_free_bytes? as f64 / rate;
    (left < LATEST).then_some(left)
}
