//! Device timing: which operations were given to a device, and when they started and ended there.
//!
//! ```text
//! hooks -> state (lists, events, kernels ...) -> runs (operations in flight) -> stamps -> publish
//!                                                  ^ settled at syncs, resets, destroys, and by the harvester
//! ```
//!
//! One lock guards the state. It is held for table look-ups and for short driver calls (event queries), never
//! while one of the program's own calls runs.

pub mod adopt;
pub mod append;
pub mod clocks;
pub mod driver;
pub mod events;
pub mod execute;
pub mod facts;
pub mod harvester;
pub mod images;
pub mod leave;
pub mod memory;
pub mod order;
pub mod publish;
pub mod runs;
pub mod stamps;
pub mod stash;
pub mod state;
#[cfg(test)]
mod tests;

use crate::runtime;
use state::State;
use std::cell::Cell;
use std::sync::atomic::Ordering;
use std::sync::{Mutex, PoisonError, TryLockError};
use std::time::{Duration, Instant};
use zetop_wire::layout::Process;

pub struct DeviceSide {
    state: Mutex<State>,
    memory: Mutex<memory::MemoryMap>,
    pub harvester: harvester::Harvester,
}

thread_local! {
    /// This thread holds the device lock: a driver that calls back through the API must not take it again.
    static INSIDE: Cell<bool> = const { Cell::new(false) };
}

/// Clears [`INSIDE`] however the holder ends.
struct Inside;

impl Inside {
    fn enter() -> Option<Self> {
        INSIDE.try_with(|i| !i.replace(true)).ok()?.then_some(Self)
    }
}

impl Drop for Inside {
    fn drop(&mut self) {
        let _ = INSIDE.try_with(|i| i.set(false));
    }
}

impl DeviceSide {
    #[must_use]
    pub fn new(driver: driver::DriverRef, process: &'static Process) -> Self {
        Self {
            state: Mutex::new(State::new(driver, process, false, 1)),
            memory: Mutex::default(),
            harvester: harvester::Harvester::default(),
        }
    }

    /// A session begins, with nothing known. What an earlier one left in lists of the program's (events of
    /// ours that they still signal) stays where it is: the lists may run again at any time.
    pub fn begin(&self, process: &'static Process, attached: bool) {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        // Numbers go on: a call that spans two sessions must not be taken for one of the new one.
        *state = State::new(state.driver, process, attached, state.next_run + 1);
        drop(state);
        *self.memory.lock().unwrap_or_else(PoisonError::into_inner) = memory::MemoryMap::default();
        self.state.clear_poison();
    }

    /// The lock with a time limit, for exit handlers: the holder may be a thread that no longer runs.
    pub fn with_within<T>(&self, limit: Duration, f: impl FnOnce(&mut State) -> T) -> Option<T> {
        let inside = Inside::enter()?;
        let end = Instant::now() + limit;
        let result = loop {
            match self.state.try_lock() {
                Ok(mut state) => break Some(f(&mut state)),
                Err(TryLockError::Poisoned(_)) => break None,
                Err(TryLockError::WouldBlock) if Instant::now() > end => break None,
                Err(TryLockError::WouldBlock) => std::thread::sleep(Duration::from_millis(1)),
            }
        };
        drop(inside);
        result
    }
}

/// Runs `f` on the state. `None` when device timing is off, has failed, or this thread is in here already.
pub fn with<T>(f: impl FnOnce(&mut State) -> T) -> Option<T> {
    let runtime = runtime::get()?;
    if !runtime.device_on.load(Ordering::Acquire) {
        return None;
    }
    let _inside = Inside::enter()?;
    // A panic in here poisons the lock: device timing ends, the program goes on.
    crate::guard::quietly(|| runtime.device.state.lock().ok().map(|mut state| f(&mut state))).flatten()
}

/// Runs `f` on the memory map.
pub fn with_memory<T>(f: impl FnOnce(&'static Process, &mut memory::MemoryMap) -> T) -> Option<T> {
    let runtime = runtime::get()?;
    if !runtime.device_on.load(Ordering::Acquire) {
        return None;
    }
    let mut map = runtime.device.memory.lock().unwrap_or_else(PoisonError::into_inner);
    Some(f(runtime.process(), &mut map))
}
