//! Histograms that any thread may add to: those of device operations, and those for threads without a block.

use crate::shared;
use std::sync::atomic::Ordering::Relaxed;
use zetop_wire::histogram::{PageTable, bucket};
use zetop_wire::layout::PAGES;

/// Adds a duration, in the histogram's own unit.
pub fn add(histogram: &PageTable, duration: u64) {
    let bucket = bucket(duration);
    if add_to_page(histogram, bucket) {
        return;
    }
    let Some(file) = shared::current() else { return };
    if !(file.add_page(histogram, bucket, PAGES) && add_to_page(histogram, bucket)) {
        file.process().unsorted.fetch_add(1, Relaxed);
    }
}

fn add_to_page(histogram: &PageTable, bucket: usize) -> bool {
    let (page, place) = histogram.find(bucket);
    let Some(count) = shared::pages().count(shared::place(page, place)) else { return false };
    count.fetch_add(1, Relaxed);
    true
}
