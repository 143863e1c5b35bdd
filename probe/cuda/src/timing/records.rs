//! Writes CUPTI's activity records into the process file.

use super::arrived::{Arrived, When};
use super::flushes::NotFlushed;
use super::locks::while_it_runs;
use super::queued::Call;
use super::side::{Side, side};
use super::staged::Half;
use super::state::{self, TimingState};
use super::stream::Looks;
use super::untimed::Untimed;
use super::{cupti, host_clock, nccl, pageable, tally};
use cuda_sys::activity::{self, Record, What};
use cuda_sys::*;
use std::ffi::{CStr, c_char};
use std::sync::atomic::Ordering;
use zetop_probe_core::publish::{OpClass, Publisher, Resources};
use zetop_probe_core::windows::Sample;
use zetop_wire::layout::{DeviceRecord, MemoryKind, OpKind};

/// What CUPTI adds to a call whose operation it keeps a record of, ns: 700 to 1,400 were measured on H100s.
const RECORD_NS: u64 = 1_000;
/// Operations that wait for others, of other buffers, that began before them.
const MAX_WAITING: usize = 1 << 16;

/// Records of one buffer. CUPTI has several at a time, and does not bring them in order: [`sorted`] does the rest.
///
/// # Safety
/// `buffer` holds `size` bytes of records as CUPTI wrote them.
pub unsafe fn take(buffer: *mut u8, size: usize) {
    let Some(side) = side() else { return };
    // CUPTI may bring a full buffer long before we ask for one.
    host_clock::read();
    let Some(mut publisher) = while_it_runs(&side.publisher) else { return };
    let Some(mut arrived) = while_it_runs(&side.arrived) else { return };
    // SAFETY: the caller's promise. Nobody writes there before we give the buffer back.
    let all = unsafe { std::slice::from_raw_parts(buffer, size) };
    let mut record = std::ptr::null_mut();
    // SAFETY: the caller's promise. CUPTI gives pointers to whole records in the buffer, one after the other.
    while unsafe { cupti::next_record(buffer, size, &raw mut record) } {
        let Some(bytes) = all.get(record.addr().wrapping_sub(buffer.addr())..) else { break };
        if let Some(record) = Record::read(bytes) {
            // SAFETY: names in CUPTI's records are its own C strings.
            arrived.extend(unsafe { arrived_of(side, &mut publisher, &record, bytes) });
        }
    }
    let is_much = arrived.len() >= MAX_WAITING;
    drop((arrived, publisher));
    if is_much {
        sorted();
    }
}

/// Publishes the operations whose records have come, in the order in which the device began them. That is the order in
/// which they were given to their streams, and what a copy had to wait for is before it.
pub fn sorted() {
    let Some(side) = side() else { return };
    let Some(mut publisher) = while_it_runs(&side.publisher) else { return };
    nccl::complete_late(publisher.process);
    let mut arrived =
        while_it_runs(&side.arrived).map(|mut all| std::mem::take(&mut *all)).unwrap_or_default();
    if arrived.is_empty() {
        return;
    }
    arrived.sort_by_key(|operation| operation.when.start);
    publisher.process.records_ns.fetch_add(RECORD_NS * arrived.len() as u64, Ordering::Relaxed);
    for Arrived { sort, looks, when, needs } in &arrived {
        let class = publish(side, &mut publisher, sort, *looks, when);
        if let (Some(class), Some(needs)) = (class, needs) {
            publisher.resources(class, needs);
        }
    }
    if let Some(mut ends) = while_it_runs(&side.ends) {
        ends.next_buffer();
    }
}

/// CUPTI had no room for `count` records.
pub fn dropped(count: u64) {
    if let Some(side) = side()
        && let Some(publisher) = while_it_runs(&side.publisher)
    {
        publisher.process.totals.untimed[Untimed::Dropped as usize].fetch_add(count, Ordering::Relaxed);
        tally::settle(count);
        // Which ones they are is not known.
        side.queued.clear();
    }
}

