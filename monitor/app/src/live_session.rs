//! A session with real programs: source, aggregate and the program's output behind the [`Session`](zetop_figures::session::Session) interface
//! that the dashboard and the headless run use.

use crate::late_attach::LateAttach;
use std::convert::Infallible;
use std::os::unix::process::ExitStatusExt;
use std::path::PathBuf;
use std::process::ExitStatus;
use std::time::{Duration, Instant, SystemTime};
use zetop_figures::aggregate::Aggregate;
use zetop_figures::call_site::sampler::Sampler;
use zetop_figures::history::{Figures, History, KeptRun};
use zetop_figures::memory_places::Ledger;
use zetop_figures::own_code::OwnCode;
use zetop_figures::recording::{Recorder, Tee};
use zetop_figures::sink::Sink;
use zetop_figures::source::{LiveCall, Source};
use zetop_figures::trace::{Traced, Tracer};
use zetop_process::attach::{AttachError, First, Wait, attach};
use zetop_process::attendance::Attendance;
use zetop_process::backend;
use zetop_process::launch::{Launch, LaunchError, Program};
use zetop_process::left_behind::{left_behind, sentence};
use zetop_process::opened::Opened;
use zetop_process::session_folder::{FolderError, SessionFolder};
use zetop_process::tree::Tree;
use zetop_sensors::{Reader, Simulator};
use zetop_system::clean::clean;
use zetop_system::clock::{Calibration, raw_ns};
use zetop_system::handle::Handle;
use zetop_system::log_line::LogLine;
use zetop_system::proc;
use zetop_wire::session::Options;

/// Shortest time between two readings while processes without the probe are looked for.
const MIN_LOOK_INTERVAL: Duration = Duration::from_millis(15);
/// Time between two readings of figures while somebody waits for the first ones.
const AT_FIRST: Duration = Duration::from_millis(200);
/// How long after the start figures are read that often, and whenever processes are looked for, and the calls that findings name are updated more
/// often.
const STARTUP: Duration = Duration::from_secs(3);

mod attached_processes;
mod interface;
mod log;
mod outputs;
mod persist;
mod reading;
mod sampling;
mod sensors;

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
    /// How the command is shown, if that differs from what is executed.
    pub shown_command: Option<Vec<String>>,
    /// Compare with the last run, and keep this one; only of a program that is started.
    pub history: Option<History>,
    pub probe: Options,
    /// Keep every call for `--live`.
    pub live: bool,
    /// How often figures are looked at. They lose nothing by waiting until then.
    pub refresh: Duration,
    /// Write a recording there.
    pub record: Option<PathBuf>,
    /// Write a trace there; only the last part of this length, if one is given.
    pub trace: Option<(PathBuf, Option<Duration>)>,
}

/// How long a detach waits for attaches that are in progress.
const LAST_ATTACHES: Duration = Duration::from_secs(2);
/// How long a detach may take: the probe waits up to a second for operations that signal its own events.
const DETACH_TIMEOUT: Duration = Duration::from_millis(2_500);

/// A session that reads process files of running programs.
#[derive(Debug)]
pub struct LiveSession {
    // Dropped before the folder that it reads.
    source: Source,
    folder: SessionFolder,
    /// `None` when attached to a program that was running.
    program: Option<Program>,
    /// What is attached to; `None` when started.
    target: Option<u32>,
    detached: bool,
    command: Vec<String>,
    /// Where the last run of the command is kept, and that run; `None` with --no-history.
    history: Option<(History, Option<KeptRun<Figures>>)>,
    /// Where the recording is written.
    recorded: Option<PathBuf>,
    aggregate: Aggregate,
    recorder: Option<Recorder>,
    tracer: Option<Tracer>,
    calibration: Calibration,
    /// Processes of a started program that lost the probe on the way.
    late: LateAttach,
    attendance: Attendance,
    sensors: Reader,
    sensed_at: Option<Instant>,
    own_code: OwnCode,
    started: Instant,
    /// The start, in ns since 1970.
    unix_ns: u64,
    live: bool,
    /// See [`Settings::refresh`].
    refresh: Duration,
    calls: Vec<LiveCall>,
    lost: u64,
    log: Vec<LogLine>,
    log_dropped: u64,
    notes: Vec<String>,
    status: Option<ExitStatus>,
    finished: bool,
    kills: u32,
    quiet: u32,
    /// When a process will have filled half of its room for records, at the speed of the last reading.
    half_full_in: Duration,
    /// The last reading of figures, and how long it took.
    read_at: Option<Instant>,
    /// Where calls come from, and the last look at which calls findings name.
    sampler: Sampler,
    /// When stacks were read last.
    stacks_read_at: Option<Instant>,
    /// Allocations by line.
    ledger: Ledger,
    advised_at: Option<Instant>,
    reading_took: Duration,
    /// See [`Self::set_since_mark`].
    since_mark: Option<String>,
    /// The expression of `--cold`, if it has one.
    cold: Option<String>,
    /// On the simulated GPU.
    simulated: bool,
    /// A recording or a trace that was asked for could not be made.
    lacks_outputs: bool,
}

