//! Ranges that have a number, or a name of the program's own making, by which any thread may end them.

use super::here::{count, is_unplaced, of_process};
use super::names::Name;
use super::rows::{self, From, of_all};
use crate::{clock, thread};
use std::sync::atomic::AtomicU64;
use std::sync::atomic::Ordering::{AcqRel, Acquire, Relaxed, Release};
use zetop_wire::layout::RangeSort;

/// Open at a time. Further ones are counted as such, and not timed.
const MOST_OPEN: usize = 1024;
/// Places that are looked at for one.
const LOOKS: usize = 16;
/// The bit of a range's number that says that there was no place for the range.
const NO_PLACE: u64 = 1 << 62;
/// The bit of a range's number that says that the program has chosen the number.
const OWN: u64 = 1 << 63;
/// The place is being filled.
const TAKEN: u64 = u64::MAX;

struct Span {
    /// 0 is a free place.
    number: AtomicU64,
    start: AtomicU64,
    row: AtomicU64,
    /// The generation of the runtime whose file has the row.
    generation: AtomicU64,
}
static SPANS: [Span; MOST_OPEN] = [const {
    Span {
        number: AtomicU64::new(0),
        start: AtomicU64::new(0),
        row: AtomicU64::new(0),
        generation: AtomicU64::new(0),
    }
}; MOST_OPEN];
static LAST: AtomicU64 = AtomicU64::new(0);

fn places(first: u64) -> impl Iterator<Item = usize> {
    (0..LOOKS).map(move |look| (first as usize).wrapping_add(look) % MOST_OPEN)
}

fn take(first: u64) -> Option<usize> {
    let take = |place: &usize| SPANS[*place].number.compare_exchange(0, TAKEN, AcqRel, Relaxed).is_ok();
    places(first).find(take)
}

/// Begins a range; returns its number, which is never 0 and never that of another one.
#[must_use]
pub fn start(from: From, name: Name<'_>) -> u64 {
    let count = LAST.fetch_add(1, Relaxed) + 1;
    let place = take(count);
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
        leave(number, std::iter::once(number as usize % MOST_OPEN));
    }
}

/// Begins a range that the program calls `own`, some number. One that has not ended stays open for ever.
pub fn begin(sort: RangeSort, from: From, own: u64, name: Name<'_>) {
    let number = own | OWN;
    let is_open = |place: &usize| {
        let span = &SPANS[*place];
        span.number.load(Acquire) == number
            && span.number.compare_exchange(number, TAKEN, AcqRel, Relaxed).is_ok()
    };
    let place = places(own).find(is_open).or_else(|| take(own));
    fill(place, number, sort, from, name);
}

/// Ends the range that the program calls `own`.
pub fn end(own: u64) {
    leave(own | OWN, places(own));
}

/// False if the range is counted nowhere.
fn fill(place: Option<usize>, number: u64, sort: RangeSort, from: From, name: Name<'_>) -> bool {
    let row = of_process().and_then(|ranges| rows::row(ranges, of_all(sort, from), name));
    let span = place.map(|place| &SPANS[place]);
    let (Some((at, row)), Some(span)) = (row, span) else {
        is_unplaced();
        span.inspect(|span| span.number.store(0, Release));
        return false;
    };
    row.begun.fetch_add(1, Relaxed);
    span.row.store(at as u64, Relaxed);
    span.generation.store(thread::generation(), Relaxed);
    span.start.store(clock::ticks(), Relaxed);
    span.number.store(number, Release);
    true
}

fn leave(number: u64, mut places: impl Iterator<Item = usize>) {
    let now = clock::ticks();
    let left = places.find_map(|place| {
        let span = &SPANS[place];
        if span.number.load(Acquire) != number {
            return None;
        }
        let found = [&span.row, &span.start, &span.generation].map(|word| word.load(Relaxed));
        // If two threads end it at once, one of them succeeds.
        span.number.compare_exchange(number, 0, AcqRel, Relaxed).ok().map(|_| found)
    });
    let Some([row, start, generation]) = left else { return count(|ranges| &ranges.unmatched) };
    // A parent's range that its forked child ends is in no file of the child's.
    if generation == thread::generation()
        && let Some(row) = of_process().and_then(|ranges| ranges.table.get(row as usize))
    {
        rows::add_shared(row, now.wrapping_sub(start));
    }
}
