use super::*;
use crate::timing::execute::PART;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use zetop_probe_core::publish::awaited;
use zetop_probe_core::windows::Sample;

#[test]
fn each_execution_counts_its_commands() {
    let mut bench = Bench::new();
    bench.list(LIST, false, false);
    let event = bench.append(LIST, 0).0;
    assert_eq!(bench.totals(), (0, 0, 0), "recorded, not submitted");
    for round in 1..=3 {
        bench.execute(&[LIST]);
        assert!(!bench.driver.is_signalled(event));
        bench.driver.complete(event, 10);
        bench.synchronised(QUEUE.handle);
        assert_eq!((bench.totals(), bench.total_ns()), ((round, round, 0), round * 10));
    }
}

/// All operations of a process used to have the same share of all such calls and waits.
#[test]
fn what_executes_a_list_and_waits_for_it_is_for_its_commands() {
    let mut bench = Bench::new();
    bench.list(LIST, false, false);
    bench.append(LIST, 0);
    let process = bench.state.publisher.process;
    let sum = |of: fn(&zetop_wire::layout::Class) -> &AtomicU64| {
        process.class_table.iter().map(|class| of(class).load(Relaxed)).sum::<u64>()
    };
    let appended = sum(|class| &class.host_ticks);
    let mut execution = bench.state.before_execute(QUEUE, &[LIST as _], true);
    execution.ticks = 600;
    bench.state.after_execute(&mut execution, 0, ZE_RESULT_SUCCESS);
    assert_eq!(sum(|class| &class.host_ticks), appended + 600);
    awaited::waited(process, 70);
    assert_eq!(sum(|class| &class.awaited), 70);
}

#[test]
fn an_execution_that_fails_is_taken_back() {
    let mut bench = Bench::new();
    bench.list(LIST, false, false);
    bench.append(LIST, 0);
    let lists = [LIST as _];
    let mut execution = bench.state.before_execute(QUEUE, &lists, true);
    bench.state.after_execute(&mut execution, 0, ZE_RESULT_ERROR_DEVICE_LOST);
    assert_eq!(bench.totals(), (0, 0, 0));
    assert_eq!(bench.state.flight.in_flight, 0);
}

/// Lists that were behind one of 253 commands were not looked at.
#[test]
fn lists_behind_a_part_are_looked_at() {
    let mut bench = Bench::new();
    for first in PART - 6..=PART {
        let (long, short) = (LIST + 0x1000 * first, LIST + 0x1000 * first + 0x800);
        bench.list(long, false, false);
        bench.list(short, false, false);
        for _ in 0..first {
            bench.append(long, 0);
        }
        bench.append(short, 0);
        bench.execute(&[short]);
        let before = bench.untimed(Untimed::ListExecutedAgain);
        bench.execute(&[long, short]);
        assert_eq!(bench.untimed(Untimed::ListExecutedAgain), before + 1, "behind {first} commands");
    }
}

/// The device may still signal the event for the execution before.
#[test]
fn a_list_that_runs_while_its_next_execution_fails_is_known_to_run() {
    let mut bench = Bench::new();
    bench.list(LIST, false, false);
    let own = bench.append(LIST, 0).0;
    bench.execute(&[LIST]);
    let mut execution = bench.state.before_execute(QUEUE, &[LIST as _], true);
    bench.state.after_execute(&mut execution, 0, ZE_RESULT_ERROR_OUT_OF_HOST_MEMORY);
    bench.execute(&[LIST]);
    bench.driver.complete(own, 1_000);
    bench.state.sweep();
    assert_eq!(bench.totals(), (2, 0, 1), "it is that of the first");
    bench.driver.complete(own, 2);
    bench.synchronised(QUEUE.handle);
    assert_eq!((bench.totals(), bench.total_ns()), ((2, 1, 1), 2));
}

/// Two operations of one call had the same event: the first was counted as untimed although it was never submitted.
#[test]
fn nothing_is_untimed_in_a_call_that_fails() {
    let mut bench = Bench::new();
    bench.list(LIST, false, false);
    bench.append(LIST, 0);
    let mut execution = bench.state.before_execute(QUEUE, &[LIST as _, LIST as _], true);
    bench.state.after_execute(&mut execution, 0, ZE_RESULT_ERROR_OUT_OF_HOST_MEMORY);
    assert_eq!((bench.totals(), bench.state.flight.in_flight), ((0, 0, 0), 0));
}

