//! A thread's block: what has been read of it so far. Only what moved is read again.

use super::durations::{Counts, Owner, Owners, Seen, add_waiting};
use crate::budget::Share;
use std::collections::BTreeMap;
use std::fs::File;
use zetop_wire::layout::GROUP;
use zetop_wire::reader::{self, Counters, Cursor, Head, Pages};

/// A function's counters in a block, with its part of the tree.
const ROOM: usize = 2 * size_of::<(u16, Function)>();

/// A function's figures in a block.
#[derive(Debug, Default)]
pub(super) struct Function {
    counters: Counters,
    durations: Seen,
}

impl Function {
    /// Takes new counters and returns the increase. A counter that goes back means a broken writer: it counts
    /// as no increase.
    fn update(&mut self, now: Counters) -> Counters {
        let before = std::mem::replace(&mut self.counters, now);
        Counters {
            calls: now.calls.saturating_sub(before.calls),
            timed: now.timed.saturating_sub(before.timed),
            total: now.total.saturating_sub(before.total),
            sampled: now.sampled.saturating_sub(before.sampled),
            sampled_total: now.sampled_total.saturating_sub(before.sampled_total),
            sampled_squares: now.sampled_squares.saturating_sub(before.sampled_squares),
            min: now.min,
            max: now.max,
            errors: now.errors.saturating_sub(before.errors),
            last_error: now.last_error,
        }
    }

    fn is_read(&self, now: &Counters) -> bool {
        self.counters == *now && self.durations.total() == now.stood_for()
    }
}

/// What a reading brought for a function.
pub(super) struct News {
    pub(super) function: u16,
    pub(super) counters: Counters,
    pub(super) durations: Counts,
}

#[derive(Debug, Default)]
pub(super) struct Block {
    /// Where we are in the ring of records.
    pub(super) cursor: Cursor,
    /// [`Head::calls`] when the counters were read.
    calls: u64,
    /// They moved then: a call is counted in several places, one after the other, so that the block is read once
    /// more afterwards.
    moved: bool,
    functions: BTreeMap<u16, Function>,
    /// Functions of the block's list that are in `functions`.
    listed: usize,
}

impl Block {
    /// Reads what is new in block `number` since the last reading; all of it when it is the `last` one.
    pub(super) fn read(
        &mut self,
        file: &File,
        number: usize,
        head: &Head,
        owners: &mut Owners,
        share: &mut Share<'_>,
        last: bool,
    ) -> Vec<News> {
        let moved = head.calls != self.calls;
        self.calls = head.calls;
        if !(std::mem::replace(&mut self.moved, moved) || moved || last) {
            return Vec::new();
        }
        let listed = if self.listed < head.functions {
            reader::used(file, number, self.listed, head.functions)
        } else {
            Vec::new()
        };
        self.listed = self.listed.max(head.functions);
        for function in listed.into_iter().chain(head.previous.map(|previous| previous.function)) {
            if !self.functions.contains_key(&function) && share.take_room(ROOM) {
                self.functions.insert(function, Function::default());
            }
        }
        let all: Vec<u16> = self.functions.keys().copied().collect();
        let mut read: Vec<(u16, Counters, Pages)> = Vec::new();
        reader::block_counters(file, number, &all, |function, counters, pages| {
            let known = self.functions.get(&function).is_some_and(|known| known.is_read(&counters));
            if counters.calls > 0 && !known {
                read.push((function, counters, pages));
            }
        });
        let mut histograms: Vec<Counts> = read
            .iter()
            .map(|(function, _, pages)| {
                owners.read(file, pages, Owner::Function { block: number as u16, function: *function })
            })
            .collect();
        // After the histograms: see `reader::head`.
        let waiting = if read.is_empty() { None } else { reader::head(file, number).previous };
        if let Some(waiting) = waiting
            && let Some(at) = read.iter().position(|(function, ..)| *function == waiting.function)
        {
            let calls = if waiting.of_group { GROUP } else { 1 };
            add_waiting(&mut histograms[at], waiting.ticks, calls);
        }
        let mut news = Vec::with_capacity(read.len());
        for ((function, counters, _), histogram) in read.into_iter().zip(histograms) {
            if let Some(known) = self.functions.get_mut(&function) {
                news.push(News {
                    function,
                    counters: known.update(counters),
                    durations: known.durations.update(histogram, share),
                });
            }
        }
        news
    }

    /// For the counters of the threads that have no block of their own.
    pub(super) fn read_overflow(
        &mut self,
        file: &File,
        owners: &mut Owners,
        share: &mut Share<'_>,
    ) -> Vec<News> {
        let all = reader::overflow(file).into_iter().enumerate();
        let mut news = Vec::new();
        for (function, (counters, pages)) in all.filter(|(_, (counters, _))| counters.calls > 0) {
            let function = function as u16;
            if !self.functions.contains_key(&function) && !share.take_room(ROOM) {
                continue;
            }
            let known = self.functions.entry(function).or_default();
            if !known.is_read(&counters) {
                let histogram = owners.read(file, &pages, Owner::Overflow { function });
                news.push(News {
                    function,
                    counters: known.update(counters),
                    durations: known.durations.update(histogram, share),
                });
            }
        }
        news
    }
}
