//! A session with real programs: source, aggregate and the program's output behind the [`Session`] interface
//! that the dashboard and the headless run use.

use crate::advice::findings;
use crate::aggregate::Aggregate;
use crate::history::{Figures, History, LastRun, sentence};
use crate::session::{LogLine, Session};
use crate::sink::Sink;
use crate::snapshot::{Snapshot, State};
use crate::source::clock::{Calibration, raw_ns};
use crate::source::{LiveCall, Source, own_line};
use crate::target::attach::{AttachError, attach};
use crate::target::late::Late;
use crate::target::launch::{Launch, LaunchError, Program};
use crate::target::proc;
use crate::target::session_folder::{FolderError, SessionFolder};
use rustix::process::Signal;
use std::os::unix::process::ExitStatusExt;
use std::process::ExitStatus;
use std::sync::Arc;
use std::time::{Duration, Instant, SystemTime};
use zetop_wire::session::Options;

/// Lines of output kept for the Log screen, and how many go at once when there are more.
const LOG_LINES: usize = 10_000;
const LOG_STEP: usize = 2_000;
/// A call record lives till its thread has made 8,192 more: read 50 times a second, that is 400,000 calls a
/// second per thread without a gap. Nothing happening, less will do.
const BUSY: Duration = Duration::from_millis(20);
const QUIET: Duration = Duration::from_millis(50);
/// Readings without news after which nothing is happening.
const QUIET_AFTER: u32 = 50;

