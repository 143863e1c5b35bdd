//! How a frame is written, and how it is read: one definition of both, so that they cannot differ.
//!
//! Counters are written as what they grew by, less what was to be expected of that; both sides keep the same
//! expectations in a [`Coding`], which goes on from block to block.

use super::columns::{Coder, Column, Damaged};
use super::fields::{self, HEADER, RARE};
use super::frame::{Began, Counts, Frame, Marks, Part, SessionPart};
use crate::aggregate::condensed::{Condensed, Moment};
use crate::aggregate::timeline::{Span, Totals, Work};
use crate::clean::clean;
use crate::snapshot::RawStamps;
use std::collections::BTreeMap;
use std::sync::Arc;
use zetop_wire::histogram::BUCKETS;
use zetop_wire::reader::{ClassFigures, Counters, Facts, QueueGroup};

type Done = Result<(), Damaged>;

/// What both sides remember of earlier frames.
#[derive(Debug, Clone, Default)]
pub struct Coding {
    now: Trend,
    rate: u64,
    processes: BTreeMap<u32, OfProcess>,
}

#[derive(Debug, Clone, Default)]
struct OfProcess {
    header: Option<Box<OfHeader>>,
    functions: BTreeMap<u16, OfFunction>,
    classes: BTreeMap<u32, OfClass>,
    moments: BTreeMap<u32, Moment>,
    threads: Trend,
}

#[derive(Debug, Clone)]
struct OfHeader {
    fields: [Trend; HEADER],
    invalid: u64,
    mask: u64,
}

#[derive(Debug, Clone, Default)]
struct OfFunction {
    calls: i64,
    per_call: Ratio,
    extremes: [u64; 2],
    histogram: Counts,
    marks: Marks,
}

#[derive(Debug, Clone)]
struct OfClass {
    figures: ClassFigures,
    name: Arc<str>,
    ops: i64,
    per: [Ratio; 5],
    histogram: Counts,
    marks: Marks,
}

/// A counter that grows by about the same each time.
#[derive(Debug, Clone, Copy, Default)]
struct Trend {
    last: u64,
    step: i64,
}

impl Trend {
    fn code<C: Coder>(&mut self, c: &mut C, column: Column, value: &mut u64) -> Done {
        let expected = self.last.wrapping_add_signed(self.step);
        let mut off = value.wrapping_sub(expected) as i64;
        c.signed(column, &mut off)?;
        if C::READS {
            *value = expected.wrapping_add_signed(off);
        }
        let grown = value.wrapping_sub(self.last) as i64;
        self.step = self.step.wrapping_add(grown.wrapping_sub(self.step) >> 2);
        self.last = *value;
        Ok(())
    }
}

/// Something that grows with something else; in 256ths.
#[derive(Debug, Clone, Copy, Default)]
struct Ratio(i64);

impl Ratio {
    fn code<C: Coder>(&mut self, c: &mut C, column: Column, grown: &mut i64, with: i64) -> Done {
        let expected = with.wrapping_mul(self.0) >> 8;
        let mut off = grown.wrapping_sub(expected);
        c.signed(column, &mut off)?;
        if C::READS {
            *grown = expected.wrapping_add(off);
        }
        if with != 0 {
            let now = grown.wrapping_mul(256).wrapping_div(with);
            self.0 = self.0.wrapping_add(now.wrapping_sub(self.0) >> 2);
        }
        Ok(())
    }
}

/// A sum that grew: `of` is what it was and becomes what it is.
fn grown<C: Coder>(value: &mut u64, was: u64, code: impl FnOnce(&mut i64) -> Done) -> Done {
    let mut grown = value.wrapping_sub(was) as i64;
    code(&mut grown)?;
    if C::READS {
        *value = was.wrapping_add_signed(grown);
    }
    Ok(())
}

fn list<C: Coder, T>(
    c: &mut C,
    items: &mut Vec<T>,
    new: impl Fn() -> T,
    mut each: impl FnMut(&mut C, &mut T) -> Done,
) -> Done {
    let mut len = items.len() as u64;
    c.number(Column::Length, &mut len)?;
    if !C::READS {
        return items.iter_mut().try_for_each(|item| each(c, item));
    }
    // Each takes something of the block, so that a length that is not true ends with it.
    for _ in 0..len {
        let mut item = new();
        each(c, &mut item)?;
        items.push(item);
    }
    Ok(())
}

