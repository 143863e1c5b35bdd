//! Copies of the tables in this process's memory.

use crate::entry::attach::maps::{self, Mapping};
use crate::entry::attach::tables::{EntryMatch, Table, Wanted};
use level_zero_sys::FUNCTIONS;
use rustc_hash::FxHashMap;
use smallvec::SmallVec;
use std::collections::BTreeSet;

/// An entry of a live table.
pub struct Entry {
    pub address: usize,
    pub id: usize,
    /// Its value when it was found.
    pub matched: EntryMatch,
}

/// How far after a pointer's target to search for tables, in words.
const REACH: usize = 64 * 1024 / 8;
/// Tables of one context object lie this close to each other, in bytes.
pub const CONTEXT: usize = 16 * 1024;
/// The table that marks a copy: large, and without a twin.
pub const ANCHOR: &str = "zeGetCommandListProcAddrTable";

/// A table's contents found somewhere.
pub struct Hit {
    pub address: usize,
    pub table: usize,
}

/// The tables by their first pointer, with its position in the table.
pub struct Firsts(FxHashMap<usize, SmallVec<[(usize, usize); 1]>>);

impl Firsts {
    pub fn new(wanted: &Wanted) -> Self {
        let mut firsts: FxHashMap<usize, SmallVec<[(usize, usize); 1]>> = FxHashMap::default();
        for (table, t) in wanted.tables.iter().enumerate() {
            let Some(first) = t.entries.iter().position(|e| e.pointer != 0) else { continue };
            for pointer in t.entries[first].all() {
                let tables = firsts.entry(pointer).or_default();
                if !tables.contains(&(table, first)) {
                    tables.push((table, first));
                }
            }
        }
        Self(firsts)
    }
}

/// The writable segments of some modules, with the zero-initialised data after them.
pub fn segments(mappings: &[Mapping], module: impl Fn(&Mapping) -> bool) -> impl Iterator<Item = &Mapping> {
    mappings.iter().enumerate().filter_map(move |(at, segment)| {
        // Zero-initialised data continues in an anonymous mapping right after the last segment.
        let bss = at > 0
            && segment.path.is_empty()
            && mappings[at - 1].end == segment.start
            && module(&mappings[at - 1]);
        (segment.writable && (module(segment) || bss)).then_some(segment)
    })
}

/// Where tables may be: these segments, and whatever the pointers in them lead to.
pub fn starts(mappings: &[Mapping], module: impl Fn(&Mapping) -> bool) -> BTreeSet<usize> {
    let mut starts = BTreeSet::new();
    let mut words = Vec::new();
    for segment in segments(mappings, module) {
        maps::copy(segment.start, &mut words, segment.words());
        starts.insert(segment.start);
        starts.extend(words.iter().copied().filter(|p| p % 8 == 0 && is_heap(mappings, *p)));
    }
    starts
}

/// Where in these segments the pointer is that leads to tables that begin at `first`, the nearest before that, and its value.
/// `None` if the tables are in a segment themselves.
pub fn leads(
    mappings: &[Mapping],
    module: impl Fn(&Mapping) -> bool,
    first: usize,
) -> Option<(usize, usize)> {
    let mut words = Vec::new();
    let mut found: Option<(usize, usize)> = None;
    for segment in segments(mappings, module).filter(|s| !(s.start..s.end).contains(&first)) {
        maps::copy(segment.start, &mut words, segment.words());
        let nearest = words
            .iter()
            .enumerate()
            .filter(|(_, word)| (first.saturating_sub(REACH * 8)..=first).contains(word) && **word % 8 == 0);
        let nearest = nearest.max_by_key(|(_, word)| **word);
        let here = nearest.map(|(at, word)| (segment.start + at * 8, *word));
        found = [found, here].into_iter().flatten().max_by_key(|(_, value)| *value);
    }
    found
}

/// Looks for the tables there.
pub fn search(starts: &BTreeSet<usize>, firsts: &Firsts, wanted: &Wanted) -> Vec<Hit> {
    let mut words = Vec::new();
    let mut hits = Vec::new();
    let mut seen = BTreeSet::new();
    let mut searched_to = 0;
    for &start in starts {
        // Overlapping stretches are read once.
        let from = start.max(searched_to);
        let to = start + REACH * 8;
        if from >= to {
            continue;
        }
        maps::copy(from, &mut words, (to - from) / 8);
        find(&words, from, firsts, wanted, &mut seen, &mut hits);
        // A table may straddle the end of a stretch: the next one starts a table's length earlier.
        searched_to = to.saturating_sub(256 * 8);
    }
    hits
}

fn is_heap(mappings: &[Mapping], address: usize) -> bool {
    let at = mappings.partition_point(|m| m.end <= address);
    mappings.get(at).is_some_and(|m| m.start <= address && m.readable && m.writable && !m.is_file())
}

fn find(
    words: &[usize],
    base: usize,
    firsts: &Firsts,
    wanted: &Wanted,
    seen: &mut BTreeSet<usize>,
    hits: &mut Vec<Hit>,
) {
    for (at, word) in words.iter().enumerate() {
        let Some(tables) = firsts.0.get(word) else { continue };
        for &(table, first) in tables {
            let start = at.checked_sub(first);
            if let Some(start) = start.filter(|start| matches(&words[*start..], &wanted.tables[table])) {
                let address = base + start * 8;
                if seen.insert(address) {
                    hits.push(Hit { address, table });
                }
            }
        }
    }
}

fn matches(words: &[usize], table: &Table) -> bool {
    words.len() >= table.entries.len()
        && table.entries.iter().zip(words).all(|(want, have)| want.pointer == 0 || want.is(*have))
}

/// Groups hits around each copy of the anchor table: one context object each.
pub fn copies(hits: &[Hit], anchor: usize) -> Vec<Vec<&Hit>> {
    let anchors: Vec<usize> = hits.iter().filter(|h| h.table == anchor).map(|h| h.address).collect();
    anchors
        .iter()
        .map(|near| {
            let nearest = |h: &&Hit| {
                let distance = h.address.abs_diff(*near);
                distance <= CONTEXT && anchors.iter().all(|other| h.address.abs_diff(*other) >= distance)
            };
            hits.iter().filter(nearest).collect()
        })
        .collect()
}

pub fn collect(mappings: &[Mapping], wanted: &Wanted, copy: &[&Hit], live: &mut Vec<Entry>) {
    for hit in copy {
        let table = &wanted.tables[hit.table];
        for (id, function) in FUNCTIONS.iter().enumerate().filter(|(_, f)| f.table == table.getter) {
            let address = hit.address + function.index * 8;
            let matched = table.entries.get(function.index).filter(|e| e.pointer != 0);
            if let Some(&matched) = matched.filter(|_| maps::is_writable(mappings, address)) {
                live.push(Entry { address, id, matched });
            }
        }
    }
}
