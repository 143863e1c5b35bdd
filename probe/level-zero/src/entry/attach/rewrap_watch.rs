//! Waits for the program's first initialisation, and looks whether a later one has filled the tables anew or switched
//! the tracing layer off.
//!
//! The loader fills the tables before it calls the initialisation that it was asked for, so that our wrapper of
//! that function is gone when the call comes (seen on 1.20.6 with the first `zesInit`).

use super::patch::{Found, is_wrapped, wrap};
use super::tracing;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};
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

    /// Looks, and puts the wrappers in again where they are gone.
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
            // Where somebody is at it, the next look tells.
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

/// Calls of a moment are missing.
pub fn count(runtime: &Runtime) {
    runtime.process().interruptions.fetch_add(1, Ordering::Relaxed);
}
