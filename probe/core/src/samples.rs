//! Samples of calls, from which zetop finds the line of the program that makes them: see
//! [`zetop_wire::samples`].
//!
//! Nothing here allocates, locks, calls the system or unwinds. zetop gives the slots memory before it asks.

pub(crate) mod turn;

use crate::{arch, clock, python, shared, stack, thread};
use std::sync::atomic::Ordering::Relaxed;
use std::sync::atomic::{AtomicU32, AtomicU64};
use turn::claim;
use zetop_wire::layout::{ThreadBlock, WANTS_SAMPLES};
use zetop_wire::samples::{PATIENCE_SHIFT, PythonStack, Samples, Slot};

/// A call has been made: takes a sample if one is wanted of it. `wants` is the thread's word.
#[inline(never)]
pub(crate) fn of_call(block: &ThreadBlock, wants: u32, function: u16, error: bool) {
    let Some(samples) = shared::samples() else { return };
    let mut armed = false;
    for (number, slot) in samples.slots.iter().enumerate() {
        if !turn::is_armed(&slot.state) {
            continue;
        }
        armed = true;
        let asked = slot.function.load(Relaxed) == u32::from(function) + 1
            && (error || slot.errors_only.load(Relaxed) == 0);
        if asked && claim(&slot.state) {
            take(block, samples, number);
            // Another request of the same sort is for another call: the first one of a burst would answer all.
            break;
        }
    }
    lose_patience(&block.head.wants, wants, armed);
}

/// Stops looking at slots when none is armed, or when none has been for this thread for a long time.
fn lose_patience(word: &AtomicU32, wants: u32, armed: bool) {
    let left = (wants >> PATIENCE_SHIFT).saturating_sub(1);
    let flags = wants & ((1 << PATIENCE_SHIFT) - 1);
    let word_now = if armed && left > 0 { flags | left << PATIENCE_SHIFT } else { flags & !WANTS_SAMPLES };
    // If zetop has written meanwhile, it will write again.
    word.store(word_now, Relaxed);
}

/// Whether a sample is wanted of this thread.
#[inline(always)]
#[must_use]
pub fn are_asked() -> bool {
    thread::block().is_some_and(|block| block.head.wants.load(Relaxed) & WANTS_SAMPLES != 0)
}

/// The current call puts an operation of a class on a device: if a sample is wanted of that class, the thread
/// claims it. This is called under a backend's lock, so the sample is taken later, by [`take_claimed`].
#[inline(always)]
pub fn of_class(class: u32) {
    if let Some(block) = thread::block()
        && block.head.wants.load(Relaxed) & WANTS_SAMPLES != 0
    {
        claim_for_class(block, class);
    }
}

#[cold]
#[inline(never)]
fn claim_for_class(block: &ThreadBlock, class: u32) {
    let Some(samples) = shared::samples() else { return };
    let is_asked = |slot: &Slot| {
        let mut asked = slot.classes.iter().map(|class| class.load(Relaxed)).take_while(|class| *class != 0);
        slot.function.load(Relaxed) == 0 && asked.any(|asked| asked == class.wrapping_add(1))
    };
    let mut slots = samples.slots.iter().enumerate();
    let found = slots.find(|(_, slot)| turn::is_armed(&slot.state) && is_asked(slot) && claim(&slot.state));
    if let Some((number, _)) = found {
        let before = block.head.claimed.swap(number as u32 + 1, Relaxed);
        // One sample is enough for a call with several operations.
        if let Some(slot) = (before as usize).checked_sub(1).and_then(|before| samples.slots.get(before)) {
            turn::give_up(&slot.state);
        }
    }
}

/// Takes the sample that [`of_class`] has claimed, if any. Called without a lock.
#[inline(always)]
pub fn take_claimed() {
    if let Some(block) = thread::block()
        && block.head.claimed.load(Relaxed) != 0
    {
        take_for_class(block);
    }
}

#[cold]
#[inline(never)]
fn take_for_class(block: &ThreadBlock) {
    let number = block.head.claimed.swap(0, Relaxed) as usize;
    if let (Some(samples), Some(number)) = (shared::samples(), number.checked_sub(1)) {
        take(block, samples, number);
    }
}

