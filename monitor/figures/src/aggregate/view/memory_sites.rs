//! Memory by the line that allocated it.

use crate::aggregate::memory_places::{LEVEL_NS, OfPlace};
use crate::aggregate::names::KindId;
use crate::aggregate::scope::Scope;
use crate::call_site::{CallSite, tree};
use crate::snapshot::{MemorySite, MemoryUse, Site};
use crate::sum::sum;
use std::collections::BTreeMap;

/// Seconds of history.
const LEVELS: u64 = 600;

/// All lines, those with the most live bytes first.
pub(super) fn memory_sites(view: &Scope<'_>, memory: &[MemoryUse]) -> Vec<MemorySite> {
    let mut kinds: BTreeMap<KindId, BTreeMap<&CallSite, Vec<&OfPlace>>> = BTreeMap::new();
    for place in view.processes.iter().flat_map(|process| process.memory.places.0.values()) {
        kinds.entry(place.kind).or_default().entry(&place.place.site).or_default().push(place);
    }
    let mut all = Vec::new();
    for (kind, stacks) in &kinds {
        let name = view.names.kind(*kind);
        let live = sum(stacks.values().flatten().map(|place| place.figures().live_bytes));
        let weight = |places: &Vec<&OfPlace>| {
            sum(places.iter().map(|place| {
                let figures = place.figures();
                if live > 0 { figures.live_bytes } else { figures.allocated_bytes }
            }))
        };
        let weights = stacks.iter().map(|(stack, places)| ((*stack).clone(), weight(places))).collect();
        for (site, members) in tree::places(&weights, sum(weights.values().copied())) {
            let of = members.iter().filter_map(|stack| stacks.get(stack)).flatten();
            let row = MemorySite { kind: name.name.clone(), on: name.place, ..row(site) };
            all.push(add(row, of.copied(), view));
        }
    }
    for kind in memory {
        let of_kind = || all.iter().filter(|site| site.kind == kind.kind);
        let rest = |whole: u64, part: fn(&MemorySite) -> u64| whole.saturating_sub(sum(of_kind().map(part)));
        let unknown = MemorySite {
            place: MemorySite::UNKNOWN.to_owned(),
            kind: kind.kind.clone(),
            on: kind.place,
            live_bytes: rest(kind.live_bytes, |site| site.live_bytes),
            live_count: rest(kind.live_count, |site| site.live_count),
            allocations: rest(kind.allocs, |site| site.allocations),
            frees: rest(kind.frees, |site| site.frees),
            ..MemorySite::default()
        };
        // What is left of exact figures is exact.
        let noted = if of_kind().any(MemorySite::is_estimated) { 0 } else { unknown.allocations };
        if unknown.live_count > 0 || unknown.allocations > 0 {
            // Nobody knows how much of this kind was live before.
            all.push(MemorySite { peak_bytes: unknown.live_bytes, noted, ..unknown });
        }
    }
    let live = sum(all.iter().map(|site| site.live_bytes));
    for site in &mut all {
        site.share_pct = (live > 0).then(|| 100.0 * site.live_bytes as f64 / live as f64);
    }
    all.sort_by(|a, b| {
        let by = |site: &MemorySite| (site.live_bytes, site.peak_bytes, site.allocations);
        by(b).cmp(&by(a)).then_with(|| a.place.cmp(&b.place))
    });
    all
}

fn row(mut site: Site) -> MemorySite {
    // Shares of this line rather than of all.
    let of_line = if site.share_pct > 0.0 { 100.0 / site.share_pct } else { 0.0 };
    site.tree.iter_mut().for_each(|caller| caller.share_pct *= of_line);
    MemorySite {
        place: site.place,
        file: site.file,
        line: site.line,
        function: site.function,
        module: site.module,
        callers: site.callers,
        through: site.through,
        tree: site.tree,
        is_known: true,
        ..MemorySite::default()
    }
}

fn add<'a>(mut row: MemorySite, places: impl Iterator<Item = &'a OfPlace>, view: &Scope<'_>) -> MemorySite {
    let end = view.now.saturating_sub(view.start) / LEVEL_NS + 1;
    let first = end.saturating_sub(LEVELS);
    row.levels = vec![0; (end - first) as usize];
    let (mut oldest, mut made, mut error) = (u64::MAX, 0_u128, 0.0_f64);
    for place in places {
        let figures = place.figures();
        for (to, more) in [
            (&mut row.live_bytes, figures.live_bytes),
            (&mut row.live_count, figures.live_count),
            (&mut row.peak_bytes, figures.peak_bytes),
            (&mut row.allocations, figures.allocations),
            (&mut row.frees, figures.frees),
            (&mut row.allocated_bytes, figures.allocated_bytes),
            (&mut row.noted, figures.noted),
        ] {
            *to = to.saturating_add(more);
        }
        error = error.hypot(figures.error_bytes as f64);
        if figures.live_count > 0 {
            oldest = oldest.min(figures.oldest);
            made += u128::from(figures.mean) * u128::from(figures.live_count);
        }
        if figures.live_bytes == 0 {
            // Nobody asks how something came about that is not there.
            continue;
        }
        let levels = place.levels.between(first, end);
        row.levels.iter_mut().zip(levels).for_each(|(sum, level)| *sum = sum.saturating_add(level));
    }
    if row.live_bytes > 0 {
        row.error_pct = 100.0 * error / row.live_bytes as f64;
    }
    if row.live_count > 0 {
        let mean = u64::try_from(made / u128::from(row.live_count)).unwrap_or(u64::MAX);
        row.oldest_ns = Some(view.now.saturating_sub(oldest));
        row.mean_age_ns = Some(view.now.saturating_sub(mean));
    }
    row
}
