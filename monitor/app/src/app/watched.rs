//! `zetop watch`, and `zetop report` of a folder.

use super::recorded::{start_replay_reports, text};
use crate::cli::Options;
use crate::headless;
use std::path::Path;
use zetop_figures::session::Session;
use zetop_figures::watch::{WatchSession, WatchThread};
use zetop_present::report::Reports;
use zetop_present::tui;
use zetop_system::console::{EXIT_FAILURE, EXIT_USAGE, fail, print, say};
use zetop_system::signals::Signals;

/// Opens a folder, once the options have been checked; otherwise returns the exit status.
fn open(options: &Options, folder: &Path) -> Result<WatchSession, i32> {
    if let Err(error) = options.check_outputs() {
        say(&error);
        return Err(EXIT_USAGE);
    }
    if let Err(error) = options.dashboard().check() {
        say(&format!("{error:#}"));
        return Err(EXIT_USAGE);
    }
    if let Some(note) = options.dashboard().note() {
        say(&note);
    }
    let other = [("--record", options.record.is_some()), ("--trace", options.trace.is_some())];
    if let Some((name, _)) = other.into_iter().find(|(_, given)| *given) {
        say(&format!("{name} is for programs that are watched, not for their recordings"));
        return Err(EXIT_USAGE);
    }
    WatchSession::open(folder).map_err(|error| fail(&error.into()))
}

/// With a dashboard, or without one until all recordings have ended.
pub(super) fn watch(options: &Options, folder: &Path) -> i32 {
    let mut session = match open(options, folder) {
        Ok(session) => session,
        Err(status) => return status,
    };
    let dashboard = options.has_dashboard(rustix::termios::isatty(std::io::stdout()));
    let signals = match Signals::take_over() {
        Ok(signals) => signals,
        Err(error) => return fail(&anyhow::Error::from(error).context("cannot handle signals")),
    };
    let mut reports = match Reports::start(options.reports(dashboard)) {
        Ok(reports) => reports,
        Err(error) => return fail(&error),
    };
    reports.notes().iter().for_each(|note| say(note));
    let shown = if dashboard {
        let mut apart = match WatchThread::start(session) {
            Ok(apart) => apart,
            Err(error) => return fail(&anyhow::Error::from(error).context("cannot start a thread")),
        };
        let shown = tui::run(&mut apart, Some(&mut reports), &options.dashboard()).map(|_| ());
        session = apart.end();
        shown
    } else {
        headless::run(&mut session, &mut reports, options.duration, &signals);
        Ok(())
    };
    let _ = signals.take_any();
    let give_up = || signals.take_any();
    let written = reports.finish(&mut session, give_up);
    match shown.and(written).and_then(|()| reports.say_last(&mut session, give_up)) {
        Ok(()) => 0,
        Err(error) => fail(&error),
    }
}

pub(super) fn report(options: &Options, folder: &Path) -> i32 {
    if options.interval.is_some() {
        say("--interval is for one recording: zetop watch --interval writes the lines of a folder");
        return EXIT_USAGE;
    }
    let mut session = match open(options, folder) {
        Ok(session) => session,
        Err(status) => return status,
    };
    match write(&mut session, options) {
        Ok(()) => 0,
        Err(error) => {
            fail(&error);
            EXIT_FAILURE
        }
    }
}

fn write(session: &mut WatchSession, options: &Options) -> anyhow::Result<()> {
    let mut wanted = options.reports(false);
    let style = wanted.summary.take().unwrap_or_default();
    let mut reports = start_replay_reports(wanted)?;
    let looks = options.common.html.is_some();
    session.to_the_end_with(|session| {
        if looks {
            reports.during(session);
        }
    })?;
    session.notes().iter().for_each(|note| say(note));
    if reports.is_empty() {
        return print(text(&session.snapshot(None), &style).as_bytes());
    }
    reports.finish(session, || false)
}
