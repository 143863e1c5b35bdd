//! Makes CUPTI hand over its records while there is work without a record. A thread of ours does this, and
//! ends when nothing is left. The program's threads do it only at a context's end and at exit.

use super::{GIVEN, SETTLED, STATE, TIMING, cupti, publish_given, side};
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::time::Duration;
use zetop_probe_core::heap::HEAP;
use zetop_probe_core::{attendance, guard, sandbox};

/// The thread stays when there is nothing left: zetop knows that the program does not mind.
static STAYS: AtomicBool = AtomicBool::new(false);

/// Whether the thread is to stay.
pub fn stays(stays: bool) {
    STAYS.store(stays, Ordering::Relaxed);
}

/// [`THREAD`]: there is none; it is there.
const NONE: u32 = 0;
const RUNNING: u32 = 1;
static THREAD: AtomicU32 = AtomicU32::new(NONE);

/// Between two collections.
const PERIOD: Duration = Duration::from_millis(50);
/// The thread ends after this many collections with nothing new and nothing to wait for.
const LINGER: u32 = 20;
/// The thread ends after this many collections without a single record, even if records are missing: they may
/// never come (a kernel that runs for ever, a lost device). The next call starts it again.
const PATIENCE: u32 = 20 * 60;

/// The thread stays for so many collections before there is any work: a later one may have to wait until zetop has looked
/// whether the program filters its system calls.
const BEFORE_WORK: u32 = 20 * 10;

/// There will be work: CUPTI, which starts threads itself, has just been started.
pub fn expect() {
    if !sandbox::is_filtered() {
        start();
    }
}

/// There is work in flight.
#[inline]
pub fn wake() {
    if THREAD.load(Ordering::Relaxed) == NONE && sandbox::may_start_thread() {
        start();
    }
}

#[cold]
fn start() {
    if THREAD.compare_exchange(NONE, RUNNING, Ordering::AcqRel, Ordering::Relaxed).is_ok()
        && guard::quietly(|| guard::spawn("zetop-harvest", run)).flatten().is_none()
    {
        THREAD.store(NONE, Ordering::Release);
    }
}

/// For a forked child, where the thread does not exist.
pub fn forget() {
    THREAD.store(NONE, Ordering::Release);
}

fn waiting() -> u64 {
    GIVEN.sum().saturating_sub(SETTLED.load(Ordering::Acquire))
}

fn run() {
    let (mut quiet, mut last) = (0, SETTLED.load(Ordering::Acquire));
    let mut without = 0;
    while STATE.load(Ordering::Acquire) == TIMING {
        std::thread::sleep(PERIOD);
        // The program may have taken CUPTI meanwhile: then its buffers are none of ours to collect.
        if guard::is_alone() || STATE.load(Ordering::Acquire) != TIMING {
            break;
        }
        HEAP.provide();
        attendance::look(true);
        collect();
        let now = SETTLED.load(Ordering::Acquire);
        without = if now == last { without + 1 } else { 0 };
        last = now;
        quiet = if waiting() == 0 && without > 0 { quiet + 1 } else { 0 };
        if quiet == LINGER {
            HEAP.give_back();
        }
        if STAYS.load(Ordering::Relaxed) {
            continue;
        }
        let linger = if now == 0 { BEFORE_WORK } else { LINGER };
        if quiet > linger || without > PATIENCE {
            THREAD.store(NONE, Ordering::Release);
            // Otherwise, work that arrived in between would wait for the next call.
            if waiting() == 0 || without > PATIENCE {
                return;
            }
            if THREAD.compare_exchange(NONE, RUNNING, Ordering::AcqRel, Ordering::Relaxed).is_err() {
                return;
            }
        }
    }
    THREAD.store(NONE, Ordering::Release);
}

/// Takes the records of everything that has completed. Waits for no operation.
pub fn collect() {
    cupti::collect();
    if let Some(side) = side() {
        publish_given(super::lock(&side.publisher).process);
    }
}