/// An operation, by its record; `None` for one that counts with others, or that is the probe's.
///
/// # Safety
/// A kernel's name is null or a C string.
unsafe fn arrived_of(
    side: &Side,
    publisher: &mut Publisher,
    record: &Record,
    bytes: &[u8],
) -> Option<Arrived> {
    let when = When {
        device: record.device,
        context: record.context,
        stream: record.stream,
        start: record.start,
        end: record.end,
        correlation: if record.is_of_graph { record.correlation } else { 0 },
    };
    let (sort, looks, needs) = match record.what {
        What::Kernel {
            groups,
            group_size,
            registers,
            static_shared,
            dynamic_shared,
            local_per_thread,
            name,
        } => {
            let name = match name as *const c_char {
                name if name.is_null() => "".into(),
                // SAFETY: the caller's promise.
                name => unsafe { CStr::from_ptr(name) }.to_string_lossy(),
            };
            let sort = OpClass {
                name: publisher.string(&name),
                groups,
                group_size,
                ..OpClass::from_kind(OpKind::Kernel)
            };
            let needs = Resources {
                registers: u32::from(registers),
                static_shared,
                dynamic_shared,
                local: local_per_thread,
            };
            (sort, Looks::kernel(groups, group_size), Some(needs))
        }
        What::Copy { way, from, to, bytes: size } => {
            let (src, dst) = (kind(from), kind(to));
            if let Some(half) = half(way).filter(|_| src == MemoryKind::Device && dst == MemoryKind::Device) {
                let ends = while_it_runs(&side.staged)
                    .and_then(|mut staged| staged.half(record.correlation, half, record.device));
                if let Some((from, to)) = ends {
                    staged(publisher, from, to, size);
                }
                return None;
            }
            // The driver makes copies of a batch in one go: they are one operation, with the bytes of all.
            // A node of a graph was counted as one.
            if !record.is_of_graph && cupti::counts_copies() {
                tally::take_back(activity::copies(bytes).saturating_sub(1));
            }
            let sort = OpClass { src, dst, bytes: size, ..OpClass::from_kind(OpKind::Copy) };
            (sort, Looks::copy(size), None)
        }
        What::CopyBetweenDevices { from, to, bytes: size, from_device, to_device } => {
            let (src, dst) = (kind(from), kind(to));
            let are_two = from_device != to_device && [src, dst] == [MemoryKind::Device; 2];
            let sort = if are_two {
                between(from_device, to_device, size)
            } else {
                OpClass { src, dst, bytes: size, ..OpClass::from_kind(OpKind::Copy) }
            };
            let when = When { device: from_device, ..when };
            return Some(Arrived { sort, looks: Looks::copy(size), when, needs: None });
        }
        What::Set { value, bytes: size, memory } => {
            if side.chosen.load(Ordering::Relaxed) && while_it_runs(&side.cold)?.takes_back(value, size) {
                return None;
            }
            let sort = OpClass { dst: kind(memory), bytes: size, ..OpClass::from_kind(OpKind::Fill) };
            (sort, Looks::set(size), None)
        }
    };
    Some(Arrived { sort, looks, when, needs })
}

/// Which half of a copy through the host's memory it is, if it is one.
fn half(way: u32) -> Option<Half> {
    match way {
        CUPTI_ACTIVITY_MEMCPY_KIND_DTOH => Some(Half::Out),
        CUPTI_ACTIVITY_MEMCPY_KIND_HTOD => Some(Half::In),
        _ => None,
    }
}

