//! What zetop writes besides the dashboard, each from the same [`Snapshot`].
//!
//! - [`json`]: the object of schema `zetop/1`, at the end or every some seconds;
//! - [`csv`]: the table of API functions;
//! - [`summary`]: what a person reads at the end of a run without a dashboard;
//! - [`live`]: a line per call.

pub mod csv;
pub mod json;
pub mod live;
pub mod summary;

use crate::live_session::LiveSession;
use crate::present::output::{Destination, Queue, Sent, quiet_when_closed};
use crate::session::Session;
use crate::snapshot::Snapshot;
use anyhow::Context;
use std::io::Write;
use std::path::PathBuf;
use std::time::{Duration, Instant};

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
    stream: Option<Stream>,
    live: Option<live::Live>,
    next: Option<Instant>,
}

/// JSON lines, each written out as it comes; the last is the final one.
#[derive(Debug)]
struct Stream {
    queue: Queue,
    to: Destination,
    left_out: u64,
}

impl Reports {
    /// Opens what is written from the start.
    ///
    /// # Errors
    /// When the output of `--interval` cannot be opened.
    pub fn start(wanted: Wanted) -> anyhow::Result<Self> {
        let stream = match wanted.interval {
            Some(_) => {
                let to = wanted.json.clone().unwrap_or(Destination::Stdout);
                let queue = Queue::open(&to).with_context(|| to.name())?;
                Some(Stream { queue, to, left_out: 0 })
            }
            None => None,
        };
        let next = wanted.interval.map(|interval| Instant::now() + interval);
        let live = wanted.live.then(live::Live::default);
        Ok(Self { wanted, stream, live, next })
    }

    /// After each reading. An output that fails is given up with a note; the program runs on.
    pub fn during(&mut self, session: &mut LiveSession) {
        if let Some(live) = &mut self.live {
            let (calls, lost) = session.take_calls();
            live.write(&calls, lost, session.start_raw_ns(), &mut std::io::stderr().lock());
        }
        if let (Some(stream), Some(next), Some(interval)) =
            (&mut self.stream, self.next, self.wanted.interval)
            && Instant::now() >= next
            && !session.finished()
        {
            if let Some(note) = stream.send(&session.snapshot(None)) {
                session.warn(note);
            }
            // a machine that was asleep gets one line, not all that it missed
            self.next = Some((next + interval).max(Instant::now()));
        }
    }

    /// How long until there is something to write.
    #[must_use]
    pub fn due_in(&self) -> Option<Duration> {
        self.next.map(|next| next.saturating_duration_since(Instant::now()))
    }

    /// The final figures. Every report is tried, whatever becomes of the others; `give_up` ends the wait for a
    /// reader.
    ///
    /// # Errors
    /// The first failure.
    pub fn finish(&mut self, snapshot: &Snapshot, mut give_up: impl FnMut() -> bool) -> anyhow::Result<()> {
        let mut results = Vec::new();
        if let Some(style) = &self.wanted.summary {
            let text = summary::text(snapshot, style);
            results.push(
                quiet_when_closed(std::io::stderr().lock().write_all(text.as_bytes())).context("stderr"),
            );
        }
        match (self.stream.take(), &self.wanted.json) {
            (Some(stream), _) => results.push(json::line(snapshot).and_then(|line| {
                let name = stream.to.name();
                stream.queue.finish(line, &mut give_up).with_context(|| name)
            })),
            (None, Some(to)) => {
                results.push(json::line(snapshot).and_then(|line| write(to, line, &mut give_up)));
            }
            (None, None) => {}
        }
        if let Some(path) = &self.wanted.csv {
            let to = Destination::File(path.clone());
            results.push(csv::table(snapshot).and_then(|table| write(&to, table, &mut give_up)));
        }
        results.into_iter().collect()
    }
}

fn write(to: &Destination, bytes: Vec<u8>, give_up: &mut dyn FnMut() -> bool) -> anyhow::Result<()> {
    to.write(bytes, give_up).with_context(|| to.name())
}

impl Stream {
    /// A line; a note when something is wrong.
    fn send(&mut self, snapshot: &Snapshot) -> Option<String> {
        let name = self.to.name();
        let line = match json::line(snapshot) {
            Ok(line) => line,
            Err(error) => return Some(format!("{error:#}")),
        };
        match self.queue.send(line) {
            Sent::Yes => None,
            Sent::LeftOut => {
                self.left_out += 1;
                (self.left_out == 1)
                    .then(|| format!("{name} is read too slowly: lines of --interval are left out"))
            }
            Sent::Failed => {
                let why = self.queue.failure()?;
                Some(format!("{name}: {why}; no more lines are written, the program runs on"))
            }
        }
    }
}
