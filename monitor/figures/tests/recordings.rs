//! Recordings of a made-up program: read back whole, cut off anywhere, and damaged anywhere.

#![allow(clippy::unwrap_used)] // a test fails by panicking

use zetop_testing as _; // signals and time limits

#[path = "recordings/feed.rs"]
mod feed;

use feed::Program;
use std::path::Path;
use std::sync::Arc;
use zetop_figures::aggregate::Aggregate;
use zetop_figures::call_site::CallSite;
use zetop_figures::job::Member;
use zetop_figures::recording::format::RecordingHeader;
use zetop_figures::recording::frame::SessionPart;
use zetop_figures::recording::{OpenError, Player, Recorder, Tee};
use zetop_figures::sink::{MemoryPlace, PlaceFigures, ProcessId, Sink};
use zetop_wire::layout::DeviceRecord;

const START: u64 = 5_000_000_000;

/// Figures as reports show them, without what only a session knows.
fn figures(aggregate: &Aggregate) -> serde_json::Value {
    serde_json::to_value(aggregate.snapshot(None)).unwrap()
}

/// A line of allocations is found out, as it may be after the figures were shown.
fn find_out(to: &mut dyn Sink, id: ProcessId, allocations: u64) {
    let figures = PlaceFigures { allocations, live_count: allocations, ..PlaceFigures::default() };
    to.memory_place(id, 1, &figures, &Arc::new(MemoryPlace { kind: 1, site: CallSite::default() }));
}

/// Records a program; returns what was shown after each reading, with its time.
fn record(path: &Path, calls_per_s: f64, readings: u64) -> Vec<(u64, serde_json::Value)> {
    let mut recorder = Recorder::open(path).unwrap();
    let about =
        RecordingHeader { command: vec!["./app".to_owned()], start: START, ..RecordingHeader::default() };
    recorder.begin(&about).unwrap();
    let mut aggregate = Aggregate::new(START);
    let mut program = Program::new(
        calls_per_s,
        START,
        Member::default(),
        &mut Tee { aggregate: &mut aggregate, recorder: &mut recorder },
    );
    let mut shown = Vec::new();
    for _ in 0..readings {
        recorder.before_reading(&mut aggregate, program.next()).unwrap();
        program.reading(&mut Tee { aggregate: &mut aggregate, recorder: &mut recorder });
        recorder.shown(&mut aggregate).unwrap();
        let snapshot = aggregate.snapshot(None);
        shown.push((snapshot.elapsed_ns, figures(&aggregate)));
        let to = &mut Tee { aggregate: &mut aggregate, recorder: &mut recorder };
        find_out(to, program.id, shown.len() as u64);
    }
    program.end(&mut Tee { aggregate: &mut aggregate, recorder: &mut recorder });
    aggregate.end();
    recorder.session(|_| SessionPart { ended: true, exit_status: Some(0), ..SessionPart::default() });
    recorder.finish(&mut aggregate, || false).unwrap();
    // Of the same time as the last reading.
    let last = shown.len() - 1;
    shown[last].1 = figures(&aggregate);
    shown
}

#[test]
fn every_moment_is_as_it_was_shown_in_any_order() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("recording");
    for calls_per_s in [300.0, 10e6] {
        let shown = record(&path, calls_per_s, 230);
        let mut player = Player::open(&path).unwrap();
        assert_eq!(player.recording().missing, None);
        let mut rng = fastrand::Rng::with_seed(3);
        let mut order: Vec<usize> = (0..shown.len()).collect();
        rng.shuffle(&mut order);
        for at in order.into_iter().take(60).chain(0..shown.len()) {
            player.jump(shown[at].0);
            let same = figures(player.aggregate()) == shown[at].1;
            assert!(same, "moment {at} at {calls_per_s} calls/s");
        }
        player.jump(shown[200].0);
        player.step_back();
        assert_eq!(figures(player.aggregate()), shown[199].1);
        assert!(player.step());
        assert_eq!(figures(player.aggregate()), shown[200].1);
    }
}

