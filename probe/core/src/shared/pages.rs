//! Pages of histograms in the current file, as the hot path finds them.

use std::sync::atomic::{AtomicPtr, AtomicU64, Ordering};
use zetop_wire::histogram::{PAGE_BUCKETS, Page};
use zetop_wire::layout::PAGES;

/// Page 0 of the current file, from which the hot path finds its histograms.
pub(super) static FIRST_PAGE: AtomicPtr<Page> = AtomicPtr::new(std::ptr::null_mut());

/// Where a duration is counted, as one number: of a page that a histogram has, and of a place on it.
#[inline(always)]
#[must_use]
pub fn place(page: u16, place: usize) -> u32 {
    u32::from(page) * PAGE_BUCKETS as u32 + place as u32
}

/// The pages of the current file's histograms.
#[derive(Clone, Copy)]
pub struct Pages(*const Page);

#[inline(always)]
#[must_use]
pub fn pages() -> Pages {
    Pages(FIRST_PAGE.load(Ordering::Relaxed))
}

impl Pages {
    /// The count at a [`place`]; `None` where the histogram has no page for it.
    #[inline(always)]
    #[must_use]
    pub fn count(self, place: u32) -> Option<&'static AtomicU64> {
        if !(PAGE_BUCKETS..PAGES * PAGE_BUCKETS).contains(&(place as usize)) {
            return None;
        }
        // SAFETY: of a page from 1 on. Its number is given away by `add_page` of a current file, after
        // `make_current`; that many pages lie within its mapping, which never goes away. All bytes are valid values of
        // atomics.
        Some(unsafe { &*self.0.cast::<AtomicU64>().add(place as usize) })
    }
}
