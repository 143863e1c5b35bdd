//! zetop on a driver that behaves like Intel's: its queries spin, it converts events, its devices stall for some signals
//! and not for others (`ZESIM_DRIVER`).

use crate::support::{PROGRAMS, attached, needs_loader, same_and_as_expected, scene};
use zetop_e2e::account::Account;
use zetop_e2e::figures::Figures;
use zetop_e2e::target::{Target, command};

const DRIVERS: [&str; 3] = ["intel-tgl", "intel-dg2", "intel-bmg"];

fn target(driver: &str) -> Target {
    Target::run(command(PROGRAMS.workload, "").env("ZESIM_DRIVER", driver))
}

/// Tells a running program what to do before and while zetop is attached to it; twice.
fn attach_while(driver: &str, words: &str) -> Vec<Figures> {
    attach_with(&[], driver, words)
}

fn attach_with(options: &[&str], driver: &str, words: &str) -> Vec<Figures> {
    let mut target = target(driver);
    let figures = (0..2).map(|_| {
        target.tell(words);
        let zetop = attached(&target, options);
        let said = target.tell(words);
        let figures = zetop.end(libc::SIGTERM).figures();
        Account::read(&said).assert_device(&figures);
        figures
    });
    let figures = figures.collect();
    assert!(target.quit().1.success());
    figures
}

/// The driver says the same of both kinds, and asking one for its stamps spins.
#[test]
fn counter_based_events_from_before_are_told_apart() {
    needs_loader!();
    for driver in DRIVERS {
        for words in ["counter-based 30", "counter-plain 30"] {
            for figures in attach_while(driver, words) {
                // And the barrier at the end.
                let device = &figures.device;
                assert_eq!((device.timed, device.untimed), (61, 0), "{driver}, {words}: {device:#?}");
                let kernel = figures.kernel("work");
                assert_eq!((kernel.min_ns, kernel.max_ns), (Some(20_000), Some(20_000)), "{driver}, {words}");
            }
        }
    }
}

/// A barrier after the probe's event signals the program's where the device would have stalled for the program's anyway. On
/// intel-bmg it would not, so such operations stay untimed.
#[test]
fn plain_events_from_before_on_out_of_order_lists() {
    needs_loader!();
    for driver in DRIVERS {
        for figures in attach_while(driver, "plain 20") {
            let device = &figures.device;
            let untimed = if driver == "intel-bmg" { 40 } else { 0 };
            assert_eq!((device.timed, device.untimed), (40 - untimed, untimed), "{driver}: {device:#?}");
            let reason = device.untimed_reasons.get("event without timestamps").copied().unwrap_or(0);
            assert_eq!(reason, untimed, "{driver}");
        }
    }
}

#[test]
fn plain_events_from_before_on_in_order_lists() {
    needs_loader!();
    for driver in DRIVERS {
        for figures in attach_while(driver, "in-order 10") {
            figures.assert_all_timed();
        }
    }
}

/// Each counted as an operation, of which nothing is known.
#[test]
fn executions_of_an_empty_list_from_before_count_nothing() {
    needs_loader!();
    for driver in DRIVERS.into_iter().chain(["patient"]) {
        for (words, untimed) in [("execute-empty 5", 0), ("execute 5", 5)] {
            for figures in attach_while(driver, words) {
                let device = &figures.device;
                assert_eq!((device.timed, device.untimed), (0, untimed), "{driver}, {words}: {device:#?}");
            }
        }
    }
}

/// If it is empty when zetop is attached, all that is in it later is known.
#[test]
fn a_list_that_is_open_at_the_attach_is_known_if_it_is_empty() {
    needs_loader!();
    for driver in DRIVERS.into_iter().chain(["patient"]) {
        for (words, untimed) in [("fill 5", 0), ("fill-more 5", 5)] {
            // Otherwise, kernels of a list that is recorded once are not timed on Tiger Lake.
            for figures in attach_with(&["--exact"], driver, words) {
                let device = &figures.device;
                assert_eq!((device.timed, device.untimed), (10, untimed), "{driver}, {words}: {device:#?}");
            }
        }
    }
}

/// Memory that the device still writes stamps to must stay, even if the driver does not wait when lists are
/// destroyed.
#[test]
fn everything_is_destroyed_with_work_in_flight() {
    needs_loader!();
    for driver in DRIVERS.into_iter().chain(["patient"]) {
        let scene = scene("destroyed n=5").env("ZESIM_DRIVER", driver).env("MALLOC_PERTURB_", "165");
        let (plain, watched) = same_and_as_expected(&scene);
        assert_eq!(plain.program.stderr, "", "{driver}");
        let device = &watched.figures.device;
        assert_eq!(device.timed + device.untimed, 50, "{driver}: {device:#?}");
        let reasons: u64 = device.untimed_reasons.values().sum();
        assert_eq!(reasons, device.untimed, "{driver}: {device:#?}");
    }
}

/// What a program computes, and what it learns from its own events, is the same on each of them; what is timed is right.
#[test]
fn programs_are_as_without_zetop() {
    needs_loader!();
    for driver in DRIVERS {
        for command in [
            "event-reuse n=30",
            "event-twice n=5",
            "event-reset-in-list n=5",
            "counter-based n=10 way=all",
            "cross-thread threads=4 n=100",
            "lists",
            "lists kind=again-in-flight",
            "host-signal-late pool=plain",
        ] {
            println!("{driver}: {command}");
            let (plain, watched) = same_and_as_expected(&scene(command).env("ZESIM_DRIVER", driver));
            if watched.figures.device.untimed == 0 {
                plain.oracle.assert_durations(&watched.figures);
            }
            assert_eq!(watched.figures.quality.invalid_timestamps, 0, "{driver}: {command}");
        }
    }
}

/// Two kernels that run at the same time without zetop do so with it, unless the device stalls for any event: that is within the
/// budget, and without one a note says so.
#[test]
fn kernels_that_overlap_still_do() {
    needs_loader!();
    for (driver, option) in DRIVERS.into_iter().zip(["--no-history"; 4]).chain([("intel-tgl", "--exact")]) {
        let scene = scene("overlap").env("ZESIM_DRIVER", driver).env("ZESIM_KERNEL_NS", "slow=100000000");
        let (plain, watched) = same_and_as_expected(&scene.option(option));
        assert!(plain.oracle.has_overlap(), "{driver}");
        assert_eq!(watched.oracle.has_overlap(), driver != "intel-tgl", "{driver}");
        let notes = &watched.figures.quality.notes;
        let said = notes.iter().any(|note| note.contains("one after the other"));
        assert_eq!(said, option == "--exact", "{driver}: {notes:?}");
        watched.figures.assert_all_timed();
    }
}
