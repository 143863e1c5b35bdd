//! What several recordings say, as one.

use crate::recording::frame::SessionPart;
use crate::snapshot::{About, Site};
use std::collections::BTreeMap;

/// The lines of all recordings, with the samples of equal ones added up.
pub(super) fn sites<'a>(parts: impl Iterator<Item = &'a SessionPart>) -> Vec<(About, Vec<Site>)> {
    let mut rows: Vec<(About, Vec<Site>)> = Vec::new();
    for (about, sites) in parts.flat_map(|part| &part.sites) {
        let at = rows.iter().position(|(row, _)| row == about).unwrap_or_else(|| {
            rows.push((about.clone(), Vec::new()));
            rows.len() - 1
        });
        let row = &mut rows[at].1;
        for site in sites {
            match row.iter_mut().find(|known| known.place == site.place && known.module == site.module) {
                Some(known) => known.samples = known.samples.saturating_add(site.samples),
                None => row.push(site.clone()),
            }
        }
    }
    for (_, sites) in &mut rows {
        let all: u64 = sites.iter().fold(0, |all, site| all.saturating_add(site.samples));
        for site in sites.iter_mut().filter(|_| all > 0) {
            site.share_pct = 100.0 * site.samples as f64 / all as f64;
        }
        sites.sort_by(|a, b| b.samples.cmp(&a.samples).then_with(|| a.place.cmp(&b.place)));
    }
    rows
}

/// Each note once, with the ranks that have it.
pub(super) fn notes<'a>(parts: impl Iterator<Item = (Option<u32>, &'a [String])>) -> Vec<String> {
    let mut by_text: BTreeMap<&str, (Vec<u32>, usize)> = BTreeMap::new();
    for (rank, notes) in parts {
        for note in notes {
            let (ranks, others) = by_text.entry(note.as_str()).or_default();
            match rank {
                Some(rank) => ranks.push(rank),
                None => *others += 1,
            }
        }
    }
    let of = |(text, (mut ranks, others)): (&str, (Vec<u32>, usize))| {
        ranks.sort_unstable();
        ranks.dedup();
        let names: Vec<String> = ranks.iter().map(u32::to_string).collect();
        match (&names[..], others) {
            ([], 0 | 1) => text.to_owned(),
            ([], n) => format!("{n} recordings: {text}"),
            ([one], 0) => format!("rank {one}: {text}"),
            _ => format!("ranks {}: {text}", listed(&names, 8)),
        }
    };
    by_text.into_iter().map(of).collect()
}

/// `a, b, c and 5 more`.
pub(super) fn listed(names: &[String], most: usize) -> String {
    match names.len().checked_sub(most) {
        Some(more @ 1..) => format!("{} and {more} more", names[..most].join(", ")),
        _ => names.join(", "),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn notes_name_their_ranks() {
        let (a, b) = (vec!["full".to_owned()], vec!["full".to_owned(), "late".to_owned()]);
        let all = [(Some(2), &a[..]), (Some(0), &b[..]), (None, &[][..])];
        assert_eq!(notes(all.into_iter()), ["ranks 0, 2: full", "rank 0: late"]);
        let many: Vec<String> = (0..20).map(|n| n.to_string()).collect();
        assert_eq!(listed(&many, 2), "0, 1 and 18 more");
    }

    #[test]
    fn samples_of_one_line_are_added_up() {
        let site = |place: &str, samples| Site { place: place.to_owned(), samples, ..Site::default() };
        let part = |sites| SessionPart { sites: vec![(About::Api(1), sites)], ..SessionPart::default() };
        let parts = [part(vec![site("a:1", 2), site("b:2", 1)]), part(vec![site("b:2", 5)])];
        let all = sites(parts.iter());
        let found: Vec<_> =
            all[0].1.iter().map(|site| (&*site.place, site.samples, site.share_pct)).collect();
        assert_eq!(found, [("b:2", 6, 75.0), ("a:1", 2, 25.0)]);
    }
}
