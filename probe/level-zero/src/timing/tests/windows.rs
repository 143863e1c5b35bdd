//! Operations outside of a window: they are counted, and never confused with those inside.

use super::*;
use crate::subject::{Kernel, Subject};
use crate::sync::pending;
use crate::timing::execute::untimed::Prepared;
use crate::timing::outside::UNREAD;
use zetop_probe_core::windows::{Sample, WINDOWS};
use zetop_wire::layout::DeviceFault;

/// Handles that no other test has.
const EVENT: usize = 0x7800_0000;
const KERNEL: usize = 0x5432;

impl Bench {
    /// The test ends with `WINDOWS.begin(None, 0, 0, 0)`.
    fn on_tiger_lake_with_a_budget() -> Self {
        let driver: &'static Fake = Box::leak(Box::default());
        (driver.world().intels, driver.world().is_tiger_lake) = (true, true);
        let bench = Self::with_driver(driver, false);
        WINDOWS.begin(Some(300), 0, 0, 0);
        bench
    }

    /// An append that needs no lock, if this one doesn't.
    fn sampled_without(&mut self, list: usize, signal: usize) -> Option<AppendPlan> {
        self.state.notes.kernels.note(KERNEL, Kernel { name: 0, group_size: [1; 3] });
        let subject = Subject::Kernel { handle: KERNEL, groups: [1; 3], group_size: None };
        let plan = self
            .state
            .notes
            .prepare(list, signal, None, |_| subject)
            .map(|prepared| AppendPlan::prepared(prepared, signal as _))?;
        assert!(plan.ticket.is_over() && !plan.ticket.is_timed());
        plan.ticket.count(self.state.publisher.process, 1);
        Some(plan)
    }

    fn program_event(&mut self, handle: usize, like: Event) -> usize {
        self.driver.make_event(handle, true);
        UNREAD.clear(handle);
        let event = Event { stamped: Stamped::Yes, host_visible: true, ..like };
        self.state.registry.events.insert(handle, event);
        handle
    }
}

#[test]
fn outside_of_a_window_the_programs_call_stays_as_it_is() {
    let mut bench = Bench::new();
    bench.list(LIST, true, true);
    let plain = bench.event(false);
    bench.is_open = false;
    for signal in [0, plain] {
        assert_eq!(bench.append(LIST, signal), (signal, 0));
    }
    assert_eq!((bench.totals(), bench.sampled()), ((2, 0, 0), 2));
    assert_eq!(bench.state.flight.in_flight, 0);
    assert!(bench.driver.world().pools.is_empty(), "no event of ours was made");
    bench.is_open = true;
    let (own, forward) = bench.append(LIST, plain);
    assert!(own != plain && forward == plain);
    bench.driver.complete(own, 7);
    bench.state.sweep();
    assert_eq!((bench.totals(), bench.total_ns()), ((3, 1, 0), 7));
}

#[test]
fn what_is_known_of_a_list_is_enough_outside_of_a_window() {
    let mut bench = Bench::new();
    bench.list(LIST, true, false);
    let event = bench.program_event(EVENT, Event::default());
    bench.append(LIST, event);
    assert!(bench.sampled_without(LIST, event).is_none(), "the operation in flight has to be settled");
    bench.driver.complete(event, 5);
    bench.state.sweep();
    let plan = bench.sampled_without(LIST, event).expect("known");
    assert_eq!((plan.event as usize, plan.forward as usize), (event, 0));
    assert!(bench.sampled_without(LIST, 0).is_some());
    assert_eq!((bench.totals(), bench.sampled()), ((3, 1, 0), 2));
    let converted = Event { nature: Nature::Convertible { converted: false }, ..Event::default() };
    let convertible = bench.program_event(EVENT + 0x100, converted);
    bench.list(OTHER_LIST, true, true);
    bench.append(LIST, convertible);
    bench.driver.complete(convertible, 5);
    bench.state.sweep();
    bench.append(OTHER_LIST, 0);
    assert!(bench.sampled_without(OTHER_LIST, convertible).is_none(), "the state has to know of it");
    assert!(bench.sampled_without(LIST, convertible).is_some());
}

