//! zetop's side of a benchmark: starts the program under the probe, and has it measured step by step.

mod meeting;

use super::api::Api;
use super::evaluate::{Evaluate, Measured};
use super::messages::{FromWorker, Go, Hello, Task, WORKER};
use super::present::Progress;
use super::request::Request;
use anyhow::{Context, Result, bail, ensure};
use ipc_channel::ipc::IpcSender;
use ipc_channel::{IpcError, TryRecvError};
use meeting::Meeting;
use rustix::process::Signal;
use std::io::ErrorKind;
use std::sync::Arc;
use std::time::{Duration, Instant};
use zetop_figures::session::{PATIENCE, Session};
use zetop_figures::snapshot::Snapshot;
use zetop_system::signals::Signals;

/// Between two looks at whether the program lives or a signal has come.
const LOOK: Duration = Duration::from_millis(20);
/// Between two readings of figures that are to be complete soon.
const AGAIN: Duration = Duration::from_millis(2);
/// How long the times of operations may take to come.
const SETTLED: Duration = Duration::from_secs(2);

/// How a benchmark has ended.
pub(crate) struct Ended {
    pub how: How,
    pub notes: Vec<String>,
}

/// Whether it is whole. What was measured before it failed is there all the same.
pub(crate) enum How {
    Complete,
    Interrupted,
    Failed(anyhow::Error),
}

pub(crate) struct Watched {
    session: Box<dyn Session>,
    // Last: it waits for nobody once the program has ended.
    meeting: Meeting,
}

impl Watched {
    pub(crate) fn start(request: &Request<'_>, task: &Task) -> Result<Self> {
        let executable = std::env::current_exe().context("cannot find zetop's own file")?;
        let meeting = Meeting::prepare()?;
        let task = serde_json::to_string(task).context("the benchmark's task")?;
        let command = vec![executable.into_os_string(), WORKER.into(), meeting.socket().into(), task.into()];
        let session = (request.start)(command)?;
        Ok(Self { session, meeting })
    }

    pub(crate) fn run(
        mut self,
        signals: &Signals,
        evaluate: &mut dyn Evaluate,
        progress: &mut Progress,
    ) -> Ended {
        let result = self.converse(signals, evaluate, progress);
        progress.clear();
        self.end(result.is_err());
        let how = match result {
            Ok(true) => How::Complete,
            Ok(false) => How::Interrupted,
            Err(error) => How::Failed(error),
        };
        Ended { how, notes: self.session.snapshot(None).quality.notes.clone() }
    }

    /// True when the program came to its end by itself.
    fn converse(
        &mut self,
        signals: &Signals,
        evaluate: &mut dyn Evaluate,
        progress: &mut Progress,
    ) -> Result<bool> {
        let Some(Hello { messages, answers }) = self.meet(signals)? else { return Ok(false) };
        let mut asked_to_end = 0;
        let mut step = None;
        let mut api = Api::default();
        // Operations of the step before, from which the figures were started anew last.
        let mut last = 0;
        loop {
            if signals.take_any() {
                // From a terminal it has the signal as well; asked twice, it does the same as asked once.
                asked_to_end += 1;
                self.session.signal(if asked_to_end > 1 { Signal::KILL } else { Signal::TERM });
            }
            let message = match messages.try_recv_timeout(LOOK) {
                Ok(message) => message,
                Err(TryRecvError::IpcError(IpcError::Disconnected)) if asked_to_end > 0 => return Ok(false),
                Err(TryRecvError::IpcError(IpcError::Disconnected)) => {
                    bail!("the program that is measured has gone")
                }
                Err(error) if is_early(&error) => {
                    self.session.poll();
                    continue;
                }
                Err(error) => return Err(error).context("what the program says makes no sense"),
            };
            match message {
                FromWorker::Begin(device) => {
                    progress.begin(&device);
                    evaluate.begin(&device);
                    api = device.api;
                }
                FromWorker::Measure(next) => {
                    progress.step(&next.at, evaluate.axis());
                    // The times of what came before must not come later, among those of this step.
                    self.settle(last + next.before);
                    last = next.operations;
                    self.session.reset();
                    step = Some(next);
                    go(&answers)?;
                }
                FromWorker::Measured(own) => {
                    let Some(step) = step.take() else { bail!("the program has measured nothing") };
                    let snapshot = self.settle(step.operations);
                    if let Some(why) = without_times(&snapshot, step.operations) {
                        let why = format!("{why}: {}", api.without_times());
                        // Without figures of its own nothing would come of the others either.
                        ensure!(evaluate.has_figures_without_times(), "{why}");
                        evaluate.note(why);
                    }
                    evaluate.measured(Measured { at: step.at, operations: step.operations, own, snapshot });
                    go(&answers)?;
                }
                FromWorker::Skip { at, why } => {
                    progress.step(&at, evaluate.axis());
                    evaluate.skipped(at, why);
                }
                FromWorker::Note(text) => evaluate.note(text),
                FromWorker::End { complete } => return Ok(complete),
                FromWorker::Failed(why) => bail!("{why}"),
                FromWorker::Unable(unable) => return Err(unable.into()),
            }
        }
    }

