use super::super::columns::{Reader, Writer};
use super::super::format::OLDEST;
use super::*;
use crate::call_site::CallSite;
use crate::job::Member;
use crate::sensors::{Sensors, Throttle};
use crate::sink::RangeNames;
use crate::sink::{MemoryPlace, PlaceFigures};
use zetop_wire::layout::RangeSort;
use zetop_wire::reader::{Counters, RangeFigures, RangesHead};

fn named(name: &str) -> RangeNames {
    RangeNames { name: name.into(), domain: "library".into() }
}

fn range(parent: Option<u32>, name: &str) -> RangeFigures {
    RangeFigures {
        interface: 1,
        block: 7,
        parent,
        begun: 9,
        ended: 8,
        total: 1 << 40,
        min: Some(name.len() as u64),
        max: u64::MAX,
        waited: 5,
        kernels: 4,
        kernel_ns: 1 << 50,
        copies: 2,
        copy_ns: 1,
        bytes: 77,
        ..RangeFigures::new(RangeSort::Frame)
    }
}

/// What grows between two frames is written as that.
#[test]
fn ranges_that_go_on_are_read_as_they_were_written() {
    let figures = |begun| RangeFigures { begun, ended: begun - 1, min: None, ..range(None, "step") };
    let frame = |begun| Frame {
        now: begun,
        ns_per_tick: 1.0,
        parts: vec![Part { id: 2, ranges: vec![(3, figures(begun), named("step"))], ..Part::default() }],
        ..Frame::default()
    };
    let (mut block, mut coding) = (Writer::default(), Coding::default());
    for begun in [5, 1_000_000, 7] {
        coding.frame(&mut block, &mut frame(begun)).unwrap();
    }
    let mut block = Reader::new(&block.finish().unwrap()).unwrap();
    let mut coding = Coding::default();
    for begun in [5, 1_000_000, 7] {
        let mut read = Frame::default();
        coding.frame(&mut block, &mut read).unwrap();
        assert_eq!(read, frame(begun));
    }
}

#[test]
fn recordings_of_earlier_versions_are_read_without_what_they_lack() {
    let member = Member { host: "node7".to_owned(), rank: Some(3), ..Member::default() };
    for version in OLDEST..=VERSION {
        let began = Began { pid: 10, command: "app".to_owned(), member: member.clone(), ..Began::default() };
        let counters = Counters { calls: 9, timed: 7, total: 700, errors: 1, ..Counters::default() };
        let call =
            InProgress { function: 5, thread: 7, thread_name: "worker".into(), since: 1 << 52, ticks: 9 };
        let site = CallSite { strange_stack: true, ..CallSite::default() };
        let place = Arc::new(MemoryPlace { kind: 1, site });
        let figures = |live_bytes| PlaceFigures { live_bytes, frees: 3, ..PlaceFigures::default() };
        let part = Part {
            id: 2,
            memory_places: vec![(4, (figures(70), Arc::clone(&place))), (4, (figures(50), place))],
            calls: vec![(3, counters)],
            in_progress: Some(vec![call.clone()]),
            computed: Some(Computed { own_ns: 5, between_ranks_ns: 6 }),
            collectives: vec![Collective { sequence: 8, rank: 3, ..Collective::default() }],
            ranges_head: Some(RangesHead { rows: 2, unmatched: 1, ..RangesHead::default() }),
            ranges: vec![(0, range(None, "step"), named("step")), (1, range(Some(0), "in"), named("in"))],
            range_durations: Histograms { rows: vec![(0, 1)], counts: vec![(70, 3)] },
            range_marks: vec![(1, [1, 2, 3, 4, 5])],
            condensed: Condensed { in_ranges: vec![(7, 1), (7, 0)], ..Condensed::default() },
            ..Part::default()
        };
        let sensors = Sensors {
            memory_used_bytes: Some(7),
            throttle: Some(vec![Throttle::Power]),
            ..Sensors::default()
        };
        let mut written = Frame {
            now: 5,
            ns_per_tick: 1.5,
            began: vec![began],
            parts: vec![part],
            sensors: vec![Reading { sensors, ..Reading::default() }],
            ..Frame::default()
        };
        let mut block = Writer::default();
        Coding::new(version).frame(&mut block, &mut written).unwrap();
        let mut read = Frame::default();
        let mut block = Reader::new(&block.finish().unwrap()).unwrap();
        Coding::new(version).frame(&mut block, &mut read).unwrap();
        let expected = if version >= WITH_MEMBERS { member.clone() } else { Member::default() };
        assert_eq!((read.now, read.began[0].pid, &read.began[0].member), (5, 10, &expected), "{version}");
        let timed = if version >= WITH_SAMPLES { 7 } else { 9 };
        let counters = Counters { timed, ..counters };
        assert_eq!(read.parts[0].calls, [(3, counters)], "{version}");
        let expected = (version >= WITH_IN_PROGRESS).then(|| vec![call]);
        assert_eq!(read.parts[0].in_progress, expected, "{version}");
        let computed = written.parts[0].computed.filter(|_| version >= WITH_COMPUTED);
        assert_eq!(read.parts[0].computed, computed, "{version}");
        let collectives = if version >= WITH_IN_PROGRESS { &written.parts[0].collectives[..] } else { &[] };
        assert_eq!(read.parts[0].collectives, collectives, "{version}");
        let places = &written.parts[0].memory_places;
        let expected = if version >= WITH_MEMORY_PLACES { &places[..] } else { &[] };
        assert_eq!(read.parts[0].memory_places, expected, "{version}");
        let (with, read_part) = (version >= WITH_RANGES, &read.parts[0]);
        let written_part = &written.parts[0];
        assert_eq!(read_part.ranges_head, written_part.ranges_head.filter(|_| with), "{version}");
        assert_eq!(read_part.ranges, if with { &written_part.ranges[..] } else { &[] }, "{version}");
        let durations = written_part.range_durations.clone();
        let durations = if with { durations } else { Histograms::default() };
        assert_eq!(read_part.range_durations, durations, "{version}");
        assert_eq!(
            read_part.range_marks,
            if with { &written_part.range_marks[..] } else { &[] },
            "{version}"
        );
        let pairs = if with { &written_part.condensed.in_ranges[..] } else { &[] };
        assert_eq!(read_part.condensed.in_ranges, pairs, "{version}");
        let sensors = if version >= WITH_SENSORS { &written.sensors[..] } else { &[] };
        assert_eq!(read.sensors, sensors, "{version}");
    }
}
