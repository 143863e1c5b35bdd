//! Device timing: which operations were submitted to a device, and when they started and ended there.
//!
//! ```text
//! hooks -> state (lists, events, kernels ...) -> runs (operations in flight) -> stamps -> publish
//!                                                  ^ settled at syncs, resets, destroys, and by the harvester
//! ```
//!
//! One lock guards the state. It is held for table look-ups and short driver calls (event queries that answer
//! at once), for a bounded number of operations at a time. It is never held during the program's own calls,
//! nor while we append to or execute a running list.

pub mod adopt;
pub mod append;
pub mod backlog;
pub mod capture;
pub mod clocks;
pub mod cold;
pub mod contents;
pub mod driver;
pub mod errands;
pub mod events;
pub mod execute;
pub mod facts;
pub mod flush;
pub mod glance;
mod harvester;
pub mod images;
pub mod kinds;
mod lanes;
pub mod leave;
pub mod makers;
pub mod mutable;
pub mod objects;
pub mod operations;
pub mod order;
mod pieces;
pub mod runs;
pub mod stamps;
pub mod stash;
pub mod state;
mod table;
#[cfg(test)]
mod tests;
mod turns;

use driver::DriverRef;
use errands::Errand;
use state::State;
use std::cell::Cell;
use std::mem::ManuallyDrop;
use std::ops::{Deref, DerefMut};
use std::sync::atomic::{AtomicBool, AtomicPtr, AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError, TryLockError};
use std::time::{Duration, Instant};
use zetop_probe_core::{cold::Choice, ending, guard, runtime};
pub use zetop_probe_core::{memory, publish};
use zetop_wire::layout::Process;
use zetop_wire::session::Options;

pub struct DeviceSide {
    /// Time device operations and follow allocations.
    on: AtomicBool,
    state: Mutex<State>,
    process: &'static Process,
    memory: Mutex<memory::MemoryMap>,
    harvester: harvester::Harvester,
}

thread_local! {
    /// This thread holds the device lock: a driver that calls back through the API must not take it again.
    static INSIDE: Cell<bool> = const { Cell::new(false) };
}

/// Clears [`INSIDE`], even when the holder panics.
struct Inside;

