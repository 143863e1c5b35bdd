//! What stays with an attach: waits for the program's first initialisation, and looks whether a later one has
//! filled the tables anew or switched the tracing layer off.
//!
//! The loader fills the tables before it calls the initialisation that it was asked for, so that our wrapper of
//! that function is gone when the call comes (seen on 1.20.6 with the first `zesInit`).

use super::{Found, is_in_force, is_wrapped, tracing, wrap};
use crate::guard;
use crate::runtime::Runtime;
use std::sync::Mutex;
use std::sync::atomic::Ordering;
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

/// Between two looks before the first initialisation.
const WAITING: Duration = Duration::from_millis(20);
/// Between two looks afterwards: the longest time of which calls can be missing.
const KEEPING: Duration = Duration::from_millis(100);
/// Where wrapping again does not help, somebody else has written there: looks become rare.
const TRIES: u32 = 8;
const RARELY: Duration = Duration::from_secs(5);
/// An initialisation fills one table after the other: what is found in this time is the same one.
const FIRST: Duration = Duration::from_millis(300);

static KEEPER: Mutex<Option<JoinHandle<()>>> = Mutex::new(None);

/// Starts the thread. False when there is none to be had.
pub fn start(runtime: &'static Runtime, found: Found) -> bool {
    let Ok(mut keeper) = KEEPER.lock() else { return false };
    *keeper = guard::spawn("zetop-attach", move || keep(runtime, found));
    keeper.is_some()
}

/// Ends the thread, and waits for that.
pub fn stop() {
    let keeper = KEEPER.lock().ok().and_then(|mut keeper| keeper.take());
    if let Some(keeper) = keeper {
        keeper.thread().unpark();
        let _ = keeper.join();
    }
}

fn keep(runtime: &Runtime, mut found: Found) {
    // When the tables were filled for the first time, as far as we saw that.
    let mut first: Option<Instant> = None;
    let mut tries = 0;
    while is_in_force() {
        let pause = if matches!(found, Found::NotInitialised | Found::Nothing) {
            WAITING
        } else if tries < TRIES {
            KEEPING
        } else {
            RARELY
        };
        std::thread::park_timeout(pause);
        if !is_in_force() {
            return;
        }
        match found {
            Found::NotInitialised | Found::Nothing => {
                found = wrap(runtime);
                first = Some(Instant::now());
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
        }
    }
}

fn count(runtime: &Runtime) {
    runtime.process().interruptions.fetch_add(1, Ordering::Relaxed);
}
