use super::*;

#[test]
fn a_list_from_before_is_asked_for_once() {
    let mut bench = Bench::with_attached(true);
    bench.driver.world().old_lists.insert(LIST, true);
    bench.state.adopt_list(LIST);
    bench.state.adopt_list(OTHER_LIST);
    let list = &bench.state.registry.lists[&LIST];
    assert!(list.is_immediate() && list.order == InOrder::Unknown);
    assert_eq!((list.context, list.device), (CONTEXT, 0));
    assert!(!bench.state.registry.lists.contains_key(&OTHER_LIST));
    bench.driver.world().old_lists.insert(OTHER_LIST, true);
    bench.state.adopt_list(OTHER_LIST);
    assert!(!bench.state.registry.lists.contains_key(&OTHER_LIST), "its answer is kept");
}

#[test]
fn nothing_is_asked_about_after_a_launch() {
    let mut bench = Bench::new();
    bench.driver.world().old_lists.insert(LIST, true);
    bench.state.adopt_list(LIST);
    assert!(bench.state.registry.lists.is_empty());
}

#[test]
fn an_event_from_before_is_what_its_pool_says() {
    let mut bench = Bench::with_attached(true);
    let (timed, plain, hidden) =
        (bench.driver.new_event(true), bench.driver.new_event(false), bench.driver.new_event(true));
    bench.driver.put_in_pool(timed, ZE_EVENT_POOL_FLAG_KERNEL_TIMESTAMP | ZE_EVENT_POOL_FLAG_HOST_VISIBLE);
    bench.driver.put_in_pool(plain, 0);
    bench.driver.put_in_pool(hidden, ZE_EVENT_POOL_FLAG_KERNEL_TIMESTAMP);
    for event in [timed, plain, hidden] {
        bench.state.adopt_event(event);
    }
    assert!(bench.state.registry.events.get(&timed).is_some_and(|event| event.stamped == Stamped::Yes));
    assert!(bench.state.registry.events.get(&plain).is_some_and(|event| event.stamped == Stamped::No));
    assert!(!bench.state.registry.events.contains_key(&hidden), "the host can't read it");
}

#[test]
fn a_queue_from_before_says_where_it_is() {
    let mut bench = Bench::with_attached(true);
    bench.state.adopt_queue(QUEUE.handle);
    bench.state.adopt_queue(0x99);
    assert_eq!(bench.state.registry.queues[&QUEUE.handle].ordinal, 3);
    assert!(bench.state.before_attach.opaque_handles.contains(&0x99));
}

/// The driver reports neither, and asking a running one for its stamps could wait.
#[test]
fn what_a_counter_based_event_from_before_is_shows_when_it_is_complete() {
    for timestamps in [true, false] {
        let mut bench = Bench::with_attached(true);
        bench.list(LIST, true, true);
        let event = bench.driver.new_spinning_event();
        assert_eq!(bench.append(LIST, event), (event, 0), "left alone at first");
        bench.state.sweep();
        if timestamps {
            bench.driver.complete(event, 5);
        } else {
            bench.driver.write_stamps(event, 1, 1);
        }
        bench.synchronised(LIST);
        assert_eq!(bench.totals(), (1, u64::from(timestamps), u64::from(!timestamps)));
        let (passed, forward) = bench.append(LIST, event);
        assert_eq!((passed == event, forward == event), (timestamps, !timestamps));
        assert_eq!(bench.driver.world().waited, 0);
    }
}

/// What was appended was counted, with events of the probe's in the graph.
#[test]
fn a_capture_that_is_under_way_at_the_attach_goes_on() {
    let mut bench = Bench::with_attached(true);
    bench.driver.world().old_lists.extend([(LIST, true), (OTHER_LIST, true)]);
    bench.driver.world().captured.extend([(LIST, true), (OTHER_LIST, true)]);
    bench.state.adopt_list(LIST);
    bench.state.adopt_list(OTHER_LIST);
    assert_eq!((bench.append(LIST, 0), bench.append(OTHER_LIST, 0)), ((0, 0), (0, 0)));
    assert_eq!(bench.totals(), (0, 0, 0));
    bench.driver.world().captured.extend([(LIST, false), (OTHER_LIST, false)]);
    assert!(!bench.state.capture_ends(LIST), "nobody saw it begin");
    assert!(bench.state.registry.captures.adopted.is_empty());
    assert_ne!(bench.append(LIST, 0), (0, 0));
    assert_ne!(bench.append(OTHER_LIST, 0), (0, 0));
}

/// A list joined it before the one that it had begun at was used again: what was appended there was counted, with events of the
/// probe's in the graph, which signals them whenever it is executed.
#[test]
fn events_in_a_graph_are_not_used_again() {
    for ends_at_once in [false, true] {
        let mut bench = Bench::with_attached(true);
        bench.driver.world().old_lists.extend([(LIST, true), (OTHER_LIST, true)]);
        bench.driver.world().captured.extend([(LIST, true), (OTHER_LIST, false)]);
        bench.state.adopt_list(OTHER_LIST);
        let (ours, _) = bench.append(OTHER_LIST, 0);
        assert_ne!(ours, 0);
        bench.driver.world().captured.insert(OTHER_LIST, true);
        if ends_at_once {
            assert!(!bench.state.capture_ends(LIST));
        } else {
            bench.state.adopt_list(LIST);
        }
        assert_eq!(bench.totals(), (1, 0, 1), "one too many");
        assert_eq!(bench.state.publisher.process.maybe_captured.load(Relaxed), 1);
        bench.driver.world().captured.extend([(LIST, false), (OTHER_LIST, false)]);
        bench.state.capture_ends(LIST);
        for _ in 0..100 {
            assert_ne!(bench.append(OTHER_LIST, 0).0, ours);
        }
    }
}
