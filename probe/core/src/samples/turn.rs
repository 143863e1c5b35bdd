//! Whose turn it is to write a slot: zetop arms it, one thread claims it, and that thread says what has become of it.

use crate::sync::atomic::AtomicU32;
use crate::sync::atomic::Ordering::{Acquire, Relaxed, Release};
use zetop_wire::samples::{ARMED, CLAIMED, FREE, REFUSED, TAKEN};

pub fn is_armed(state: &AtomicU32) -> bool {
    state.load(Acquire) == ARMED
}

/// True for one thread each time it is armed.
pub fn claim(state: &AtomicU32) -> bool {
    state.compare_exchange(ARMED, CLAIMED, Acquire, Relaxed).is_ok()
}

/// For the next one, from the owner of a claimed slot.
pub fn arm(state: &AtomicU32) {
    state.store(ARMED, Release);
}

/// Takes nothing after all.
pub fn give_up(state: &AtomicU32) {
    state.store(FREE, Relaxed);
}

/// The sample is there, or can't be had. A slot that zetop has taken back meanwhile is left alone.
pub fn finish(state: &AtomicU32, is_there: bool) {
    let _ = state.compare_exchange(CLAIMED, if is_there { TAKEN } else { REFUSED }, Release, Relaxed);
}
