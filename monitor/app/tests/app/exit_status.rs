//! zetop ends as the program does, and says so when there is no program.

use crate::common::{self, eventually, run, stderr, stdout, zetop};
use std::os::unix::fs::PermissionsExt;
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::process::Stdio;

#[test]
fn the_programs_status_is_zetops() {
    for status in [0, 1, 42, 255] {
        let output = run(&["sh", "-c", &format!("exit {status}")]);
        assert_eq!(output.status.code(), Some(status), "{}", stderr(&output));
    }
}

#[test]
fn the_programs_signal_is_zetops_without_a_second_core() {
    for (name, number) in
        [("KILL", libc::SIGKILL), ("SEGV", libc::SIGSEGV), ("TERM", libc::SIGTERM), ("INT", libc::SIGINT)]
    {
        let output = run(&["sh", "-c", &format!("kill -{name} $$")]);
        assert_eq!(output.status.signal(), Some(number), "{name}: {}", stderr(&output));
        assert!(!output.status.core_dumped(), "{name}");
    }
}

#[test]
fn no_such_program_is_127_and_one_line() {
    for command in ["no-such-program-anywhere", "/no/such/program", "/etc/passwd/x"] {
        let output = run(&[command]);
        assert_eq!(output.status.code(), Some(127), "{command}");
        assert_eq!(stderr(&output), format!("zetop: {command}: command not found\n"));
    }
}

/// The name of a program reached the terminal with its escape sequences.
#[test]
fn no_escape_sequence_reaches_the_terminal() {
    let output = run(&["no-such\u{1b}[31m\u{7}program"]);
    assert_eq!(output.status.code(), Some(127));
    let said = stderr(&output);
    assert!(said.contains("command not found") && !said.contains(['\u{1b}', '\u{7}']), "{said:?}");
}

#[test]
fn what_cannot_be_executed_is_126_and_one_line() {
    let dir = tempfile::tempdir().unwrap();
    let script = dir.path().join("script");
    std::fs::write(&script, "#!/no/such/interpreter\n").unwrap();
    std::fs::set_permissions(&script, std::fs::Permissions::from_mode(0o755)).unwrap();
    for command in ["/etc/passwd", "/tmp", script.to_str().unwrap()] {
        let output = run(&[command]);
        assert_eq!(output.status.code(), Some(126), "{command}");
        assert_eq!(stderr(&output).lines().count(), 1, "{}", stderr(&output));
        assert!(stderr(&output).contains("cannot execute"), "{}", stderr(&output));
    }
}

#[test]
fn a_wrong_command_line_is_2() {
    for arguments in
        [&["--no-such-option"][..], &["--filter", "p99>>", "true"], &["--sort", "nonsense", "true"], &[]]
    {
        let output = run(arguments);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {}", stderr(&output));
    }
}

