//! Which calls are sampled, and where they came from.
//!
//! ```text
//! findings, selected row, early rows -> wishes -> source -> samples -> thread that resolves -> tally -> snapshot
//!                                                           \-> kept until a finding names the row
//! ```
//!
//! A finding may come when the program is about to end. So a few calls of each row that one could be about (*early*
//! rows: copies, waits, allocations, failing calls) are sampled as soon as there are any. Their stacks are only
//! resolved when a finding names the row, because that means reading the program's debug information.

pub use worker::Traced;

use super::earlier::{Candidates, Observation, Observations};
use super::outside::CallToPlace;
use super::replaced::{Code, may_be_in};
use super::{CallSite, Registers, StackSample, tree};
use crate::own_code::OfRank;
use crate::sink::InProgress;
use crate::snapshot::{About, Site, Waiting};
use limits::{CALLS, EARLY, ENOUGH, MOST_BYTES, MOST_EARLY, MOST_KEPT, MOST_PROCESSES, MOST_ROWS};
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::ops::Range;
use std::sync::Arc;
use std::time::{Duration, Instant};
use worker::{Done, Job, Worker};
use zetop_wire::catalog::Catalog;
use zetop_wire::requests::Sample;

/// Where the calls of one row came from.
#[derive(Debug, Default)]
struct Tally {
    samples: u64,
    sites: BTreeMap<CallSite, u64>,
}

/// A sample of a row that no finding names.
#[derive(Debug)]
struct Kept {
    wish: u64,
    pid: u32,
    catalog: Arc<Catalog>,
    sample: StackSample,
}

/// Knows what to sample, and what has been found.
#[derive(Debug, Default)]
pub struct Sampler {
    /// By number of the wish.
    rows: Vec<About>,
    tallies: HashMap<About, Tally>,
    /// What their places take.
    bytes: usize,
    /// The rows that findings name, and the row that the user looks at.
    named: Vec<About>,
    selected: Option<About>,
    /// The rows that findings could name.
    early: Vec<About>,
    /// The kernel that a slow rank may be named with, how often it was launched, and since when that is so.
    slowest: Option<(About, u64, Instant)>,
    kept: Vec<Kept>,
    /// Calls that are being placed, by number.
    calls: HashMap<u64, About>,
    calls_placed: u64,
    worker: Option<Worker>,
    /// Threads that were looked at.
    seen: Vec<Observations>,
    /// Calls that these were seen in, and that no snapshot has had yet.
    new: Vec<About>,
    /// Stacks that were followed, for who has asked.
    traced: Vec<Traced>,
    /// Samples that are being resolved.
    under_way: usize,
    met: Vec<u32>,
    /// Code of processes that stacks are followed in.
    code: HashMap<u32, Code>,
    /// Processes whose code has changed since they were met: they are met again before anything else.
    meet_again: BTreeSet<u32>,
    round: u64,
    /// Length of a tick of the processor's counter.
    ns_per_tick: f64,
    /// Samples that were taken, and what they cost the program, ns: in all, and the dearest.
    cost: (u64, f64, f64),
}

impl Sampler {
    /// The rows that findings name now.
    pub fn name(&mut self, rows: impl Iterator<Item = About>) {
        self.named = rows.filter(|row| *row != About::Nothing).take(MOST_ROWS).collect();
        self.resolve_kept();
    }

    /// The row that the user looks at.
    pub fn select(&mut self, row: Option<About>) {
        self.selected = row;
        self.resolve_kept();
    }

    /// Resolves the early samples of rows that somebody asks for now.
    fn resolve_kept(&mut self) {
        for kept in std::mem::take(&mut self.kept) {
            let asked = self.rows.get(kept.wish as usize).is_some_and(|row| self.is_asked_for(row));
            if !asked {
                self.kept.push(kept);
                continue;
            }
            self.resolve(kept);
        }
    }

    fn resolve(&mut self, kept: Kept) {
        if self.give(Job::Resolve(kept.wish, kept.pid, kept.catalog, kept.sample)) {
            self.under_way += 1;
        }
    }

    /// A process is about to be sampled.
    pub fn meet(&mut self, pid: u32, catalog: &Arc<Catalog>) {
        if !self.met.contains(&pid) {
            self.met.push(pid);
            self.give(Job::Meet(pid, Arc::clone(catalog)));
        }
    }

    /// Looks whether code of a process has been replaced, unless that was done a moment ago and is not wanted `now`. Returns how
    /// often that was done.
    pub fn look(&mut self, pid: u32, now: bool) -> u64 {
        if self.code.len() >= MOST_PROCESSES && !self.code.contains_key(&pid) {
            self.code.clear();
        }
        let code = self.code.entry(pid).or_default();
        let (is_replaced, looks) = (code.look(pid, now), code.looks);
        if is_replaced {
            let replaced = &code.replaced;
            self.kept.retain(|kept| kept.pid != pid || !may_be_in(replaced, &kept.sample));
            self.meet_again.insert(pid);
            self.meet_those_again();
        }
        looks
    }

