//! A process run to its end.

use std::io::Read;
use std::os::unix::process::{CommandExt as _, ExitStatusExt as _};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};

/// What a process left.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Outcome {
    pub stdout: String,
    pub stderr: String,
    pub status: ExitStatus,
}

impl Outcome {
    /// # Panics
    /// The process did not end with success.
    #[must_use]
    pub fn succeeded(self) -> Self {
        assert!(
            self.status.success(),
            "{:?}\nstdout:\n{}\nstderr:\n{}",
            self.status,
            self.stdout,
            self.stderr
        );
        self
    }
}

/// A process that is running, its output being read.
pub struct Running {
    child: Child,
    stdout: std::thread::JoinHandle<String>,
    stderr: std::thread::JoinHandle<String>,
    what: String,
}

fn reader(mut stream: impl Read + Send + 'static) -> std::thread::JoinHandle<String> {
    std::thread::spawn(move || {
        let mut bytes = Vec::new();
        // Keep what was read before an error.
        let _ = stream.read_to_end(&mut bytes);
        String::from_utf8_lossy(&bytes).into_owned()
    })
}

/// Starts a command in a process group of its own.
///
/// # Panics
/// It cannot be started.
#[must_use]
pub fn start(command: &mut Command) -> Running {
    let what = format!("{command:?}");
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped()).process_group(0);
    let mut child = command.spawn().unwrap_or_else(|error| panic!("{what}: {error}"));
    let stdout = reader(child.stdout.take().expect("piped"));
    let stderr = reader(child.stderr.take().expect("piped"));
    Running { child, stdout, stderr, what }
}

impl Running {
    #[must_use]
    pub fn pid(&self) -> i32 {
        self.child.id() as i32
    }

    /// Waits for the process and for everything that inherited its output.
    ///
    /// # Panics
    /// It takes longer than `limit`; its whole group is killed then.
    #[must_use]
    pub fn finish(mut self, limit: Duration) -> Outcome {
        let start = Instant::now();
        let status = loop {
            if let Some(status) = self.child.try_wait().expect("our own child") {
                break status;
            }
            if start.elapsed() > limit {
                kill(-self.pid(), libc::SIGKILL);
                let _ = self.child.wait();
                let said = (self.stdout.join(), self.stderr.join());
                panic!("{} did not end within {limit:?}; it had said {said:#?}", self.what);
            }
            std::thread::sleep(Duration::from_millis(2));
        };
        let stdout = self.stdout.join().expect("the reader does not panic");
        let stderr = self.stderr.join().expect("the reader does not panic");
        Outcome { stdout, stderr, status }
    }
}

/// Sends a signal to a process, or to a group if the number is negative.
pub fn kill(pid: i32, signal: i32) {
    // SAFETY: only ever called with processes that the tests started.
    unsafe { libc::kill(pid, signal) };
}

/// How a shell would put it: the exit code, or 128 + the signal.
#[must_use]
pub fn shell_status(status: ExitStatus) -> i32 {
    status.code().unwrap_or_else(|| 128 + status.signal().unwrap_or(0))
}
