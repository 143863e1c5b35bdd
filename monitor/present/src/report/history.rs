//! Runs that are kept, as text and JSON.

use super::table::{Align, Table};
use serde_json::{Value, json};
use std::time::{SystemTime, UNIX_EPOCH};
use zetop_figures::history::{KeptRun, Listed};
use zetop_figures::view::format;
use zetop_system::clean::clean;

/// Runs that are listed, unless more are wanted.
const TOP: usize = 20;

/// A row for each run, the newest first.
#[must_use]
pub fn text(list: &[Listed], rows: Option<usize>, full: bool) -> String {
    if list.is_empty() {
        return "no run has been kept yet: zetop keeps those that it starts, unless --no-history is given\n"
            .to_owned();
    }
    let most = if full { usize::MAX } else { rows.unwrap_or(TOP) };
    let mut table = Table::default();
    table.column("Run", Align::Right).column("Ended", Align::Right).column("Elapsed", Align::Right);
    table.column("Calls", Align::Right).column("Launches", Align::Right).column("Copied", Align::Right);
    table.column("Findings", Align::Right).column("Exit", Align::Left).column("Command", Align::Left);
    for run in list.iter().take(most) {
        let figures = &run.figures;
        table.row([
            format!("@{}", run.number),
            ago(run.ended),
            format::time(figures.elapsed_ns as f64),
            format::count(figures.host.calls),
            format::count(run.launches()),
            format::bytes(run.bytes()),
            figures.findings.len().to_string(),
            exit(run),
            clean(&run.command.join(" ")),
        ]);
    }
    let more = list.len().saturating_sub(most);
    let more = if more > 0 { format!("and {more} more; --full has all\n") } else { String::new() };
    format!("{table}{more}\nzetop history RUN shows one, zetop diff @2 @1 compares two\n")
}

fn ago(ended: SystemTime) -> String {
    match SystemTime::now().duration_since(ended) {
        Ok(ago) if ago.as_secs() < 48 * 3600 => format!("{} ago", format::span(ago.as_nanos() as u64)),
        _ => format::date(ended),
    }
}

fn exit(run: &Listed) -> String {
    let target = &run.figures.target;
    match (target.exit_status, target.signal) {
        (Some(status), _) => status.to_string(),
        (None, Some(signal)) => format!("signal {signal}"),
        (None, None) => format::NONE.to_owned(),
    }
}

/// The rows as objects.
#[must_use]
pub fn json(list: &[Listed]) -> Value {
    let row = |run: &Listed| {
        let figures = &run.figures;
        json!({
            "run": run.number,
            "ended_unix": run.ended.duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs()),
            "command": run.command,
            "elapsed_ns": figures.elapsed_ns,
            "calls": figures.host.calls,
            "launches": run.launches(),
            "bytes": run.bytes(),
            "findings": figures.findings.iter().map(|finding| &finding.text).collect::<Vec<_>>(),
            "exit_status": figures.target.exit_status,
            "signal": figures.target.signal,
            "recording": run.recording,
        })
    };
    list.iter().map(row).collect()
}

/// What was said at the end of a run, and where its recording is.
#[must_use]
pub fn run<T>(run: &KeptRun<T>) -> String {
    let mut text = format!("ended {}\n", format::date(run.ended));
    text += match &*run.summary {
        "" => "its summary was not kept (by zetop 0.1): --json writes its figures\n",
        summary => summary,
    };
    if let Some(recording) = &run.recording {
        let name = clean(&recording.display().to_string());
        text += &match recording.exists() {
            true => format!("\nzetop replay {name} shows all of it\n"),
            false => format!("\nits recording was {name}, which is no longer there\n"),
        };
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;
    use zetop_figures::history::History;
    use zetop_figures::snapshot::{Host, RunState, Snapshot};

    #[test]
    fn runs_are_listed_and_shown() {
        let folder = tempfile::tempdir().unwrap();
        let history =
            History::of_user(|name| (name == "XDG_STATE_HOME").then(|| folder.path().into())).unwrap();
        assert!(text(&history.list(), None, false).starts_with("no run has been kept yet"));
        for calls in 1..=3 {
            let host = Host { calls, ..Host::default() };
            let snapshot =
                Snapshot { elapsed_ns: 1_500_000_000, state: RunState::Exited, host, ..Snapshot::default() };
            let recording = (calls == 3).then(|| folder.path().join("gone.zetop"));
            let ended = SystemTime::now() - Duration::from_secs(3600 * (3 - calls));
            let words = ["./app".to_owned(), calls.to_string()];
            history.keep(&words, &snapshot, ended, format!("{calls} calls\n"), recording).unwrap();
        }
        let listed = text(&history.list(), Some(2), false);
        let lines: Vec<&str> = listed.lines().collect();
        assert!(lines[1].trim_start().starts_with("@1") && lines[1].ends_with("./app 3"), "{listed}");
        assert!(
            lines[2].trim_start().starts_with("@2  60 min ago") && lines[2].ends_with("./app 2"),
            "{listed}"
        );
        assert_eq!(lines[3], "and 1 more; --full has all");
        assert_eq!(json(&history.list())[2]["calls"], 1);
        let newest = run(&history.run(1).unwrap().unwrap());
        assert!(
            newest.contains("\n3 calls\n") && newest.contains("gone.zetop, which is no longer there"),
            "{newest}"
        );
        assert!(history.run(0).unwrap().is_none() && history.run(4).unwrap().is_none());
    }
}
