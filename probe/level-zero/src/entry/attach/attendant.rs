//! What keeps our wrappers in place, and detaches when zetop orders it or is gone.
//!
//! zetop calls [`attend`] when it has seen from outside that there is something to do. Otherwise, and where zetop can't see it
//! (the loader is not initialised yet, or is being loaded again; the tracing layer is in use), there is a thread for it, as
//! long as it takes. It holds no descriptor, takes none of the program's signals, and ends when it is the last one left: a
//! program whose `main` has called `pthread_exit` ends with its own last thread.

use super::patch::is_in_force;
use super::rewrap_watch::RewrapWatch;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Mutex, PoisonError, TryLockError};
use std::time::{Duration, Instant};
use zetop_probe_core::own_thread::{OwnThread, Pause};
use zetop_probe_core::runtime::Runtime;
use zetop_probe_core::{ending, guard};

/// Between two looks of the thread at zetop's orders.
const TICK: Duration = Duration::from_millis(25);

/// The thread, and the process that it runs in: it does not exist in a forked child.
static THREAD: Mutex<Option<(u32, OwnThread)>> = Mutex::new(None);
static PAUSE: Pause = Pause::new();
/// The process in which it is running; 0 if it is not.
static RUNNING: AtomicU32 = AtomicU32::new(0);

/// What is known of the tables since the attach, and the process that it is true of.
static WATCH: Mutex<Option<(u32, RewrapWatch)>> = Mutex::new(None);

/// An attach begins: this is what its search has found. False if it takes a thread, and none can be started.
pub fn begin(runtime: &'static Runtime, watch: RewrapWatch, leave: fn(u64)) -> bool {
    let needs_thread = needs_thread(runtime, &watch);
    let Some(()) = with_watch(|known| *known = Some((std::process::id(), watch))) else { return false };
    !needs_thread || start(runtime, leave)
}

fn needs_thread(runtime: &Runtime, watch: &RewrapWatch) -> bool {
    watch.needs_thread() || !runtime.hears_of_the_end()
}

/// `None` while another thread is at it. Never waits: in a forked child the lock may be held for ever.
fn with_watch<T>(f: impl FnOnce(&mut Option<(u32, RewrapWatch)>) -> T) -> Option<T> {
    match WATCH.try_lock() {
        Ok(mut watch) => Some(f(&mut watch)),
        Err(TryLockError::Poisoned(watch)) => Some(f(&mut watch.into_inner())),
        Err(TryLockError::WouldBlock) => None,
    }
}

/// Does what there is to do now, on a thread of zetop's.
pub fn attend(runtime: &'static Runtime, leave: fn(u64)) {
    let joined = runtime.joined();
    if joined == 0 || !is_in_force() {
        return;
    }
    if runtime.is_to_detach() {
        return leave(joined);
    }
    if look(runtime) == Some(Next::Stay) {
        start(runtime, leave);
    }
}

/// Starts the thread, which calls `leave` with the session that is to be left. True if there is one. Never waits: in a forked
/// child the lock may be held for ever.
pub fn start(runtime: &'static Runtime, leave: fn(u64)) -> bool {
    let here = std::process::id();
    // Whoever comes second leaves it to the first.
    if RUNNING.swap(here, Ordering::AcqRel) == here {
        return true;
    }
    let Ok(mut thread) = THREAD.try_lock() else {
        RUNNING.store(0, Ordering::Release);
        return false;
    };
    let joined = runtime.joined();
    let started = guard::spawn("zetop-attach", move || {
        if stay(runtime, joined) {
            leave(joined);
        }
        RUNNING.store(0, Ordering::Release);
        let_go_of_itself();
    });
    if started.is_none() {
        RUNNING.store(0, Ordering::Release);
    }
    let started = started.map(|handle| (here, handle));
    let is_there = started.is_some();
    let before = std::mem::replace(&mut *thread, started);
    drop(thread);
    let_go(before);
    is_there
}

/// Lets a thread end by itself, so that its stack is freed. A handle inherited from a parent is no thread of
/// ours.
fn let_go(thread: Option<(u32, OwnThread)>) {
    match thread {
        Some((pid, thread)) if pid == std::process::id() => drop(thread),
        other => std::mem::forget(other),
    }
}

fn let_go_of_any() {
    if let Ok(mut thread) = THREAD.try_lock() {
        let any = thread.take();
        drop(thread);
        let_go(any);
    }
}

/// This thread is about to end, and nobody will wait for it.
fn let_go_of_itself() {
    let Ok(mut thread) = THREAD.try_lock() else { return };
    let own = thread.take_if(|(_, thread)| thread.is_this());
    drop(thread);
    let_go(own);
}

/// Ends the thread, and waits for that, unless it is this one.
pub fn stop() {
    if RUNNING.load(Ordering::Acquire) != std::process::id() {
        // It ends by itself, or has.
        return let_go_of_any();
    }
    let thread = THREAD.lock().unwrap_or_else(PoisonError::into_inner).take();
    match thread {
        Some((pid, thread)) if pid == std::process::id() && !thread.is_this() => {
            PAUSE.end();
            thread.join();
        }
        // It is this thread; or it is the parent's, and does not exist here.
        other => let_go(other),
    }
}

/// Does something with the loader, unless the attach or the process is ending.
fn at_loader<T>(f: impl FnOnce() -> T) -> Option<T> {
    ending::unless_ending(|| is_in_force().then(f)).flatten()
}

/// What a look leads to.
#[derive(PartialEq, Eq)]
enum Next {
    /// zetop sees from outside if there is something to do.
    Go,
    /// Only a thread in the program can see it.
    Stay,
}

/// `None` if the attach or the process is ending.
fn look(runtime: &Runtime) -> Option<Next> {
    at_loader(|| {
        let looked = with_watch(|watch| {
            let Some((_, watch)) = watch.as_mut().filter(|(pid, _)| *pid == std::process::id()) else {
                return Next::Go;
            };
            watch.look(runtime);
            if needs_thread(runtime, watch) { Next::Stay } else { Next::Go }
        });
        // Another thread is at it.
        looked.unwrap_or(Next::Go)
    })
}

fn pause() -> Duration {
    with_watch(|watch| watch.as_ref().map(|(_, watch)| watch.pause())).flatten().unwrap_or(TICK)
}

/// Stays until it is no longer needed. Whether to leave the session.
fn stay(runtime: &Runtime, joined: u64) -> bool {
    let mut next = Instant::now();
    while is_in_force() && runtime.joined() == joined {
        if guard::is_alone() {
            return false;
        }
        if runtime.is_to_detach() {
            return true;
        }
        if Instant::now() >= next {
            if look(runtime) != Some(Next::Stay) {
                return false;
            }
            next = Instant::now() + pause();
        }
        PAUSE.wait(TICK.min(next.saturating_duration_since(Instant::now())));
    }
    false
}
