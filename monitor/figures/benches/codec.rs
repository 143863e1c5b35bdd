//! What the same frames take in a recording's own columns, and in postcard and zstd, block by block.
//!
//! `cargo bench -p zetop-figures --bench codec`, for hours of the made-up program that the bench `recording` has, or
//! `cargo bench -p zetop-figures --bench codec -- RECORDING`

#![allow(clippy::unwrap_used)] // a bench fails by panicking

#[path = "../tests/recordings/feed.rs"]
mod feed;

use feed::Program;
use serde::Serialize;
use std::collections::BTreeMap;
use std::path::Path;
use std::time::{Duration, Instant};
use zetop_figures::aggregate::Aggregate;
use zetop_figures::aggregate::condensed::Moment;
use zetop_figures::aggregate::timeline::EngineWork;
use zetop_figures::job::Member;
use zetop_figures::recording::coding::Coding;
use zetop_figures::recording::columns::{Coder, Column, Damaged, Writer};
use zetop_figures::recording::fields::{identity, of_header, optional, rare};
use zetop_figures::recording::format::{HEAD, RecordingHeader, TIMES};
use zetop_figures::recording::frame::{Frame, Part, SessionPart};
use zetop_figures::recording::{Recorder, Recording, Tee};
use zetop_wire::reader::ClassFigures;

const START: u64 = 5_000_000_000;
/// Readings.
const HOUR: u64 = 36_000;
/// zstd's: the recording's own one, and a high one.
const LEVELS: [i32; 2] = [6, 19];

/// One value after the other, as postcard has them: without names, numbers by their size.
#[derive(Default)]
struct Postcard {
    out: Vec<u8>,
    /// By process, kind of row, and row: the numbers of the frame before, from which the next ones are differences. `None`
    /// writes each number as it is.
    known: Option<BTreeMap<(u32, Row, u32), Vec<u64>>>,
    last: u64,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Row {
    Header,
    Extremes,
    Class,
    Device,
    Place,
    Range,
}

impl Postcard {
    fn put(&mut self, value: &(impl Serialize + ?Sized)) {
        self.out = postcard::to_extend(value, std::mem::take(&mut self.out)).unwrap();
    }

    /// Numbers of a row, with what tells what it is where that is not known.
    fn row(&mut self, key: (u32, Row, u32), about: &impl Serialize, numbers: &[u64]) {
        let Some(known) = &mut self.known else {
            self.put(about);
            return numbers.iter().for_each(|number| self.put(number));
        };
        let before = known.insert(key, numbers.to_vec());
        self.put(&before.is_none());
        if before.is_none() {
            self.put(about);
        }
        let before = before.unwrap_or_else(|| vec![0; numbers.len()]);
        for (now, was) in numbers.iter().zip(before) {
            self.put(&(now.wrapping_sub(was) as i64));
        }
    }

    /// A time, or another number that is near the one before.
    fn near(&mut self, now: u64) {
        if self.known.is_some() {
            self.put(&(now.wrapping_sub(self.last) as i64));
            self.last = now;
        } else {
            self.put(&now);
        }
    }

    fn list<T>(&mut self, items: &[T], each: impl Fn(&mut Self, &T)) {
        self.put(&items.len());
        items.iter().for_each(|item| each(self, item));
    }

    fn frame(&mut self, frame: &Frame) {
        self.put(&(frame.now, frame.ns_per_tick, frame.reset));
        self.list(&frame.began, |to, began| {
            to.put(&(began.pid, &began.command, &began.loader_version, &began.member, &began.catalog));
        });
        self.put(&(&frame.raw_names, &frame.notes, &frame.ended, &frame.sensors, &frame.session));
        self.list(&frame.parts, Self::part);
    }

