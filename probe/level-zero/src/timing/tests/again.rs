use super::*;

/// Operations by the name of their kernel.
fn by_name(bench: &Bench, name: u32) -> u64 {
    let classes = bench.state.publisher.process.class_table.iter();
    classes.filter(|class| class.name.load(Relaxed) == name).map(|class| class.ops.load(Relaxed)).sum()
}

/// The sums of a list are those of what is in it now.
#[test]
fn a_list_that_changes_between_executions_counts_as_what_it_is_each_time() {
    let mut bench = Bench::new();
    bench.list(LIST, false, false);
    bench.state.next_command(LIST, NextCommand { id: 7, changes_event: false });
    let mut events = vec![bench.append(LIST, 0).0];
    let execute = |bench: &mut Bench, events: &[usize]| {
        bench.execute(&[LIST]);
        events.iter().for_each(|event| bench.driver.complete(*event, 10));
        bench.synchronised(QUEUE.handle);
    };
    execute(&mut bench, &events);
    events.push(bench.append(LIST, 0).0);
    execute(&mut bench, &events);
    let name = bench.state.publisher.string("other");
    bench.state.change_kernel(LIST, 7, &OpClass { name, ..OpClass::from_kind(OpKind::Kernel) });
    execute(&mut bench, &events);
    // An event without timestamps, on a list that is not in order.
    let plain = bench.event(false);
    bench.append(LIST, plain);
    execute(&mut bench, &events);
    execute(&mut bench, &events);
    assert_eq!(bench.totals(), (1 + 2 + 2 + 3 + 3, 1 + 2 + 2 + 2 + 2, 2));
    assert_eq!((by_name(&bench, name), bench.untimed(Untimed::EventWithoutTimestamps)), (3, 2));
    bench.state.empty_list(LIST);
    bench.execute(&[LIST]);
    assert_eq!(bench.totals().0, 11, "nothing is in it");
}

/// They signal the same event of the probe's: the stamps of one would be overwritten by the other's.
#[test]
fn a_copy_of_a_list_that_is_in_flight_is_executed() {
    let mut bench = Bench::new();
    bench.list(LIST, false, false);
    let event = bench.append(LIST, 0).0;
    bench.state.clone_list(LIST, OTHER_LIST);
    for (round, (first, second)) in (1..).zip([(LIST, OTHER_LIST), (OTHER_LIST, LIST)]) {
        bench.execute(&[first]);
        bench.execute(&[second]);
        bench.driver.complete(event, 10);
        bench.state.sweep();
        bench.driver.complete(event, 20);
        bench.synchronised(QUEUE.handle);
        assert_eq!((bench.totals(), bench.total_ns()), ((2 * round, round, round), round * 20));
    }
    assert_eq!(bench.untimed(Untimed::ListExecutedAgain), 2);
}

/// In calls about it, the program need not wait for our lock.
#[test]
fn an_event_concerns_us_from_its_append_until_it_is_settled() {
    use crate::sync::pending::COUNTED;
    let mut bench = Bench::new();
    bench.list(LIST, true, false);
    let event = bench.event(true);
    assert!(!COUNTED.concerns(event));
    bench.append(LIST, event);
    assert!(COUNTED.concerns(event), "in flight");
    bench.driver.complete(event, 5);
    bench.state.sweep();
    assert_eq!((COUNTED.concerns(event), bench.totals()), (false, (1, 1, 0)));
    bench.append_with(LIST, event, ZE_RESULT_ERROR_DEVICE_LOST);
    assert!(!COUNTED.concerns(event), "taken back");
    bench.append(LIST, event);
    bench.state.last_look(event, Untimed::EventReused);
    assert!(!COUNTED.concerns(event), "given up");
}
