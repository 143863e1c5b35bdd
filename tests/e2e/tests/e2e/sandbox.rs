//! Programs that filter their system calls, by filters that kill: they end as without zetop.

use crate::support::{both, needs_loader, same_and_as_expected, scene};

/// A filter that comes at once, one that new threads run under as well, one that zetop has seen, and one that comes while a
/// thread of ours is there, which is gone when the program goes on.
#[test]
fn a_program_that_locks_itself_in_is_counted_and_timed_and_ends_by_itself() {
    needs_loader!();
    for arguments in ["", "threads=2", "ms=700", "early=300 ms=700"] {
        let (_, watched) = same_and_as_expected(&scene(&format!("sandboxed {arguments}")));
        watched.figures.assert_all_timed();
    }
}

/// Many threads that the kernel interrupts anywhere, with memory that they make for each other. That of the driver, which is
/// the program's own, does not shrink: glibc would open a file for that, with zetop or without.
#[test]
fn many_threads_of_a_program_that_has_locked_itself_in_are_timed() {
    needs_loader!();
    let scene = scene("sandboxed threads=24 n=3000").env("MALLOC_TRIM_THRESHOLD_", "1000000000000");
    let (_, watched) = same_and_as_expected(&scene);
    watched.figures.assert_all_timed();
}

#[test]
fn a_program_that_has_locked_itself_in_before_is_left_alone() {
    needs_loader!();
    let (_, watched) = both(&scene("sandboxed when=before ms=2500"));
    assert_eq!(watched.figures.host.calls, 0);
    let notes = &watched.figures.quality.notes;
    assert!(notes.iter().any(|note| note.contains("filters its system calls")), "{notes:?}");
}
