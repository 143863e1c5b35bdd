//! What zetop writes besides the dashboard, each from the same [`Snapshot`].
//!
//! - [`json`]: the object of schema `zetop/1`, at the end or every some seconds;
//! - [`csv`]: the table of API functions;
//! - [`summary`]: what a person reads at the end of a run without a dashboard;
//! - [`live`]: a line per call.

pub mod csv;
mod file;
pub mod json;
pub mod live;
pub mod summary;

use crate::live_session::LiveSession;
use crate::session::Session;
use crate::snapshot::Snapshot;
use anyhow::Context;
use std::io::Write;
use std::path::PathBuf;
use std::time::{Duration, Instant};

/// A file, or `-` for stdout.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Destination {
    Stdout,
    File(PathBuf),
}

impl Destination {
    #[must_use]
    pub fn from_argument(argument: &std::ffi::OsStr) -> Self {
        if argument == "-" { Self::Stdout } else { Self::File(argument.into()) }
    }

    /// Writes all at once. A stdout that nobody reads any more is no error.
    fn write(&self, bytes: &[u8]) -> anyhow::Result<()> {
        match self {
            Self::Stdout => quiet_when_closed(std::io::stdout().lock().write_all(bytes)).context("stdout"),
            Self::File(path) => file::replace(path, bytes).with_context(|| path.display().to_string()),
        }
    }
}

/// `zetop ... | head` ends quietly.
pub(crate) fn quiet_when_closed(result: std::io::Result<()>) -> std::io::Result<()> {
    match result {
        Err(error) if error.kind() == std::io::ErrorKind::BrokenPipe => Ok(()),
        other => other,
    }
}

/// What was asked for on the command line.
#[derive(Debug, Clone, Default)]
pub struct Wanted {
    pub json: Option<Destination>,
    pub csv: Option<PathBuf>,
    pub interval: Option<Duration>,
    pub live: bool,
    /// The table at the end, on stderr.
    pub summary: Option<summary::Style>,
}

/// The reports of one session.
#[derive(Debug)]
pub struct Reports {
    wanted: Wanted,
    stream: Option<json::Stream>,
    live: Option<live::Live>,
    next: Option<Instant>,
}

impl Reports {
    /// Opens what is written from the start.
    ///
    /// # Errors
    /// When the file of `--interval` cannot be made.
    pub fn start(wanted: Wanted) -> anyhow::Result<Self> {
        let stream = match wanted.interval {
            Some(_) => Some(json::Stream::open(wanted.json.as_ref().unwrap_or(&Destination::Stdout))?),
            None => None,
        };
        let next = wanted.interval.map(|interval| Instant::now() + interval);
        let live = wanted.live.then(live::Live::default);
        Ok(Self { wanted, stream, live, next })
    }

    /// After each reading.
    ///
    /// # Errors
    /// When a line cannot be written.
    pub fn during(&mut self, session: &mut LiveSession) -> anyhow::Result<()> {
        if let Some(live) = &mut self.live {
            let (calls, lost) = session.take_calls();
            live.write(&calls, lost, session.start_raw_ns(), &mut std::io::stderr().lock());
        }
        if let (Some(stream), Some(next), Some(interval)) =
            (&mut self.stream, self.next, self.wanted.interval)
            && Instant::now() >= next
            && !session.finished()
        {
            stream.write(&session.snapshot(None))?;
            // a machine that was asleep gets one line, not all that it missed
            self.next = Some((next + interval).max(Instant::now()));
        }
        Ok(())
    }

    /// How long until there is something to write.
    #[must_use]
    pub fn due_in(&self) -> Option<Duration> {
        self.next.map(|next| next.saturating_duration_since(Instant::now()))
    }

    /// The final figures. Every report is tried, whatever becomes of the others.
    ///
    /// # Errors
    /// The first failure.
    pub fn finish(&mut self, snapshot: &Snapshot) -> anyhow::Result<()> {
        let mut results = Vec::new();
        if let Some(style) = &self.wanted.summary {
            let text = summary::text(snapshot, style);
            results.push(
                quiet_when_closed(std::io::stderr().lock().write_all(text.as_bytes())).context("stderr"),
            );
        }
        match (&mut self.stream, &self.wanted.json) {
            (Some(stream), _) => results.push(stream.write(snapshot)),
            (None, Some(to)) => results.push(json::line(snapshot).and_then(|line| to.write(&line))),
            (None, None) => {}
        }
        if let Some(path) = &self.wanted.csv {
            let table = csv::table(snapshot);
            results.push(table.and_then(|table| Destination::File(path.clone()).write(&table)));
        }
        results.into_iter().collect()
    }
}