/// Numbers in ascending order.
fn key<C: Coder>(c: &mut C, column: Column, next: &mut u64, value: &mut u64) -> Done {
    let mut gap = value.wrapping_sub(*next);
    c.number(column, &mut gap)?;
    *value = next.wrapping_add(gap);
    *next = value.wrapping_add(1);
    Ok(())
}

fn short<C: Coder, T: Copy + Into<u64> + TryFrom<u64>>(c: &mut C, column: Column, value: &mut T) -> Done {
    let mut wide: u64 = (*value).into();
    c.number(column, &mut wide)?;
    *value = T::try_from(wide).map_err(|_| Damaged)?;
    Ok(())
}

fn flag<C: Coder>(c: &mut C, value: &mut bool) -> Done {
    let mut wide = u64::from(*value);
    c.number(Column::Mask, &mut wide)?;
    *value = wide != 0;
    Ok(())
}

/// Harmless to show.
fn text<C: Coder>(c: &mut C, value: &mut String) -> Done {
    let mut bytes = std::mem::take(value).into_bytes();
    c.bytes(&mut bytes)?;
    let read = String::from_utf8(bytes).map_err(|_| Damaged)?;
    *value = if C::READS { clean(&read) } else { read };
    Ok(())
}

fn shared<C: Coder>(c: &mut C, value: &mut Arc<str>) -> Done {
    let mut owned = value.to_string();
    text(c, &mut owned)?;
    if C::READS {
        *value = owned.into();
    }
    Ok(())
}

fn json<C: Coder, T: serde::Serialize + serde::de::DeserializeOwned>(c: &mut C, value: &mut T) -> Done {
    let mut bytes = if C::READS { Vec::new() } else { serde_json::to_vec(value).map_err(|_| Damaged)? };
    c.bytes(&mut bytes)?;
    if C::READS {
        *value = serde_json::from_slice(&bytes).map_err(|_| Damaged)?;
    }
    Ok(())
}

impl Coding {
    /// Writes or reads a frame.
    ///
    /// # Errors
    /// When what is read makes no sense.
    pub fn frame<C: Coder>(&mut self, c: &mut C, f: &mut Frame) -> Done {
        self.now.code(c, Column::Time, &mut f.now)?;
        let mut off = f.ns_per_tick.to_bits().wrapping_sub(self.rate) as i64;
        c.signed(Column::Time, &mut off)?;
        self.rate = self.rate.wrapping_add_signed(off);
        f.ns_per_tick = f64::from_bits(self.rate);
        if !f.ns_per_tick.is_finite() {
            return Err(Damaged);
        }
        flag(c, &mut f.reset)?;
        list(c, &mut f.began, Began::default, |c, began| {
            short(c, Column::Rare, &mut began.pid)?;
            text(c, &mut began.command)?;
            text(c, &mut began.loader_version)?;
            c.bytes(&mut began.catalog)
        })?;
        let pair = || (Arc::from(""), Arc::from(""));
        list(c, &mut f.raw_names, pair, |c, (name, raw)| {
            shared(c, name)?;
            shared(c, raw)
        })?;
        list(c, &mut f.notes, String::new, text)?;
        let mut next = 0;
        list(c, &mut f.parts, Part::default, |c, part| {
            let mut id = part.id.into();
            key(c, Column::Key, &mut next, &mut id)?;
            part.id = u32::try_from(id).map_err(|_| Damaged)?;
            self.processes.entry(part.id).or_default().part(c, part)
        })?;
        list(c, &mut f.ended, || 0, |c, id| short(c, Column::Key, id))?;
        for id in &f.ended {
            self.processes.remove(id);
        }
        let mut some = f.session.is_some();
        flag(c, &mut some)?;
        if some {
            json(c, f.session.get_or_insert_with(SessionPart::default))?;
        }
        Ok(())
    }
}

