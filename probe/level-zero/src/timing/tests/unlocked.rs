use super::*;
use crate::subject::{ImagePart, Kernel, Subject};
use crate::sync::pending;
use crate::timing::append::AppendPlan;
use zetop_probe_core::windows::Sample;
use zetop_wire::layout::MemoryKind;

/// Handles that no other test has: operations in flight are counted for all of them.
const EVENT: usize = 0x7700_0000;
const KERNEL: usize = 0x4321;

impl Bench {
    /// What an append finds without the lock.
    fn without(&self, list: usize, signal: usize) -> Option<AppendPlan> {
        // As [`Self::append`] does.
        self.state.notes.kernels.note(KERNEL, Kernel { name: 0, group_size: [1; 3] });
        let subject = Subject::Kernel { handle: KERNEL, groups: [1; 3], group_size: None };
        self.state
            .notes
            .prepare(list, signal, Some(Sample::ITSELF), |_| subject)
            .map(|of| AppendPlan::prepared(of, signal as _))
    }

    /// The rest of it, when the program's call has had this result.
    fn made(&mut self, list: usize, plan: &AppendPlan, result: ze_result_t) {
        self.after(list, plan, result);
    }

    /// An event of the program's with a handle of its own.
    fn event_at(&mut self, handle: usize, like: Event) -> usize {
        self.driver.make_event(handle, true);
        self.state
            .registry
            .events
            .insert(handle, Event { stamped: Stamped::Yes, host_visible: true, ..like });
        handle
    }
}

#[test]
fn an_append_without_the_lock_is_counted_and_timed_as_one_with_it() {
    let mut bench = Bench::new();
    bench.list(LIST, true, false);
    assert!(bench.without(LIST, 0).is_none(), "nothing is known yet");
    let (first, _) = bench.append(LIST, 0);
    let plan = bench.without(LIST, 0).expect("an event of ours is left");
    let second = plan.event as usize;
    assert_ne!(first, second);
    bench.made(LIST, &plan, ZE_RESULT_SUCCESS);
    assert_eq!(bench.totals(), (2, 0, 0));
    bench.driver.complete(first, 100);
    bench.driver.complete(second, 23);
    bench.state.sweep();
    assert_eq!((bench.totals(), bench.total_ns()), ((2, 2, 0), 123));
}

#[test]
fn an_append_without_the_lock_that_fails_leaves_nothing() {
    let mut bench = Bench::new();
    bench.list(LIST, true, false);
    let event = bench.event_at(EVENT, Event::default());
    bench.append(LIST, event);
    bench.driver.complete(event, 1);
    bench.state.sweep();
    let (before, _) = bench.append(LIST, 0);
    bench.driver.complete(before, 1);
    bench.state.sweep();
    for signal in [0, event] {
        let plan = bench.without(LIST, signal).expect("known");
        assert_eq!(bench.state.own.is_whole(CONTEXT), signal != 0, "who has taken one has it");
        bench.made(LIST, &plan, ZE_RESULT_ERROR_INVALID_ARGUMENT);
        drop(plan);
        assert!(bench.state.own.is_whole(CONTEXT) && !pending::COUNTED.concerns(event));
    }
    assert_eq!(bench.totals(), (2, 2, 0));
}

#[test]
fn an_event_of_the_programs_is_pending_from_before_the_call() {
    let mut bench = Bench::new();
    bench.list(LIST, true, false);
    let event = bench.event_at(EVENT + 0x100, Event::default());
    bench.append(LIST, event);
    assert!(bench.without(LIST, event).is_none(), "that operation has to be settled first");
    bench.driver.complete(event, 10);
    bench.state.sweep();
    let plan = bench.without(LIST, event).expect("it is over");
    assert!(pending::COUNTED.concerns(event) && bench.without(LIST, event).is_none());
    bench.made(LIST, &plan, ZE_RESULT_SUCCESS);
    drop(plan);
    assert!(pending::COUNTED.concerns(event), "as the state knows now");
    bench.driver.complete(event, 5);
    bench.state.sweep();
    assert!(!pending::COUNTED.concerns(event));
    assert_eq!((bench.totals(), bench.total_ns()), ((2, 2, 0), 15));
}

