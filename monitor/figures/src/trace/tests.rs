//! A trace of made-up calls, at a made-up time.

use super::Tracer;
use super::proto::{self, Trace, TracePacket};
use crate::sink::RangeNames;
use crate::source::{LiveCall, MarkedRange, Reading};
use prost::Message;
use std::os::unix::fs::MetadataExt;
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};
use zetop_system::clock::Pair;
use zetop_wire::catalog::{Catalog, Function};
use zetop_wire::layout::CallRecord;

const S: u64 = 1_000_000_000;
const MS: u64 = 1_000_000;

fn catalog() -> Arc<Catalog> {
    let functions = ["outer", "inner"].map(|name| Function { name: name.into(), ..Function::default() });
    Arc::new(Catalog { functions: functions.to_vec(), ..Catalog::default() })
}

fn tracer(path: &Path, last: Option<Duration>) -> Tracer {
    let mut tracer = Tracer::open(path, last).unwrap();
    tracer.process_began(1, 7, "app".to_owned(), catalog());
    tracer
}

fn call(function: u16, start: u64, duration: u64) -> LiveCall {
    LiveCall {
        pid: 7,
        tid: 8,
        start_raw_ns: start,
        duration_ns: duration,
        record: CallRecord { start, duration, function, result: 0, thread: 8 },
        catalog: catalog(),
        process: 1,
        id: start,
        tsc: false,
        lost_before: 0,
    }
}

fn read(tracer: &mut Tracer, now: u64, calls: Vec<LiveCall>) {
    tracer.before_reading(now, [Pair { ticks: now, raw_ns: now }; 2], 1.0);
    tracer.after_reading(&Reading { calls, ..Reading::default() }).unwrap();
}

/// What changes when something is written to a file.
fn state_of(path: &Path) -> (u64, i64, i64) {
    let file = std::fs::metadata(path).unwrap();
    (file.len(), file.mtime(), file.mtime_nsec())
}

fn packets(path: &Path) -> Vec<TracePacket> {
    Trace::decode(std::fs::read(path).unwrap().as_slice()).unwrap().packet
}

fn events(path: &Path) -> Vec<(u64, i32, u64)> {
    let of = |packet: &TracePacket| {
        let event = packet.track_event.as_ref()?;
        Some((packet.timestamp?, event.r#type?, event.track_uuid?))
    };
    packets(path).iter().filter_map(of).collect()
}

#[test]
fn calls_within_calls_are_on_one_track_and_lost_ones_are_marked_between_their_neighbours() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("trace");
    let mut tracer = tracer(&path, None);
    // As the ring has them: a call is recorded when it ends.
    let after_a_gap = LiveCall { lost_before: 5, ..call(0, 900, 10) };
    read(&mut tracer, S, vec![call(1, 150, 20), call(0, 100, 300), after_a_gap]);
    tracer.finish(|| false).unwrap();
    let events = events(&path);
    let tracks: Vec<u64> = events.iter().map(|event| event.2).collect();
    assert!(tracks.iter().all(|track| *track == tracks[0]), "{events:?}");
    let (begin, end) = (proto::SLICE_BEGIN, proto::SLICE_END);
    let times: Vec<(u64, i32)> = events.iter().map(|event| (event.0, event.1)).collect();
    let expected = [150, 170, 100, 400, 400, 900, 900, 910].into_iter().zip([begin, end].into_iter().cycle());
    assert_eq!(times, expected.collect::<Vec<_>>());
    let counts: Vec<u64> = packets(&path)
        .into_iter()
        .filter_map(|packet| packet.track_event?.debug_annotations.first()?.uint_value)
        .collect();
    assert_eq!(counts, [5]);
}

#[test]
fn ranges_are_around_the_calls_in_them() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("trace");
    let mut tracer = tracer(&path, None);
    tracer.range(1, 3, &RangeNames { name: "step".into(), domain: "library".into() });
    let range = |row, start, duration| MarkedRange { process: 1, tid: 8, row, start, duration, tsc: false };
    tracer.before_reading(S, [Pair { ticks: S, raw_ns: S }; 2], 1.0);
    // As the ring has them: what is inside ends first. The name of row 4 is not known yet.
    let ranges = vec![range(4, 140, 100), range(3, 100, 300)];
    tracer.after_reading(&Reading { calls: vec![call(0, 150, 20)], ranges, ..Reading::default() }).unwrap();
    tracer.finish(|| false).unwrap();
    let events = events(&path);
    assert!(events.iter().all(|event| event.2 == events[0].2), "one track: {events:?}");
    let times: Vec<u64> = events.iter().map(|event| event.0).collect();
    assert_eq!(times, [150, 170, 140, 240, 100, 400]);
    let domains: Vec<String> = packets(&path)
        .into_iter()
        .filter_map(|packet| packet.track_event?.debug_annotations.first()?.string_value.clone())
        .collect();
    assert_eq!(domains, ["library"]);
}

#[test]
fn one_long_run_takes_no_more_room_than_a_short_one_when_only_the_last_is_kept() {
    let dir = tempfile::tempdir().unwrap();
    let mut sizes = Vec::new();
    for seconds in [8, 80] {
        let path = dir.path().join("trace");
        let mut tracer = tracer(&path, Some(Duration::from_secs(2)));
        let (mut largest, mut before) = (0, None);
        for n in 0..seconds * 50 {
            let now = S + n * 20 * MS;
            read(&mut tracer, now, vec![call(0, now, 1000), call(1, now + 2000, 1000)]);
            largest = largest.max(std::fs::metadata(&path).unwrap().len());
            // Its thread writes; one that is a second of the trace behind is waited for.
            if n % 50 == 49 {
                let start = Instant::now();
                while before == Some(state_of(&path)) {
                    assert!(start.elapsed() < Duration::from_secs(60), "nothing is written");
                    std::thread::sleep(Duration::from_millis(1));
                }
                before = Some(state_of(&path));
            }
        }
        tracer.finish(|| false).unwrap();
        sizes.push(largest);
        let end = S + (seconds * 50 - 1) * 20 * MS;
        let times: Vec<u64> = events(&path).iter().map(|event| event.0).collect();
        let first = times.iter().min().copied().unwrap();
        assert!(first <= end - 2 * S && first >= end - 3 * S, "{first} of {end}");
        // Names and tracks are there although their first mention is gone.
        let before: Vec<u64> = packets(&path)
            .iter()
            .filter_map(|packet| packet.track_event.as_ref()?.debug_annotations.first()?.uint_value)
            .collect();
        let kept = events(&path).iter().filter(|event| event.1 == proto::SLICE_BEGIN).count() as u64;
        assert_eq!(before[0] + kept, 2 * seconds * 50);
    }
    assert!(sizes[1] <= sizes[0] * 2, "{sizes:?}");
}
