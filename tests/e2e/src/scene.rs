//! A workload and its environment, to be run with zetop and without.

use crate::figures::Figures;
use crate::oracle::Oracle;
use crate::process::{Outcome, Running, start};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

/// Long enough for busy machines.
pub const LIMIT: Duration = Duration::from_secs(150);

/// Paths of the programs under test; only integration tests and benches get these from cargo.
#[derive(Debug, Clone, Copy)]
pub struct Programs {
    pub zetop: &'static str,
    pub workload: &'static str,
}

pub struct Scene {
    programs: Programs,
    arguments: Vec<String>,
    variables: Vec<(String, String)>,
    options: Vec<String>,
    folder: tempfile::TempDir,
}

/// A run under zetop.
pub struct Watched {
    pub program: Outcome,
    /// What zetop itself wrote to stderr.
    pub zetop: String,
    pub figures: Figures,
    /// What the simulated GPU did for program and probe together.
    pub oracle: Oracle,
}

/// A run without.
pub struct Plain {
    pub program: Outcome,
    pub oracle: Oracle,
}

impl Scene {
    /// `command` is the workload's name and arguments, separated by blanks.
    ///
    /// # Panics
    /// No temporary folder can be made.
    #[must_use]
    pub fn new(programs: Programs, command: &str) -> Self {
        Self {
            programs,
            arguments: command.split_whitespace().map(str::to_owned).collect(),
            variables: Vec::new(),
            options: Vec::new(),
            folder: tempfile::tempdir().expect("temporary folder"),
        }
    }

    #[must_use]
    pub fn env(mut self, name: &str, value: &str) -> Self {
        self.variables.push((name.to_owned(), value.to_owned()));
        self
    }

    /// A command-line option for zetop.
    #[must_use]
    pub fn option(mut self, option: &str) -> Self {
        self.options.push(option.to_owned());
        self
    }

    fn file(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    #[must_use]
    pub fn json_file(&self) -> PathBuf {
        self.file("zetop.json")
    }

    /// A scene may run again: what a run leaves in a file is that run's. (The simulator adds to a file that is there.)
    fn fresh(&self, name: &str) -> PathBuf {
        let file = self.file(name);
        let _ = std::fs::remove_file(&file);
        file
    }

    /// Without zetop.
    ///
    /// # Panics
    /// The program does not end, or left no output.
    #[must_use]
    pub fn plain(&self) -> Plain {
        let (stderr, oracle) = (self.file("plain.stderr"), self.fresh("plain.oracle"));
        let mut command = self.program(Command::new("sh"), &stderr);
        command.env("ZE_ENABLE_ALT_DRIVERS", crate::simulator()).env("ZESIM_ORACLE", &oracle);
        let mut program = start(&mut command).finish(LIMIT);
        program.stderr = read(&stderr);
        Plain { program, oracle: Oracle::read(&oracle) }
    }

    /// Under zetop, to the end. Where the thread with the probe's lock had no processor for a second, as on a busy machine, timing
    /// ends early, which zetop says: then it runs a second time.
    ///
    /// # Panics
    /// The program does not end, or zetop wrote no figures.
    #[must_use]
    pub fn watched(&self) -> Watched {
        let run = self.watched_once();
        if !timing_has_ended(&run.figures) {
            return run;
        }
        println!("once more, since timing ended early: {:?}", run.figures.quality.notes);
        let again = self.watched_once();
        assert_eq!(again.program.status, run.program.status, "it ended otherwise before");
        again
    }

    fn watched_once(&self) -> Watched {
        let (running, oracle) = (self.start_watched(), self.file("watched.oracle"));
        let outcome = running.finish(LIMIT);
        let program = Outcome { stderr: read(&self.file("watched.stderr")), ..outcome.clone() };
        let figures = Figures::read(&self.json_file(), &outcome.stderr);
        Watched { program, zetop: outcome.stderr, figures, oracle: Oracle::read(&oracle) }
    }

    /// Under zetop; the caller waits.
    ///
    /// # Panics
    /// zetop cannot be started.
    #[must_use]
    pub fn start_watched(&self) -> Running {
        let mut command = Command::new(self.programs.zetop);
        command.args(["--sim", "--no-tui", "--json"]).arg(self.fresh("zetop.json")).args(&self.options);
        command.args(["--", "sh"]).env("ZESIM_ORACLE", self.fresh("watched.oracle"));
        start(&mut self.program(command, &self.file("watched.stderr")))
    }

    /// What the program under zetop has written to stderr so far.
    #[must_use]
    pub fn watched_stderr(&self) -> String {
        read(&self.file("watched.stderr"))
    }

    /// `sh` keeps the program's stderr apart from zetop's, and then execs the program.
    fn program(&self, mut command: Command, stderr: &Path) -> Command {
        command.args(["-c", "err=$1; shift; exec \"$@\" 2>\"$err\"", "sh"]).arg(stderr);
        command.arg(self.programs.workload).args(&self.arguments);
        command.envs(self.variables.iter().map(|(name, value)| (name, value)));
        command
    }
}

/// Whether zetop says that it stopped timing before the end.
#[must_use]
pub fn timing_has_ended(figures: &Figures) -> bool {
    figures.quality.notes.iter().any(|note| note.contains("device timing has ended"))
}

fn read(path: &Path) -> String {
    std::fs::read_to_string(path).unwrap_or_default()
}