/// Trap 1: the stamps of the first execution are overwritten by those of the second.
#[test]
fn a_list_that_is_executed_again_while_it_runs_is_timed_once() {
    let mut bench = Bench::new();
    bench.list(LIST, false, false);
    let event = bench.append(LIST, 0).0;
    bench.execute(&[LIST]);
    bench.execute(&[LIST]);
    assert_eq!((bench.totals(), bench.untimed(Untimed::ListExecutedAgain)), ((2, 0, 1), 1));
    bench.driver.complete(event, 10);
    bench.state.sweep();
    assert_eq!(bench.totals(), (2, 0, 1), "that may be the first one's");
    bench.driver.complete(event, 20);
    bench.synchronised(QUEUE.handle);
    assert_eq!((bench.totals(), bench.total_ns()), ((2, 1, 1), 20));
    bench.execute(&[LIST]);
    bench.driver.complete(event, 30);
    bench.execute(&[LIST]);
    assert_eq!((bench.totals(), bench.total_ns()), ((4, 2, 1), 50), "complete before the next one");
}

#[test]
fn a_list_from_before_counts_as_one_operation_of_which_nothing_is_known() {
    let mut bench = Bench::with_attached(true);
    bench.driver.world().old_lists.insert(LIST, false);
    bench.execute(&[LIST]);
    assert_eq!(bench.untimed(Untimed::BeforeAttach), 1);
}

#[test]
fn a_fence_tells_of_what_was_executed_with_it() {
    let mut bench = Bench::new();
    bench.list(LIST, false, false);
    bench.append(LIST, 0);
    let lists = [LIST as _];
    let mut execution = bench.state.before_execute(QUEUE, &lists, true);
    bench.state.after_execute(&mut execution, 0xfe, ZE_RESULT_SUCCESS);
    assert_eq!(bench.state.registry.fences.get(&0xfe), Some(&(QUEUE.handle, 1)));
}

#[test]
fn a_call_with_several_lists_again_in_flight() {
    let mut bench = Bench::new();
    bench.list(LIST, false, false);
    bench.list(OTHER_LIST, false, false);
    let events = [bench.append(LIST, 0).0, bench.append(OTHER_LIST, 0).0];
    bench.execute(&[LIST, OTHER_LIST]);
    bench.driver.complete(events[0], 10);
    bench.execute(&[LIST, OTHER_LIST]);
    events.iter().for_each(|event| bench.driver.complete(*event, 20));
    bench.synchronised(QUEUE.handle);
    assert_eq!((bench.totals(), bench.total_ns()), ((4, 3, 1), 50));
}

#[test]
fn the_same_list_twice_in_one_call_is_timed_once() {
    let mut bench = Bench::new();
    bench.list(LIST, false, false);
    let event = bench.append(LIST, 0).0;
    bench.execute(&[LIST, LIST]);
    bench.driver.complete(event, 10);
    bench.state.sweep();
    assert_eq!(bench.totals(), (2, 0, 1), "whose stamps these are, nobody can tell yet");
    bench.driver.complete(event, 20);
    bench.synchronised(QUEUE.handle);
    assert_eq!((bench.totals(), bench.total_ns()), ((2, 1, 1), 20));
    assert_eq!(bench.untimed(Untimed::ListExecutedAgain), 1);
}

#[test]
fn a_clone_shares_the_events_of_its_original() {
    let mut bench = Bench::new();
    bench.list(LIST, false, false);
    let event = bench.append(LIST, 0).0;
    bench.state.clone_list(LIST, OTHER_LIST);
    for list in [LIST, OTHER_LIST] {
        bench.execute(&[list]);
        assert!(!bench.driver.is_signalled(event));
        bench.driver.complete(event, 10);
        bench.synchronised(QUEUE.handle);
    }
    assert_eq!((bench.totals(), bench.total_ns()), ((2, 2, 0), 20));
    bench.state.forget_list(LIST);
    bench.list(LIST, true, false);
    assert_ne!(bench.append(LIST, 0).0, event, "the clone still signals it");
    bench.state.forget_list(OTHER_LIST);
    assert_eq!(bench.append(LIST, 0).0, event);
}

/// The second's stamps are those that are there in the end.
#[test]
fn a_clone_of_a_list_that_signals_an_event_twice() {
    let mut bench = Bench::new();
    bench.list(LIST, false, true);
    let event = bench.event(true);
    bench.append(LIST, event);
    bench.append(LIST, event);
    bench.state.clone_list(LIST, OTHER_LIST);
    for (list, ns) in [(LIST, 10), (OTHER_LIST, 20)] {
        bench.execute(&[list]);
        bench.driver.complete(event, 1000);
        bench.state.sweep();
        bench.driver.complete(event, ns);
        bench.synchronised(QUEUE.handle);
    }
    assert_eq!((bench.totals(), bench.total_ns()), ((4, 2, 2), 30));
}

