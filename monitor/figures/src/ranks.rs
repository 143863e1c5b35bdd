//! A job's ranks side by side.

use crate::snapshot::Process;
use std::collections::BTreeMap;
use std::collections::btree_map::Entry;

/// Among fewer ranks, none is an outlier.
pub const MIN_RANKS_FOR_OUTLIER: usize = 3;
/// An outlier differs from the median by this part of it, and by this many times the largest difference of any other value.
const MIN_RELATIVE_DEVIATION: f64 = 0.25;
const OUTLIER_FACTOR: f64 = 4.0;

/// All processes of a rank, added up.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Rank {
    pub rank: u32,
    /// Processes that report this rank: more than one if it has forked a worker, or was started again.
    pub processes: u64,
    pub host: String,
    pub calls: u64,
    pub host_ns: u64,
    pub waits_ns: u64,
    /// Time watched that was not spent in the API; known only of one process with one thread.
    pub outside_ns: Option<u64>,
    pub device_ns: u64,
    pub bytes: u64,
    pub kernels: u64,
    /// Operations whose completion has not been seen yet.
    pub pending: u64,
    /// Processor time of its main thread in its own code, and in libraries by which ranks talk to each other, if that is watched.
    pub own_code_ns: Option<u64>,
    pub between_ranks_ns: Option<u64>,
    /// How long the process that was watched longest was watched.
    pub watched_ns: u64,
}

impl Rank {
    /// Its number, and that of its processes if there are several.
    #[must_use]
    pub fn label(&self) -> String {
        match self.processes {
            0 | 1 => self.rank.to_string(),
            several => format!("{} ×{several}", self.rank),
        }
    }
}

/// Ranks, by their numbers. One that is there several times counts once for each job.
#[must_use]
pub fn ranks(processes: &[Process]) -> Vec<Rank> {
    let mut all: BTreeMap<(u32, Option<&str>), Rank> = BTreeMap::new();
    for process in processes {
        let Some(rank) = process.member.rank else { continue };
        let entry = all.entry((rank, process.member.job.as_deref()));
        let is_first = matches!(entry, Entry::Vacant(_));
        let known = entry.or_default();
        known.rank = rank;
        known.processes += 1;
        known.host.clone_from(&process.member.host);
        known.calls = known.calls.saturating_add(process.calls);
        known.host_ns = known.host_ns.saturating_add(process.host_ns);
        known.waits_ns = known.waits_ns.saturating_add(process.waits_ns);
        known.device_ns = known.device_ns.saturating_add(process.device_ns);
        known.bytes = known.bytes.saturating_add(process.bytes);
        known.kernels = known.kernels.saturating_add(process.kernels);
        known.pending = known.pending.saturating_add(process.pending);
        known.watched_ns = known.watched_ns.max(process.watched_ns);
        let most = |known: &mut Option<u64>, ns: Option<u64>| *known = (*known).max(ns);
        most(&mut known.own_code_ns, process.own_code_ns);
        most(&mut known.between_ranks_ns, process.between_ranks_ns);
        known.outside_ns = process.outside_ns().filter(|_| is_first);
    }
    all.into_values().collect()
}

/// Least, median and greatest value, and the outlier.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Spread {
    pub least: f64,
    pub median: f64,
    pub most: f64,
    /// The position of a value that is far from all others.
    pub odd: Option<usize>,
}

/// `None` for no values.
#[must_use]
pub fn spread(values: &[f64]) -> Option<Spread> {
    let sorted = |values: &[f64]| {
        let mut sorted = values.to_vec();
        sorted.sort_by(f64::total_cmp);
        sorted
    };
    let all = sorted(values);
    let (least, most) = (*all.first()?, *all.last()?);
    let median = middle(&all);
    let differs = |value: f64| (value - median).abs();
    let farthest = (0..values.len()).max_by(|a, b| differs(values[*a]).total_cmp(&differs(values[*b])))?;
    let others: Vec<f64> = values
        .iter()
        .enumerate()
        .filter(|(at, _)| *at != farthest)
        .map(|(_, value)| differs(*value))
        .collect();
    let beyond = others.iter().copied().fold(0.0, f64::max) * OUTLIER_FACTOR;
    let is_odd = values.len() >= MIN_RANKS_FOR_OUTLIER
        && differs(values[farthest]) > beyond.max(MIN_RELATIVE_DEVIATION * median.abs());
    Some(Spread { least, median, most, odd: is_odd.then_some(farthest) })
}

fn middle(sorted: &[f64]) -> f64 {
    let half = sorted.len() / 2;
    match sorted.len() {
        0 => 0.0,
        n if n % 2 == 1 => sorted[half],
        _ => (sorted[half - 1] + sorted[half]) / 2.0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::job::Member;
    use std::sync::Arc;

    #[test]
    fn the_odd_one_is_far_from_all_others() {
        let of = |values: &[f64]| spread(values).and_then(|spread| spread.odd);
        assert_eq!(of(&[10.0, 10.1, 16.0, 9.9]), Some(2));
        assert_eq!(of(&[10.0, 10.1, 3.0, 9.9]), Some(2));
        assert_eq!(of(&[10.0, 11.0, 12.0, 10.5]), None, "a little more");
        assert_eq!(of(&[10.0, 10.0, 16.0, 16.0]), None, "two kinds");
        assert_eq!((of(&[10.0, 16.0]), of(&[0.0, 0.0, 0.0]), spread(&[])), (None, None, None));
        let all = spread(&[4.0, 1.0, 2.0, 3.0]).unwrap();
        assert_eq!((all.least, all.median, all.most), (1.0, 2.5, 4.0));
    }

    #[test]
    fn processes_of_a_rank_are_added_up() {
        let of = |rank, calls| {
            let member = Member { rank, ..Member::default() };
            Process { member: Arc::new(member), calls, host_ns: 2, watched_ns: 10, ..Process::default() }
        };
        let all = ranks(&[of(Some(1), 5), of(Some(0), 3), of(Some(1), 2), of(None, 9)]);
        let found = all.iter().map(|rank| (rank.rank, rank.processes, rank.calls, rank.outside_ns));
        assert_eq!(found.collect::<Vec<_>>(), [(0, 1, 3, Some(8)), (1, 2, 7, None)]);
    }
}
