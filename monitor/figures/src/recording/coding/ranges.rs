//! Ranges that the program marks itself.

use super::known::{histogram, marked};
use super::values::{Done, class_key, flag, list, shared, short};
use crate::recording::columns::{Coder, Column, Damaged};
use crate::recording::frame::{Counts, Histograms, Marks, Part};
use crate::sink::RangeNames;
use std::collections::BTreeMap;
use zetop_wire::layout::RangeSort;
use zetop_wire::reader::{RangeFigures, RangesHead};

#[derive(Debug, Clone)]
struct OfRange {
    figures: RangeFigures,
    names: RangeNames,
    histogram: Counts,
    marks: Marks,
}

/// What both sides remember of a process's ranges.
#[derive(Debug, Clone, Default)]
pub struct Known(BTreeMap<u32, OfRange>);

impl Known {
    pub fn code<C: Coder>(&mut self, c: &mut C, part: &mut Part) -> Done {
        let mut some = part.ranges_head.is_some();
        flag(c, &mut some)?;
        if some {
            let RangesHead { rows, unmatched, unplaced, nameless } = part.ranges_head.get_or_insert_default();
            let mut count = *rows as u64;
            for value in [&mut count, unmatched, unplaced, nameless] {
                c.number(Column::Rare, value)?;
            }
            *rows = usize::try_from(count).map_err(|_| Damaged)?;
        }
        let mut next = 0;
        let nothing = || (0, RangeFigures::new(RangeSort::Nested), RangeNames::default());
        list(c, &mut part.ranges, nothing, |c, (row, figures, names)| {
            class_key(c, &mut next, row)?;
            if let Some(known) = self.0.get_mut(row) {
                names.clone_from(&known.names);
                return known.code(c, figures);
            }
            identity(c, figures, names)?;
            let new = OfRange {
                figures: identity_of(figures),
                names: names.clone(),
                histogram: Counts::new(),
                marks: Marks::default(),
            };
            self.0.entry(*row).or_insert(new).code(c, figures)
        })?;
        next = 0;
        let (Histograms { rows, counts }, mut begin) = (&mut part.range_durations, 0);
        list(c, rows, Default::default, |c, (row, end)| {
            class_key(c, &mut next, row)?;
            let known = self.0.get_mut(row).ok_or(Damaged)?;
            histogram(c, &mut known.histogram, counts, &mut begin, end)
        })?;
        next = 0;
        list(c, &mut part.range_marks, Default::default, |c, (row, marks)| {
            class_key(c, &mut next, row)?;
            marked(c, &mut self.0.get_mut(row).ok_or(Damaged)?.marks, marks)
        })?;
        list(c, &mut part.condensed.in_ranges, Default::default, |c, (class, row)| {
            short(c, Column::Rare, class)?;
            short(c, Column::Rare, row)
        })
    }
}

/// What never changes.
fn identity<C: Coder>(c: &mut C, figures: &mut RangeFigures, names: &mut RangeNames) -> Done {
    let mut sort = figures.sort as u8;
    short(c, Column::Rare, &mut sort)?;
    figures.sort = RangeSort::from_u8(sort).ok_or(Damaged)?;
    short(c, Column::Rare, &mut figures.interface)?;
    short(c, Column::Rare, &mut figures.block)?;
    let mut parent = figures.parent.map_or(0, |parent| u64::from(parent) + 1);
    c.number(Column::Rare, &mut parent)?;
    let parent = parent.checked_sub(1).map(u32::try_from).transpose();
    figures.parent = parent.map_err(|_| Damaged)?;
    shared(c, &mut names.name)?;
    shared(c, &mut names.domain)
}

fn identity_of(of: &RangeFigures) -> RangeFigures {
    let RangeFigures { sort, interface, block, parent, .. } = *of;
    RangeFigures { interface, block, parent, ..RangeFigures::new(sort) }
}

impl OfRange {
    /// Counts and times as what was added since.
    fn code<C: Coder>(&mut self, c: &mut C, now: &mut RangeFigures) -> Done {
        let was = self.figures;
        let (mut min, was_min) =
            (now.min.map_or(0, |min| min.saturating_add(1)), was.min.map_or(0, |min| min.saturating_add(1)));
        let values = [
            (&mut now.begun, was.begun),
            (&mut now.ended, was.ended),
            (&mut now.total, was.total),
            (&mut min, was_min),
            (&mut now.max, was.max),
            (&mut now.waited, was.waited),
            (&mut now.kernels, was.kernels),
            (&mut now.kernel_ns, was.kernel_ns),
            (&mut now.copies, was.copies),
            (&mut now.copy_ns, was.copy_ns),
            (&mut now.bytes, was.bytes),
        ];
        for (value, was) in values {
            let mut off = value.wrapping_sub(was) as i64;
            c.signed(Column::Rare, &mut off)?;
            *value = was.wrapping_add_signed(off);
        }
        *now = RangeFigures { min: min.checked_sub(1), ..*now };
        if C::READS {
            let RangeFigures { sort, interface, block, parent, .. } = was;
            *now = RangeFigures { sort, interface, block, parent, ..*now };
        }
        self.figures = *now;
        Ok(())
    }
}
