//! The state of device timing, its lock, and what goes with it.

use super::deferred::Deferred;
use super::harvester::Harvester;
use super::lock::{Locked, STUCK};
use super::notes::NOTES;
use super::operations;
use super::outside::UNREAD;
use super::outstanding::OUTSTANDING;
use super::state::State;
use crate::driver_quirks::quirks::PublicApi;
use crate::driver_trait::DriverRef;
use crate::sync::lock_fairness::{self, TURNS};
use std::cell::Cell;
use std::mem::ManuallyDrop;
use std::sync::atomic::{AtomicBool, AtomicPtr, AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError, TryLockError};
use std::time::{Duration, Instant};
use zetop_probe_core::cold::Choice;
use zetop_probe_core::{memory, runtime};
use zetop_wire::layout::Process;
use zetop_wire::session::Options;

pub struct DeviceSide {
    /// Time device operations and follow allocations.
    pub on: AtomicBool,
    /// [`State::first_run`]
    pub session: AtomicU64,
    state: Mutex<State>,
    pub deferred: Deferred,
    pub process: &'static Process,
    pub memory: Mutex<memory::MemoryMap>,
    pub harvester: Harvester,
}

thread_local! {
    /// This thread holds the device lock: a driver that calls back through the API must not take it again.
    static INSIDE: Cell<bool> = const { Cell::new(false) };
}

/// Clears [`INSIDE`], even when the holder panics.
pub struct Inside;

impl Inside {
    pub fn enter() -> Option<Self> {
        // Not `then_some`: that would make and drop a value even if somebody is inside, and so clear the
        // flag.
        INSIDE.try_with(|i| !i.replace(true)).ok()?.then(|| Self)
    }
}

impl Drop for Inside {
    fn drop(&mut self) {
        let _ = INSIDE.try_with(|i| i.set(false));
    }
}

static CURRENT: AtomicPtr<DeviceSide> = AtomicPtr::new(std::ptr::null_mut());

/// The device side of this process, or of its parent. `None` if there is none yet.
pub fn latest() -> Option<&'static DeviceSide> {
    // SAFETY: null or a leaked box.
    unsafe { CURRENT.load(Ordering::Acquire).as_ref() }
}

/// Makes `side` the device side of this process. It is leaked, since threads may be inside a hook at any time.
pub fn set(side: DeviceSide) {
    CURRENT.store(Box::into_raw(Box::new(side)), Ordering::Release);
}

/// The device side of this process. `None` in a forked child that has not made a call yet: it must not use
/// the parent's.
pub fn side() -> Option<&'static DeviceSide> {
    runtime::get()?;
    latest()
}

/// The user wants caches to be flushed before kernels.
static FLUSHES: AtomicBool = AtomicBool::new(false);

#[inline]
#[must_use]
pub fn flushes() -> bool {
    FLUSHES.load(Ordering::Relaxed)
}

impl DeviceSide {
    #[must_use]
    pub fn new(driver: DriverRef, process: &'static Process) -> Self {
        Self {
            on: AtomicBool::new(false),
            session: AtomicU64::new(1),
            state: Mutex::new(State::new(driver, process, false, 1)),
            deferred: Deferred::default(),
            process,
            memory: Mutex::default(),
            harvester: Harvester::default(),
        }
    }

    /// A session begins, with nothing known. Our events that the program's lists still signal from an earlier
    /// session stay: the lists may run again at any time.
    /// False if a thread that does not come back still has the lock: then nothing can be timed.
    pub fn begin(&self, process: &'static Process, attached: bool, options: &Options) -> bool {
        let state = TURNS.wait(STUCK, || match self.state.try_lock() {
            Ok(state) => Some(state),
            Err(TryLockError::Poisoned(poisoned)) => Some(poisoned.into_inner()),
            Err(TryLockError::WouldBlock) => None,
        });
        let Some(mut state) = state else { return false };
        // Numbers continue: a call that spans two sessions must not be taken for one of the new session.
        *state = State::new(state.driver, process, attached, state.flight.next_run + 1);
        self.session.store(state.flight.first_run, Ordering::Release);
        let choice = options.cold.as_ref().and_then(Choice::new);
        FLUSHES.store(choice.is_some(), Ordering::Release);
        state.cold = crate::flush::Cold::new(choice);
        if options.public_api {
            state.quirks = Box::new(PublicApi);
        }
        self.deferred.clear();
        NOTES.forget_all();
        UNREAD.clear_all();
        drop(state);
        *self.memory.lock().unwrap_or_else(PoisonError::into_inner) = memory::MemoryMap::default();
        self.state.clear_poison();
        true
    }

    /// The lock; `None` when device timing has failed.
    pub fn lock(&self) -> Option<Locked<'_>> {
        TURNS.give_way();
        self.try_lock().unwrap_or_else(|| {
            let locked = TURNS.wait(STUCK, || self.try_lock().or_else(|| self.has_ended().then_some(None)));
            if locked.is_none() {
                self.on.store(false, Ordering::Release);
                self.process.timing_stuck.store(1, Ordering::Relaxed);
            }
            locked.flatten()
        })
    }

    /// Somebody else has found that the lock's holder does not come back.
    fn has_ended(&self) -> bool {
        !self.on.load(Ordering::Acquire)
    }

    /// Runs `f` behind what was deferred, and gives the lock back.
    pub fn run<T>(&self, mut state: Locked<'_>, f: impl FnOnce(&mut State) -> T) -> T {
        // Without the harvester, what is left is settled in the program's next call at the earliest, which may come much later.
        let is_there = self.harvester.is_there();
        state.flight.batch = if is_there { operations::BATCH } else { operations::BATCH_ALONE };
        self.deferred.run(&mut state);
        let result = f(&mut state);
        OUTSTANDING.await_now(state.flight.awaited as u64);
        let spent = std::mem::take(&mut state.flight.spent);
        drop(state);
        drop(spent);
        result
    }

    /// Does what other threads have deferred meanwhile, unless one of them has the lock now: that one does it.
    #[inline]
    pub fn catch_up(&self) {
        while !self.deferred.is_empty()
            && let Some(Some(state)) = self.try_lock()
        {
            self.run(state, |_| ());
        }
    }

    /// `None` while another thread has the lock; `Some(None)` when device timing has failed or is over.
    pub fn try_lock(&self) -> Option<Option<Locked<'_>>> {
        match self.state.try_lock() {
            Ok(state) => {
                let locked = Locked(ManuallyDrop::new(state));
                // It may have ended while this thread waited: then nothing of the program's may be read.
                Some(self.on.load(Ordering::Acquire).then_some(locked))
            }
            Err(TryLockError::Poisoned(_)) => Some(None),
            Err(TryLockError::WouldBlock) => None,
        }
    }

    /// The lock with a time limit, for exit handlers: the holder may be a thread that no longer runs.
    pub fn with_within<T>(&self, limit: Duration, f: impl FnOnce(&mut State) -> T) -> Option<T> {
        let inside = Inside::enter()?;
        let end = Instant::now() + limit;
        let result = loop {
            match self.try_lock() {
                Some(Some(mut state)) => {
                    self.deferred.run(&mut state);
                    break Some(f(&mut state));
                }
                Some(None) => break None,
                None if Instant::now() > end => break None,
                None => lock_fairness::pause(Duration::from_millis(1)),
            }
        };
        drop(inside);
        result
    }
}
