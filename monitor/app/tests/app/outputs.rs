//! Outputs that fail, hang or were planted by others, and what happens to the program.

use crate::common::{eventually, run, stderr, stdout, zetop};
use std::io::Read;
use std::os::unix::fs::{OpenOptionsExt, PermissionsExt, symlink};
use std::path::{Path, PathBuf};
use std::process::{Child, Stdio};
use std::time::{Duration, Instant};

const LIMIT: Duration = Duration::from_secs(60);

fn fifo(dir: &Path) -> PathBuf {
    let path = dir.join("pipe");
    let mode = rustix::fs::Mode::RUSR | rustix::fs::Mode::WUSR;
    rustix::fs::mknodat(rustix::fs::CWD, &path, rustix::fs::FileType::Fifo, mode, 0).unwrap();
    path
}

/// The end of a zetop that could hang.
fn end(mut child: Child) -> std::process::Output {
    let started = Instant::now();
    while child.try_wait().unwrap().is_none() {
        if started.elapsed() > LIMIT {
            let _ = child.kill();
            panic!("zetop does not end: {:?}", child.wait_with_output());
        }
        std::thread::sleep(Duration::from_millis(10));
    }
    child.wait_with_output().unwrap()
}

/// `--interval` on a full disk used to end the program (status 143).
#[test]
fn a_full_disk_does_not_end_the_program() {
    // The program runs on until zetop has said it.
    let said = tempfile::NamedTempFile::new().unwrap();
    let program = format!(
        "n=0; until grep -q 'no more lines' {} || [ $n = 600 ]; do n=$((n+1)); sleep 0.05; done; echo whole; exit 3",
        said.path().display()
    );
    let output = zetop()
        .args(["--interval", "0.02", "--json", "/dev/full", "sh", "-c", &program])
        .stderr(said.reopen().unwrap())
        .output()
        .unwrap();
    let said = std::fs::read_to_string(said.path()).unwrap();
    assert_eq!(output.status.code(), Some(3), "{said}");
    assert_eq!(stdout(&output), "whole\n");
    let warnings = said.lines().filter(|line| line.contains("no more lines are written")).count();
    assert_eq!(warnings, 1, "{said}");
    // an incomplete report must not look like one
    let output = run(&["--interval", "0.02", "--json", "/dev/full", "sleep", "0.1"]);
    assert_eq!(output.status.code(), Some(1), "{}", stderr(&output));
}

#[test]
fn a_stream_that_cannot_be_opened_is_said_before_the_program_runs() {
    let output =
        run(&["--interval", "1", "--json", "/nonexistent/report", "sh", "-c", "echo ran >&2; exit 3"]);
    assert_eq!(output.status.code(), Some(3));
    let said = stderr(&output);
    let at = |words: &str| said.find(words).unwrap_or_else(|| panic!("{words} in {said}"));
    assert!(at("zetop: /nonexistent/report: ") < at("ran"), "{said}");
    assert_eq!(said.matches("/nonexistent").count(), 1, "{said}");
}

#[test]
fn a_pipe_without_a_reader_is_given_up() {
    let dir = tempfile::tempdir().unwrap();
    let pipe = fifo(dir.path());
    for more in [&["--interval", "0.05"][..], &[]] {
        let mut command = zetop();
        command.arg("--json").arg(&pipe).args(more).args(["sh", "-c", "sleep 0.2; exit 4"]);
        let output = end(command.stderr(Stdio::piped()).spawn().unwrap());
        assert_eq!(output.status.code(), Some(4), "{}", stderr(&output));
        assert!(stderr(&output).contains("a pipe that nobody reads"), "{}", stderr(&output));
    }
}

#[test]
fn sigterm_works_while_nobody_reads() {
    let dir = tempfile::tempdir().unwrap();
    let started = dir.path().join("started");
    let mut command = zetop();
    command.arg("--json").arg(fifo(dir.path())).args(["--interval", "0.05", "sh", "-c"]);
    command.arg("touch \"$0\"; exec sleep 100").arg(&started).stderr(Stdio::piped());
    let child = command.spawn().unwrap();
    eventually("the start", || started.exists());
    rustix::process::kill_process(rustix::process::Pid::from_child(&child), rustix::process::Signal::TERM)
        .unwrap();
    let output = end(child);
    assert_eq!(std::os::unix::process::ExitStatusExt::signal(&output.status), Some(15), "{output:?}");
}

/// A pipe that is full, to be read from later, and its other end.
fn full_pipe() -> (std::io::PipeReader, std::io::PipeWriter) {
    let (reader, writer) = std::io::pipe().unwrap();
    let flags = rustix::fs::fcntl_getfl(&writer).unwrap();
    rustix::fs::fcntl_setfl(&writer, flags | rustix::fs::OFlags::NONBLOCK).unwrap();
    while std::io::Write::write(&mut &writer, &[b'.'; 4096]).is_ok() {}
    rustix::fs::fcntl_setfl(&writer, flags).unwrap();
    (reader, writer)
}

