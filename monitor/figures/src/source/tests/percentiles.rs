//! Percentiles, whatever happens in whatever order.

use super::*;
use crate::snapshot::Snapshot;

#[derive(Debug, Clone)]
enum Step {
    /// A call of a thread, in ticks of half a ns.
    Call {
        function: u16,
        thread: usize,
        ticks: u64,
    },
    /// A call of a thread for which there is no block.
    Overflow {
        function: u16,
        ticks: u64,
    },
    /// An operation of the kernel or the copy.
    Operation {
        copy: bool,
        ns: u64,
    },
    /// One whose stamps make no sense.
    Invalid {
        copy: bool,
    },
    Read,
    Reset,
}

fn step() -> impl Strategy<Value = Step> {
    // As many short ones as long ones.
    let duration = || (0u32..45, any::<u64>()).prop_map(|(bits, word)| word & ((1 << bits) - 1));
    prop_oneof![
        6 => (0u16..3, 0usize..2, duration())
            .prop_map(|(function, thread, ticks)| Step::Call { function, thread, ticks }),
        1 => (0u16..3, duration()).prop_map(|(function, ticks)| Step::Overflow { function, ticks }),
        4 => (any::<bool>(), duration()).prop_map(|(copy, ns)| Step::Operation { copy, ns }),
        1 => any::<bool>().prop_map(|copy| Step::Invalid { copy }),
        2 => Just(Step::Read),
        1 => Just(Step::Reset),
    ]
}

/// Each row's figures ascend, and its percentiles are made of all that is counted.
fn check(snapshot: &Snapshot) -> Result<(), TestCaseError> {
    for api in &snapshot.host.apis {
        let ascending = [api.min_ns, api.p50_ns, api.p90_ns, api.p99_ns, api.max_ns];
        prop_assert!(ascending.iter().all(Option::is_some) && ascending.is_sorted(), "{:?}", api);
        prop_assert_eq!(api.histogram.count, api.calls);
    }
    for kernel in snapshot.device.kernels.iter().filter(|kernel| kernel.timed > 0) {
        let ascending = [kernel.min_ns, kernel.p50_ns, kernel.p99_ns, kernel.max_ns];
        prop_assert!(ascending.iter().all(Option::is_some) && ascending.is_sorted(), "{:?}", kernel);
        prop_assert_eq!(kernel.histogram.count, kernel.timed);
    }
    for transfer in snapshot.device.transfers.iter().filter(|transfer| transfer.timed > 0) {
        let ascending = [transfer.min_ns, transfer.p99_ns, transfer.max_ns];
        prop_assert!(ascending.iter().all(Option::is_some) && ascending.is_sorted(), "{:?}", transfer);
        prop_assert_eq!(transfer.histogram.count, transfer.timed);
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(128))]

    #[test]
    fn they_ascend_between_the_extremes(steps in proptest::collection::vec(step(), 1..120)) {
        let mut rig = Rig::new();
        let probe = FakeProbe::new(rig.folder.path(), 1, 1);
        probe.device("GPU", 1, 0, 0);
        let blocks = [probe.block(1), probe.block(2)];
        let kernel = probe.class(OpKind::Kernel, NONE, NONE, 0, "k");
        let copy_class = probe.class(OpKind::Copy, HOST, DEVICE, 0, "");
        let class = |copy: bool| if copy { copy_class } else { kernel };
        for step in &steps {
            match *step {
                Step::Call { function, thread, ticks } => probe.call(blocks[thread], function, ticks, 0),
                Step::Overflow { function, ticks } => probe.call_without_block(function, ticks),
                Step::Operation { copy, ns } => {
                    probe.operation(class(copy), &copy_record(class(copy), START, ns, 1));
                }
                Step::Invalid { copy } => {
                    let flags = RECORD_INVALID;
                    let record = DeviceRecord { flags, ..copy_record(class(copy), START, u64::MAX, 1) };
                    probe.operation(class(copy), &record);
                }
                Step::Read => {
                    rig.read_after(MS, false);
                    check(&rig.aggregate.snapshot(None))?;
                }
                Step::Reset => {
                    rig.read_after(MS, false);
                    rig.aggregate.reset();
                }
            }
        }
        check(&rig.end())?;
    }
}

/// Durations over eight powers of two, so that histograms have several pages.
fn durations(n: u64) -> Vec<u64> {
    (0..n).map(|i| 100 + (i * 7919) % 60_000).collect()
}

#[test]
fn percentiles_of_all_calls_come_from_histograms_when_all_records_are_gone() {
    let mut rig = Rig::new();
    let probe = FakeProbe::new(rig.folder.path(), 1, 1);
    let blocks = [probe.block(1), probe.block(2)];
    let all = durations(4 * CALL_RING as u64);
    for (i, ticks) in all.iter().enumerate() {
        probe.call(blocks[i % 2], 17, *ticks, 0);
        if i == 1_000 {
            rig.read_after(MS, false);
        }
    }
    let api = &rig.end().host.apis[0];
    let mut sorted = all;
    sorted.sort_unstable();
    for (percent, measured) in [(50, api.p50_ns), (90, api.p90_ns), (99, api.p99_ns)] {
        // half a nanosecond a tick
        let exact = sorted[sorted.len() * percent / 100 - 1] as f64 / 2.0;
        let error = (measured.unwrap() as f64 / exact - 1.0).abs();
        assert!(error <= 0.016, "p{percent}: {measured:?}, exact {exact}");
    }
    assert_eq!(api.histogram.count, sorted.len() as u64);
}

#[test]
fn what_is_in_no_histogram_is_said() {
    let mut rig = Rig::new();
    let probe = FakeProbe::new(rig.folder.path(), 1, 1);
    probe.call(probe.block(1), 17, 10, 0);
    probe.process().unsorted.store(3, Relaxed);
    let notes = rig.end().quality.notes;
    assert!(notes.iter().any(|note| note.starts_with("3 durations are in no histogram")), "{notes:?}");
}
