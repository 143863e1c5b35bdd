//! Programs that filter their system calls, by filters that kill: they end as without zetop.

use crate::support::{DRIVERS, both, needs_loader, same_and_as_expected, scene};
use zetop_e2e::scene::Scene;

/// Memory that threads have in glibc's malloc never shrinks here: it would open a file for that once, with zetop or without.
fn sandboxed(driver: &str, arguments: &str) -> Scene {
    println!("{driver}: {arguments}");
    let scene = scene(&format!("sandboxed {arguments}")).env("ZESIM_DRIVER", driver);
    scene.env("MALLOC_TRIM_THRESHOLD_", "1000000000000")
}

/// A filter that comes at once, one that new threads run under as well, one that zetop has seen, and one that comes while a
/// thread of the probe's is there, which is gone when the program goes on.
#[test]
fn a_program_that_locks_itself_in_is_counted_and_timed_and_ends_by_itself() {
    needs_loader!();
    for arguments in ["", "threads=2", "ms=700", "early=300 ms=700"] {
        for driver in DRIVERS {
            let (_, watched) = same_and_as_expected(&sandboxed(driver, arguments).option("--exact"));
            assert_eq!(watched.figures.device.untimed, 0, "{:#?}", watched.figures.device);
        }
    }
}

/// Many threads, which the kernel interrupts anywhere.
#[test]
fn many_threads_of_a_program_that_has_locked_itself_in_are_timed() {
    needs_loader!();
    for driver in DRIVERS {
        let (_, watched) = same_and_as_expected(&sandboxed(driver, "threads=24 n=1000").option("--exact"));
        assert_eq!(watched.figures.device.untimed, 0, "{:#?}", watched.figures.device);
    }
}

/// Threads that make their first calls only now need memory for records.
#[test]
fn a_program_that_locks_itself_in_is_recorded() {
    needs_loader!();
    let folder = tempfile::tempdir().expect("temporary folder");
    let trace = folder.path().join("trace").display().to_string();
    for options in [["--trace", &trace], ["--live", "--no-history"]] {
        // With 3 to 5 threads, glibc asks for the number of processors after the filter, with zetop or without.
        for arguments in ["", "threads=6"] {
            let scene = sandboxed("patient", arguments);
            let scene = options.iter().fold(scene, |scene, option| scene.option(option));
            let (_, watched) = same_and_as_expected(&scene);
            watched.figures.assert_all_timed();
            let lost = watched.figures.quality.notes.iter().find(|note| note.contains("record"));
            assert_eq!(lost, None, "{options:?} {arguments}");
        }
    }
}

#[test]
fn a_program_that_has_locked_itself_in_before_is_left_alone() {
    needs_loader!();
    let (_, watched) = both(&scene("sandboxed when=before ms=2500"));
    assert_eq!(watched.figures.host.calls, 0);
    let notes = &watched.figures.quality.notes;
    assert!(notes.iter().any(|note| note.contains("filters its system calls")), "{notes:?}");
}
