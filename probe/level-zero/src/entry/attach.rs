//! Attach: the wrappers in the tables of a loader that is already running, and out again.
//!
//! `zetop -p` loads this library into the program and calls `zetop_attach` in a thread of its own there.

mod driver_functions;
mod getters;
mod maps;
mod patch;
mod rewrap_watch;
mod search;
mod static_loaders;
mod tables;
mod tracing;

use crate::timing;
use patch::{Found, set_in_force, unwrap, wrap};
use std::path::Path;
use std::sync::Mutex;
use std::time::{Duration, Instant};
use zetop_probe_core::runtime::{self, Runtime};
use zetop_wire::control::AttachResult;
use zetop_wire::layout::Mode;

pub use patch::{is_in_force, use_tables};

/// Held through every attach and detach.
static TURN: Mutex<()> = Mutex::new(());

/// Joins the session and wraps the tables.
pub fn attach(session: &Path) -> AttachResult {
    let Ok(_turn) = TURN.lock() else { return AttachResult::Failed };
    let known = runtime::get();
    if let Some(runtime) = known.filter(|runtime| runtime.joined() != 0) {
        if runtime.is_held() {
            return AttachResult::Busy;
        }
        // Its monitor has just died, or had launched the program: nobody will leave that session but us.
        leave(runtime);
    }
    if !maps::has_loader() {
        return AttachResult::NoLoader;
    }
    let runtime = match known {
        Some(runtime) => runtime.join(session, Mode::Attach).map(|_| runtime),
        None => runtime::start(session),
    };
    let Some(runtime) = runtime else { return AttachResult::BadSession };
    set_in_force(true);
    let found = wrap(runtime);
    match found {
        Found::Tables | Found::TracingLayer => {
            rewrap_watch::start(runtime, found);
            AttachResult::Attached
        }
        Found::NotInitialised if rewrap_watch::start(runtime, found) => AttachResult::WaitingForInit,
        Found::NotInitialised => {
            leave(runtime);
            AttachResult::Failed
        }
        Found::Nothing => {
            leave(runtime);
            AttachResult::NoTables
        }
    }
}

/// A second initialisation fills the tables anew: wrap again. Called when one returns.
pub fn initialised() {
    if is_in_force()
        && let Some(runtime) = runtime::get()
    {
        wrap(runtime);
    }
}

/// The process is about to end, and its loader with it.
pub fn process_ends(limit: Duration) {
    if set_in_force(false) {
        rewrap_watch::stand_back(limit);
    }
}

/// Puts the tables back as they were, settles what is in flight, and leaves session `joined`, if we are still
/// in that one.
pub fn detach(joined: u64) {
    let Ok(_turn) = TURN.lock() else { return };
    if let Some(runtime) = runtime::get()
        && runtime.joined() == joined
    {
        leave(runtime);
    }
}

fn leave(runtime: &Runtime) {
    /// Operations in flight signal events of ours: these are waited for, but not for ever.
    const LIMIT: Duration = Duration::from_secs(1);
    /// So are recorded lists that signal such events, which may be there for good.
    const LAST_LISTS: Duration = Duration::from_millis(30);
    set_in_force(false);
    rewrap_watch::stop();
    tracing::stop();
    // Lists that live for a moment only give our events back while we still see it.
    let end = Instant::now() + LAST_LISTS;
    while timing::with(|state| {
        state.leaving = true;
        state.has_lists_with_events()
    }) == Some(true)
        && Instant::now() < end
    {
        std::thread::sleep(Duration::from_millis(1));
    }
    unwrap();
    let end = Instant::now() + LIMIT;
    while timing::with(|state| {
        state.sweep();
        state.in_flight
    })
    .is_some_and(|left| left > 0)
        && Instant::now() < end
    {
        std::thread::sleep(Duration::from_millis(2));
    }
    timing::with(|state| state.leave());
    // Whoever had read a wrapper from a table may have kept it only now.
    static_loaders::give_back();
    static_loaders::forget();
    timing::end();
    runtime.leave();
}
