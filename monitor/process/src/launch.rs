//! Starting the program with the probe inside it.
//!
//! A folder with the probes comes first in `LD_LIBRARY_PATH`, under names that the program asks for when it uses one
//! of the APIs ([`crate::backend`]).

pub mod executable;
pub mod shared_devices;

use crate::backend::{self, Backend, ITT_LIBRARY, NVTX_LIBRARY};
use crate::capture::{Capture, Streams};
use crate::inherited::Inherited;
use crate::session_folder::{SessionFolder, in_front};
use executable::Obstacle;
use shared_devices::SharedDevices;
use std::ffi::OsString;
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus};
use zetop_system::seccomp;
use zetop_wire::session::{FILTERS_VAR, SESSION_VAR};

const LIBRARY_PATH: &str = "LD_LIBRARY_PATH";
const PRELOAD: &str = "LD_PRELOAD";

/// Exit status for a command that does not exist, as shells have it.
pub const NOT_FOUND: i32 = 127;
/// Exit status for a command that cannot be executed, as shells have it.
pub const NOT_EXECUTABLE: i32 = 126;

#[derive(Debug, thiserror::Error)]
pub enum LaunchError {
    #[error("{command}: command not found")]
    NotFound { command: String },
    #[error("{command}: cannot execute: {reason}")]
    NotExecutable { command: String, reason: String },
    #[error("cannot start {command}: {error}")]
    Failed { command: String, error: std::io::Error },
}

impl LaunchError {
    /// zetop's exit status for this error.
    #[must_use]
    pub fn exit_status(&self) -> i32 {
        match self {
            Self::NotFound { .. } => NOT_FOUND,
            Self::NotExecutable { .. } => NOT_EXECUTABLE,
            Self::Failed { .. } => 1,
        }
    }
}

/// Where the program's output goes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Output {
    /// Untouched: the program has zetop's own streams.
    Inherit,
    /// Into the dashboard's log, and replayed when the dashboard ends.
    Capture,
}

/// A program to start.
#[derive(Debug, Clone)]
pub struct Launch {
    pub command: Vec<OsString>,
    /// Use the simulated GPU.
    pub simulator: bool,
    pub output: Output,
}

/// A started program.
#[derive(Debug)]
pub struct Program {
    child: Child,
    status: Option<ExitStatus>,
    pub capture: Option<Capture>,
    /// On the simulated GPU.
    pub devices: Option<SharedDevices>,
}

impl Launch {
    /// What is likely to keep the probe out of this program, one line each. It is started anyway.
    #[must_use]
    pub fn warnings(&self) -> Vec<String> {
        let mut warnings = Vec::new();
        let library_path = std::env::var_os(LIBRARY_PATH);
        // The simulated GPU brings one along.
        if !self.simulator
            && backend::ALL.iter().all(|backend| backend.find(library_path.as_deref()).is_none())
        {
            warnings.extend(backend::ALL.iter().find_map(|backend| backend.not_installed()));
        }
        let name = self.name();
        match self.command.first().and_then(|c| executable::obstacle(c)) {
            Some(Obstacle::Static) => warnings.push(format!(
                "{name} is a static binary: it cannot load the API's library or the probe, so no calls \
                 will be seen"
            )),
            Some(Obstacle::Privileged) => warnings.push(format!(
                "{name} changes its user or group or has file capabilities: the dynamic linker drops the \
                 environment that brings the probe in, so no calls will be seen"
            )),
            None => {}
        }
        for (variable, interface) in [(NVTX_LIBRARY, "NVTX"), (ITT_LIBRARY, "ITT")] {
            if let Some(own) = set_by_user(variable) {
                warnings.push(format!(
                    "{variable} is set ({}): ranges of {interface} go there, and zetop does not see them",
                    own.to_string_lossy()
                ));
            }
        }
        warnings
    }

