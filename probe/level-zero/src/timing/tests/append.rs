use super::*;
use zetop_wire::layout::DeviceFault;

/// On Intel's driver, and in lists that are not in order, the first stamps are not kept. They were taken for the second's.
#[test]
fn what_signals_an_event_for_the_second_time_in_a_list_does_not_get_the_stamps_of_the_first() {
    for reset in [false, true] {
        let mut bench = Bench::new();
        bench.list(LIST, false, false);
        let event = bench.event(true);
        bench.append(LIST, event);
        if reset {
            bench.state.resignal(LIST, event);
        }
        bench.append(LIST, event);
        bench.append(LIST, event);
        for executions in 1..3 {
            bench.execute(&[LIST]);
            for ns in [1000, 500] {
                bench.driver.complete(event, ns);
                bench.state.sweep();
                bench.state.settle_event(event, u64::MAX, crate::timing::runs::Completion::Signalled);
                assert_eq!(bench.totals(), (3 * executions, executions - 1, 2 * executions));
            }
            bench.driver.complete(event, 10 * executions);
            bench.synchronised(QUEUE.handle);
            assert_eq!(bench.totals(), (3 * executions, executions, 2 * executions));
        }
        assert_eq!(bench.total_ns(), 30);
        assert_eq!(bench.untimed(Untimed::EventReused), 4);
        bench.state.empty_list(LIST);
        bench.append(LIST, event);
        bench.execute(&[LIST]);
        bench.driver.complete(event, 5);
        bench.state.sweep();
        assert_eq!(bench.total_ns(), 35, "it is another list now");
    }
}

/// What the first list leaves in the event was taken for the stamps of the second's operation, and of one that is appended.
#[test]
fn an_event_that_another_list_signals_unread() {
    for in_one_call in [true, false] {
        let mut bench = Bench::new();
        bench.list(LIST, false, false);
        bench.list(OTHER_LIST, false, false);
        let event = bench.event(true);
        bench.append(OTHER_LIST, event);
        bench.append(LIST, event);
        // A command that resets it: what signalled it before is not timed.
        bench.state.resignal(LIST, event);
        if in_one_call {
            bench.execute(&[LIST, OTHER_LIST]);
        } else {
            bench.execute(&[LIST]);
            bench.execute(&[OTHER_LIST]);
        }
        bench.driver.complete(event, 1000);
        bench.state.sweep();
        assert_eq!(bench.totals(), (2, 0, 1));
        bench.driver.complete(event, 10);
        bench.synchronised(QUEUE.handle);
        assert_eq!((bench.totals(), bench.total_ns()), ((2, 1, 1), 10));
        bench.list(0x77, true, false);
        bench.execute(&[LIST]);
        bench.append(0x77, event);
        bench.driver.complete(event, 2000);
        bench.state.sweep();
        assert_eq!(bench.totals(), (4, 1, 2));
        bench.driver.complete(event, 20);
        bench.synchronised(0x77);
        assert_eq!((bench.totals(), bench.total_ns()), ((4, 2, 2), 30));
        // Once that list is gone, nothing of it can come.
        bench.state.forget_list(LIST);
        bench.append(0x77, event);
        bench.driver.complete(event, 5);
        bench.state.sweep();
        assert_eq!(bench.total_ns(), 35);
    }
}

#[test]
fn an_operation_without_an_event_gets_one_of_ours_and_is_timed() {
    let mut bench = Bench::new();
    bench.list(LIST, true, false);
    let (event, forward) = bench.append(LIST, 0);
    assert_ne!(event, 0);
    assert_eq!(forward, 0);
    bench.state.sweep();
    assert_eq!(bench.totals(), (1, 0, 0), "still running");
    bench.driver.complete(event, 0);
    bench.state.sweep();
    assert_eq!(bench.totals(), (1, 1, 0));
    assert_eq!(bench.append(LIST, 0).0, event, "used again");
    assert!(!bench.driver.is_signalled(event), "and reset before");
}