/// The note that there were no calls made zetop wait for ever, deaf to signals; and the files came after it.
#[test]
fn a_stderr_that_nobody_reads_holds_nothing_up() {
    let dir = tempfile::tempdir().unwrap();
    let json = dir.path().join("out.json");
    let (reader, writer) = full_pipe();
    let child = zetop().arg("--json").arg(&json).args(["sh", "-c", "exit 4"]).stderr(writer).spawn().unwrap();
    eventually("the figures", || {
        let text = std::fs::read_to_string(&json).unwrap_or_default();
        serde_json::from_str::<serde_json::Value>(&text).is_ok_and(|v| v["target"]["exit_status"] == 4)
    });
    rustix::process::kill_process(rustix::process::Pid::from_child(&child), rustix::process::Signal::TERM)
        .unwrap();
    assert_eq!(end(child).status.code(), Some(4));
    drop(reader);
}

#[test]
fn a_stderr_that_is_read_late_has_everything() {
    let (reader, writer) = full_pipe();
    let child = zetop().args(["sh", "-c", "exit 4"]).stderr(writer).spawn().unwrap();
    let said = std::io::read_to_string(reader).unwrap();
    assert_eq!(end(child).status.code(), Some(4));
    assert!(said.contains("zetop: no Level Zero or CUDA calls seen"), "{}", said.trim_start_matches('.'));
}

#[test]
fn a_reader_of_a_pipe_gets_every_line() {
    let dir = tempfile::tempdir().unwrap();
    let pipe = fifo(dir.path());
    let mut command = zetop();
    command.arg("--json").arg(&pipe).args(["--interval", "0.05", "sleep", "0.5"]).stderr(Stdio::null());
    // Before the start: there is somebody to write to, however late this process gets to reading.
    let mut options = std::fs::File::options();
    let mut reader =
        options.read(true).custom_flags(rustix::fs::OFlags::NONBLOCK.bits() as i32).open(&pipe).unwrap();
    let (mut child, mut text) = (command.spawn().unwrap(), Vec::new());
    eventually("the end", || {
        let is_over = child.try_wait().unwrap().is_some();
        reader.read_to_end(&mut text).is_ok() && is_over
    });
    assert!(end(child).status.success());
    let text = String::from_utf8(text).unwrap();
    let last: serde_json::Value = serde_json::from_str(text.lines().last().unwrap()).unwrap();
    assert_eq!(last["state"], "exited");
}

#[test]
fn reports_keep_no_bits_and_follow_no_planted_links() {
    let dir = tempfile::tempdir().unwrap();
    let report = dir.path().join("report");
    for option in ["--json", "--csv", "--markdown"] {
        std::fs::write(&report, "").unwrap();
        std::fs::set_permissions(&report, std::fs::Permissions::from_mode(0o6755)).unwrap();
        assert!(run(&[option, report.to_str().unwrap(), "true"]).status.success());
        let mode = std::fs::metadata(&report).unwrap().permissions().mode();
        assert_eq!(mode & 0o7777, 0o644, "{option}");
    }
    if !rustix::process::geteuid().is_root() {
        return zetop_testing::skip!("planted links, since only root can give links away");
    }
    let victim = dir.path().join("victim");
    let link = dir.path().join("link");
    std::fs::write(&victim, "precious").unwrap();
    symlink(&victim, &link).unwrap();
    std::os::unix::fs::lchown(&link, Some(65_534), None).unwrap();
    let link = link.to_str().unwrap();
    let attempts: [&[&str]; 4] = [
        &["--json", link, "true"],
        &["--csv", link, "true"],
        &["--json", link, "--interval", "1", "true"],
        &["doctor", &format!("--json={link}")],
    ];
    for arguments in attempts {
        let output = run(arguments);
        assert_eq!(output.status.code(), Some(1), "{arguments:?}: {}", stderr(&output));
        assert!(stderr(&output).contains("is a link owned by uid 65534"), "{}", stderr(&output));
        assert_eq!(std::fs::read_to_string(&victim).unwrap(), "precious", "{arguments:?}");
    }
}