    /// The code that was replaced since the last time.
    pub fn take_replaced(&mut self, pid: u32) -> Vec<Range<u64>> {
        self.code.get_mut(&pid).map(|code| code.replaced.drain(..).collect()).unwrap_or_default()
    }

    /// The length of a tick of the processor's counter, ns.
    pub fn tick(&mut self, ns_per_tick: f64) {
        self.ns_per_tick = ns_per_tick;
    }

    /// Samples that were taken, and what they cost the program, ns: in all, and the dearest.
    #[must_use]
    pub fn cost(&self) -> (u64, f64, f64) {
        self.cost
    }

    /// A sample has arrived, or the answer that the thread's stack has unknown bounds.
    pub fn came(&mut self, wish: u64, pid: u32, catalog: &Arc<Catalog>, sample: Option<Box<Sample>>) {
        match sample {
            Some(sample) => {
                let ns = sample.ticks as f64 * self.ns_per_tick;
                let (samples, total, max) = self.cost;
                self.cost = (samples + 1, total + ns, max.max(ns));
                let sample = StackSample::from(*sample);
                self.look(pid, false);
                let kept = Kept { wish, pid, catalog: Arc::clone(catalog), sample };
                let asked = self.rows.get(wish as usize).is_some_and(|row| self.is_asked_for(row));
                // Python's names are in the program's memory, which goes with the program.
                if asked || kept.sample.python.is_some() {
                    self.resolve(kept);
                } else if self.kept.len() < MOST_EARLY {
                    self.kept.push(kept);
                }
            }
            None => self.count(wish, CallSite { strange_stack: true, ..CallSite::default() }),
        }
    }

    /// The main thread of a rank was seen in its own code, at an address.
    pub fn computes(&mut self, OfRank { pid, rank, catalog, .. }: &OfRank, address: u64) {
        let about = About::OwnCode(*rank);
        let is_asked = self.is_asked_for(&about);
        let enough = if is_asked { ENOUGH as usize } else { EARLY };
        // Where many ranks compute, the rows of calls have room, too.
        if self.samples(&about) >= enough || !is_asked && self.kept.len() >= MOST_EARLY / 2 {
            return;
        }
        self.meet(*pid, catalog);
        let Some(wish) = self.number(&about) else { return };
        let registers = Registers { ip: address, sp: 0, bp: 0 };
        let sample = StackSample { registers, ..StackSample::default() };
        let kept = Kept { wish, pid: *pid, catalog: Arc::clone(catalog), sample };
        if is_asked {
            self.resolve(kept);
        } else {
            self.kept.push(kept);
        }
    }

    /// A call has not returned for a while: finds out where it was made.
    pub fn place(&mut self, call: CallToPlace, catalog: &Arc<Catalog>) {
        self.meet(call.pid, catalog);
        let (wish, about) = (CALLS + self.calls_placed, call.about.clone());
        if self.give(Job::Place(wish, call, Arc::clone(catalog))) {
            self.calls_placed += 1;
            self.under_way += 1;
            self.calls.insert(wish, about);
        }
    }

    /// Finds out where a stack came from: [`Self::traced`] has the answer, with this number. False if there is no room now for
    /// another one.
    pub fn trace(&mut self, number: u64, pid: u32, catalog: &Arc<Catalog>, sample: StackSample) -> bool {
        self.meet(pid, catalog);
        let given = self.give(Job::Trace(number, pid, Arc::clone(catalog), sample));
        self.under_way += usize::from(given);
        given
    }

    /// The stacks that were followed since the last time.
    pub fn traced(&mut self) -> Vec<Traced> {
        std::mem::take(&mut self.traced)
    }

    /// Finds out whether these threads are in calls that began before the probe came.
    pub fn see(&mut self, suspects: Candidates, catalog: &Arc<Catalog>) {
        self.meet(suspects.pid, catalog);
        if self.give(Job::See(suspects, Arc::clone(catalog))) {
            self.under_way += 1;
        }
    }

    /// What was found out about threads since the last time.
    pub fn seen(&mut self) -> Vec<Observations> {
        std::mem::take(&mut self.seen)
    }

    /// Forgets where calls were made that have returned: all but these of a snapshot.
    pub fn forget_calls(&mut self, going_on: &[Waiting]) {
        self.new.retain(|row| going_on.iter().all(|call| call.about != *row));
        let new = std::mem::take(&mut self.new);
        self.forget(|row| {
            matches!(row, About::Call { .. })
                && going_on.iter().all(|call| call.about != *row)
                && !new.contains(row)
        });
        self.new = new;
    }

