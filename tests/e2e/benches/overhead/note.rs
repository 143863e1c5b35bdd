//! What the note of a call in progress adds to a call that is never sampled: the probe's own code around a function that does
//! nothing, between two readings of the clock and what counts the call, with the note and without.

use crate::in_call;
use crate::thread::{Block, ThreadVariables};
use std::hint::black_box;
use std::sync::atomic::Ordering::Relaxed;
use std::time::Instant;

const CALLS: u32 = 10_000;

fn ticks() -> u64 {
    #[cfg(target_arch = "x86_64")]
    // SAFETY: reads a counter.
    unsafe {
        std::arch::x86_64::_rdtsc()
    }
    #[cfg(not(target_arch = "x86_64"))]
    0
}

extern "C" fn nothing() -> u32 {
    black_box(0)
}

/// As the probe's wrappers do it.
#[inline(never)]
fn wrapper<const NOTED: bool>(found: ThreadVariables, call: extern "C" fn() -> u32) -> u32 {
    let frame = in_call::Frame::here();
    let start = ticks();
    let noted = NOTED && found.block().is_some_and(|block| in_call::begin(&block.head, frame, 17, start));
    let result = call();
    let ticks = ticks().wrapping_sub(start);
    if noted {
        in_call::end(found);
    }
    let head = &found.0.head;
    head.calls.store(head.calls.load(Relaxed).wrapping_add(1), Relaxed);
    head.previous.store(ticks, Relaxed);
    result
}

fn ns_per_call<const NOTED: bool>(found: ThreadVariables) -> f64 {
    let call: extern "C" fn() -> u32 = black_box(nothing);
    let start = Instant::now();
    for _ in 0..CALLS {
        black_box(wrapper::<NOTED>(found, call));
    }
    start.elapsed().as_secs_f64() * 1e9 / f64::from(CALLS)
}

pub fn print(rounds: usize) {
    // SAFETY: all fields are atomics, for which zero bytes are valid.
    let block: &'static Block = Box::leak(Box::new(unsafe { std::mem::zeroed() }));
    let (mut without, mut with) = (Vec::new(), Vec::new());
    // Each round is short, so that some are not interrupted.
    for _ in 0..100 * rounds {
        without.push(ns_per_call::<false>(ThreadVariables(block)));
        with.push(ns_per_call::<true>(ThreadVariables(block)));
    }
    let least = |values: &[f64]| values.iter().copied().fold(f64::INFINITY, f64::min);
    let (without, with) = (least(&without), least(&with));
    println!(
        "\nns per call with two readings of the clock, the least of {} rounds: {without:.2}, with the note of the call in progress \
         {with:.2}: {:.2} more (<= 0.5)",
        100 * rounds,
        with - without
    );
}
