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

use super::apart::Apart;
use super::earlier::{Seen, Sight, Suspects, see};
use super::outside::CallToPlace;
use super::replaced::{Code, may_be_in};
use super::{CallSite, Registers, StackSample, tree};
use crate::own_code::OfRank;
use crate::sink::InProgress;
use crate::snapshot::{About, Role, Site, Snapshot, Waiting};
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::ops::Range;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, SyncSender, channel, sync_channel};
use std::time::{Duration, Instant};
use zetop_wire::catalog::Catalog;
use zetop_wire::requests::Sample;

/// Rows sampled at a time: one for each slot that a process has.
const MOST_ROWS: usize = 8;
/// With this many samples the shares are known to a few percent: from then on, sampling a tenth as often is
/// enough.
const ENOUGH: u64 = 200;
const SELDOM: u64 = 10;
const MOST_EARLY: usize = EARLY * MOST_ROWS;
/// Samples that may wait to be resolved; further ones are dropped.
const QUEUE: usize = MOST_EARLY + 64;
/// Samples of a row that no finding names: enough to know its line.
const EARLY: usize = 10;
/// What was not called for this long is no early row: each call of the program looks at a request that waits.
const EARLY_QUIET_NS: u64 = 1_000_000_000;
/// Early rows of a sort.
const EARLY_ROWS: usize = 2;
/// Rows and places of each that are kept in memory.
const MOST_KEPT: usize = 1024;
/// Numbers of calls in progress begin here; those of rows are below.
const CALLS: u64 = 1 << 32;
/// Processes whose code is looked at.
const MOST_PROCESSES: usize = 4096;
/// What all places together may take, bytes.
const MOST_BYTES: usize = 16 << 20;

/// Where the calls of one row came from.
#[derive(Debug, Default)]
struct Tally {
    samples: u64,
    sites: BTreeMap<CallSite, u64>,
}

enum Job {
    /// A process will be sampled: look at its modules while it exists.
    Meet(u32, Arc<Catalog>),
    /// Other code is at addresses of the process.
    MeetAgain(u32),
    Resolve(u64, u32, Arc<Catalog>, StackSample),
    /// Resolves a stack that is no sample of a row, such as that of an allocation.
    Trace(u64, u32, Arc<Catalog>, StackSample),
    /// Read the stack of a call that has not returned, and resolve that.
    Place(u64, CallToPlace, Arc<Catalog>),
    /// See whether threads are in calls that nobody has noted.
    See(Suspects, Arc<Catalog>),
}

/// What the worker has found out.
enum Done {
    Site(u64, Option<CallSite>),
    Traced(Traced),
    Seen(Seen),
}

/// Where a stack came from that [`Sampler::trace`] was given.
#[derive(Debug, Clone, Default)]
pub struct Traced {
    pub number: u64,
    pub site: CallSite,
    /// The addresses of all frames, innermost first, each within its call.
    pub addresses: Vec<u64>,
}

/// Resolves samples: reading the debug information of large programs takes seconds.
#[derive(Debug)]
struct Worker {
    jobs: SyncSender<Job>,
    done: Receiver<Done>,
}

impl Worker {
    fn start() -> Option<Self> {
        let (jobs, work) = sync_channel::<Job>(QUEUE);
        let (results, done) = channel();
        let run = move || {
            let mut resolver = Apart::default();
            for job in work {
                match job {
                    Job::Meet(pid, catalog) => resolver.meet(pid, &catalog),
                    Job::MeetAgain(pid) => resolver.meet_again(pid),
                    Job::Resolve(wish, pid, catalog, sample) => {
                        // nobody listens any more when the session is over
                        let site = resolver.resolve(pid, &catalog, &sample);
                        let _ = results.send(Done::Site(wish, Some(site)));
                    }
                    Job::Trace(number, pid, catalog, sample) => {
                        let (site, addresses) = resolver.trace(pid, &catalog, &sample);
                        let _ = results.send(Done::Traced(Traced { number, site, addresses }));
                    }
                    Job::Place(wish, call, catalog) => {
                        let sample = call.sample();
                        let site = sample.map(|sample| resolver.resolve(call.pid, &catalog, &sample));
                        let _ = results.send(Done::Site(wish, site.filter(|_| call.goes_on())));
                    }
                    Job::See(suspects, catalog) => {
                        let pid = suspects.pid;
                        let look = |(tid, known): &(u32, Option<u64>)| {
                            let sight = see(&suspects, *tid, *known, |sample| {
                                resolver.entered(pid, &catalog, sample)
                            });
                            (*tid, sight)
                        };
                        let threads = suspects.threads.iter().map(look).collect();
                        let _ = results.send(Done::Seen(Seen { pid, catalog, threads }));
                    }
                }
            }
        };
        std::thread::Builder::new().name("call-sites".to_owned()).spawn(run).ok()?;
        Some(Self { jobs, done })
    }
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
    kept: Vec<Kept>,
    /// Calls that are being placed, by number.
    calls: HashMap<u64, About>,
    calls_placed: u64,
    worker: Option<Worker>,
    /// Threads that were looked at.
    seen: Vec<Seen>,
    /// Calls that these were seen in, and that no snapshot has had yet.
    new: Vec<About>,
    /// Stacks that were followed, for who has asked.
    traced: Vec<Traced>,
    /// Samples that are being resolved.
    under_way: usize,
    met: Vec<u32>,
    /// Code of processes that stacks are followed in.
    code: HashMap<u32, Code>,
    /// Those whose code has changed since they were met: before anything else.
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

