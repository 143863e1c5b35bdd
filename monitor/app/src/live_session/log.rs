//! What a session says: its log, and notes, which are in every snapshot.

use super::LiveSession;
use crate::late_attach::News;
use zetop_figures::snapshot::Snapshot;
use zetop_figures::source::Reading;
use zetop_system::clean::clean;
use zetop_system::log_line::LogLine;

/// Lines of output kept for the Log screen, and how many go at once when there are more.
const LOG_LINES: usize = 10_000;
const LOG_STEP: usize = 2_000;

impl LiveSession {
    /// A note, if kernels were launched and none matches the expression of `--cold`.
    pub(super) fn no_cold_kernel(&self, snapshot: &Snapshot) -> Option<String> {
        let kernels = self.cold.as_ref()?;
        let device = &snapshot.device;
        let is_none = device.flushes.is_none() && device.kernels.iter().any(|kernel| kernel.launches > 0);
        is_none.then(|| format!("--cold: no kernel so far has a name that matches {}", clean(kernels)))
    }

    /// Tells the user something: in the log and in every snapshot.
    pub(super) fn note(&mut self, text: String) {
        let text = clean(&text);
        self.log_only(text.clone());
        self.notes.push(text);
    }

    pub(super) fn log_only(&mut self, text: String) {
        self.log.push(LogLine::own(clean(&text), self.started.elapsed()));
    }

    pub(super) fn read_output(&mut self) -> bool {
        let capture = self.program.as_ref().and_then(|p| p.capture.as_ref());
        let Some(capture) = capture else { return false };
        let some = capture.take_lines(&mut self.log, &mut self.log_dropped);
        if self.log.len() > LOG_LINES {
            let surplus = (self.log.len() - LOG_LINES + LOG_STEP).min(self.log.len());
            self.log.drain(..surplus);
            self.log_dropped += surplus as u64;
        }
        some
    }

    /// Says what a reading says in words. True when something has changed.
    pub(super) fn log_reading(&mut self, reading: &mut Reading) -> bool {
        let (said, refused) = (std::mem::take(&mut reading.said), std::mem::take(&mut reading.refused));
        let changed = reading.changed || !said.is_empty() || !refused.is_empty();
        said.into_iter().for_each(|text| self.log_only(text));
        refused.into_iter().for_each(|text| self.note(text));
        changed
    }

    pub(super) fn tell(&mut self, news: Vec<News>) {
        for news in news {
            match news {
                News::Note(text) => self.note(text),
                News::Said(text) => self.log_only(text),
            }
        }
    }

    pub(super) fn note_if_nothing_was_seen(&mut self) {
        let calls = self.aggregate.snapshot(None).host.calls;
        if let Some(why) = self.late.nothing_seen(self.source.found(), calls, self.simulated) {
            self.note(why);
        }
    }
}
