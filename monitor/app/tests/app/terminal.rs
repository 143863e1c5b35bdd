//! Terminals that go away, that nobody reads, that have no size; signals from launchers; programs that read their input.

use crate::common::{self, eventually, stderr, zetop};
use portable_pty::{Child, CommandBuilder, MasterPty, PtySize, native_pty_system};
use std::io::{Read, Write};
use std::os::unix::process::ExitStatusExt;
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

/// No end of zetop's takes as long, however busy the machine is.
const LIMIT: Duration = Duration::from_secs(60);

/// zetop on a terminal of its own, with outputs in a folder.
struct Watched {
    child: Box<dyn Child + Send + Sync>,
    master: Option<Box<dyn MasterPty + Send>>,
    dir: tempfile::TempDir,
}

/// How zetop is started.
#[derive(Default)]
struct How<'a> {
    options: &'a [&'a str],
    program: &'a [&'a str],
    size: (u16, u16),
    /// SIGHUP is ignored.
    nohup: bool,
}

impl Watched {
    fn start(how: &How<'_>) -> Self {
        let dir = tempfile::tempdir().unwrap();
        let (cols, rows) = how.size;
        let pty =
            native_pty_system().openpty(PtySize { rows, cols, pixel_width: 0, pixel_height: 0 }).unwrap();
        let mut command = CommandBuilder::new("sh");
        command
            .args(["-c", if how.nohup { "trap '' HUP; exec \"$0\" \"$@\"" } else { "exec \"$0\" \"$@\"" }]);
        command.arg(env!("CARGO_BIN_EXE_zetop"));
        command.args(["--no-history", "--json", "out.json", "--csv", "out.csv", "--record", "out.zetop"]);
        command.args(how.options);
        command.args(how.program);
        command.cwd(dir.path());
        command.env("TERM", "xterm-256color");
        let child = pty.slave.spawn_command(command).unwrap();
        drop(pty.slave);
        Self { child, master: Some(pty.master), dir }
    }

    fn file(&self, name: &str) -> PathBuf {
        self.dir.path().join(name)
    }

    fn pid(&self) -> i32 {
        self.child.process_id().unwrap() as i32
    }

    fn kill(&self, signal: i32) {
        // SAFETY: no memory is involved; the process is a child that has not been waited for.
        assert_eq!(unsafe { libc::kill(self.pid(), signal) }, 0);
    }

    /// Waits for the end, and checks that everything was written.
    fn end(&mut self) -> portable_pty::ExitStatus {
        let begun = Instant::now();
        let status = loop {
            if let Some(status) = self.child.try_wait().unwrap() {
                break status;
            }
            if begun.elapsed() > LIMIT {
                let waits = std::fs::read_to_string(format!("/proc/{}/wchan", self.pid()));
                self.kill(libc::SIGKILL);
                panic!("zetop does not end: {waits:?}");
            }
            std::thread::sleep(Duration::from_millis(10));
        };
        let json = std::fs::read_to_string(self.file("out.json")).expect("the JSON is written");
        let json: serde_json::Value = serde_json::from_str(&json).unwrap();
        assert_eq!(json["schema"], "zetop/1");
        assert!(std::fs::read_to_string(self.file("out.csv")).unwrap().starts_with("Function,"));
        let report = zetop().arg("report").arg(self.file("out.zetop")).output().unwrap();
        assert!(report.status.success() && report.stderr.is_empty(), "a whole recording: {report:?}");
        status
    }
}

/// Says its pid, and goes on for long.
const LONG: [&str; 3] = ["sh", "-c", "echo $$ > pid.new; mv pid.new pid; exec sleep 1000"];

fn pid_of(file: &Path) -> String {
    eventually("the program", || file.exists());
    std::fs::read_to_string(file).unwrap().trim().to_owned()
}

