//! Whether a process may be attached to, and this zetop's turn to do so.

use super::error::AttachError;
use crate::tree::ApiProcess;
use rustix::fs::{FlockOperation, flock};
use rustix::io::Errno;
use std::fs::File;
use std::time::{Duration, Instant};
use zetop_inject::{Facts, InjectError, TRACER, check_unless};
use zetop_system::limit::for_process_unless;

/// How long a program may take that the dynamic linker is loading, and between two looks at it.
const LOADING: Duration = Duration::from_secs(5);
const LOADING_PAUSE: Duration = Duration::from_millis(5);

/// Longer than another zetop's attach can take.
const TURN: Duration = Duration::from_secs(15);
/// How long a process may take to have its memory opened, or to say what it has mapped.
pub(super) const PATIENCE: Duration = Duration::from_secs(3);

/// What can be said of a process that was found, some time ago perhaps, and our turn to attach to it.
pub(super) fn choose(
    found: &ApiProcess,
    given_up: &dyn Fn() -> bool,
) -> Result<(Option<File>, Facts), AttachError> {
    let (process, pid) = (&found.process, found.process.pid());
    let is_users = |uid: u32| match found.user {
        Some(named) if named != uid => Err(AttachError::OtherUser { pid, uid, named }),
        _ => Ok(()),
    };
    // Nothing of another user's process is opened.
    process.user().map_or(Ok(()), is_users)?;
    // Before the check, which would find another one tracing.
    let turn = take_turn(pid, given_up)?;
    let facts = look_at(pid, given_up)?;
    is_users(facts.uid)?;
    // While a process is alive, nobody else has its PID: what was read by the PID is about this process.
    if !process.is_alive() {
        return Err(InjectError::Gone { pid }.into());
    }
    Ok((turn, facts))
}

/// Checks a process. If another zetop has stopped one of its threads, or if it has only just been executed and its C
/// library is not there yet, that is over in a moment.
pub(super) fn look_at(pid: u32, given_up: &dyn Fn() -> bool) -> Result<Facts, InjectError> {
    let start = Instant::now();
    loop {
        match check_unless(pid, given_up) {
            other if given_up() => return other,
            Err(InjectError::Traced { name, .. }) if name == TRACER && start.elapsed() < TURN => {
                std::thread::sleep(Duration::from_millis(2));
            }
            Err(InjectError::Loading(_)) if start.elapsed() < LOADING => std::thread::sleep(LOADING_PAUSE),
            other => return other,
        }
    }
}

/// Two zetops that attach at the same moment would each load a probe, and one would wrap the other's
/// wrappers. This is a lock on one of the process's files in /proc, which needs the permission to attach to
/// it, and ends with us. Whoever has that permission, such as the process itself, can keep the lock, too.
pub(crate) fn take_turn(pid: u32, given_up: &dyn Fn() -> bool) -> Result<Option<File>, AttachError> {
    let silent = InjectError::Silent { pid, limit: PATIENCE };
    // It waits for a process that executes another program.
    let opened = for_process_unless(pid, PATIENCE, given_up, move || File::open(format!("/proc/{pid}/mem")));
    // The attach will say why it cannot be opened.
    let Ok(file) = opened.ok_or(silent)? else { return Ok(None) };
    let start = Instant::now();
    while let Err(Errno::WOULDBLOCK) = flock(&file, FlockOperation::NonBlockingLockExclusive) {
        if given_up() || start.elapsed() > TURN {
            return Err(AttachError::Busy(pid));
        }
        std::thread::sleep(Duration::from_millis(2));
    }
    Ok(Some(file))
}
