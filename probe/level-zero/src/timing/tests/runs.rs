use super::fake::Command;
use super::*;
use crate::timing::operations::{BATCH, BATCH_ALONE};
use crate::timing::runs::Completion;
use zetop_probe_core::windows::Sample;

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
    assert_eq!(bench.state.flight.in_flight, 0);
}

/// A driver may take its time, and other threads wait for our lock meanwhile.
#[test]
fn a_turn_of_the_harvester_ends_in_time() {
    let mut bench = Bench::new();
    bench.list(LIST, true, true);
    let events: Vec<usize> = (0..BATCH).map(|_| bench.append(LIST, 0).0).collect();
    events.iter().for_each(|event| bench.driver.complete(*event, 5));
    bench.driver.world().slow = true;
    let (mut lanes, mut all) = (bench.state.busy_lanes(), 0);
    while !lanes.is_empty() {
        let settled;
        (lanes, settled) = bench.state.settle_lanes(lanes);
        assert!(settled <= 16, "{settled} took more than a millisecond");
        all += settled;
    }
    assert_eq!((all, bench.state.flight.in_flight), (BATCH, 0));
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
    assert_eq!(bench.state.flight.in_flight, 0);
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
    let last = bench.state.flight.submissions;
    bench.append(LIST, 0);
    bench.driver.complete(first, 5);
    bench.state.lane_complete(LIST, last);
    assert_eq!(bench.totals(), (2, 1, 0));
}

/// A program that waits for a long list and then makes no call had three quarters of it without times for as long as that lasted.
#[test]
fn a_synchronisation_settles_more_where_there_is_no_harvester() {
    for (batch, settled) in [(BATCH, 256), (BATCH_ALONE, 1000)] {
        let mut bench = Bench::new();
        bench.list(LIST, false, false);
        let events: Vec<usize> = (0..1000).map(|_| bench.append(LIST, 0).0).collect();
        bench.execute(&[LIST]);
        for event in events {
            bench.driver.complete(event, 5);
        }
        bench.state.flight.batch = batch;
        bench.synchronised(QUEUE.handle);
        assert_eq!(bench.totals(), (1000, settled, 0));
    }
}

/// An event of the program whose stamps can't be queried without waiting for them.
fn counter_based(bench: &mut Bench) -> usize {
    let event = bench.driver.new_spinning_event();
    let made = Event { stamped: Stamped::Yes, nature: Nature::CounterBased, ..Event::default() };
    bench.state.registry.events.insert(event, made);
    event
}

#[test]
fn no_query_of_ours_waits_for_the_device() {
    let mut bench = Bench::new();
    bench.list(LIST, true, true);
    let events: Vec<usize> = (0..3).map(|_| counter_based(&mut bench)).collect();
    for event in &events {
        bench.append(LIST, *event);
    }
    bench.state.sweep();
    bench.state.last_look(events[2], Untimed::EventDestroyed);
    bench.driver.complete(events[0], 5);
    bench.driver.complete(events[1], 6);
    bench.state.sweep();
    assert_eq!(bench.totals(), (3, 0, 1), "nobody has said that they are complete");
    bench.synchronised(LIST);
    assert_eq!((bench.totals(), bench.total_ns()), ((3, 2, 1), 11));
    assert_eq!(bench.driver.world().waited, 0);
}

#[test]
fn a_wait_for_one_event_tells_of_all_before_it_on_an_in_order_list() {
    let mut bench = Bench::new();
    bench.list(LIST, true, true);
    let events: Vec<usize> = (0..4).map(|_| counter_based(&mut bench)).collect();
    for event in &events {
        bench.append(LIST, *event);
    }
    for event in &events[..3] {
        bench.driver.complete(*event, 5);
    }
    bench.state.settle_event(events[2], bench.state.flight.submissions, Completion::Signalled);
    assert_eq!(bench.totals(), (4, 3, 0));
    assert_eq!(bench.driver.world().waited, 0);
}

#[test]
fn a_marker_tells_of_what_is_before_it_and_comes_once_a_tick() {
    let mut bench = Bench::new();
    bench.list(LIST, true, true);
    let (first, second) = (counter_based(&mut bench), counter_based(&mut bench));
    let class = OpClass::from_kind(OpKind::Kernel);
    let append = |bench: &mut Bench, event: usize| {
        while let Some(errand) = bench.state.errand(LIST, class.kind, event as _, true) {
            bench.state.errand_done(errand.run());
        }
        let plan = bench.state.before_append(LIST, &class, event as _, Some(Sample::ITSELF));
        let marker = bench.after(LIST, &plan, ZE_RESULT_SUCCESS);
        marker.map(|marker| {
            bench.state.marker_appended(LIST, &marker, ZE_RESULT_SUCCESS);
            marker.event as usize
        })
    };
    let marker = append(&mut bench, first).unwrap();
    // However long this thread has no processor now.
    bench.state.flight.lanes.get_mut(&LIST).unwrap().marked_raw = u64::MAX;
    assert_eq!(append(&mut bench, second), None, "within the tick");
    bench.driver.complete(first, 5);
    bench.state.sweep();
    assert_eq!(bench.totals(), (2, 0, 0));
    bench.driver.signal(marker);
    bench.state.sweep();
    assert_eq!(bench.totals(), (2, 1, 0), "the second was appended behind it");
    assert_eq!(bench.driver.world().waited, 0);
}

