//! Which calls are sampled, and where they came from.
//!
//! ```text
//! findings, selected row -> wishes -> source -> samples -> thread that resolves -> tally -> snapshot
//! ```

use super::apart::Apart;
use super::{CallSite, StackSample};
use crate::clean::clean;
use crate::snapshot::{About, Site};
use std::collections::{BTreeMap, HashMap};
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
/// Samples that may wait to be resolved; further ones are dropped.
const QUEUE: usize = 64;
/// Places and callers shown for a row.
const MOST_SITES: usize = 8;
/// Rows and places of each that are kept in memory.
const MOST_KEPT: usize = 1024;
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
    Resolve(u64, u32, Arc<Catalog>, StackSample),
}

/// Resolves samples: reading the debug information of large programs takes seconds.
#[derive(Debug)]
struct Worker {
    jobs: SyncSender<Job>,
    done: Receiver<(u64, CallSite)>,
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
                    Job::Resolve(wish, pid, catalog, sample) => {
                        // nobody listens any more when the session is over
                        let _ = results.send((wish, resolver.resolve(pid, &catalog, &sample)));
                    }
                }
            }
        };
        std::thread::Builder::new().name("call-sites".to_owned()).spawn(run).ok()?;
        Some(Self { jobs, done })
    }
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
    worker: Option<Worker>,
    /// Samples that are being resolved.
    under_way: usize,
    met: Vec<u32>,
    round: u64,
    /// Length of a tick of the processor's counter.
    ns_per_tick: f64,
    /// Samples that were taken, and what they cost the program, ns: in all, and the dearest.
    cost: (u64, f64, f64),
}

impl Sampler {
    /// The rows that findings name now.
    pub fn name(&mut self, rows: impl Iterator<Item = About>) {
        self.named = rows.take(MOST_ROWS).collect();
    }

    /// The row that the user looks at.
    pub fn select(&mut self, row: Option<About>) {
        self.selected = row;
    }

    /// The rows to sample now, each with its number.
    pub fn wishes(&mut self) -> Vec<(u64, About)> {
        self.round += 1;
        let mut wanted: Vec<About> = Vec::new();
        for row in self.selected.iter().chain(&self.named) {
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
                if self.give(Job::Resolve(wish, pid, Arc::clone(catalog), sample)) {
                    self.under_way += 1;
                }
            }
            None => self.count(wish, CallSite { strange_stack: true, ..CallSite::default() }),
        }
    }

    fn give(&mut self, job: Job) -> bool {
        if self.worker.is_none() {
            self.worker = Worker::start();
        }
        self.worker.as_ref().is_some_and(|worker| worker.jobs.try_send(job).is_ok())
    }

    /// Takes resolved samples. True if there were any.
    pub fn take(&mut self) -> bool {
        let done: Vec<_> = self.worker.iter().flat_map(|worker| worker.done.try_iter()).collect();
        self.under_way = self.under_way.saturating_sub(done.len());
        let any = !done.is_empty();
        done.into_iter().for_each(|(wish, site)| self.count(wish, site));
        any
    }

    /// Waits for samples that are being resolved, but no longer than `limit`.
    pub fn settle(&mut self, limit: Duration) {
        let end = Instant::now() + limit;
        self.take();
        while self.under_way > 0
            && let Some(worker) = &self.worker
            && let Ok((wish, site)) = worker.done.recv_timeout(end.saturating_duration_since(Instant::now()))
        {
            self.under_way -= 1;
            self.count(wish, site);
        }
    }

    fn count(&mut self, wish: u64, site: CallSite) {
        let Some(row) = self.rows.get(wish as usize) else { return };
        let tally = self.tallies.entry(row.clone()).or_default();
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
        self.tallies.clear();
        self.bytes = 0;
    }

    /// Where the calls of a row came from, the most frequent place first; empty if not known yet.
    #[must_use]
    pub fn sites(&self, row: &About) -> Vec<Site> {
        self.tallies.get(row).map_or_else(Vec::new, sites)
    }

    /// The same for all rows.
    #[must_use]
    pub fn all(&self) -> Vec<(About, Vec<Site>)> {
        self.tallies.iter().map(|(row, tally)| (row.clone(), sites(tally))).collect()
    }
}

fn sites(tally: &Tally) -> Vec<Site> {
    // Calls from one line count as one place, whatever called that.
    let mut places: BTreeMap<String, (u64, &CallSite, u64)> = BTreeMap::new();
    for (site, count) in &tally.sites {
        let place = places.entry(site.to_string()).or_insert((0, site, 0));
        place.0 += count;
        if *count > place.2 {
            (place.1, place.2) = (site, *count);
        }
    }
    let mut all: Vec<Site> = places
        .into_iter()
        // The names are from the program's own files.
        .map(|(place, (samples, site, _))| Site {
            place: clean(&place),
            file: site.frames.first().and_then(|frame| Some(clean(frame.file.as_deref()?).into())),
            line: site.frames.first().and_then(|frame| frame.line),
            function: site.frames.first().and_then(|frame| Some(clean(frame.function.as_deref()?).into())),
            module: site.frames.first().map(|frame| clean(&frame.module.to_string_lossy()).into()),
            callers: site.frames.iter().skip(1).map(|frame| clean(&frame.to_string())).collect(),
            samples,
            share_pct: 100.0 * samples as f64 / tally.samples.max(1) as f64,
        })
        .collect();
    all.sort_by(|a, b| b.samples.cmp(&a.samples).then_with(|| a.place.cmp(&b.place)));
    all.truncate(MOST_SITES);
    all
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