fn lives(pid: &str) -> bool {
    let stat = std::fs::read_to_string(Path::new("/proc").join(pid).join("stat")).unwrap_or_default();
    stat.rsplit(')').next().is_some_and(|rest| !rest.is_empty() && !rest.trim_start().starts_with(['Z', 'X']))
}

/// What comes from a terminal, read as it comes.
fn reading(master: &dyn MasterPty) -> Arc<Mutex<Vec<u8>>> {
    let bytes = Arc::new(Mutex::new(Vec::new()));
    let (to, mut from) = (Arc::clone(&bytes), master.try_clone_reader().unwrap());
    std::thread::spawn(move || {
        let mut buffer = [0; 65536];
        while let Ok(n @ 1..) = from.read(&mut buffer) {
            to.lock().unwrap().extend_from_slice(&buffer[..n]);
        }
    });
    bytes
}

fn has(bytes: &Mutex<Vec<u8>>, text: &str) -> bool {
    bytes.lock().unwrap().windows(text.len()).any(|w| w == text.as_bytes())
}

/// Reads until the dashboard is there, and no further.
fn until_dashboard(master: &dyn MasterPty) {
    let (mut from, mut seen) = (master.try_clone_reader().unwrap(), Vec::new());
    let mut buffer = [0; 65536];
    while !seen.windows(8).any(|w| w == b"\x1b[?1049h") {
        let n = from.read(&mut buffer).unwrap();
        seen.extend_from_slice(&buffer[..n]);
    }
}

/// Ended with 101 and without any output; with SIGHUP ignored the program ran on alone.
#[test]
fn a_terminal_that_goes_away_takes_nothing_with_it() {
    for (nohup, size) in [(false, (120, 40)), (true, (120, 40)), (false, (0, 0))] {
        let mut watched = Watched::start(&How { program: &LONG, size, nohup, ..How::default() });
        let program = pid_of(&watched.file("pid"));
        let master = watched.master.take().unwrap();
        until_dashboard(&*master);
        // In the middle of a change of its size.
        for cols in [100, 0, 90] {
            master.resize(PtySize { rows: 20, cols, pixel_width: 0, pixel_height: 0 }).unwrap();
        }
        drop(master);
        let status = watched.end();
        // As the program was: by SIGTERM.
        assert_eq!(status.signal(), Some("Terminated"), "nohup {nohup}, {size:?}: {status:?}");
        eventually("the program's end", || !lives(&program));
    }
}

/// Only SIGKILL ended it, and nothing was written.
#[test]
fn a_terminal_that_nobody_reads_holds_nothing_up() {
    let signals = [libc::SIGTERM, libc::SIGINT, libc::SIGHUP, libc::SIGQUIT];
    for signal in signals.map(Some).into_iter().chain([None]) {
        let duration: &[&str] = if signal.is_none() { &["--duration", "1"] } else { &[] };
        // Frames of this size fill the terminal.
        let how = How { options: duration, program: &LONG, size: (400, 120), ..How::default() };
        let mut watched = Watched::start(&how);
        if let Some(signal) = signal {
            pid_of(&watched.file("pid"));
            wait_until_stuck(watched.master.as_deref().unwrap());
            watched.kill(signal);
        }
        let status = watched.end();
        assert_eq!(status.signal(), Some("Terminated"), "{signal:?}: {status:?}");
        // When its time is up, a program of a busy machine may not have come to its first line.
        if let Ok(program) = std::fs::read_to_string(watched.file("pid")) {
            eventually("the program's end", || !lives(program.trim()));
        }
        // What was in its way has been dropped, so that the terminal could be restored.
        let shown = reading(watched.master.as_deref().unwrap());
        eventually("the normal screen", || has(&shown, "\u{1b}[?1049l") && has(&shown, "\u{1b}[?25h"));
    }
}

