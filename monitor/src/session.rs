//! What the dashboard and the headless run need of whatever feeds them: a started program, an attached one
//! or, in tests, a script.

use crate::snapshot::Snapshot;
use std::sync::Arc;
use std::time::Duration;

/// A source of snapshots that can be steered.
pub trait Session {
    /// Reads what has come in since the last call; never blocks. True when something changed.
    fn poll(&mut self) -> bool;

    /// The figures now, of all processes or of one.
    fn snapshot(&mut self, pid: Option<u32>) -> Arc<Snapshot>;

    /// The program's output so far, oldest first; bounded, see [`LogLine`].
    fn log(&self) -> &[LogLine];

    /// Lines that were dropped from the front of [`Session::log`] to bound its memory.
    fn log_dropped(&self) -> u64;

    /// The program has ended and everything it left has been read.
    fn finished(&self) -> bool;

    /// Starts all figures anew from zero.
    fn reset(&mut self);

    /// Ends the started program: SIGTERM first, SIGKILL when asked again. An attached one is left as it was.
    fn kill(&mut self);

    /// Tells a program that plays a story (the demonstration) to go on to its next act.
    fn nudge(&mut self) {}

    /// How long the caller may sleep before the next [`Session::poll`].
    fn poll_interval(&self) -> Duration {
        Duration::from_millis(20)
    }
}

/// A line of the program's output, without its line end.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LogLine {
    pub stream: Stream,
    pub text: String,
    /// When it came, since the start.
    pub at: Duration,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Stream {
    Stdout,
    Stderr,
    /// zetop's own words ("probe connected: pid 4711, layer").
    Zetop,
}