#[test]
fn what_has_something_special_about_it_needs_the_lock() {
    let mut bench = Bench::new();
    bench.list(LIST, true, false);
    bench.list(OTHER_LIST, true, true);
    let convertible = Event { nature: Nature::Convertible { converted: false }, ..Event::default() };
    let event = bench.event_at(EVENT + 0x200, convertible);
    let counted = bench.event_at(EVENT + 0x300, Event { nature: Nature::CounterBased, ..Event::default() });
    for (list, signal) in [(LIST, event), (LIST, counted), (OTHER_LIST, event)] {
        bench.append(list, signal);
        bench.driver.complete(signal, 1);
        bench.synchronised(list);
    }
    assert!(bench.without(LIST, event).is_some());
    assert!(bench.without(OTHER_LIST, event).is_none(), "an in-order list converts it");
    assert!(bench.without(LIST, counted).is_none());
    // Another list leaves stamps in it that nobody reads.
    bench.state.signals_unread(Some(event));
    assert!(bench.without(LIST, event).is_none());
    bench.list(0x55, false, false);
    bench.append(0x55, 0);
    assert!(bench.without(0x55, 0).is_none(), "a regular list");
    let kernel = Subject::Kernel { handle: 0x1234, groups: [1; 3], group_size: None };
    bench.append(LIST, 0);
    let prepare = || bench.state.notes.prepare(LIST, 0, Some(Sample::ITSELF), |_| kernel);
    assert!(prepare().is_none(), "its name may have to be asked for");
    let known = Kernel { name: 0, group_size: [1; 3] };
    bench.state.notes.kernels.note(0x1234, known);
    assert!(prepare().is_some());
    bench.state.notes.kernels.forget(0x1234);
    assert!(prepare().is_none(), "its group size has changed");
}

#[test]
fn what_is_gone_or_changed_is_not_known_any_more() {
    let mut bench = Bench::new();
    bench.list(LIST, true, false);
    let event = bench.event_at(EVENT + 0x400, Event::default());
    let known = |bench: &mut Bench| {
        bench.append(LIST, event);
        bench.driver.complete(event, 1);
        bench.state.sweep();
        bench.without(LIST, event).is_some()
    };
    assert!(known(&mut bench));
    bench.state.notes.events.forget(event);
    assert!(bench.without(LIST, event).is_none());
    assert!(known(&mut bench));
    bench.state.next_command(LIST, NextCommand { id: 7, changes_event: true });
    assert!(bench.without(LIST, event).is_none());
    bench.append(LIST, 0);
    assert!(known(&mut bench));
    bench.state.forget_list(LIST);
    assert!(bench.without(LIST, event).is_none());
    bench.list(LIST, true, true);
    assert!(known(&mut bench));
    bench.state.notes.forget_all();
    assert!(bench.without(LIST, event).is_none());
}

/// zetop detaches: no more events of ours may go into lists, and what is back is given back.
#[test]
fn none_is_taken_once_events_are_given_back() {
    let mut bench = Bench::new();
    bench.list(LIST, true, false);
    let (event, _) = bench.append(LIST, 0);
    bench.driver.complete(event, 1);
    bench.state.sweep();
    while bench.state.leave_some() {}
    assert!(bench.without(LIST, 0).is_none());
    bench.state.leave();
    assert!(bench.driver.world().pools.is_empty(), "all were back");
}

/// The device completes the operation before the state knows of it, and another thread hears of that.
#[test]
fn what_is_done_to_its_event_meanwhile_leaves_the_operation_untimed() {
    for by_append in [false, true] {
        let mut bench = Bench::new();
        bench.list(LIST, true, false);
        bench.list(OTHER_LIST, true, false);
        let event = bench.event_at(EVENT + 0x500 + 0x100 * usize::from(by_append), Event::default());
        bench.append(LIST, event);
        bench.driver.complete(event, 1);
        bench.state.sweep();
        let plan = bench.without(LIST, event).expect("known");
        bench.driver.complete(event, 1000);
        if by_append {
            bench.append(OTHER_LIST, event);
        } else {
            bench.state.last_look(event, Untimed::EventReused);
        }
        bench.made(LIST, &plan, ZE_RESULT_SUCCESS);
        drop(plan);
        assert_eq!(bench.untimed(Untimed::EventReused), 1);
        if by_append {
            bench.state.sweep();
            assert_eq!(bench.total_ns(), 1, "the stamps may be the first one's");
            bench.driver.complete(event, 20);
            bench.synchronised(OTHER_LIST);
            assert_eq!((bench.totals(), bench.total_ns()), ((3, 2, 1), 21));
        }
        assert!(!pending::COUNTED.concerns(event));
    }
}

