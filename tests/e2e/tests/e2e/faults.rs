//! Drivers that fail: host timing goes on, and the program sees nothing of zetop.

use crate::support::{PROGRAMS, attached, both, needs_loader, same_and_as_expected, scene};
use std::time::{Duration, Instant};
use zetop_e2e::account::Account;
use zetop_e2e::figures::Figures;
use zetop_e2e::target::{Target, command};

fn with_fault(fault: &str) -> Figures {
    let (_, watched) = both(&scene("device-trouble n=20").env("ZESIM_FAULT", fault));
    let launches = watched.program.stdout.matches("launch ").count() as u64;
    assert_eq!(watched.figures.calls("zeCommandListAppendLaunchKernel").0, launches, "{fault}");
    watched.figures
}

/// What was launched is timed or has a reason.
fn all_untimed(figures: &Figures) {
    assert_eq!(figures.device.timed, 0, "{:#?}", figures.device);
    let reasons: u64 = figures.device.untimed_reasons.values().sum();
    assert_eq!((figures.device.untimed, reasons), (20, 20), "{:?}", figures.device.untimed_reasons);
}

#[test]
fn driver_without_timestamps() {
    needs_loader!();
    let figures = with_fault("no_timestamps");
    all_untimed(&figures);
}

#[test]
fn timer_resolution_zero() {
    needs_loader!();
    let figures = with_fault("timer_resolution_0");
    // Cycles without a rate can't be turned into time.
    all_untimed(&figures);
}

#[test]
fn global_timestamps_that_fail() {
    needs_loader!();
    let figures = with_fault("global_timestamps_fail");
    // Durations need no common time line.
    assert_eq!(figures.kernel("work").timed, 20);
}

#[test]
fn device_lost_in_mid_run() {
    needs_loader!();
    let figures = with_fault("device_lost_after=7");
    assert!(figures.device.timed + figures.device.untimed <= 8, "{:#?}", figures.device);
}

/// The program's own pool is the first one: those that follow, ours, fail.
#[test]
fn no_memory_for_event_pools_of_ours() {
    needs_loader!();
    let (plain, watched) =
        both(&scene("many n=50 what=kernels").env("ZESIM_FAULT", "event_pool_oom_after=1"));
    assert!(plain.program.status.success());
    let kernel = watched.figures.kernel("empty");
    assert_eq!(kernel.launches, 50);
    assert_eq!(watched.figures.calls("zeEventPoolCreate"), (1, 0), "pools of ours are not the program's");
}

/// If the pool with timestamps is refused, the program's own is requested.
#[test]
fn an_event_pool_that_is_refused_counts_once() {
    needs_loader!();
    let (plain, watched) =
        both(&scene("many n=50 what=kernels").env("ZESIM_FAULT", "event_pool_oom_after=0"));
    assert!(!plain.program.status.success());
    assert_eq!(watched.figures.calls("zeEventPoolCreate"), (1, 1));
}

#[test]
fn out_of_memory_is_the_programs_own_answer() {
    needs_loader!();
    let (plain, watched) = both(&scene("saxpy").env("ZESIM_FAULT", "oom_after=2"));
    assert!(!plain.program.status.success());
    assert_eq!(watched.figures.calls("zeMemAllocDevice").1, 1);
}

/// Stamps that the device has not written don't count: not as coverage, nor as device time.
#[test]
fn coverage_is_of_what_has_times() {
    needs_loader!();
    let (_, watched) = both(&scene("many n=1500 what=kernels").env("ZESIM_FAULT", "zero_stamps"));
    let device = &watched.figures.device;
    let invalid = device.untimed_reasons["invalid timestamps"];
    assert!(invalid >= 1500, "{device:#?}");
    assert_eq!((device.timed, device.untimed, device.coverage_pct), (0, invalid, Some(0.0)), "{device:#?}");
    assert_eq!(watched.figures.kernel("empty").total_ns, 0);
    assert!(watched.zetop.contains("coverage 0 %"), "{}", watched.zetop);
}

/// The probe makes no pool of that kind; if one of the program's is refused, that is up to the program.
#[test]
fn a_driver_that_refuses_pools_for_other_processes() {
    needs_loader!();
    for driver in ["intel-tgl", "intel-dg2", "intel-bmg", "patient"] {
        let scene = scene("event-reuse n=30").env("ZESIM_DRIVER", driver).env("ZESIM_FAULT", "no_ipc_pools");
        let (_, watched) = same_and_as_expected(&scene);
        watched.figures.assert_all_timed();
    }
}

