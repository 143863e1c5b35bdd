//! What zetop writes besides the dashboard, each a [`Report`] of the same [`Snapshot`](zetop_figures::snapshot::Snapshot).
//!
//! - [`json`]: the object of schema `zetop/1`, at the end or every some seconds;
//! - [`csv`]: the table of API functions;
//! - [`html`]: a page to send to somebody;
//! - [`markdown`]: the summary, to paste into an issue;
//! - [`summary`]: what a person reads at the end of a run without a dashboard; [`closing`]: after one;
//! - [`live`]: a line per call.
//!
//! CONTRIBUTING says how to add another one.

pub mod closing;
mod columns;
pub mod csv;
pub mod diff;
pub mod history;
pub mod html;
mod interface;
pub mod json;
pub mod live;
pub mod markdown;
pub mod metrics;
pub mod otlp;
pub mod summary;
pub mod table;

pub use interface::Report;

use std::collections::BTreeSet;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;
use zetop_figures::session::Session;
use zetop_system::output::Destination;

/// What was asked for on the command line.
#[derive(Debug, Clone, Default)]
pub struct Wanted {
    pub json: Option<Destination>,
    pub csv: Option<PathBuf>,
    pub html: Option<html::Wanted>,
    pub markdown: Option<markdown::Wanted>,
    pub interval: Option<Duration>,
    pub live: bool,
    /// Where figures are served to Prometheus.
    pub metrics: Option<metrics::Listen>,
    /// A file with what clients have to bring to be answered.
    pub metrics_token: Option<PathBuf>,
    pub otlp: Option<otlp::Endpoint>,
    /// The table at the end, on stderr.
    pub summary: Option<summary::Style>,
    /// The lines that stay after the dashboard.
    pub closing: Option<summary::Style>,
}

impl Wanted {
    /// One report for each option; they are written in this order. An output that cannot be had is left out.
    fn reports(self) -> Reports {
        let mut reports = Reports::default();
        if let Some(at) = &self.metrics {
            match metrics::Metrics::open(at, self.metrics_token.as_deref()) {
                Ok((metrics, note)) => {
                    reports.notes.extend(note);
                    reports.all.push(Box::new(metrics));
                }
                Err(error) => reports.failed.push(error),
            }
        }
        if let Some(to) = self.otlp {
            reports.add(otlp::Otlp::open(to));
        }
        if self.live {
            reports.all.push(Box::new(live::Live::default()));
        }
        match (self.interval, self.json) {
            (Some(interval), to) => {
                reports.add(json::Stream::open(&to.unwrap_or(Destination::Stdout), interval));
            }
            (None, Some(to)) => reports.add(json::Json::open(to)),
            (None, None) => {}
        }
        if let Some(path) = self.csv {
            reports.add(csv::Csv::open(path));
        }
        if let Some(wanted) = self.html {
            reports.add(html::Html::open(wanted));
        }
        if let Some(wanted) = self.markdown {
            reports.add(markdown::Markdown::open(wanted));
        }
        if let Some(style) = self.summary {
            reports.last.push(Box::new(summary::Summary::new(style)));
        }
        if let Some(style) = self.closing {
            reports.last.push(Box::new(closing::Closing::new(style)));
        }
        reports
    }
}

/// The reports of one session.
#[derive(Debug, Default)]
pub struct Reports {
    all: Vec<Box<dyn Report>>,
    /// Why outputs that were asked for are not there.
    failed: Vec<anyhow::Error>,
    /// What the user should know about the others.
    notes: Vec<String>,
    /// What people read, when everything else is written: nobody may be reading it.
    last: Vec<Box<dyn Report>>,
}

impl Reports {
    /// Opens the outputs that are written from the start, and tries the others.
    ///
    /// # Errors
    /// When one of them cannot be written.
    pub fn start(wanted: Wanted) -> anyhow::Result<Self> {
        let mut reports = wanted.reports();
        if reports.failed.is_empty() { Ok(reports) } else { Err(reports.failed.swap_remove(0)) }
    }

    /// Starts the reports that can be, before a program that is started whatever becomes of its reports.
    #[must_use]
    pub fn start_those_that_can_be(wanted: Wanted) -> Self {
        wanted.reports()
    }

    /// Why outputs are not there.
    #[must_use]
    pub fn failed(&self) -> &[anyhow::Error] {
        &self.failed
    }

    /// What is to be said about the others, before the program starts.
    #[must_use]
    pub fn notes(&self) -> &[String] {
        &self.notes
    }

    /// Whether nothing was asked for but what people read at the end.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.all.is_empty()
    }

    fn add<R: Report + 'static>(&mut self, opened: anyhow::Result<R>) {
        match opened {
            Ok(report) => self.all.push(Box::new(report)),
            Err(error) => self.failed.push(error),
        }
    }

    /// Called after each reading. A report that fails is dropped with a note; the program runs on.
    pub fn during(&mut self, session: &mut dyn Session) {
        for report in self.all.iter_mut().chain(&mut self.last) {
            if let Err(error) = report.during(session) {
                session.warn(format!("{error:#}"));
            }
        }
    }

    /// Writes the final figures. `give_up` ends the wait for their readers.
    ///
    /// # Errors
    /// The first failure; every report is tried.
    pub fn finish(
        &mut self,
        session: &mut dyn Session,
        mut give_up: impl FnMut() -> bool,
    ) -> anyhow::Result<()> {
        let snapshot = session.snapshot(None);
        if let [_, _, ..] = &snapshot.processes[..] {
            // One without a pid stands for those that there was no room for; a note says so.
            let pids: BTreeSet<u32> = snapshot
                .processes
                .iter()
                .filter(|process| process.pid != 0)
                .map(|process| process.key)
                .collect();
            for report in &mut self.all {
                let mut each = pids.iter().map(|pid| {
                    let mut alone = Arc::unwrap_or_clone(session.snapshot(Some(*pid)));
                    // Otherwise each would hold the list of all processes.
                    alone.processes = Vec::new();
                    alone.target.pids = Vec::new();
                    (*pid, alone)
                });
                report.of_each(&mut each);
            }
        }
        let results: Vec<_> =
            self.all.iter_mut().map(|report| report.finish(&snapshot, &mut give_up)).collect();
        results.into_iter().collect()
    }

    /// Says what people read at the end. `give_up` ends the wait for them.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn say_last(
        &mut self,
        session: &mut dyn Session,
        mut give_up: impl FnMut() -> bool,
    ) -> anyhow::Result<()> {
        let snapshot = session.snapshot(None);
        self.last.iter_mut().try_for_each(|report| report.finish(&snapshot, &mut give_up))
    }
}