/// Events share counters: an append that was stopped by the system in the middle was left untimed when another thread used an
/// event with the same counter, and so was that thread's.
#[test]
fn what_is_done_to_another_event_with_the_same_counter_disturbs_nothing() {
    for without in [false, true] {
        let mut bench = Bench::new();
        bench.list(LIST, true, false);
        bench.list(OTHER_LIST, true, false);
        let event = bench.event_at(EVENT + 0x900 + 0x100 * usize::from(without), Event::default());
        let other =
            (1..).map(|n| event + 0x10_0000 + 0x40 * n).find(|other| pending::COUNTED.share(event, *other));
        let other = bench.event_at(other.expect("there are few counters"), Event::default());
        bench.append(LIST, event);
        bench.driver.complete(event, 1);
        bench.state.sweep();
        let plan = if without {
            bench.without(LIST, event).expect("known")
        } else {
            bench.state.before_append(
                LIST,
                &OpClass::from_kind(OpKind::Kernel),
                event as _,
                Some(Sample::ITSELF),
            )
        };
        bench.append(OTHER_LIST, other);
        bench.driver.complete(event, 100);
        bench.driver.complete(other, 20);
        bench.made(LIST, &plan, ZE_RESULT_SUCCESS);
        drop(plan);
        bench.state.sweep();
        assert_eq!((bench.totals(), bench.total_ns()), ((3, 3, 0), 121));
        assert!(!pending::COUNTED.concerns(event) && !pending::COUNTED.concerns(other));
    }
}

/// The device completes the operation, and another thread makes an event at the address of the one that it signalled.
#[test]
fn an_event_at_the_same_address_is_not_the_one_that_was_announced() {
    let mut bench = Bench::new();
    bench.list(LIST, true, false);
    let event = bench.event_at(EVENT + 0xb00, Event::default());
    bench.append(LIST, event);
    bench.driver.complete(event, 1);
    bench.state.sweep();
    let plan = bench.without(LIST, event).expect("known");
    bench.driver.complete(event, 100);
    bench.state.registry.events.remove(&event);
    bench.event_at(event, Event::default());
    bench.made(LIST, &plan, ZE_RESULT_SUCCESS);
    drop(plan);
    bench.state.sweep();
    assert_eq!((bench.totals(), bench.untimed(Untimed::EventReused)), ((2, 1, 1), 1));
    assert!(!pending::COUNTED.concerns(event));
}

/// Nobody may ask the driver about it any more.
#[test]
fn an_event_that_is_gone_meanwhile_leaves_the_operation_untimed() {
    let mut bench = Bench::new();
    bench.list(LIST, true, false);
    let event = bench.event_at(EVENT + 0x700, Event::default());
    bench.append(LIST, event);
    bench.driver.complete(event, 1);
    bench.state.sweep();
    let plan = bench.without(LIST, event).expect("known");
    bench.state.registry.events.remove(&event);
    bench.made(LIST, &plan, ZE_RESULT_SUCCESS);
    assert_eq!((bench.totals(), bench.untimed(Untimed::EventDestroyed)), ((2, 1, 1), 1));
    assert_eq!(bench.state.flight.in_flight, 0);
}

