//! What is known about devices, and what single operations added up to.

use super::values::{Done, flag, grown, list, short, text};
use crate::aggregate::condensed::Moment;
use crate::aggregate::timeline::{EngineWork, Span, Totals};
use crate::recording::columns::{Coder, Column, Damaged};
use crate::recording::fields;
use crate::snapshot::RawStamps;
use zetop_wire::reader::{Facts, QueueGroup};

pub fn facts<C: Coder>(c: &mut C, f: &mut Facts) -> Done {
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

pub fn moment<C: Coder>(c: &mut C, known: &mut Moment, now: &mut Moment) -> Done {
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
    let empty = || Span { lane: (0, 0), work: EngineWork::Kernel, start: 0, end: 0 };
    list(c, now.strip.get_or_insert_default(), empty, |c, span| {
        short(c, Column::Strip, &mut span.lane.0)?;
        short(c, Column::Strip, &mut span.lane.1)?;
        let mut copy = span.work == EngineWork::Copy;
        flag(c, &mut copy)?;
        span.work = if copy { EngineWork::Copy } else { EngineWork::Kernel };
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

pub fn raw_stamps<C: Coder>(c: &mut C, s: &mut RawStamps) -> Done {
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