/// What the wall clock said at a moment of `CLOCK_MONOTONIC_RAW`, in ns since 1970.
fn unix_at(raw: u64) -> u64 {
    let now =
        SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).map_or(0, |since| since.as_nanos() as u64);
    now.saturating_sub(raw_ns().saturating_sub(raw))
}

/// The expression of `--cold`, if it has one.
fn chosen_kernels(options: &Options) -> Option<String> {
    options.cold.as_ref().map(|cold| cold.kernels.clone()).filter(|kernels| !kernels.is_empty())
}

impl LiveSession {
    fn new(
        source: Source,
        folder: SessionFolder,
        late: LateAttach,
        command: Vec<String>,
        start: u64,
        calibration: Calibration,
        settings: &Settings,
    ) -> Self {
        let mut aggregate = Aggregate::new(start);
        let unix_ns = unix_at(start);
        aggregate.began_at(Some(unix_ns));
        Self {
            source,
            folder,
            program: None,
            target: None,
            detached: false,
            command,
            history: None,
            recorded: None,
            since_mark: None,
            cold: None,
            simulated: false,
            lacks_outputs: false,
            aggregate,
            unix_ns,
            recorder: None,
            tracer: None,
            calibration,
            late,
            attendance: Attendance::default(),
            sensors: Reader::default(),
            sensed_at: None,
            own_code: OwnCode::default(),
            started: Instant::now(),
            live: settings.live,
            refresh: settings.refresh,
            calls: Vec::new(),
            lost: 0,
            log: Vec::new(),
            log_dropped: 0,
            notes: Vec::new(),
            status: None,
            finished: false,
            kills: 0,
            quiet: 0,
            half_full_in: Duration::MAX,
            read_at: None,
            sampler: Sampler::default(),
            stacks_read_at: None,
            ledger: Ledger::default(),
            advised_at: None,
            reading_took: Duration::ZERO,
        }
    }

    /// Starts a program under the probe.
    ///
    /// # Errors
    /// When there is no place for the session's folders or the program cannot be started.
    pub fn launch(launch: &Launch, settings: Settings) -> Result<Self, StartError> {
        let calibration = Calibration::start();
        let mut folder = SessionFolder::create(&settings.probe, launch.simulator)?;
        let mut warnings = launch.warnings();
        warnings.extend(folder.warning().map(str::to_owned));
        let mut lacking = Vec::new();
        // The program is started without what can't be had.
        let Ok(outputs) = settings.open_outputs(|error| {
            lacking.push(format!("{error:#}"));
            Ok::<(), Infallible>(())
        });
        let prepared = launch.prepare(&folder)?;
        // Unpacking opens the libraries of the APIs, which must not be taken for the program's doing.
        folder.unpacked()?;
        let start = raw_ns();
        let opened = Opened::watch();
        let program = prepared.start(&folder)?;
        folder.leave_libraries_and_clean_up();
        let command = settings.shown_command.clone().unwrap_or_else(|| {
            launch.command.iter().map(|argument| clean(&argument.to_string_lossy())).collect()
        });
        let late = LateAttach::of_program(program.pid(), &folder, settings.probe.clone(), opened);
        let source = Source::new(folder.path(), backend::loader_version);
        let mut session = Self::new(source, folder, late, command, start, calibration, &settings);
        if let Some(devices) = &program.devices {
            let (driver, shared) = (session.folder.simulator(), devices.path().clone());
            session.sensors = Reader::on(Simulator { driver, shared });
        }
        session.program = Some(program);
        session.write_to(outputs);
        session.cold = chosen_kernels(&settings.probe);
        session.simulated = launch.simulator;
        session.load_last_run(settings.history);
        session.lacks_outputs = !lacking.is_empty();
        for warning in lacking.into_iter().chain(warnings) {
            session.note(warning);
        }
        Ok(session)
    }