    fn part(&mut self, part: &Part) {
        let id = part.id;
        self.put(&(id, part.lost_calls, part.lost_device_records, part.threads_ns_2));
        self.list(part.header.as_slice(), |to, header| {
            to.row((id, Row::Header, 0), &(), &[&of_header(header)[..], &[header.invalid]].concat());
        });
        self.list(part.in_progress.as_deref().unwrap_or_default(), |to, call| {
            to.put(&(call.function, call.thread, &call.thread_name, call.since, call.ticks));
        });
        self.list(part.communicators.as_deref().unwrap_or_default(), |to, of| {
            to.put(&(of.number, of.rank, of.ranks, of.launched, of.complete));
        });
        self.put(&part.computed.map(|computed| (computed.own_ns, computed.between_ranks_ns)));
        self.list(&part.calls, |to, (function, more)| {
            to.put(&(*function, more.calls, more.timed, more.total, more.errors, more.last_error));
            to.put(&(more.sampled, more.sampled_total, more.sampled_squares));
            to.row((id, Row::Extremes, (*function).into()), &(), &[optional(more.min), more.max]);
        });
        self.put(&(&part.durations.rows, &part.durations.counts, &part.marks));
        // Once, or when something goes wrong with one.
        self.put(&part.devices.as_ref().map(|devices| format!("{devices:?}")));
        self.list(&part.classes, |to, (class, figures, name)| {
            to.put(class);
            to.row((id, Row::Class, *class), &(identity(figures), name), &sums(figures));
        });
        self.put(&(&part.class_durations.rows, &part.class_durations.counts, &part.class_marks));
        self.put(&part.condensed.throughput);
        self.list(&part.condensed.devices, |to, (device, moment)| to.moment(id, *device, moment));
        self.list(&part.condensed.stamps, |to, (class, stamps)| {
            let begin = stamps.global_start;
            let after = |stamp: u64| if to.known.is_some() { stamp.wrapping_sub(begin) } else { stamp };
            let ends = [stamps.context_start, stamps.context_end, stamps.global_end].map(after);
            let lasted = (stamps.context_ns as u64, stamps.global_ns as u64);
            to.put(&(class, begin, ends, lasted, stamps.submit_ns.map(|ns| ns as u64), stamps.lane));
        });
        self.put(&part.condensed.in_ranges);
        self.list(&part.collectives, |to, record| to.put(&record.pack()));
        self.list(&part.memory_places, |to, (number, (of, place))| {
            to.put(number);
            let live = [of.live_bytes, of.live_count, of.peak_bytes, of.oldest, of.mean];
            let all = [of.allocations, of.frees, of.allocated_bytes, of.noted, of.error_bytes];
            to.row((id, Row::Place, *number), place, &[live, all].concat());
        });
        self.put(&part.ranges_head.map(|head| (head.rows, head.unmatched, head.unplaced, head.nameless)));
        self.list(&part.ranges, |to, (row, of, names)| {
            to.put(row);
            let about = (of.sort as u8, of.interface, of.block, of.parent, &names.name, &names.domain);
            let times = [of.begun, of.ended, of.total, optional(of.min), of.max, of.waited];
            let work = [of.kernels, of.kernel_ns, of.copies, of.copy_ns, of.bytes];
            to.row((id, Row::Range, *row), &about, &[&times[..], &work].concat());
        });
        self.put(&(&part.range_durations.rows, &part.range_durations.counts, &part.range_marks));
    }

    fn moment(&mut self, id: u32, device: u32, moment: &Moment) {
        self.put(&device);
        let (busy, totals) = (moment.busy, moment.totals);
        let sums = [busy.0, busy.1, totals.kernel_ns, totals.copy_ns, totals.both_ns, totals.late_ns];
        self.row((id, Row::Device, device), &(), &[&sums[..], &[moment.newest]].concat());
        self.put(&moment.strip.is_some());
        self.last = moment.newest;
        self.list(moment.strip.as_deref().unwrap_or_default(), |to, span| {
            to.put(&(span.lane, span.work == EngineWork::Copy));
            to.near(span.start);
            to.put(&(if to.known.is_some() { span.end.wrapping_sub(span.start) } else { span.end }));
        });
    }
}

fn sums(of: &ClassFigures) -> Vec<u64> {
    let counts = [of.ops, of.timed, of.submits, of.bytes, of.timed_bytes];
    let times = [of.total_ns, of.submit_ns, of.host_ticks, of.awaited];
    [&counts[..], &times, &rare(of)].concat()
}

/// What is written with the recording's own expectations, but in postcard.
impl Coder for Postcard {
    const READS: bool = false;

    fn number(&mut self, _: Column, value: &mut u64) -> Result<(), Damaged> {
        self.put(value);
        Ok(())
    }

    fn bytes(&mut self, value: &mut Vec<u8>) -> Result<(), Damaged> {
        self.put(value);
        Ok(())
    }
}

/// Sums over the blocks.
#[derive(Default)]
struct Sum {
    bytes: [usize; LEVELS.len()],
    took: [Duration; LEVELS.len()],
}

impl Sum {
    /// Adds a block that `write` writes, and that is compressed then, as one piece.
    fn add(&mut self, postcard: &mut Postcard, write: impl FnOnce(&mut Postcard)) {
        let start = Instant::now();
        write(postcard);
        let written = start.elapsed();
        for ((level, bytes), took) in LEVELS.iter().zip(&mut self.bytes).zip(&mut self.took) {
            let start = Instant::now();
            *bytes += HEAD + TIMES + zstd::bulk::compress(&postcard.out, *level).unwrap().len();
            *took += written + start.elapsed();
        }
        postcard.out.clear();
    }

