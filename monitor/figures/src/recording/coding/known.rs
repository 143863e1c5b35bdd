//! Headers, functions and classes: what both sides remember about each, and how the next figures are written
//! with that.

use super::values::{Done, Ratio, Trend, grown, key, short};
use crate::recording::columns::{Coder, Column, Damaged};
use crate::recording::fields::{self, HEADER, RARE, RARE_WITHOUT_WINDOWS};
use crate::recording::frame::{Counts, Marks};
use std::sync::Arc;
use zetop_wire::histogram::BUCKETS;
use zetop_wire::reader::{ClassFigures, Counters, Header};

#[derive(Debug, Clone)]
pub struct OfHeader {
    pub fields: [Trend; HEADER],
    pub invalid: u64,
    pub sampled: u64,
    pub mask: u64,
}

#[derive(Debug, Clone, Default)]
pub struct OfFunction {
    pub calls: i64,
    pub per_call: Ratio,
    pub per_sampled: Ratio,
    pub squares: Ratio,
    pub extremes: [u64; 2],
    pub histogram: Counts,
    pub marks: Marks,
}

#[derive(Debug, Clone)]
pub struct OfClass {
    pub figures: ClassFigures,
    pub name: Arc<str>,
    pub ops: i64,
    pub per: [Ratio; 6],
    pub histogram: Counts,
    pub marks: Marks,
}

impl OfHeader {
    pub fn code<C: Coder>(&mut self, c: &mut C, header: &mut Header, with_windows: bool) -> Done {
        let mut all = fields::of_header(header);
        let known = self.fields;
        let differs = |(at, value): (usize, &u64)| u64::from(*value != known[at].last) << at;
        let mut mask = all.iter().enumerate().map(differs).sum::<u64>() ^ self.mask;
        c.number(Column::Mask, &mut mask)?;
        self.mask ^= mask;
        for (at, value) in all.iter_mut().enumerate() {
            if self.mask & 1 << at == 0 {
                *value = self.fields[at].last;
            } else {
                self.fields[at].code(c, Column::Header, value)?;
            }
        }
        let mut invalid = header.invalid.wrapping_sub(self.invalid);
        c.number(Column::Header, &mut invalid)?;
        self.invalid = self.invalid.wrapping_add(invalid);
        let mut sampled = header.sampled.wrapping_sub(self.sampled);
        if with_windows {
            c.number(Column::Header, &mut sampled)?;
        }
        self.sampled = self.sampled.wrapping_add(sampled);
        if C::READS {
            *header = Header { sampled: self.sampled, ..fields::to_header(&all, self.invalid) };
        }
        Ok(())
    }
}

impl OfFunction {
    /// Without samples, all calls are timed.
    pub fn calls<C: Coder>(&mut self, c: &mut C, more: &mut Counters, with_samples: bool) -> Done {
        let mut calls = (more.calls as i64).wrapping_sub(self.calls);
        c.signed(Column::Calls, &mut calls)?;
        let calls = calls.wrapping_add(self.calls);
        self.calls = self.calls.wrapping_add(calls.wrapping_sub(self.calls) >> 2);
        more.calls = calls as u64;
        grown::<C>(&mut more.total, 0, |total| self.per_call.code(c, Column::Ticks, total, calls))?;
        let now = [fields::optional(more.min), more.max];
        for (known, now) in self.extremes.iter_mut().zip(now) {
            let mut off = now.wrapping_sub(*known) as i64;
            c.signed(Column::Extreme, &mut off)?;
            *known = known.wrapping_add_signed(off);
        }
        more.min = self.extremes[0].checked_sub(1);
        more.max = self.extremes[1];
        c.number(Column::Rare, &mut more.errors)?;
        short(c, Column::Rare, &mut more.last_error)?;
        if !with_samples {
            more.timed = more.calls;
            return Ok(());
        }
        let mut untimed = more.calls.wrapping_sub(more.timed);
        c.number(Column::Rare, &mut untimed)?;
        more.timed = more.calls.wrapping_sub(untimed);
        c.number(Column::Rare, &mut more.sampled)?;
        if more.sampled == 0 {
            return Ok(());
        }
        let (sampled, mean) = (more.sampled as i64, &mut self.per_sampled);
        grown::<C>(&mut more.sampled_total, 0, |total| mean.code(c, Column::Ticks, total, sampled))?;
        let (total, ratio) = (more.sampled_total as i64, &mut self.squares);
        grown::<C>(&mut more.sampled_squares, 0, |squares| ratio.code(c, Column::Ticks, squares, total))
    }
}