    fn name(&self) -> String {
        self.command.first().map(|c| c.to_string_lossy().into_owned()).unwrap_or_default()
    }

    /// Does what comes before the start, while the probe may still be unpacked.
    ///
    /// # Errors
    /// When the program's streams cannot be set up.
    pub fn prepare(&self, folder: &SessionFolder) -> Result<Prepared<'_>, LaunchError> {
        let failed = |error| LaunchError::Failed { command: self.name(), error };
        let program = self.command.first().ok_or_else(|| failed(std::io::ErrorKind::InvalidInput.into()))?;
        let mut command = Command::new(program);
        command.args(&self.command[1..]);
        let devices = if self.simulator { SharedDevices::new() } else { None };
        self.set_environment(&mut command, folder);
        if let Some(path) = devices.as_ref().and_then(SharedDevices::to_set) {
            command.env(shared_devices::VARIABLE, path);
        }
        let capture = match self.output {
            Output::Inherit => None,
            Output::Capture => {
                let streams = Streams::open().map_err(failed)?;
                let (stdout, stderr) = streams.for_program().map_err(failed)?;
                command.stdin(streams.stdin().map_err(failed)?).stdout(stdout).stderr(stderr);
                Some(streams)
            }
        };
        let inherited = Inherited::now(self.output == Output::Inherit);
        // SAFETY: the closure makes system calls only, which a forked child of many threads may.
        unsafe {
            command.pre_exec(move || {
                inherited.give();
                Ok(())
            });
        }
        Ok(Prepared { launch: self, command, capture, devices })
    }

    fn set_environment(&self, command: &mut Command, folder: &SessionFolder) {
        let library_path = std::env::var_os(LIBRARY_PATH);
        for (name, value) in backend::ALL.iter().flat_map(|b| b.environment(library_path.as_deref())) {
            match value {
                Some(value) => command.env(name, value),
                None => command.env_remove(name),
            };
        }
        let program = self.command.first().and_then(|command| executable::program(command));
        let preloaded = |program: PathBuf| {
            backend::ALL.iter().find_map(|backend| backend.preloaded(&program, library_path.as_deref()))
        };
        if let Some(name) = program.and_then(preloaded) {
            let opener = folder.libraries().join(name);
            // A space would end its name.
            if !opener.as_os_str().as_encoded_bytes().contains(&b' ') {
                command.env(PRELOAD, behind(&opener, std::env::var_os(PRELOAD)));
            }
        }
        command
            .env(LIBRARY_PATH, in_front(folder.libraries(), library_path))
            .env(SESSION_VAR, folder.inside())
            .env(FILTERS_VAR, seccomp::own_filters().to_text());
        if self.simulator {
            let driver = folder.simulator();
            command.envs(backend::ALL.iter().filter_map(|backend| backend.on_simulator(&driver)));
        }
    }

    fn explain(&self, error: std::io::Error) -> LaunchError {
        let command = self.name();
        let exists = self.command.first().and_then(|c| executable::find(c)).is_some();
        match error.kind() {
            std::io::ErrorKind::NotFound if exists => {
                LaunchError::NotExecutable { command, reason: "its interpreter does not exist".to_owned() }
            }
            std::io::ErrorKind::NotFound | std::io::ErrorKind::NotADirectory => {
                LaunchError::NotFound { command }
            }
            _ if matches!(
                error.raw_os_error(),
                Some(libc::EACCES | libc::EPERM | libc::ENOEXEC | libc::EISDIR)
            ) =>
            {
                LaunchError::NotExecutable { command, reason: plain(&error) }
            }
            _ => LaunchError::Failed { command, error },
        }
    }
}

/// A program that is about to be started.
#[derive(Debug)]
pub struct Prepared<'a> {
    launch: &'a Launch,
    command: Command,
    capture: Option<Streams>,
    devices: Option<SharedDevices>,
}

