//! Findings about ranks that others wait for, and about calls that do not return.

use super::*;
use crate::job::Member;
use crate::snapshot::{About, CameLast, Collective, InCommunicator, Process, Role, Waiting};
use std::sync::Arc;

pub(super) fn job(device_ms: [u64; 4], kernels: [u64; 4], watched_ms: [u64; 4]) -> Snapshot {
    let process = |at: usize| Process {
        member: Arc::new(Member { rank: Some(at as u32), ..Member::default() }),
        device_ns: device_ms[at] * 1_000_000,
        kernels: kernels[at],
        watched_ns: watched_ms[at] * 1_000_000,
        ..Process::default()
    };
    let mut snapshot = Snapshot { elapsed_ns: 10_000_000_000, ..Snapshot::default() };
    snapshot.processes = (0..4).map(process).collect();
    snapshot.device.coverage_pct = Some(100.0);
    snapshot
}

/// By the main threads: in the own code, and in libraries between ranks.
fn hosts(own_ms: [u64; 4], between_ms: [u64; 4], kernels: [u64; 4]) -> Snapshot {
    let mut snapshot = job([1_000; 4], kernels, [10_000; 4]);
    for (at, process) in snapshot.processes.iter_mut().enumerate() {
        (process.own_code_ns, process.between_ranks_ns) =
            (Some(own_ms[at] * 1_000_000), Some(between_ms[at] * 1_000_000));
    }
    snapshot
}

#[test]
fn a_rank_whose_host_the_others_wait_for() {
    let same = [1_000; 4];
    let finding = only(&hosts([1_000, 1_050, 1_000, 6_000], [6_000, 6_100, 5_900, 500], same));
    assert_eq!(
        finding.line(),
        "Balance the ranks: the others wait for rank 3: its main thread computes for 6.00 s outside of the API, those of the 4 \
         ranks for 1.02 s (median), with as many kernels in the same time; the others spend 5.45 s more in libraries by which \
         ranks wait for each other (by samples); up to 50 % of wall time to gain if its host takes as long as the others'"
    );
    assert_eq!(finding.about, About::OwnCode(3));
    let mut unknown = hosts([1_000, 1_050, 1_000, 6_000], [6_000, 6_100, 5_900, 500], same);
    unknown.processes[1].own_code_ns = None;
    // Nobody waits; even; a little slower; with more work; one of them can't be watched.
    for other in [
        hosts([1_000, 1_050, 1_000, 6_000], [500; 4], same),
        hosts([6_000, 6_050, 6_000, 6_000], [500; 4], same),
        hosts([1_000, 1_050, 1_000, 1_600], [6_000, 6_100, 5_900, 5_400], same),
        hosts([1_000, 1_050, 1_000, 6_000], [6_000, 6_100, 5_900, 500], [1_000, 1_000, 1_000, 2_000]),
        unknown,
    ] {
        assert_eq!(said(&other), [""; 0]);
    }
}

#[test]
fn a_rank_that_the_others_wait_for() {
    let same = [1_000; 4];
    let slow = job([5_000, 5_100, 9_000, 4_900], same, [10_000, 10_010, 10_000, 9_990]);
    let finding = only(&slow);
    assert_eq!(
        finding.line(),
        "Balance the ranks: the others wait for rank 2: its device works for 9.00 s, those of the 4 ranks for 5.05 s \
         (median), with as many kernels in the same time; up to 40 % of wall time to gain if its device takes as long as \
         the others'"
    );
    // Ranks are not compared while the probe has yet to hear of the end of many operations; a few may be missing.
    let mut late = slow.clone();
    let mut pending = |pending: [u64; 4]| {
        late.processes.iter_mut().zip(pending).for_each(|(process, pending)| process.pending = pending);
        said(&late).len()
    };
    assert_eq!((pending([400, 410, 0, 420]), pending([15, 20, 10, 20])), (0, 1));
    // A little slower; with more work; on its own way through a list of tasks; idle; of two kinds.
    for other in [
        job([5_000, 5_100, 5_900, 4_900], same, [10_000; 4]),
        job([5_000, 5_100, 9_000, 4_900], [1_000, 1_000, 1_800, 1_000], [10_000; 4]),
        job([5_000, 5_100, 9_000, 4_900], same, [6_000, 6_100, 10_000, 5_900]),
        job([1_000, 1_010, 3_000, 990], same, [10_000; 4]),
        job([5_000, 9_000, 9_000, 5_000], same, [10_000; 4]),
    ] {
        assert_eq!(said(&other), [""; 0]);
    }
}