#[test]
fn the_programs_timestamp_event_is_read_and_not_replaced() {
    let mut bench = Bench::new();
    bench.list(LIST, true, false);
    let event = bench.event(true);
    assert_eq!(bench.append(LIST, event), (event, 0));
    bench.driver.complete(event, 0);
    bench.state.sweep();
    assert_eq!(bench.totals(), (1, 1, 0));
    assert!(bench.driver.is_signalled(event), "left as it was");
}

#[test]
fn an_event_without_timestamps_is_signalled_behind_ours_where_that_serialises_nothing() {
    let mut bench = Bench::new();
    bench.list(LIST, true, true);
    let plain = bench.event(false);
    let (event, forward) = bench.append(LIST, plain);
    assert_ne!(event, plain);
    assert_eq!(forward, plain);
    bench.list(OTHER_LIST, true, false);
    assert_eq!(bench.append(OTHER_LIST, plain), (plain, 0), "out of order: left alone");
    assert_eq!(bench.untimed(Untimed::EventWithoutTimestamps), 1);
}

#[test]
fn a_call_that_fails_leaves_no_trace() {
    let mut bench = Bench::new();
    for immediate in [true, false] {
        bench.list(LIST, immediate, false);
        let (event, _) = bench.append_with(LIST, 0, ZE_RESULT_ERROR_INVALID_ARGUMENT);
        assert_eq!(bench.totals(), (0, 0, 0));
        assert_eq!(bench.state.flight.in_flight, 0);
        assert_eq!(
            bench.append_with(LIST, 0, ZE_RESULT_ERROR_INVALID_ARGUMENT).0,
            event,
            "its event is free"
        );
    }
}

#[test]
fn a_list_that_nobody_saw_being_made_is_counted() {
    let mut bench = Bench::new();
    assert_eq!(bench.append(LIST, 0), (0, 0));
    assert_eq!(bench.untimed(Untimed::UnknownHandle), 1);
    let mut attached = Bench::with_attached(true);
    assert_eq!(attached.append(LIST, 0), (0, 0));
    assert_eq!(attached.untimed(Untimed::ObjectBeforeAttach), 1);
}

#[test]
fn a_driver_without_event_pools_costs_the_times_and_nothing_else() {
    let mut bench = Bench::new();
    bench.driver.world().refuses_pools = true;
    bench.list(LIST, true, false);
    assert_eq!(bench.append(LIST, 0), (0, 0));
    assert_eq!(bench.untimed(Untimed::NoEvent), 1);
    assert_eq!(bench.totals(), (1, 0, 1));
    assert_ne!(bench.state.devices[0].faults & DeviceFault::NoEventPool as u64, 0, "and a note says so");
}

/// Its memory may have been full for a moment.
#[test]
fn a_driver_that_refused_event_pools_is_asked_again() {
    let mut bench = Bench::new();
    bench.driver.world().refuses_pools = true;
    bench.list(LIST, true, false);
    bench.append(LIST, 0);
    bench.driver.world().refuses_pools = false;
    let untimed = (1..5000).find(|_| bench.append(LIST, 0).0 != 0).unwrap();
    assert!((100..=1024).contains(&untimed), "asked again after {untimed} operations");
    assert_ne!(bench.append(LIST, 0).0, 0, "and from then on there are events");
}

/// Trap 3.
#[test]
fn of_a_list_that_signals_an_event_twice_the_last_stamps_are_read() {
    let mut bench = Bench::new();
    bench.list(LIST, false, true);
    let event = bench.event(true);
    bench.append(LIST, event);
    bench.append(LIST, event);
    assert!(!bench.driver.world().lists.contains_key(&LIST), "nothing is added to the program's list");
    bench.execute(&[LIST]);
    bench.driver.complete(event, 3);
    bench.state.sweep();
    assert_eq!((bench.totals(), bench.untimed(Untimed::EventReused)), ((2, 0, 1), 1));
    bench.driver.complete(event, 4);
    bench.synchronised(QUEUE.handle);
    assert_eq!((bench.totals(), bench.total_ns()), ((2, 1, 1), 4));
}