/// Its generation is unknown: whatever could hold the device up is left untimed, everything else is
/// unchanged.
#[test]
fn a_driver_without_the_ip_version() {
    needs_loader!();
    for driver in ["intel-tgl", "intel-dg2", "intel-bmg"] {
        let with = |words: &str| scene(words).env("ZESIM_DRIVER", driver).env("ZESIM_FAULT", "no_ip_version");
        let (_, watched) = same_and_as_expected(&with("event-reuse n=30"));
        watched.figures.assert_all_timed();
        let _ = same_and_as_expected(&with("lists"));
        let mut target = Target::run(
            command(PROGRAMS.workload, "").env("ZESIM_DRIVER", driver).env("ZESIM_FAULT", "no_ip_version"),
        );
        let zetop = attached(&target, &[]);
        let said = target.tell("plain 10");
        let figures = zetop.end(libc::SIGTERM).figures();
        Account::read(&said).assert_device(&figures);
        let reason = figures.device.untimed_reasons.get("event without timestamps").copied();
        assert_eq!((figures.device.timed, reason), (0, Some(20)), "{driver}: {:#?}", figures.device);
        assert!(target.quit().1.success());
    }
}

/// An event without a pool need not be counter-based: what the driver does not say it is, is left alone.
#[test]
fn events_without_a_pool_that_are_not_counter_based() {
    needs_loader!();
    for driver in ["intel-tgl", "intel-dg2", "intel-bmg"] {
        let mut target = Target::run(
            command(PROGRAMS.workload, "").env("ZESIM_DRIVER", driver).env("ZESIM_FAULT", "null_pools"),
        );
        for words in ["signal 10", "plain 10", "in-order 10"] {
            let zetop = attached(&target, &[]);
            let said = target.tell(words);
            let figures = zetop.end(libc::SIGTERM).figures();
            Account::read(&said).assert_device(&figures);
            let device = &figures.device;
            let reasons: u64 = device.untimed_reasons.values().sum();
            assert_eq!(reasons, device.untimed, "{driver}, {words}: {device:#?}");
            assert_eq!(figures.quality.invalid_timestamps, 0, "{driver}, {words}: {device:#?}");
        }
        assert!(target.quit().1.success(), "{driver}");
    }
}

/// The second of two kernels ends long before the first.
#[test]
fn operations_that_complete_out_of_order() {
    needs_loader!();
    for driver in ["intel-dg2", "intel-bmg"] {
        let scene =
            scene("overlap").env("ZESIM_DRIVER", driver).env("ZESIM_KERNEL_NS", "slow=200000000|1000000");
        let (plain, watched) = same_and_as_expected(&scene);
        watched.figures.assert_all_timed();
        plain.oracle.assert_durations(&watched.figures);
    }
}

/// Longer than anything waits.
const FOR_EVER: &str = "work=20000,endless=600000000000";

#[test]
fn a_kernel_that_never_completes_holds_up_no_end_of_the_program() {
    needs_loader!();
    for driver in ["intel-tgl", "intel-dg2", "intel-bmg", "patient"] {
        for how in ["return", "exit", "_exit"] {
            let scene = scene(&format!("exit how={how} wait=0"));
            let (_, watched) = both(&scene.env("ZESIM_DRIVER", driver).env("ZESIM_KERNEL_NS", FOR_EVER));
            let device = &watched.figures.device;
            assert_eq!(device.timed + device.untimed, 11, "{driver}, {how}: {device:#?}");
            let endless = watched.figures.kernel("endless");
            assert_eq!((endless.launches, endless.timed), (1, 0), "{driver}, {how}: {device:#?}");
        }
    }
}

#[test]
fn a_kernel_that_never_completes_holds_up_no_detach() {
    needs_loader!();
    for driver in ["intel-tgl", "intel-dg2", "intel-bmg", "patient"] {
        let mut target = Target::run(
            command(PROGRAMS.workload, "")
                .env("ZESIM_DRIVER", driver)
                // It runs one at its start.
                .env("ZESIM_KERNEL_NS", "work=20000|600000000000"),
        );
        let zetop = attached(&target, &[]);
        target.order("fresh 1");
        let _ = zetop.until("a kernel", |figures| figures.host.calls > 0);
        let asked = Instant::now();
        let end = zetop.end(libc::SIGTERM);
        assert!(end.status.success(), "{driver}: {end:#?}");
        assert!(asked.elapsed() < Duration::from_secs(60), "{driver}: {:?}", asked.elapsed());
    }
}
