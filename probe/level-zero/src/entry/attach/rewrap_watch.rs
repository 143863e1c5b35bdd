//! Waits for the program's first initialisation, and checks whether a later one has refilled the tables or switched
//! the tracing layer off.
//!
//! The loader fills the tables before it makes the call, so our wrapper of the initialisation function is already gone
//! (seen on 1.20.6 with the first `zesInit`).

use super::patch::{Found, is_wrapped, wrap};
use super::tracing;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};
use zetop_probe_core::runtime::Runtime;

/// Between two looks before the first initialisation.
const WAITING: Duration = Duration::from_millis(20);
/// Between two looks afterwards: calls can be missing for at most this long.
const KEEPING: Duration = Duration::from_millis(100);
/// If wrapping again does not help, something else writes there: look only rarely.
const TRIES: u32 = 8;
const RARELY: Duration = Duration::from_secs(5);
/// An initialisation fills one table after the other: changes within this time belong to the same one.
const FIRST: Duration = Duration::from_millis(300);

pub struct RewrapWatch {
    found: Found,
    /// When the tables were filled for the first time, as far as we saw that.
    first: Option<Instant>,
    tries: u32,
}

impl RewrapWatch {
    pub fn new(found: Found) -> Self {
        Self { found, first: None, tries: 0 }
    }

    /// Time until the next look.
    pub fn pause(&self) -> Duration {
        match self.found {
            Found::NotInitialised => WAITING,
            _ if self.tries < TRIES => KEEPING,
            _ => RARELY,
        }
    }

    /// Looks, and puts back wrappers that are gone.
    pub fn look(&mut self, runtime: &Runtime) {
        match self.found {
            Found::NotInitialised | Found::Nothing => {
                self.found = wrap(runtime);
                self.first = Some(Instant::now());
                self.tries = if matches!(self.found, Found::Nothing) { self.tries + 1 } else { 0 };
            }
            Found::TracingLayer => {
                if tracing::switch_on_again() {
                    count(runtime);
                }
            }
            // If another thread is working on them, the next look will tell.
            Found::Tables if is_wrapped() != Some(false) => self.tries = 0,
            Found::Tables => {
                if self.tries == 0 && self.first.is_none_or(|first| first.elapsed() > FIRST) {
                    count(runtime);
                }
                wrap(runtime);
                self.tries += 1;
            }
        }
    }
}

/// Notes that calls are missing for a moment.
pub fn count(runtime: &Runtime) {
    runtime.process().interruptions.fetch_add(1, Ordering::Relaxed);
}