    fn print(&self, what: &str, of_an_hour: f64) {
        for ((level, bytes), took) in LEVELS.iter().zip(self.bytes).zip(self.took) {
            print_row(&format!("{what}, zstd {level}"), bytes, took, of_an_hour);
        }
    }
}

fn print_row(what: &str, bytes: usize, took: Duration, of_an_hour: f64) {
    let (mb, s) = (bytes as f64 / 1e6 / of_an_hour, took.as_secs_f64() / of_an_hour);
    println!("  {what:<58} {mb:6.1} MB, {s:6.1} s to write");
}

/// Writes the blocks of a recording anew, in each way.
fn compare(path: &Path) {
    let recording = Recording::open(path).unwrap();
    let (mut from, mut own) = (Coding::new(recording.version), Coding::default());
    let (mut own_bytes, mut own_took) = (0, Duration::ZERO);
    let differences = || Postcard { known: Some(BTreeMap::new()), ..Postcard::default() };
    let (mut plain, mut differing, mut expecting) = (Postcard::default(), differences(), Postcard::default());
    let (mut as_it_is, mut as_difference, mut as_expected) = (Sum::default(), Sum::default(), Sum::default());
    let mut expectations = Coding::default();
    let mut frames = 0;
    for place in &recording.places {
        let mut block = recording.block(place).unwrap();
        let read = |_| {
            let mut frame = Frame::default();
            from.frame(&mut block, &mut frame).unwrap();
            frame
        };
        let mut block: Vec<Frame> = (0..place.frames).map(read).collect();
        frames += block.len();
        as_it_is.add(&mut plain, |to| block.iter().for_each(|frame| to.frame(frame)));
        as_difference.add(&mut differing, |to| block.iter().for_each(|frame| to.frame(frame)));
        as_expected.add(&mut expecting, |to| {
            block.iter_mut().for_each(|frame| expectations.frame(to, frame).unwrap());
        });
        let (start, mut writer) = (Instant::now(), Writer::default());
        block.iter_mut().for_each(|frame| own.frame(&mut writer, frame).unwrap());
        own_bytes += HEAD + TIMES + writer.finish().unwrap().len();
        own_took += start.elapsed();
    }
    let lasted = recording.places.last().unwrap().last - recording.about.start;
    let of_an_hour = lasted as f64 / 3.6e12;
    println!("  {frames} frames in {:.0} s; an hour takes", lasted as f64 / 1e9);
    print_row("its own columns", own_bytes, own_took, of_an_hour);
    as_expected.print("its own expectations, in postcard", of_an_hour);
    as_difference.print("differences to the frame before, in postcard", of_an_hour);
    as_it_is.print("figures as they are, in postcard", of_an_hour);
}

/// Writes an hour's recording of a made-up program, as the bench `recording` does.
fn record(path: &Path, calls_per_s: f64) {
    let mut recorder = Recorder::open(path).unwrap();
    recorder.begin(&RecordingHeader { start: START, ..RecordingHeader::default() }).unwrap();
    let mut aggregate = Aggregate::new(START);
    let to = &mut Tee { aggregate: &mut aggregate, recorder: &mut recorder };
    let mut program = Program::new(calls_per_s, START, Member::default(), to);
    for reading in 0..HOUR {
        recorder.before_reading(&mut aggregate, program.next()).unwrap();
        program.reading(&mut Tee { aggregate: &mut aggregate, recorder: &mut recorder });
        // The writer is a separate thread, which in reality has an hour for this.
        if reading % 50 == 0 {
            std::thread::sleep(Duration::from_millis(1));
        }
    }
    program.end(&mut Tee { aggregate: &mut aggregate, recorder: &mut recorder });
    aggregate.end();
    recorder.session(|_| SessionPart { ended: true, ..SessionPart::default() });
    recorder.finish(&mut aggregate, || false).unwrap();
}

fn main() {
    if let Some(path) = std::env::args().skip(1).find(|argument| !argument.starts_with('-')) {
        println!("{path}:");
        return compare(Path::new(&path));
    }
    let dir = tempfile::tempdir().unwrap();
    for (calls_per_s, words) in [(1e3, "a thousand"), (10e6, "ten million")] {
        let path = dir.path().join("recording");
        record(&path, calls_per_s);
        println!("an hour at {words} calls/s:");
        compare(&path);
    }
}
