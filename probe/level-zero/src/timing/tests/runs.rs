use super::*;
use crate::timing::runs::Completion;

#[test]
fn an_in_order_lane_is_read_up_to_what_still_runs() {
    let mut bench = Bench::new();
    bench.list(LIST, true, true);
    let events: Vec<usize> = (0..4).map(|_| bench.append(LIST, 0).0).collect();
    bench.driver.complete(events[0], 5);
    bench.driver.complete(events[1], 6);
    bench.driver.complete(events[3], 7);
    bench.state.sweep();
    assert_eq!(bench.totals(), (4, 2, 0), "the third still runs, and the fourth can't be complete");
    bench.driver.complete(events[2], 8);
    bench.state.sweep();
    assert_eq!((bench.totals(), bench.total_ns()), ((4, 4, 0), 26));
    assert_eq!(bench.state.in_flight, 0);
}

#[test]
fn an_out_of_order_lane_is_read_in_any_order() {
    let mut bench = Bench::new();
    bench.list(LIST, true, false);
    let events: Vec<usize> = (0..3).map(|_| bench.append(LIST, 0).0).collect();
    bench.driver.complete(events[2], 5);
    bench.state.sweep();
    assert_eq!(bench.totals(), (3, 1, 0));
}

#[test]
fn what_an_event_held_before_is_not_taken_twice() {
    let mut bench = Bench::new();
    bench.list(LIST, true, false);
    let event = bench.event(true);
    bench.append(LIST, event);
    bench.driver.complete(event, 5);
    bench.state.sweep();
    // Signalled again without a reset: until the device writes, the old stamps are there.
    bench.append(LIST, event);
    bench.state.sweep();
    assert_eq!(bench.totals(), (2, 1, 0));
    bench.driver.complete(event, 9);
    bench.state.sweep();
    assert_eq!((bench.totals(), bench.total_ns()), ((2, 2, 0), 14));
}

#[test]
fn what_is_not_complete_when_its_list_goes_is_counted() {
    let mut bench = Bench::new();
    bench.list(LIST, true, false);
    bench.append(LIST, 0);
    bench.state.forget_list(LIST);
    assert_eq!(bench.untimed(Untimed::NeverCompleted), 1);
    assert_eq!(bench.state.in_flight, 0);
}

#[test]
fn a_lost_device_ends_timing_with_a_reason() {
    let mut bench = Bench::new();
    bench.list(LIST, true, false);
    bench.append(LIST, 0);
    bench.driver.world().lost = true;
    bench.state.sweep();
    bench.append(LIST, 0);
    assert_eq!(bench.untimed(Untimed::DeviceLost), 2);
}

#[test]
fn an_event_that_goes_is_read_or_counted() {
    let mut bench = Bench::new();
    bench.list(LIST, true, false);
    let (ready, running) = (bench.event(true), bench.event(true));
    bench.append(LIST, ready);
    bench.append(LIST, running);
    bench.driver.complete(ready, 5);
    bench.state.last_look(ready, Untimed::EventDestroyed);
    bench.state.last_look(running, Untimed::EventReused);
    assert_eq!((bench.totals(), bench.untimed(Untimed::EventReused)), ((2, 1, 1), 1));
}

#[test]
fn a_synchronisation_tells_of_what_was_submitted_before_it() {
    let mut bench = Bench::new();
    bench.list(LIST, true, true);
    let first = bench.append(LIST, 0).0;
    let last = bench.state.next_run - 1;
    bench.append(LIST, 0);
    bench.driver.complete(first, 5);
    bench.state.settle_lane(LIST, last, Completion::Complete);
    assert_eq!(bench.totals(), (2, 1, 0));
}
