//! Reads a million process files as a hostile target could write them: no panic (including arithmetic
//! overflow, in this build), no endless loop, no allocation whose size the file decides.

#![allow(clippy::unwrap_used)] // a test fails by panicking

use zetop_testing as _; // signals and time limits

#[path = "hostile/counting.rs"]
mod counting;
#[path = "hostile/image.rs"]
mod image;

use counting::Counting;
use image::Image;
use zetop_wire::histogram::BUCKETS;
use zetop_wire::layout::{
    ALL_CLASSES, ALL_STRINGS, BLOCKS, CALL_RING, DEVICE_RING, DEVICES, FUNCTIONS, RANGE_NAME_BYTES, RANGES,
};
use zetop_wire::layout_hash::LAYOUT_HASH;
use zetop_wire::reader::{self, Cursor, NotYet};

#[global_allocator]
static ALLOCATOR: Counting = Counting;

/// On two threads.
const CASES: u64 = 1_000_000;
const THREADS: u64 = 2;
/// What one reading may allocate at a time: what it has of a ring or of the class table is a part of it.
const MOST_BYTES: usize = 3 << 19;
/// Reads of the file in one case; the worst is a device table in which every name is a string.
const MOST_READS: usize = 200;

#[test]
fn a_million_hostile_process_files_are_read_within_bounds() {
    let threads: Vec<_> =
        (0..THREADS).map(|seed| std::thread::spawn(move || cases(seed, CASES / THREADS))).collect();
    let all = threads.into_iter().map(|t| t.join().unwrap()).fold(Seen::default(), Seen::plus);
    println!(
        "{} cases: {} with a header, {} catalogs read and {} refused, {} strings, {} devices, {} classes, {} call and {} device records, {} lost; \
         at most {} KiB at a time",
        all.cases,
        all.headers,
        all.catalogs,
        all.refused,
        all.strings,
        all.devices,
        all.classes,
        all.calls,
        all.operations,
        all.lost,
        all.peak / 1024
    );
    assert_eq!(all.cases, CASES);
    // the mutations leave enough intact to get past the first check
    assert!(all.catalogs > CASES / 50 && all.refused > CASES / 50);
    assert!(all.headers > CASES / 2 && all.calls > CASES && all.operations > CASES && all.lost > CASES);
}

#[derive(Debug, Default)]
struct Seen {
    cases: u64,
    headers: u64,
    catalogs: u64,
    refused: u64,
    strings: u64,
    devices: u64,
    classes: u64,
    calls: u64,
    operations: u64,
    lost: u64,
    ranges: u64,
    peak: usize,
}

impl Seen {
    fn plus(self, other: Self) -> Self {
        Self {
            cases: self.cases + other.cases,
            headers: self.headers + other.headers,
            catalogs: self.catalogs + other.catalogs,
            refused: self.refused + other.refused,
            strings: self.strings + other.strings,
            devices: self.devices + other.devices,
            classes: self.classes + other.classes,
            calls: self.calls + other.calls,
            operations: self.operations + other.operations,
            lost: self.lost.saturating_add(other.lost),
            ranges: self.ranges + other.ranges,
            peak: self.peak.max(other.peak),
        }
    }
}

fn cases(seed: u64, count: u64) -> Seen {
    let mut image = Image::new(seed);
    let mut seen = Seen::default();
    let (mut calls, mut operations) = (Cursor::default(), Cursor::default());
    for case in 0..count {
        image.mutate();
        let before = counting::start();
        read(&image, case, &mut calls, &mut operations, &mut seen);
        let peak = counting::peak().saturating_sub(before);
        assert!(peak <= MOST_BYTES, "{peak} bytes in case {case} of seed {seed}");
        assert!(image.reads() <= MOST_READS, "{} reads in case {case} of seed {seed}", image.reads());
        seen.peak = seen.peak.max(peak);
        seen.cases += 1;
    }
    seen
}

