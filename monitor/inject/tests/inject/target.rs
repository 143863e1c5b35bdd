//! Starts this test binary again in a role (see `roles.rs`), and the library that is injected.

use std::io::{BufRead, BufReader, Read, Write};
use std::os::fd::AsRawFd;
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command, ExitStatus, Stdio};
use std::sync::OnceLock;
use std::time::{Duration, Instant};

use zetop_inject::{Arg, InjectError, Injector, Limits};

/// Limits that an attach to a program that cooperates reaches on no machine, however loaded: tests of a result use them, those of
/// a refusal in time zetop's own.
pub const PATIENT: Limits = {
    let long = Duration::from_secs(30);
    Limits { safe_point: long, call: long, hold: long }
};

pub struct Target {
    child: Child,
    output: BufReader<ChildStdout>,
}

impl Target {
    /// Starts it and waits until it says that it is ready.
    pub fn start(role: &str) -> Self {
        Self::start_with(role, &[])
    }

    pub fn start_with(role: &str, environment: &[(&str, &str)]) -> Self {
        Self::start_program(&std::env::current_exe().expect("current_exe"), role, environment)
    }

    /// `program` is this test's program, or a copy.
    pub fn start_program(program: &Path, role: &str, environment: &[(&str, &str)]) -> Self {
        let mut child = Command::new(program)
            .env("ZETOP_INJECT_ROLE", role)
            .envs(environment.iter().copied())
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("start the target");
        let output = BufReader::new(child.stdout.take().expect("stdout"));
        let mut target = Self { child, output };
        assert_eq!(target.line(), "ready", "role {role}");
        target
    }

    pub fn pid(&self) -> u32 {
        self.child.id()
    }

    pub fn line(&mut self) -> String {
        let mut line = String::new();
        self.output.read_line(&mut line).expect("read the target's output");
        line.trim_end().to_owned()
    }

    /// Injects the library and makes it count; returns how often it was called.
    pub fn inject(&self) -> Result<u64, InjectError> {
        self.inject_within(PATIENT)
    }

    pub fn inject_within(&self, limits: Limits) -> Result<u64, InjectError> {
        let mut injector = Injector::attach(self.pid(), limits)?;
        let loaded = injector.dlopen(library())?;
        let count = injector.symbol(&loaded, "count")?;
        let counted = injector.call(count, &[Arg::Text(c"the text")])?;
        injector.detach()?;
        Ok(counted)
    }

    /// Injects `times` times, checks the counts, prints the times.
    pub fn inject_often(&self, what: &str, times: u64) {
        let mut took = Vec::new();
        for time in 1..=times {
            let started = Instant::now();
            let counted = self.inject().unwrap_or_else(|error| panic!("{what}, injection {time}: {error}"));
            took.push(started.elapsed());
            assert_eq!(counted, time, "{what}");
        }
        took.sort();
        println!(
            "{what}: {times} injections, median {:?}, longest {:?}",
            took[took.len() / 2],
            took[took.len() - 1]
        );
    }

    /// Injects again and again until the program says something: what it waits in is to end by itself, although each injection
    /// interrupts it. What begins anew each time never does.
    pub fn inject_until_it_says_something(&self, what: &str) {
        let started = Instant::now();
        let mut times = 0;
        while !self.has_said_something() {
            times += 1;
            assert_eq!(
                self.inject().unwrap_or_else(|error| panic!("{what}, {times}: {error}")),
                times,
                "{what}"
            );
            assert!(
                started.elapsed() < Duration::from_secs(120),
                "{what}: it still waits after {times} injections"
            );
        }
        println!("{what}: {times} injections");
    }

    /// Whether there is output that nobody has read yet.
    fn has_said_something(&self) -> bool {
        let mut output =
            libc::pollfd { fd: self.output.get_ref().as_raw_fd(), events: libc::POLLIN, revents: 0 };
        // SAFETY: one live pollfd.
        !self.output.buffer().is_empty() || unsafe { libc::poll(&mut output, 1, 0) } > 0
    }

    pub fn send(&mut self, bytes: &[u8]) {
        self.child.stdin.as_mut().expect("stdin").write_all(bytes).expect("write to the target");
    }

    /// Its input, to write to while it is borrowed.
    pub fn take_input(&mut self) -> ChildStdin {
        self.child.stdin.take().expect("stdin")
    }

    pub fn give_input(&mut self, input: ChildStdin) {
        self.child.stdin = Some(input);
    }

    pub fn signal(&self, signal: i32) {
        // SAFETY: kill takes plain numbers.
        unsafe { libc::kill(self.pid() as i32, signal) };
    }

    /// Lets it end (by a byte and the end of its input); returns what it printed.
    pub fn finish(mut self) -> String {
        let _ = self.child.stdin.take().expect("stdin").write_all(b"x");
        let mut text = String::new();
        self.output.read_to_string(&mut text).expect("read the target's output");
        let status: ExitStatus = self.child.wait().expect("wait");
        assert!(status.success(), "the target ended with {status}: {text}");
        text.trim_end().to_owned()
    }

    pub fn state(&self) -> String {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.pid())).unwrap_or_default();
        status.lines().find_map(|line| line.strip_prefix("State:")).unwrap_or("").trim().to_owned()
    }

    /// Its threads, open files and mappings, as numbers.
    pub fn census(&self) -> (usize, usize, usize) {
        let entries = |what: &str| {
            std::fs::read_dir(format!("/proc/{}/{what}", self.pid())).map_or(0, |entries| entries.count())
        };
        let maps = std::fs::read_to_string(format!("/proc/{}/maps", self.pid())).unwrap_or_default();
        (entries("task"), entries("fd"), maps.lines().count())
    }
}

impl Drop for Target {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// The path of the injected library, built once.
pub fn library() -> &'static Path {
    static LIBRARY: OnceLock<PathBuf> = OnceLock::new();
    LIBRARY.get_or_init(|| {
        let folder = tempfile::tempdir_in(env!("CARGO_TARGET_TMPDIR")).expect("tempdir");
        let built = folder.path().join("built.so");
        let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/inject/library.rs");
        let status = Command::new(std::env::var("RUSTC").unwrap_or_else(|_| "rustc".to_owned()))
            .args(["--edition=2024", "--crate-type=cdylib", "-Cstrip=debuginfo", "-o"])
            .args([built.as_path(), source.as_path()])
            .status()
            .expect("run rustc");
        assert!(status.success(), "rustc failed");
        let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join("libzetop_inject_fixture.so");
        std::fs::rename(built, &path).expect("rename");
        path
    })
}

pub fn is_root() -> bool {
    // SAFETY: geteuid has no preconditions.
    unsafe { libc::geteuid() == 0 }
}

pub fn pause(milliseconds: u64) {
    std::thread::sleep(Duration::from_millis(milliseconds));
}