/// What a process had copied before its first moment was written was missing.
#[test]
fn throughput_is_as_it_was_shown_from_the_first_moment_on() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("recording");
    let mut recorder = Recorder::open(&path).unwrap();
    recorder.begin(&RecordingHeader { start: START, ..RecordingHeader::default() }).unwrap();
    let mut aggregate = Aggregate::new(START);
    let mut tee = Tee { aggregate: &mut aggregate, recorder: &mut recorder };
    let mut program = Program::new(10e6, START, Member::default(), &mut tee);
    for copies in [5, 3, 1] {
        recorder.before_reading(&mut aggregate, program.next()).unwrap();
        let to = &mut Tee { aggregate: &mut aggregate, recorder: &mut recorder };
        program.reading(to);
        // The first class behind the kernels'.
        let copy = DeviceRecord { class: feed::KERNELS, bytes: 1 << 20, ..DeviceRecord::default() };
        (0..copies).for_each(|_| to.device_record(program.id, &copy));
        recorder.shown(&mut aggregate).unwrap();
    }
    let copied = |aggregate: &Aggregate| {
        let snapshot = aggregate.snapshot(None);
        let averages = snapshot.history.directions.iter().map(|of| of.average * snapshot.elapsed_ns as f64);
        averages.sum::<f64>().round()
    };
    let live = copied(&aggregate);
    assert_eq!(live, f64::from(9 << 20));
    program.end(&mut Tee { aggregate: &mut aggregate, recorder: &mut recorder });
    recorder.finish(&mut aggregate, || false).unwrap();
    let mut player = Player::open(&path).unwrap();
    player.jump(u64::MAX);
    assert_eq!(copied(player.aggregate()), live);
}

#[test]
fn histograms_are_exact_at_the_end_however_busy_the_program() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("recording");
    let mut live = Aggregate::new(START);
    let mut program = Program::new(10e6, START, Member::default(), &mut live);
    (0..400).for_each(|_| program.reading(&mut live));
    program.end(&mut live);
    record(&path, 10e6, 400);
    let mut player = Player::open(&path).unwrap();
    player.jump(u64::MAX);
    let (live, played) = (live.snapshot(None), player.aggregate().snapshot(None));
    for (a, b) in live.host.apis.iter().zip(&played.host.apis) {
        assert_eq!((&a.name, &a.histogram), (&b.name, &b.histogram));
    }
    for (a, b) in live.device.kernels.iter().zip(&played.device.kernels) {
        assert_eq!((&a.name, &a.histogram), (&b.name, &b.histogram));
    }
    assert_eq!(live.host.apis.len(), usize::from(feed::FUNCTIONS));
}

#[test]
fn a_reset_starts_the_figures_anew_in_the_recording_too() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("recording");
    let mut recorder = Recorder::open(&path).unwrap();
    recorder.begin(&RecordingHeader { start: START, ..RecordingHeader::default() }).unwrap();
    let mut aggregate = Aggregate::new(START);
    let mut program = Program::new(
        1e6,
        START,
        Member::default(),
        &mut Tee { aggregate: &mut aggregate, recorder: &mut recorder },
    );
    let mut shown = Vec::new();
    for n in 0..40 {
        if n == 20 {
            recorder.reset(&mut aggregate).unwrap();
            aggregate.reset();
        }
        program.reading(&mut Tee { aggregate: &mut aggregate, recorder: &mut recorder });
        recorder.shown(&mut aggregate).unwrap();
        shown.push((program.next() - START, figures(&aggregate)));
    }
    recorder.finish(&mut aggregate, || false).unwrap();
    let mut player = Player::open(&path).unwrap();
    for at in [39, 5, 20, 19] {
        player.jump(shown[at].0 - feed::READING / 2);
        assert_eq!(figures(player.aggregate()), shown[at].1, "moment {at}");
    }
}

/// Whatever it reads is what was shown then; `None` where nothing can be read.
fn plays_up_to(path: &Path, shown: &[(u64, serde_json::Value)]) -> Option<usize> {
    let mut player = match Player::open(path) {
        Ok(player) => player,
        Err(OpenError::Io(_, error)) => panic!("{error}"),
        Err(_) => return None,
    };
    player.jump(u64::MAX);
    let (_, length) = player.position();
    let at = shown.iter().rposition(|(at, _)| *at <= length).unwrap_or(0);
    let whole = figures(player.aggregate()) == shown[shown.len() - 1].1;
    if player.recording().missing.is_none() {
        assert!(whole, "nothing is missing");
        return Some(shown.len());
    }
    assert!(whole || figures(player.aggregate()) == shown[at].1, "moment {at}");
    Some(at)
}

