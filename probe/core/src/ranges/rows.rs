//! Rows of ranges: found by a hash of what they are, made with the first range of their kind.

use super::index;
use super::names::{self, Name, mix};
use crate::{guard, histogram, shared};
use std::sync::atomic::Ordering::{AcqRel, Relaxed, Release};
use zetop_wire::histogram::bucket;
use zetop_wire::layout::{BLOCK_PAGES, OTHER_NAME, RANGES, Range, RangeSort, Ranges, SHARED_ROW, bump};

/// By which interface a range comes, and the `number` of its domain; 0 for none.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct From {
    pub interface: u8,
    pub domain: u32,
}

/// What tells rows of one name apart.
#[derive(Clone, Copy)]
pub(super) struct Key {
    pub(super) sort: RangeSort,
    pub(super) from: From,
    pub(super) block: u16,
    pub(super) parent_plus_one: u32,
}

impl Key {
    #[inline(always)]
    fn word(&self) -> u64 {
        self.sort as u64
            | u64::from(self.from.interface) << 8
            | u64::from(self.block) << 16
            | u64::from(self.parent_plus_one) << 32
    }

    /// The hash of a name is as good as random, so the domain can be added to it.
    #[inline(always)]
    fn hash(&self, name: u64) -> u64 {
        mix(name.wrapping_add(u64::from(self.from.domain).wrapping_mul(0x9e37_79b9_7f4a_7c15)), self.word())
    }
}

/// The row of ranges of this name, with its number; `None` when there is no room for another one.
#[inline(always)]
pub(super) fn row<'a>(ranges: &'a Ranges, key: Key, name: Name<'_>) -> Option<(usize, &'a Range)> {
    let hash = key.hash(name.hash());
    let number = index::find(&ranges.index, hash).or_else(|| look_longer(ranges, key, name))?;
    Some((number, ranges.table.get(number)?))
}

/// The name is new, at least here; or it is one of many that are counted together.
#[cold]
#[inline(never)]
fn look_longer(ranges: &Ranges, key: Key, name: Name<'_>) -> Option<usize> {
    let number = names::number(name);
    if number == OTHER_NAME {
        ranges.nameless.fetch_add(1, Relaxed);
    }
    let hash = key.hash(Name::Known(number).hash());
    index::find(&ranges.index, hash).or_else(|| guard::quietly(|| make(ranges, key, number, hash)).flatten())
}

fn make(ranges: &Ranges, key: Key, name: u32, hash: u64) -> Option<usize> {
    if !index::has_room(&ranges.index, hash) {
        return None;
    }
    let more = |rows| (rows < RANGES as u32).then_some(rows + 1);
    let number = ranges.rows.fetch_update(AcqRel, Relaxed, more).ok()? as usize;
    let row = ranges.table.get(number)?;
    row.name.store(name, Relaxed);
    row.domain.store(key.from.domain, Relaxed);
    names::tell(name, &ranges.names);
    names::tell(key.from.domain, &ranges.names);
    let entered = index::enter(&ranges.index, hash, number)?;
    if entered == number {
        row.key.store(key.word(), Release);
    }
    // Another thread may have made it meanwhile. Then the row here stays empty.
    Some(entered)
}

/// Adds a range to a row that this thread alone writes.
#[inline(always)]
pub(super) fn add_own(row: &Range, ticks: u64, waited: u64) {
    bump(&row.ended, 1);
    bump(&row.total, ticks);
    bump(&row.waited, waited);
    if ticks < row.min_plus_one.load(Relaxed).wrapping_sub(1) {
        row.min_plus_one.store(ticks + 1, Relaxed);
    }
    if ticks > row.max.load(Relaxed) {
        row.max.store(ticks, Relaxed);
    }
    let (page, place) = row.histogram.find(bucket(ticks));
    match shared::pages().count(shared::place(page, place)) {
        Some(count) => bump(count, 1),
        None => add_first(row, ticks),
    }
}

#[cold]
#[inline(never)]
fn add_first(row: &Range, ticks: u64) {
    guard::quietly(|| histogram::add_within(&row.histogram, ticks, BLOCK_PAGES));
}

/// Adds a range to a row that all threads add to.
pub(super) fn add_shared(row: &Range, ticks: u64) {
    row.ended.fetch_add(1, Relaxed);
    row.total.fetch_add(ticks, Relaxed);
    row.max.fetch_max(ticks, Relaxed);
    let less = |min: u64| (ticks < min.wrapping_sub(1)).then_some(ticks + 1);
    let _ = row.min_plus_one.fetch_update(Relaxed, Relaxed, less);
    guard::quietly(|| histogram::add_within(&row.histogram, ticks, BLOCK_PAGES));
}

/// The key of a range that may end on another thread.
pub(super) fn of_all(sort: RangeSort, from: From) -> Key {
    Key { sort, from, block: SHARED_ROW, parent_plus_one: 0 }
}