fn publish(side: &Side, publisher: &mut Publisher, sort: &OpClass, looks: Looks, when: &When) -> Option<u32> {
    let valid = when.start != 0 && when.end >= when.start;
    let mut start_raw_ns = if valid { cupti::host_ns(when.start) } else { 0 };
    let lasted = if valid { cupti::between(when.start, when.end) } else { 0 };
    let end_raw_ns = start_raw_ns.saturating_add(lasted);
    let (mut start, mut end) = (when.start, when.start.saturating_add(lasted));
    let mut call = None;
    if valid {
        let stream = (when.context, when.stream);
        let (found, order) = side.queued.take(stream, looks, start_raw_ns, when.correlation);
        call = found;
        if let Some(mut ends) = while_it_runs(&side.ends) {
            // What is part of a graph has no call of its own.
            if let Some(call) = call.filter(|_| is_pageable(sort) && when.correlation == 0) {
                let before = ends.last_before(stream, order, call.waits, start_raw_ns);
                let (from, to) = pageable::span(start_raw_ns, end_raw_ns, call.at, call.returned, before);
                start = start.saturating_sub(start_raw_ns - from);
                end += to - end_raw_ns;
                start_raw_ns = from;
            }
            ends.add(stream, order, start_raw_ns.saturating_add(end - start));
        }
    }
    // How many operations a graph has is not known if it was made before an attach: its launch is, which counts as one.
    if call.is_some_and(|call| call.uncounted) {
        tally::give(1);
    }
    // What nobody has noted was submitted after our wrappers were gone.
    if state::now() == TimingState::Off && call.is_none() {
        return None;
    }
    if call.is_none() && !tally::settle_unnoted() {
        return None;
    }
    let duration = if valid { end - start } else { 0 };
    let sort = &OpClass { caches: caches(side, publisher, sort, when, call), ..*sort };
    let class = publisher.class(sort, when.device);
    publisher.appended(class, 0, sort.groups, sort.group_size);
    publisher.count_submitted(class, sort.bytes);
    let mut record = DeviceRecord {
        class,
        global_start: start,
        global_end: end,
        context_start: start,
        context_end: end,
        duration_ns: duration,
        global_ns: duration,
        start_raw_ns,
        append: call.map_or(0, |call| call.at),
        submit: call.map_or(0, |call| call.at),
        submit_ns: call.map_or(u64::MAX, |call| start_raw_ns.saturating_sub(call.at)),
        bytes: sort.bytes,
        lane: when.stream,
        range: call.map_or(0, |call| call.range),
        groups: sort.groups,
        group_size: sort.group_size,
        ..DeviceRecord::default()
    };
    if let Some(call) = call.filter(|call| valid && call.launch != 0) {
        nccl::complete(publisher.process, call.launch, call.at, start_raw_ns, end_raw_ns);
    }
    if valid {
        publisher.timed(&record, Sample::ITSELF);
    } else if when.end == 0 {
        // CUPTI was stopped before it was complete.
        publisher.untimed(class, Untimed::NotSeen as usize);
    } else {
        publisher.invalid(&mut record, Untimed::Invalid as usize);
    }
    if call.is_some() {
        tally::settle(1);
    }
    Some(class)
}

/// What a kernel found in the caches, as its class has it.
fn caches(side: &Side, publisher: &Publisher, sort: &OpClass, when: &When, call: Option<Call>) -> u8 {
    if sort.kind != OpKind::Kernel || !side.chosen.load(Ordering::Relaxed) {
        return 0;
    }
    let why = match call {
        // Its record has the name that its launch did not know.
        Some(call) if when.correlation == 0 && call.caches != NotFlushed::NoName.as_caches() => {
            return call.caches;
        }
        Some(_) if when.correlation == 0 => NotFlushed::NoName,
        _ if when.correlation != 0 => NotFlushed::Graph,
        _ => NotFlushed::NotSeen,
    };
    let chosen =
        while_it_runs(&side.cold).map(|mut cold| cold.matches(sort.name, || publisher.text(sort.name)));
    if chosen == Some(true) { why.as_caches() } else { 0 }
}

/// One end is pageable memory, the other isn't.
fn is_pageable(sort: &OpClass) -> bool {
    sort.kind == OpKind::Copy && (sort.src == MemoryKind::Heap) != (sort.dst == MemoryKind::Heap)
}

/// A copy between devices, as it is counted on the one that it is from.
fn between(from: u32, to: u32, bytes: u64) -> OpClass {
    OpClass {
        src: MemoryKind::Device,
        dst: MemoryKind::PeerDevice,
        src_device: Some(from),
        dst_device: Some(to),
        bytes,
        ..OpClass::from_kind(OpKind::Copy)
    }
}

/// Both halves of a copy have come that the driver made through the host's memory. How long it took they don't say.
fn staged(publisher: &mut Publisher, from: u32, to: u32, bytes: u64) {
    // The session is over: what was submitted since then does not belong to it.
    if state::now() == TimingState::Off && tally::waiting() == 0 {
        return;
    }
    let class = publisher.class(&between(from, to, bytes), from);
    publisher.appended(class, 0, [0; 3], [0; 3]);
    publisher.count_submitted(class, bytes);
    publisher.untimed(class, Untimed::Staged as usize);
    tally::settle(1);
}

/// `CUpti_ActivityMemoryKind` as our memory kind.
fn kind(kind: u32) -> MemoryKind {
    match kind {
        CUPTI_ACTIVITY_MEMORY_KIND_PINNED => MemoryKind::Host,
        CUPTI_ACTIVITY_MEMORY_KIND_DEVICE | CUPTI_ACTIVITY_MEMORY_KIND_DEVICE_STATIC => MemoryKind::Device,
        CUPTI_ACTIVITY_MEMORY_KIND_ARRAY => MemoryKind::Image,
        CUPTI_ACTIVITY_MEMORY_KIND_MANAGED | CUPTI_ACTIVITY_MEMORY_KIND_MANAGED_STATIC => MemoryKind::Shared,
        _ => MemoryKind::Heap,
    }
}
