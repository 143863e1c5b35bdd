//! Children, and ways to end (trap 10).

use crate::support::{PROGRAMS, both, needs_loader, needs_root, on_each_driver, scene};
use std::process::Command;
use zetop_e2e::process::{shell_status, start};
use zetop_e2e::scene::LIMIT;

#[test]
fn a_child_that_uses_level_zero_appears_by_itself() {
    needs_loader!();
    let (_, watched) = both(&scene("fork-child how=exec calls=100"));
    let mut pids = watched.figures.target.pids.clone();
    pids.sort_unstable();
    pids.dedup();
    assert_eq!(pids.len(), 2, "{:?}", watched.figures.target);
    // 200 of the parent, 2 threads x 100 of the child
    assert_eq!(watched.figures.calls("zeDriverGetApiVersion"), (400, 0));
    assert_eq!(watched.figures.calls("zeEventHostReset"), (200, 0));
}

#[test]
fn trap_10_a_child_that_does_not_use_level_zero_is_untouched() {
    needs_loader!();
    let (plain, watched) = both(&scene("fork-child how=plain calls=100"));
    assert!(plain.program.stdout.contains("child: 0 mappings"), "{}", plain.program.stdout);
    assert_eq!(watched.figures.target.pids.len(), 1, "{:?}", watched.figures.target);
    assert_eq!(watched.figures.calls("zeDriverGetApiVersion"), (200, 0));
}

#[test]
fn trap_10_fork_without_exec_counts_nothing_twice() {
    needs_loader!();
    let (_, watched) = both(&scene("fork-child how=fork calls=100"));
    // The parent's own 200, and at most the child's 100 as its own process.
    let (calls, errors) = watched.figures.calls("zeDriverGetApiVersion");
    assert_eq!(errors, 0);
    let children = watched.figures.target.pids.len() as u64 - 1;
    assert_eq!(calls, 200 + 100 * children, "{:?}", watched.figures.target);
}

/// It can't leave a file in zetop's folder, and went unnoticed.
#[test]
fn a_forked_child_that_is_another_user_or_elsewhere_is_named() {
    needs_loader!();
    needs_root!();
    for how in ["setuid", "chroot"] {
        let (_, watched) = both(&scene(&format!("fork-child how={how} calls=100")));
        let figures = &watched.figures;
        assert_eq!(figures.calls("zeDriverGetApiVersion"), (200, 0), "{how}");
        let named = |note: &String| note.contains("forked children that are not counted");
        assert_eq!(figures.quality.notes.iter().filter(|note| named(note)).count(), 1, "{how}: {figures:#?}");
    }
}

fn ends_the_same(how: &str, wait: u32) {
    for (_, scene) in on_each_driver(&format!("exit how={how} n=10 wait={wait} ms=100")) {
        let (plain, mut watched) = both(&scene);
        // Without a call of the program's behind the launches it is up to the probe's thread to see that they are complete, and on
        // a busy machine that may have no processor before the end.
        for _ in 0..10 {
            if wait != 0 || watched.figures.kernel("work").timed == 10 {
                break;
            }
            watched = scene.watched();
        }
        assert!(plain.program.stderr.starts_with("about to end"), "{:#?}", plain.program);
        // Published records survive: the ten synchronous launches were complete well before the end.
        let launches = watched.figures.calls("zeCommandListAppendLaunchKernel");
        assert_eq!(launches, (if wait == 0 { 11 } else { 10 }, 0));
        let kernel = watched.figures.kernel("work");
        assert_eq!((kernel.launches, kernel.timed), (10, 10));
        let signal = (shell_status(plain.program.status) - 128).max(0);
        assert_eq!(watched.figures.target.signal.unwrap_or(0), signal);
    }
}

#[test]
fn trap_10_return_from_main() {
    needs_loader!();
    ends_the_same("return", 1);
}

#[test]
fn trap_10_exit_with_a_status() {
    needs_loader!();
    ends_the_same("exit", 1);
}

