//! Makes CUPTI hand over its records while there is work without a record. A thread of the probe's does this, and
//! ends when nothing is left. At a context's end, the program's thread waits until it has collected what there is, but with a
//! limit: CUPTI has none.
//!
//! When the program exits, that thread collects once more. The program's own thread waits for it, but with a limit: `exit` may
//! have been called by a signal handler, on top of what the collection needs.

use super::state::{self, TimingState};
use super::tally::{settled, waiting};
use super::{locks, recording};
use std::cell::Cell;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::time::{Duration, Instant};
use zetop_probe_core::heap::HEAP;
use zetop_probe_core::own_thread::{self, Pause};
use zetop_probe_core::own_work::ThreadTime;
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

/// Collections for which the thread stays before there is any work: a later one may have to wait until zetop has looked
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
    LAST.store(NOT_WANTED, Ordering::Release);
    let _ = HOOKS.try_with(|hooks| hooks.set(0));
    locks::forget();
}

/// [`LAST`]: nothing is wanted; a last collection is; it is under way; it is done, or too late.
const NOT_WANTED: u32 = 0;
const WANTED: u32 = 1;
const UNDER_WAY: u32 = 2;
const DONE: u32 = 3;
/// The last collection, when the process is about to end.
static LAST: AtomicU32 = AtomicU32::new(NOT_WANTED);
/// How long it may be under way: CUPTI is not to be taken down below it.
const UNDER_WAY_LIMIT: Duration = Duration::from_secs(2);
/// How long the thread may need to begin.
const BEGIN_LIMIT: Duration = Duration::from_millis(500);

/// Ends the thread's pause.
static PAUSE: Pause = Pause::new();

thread_local! {
    /// Hooks that this thread is in: what it holds there, a signal handler on top of them can't have.
    static HOOKS: Cell<u32> = const { Cell::new(0) };
    /// What was done about operations when this thread entered its hook.
    static BEFORE: Cell<TimingState> = const { Cell::new(TimingState::Off) };
}

/// The calling thread is in a hook while this lives.
pub struct InHook(());

impl InHook {
    #[inline]
    pub fn enter() -> Self {
        let _ = HOOKS.try_with(|hooks| hooks.set(hooks.get() + 1));
        let _ = BEFORE.try_with(|before| before.set(state::now()));
        Self(())
    }

    /// CUPTI is sure to record what this thread's hook has submitted: it did so before that, and does now.
    #[inline]
    pub fn is_recorded(now: TimingState) -> bool {
        now == TimingState::Timing
            && BEFORE.try_with(|before| before.get() == TimingState::Timing).unwrap_or(false)
    }

    /// Whether CUPTI may have recorded what this thread's hook has submitted, by what was done before and is done now.
    #[inline]
    pub fn may_be_recorded(now: TimingState) -> bool {
        match now {
            TimingState::Timing | TimingState::Changing => true,
            TimingState::Off | TimingState::Ending => false,
            TimingState::Counting | TimingState::HandedOver => BEFORE
                .try_with(|before| matches!(before.get(), TimingState::Timing | TimingState::Changing))
                .unwrap_or(false),
        }
    }
}

impl Drop for InHook {
    #[inline]
    fn drop(&mut self) {
        let _ = HOOKS.try_with(|hooks| hooks.set(hooks.get().saturating_sub(1)));
    }
}

/// The number of the last collection that a thread of the program has asked for, and of the last one that is done.
static ASKED: AtomicU32 = AtomicU32::new(0);
static ANSWERED: AtomicU32 = AtomicU32::new(0);
/// How long a thread of the program waits for one.
const SOON: Duration = Duration::from_millis(500);

/// Has the records of what has completed collected, and waits for that, within a limit. What is not collected in time goes
/// with its context, and counts as untimed.
pub fn collect_soon() {
    if waiting() == 0 {
        return;
    }
    let number = ASKED.fetch_add(1, Ordering::AcqRel).wrapping_add(1);
    PAUSE.end();
    wake();
    let end = Instant::now() + SOON;
    loop {
        let answered = ANSWERED.load(Ordering::Acquire);
        let left = end.saturating_duration_since(Instant::now());
        if answered.wrapping_sub(number).cast_signed() >= 0
            || left.is_zero()
            || THREAD.load(Ordering::Acquire) == NONE
        {
            return;
        }
        // Others may wait as well, and only one of them is woken.
        own_thread::wait_while(&ANSWERED, answered, left.min(Duration::from_millis(5)));
    }
}

/// The thread's part in that.
fn collect() {
    let asked = ASKED.load(Ordering::Acquire);
    recording::collect();
    if ANSWERED.swap(asked, Ordering::AcqRel) != asked {
        own_thread::wake_one(&ANSWERED);
    }
}

/// Collects what there is when the process is about to end, after the door has been closed. Runs in `exit`.
pub fn collect_at_the_end() {
    if waiting() == 0 {
        return;
    }
    LAST.store(WANTED, Ordering::Release);
    if THREAD.load(Ordering::Acquire) == NONE {
        // None is started now: that takes memory of the program's.
        if HOOKS.try_with(Cell::get).unwrap_or(1) == 0
            && LAST.compare_exchange(WANTED, UNDER_WAY, Ordering::AcqRel, Ordering::Acquire).is_ok()
        {
            recording::collect_at_the_end();
        }
        return;
    }
    PAUSE.end();
    wait_for_last(WANTED, BEGIN_LIMIT);
    if LAST.compare_exchange(WANTED, DONE, Ordering::AcqRel, Ordering::Acquire).is_err() {
        wait_for_last(UNDER_WAY, UNDER_WAY_LIMIT);
    }
}

fn wait_for_last(while_it_is: u32, limit: Duration) {
    let end = Instant::now() + limit;
    while LAST.load(Ordering::Acquire) == while_it_is {
        let left = end.saturating_duration_since(Instant::now());
        if left.is_zero() {
            return;
        }
        own_thread::wait_while(&LAST, while_it_is, left);
    }
}

/// The thread's part in that.
fn last_collection() {
    if LAST.compare_exchange(WANTED, UNDER_WAY, Ordering::AcqRel, Ordering::Acquire).is_ok() {
        own_thread::wake_one(&LAST);
        guard::quietly(recording::collect_at_the_end);
        LAST.store(DONE, Ordering::Release);
        own_thread::wake_one(&LAST);
    }
}

fn run() {
    let (mut quiet, mut last) = (0, settled());
    let mut without = 0;
    let mut time = ThreadTime::default();
    while state::now() == TimingState::Timing {
        PAUSE.wait(PERIOD);
        // The program may have taken CUPTI meanwhile: then its buffers are none of the probe's to collect.
        if guard::is_alone() || state::now() != TimingState::Timing {
            break;
        }
        HEAP.provide();
        attendance::look(true);
        collect();
        time.add();
        let now = settled();
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
            if waiting() == 0
                || without > PATIENCE
                || THREAD.compare_exchange(NONE, RUNNING, Ordering::AcqRel, Ordering::Relaxed).is_err()
            {
                return last_collection();
            }
        }
    }
    last_collection();
    THREAD.store(NONE, Ordering::Release);
}
