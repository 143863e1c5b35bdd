//! Which rows are sampled now: those that somebody asks for, and a few that a finding could name.

use super::limits::{EARLY, EARLY_QUIET_NS, EARLY_ROWS, ENOUGH, MOST_KEPT, MOST_ROWS, SELDOM};
use super::{Kept, Sampler};
use crate::ranks::{MIN_RANKS_FOR_OUTLIER, ranks};
use crate::snapshot::{About, Role, Snapshot};
use std::time::{Duration, Instant};

impl Sampler {
    /// Looks for rows that findings could name.
    pub fn look_ahead(&mut self, snapshot: &Snapshot) {
        self.early = self.slowest_ranks_kernel(snapshot).into_iter().chain(early(snapshot)).collect();
    }

    /// The kernel that the rank whose device works longest spends most time in, if it was launched a moment ago.
    fn slowest_ranks_kernel(&mut self, snapshot: &Snapshot) -> Option<About> {
        let (kernel, launches) = most_of_slowest_rank(snapshot)?;
        let since = match &self.slowest {
            Some((known, n, since)) if *known == kernel && *n == launches => *since,
            _ => Instant::now(),
        };
        self.slowest = Some((kernel.clone(), launches, since));
        (since.elapsed() < Duration::from_nanos(EARLY_QUIET_NS)).then_some(kernel)
    }

    pub(super) fn is_asked_for(&self, row: &About) -> bool {
        self.selected.as_ref() == Some(row) || self.named.contains(row)
    }

    /// Samples of a row that are there, resolved or not.
    pub(super) fn samples(&self, row: &About) -> usize {
        let resolved = self.tallies.get(row).map_or(0, |tally| tally.samples as usize);
        let is_of = |kept: &&Kept| self.rows.get(kept.wish as usize) == Some(row);
        resolved + self.kept.iter().filter(is_of).count()
    }

    /// The rows to sample now, each with its number.
    pub fn wishes(&mut self) -> Vec<(u64, About)> {
        self.round += 1;
        let mut wanted: Vec<About> = Vec::new();
        let asked = self.selected.iter().chain(&self.named).map(|row| (row, true));
        let asked = asked.filter(|(row, _)| !matches!(row, About::OwnCode(_)));
        for (row, asked) in asked.chain(self.early.iter().map(|row| (row, false))) {
            if !asked && self.samples(row) >= EARLY {
                continue;
            }
            let enough = self.tallies.get(row).is_some_and(|tally| tally.samples >= ENOUGH);
            let due = !enough || self.round.is_multiple_of(SELDOM);
            if due && !wanted.contains(row) && wanted.len() < MOST_ROWS {
                wanted.push(row.clone());
            }
        }
        wanted.into_iter().filter_map(|row| Some((self.number(&row)?, row))).collect()
    }

    pub(super) fn number(&mut self, row: &About) -> Option<u64> {
        let known = self.rows.iter().position(|known| known == row);
        let at = known.or_else(|| {
            (self.rows.len() < MOST_KEPT).then(|| {
                self.rows.push(row.clone());
                self.rows.len() - 1
            })
        })?;
        Some(at as u64)
    }
}

/// Rows of each sort that findings are about, the dearest first, as far as they are active.
fn early(snapshot: &Snapshot) -> Vec<About> {
    let mut rows = Vec::new();
    let mut transfers: Vec<_> =
        snapshot.device.transfers.iter().filter(|t| t.quiet_ns < EARLY_QUIET_NS).collect();
    transfers.sort_by_key(|transfer| std::cmp::Reverse(transfer.total_ns.max(transfer.ops)));
    rows.extend(transfers.into_iter().take(EARLY_ROWS).map(|t| About::Transfer {
        src: t.src.kind.clone(),
        dst: t.dst.kind.clone(),
        device: t.device,
    }));
    // They are sorted by time.
    let apis = || snapshot.host.apis.iter().filter(|api| api.quiet_ns < EARLY_QUIET_NS);
    let of = |roles: &'static [Role]| apis().filter(move |api| roles.contains(&api.role));
    rows.extend(of(&[Role::Wait]).take(EARLY_ROWS).map(|api| About::Api(api.id)));
    rows.extend(of(&[Role::Alloc, Role::Free]).take(EARLY_ROWS).map(|api| About::Api(api.id)));
    let failing = apis().filter(|api| api.errors > api.expected_errors && api.faultless_ns < EARLY_QUIET_NS);
    rows.extend(failing.take(EARLY_ROWS).map(|api| About::Failing(api.id)));
    rows
}

/// Finds the rank whose device works longest, if there are enough ranks to name a slow one, and returns the kernel that this rank
/// spends most time in, and how often that kernel was launched.
fn most_of_slowest_rank(snapshot: &Snapshot) -> Option<(About, u64)> {
    let all = ranks(&snapshot.processes);
    let slowest =
        all.iter().max_by_key(|rank| rank.device_ns).filter(|_| all.len() >= MIN_RANKS_FOR_OUTLIER)?;
    let running = snapshot.processes.iter().filter(|process| process.running);
    let of_it = running.filter(|process| process.member.rank == Some(slowest.rank));
    let kernel = of_it.max_by_key(|process| process.device_ns)?.dearest.kernel.clone()?;
    let About::Kernel { name, device } = &kernel else { return None };
    let row = snapshot.device.kernels.iter().find(|row| row.name == *name && row.device == *device)?;
    let launches = row.launches;
    Some((kernel, launches))
}
