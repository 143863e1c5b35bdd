//! zetop's side of a benchmark: starts the program under the probe, and has it measured step by step.

use super::api::Api;
use super::evaluate::{Evaluate, Measured};
use super::messages::{FromWorker, Go, Task, WORKER};
use super::present::Progress;
use super::request::Request;
use anyhow::{Context, Result, bail, ensure};
use rustix::process::Signal;
use std::ffi::OsString;
use std::io::{BufRead, BufReader, ErrorKind, Write};
use std::os::unix::net::{UnixListener, UnixStream};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::{Duration, Instant};
use tempfile::TempDir;
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
    listener: UnixListener,
    // Last: the socket's folder goes when nobody needs it any more, which is soon.
    folder: Option<TempDir>,
}

impl Watched {
    pub(crate) fn start(request: &Request<'_>, task: &Task) -> Result<Self> {
        let executable = std::env::current_exe().context("cannot find zetop's own file")?;
        let (folder, listener) = listen()?;
        let socket = folder.path().join(SOCKET).into_os_string();
        let task = serde_json::to_string(task).context("the benchmark's task")?;
        let command = vec![executable.into_os_string(), WORKER.into(), socket, OsString::from(task)];
        let session = (request.start)(command)?;
        Ok(Self { session, listener, folder: Some(folder) })
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
        let Some(stream) = self.accept(signals)? else { return Ok(false) };
        self.folder = None;
        let mut answers = stream.try_clone().context("the program's socket")?;
        let messages = messages(stream);
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
            let message = match messages.recv_timeout(LOOK) {
                Ok(message) => message?,
                Err(RecvTimeoutError::Timeout) => {
                    self.session.poll();
                    continue;
                }
                Err(RecvTimeoutError::Disconnected) if asked_to_end > 0 => return Ok(false),
                Err(RecvTimeoutError::Disconnected) => bail!("the program that is measured has gone"),
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
                    go(&mut answers)?;
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
                    go(&mut answers)?;
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

    /// The program's connection; none when it was interrupted before.
    fn accept(&mut self, signals: &Signals) -> Result<Option<UnixStream>> {
        self.listener.set_nonblocking(true).context("the socket")?;
        loop {
            match self.listener.accept() {
                Ok((stream, _)) => {
                    stream.set_nonblocking(false).context("the socket")?;
                    return Ok(Some(stream));
                }
                Err(error) if error.kind() == ErrorKind::WouldBlock => {}
                Err(error) => return Err(error).context("the socket"),
            }
            if signals.take_any() {
                return Ok(None);
            }
            self.session.poll();
            if self.session.finished() {
                bail!("the program that is measured ended before it began");
            }
            std::thread::sleep(AGAIN);
        }
    }

    /// Reads until so many operations are accounted for, or will hardly become so any more.
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

const SOCKET: &str = "socket";

/// A socket in a private folder. Where the name of the user's folder for temporary files is too long for one, in /tmp.
fn listen() -> Result<(TempDir, UnixListener)> {
    let builder = || {
        let mut builder = tempfile::Builder::new();
        builder.prefix("zetop-bench-");
        builder
    };
    let bind = |folder: TempDir| UnixListener::bind(folder.path().join(SOCKET)).map(|l| (folder, l));
    let (first, second) =
        (builder().tempdir().and_then(bind), || builder().tempdir_in("/tmp").and_then(bind));
    first.or_else(|_| second()).context("no folder for a socket")
}

/// The program waits for this. That it has gone is seen elsewhere.
fn go(answers: &mut UnixStream) -> Result<()> {
    let mut line = serde_json::to_vec(&Go).context("the answer")?;
    line.push(b'\n');
    answers.write_all(&line).or_else(|error| if gone(&error) { Ok(()) } else { Err(error) })?;
    Ok(())
}

fn gone(error: &std::io::Error) -> bool {
    matches!(error.kind(), ErrorKind::BrokenPipe | ErrorKind::ConnectionReset)
}

/// What the program says, read by a thread that ends with it.
fn messages(stream: UnixStream) -> Receiver<Result<FromWorker>> {
    let (sender, messages) = channel();
    std::thread::spawn(move || {
        for line in BufReader::new(stream).lines().map_while(Result::ok) {
            let message = serde_json::from_str(&line).context("what the program says makes no sense");
            if sender.send(message).is_err() {
                return;
            }
        }
    });
    messages
}
