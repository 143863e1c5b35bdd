//! A thread of ours that reads what is complete while the program is busy elsewhere. It ticks at most 200
//! times a second while operations are in flight, and sleeps without a timer otherwise.

use crate::{guard, runtime};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::thread::Thread;
use std::time::Duration;

#[derive(Default)]
pub struct Harvester {
    thread: OnceLock<Thread>,
    started: AtomicBool,
    /// The thread is (about to be) parked.
    idle: AtomicBool,
    stop: AtomicBool,
    /// Times that the thread woke up.
    pub ticks: AtomicU32,
}

const TICK: Duration = Duration::from_millis(5);
/// Ticks without anything in flight before the thread goes to sleep.
const LINGER: u32 = 4;

/// Something was put in flight.
pub fn wake() {
    let Some(runtime) = runtime::get() else { return };
    let Some(device) = runtime.device.as_ref() else { return };
    let harvester = &device.harvester;
    if !harvester.started.load(Ordering::Relaxed) {
        if !harvester.started.swap(true, Ordering::AcqRel) {
            guard::spawn("zetop-harvest", move || run(runtime));
        }
    } else if harvester.idle.load(Ordering::Relaxed)
        && harvester.idle.swap(false, Ordering::AcqRel)
        && let Some(thread) = harvester.thread.get()
    {
        thread.unpark();
    }
}

impl Harvester {
    pub fn stop(&self) {
        self.stop.store(true, Ordering::Release);
        if let Some(thread) = self.thread.get() {
            thread.unpark();
        }
    }
}

fn run(runtime: &'static runtime::Runtime) {
    let Some(device) = runtime.device.as_ref() else { return };
    let harvester = &device.harvester;
    let _ = harvester.thread.set(std::thread::current());
    let mut quiet = 0;
    while !harvester.stop.load(Ordering::Acquire) {
        std::thread::sleep(TICK);
        harvester.ticks.fetch_add(1, Ordering::Relaxed);
        let Some(in_flight) = super::with(|state| {
            state.sweep();
            state.in_flight
        }) else {
            return;
        };
        quiet = if in_flight == 0 { quiet + 1 } else { 0 };
        if quiet > LINGER {
            harvester.idle.store(true, Ordering::Release);
            // What came in between the look and the store would find us idle only from now on.
            if super::with(|state| state.in_flight) == Some(0) {
                while harvester.idle.load(Ordering::Acquire) && !harvester.stop.load(Ordering::Acquire) {
                    std::thread::park();
                }
            }
            harvester.idle.store(false, Ordering::Release);
            quiet = 0;
        }
    }
}