#[test]
fn cut_off_anywhere_it_plays_up_to_its_last_whole_block() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("recording");
    let shown = record(&path, 1e4, 170);
    let bytes = std::fs::read(&path).unwrap();
    let mut lengths: Vec<usize> = (0..bytes.len()).step_by(bytes.len() / 40).collect();
    lengths.extend([0, 1, 15, 16, 19, 20, 27, 28, bytes.len() - 1]);
    let mut furthest = 0;
    lengths.sort_unstable();
    for len in lengths {
        std::fs::write(&path, &bytes[..len]).unwrap();
        let at = plays_up_to(&path, &shown).unwrap_or(0);
        assert!(at >= furthest, "more of the file is more of the recording");
        assert!(at < shown.len(), "a file that is cut off says so: {len} of {} bytes", bytes.len());
        furthest = at;
    }
    assert!(furthest > 150);
    std::fs::write(&path, &bytes).unwrap();
    assert_eq!(plays_up_to(&path, &shown), Some(shown.len()));
}

#[test]
fn damage_is_found_by_the_checksums() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("recording");
    let shown = record(&path, 1e3, 120);
    let bytes = std::fs::read(&path).unwrap();
    let mut rng = fastrand::Rng::with_seed(11);
    for _ in 0..60 {
        let mut damaged = bytes.clone();
        let at = rng.usize(..damaged.len());
        damaged[at] ^= 1 << rng.u8(..8);
        std::fs::write(&path, &damaged).unwrap();
        let played = plays_up_to(&path, &shown);
        assert!(played != Some(shown.len()), "byte {at} is damaged, and nobody says so");
    }
}

/// Blocks that are damaged but have the right checksum, as a hostile file's may.
#[test]
fn a_hundred_thousand_damaged_blocks_harm_nobody() {
    use zetop_figures::recording::coding::Coding;
    use zetop_figures::recording::columns::{Coder, Column, Reader, Writer};
    use zetop_figures::recording::frame::Frame;
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("recording");
    record(&path, 2e3, 30);
    let recording = zetop_figures::recording::Recording::open(&path).unwrap();
    let place = recording.places[0];
    let mut reader = recording.block(&place).unwrap();
    let mut coding = Coding::default();
    let mut frames = Vec::new();
    for _ in 0..place.frames {
        let mut frame = Frame::default();
        coding.frame(&mut reader, &mut frame).unwrap();
        frames.push(frame);
    }
    let mut rng = fastrand::Rng::with_seed(5);
    // A block of a few short frames, so that there is time for many.
    frames.truncate(3);
    for frame in &mut frames {
        frame.began.iter_mut().for_each(|began| began.catalog.truncate(40));
        for part in &mut frame.parts {
            part.calls.truncate(3);
            let few = std::mem::take(&mut part.durations);
            few.iter()
                .take(3)
                .for_each(|(row, counts)| part.durations.push(row, &counts[..counts.len().min(4)]));
            part.classes.retain(|(class, ..)| *class < 3);
            let few = std::mem::take(&mut part.class_durations);
            few.iter()
                .filter(|(class, _)| *class < 3)
                .for_each(|(row, counts)| part.class_durations.push(row, counts));
            part.class_marks.clear();
            part.condensed.stamps.clear();
        }
    }
    let mut writer = Writer::default();
    let mut coding = Coding::default();
    frames.iter_mut().for_each(|frame| coding.frame(&mut writer, frame).unwrap());
    let block = writer.finish().unwrap();
    let (mut refused, mut read) = (0, 0);
    for _ in 0..100_000 {
        let mut damaged = block.clone();
        for _ in 0..rng.usize(1..4) {
            let at = rng.usize(..damaged.len());
            damaged[at] = if rng.bool() { damaged[at] ^ 1 << rng.u8(..8) } else { rng.u8(..) };
        }
        if rng.u8(..8) == 0 {
            damaged.truncate(rng.usize(..damaged.len()));
        }
        let mut coding = Coding::default();
        let Ok(mut reader) = Reader::new(&damaged) else {
            refused += 1;
            continue;
        };
        let mut frame = Frame::default();
        match coding.frame(&mut reader, &mut frame) {
            Ok(()) => read += 1,
            Err(_) => refused += 1,
        }
        let _ = reader.number(Column::Calls, &mut 0);
    }
    assert!(refused > 10_000 && read > 1_000, "{refused} refused, {read} read");
}