/// Trap 2: the window ends between two operations that signal one event.
#[test]
fn an_operation_in_flight_is_read_before_one_outside_of_the_window_signals_its_event() {
    for complete in [true, false] {
        let mut bench = Bench::new();
        bench.list(LIST, true, true);
        let event = bench.program_event(EVENT + 0x200, Event::default());
        bench.append(LIST, event);
        if complete {
            bench.driver.complete(event, 9);
        }
        bench.is_open = false;
        assert!(bench.sampled_without(LIST, event).is_none());
        bench.append(LIST, event);
        let (timed, reused) = if complete { (1, 0) } else { (0, 1) };
        assert_eq!((bench.totals(), bench.sampled()), ((2, timed, reused), 1));
        assert_eq!(bench.untimed(Untimed::EventReused), reused);
    }
}

/// The other way round: a signal may be the earlier operation's, until the lane is complete.
#[test]
fn a_signal_of_an_operation_outside_of_a_window_is_not_read_as_that_of_one_inside() {
    for with_lock in [true, false] {
        let mut bench = Bench::new();
        bench.list(LIST, true, true);
        let event = bench.program_event(EVENT + 0x300, Event::default());
        bench.append(LIST, event);
        bench.driver.complete(event, 3);
        bench.state.sweep();
        bench.is_open = false;
        if with_lock {
            bench.append(LIST, event);
        } else {
            assert!(bench.sampled_without(LIST, event).is_some());
        }
        bench.is_open = true;
        bench.state.notes.kernels.note(KERNEL, Kernel { name: 0, group_size: [1; 3] });
        let subject = Subject::Kernel { handle: KERNEL, groups: [1; 3], group_size: None };
        assert!(
            bench.state.notes.prepare(LIST, event, Some(Sample::ITSELF), |_| subject).is_none(),
            "with the lock only"
        );
        bench.append(LIST, event);
        // That of the one outside.
        bench.driver.complete(event, 1_000);
        bench.state.sweep();
        assert_eq!(bench.totals(), (3, 1, 0), "{with_lock}: nothing is read");
        bench.driver.complete(event, 4);
        bench.synchronised(LIST);
        assert_eq!((bench.totals(), bench.total_ns()), ((3, 2, 0), 7));
    }
}

#[test]
fn a_reset_event_has_nothing_of_an_operation_outside_of_a_window() {
    let mut bench = Bench::new();
    bench.list(LIST, true, true);
    let event = bench.program_event(EVENT + 0x400, Event::default());
    bench.is_open = false;
    bench.append(LIST, event);
    assert!(UNREAD.has(event));
    // As the hook does.
    UNREAD.clear(event);
    bench.is_open = true;
    bench.append(LIST, event);
    bench.driver.complete(event, 6);
    bench.state.sweep();
    assert_eq!((bench.totals(), bench.total_ns()), ((2, 1, 0), 6));
}

#[test]
fn a_counter_based_event_tells_of_its_latest_signal() {
    let mut bench = Bench::new();
    bench.list(LIST, true, true);
    let counted = Event { nature: Nature::CounterBased, ..Event::default() };
    let event = bench.program_event(EVENT + 0x500, counted);
    bench.is_open = false;
    bench.append(LIST, event);
    assert!(!UNREAD.has(event));
}

#[test]
fn an_execution_outside_of_a_window_touches_nothing() {
    let mut bench = Bench::new();
    bench.list(LIST, false, true);
    let events = [bench.append(LIST, 0).0, bench.append(LIST, 0).0];
    bench.is_open = false;
    for executions in 1..=3 {
        bench.execute(&[LIST]);
        assert_eq!((bench.totals(), bench.sampled()), ((2 * executions, 0, 0), 2 * executions));
    }
    assert_eq!(bench.state.flight.in_flight, 0);
    events.iter().for_each(|event| bench.driver.complete(*event, 77));
    bench.synchronised(QUEUE.handle);
    bench.is_open = true;
    bench.execute(&[LIST]);
    assert!(events.iter().all(|event| !bench.driver.is_signalled(*event)), "emptied");
    events.iter().for_each(|event| bench.driver.complete(*event, 5));
    bench.state.sweep();
    assert_eq!((bench.totals(), bench.total_ns()), ((8, 2, 0), 10));
}