impl Prepared<'_> {
    /// Starts the program. The probe has been unpacked.
    ///
    /// # Errors
    /// When it cannot be executed.
    pub fn start(mut self, folder: &SessionFolder) -> Result<Program, LaunchError> {
        for (name, library) in marks(folder.libraries()) {
            if set_by_user(name).is_none() {
                self.command.env(name, folder.libraries().join(library));
            }
        }
        let child = self.command.spawn().map_err(|error| self.launch.explain(error))?;
        // `Command` still holds the program's ends of the streams; while it does, they never end.
        drop(self.command);
        let failed = |error| LaunchError::Failed { command: self.launch.name(), error };
        let capture = self.capture.map(Streams::start).transpose().map_err(failed)?;
        Ok(Program { child, status: None, capture, devices: self.devices })
    }
}

/// The variables of interfaces for ranges, each with the file that it should name: that of the probe which the program is likely
/// to load anyway. A process has a file for each probe, so work on a device is in a range of the same probe alone.
fn marks(libraries: &Path) -> [(&'static str, &'static str); 2] {
    let library_path = std::env::var_os(LIBRARY_PATH);
    let is_there = |backend: &&&dyn Backend| {
        backend.find(library_path.as_deref()).is_some() && libraries.join(backend.probe().launched).exists()
    };
    let there: Vec<_> = backend::ALL.iter().filter(is_there).collect();
    [NVTX_LIBRARY, ITT_LIBRARY].map(|variable| {
        let usual = there.iter().find(|backend| backend.range_library() == variable);
        let chosen = usual.or(there.first()).map_or(backend::ALL[0], |backend| **backend);
        (variable, chosen.probe().launched)
    })
}

/// What the user has set a variable to, unless it is empty.
fn set_by_user(variable: &str) -> Option<OsString> {
    std::env::var_os(variable).filter(|value| !value.is_empty())
}

/// What is preloaded, with one more at the end.
fn behind(library: &Path, old: Option<OsString>) -> OsString {
    let mut libraries = old.filter(|old| !old.is_empty()).unwrap_or_default();
    if !libraries.is_empty() {
        libraries.push(":");
    }
    libraries.push(library);
    libraries
}

/// The system's message without "(os error 13)".
fn plain(error: &std::io::Error) -> String {
    let text = error.to_string();
    text.split(" (os error").next().unwrap_or(&text).to_lowercase()
}

impl Program {
    #[must_use]
    pub fn pid(&self) -> u32 {
        self.child.id()
    }

    /// The exit status once the program has ended; does not wait.
    pub fn status(&mut self) -> Option<ExitStatus> {
        if self.status.is_none() && self.has_news_of_its_end() {
            self.status = match self.child.try_wait() {
                Ok(status) => status,
                // Nobody else waits for our children, so this can't happen; but a session must end anyway.
                Err(_) => Some(ExitStatus::from_raw(1 << 8)),
            };
        }
        self.status
    }

    /// Looks without consuming the status: while a thread of zetop's traces the program (see
    /// the session), its stops are reported to us as well and look like an end to
    /// [`Child::try_wait`], but they are for that thread.
    fn has_news_of_its_end(&self) -> bool {
        use rustix::process::{Pid, WaitId, WaitIdOptions, waitid};
        let Some(pid) = Pid::from_raw(self.child.id() as i32) else { return true };
        let peek = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
        match waitid(WaitId::Pid(pid), peek) {
            Ok(news) => news.is_some_and(|news| news.exited() || news.killed() || news.dumped()),
            Err(rustix::io::Errno::INTR) => false,
            // there is no such child: `try_wait` will report that
            Err(_) => true,
        }
    }

    /// Sends a signal, unless the program has ended.
    pub fn signal(&mut self, signal: rustix::process::Signal) {
        if self.status().is_none()
            && let Some(pid) = rustix::process::Pid::from_raw(self.child.id() as i32)
        {
            let _ = rustix::process::kill_process(pid, signal);
        }
    }
}