/// There is no telling which of the two comes last.
#[test]
fn a_command_that_is_made_to_signal_the_event_of_another() {
    let mut bench = Bench::new();
    bench.list(LIST, false, false);
    let (one, other) = (bench.event(true), bench.event(true));
    bench.state.next_command(LIST, NextCommand { id: 7, changes_event: true });
    bench.append(LIST, one);
    bench.append(LIST, other);
    bench.state.change_event(LIST, 7, other);
    bench.execute(&[LIST]);
    bench.driver.complete(other, 10);
    bench.synchronised(QUEUE.handle);
    assert_eq!((bench.totals(), bench.untimed(Untimed::EventReused)), ((2, 0, 2), 2));
}

#[test]
fn a_command_that_changes_is_credited_to_what_it_is_now() {
    let mut bench = Bench::new();
    bench.list(LIST, false, false);
    let (before, after) = (bench.event(true), bench.event(true));
    bench.state.next_command(LIST, NextCommand { id: 7, changes_event: true });
    bench.append(LIST, before);
    let name = bench.state.publisher.string("other");
    bench.state.change_kernel(LIST, 7, &OpClass { name, ..OpClass::from_kind(OpKind::Kernel) });
    bench.state.change_groups(LIST, 7, Some([4, 5, 6]), None);
    bench.state.change_event(LIST, 7, after);
    bench.execute(&[LIST]);
    bench.driver.complete(before, 10);
    bench.synchronised(QUEUE.handle);
    assert_eq!(bench.totals(), (1, 0, 0));
    bench.driver.complete(after, 20);
    bench.state.sweep();
    assert_eq!((bench.totals(), bench.total_ns()), ((1, 1, 0), 20));
    let classes = &bench.state.publisher.process.class_table;
    let timed = classes.iter().find(|c| c.timed.load(Relaxed) == 1).unwrap();
    assert_eq!((timed.name.load(Relaxed), timed.ops.load(Relaxed)), (name, 1));
    assert_eq!(classes.iter().map(|c| c.ops.load(Relaxed)).sum::<u64>(), 1, "none of what it was");
}

#[test]
fn what_goes_into_a_graph_is_left_alone() {
    let mut bench = Bench::new();
    bench.list(LIST, true, true);
    bench.state.capture_begins(LIST);
    assert_eq!(bench.append(LIST, 0), (0, 0));
    assert_eq!(bench.totals(), (0, 0, 0));
    bench.state.capture_ends(LIST);
    assert_ne!(bench.append(LIST, 0), (0, 0));
}

/// The driver says of the second list that nothing is captured there, and its launches were counted and given events of ours.
#[test]
fn a_capture_goes_on_at_lists_that_wait_for_what_is_captured() {
    let mut bench = Bench::new();
    bench.list(LIST, true, true);
    bench.list(OTHER_LIST, true, true);
    let event = bench.event(true);
    bench.state.capture_begins(LIST);
    bench.append(LIST, event);
    bench.state.capture_waits(OTHER_LIST, &[event as _]);
    assert_eq!((bench.append(OTHER_LIST, 0), bench.totals()), ((0, 0), (0, 0, 0)));
    bench.state.capture_ends(LIST);
    assert_ne!(bench.append(OTHER_LIST, 0), (0, 0));
    bench.state.capture_waits(OTHER_LIST, &[event as _]);
    assert_ne!(bench.append(OTHER_LIST, 0), (0, 0), "nothing is captured any more");
}

/// Intel's driver has functions for that which the loader does not know. What is appended in a pause is executed.
#[test]
fn a_capture_may_pause() {
    let mut bench = Bench::new();
    bench.list(LIST, true, true);
    bench.list(OTHER_LIST, true, true);
    let event = bench.event(true);
    bench.driver.world().captured.extend([(LIST, true), (OTHER_LIST, false)]);
    bench.state.capture_begins(LIST);
    bench.append(LIST, event);
    bench.state.capture_waits(OTHER_LIST, &[event as _]);
    assert_eq!(bench.append(OTHER_LIST, 0), (0, 0), "the driver learns of it by this command");
    bench.driver.world().captured.insert(OTHER_LIST, true);
    assert_eq!(bench.append(OTHER_LIST, 0), (0, 0));
    bench.driver.world().captured.extend([(LIST, false), (OTHER_LIST, false)]);
    assert_ne!(bench.append(LIST, 0), (0, 0));
    assert_ne!(bench.append(OTHER_LIST, 0), (0, 0));
    bench.driver.world().captured.extend([(LIST, true), (OTHER_LIST, true)]);
    assert_eq!((bench.append(LIST, 0), bench.append(OTHER_LIST, 0)), ((0, 0), (0, 0)));
}

/// More commands than are seen to in one go.
const LONG: usize = 4 * PART + 10;

/// A list with a number of commands; their events.
fn long_list(bench: &mut Bench) -> Vec<usize> {
    bench.list(LIST, false, false);
    (0..LONG).map(|_| bench.append(LIST, 0).0).collect()
}

