//! The thread that stays as long as an attach: it keeps our wrappers in place, and detaches when zetop orders
//! it or is gone. It holds no descriptor, takes none of the program's signals, and ends when it is the last
//! one left: a program whose `main` has called `pthread_exit` ends with its own last thread.

use super::patch::is_in_force;
use super::rewrap_watch::RewrapWatch;
use std::sync::Mutex;
use std::time::{Duration, Instant};
use zetop_probe_core::own_thread::{OwnThread, Pause};
use zetop_probe_core::runtime::Runtime;
use zetop_probe_core::{ending, guard};

/// Between two looks at zetop's orders.
const TICK: Duration = Duration::from_millis(25);

/// The thread, and the process that it runs in: it does not exist in a forked child.
static THREAD: Mutex<Option<(u32, OwnThread)>> = Mutex::new(None);
static PAUSE: Pause = Pause::new();

/// Starts the thread, which calls `leave` with the session that is to be left. False if no thread can be
/// started. Never waits: in a forked child the lock may be held for ever.
pub fn start(runtime: &'static Runtime, watch: RewrapWatch, leave: fn(u64)) -> bool {
    let Ok(mut thread) = THREAD.try_lock() else { return false };
    let joined = runtime.joined();
    let started = guard::spawn("zetop-attach", move || {
        if attend(runtime, joined, watch) {
            leave(joined);
        }
    });
    let started = started.map(|handle| (std::process::id(), handle));
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

/// Ends the thread, and waits for that, unless it is this one.
pub fn stop() {
    let thread = THREAD.lock().ok().and_then(|mut thread| thread.take());
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

/// Whether to leave the session.
fn attend(runtime: &Runtime, joined: u64, mut watch: RewrapWatch) -> bool {
    let mut next = Instant::now() + watch.pause();
    while is_in_force() && runtime.joined() == joined {
        PAUSE.wait(TICK.min(next.saturating_duration_since(Instant::now())));
        if guard::is_alone() {
            return false;
        }
        if runtime.is_to_detach() {
            return true;
        }
        if Instant::now() >= next {
            if at_loader(|| watch.look(runtime)).is_none() {
                return false;
            }
            next = Instant::now() + watch.pause();
        }
    }
    false
}
