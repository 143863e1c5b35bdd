//! The program's output while the dashboard has the terminal: nothing is lost, nothing is changed.

use crate::common;
use portable_pty::{CommandBuilder, PtySize, native_pty_system};
use std::io::{Read, Write};
use std::path::Path;
use std::sync::{Arc, Mutex};

struct Screen {
    bytes: Arc<Mutex<Vec<u8>>>,
    keys: Box<dyn Write + Send>,
    child: Box<dyn portable_pty::Child + Send + Sync>,
    reader: std::thread::JoinHandle<()>,
    _master: Box<dyn portable_pty::MasterPty + Send>,
}

/// zetop on a terminal of its own.
fn on_terminal(arguments: &[&str]) -> Screen {
    on_terminal_of(120, 30, arguments)
}

fn on_terminal_of(cols: u16, rows: u16, arguments: &[&str]) -> Screen {
    let size = PtySize { rows, cols, pixel_width: 0, pixel_height: 0 };
    let pty = native_pty_system().openpty(size).unwrap();
    let mut command = CommandBuilder::new(env!("CARGO_BIN_EXE_zetop"));
    command.args(arguments);
    command.env("TERM", "xterm-256color");
    let child = pty.slave.spawn_command(command).unwrap();
    drop(pty.slave);
    let (bytes, mut from) = (Arc::new(Mutex::new(Vec::new())), pty.master.try_clone_reader().unwrap());
    let to = Arc::clone(&bytes);
    let reader = std::thread::spawn(move || {
        let mut buffer = [0; 65536];
        while let Ok(n @ 1..) = from.read(&mut buffer) {
            to.lock().unwrap().extend_from_slice(&buffer[..n]);
        }
    });
    let keys = pty.master.take_writer().unwrap();
    Screen { bytes, keys, child, reader, _master: pty.master }
}

impl Screen {
    /// Whether it was ever written, in one piece.
    fn has(&self, text: &str) -> bool {
        let bytes = self.bytes.lock().unwrap();
        bytes.windows(text.len()).any(|w| w == text.as_bytes())
    }

    /// Whether a terminal of the usual size shows a text now.
    fn shows(&self, text: &str) -> bool {
        let mut parser = vt100::Parser::new(30, 120, 0);
        parser.process(&self.bytes.lock().unwrap());
        parser.screen().contents().contains(text)
    }

    /// What is left on the normal screen, and the exit status.
    fn end(mut self) -> (Vec<u8>, portable_pty::ExitStatus) {
        let status = self.child.wait().unwrap();
        self.reader.join().unwrap();
        let bytes = self.bytes.lock().unwrap();
        let leave = b"\x1b[?1049l";
        let at = bytes.windows(leave.len()).rposition(|w| w == leave).expect("the dashboard was left");
        (bytes[at + leave.len()..].to_vec(), status)
    }
}

/// Whether a terminal of the usual size that was sent these bytes has ever shown all of the texts at once.
fn has_ever_shown(bytes: &[u8], texts: &[&str]) -> bool {
    let mut parser = vt100::Parser::new(30, 120, 0);
    bytes.chunks(512).any(|piece| {
        parser.process(piece);
        let shown = parser.screen().contents();
        texts.iter().all(|text| shown.contains(text))
    })
}

#[test]
fn output_is_replayed_to_the_byte_on_its_own_stream() {
    let dir = tempfile::tempdir().unwrap();
    let (done, terminal) = (dir.path().join("done"), dir.path().join("terminal"));
    // 2 MB of all byte values but the newline that the outer terminal would change
    let script = format!(
        "[ -t 1 ] && [ -t 2 ] && echo yes > {}; \
         awk 'BEGIN {{ for (i = 0; i < 40000; i++) printf \"line %06d of the programs output, long enough\\r\\n\", i }}'; \
         printf 'tail without end'; touch {}; exit 3",
        terminal.display(),
        done.display()
    );
    let mut screen = on_terminal(&["sh", "-c", &script]);
    common::eventually("the program's end", || done.exists());
    // the dashboard stays with the final figures till it is left
    common::eventually("the final figures", || screen.shows("exited with status 3"));
    screen.keys.write_all(b"q").unwrap();
    let (left, status) = screen.end();
    assert_eq!(status.exit_code(), 3);
    assert_eq!(std::fs::read_to_string(terminal).unwrap(), "yes\n");
    let mut expected = String::new();
    for i in 0..40_000 {
        // the program's own bytes, with the outer terminal's "\r" before each newline
        expected += &format!("line {i:06} of the programs output, long enough\r\r\n");
    }
    expected += "tail without end";
    let at = left.windows(12).position(|w| w == b"line 000000 ").expect("the output");
    let replayed = &left[at..];
    let same = replayed.iter().zip(expected.as_bytes()).take_while(|(a, b)| a == b).count();
    let differs = String::from_utf8_lossy(&replayed[same..(same + 200).min(replayed.len())]);
    assert!(same == expected.len(), "after {same} of {} bytes: {differs:?}", expected.len());
}

#[test]
fn the_demo_shows_live_figures_and_leaves_after_its_time() {
    if zetop_process::libraries::find("libze_loader.so.1", None).is_none() {
        zetop_testing::skip!("no Level Zero loader");
        return;
    }
    // How much it shows in its time depends on the machine.
    for seconds in ["2", "20", "60"] {
        let screen = on_terminal(&["demo", "--duration", seconds]);
        let bytes = Arc::clone(&screen.bytes);
        let (left, status) = screen.end();
        assert_eq!(status.exit_code(), 0);
        let figures = ["zetop demo", "zeCommandListAppendMemoryCopy", "copy heap", "Simulated"];
        if has_ever_shown(&bytes.lock().unwrap(), &figures) {
            let left = String::from_utf8_lossy(&left);
            return assert!(left.contains("demo: "), "the workload's output is replayed");
        }
    }
    panic!("no figures");
}

