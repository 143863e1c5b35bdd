use super::*;
use crate::timing::runs::Completion;

#[test]
fn each_execution_counts_its_commands() {
    let mut bench = Bench::new();
    bench.list(LIST, false, false);
    let event = bench.append(LIST, 0).0;
    assert_eq!(bench.totals(), (0, 0, 0), "recorded, not submitted");
    for round in 1..=3 {
        assert_eq!(bench.execute(&[LIST]), [LIST]);
        assert!(!bench.driver.is_signalled(event));
        bench.driver.complete(event, 10);
        bench.state.settle_lane(QUEUE.handle, u64::MAX, Completion::Complete);
        assert_eq!((bench.totals(), bench.total_ns()), ((round, round, 0), round * 10));
    }
}

#[test]
fn an_execution_that_fails_is_taken_back() {
    let mut bench = Bench::new();
    bench.list(LIST, false, false);
    bench.append(LIST, 0);
    let lists = [LIST as _];
    let execution = bench.state.before_execute(QUEUE, &lists);
    bench.state.after_execute(&execution, &lists, 0, ZE_RESULT_ERROR_DEVICE_LOST);
    assert_eq!(bench.totals(), (0, 0, 0));
    assert_eq!(bench.state.in_flight, 0);
}

#[test]
fn a_list_executed_again_in_flight_is_timed_twice() {
    let mut bench = Bench::new();
    bench.list(LIST, false, false);
    let event = bench.append(LIST, 0).0;
    bench.execute(&[LIST]);
    let lists = bench.execute(&[LIST]);
    assert_eq!(lists.last(), Some(&LIST));
    bench.driver.complete(event, 10);
    bench.driver.run_list(lists[0]);
    bench.driver.complete(event, 20);
    bench.state.settle_lane(QUEUE.handle, u64::MAX, Completion::Complete);
    assert_eq!((bench.totals(), bench.total_ns()), ((2, 2, 0), 30));
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
    let execution = bench.state.before_execute(QUEUE, &lists);
    bench.state.after_execute(&execution, &lists, 0xfe, ZE_RESULT_SUCCESS);
    assert_eq!(bench.state.fences.get(&0xfe), Some(&(QUEUE.handle, 1)));
}