#[test]
fn the_version_is_a_line_and_more_with_verbose() {
    let version = format!("zetop {}\n", env!("CARGO_PKG_VERSION"));
    for option in ["-V", "--version"] {
        let output = run(&[option]);
        assert_eq!((output.status.code(), stdout(&output)), (Some(0), version.clone()));
    }
    let output = run(&["--version", "--verbose"]);
    assert!(stdout(&output).starts_with(&version) && stdout(&output).lines().count() == 7, "{output:?}");
    let output = run(&["--verbose"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(stderr(&output).lines().count() == 1 && stderr(&output).contains("--version"), "{output:?}");
}

#[test]
fn a_report_that_cannot_be_written_is_a_failure_but_not_instead_of_the_programs() {
    let output = run(&["--json", "/dev/full", "true"]);
    assert_eq!(output.status.code(), Some(1));
    assert!(stderr(&output).contains("zetop: /dev/full: "), "{}", stderr(&output));
    let output = run(&["--csv", "/dev/full", "sh", "-c", "exit 9"]);
    assert_eq!(output.status.code(), Some(9));
}

#[test]
fn sigterm_is_passed_on_to_the_program() {
    let mut child = zetop()
        .args(["sh", "-c", "trap 'echo trapped; exit 5' TERM; echo ready; while :; do sleep 0.05; done"])
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let mut out = std::io::BufReader::new(child.stdout.take().unwrap());
    let mut line = String::new();
    std::io::BufRead::read_line(&mut out, &mut line).unwrap();
    kill(child.id(), libc::SIGTERM);
    assert_eq!(child.wait().unwrap().code(), Some(5));
    std::io::Read::read_to_string(&mut out, &mut line).unwrap();
    assert_eq!(line, "ready\ntrapped\n");
}

#[test]
fn ctrl_c_is_the_programs_business() {
    // as the terminal does it: to the whole foreground group
    let dir = tempfile::tempdir().unwrap();
    let ready = dir.path().join("ready");
    let script =
        format!("trap 'echo bye; exit 0' INT; touch {}; while :; do sleep 0.05; done", ready.display());
    let child = zetop()
        .args(["sh", "-c", &script])
        .process_group(0)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    eventually("start", || ready.exists());
    kill(child.id().wrapping_neg(), libc::SIGINT);
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    assert_eq!(stdout(&output), "bye\n");
    assert!(
        stderr(&output).contains("no Level Zero or CUDA calls seen"),
        "zetop still reports: {}",
        stderr(&output)
    );
}

/// Sends a signal to a pid, or to a group when negative.
fn kill(pid: u32, signal: i32) {
    // SAFETY: no memory is involved; the process is a child that has not been waited for.
    assert_eq!(unsafe { libc::kill(pid as i32, signal) }, 0);
}

#[test]
fn duration_ends_a_program_that_does_not_want_to() {
    let start = std::time::Instant::now();
    // Ignored from before: a shell of a busy machine may not have come to its own `trap` by then.
    let ignoring = "trap '' TERM; exec \"$0\" \"$@\"";
    let mut command = std::process::Command::new("sh");
    command.args(["-c", ignoring, env!("CARGO_BIN_EXE_zetop"), "--duration", "0.3"]);
    let output = command.args(["sh", "-c", "while :; do sleep 0.1; done"]).output().unwrap();
    assert_eq!(output.status.signal(), Some(libc::SIGKILL), "{}", stderr(&output));
    let took = start.elapsed().as_secs_f64();
    assert!((2.2..100.0).contains(&took), "{took}");
}

/// The one that goes on is named.
#[test]
fn a_finished_program_with_a_background_child_does_not_hold_zetop_up() {
    let start = std::time::Instant::now();
    let dir = tempfile::tempdir().unwrap();
    let file = dir.path().join("pid");
    let script = format!("sleep 300 >/dev/null 2>&1 & echo $! > {}; exit 3", file.display());
    let output = run(&["--no-history", "sh", "-c", &script]);
    let pid = std::fs::read_to_string(file).unwrap().trim().parse().unwrap();
    kill(pid, libc::SIGKILL);
    assert_eq!(output.status.code(), Some(3));
    assert!(start.elapsed().as_secs() < 100);
    let named = format!("a process that the program started goes on without zetop: pid {pid} (sleep 300)");
    assert!(stderr(&output).contains(&named), "{}", stderr(&output));
}

/// The launcher had ended when its child looked for the simulated GPU, which was gone: ZE_RESULT_ERROR_UNINITIALIZED.
#[test]
fn a_child_that_outlives_the_launcher_finds_the_simulator() {
    let dir = tempfile::tempdir().unwrap();
    let (go, pid) = (dir.path().join("go"), dir.path().join("pid"));
    let script = format!(
        "(n=0; until [ -e {go} ] || [ $n = 2000 ]; do n=$((n+1)); sleep 0.05; done; \
         cp $ZE_ENABLE_ALT_DRIVERS {go}.simulator; exec sleep 1000) >/dev/null 2>&1 & echo $! > {pid}",
        go = go.display(),
        pid = pid.display()
    );
    let mut command = zetop();
    command.args(["--no-history", "--sim", "sh", "-c", &script]).env("TMPDIR", dir.path());
    command.env_remove("XDG_RUNTIME_DIR");
    let output = command.output().unwrap();
    let said = stderr(&output);
    assert!(output.status.success() && said.contains("simulated GPU stays in"), "{said}");
    std::fs::write(&go, "").unwrap();
    let simulator = dir.path().join("go.simulator");
    eventually("the child has it", || {
        std::fs::read(&simulator).is_ok_and(|bytes| bytes.starts_with(b"\x7fELF"))
    });
    // It stays as long as the child, and goes with the next zetop after that.
    let again = || {
        let mut command = zetop();
        command.args(["--no-history", "true"]).env("TMPDIR", dir.path()).env_remove("XDG_RUNTIME_DIR");
        assert!(command.output().unwrap().status.success());
        common::folders(&[dir.path()]).len()
    };
    assert_eq!(again(), 1);
    let pid: u32 = std::fs::read_to_string(pid).unwrap().trim().parse().unwrap();
    kill(pid, libc::SIGKILL);
    eventually("the child's end", || !std::path::Path::new(&format!("/proc/{pid}/exe")).exists());
    eventually("nothing is left", || again() == 0);
}