#[test]
fn a_signal_that_ends_the_program_ends_zetop_with_the_terminal_restored() {
    let mut screen = on_terminal(&["sh", "-c", "echo last words; kill -SEGV $$"]);
    common::eventually("the program's end", || screen.shows("killed by signal 11"));
    screen.keys.write_all(b"q").unwrap();
    let (left, status) = screen.end();
    assert!(!status.success());
    assert!(String::from_utf8_lossy(&left).contains("last words"));
}

/// Two frames of it would be hundreds of gigabytes.
#[test]
fn a_terminal_that_says_it_is_huge_is_no_trouble() {
    let dir = tempfile::tempdir().unwrap();
    let pid = dir.path().join("pid");
    let script = format!("echo $$ > {0}.new; mv {0}.new {0}; exit 5", pid.display());
    let mut screen = on_terminal_of(65_535, 65_535, &["sh", "-c", &script]);
    common::eventually("the dashboard", || screen.has("\u{1b}[?1049h"));
    common::eventually("the program", || pid.exists());
    let program = std::fs::read_to_string(&pid).unwrap();
    common::eventually("its end", || !Path::new("/proc").join(program.trim()).exists());
    // Should the dashboard not know of the end yet, it asks.
    screen.keys.write_all(b"qy").unwrap();
    let (left, status) = screen.end();
    assert_eq!(status.exit_code(), 5, "{}", String::from_utf8_lossy(&left));
}

#[test]
fn a_recording_is_played_in_a_terminal() {
    let dir = tempfile::tempdir().unwrap();
    let file = dir.path().join("recording").to_str().unwrap().to_owned();
    let recorded = common::run(&["--no-tui", "--no-history", "--record", &file, "sleep", "0.4"]);
    assert!(recorded.status.success(), "{recorded:?}");
    let mut screen = on_terminal(&["replay", &file]);
    common::eventually("the bar", || screen.has("1x  00:00:00"));
    screen.keys.write_all(b"]").unwrap();
    common::eventually("another speed", || screen.has("2"));
    screen.keys.write_all(b"q").unwrap();
    let (_, status) = screen.end();
    assert!(status.success());
    // Without a terminal there is nothing to show.
    let output = common::run(&["replay", &file]);
    assert_eq!(output.status.code(), Some(2));
    assert!(common::stderr(&output).contains("replay needs a terminal"), "{output:?}");
}

#[test]
fn the_program_is_run_again_under_the_same_zetop() {
    let dir = tempfile::tempdir().unwrap();
    let (runs, done) = (dir.path().join("runs"), dir.path().join("done"));
    let script = format!(
        "touch {runs}; n=$(($(wc -l < {runs}) + 1)); echo \"this is run $n\"; echo $$ >> {runs}; \
         if [ $n = 2 ]; then touch {done}; exit 7; fi; exec sleep 1000",
        runs = runs.display(),
        done = done.display()
    );
    let pids = || std::fs::read_to_string(&runs).unwrap_or_default();
    let path = |name: &str| dir.path().join(name).to_str().unwrap().to_owned();
    let (recording, trace) = (path("recording"), path("trace"));
    let keep = ["--no-history", "--record", &recording, "--trace", &trace];
    let mut screen = on_terminal(&[&keep[..], &["sh", "-c", &script]].concat());
    common::eventually("the first run", || pids().lines().count() == 1);
    common::eventually("its dashboard", || screen.has("\u{1b}[?1049h"));
    // It asks: nothing happens before the answer.
    screen.keys.write_all(b"R").unwrap();
    common::eventually("the question", || screen.has("again"));
    let first = pids().trim().to_owned();
    let lives = |pid: &str| Path::new("/proc").join(pid).exists();
    assert!(lives(&first) && pids().lines().count() == 1);
    screen.keys.write_all(b"y").unwrap();
    common::eventually("the second run", || done.exists());
    common::eventually("the end of the first", || !lives(&first));
    let second = pids().lines().last().unwrap().to_owned();
    common::eventually("the end of the second", || !lives(&second));
    common::eventually("the final figures", || screen.shows("exited with status 7"));
    screen.keys.write_all(b"q").unwrap();
    let bytes = Arc::clone(&screen.bytes);
    let (left, status) = screen.end();
    assert_eq!(status.exit_code(), 7, "the last run's");
    assert!(String::from_utf8_lossy(&left).contains("this is run 2"));
    // What the first has written is left on the terminal before the dashboard comes again.
    let all = String::from_utf8_lossy(&bytes.lock().unwrap()).into_owned();
    let between =
        all.split("\u{1b}[?1049l").nth(1).and_then(|rest| rest.split("\u{1b}[?1049h").next()).unwrap();
    assert!(between.contains("this is run 1"), "{between}");
    // Each run replaces what was kept of the one before.
    let report = common::run(&["report", &recording, "--json", "-"]);
    assert!(report.stderr.is_empty(), "nothing is missing: {report:?}");
    let object: serde_json::Value = serde_json::from_slice(&report.stdout).unwrap();
    assert_eq!(object["target"]["exit_status"], 7);
    assert!(std::fs::metadata(&trace).unwrap().len() > 0);
}
