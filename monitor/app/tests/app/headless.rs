//! Without a terminal: the program's streams are its own, the figures go where they were asked to.

use crate::common::{self, folders, run, stderr, stdout, zetop};
use std::io::Write;
use std::process::Stdio;

#[test]
fn the_programs_streams_are_untouched() {
    let mut child = zetop()
        .args(["sh", "-c", "cat; printf 'err\\377\\n' >&2"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let input: Vec<u8> = (0..3_000_000u32).map(|i| (i % 251) as u8).collect();
    let mut stdin = child.stdin.take().unwrap();
    let given = input.clone();
    let writer = std::thread::spawn(move || stdin.write_all(&given).unwrap());
    let output = child.wait_with_output().unwrap();
    writer.join().unwrap();
    assert_eq!(output.stdout, input);
    assert!(output.stderr.starts_with(b"err\xff\n"));
}

#[test]
fn a_program_without_level_zero_is_said_to_be_one() {
    let output = run(&["sh", "-c", "echo hello; exit 7"]);
    assert_eq!(output.status.code(), Some(7));
    assert_eq!(stdout(&output), "hello\n");
    let said = stderr(&output);
    assert_eq!(said.lines().count(), 1, "{said}");
    assert!(said.starts_with("zetop: no Level Zero or CUDA calls seen: "), "{said}");
}

#[test]
fn json_on_stdout_has_the_keys_of_the_schema() {
    let output = run(&["--json", "-", "sh", "-c", "exit 2"]);
    let object: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(object["schema"], "zetop/1");
    assert_eq!(object["state"], "exited");
    assert_eq!(object["target"]["command"], serde_json::json!(["sh", "-c", "exit 2"]));
    assert_eq!(object["target"]["exit_status"], 2);
    assert_eq!(object["target"]["signal"], serde_json::Value::Null);
    assert_eq!(object["host"]["calls"], 0);
    assert_eq!(object["device"]["coverage_pct"], serde_json::Value::Null);
    for key in ["elapsed_ns", "clock", "devices", "memory", "quality"] {
        assert!(object.get(key).is_some(), "{key}");
    }
}

#[test]
fn interval_writes_lines_and_the_last_is_final() {
    let dir = tempfile::tempdir().unwrap();
    let file = dir.path().join("stream.json");
    // It ends once there are two lines, however long that takes.
    let waits = "until [ $(wc -l < \"$0\") -ge 2 ]; do sleep 0.01; done";
    let path = file.to_str().unwrap();
    let output = run(&["--json", path, "--interval", "0.1", "sh", "-c", waits, path]);
    assert_eq!(output.status.code(), Some(0));
    let text = std::fs::read_to_string(file).unwrap();
    let lines: Vec<serde_json::Value> = text.lines().map(|l| serde_json::from_str(l).unwrap()).collect();
    assert!(lines.len() >= 3, "{text}");
    assert_eq!(lines[0]["state"], "running");
    assert_eq!(lines.last().unwrap()["state"], "exited");
    assert!(lines.windows(2).all(|w| w[0]["elapsed_ns"].as_u64() < w[1]["elapsed_ns"].as_u64()));
}

#[test]
fn a_closed_stdout_ends_quietly() {
    for arguments in ["--json - --interval 0.05 sleep 0.4", "man", "completions bash", "--help"] {
        let mut child =
            zetop().args(arguments.split(' ')).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        drop(child.stdout.take());
        let output = child.wait_with_output().unwrap();
        assert!(output.status.success(), "{arguments}: {:?} {}", output.status, stderr(&output));
        assert!(!stderr(&output).contains("panic"), "{}", stderr(&output));
    }
}

#[test]
fn help_man_and_completions_come_from_one_definition() {
    let help = stdout(&run(&["--help"]));
    for option in [
        "--sim",
        "--json",
        "--csv",
        "--interval",
        "--no-tui",
        "--live",
        "--no-device",
        "--filter",
        "--sort",
        "--duration",
        "--ascii",
    ] {
        assert!(help.contains(option), "{option}\n{help}");
        assert!(stdout(&run(&["completions", "fish"])).contains(&option[2..]), "{option}");
        assert!(stdout(&run(&["man"])).contains(&option[2..].replace('-', "\\-")), "{option}");
    }
    assert!(!help.contains("zetop-demo-workload"), "{help}");
    assert!(help.contains("127") && help.contains("126"));
}

/// "Its dynamic linker ignores LD_LIBRARY_PATH", although another zetop's probe was there on purpose.
#[test]
fn a_zetop_in_a_zetop_is_said_to_have_the_figures() {
    if zetop_process::libraries::find("libze_loader.so.1", None).is_none() {
        return zetop_testing::skip!("no Level Zero loader");
    }
    let inner = env!("CARGO_BIN_EXE_zetop");
    let quiet = ["--no-tui", "--no-history"];
    // How soon the outer one looks at the inner one depends on the machine.
    let mut said = String::new();
    let found = ["6", "30"].into_iter().any(|seconds| {
        let demo = ["demo", "--duration", seconds];
        let output = run(&[&quiet[..], &["--sim", inner], &quiet, &demo].concat());
        said = stderr(&output);
        assert!(output.status.success(), "{said}");
        said.contains("another zetop, which the program started, has the figures of that")
    });
    assert!(found, "{said}");
    assert!(
        !said.contains("LD_LIBRARY_PATH") && !said.contains("no Level Zero or CUDA calls seen"),
        "{said}"
    );
}

#[test]
fn nothing_is_left_behind_and_what_a_killed_zetop_left_is_cleaned_up() {
    let (temporary, runtime) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let shared = std::path::Path::new("/dev/shm");
    let command = |program: &[&str]| {
        let mut command = zetop();
        command.env("TMPDIR", temporary.path()).env("XDG_RUNTIME_DIR", runtime.path()).args(program);
        command.stderr(Stdio::null());
        command
    };
    let places = [temporary.path(), runtime.path()];
    assert!(command(&["true"]).status().unwrap().success());
    common::eventually("nothing is left", || folders(&places).is_empty());

    let session = temporary.path().join("session");
    let script = format!("echo $ZETOP_SESSION > {}.new; mv {0}.new {0}; exec sleep 60", session.display());
    let mut killed = command(&["sh", "-c", &script]).spawn().unwrap();
    common::eventually("start", || session.exists());
    let left = std::fs::read_to_string(&session).unwrap().trim().to_owned();
    assert!(std::path::Path::new(&left).starts_with(shared) && std::path::Path::new(&left).exists());
    let pid = format!("/proc/{}/task/{0}/children", killed.id());
    let program = std::fs::read_to_string(pid).unwrap();
    killed.kill().unwrap();
    killed.wait().unwrap();
    assert_eq!(folders(&places).len(), 1, "the library folder");
    // The next zetop cleans up, unless it has no time for that; then the one after it does.
    common::eventually("nothing is left", || {
        assert!(command(&["true"]).status().unwrap().success());
        !std::path::Path::new(&left).exists() && folders(&places).is_empty()
    });
    std::process::Command::new("kill").arg(program.trim()).status().unwrap();
}
