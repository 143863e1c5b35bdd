//! `zetop -p PID` without a dashboard.

use crate::figures::Figures;
use crate::process::kill;
use crate::target::lines_of;
use std::io::Read as _;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::mpsc::Receiver;
use std::time::{Duration, Instant};

/// What zetop says of a program none of whose threads gets to a place where it may be called within 2 s, as on a busy machine.
pub const NO_SAFE_POINT: &str = "offered no safe point within";

/// How often zetop is started for one attach, where it says that there was no safe point.
pub const ATTACHES: u32 = 5;

/// A zetop that attaches; [`Attacher::attached`] waits until it has.
pub struct Attacher {
    command: Command,
    child: Child,
    lines: Receiver<String>,
    stderr: Option<std::thread::JoinHandle<String>>,
}

/// How zetop ended.
#[derive(Debug)]
pub struct End {
    pub status: ExitStatus,
    pub stderr: String,
    /// The last line of its figures; `None` if there was none.
    pub figures: Option<Figures>,
}

impl End {
    /// # Panics
    /// No figures, or another exit status than 0.
    #[must_use]
    pub fn figures(self) -> Figures {
        assert!(self.status.success(), "{self:#?}");
        self.figures.unwrap_or_else(|| panic!("no figures: {}", self.stderr))
    }

    /// One clear line and this exit status, nothing else.
    ///
    /// # Panics
    /// Otherwise.
    pub fn refused(&self, status: i32, words: &str) {
        println!("{}", self.stderr.trim_end());
        assert_eq!(self.status.code(), Some(status), "{self:#?}");
        assert_eq!(self.stderr.lines().count(), 1, "{self:#?}");
        assert!(self.stderr.starts_with("zetop: ") && self.stderr.contains(words), "{self:#?}");
        assert!(self.figures.is_none(), "{self:#?}");
    }
}

impl Attacher {
    /// # Panics
    /// zetop cannot be started.
    #[must_use]
    pub fn start(zetop: &str, pid: u32, options: &[&str]) -> Self {
        Self::start_for(zetop, &pid.to_string(), options)
    }

    /// `who` is what `-p` takes.
    ///
    /// # Panics
    /// zetop cannot be started.
    #[must_use]
    pub fn start_for(zetop: &str, who: &str, options: &[&str]) -> Self {
        let mut command = Command::new(zetop);
        command.args(["-p", who, "--no-tui", "--interval", "0.02"]).args(options);
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        Self::run(command)
    }

    fn run(mut command: Command) -> Self {
        let mut child = command.spawn().unwrap_or_else(|error| panic!("{command:?}: {error}"));
        let mut stderr = child.stderr.take().expect("piped");
        let read = move || {
            let mut bytes = Vec::new();
            // keep what was read before an error
            let _ = stderr.read_to_end(&mut bytes);
            String::from_utf8_lossy(&bytes).into_owned()
        };
        let lines = lines_of(child.stdout.take().expect("piped"));
        Self { command, lines, stderr: Some(std::thread::spawn(read)), child }
    }

    #[must_use]
    pub fn pid(&self) -> u32 {
        self.child.id()
    }

    /// Waits for the first figures, which come after the attach. Where the program offered no safe point, zetop is started again.
    ///
    /// # Panics
    /// zetop ends before, or takes too long.
    #[must_use]
    pub fn attached(mut self) -> Self {
        for _ in 0..ATTACHES {
            if self.lines.recv_timeout(crate::scene::LIMIT).is_ok() {
                return self;
            }
            let _ = self.child.kill();
            let said = self.said();
            assert!(said.contains(NO_SAFE_POINT), "zetop did not attach: {said}");
            println!("once more: {said}");
            let command = std::mem::replace(&mut self.command, Command::new("true"));
            self = Self::run(command);
        }
        panic!("zetop did not attach: {ATTACHES} times the program {NO_SAFE_POINT} 2 s");
    }

    /// Waits until it is attached, or has ended.
    ///
    /// # Errors
    /// How it ended.
    pub fn attached_or_not(self) -> Result<Self, Box<End>> {
        match self.lines.recv_timeout(crate::scene::LIMIT) {
            Ok(_) => Ok(self),
            Err(_) => Err(Box::new(self.end(0))),
        }
    }

    /// Waits until figures satisfy a condition.
    ///
    /// # Panics
    /// zetop ends before, or it takes too long.
    pub fn until(&self, what: &str, holds: impl Fn(&Figures) -> bool) -> Figures {
        let end = Instant::now() + crate::scene::LIMIT;
        loop {
            let line = self.lines.recv_timeout(end.saturating_duration_since(Instant::now()));
            let line = line.unwrap_or_else(|error| panic!("{error} before {what}"));
            let figures: Figures = serde_json::from_str(&line).unwrap_or_else(|e| panic!("{e} in {line}"));
            if holds(&figures) {
                return figures;
            }
        }
    }

    fn said(&mut self) -> String {
        self.stderr.take().map_or_else(String::new, |thread| thread.join().expect("it does not panic"))
    }

    pub fn signal(&self, signal: i32) {
        kill(self.child.id() as i32, signal);
    }

    /// Sends a signal (0: none) and waits for the end.
    ///
    /// # Panics
    /// zetop does not end.
    #[must_use]
    pub fn end(mut self, signal: i32) -> End {
        if signal != 0 {
            self.signal(signal);
        }
        let end = Instant::now() + crate::scene::LIMIT;
        let status = loop {
            if let Some(status) = self.child.try_wait().expect("our own child") {
                break status;
            }
            assert!(Instant::now() < end, "zetop does not end");
            std::thread::sleep(Duration::from_millis(1));
        };
        let stderr = self.said();
        // the reader ends with the pipe
        let last = self.lines.iter().last();
        let parse = |line: String| serde_json::from_str(&line).unwrap_or_else(|e| panic!("{e} in {line}"));
        End { status, stderr, figures: last.map(parse) }
    }
}

impl Drop for Attacher {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
