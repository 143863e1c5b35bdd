//! What `zetop bench` needs of zetop, handed in: a benchmark knows nothing of how programs are started.

use std::ffi::{OsStr, OsString};
use std::path::Path;
use zetop_figures::session::Session;

/// What a benchmark is given: where its figures go, and how its program is started.
pub struct Request<'a> {
    /// The program runs on the simulated GPU.
    pub is_simulated: bool,
    pub json: Option<&'a OsStr>,
    pub csv: Option<&'a Path>,
    pub html: Option<&'a Path>,
    /// Tables without characters beyond ASCII.
    pub ascii: bool,
    /// Every row of every table.
    pub full: bool,
    /// Starts a command under the probe, which keeps its threads: each step waits for its times, however long ago the one
    /// before was.
    pub start: &'a dyn Fn(Vec<OsString>) -> anyhow::Result<Box<dyn Session>>,
}
