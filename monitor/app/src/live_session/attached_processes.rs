//! The processes that the probe was attached to: kept in place while the session lasts, and left at its end.

use super::{LiveSession, feed_sinks};
use std::time::{Duration, Instant};
use zetop_process::attendance::Attendance;
use zetop_process::launch::Program;
use zetop_wire::orders::Detach;
use zetop_wire::reader::Attended;

/// How long a thread of zetop's that is in a program anyway has for a detach, before the program is touched.
const BY_HARVESTER: Duration = Duration::from_millis(20);

impl LiveSession {
    /// What the probes that were attached ask for.
    pub(super) fn attended(&mut self, last: bool) -> Vec<Attended> {
        let root = self.program.as_ref().map(Program::pid).or(self.target);
        let sources = std::iter::once(&mut self.source).chain(self.late.sources());
        sources.flat_map(|source| source.attended(root, last)).collect()
    }

    /// Has all probes leave that were attached, and waits for that. True when they have.
    pub(super) fn detach_all(&mut self, limit: Duration) -> bool {
        let end = Instant::now() + limit;
        self.order_detach(Detach::ByZetop);
        if self.wait_for_detach(BY_HARVESTER) {
            return true;
        }
        Attendance::detach(self.attended(true), end);
        self.order_detach(Detach::ByItself);
        self.wait_for_detach(end.saturating_duration_since(Instant::now()))
    }

    fn order_detach(&mut self, how: Detach) {
        let folders = std::iter::once(&mut self.folder).chain(self.late.folders());
        for folder in folders {
            folder.beat();
            folder.order_detach(how);
        }
    }

    /// True when all probes have left.
    fn wait_for_detach(&mut self, limit: Duration) -> bool {
        let (source, late, end) = (&mut self.source, &mut self.late, Instant::now() + limit);
        feed_sinks(&mut self.aggregate, &mut self.recorder, &mut self.tracer, |sink| {
            let mut sources = std::iter::once(source).chain(late.sources());
            sources.all(|source| source.detach(sink, end.saturating_duration_since(Instant::now())))
        })
    }

    /// Keeps the probes that were attached in place. Returns what there is to say about their processes.
    pub(super) fn attend(&mut self) -> Vec<String> {
        let attended = self.attended(false);
        self.attendance.look_after(attended)
    }
}