#[test]
fn trap_10_exit_without_destructors() {
    needs_loader!();
    ends_the_same("_exit", 0);
}

/// As `multiprocessing` has its workers end: zetop removes the files of those that have gone, while others come.
#[test]
fn workers_that_end_without_destructors_are_counted_to_the_last_operation() {
    needs_loader!();
    const WORKERS: u64 = 12;
    let folder = tempfile::tempdir().expect("temporary folder");
    let json = folder.path().join("out.json");
    for script in [
        "for i in $(seq 12); do \"$0\" \"$@\"; done; true",
        "for i in $(seq 12); do \"$0\" \"$@\" & done; wait",
    ] {
        let mut command = Command::new(PROGRAMS.zetop);
        command.args(["--sim", "--no-tui", "--json"]).arg(&json).args(["--", "sh", "-c", script]);
        command.arg(PROGRAMS.workload).args(["exit", "how=_exit", "n=10", "wait=0"]);
        let outcome = start(command.env("ZESIM_KERNEL_NS", "work=20000,endless=600000000000")).finish(LIMIT);
        assert_eq!(shell_status(outcome.status), 0, "{outcome:#?}");
        let figures = zetop_e2e::figures::Figures::read(&json, &outcome.stderr);
        assert_eq!(figures.target.pids.len() as u64, WORKERS, "{:?}", figures.target);
        assert_eq!(figures.calls("zeCommandListAppendLaunchKernel"), (11 * WORKERS, 0));
        let (work, endless) = (figures.kernel("work"), figures.kernel("endless"));
        assert_eq!((work.launches, endless.launches), (10 * WORKERS, WORKERS));
        // What was not timed by the end is said to be untimed.
        assert_eq!(figures.device.timed + figures.device.untimed, 11 * WORKERS);
        assert_eq!(endless.timed, 0);
    }
}

#[test]
fn trap_10_abort() {
    needs_loader!();
    ends_the_same("abort", 0);
}

#[test]
fn trap_10_sigkill_in_mid_kernel() {
    needs_loader!();
    ends_the_same("sigkill", 0);
}

#[test]
fn trap_10_segmentation_fault() {
    needs_loader!();
    ends_the_same("segv", 0);
}

#[test]
fn trap_10_exec_of_another_program_counts_both() {
    needs_loader!();
    let (_, watched) = both(&scene("exit how=exec n=10"));
    assert_eq!(watched.figures.calls("zeCommandListAppendLaunchKernel"), (10, 0));
    assert_eq!(watched.figures.calls("zeEventHostReset"), (100, 0));
}

/// Without a shell in between, and with one more.
#[test]
fn trap_10_with_and_without_a_wrapper_script() {
    needs_loader!();
    let folder = tempfile::tempdir().expect("temporary folder");
    let script = folder.path().join("wrapper");
    std::fs::write(&script, "#!/bin/sh\necho wrapped\n\"$@\"\nstatus=$?\necho done\nexit $status\n").unwrap();
    let json = folder.path().join("out.json");
    for wrapped in [false, true] {
        let mut command = Command::new(PROGRAMS.zetop);
        command.args(["--sim", "--no-tui", "--json"]).arg(&json).arg("--");
        if wrapped {
            command.arg("sh").arg(&script);
        }
        command.arg(PROGRAMS.workload).args(["exit", "how=exit", "n=3"]).env("ZESIM_KERNEL_NS", "work=20000");
        let outcome = start(&mut command).finish(LIMIT);
        assert_eq!(shell_status(outcome.status), 3, "{outcome:#?}");
        assert_eq!(outcome.stdout.starts_with("wrapped\n"), wrapped);
        assert_eq!(outcome.stdout.ends_with("done\n"), wrapped);
        let figures = zetop_e2e::figures::Figures::read(&json, &outcome.stderr);
        assert_eq!(figures.target.exit_status, Some(3));
        assert_eq!(figures.calls("zeCommandListAppendLaunchKernel"), (3, 0));
        assert_eq!(figures.target.pids.len(), 1);
    }
}
