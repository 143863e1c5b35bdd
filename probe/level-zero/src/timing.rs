//! Device timing: which operations were submitted to a device, and when they started and ended there.
//!
//! ```text
//! hooks -> plan (what times an append) -> append -> runs (operations in flight) -> verdict (complete, stale, unsure) -> publish
//!          with the lock, or by notes without it            ^ settled at syncs, resets, destroys, and by the harvester
//! ```
//!
//! One lock guards the state. It is held for table look-ups and driver calls that do not wait for the device (event queries that
//! answer at once; what is made or asked once for a device or context), for a bounded number of operations at a time. It is
//! never held during the program's own calls, nor while we append to or execute a running list. What a call needs no result of
//! does not wait for it ([`deferred`]), calls about events that nothing in flight signals don't take it ([`crate::sync::pending`]), and
//! appends to immediate lists go on while another thread has it ([`unlocked`]).

pub mod adopt;
pub mod append;
pub mod appending;
pub mod backlog;
pub mod capture;
pub mod class;
pub mod cold;
pub mod commands;
pub mod deferred;
mod device_side;
pub mod execute;
mod harvester;
mod lanes;
pub mod leave;
pub mod lists;
mod lock;
pub mod mutable;
pub mod notes;
pub mod operations;
pub mod order;
pub mod outside;
mod outstanding;
pub mod plan;
pub mod preparation;
mod resignal;
pub mod runs;
pub mod state;
mod sums;
#[cfg(test)]
mod tests;
mod unlocked;
mod verdict;

use crate::driver_trait::DriverRef;
use crate::sync::lock_fairness::{self, TURNS};
use crate::sync::pending;
pub use device_side::flushes;
use device_side::{DeviceSide, Inside, side};
use notes::NOTES;
use outstanding::OUTSTANDING;
use preparation::Errand;
use state::State;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{OnceLock, PoisonError};
use std::time::{Duration, Instant};
use zetop_probe_core::{ending, guard, hot, runtime};
pub use zetop_probe_core::{memory, publish};
use zetop_wire::layout::Process;
use zetop_wire::session::Options;

/// The loader's tracing layer shows the calls, after they were made: operations are counted, not timed.
static COUNTS_ONLY: AtomicBool = AtomicBool::new(false);

/// Makes the device side: once per process, and once more in a forked child, where the locks of the parent's may
/// be held for ever.
pub fn set_up(driver: DriverRef, process: &'static Process) {
    TURNS.reset();
    if device_side::latest().is_some() {
        pending::COUNTED.reset();
        OUTSTANDING.reset();
        appending::reset();
    }
    NOTES.forget_all();
    device_side::set(DeviceSide::new(driver, process));
}

/// A session begins.
pub fn begin(process: &'static Process, attached: bool, options: &Options) {
    if let Some(side) = device_side::latest() {
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
        with_on_ours(|state| state.publisher.end_estimates());
        side.on.store(false, Ordering::Release);
        side.harvester.end();
        side.deferred.clear();
        NOTES.forget_all();
    }
}