#[derive(Debug, thiserror::Error)]
pub enum StartError {
    #[error(transparent)]
    Folder(#[from] FolderError),
    #[error(transparent)]
    Launch(#[from] LaunchError),
}

/// What is measured, on top of what is started.
#[derive(Debug, Clone, Default)]
pub struct Settings {
    /// How the command is shown, where it is not what is executed.
    pub shown_command: Option<Vec<String>>,
    /// Compare with the last run, and keep this one; only of a program that is started.
    pub history: Option<History>,
    pub probe: Options,
    /// Keep every call for `--live`.
    pub live: bool,
}

/// How long a detach may take: the probe waits up to a second for operations that signal events of ours.
const DETACH: Duration = Duration::from_millis(2_500);

/// A process that was attached to; with its start time it is known for good.
#[derive(Debug)]
struct Target {
    pid: u32,
    start: Option<u64>,
}

impl Target {
    fn lives(&self) -> bool {
        proc::is_alive(self.pid) && proc::start_time(self.pid) == self.start
    }
}

/// A session that reads process files of running programs.
#[derive(Debug)]
pub struct LiveSession {
    // Dropped before the folder that it reads.
    source: Source,
    folder: SessionFolder,
    /// `None` when attached to a program that was running.
    program: Option<Program>,
    /// What is attached to; `None` when started.
    target: Option<Target>,
    detached: bool,
    command: Vec<String>,
    /// Where the last run of the command is kept, and that run; `None` with --no-history.
    history: Option<(History, Option<LastRun>)>,
    aggregate: Aggregate,
    calibration: Calibration,
    /// Processes of a started program that lost the probe on the way.
    late: Late,
    started: Instant,
    live: bool,
    calls: Vec<LiveCall>,
    lost: u64,
    log: Vec<LogLine>,
    log_dropped: u64,
    notes: Vec<String>,
    status: Option<ExitStatus>,
    finished: bool,
    kills: u32,
    quiet: u32,
}

impl LiveSession {
    fn new(
        source: Source,
        folder: SessionFolder,
        late: Late,
        command: Vec<String>,
        (start, calibration): (u64, Calibration),
        live: bool,
    ) -> Self {
        Self {
            source,
            folder,
            program: None,
            target: None,
            detached: false,
            command,
            history: None,
            aggregate: Aggregate::new(start),
            calibration,
            late,
            started: Instant::now(),
            live,
            calls: Vec::new(),
            lost: 0,
            log: Vec::new(),
            log_dropped: 0,
            notes: Vec::new(),
            status: None,
            finished: false,
            kills: 0,
            quiet: 0,
        }
    }

    /// Starts a program under the probe.
    ///
    /// # Errors
    /// When there is no place for the session's folders or the program cannot be started.
    pub fn launch(launch: &Launch, settings: Settings) -> Result<Self, StartError> {
        let calibration = Calibration::start();
        let folder = SessionFolder::create(settings.probe, launch.simulator)?;
        let warnings = launch.warnings();
        let start = raw_ns();
        let program = launch.start(&folder)?;
        let command = settings.shown_command.unwrap_or_else(|| {
            launch.command.iter().map(|argument| argument.to_string_lossy().into_owned()).collect()
        });
        let late = Late::new(Some(program.pid()), &folder, settings.probe);
        let source = Source::new(folder.path());
        let mut session = Self::new(source, folder, late, command, (start, calibration), settings.live);
        session.program = Some(program);
        session.remember(settings.history);
        for warning in warnings {
            session.note(warning);
        }
        Ok(session)
    }

    /// Looks up the last run of the command.
    fn remember(&mut self, history: Option<History>) {
        let Some(history) = history else { return };
        let last = history.last(&self.command).unwrap_or_else(|error| {
            self.note(format!("no comparison with the last run: {error:#}"));
            None
        });
        self.history = Some((history, last));
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

    /// Attaches to a program that is running.
    ///
    /// # Errors
    /// Every refusal and failure, as one line.
    pub fn attach(pid: u32, wait: bool, settings: &Settings) -> Result<Self, AttachError> {
        let calibration = Calibration::start();
        let start = raw_ns();
        let attached = attach(pid, settings.probe, wait)?;
        let folder = attached.folder;
        let command = proc::command(pid).unwrap_or_else(|| attached.facts.exe.display().to_string());
        let source = Source::new(folder.path());
        let late = Late::new(None, &folder, settings.probe);
        let command = vec![crate::present::format::clean(&command)];
        let mut session = Self::new(source, folder, late, command, (start, calibration), settings.live);
        session.target = Some(Target { pid, start: proc::start_time(pid) });
        session.say(format!("attached to pid {pid} in {:.0} ms", attached.took.as_secs_f64() * 1e3));
        if attached.waiting {
            session.note(format!("pid {pid} has not initialised Level Zero yet: waiting for it"));
        }
        Ok(session)
    }

    /// Puts an attached program back as it was and reads its last figures. Does nothing to a started one.
    pub fn detach(&mut self) {
        if self.target.is_none() || self.finished {
            return;
        }
        self.read_figures(false);
        self.folder.order_detach();
        let done = self.source.detach(&mut self.aggregate, DETACH);
        self.read_figures(true);
        self.aggregate.end();
        self.finished = true;
        self.detached = true;
        self.note_if_nothing_was_seen();
        if !done && self.target.as_ref().is_some_and(Target::lives) {
            self.note("the program did not answer the detach in time: it detaches by itself".to_owned());
        }
    }

    /// The folder of this session.
    #[must_use]
    pub fn folder(&self) -> &SessionFolder {
        &self.folder
    }

    /// Attached to rather than started.
    #[must_use]
    pub fn is_attached(&self) -> bool {
        self.target.is_some()
    }

    /// The started program's exit status, once it has ended.
    #[must_use]
    pub fn exit_status(&self) -> Option<ExitStatus> {
        self.status
    }

    /// The started program's pid, to wait for.
    #[must_use]
    pub fn program_pid(&self) -> Option<u32> {
        self.program.as_ref().map(Program::pid).or(self.target.as_ref().map(|t| t.pid))
    }

    /// Warnings and explanations so far; they are in every snapshot, too.
    #[must_use]
    pub fn notes(&self) -> &[String] {
        &self.notes
    }

    /// The calls of the last reading and the number of those that came too late for it, for `--live`.
    pub fn take_calls(&mut self) -> (Vec<LiveCall>, u64) {
        (std::mem::take(&mut self.calls), std::mem::take(&mut self.lost))
    }

    /// Host time of the start, for the times of [`LiveCall`]s.
    #[must_use]
    pub fn start_raw_ns(&self) -> u64 {
        self.aggregate.start()
    }

    /// Sends a signal to the started program.
    pub fn signal(&mut self, signal: Signal) {
        if let Some(program) = &mut self.program {
            program.signal(signal);
        }
    }

    /// Writes the captured output to the streams that it was meant for.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn replay_output(&mut self) -> std::io::Result<()> {
        match self.program.as_mut().and_then(|p| p.capture.as_mut()) {
            Some(capture) => capture.replay(),
            None => Ok(()),
        }
    }

    /// Tells the user of a failure that does not end the session.
    pub fn warn(&mut self, text: String) {
        if !self.notes.contains(&text) {
            self.note(text);
        }
    }

    /// Something that the user should know: in the log and in every snapshot.
    fn note(&mut self, text: String) {
        self.say(text.clone());
        self.notes.push(text);
    }

    fn say(&mut self, text: String) {
        self.log.push(own_line(text, self.started.elapsed()));
    }

    fn read_output(&mut self) -> bool {
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

    fn read_figures(&mut self, last: bool) -> bool {
        self.folder.beat();
        self.calibration.update();
        let rate = self.calibration.ns_per_tick();
        self.aggregate.tick(raw_ns(), rate);
        let mut reading = self.source.read(&mut self.aggregate, rate, self.live, last);
        self.late.read(&mut self.aggregate, rate, self.live, last, &mut reading);
        let mut changed = reading.changed;
        for text in reading.said {
            self.say(text);
            changed = true;
        }
        for text in reading.refused {
            self.note(text);
            changed = true;
        }
        self.calls.extend(reading.calls);
        self.lost += reading.lost;
        let source = &self.source;
        for text in self.late.look(self.started.elapsed(), |pid| source.has(pid)) {
            self.note(text);
            changed = true;
        }
        changed
    }

    fn note_if_nothing_was_seen(&mut self) {
        let calls = self.aggregate.snapshot(None).host.calls;
        if let Some(why) = self.late.nothing_seen(self.source.found(), calls) {
            self.note(why);
        }
    }

    /// The program has ended: everything that it left is read, and time stands still.
    fn finish(&mut self) {
        if let Some(capture) = self.program.as_mut().and_then(|p| p.capture.as_mut()) {
            capture.finish();
        }
        self.read_output();
        for text in self.late.finish() {
            self.note(text);
        }
        self.read_figures(true);
        self.aggregate.end();
        self.finished = true;
        self.note_if_nothing_was_seen();
        let how = match self.status {
            Some(status) => describe(status),
            None => "ended".to_owned(),
        };
        self.say(format!("the program {how}"));
    }
}

/// For example `exited with status 3`.
fn describe(status: ExitStatus) -> String {
    match (status.code(), status.signal()) {
        (Some(code), _) => format!("exited with status {code}"),
        (None, Some(signal)) => format!("was ended by signal {signal}"),
        (None, None) => "ended".to_owned(),
    }
}

impl Session for LiveSession {
    fn poll(&mut self) -> bool {
        if self.finished {
            return false;
        }
        // Asked before reading: what a program that has ended wrote is then there to be read.
        self.status = self.program.as_mut().and_then(Program::status);
        if self.status.is_some() || self.target.as_ref().is_some_and(|t| !t.lives()) {
            self.finish();
            return true;
        }
        let changed = self.read_output() | self.read_figures(false);
        self.quiet = if changed { 0 } else { self.quiet.saturating_add(1) };
        changed
    }

    fn snapshot(&mut self, pid: Option<u32>) -> Arc<Snapshot> {
        let mut snapshot = self.aggregate.snapshot(pid);
        snapshot.findings = findings(&snapshot);
        snapshot.target.command.clone_from(&self.command);
        snapshot.target.exit_status = self.status.and_then(|s| s.code());
        snapshot.target.signal = self.status.and_then(|s| s.signal());
        snapshot.target.attached = self.target.is_some();
        if self.detached {
            snapshot.state = State::Detached;
        }
        if let (Some((_, Some(last))), None) = (&self.history, pid) {
            let ago = SystemTime::now().duration_since(last.ended).unwrap_or_default();
            snapshot.last_run = sentence(&last.figures, ago, &Figures::of(&snapshot));
        }
        snapshot.quality.notes.splice(0..0, self.notes.iter().cloned());
        Arc::new(snapshot)
    }

    fn log(&self) -> &[LogLine] {
        &self.log
    }

    fn log_dropped(&self) -> u64 {
        self.log_dropped
    }

    fn finished(&self) -> bool {
        self.finished
    }

    fn reset(&mut self) {
        self.aggregate.reset();
    }

    fn nudge(&mut self) {
        self.signal(Signal::USR1);
    }

    fn kill(&mut self) {
        if self.target.is_some() {
            return self.detach();
        }
        self.kills += 1;
        let signal = if self.kills == 1 { Signal::TERM } else { Signal::KILL };
        self.signal(signal);
        // a stopped program does not see SIGTERM
        self.signal(Signal::CONT);
    }

    fn poll_interval(&self) -> Duration {
        if self.quiet < QUIET_AFTER { BUSY } else { QUIET }
    }
}
