//! What a detach leaves in the program: the table in `docs/src/footprint.md`.

use super::*;
use crate::flush::Unused;

/// Number of event pools of the probe's after a detach.
fn left(bench: &mut Bench) -> usize {
    bench.state.departure.stage = Stage::Leaving;
    while bench.state.leave_some() {}
    bench.state.leave().into_iter().for_each(Unused::free);
    bench.driver.world().pools.len()
}

#[test]
fn event_pools_stay_only_where_a_recorded_list_signals_their_events() {
    for (immediate, stay) in [(true, false), (false, true)] {
        let mut bench = Bench::with_attached(true);
        bench.list(LIST, immediate, true);
        let event = bench.append(LIST, 0).0;
        assert!(event != 0 && !bench.driver.world().pools.is_empty(), "an event of the probe's");
        if !immediate {
            bench.execute(&[LIST]);
        }
        bench.driver.complete(event, 10);
        bench.synchronised(if immediate { LIST } else { QUEUE.handle });
        assert_eq!(bench.totals(), (1, 1, 0));
        assert_eq!(left(&mut bench) > 0, stay, "immediate: {immediate}");
    }
}

/// Pools of the probe's stayed behind with each context in which an operation had been given up.
#[test]
fn events_that_were_given_up_are_destroyed_with_their_context_if_they_are_signalled() {
    for is_signalled in [true, false] {
        let mut bench = Bench::new();
        bench.list(LIST, true, false);
        let event = bench.append(LIST, 0).0;
        bench.state.own.retire(CONTEXT, event);
        if is_signalled {
            bench.driver.complete(event, 10);
        }
        bench.state.drop_own_events(CONTEXT);
        assert_eq!(bench.driver.world().pools.is_empty(), is_signalled);
    }
}

/// Its pool was destroyed after the wrappers were taken out, and it was read all the same: the program crashed.
#[test]
fn the_programs_events_are_not_asked_about_once_they_may_be_gone() {
    let mut bench = Bench::new();
    bench.list(LIST, true, false);
    bench.list(OTHER_LIST, false, false);
    let events = [bench.event(true), bench.event(true)];
    bench.append(LIST, events[0]);
    bench.append(OTHER_LIST, events[1]);
    let ours = bench.append(LIST, 0).0;
    bench.state.begin_to_leave();
    bench.state.sweep();
    assert!(bench.state.has_events_to_read());
    while bench.state.let_go() {}
    bench.driver.world().events.retain(|event, _| !events.contains(event));
    // The program may execute it before its wrapper is out.
    bench.execute(&[OTHER_LIST]);
    bench.driver.complete(ours, 10);
    bench.state.sweep();
    bench.synchronised(LIST);
    bench.synchronised(QUEUE.handle);
    assert_eq!((bench.totals(), bench.untimed(Untimed::NeverCompleted)), ((3, 1, 2), 2));
}

/// A program that goes on submitting would have more left untimed than there is to win.
#[test]
fn a_detach_waits_for_events_as_long_as_that_pays() {
    let mut bench = Bench::new();
    bench.list(LIST, true, false);
    let events: Vec<usize> = (0..3).map(|_| bench.event(true)).collect();
    events.iter().for_each(|event| _ = bench.append(LIST, *event));
    bench.state.begin_to_leave();
    bench.append(LIST, 0);
    bench.append(LIST, 0);
    assert!(bench.state.has_events_to_read(), "three are left, and two have come");
    bench.driver.complete(events[0], 10);
    bench.state.sweep();
    assert!(!bench.state.has_events_to_read());
    assert_eq!(bench.totals(), (5, 1, 2));
}

/// The loader had refilled its tables, and what was destroyed meanwhile was read.
#[test]
fn what_may_have_been_destroyed_unseen_is_forgotten() {
    let mut bench = Bench::new();
    bench.list(LIST, true, false);
    let event = bench.event(true);
    bench.append(LIST, event);
    bench.append(LIST, 0);
    bench.state.forget_program();
    bench.driver.world().events.clear();
    bench.state.sweep();
    assert_eq!((bench.totals(), bench.untimed(Untimed::NeverCompleted)), ((2, 0, 2), 2));
    bench.list(LIST, true, false);
    let ours = bench.append(LIST, 0).0;
    bench.driver.complete(ours, 10);
    bench.state.sweep();
    assert_eq!(bench.totals(), (3, 1, 2));
}
