//! What an API's probe hands to the core: the functions that the core calls back.

use crate::{heap, own_thread, python, stack, symbols};
use std::sync::OnceLock;
use std::time::Duration;
use zetop_wire::layout::{Mode, Process};
use zetop_wire::session::Options;

/// The probe of an API, as the core sees it.
pub trait Backend: Sync {
    /// The core has been set up: in this process, or again in a forked child, where locks may still be held
    /// by threads of the parent that do not exist.
    fn set_up(&self, process: &'static Process);

    /// The [`Catalog`](zetop_wire::catalog::Catalog) as JSON: the names behind the numbers in the figures.
    /// Takes no lock, because it is also asked for in forked children.
    fn catalog(&self) -> Vec<u8>;

    /// Whether calls of a function, by its number, may be counted without being timed while they are trivial: it neither waits
    /// nor gives work to a device, and no figure but its own is made of how long it takes.
    fn may_be_sampled(&self, function: usize) -> bool;

    /// Whether a function, by its number, waits for a device.
    fn waits(&self, function: usize) -> bool;

    /// A session begins. Its figures go into `process` from now on.
    fn begin(&self, process: &'static Process, mode: Mode, options: &Options);

    /// An attach is in force in this process. True in its forked children as well.
    fn is_attached(&self) -> bool;

    /// A forked child of an attached program has joined the session. Its tables are copies of the parent's,
    /// and have to be restored at the end.
    fn attached_by_parent(&self);

    /// The address of the function that zetop calls in an attached program: see
    /// [`Process::attend`](zetop_wire::layout::Process).
    fn entry(&self) -> usize;

    /// zetop orders a detach, or is gone. This is one of our threads, or one of the program's, in a call, which may be a signal
    /// handler's.
    fn attend(&self, on_ours: bool);

    /// The process is about to end. Waits no longer than `limit`.
    fn exiting(&self, limit: Duration);
}

static BACKEND: OnceLock<&'static dyn Backend> = OnceLock::new();

/// Hands the backend in, before anything else is done in the library. There is one per library; the first stays.
pub fn install(backend: &'static dyn Backend) {
    let _ = BACKEND.set(backend);
    symbols::once(|| {
        own_thread::look_for_stack_taken();
        heap::look_for_leak_checker();
        python::look_for();
        stack::look_for_frames_of_main();
    });
}

/// The backend, once it has been handed in.
pub(crate) fn get() -> Option<&'static dyn Backend> {
    BACKEND.get().copied()
}
