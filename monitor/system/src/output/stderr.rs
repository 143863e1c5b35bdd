//! stderr: notes, the lines of `--live`, the summary. A thread writes it, so that a reader who does not read (a full pipe, a
//! terminal that is held with Ctrl-S) keeps zetop neither from its work nor from its signals.

use super::queue::{Queue, Sent};
use std::io;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::{Duration, Instant};

#[derive(Debug)]
enum Stderr {
    Idle,
    Open(Queue),
    /// Its reader was given up, or it is closed: what comes now is dropped.
    GivenUp,
}

static STDERR: Mutex<Stderr> = Mutex::new(Stderr::Idle);
/// A signal to end has come.
static SIGNALLED: OnceLock<Arc<AtomicBool>> = OnceLock::new();
static HURRY: OnceLock<Duration> = OnceLock::new();

fn stderr() -> MutexGuard<'static, Stderr> {
    STDERR.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The word by which zetop's signals end the last wait, where they no longer end zetop by themselves.
pub fn signalled() -> Arc<AtomicBool> {
    Arc::clone(SIGNALLED.get_or_init(Arc::default))
}

/// Writes a text soon, and in order. Never waits: false if it is left out, since those before it have not been read.
pub fn send(text: String) -> bool {
    let mut stderr = stderr();
    if let Stderr::Idle = *stderr {
        *stderr = Queue::of_stderr().map_or(Stderr::GivenUp, Stderr::Open);
    }
    let Stderr::Open(queue) = &mut *stderr else { return false };
    matches!(queue.send(text.into_bytes()), Sent::Yes)
}

/// Writes a text, and waits until it and all before it are written, or `give_up` says so. That nobody listens any more is no
/// failure.
///
/// # Errors
/// When it cannot be written, or was given up.
pub fn write(text: String, give_up: impl FnMut() -> bool) -> io::Result<()> {
    let mut stderr = stderr();
    let queue = match std::mem::replace(&mut *stderr, Stderr::GivenUp) {
        Stderr::Open(queue) => queue,
        Stderr::Idle => match Queue::of_stderr() {
            Ok(queue) => queue,
            // It is closed.
            Err(_) => return Ok(()),
        },
        Stderr::GivenUp => return Ok(()),
    };
    let result = queue.finish(text.into_bytes(), give_up);
    if !result.as_ref().is_err_and(|error| error.kind() == io::ErrorKind::Interrupted) {
        *stderr = Stderr::Idle;
    }
    result
}

/// From here on zetop waits no longer than this for somebody to read.
pub fn hurry(limit: Duration) {
    let _ = HURRY.set(limit);
}

/// Before zetop ends: waits for what was sent, until a signal comes.
pub fn flush() {
    if matches!(*stderr(), Stderr::Open(_)) {
        let (signalled, since) = (signalled(), Instant::now());
        // Earlier ones were for the program.
        signalled.store(false, Ordering::Relaxed);
        let late = || HURRY.get().is_some_and(|limit| since.elapsed() >= *limit);
        let _ = write(String::new(), || signalled.load(Ordering::Relaxed) || late());
    }
}