/// Where a device stalls for each signal, and the program's kernels could overlap.
#[test]
fn a_list_with_events_of_the_probes_is_said_to_hold_up_its_kernels_outside_of_a_window() {
    for (is_tiger_lake, in_order, is_recorded_in_window) in
        [(true, false, true), (true, false, false), (true, true, true), (false, false, true)]
    {
        let driver: &'static Fake = Box::leak(Box::default());
        (driver.world().intels, driver.world().is_tiger_lake) = (true, is_tiger_lake);
        let mut bench = Bench::with_driver(driver, false);
        bench.list(LIST, false, in_order);
        bench.is_open = is_recorded_in_window;
        bench.append(LIST, 0);
        // Without a budget, which no unit test has, the append itself is noted.
        bench.state.devices[0].faults = 0;
        bench.is_open = false;
        bench.execute(&[LIST]);
        let is_said = bench.state.devices[0].faults & DeviceFault::SerializesKernels as u64 != 0;
        assert_eq!(is_said, is_tiger_lake && !in_order && is_recorded_in_window);
    }
}

/// Where a device stalls for each signal: what is recorded once may be executed for as long as the program runs.
#[test]
fn kernels_that_could_overlap_are_timed_in_lists_that_are_recorded_again() {
    let mut bench = Bench::on_tiger_lake_with_a_budget();
    bench.list(LIST, false, false);
    let first = bench.append(LIST, 0).0 != 0;
    bench.execute(&[LIST]);
    assert_eq!(bench.untimed(Untimed::WouldHoldUp), 1);
    bench.state.empty_list(LIST);
    let second = bench.append(LIST, 0).0 != 0;
    bench.list(OTHER_LIST, false, true);
    let in_order = bench.append(OTHER_LIST, 0).0 != 0;
    WINDOWS.begin(None, 0, 0, 0);
    bench.state.forget_list(LIST);
    bench.list(LIST, false, false);
    let without_budget = bench.append(LIST, 0).0 != 0;
    assert_eq!((first, second, in_order, without_budget), (false, true, true, true));
}

/// An earlier execution outside of a window may still be running.
#[test]
fn an_execution_in_a_window_waits_for_the_one_before_it() {
    let mut bench = Bench::new();
    bench.list(LIST, false, true);
    let (event, _) = bench.append(LIST, 0);
    bench.is_open = false;
    bench.execute(&[LIST]);
    bench.is_open = true;
    bench.execute(&[LIST]);
    bench.driver.complete(event, 1_000);
    bench.state.sweep();
    assert_eq!(bench.totals(), (2, 0, 0), "it may be that of the first");
    bench.driver.complete(event, 5);
    bench.synchronised(QUEUE.handle);
    assert_eq!((bench.totals(), bench.total_ns()), ((2, 1, 0), 5));
    // From here on, all is known.
    bench.execute(&[LIST]);
    bench.driver.complete(event, 6);
    bench.state.sweep();
    assert_eq!((bench.totals(), bench.total_ns()), ((3, 2, 0), 11));
}

#[test]
fn the_last_execution_in_a_window_is_read_before_the_one_outside_if_it_is_complete() {
    for complete in [true, false] {
        let mut bench = Bench::new();
        bench.list(LIST, false, true);
        let (event, _) = bench.append(LIST, 0);
        bench.execute(&[LIST]);
        if complete {
            bench.driver.complete(event, 8);
        }
        bench.is_open = false;
        bench.execute(&[LIST]);
        bench.driver.complete(event, 1_000);
        bench.synchronised(QUEUE.handle);
        bench.state.sweep();
        let (timed, again) = if complete { (1, 0) } else { (0, 1) };
        assert_eq!((bench.totals(), bench.total_ns(), bench.sampled()), ((2, timed, again), timed * 8, 1));
        assert_eq!(bench.untimed(Untimed::ListExecutedAgain), again);
    }
}

