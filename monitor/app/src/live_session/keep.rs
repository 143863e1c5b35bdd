//! What is kept of a session: a recording, a trace, and the run for comparison with the next one.

use super::LiveSession;
use std::os::unix::process::ExitStatusExt;
use std::time::SystemTime;
use zetop_figures::history::History;
use zetop_figures::job::Member;
use zetop_figures::recording::Recorder;
use zetop_figures::recording::format::About as Recorded;
use zetop_figures::recording::frame::SessionPart;
use zetop_figures::session::Session;
use zetop_figures::trace::Tracer;

impl LiveSession {
    /// Everything from here on goes to a recording, too.
    pub fn record_with(&mut self, mut recorder: Recorder) {
        let about = Recorded {
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
        let begun = recorder.begin(&about);
        self.recorder = Some(recorder);
        self.recorded(begun);
    }

    /// Single calls and operations go to a trace from here on. The probe has to be told, too.
    pub fn trace_with(&mut self, tracer: Tracer) {
        self.tracer = Some(tracer);
    }

    /// Records of single calls are wanted.
    pub(super) fn wants_records(&self) -> bool {
        self.live || self.tracer.as_ref().is_some_and(Tracer::is_open)
    }

    /// A recording or trace that fails is given up with one warning.
    pub(super) fn recorded(&mut self, result: anyhow::Result<()>) {
        if let Err(error) = result {
            self.warn(format!("{error:#}"));
        }
    }

    /// The figures are shown as they are now: that moment is in the recording.
    pub(super) fn record_moment(&mut self) {
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
        self.recorded(result);
    }

    /// Writes the rest of a recording, once the session is over.
    ///
    /// # Errors
    /// When it can't be written.
    pub fn finish_recording(&mut self, give_up: impl FnMut() -> bool) -> anyhow::Result<()> {
        self.record_moment();
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
    pub(super) fn remember(&mut self, history: Option<History>) {
        let Some(history) = history else { return };
        let last = history.last(&self.command).unwrap_or_else(|error| {
            self.note(format!("no comparison with the last run: {error:#}"));
            None
        });
        self.history = Some((history, last));
    }

    /// What the dashboard's mark has shown goes into the last lines.
    pub fn remember_mark(&mut self, since_mark: Option<String>) {
        self.since_mark = since_mark;
    }

    /// Keeps the run for comparison with the next one, if any call was seen.
    ///
    /// # Errors
    /// When it can't be written.
    pub fn keep_run(&mut self) -> anyhow::Result<()> {
        let snapshot = self.snapshot(None);
        match &self.history {
            Some((history, _)) if snapshot.host.calls > 0 => {
                history.keep(&self.command, &snapshot, SystemTime::now())
            }
            _ => Ok(()),
        }
    }
}
