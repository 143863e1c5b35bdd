//! Programs that end while zetop is attached, or about to leave: no thread of the probe's may be in the driver when that goes.

use crate::attach::eventually;
use crate::support::{DRIVERS, PROGRAMS, attached, needs_loader};
use zetop_e2e::attacher::Attacher;
use zetop_e2e::figures::Figures;
use zetop_e2e::tables::Tables;
use zetop_e2e::target::{Target, command};

/// Its second kernel takes longer than the test, and its driver takes long to go.
fn target(driver: &str) -> Target {
    slow_to_go(driver, 300)
}

/// A program with a driver that takes `ms` to be taken down.
fn slow_to_go(driver: &str, ms: u64) -> Target {
    let mut command = command(PROGRAMS.workload, "threads=0 busy=0");
    command.env("ZESIM_KERNEL_NS", "work=20000|900000000000").env("ZESIM_DRIVER", driver);
    Target::run(command.env("ZESIM_FAULT", format!("gone_at_exit={}", ms * 1_000_000)))
}

fn assert_begun(driver: &str, figures: &Figures) {
    let kernel = figures.kernel("work");
    assert_eq!((kernel.launches, kernel.timed), (1, 0), "{driver}: {kernel:?}");
}

/// Its exit handlers took the driver down, and the thread that was waiting for the kernel went on asking about it.
#[test]
fn a_program_that_ends_during_a_detach_is_not_called_into_after_its_driver_has_gone() {
    needs_loader!();
    for driver in DRIVERS {
        let mut target = target(driver);
        let before = Tables::read(target.pid());
        let zetop = attached(&target, &[]);
        target.tell("begin 1");
        zetop.signal(libc::SIGTERM);
        // From here on, the detach waits for up to a second for what is in flight.
        // Meanwhile contexts are still seen being destroyed, with which our events go.
        eventually("the tables are as before", || Tables::read(target.pid()).changed_since(&before) <= 1);
        let (said, status) = target.end("exit");
        assert!(status.success(), "{driver}: {said} {status}");
        let end = zetop.end(0);
        assert!(end.status.success(), "{driver}: {end:#?}");
        assert_begun(driver, &end.figures());
    }
}

#[test]
fn a_program_that_ends_with_work_in_flight_is_not_called_into_either() {
    needs_loader!();
    for driver in DRIVERS {
        let mut target = target(driver);
        let zetop = attached(&target, &[]);
        target.tell("begin 1");
        let (said, status) = target.end("exit");
        assert!(status.success(), "{driver}: {said} {status}");
        assert_begun(driver, &zetop.end(0).figures());
    }
}

/// Our exit handler would come after theirs. On Intel's driver, 33 of 37 programs crashed: the loader looked into the driver that
/// it had closed.
#[test]
fn a_program_that_is_in_exit_already_is_left_alone() {
    needs_loader!();
    for was_attached in [false, true] {
        let mut target = slow_to_go("patient", 8_000);
        if was_attached {
            assert!(attached(&target, &[]).end(libc::SIGTERM).status.success());
        }
        target.order("exit");
        let call = format!("/proc/{}/syscall", target.pid());
        let sleeps = format!("{} ", libc::SYS_clock_nanosleep);
        eventually("the driver is going", || {
            std::fs::read_to_string(&call).is_ok_and(|call| call.starts_with(&sleeps))
        });
        Attacher::start(PROGRAMS.zetop, target.pid(), &[]).end(0).refused(1, "is ending");
        let (said, status) = target.quit();
        assert!(status.success(), "{said} {status}");
    }
}