    /// Forgets places of rows.
    fn forget(&mut self, is_over: impl Fn(&About) -> bool) {
        let bytes = &mut self.bytes;
        self.tallies.retain(|row, tally| {
            let stays = !is_over(row);
            if !stays {
                *bytes -= tally.sites.keys().map(CallSite::bytes).sum::<usize>().min(*bytes);
            }
            stays
        });
    }

    fn give(&mut self, job: Job) -> bool {
        if self.worker.is_none() {
            self.worker = Worker::start();
        }
        self.meet_those_again()
            && self.worker.as_ref().is_some_and(|worker| worker.jobs.try_send(job).is_ok())
    }

    /// False if there is no room for that now.
    fn meet_those_again(&mut self) -> bool {
        let Some(worker) = &self.worker else { return false };
        while let Some(pid) = self.meet_again.first().copied() {
            if worker.jobs.try_send(Job::MeetAgain(pid)).is_err() {
                return false;
            }
            self.meet_again.remove(&pid);
        }
        true
    }

    /// Takes resolved samples. True if there were any.
    pub fn take(&mut self) -> bool {
        let done: Vec<_> = self.worker.iter().flat_map(|worker| worker.done.try_iter()).collect();
        self.under_way = self.under_way.saturating_sub(done.len());
        let any = !done.is_empty();
        done.into_iter().for_each(|done| self.done(done));
        any
    }

    /// Waits for samples that are being resolved, but no longer than `limit`.
    pub fn settle(&mut self, limit: Duration) {
        let end = Instant::now() + limit;
        self.take();
        while self.settle_one(end.saturating_duration_since(Instant::now())) {}
    }

    /// Waits for one of them. False if there was none in time.
    pub fn settle_one(&mut self, limit: Duration) -> bool {
        let worker = self.worker.as_ref().filter(|_| self.under_way > 0);
        let Some(Ok(done)) = worker.map(|worker| worker.done.recv_timeout(limit)) else { return false };
        self.under_way -= 1;
        self.done(done);
        true
    }

    fn done(&mut self, done: Done) {
        let (wish, site) = match done {
            Done::Site(wish, site) => (wish, site),
            Done::Traced(traced) => return self.traced.push(traced),
            Done::Observations(mut seen) => {
                for (thread, sight) in &mut seen.threads {
                    let about = About::Call { pid: seen.pid, thread: *thread, ticks: InProgress::BEFORE };
                    if *sight != Observation::Still {
                        self.forget(|row| *row == about);
                        self.new.retain(|row| *row != about);
                    }
                    // What is not known for certain is not said.
                    if let Observation::Call { site, .. } = sight
                        && !site.frames.is_empty()
                    {
                        self.new.push(about.clone());
                        self.count_for(about, std::mem::take(&mut **site));
                    }
                }
                return self.seen.push(seen);
            }
        };
        let call = self.calls.remove(&wish);
        match (site, call) {
            (Some(site), Some(call)) => self.count_for(call, site),
            (Some(site), None) => self.count(wish, site),
            (None, _) => {}
        }
    }

    fn count(&mut self, wish: u64, site: CallSite) {
        if let Some(row) = self.rows.get(wish as usize) {
            self.count_for(row.clone(), site);
        }
    }

    fn count_for(&mut self, row: About, site: CallSite) {
        let tally = self.tallies.entry(row).or_default();
        tally.samples += 1;
        let known = tally.sites.contains_key(&site);
        let bytes = if known { 0 } else { site.bytes() };
        if known || tally.sites.len() < MOST_KEPT && self.bytes + bytes <= MOST_BYTES {
            self.bytes += bytes;
            *tally.sites.entry(site).or_default() += 1;
        }
    }

    /// Starts afresh, because the figures were reset.
    pub fn reset(&mut self) {
        // Calls in progress go on.
        self.tallies.retain(|row, _| matches!(row, About::Call { .. }));
        self.bytes = self.tallies.values().flat_map(|tally| tally.sites.keys()).map(CallSite::bytes).sum();
        self.kept.clear();
    }

    /// Where the calls of a row came from, the most frequent place first; empty if not known yet.
    #[must_use]
    pub fn sites(&self, row: &About) -> Vec<Site> {
        self.tallies.get(row).map_or_else(Vec::new, |tally| tree::sites(&tally.sites, tally.samples))
    }

    /// Where the calls of all rows came from, as [`Self::sites`] has it for one.
    #[must_use]
    pub fn all(&self) -> Vec<(About, Vec<Site>)> {
        let sites = |tally: &Tally| tree::sites(&tally.sites, tally.samples);
        self.tallies.iter().map(|(row, tally)| (row.clone(), sites(tally))).collect()
    }
}

mod limits;
#[cfg(test)]
mod tests;
mod wishes;
mod worker;