fn all_complete(bench: &mut Bench, events: &[usize]) {
    events.iter().for_each(|event| bench.driver.complete(*event, 10));
    bench.synchronised(QUEUE.handle);
    bench.state.sweep();
}

#[test]
fn a_long_list_is_prepared_in_parts_and_counted_at_once() {
    let mut bench = Bench::new();
    let events = long_list(&mut bench);
    for round in 1..=3_usize {
        let mut execution = bench.state.execution(QUEUE, &[LIST as _], Some(Sample::ITSELF));
        let mut parts = 1;
        while bench.state.prepare_some(&mut execution) {
            parts += 1;
        }
        assert!(parts >= 2 * LONG / PART, "looked at and prepared in {parts} parts");
        bench.state.executed(&mut execution, 0, ZE_RESULT_SUCCESS, 1);
        assert!(!bench.state.count_some(&mut execution), "there is no more to count");
        all_complete(&mut bench, &events);
        let all = (round * LONG) as u64;
        assert_eq!((bench.totals(), bench.total_ns()), ((all, all, 0), all * 10));
    }
}

#[test]
fn a_long_list_that_is_executed_again_while_it_runs() {
    let mut bench = Bench::new();
    let events = long_list(&mut bench);
    bench.execute(&[LIST]);
    bench.execute(&[LIST]);
    all_complete(&mut bench, &events);
    let once = LONG as u64;
    assert_eq!((bench.totals(), bench.total_ns()), ((2 * once, once, once), once * 10));
    assert_eq!(bench.untimed(Untimed::ListExecutedAgain), once);
}

#[test]
fn a_long_list_is_emptied_in_parts() {
    let mut bench = Bench::new();
    let events = long_list(&mut bench);
    bench.execute(&[LIST]);
    events.iter().for_each(|event| bench.driver.complete(*event, 10));
    let mut parts = 1;
    while bench.state.empty_some(LIST) {
        parts += 1;
    }
    assert!(parts >= 2 * LONG / PART, "settled and given back in {parts} parts");
    bench.state.forget_list(LIST);
    assert_eq!(bench.totals(), (LONG as u64, LONG as u64, 0));
    assert!(bench.state.own.is_whole(CONTEXT), "all events are back");
}

/// Other threads have contexts of their own, and want the lock.
#[test]
fn a_context_goes_in_parts() {
    let mut bench = Bench::new();
    let events = long_list(&mut bench);
    bench.execute(&[LIST]);
    all_complete(&mut bench, &events);
    let mut parts = 1;
    while bench.state.forget_some_of_context(CONTEXT) {
        parts += 1;
    }
    assert!(parts >= 2 * LONG / PART, "lists emptied and events destroyed in {parts} parts");
    assert!(bench.state.registry.lists.is_empty());
    assert!(bench.state.own.is_whole(CONTEXT), "none was missing");
    bench.state.drop_own_events(CONTEXT);
    assert!(bench.state.own.contexts().is_empty());
    assert!(events.iter().all(|event| !bench.state.registry.events.contains_key(event)));
    assert!(events.iter().all(|event| !bench.driver.world().events.contains_key(event)), "destroyed");
}

/// What another thread had only prepared was marked as submitted, and its finished work counted as invalid.
#[test]
fn two_threads_that_execute_at_once_submit_only_their_own() {
    const OTHER_QUEUE: ExecutionLane = ExecutionLane { handle: 0x21, ordinal: 0, index: 1 };
    let mut bench = Bench::new();
    let events = [LIST, OTHER_LIST].map(|list| {
        bench.list(list, false, false);
        bench.append(list, 0).0
    });
    let mut first = bench.state.before_execute(QUEUE, &[LIST as _], true);
    let mut second = bench.state.before_execute(OTHER_QUEUE, &[OTHER_LIST as _], true);
    bench.state.after_execute(&mut first, 0, ZE_RESULT_SUCCESS);
    bench.driver.complete(events[0], 10);
    bench.synchronised(QUEUE.handle);
    bench.synchronised(OTHER_QUEUE.handle);
    assert_eq!((bench.totals(), bench.total_ns()), ((1, 1, 0), 10));
    bench.state.after_execute(&mut second, 0, ZE_RESULT_SUCCESS);
    bench.driver.complete(events[1], 20);
    bench.synchronised(OTHER_QUEUE.handle);
    assert_eq!((bench.totals(), bench.total_ns()), ((2, 2, 0), 30));
}

/// With thousands of executions in flight, each next one looked at all of them.
#[test]
fn only_the_latest_execution_is_looked_at_before_the_next() {
    let mut bench = Bench::new();
    bench.list(LIST, false, false);
    bench.append(LIST, 0);
    for _ in 1..=5 {
        bench.execute(&[LIST]);
        assert_eq!(bench.state.recorded(LIST).unwrap().runs.len(), 1);
        assert_eq!(bench.state.flight.in_flight, 1);
    }
}