/// Copies the registers, the top of this thread's stack, and where Python is, into a slot that it has claimed.
#[inline(never)]
fn take(block: &ThreadBlock, samples: &Samples, number: usize) {
    let (Some(slot), Some(copy)) = (samples.slots.get(number), samples.stacks.get(number)) else { return };
    let request = slot.request.load(Relaxed);
    slot.tid.store(block.head.tid.load(Relaxed), Relaxed);
    slot.answers.store(request, Relaxed);
    let has_bounds = copy_stack(slot, &copy.0, samples.python.get(number));
    turn::finish(&slot.state, has_bounds);
}

/// Copies the registers, the top of this thread's stack and where Python is into a claimed slot. False if the stack has unknown
/// bounds: then nothing of it was read.
#[inline(never)]
pub(crate) fn copy_stack(slot: &Slot, copy: &[AtomicU64], python: Option<&PythonStack>) -> bool {
    let start = clock::ticks();
    let (ip, sp, bp) = arch::registers();
    let end = stack::end(sp);
    let words = end.map_or(0, |end| (end.saturating_sub(sp) / 8).min(copy.len()));
    // The pages already have memory. On a first read Linux also maps the pages around (up to 64 KiB), on a
    // first write it does not: reading first saves six or seven of eight faults.
    for at in [0, words.saturating_sub(1)] {
        std::hint::black_box(copy[at].load(Relaxed));
    }
    // SAFETY: `stack::end` has said that this thread's stack reaches from `sp` to there, and it is this thread that runs on it.
    unsafe { arch::copy_words(sp, &copy[..words]) };
    if let Some(frames) = python {
        python::copy(slot, frames, sp);
    }
    slot.words.store(words as u32, Relaxed);
    slot.ip.store(ip as u64, Relaxed);
    slot.sp.store(sp as u64, Relaxed);
    slot.bp.store(bp as u64, Relaxed);
    slot.ticks.store(clock::ticks().wrapping_sub(start), Relaxed);
    end.is_some()
}

#[cfg(test)]
mod tests {
    use super::*;
    use zetop_wire::samples::{CLAIMED, FREE, TAKEN};

    /// For types made of atomics, for which all zero bytes are valid.
    fn zeroed<T>() -> &'static T {
        // SAFETY: as said; it is never given back.
        unsafe { &*std::alloc::alloc_zeroed(std::alloc::Layout::new::<T>()).cast() }
    }

    #[test]
    fn a_sample_has_the_stack_from_its_pointer_upwards() {
        stack::look_for_main();
        thread::look_for_id();
        let mark = std::hint::black_box([0x5eed_5eed_0001u64, 0x5eed_5eed_0002]);
        let (samples, block) = (zeroed::<Samples>(), zeroed::<ThreadBlock>());
        let slot = &samples.slots[2];
        slot.state.store(CLAIMED, Relaxed);
        slot.request.store(9, Relaxed);
        take(block, samples, 2);
        assert_eq!((slot.state.load(Relaxed), slot.answers.load(Relaxed)), (TAKEN, 9));
        let (sp, words) = (slot.sp.load(Relaxed), slot.words.load(Relaxed) as usize);
        let at = (mark.as_ptr() as u64 - sp) as usize / 8;
        assert!(at + 2 < words, "{words} words");
        let copied = [at, at + 1].map(|at| samples.stacks[2].0[at].load(Relaxed));
        assert_eq!(copied, mark);
        // A slot that zetop took back is left alone.
        slot.state.store(FREE, Relaxed);
        take(block, samples, 2);
        assert_eq!(slot.state.load(Relaxed), FREE);
    }

    #[test]
    fn a_thread_that_finds_nothing_armed_stops_looking() {
        let word = AtomicU32::new(0);
        let wants = WANTS_SAMPLES | 1 | 2 << PATIENCE_SHIFT;
        lose_patience(&word, wants, true);
        assert_eq!(word.load(Relaxed), WANTS_SAMPLES | 1 | 1 << PATIENCE_SHIFT);
        lose_patience(&word, word.load(Relaxed), true);
        assert_eq!(word.load(Relaxed), 1, "its patience is over; records are still wanted");
        lose_patience(&word, wants, false);
        assert_eq!(word.load(Relaxed), 1);
    }
}
