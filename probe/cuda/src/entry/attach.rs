//! Attach: replaces a running program's pointers to the driver's functions with wrappers, and puts them back
//! later.
//!
//! `zetop -p` loads this library into the program and calls [`zetop_attach`] in a thread of its own there.

use super::search::{self, SearchOutcome};
use super::{attached, backend, real_driver};
use crate::{driver, timing};
use std::ffi::{CStr, OsStr, c_char};
use std::os::unix::ffi::OsStrExt;
use std::path::Path;
use zetop_probe_core::ending::exit_is_under_way;
use zetop_probe_core::guard;
use zetop_probe_core::runtime;
use zetop_wire::attach::AttachResult;
use zetop_wire::layout::Mode;

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

fn attach(session: &Path) -> AttachResult {
    let Ok(_turn) = attached::turn() else { return AttachResult::Failed };
    backend::install();
    let known = runtime::get();
    if let Some(runtime) = known.filter(|runtime| runtime.joined() != 0) {
        if runtime.is_held() {
            return AttachResult::Busy;
        }
        // Its zetop has just died, or had launched the program: nobody but us will leave that session.
        attached::leave(runtime);
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
    attached::begin();
    let cupti = is_initialised().then(|| {
        timing::initialised();
        timing::load()
    });
    // Future look-ups first: from here on they get the wrapper.
    // SAFETY: its functions were looked up by a handle that is never closed.
    attached::changed(unsafe { search::redirect_symbols(&driver) });
    let SearchOutcome { patches, is_all } = search::exchange(search::Direction::In);
    let has_pointers = !patches.is_empty();
    attached::changed(patches);
    cupti.flatten().into_iter().for_each(timing::start);
    if runtime.hears_of_the_end() || attached::start(runtime) {
        return match (is_all, has_pointers) {
            (false, _) => AttachResult::NotAllSearched,
            (true, false) => AttachResult::NoPointers,
            (true, true) => AttachResult::Attached,
        };
    }
    // Without the thread, nobody might ever put the pointers back.
    attached::leave(runtime);
    AttachResult::Failed
}

fn is_initialised() -> bool {
    let mut count = 0;
    // SAFETY: a live variable.
    unsafe { driver::cuDeviceGetCount(&raw mut count) == cuda_sys::CUDA_SUCCESS }
}