impl OfProcess {
    fn part<C: Coder>(&mut self, c: &mut C, part: &mut Part) -> Done {
        let mut some = part.header.is_some();
        flag(c, &mut some)?;
        if some {
            let known = self.header.get_or_insert_with(|| {
                Box::new(OfHeader { fields: [Trend::default(); HEADER], invalid: 0, mask: 0 })
            });
            known.code(c, part.header.get_or_insert_default())?;
        }
        let mut next = 0;
        list(c, &mut part.calls, Default::default, |c, (function, more)| {
            function_key(c, &mut next, function)?;
            self.functions.entry(*function).or_default().calls(c, more)
        })?;
        next = 0;
        list(c, &mut part.durations, Default::default, |c, (function, counts)| {
            function_key(c, &mut next, function)?;
            histogram(c, &mut self.functions.entry(*function).or_default().histogram, counts)
        })?;
        next = 0;
        list(c, &mut part.marks, Default::default, |c, (function, marks)| {
            function_key(c, &mut next, function)?;
            marked(c, &mut self.functions.entry(*function).or_default().marks, marks)
        })?;
        c.number(Column::Rare, &mut part.lost_calls)?;
        self.device(c, part)
    }

    fn device<C: Coder>(&mut self, c: &mut C, part: &mut Part) -> Done {
        let mut some = part.devices.is_some();
        flag(c, &mut some)?;
        if some {
            list(c, part.devices.get_or_insert_default(), Facts::default, facts)?;
        }
        let mut next = 0;
        let nothing = || (0, nothing(), Arc::from(""));
        list(c, &mut part.classes, nothing, |c, (class, figures, name)| {
            class_key(c, &mut next, class)?;
            if let Some(known) = self.classes.get_mut(class) {
                known.code(c, figures)?;
                *name = Arc::clone(&known.name);
                return Ok(());
            }
            let mut identity = fields::identity(figures);
            identity.iter_mut().try_for_each(|value| c.number(Column::Rare, value))?;
            shared(c, name)?;
            let mut known = OfClass {
                figures: fields::of_identity(identity)?,
                name: Arc::clone(name),
                ops: 0,
                per: [Ratio::default(); 5],
                histogram: Counts::new(),
                marks: Marks::default(),
            };
            if C::READS {
                *figures = known.figures;
            }
            known.code(c, figures)?;
            self.classes.insert(*class, known);
            Ok(())
        })?;
        next = 0;
        list(c, &mut part.class_durations, Default::default, |c, (class, counts)| {
            class_key(c, &mut next, class)?;
            histogram(c, &mut self.classes.get_mut(class).ok_or(Damaged)?.histogram, counts)
        })?;
        next = 0;
        list(c, &mut part.class_marks, Default::default, |c, (class, marks)| {
            class_key(c, &mut next, class)?;
            marked(c, &mut self.classes.get_mut(class).ok_or(Damaged)?.marks, marks)
        })?;
        c.number(Column::Rare, &mut part.lost_device_records)?;
        let mut some = part.threads_ns_2.is_some();
        flag(c, &mut some)?;
        if some {
            self.threads.code(c, Column::Time, part.threads_ns_2.get_or_insert_default())?;
        }
        self.condensed(c, &mut part.condensed)
    }

    fn condensed<C: Coder>(&mut self, c: &mut C, condensed: &mut Condensed) -> Done {
        let mut last = 0u64;
        list(c, &mut condensed.throughput, Default::default, |c, (direction, interval, bytes)| {
            short(c, Column::Moment, direction)?;
            let mut off = interval.wrapping_sub(last) as i64;
            c.signed(Column::Moment, &mut off)?;
            last = last.wrapping_add_signed(off);
            *interval = last;
            c.number(Column::Bytes, bytes)
        })?;
        let mut next = 0;
        list(c, &mut condensed.devices, Default::default, |c, (device, moment)| {
            class_key(c, &mut next, device)?;
            let known = self.moments.entry(*device).or_default();
            self::moment(c, known, moment)
        })?;
        list(c, &mut condensed.stamps, Default::default, |c, (class, stamps)| {
            short(c, Column::Key, class)?;
            raw_stamps(c, stamps)
        })
    }
}

fn function_key<C: Coder>(c: &mut C, next: &mut u64, function: &mut u16) -> Done {
    let mut wide = (*function).into();
    key(c, Column::Key, next, &mut wide)?;
    *function = u16::try_from(wide).map_err(|_| Damaged)?;
    Ok(())
}

fn class_key<C: Coder>(c: &mut C, next: &mut u64, class: &mut u32) -> Done {
    let mut wide = (*class).into();
    key(c, Column::Key, next, &mut wide)?;
    *class = u32::try_from(wide).map_err(|_| Damaged)?;
    Ok(())
}

