//! `--html`: one page that needs nothing else and no network, to send to somebody: findings, the time line, tables that sort, ranks
//! and collective operations, call sites.

mod chart;
pub mod compared;
mod flame;
mod page;
mod table;
mod timeline;

use super::interface::{Report, say_if_others_wrote};
use anyhow::Context;
use std::path::PathBuf;
use std::time::{Duration, Instant};
use timeline::Timeline;
use zetop_figures::session::Session;
use zetop_figures::snapshot::Snapshot;
use zetop_system::output::{Destination, Stamp};

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
    wanted: Wanted,
    /// The file that it replaces.
    before: Option<Stamp>,
    next: Instant,
    timeline: Timeline,
}

impl Html {
    /// # Errors
    /// When it could not be written at the end.
    pub fn open(wanted: Wanted) -> anyhow::Result<Self> {
        let to = Destination::File(wanted.path.clone());
        to.check().with_context(|| to.name())?;
        Ok(Self { before: to.stamp(), wanted, next: Instant::now(), timeline: Timeline::default() })
    }
}

impl Report for Html {
    fn during(&mut self, session: &mut dyn Session) -> anyhow::Result<()> {
        let now = Instant::now();
        if self.wanted.is_played || now >= self.next {
            self.next = now + PERIOD;
            self.timeline.add(&session.snapshot(None));
        }
        Ok(())
    }

    fn finish(&mut self, snapshot: &Snapshot, give_up: &mut dyn FnMut() -> bool) -> anyhow::Result<()> {
        let to = Destination::File(self.wanted.path.clone());
        say_if_others_wrote(&to, self.before);
        self.timeline.add(snapshot);
        let page = page::page(snapshot, &self.timeline).into_string();
        to.write(page.into_bytes(), give_up).with_context(|| to.name())
    }
}

#[cfg(test)]
mod tests;
