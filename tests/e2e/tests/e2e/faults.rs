//! Drivers that fail: host timing goes on, and the program sees nothing of zetop.

use crate::support::{both, needs_loader, scene};
use zetop_e2e::figures::Figures;

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
    // Cycles without a rate are no time.
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

/// Where the pool with timestamps is refused, the program's own is asked for.
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