/// A session ends on a thread of the program's, which waits for nothing. False if another thread has the lock: it may be reading
/// the program's events, so that the program must be seen destroying them.
pub fn end_in_place() -> bool {
    let Some(side) = side() else { return true };
    // Whoever gets it afterwards finds that timing is off.
    let Some(mut state) = side.try_lock() else { return false };
    if let Some(state) = &mut state {
        state.publisher.end_estimates();
    }
    side.on.store(false, Ordering::Release);
    side.harvester.stop();
    true
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

/// How long the harvester leaves the lock alone between two turns.
const BETWEEN_TURNS: Duration = Duration::from_micros(100);
/// The pause between turns once the system has taken our processor away during one. A thread that leaves the processors to others
/// for most of the time gets one when it wants it, and keeps it for as long as a turn takes.
const BETWEEN_TURNS_IF_BUSY: Duration = Duration::from_millis(1);
/// A turn that takes longer was interrupted: the system has given the processor to another thread.
const INTERRUPTED: Duration = Duration::from_micros(600);
/// When operations in flight have grown by this many since a sweep began, the program submits faster than the harvester settles,
/// which would leave some untimed in the end: it no longer pauses between turns.
const GROWS: usize = 8192;

/// Settles what is ready, in batches, and lets the program have the lock in between. Returns the number of
/// operations left in flight; `None` when device timing is over.
fn sweep() -> Option<usize> {
    with_sight(|state| state.own.look(&mut *state.quirks));
    let first = with_sight(|state| (state.settle_lanes(state.busy_lanes()), state.flight.in_flight));
    let Some(((mut lanes, mut settled), mut in_flight)) = first else { return is_on().then_some(0) };
    // New operations wait for the next tick.
    let (begun, mut left) = (in_flight, in_flight);
    let mut between = BETWEEN_TURNS;
    while !lanes.is_empty() && left > 0 {
        left = left.saturating_sub(settled.max(1));
        // Not only to those who wait already. A thread that never sleeps is stopped by the system sooner or later, for
        // milliseconds, and mostly while it has the lock if it has that most of the time.
        if in_flight < begun + GROWS {
            lock_fairness::pause(between)
        } else {
            TURNS.let_others()
        }
        let turn = with_sight(|state| {
            let started = Instant::now();
            (state.settle_lanes(lanes), state.flight.in_flight, started.elapsed())
        });
        let Some((turn, now, took)) = turn else { return is_on().then_some(0) };
        ((lanes, settled), in_flight) = (turn, now);
        if took > INTERRUPTED {
            between = BETWEEN_TURNS_IF_BUSY;
        }
    }
    Some(in_flight)
}

/// The process is about to end: settles what is complete.
pub fn process_ends(limit: Duration) {
    if let Some(side) = on() {
        side.harvester.stop();
        side.with_within(limit, State::close);
    }
}

/// What is there while device operations are timed and allocations followed.
fn on() -> Option<&'static DeviceSide> {
    side().filter(|side| side.on.load(Ordering::Acquire))
}