impl Inside {
    fn enter() -> Option<Self> {
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
/// The loader's tracing layer shows the calls, after they were made: operations are counted, not timed.
static COUNTS_ONLY: AtomicBool = AtomicBool::new(false);

/// The device side of this process. `None` in a forked child that has not made a call yet: it must not use
/// the parent's.
fn side() -> Option<&'static DeviceSide> {
    runtime::get()?;
    // SAFETY: null or a leaked box.
    unsafe { CURRENT.load(Ordering::Acquire).as_ref() }
}

/// Makes the device side: once per process, and once more in a forked child, where the locks of the parent's may
/// be held for ever. Leaked, since threads may be inside a hook at any time.
pub fn set_up(driver: DriverRef, process: &'static Process) {
    turns::reset();
    CURRENT.store(Box::into_raw(Box::new(DeviceSide::new(driver, process))), Ordering::Release);
}

/// A session begins.
pub fn begin(process: &'static Process, attached: bool, options: &Options) {
    // SAFETY: null or a leaked box.
    if let Some(side) = unsafe { CURRENT.load(Ordering::Acquire).as_ref() } {
        side.on.store(false, Ordering::Release);
        let is_ready = side.begin(process, attached, options);
        process.timing_stuck.store(u32::from(!is_ready), Ordering::Relaxed);
        side.on.store(options.device && is_ready, Ordering::Release);
    }
}

/// Our thread is there, and sees zetop's orders.
#[must_use]
pub fn has_thread() -> bool {
    side().is_some_and(|side| side.harvester.is_there())
}

/// A session ends: calls that are under way settle nothing more.
pub fn end() {
    if let Some(side) = side() {
        side.on.store(false, Ordering::Release);
        side.harvester.end();
    }
}

/// The same on a thread of the program's: nothing is waited for.
pub fn end_in_place() {
    if let Some(side) = side() {
        side.on.store(false, Ordering::Release);
        side.harvester.stop();
    }
}

/// Something was put in flight: makes sure that the harvester looks for its completion.
pub fn wake() {
    if let Some(side) = side() {
        side.harvester.wake(is_on, sweep);
    }
}

/// The program is about to have operations in flight.
pub fn expect() {
    if let Some(side) = side() {
        side.harvester.expect(is_on, sweep);
    }
}

/// Settles what is ready, in batches, and lets the program have the lock in between. Returns the number of
/// operations left in flight; `None` when device timing is over.
fn sweep() -> Option<usize> {
    with_on_ours(|state| state.own.look());
    let ((mut lanes, mut settled), mut in_flight) =
        with_on_ours(|state| (state.settle_lanes(state.busy_lanes()), state.in_flight))?;
    // New operations wait for the next tick.
    let mut left = in_flight;
    while !lanes.is_empty() && left > 0 {
        left = left.saturating_sub(settled.max(1));
        turns::let_others();
        ((lanes, settled), in_flight) = with_on_ours(|state| (state.settle_lanes(lanes), state.in_flight))?;
    }
    Some(in_flight)
}

/// The process is about to end: settles what is complete.
pub fn process_ends(limit: Duration) {
    if let Some(side) = side().filter(|side| side.on.load(Ordering::Acquire)) {
        side.harvester.stop();
        side.with_within(limit, State::close);
    }
}

/// Device operations are timed and allocations followed.
#[must_use]
pub fn is_on() -> bool {
    side().is_some_and(|side| side.on.load(Ordering::Acquire))
}

/// Operations are counted only: calls are seen through the loader's tracing layer.
#[inline]
#[must_use]
pub fn counts_only() -> bool {
    COUNTS_ONLY.load(Ordering::Relaxed)
}

pub fn count_only(only: bool) {
    COUNTS_ONLY.store(only, Ordering::Release);
}

/// The user wants caches to be flushed before kernels.
static FLUSHES: AtomicBool = AtomicBool::new(false);

#[inline]
#[must_use]
pub fn flushes() -> bool {
    FLUSHES.load(Ordering::Relaxed)
}

/// Operations in flight that may be read only once their completion is known from elsewhere; and the number
/// of the last submission. Copies from the state, for calls that are too frequent to take the lock.
static AWAITED: AtomicU64 = AtomicU64::new(0);
static SUBMISSIONS: AtomicU64 = AtomicU64::new(0);

/// Number of the last submission, if what the program learns about its events matters.
#[inline]
#[must_use]
pub fn submissions_if_awaited() -> Option<u64> {
    (AWAITED.load(Ordering::Relaxed) > 0).then(|| SUBMISSIONS.load(Ordering::Acquire))
}

/// How long a call waits for the lock's holder before device timing ends: it may never come back, and the program must go on.
const STUCK: Duration = Duration::from_secs(1);

/// The lock; others are told when it becomes free.
struct Locked<'a>(ManuallyDrop<MutexGuard<'a, State>>);

impl Deref for Locked<'_> {
    type Target = State;

    fn deref(&self) -> &State {
        &self.0
    }
}

impl DerefMut for Locked<'_> {
    fn deref_mut(&mut self) -> &mut State {
        &mut self.0
    }
}

impl Drop for Locked<'_> {
    fn drop(&mut self) {
        // SAFETY: it is not used again.
        unsafe { ManuallyDrop::drop(&mut self.0) };
        turns::freed();
    }
}

impl DeviceSide {
    #[must_use]
    pub fn new(driver: DriverRef, process: &'static Process) -> Self {
        Self {
            on: AtomicBool::new(false),
            state: Mutex::new(State::new(driver, process, false, 1)),
            process,
            memory: Mutex::default(),
            harvester: harvester::Harvester::default(),
        }
    }