/// The next executions like it need no lock, until the list changes or is executed in a window.
#[test]
fn what_is_known_of_an_execution_is_enough_outside_of_a_window() {
    let mut bench = Bench::new();
    bench.list(LIST, false, true);
    let event = bench.program_event(EVENT + 0x800, Event::default());
    bench.state.next_command(LIST, NextCommand { id: 7, changes_event: false });
    let own = bench.append(LIST, 0).0;
    bench.append(LIST, event);
    let notes = bench.state.notes;
    let without = |bench: &Bench, lane: usize| {
        let known = Prepared::new(notes, lane, &[LIST as _])?;
        known.executed(bench.state.publisher.process, 1_000, 7);
        Some(())
    };
    let lane = QUEUE.handle;
    assert!(without(&bench, lane).is_none(), "never executed");
    bench.is_open = false;
    bench.execute(&[LIST]);
    UNREAD.clear(event);
    assert!(without(&bench, lane + 1).is_none() && !UNREAD.has(event), "on another lane");
    assert!(without(&bench, lane).is_some() && UNREAD.has(event));
    assert_eq!((bench.totals(), bench.sampled()), ((4, 0, 0), 4));
    // The later one counts for when it is complete.
    bench.synchronised(lane);
    bench.is_open = true;
    bench.execute(&[LIST]);
    assert!(without(&bench, lane).is_none(), "operations in flight have to be settled");
    bench.driver.complete(own, 1_000);
    bench.driver.complete(event, 1_000);
    bench.state.sweep();
    assert_eq!(bench.totals(), (6, 0, 0), "they may be those of the one that was made without the lock");
    bench.state.lane_complete(lane, 1_000);
    bench.state.sweep();
    assert_eq!(bench.totals(), (6, 2, 0));
    bench.is_open = false;
    bench.execute(&[LIST]);
    assert!(without(&bench, lane).is_some());
    let name = bench.state.publisher.string("other");
    bench.state.change_kernel(LIST, 7, &OpClass { name, ..OpClass::from_kind(OpKind::Kernel) });
    assert!(without(&bench, lane).is_none(), "it changes");
    bench.execute(&[LIST]);
    bench.list(OTHER_LIST, true, true);
    bench.is_open = true;
    bench.append(OTHER_LIST, event);
    assert!(without(&bench, lane).is_none(), "an operation in flight signals its event");
    bench.state.forget_list(LIST);
    bench.driver.complete(event, 3);
    bench.state.sweep();
    bench.state.lane_complete(OTHER_LIST, u64::MAX);
    assert!(!pending::COUNTED.concerns(event) && without(&bench, lane).is_none(), "it is gone");
}

/// Nothing but the list itself knows of its operations in flight, if their events are the probe's.
#[test]
fn after_an_execution_in_a_window_the_next_one_needs_the_lock() {
    let mut bench = Bench::new();
    bench.list(LIST, false, true);
    bench.append(LIST, 0);
    let is_known = |bench: &Bench| Prepared::new(bench.state.notes, QUEUE.handle, &[LIST as _]).is_some();
    bench.is_open = false;
    bench.execute(&[LIST]);
    assert!(is_known(&bench));
    bench.is_open = true;
    bench.execute(&[LIST]);
    assert!(!is_known(&bench), "what is in flight has to be given up");
}

#[test]
fn a_list_whose_last_event_was_reset_is_complete() {
    let mut bench = Bench::new();
    bench.list(LIST, false, true);
    let event = bench.program_event(EVENT + 0x600, Event::default());
    let (own, _) = bench.append(LIST, 0);
    bench.append(LIST, event);
    bench.is_open = false;
    bench.execute(&[LIST]);
    assert!(UNREAD.has(event));
    bench.driver.complete(own, 1_000);
    UNREAD.clear(event);
    bench.is_open = true;
    bench.execute(&[LIST]);
    assert!(!bench.driver.is_signalled(own), "nothing of the one before is left");
    bench.driver.complete(own, 2);
    bench.driver.complete(event, 3);
    bench.state.sweep();
    assert_eq!((bench.totals(), bench.total_ns()), ((4, 2, 0), 5));
}

/// A counter-based event is never marked as signalled, so a missing mark does not say that the list is complete.
#[test]
fn a_list_whose_last_event_is_counter_based_may_still_run() {
    let mut bench = Bench::new();
    bench.list(LIST, false, true);
    let like = Event { nature: Nature::CounterBased, ..Event::default() };
    let event = bench.program_event(EVENT + 0xa00, like);
    let (own, _) = bench.append(LIST, 0);
    bench.append(LIST, event);
    bench.is_open = false;
    bench.execute(&[LIST]);
    bench.is_open = true;
    bench.execute(&[LIST]);
    bench.driver.complete(own, 1_000);
    bench.state.sweep();
    assert_eq!(bench.totals().1, 0, "it may be that of the first");
}

