//! An allocator that counts what a thread has allocated.

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

pub struct Counting;

thread_local! {
    static LIVE: Cell<usize> = const { Cell::new(0) };
    static PEAK: Cell<usize> = const { Cell::new(0) };
}

/// Starts a measurement from what is allocated now.
pub fn start() -> usize {
    let live = LIVE.get();
    PEAK.set(live);
    live
}

/// The most that was allocated at a time since the start.
pub fn peak() -> usize {
    PEAK.get()
}

fn grown(by: usize) {
    // A thread that is ending has no counters any more.
    let _ = LIVE.try_with(|live| {
        // What another thread allocated may be freed here.
        live.set(live.get().saturating_add(by));
        let _ = PEAK.try_with(|peak| peak.set(peak.get().max(live.get())));
    });
}

fn shrunk(by: usize) {
    let _ = LIVE.try_with(|live| live.set(live.get().saturating_sub(by)));
}

// SAFETY: everything is passed on to the system's allocator unchanged; the counters are plain cells.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        grown(layout.size());
        // SAFETY: the caller's promise is passed on.
        unsafe { System.alloc(layout) }
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        grown(layout.size());
        // SAFETY: the caller's promise is passed on.
        unsafe { System.alloc_zeroed(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        shrunk(layout.size());
        // SAFETY: the caller's promise is passed on.
        unsafe { System.dealloc(pointer, layout) };
    }

    unsafe fn realloc(&self, pointer: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        grown(size);
        // SAFETY: the caller's promise is passed on.
        let new = unsafe { System.realloc(pointer, layout, size) };
        shrunk(layout.size());
        new
    }
}
