//! Writes CUPTI's activity records into the process file.

use super::arrived::{Arrived, When};
use super::flushes::NotFlushed;
use super::locks::while_it_runs;
use super::queued::Call;
use super::side::{Side, side};
use super::staged::Half;
use super::state::{self, State};
use super::stream::Looks;
use super::untimed::Untimed;
use super::{cupti, host_clock, pageable, tally};
use cuda_sys::*;
use std::ffi::CStr;
use std::sync::atomic::Ordering;
use zetop_probe_core::publish::{OpClass, Publisher};
use zetop_wire::layout::{DeviceRecord, MemoryKind, OpKind};

/// What CUPTI adds to a call whose operation it keeps a record of, ns: 700 to 1,400 were measured on H100s.
const RECORD_NS: u64 = 1_000;
/// Operations that wait for others, of other buffers, that began before them.
const MOST: usize = 1 << 16;

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
    let mut record = std::ptr::null_mut();
    // SAFETY: the caller's promise. CUPTI gives pointers to whole records in the buffer, one after the other.
    while unsafe { cupti::next_record(buffer, size, &raw mut record) } {
        // SAFETY: as above; each kind has its structure, whose first fields are the same in all versions of
        // CUPTI since 11 (the fields that are read here).
        arrived.extend(unsafe {
            match (*record).kind {
                CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL | CUPTI_ACTIVITY_KIND_KERNEL => {
                    Some(kernel(&mut publisher, record.cast()))
                }
                CUPTI_ACTIVITY_KIND_MEMCPY => copy(side, &mut publisher, record.cast()),
                CUPTI_ACTIVITY_KIND_MEMCPY2 => Some(peer_copy(record.cast())),
                CUPTI_ACTIVITY_KIND_MEMSET => set(side, record.cast()),
                _ => None,
            }
        });
    }
    let is_much = arrived.len() >= MOST;
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
            publisher.resources(class, *needs);
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

