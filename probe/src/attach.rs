//! Attach: the wrappers in the tables of a loader that is already running, and out again.
//!
//! `zetop -p` loads this library into the program and calls [`zetop_attach`] in a thread of its own there.

mod maps;
mod search;
mod tables;
pub mod tracing;

use crate::layer::{ORIGINALS, newer, wrapper_of};
use crate::runtime::{self, Runtime};
use crate::{device, guard};
use std::ffi::{CStr, OsStr, c_char, c_void};
use std::os::unix::ffi::OsStrExt;
use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicPtr, Ordering};
use std::time::{Duration, Instant};
use zetop_wire::control::AttachResult;
use zetop_wire::layout::Mode;

/// An entry of a table in the program's memory that holds a wrapper of ours.
struct Place {
    address: usize,
    id: usize,
    original: usize,
}

static PLACES: Mutex<Vec<Place>> = Mutex::new(Vec::new());
/// An attach is in force (or waits for the program's first initialisation).
static ATTACHED: AtomicBool = AtomicBool::new(false);

/// Joins the session and wraps the tables. Returns an [`AttachResult`].
///
/// # Safety
/// `session` is a NUL-terminated path.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn zetop_attach(session: *const c_char) -> i32 {
    if session.is_null() {
        return AttachResult::BadSession as i32;
    }
    // SAFETY: the caller's promise.
    let session = Path::new(OsStr::from_bytes(unsafe { CStr::from_ptr(session) }.to_bytes()));
    guard::quietly(|| attach(session)).unwrap_or(AttachResult::Failed) as i32
}

fn attach(session: &Path) -> AttachResult {
    if runtime::get().is_some_and(|r| r.watched.load(Ordering::Acquire)) {
        return AttachResult::Busy;
    }
    if !maps::has_loader() {
        return AttachResult::NoLoader;
    }
    let known = runtime::get();
    let runtime = match known {
        Some(runtime) => runtime.join(session, Mode::Attach).map(|_| runtime),
        None => runtime::start(session, Mode::Attach),
    };
    let Some(runtime) = runtime else { return AttachResult::BadSession };
    ATTACHED.store(true, Ordering::Release);
    match wrap(runtime) {
        Found::Tables | Found::TracingLayer => AttachResult::Attached,
        Found::NotInitialised => {
            let waiting = guard::spawn("zetop-attach", move || wait_for_init(runtime));
            if waiting.is_some() { AttachResult::WaitingForInit } else { AttachResult::Failed }
        }
        Found::Nothing => {
            detach(runtime);
            AttachResult::NoTables
        }
    }
}

/// Before the program's first initialisation the tables are empty.
fn wait_for_init(runtime: &'static Runtime) {
    const PERIOD: Duration = Duration::from_millis(20);
    while ATTACHED.load(Ordering::Acquire) {
        match wrap(runtime) {
            Found::NotInitialised => std::thread::sleep(PERIOD),
            Found::Tables | Found::TracingLayer | Found::Nothing => return,
        }
    }
}

enum Found {
    Tables,
    TracingLayer,
    NotInitialised,
    Nothing,
}

/// Finds the tables that calls go through, and puts our wrappers in.
fn wrap(runtime: &Runtime) -> Found {
    let Some(wanted) = tables::Wanted::ask() else { return Found::NotInitialised };
    let Ok(mut places) = PLACES.lock() else { return Found::Nothing };
    if !ATTACHED.load(Ordering::Acquire) {
        return Found::Nothing;
    }
    let device = runtime.device_on.load(Ordering::Acquire);
    let entries =
        if runtime.tables_on.load(Ordering::Acquire) { search::live_entries(&wanted) } else { Vec::new() };
    for entry in entries {
        let wrapper = wrapper_of(entry.id, device);
        // SAFETY: the address of a table's entry, aligned, which the search has just seen holding one of the
        // loader's pointers; such tables live as long as the loader.
        let slot = unsafe { AtomicPtr::<c_void>::from_ptr(entry.address as *mut *mut c_void) };
        let now = slot.load(Ordering::Acquire);
        if now.is_null() || places.iter().any(|p| p.address == entry.address && now == wrapper) {
            continue;
        }
        let original = if crate::layer::is_ours(entry.id, now) {
            // Wrapped by the layer when the program was launched.
            ORIGINALS[entry.id].load(Ordering::Acquire)
        } else {
            ORIGINALS[entry.id].store(now, Ordering::Release);
            now
        };
        slot.store(wrapper, Ordering::Release);
        places.retain(|p| p.address != entry.address);
        places.push(Place { address: entry.address, id: entry.id, original: original as usize });
    }
    if !places.is_empty() {
        newer::look_up();
        return Found::Tables;
    }
    if tracing::start(wanted) {
        newer::look_up();
        runtime.process().mode.store(Mode::TracingLayer as u32, Ordering::Release);
        return Found::TracingLayer;
    }
    Found::Nothing
}

/// A second initialisation fills the tables anew: wrap again. Called when one returns.
pub fn initialised() {
    if ATTACHED.load(Ordering::Acquire)
        && let Some(runtime) = runtime::get()
    {
        wrap(runtime);
    }
}

/// Puts the tables back as they were, settles what is in flight, and leaves the session.
pub fn detach(runtime: &Runtime) {
    /// Operations in flight signal events of ours: these are waited for, but not for ever.
    const LIMIT: Duration = Duration::from_secs(1);
    if !ATTACHED.swap(false, Ordering::AcqRel) {
        return;
    }
    tracing::stop();
    if let Ok(mut places) = PLACES.lock() {
        for place in places.drain(..) {
            // SAFETY: as in `wrap`.
            let slot = unsafe { AtomicPtr::<c_void>::from_ptr(place.address as *mut *mut c_void) };
            for device in [false, true] {
                let ours = wrapper_of(place.id, device);
                let _ = slot.compare_exchange(
                    ours,
                    place.original as *mut c_void,
                    Ordering::AcqRel,
                    Ordering::Relaxed,
                );
            }
        }
    }
    let end = Instant::now() + LIMIT;
    while device::with(|state| {
        state.sweep();
        state.in_flight
    })
    .is_some_and(|left| left > 0)
        && Instant::now() < end
    {
        std::thread::sleep(Duration::from_millis(2));
    }
    device::with(|state| state.leave());
    runtime.device_on.store(false, Ordering::Release);
    runtime.device.harvester.end();
    runtime.leave();
}
