//! Lines of output, the program's and zetop's own, as the Log screen shows them.

use std::time::Duration;

/// A line of the program's output, without its line end.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LogLine {
    pub stream: Stream,
    pub text: String,
    /// When it arrived, since the start.
    pub at: Duration,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Stream {
    Stdout,
    Stderr,
    /// zetop's own words ("probe connected: pid 4711, layer").
    Zetop,
}

impl LogLine {
    /// One of zetop's own lines.
    #[must_use]
    pub fn own(text: String, at: Duration) -> Self {
        Self { stream: Stream::Zetop, text, at }
    }
}
