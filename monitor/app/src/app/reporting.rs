//! What the dashboard sees of a session.

use crate::live_session::LiveSession;
use rustix::process::Signal;
use std::sync::Arc;
use std::time::Duration;
use zetop_figures::session::Session;
use zetop_figures::snapshot::{About, Snapshot};
use zetop_present::report::Reports;
use zetop_system::log_line::LogLine;

/// A session that writes its reports as it is read.
pub(super) struct Reporting<'a> {
    pub(super) session: &'a mut LiveSession,
    pub(super) reports: &'a mut Reports,
}

impl Session for Reporting<'_> {
    fn poll(&mut self) -> bool {
        let changed = self.session.poll();
        self.reports.during(self.session);
        changed
    }
    fn snapshot(&mut self, pid: Option<u32>) -> Arc<Snapshot> {
        self.session.snapshot(pid)
    }
    fn log(&self) -> &[LogLine] {
        self.session.log()
    }
    fn log_dropped(&self) -> u64 {
        self.session.log_dropped()
    }
    fn finished(&self) -> bool {
        self.session.finished()
    }
    fn reset(&mut self) {
        self.session.reset();
    }
    fn kill(&mut self) {
        self.session.kill();
    }
    fn notes(&self) -> &[String] {
        self.session.notes()
    }
    fn is_attached(&self) -> bool {
        self.session.is_attached()
    }
    fn pid(&self) -> Option<u32> {
        self.session.pid()
    }
    fn signal(&mut self, signal: Signal) {
        self.session.signal(signal);
    }
    fn type_in(&mut self, bytes: &[u8]) -> bool {
        self.session.type_in(bytes)
    }
    fn awaits_input(&mut self) -> bool {
        self.session.awaits_input()
    }
    fn unfinished_line(&self) -> String {
        self.session.unfinished_line()
    }
    fn nudge(&mut self) {
        self.session.nudge();
    }
    fn look_at(&mut self, row: Option<About>) {
        self.session.look_at(row);
    }
    fn poll_interval(&self) -> Duration {
        self.session.poll_interval()
    }
}
