//! What a probe of an API hands to the core: where the core calls back.

use std::sync::OnceLock;
use std::time::Duration;
use zetop_wire::layout::{Mode, Process};
use zetop_wire::session::Options;

/// The probe of an API, as the core sees it.
pub trait Backend: Sync {
    /// The core has been set up: in this process, or anew in a child made with fork, where locks of the parent's
    /// may be held by threads that do not exist.
    fn set_up(&self, process: &'static Process);

    /// The [`Catalog`](zetop_wire::catalog::Catalog) as JSON: what the numbers in the figures are called. Without a
    /// lock: asked for again in a child made with fork.
    fn catalog(&self) -> Vec<u8>;

    /// A session begins. Its figures go into `process` from now on.
    fn begin(&self, process: &'static Process, mode: Mode, options: Options);

    /// An attach is in force in this process. True in its children made with fork as well.
    fn is_attached(&self) -> bool;

    /// A child made with fork of an attached program has joined the session: its tables are copies of the parent's,
    /// and somebody has to put them back in time.
    fn attached_by_parent(&self);

    /// The process is about to end. Nothing may be waited for longer than `limit`.
    fn exiting(&self, limit: Duration);
}

static BACKEND: OnceLock<&'static dyn Backend> = OnceLock::new();

/// Hands the backend in. There is one per library; the first stays.
pub fn install(backend: &'static dyn Backend) {
    let _ = BACKEND.set(backend);
}

/// The backend, once it has been handed in.
pub(crate) fn get() -> Option<&'static dyn Backend> {
    BACKEND.get().copied()
}
