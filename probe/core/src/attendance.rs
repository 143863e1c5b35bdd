//! Who looks after an attach. No thread of the probe's is there for that: it would make `unshare(CLONE_NEWUSER)` fail and Python warn
//! when it forks.
//!
//! - zetop watches the words that [`Watched`](zetop_wire::layout::Watched) names from outside, and calls the probe when one has
//!   changed, and to have it detach.
//! - Where it can't (a debugger is there, the program has changed its user), or has been killed, the harvester sees that, if
//!   it is there, and so do the program's own calls, which look a few times a second
//!   ([`ThreadHead::look_at`](zetop_wire::layout::ThreadHead)). A program that makes no calls loses nothing by our wrappers.

use crate::{clock, guard};
use std::sync::OnceLock;
use std::sync::atomic::Ordering::Relaxed;
use zetop_wire::layout::ThreadBlock;

/// Between two looks of a thread, in ticks: some 50 ms of a processor's clock, 134 ms where ticks are nanoseconds.
const EVERY: u64 = 1 << 27;

/// For the hot path: the thread with this block looks, if it is time.
#[cold]
pub(crate) fn look_if_due(block: &ThreadBlock, now: u64) {
    let look_at = &block.head.look_at;
    if look_at.load(Relaxed).wrapping_sub(1) < now {
        look_at.store(now.saturating_add(EVERY), Relaxed);
        guard::quietly(|| look(false));
    }
}

/// When a thread that is given a block looks first; 0 if it never has to.
pub(crate) fn first_look(is_attached: bool) -> u64 {
    if is_attached { clock::ticks() } else { 0 }
}

static LOOK: OnceLock<fn(bool)> = OnceLock::new();

/// Sets the function that looks, on a thread of the probe's or of the program's. Only the first one given counts.
pub(crate) fn on_look(look: fn(bool)) {
    let _ = LOOK.set(look);
}

/// Looks whether zetop orders a detach or is gone, on a thread of the probe's or of the program's. Makes no system call by itself.
pub fn look(on_ours: bool) {
    if let Some(look) = LOOK.get() {
        look(on_ours);
    }
}
