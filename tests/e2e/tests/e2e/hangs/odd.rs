//! Programs that hang in odd ways, or can't be looked at while they do.

use super::{LIMIT, moments, place, stuck, waiting};
use crate::in_c::in_c;
use crate::support::{NOBODY, PROGRAMS, needs, needs_loader, needs_root};
use serde_json::Value;
use std::path::Path;
use std::process::Command;
use zetop_e2e::process::start;

fn longest_wait(moment: &Value) -> u64 {
    moment["waiting"][0]["since_ns"].as_u64().unwrap_or(0)
}

/// Its device is not looked at while it is stopped, so nobody knows what that has finished.
#[test]
fn a_program_that_is_stopped_is_not_stuck() {
    needs_loader!();
    let folder = tempfile::tempdir().expect("temporary folder");
    let Some(program) = in_c("hangs", folder.path(), &["-g"]) else { return };
    let script = format!(
        "{} 9 queued stops & while ! grep -q '^State:.T' /proc/$!/status; do sleep 0.1; done; sleep 8.5; kill -CONT $!; wait $!",
        program.display()
    );
    let all = moments(&["--"], &[Path::new("sh"), Path::new("-c"), Path::new(&script)]);
    assert!(all.iter().any(|moment| longest_wait(moment) > 6_000_000_000), "it has waited");
    assert!(all.iter().all(|moment| stuck(moment).is_none()), "{:?}", all.iter().find_map(stuck));
}

/// The others wait for it.
#[test]
fn a_rank_that_is_stopped_is_said_to_be() {
    needs_loader!();
    let folder = tempfile::tempdir().expect("temporary folder");
    let Some(program) = in_c("hangs", folder.path(), &["-g"]) else { return };
    let program = program.display();
    let script = format!(
        "WORLD_SIZE=2 RANK=1 {program} 9 stops & p=$!; WORLD_SIZE=2 RANK=0 {program} 12 queued; kill -CONT $p; wait $p"
    );
    let all = moments(&["--"], &[Path::new("sh"), Path::new("-c"), Path::new(&script)]);
    let said = all.iter().filter_map(stuck).map(|finding| finding["evidence"].as_str().expect("text"));
    let said: Vec<&str> = said.collect();
    let last = said.last().unwrap_or_else(|| panic!("{:?}", all.last()));
    assert!(last.contains("; rank 1 is stopped, by a signal or a debugger"), "{last}");
    assert!(all.iter().filter_map(stuck).all(|finding| finding["text"] == "Find out what rank 0 waits for"));
}

/// Runs as nobody, maybe with a view of `/proc` in which others' processes are hidden.
fn as_nobody(before: &str, how: &str) -> Option<(Vec<Value>, String)> {
    let folder = tempfile::tempdir().expect("temporary folder");
    let program = in_c("hangs", folder.path(), &["-g"])?;
    let json = folder.path().join("json");
    for path in [folder.path(), &json] {
        if path != folder.path() {
            std::fs::write(path, "").expect("a file");
        }
        std::os::unix::fs::chown(path, Some(65534), Some(65534)).expect("root may");
    }
    let script = format!("{before} exec {} \"$@\"", NOBODY.join(" "));
    let mut zetop = Command::new("unshare");
    zetop.args(["--mount", "sh", "-c", &script, "sh", PROGRAMS.zetop, "--no-tui", "--no-history"]);
    zetop.args(["--interval", "0.2", "--json"]).arg(&json).arg("--").arg(&program).args(["3", how]);
    zetop.env("ZE_ENABLE_ALT_DRIVERS", zetop_e2e::simulator()).env("HOME", folder.path());
    let outcome = start(&mut zetop).finish(LIMIT).succeeded();
    let text = std::fs::read_to_string(&json).expect("the figures");
    let all = text.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    Some((all, outcome.stderr))
}

#[test]
fn a_program_that_may_not_be_looked_into_has_calls_without_lines() {
    needs_loader!();
    needs_root!();
    needs!(NOBODY);
    let Some((all, said)) = as_nobody("", "hidden") else { return };
    let calls: Vec<_> = all.iter().flat_map(waiting).collect();
    assert!(calls.len() >= 4, "{calls:?} {said}");
    assert!(calls.iter().all(|(_, function, _)| function == "zeEventHostSynchronize"), "{calls:?}");
    // A line that is known is the right one.
    let line = place("hangs.c", "wait_for_it");
    assert!(calls.iter().all(|call| call.2.as_ref().is_none_or(|site| *site == line)), "{calls:?}");
}

#[test]
fn lines_are_found_where_other_users_processes_are_hidden() {
    needs_loader!();
    needs_root!();
    const HIDE: &str = "mount -t proc -o hidepid=2 proc /proc &&";
    needs!(["unshare", "-m", "sh", "-c", &format!("{HIDE} exec \"$@\""), "sh"]);
    let Some((all, said)) = as_nobody(HIDE, "idle") else { return };
    let line = Some(place("hangs.c", "wait_for_it"));
    let with_line = all.iter().flat_map(waiting).filter(|call| call.2 == line).count();
    assert!(with_line >= 2, "{said}");
}

/// It uses the API, and has called nothing of it.
#[test]
fn a_program_that_hangs_before_its_first_call_is_waited_for() {
    needs_loader!();
    let folder = tempfile::tempdir().expect("temporary folder");
    let source = folder.path().join("late.c");
    std::fs::write(
        &source,
        "int zeInit(int), sleep(int); int main(int n, char **v) { sleep(7); return n > 9 ? zeInit(0) : 0; }",
    )
    .expect("a file");
    let program = folder.path().join("late");
    let made = Command::new("cc").arg("-o").args([&program, &source]).arg("-l:libze_loader.so.1").status();
    if !made.is_ok_and(|status| status.success()) {
        return zetop_testing::skip!("no C compiler");
    }
    let all = moments(&["--"], &[&program]);
    assert!(all.len() >= 10, "{all:?}");
    for moment in &all {
        assert_eq!((waiting(moment), stuck(moment)), (Vec::new(), None));
        assert_eq!(moment["host"]["calls"], 0);
    }
}
