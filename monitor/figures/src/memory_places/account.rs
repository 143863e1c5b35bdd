//! The allocations of one process, counted in their order.

use super::place::{Amount, PlaceTotals};
use crate::call_site::replaced::may_be_in;
use crate::call_site::sampler::Sampler;
use crate::call_site::{CallSite, StackSample};
use crate::sink::{MemoryPlace, ProcessId, Sink};
use std::collections::{BTreeSet, HashMap, HashSet, VecDeque};
use std::ops::Range;
use std::sync::Arc;
use zetop_wire::catalog::Catalog;

/// Stacks that are followed at a time: samples for findings need the thread that does this, too.
pub(super) const AT_A_TIME: usize = 48;
/// Places of a process; allocations from further ones have none.
const MOST_PLACES: usize = 2048;
/// Stacks of a process that are known.
const MOST_KNOWN: usize = 4096;

#[derive(Debug)]
pub(super) struct Account {
    pub(super) pid: u32,
    pub(super) catalog: Arc<Catalog>,
    pub(super) queue: VecDeque<Entry>,
    /// How often the process was looked at, and how much of the queue had come before.
    looks: u64,
    looked: usize,
    known: HashMap<Key, Vec<Known>>,
    /// Stacks like these are being followed.
    pub(super) under_way: HashSet<Key>,
    /// Allocations whose stacks were followed.
    answers: HashMap<u64, Option<Arc<CallSite>>>,
    pub(super) places: Vec<PlaceTotals>,
    numbers: HashMap<(usize, Arc<CallSite>), usize>,
    pub(super) live: HashMap<u64, Live>,
    changed: BTreeSet<usize>,
}

#[derive(Debug)]
pub(super) enum Entry {
    Made { id: u64, kind: usize, amount: Amount, at: u64, from: Origin },
    Freed { id: u64 },
}

#[derive(Debug)]
pub(super) enum Origin {
    Stack(Box<StackSample>),
    /// `None` is a place that can't be known.
    Site(Option<Arc<CallSite>>),
}

/// Stacks that are the same here may be the same.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(super) struct Key {
    ip: u64,
    sp: u64,
    python: Vec<[u64; 3]>,
}

impl Key {
    pub(super) fn from_sample(sample: &StackSample) -> Self {
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
    pub(super) fn new(sample: &StackSample, addresses: &[u64], site: Option<Arc<CallSite>>) -> Option<Self> {
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

#[derive(Debug, Clone, Copy)]
pub(super) struct Live {
    place: usize,
    amount: Amount,
}

impl Account {
    pub(super) fn new(pid: u32, catalog: Arc<Catalog>) -> Self {
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

    pub(super) fn learn(&mut self, id: u64, sample: &StackSample, site: CallSite, addresses: &[u64]) {
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
    pub(super) fn look(
        &mut self,
        sampler: &mut Sampler,
        is_last: bool,
        waiting: &mut usize,
    ) -> Vec<Range<u64>> {
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

    pub(super) fn was_looked_at(&mut self, replaced: &[Range<u64>], waiting: &mut usize) {
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
    pub(super) fn resolve(&mut self, waiting: &mut usize) -> Vec<(u64, StackSample)> {
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
    pub(super) fn count(&mut self) {
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

    pub(super) fn made(&mut self, id: u64, kind: usize, site: Arc<CallSite>, amount: Amount, at: u64) {
        let place = match self.numbers.get(&(kind, Arc::clone(&site))) {
            Some(place) => *place,
            None if self.places.len() >= MOST_PLACES => return,
            None => {
                let place = Arc::new(MemoryPlace { kind, site: CallSite::clone(&site) });
                self.places.push(PlaceTotals::new(place));
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

    pub(super) fn freed(&mut self, id: u64) {
        if let Some(Live { place, amount }) = self.live.remove(&id) {
            self.places[place].freed(id, amount);
            self.changed.insert(place);
        }
    }

    /// Counts the rest; what still waits for a place has none.
    pub(super) fn give_up(&mut self, waiting: &mut usize) {
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

    pub(super) fn tell(&mut self, process: ProcessId, to: &mut dyn Sink) {
        for number in std::mem::take(&mut self.changed) {
            let PlaceTotals { place, figures, .. } = &self.places[number];
            to.memory_place(process, number as u32, figures, place);
        }
    }
}