impl OfClass {
    pub fn code<C: Coder>(&mut self, c: &mut C, f: &mut ClassFigures, with_windows: bool) -> Done {
        let was = self.figures;
        let mut ops = (f.ops.wrapping_sub(was.ops) as i64).wrapping_sub(self.ops);
        c.signed(Column::Operations, &mut ops)?;
        let ops = ops.wrapping_add(self.ops);
        self.ops = self.ops.wrapping_add(ops.wrapping_sub(self.ops) >> 2);
        f.ops = was.ops.wrapping_add_signed(ops);
        let near = |c: &mut C, value: &mut u64, was: u64, with: i64| {
            grown::<C>(value, was, |grown| {
                let mut off = grown.wrapping_sub(with);
                c.signed(Column::Operations, &mut off)?;
                *grown = with.wrapping_add(off);
                Ok(())
            })
        };
        near(c, &mut f.timed, was.timed, ops)?;
        let timed = f.timed.wrapping_sub(was.timed) as i64;
        near(c, &mut f.submits, was.submits, timed)?;
        let [bytes, timed_bytes, device, submit, host, awaited] = &mut self.per;
        grown::<C>(&mut f.bytes, was.bytes, |v| bytes.code(c, Column::Bytes, v, ops))?;
        grown::<C>(&mut f.timed_bytes, was.timed_bytes, |v| timed_bytes.code(c, Column::Bytes, v, timed))?;
        grown::<C>(&mut f.total_ns, was.total_ns, |v| device.code(c, Column::DeviceTime, v, timed))?;
        grown::<C>(&mut f.submit_ns, was.submit_ns, |v| submit.code(c, Column::SubmitTime, v, timed))?;
        grown::<C>(&mut f.host_ticks, was.host_ticks, |v| host.code(c, Column::HostTime, v, ops))?;
        grown::<C>(&mut f.awaited, was.awaited, |v| awaited.code(c, Column::HostTime, v, ops))?;
        let rare = if with_windows { RARE } else { RARE_WITHOUT_WINDOWS };
        let (before, mut now) = (fields::rare(&was), fields::rare(f));
        let mut mask = (0..rare).map(|at| u64::from(before[at] != now[at]) << at).sum::<u64>();
        c.number(Column::Mask, &mut mask)?;
        for at in 0..rare {
            now[at] = now[at].wrapping_sub(before[at]);
            if mask & 1 << at != 0 {
                c.number(Column::Rare, &mut now[at])?;
            } else {
                now[at] = 0;
            }
            now[at] = now[at].wrapping_add(before[at]);
        }
        fields::set_rare(f, &now);
        if C::READS {
            (f.name, f.pages) = (was.name, was.pages);
        }
        self.figures = *f;
        Ok(())
    }
}

/// New counts of a histogram, which are those of `all` from `begin` to `end`: first the buckets that had some last time, then
/// the others. `known` becomes these counts.
pub fn histogram<C: Coder>(
    c: &mut C,
    known: &mut Counts,
    all: &mut Counts,
    begin: &mut usize,
    end: &mut usize,
) -> Done {
    let counts = if C::READS { &[] } else { all.get(*begin..*end).ok_or(Damaged)? };
    let mut new = counts.iter().filter(|(bucket, _)| find(known, *bucket).is_none()).count() as u64;
    let before = known.len();
    let mut further = counts.iter();
    for (bucket, count) in known.iter_mut() {
        let now = find(counts, *bucket).unwrap_or(0);
        let mut off = (now as i64).wrapping_sub(*count as i64);
        c.signed(Column::KnownBucket, &mut off)?;
        *count = (*count as i64).wrapping_add(off) as u64;
    }
    c.number(Column::Length, &mut new)?;
    let mut next = 0;
    for _ in 0..new {
        let is_further = |(bucket, _): &&(u16, u64)| find(&known[..before], *bucket).is_none();
        let (mut bucket, mut count) = further.find(is_further).copied().unwrap_or_default();
        let mut wide = bucket.into();
        key(c, Column::Bucket, &mut next, &mut wide)?;
        bucket = u16::try_from(wide).ok().filter(|bucket| usize::from(*bucket) < BUCKETS).ok_or(Damaged)?;
        c.number(Column::NewBucket, &mut count)?;
        known.push((bucket, count));
    }
    let mut at = 0;
    known.retain(|(_, count)| {
        at += 1;
        at > before || *count > 0
    });
    if new > 0 {
        known.sort_unstable();
        known.dedup_by_key(|(bucket, _)| *bucket);
    }
    if C::READS {
        all.extend_from_slice(known);
        *end = all.len();
    }
    *begin = *end;
    Ok(())
}

/// How many a bucket has.
fn find(counts: &[(u16, u64)], bucket: u16) -> Option<u64> {
    counts.binary_search_by_key(&bucket, |(bucket, _)| *bucket).ok().map(|at| counts[at].1)
}

pub fn marked<C: Coder>(c: &mut C, known: &mut Marks, marks: &mut Marks) -> Done {
    for (known, now) in known.iter_mut().zip(marks) {
        let mut off = i64::from(*now) - i64::from(*known);
        c.signed(Column::Mark, &mut off)?;
        let value = i64::from(*known).wrapping_add(off);
        *now = u16::try_from(value).ok().filter(|b| usize::from(*b) < BUCKETS).ok_or(Damaged)?;
        *known = *now;
    }
    Ok(())
}
