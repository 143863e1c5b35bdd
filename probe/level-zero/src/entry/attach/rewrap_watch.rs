//! What stays with an attach: waits for the program's first initialisation, and looks whether a later one has
//! filled the tables anew or switched the tracing layer off.
//!
//! The loader fills the tables before it calls the initialisation that it was asked for, so that our wrapper of
//! that function is gone when the call comes (seen on 1.20.6 with the first `zesInit`).

use super::{Found, is_in_force, is_wrapped, tracing, wrap};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};
use zetop_probe_core::guard;
use zetop_probe_core::runtime::Runtime;

/// Between two looks before the first initialisation.
const WAITING: Duration = Duration::from_millis(20);
/// Between two looks afterwards: the longest time of which calls can be missing.
const KEEPING: Duration = Duration::from_millis(100);
/// Where wrapping again does not help, somebody else has written there: looks become rare.
const TRIES: u32 = 8;
const RARELY: Duration = Duration::from_secs(5);
/// An initialisation fills one table after the other: what is found in this time is the same one.
const FIRST: Duration = Duration::from_millis(300);

/// The thread, and the process that it runs in: a forked child has none.
static KEEPER: Mutex<Option<(u32, JoinHandle<()>)>> = Mutex::new(None);
/// The thread is at the loader's tables or functions just now.
static BUSY: AtomicBool = AtomicBool::new(false);

/// Starts the thread. False when there is none to be had.
pub fn start(runtime: &'static Runtime, found: Found) -> bool {
    let Ok(mut keeper) = KEEPER.lock() else { return false };
    let started = guard::spawn("zetop-attach", move || keep(runtime, found));
    *keeper = started.map(|handle| (std::process::id(), handle));
    keeper.is_some()
}

/// Ends the thread, and waits for that.
pub fn stop() {
    let keeper = KEEPER.lock().ok().and_then(|mut keeper| keeper.take());
    match keeper {
        Some((pid, keeper)) if pid == std::process::id() => {
            keeper.thread().unpark();
            let _ = keeper.join();
        }
        // The parent's: there is no such thread here to wait for.
        other => std::mem::forget(other),
    }
}

/// The process is about to end: waits until the thread is away from the loader, and no longer than `limit`.
pub fn stand_back(limit: Duration) {
    let end = Instant::now() + limit;
    while BUSY.load(Ordering::SeqCst) && Instant::now() < end {
        std::thread::sleep(Duration::from_millis(1));
    }
}

/// Does something with the loader, unless the attach or the process is ending.
fn at_loader<T>(f: impl FnOnce() -> T) -> Option<T> {
    BUSY.store(true, Ordering::SeqCst);
    let result = is_in_force().then(f);
    BUSY.store(false, Ordering::SeqCst);
    result
}

fn keep(runtime: &Runtime, mut found: Found) {
    // When the tables were filled for the first time, as far as we saw that.
    let mut first: Option<Instant> = None;
    let mut tries = 0;
    while is_in_force() {
        std::thread::park_timeout(match found {
            Found::NotInitialised => WAITING,
            _ if tries < TRIES => KEEPING,
            _ => RARELY,
        });
        let looked = at_loader(|| match found {
            Found::NotInitialised | Found::Nothing => {
                found = wrap(runtime);
                first = Some(Instant::now());
                tries = if matches!(found, Found::Nothing) { tries + 1 } else { 0 };
            }
            Found::TracingLayer => {
                if tracing::switch_on_again() {
                    count(runtime);
                }
            }
            Found::Tables if is_wrapped() => tries = 0,
            Found::Tables => {
                if tries == 0 && first.is_none_or(|first| first.elapsed() > FIRST) {
                    count(runtime);
                }
                wrap(runtime);
                tries += 1;
            }
        });
        if looked.is_none() {
            return;
        }
    }
}

fn count(runtime: &Runtime) {
    runtime.process().interruptions.fetch_add(1, Ordering::Relaxed);
}
