//! An attach that is in force: who ends it, and what that puts back.

use super::search;
use crate::modules::{self, Patch};
use crate::timing;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::sync::{LockResult, Mutex, MutexGuard, PoisonError, TryLockError};
use std::time::Duration;
use zetop_probe_core::guard;
use zetop_probe_core::runtime::{self, Runtime};

static PATCHES: Mutex<Vec<Patch>> = Mutex::new(Vec::new());
static ATTACHED: AtomicBool = AtomicBool::new(false);
/// Held through every attach and detach.
static TURN: Mutex<()> = Mutex::new(());

/// To be held through an attach.
pub fn turn() -> LockResult<MutexGuard<'static, ()>> {
    TURN.lock()
}

/// True in a forked child as well, whose pointers are copies of ours.
pub fn is_in_force() -> bool {
    ATTACHED.load(Ordering::Acquire)
}

/// From now on, it is.
pub fn begin() {
    ATTACHED.store(true, Ordering::Release);
}

/// Notes what was changed in the program's memory.
pub fn changed(patches: Vec<Patch>) {
    PATCHES.lock().unwrap_or_else(PoisonError::into_inner).extend(patches);
}

/// zetop calls this to have us detach, in a thread of its own, where the process file says that it is, if the library exports
/// it there.
#[unsafe(no_mangle)]
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

/// Does [`attend_soon`] if that is still due: another session may have begun meanwhile.
pub fn attend_if_due() {
    if runtime::get().is_some_and(Runtime::is_to_detach) {
        attend_soon();
    }
}

/// Starts a thread that detaches, if there is none. False if that is not possible.
pub fn start(runtime: &'static Runtime) -> bool {
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

/// Puts everything back, and leaves the session. With the turn.
pub fn leave(runtime: &Runtime) {
    ATTACHED.store(false, Ordering::Release);
    modules::put_back(&mut PATCHES.lock().unwrap_or_else(PoisonError::into_inner));
    timing::end();
    // What the program has looked up since the attach. By now, look-ups give the driver's functions and CUPTI's again.
    search::exchange(search::Direction::Out);
    runtime.leave();
}