    /// Looks for rows that findings could name.
    pub fn look_ahead(&mut self, snapshot: &Snapshot) {
        self.early = early(snapshot);
    }

    fn is_asked_for(&self, row: &About) -> bool {
        self.selected.as_ref() == Some(row) || self.named.contains(row)
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

    /// Samples of a row that are there, resolved or not.
    fn samples(&self, row: &About) -> usize {
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

    fn number(&mut self, row: &About) -> Option<u64> {
        let known = self.rows.iter().position(|known| known == row);
        let at = known.or_else(|| {
            (self.rows.len() < MOST_KEPT).then(|| {
                self.rows.push(row.clone());
                self.rows.len() - 1
            })
        })?;
        Some(at as u64)
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
    pub fn see(&mut self, suspects: Suspects, catalog: &Arc<Catalog>) {
        self.meet(suspects.pid, catalog);
        if self.give(Job::See(suspects, Arc::clone(catalog))) {
            self.under_way += 1;
        }
    }

    /// What was found out about threads since the last time.
    pub fn seen(&mut self) -> Vec<Seen> {
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
            Done::Seen(mut seen) => {
                for (thread, sight) in &mut seen.threads {
                    let about = About::Call { pid: seen.pid, thread: *thread, ticks: InProgress::BEFORE };
                    if *sight != Sight::Still {
                        self.forget(|row| *row == about);
                        self.new.retain(|row| *row != about);
                    }
                    // What is not known for certain is not said.
                    if let Sight::Call { site, .. } = sight
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

    /// The same for all rows.
    #[must_use]
    pub fn all(&self) -> Vec<(About, Vec<Site>)> {
        let sites = |tally: &Tally| tree::sites(&tally.sites, tally.samples);
        self.tallies.iter().map(|(row, tally)| (row.clone(), sites(tally))).collect()
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::call_site::Frame;
    use std::path::Path;

    fn site(lines: &[u32]) -> CallSite {
        let frame = |line: &u32| Frame {
            function: Some("work".into()),
            file: Some("/src/app.cpp".into()),
            line: Some(*line),
            module: Path::new("/bin/app").into(),
            address: 0x100,
        };
        CallSite { frames: lines.iter().map(frame).collect(), ..CallSite::default() }
    }

    #[test]
    fn the_place_of_an_earlier_call_stays_until_a_snapshot_has_the_call() {
        let mut sampler = Sampler::default();
        let seen = |sight| Done::Seen(Seen { pid: 1, catalog: Arc::default(), threads: vec![(7, sight)] });
        let about = About::Call { pid: 1, thread: 7, ticks: InProgress::BEFORE };
        let call = || Sight::Call { function: "wait".to_owned(), site: Box::new(site(&[12])), runs: 3 };
        sampler.done(seen(call()));
        sampler.forget_calls(&[]);
        sampler.done(seen(Sight::Still));
        assert_eq!(sampler.sites(&about).len(), 1, "no snapshot has had it yet");
        let waiting = Waiting { about: about.clone(), ..Waiting::default() };
        sampler.forget_calls(&[waiting]);
        assert_eq!(sampler.sites(&about).len(), 1);
        sampler.forget_calls(&[]);
        assert!(sampler.sites(&about).is_empty(), "it has returned");
        for other in [Sight::Moves, Sight::Elsewhere] {
            sampler.done(seen(call()));
            sampler.done(seen(other));
            assert!(sampler.sites(&about).is_empty());
        }
        let nowhere =
            Sight::Call { function: "wait".to_owned(), site: Box::new(CallSite::default()), runs: 3 };
        sampler.done(seen(nowhere));
        assert!(sampler.sites(&about).is_empty());
        assert_eq!((sampler.bytes, sampler.seen().len()), (0, 7));
    }

    #[test]
    fn places_are_counted_by_line_with_their_shares() {
        let mut sampler = Sampler::default();
        sampler.name([About::Api(4)].into_iter());
        let wish = sampler.wishes()[0].0;
        for (lines, times) in [(&[10, 20][..], 3), (&[10, 30], 4), (&[11, 20], 1)] {
            (0..times).for_each(|_| sampler.count(wish, site(lines)));
        }
        let sites = sampler.sites(&About::Api(4));
        assert_eq!(
            sites.iter().map(|s| (s.line, s.samples)).collect::<Vec<_>>(),
            [(Some(10), 7), (Some(11), 1)]
        );
        assert_eq!((sites[0].share_pct, sites[0].callers[0].as_str()), (87.5, "app.cpp:30 in work"));
        assert_eq!(sites[0].place, "app.cpp:10 in work");
        assert_eq!(sampler.sites(&About::Api(5)), []);
        sampler.reset();
        assert_eq!(sampler.all(), []);
    }

    /// A program chooses the names of its files and functions, and they go into the JSON as they are here.
    #[test]
    fn names_from_the_programs_files_are_harmless() {
        let evil = "/tmp/\u{1b}[31mred\u{9b}2J\u{202e}";
        let frame = Frame {
            function: Some(evil.into()),
            file: Some(evil.into()),
            line: Some(1),
            module: Path::new(evil).into(),
            address: 0,
        };
        let mut sampler = Sampler::default();
        sampler.name([About::Api(4)].into_iter());
        let wish = sampler.wishes()[0].0;
        sampler.count(wish, CallSite { frames: vec![frame; 2], ..CallSite::default() });
        let site = &sampler.sites(&About::Api(4))[0];
        let names =
            [&site.file, &site.function, &site.module].map(|name| name.as_deref().unwrap_or_default());
        assert_eq!(names, ["/tmp/red"; 3]);
        assert_eq!(
            (site.place.as_str(), site.callers[0].as_str()),
            ("red:1 in /tmp/red", "red:1 in /tmp/red")
        );
    }

    /// A program under a second: its finding comes with its end.
    #[test]
    fn what_a_finding_could_be_about_is_sampled_before_there_is_one() {
        let wait =
            |id, quiet_ns| crate::snapshot::Api { id, role: Role::Wait, quiet_ns, ..Default::default() };
        let mut snapshot = Snapshot::default();
        snapshot.host.apis = vec![wait(3, 0), wait(4, 5_000_000_000)];
        let mut sampler = Sampler::default();
        sampler.look_ahead(&snapshot);
        let wishes = sampler.wishes();
        assert_eq!(wishes.iter().map(|(_, row)| row).collect::<Vec<_>>(), [&About::Api(3)]);
        let (wish, catalog) = (wishes[0].0, Arc::new(Catalog::default()));
        for _ in 0..EARLY {
            sampler.came(wish, std::process::id(), &catalog, Some(Box::default()));
        }
        assert_eq!(sampler.wishes(), [], "a few are enough");
        assert_eq!(
            (sampler.kept.len(), sampler.all()),
            (EARLY, Vec::new()),
            "nobody has asked for its lines"
        );
        sampler.name([About::Api(3)].into_iter());
        sampler.settle(Duration::from_secs(60));
        assert_eq!((sampler.kept.len(), sampler.sites(&About::Api(3))[0].samples), (0, EARLY as u64));
        assert_eq!(sampler.wishes().len(), 1, "now the shares matter");
    }

    #[test]
    fn the_selected_row_comes_first_and_enough_is_enough() {
        let mut sampler = Sampler::default();
        sampler.name((0..20).map(About::Api));
        sampler.select(Some(About::Api(99)));
        let wishes = sampler.wishes();
        assert_eq!((wishes.len(), &wishes[0].1), (MOST_ROWS, &About::Api(99)));
        (0..ENOUGH).for_each(|_| sampler.count(wishes[0].0, CallSite::default()));
        let asked = (0..SELDOM).filter(|_| sampler.wishes().iter().any(|wish| wish.1 == About::Api(99)));
        assert_eq!(asked.count(), 1);
    }
}
