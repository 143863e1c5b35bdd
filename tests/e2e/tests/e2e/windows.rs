//! Programs that give a device so many operations that timing all of them would be over the budget.

mod ends;
mod outputs;

use crate::support::{DRIVERS, at_once, exact, needs_loader, on_each_driver, same_and_as_expected, scene};
use zetop_e2e::figures::Figures;
use zetop_e2e::oracle::Oracle;
use zetop_e2e::scene::{Plain, Scene, Watched};

/// Each a whole number of cycles at 19.2 MHz.
const KERNELS: &str = "short=10000,mixed=20000|60000,listed=30000";

fn busy(scene: Scene) -> Scene {
    scene.env("ZESIM_KERNEL_NS", KERNELS)
}

/// A total, what it is said to be off by (%), and what it is in truth.
struct Total {
    what: String,
    ns: f64,
    error_pct: f64,
    truth: f64,
}

impl Total {
    /// Near the truth, and said to be known well.
    fn is_right(&self) -> bool {
        self.is_near() && self.error_pct < 25.0
    }

    /// Within four of its errors, and of the cycles that times are rounded to.
    fn is_near(&self) -> bool {
        let Self { what, ns, error_pct, truth } = self;
        let off = 100.0 * (ns - truth).abs() / truth;
        println!("{what}: {ns} ns, in truth {truth}: {off:.2} % off; said {error_pct:.2} %");
        off <= 4.0 * error_pct + 0.01
    }
}

fn sampled(figures: &Figures) -> u64 {
    figures.device.untimed_reasons.get("sampled").copied().unwrap_or(0)
}

/// A budget, in percent, and less and less: on a busy machine a program may be so slow that it stays within one.
fn budgets(first: f64) -> impl Iterator<Item = f64> {
    std::iter::successors(Some(first), |budget| Some(budget / 2.0)).take(5)
}

/// Runs the workload both ways with this budget, or less.
fn over_the_budget(scene: impl Fn() -> Scene, budget: f64) -> (Plain, Watched) {
    let run = |budget: f64| {
        println!("--budget {budget:.2}");
        same_and_as_expected(&scene().option("--budget").option(&format!("{budget:.2}")))
    };
    budgets(budget).map(run).find(|run| sampled(&run.1.figures) > 1_000).expect("it is over the budget")
}

/// Runs the workload both ways with this budget, or less, until its kernels' totals are right, but for those left out. Chance puts
/// up to one total of 100 more than four of its errors off, where there are few windows; so there are two runs at most.
fn estimated_right(
    scene: impl Fn() -> Scene,
    budget: f64,
    is_left_out: impl Fn(&str) -> bool,
) -> (Plain, Watched) {
    let is_right = |(plain, watched): &(Plain, Watched)| {
        kernels(watched, &plain.oracle).iter().filter(|total| !is_left_out(&total.what)).all(Total::is_right)
    };
    let mut runs = (0..2).map(|_| over_the_budget(&scene, budget));
    runs.find(is_right).expect("totals that are as near the truth as they are said to be")
}

#[test]
fn a_scene_that_runs_again_has_the_truth_of_that_run_only() {
    needs_loader!();
    let scene = busy(scene("busy n=10"));
    let truth = |oracle: &Oracle| oracle.kernels()[&("mixed".to_owned(), 0)].cycles;
    let (plain, watched) = same_and_as_expected(&scene);
    let (again, watched_again) = same_and_as_expected(&scene);
    assert_eq!(truth(&plain.oracle), truth(&again.oracle));
    assert_eq!(truth(&watched.oracle), truth(&watched_again.oracle));
}

fn kernels(watched: &Watched, oracle: &Oracle) -> Vec<Total> {
    let figures = &watched.figures;
    let hz = figures.devices[0].timer_hz.expect("the simulator says it");
    let truth = oracle.kernels();
    let of_kernel = figures.device.kernels.iter().map(|kernel| Total {
        what: kernel.name.clone(),
        ns: kernel.total_ns as f64,
        error_pct: kernel.total_error_pct,
        truth: truth[&(kernel.name.clone(), 0)].cycles as f64 * 1e9 / hz,
    });
    of_kernel.collect()
}

/// Launches, bytes and names are exact; times are known from what was timed in windows.
#[test]
fn a_program_over_the_budget_is_timed_in_windows() {
    needs_loader!();
    at_once(["timestamps", "plain"].into_iter(), |pool| {
        for driver in DRIVERS {
            println!("{driver}");
            let busy = || busy(scene(&format!("busy n=16000 pool={pool}")).env("ZESIM_DRIVER", driver));
            // Its list is recorded once, and this device would go on stalling for it.
            let is_left_out = |name: &str| driver == "intel-tgl" && name == "listed";
            let (_, watched) = estimated_right(busy, 1.0, is_left_out);
            let device = &watched.figures.device;
            for kernel in &device.kernels {
                if is_left_out(&kernel.name) {
                    assert_eq!((kernel.timed, kernel.total_ns, kernel.avg_ns), (0, 0, None), "{kernel:#?}");
                    continue;
                }
                assert!(kernel.timed > 0 && kernel.timed < kernel.launches, "{driver}: {kernel:#?}");
            }
            assert_eq!(watched.figures.quality.invalid_timestamps, 0, "{driver}");
            let held_up = device.untimed_reasons.get("would hold up other kernels").copied().unwrap_or(0);
            assert_eq!(
                held_up,
                if driver == "intel-tgl" { watched.figures.kernel("listed").launches } else { 0 }
            );
            let missing = device.untimed - sampled(&watched.figures) - held_up;
            assert!(missing * 100 <= device.timed, "{driver}: {device:#?}");
            assert_eq!(device.coverage_pct.unwrap() == 100.0, missing + held_up == 0);
            assert!(device.timed_pct.unwrap() < 99.0);
            assert!(watched.zetop.contains(" timed (~), to stay within --budget"), "{}", watched.zetop);
        }
    });
}

#[test]
fn the_same_with_exact_is_timed_as_a_whole() {
    needs_loader!();
    for (driver, scene) in on_each_driver("busy n=3000").filter(|(driver, _)| *driver != "intel-dg2") {
        let watched = exact(&busy(scene).option("--exact"));
        assert_eq!(watched.figures.device.timed_pct, Some(100.0), "{driver}");
        assert!(watched.figures.device.kernels.iter().all(|kernel| kernel.total_error_pct == 0.0));
    }
}

/// It gives the device an operation a millisecond.
#[test]
fn a_program_within_its_budget_is_never_sampled() {
    needs_loader!();
    for (_, scene) in on_each_driver("event-reuse n=300") {
        assert_eq!(exact(&scene).figures.device.timed_pct, Some(100.0));
    }
}