#[test]
fn a_pool_event_on_an_in_order_immediate_list_may_be_converted() {
    let mut bench = Bench::new();
    bench.list(LIST, true, true);
    let event = bench.driver.new_spinning_event();
    bench.state.registry.events.insert(
        event,
        Event { stamped: Stamped::Yes, nature: Nature::Convertible { converted: false }, ..Event::default() },
    );
    bench.append(LIST, event);
    bench.state.sweep();
    assert_eq!(bench.driver.world().waited, 0);
    bench.driver.complete(event, 5);
    bench.state.settle_event(event, bench.state.flight.submissions, Completion::Signalled);
    assert_eq!(bench.totals(), (1, 1, 0));
}

#[test]
fn our_events_were_told_to_be_reset_before_they_are_used() {
    let mut bench = Bench::new();
    bench.list(LIST, true, true);
    let (event, _) = bench.append(LIST, 0);
    let world = bench.driver.world();
    let reset = |commands: &Vec<Command>| commands.contains(&Command::Reset(event));
    assert!(world.lists.values().any(reset), "such a one is not converted");
}

#[test]
fn half_written_stamps_are_not_ready() {
    let mut bench = Bench::new();
    bench.list(LIST, true, false);
    let (event, _) = bench.append(LIST, 0);
    let end = zetop_probe_core::clock::raw_ns();
    bench.driver.write_stamps(event, end - 10, u64::from(u32::MAX));
    bench.state.sweep();
    assert_eq!(bench.totals(), (1, 0, 0));
    bench.driver.write_stamps(event, end - 10, end);
    bench.state.sweep();
    assert_eq!(bench.totals(), (1, 1, 0));
}

/// A detach, or the program, comes in between. It was said that its stamps were invalid.
#[test]
fn an_operation_whose_stamps_are_being_written_at_the_last_look_is_not_complete() {
    let mut bench = Bench::new();
    bench.list(LIST, true, false);
    let (event, _) = bench.append(LIST, 0);
    let end = zetop_probe_core::clock::raw_ns();
    bench.driver.write_stamps(event, end - 10, u64::from(u32::MAX));
    bench.state.forget_list(LIST);
    let why = [Untimed::NeverCompleted, Untimed::InvalidStamps].map(|why| bench.untimed(why));
    assert_eq!((bench.totals(), why), ((1, 0, 1), [1, 0]));
}

#[test]
fn invalid_stamps_are_not_timed() {
    let mut bench = Bench::new();
    bench.list(LIST, true, false);
    let (event, _) = bench.append(LIST, 0);
    bench.driver.write_stamps(event, 0, 0);
    bench.state.sweep();
    assert_eq!((bench.totals(), bench.untimed(Untimed::InvalidStamps)), ((1, 0, 1), 1));
}

/// Another thread has prepared its call and not made it: a synchronisation says nothing of it.
#[test]
fn what_is_not_submitted_is_not_complete() {
    let mut bench = Bench::new();
    bench.list(LIST, false, false);
    bench.list(OTHER_LIST, false, false);
    let (done, running) = (bench.append(LIST, 0).0, bench.append(OTHER_LIST, 0).0);
    let other = [OTHER_LIST as _];
    let mut prepared = bench.state.before_execute(QUEUE, &other, true);
    bench.execute(&[LIST]);
    bench.driver.complete(done, 5);
    // The stamps of nothing yet, and a signal from before.
    bench.driver.write_stamps(running, 0, 0);
    bench.synchronised(QUEUE.handle);
    assert_eq!((bench.totals(), bench.untimed(Untimed::InvalidStamps)), ((1, 1, 0), 0));
    bench.state.after_execute(&mut prepared, 0, ZE_RESULT_SUCCESS);
    bench.driver.complete(running, 6);
    bench.synchronised(QUEUE.handle);
    assert_eq!((bench.totals(), bench.total_ns()), ((2, 2, 0), 11));
}

/// What the device may still signal is not used for another operation.
#[test]
fn an_event_given_up_is_used_again_only_once_it_is_signalled() {
    let mut bench = Bench::new();
    bench.list(LIST, true, false);
    let (lost, _) = bench.append(LIST, 0);
    bench.state.forget_list(LIST);
    bench.list(LIST, true, false);
    // More than are made in one go.
    let appended = |bench: &mut Bench| (0..40).any(|_| bench.append(LIST, 0).0 == lost);
    assert!(!appended(&mut bench));
    bench.driver.complete(lost, 5);
    assert!(appended(&mut bench));
    assert!(!bench.driver.is_signalled(lost));
}

