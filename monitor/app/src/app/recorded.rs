//! `zetop replay` and `zetop report`: a recording in the dashboard, or its figures as text, JSON or CSV.

use crate::cli::Options;
use anyhow::Context;
use std::path::Path;
use std::time::Duration;
use zetop_figures::replay_session::ReplaySession;
use zetop_figures::session::Session;
use zetop_figures::snapshot::Snapshot;
use zetop_present::report::{Reports, Wanted, json, summary};
use zetop_present::tui;
use zetop_system::console::{EXIT_FAILURE, EXIT_USAGE, fail, print, say};
use zetop_system::output::{Destination, Queue, Sent};

/// Number of evenly spaced points at which the HTML report samples a recording.
const HTML_SAMPLES: u64 = 400;

/// How long to wait for a slow reader of lines before trying again.
const RETRY_INTERVAL: Duration = Duration::from_millis(1);

pub(super) fn replay(options: &Options, file: &Path) -> i32 {
    if !options.has_dashboard(rustix::termios::isatty(std::io::stdout())) {
        say("replay needs a terminal: zetop report writes the figures of a recording");
        return EXIT_USAGE;
    }
    let mut session = match open(options, file) {
        Ok(session) => session,
        Err(status) => return status,
    };
    match tui::run(&mut session, None, &options.dashboard()) {
        Ok(_) => 0,
        Err(error) => fail(&error),
    }
}

pub(super) fn report(options: &Options, file: &Path) -> i32 {
    if let Err(error) = options.check_outputs() {
        say(&error);
        return EXIT_USAGE;
    }
    let mut session = match open(options, file) {
        Ok(session) => session,
        Err(status) => return status,
    };
    session.notes().iter().for_each(|note| say(note));
    match write(&mut session, options) {
        Ok(()) => 0,
        Err(error) => {
            fail(&error);
            EXIT_FAILURE
        }
    }
}

/// Opens a recording, once the options have been checked; otherwise returns the exit status.
fn open(options: &Options, file: &Path) -> Result<ReplaySession, i32> {
    if let Err(error) = options.dashboard().check() {
        say(&format!("{error:#}"));
        return Err(EXIT_USAGE);
    }
    if let Some(note) = options.dashboard().note() {
        say(&note);
    }
    ReplaySession::open(file).map_err(|error| fail(&error.into()))
}

fn write(session: &mut ReplaySession, options: &Options) -> anyhow::Result<()> {
    let mut wanted = options.reports(false);
    let style = wanted.summary.take().unwrap_or_default();
    let interval = wanted.interval.take();
    if let Some(interval) = interval {
        lines(session, &wanted.json.take().unwrap_or(Destination::Stdout), interval)?;
    }
    let mut reports = start_replay_reports(wanted)?;
    // The table for people, unless something else was asked for.
    if reports.is_empty() && interval.is_none() {
        session.to_the_end();
        return print(text(&session.snapshot(None), &style).as_bytes());
    }
    if options.common.html.is_some() {
        for part in 0..HTML_SAMPLES {
            session.jump(session.length() / HTML_SAMPLES * part);
            reports.during(session);
        }
    }
    session.to_the_end();
    reports.finish(session, || false)
}

/// Starts the reports of a recording, which is replayed without pacing: those that follow a program have nothing to follow.
pub(super) fn start_replay_reports(mut wanted: Wanted) -> anyhow::Result<Reports> {
    (wanted.metrics, wanted.otlp, wanted.live) = (None, None, false);
    wanted.html.iter_mut().for_each(|html| html.is_played = true);
    Reports::start(wanted)
}

pub(super) fn text(snapshot: &Snapshot, style: &summary::Style) -> String {
    let text = summary::text(snapshot, style);
    if text.is_empty() { "no calls in this recording\n".to_owned() } else { text }
}

/// Writes a JSON line for each interval of the recording, with the first snapshot at or after its end, and a last line
/// with those of the end.
fn lines(session: &mut ReplaySession, to: &Destination, interval: Duration) -> anyhow::Result<()> {
    let mut queue = Queue::open(to).with_context(|| to.name())?;
    let interval = interval.as_nanos() as u64;
    let mut next = interval;
    session.jump(0);
    let mut last = session.snapshot(None);
    while session.step() {
        last = session.snapshot(None);
        let position = last.playback.map_or(0, |playback| playback.position_ns);
        if position >= next {
            next = (next + interval).max(position + 1);
            let mut line = json::line(&last)?;
            loop {
                match queue.send(line) {
                    Sent::Yes => break,
                    Sent::LeftOut(again) => {
                        line = again;
                        std::thread::sleep(RETRY_INTERVAL);
                    }
                    Sent::Failed => return queue.finish(Vec::new(), || false).with_context(|| to.name()),
                }
            }
        }
    }
    queue.finish(json::line(&last)?, || false).with_context(|| to.name())
}
