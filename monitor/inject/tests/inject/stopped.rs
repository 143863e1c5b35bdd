//! zetop stopped for longer than its helper waits, at every step of an injection: by Ctrl-Z, a freezer, a laptop's lid.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use crate::killed::{Injection, trace};
use crate::target::{Target, pause};

/// The helper leaves after 2 to 4 seconds.
const STOPPED: Duration = Duration::from_secs(5);
/// Injections at the same time into programs of one kind, each stopped at a step of its own.
const AT_ONCE: usize = 48;

/// Steps of an injection, the one at which it is stopped included, or fewer if it has fewer.
fn stop_at(mut injection: Injection<'_>, moment: usize) -> usize {
    let mut steps = 0;
    while let Some((tid, step)) = injection.next() {
        if step.is_a_seize() && !step.is_over && steps < moment && steps < 4 {
            steps = 0; // the thread before was not at a safe point
        }
        steps += 1;
        if steps == moment {
            std::thread::sleep(STOPPED);
        }
        trace(libc::PTRACE_SYSCALL, tid, 0);
    }
    steps
}

#[test]
fn stopped_at_each_step_of_an_injection_zetop_leaves_the_program_as_it_was() {
    std::thread::scope(|scope| {
        for (role, expected) in [("busy-alone", "right"), ("read", "Ok(1)")] {
            scope.spawn(move || stopped_at_each_step(role, expected));
        }
    });
}

fn stopped_at_each_step(role: &str, expected: &str) {
    let started = Instant::now();
    let steps = stop_at(Injection::into(&Target::start(role)), usize::MAX);
    assert!(steps > 30, "{steps} steps");
    let (next, early) = (AtomicUsize::new(1), AtomicUsize::new(0));
    let each = || {
        loop {
            let moment = next.fetch_add(1, Ordering::Relaxed);
            if moment > steps {
                return;
            }
            let target = Target::start(role);
            // With zetop's own limits, since what it does when its time is over belongs to it. On a busy machine that may be
            // before this step.
            let reached = (0..3).any(|_| stop_at(Injection::in_time(&target), moment) >= moment);
            early.fetch_add(usize::from(!reached), Ordering::Relaxed);
            let started = Instant::now();
            while target.census().0 > 1 {
                assert!(
                    started.elapsed() < Duration::from_secs(100),
                    "{role}, step {moment}: the helper stays"
                );
                pause(20);
            }
            target.inject().unwrap_or_else(|error| panic!("{role}, step {moment}: a later one: {error}"));
            assert_eq!(target.finish(), expected, "{role}, step {moment}");
        }
    };
    std::thread::scope(|scope| (0..AT_ONCE).for_each(|_| drop(scope.spawn(each))));
    println!("{role}: stopped at each of {steps} steps but {early:?} in {:?}", started.elapsed());
}