    /// The program's channels; none when it was interrupted before.
    fn meet(&mut self, signals: &Signals) -> Result<Option<Hello>> {
        loop {
            if let Some(met) = self.meeting.take() {
                return met.map(Some);
            }
            if signals.take_any() {
                return Ok(None);
            }
            self.session.poll();
            if self.session.finished() {
                return self.meeting.end().transpose();
            }
            std::thread::sleep(AGAIN);
        }
    }

    /// Reads until `operations` are accounted for, or until it is unlikely that the rest ever will be.
    fn settle(&mut self, operations: u64) -> Arc<Snapshot> {
        let began = Instant::now();
        loop {
            self.session.read_now();
            let snapshot = self.session.snapshot(None);
            if accounted(&snapshot) >= operations || began.elapsed() >= SETTLED || self.session.finished() {
                return snapshot;
            }
            std::thread::sleep(AGAIN);
        }
    }

    /// The program has said all: it ends by itself, or is ended.
    fn end(&mut self, failed: bool) {
        let mut began = Instant::now();
        if failed {
            self.session.signal(Signal::TERM);
        }
        while !self.session.finished() {
            if began.elapsed() >= PATIENCE {
                self.session.kill();
                began = Instant::now();
            }
            std::thread::sleep(AGAIN);
            self.session.read_now();
        }
    }
}

/// Kernels, copies and fills; barriers and stamps are means to an end. By the rows that figures are taken from: the
/// totals may be read a moment later.
fn accounted(snapshot: &Snapshot) -> u64 {
    let device = &snapshot.device;
    let kernels = device.kernels.iter().map(|kernel| kernel.timed);
    let copies = device.transfers.iter().map(|transfer| transfer.timed);
    kernels.chain(copies).sum::<u64>() + device.fills.timed + device.untimed
}

/// Why a step has no times at all; none where it has, or where more may come to it.
fn without_times(snapshot: &Snapshot, operations: u64) -> Option<String> {
    let device = &snapshot.device;
    let reason = device.untimed_reasons.iter().max_by_key(|(_, count)| **count)?.0;
    (operations > 0 && device.untimed >= operations && device.timed == 0)
        .then(|| format!("the device's operations have no times ({reason})"))
}

/// The program waits for this. That it has gone is seen elsewhere.
fn go(answers: &IpcSender<Go>) -> Result<()> {
    match answers.send(Go) {
        Err(IpcError::Io(error))
            if matches!(error.kind(), ErrorKind::BrokenPipe | ErrorKind::ConnectionReset) =>
        {
            Ok(())
        }
        sent => sent.context("the answer"),
    }
}

/// Nothing has come so far, or a signal came first.
fn is_early(error: &TryRecvError) -> bool {
    match error {
        TryRecvError::Empty => true,
        TryRecvError::IpcError(IpcError::Io(error)) => error.kind() == ErrorKind::Interrupted,
        TryRecvError::IpcError(_) => false,
    }
}