/// Device operations are timed and allocations followed.
#[must_use]
pub fn is_on() -> bool {
    on().is_some()
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

/// Number of the last submission.
static SUBMISSIONS: AtomicU64 = AtomicU64::new(0);

/// A call of the program that has put work in flight has just returned: its number. Drawn without the lock, so that a
/// synchronisation knows of it even if it has yet to be told to the state.
#[must_use]
pub fn next_submission() -> u64 {
    SUBMISSIONS.fetch_add(1, Ordering::AcqRel) + 1
}

/// Number of the last submission. What a synchronisation that begins now waits for has no higher one.
#[inline]
#[must_use]
pub fn submissions() -> u64 {
    SUBMISSIONS.load(Ordering::Acquire)
}

/// Number of the last submission, if what the program learns about an event matters.
#[inline]
#[must_use]
pub fn submissions_if_awaited() -> Option<u64> {
    OUTSTANDING.is_any().then(submissions)
}

/// Runs `f` on the state. `None` when device timing is off or has failed, or this thread is already in here.
pub fn with<T>(f: impl FnOnce(&mut State) -> T) -> Option<T> {
    let side = on()?;
    let _inside = Inside::enter()?;
    // A panic in here poisons the lock: device timing ends, the program goes on.
    guard::quietly(|| {
        let result = side.run(side.lock()?, f);
        side.catch_up();
        Some(result)
    })
    .flatten()
}

/// Runs `f` on the state. While another thread has the lock, `instead` comes first, and the lock is waited for only if that
/// gives nothing.
pub fn with_unless<T>(instead: impl FnOnce() -> Option<T>, f: impl FnOnce(&mut State) -> T) -> Option<T> {
    let side = on()?;
    let _inside = Inside::enter()?;
    guard::quietly(|| {
        let state = match if TURNS.others_first() { None } else { side.try_lock() } {
            Some(state) => state?,
            None => match instead() {
                None => side.lock()?,
                done => return done,
            },
        };
        let result = side.run(state, f);
        side.catch_up();
        Some(result)
    })
    .flatten()
}

/// Runs `f` without the state. `None` when device timing is off, or this thread is already in here.
pub fn without_lock<T>(f: impl FnOnce() -> Option<T>) -> Option<T> {
    on()?;
    let _inside = Inside::enter()?;
    guard::quietly(f).flatten()
}

/// Runs `f` on the state, soon: if another thread has the lock, whoever has it next does it, and the caller goes on.
/// `weight` is how long it may take: see [`deferred`].
pub fn after(weight: usize, f: impl FnOnce(&mut State) + Send + 'static) {
    now_or_after(weight, |state, _| {
        f(state);
        None::<()>
    });
}

/// Runs `f` on the state, soon, as [`after`] does, and returns its result if it runs now. `f` is told whether it does: what it
/// returns later is dropped.
pub fn now_or_after<T>(
    weight: usize,
    f: impl FnOnce(&mut State, bool) -> Option<T> + Send + 'static,
) -> Option<T> {
    let side = on()?;
    let _inside = Inside::enter()?;
    guard::quietly(|| {
        TURNS.give_way();
        let done = match side.try_lock() {
            Some(Some(state)) => side.run(state, |state| f(state, true)),
            Some(None) => return None,
            None => {
                let undone = OUTSTANDING.begin();
                let work = Box::new(|state: &mut State| {
                    drop(f(state, false));
                    undone.end(state.flight.awaited as u64);
                });
                if let Err(f) = side.deferred.push(weight, work)
                    && let Some(state) = side.lock()
                {
                    side.run(state, f);
                }
                None
            }
        };
        side.catch_up();
        done
    })
    .flatten()
}

/// Runs `f` on the state, on a thread of ours, which must not call the driver while the process ends: `None` then, too.
pub fn with_on_ours<T>(f: impl FnOnce(&mut State) -> T) -> Option<T> {
    with(|state| ending::unless_ending(|| f(state))).flatten()
}

/// Whether the program's calls that destroy something still come to us: see [`with_sight`].
static SIGHT: OnceLock<fn() -> bool> = OnceLock::new();

/// Sets the function that tells. Only the first one given counts.
pub fn see_by(sight: fn() -> bool) {
    let _ = SIGHT.set(sight);
}

/// Runs `f` on the state, on a thread of ours, as long as we would see the program destroy what `f` reads. We would not after a
/// loader was initialised again, which refills its tables, until our wrappers are back in them. What was destroyed meanwhile is
/// unknown, so all is forgotten and `f` does not run.
pub fn with_sight<T>(f: impl FnOnce(&mut State) -> T) -> Option<T> {
    with_on_ours(|state| {
        if SIGHT.get().is_none_or(|sees| sees()) {
            return Some(f(state));
        }
        state.forget_program();
        None
    })
    .flatten()
}

/// Runs `f` on the process file at once, without the lock, if `session` is still the one with this [`State::first_run`].
pub fn at_once(session: u64, f: impl FnOnce(&'static Process)) {
    if let Some(side) = on()
        && side.session.load(Ordering::Acquire) == session
    {
        f(side.process);
    }
}

/// This thread's wait for what it has submitted is over.
pub fn waited() {
    if let Some(side) = on() {
        publish::awaited::waited(side.process, hot::last_ticks().unwrap_or(0));
    }
}

/// Runs an errand, and those that follow from it, without the lock.
pub fn run_errands(first: Errand, mut next: impl FnMut(&mut State) -> Option<Errand>) {
    let mut errand = Some(first);
    for _ in 0..preparation::ROUNDS {
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
        TURNS.let_others();
    }
}

/// Runs `f` on the memory map.
pub fn with_memory<T>(f: impl FnOnce(&'static Process, &mut memory::MemoryMap) -> T) -> Option<T> {
    let side = on()?;
    let process = runtime::get()?.process();
    let mut map = side.memory.lock().unwrap_or_else(PoisonError::into_inner);
    Some(f(process, &mut map))
}
