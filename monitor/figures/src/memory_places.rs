//! Allocations by the line that made them.
//!
//! ```text
//! source -> allocations and frees, in their order -> ledger -> sink
//!                              stacks of allocations \-> sampler, which follows them, and back
//! ```
//!
//! What was allocated and freed is counted in its order, so that peaks are exact: it waits until all stacks before it are
//! known. A stack that was seen before is known by its return addresses; the others are followed one after the other. First the
//! process is looked at: where other code has come, a stack may be from what was there before, and has no place.

use crate::call_site::replaced::may_be_in;
use crate::call_site::sampler::{Sampler, Traced};
use crate::call_site::{CallSite, StackSample};
use crate::sink::{MemoryPlace, PlaceFigures, ProcessId, Sink};
use crate::source::Allocated;
use crate::source::allocations::{Event, What};
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet, VecDeque};
use std::ops::Range;
use std::sync::Arc;
use std::time::{Duration, Instant};
use zetop_wire::catalog::Catalog;

/// Stacks that are followed at a time: samples for findings need the thread that does this, too.
const AT_A_TIME: usize = 48;
/// What stacks that wait may take, bytes. Allocations beyond have no place.
const MOST_WAITING: usize = 32 << 20;
/// Places of a process; allocations from further ones have none.
const MOST_PLACES: usize = 2048;
/// Stacks of a process that are known.
const MOST_KNOWN: usize = 4096;
const MOST_PROCESSES: usize = 4096;
/// Events of a process that wait for a place. With more, those that wait longest have none.
const MOST_QUEUED: usize = 1 << 18;

/// Follows allocations from their stacks to their lines.
#[derive(Debug, Default)]
pub struct Ledger {
    accounts: BTreeMap<ProcessId, Account>,
    /// Stacks that are being followed, by number.
    asked: HashMap<u64, (ProcessId, u64, StackSample)>,
    last: u64,
    waiting: usize,
}

#[derive(Debug)]
struct Account {
    pid: u32,
    catalog: Arc<Catalog>,
    queue: VecDeque<Entry>,
    /// How often the process was looked at, and how much of the queue had come before.
    looks: u64,
    looked: usize,
    known: HashMap<Key, Vec<Known>>,
    /// Stacks like these are being followed.
    under_way: HashSet<Key>,
    /// Allocations whose stacks were followed.
    answers: HashMap<u64, Option<Arc<CallSite>>>,
    places: Vec<Place>,
    numbers: HashMap<(usize, Arc<CallSite>), usize>,
    live: HashMap<u64, Live>,
    changed: BTreeSet<usize>,
}

#[derive(Debug)]
enum Entry {
    Made { id: u64, kind: usize, amount: Amount, at: u64, from: Origin },
    Freed { id: u64 },
}

#[derive(Debug)]
enum Origin {
    Stack(Box<StackSample>),
    /// `None` is a place that can't be known.
    Site(Option<Arc<CallSite>>),
}

/// Stacks that are the same here may be the same.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
struct Key {
    ip: u64,
    sp: u64,
    python: Vec<[u64; 3]>,
}

impl Key {
    fn from_sample(sample: &StackSample) -> Self {
        let python = sample.python.as_ref().map(|python| python.frames.clone()).unwrap_or_default();
        Self { ip: sample.registers.ip, sp: sample.registers.sp, python }
    }
}

/// A stack that was followed: where on it the return addresses were.
#[derive(Debug)]
struct Known {
    words: Vec<(u64, u64)>,
    site: Option<Arc<CallSite>>,
}

impl Known {
    /// `None` if not all of the addresses are on the stack.
    fn new(sample: &StackSample, addresses: &[u64], site: Option<Arc<CallSite>>) -> Option<Self> {
        let mut at = sample.registers.sp;
        let mut words = Vec::new();
        // The first one is the instruction pointer; others are one byte before the address to which is returned.
        for address in addresses.iter().skip(1) {
            let word = address.wrapping_add(1);
            while sample.word(at)? != word {
                at += 8;
            }
            words.push((at, word));
            at += 8;
        }
        Some(Self { words, site })
    }

