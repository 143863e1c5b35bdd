use super::*;

/// A list from before, and a plain event of the program.
fn attached(in_order: bool) -> (Bench, usize) {
    let mut bench = Bench::with_attached(true);
    let mut world = bench.driver.world();
    world.old_lists.insert(LIST, true);
    if in_order {
        world.in_order.push(LIST);
    }
    drop(world);
    bench.state.adopt_list(LIST);
    let plain = bench.event(false);
    (bench, plain)
}

/// What the hook does: asks, offers the event to the list, and says what the driver answered.
fn ask(bench: &mut Bench, plain: usize) -> bool {
    let Some(event) = bench.state.order_wanted(LIST, OpKind::Kernel, plain as _) else { return false };
    use crate::driver_trait::Driver;
    // SAFETY: a list of the test's and an event that its driver made.
    let result = unsafe { bench.driver.zeCommandListAppendSignalEvent(LIST as _, event) };
    bench.state.order_found(LIST, result);
    true
}

#[test]
fn the_order_of_a_list_from_before_is_found_out_once() {
    for in_order in [true, false] {
        let (mut bench, plain) = attached(in_order);
        assert!(ask(&mut bench, plain));
        assert_eq!(bench.state.registry.lists[&LIST].in_order(), in_order);
        assert!(!ask(&mut bench, plain), "asked once");
        assert_eq!(bench.append(LIST, plain).1 != 0, in_order, "timed where that is harmless");
    }
}

#[test]
fn nothing_is_asked_where_it_does_not_matter() {
    let (mut bench, plain) = attached(true);
    let timed = bench.event(true);
    for (op, signal) in [(OpKind::Kernel, 0), (OpKind::Kernel, timed), (OpKind::Barrier, plain)] {
        assert!(bench.state.order_wanted(LIST, op, signal as _).is_none());
    }
    bench.state.departure.stage = Stage::Leaving;
    assert!(!ask(&mut bench, plain));
}
