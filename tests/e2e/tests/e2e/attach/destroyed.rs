//! Programs that destroy events and their pools all the time, on a driver that ends a process that uses one afterwards: nothing
//! of theirs is read once their destruction can't be seen.

use crate::attach::eventually;
use crate::support::{DRIVERS, PROGRAMS, attached, needs_loader};
use zetop_e2e::attacher::Attacher;
use zetop_e2e::target::{Target, command};

/// Longer than the steps of a detach, so that there is always something in flight.
const KERNEL_NS: u64 = 4_000_000;

fn target(driver: &str) -> Target {
    let mut command = command(PROGRAMS.workload, "threads=0 busy=0");
    command.env("ZESIM_KERNEL_NS", format!("work={KERNEL_NS}")).env("ZESIM_DRIVER", driver);
    Target::run(command.env("ZESIM_FAULT", "destroyed_is_fatal"))
}

/// Has a program make and destroy pools while zetop attaches and leaves by `leave`, twice.
fn goes_on(leave: impl Fn(Attacher)) {
    for driver in DRIVERS {
        let mut target = target(driver);
        target.order("pools");
        for _ in 0..2 {
            let zetop = attached(&target, &[]);
            zetop.until("an operation of its", |figures| figures.device.timed > 0);
            leave(zetop);
            eventually("no thread of zetop's in the program", || target.threads_of_ours().is_empty());
        }
        let (said, status) = target.quit();
        assert!(status.success(), "{driver}: {said} {status}");
    }
}

/// Its pools were gone, and a detach went on reading their events for a second: Intel's driver had taken the memory away.
#[test]
fn a_detach_reads_no_event_that_it_does_not_see_destroyed() {
    needs_loader!();
    goes_on(|zetop| {
        let figures = zetop.end(libc::SIGTERM).figures();
        let device = &figures.device;
        assert!(device.timed > 0, "{device:#?}");
        assert_eq!(device.untimed, device.untimed_reasons.values().sum::<u64>(), "{device:#?}");
    });
}

/// The program's own calls take our wrappers out.
#[test]
fn nor_does_the_program_once_zetop_was_killed() {
    needs_loader!();
    goes_on(|zetop| drop(zetop.end(libc::SIGKILL)));
}
