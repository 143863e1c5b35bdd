//! A thread of ours that reads what is complete while the program is busy elsewhere. It exists while
//! operations are in flight, and looks at most 125 times a second.
//! Before it exists, and if the program filters its system calls, completed operations are read during the program's calls.

use crate::sync::Mutex;
use crate::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::time::Duration;
use zetop_probe_core::heap::HEAP;
use zetop_probe_core::own_thread::{OwnThread, Pause};
use zetop_probe_core::own_work::ThreadTime;
use zetop_probe_core::windows::WINDOWS;
use zetop_probe_core::{attendance, guard, sandbox};

pub struct Harvester {
    thread: Mutex<Option<OwnThread>>,
    state: AtomicU32,
    pause: Pause,
    /// Work was expected in this session.
    expected: AtomicBool,
    /// How many ticks are short; after how many with nothing in flight the thread ends.
    ticks: (u32, u32),
}

impl Default for Harvester {
    fn default() -> Self {
        Self::new((FIRST.0, LINGER))
    }
}

/// Reads what is complete; returns the number of operations in flight, or `None` when device timing has
/// ended.
pub type Sweep = fn() -> Option<usize>;

/// [`Harvester::state`], its lowest bits: no thread; ticking; told to end.
const NONE: u32 = 0;
const TICKING: u32 = 1;
const STOPPING: u32 = 3;
/// The bits above count the threads that were started and ended: one that was about to end, and then slept, does not take itself for
/// a later one.
const ONE: u32 = 4;

fn what(state: u32) -> u32 {
    state % ONE
}

/// No thread, after the one that the state is about.
fn none(state: u32) -> u32 {
    state - what(state)
}

const TICK: Duration = Duration::from_millis(8);
/// The first ticks are shorter: what is found out about our first events, the next operations need.
const FIRST: (u32, Duration) = (16, Duration::from_millis(1));
/// Ticks without anything in flight before the thread ends: making one costs the program's thread some 30 us.
const LINGER: u32 = 25;
/// Ticks between two checks whether the program's threads have all ended.
const ALONE: u32 = 16;

impl Harvester {
    #[must_use]
    pub fn new(ticks: (u32, u32)) -> Self {
        let (thread, pause) = (Mutex::default(), Pause::default());
        Self { thread, state: AtomicU32::new(NONE), pause, expected: AtomicBool::new(false), ticks }
    }

    fn turn(&self, from: u32, to: u32) -> bool {
        self.state.compare_exchange(from, to, Ordering::AcqRel, Ordering::Relaxed).is_ok()
    }

    /// Something was put in flight. `is_on` says whether device timing still is, under the lock, so that
    /// [`Self::end`] finds the thread; who finds that taken leaves it to the next call. A call that was under way when
    /// its session ended starts nothing.
    pub fn wake(&'static self, is_on: fn() -> bool, sweep: Sweep) {
        if what(self.state.load(Ordering::Acquire)) == NONE && sandbox::may_start_thread() {
            self.start(is_on, sweep);
        }
    }

    /// There will be work: the program makes its first queue or list, or zetop has just attached. A program that filters its
    /// system calls mostly begins with that later, so this is the time to start the thread, while that can harm nobody.
    pub fn expect(&'static self, is_on: fn() -> bool, sweep: Sweep) {
        if !self.expected.load(Ordering::Relaxed)
            && !self.expected.swap(true, Ordering::Relaxed)
            && !sandbox::is_filtered()
        {
            self.start(is_on, sweep);
        }
    }

    fn start(&'static self, is_on: fn() -> bool, sweep: Sweep) {
        if let Ok(mut thread) = self.thread.try_lock()
            && is_on()
        {
            let before = self.state.load(Ordering::Acquire);
            let ticking = before.wrapping_add(ONE) | TICKING;
            if what(before) == NONE && self.turn(before, ticking) {
                *thread = guard::spawn("zetop-harvest", move || self.run(ticking, sweep));
                if thread.is_none() {
                    self.turn(ticking, none(ticking));
                }
            }
        }
    }

    /// There is such a thread.
    pub fn is_there(&self) -> bool {
        what(self.state.load(Ordering::Acquire)) == TICKING
    }

    /// Tells the thread to end. It is not waited for: at exit it may never run again, and on the program's threads nobody may
    /// wait.
    pub fn stop(&self) {
        self.state.fetch_or(STOPPING, Ordering::AcqRel);
    }

    /// Ends the thread, waits for that, and allows a new one. Device timing is off already.
    pub fn end(&self) {
        let Ok(mut thread) = self.thread.lock() else { return };
        self.state.fetch_or(STOPPING, Ordering::AcqRel);
        if let Some(thread) = thread.take() {
            self.pause.end();
            thread.join();
        }
        let stopping = self.state.load(Ordering::Acquire);
        self.state.store(none(stopping).wrapping_add(ONE), Ordering::Release);
        self.expected.store(false, Ordering::Relaxed);
    }

    fn run(&self, ticking: u32, sweep: Sweep) {
        let (mut quiet, mut ticks) = (0, 0_u32);
        let (first, linger) = self.ticks;
        let mut time = ThreadTime::default();
        while self.state.load(Ordering::Acquire) == ticking {
            self.pause.wait(if ticks < first { FIRST.1 } else { TICK });
            ticks = ticks.wrapping_add(1);
            WINDOWS.spent_elsewhere(time.add());
            HEAP.provide();
            attendance::look(true);
            let Some(in_flight) = sweep() else { return };
            quiet = if in_flight == 0 && ticks > first { quiet + 1 } else { 0 };
            let alone = ticks.is_multiple_of(ALONE) && guard::is_alone();
            if (quiet > linger || alone) && self.turn(ticking, none(ticking)) {
                // What came in between the look and the turn found a thread still.
                let came = !alone && sweep().is_some_and(|in_flight| in_flight > 0);
                if !(came && self.turn(none(ticking), ticking)) {
                    HEAP.give_back();
                    return;
                }
                quiet = 0;
            }
        }
    }
}
