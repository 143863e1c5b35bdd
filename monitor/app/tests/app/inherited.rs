//! The program finds what zetop was started with: signals, limits, open files.

use crate::common::{stderr, stdout};
use std::process::Command;

const LOOK: &str = "grep -E '^Sig(Blk|Ign|Cgt)' /proc/self/status; ulimit -n; ulimit -Hn; umask; \
    for fd in 0 1 2 3 4 5 6 7 8 9; do [ -e /proc/self/fd/$fd ] && echo open $fd; done; true";

/// What a shell script that stands in front of the program makes of it, with `start` as the way to start it.
fn seen(before: &str, start: &[&str]) -> String {
    let dir = tempfile::tempdir().unwrap();
    let file = dir.path().join("seen");
    let output = Command::new("bash")
        .args(["-c", &format!("{before}\nexec \"$@\" {}", if before.contains("#") { "<&-" } else { "" })])
        .args(["bash"])
        .args(start)
        .args(["bash", "-c", &format!("{{ {LOOK}; }} >\"$0\"")])
        .arg(&file)
        .output()
        .unwrap();
    assert!(output.status.success(), "{} {}", stdout(&output), stderr(&output));
    std::fs::read_to_string(file).unwrap()
}

#[test]
fn signals_limits_and_streams_are_those_that_zetop_was_started_with() {
    let zetop = [env!("CARGO_BIN_EXE_zetop")];
    for before in [
        "",
        "trap '' PIPE",
        "trap '' INT QUIT HUP PIPE USR1",
        "ulimit -Sn 77",
        "ulimit -Sn 100; ulimit -Hn 200",
        "# with stdin closed",
        "exec 5</dev/null 7</dev/null",
    ] {
        assert_eq!(seen(before, &zetop), seen(before, &["env"]), "after {before:?}");
    }
}

#[test]
fn blocked_signals_stay_blocked() {
    let block = ["env", "--block-signal=USR1,PIPE"];
    if !Command::new(block[0]).args(&block[1..]).arg("true").status().is_ok_and(|status| status.success()) {
        return zetop_testing::skip!("env cannot block signals here");
    }
    let plain = seen("", &block);
    assert!(!plain.contains("SigBlk:\t0000000000000000"), "{plain}");
    assert_eq!(seen("", &[block[0], block[1], env!("CARGO_BIN_EXE_zetop")]), plain);
}
