//! Figures over time.

use super::*;
use crate::sink::{InProgress, ProcessFound, Sink as _};
use crate::snapshot::RunState;
use zetop_wire::catalog::{Catalog, Function};
use zetop_wire::reader::Counters;

const START: u64 = 1_000_000_000_000;

/// A session with a process that knows one function.
fn with_a_function(name: &str) -> (Aggregate, ProcessId) {
    let mut aggregate = Aggregate::new(START);
    aggregate.tick(START, 1.0);
    let functions = vec![Function { name: name.into(), ..Function::default() }];
    let id = aggregate.process_began(ProcessFound {
        pid: 1,
        command: String::new(),
        loader_version: String::new(),
        member: Arc::default(),
        catalog: Arc::new(Catalog { functions, ..Catalog::default() }),
    });
    (aggregate, id)
}

/// After Ctrl-Z and `fg`, all calls of the time between were those of the last moment: 20,400 a second at a true 2,800.
#[test]
fn a_zetop_that_was_stopped_shows_the_rate_that_there_was() {
    let (mut aggregate, id) = with_a_function("call");
    // A call a millisecond, 200 us each.
    let mut now = 0;
    let mut look = |aggregate: &mut Aggregate, after: u64| {
        now += after;
        aggregate.tick(START + now * 1_000_000, 1.0);
        let calls = Counters::exact(after, after * 200_000);
        aggregate.calls(id, 0, &calls);
        let host = aggregate.snapshot(None).host;
        (host.calls, host.calls_per_s, host.wall_pct)
    };
    for _ in 0..20 {
        look(&mut aggregate, 100);
    }
    for after in [5_000, 100, 3_900, 100, 100, 100] {
        let (_, rate, share) = look(&mut aggregate, after);
        assert!(
            (900.0..=1_100.0).contains(&rate) && (18.0..=22.0).contains(&share),
            "{after}: {rate} {share}"
        );
    }
    assert_eq!(look(&mut aggregate, 100).0, 2_000 + 9_300 + 100);
}

/// A process that does not answer a detach was "exited".
#[test]
fn a_process_has_exited_if_its_end_was_seen_or_all_have_ended() {
    let state = |end: &dyn Fn(&mut Aggregate, ProcessId)| {
        let (mut aggregate, id) = with_a_function("call");
        end(&mut aggregate, id);
        let process = aggregate.snapshot(None).processes.swap_remove(0);
        (process.state, process.running)
    };
    assert_eq!(state(&|_, _| ()), (RunState::Running, true));
    assert_eq!(state(&|aggregate, _| aggregate.leave()), (RunState::Running, false));
    assert_eq!(state(&|aggregate, _| aggregate.end()), (RunState::Exited, false));
    assert_eq!(state(&|aggregate, id| aggregate.process_ended(id)), (RunState::Exited, false));
    let seen = |aggregate: &mut Aggregate, id| {
        aggregate.process_ended(id);
        aggregate.leave();
    };
    assert_eq!(state(&seen), (RunState::Exited, false));
}

/// 6 s in one call were "host 0 % of wall" until it returned, and then 600 %.
#[test]
fn a_call_that_does_not_return_counts_as_time_passes() {
    let (mut aggregate, id) = with_a_function("wait");
    let call = |since_ms: u64| InProgress {
        function: 0,
        thread: 7,
        thread_name: "main".into(),
        since: START + since_ms * 1_000_000,
        ticks: since_ms,
    };
    let look = |aggregate: &mut Aggregate, now_ms: u64, calls: &[InProgress], returned: &[u64]| {
        aggregate.tick(START + now_ms * 1_000_000, 1.0);
        aggregate.in_progress(id, calls);
        for ms in returned {
            aggregate.calls(id, 0, &Counters::exact(1, ms * 1_000_000));
        }
        let shot = aggregate.snapshot(None);
        (shot.host.calls, shot.host.total_ns / 1_000_000, shot.host.wall_pct.round(), shot.waiting.len())
    };
    assert_eq!(look(&mut aggregate, 1_000, &[], &[]), (0, 0, 0.0, 0));
    for passed in 1..=6 {
        let (calls, total, share, waiting) =
            look(&mut aggregate, 1_000 + 1_000 * passed, &[call(1_000)], &[]);
        assert_eq!((calls, total, waiting), (0, 1_000 * passed, 1));
        assert!((95.0..=105.0).contains(&share), "{passed} s: {share} %");
    }
    // It has returned after 6.5 s; another one has taken 0.2 s of those.
    assert_eq!(look(&mut aggregate, 8_000, &[], &[6_500, 200]), (2, 6_700, 70.0, 0));
    let (.., share, _) = look(&mut aggregate, 9_000, &[], &[]);
    assert!(share < 1.0, "{share}");
    // One that is never seen to return, since the process is killed, has taken its time.
    assert_eq!(look(&mut aggregate, 12_000, &[call(10_000)], &[]).1, 8_700);
    aggregate.process_ended(id);
    let shot = aggregate.snapshot(None);
    assert_eq!((shot.host.total_ns / 1_000_000, shot.host.calls, shot.waiting.len()), (8_700, 2, 0));
}