    fn is(&self, sample: &StackSample) -> bool {
        self.words.iter().all(|(at, word)| sample.word(*at) == Some(*word))
    }
}

#[derive(Debug)]
struct Place {
    place: Arc<MemoryPlace>,
    figures: PlaceFigures,
    /// When those that are live were made, by their numbers.
    live: BTreeMap<u64, u64>,
    /// Sum of that.
    sum: u128,
    /// Allocations, frees and what is live, in parts of [`ONE`].
    counts: [u64; 3],
    variance: f64,
}

#[derive(Debug, Clone, Copy)]
struct Live {
    place: usize,
    amount: Amount,
}

/// What an allocation stands for.
#[derive(Debug, Clone, Copy)]
struct Amount {
    bytes: u64,
    /// In parts of [`ONE`].
    count: u64,
    /// What it adds to the variance of the bytes.
    variance: f64,
}

const ONE: u64 = 1024;

impl Amount {
    /// Of an allocation of `size` bytes, where one is noted for `mean` bytes; 0: each. The chance that it was noted is
    /// 1 - exp(-size / mean), and it stands for one of that many.
    fn new(size: u64, mean: u64) -> Self {
        if mean == 0 {
            return Self { bytes: size, count: ONE, variance: 0.0 };
        }
        let chance = -(-(size.max(1) as f64) / mean as f64).exp_m1();
        let of = |one: f64| (one / chance).round() as u64;
        let deviation = size as f64 / chance;
        Self {
            bytes: of(size as f64),
            count: of(ONE as f64),
            variance: deviation * deviation * (1.0 - chance),
        }
    }
}

impl Ledger {
    /// Takes what was allocated and freed.
    pub fn came(&mut self, allocated: Vec<Allocated>) {
        for Allocated { process, pid, catalog, events } in allocated {
            if !self.accounts.contains_key(&process) && self.accounts.len() >= MOST_PROCESSES {
                continue;
            }
            let account = self.accounts.entry(process).or_insert_with(|| Account::new(pid, catalog));
            if account.queue.len() > MOST_QUEUED {
                account.give_up(&mut self.waiting);
            }
            for Event { at, what } in events {
                account.queue.push_back(match what {
                    What::Freed { id } => Entry::Freed { id },
                    What::Made { id, kind, size, mean, stack } => {
                        let stack = stack.map(|stack| StackSample::from(*stack));
                        let stack = stack.filter(|stack| self.waiting + stack.stack.len() <= MOST_WAITING);
                        let from = stack.map_or(Origin::Site(None), |stack| {
                            self.waiting += stack.stack.len();
                            Origin::Stack(Box::new(stack))
                        });
                        Entry::Made { id, kind, amount: Amount::new(size, mean), at, from }
                    }
                });
            }
        }
    }

    /// Counts what has a place by now, and has further stacks followed.
    pub fn round(&mut self, sampler: &mut Sampler, to: &mut dyn Sink) {
        self.go_on(sampler, to, false);
    }

    fn go_on(&mut self, sampler: &mut Sampler, to: &mut dyn Sink, is_last: bool) {
        for Traced { number, site, addresses } in sampler.traced() {
            let Some((process, id, sample)) = self.asked.remove(&number) else { continue };
            if let Some(account) = self.accounts.get_mut(&process) {
                account.learn(id, &sample, site, &addresses);
            }
        }
        for (process, account) in &mut self.accounts {
            let replaced = account.look(sampler, is_last, &mut self.waiting);
            // Answers to what was asked before would be learned as if the code was still there.
            let in_replaced =
                self.asked.extract_if(|_, (of, _, sample)| of == process && may_be_in(&replaced, sample));
            in_replaced.for_each(|(_, (_, _, sample))| {
                account.under_way.retain(|key| *key != Key::from_sample(&sample))
            });
            for (id, sample) in account.resolve(&mut self.waiting) {
                if self.asked.len() >= AT_A_TIME {
                    break;
                }
                self.last += 1;
                if !sampler.trace(self.last, account.pid, &account.catalog, sample.clone()) {
                    break;
                }
                account.under_way.insert(Key::from_sample(&sample));
                self.asked.insert(self.last, (*process, id, sample));
            }
            account.count();
            account.tell(*process, to);
        }
    }