/// Does what one of zetop's readings does, but the costly parts only now and then.
fn read(image: &Image, case: u64, calls: &mut Cursor, operations: &mut Cursor, seen: &mut Seen) {
    let header = match reader::header(image) {
        Ok(header) => header,
        Err(NotYet::NoMagic) => return,
        Err(NotYet::OtherLayout(hash)) => return assert_ne!(hash, LAYOUT_HASH),
    };
    seen.headers += 1;
    assert!(header.blocks <= BLOCKS && header.strings <= ALL_STRINGS);
    assert!(header.classes <= ALL_CLASSES && header.devices <= DEVICES);

    if case.is_multiple_of(4) {
        match reader::catalog(image) {
            Ok(catalog) => {
                seen.catalogs += 1;
                assert!(catalog.functions.iter().all(|f| f.name.chars().all(|c| !c.is_control())));
                assert!(catalog.counted_memory.iter().all(|k| usize::from(*k) < catalog.memory_kinds.len()));
            }
            Err(error) => {
                seen.refused += 1;
                assert!(error.to_string().chars().all(|c| !c.is_control()), "{error}");
            }
        }
    }

    let name = reader::string(image, image.any_id());
    // a byte that is not UTF-8 becomes three
    assert!(name.len() <= 3 * 4096);
    seen.strings += u64::from(!name.is_empty());

    // the first few of a long table: the rest is the same code
    let devices = if case.is_multiple_of(64) { header.devices } else { header.devices.min(1) };
    seen.devices += reader::device_facts(image, devices).len() as u64;
    let classes = if case.is_multiple_of(512) { usize::MAX } else { header.classes.min(2) };
    seen.classes += reader::classes(image, classes).flatten().count() as u64;

    let block = if case.is_multiple_of(8) { case as usize % BLOCKS } else { 0 };
    let mut taken = 0;
    follows(calls, CALL_RING, |cursor| {
        reader::drain_calls(image, block, cursor, |_, _| taken += 1);
        taken
    });
    seen.calls += taken;
    let lost = operations.lost;
    let mut taken = 0;
    follows(operations, DEVICE_RING, |cursor| {
        let end = reader::device_written(image);
        let mut parts = 1;
        while reader::drain_device(image, cursor, end, |_| taken += 1) {
            parts += 1;
        }
        assert!(parts <= 17, "{parts} parts");
        taken
    });
    seen.operations += taken;
    seen.lost = seen.lost.saturating_add(operations.lost - lost);

    let head = reader::ranges_head(image);
    assert!(head.rows <= RANGES);
    let rows = if case.is_multiple_of(512) { usize::MAX } else { head.rows.min(2) };
    for (number, row) in reader::ranges(image, rows).iter().enumerate() {
        let Some(row) = row else { continue };
        assert!(row.parent.is_none_or(|parent| (parent as usize) < number), "no circle");
        seen.ranges += 1;
    }
    assert!(reader::range_name(image, image.any_id()).len() <= 3 * RANGE_NAME_BYTES + 3);

    if case.is_multiple_of(128) {
        let mut all = reader::overflow(image);
        assert_eq!(all.len(), FUNCTIONS);
        let head = reader::head(image, block);
        assert!(head.functions <= FUNCTIONS);
        // as a monitor that keeps them in order, or one that does not
        let mut functions = reader::used(image, block, 0, head.functions.min(64));
        if case.is_multiple_of(256) {
            functions.sort_unstable();
            functions.dedup();
        }
        reader::block_counters(image, block, &functions, |function, counters, pages| {
            all[usize::from(function)].0.merge(&counters);
            for (part, page) in pages.iter().enumerate().take(1) {
                reader::histogram_page(image, *page, part, |bucket, count| {
                    assert!(usize::from(bucket) < BUCKETS && count > 0);
                });
            }
        });
    }
}

/// Whatever the count did, at most one ring is taken, and nothing is taken twice or unaccounted for.
fn follows(cursor: &mut Cursor, capacity: usize, drain: impl FnOnce(&mut Cursor) -> u64) {
    let before = *cursor;
    let taken = drain(cursor);
    assert!(taken <= capacity as u64);
    assert!(cursor.lost >= before.lost);
    if cursor.next <= before.next {
        assert_eq!(taken, 0, "a count that goes back brings nothing");
    } else if cursor.lost < u64::MAX {
        assert!(taken + (cursor.lost - before.lost) <= cursor.next - before.next);
    }
}
