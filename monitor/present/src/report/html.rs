//! `--html`: one page that needs nothing else and no network, to send to somebody: findings, the time line, tables that sort, ranks
//! and collective operations, call sites.

mod chart;
pub mod compared;
mod flame;
mod page;
mod table;
mod timeline;

use super::interface::{AtTheEnd, Report};
use std::path::PathBuf;
use std::time::{Duration, Instant};
use timeline::Timeline;
use zetop_figures::session::Session;
use zetop_figures::snapshot::Snapshot;
use zetop_system::output::Destination;

/// Where the page goes, and when the moments of its time line are.
#[derive(Debug, Clone)]
pub struct Wanted {
    pub path: PathBuf,
    /// Whoever plays a recording says when ([`Report::during`]); otherwise it is the clock.
    pub is_played: bool,
}

/// How often a running program is looked at; the time line keeps fewer moments of a longer one.
const PERIOD: Duration = Duration::from_millis(200);

/// `--html`: the page at the end.
#[derive(Debug)]
pub struct Html {
    page: AtTheEnd,
    is_played: bool,
    next: Instant,
    timeline: Timeline,
}

impl Html {
    /// # Errors
    /// When it could not be written at the end.
    pub fn open(wanted: Wanted) -> anyhow::Result<Self> {
        let Wanted { path, is_played } = wanted;
        let page = AtTheEnd::open(Destination::File(path))?;
        Ok(Self { page, is_played, next: Instant::now(), timeline: Timeline::default() })
    }
}

impl Report for Html {
    fn during(&mut self, session: &mut dyn Session) -> anyhow::Result<()> {
        let now = Instant::now();
        if self.is_played || now >= self.next {
            self.next = now + PERIOD;
            self.timeline.add(&session.snapshot(None));
        }
        Ok(())
    }

    fn finish(&mut self, snapshot: &Snapshot, give_up: &mut dyn FnMut() -> bool) -> anyhow::Result<()> {
        self.timeline.add(snapshot);
        let page = page::page(snapshot, &self.timeline).into_string();
        self.page.write(page.into_bytes(), give_up)
    }
}

#[cfg(test)]
mod tests;
