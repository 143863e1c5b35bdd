//! The probe's memory is not the program's: neither its `malloc` nor the system calls that this makes are used. But what the
//! program has a right to is counted with it: its limits, what its leak checker looks at, the stacks of its threads.

use crate::in_c::{in_c, outcome};
use crate::support::{DRIVERS, PROGRAMS, attached, attaching, needs_loader, same_and_as_expected, scene};
use std::path::Path;
use std::process::Command;
use zetop_e2e::target::{Target, command};

/// Calls of `malloc` and its kin by the probe's library, and by all.
fn allocations(file: &Path) -> (u64, u64) {
    let text = std::fs::read_to_string(file).expect("the program has written it");
    let lines = text.lines().filter_map(|line| line.split_once(' '));
    let (mut ours, mut all) = (0, 0);
    for (calls, library) in lines {
        let calls: u64 = calls.parse().expect("a number");
        let name = library.rsplit('/').next().unwrap_or_default();
        let is_ours = name.starts_with("libze_validation_layer") || name.starts_with("libzetop_probe");
        ours += if is_ours { calls } else { 0 };
        all += calls;
    }
    (ours, all)
}

#[test]
fn a_launched_program_allocates_for_itself_alone() {
    needs_loader!();
    let folder = tempfile::tempdir().expect("temporary folder");
    let file = folder.path().join("allocators");
    for work in ["many n=2000", "short-threads n=100", "lists n=20", "copies size=64K n=3", "fork-child"] {
        let watched = scene(work).env("WORKLOAD_ALLOCATORS", &file.display().to_string()).watched();
        assert!(watched.program.status.success(), "{work}: {:?}", watched.program);
        assert!(watched.figures.host.calls > 0, "{work}");
        let (ours, all) = allocations(&file);
        assert!(all > 100 && ours == 0, "{work}: {ours} of {all}");
    }
}

#[test]
fn an_attached_program_allocates_for_itself_alone() {
    needs_loader!();
    let folder = tempfile::tempdir().expect("temporary folder");
    let file = folder.path().join("allocators");
    let mut command = command(PROGRAMS.workload, "threads=2 busy=0 compute=0");
    let mut target = Target::run(command.env("WORKLOAD_ALLOCATORS", &file));
    target.tell("immediate 5");
    for _ in 0..2 {
        let zetop = attached(&target, &[]);
        target.tell("calls 100");
        target.tell("immediate 1000");
        let end = zetop.end(libc::SIGTERM);
        assert!(end.status.success(), "{end:#?}");
    }
    assert!(target.quit().1.success());
    let (ours, all) = allocations(&file);
    assert!(all > 100 && ours == 0, "{ours} of {all}");
}

/// The probe's memory grew with the program's events, by mappings that the system refused: the program was aborted.
#[test]
fn a_program_that_may_have_no_more_memory_is_as_without_zetop() {
    needs_loader!();
    for limit in ["address-space", "data"] {
        for kib in [0, 300, 3000] {
            same_and_as_expected(&scene(&format!("memory-limit limit={limit} kib={kib} n=20000")));
        }
    }
}

/// Pointers to the driver's objects that are ours were only in memory that no leak checker knows: they were leaks of the
/// program's, which ended with the checker's status instead of its own.
#[test]
fn a_leak_checker_finds_no_leak_of_ours() {
    needs_loader!();
    let folder = tempfile::tempdir().expect("temporary folder");
    for checker in ["leak", "address"] {
        let flag = format!("-fsanitize={checker}");
        let Some(program) = in_c("kept", folder.path(), &[&flag]) else { return };
        let run =
            |command: &mut Command| outcome(command.env("ZE_ENABLE_ALT_DRIVERS", zetop_e2e::simulator()));
        let plain = run(Command::new(&program).arg("400"));
        assert_eq!(plain, ("done\n".into(), Some(0)), "{checker}");
        for driver in DRIVERS {
            let mut zetop = Command::new(PROGRAMS.zetop);
            zetop.args(["--no-tui", "--no-history", "--json", "/dev/null", "--"]).arg(&program).arg("400");
            let (said, status) = run(zetop.env("ZESIM_DRIVER", driver));
            assert!(
                status == Some(0) && !said.contains("Sanitizer"),
                "{checker} {driver} {status:?}: {said}"
            );
        }
    }
}

/// glibc takes a program's thread-local memory out of each stack: little was left of the probe's, and less than they need.
#[test]
fn threads_of_ours_have_room_beside_thread_local_memory() {
    needs_loader!();
    let folder = tempfile::tempdir().expect("temporary folder");
    for size in [100_000, 230_000, 248_000, 256_000, 300_000] {
        let (source, library) = (folder.path().join("big.c"), folder.path().join(format!("libbig{size}.so")));
        let text = "__thread char big[SIZE] __attribute__((tls_model(\"initial-exec\"))) = {1};\nvoid *touch(void) { return big; }\n";
        std::fs::write(&source, text).expect("write");
        let mut cc = Command::new("cc");
        let cc = cc.arg(format!("-DSIZE={size}")).args(["-shared", "-fPIC", "-o"]).args([&library, &source]);
        match cc.status() {
            Ok(made) if made.success() => {}
            other => return zetop_testing::skip!("no C compiler: {other:?}"),
        }
        let mut command = command(PROGRAMS.workload, "threads=1 busy=0 compute=0");
        let mut target = Target::run(command.env("LD_PRELOAD", &library));
        target.tell("immediate 5");
        let zetop = attaching(&target, &[]).attached();
        target.tell("immediate 100");
        let end = zetop.end(libc::SIGTERM);
        assert!(end.status.success(), "{size}: {end:#?}");
        assert!(target.quit().1.success(), "{size}");
    }
}