/// Stands where a class is read to.
fn nothing() -> ClassFigures {
    const KERNEL: [u64; fields::IDENTITY] = [zetop_wire::layout::OpKind::Kernel as u64, 0, 0, 0, 0, 0, 0, 0];
    match fields::of_identity(KERNEL) {
        Ok(figures) => figures,
        Err(Damaged) => unreachable!("a kernel is a kind of operation"),
    }
}

impl OfHeader {
    fn code<C: Coder>(&mut self, c: &mut C, header: &mut zetop_wire::reader::Header) -> Done {
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
        if C::READS {
            *header = fields::to_header(&all, self.invalid);
        }
        Ok(())
    }
}

impl OfFunction {
    fn calls<C: Coder>(&mut self, c: &mut C, more: &mut Counters) -> Done {
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
        short(c, Column::Rare, &mut more.last_error)
    }
}

impl OfClass {
    fn code<C: Coder>(&mut self, c: &mut C, f: &mut ClassFigures) -> Done {
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
        let [bytes, timed_bytes, device, submit, host] = &mut self.per;
        grown::<C>(&mut f.bytes, was.bytes, |v| bytes.code(c, Column::Bytes, v, ops))?;
        grown::<C>(&mut f.timed_bytes, was.timed_bytes, |v| timed_bytes.code(c, Column::Bytes, v, timed))?;
        grown::<C>(&mut f.total_ns, was.total_ns, |v| device.code(c, Column::DeviceTime, v, timed))?;
        grown::<C>(&mut f.submit_ns, was.submit_ns, |v| submit.code(c, Column::SubmitTime, v, timed))?;
        grown::<C>(&mut f.host_ticks, was.host_ticks, |v| host.code(c, Column::HostTime, v, ops))?;
        let (before, mut now) = (fields::rare(&was), fields::rare(f));
        let mut mask = (0..RARE).map(|at| u64::from(before[at] != now[at]) << at).sum::<u64>();
        c.number(Column::Mask, &mut mask)?;
        for at in 0..RARE {
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

/// New counts of a histogram: first the buckets that had some last time, then the others.
fn histogram<C: Coder>(c: &mut C, known: &mut Counts, counts: &mut Counts) -> Done {
    let mut all: BTreeMap<u16, u64> = counts.iter().copied().collect();
    for (bucket, before) in known.iter() {
        let mut off = (all.remove(bucket).unwrap_or(0) as i64).wrapping_sub(*before as i64);
        c.signed(Column::KnownBucket, &mut off)?;
        let now = (*before as i64).wrapping_add(off) as u64;
        if C::READS && now > 0 {
            counts.push((*bucket, now));
        }
    }
    let mut new: Counts = all.into_iter().collect();
    let mut next = 0;
    list(c, &mut new, Default::default, |c, (bucket, count)| {
        let mut wide = (*bucket).into();
        key(c, Column::Bucket, &mut next, &mut wide)?;
        *bucket = u16::try_from(wide).map_err(|_| Damaged)?;
        if usize::from(*bucket) >= BUCKETS {
            return Err(Damaged);
        }
        c.number(Column::NewBucket, count)
    })?;
    if C::READS {
        counts.extend(new);
        counts.sort_unstable();
        counts.dedup_by_key(|(bucket, _)| *bucket);
    }
    known.clone_from(counts);
    Ok(())
}

fn marked<C: Coder>(c: &mut C, known: &mut Marks, marks: &mut Marks) -> Done {
    for (known, now) in known.iter_mut().zip(marks) {
        let mut off = i64::from(*now) - i64::from(*known);
        c.signed(Column::Mark, &mut off)?;
        let value = i64::from(*known).wrapping_add(off);
        *now = u16::try_from(value).ok().filter(|b| usize::from(*b) < BUCKETS).ok_or(Damaged)?;
        *known = *now;
    }
    Ok(())
}

fn facts<C: Coder>(c: &mut C, f: &mut Facts) -> Done {
    text(c, &mut f.name)?;
    short(c, Column::Rare, &mut f.timestamp_bits)?;
    let mut hz = f.timer_hz.map_or(0, f64::to_bits);
    c.number(Column::Rare, &mut hz)?;
    f.timer_hz = (hz != 0).then(|| f64::from_bits(hz)).filter(|hz| hz.is_finite());
    for peak in [&mut f.memory_peak, &mut f.link_peak] {
        let mut value = fields::optional(*peak);
        c.number(Column::Rare, &mut value)?;
        *peak = value.checked_sub(1);
    }
    short(c, Column::Rare, &mut f.link_generation)?;
    short(c, Column::Rare, &mut f.link_width)?;
    c.number(Column::Rare, &mut f.faults)?;
    list(c, &mut f.queue_groups, QueueGroup::default, |c, group| {
        let mut queues = u32::from(group.queues);
        short(c, Column::Rare, &mut queues)?;
        group.queues = u8::try_from(queues).map_err(|_| Damaged)?;
        flag(c, &mut group.computes)
    })?;
    let uuid = f.uuid.unwrap_or_default();
    let mut uuid = uuid.map(u64::from);
    for byte in &mut uuid {
        c.number(Column::Rare, byte)?;
    }
    let uuid = uuid.map(|byte| byte as u8);
    f.uuid = (uuid != [0; 16]).then_some(uuid);
    let pci = f.pci.map(|(domain, bus, device, function)| {
        u64::from(domain) << 24 | u64::from(bus) << 16 | u64::from(device) << 8 | u64::from(function)
    });
    let mut pci = fields::optional(pci);
    c.number(Column::Rare, &mut pci)?;
    f.pci =
        pci.checked_sub(1).map(|all| ((all >> 24) as u32, (all >> 16) as u8, (all >> 8) as u8, all as u8));
    Ok(())
}

fn moment<C: Coder>(c: &mut C, known: &mut Moment, now: &mut Moment) -> Done {
    let mut near = |value: &mut u64, was: u64| grown::<C>(value, was, |off| c.signed(Column::Moment, off));
    near(&mut now.busy.0, known.busy.0)?;
    near(&mut now.busy.1, known.busy.1)?;
    let (t, was): (&mut Totals, Totals) = (&mut now.totals, known.totals);
    near(&mut t.kernel_ns, was.kernel_ns)?;
    near(&mut t.copy_ns, was.copy_ns)?;
    near(&mut t.both_ns, was.both_ns)?;
    near(&mut t.late_ns, was.late_ns)?;
    near(&mut now.newest, known.newest)?;
    *known = Moment { strip: None, ..now.clone() };
    let mut some = now.strip.is_some();
    flag(c, &mut some)?;
    if !some {
        return Ok(());
    }
    let mut at = now.newest;
    let empty = || Span { lane: (0, 0), work: Work::Kernel, start: 0, end: 0 };
    list(c, now.strip.get_or_insert_default(), empty, |c, span| {
        short(c, Column::Strip, &mut span.lane.0)?;
        short(c, Column::Strip, &mut span.lane.1)?;
        let mut copy = span.work == Work::Copy;
        flag(c, &mut copy)?;
        span.work = if copy { Work::Copy } else { Work::Kernel };
        let mut off = span.start.wrapping_sub(at) as i64;
        c.signed(Column::Strip, &mut off)?;
        span.start = at.wrapping_add_signed(off);
        at = span.start;
        let mut length = span.end.wrapping_sub(span.start);
        c.number(Column::Strip, &mut length)?;
        span.end = span.start.wrapping_add(length);
        Ok(())
    })
}

fn raw_stamps<C: Coder>(c: &mut C, s: &mut RawStamps) -> Done {
    c.number(Column::Stamp, &mut s.global_start)?;
    for stamp in [&mut s.context_start, &mut s.context_end, &mut s.global_end] {
        let mut off = stamp.wrapping_sub(s.global_start) as i64;
        c.signed(Column::Stamp, &mut off)?;
        *stamp = s.global_start.wrapping_add_signed(off);
    }
    // Whole nanoseconds.
    for ns in [&mut s.context_ns, &mut s.global_ns] {
        let mut whole = *ns as u64;
        c.number(Column::Stamp, &mut whole)?;
        *ns = whole as f64;
    }
    let mut submit = fields::optional(s.submit_ns.map(|ns| ns as u64));
    c.number(Column::Stamp, &mut submit)?;
    s.submit_ns = submit.checked_sub(1).map(|ns| ns as f64);
    short(c, Column::Stamp, &mut s.lane.0)?;
    short(c, Column::Stamp, &mut s.lane.1)
}
