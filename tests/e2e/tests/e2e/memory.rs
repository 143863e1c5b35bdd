//! The probe's memory is not the program's: neither its `malloc` nor the system calls that this makes are used.

use crate::support::{attached, needs_loader, scene};
use std::path::Path;
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
    let mut command = command(crate::support::PROGRAMS.workload, "threads=2 busy=0 compute=0");
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
