//! Ranges that the program marks itself.

use super::counters::{Pages, pages};
use super::file_words::{ReadAt, Words};
use crate::histogram::TABLE;
use crate::layout::*;
use std::mem::{offset_of, size_of};

/// How many rows there are, and what is in none of them.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct RangesHead {
    pub rows: usize,
    /// Ends without a beginning.
    pub unmatched: u64,
    pub unplaced: u64,
    pub nameless: u64,
}

/// A range on one thread, or of all threads. Counts and times since the process began, in ticks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RangeFigures {
    pub sort: RangeSort,
    pub interface: u8,
    /// Number of a thread block, or [`SHARED_ROW`].
    pub block: u16,
    /// Row of the range around it.
    pub parent: Option<u32>,
    /// Numbers for [`range_name`].
    pub name: u32,
    pub domain: u32,
    pub begun: u64,
    pub ended: u64,
    pub total: u64,
    pub min: Option<u64>,
    pub max: u64,
    pub waited: u64,
    pub kernels: u64,
    pub kernel_ns: u64,
    pub copies: u64,
    pub copy_ns: u64,
    pub bytes: u64,
    pub pages: Pages,
}

impl RangeFigures {
    /// A row without any ranges.
    #[must_use]
    pub fn new(sort: RangeSort) -> Self {
        Self {
            sort,
            interface: 0,
            block: 0,
            parent: None,
            name: 0,
            domain: 0,
            begun: 0,
            ended: 0,
            total: 0,
            min: None,
            max: 0,
            waited: 0,
            kernels: 0,
            kernel_ns: 0,
            copies: 0,
            copy_ns: 0,
            bytes: 0,
            pages: [0; TABLE],
        }
    }
}

pub fn ranges_head<R: ReadAt + ?Sized>(source: &R) -> RangesHead {
    let w = Words::read(source, ranges_offset(), offset_of!(Ranges, table).min(64));
    RangesHead {
        rows: (w.u32(offset_of!(Ranges, rows)) as usize).min(RANGES),
        unmatched: w.u64(offset_of!(Ranges, unmatched)),
        unplaced: w.u64(offset_of!(Ranges, unplaced)),
        nameless: w.u64(offset_of!(Ranges, nameless)),
    }
}

/// The first `count` rows; `None` for those that make no sense, or not yet.
pub fn ranges<R: ReadAt + ?Sized>(source: &R, count: usize) -> Vec<Option<RangeFigures>> {
    let count = count.min(RANGES);
    let w = Words::read(source, ranges_offset() + offset_of!(Ranges, table), count * size_of::<Range>());
    (0..count).map(|row| figures(&w, row)).collect()
}

fn figures(w: &Words, row: usize) -> Option<RangeFigures> {
    let at = row * size_of::<Range>();
    let u = |field| w.u64(at + field);
    let key = u(offset_of!(Range, key));
    let parent = ((key >> 32) as u32).checked_sub(1);
    // A row is made after the one around it: so no walk to the outermost one goes in a circle.
    if parent.is_some_and(|parent| parent as usize >= row) {
        return None;
    }
    Some(RangeFigures {
        // Rounds are found by zetop itself.
        sort: RangeSort::from_u8(key as u8).filter(|sort| *sort != RangeSort::Round)?,
        interface: (key >> 8) as u8,
        block: (key >> 16) as u16,
        parent,
        name: w.u32(at + offset_of!(Range, name)),
        domain: w.u32(at + offset_of!(Range, domain)),
        begun: u(offset_of!(Range, begun)),
        ended: u(offset_of!(Range, ended)),
        total: u(offset_of!(Range, total)),
        min: u(offset_of!(Range, min_plus_one)).checked_sub(1),
        max: u(offset_of!(Range, max)),
        waited: u(offset_of!(Range, waited)),
        kernels: u(offset_of!(Range, kernels)),
        kernel_ns: u(offset_of!(Range, kernel_ns)),
        copies: u(offset_of!(Range, copies)),
        copy_ns: u(offset_of!(Range, copy_ns)),
        bytes: u(offset_of!(Range, bytes)),
        pages: pages(w, at + offset_of!(Range, histogram)),
    })
}

/// A name, with `…` for what was cut off; empty if there is none with that number (yet).
pub fn range_name<R: ReadAt + ?Sized>(source: &R, number: u32) -> String {
    if number == OTHER_NAME {
        return OTHER_RANGES.to_owned();
    }
    let Some(place) = (number as usize).checked_sub(1).filter(|place| *place < RANGE_NAMES) else {
        return String::new();
    };
    let at = ranges_offset() + offset_of!(Ranges, names) + place * size_of::<RangeName>();
    let w = Words::read(source, at, offset_of!(RangeName, bytes));
    let len = (w.u32(offset_of!(RangeName, len_plus_one)) as usize).saturating_sub(1);
    let mut bytes = vec![0; len.min(RANGE_NAME_BYTES)];
    source.read_at(&mut bytes, at + offset_of!(RangeName, bytes));
    if len <= RANGE_NAME_BYTES {
        return String::from_utf8_lossy(&bytes).into_owned();
    }
    // A character may have been cut in two.
    let whole = match std::str::from_utf8(&bytes) {
        Err(error) if error.error_len().is_none() => error.valid_up_to(),
        _ => bytes.len(),
    };
    String::from_utf8_lossy(&bytes[..whole]).into_owned() + "…"
}