    /// Attaches to programs that are running.
    ///
    /// # Errors
    /// Every refusal and failure, as one line.
    pub fn attach(
        mut tree: Tree,
        wait: Wait,
        settings: &Settings,
        found: impl FnOnce(),
    ) -> Result<Self, AttachError> {
        let calibration = Calibration::start();
        let start = raw_ns();
        let First { attached, others, failed } = attach(&mut tree, &settings.probe, wait, found)?;
        let pid = attached.facts.pid;
        let root = tree.roots().first().map_or(pid, Handle::pid);
        let folder = attached.folder;
        let source = Source::new(folder.path(), backend::loader_version);
        let late = LateAttach::of_tree(tree, &folder, &attached.facts, settings.probe.clone());
        let command = match proc::arguments(root) {
            arguments if arguments.is_empty() => vec![attached.facts.exe.display().to_string()],
            arguments => arguments,
        };
        let command = command.iter().map(|argument| clean(argument)).collect();
        let mut session = Self::new(source, folder, late, command, start, calibration, settings);
        session.target = Some(root);
        session.cold = chosen_kernels(&settings.probe);
        if let Some(warning) = session.folder.warning().map(str::to_owned) {
            session.note(warning);
        }
        session.log_only(format!("attached to pid {pid} in {:.0} ms", attached.took.as_secs_f64() * 1e3));
        session.late.reached(attached.reach);
        if let Some(gap) = attached.reach.gap {
            session.note(gap.note(pid));
        }
        if let Some(api) = attached.reach.waits_for {
            session.note(format!("pid {pid} has not initialised {api} yet: waiting for it"));
        }
        for error in failed {
            session.note(error.to_string());
        }
        session.late.attach_to(others);
        Ok(session)
    }

    /// A recording or a trace that was asked for is not there.
    #[must_use]
    pub fn lacks_outputs(&self) -> bool {
        self.lacks_outputs
    }

    /// The folder of this session.
    #[must_use]
    pub fn folder(&self) -> &SessionFolder {
        &self.folder
    }

    /// The started program's exit status, once it has ended.
    #[must_use]
    pub fn exit_status(&self) -> Option<ExitStatus> {
        self.status
    }

    /// Writes the captured output to the streams that it was meant for; `give_up` ends the wait for their readers.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn replay_output(&mut self, give_up: impl FnMut(u64) -> bool) -> std::io::Result<()> {
        match self.program.as_mut().and_then(|p| p.capture.as_mut()) {
            Some(capture) => capture.replay(give_up),
            None => Ok(()),
        }
    }

    /// The program has ended: everything that it left is read, and time stands still.
    fn finish(&mut self) {
        if let Some(capture) = self.program.as_mut().and_then(|p| p.capture.as_mut()) {
            capture.finish();
        }
        self.read_output();
        let news = self.late.finish();
        self.tell(news);
        // Descendants of the program that go on, and that a probe was attached to.
        if !self.attended(true).is_empty() {
            self.detach_all(DETACH_TIMEOUT);
        }
        // What the program was asked for last has come by now.
        self.sample();
        self.read_figures(true);
        self.aggregate.end();
        self.settle_sites();
        self.finished = true;
        self.note_if_nothing_was_seen();
        let left = if self.program.is_some() { left_behind(self.folder.inside()) } else { Vec::new() };
        if !left.is_empty() {
            let simulator = self.folder.leave_simulator();
            sentence(&left, simulator.as_deref()).into_iter().for_each(|text| self.note(text));
        }
        let how = match self.status {
            Some(status) => describe(status),
            None => "ended".to_owned(),
        };
        self.log_only(format!("the program {how}"));
    }
}

/// Calls `feed` with the aggregate and, if wanted, a recording and a trace.
fn feed_sinks<T>(
    aggregate: &mut Aggregate,
    recorder: &mut Option<Recorder>,
    tracer: &mut Option<Tracer>,
    feed: impl FnOnce(&mut dyn Sink) -> T,
) -> T {
    let mut tee;
    let sink: &mut dyn Sink = match recorder {
        Some(recorder) => {
            tee = Tee { aggregate, recorder };
            &mut tee
        }
        None => aggregate,
    };
    match tracer {
        Some(tracer) => feed(&mut Traced { sink, tracer }),
        None => feed(sink),
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