/// What follows an append may be deferred, and the list be executed without the lock meanwhile.
#[test]
fn a_list_that_is_being_appended_to_needs_the_lock() {
    let mut bench = Bench::new();
    bench.list(LIST, false, false);
    bench.append(LIST, 0);
    bench.is_open = false;
    bench.execute(&[LIST]);
    let without_lock = |bench: &Bench| Prepared::new(bench.state.notes, QUEUE.handle, &[LIST as _]).is_some();
    assert!(without_lock(&bench));
    let class = OpClass::from_kind(OpKind::Kernel);
    let plan = bench.state.before_append(LIST, &class, std::ptr::null_mut(), None);
    assert!(!without_lock(&bench), "before the call");
    bench.after(LIST, &plan, ZE_RESULT_SUCCESS);
    bench.execute(&[LIST]);
    assert_eq!(bench.totals().0, 3);
}

/// Its last command may be complete before the others are.
#[test]
fn a_list_that_is_not_in_order_is_not_complete_when_its_last_event_was_reset() {
    let mut bench = Bench::new();
    bench.list(LIST, false, false);
    let event = bench.program_event(EVENT + 0x800, Event::default());
    let (own, _) = bench.append(LIST, 0);
    bench.append(LIST, event);
    bench.is_open = false;
    bench.execute(&[LIST]);
    UNREAD.clear(event);
    bench.is_open = true;
    bench.execute(&[LIST]);
    bench.driver.complete(own, 1_000);
    bench.state.sweep();
    assert_eq!(bench.totals(), (4, 0, 0), "it may be that of the first");
    bench.driver.complete(own, 2);
    bench.driver.complete(event, 3);
    bench.synchronised(QUEUE.handle);
    assert_eq!((bench.totals(), bench.total_ns()), ((4, 2, 0), 5));
}

/// It signals the same events.
#[test]
fn an_execution_in_a_window_waits_for_that_of_a_copy() {
    let mut bench = Bench::new();
    bench.list(LIST, false, true);
    let (event, _) = bench.append(LIST, 0);
    bench.state.clone_list(LIST, OTHER_LIST);
    for (timed, (other, list)) in [(LIST, OTHER_LIST), (OTHER_LIST, LIST)].into_iter().enumerate() {
        bench.is_open = false;
        bench.execute(&[other]);
        bench.is_open = true;
        bench.execute(&[list]);
        bench.driver.complete(event, 1_000);
        bench.state.sweep();
        assert_eq!(bench.totals().1, timed as u64, "it may be that of the copy");
        bench.driver.complete(event, 5);
        bench.synchronised(QUEUE.handle);
    }
    assert_eq!((bench.totals(), bench.total_ns(), bench.sampled()), ((4, 2, 0), 10, 2));
}

/// An immediate list signals an event that a list signals, too.
#[test]
fn an_execution_outside_of_a_window_settles_what_signals_its_events() {
    let mut bench = Bench::new();
    bench.list(LIST, false, true);
    bench.list(OTHER_LIST, true, true);
    let event = bench.program_event(EVENT + 0x700, Event::default());
    bench.append(LIST, event);
    bench.append(OTHER_LIST, event);
    bench.driver.complete(event, 4);
    bench.is_open = false;
    bench.execute(&[LIST]);
    assert_eq!((bench.totals(), bench.total_ns(), bench.sampled()), ((2, 1, 0), 4, 1));
}

/// Nobody ever heard of the end of what a failed execution was to give to the device, so that no such kernel was timed any more.
#[test]
fn what_a_failed_execution_did_not_give_to_the_device_holds_back_nothing() {
    let mut bench = Bench::on_tiger_lake_with_a_budget();
    bench.list(LIST, false, false);
    bench.state.empty_list(LIST);
    for _ in 0..100 {
        bench.append(LIST, 0);
    }
    let mut execution = bench.state.before_execute(QUEUE, &[LIST as _], true);
    let before = WINDOWS.may_hold_back();
    bench.state.after_execute(&mut execution, 0, ZE_RESULT_ERROR_DEVICE_LOST);
    let after = WINDOWS.may_hold_back();
    WINDOWS.begin(None, 0, 0, 0);
    assert_eq!((before, after), (false, true));
}
