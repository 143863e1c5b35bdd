//! A thread of ours that reads what is complete while the program is busy elsewhere. It ticks at most 125
//! times a second while operations are in flight, and sleeps without a timer otherwise.

use super::DeviceSide;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU32, Ordering};
use std::thread::JoinHandle;
use std::time::Duration;
use zetop_probe_core::guard;

/// The thread is started anew for each session, and ends with it.
#[derive(Default)]
pub struct Harvester {
    thread: Mutex<Option<JoinHandle<()>>>,
    state: AtomicU32,
}

/// [`Harvester::state`]: no thread; ticking; asleep; told to end.
const NONE: u32 = 0;
const TICKING: u32 = 1;
const ASLEEP: u32 = 2;
const STOPPING: u32 = 3;

const TICK: Duration = Duration::from_millis(8);
/// Ticks without anything in flight before the thread goes to sleep.
const LINGER: u32 = 4;

/// Something was put in flight.
pub fn wake() {
    let Some(side) = super::side() else { return };
    let harvester = &side.harvester;
    match harvester.state.load(Ordering::Acquire) {
        NONE => start(side),
        ASLEEP if harvester.turn(ASLEEP, TICKING) => harvester.unpark(),
        _ => {}
    }
}

/// Starts the thread, once per session. Under the lock, so that `end` finds it; who finds that taken leaves it
/// to the next call. A call that was under way when its session ended starts nothing.
fn start(side: &'static DeviceSide) {
    let harvester = &side.harvester;
    if let Ok(mut thread) = harvester.thread.try_lock()
        && super::is_on()
        && harvester.turn(NONE, TICKING)
    {
        *thread = guard::spawn("zetop-harvest", move || run(&side.harvester));
    }
}

impl Harvester {
    fn turn(&self, from: u32, to: u32) -> bool {
        self.state.compare_exchange(from, to, Ordering::AcqRel, Ordering::Relaxed).is_ok()
    }

    fn unpark(&self) {
        if let Ok(thread) = self.thread.lock()
            && let Some(thread) = thread.as_ref()
        {
            thread.thread().unpark();
        }
    }

    /// Tells the thread to end. It is not waited for: at exit it may never run again.
    pub fn stop(&self) {
        if self.state.swap(STOPPING, Ordering::AcqRel) != NONE {
            self.unpark();
        }
    }

    /// Ends the thread, waits for that, and allows a new one. Device timing is off already.
    pub fn end(&self) {
        let Ok(mut thread) = self.thread.lock() else { return };
        self.state.store(STOPPING, Ordering::Release);
        if let Some(thread) = thread.take() {
            thread.thread().unpark();
            let _ = thread.join();
        }
        self.state.store(NONE, Ordering::Release);
    }
}

fn run(harvester: &'static Harvester) {
    let mut quiet = 0;
    while harvester.state.load(Ordering::Acquire) != STOPPING {
        std::thread::park_timeout(TICK);
        let Some(in_flight) = super::with(|state| {
            state.sweep();
            state.in_flight
        }) else {
            return;
        };
        quiet = if in_flight == 0 { quiet + 1 } else { 0 };
        if quiet > LINGER && harvester.turn(TICKING, ASLEEP) {
            // What came in between the look and the turn would find us asleep only from now on.
            if super::with(|state| state.in_flight) != Some(0) {
                harvester.turn(ASLEEP, TICKING);
            }
            while harvester.state.load(Ordering::Acquire) == ASLEEP {
                std::thread::park();
            }
            quiet = 0;
        }
    }
}
