//! What a wrapped call costs here, measured at start: the dashboard shows it.

use crate::{clock, hot, thread};
use std::hint::black_box;
use std::mem::size_of;
use zetop_wire::layout::{FUNCTIONS, ThreadBlock};

/// In 1/256 ticks.
#[derive(Default)]
pub struct Cost {
    /// A wrapped call over a plain one.
    pub added_256: u64,
    /// What an empty call measures as.
    pub bias_256: u64,
}

const CALLS: u64 = 512;
const ROUNDS: u32 = 5;

/// Measures on a scratch block, so that nothing shows in the figures. About 0.1 ms.
pub fn measure() -> Cost {
    let size = size_of::<ThreadBlock>();
    // SAFETY: a new private mapping at an address of the kernel's choice.
    let scratch = unsafe {
        libc::mmap(
            std::ptr::null_mut(),
            size,
            libc::PROT_READ | libc::PROT_WRITE,
            libc::MAP_PRIVATE | libc::MAP_ANONYMOUS,
            -1,
            0,
        )
    };
    if scratch == libc::MAP_FAILED {
        return Cost::default();
    }
    let before = thread::block().map_or(std::ptr::null(), std::ptr::from_ref);
    let block: *const ThreadBlock = scratch.cast();
    thread::set(block);
    let (mut plain, mut wrapped) = (u64::MAX, u64::MAX);
    for _ in 0..ROUNDS {
        plain = plain.min(time(|| black_box(empty as fn())()));
        wrapped = wrapped.min(time(|| hot::measure(FUNCTIONS - 1, || black_box(empty as fn())())));
    }
    thread::set(before);
    // SAFETY: all zero bytes or what `measure` wrote: a valid block, still mapped.
    let counters = unsafe { &(*block).counters[FUNCTIONS - 1] };
    let bias = counters.min_plus_one.load(std::sync::atomic::Ordering::Relaxed).saturating_sub(1);
    // SAFETY: the mapping made above; this thread's pointer to it is gone.
    unsafe { libc::munmap(scratch, size) };
    Cost { added_256: wrapped.saturating_sub(plain) * 256 / CALLS, bias_256: bias * 256 }
}

#[inline(never)]
fn empty() {}

fn time(mut call: impl FnMut()) -> u64 {
    let start = clock::ticks();
    for _ in 0..CALLS {
        call();
    }
    clock::ticks().wrapping_sub(start)
}