    /// Waits for stacks that are being followed, but no longer than `limit`. What has no place then will have none.
    pub fn settle(&mut self, sampler: &mut Sampler, to: &mut dyn Sink, limit: Duration) {
        let end = Instant::now() + limit;
        self.go_on(sampler, to, true);
        while !self.asked.is_empty() && sampler.settle_one(end.saturating_duration_since(Instant::now())) {
            self.go_on(sampler, to, true);
        }
        for (process, account) in &mut self.accounts {
            account.give_up(&mut self.waiting);
            account.tell(*process, to);
        }
    }
}

impl Account {
    fn new(pid: u32, catalog: Arc<Catalog>) -> Self {
        Self {
            pid,
            catalog,
            queue: VecDeque::new(),
            looks: 0,
            looked: 0,
            known: HashMap::new(),
            under_way: HashSet::new(),
            answers: HashMap::new(),
            places: Vec::new(),
            numbers: HashMap::new(),
            live: HashMap::new(),
            changed: BTreeSet::new(),
        }
    }

    fn learn(&mut self, id: u64, sample: &StackSample, site: CallSite, addresses: &[u64]) {
        let site = (!site.frames.is_empty()).then(|| Arc::new(site));
        let key = Key::from_sample(sample);
        self.under_way.remove(&key);
        if let Some(known) = Known::new(sample, addresses, site.clone()) {
            if self.known.len() >= MOST_KNOWN {
                self.known.clear();
            }
            self.known.entry(key).or_default().push(known);
        }
        self.answers.insert(id, site);
    }

    /// Looks at the process if something has come since the last time. Stacks in code that was replaced meanwhile have no place:
    /// nobody knows whose they are.
    fn look(&mut self, sampler: &mut Sampler, is_last: bool, waiting: &mut usize) -> Vec<Range<u64>> {
        if self.looked == self.queue.len() {
            return Vec::new();
        }
        let looks = sampler.look(self.pid, is_last);
        if looks == self.looks {
            return Vec::new();
        }
        self.looks = looks;
        let replaced = sampler.take_replaced(self.pid);
        self.was_looked_at(&replaced, waiting);
        replaced
    }

    fn was_looked_at(&mut self, replaced: &[Range<u64>], waiting: &mut usize) {
        self.looked = self.queue.len();
        if replaced.is_empty() {
            return;
        }
        self.known.clear();
        for entry in &mut self.queue {
            if let Entry::Made { id, from, .. } = entry
                && let Origin::Stack(sample) = &*from
                && may_be_in(replaced, sample)
            {
                self.answers.remove(id);
                *waiting = waiting.saturating_sub(sample.stack.len());
                *from = Origin::Site(None);
            }
        }
    }

    /// Finds places of allocations that wait for one. Returns some whose stacks have to be followed.
    fn resolve(&mut self, waiting: &mut usize) -> Vec<(u64, StackSample)> {
        let mut unknown = Vec::new();
        let mut asked = HashSet::new();
        for entry in self.queue.iter_mut().take(self.looked) {
            let Entry::Made { id, from, .. } = entry else { continue };
            let Origin::Stack(sample) = &*from else { continue };
            let key = Key::from_sample(sample);
            let known = || self.known.get(&key)?.iter().find(|known| known.is(sample));
            let site = self.answers.remove(id).or_else(|| known().map(|known| known.site.clone()));
            if let Some(site) = site {
                *waiting = waiting.saturating_sub(sample.stack.len());
                *from = Origin::Site(site);
            } else if unknown.len() < AT_A_TIME && !self.under_way.contains(&key) && asked.insert(key) {
                unknown.push((*id, StackSample::clone(sample)));
            }
        }
        unknown
    }

