//! Which pages of the file's histograms were given away: one after the other, each to one histogram.

use crate::sync::atomic::{AtomicU16, AtomicU64, Ordering};

/// The number of the last page that was given away. The upper half holds the number of the mapping that this is about.
pub struct GivenPages(AtomicU64);

/// A page that the caller alone has.
#[derive(Debug, Clone, Copy)]
pub struct TakenPage {
    before: u64,
}

fn number(word: u64) -> usize {
    word as u32 as usize
}

fn mapping(word: u64) -> u64 {
    word >> 32
}

impl TakenPage {
    #[must_use]
    pub fn page(self) -> usize {
        number(self.before) + 1
    }
}

impl GivenPages {
    #[must_use]
    pub const fn new() -> Self {
        Self(AtomicU64::new(0))
    }

    /// A new mapping: pages are given away from the first one again. Called before the file's memory is replaced.
    pub fn begin(&self) {
        let next = |word: u64| Some((mapping(word) + 1) << 32);
        let _ = self.0.fetch_update(Ordering::SeqCst, Ordering::SeqCst, next);
    }

    /// The next page, if its number is below `end`.
    pub fn take(&self, end: usize) -> Option<TakenPage> {
        let next = |word: u64| (number(word) + 1 < end).then_some(word + 1);
        let before = self.0.fetch_update(Ordering::SeqCst, Ordering::SeqCst, next).ok()?;
        Some(TakenPage { before })
    }

    /// For later, unless others were given away meanwhile.
    pub fn put_back(&self, page: TakenPage) {
        let TakenPage { before } = page;
        let _ = self.0.compare_exchange(before + 1, before, Ordering::SeqCst, Ordering::Relaxed);
    }

    /// Enters the page where a histogram has none. If another thread was faster, the page stays unused. False if the page is of an
    /// earlier mapping.
    pub fn enter(&self, page: TakenPage, entry: &AtomicU16) -> bool {
        let number = page.page() as u16;
        let _ = entry.compare_exchange(0, number, Ordering::SeqCst, Ordering::Relaxed);
        if mapping(self.0.load(Ordering::SeqCst)) != mapping(page.before) {
            // Another session has begun, in which the page belongs to something else.
            let _ = entry.compare_exchange(number, 0, Ordering::SeqCst, Ordering::Relaxed);
            return false;
        }
        true
    }
}