/// One clear line each: the program runs, and an output that is missing is a failure of zetop's. A wrong command line starts
/// nothing.
#[test]
fn outputs_that_cannot_be_are_said_and_the_program_runs() {
    let dir = tempfile::tempdir().unwrap();
    let file = dir.path().join("out").to_str().unwrap().to_owned();
    let around = dir.path().join(".").join("out").to_str().unwrap().to_owned();
    let folder = dir.path().to_str().unwrap();
    for (arguments, status, words) in [
        (vec!["--record", "/nonexistent/out"], 1, "No such file or directory"),
        (vec!["--record", "-"], 2, "--record takes a file"),
        (vec!["--json", folder], 1, "Is a directory"),
        (vec!["--json", "/nonexistent/out"], 1, "/nonexistent/out: No such file or directory"),
        (vec!["--csv", folder], 1, "Is a directory"),
        (vec!["--csv", "/nonexistent/out"], 1, "/nonexistent/out: No such file or directory"),
        (vec!["--markdown", folder], 1, "Is a directory"),
        (vec!["--markdown", "/nonexistent/out"], 1, "/nonexistent/out: No such file or directory"),
        (vec!["--markdown", "/dev/full"], 1, "/dev/full: No space left on device"),
        (vec!["--markdown", "-"], 2, "--markdown takes a file"),
        (vec!["--trace", folder], 1, "Is a directory"),
        (vec!["--trace", "/nonexistent/out"], 1, "No such file or directory"),
        (vec!["--trace", "-"], 2, "--trace takes a file"),
        (
            vec!["--trace", "/dev/null", "--trace-last", "1s"],
            1,
            "only a regular file can be cut to its last part",
        ),
        (vec!["--record", &file, "--trace", &around], 2, "--record and --trace are the same file"),
        (vec!["--json", &file, "--record", &around], 2, "--json and --record are the same file"),
        (vec!["--csv", &file, "--json", &file], 2, "--json and --csv are the same file"),
        (vec!["--csv", &file, "--markdown", &around], 2, "--csv and --markdown are the same file"),
    ] {
        let all = [arguments.clone(), vec!["--no-tui", "--no-history", "echo", "started"]].concat();
        let output = run(&all);
        assert_eq!(output.status.code(), Some(status), "{arguments:?}: {output:?}");
        let said = stderr(&output);
        assert_eq!(said.matches(words).count(), 1, "{arguments:?}: {said}");
        assert_eq!(stdout(&output), if status == 2 { "" } else { "started\n" }, "{arguments:?}");
    }
}

#[test]
fn what_compares_runs_writes_no_markdown() {
    for command in [&["diff", "@1", "@2"][..], &["history"]] {
        let output = run(&[command, &["--markdown", "/nonexistent/out"]].concat());
        assert_eq!(output.status.code(), Some(2), "{command:?}: {output:?}");
        assert_eq!(stderr(&output).lines().count(), 1, "{output:?}");
    }
}

/// What two zetops write at the same time under one name is said by the one that comes last, and by the one whose file is gone.
#[test]
fn a_file_that_somebody_else_writes_meanwhile_is_said() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("out").to_str().unwrap().to_owned();
    for (options, words) in [
        (vec!["--json", &path], "somebody else has written this file meanwhile"),
        (vec!["--csv", &path], "somebody else has written this file meanwhile"),
        (vec!["--markdown", &path], "somebody else has written this file meanwhile"),
        (vec!["--record", &path], "somebody else has taken the file's name"),
        (vec!["--interval", "0.05", "--json", &path], "somebody else has taken the file's name"),
    ] {
        let program = format!("sleep 0.2; echo x > {path}.new; mv {path}.new {path}");
        let output = run(&[&options[..], &["--no-tui", "--no-history", "sh", "-c", &program]].concat());
        assert!(stderr(&output).contains(words), "{options:?}: {output:?}");
    }
    let output = run(&["--no-tui", "--no-history", "--json", &path, "true"]);
    assert!(!stderr(&output).contains("somebody else"), "{output:?}");
}

/// A trace that cannot be written is given up with one warning; the program's status is its own.
#[test]
fn a_trace_on_a_full_disk_ends_with_one_warning() {
    let said = tempfile::NamedTempFile::new().unwrap();
    let program = format!(
        "n=0; until grep -q 'the trace ends here' {} || [ $n = 600 ]; do n=$((n+1)); sleep 0.05; done; echo whole; exit 3",
        said.path().display()
    );
    let output = zetop()
        .args(["--no-tui", "--no-history", "--trace", "/dev/full", "sh", "-c", &program])
        .stderr(said.reopen().unwrap())
        .output()
        .unwrap();
    let said = std::fs::read_to_string(said.path()).unwrap();
    assert_eq!(output.status.code(), Some(3), "{said}");
    assert_eq!(stdout(&output), "whole\n");
    assert_eq!(said.matches("the trace ends here, the program runs on").count(), 1, "{said}");
}

/// `--record >(head -c 40)`: its reader has gone.
#[test]
fn a_recording_whose_reader_goes_ends_with_one_warning() {
    let dir = tempfile::tempdir().unwrap();
    let pipe = fifo(dir.path());
    let mut reader = std::fs::OpenOptions::new();
    let reader = std::os::unix::fs::OpenOptionsExt::custom_flags(reader.read(true), libc::O_NONBLOCK);
    let mut reader = reader.open(&pipe).unwrap();
    let gone = dir.path().join("gone");
    let script = "until [ -e \"$0\" ]; do sleep 0.01; done; echo whole; exit 3";
    let child = zetop()
        .args(["--record", pipe.to_str().unwrap(), "sh", "-c", script])
        .arg(&gone)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut begin = [0; 40];
    eventually("the beginning of the recording", || matches!(reader.read(&mut begin), Ok(1..)));
    drop(reader);
    std::fs::write(&gone, "").unwrap();
    let output = end(child);
    assert_eq!(output.status.code(), Some(3), "{output:?}");
    assert_eq!(stdout(&output), "whole\n");
}
