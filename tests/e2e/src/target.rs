//! The workload `attachable`, running without zetop until a test attaches to it.

use crate::process::kill;
use std::io::{BufRead as _, BufReader, Write as _};
use std::process::{Child, ChildStdin, ChildStdout, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant};

/// Ended with the test, however that ends.
pub struct Target {
    child: Child,
    stdin: Option<ChildStdin>,
    lines: Receiver<String>,
}

/// The lines of a pipe, by a thread of their own so that a wait can end.
#[must_use]
pub fn lines_of(stdout: ChildStdout) -> Receiver<String> {
    let (line, lines) = channel();
    std::thread::spawn(move || {
        for read in BufReader::new(stdout).lines().map_while(Result::ok) {
            if line.send(read).is_err() {
                return;
            }
        }
    });
    lines
}

/// The workload with such arguments, on the simulated GPU.
///
/// # Panics
/// No temporary folder can be written to.
#[must_use]
pub fn command(workload: &str, arguments: &str) -> Command {
    let mut command = Command::new(workload);
    command.arg("attachable").args(arguments.split_whitespace());
    command.env("ZE_ENABLE_ALT_DRIVERS", crate::simulator()).env("ZES_ENABLE_SYSMAN", "1");
    command.env("ZESIM_KERNEL_NS", "work=20000");
    command
}

impl Target {
    /// # Panics
    /// It cannot be started.
    #[must_use]
    pub fn start(workload: &str, arguments: &str) -> Self {
        Self::run(&mut command(workload, arguments))
    }

    /// # Panics
    /// It cannot be started.
    #[must_use]
    pub fn run(command: &mut Command) -> Self {
        command.stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut child = command.spawn().unwrap_or_else(|error| panic!("{command:?}: {error}"));
        let lines = lines_of(child.stdout.take().expect("piped"));
        let target = Self { stdin: child.stdin.take(), lines, child };
        target.until("ready");
        target
    }

    #[must_use]
    pub fn pid(&self) -> u32 {
        self.child.id()
    }

    /// Its first child: the program, when it was started under something else.
    ///
    /// # Panics
    /// It has none.
    #[must_use]
    pub fn child_pid(&self) -> u32 {
        let pid = self.pid();
        let children =
            std::fs::read_to_string(format!("/proc/{pid}/task/{pid}/children")).unwrap_or_default();
        children.split_whitespace().find_map(|child| child.parse().ok()).expect("a child")
    }

    /// # Panics
    /// It ends, or takes too long.
    fn until(&self, last: &str) -> Vec<String> {
        let end = Instant::now() + crate::scene::LIMIT;
        let mut said = Vec::new();
        loop {
            match self.lines.recv_timeout(end.saturating_duration_since(Instant::now())) {
                Ok(line) if line == last => return said,
                Ok(line) => said.push(line),
                Err(error) => panic!("process {}: {error} before {last:?}; it said {said:?}", self.pid()),
            }
        }
    }

    /// Makes it do something, and returns its answer: its `expect` lines.
    ///
    /// # Panics
    /// It ends, or takes too long.
    pub fn tell(&mut self, order: &str) -> String {
        self.order(order);
        self.until("done").join("\n") + "\n"
    }

    /// Does not wait until it is done.
    ///
    /// # Panics
    /// It has ended.
    pub fn order(&mut self, order: &str) {
        let stdin = self.stdin.as_mut().expect("not ended");
        writeln!(stdin, "{order}").expect("it reads its orders");
    }

    /// Waits for the answer to an [`order`](Self::order).
    ///
    /// # Panics
    /// As `tell`.
    pub fn answer(&self) -> String {
        self.until("done").join("\n") + "\n"
    }

    /// ns per call, by its own measurement.
    ///
    /// # Panics
    /// As `tell`.
    pub fn cost(&mut self) -> f64 {
        let said = self.tell("cost");
        said.trim().strip_prefix("cost ").and_then(|ns| ns.parse().ok()).unwrap_or_else(|| panic!("{said}"))
    }

    /// Names of its threads.
    #[must_use]
    pub fn threads(&self) -> Vec<String> {
        let tasks = std::fs::read_dir(format!("/proc/{}/task", self.pid())).into_iter().flatten().flatten();
        let name = |task: std::fs::DirEntry| std::fs::read_to_string(task.path().join("comm")).ok();
        tasks.filter_map(name).map(|name| name.trim_end().to_owned()).collect()
    }

    /// Names of zetop's threads.
    #[must_use]
    pub fn threads_of_ours(&self) -> Vec<String> {
        self.threads().into_iter().filter(|name| name.starts_with("zetop")).collect()
    }

    #[must_use]
    pub fn open_files(&self) -> usize {
        std::fs::read_dir(format!("/proc/{}/fd", self.pid())).into_iter().flatten().count()
    }

    /// Bytes that it holds: what malloc has given out, and mappings without a file beside malloc's.
    ///
    /// # Panics
    /// As `tell`.
    pub fn holds(&mut self) -> (u64, u64) {
        let said = self.tell("memory");
        let heap = said.trim().strip_prefix("memory ").and_then(|bytes| bytes.parse().ok());
        let maps = procfs::process::Process::new(self.pid().cast_signed()).and_then(|process| process.maps());
        let anonymous =
            |map: &&procfs::process::MemoryMap| map.pathname == procfs::process::MMapPath::Anonymous;
        let mapped =
            maps.expect("it runs").iter().filter(anonymous).map(|map| map.address.1 - map.address.0).sum();
        (heap.unwrap_or_else(|| panic!("{said}")), mapped)
    }

    /// Ends it with `quit`; returns its last output and how it ended.
    ///
    /// # Panics
    /// It does not end.
    #[must_use]
    pub fn quit(self) -> (String, ExitStatus) {
        self.end("quit")
    }

    /// Ends it with this last order; returns its last output and how it ended.
    ///
    /// # Panics
    /// It does not end.
    #[must_use]
    pub fn end(mut self, order: &str) -> (String, ExitStatus) {
        self.order(order);
        drop(self.stdin.take());
        let end = Instant::now() + crate::scene::LIMIT;
        let mut said = String::new();
        while let Ok(line) = self.lines.recv_timeout(end.saturating_duration_since(Instant::now())) {
            said += &line;
            said.push('\n');
        }
        (said, self.wait(end))
    }

    fn wait(&mut self, end: Instant) -> ExitStatus {
        loop {
            if let Some(status) = self.child.try_wait().expect("our own child") {
                return status;
            }
            assert!(Instant::now() < end, "process {} does not end", self.pid());
            std::thread::sleep(Duration::from_millis(2));
        }
    }

    /// # Panics
    /// It does not end.
    pub fn kill(&mut self) {
        kill(self.pid() as i32, libc::SIGKILL);
        self.wait(Instant::now() + crate::scene::LIMIT);
    }
}

impl Drop for Target {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