    /// A session begins, with nothing known. Our events that the program's lists still signal from an earlier
    /// session stay: the lists may run again at any time.
    /// False if a thread that does not come back still has the lock: then nothing can be timed.
    pub fn begin(&self, process: &'static Process, attached: bool, options: &Options) -> bool {
        let state = turns::wait(STUCK, || match self.state.try_lock() {
            Ok(state) => Some(state),
            Err(TryLockError::Poisoned(poisoned)) => Some(poisoned.into_inner()),
            Err(TryLockError::WouldBlock) => None,
        });
        let Some(mut state) = state else { return false };
        // Numbers continue: a call that spans two sessions must not be taken for one of the new session.
        *state = State::new(state.driver, process, attached, state.next_run + 1);
        let choice = options.cold.as_ref().and_then(Choice::new);
        FLUSHES.store(choice.is_some(), Ordering::Release);
        state.cold = flush::Cold::new(choice);
        drop(state);
        *self.memory.lock().unwrap_or_else(PoisonError::into_inner) = memory::MemoryMap::default();
        self.state.clear_poison();
        true
    }

    /// The lock; `None` when device timing has failed.
    fn lock(&self) -> Option<Locked<'_>> {
        turns::give_way();
        self.try_lock().unwrap_or_else(|| {
            let locked = turns::wait(STUCK, || self.try_lock().or_else(|| self.has_ended().then_some(None)));
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

    /// `None` while another thread has the lock; `Some(None)` when device timing has failed.
    fn try_lock(&self) -> Option<Option<Locked<'_>>> {
        match self.state.try_lock() {
            Ok(state) => Some(Some(Locked(ManuallyDrop::new(state)))),
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
                Some(Some(mut state)) => break Some(f(&mut state)),
                Some(None) => break None,
                None if Instant::now() > end => break None,
                None => turns::pause(Duration::from_millis(1)),
            }
        };
        drop(inside);
        result
    }
}

/// Runs `f` on the state. `None` when device timing is off or has failed, or this thread is already in here.
pub fn with<T>(f: impl FnOnce(&mut State) -> T) -> Option<T> {
    let side = side().filter(|side| side.on.load(Ordering::Acquire))?;
    let _inside = Inside::enter()?;
    // A panic in here poisons the lock: device timing ends, the program goes on.
    guard::quietly(|| {
        let mut state = side.lock()?;
        let result = f(&mut state);
        AWAITED.store(state.awaited as u64, Ordering::Relaxed);
        SUBMISSIONS.store(state.submissions, Ordering::Release);
        let spent = std::mem::take(&mut state.spent);
        drop(state);
        drop(spent);
        Some(result)
    })
    .flatten()
}

/// The same on a thread of ours, which must not call the driver while the process ends: `None` then, too.
pub fn with_on_ours<T>(f: impl FnOnce(&mut State) -> T) -> Option<T> {
    with(|state| ending::unless_ending(|| f(state))).flatten()
}

/// Runs an errand, and those that follow from it, without the lock.
pub fn run_errands(first: Errand, mut next: impl FnMut(&mut State) -> Option<Errand>) {
    let mut errand = Some(first);
    for _ in 0..errands::ROUNDS {
        let Some(done) = errand.take().map(Errand::run) else { return };
        let mut done = Some(done);
        errand = with(|state| {
            if let Some(done) = done.take() {
                state.errand_done(done);
            }
            next(state)
        })
        .flatten();
        if let Some(done) = done {
            done.undo();
        }
    }
}

/// Runs `part` until it reports that there is no more to do. Other threads can take the lock in between.
pub fn in_parts(mut part: impl FnMut(&mut State) -> bool) {
    while with(&mut part) == Some(true) {
        turns::let_others();
    }
}

/// Runs `f` on the memory map.
pub fn with_memory<T>(f: impl FnOnce(&'static Process, &mut memory::MemoryMap) -> T) -> Option<T> {
    let side = side().filter(|side| side.on.load(Ordering::Acquire))?;
    let process = runtime::get()?.process();
    let mut map = side.memory.lock().unwrap_or_else(PoisonError::into_inner);
    Some(f(process, &mut map))
}