    /// Counts what comes before the first allocation whose place is not known yet.
    fn count(&mut self) {
        while let Some(entry) = self.queue.front() {
            if matches!(entry, Entry::Made { from: Origin::Stack(_), .. }) {
                return;
            }
            self.looked = self.looked.saturating_sub(1);
            match self.queue.pop_front() {
                Some(Entry::Made { id, kind, amount, at, from: Origin::Site(Some(site)) }) => {
                    self.made(id, kind, site, amount, at);
                }
                Some(Entry::Freed { id }) => self.freed(id),
                _ => {}
            }
        }
    }

    fn made(&mut self, id: u64, kind: usize, site: Arc<CallSite>, amount: Amount, at: u64) {
        let place = match self.numbers.get(&(kind, Arc::clone(&site))) {
            Some(place) => *place,
            None if self.places.len() >= MOST_PLACES => return,
            None => {
                let place = Arc::new(MemoryPlace { kind, site: CallSite::clone(&site) });
                let new = Place {
                    place,
                    figures: PlaceFigures::default(),
                    live: BTreeMap::new(),
                    sum: 0,
                    counts: [0; 3],
                    variance: 0.0,
                };
                self.places.push(new);
                self.numbers.insert((kind, site), self.places.len() - 1);
                self.places.len() - 1
            }
        };
        if let Some(Live { place, amount }) = self.live.insert(id, Live { place, amount }) {
            self.places[place].freed(id, amount);
        }
        self.places[place].made(id, amount, at);
        self.changed.insert(place);
    }

    fn freed(&mut self, id: u64) {
        if let Some(Live { place, amount }) = self.live.remove(&id) {
            self.places[place].freed(id, amount);
            self.changed.insert(place);
        }
    }

    /// Counts the rest; what still waits for a place has none.
    fn give_up(&mut self, waiting: &mut usize) {
        for entry in &mut self.queue {
            if let Entry::Made { from, .. } = entry
                && let Origin::Stack(sample) = &*from
            {
                *waiting = waiting.saturating_sub(sample.stack.len());
                *from = Origin::Site(None);
            }
        }
        self.count();
    }

    fn tell(&mut self, process: ProcessId, to: &mut dyn Sink) {
        for number in std::mem::take(&mut self.changed) {
            let Place { place, figures, .. } = &self.places[number];
            to.memory_place(process, number as u32, figures, place);
        }
    }
}

impl Place {
    fn made(&mut self, id: u64, amount: Amount, at: u64) {
        self.live.insert(id, at);
        self.sum += u128::from(at);
        let [allocations, _, live] = &mut self.counts;
        *allocations = allocations.saturating_add(amount.count);
        *live = live.saturating_add(amount.count);
        self.variance += amount.variance;
        let f = &mut self.figures;
        f.noted += 1;
        f.allocated_bytes = f.allocated_bytes.saturating_add(amount.bytes);
        f.live_bytes = f.live_bytes.saturating_add(amount.bytes);
        f.peak_bytes = f.peak_bytes.max(f.live_bytes);
        self.note_counts();
    }

    fn freed(&mut self, id: u64, amount: Amount) {
        if let Some(at) = self.live.remove(&id) {
            self.sum -= u128::from(at);
        }
        let [_, frees, live] = &mut self.counts;
        *frees = frees.saturating_add(amount.count);
        *live = live.saturating_sub(amount.count);
        self.variance -= amount.variance;
        self.figures.live_bytes = self.figures.live_bytes.saturating_sub(amount.bytes);
        self.note_counts();
    }

    fn note_counts(&mut self) {
        let whole = |parts: u64| parts.saturating_add(ONE / 2) / ONE;
        let f = &mut self.figures;
        [f.allocations, f.frees, f.live_count] = self.counts.map(whole);
        if self.live.is_empty() {
            // What rounding has left.
            self.variance = 0.0;
        }
        f.error_bytes = self.variance.max(0.0).sqrt() as u64;
        self.note_ages();
    }

    fn note_ages(&mut self) {
        self.figures.oldest = self.live.first_key_value().map_or(0, |(_, at)| *at);
        let mean = self.sum / (self.live.len() as u128).max(1);
        self.figures.mean = u64::try_from(mean).unwrap_or(u64::MAX);
    }
}

#[cfg(test)]
mod tests;