/// One look at a lane costs the same however much is in flight there.
#[test]
fn what_settles_in_one_go_is_bounded() {
    let mut bench = Bench::new();
    bench.list(LIST, true, true);
    let events: Vec<usize> = (0..3 * BATCH).map(|_| bench.append(LIST, 0).0).collect();
    for event in &events {
        bench.driver.complete(*event, 5);
    }
    bench.synchronised(LIST);
    assert_eq!(bench.totals().1, BATCH as u64);
    bench.state.sweep();
    assert_eq!(bench.totals().1, 3 * BATCH as u64);
    assert_eq!((bench.state.flight.in_flight, bench.state.flight.awaited), (0, 0));
}

/// A program that waits for events alone leaves nothing to the harvester that is ready by then.
#[test]
fn a_wait_for_one_event_settles_what_is_ready_on_an_out_of_order_list() {
    let mut bench = Bench::new();
    bench.list(LIST, true, false);
    let ours: Vec<usize> = (0..5).map(|_| bench.append(LIST, 0).0).collect();
    let event = bench.event(true);
    bench.append(LIST, event);
    for event in ours.into_iter().chain([event]) {
        bench.driver.complete(event, 5);
    }
    bench.state.settle_event(event, bench.state.flight.submissions, Completion::Signalled);
    assert_eq!((bench.totals(), bench.state.flight.in_flight), ((6, 6, 0), 0));
}

/// SYCL uses an event again for the next kernel once the program has dropped it: of eight kernels, one was timed.
#[test]
fn markers_come_more_often_where_events_are_used_again_soon() {
    let mut bench = Bench::new();
    bench.list(LIST, true, true);
    let event = bench.driver.new_spinning_event();
    let known = Event { stamped: Stamped::Yes, nature: Nature::CounterBased, ..Event::default() };
    bench.state.registry.events.insert(event, known);
    let half_a_millisecond_later = |bench: &mut Bench| {
        let marked = bench.state.flight.lanes[&LIST].marked_raw;
        bench.state.marker_wanted(LIST, marked + 500_000)
    };
    bench.append(LIST, event);
    assert_eq!(half_a_millisecond_later(&mut bench), None);
    bench.append(LIST, event);
    assert_eq!(bench.untimed(Untimed::EventReused), 1);
    assert!(half_a_millisecond_later(&mut bench).is_some());
    // What the marker tells is known when the event is used again.
    bench.append(LIST, event);
    let marker = half_a_millisecond_later(&mut bench).expect("another one");
    let last = bench.state.flight.submissions;
    bench.state.marked(LIST, last, marker, ZE_RESULT_SUCCESS);
    bench.driver.signal(marker);
    bench.driver.complete(event, 10);
    bench.append(LIST, event);
    assert_eq!((bench.totals().1, bench.untimed(Untimed::EventReused)), (1, 2));
}

/// From the append on the event stands for that command, and what it told of the operation before is out of reach. Asking for it
/// waited for a command that had not been executed.
#[test]
fn a_counter_based_event_stands_for_what_is_recorded_or_captured() {
    for is_captured in [false, true] {
        let mut bench = Bench::new();
        bench.list(LIST, true, true);
        bench.list(OTHER_LIST, is_captured, true);
        let event = counter_based(&mut bench);
        bench.append(LIST, event);
        if is_captured {
            bench.state.capture_begins(OTHER_LIST);
        }
        bench.append(OTHER_LIST, event);
        bench.synchronised(LIST);
        assert_eq!(
            (bench.untimed(Untimed::EventReused), bench.driver.world().waited),
            (1, 0),
            "{is_captured}"
        );
    }
}

/// A capture spreads by events that nothing else is known of, too.
#[test]
fn an_unknown_event_that_a_captured_command_signals_is_noted() {
    let mut bench = Bench::new();
    bench.list(LIST, true, true);
    bench.state.capture_begins(LIST);
    let event = 0x5000;
    bench.state.resignal(LIST, event);
    assert!(bench.state.registry.captures.events.contains_key(&event));
}

/// Where the lock is another thread's when the append has been made, nobody is there to append a marker.
#[test]
fn a_marker_that_nobody_can_append_is_the_next_appends() {
    let mut bench = Bench::new();
    bench.list(LIST, true, true);
    let class = OpClass::from_kind(OpKind::Kernel);
    let mut marked = |may_mark: bool| {
        let event = counter_based(&mut bench);
        while let Some(errand) = bench.state.errand(LIST, class.kind, event as _, true) {
            bench.state.errand_done(errand.run());
        }
        let plan = bench.state.before_append(LIST, &class, event as _, Some(Sample::ITSELF));
        let submission = bench.state.flight.submissions + 1;
        let is_marked =
            bench.state.after_append(LIST, &plan, ZE_RESULT_SUCCESS, submission, may_mark).is_some();
        if is_marked {
            // However long this thread has no processor now.
            let lane = bench.state.flight.lanes.get_mut(&LIST).unwrap();
            assert_ne!(std::mem::replace(&mut lane.marked_raw, u64::MAX), 0);
        }
        is_marked
    };
    assert_eq!([false, false, true, true].map(&mut marked), [false, false, true, false]);
}
