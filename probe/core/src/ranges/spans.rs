//! Ranges that have a number, or a name of the program's own making, by which any thread may end them.

use super::here::{count, is_unplaced, of_process};
use super::names::Name;
use super::open::Open;
use super::rows::{self, From, of_all};
use crate::{clock, thread};
use std::sync::atomic::AtomicU64;
use std::sync::atomic::Ordering::Relaxed;
use zetop_wire::layout::RangeSort;

/// Open at a time. Further ones are counted as such, and not timed.
const MOST_OPEN: usize = 1024;
/// The bit of a range's number that says that there was no place for the range.
const NO_PLACE: u64 = 1 << 62;
/// The bit of a range's number that says that the program has chosen the number.
const OWN: u64 = 1 << 63;

static OPEN: Open<MOST_OPEN> = Open::new();
static LAST: AtomicU64 = AtomicU64::new(0);

/// Begins a range; returns its number, which is never 0 and never that of another one.
#[must_use]
pub fn start(from: From, name: Name<'_>) -> u64 {
    let count = LAST.fetch_add(1, Relaxed) + 1;
    let place = OPEN.take(count);
    let number = match place {
        Some(place) => count * MOST_OPEN as u64 + place as u64,
        None => (count * MOST_OPEN as u64) | NO_PLACE,
    };
    if !fill(place, number, RangeSort::Started, from, name) {
        return number | NO_PLACE;
    }
    number
}

/// Ends the range of that number.
pub fn finish(number: u64) {
    if number & NO_PLACE == 0 {
        let now = clock::ticks();
        left(now, OPEN.leave_at(number, number as usize % MOST_OPEN));
    }
}

/// Begins a range that the program calls `own`, some number. One that has not ended stays open for ever.
pub fn begin(sort: RangeSort, from: From, own: u64, name: Name<'_>) {
    let number = own | OWN;
    let place = OPEN.take_again(number, own).or_else(|| OPEN.take(own));
    fill(place, number, sort, from, name);
}

/// Ends the range that the program calls `own`.
pub fn end(own: u64) {
    let now = clock::ticks();
    left(now, OPEN.leave(own | OWN, own));
}

/// False if the range is counted nowhere.
fn fill(place: Option<usize>, number: u64, sort: RangeSort, from: From, name: Name<'_>) -> bool {
    let row = of_process().and_then(|ranges| rows::row(ranges, of_all(sort, from), name));
    let (Some((at, row)), Some(place)) = (row, place) else {
        is_unplaced();
        place.inspect(|place| OPEN.give_up(*place));
        return false;
    };
    row.begun.fetch_add(1, Relaxed);
    OPEN.fill(place, number, [at as u64, thread::generation(), clock::ticks()]);
    true
}

/// A range has ended: what [`fill`] has said of it, if it was open.
fn left(now: u64, open: Option<[u64; 3]>) {
    let Some([row, generation, start]) = open else { return count(|ranges| &ranges.unmatched) };
    // A parent's range that its forked child ends is in no file of the child's.
    if generation == thread::generation()
        && let Some(row) = of_process().and_then(|ranges| ranges.table.get(row as usize))
    {
        rows::add_shared(row, now.wrapping_sub(start));
    }
}