/// Damages figures in blocks of whole recordings, so that a player reads them and hands them to the aggregate and the snapshot.
#[test]
fn damaged_figures_go_as_far_as_the_snapshot() {
    use zetop_figures::recording::format;
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("recording");
    record(&path, 2e3, 20);
    let bytes = std::fs::read(&path).unwrap();
    let recording = zetop_figures::recording::Recording::open(&path).unwrap();
    let place = recording.places[0];
    let from = place.offset as usize;
    let len = format::u32_at(&bytes, from + 4) as usize;
    let columns = &bytes[from + format::HEAD + format::TIMES..from + format::HEAD + len];
    let mut rng = fastrand::Rng::with_seed(9);
    let mut played = 0;
    for _ in 0..400 {
        let mut damaged = columns.to_vec();
        // The bits at the end are figures; before them, what is packed.
        let at = if rng.bool() {
            rng.usize(..damaged.len())
        } else {
            damaged.len() * 2 / 3 + rng.usize(..damaged.len() / 3)
        };
        damaged[at] = rng.u8(..);
        let mut file = bytes[..from].to_vec();
        file.extend(format::block(&place, &damaged));
        std::fs::write(&path, &file).unwrap();
        if let Ok(mut player) = Player::open(&path) {
            player.jump(rng.u64(..3_000_000_000));
            let _ = figures(player.aggregate());
            played += 1;
        }
    }
    assert!(played > 40, "{played}");
}

#[test]
fn foreign_and_newer_files_get_a_clear_line() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("recording");
    record(&path, 1e3, 5);
    let mut bytes = std::fs::read(&path).unwrap();
    bytes[16] = 99;
    std::fs::write(&path, &bytes).unwrap();
    let error = Player::open(&path).unwrap_err().to_string();
    assert!(error.contains("is a version 99 recording, this zetop reads versions 3 to 10"), "{error}");
    std::fs::write(&path, "{\"schema\":\"zetop/1\"}").unwrap();
    let error = Player::open(&path).unwrap_err().to_string();
    assert!(error.ends_with("is not a zetop recording"), "{error}");
    assert!(Player::open(dir.path()).unwrap_err().to_string().contains("not a regular file"));
    assert!(Player::open(&dir.path().join("none")).unwrap_err().to_string().contains("No such file"));
}

#[test]
fn a_full_disk_ends_the_recording_and_not_the_run() {
    let mut recorder = Recorder::open(Path::new("/dev/full")).unwrap();
    let mut aggregate = Aggregate::new(START);
    let mut said = Vec::new();
    said.extend(recorder.begin(&RecordingHeader { start: START, ..RecordingHeader::default() }).err());
    let mut program = Program::new(
        1e6,
        START,
        Member::default(),
        &mut Tee { aggregate: &mut aggregate, recorder: &mut recorder },
    );
    for _ in 0..300 {
        said.extend(recorder.before_reading(&mut aggregate, program.next()).err());
        program.reading(&mut Tee { aggregate: &mut aggregate, recorder: &mut recorder });
        std::thread::yield_now();
    }
    // The writer is a thread of its own: it fails when it gets there.
    let last = recorder.finish(&mut aggregate, || false);
    said.extend(last.err());
    assert_eq!(said.len(), 1, "one warning: {said:?}");
    assert!(format!("{:#}", said[0]).contains("No space left on device"), "{said:?}");
    assert!(aggregate.snapshot(None).host.calls > 0);
}

#[test]
fn json_of_the_first_version_is_compared_as_one_of_exact_times() {
    use zetop_figures::diff::{Run, compare};
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/recordings/version-1.json");
    let [before, json] = [(); 2].map(|()| Run::open(&path, None).unwrap());
    assert!(json.rows.len() > 10 && json.rows.values().all(|figures| figures.error_pct == 0.0));
    let comparison = compare(before, json);
    let changed: Vec<_> =
        comparison.rows.iter().filter(|row| row.changes.iter().any(|c| c.beyond_noise)).collect();
    assert!(changed.is_empty(), "one run is as the other: {changed:?}");
}