/// Where and when, from any kind of record.
macro_rules! when {
    ($r:expr) => {
        When {
            device: $r.deviceId,
            context: $r.contextId,
            stream: $r.streamId,
            start: $r.start,
            end: $r.end,
            correlation: if $r.graphNodeId == 0 { 0 } else { $r.correlationId },
        }
    };
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
    if state::now() == State::Off && call.is_none() {
        return None;
    }
    let duration = if valid { end - start } else { 0 };
    let sort = &OpClass { caches: caches(side, publisher, sort, when, call), ..*sort };
    let class = publisher.class(sort, when.device);
    publisher.appended(class, 0, sort.groups, sort.group_size);
    publisher.given_before(class, sort.bytes);
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
        groups: sort.groups,
        group_size: sort.group_size,
        ..DeviceRecord::default()
    };
    if valid {
        publisher.timed(&record);
    } else if when.end == 0 {
        // CUPTI was stopped before it was complete.
        publisher.untimed(class, Untimed::NotSeen as usize);
    } else {
        publisher.invalid(&mut record, Untimed::Invalid as usize);
    }
    if call.is_some() {
        tally::settle(1);
    } else {
        tally::settle_unnoted();
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

/// # Safety
/// A kernel's record.
unsafe fn kernel(publisher: &mut Publisher, record: *const CUpti_ActivityKernel9) -> Arrived {
    // SAFETY: the caller's promise; the fields are read one by one, since the structure is packed.
    let (sort, when, needs) = unsafe {
        let r = &*record;
        let name = if r.name.is_null() { "".into() } else { CStr::from_ptr(r.name).to_string_lossy() };
        let id = publisher.string(&name);
        let sort = OpClass {
            name: id,
            groups: [r.gridX as u32, r.gridY as u32, r.gridZ as u32],
            group_size: [r.blockX as u32, r.blockY as u32, r.blockZ as u32],
            ..OpClass::of(OpKind::Kernel)
        };
        let needs = [
            u32::from(r.registersPerThread),
            r.staticSharedMemory as u32,
            r.dynamicSharedMemory as u32,
            r.localMemoryPerThread,
        ];
        (sort, when!(r), needs)
    };
    let looks = Looks::kernel(sort.groups, sort.group_size);
    Arrived { sort, looks, when, needs: Some(needs) }
}

/// One end is pageable memory, the other isn't.
fn is_pageable(sort: &OpClass) -> bool {
    sort.kind == OpKind::Copy && (sort.src == MemoryKind::Heap) != (sort.dst == MemoryKind::Heap)
}

/// `None` for a half of a copy between devices.
///
/// # Safety
/// A copy's record.
unsafe fn copy(
    side: &Side,
    publisher: &mut Publisher,
    record: *const CUpti_ActivityMemcpy6,
) -> Option<Arrived> {
    // SAFETY: the caller's promise.
    let r = unsafe { &*record };
    let (src, dst) = (kind(u32::from(r.srcKind)), kind(u32::from(r.dstKind)));
    let half = match u32::from(r.copyKind) {
        CUPTI_ACTIVITY_MEMCPY_KIND_DTOH => Some(Half::Out),
        CUPTI_ACTIVITY_MEMCPY_KIND_HTOD => Some(Half::In),
        _ => None,
    };
    match half.filter(|_| src == MemoryKind::Device && dst == MemoryKind::Device) {
        Some(half) => {
            let ends = while_it_runs(&side.staged)
                .and_then(|mut staged| staged.half(r.correlationId, half, r.deviceId));
            ends.into_iter().for_each(|ends| staged(publisher, ends, r.bytes));
        }
        None => {
            let sort = OpClass { src, dst, bytes: r.bytes, ..OpClass::of(OpKind::Copy) };
            // The driver makes copies of a batch in one go: they are one operation, with the bytes of all.
            // A node of a graph was counted as one.
            if r.graphNodeId == 0 && cupti::counts_copies() {
                tally::take_back(r.copyCount.saturating_sub(1));
            }
            return Some(Arrived { sort, looks: Looks::copy(sort.bytes), when: when!(r), needs: None });
        }
    }
    None
}

/// A copy between devices, as it is counted on the one that it is from.
fn between((from, to): (u32, u32), bytes: u64) -> OpClass {
    OpClass {
        src: MemoryKind::Device,
        dst: MemoryKind::PeerDevice,
        src_device: Some(from),
        dst_device: Some(to),
        bytes,
        ..OpClass::of(OpKind::Copy)
    }
}

/// Both halves of a copy have come that the driver made through the host's memory. How long it took they don't say.
fn staged(publisher: &mut Publisher, ends: (u32, u32), bytes: u64) {
    // The session is over: what was submitted since then does not belong to it.
    if state::now() == State::Off && tally::waiting() == 0 {
        return;
    }
    let class = publisher.class(&between(ends, bytes), ends.0);
    publisher.appended(class, 0, [0; 3], [0; 3]);
    publisher.given_before(class, bytes);
    publisher.untimed(class, Untimed::Staged as usize);
    tally::settle(1);
}

/// # Safety
/// The record of a copy between devices.
unsafe fn peer_copy(record: *const CUpti_ActivityMemcpyPtoP4) -> Arrived {
    // SAFETY: the caller's promise.
    let r = unsafe { &*record };
    let (src, dst) = (kind(u32::from(r.srcKind)), kind(u32::from(r.dstKind)));
    let sort = if r.srcDeviceId != r.dstDeviceId && src == MemoryKind::Device && dst == MemoryKind::Device {
        between((r.srcDeviceId, r.dstDeviceId), r.bytes)
    } else {
        OpClass { src, dst, bytes: r.bytes, ..OpClass::of(OpKind::Copy) }
    };
    let when = When { device: r.srcDeviceId, ..when!(r) };
    Arrived { sort, looks: Looks::copy(sort.bytes), when, needs: None }
}

/// `None` for one of ours.
///
/// # Safety
/// A set's record.
unsafe fn set(side: &Side, record: *const CUpti_ActivityMemset4) -> Option<Arrived> {
    // SAFETY: the caller's promise.
    let r = unsafe { &*record };
    if side.chosen.load(Ordering::Relaxed) && while_it_runs(&side.cold)?.takes_back(r.value, r.bytes) {
        return None;
    }
    let sort = OpClass { dst: kind(u32::from(r.memoryKind)), bytes: r.bytes, ..OpClass::of(OpKind::Fill) };
    Some(Arrived { sort, looks: Looks::set(sort.bytes), when: when!(r), needs: None })
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
