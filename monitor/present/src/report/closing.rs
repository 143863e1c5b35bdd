//! What stays on the terminal after the dashboard: a one-screen summary, findings first.

use super::interface::Report;
use super::summary::{Style, headline, to_ascii};
use anyhow::Context;
use zetop_figures::snapshot::{RunState, Snapshot, Transfer};
use zetop_figures::view::format::{self, bytes, clean, count, percent, size_limit};
use zetop_figures::view::items::{Field, Item};
use zetop_system::output::stderr;

/// Most lines, including the blank one before them. A line that is wider than the terminal continues on the
/// next.
const MOST_LINES: usize = 20;
/// Most of each sort.
const FINDINGS: usize = 4;
const ROWS: usize = 3;
const FUNCTIONS: usize = 2;
const NOTES: usize = 2;

/// The last lines on stderr after the dashboard.
#[derive(Debug)]
pub struct Closing {
    style: Style,
}

impl Closing {
    #[must_use]
    pub fn new(style: Style) -> Self {
        Self { style }
    }
}

impl Report for Closing {
    fn finish(&mut self, snapshot: &Snapshot, give_up: &mut dyn FnMut() -> bool) -> anyhow::Result<()> {
        // The program's last line may lack a line end.
        let text = format!("\n{}", text(snapshot, &self.style));
        stderr::write(text, give_up).context("stderr")
    }
}

/// All of it.
#[must_use]
pub fn text(snapshot: &Snapshot, style: &Style) -> String {
    let mut lines = vec![headline(snapshot)];
    lines.extend(snapshot.findings.iter().take(FINDINGS).map(|f| format!("▸ {}", clean(&f.line()))));
    if let Some(more) = snapshot.findings.len().checked_sub(FINDINGS).filter(|more| *more > 0) {
        lines.push(format!("  and {more} more findings"));
    }
    lines.extend(snapshot.since_mark.iter().chain(&snapshot.last_run).map(|text| clean(text)));
    let work = &snapshot.device;
    lines.extend(work.transfers.iter().take(ROWS).map(transfer));
    lines.extend(work.kernels.iter().take(ROWS).map(|kernel| {
        let name = clean(&kernel.name);
        if kernel.timed == 0 && kernel.launches > 0 {
            return format!("  {name}: {} times, not timed", format::group(kernel.launches));
        }
        let total = Item::Kernel(kernel).figure(Field::Total, kernel.total_ns as f64);
        row(&name, kernel.launches, &total, kernel.share_pct, "of device time")
    }));
    lines.extend(snapshot.host.apis.iter().take(FUNCTIONS).map(|api| {
        let total = Item::Api(api).figure(Field::Total, api.total_ns as f64);
        row(&api.name, api.calls, &total, api.share_pct, "of the time in calls")
    }));
    if let Some(coverage) = work.coverage_pct.filter(|_| work.missing() > 0) {
        lines.push(format!("coverage {}: {} operations untimed", percent(coverage), count(work.missing())));
    }
    if work.sampled > 0 {
        let all = work.sampled.saturating_add(work.timed);
        lines.push(format!(
            "{} operations, {} (~; --exact times all)",
            format::group(all),
            format::one_of(work.timed, all)
        ));
    }
    if snapshot.state == RunState::Exited {
        let left = snapshot.memory.iter().filter(|kind| kind.live_count > 0);
        let left: Vec<String> =
            left.map(|k| format!("{} of {} {}", count(k.live_count), bytes(k.live_bytes), k.kind)).collect();
        lines.extend((!left.is_empty()).then(|| format!("never freed: {}", left.join(", "))));
    }
    lines.extend(snapshot.quality.notes.iter().take(NOTES).map(|note| format!("note: {}", clean(note))));
    lines.truncate(MOST_LINES - 1);
    let text = lines.join("\n") + "\n";
    if style.ascii { to_ascii(&text) } else { text }
}

fn transfer(t: &Transfer) -> String {
    let rate = t.bandwidth_gbps.map_or(", not timed".to_owned(), |rate| {
        format!(" at {} GB/s", Item::Transfer(t).figure(Field::Bandwidth, rate))
    });
    let largest = t.by_size.iter().max_by_key(|size| size.bytes).map(|size| size_limit(size.up_to));
    let sizes = largest.map_or(String::new(), |size| format!(", most of it in copies up to {size}"));
    format!("  copy {}→{}: {}{rate}{sizes}", t.src, t.dst, bytes(t.bytes))
}

fn row(name: &str, n: u64, total: &str, share_pct: f64, of: &str) -> String {
    let n = format::group(n);
    format!("  {name}: {n} times, {total}, {} {of}", percent(share_pct))
}

#[cfg(test)]
mod tests {
    use super::*;
    use zetop_figures::snapshot::{About, Api, Finding, Host, Kernel, Severity};

    fn large() -> Snapshot {
        let kernel = |n| Kernel { name: format!("kernel_{n}"), launches: 1_000, ..Kernel::default() };
        let finding = |n| Finding {
            id: "slow-kind",
            severity: Severity::Warning,
            text: format!("Do {n}"),
            evidence: "why".to_owned(),
            about: About::Api(n),
            ..Finding::default()
        };
        let mut snapshot = Snapshot { elapsed_ns: 3_000_000_000, ..Snapshot::default() };
        snapshot.device.kernels = (0..1_000).map(kernel).collect();
        snapshot.device.transfers = vec![Transfer { bytes: 5_000_000, ..Transfer::default() }; 30];
        snapshot.device.untimed = 4;
        snapshot.device.coverage_pct = Some(99.0);
        snapshot.findings = (0..12).map(finding).collect();
        snapshot.host = Host {
            calls: 7,
            timed: 7,
            apis: vec![Api { calls: 7, timed: 7, ..Api::default() }; 9],
            ..Host::default()
        };
        snapshot.quality.notes = (0..30).map(|n| format!("note {n}")).collect();
        snapshot.since_mark = Some("since the mark, 4 s: to device +2.30 GB/s (+46 %)".to_owned());
        snapshot.last_run = Some("last run 2 min ago: transfers as before".to_owned());
        snapshot
    }

    #[test]
    fn a_screenful_with_the_findings_first() {
        let text = text(&large(), &Style::default());
        let lines: Vec<&str> = text.lines().collect();
        assert!(lines.len() < MOST_LINES, "{text}");
        assert!(lines[0].starts_with("zetop: ") && lines[1] == "▸ Do 0: why", "{text}");
        assert!(lines[5].contains("and 8 more findings") && text.contains("\nsince the mark, 4 s"), "{text}");
        assert!(text.contains("last run 2 min ago"), "{text}");
        assert!(text.contains("kernel_2: 1 000 times") && !text.contains("kernel_3:"), "{text}");
        assert!(text.contains("note 1"), "{text}");
    }

    #[test]
    fn a_detach_says_that_nothing_is_left_behind() {
        let mut snapshot = large();
        snapshot.state = RunState::Detached;
        let style = Style { ascii: true, ..Style::default() };
        let text = text(&snapshot, &style);
        assert!(text.lines().next().unwrap().ends_with("; detached; the program is as it was"), "{text}");
        assert!(text.is_ascii());
    }
}
