//! The end of a session: outputs, and what people read.

use crate::live_session::LiveSession;
use std::time::{Duration, Instant};
use zetop_present::report::Reports;
use zetop_system::console::{fail, say};
use zetop_system::output::stderr;
use zetop_system::signals::Signals;

/// How the dashboard was left; without one, nothing of that.
#[derive(Debug, Default)]
pub(super) struct Left {
    /// Run the program again.
    pub(super) again: bool,
    /// zetop was told to end: a terminal that takes nothing is not waited for.
    pub(super) hurry: bool,
    pub(super) since_mark: Option<String>,
}

/// How long a terminal that takes nothing is waited for when zetop was told to end.
const FOR_A_TERMINAL: Duration = Duration::from_secs(2);

/// After a run: first the outputs, which are wanted whatever became of the terminal, then what people read. Says every
/// failure. True if the program is to be run again.
pub(super) fn end(
    session: &mut LiveSession,
    reports: &mut Reports,
    left: anyhow::Result<Left>,
    signals: &Signals,
) -> anyhow::Result<bool> {
    // Earlier signals were for the program.
    let _ = signals.take_any();
    let give_up = || signals.take_any();
    let left = left.inspect_err(|error| say(&format!("{error:#}")));
    let Left { again, hurry, since_mark } = match &left {
        Ok(left) => Left { since_mark: left.since_mark.clone(), ..*left },
        Err(_) => Left { hurry: true, ..Left::default() },
    };
    session.set_since_mark(since_mark);
    let mut results = Vec::new();
    if !again {
        results.push(reports.finish(session, give_up));
    }
    results.push(session.finish_recording(give_up));
    results.push(session.finish_trace(give_up));
    if let Err(error) = session.save_run() {
        say(&format!("this run is not kept for comparison: {error:#}"));
    }
    if hurry {
        stderr::hurry(FOR_A_TERMINAL);
    }
    // The program's output comes before what zetop has to say.
    let (mut taken, mut since) = (0, Instant::now());
    let nobody_reads = |bytes| {
        if bytes != taken {
            (taken, since) = (bytes, Instant::now());
        }
        signals.take_any() || (hurry && since.elapsed() >= FOR_A_TERMINAL)
    };
    results.push(session.replay_output(nobody_reads).map_err(anyhow::Error::from));
    if !again {
        let since = Instant::now();
        let give_up = || signals.take_any() || (hurry && since.elapsed() >= FOR_A_TERMINAL);
        results.push(reports.say_last(session, give_up));
    }
    for error in results.iter().filter_map(|result| result.as_ref().err()) {
        fail(error);
    }
    left?;
    results.into_iter().collect::<anyhow::Result<()>>()?;
    Ok(again)
}
