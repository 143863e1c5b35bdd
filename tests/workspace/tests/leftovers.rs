//! Programs that tests leave behind end with the test binary.

use zetop_testing as _; // signals, time limits and the end of what is left

use std::process::{Command, Stdio};

/// In the environment of a run of this binary whose test leaves a process.
const LEAVES: &str = "ZETOP_LEAVES_A_PROCESS";

#[test]
fn what_a_failed_test_has_started_ends_with_its_binary() {
    if std::env::var_os(LEAVES).is_some() {
        let mut shell = Command::new("sh");
        shell.args(["-c", "setsid sleep 1000 >/dev/null 2>&1 & echo the process is $!"]).stdin(Stdio::null());
        panic!("{}", String::from_utf8_lossy(&shell.output().expect("sh").stdout));
    }
    let mut binary = Command::new(std::env::current_exe().expect("this file"));
    // Like one that cargo has started.
    binary.env_remove("ZETOP_TESTING_RUN").env(LEAVES, "1");
    let run = binary.arg("what_a_failed_test_has_started").output().expect("it starts");
    let said = String::from_utf8_lossy(&run.stdout);
    assert_eq!(run.status.code(), Some(101), "{said}");
    let pid = said.split("the process is ").nth(1).and_then(|rest| rest.lines().next()).expect("its number");
    let said = String::from_utf8_lossy(&run.stderr);
    assert!(said.contains(&format!("left by a test, and ended: process {pid} (s")), "{said}");
    let end = std::time::Instant::now() + std::time::Duration::from_secs(100);
    let state = || std::fs::read_to_string(format!("/proc/{pid}/stat")).unwrap_or_default();
    // One that its new parent has not collected yet has ended, too.
    while !(state().is_empty() || state().contains(") Z ")) {
        assert!(std::time::Instant::now() < end, "{}", state());
        std::thread::sleep(std::time::Duration::from_millis(5));
    }
}