/// Two ranks, of which the first waits in a call.
fn with_a_rank_that_waits() -> Snapshot {
    let process = |rank: u32, pending| Process {
        key: 10 + rank,
        member: Arc::new(Member { rank: Some(rank), ..Member::default() }),
        running: true,
        pending,
        unfinished_ns: 6_000_000_000,
        ..Process::default()
    };
    let call = Waiting {
        key: 10,
        thread: 77,
        function: "wait".into(),
        since_ns: 6_100_000_000,
        role: Role::Wait,
        ..Waiting::default()
    };
    Snapshot {
        elapsed_ns: 60_000_000_000,
        processes: vec![process(0, 3), process(1, 0)],
        waiting: vec![call],
        ..Snapshot::default()
    }
}

#[test]
fn a_call_that_does_not_return_while_the_device_gets_nothing_done() {
    let mut snapshot = with_a_rank_that_waits();
    snapshot.processes[1].silent_ns = 9_000_000_000;
    let finding = only(&snapshot);
    assert_eq!((finding.id, &*finding.text), ("stuck", "Find out what rank 0 waits for"));
    assert_eq!(
        finding.evidence,
        "it has been in wait for 6.10 s; its 3 operations on the device are not complete, and none has been for \
         6.00 s; rank 1 has made no call for 9.00 s"
    );
    // Their launcher has nothing to say.
    snapshot.processes.push(Process {
        key: 99,
        running: true,
        silent_ns: 60_000_000_000,
        ..Process::default()
    });
    assert!(only(&snapshot).evidence.ends_with("; rank 1 has made no call for 9.00 s"));
    snapshot.processes.pop();
    snapshot.processes[1].stopped = true;
    let evidence = only(&snapshot).evidence;
    assert!(evidence.ends_with("; rank 1 is stopped, by a signal or a debugger"), "{evidence}");
    snapshot.processes[1].stopped = false;
    snapshot.processes[1].silent_ns = 0;
    assert!(only(&snapshot).evidence.ends_with("; rank 1 goes on"));
    snapshot.processes[1].running = false;
    assert!(only(&snapshot).evidence.ends_with("; rank 1 has ended"));
    // Both wait.
    snapshot.processes[1] = Process { key: 11, ..snapshot.processes[0].clone() };
    let second = Waiting { key: 11, ..snapshot.waiting[0].clone() };
    snapshot.waiting.push(second);
    assert!(only(&snapshot).evidence.contains("waits so, too"));
    // It comes before what would gain something.
    snapshot.device.transfers = vec![transfer("heap", 1_000, 1 << 20, 1.0)];
    assert_eq!(said(&snapshot)[0], "stuck");
}

#[test]
fn what_makes_progress_or_waits_for_nothing_on_a_device_is_not_stuck() {
    let changed = |change: fn(&mut Snapshot)| {
        let mut snapshot = with_a_rank_that_waits();
        change(&mut snapshot);
        said(&snapshot)
    };
    assert_eq!(changed(|_| {}), ["stuck"]);
    assert_eq!(changed(|s| s.waiting[0].since_ns = 4_900_000_000), [""; 0], "not for long");
    assert_eq!(changed(|s| s.processes[0].unfinished_ns = 1_000_000_000), [""; 0], "the device gets on");
    assert_eq!(changed(|s| s.processes[0].pending = 0), [""; 0], "nothing is under way");
    assert_eq!(changed(|s| s.waiting[0].role = Role::Other), [""; 0], "it compiles, perhaps");
    assert_eq!(changed(|s| s.waiting.clear()), [""; 0], "it has returned");
}

