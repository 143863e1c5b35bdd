//! Attach: replaces a running program's pointers to the driver's functions with wrappers, and puts them back
//! later.
//!
//! `zetop -p` loads this library into the program and calls [`zetop_attach`] in a thread of its own there.

use super::search::{self, Found};
use super::{backend, real_driver};
use crate::modules::{self, Patch};
use crate::{driver, timing};
use std::ffi::{CStr, OsStr, c_char};
use std::os::unix::ffi::OsStrExt;
use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::sync::{Mutex, PoisonError, TryLockError};
use std::time::Duration;
use zetop_probe_core::ending::exit_is_under_way;
use zetop_probe_core::guard;
use zetop_probe_core::runtime::{self, Runtime};
use zetop_wire::attach::AttachResult;
use zetop_wire::layout::Mode;

static PATCHES: Mutex<Vec<Patch>> = Mutex::new(Vec::new());
static ATTACHED: AtomicBool = AtomicBool::new(false);
/// Held through every attach and detach.
static TURN: Mutex<()> = Mutex::new(());

/// Joins the session and puts the wrappers in. Returns an [`AttachResult`].
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

/// True in a forked child as well, whose pointers are copies of ours.
pub fn is_in_force() -> bool {
    ATTACHED.load(Ordering::Acquire)
}

fn attach(session: &Path) -> AttachResult {
    let Ok(_turn) = TURN.lock() else { return AttachResult::Failed };
    backend::install();
    let known = runtime::get();
    if let Some(runtime) = known.filter(|runtime| runtime.joined() != 0) {
        if runtime.is_held() {
            return AttachResult::Busy;
        }
        // Its zetop has just died, or had launched the program: nobody but us will leave that session.
        leave(runtime);
    }
    let Some(driver) = real_driver::loaded() else { return AttachResult::NoLoader };
    if !real_driver::load(&driver.path) {
        return AttachResult::NoTables;
    }
    let runtime = match known {
        Some(runtime) => runtime.join(session, Mode::Attach).map(|_| runtime),
        None => runtime::start(session),
    };
    let Some(runtime) = runtime else { return AttachResult::BadSession };
    // Our exit handler is in place by now: an `exit` that comes later waits for us.
    if exit_is_under_way() {
        timing::end();
        runtime.leave();
        return AttachResult::Ending;
    }
    ATTACHED.store(true, Ordering::Release);
    // Before the wrappers are in, since CUPTI takes a while: what the program does meanwhile has records,
    // too.
    if is_initialised() {
        timing::initialised();
    }
    let found = {
        let mut patches = PATCHES.lock().unwrap_or_else(PoisonError::into_inner);
        // Future look-ups first: from here on they get the wrapper.
        search::redirect_symbols(&driver, &mut patches);
        search::exchange(search::Direction::In, &mut patches)
    };
    if runtime.hears_of_the_end() || start(runtime) {
        return match found {
            Found { pointers: 0, is_all: true } => AttachResult::NoPointers,
            Found { is_all: false, .. } => AttachResult::NotAllSearched,
            Found { .. } => AttachResult::Attached,
        };
    }
    // Without the thread, nobody might ever put the pointers back.
    leave(runtime);
    AttachResult::Failed
}

/// zetop calls this to have us detach, in a thread of its own.
pub extern "C" fn zetop_attend() {
    guard::quietly(|| {
        if let Some(runtime) =
            runtime::get().filter(|runtime| runtime.joined() != 0 && runtime.is_to_detach())
        {
            detach(runtime.joined());
        }
    });
}

/// zetop orders a detach, or is gone. This is a thread of the program's, in a call: another one sees to that. If none may be
/// started, zetop is told, but the pointers stay as they are, and what comes through them is read by nobody.
pub fn attend_soon() {
    let Some(runtime) = runtime::get().filter(|_| is_in_force()) else { return };
    if !(runtime.may_start_attendant() && start(runtime)) && ATTACHED.swap(false, Ordering::AcqRel) {
        runtime.leave_in_place();
    }
}

/// Starts a thread that detaches, if there is none. False if that is not possible.
fn start(runtime: &'static Runtime) -> bool {
    /// Between two looks at zetop's orders, where nothing else says that it is gone.
    const TICK: Duration = Duration::from_millis(25);
    /// The process in which it is running; 0 if it is not.
    static RUNNING: AtomicU32 = AtomicU32::new(0);
    let (here, joined) = (std::process::id(), runtime.joined());
    if RUNNING.swap(here, Ordering::AcqRel) == here {
        return true;
    }
    let thread = guard::spawn("zetop-attach", move || {
        while is_in_force() && runtime.joined() == joined && !guard::is_alone() {
            if runtime.is_to_detach() {
                detach(joined);
            } else if runtime.hears_of_the_end() {
                break;
            }
            std::thread::sleep(TICK);
        }
        RUNNING.store(0, Ordering::Release);
    });
    if thread.is_none() {
        RUNNING.store(0, Ordering::Release);
    }
    thread.is_some()
}

fn is_initialised() -> bool {
    let mut count = 0;
    // SAFETY: a live variable.
    unsafe { driver::cuDeviceGetCount(&raw mut count) == cuda_sys::CUDA_SUCCESS }
}

/// Puts everything back and leaves session `joined`, if we are still in that one.
///
/// The holder of the lock may be another session's attach, which leaves this session itself.
fn detach(joined: u64) {
    let _turn = loop {
        match TURN.try_lock() {
            Ok(turn) => break turn,
            Err(TryLockError::Poisoned(poisoned)) => break poisoned.into_inner(),
            Err(TryLockError::WouldBlock) if !is_in_force() => return,
            Err(TryLockError::WouldBlock) => std::thread::sleep(Duration::from_millis(1)),
        }
    };
    if let Some(runtime) = runtime::get().filter(|runtime| runtime.joined() == joined) {
        leave(runtime);
    }
}

fn leave(runtime: &Runtime) {
    ATTACHED.store(false, Ordering::Release);
    {
        let mut patches = PATCHES.lock().unwrap_or_else(PoisonError::into_inner);
        modules::put_back(&mut patches);
        // What the program has looked up since then.
        let mut late = Vec::new();
        search::exchange(search::Direction::Out, &mut late);
    }
    timing::end();
    runtime.leave();
}
