use super::super::locks::lock;
use super::*;

fn empty(key: Option<Key>) -> StreamLane {
    let (order, waits) = (Order::Blocking, WaitsFor::default());
    let ids = Some((1, 7));
    StreamLane { key, ids, context: 9, device: Some(0), order, waits, waiting: VecDeque::new() }
}
fn lane(given: &[(u64, Looks)]) -> StreamLane {
    let mut lane = empty(None);
    given.iter().for_each(|(at, looks)| lane.push(*at, *looks, 0));
    lane
}
fn taken(lane: &mut StreamLane, looks: Looks, start: u64, correlation: u32) -> Option<u64> {
    lane.take(looks, start, correlation).map(|call| call.at)
}
const A: Looks = Looks(5);
const B: Looks = Looks(9);

#[test]
fn records_are_of_the_oldest_that_looks_like_them() {
    let mut lane = lane(&[(10, A), (20, B), (30, A)]);
    assert_eq!(taken(&mut lane, A, 1000, 0), Some(10));
    // out of order: copies may come before kernels
    assert_eq!(taken(&mut lane, A, 1000, 0), Some(30));
    assert_eq!(taken(&mut lane, B, 1000, 0), Some(20));
    assert_eq!(taken(&mut lane, B, 1000, 0), None, "never noted");
}

#[test]
fn nothing_runs_before_it_was_given() {
    let mut lane = lane(&[(CLOCKS * 10, A)]);
    assert_eq!(taken(&mut lane, A, 5, 0), None);
    assert_eq!(taken(&mut lane, A, CLOCKS * 9 + 1, 0), Some(CLOCKS * 10), "within what the clocks allow");
}

#[test]
fn all_of_a_graph_has_the_time_of_its_launch() {
    let mut lane = lane(&[(10, Looks::GRAPH), (20, Looks::GRAPH), (30, A)]);
    assert_eq!([1, 1, 1].map(|_| taken(&mut lane, A, 1000, 77)), [Some(10); 3]);
    assert_eq!([1, 1, 1].map(|_| taken(&mut lane, A, 1000, 78)), [Some(20); 3]);
    assert_eq!(taken(&mut lane, A, 1000, 0), Some(30));
    assert_eq!(lane.waiting.len(), 0, "{:?}", lane.waiting);
}

/// It was made before an attach: its launch counts as one, and what else it holds as it comes.
#[test]
fn of_a_graph_that_is_not_known_all_but_the_first_are_uncounted() {
    let mut lane = lane(&[(10, Looks::UNKNOWN_GRAPH), (20, Looks::GRAPH)]);
    let uncounted = |lane: &mut StreamLane, of| lane.take(A, 1000, of).map(|call| call.uncounted);
    assert_eq!([1, 1, 1].map(|_| uncounted(&mut lane, 77)), [Some(false), Some(true), Some(true)]);
    assert_eq!([1, 1].map(|_| uncounted(&mut lane, 78)), [Some(false); 2]);
}

/// 1.6 million streams used to leave 73 MB.
#[test]
fn streams_that_come_and_go_leave_nothing() {
    let queued = Queued::default();
    for number in 0..3 * MOST_PLACES as u32 {
        let key = Key { handle: 4096 + number as usize, context: 0, thread: 0 };
        let mut lane = empty(Some(key));
        lane.ids = Some((1, number));
        lane.push(10, A, 0);
        lock(&queued.shards[key.shard()].0).push(lane);
        assert!(queued.take((1, number), A, 1000, 0).0.is_some());
        queued.ends(key.handle as CUstream);
    }
    assert!(lock(&queued.places).len() <= MOST_PLACES);
    assert!(queued.shards.iter().all(|shard| lock(&shard.0).is_empty()));
}

#[test]
fn streams_of_other_contexts_stay() {
    let queued = Queued::default();
    for (handle, context, device) in [(4096, 7, Some(0)), (8192, 8, Some(1)), (12288, 9, None)] {
        let key = Key { handle, context: 0, thread: 0 };
        let lane = StreamLane { context, device, ids: Some((context as u32, 1)), ..empty(Some(key)) };
        lock(&queued.shards[key.shard()].0).push(lane);
    }
    assert_eq!(queued.forget(|_, device| device.is_none_or(|device| device == 0)), [7, 9]);
    assert_eq!(queued.forget(|context, _| context == 8), [8]);
}

#[test]
fn what_has_no_record_is_left_behind() {
    let mut lane = lane(&[(10, B)]);
    for at in 0..2 * u64::from(MOST_OVERTAKEN) {
        lane.push(at + 100, A, 0);
        assert_eq!(taken(&mut lane, A, 100_000, 0), Some(at + 100));
    }
    assert_eq!(lane.waiting.len(), 0);
}

#[test]
fn calls_that_fail_leave_nothing() {
    let queued = Queued::default();
    let key = Key { handle: 4096, context: 0, thread: 0 };
    lock(&queued.shards[key.shard()].0).push(empty(Some(key)));
    let stream = Stream { handle: 4096 as CUstream, per_thread: false };
    let (first, second) = (queued.note(stream, A, 0).unwrap(), queued.note(stream, A, 7).unwrap());
    let at = first.at;
    second.cancel();
    first.returned();
    let call = queued.take((1, 7), A, at + 7, 0).0.unwrap();
    assert_eq!(call.at, at);
    assert!(call.returned >= at, "{call:?}");
    assert_eq!(queued.take((1, 7), A, at + 7, 0).0, None);
    queued.ends(stream.handle);
    assert!(lock(&queued.shards[key.shard()].0).is_empty());
}

#[test]
fn a_wait_is_the_next_operations() {
    let mut lane = empty(None);
    lane.waits = WaitsFor::Untracked;
    lane.push(10, A, 0);
    lane.push(20, B, 0);
    assert_eq!(lane.take(A, 1000, 0).unwrap().waits, WaitsFor::Untracked);
    assert_eq!(lane.take(B, 1000, 0).unwrap().waits, WaitsFor::OwnStream);
}
