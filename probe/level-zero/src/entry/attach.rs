//! Attach: the wrappers in the tables of a loader that is already running, and out again.
//!
//! `zetop -p` loads this library into the program and calls `zetop_attach` in a thread of its own there.

mod driver_functions;
mod getters;
mod kept_pointers;
mod maps;
mod rewrap_watch;
mod search;
mod static_loaders;
mod tables;
mod tracing;

use crate::driver::ORIGINALS;
use crate::entry::layer::wrapper_of;
use crate::timing;
use rustc_hash::FxHashMap;
use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};
use zetop_probe_core::runtime::{self, Runtime};
use zetop_wire::control::AttachResult;
use zetop_wire::layout::Mode;

/// An entry of a table in the program's memory that holds a wrapper of ours.
struct PatchedSlot {
    address: usize,
    id: usize,
    original: usize,
    wrapper: usize,
}

impl PatchedSlot {
    /// What stands there; `None` when its memory has gone.
    fn word(&self) -> Option<usize> {
        // SAFETY: an aligned entry of a table, or a pointer kept from one, as it was found in `wrap`.
        unsafe { maps::word(self.address) }
    }

    /// Puts `new` there if it still holds `old`, a pointer of the loader's or ours.
    fn exchange(&self, old: usize, new: usize) -> bool {
        // SAFETY: as above, and writable memory.
        unsafe { maps::exchange(self.address, old, new) }
    }
}

static PATCHED: Mutex<Vec<PatchedSlot>> = Mutex::new(Vec::new());
/// An attach is in force (or waits for the program's first initialisation).
static ATTACHED: AtomicBool = AtomicBool::new(false);
/// Attach by the loader's tables, where they are found.
static BY_TABLES: AtomicBool = AtomicBool::new(true);
/// Held through every attach and detach.
static TURN: Mutex<()> = Mutex::new(());

/// Whether an attach goes by the loader's tables, where they are found; else by its tracing layer.
pub fn use_tables(tables: bool) {
    BY_TABLES.store(tables, Ordering::Release);
}

/// True in a child made with fork as well, whose tables are copies of ours.
pub fn is_in_force() -> bool {
    ATTACHED.load(Ordering::Acquire)
}

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
    ATTACHED.store(true, Ordering::Release);
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

#[derive(Clone, Copy)]
enum Found {
    Tables,
    TracingLayer,
    NotInitialised,
    Nothing,
}

/// Finds the tables that calls go through, and puts our wrappers in.
fn wrap(runtime: &Runtime) -> Found {
    let Some(wanted) = tables::Wanted::ask() else { return Found::NotInitialised };
    // Never waited for: whoever has it may be waiting for the dynamic linker, which the program's thread that
    // has just initialised Level Zero may be inside of; and in a forked child nobody may ever give it back. The
    // keeper looks again.
    let Ok(mut places) = PATCHED.try_lock() else { return Found::Tables };
    if !ATTACHED.load(Ordering::Acquire) {
        return Found::Nothing;
    }
    let device = timing::is_on();
    let by_tables = BY_TABLES.load(Ordering::Acquire);
    let mut slots = Vec::new();
    let mut chosen = FxHashMap::default();
    for entry in if by_tables { search::live_entries(&wanted) } else { Vec::new() } {
        // SAFETY: the search has found an aligned entry of a table there, or a pointer kept from one.
        let Some(now) = unsafe { maps::word(entry.address) }.filter(|now| entry.matched.is(*now)) else {
            continue;
        };
        // One of ours: put there by the layer when the program was launched, or by us before.
        if !crate::entry::layer::is_ours(entry.id, now as _) {
            // A wrapper calls one function: where another one stands, it can't stand in.
            if now == 0 || *chosen.entry(entry.id).or_insert(now) != now {
                continue;
            }
            ORIGINALS[entry.id].store(now as _, Ordering::Release);
        }
        slots.push((entry, now));
    }
    if !slots.is_empty() {
        know_more();
    }
    let mut added = FxHashMap::default();
    for (entry, now) in slots {
        let original = ORIGINALS[entry.id].load(Ordering::Acquire) as usize;
        let wrapper = wrapper_of(entry.id, device) as usize;
        let place = PatchedSlot { address: entry.address, id: entry.id, original, wrapper };
        // What has changed meanwhile is somebody else's.
        if original != 0 && place.exchange(now, wrapper) {
            added.insert(entry.address, place);
        }
    }
    // Old places whose memory has gone, or holds something else by now, are none any more.
    places.retain(|old| {
        !added.contains_key(&old.address)
            && old.word().is_some_and(|word| word == old.wrapper || word == old.original)
    });
    places.extend(added.into_values());
    places.sort_unstable_by_key(|place| place.address);
    if !places.is_empty() {
        if device {
            kept_pointers::wrap();
        }
        return Found::Tables;
    }
    if tracing::start(wanted) {
        know_more();
        runtime.process().mode.store(Mode::TracingLayer as u32, Ordering::Release);
        return Found::TracingLayer;
    }
    Found::Nothing
}

/// Our wrappers are where we put them.
fn is_wrapped() -> bool {
    PATCHED.try_lock().is_ok_and(|places| {
        let words: Vec<(usize, usize)> = places.iter().map(|place| (place.address, place.wrapper)).collect();
        // SAFETY: aligned entries of tables, as they were found in `wrap`.
        unsafe { maps::hold(&words, &mut Vec::new()) }
    })
}

/// Asks the driver for what helps with objects from before.
fn know_more() {
    driver_functions::find_functions();
    // In the driver's order, whichever the program uses first.
    timing::with(|state| state.find_devices());
}

/// A second initialisation fills the tables anew: wrap again. Called when one returns.
pub fn initialised() {
    if ATTACHED.load(Ordering::Acquire)
        && let Some(runtime) = runtime::get()
    {
        wrap(runtime);
    }
}

/// The process is about to end, and its loader with it.
pub fn process_ends(limit: Duration) {
    if ATTACHED.swap(false, Ordering::SeqCst) {
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
    ATTACHED.store(false, Ordering::Release);
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
    if let Ok(mut places) = PATCHED.lock() {
        for place in places.drain(..) {
            let ours = [false, true].map(|device| wrapper_of(place.id, device) as usize);
            if let Some(word) = place.word().filter(|word| ours.contains(word)) {
                place.exchange(word, place.original);
            }
        }
        static_loaders::give_back();
        kept_pointers::give_back();
    }
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