/// Waits until the terminal is full.
fn wait_until_stuck(master: &dyn MasterPty) {
    let fd = master.as_raw_fd().unwrap();
    let waiting = || {
        let mut n: libc::c_int = 0;
        // SAFETY: the descriptor is open as long as the master; the call writes the number.
        assert_eq!(unsafe { libc::ioctl(fd, libc::FIONREAD, &raw mut n) }, 0);
        n
    };
    let (mut before, mut since) = (0, Instant::now());
    eventually("a full terminal", || {
        if waiting() != before {
            (before, since) = (waiting(), Instant::now());
        }
        before > 0 && since.elapsed() > Duration::from_millis(500)
    });
}

#[test]
fn figures_are_served_beside_a_terminal_that_nobody_reads() {
    let port = std::net::TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
    let port_text = port.to_string();
    let options = ["--metrics", &port_text];
    let mut watched =
        Watched::start(&How { options: &options, program: &LONG, size: (400, 120), ..How::default() });
    wait_until_stuck(watched.master.as_deref().unwrap());
    let ask = || -> std::io::Result<String> {
        let mut answer = String::new();
        let mut stream = std::net::TcpStream::connect(("127.0.0.1", port))?;
        stream.write_all(b"GET /metrics HTTP/1.1\r\nHost: localhost\r\n\r\n")?;
        stream.read_to_string(&mut answer)?;
        Ok(answer)
    };
    eventually("figures", || {
        ask().is_ok_and(|answer| {
            answer.starts_with("HTTP/1.1 200 OK") && answer.contains("zetop_elapsed_seconds")
        })
    });
    watched.kill(libc::SIGTERM);
    watched.end();
}

/// Slurm's `--signal=USR1` ended zetop with status 138, and left the program alone.
#[test]
fn what_a_launcher_sends_is_passed_on() {
    const SCRIPT: &str = "trap 'echo usr1 >> got' USR1; trap 'echo usr2 >> got' USR2; trap 'echo alarm >> got' ALRM; \
        trap 'echo real-time >> got' 40; trap 'echo term >> got; exit 7' TERM; \
        echo $$ > pid.new; mv pid.new pid; while :; do sleep 0.02; done";
    let signals = [
        (libc::SIGUSR1, "usr1"),
        (libc::SIGUSR2, "usr2"),
        (libc::SIGALRM, "alarm"),
        (40, "real-time"),
        (libc::SIGTERM, "term"),
    ];
    // Without a dashboard.
    let dir = tempfile::tempdir().unwrap();
    let (got, json) = (dir.path().join("got"), dir.path().join("out.json"));
    let mut command = zetop();
    command.args(["--no-tui", "--no-history", "--json", "out.json", "bash", "-c", SCRIPT]);
    let child = command.current_dir(dir.path()).stderr(Stdio::piped()).spawn().unwrap();
    pid_of(&dir.path().join("pid"));
    let said = |got: &Path, text: &str| std::fs::read_to_string(got).is_ok_and(|all| all.contains(text));
    for (signal, text) in signals {
        // SAFETY: no memory is involved; the process is a child that has not been waited for.
        assert_eq!(unsafe { libc::kill(child.id() as i32, signal) }, 0);
        eventually(text, || said(&got, text));
    }
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(7), "{} {:?}", stderr(&output), output.status.signal());
    assert!(json.exists());
    // Beside a dashboard, which SIGTERM ends.
    let program = ["bash", "-c", SCRIPT];
    let mut watched = Watched::start(&How { program: &program, size: (120, 40), ..How::default() });
    let shown = reading(watched.master.as_deref().unwrap());
    pid_of(&watched.file("pid"));
    eventually("the dashboard", || has(&shown, "\u{1b}[?1049h"));
    for (signal, text) in signals {
        watched.kill(signal);
        eventually(text, || said(&watched.file("got"), text));
    }
    assert_eq!(watched.end().exit_code(), 7);
    eventually("the normal screen", || has(&shown, "\u{1b}[?1049l"));
}

