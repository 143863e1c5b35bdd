//! What is kept of a session: a recording, a trace, and the run for comparison with the next one.

use super::LiveSession;
use super::outputs::Outputs;
use std::os::unix::process::ExitStatusExt;
use std::time::SystemTime;
use zetop_figures::history::History;
use zetop_figures::job::Member;
use zetop_figures::recording::Recorder;
use zetop_figures::recording::format::RecordingHeader;
use zetop_figures::recording::frame::SessionPart;
use zetop_figures::session::Session;
use zetop_figures::trace::Tracer;
use zetop_present::report::summary;

impl LiveSession {
    /// Writes everything from here on to a recording as well, and single calls and operations to a trace. For a trace, the probe
    /// must have been told to keep records of them.
    pub fn write_to(&mut self, outputs: Outputs) {
        if let Some((recorder, path)) = outputs.recorder {
            self.record_with(recorder);
            self.recorded = std::path::absolute(path).ok();
        }
        self.tracer = outputs.tracer;
    }

    fn record_with(&mut self, mut recorder: Recorder) {
        let header = RecordingHeader {
            command: self.command.clone(),
            attached: self.target.is_some(),
            start: self.aggregate.start(),
            unix: self.unix_ns / 1_000_000_000,
            unix_ns: self.unix_ns,
            boot: zetop_system::proc::text("/proc/sys/kernel/random/boot_id")
                .unwrap_or_default()
                .trim()
                .to_owned(),
            member: Member::own(),
            architecture: std::env::consts::ARCH.to_owned(),
            zetop: env!("CARGO_PKG_VERSION").to_owned(),
        };
        let begun = recorder.begin(&header);
        self.recorder = Some(recorder);
        self.warn_on_error(begun);
    }

    /// Whether records of single calls have to be read: for --live, or for a trace.
    pub(super) fn wants_records(&self) -> bool {
        self.live || self.tracer.as_ref().is_some_and(Tracer::is_open)
    }

    /// Warns, once, that a recording or trace could not be written.
    pub(super) fn warn_on_error(&mut self, result: anyhow::Result<()>) {
        if let Err(error) = result {
            self.warn(format!("{error:#}"));
        }
    }

    /// Adds to the recording that the figures were shown as they are now.
    pub(super) fn record_snapshot(&mut self) {
        let Some(recorder) = &mut self.recorder else { return };
        let (sampler, status) = (&self.sampler, self.status);
        let (notes, detached, ended) = (&self.notes, self.detached, self.finished);
        recorder.session(|_| SessionPart {
            notes: notes.clone(),
            sites: sampler.all(),
            samples: sampler.cost(),
            exit_status: status.and_then(|s| s.code()),
            signal: status.and_then(|s| s.signal()),
            detached,
            ended,
        });
        let result = recorder.shown(&mut self.aggregate);
        self.warn_on_error(result);
    }

    /// Writes the rest of a recording, once the session is over.
    ///
    /// # Errors
    /// When it can't be written.
    pub fn finish_recording(&mut self, give_up: impl FnMut() -> bool) -> anyhow::Result<()> {
        self.record_snapshot();
        match self.recorder.take() {
            Some(mut recorder) => recorder.finish(&mut self.aggregate, give_up),
            None => Ok(()),
        }
    }

    /// Writes the rest of a trace, once the session is over.
    ///
    /// # Errors
    /// When it can't be written.
    pub fn finish_trace(&mut self, give_up: impl FnMut() -> bool) -> anyhow::Result<()> {
        self.tracer.take().map_or(Ok(()), |mut tracer| tracer.finish(give_up))
    }

    /// Looks up the last run of the command.
    pub(super) fn load_last_run(&mut self, history: Option<History>) {
        let Some(history) = history else { return };
        let last = history.last(&self.command).unwrap_or_else(|error| {
            self.note(format!("no comparison with the last run: {error:#}"));
            None
        });
        self.history = Some((history, last));
    }

    /// Takes what the figures since the dashboard's mark were, for the summary at the end.
    pub fn set_since_mark(&mut self, since_mark: Option<String>) {
        self.since_mark = since_mark;
    }

    /// Keeps the run for comparison with later ones and for `zetop history`, if any call was seen.
    ///
    /// # Errors
    /// When it can't be written.
    pub fn save_run(&mut self) -> anyhow::Result<()> {
        let snapshot = self.snapshot(None);
        match &self.history {
            Some((history, _)) if snapshot.host.calls > 0 => {
                let said = summary::text(&snapshot, &summary::Style::default());
                history.keep(&self.command, &snapshot, SystemTime::now(), said, self.recorded.clone())
            }
            _ => Ok(()),
        }
    }
}
