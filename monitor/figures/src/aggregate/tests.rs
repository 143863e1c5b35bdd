//! Figures over time.

use super::*;
use zetop_wire::catalog::{Catalog, Function};

const START: u64 = 1_000_000_000_000;

/// After Ctrl-Z and `fg`, all calls of the time between were those of the last moment: 20,400 a second at a true 2,800.
#[test]
fn a_zetop_that_was_stopped_shows_the_rate_that_there_was() {
    let mut aggregate = Aggregate::new(START);
    aggregate.tick(START, 1.0);
    let functions = vec![Function { name: "call".into(), ..Function::default() }];
    let id = aggregate.process_began(ProcessFound {
        pid: 1,
        command: String::new(),
        loader_version: String::new(),
        member: Arc::default(),
        catalog: Arc::new(Catalog { functions, ..Catalog::default() }),
    });
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