/// An attached program is not zetop's to signal: zetop leaves it, with its outputs.
#[test]
fn a_recording_is_left_in_order_by_any_signal() {
    let dir = tempfile::tempdir().unwrap();
    let file = dir.path().join("recording");
    let arguments = ["--no-tui", "--no-history", "--record", file.to_str().unwrap(), "true"];
    assert!(common::run(&arguments).status.success());
    let pty = native_pty_system().openpty(PtySize::default()).unwrap();
    let mut command = CommandBuilder::new(env!("CARGO_BIN_EXE_zetop"));
    command.args(["replay", file.to_str().unwrap()]);
    let mut child = pty.slave.spawn_command(command).unwrap();
    drop(pty.slave);
    let shown = reading(&*pty.master);
    eventually("the bar", || has(&shown, "1x  00:00:00"));
    // SAFETY: no memory is involved; the process is a child that has not been waited for.
    assert_eq!(unsafe { libc::kill(child.process_id().unwrap() as i32, libc::SIGUSR1) }, 0);
    assert!(child.wait().unwrap().success());
    eventually("the normal screen", || has(&shown, "\u{1b}[?1049l"));
}

/// It got /dev/null, and `EOFError`.
#[test]
fn a_program_that_asks_gets_an_answer() {
    const SCRIPT: &str = "[ -t 0 ] && echo terminal > tty; printf 'how many? '; read n; echo \"got $n\"; read m; \
        echo \"then $m\"; touch done; exit 9";
    let program = ["sh", "-c", SCRIPT];
    let mut watched = Watched::start(&How { program: &program, size: (120, 40), ..How::default() });
    let master = watched.master.take().unwrap();
    let shown = reading(&*master);
    let screen = || {
        let mut parser = vt100::Parser::new(40, 120, 0);
        parser.process(&shown.lock().unwrap());
        parser.screen().contents()
    };
    let mut keys = master.take_writer().unwrap();
    if watched_syscalls_can_be_seen() {
        eventually("the advice", || {
            screen().contains("the program waits for its input: I gives it the keyboard")
        });
    } else {
        zetop_testing::skip!("whether it says that the program waits: /proc/PID/syscall cannot be read here");
        eventually("the dashboard", || has(&shown, "\u{1b}[?1049h"));
    }
    keys.write_all(b"I").unwrap();
    eventually("the question", || {
        screen().contains("how many? _") && screen().contains("Ctrl-] takes it back")
    });
    keys.write_all(b"4q").unwrap();
    eventually("what is typed", || screen().contains("how many? 4q_"));
    keys.write_all(b"\x7f2\r").unwrap();
    eventually("the answer's end", || screen().contains("got 42"));
    // Keys are the dashboard's again.
    keys.write_all(b"\x1d").unwrap();
    eventually("the keyboard is back", || !screen().contains("Ctrl-] takes it back"));
    keys.write_all(b"?").unwrap();
    eventually("the help", || screen().contains("next screen"));
    keys.write_all(b"\x1b").unwrap();
    eventually("no help", || !screen().contains("next screen"));
    keys.write_all(b"I").unwrap();
    eventually("the keyboard is given", || screen().contains("Ctrl-] takes it back"));
    keys.write_all(b"7\r").unwrap();
    eventually("the program's end", || watched.file("done").exists());
    eventually("the end is known", || !screen().contains("Ctrl-] takes it back"));
    keys.write_all(b"q").unwrap();
    // Should the dashboard not know of the end yet, it asks.
    let _ = keys.write_all(b"y");
    assert_eq!(watched.end().exit_code(), 9);
    assert!(watched.file("tty").exists());
    eventually("the output", || has(&shown, "then 7"));
}

fn watched_syscalls_can_be_seen() -> bool {
    let mut child = zetop_child();
    let seen = std::fs::read_to_string(format!("/proc/{}/syscall", child.id())).is_ok();
    let _ = child.kill();
    let _ = child.wait();
    seen
}

fn zetop_child() -> std::process::Child {
    std::process::Command::new("sleep").arg("1000").spawn().unwrap()
}