/// The program may end at once: `_exit` gives nobody a chance to do what was deferred.
#[test]
fn what_was_appended_is_counted_before_the_state_hears_of_it() {
    let mut bench = Bench::new();
    bench.list(LIST, true, false);
    bench.append(LIST, 0);
    let without = bench.without(LIST, 0).expect("an event of ours is left");
    let with =
        bench.state.before_append(LIST, &OpClass::from_kind(OpKind::Fill), 0 as _, Some(Sample::ITSELF));
    let process = bench.state.publisher.process;
    for (plan, count) in [(&without, 2), (&with, 3)] {
        plan.ticket.count(process, 5);
        assert_eq!(bench.totals(), (count, 0, 0));
    }
    let [kernels, fills] = [without, with].map(|plan| plan.ticket.class().expect("it has one"));
    assert_ne!(kernels, fills);
    let of = |class: u32| &process.class_table[class as usize];
    assert_eq!([kernels, fills].map(|class| of(class).ops.load(Relaxed)), [2, 1]);
    assert_eq!([kernels, fills].map(|class| of(class).host_ticks.load(Relaxed)), [6, 5]);
}

/// Of a class that was not there yet, the state has to make an entry.
#[test]
fn the_first_of_a_class_needs_the_lock() {
    let mut bench = Bench::new();
    bench.list(LIST, true, false);
    bench.append(LIST, 0);
    let copy = |bytes| Subject::Copy {
        src: (MemoryKind::Host, None),
        dst: (MemoryKind::Device, Some(DEVICE)),
        bytes,
    };
    let prepare = |bench: &Bench, subject| {
        bench
            .state
            .notes
            .prepare(LIST, 0, Some(Sample::ITSELF), |_| subject)
            .map(|of| AppendPlan::prepared(of, std::ptr::null_mut()))
    };
    assert!(prepare(&bench, copy(4096)).is_none());
    let class = bench.state.class_of(LIST, |_| copy(4096), |_, _| unreachable!());
    let plan = bench.state.before_append(LIST, &class, 0 as _, Some(Sample::ITSELF));
    let again = prepare(&bench, copy(100)).expect("it is known now");
    assert_eq!(again.ticket.class(), plan.ticket.class());
    assert!(prepare(&bench, copy(1 << 20)).is_none(), "another class of sizes");
    let elsewhere = (MemoryKind::Device, Some(DEVICE + 1));
    let across = Subject::Copy { src: elsewhere, dst: elsewhere, bytes: 100 };
    assert!(prepare(&bench, across).is_none(), "another device");
    let image =
        Subject::ToImage { src: (MemoryKind::Host, None), image: ImagePart { image: 0x600, region: None } };
    assert!(prepare(&bench, image).is_none(), "its size is in the state");
}

/// A maker that nobody takes must not keep a detach waiting.
#[test]
fn a_maker_that_was_left_for_others_comes_back() {
    let mut bench = Bench::new();
    bench.list(LIST, true, false);
    bench.append(LIST, 0);
    let plan = bench.without(LIST, 0).expect("an event of ours is left");
    bench.made(LIST, &plan, ZE_RESULT_SUCCESS);
    drop(plan);
    assert!(bench.state.own.are_being_made(), "few are left, so that a maker waits in the reserve");
    let maker = bench.state.notes.maker(LIST).expect("there it is");
    bench.state.errand_done(Done::Events(maker.make_batch()));
    assert!(!bench.state.own.are_being_made());
    let plan = bench.without(LIST, 0).expect("more of them");
    bench.made(LIST, &plan, ZE_RESULT_SUCCESS);
    drop(plan);
    bench.state.own.close_reserves();
    assert!(!bench.state.own.are_being_made() && bench.without(LIST, 0).is_none());
}

/// SYCL's adapter makes events without timestamps, and waited for the lock at each append.
#[test]
fn an_event_without_timestamps_needs_no_lock_on_an_in_order_list() {
    for in_order in [true, false] {
        let mut bench = Bench::new();
        bench.list(LIST, true, in_order);
        let event = EVENT + 0x100 * (1 + usize::from(in_order));
        bench.event_at(event, Event::default());
        bench.state.registry.events.get_mut(&event).unwrap().stamped = Stamped::No;
        bench.append(LIST, event);
        bench.append(LIST, 0);
        let plan = bench.without(LIST, event);
        assert_eq!(plan.is_some(), in_order);
        let Some(plan) = plan else { continue };
        assert_eq!((plan.forward as usize, plan.ticket.has_ours()), (event, true));
        assert_ne!(plan.event as usize, event);
        bench.made(LIST, &plan, ZE_RESULT_SUCCESS);
        bench.driver.complete(plan.event as usize, 10);
        assert_eq!(bench.totals().0, 3);
    }
}