/// Four ranks, of which the last one comes last `share` of the times, while the others wait `waited_ns`.
fn with_collectives(share: f64, waited_ns: u64) -> Snapshot {
    let process = |rank: u32| Process {
        key: 10 + rank,
        member: Arc::new(Member { rank: Some(rank), host: "node1".to_owned(), ..Member::default() }),
        watched_ns: 10_000_000_000,
        device_ns: 6_000_000_000,
        collectives_ns: if rank == 3 { 1_000_000_000 } else { 5_000_000_000 },
        host_ns: 1_000_000_000,
        ..Process::default()
    };
    let last = |rank: u32, count: f64, waited_ns| CameLast {
        key: 10 + rank,
        rank: Some(rank),
        count: count as u64,
        waited_ns,
        ..CameLast::default()
    };
    let row = Collective {
        operation: "AllReduce",
        ranks: 4,
        count: 1_000,
        waiting_ns: waited_ns * 3 / 4,
        last: vec![last(3, 1_000.0 * share, waited_ns), last(0, 1_000.0 * (1.0 - share), waited_ns / 50)],
        ..Collective::default()
    };
    Snapshot {
        elapsed_ns: 10_000_000_000,
        processes: (0..4).map(process).collect(),
        collectives: vec![row],
        ..Snapshot::default()
    }
}

#[test]
fn a_rank_that_others_wait_for_is_named_with_its_cause() {
    let mut snapshot = with_collectives(0.97, 4_000_000_000);
    let finding = only(&snapshot);
    assert_eq!((finding.id, &*finding.text), ("straggler", "Make rank 3 as fast as the others"));
    assert!(finding.evidence.contains("97 % of 1000 collective operations"), "{}", finding.evidence);
    // 5 s of kernels beside 1 s of the others'.
    assert!(
        finding.evidence.ends_with("its own kernels take 4.00 s longer than the others'"),
        "{}",
        finding.evidence
    );
    snapshot.processes[3].device_ns = 2_000_000_000;
    assert!(only(&snapshot).evidence.ends_with("it spends that time on the host, outside the API"));
    snapshot.processes[3].copies_ns = 3_000_000_000;
    snapshot.processes[3].device_ns = 5_000_000_000;
    assert!(only(&snapshot).evidence.ends_with("its copies take 3.00 s longer than the others'"));
    snapshot.processes[3] = Process { host_ns: 5_000_000_000, ..snapshot.processes[3].clone() };
    snapshot.processes[3].copies_ns = 0;
    snapshot.processes[3].device_ns = 2_000_000_000;
    assert!(only(&snapshot).evidence.ends_with("its calls of the API take 4.00 s longer than the others'"));
}

#[test]
fn even_ranks_have_no_straggler() {
    assert_eq!(said(&with_collectives(0.97, 400_000_000)), [""; 0], "too little to notice");
    assert_eq!(said(&with_collectives(0.5, 2_000_000_000)), [""; 0], "now this one, now that one");
    let mut few = with_collectives(0.97, 4_000_000_000);
    few.collectives[0].last[0].count = 12;
    few.collectives[0].last[1].count = 0;
    assert_eq!(said(&few), [""; 0], "no habit");
}

#[test]
fn ranks_that_are_not_in_the_same_collective_operation_are_told_apart() {
    let of = |launched, complete| InCommunicator {
        number: 7,
        ranks: 2,
        launched,
        complete,
        ..InCommunicator::default()
    };
    let (all_reduce, broadcast) = (1, 4);
    let evidence = |other: InCommunicator| {
        let mut snapshot = with_a_rank_that_waits();
        snapshot.processes[0].communicators = vec![of((all_reduce, 41), (all_reduce, 40))];
        snapshot.processes[1].communicators = vec![other];
        only(&snapshot).evidence
    };
    let expected = "; it is in AllReduce number 41 of 2 ranks";
    assert!(
        evidence(of((all_reduce, 40), (all_reduce, 40)))
            .contains(&format!("{expected}, but rank 1 has not come, its last one was AllReduce number 40"))
    );
    assert!(
        evidence(of((broadcast, 41), (all_reduce, 40)))
            .contains(&format!("{expected}, but rank 1 is in Broadcast number 41"))
    );
    let both = evidence(of((all_reduce, 41), (all_reduce, 40)));
    assert!(both.contains(&format!("{expected};")), "{both}");
}
