//! What a detach leaves in the program: the table in CONTRIBUTING.

use super::*;
use crate::timing::flush::Unused;

/// Number of event pools of ours after a detach.
fn left(bench: &mut Bench) -> usize {
    bench.state.leaving = true;
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
        assert!(event != 0 && !bench.driver.world().pools.is_empty(), "an event of ours");
        if !immediate {
            bench.execute(&[LIST]);
        }
        bench.driver.complete(event, 10);
        bench.synchronised(if immediate { LIST } else { QUEUE.handle });
        assert_eq!(bench.totals(), (1, 1, 0));
        assert_eq!(left(&mut bench) > 0, stay, "immediate: {immediate}");
    }
}

/// Pools of ours stayed behind with each context in which an operation had been given up.
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
