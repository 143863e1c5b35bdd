//! Histograms that any thread may add to: those of device operations, and those for threads without a block.

use crate::shared;
use std::sync::atomic::AtomicU64;
use std::sync::atomic::Ordering::Relaxed;
use zetop_wire::histogram::{PageTable, bucket};
use zetop_wire::layout::{FEW, FEW_SHIFT, PAGES};

/// Adds a duration, in the histogram's own unit.
pub fn add(histogram: &PageTable, duration: u64) {
    add_within(histogram, duration, PAGES);
}

/// Adds a duration; the histogram gets no page but one of the first `most`.
pub(crate) fn add_within(histogram: &PageTable, duration: u64, most: usize) {
    let bucket = bucket(duration);
    if add_to_page(histogram, bucket) {
        return;
    }
    let Some(file) = shared::current() else { return };
    if !(file.add_page(histogram, bucket, most) && add_to_page(histogram, bucket)) {
        file.process().unsorted.fetch_add(1, Relaxed);
    }
}

/// Adds a duration to one of the few buckets that take no page, or else to the histogram. One thread at a time.
pub fn add_first_to_few(few: &[AtomicU64; FEW], histogram: &PageTable, duration: u64) {
    let of = bucket(duration) as u64;
    for place in few {
        match place.load(Relaxed) {
            0 => return place.store(of << FEW_SHIFT | 1, Relaxed),
            word if word >> FEW_SHIFT == of => return place.store(word + 1, Relaxed),
            _ => {}
        }
    }
    add(histogram, duration);
}

fn add_to_page(histogram: &PageTable, bucket: usize) -> bool {
    let (page, place) = histogram.find(bucket);
    let Some(count) = shared::pages().count(shared::place(page, place)) else { return false };
    count.fetch_add(1, Relaxed);
    true
}
