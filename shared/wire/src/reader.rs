//! The monitor's side of a process file.
//!
//! Everything comes through [`ReadAt`] into plain copies: the writer may be running, dead or hostile. Words
//! are copied by the kernel while the target may be writing; on the machines that Level Zero runs on, aligned
//! 8-byte words come over whole.

use crate::catalog::Catalog;
use crate::catalog::read::CatalogError;
use crate::histogram::{PAGE_BUCKETS, Page, TABLE};
use crate::layout::*;
use crate::layout_hash::LAYOUT_HASH;
use crate::ring::whole;
use std::mem::{offset_of, size_of};

/// Something that can be read at an offset; short and failing reads leave zeros.
pub trait ReadAt {
    /// Fills `buffer` from `offset`; what cannot be read becomes zero. Returns the bytes read.
    fn read_at(&self, buffer: &mut [u8], offset: usize) -> usize;
}

impl ReadAt for [u8] {
    fn read_at(&self, buffer: &mut [u8], offset: usize) -> usize {
        let from = self.get(offset..).unwrap_or(&[]);
        let n = from.len().min(buffer.len());
        buffer[..n].copy_from_slice(&from[..n]);
        buffer[n..].fill(0);
        n
    }
}

impl ReadAt for std::fs::File {
    fn read_at(&self, buffer: &mut [u8], offset: usize) -> usize {
        let mut done = 0;
        while done < buffer.len() {
            match std::os::unix::fs::FileExt::read_at(self, &mut buffer[done..], (offset + done) as u64) {
                Ok(0) => break,
                Ok(n) => done += n,
                Err(e) if e.kind() == std::io::ErrorKind::Interrupted => {}
                Err(_) => break,
            }
        }
        buffer[done..].fill(0);
        done
    }
}

/// Words of a copied structure, by byte offset.
struct Words(Vec<u8>);

impl Words {
    fn read<R: ReadAt + ?Sized>(source: &R, offset: usize, len: usize) -> Self {
        let mut bytes = vec![0; len];
        source.read_at(&mut bytes, offset);
        Self(bytes)
    }
    fn u64(&self, offset: usize) -> u64 {
        self.0.get(offset..offset + 8).and_then(|b| b.try_into().ok()).map_or(0, u64::from_le_bytes)
    }
    fn u16(&self, offset: usize) -> u16 {
        self.0.get(offset..offset + 2).and_then(|b| b.try_into().ok()).map_or(0, u16::from_le_bytes)
    }
    fn u32(&self, offset: usize) -> u32 {
        self.0.get(offset..offset + 4).and_then(|b| b.try_into().ok()).map_or(0, u32::from_le_bytes)
    }
}

/// Why a file is not taken for a process file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum NotYet {
    #[error("the probe has not finished setting it up, or it is something else")]
    NoMagic,
    #[error(
        "written by the probe of another zetop version (layout {0:016x}, this zetop reads {LAYOUT_HASH:016x}): \
         use the zetop that put it there, or start the program again under this one"
    )]
    OtherLayout(u64),
}

/// The fixed part of a process file's header.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Header {
    pub pid: u32,
    pub parent: u32,
    pub tsc: bool,
    pub mode: u32,
    pub life: u32,
    pub interruptions: u32,
    pub blocks: usize,
    pub threads: u32,
    pub wants_records: bool,
    pub start_ticks: u64,
    pub start_raw_ns: u64,
    pub cost_ticks_256: u64,
    pub bias_ticks_256: u64,
    pub strings: usize,
    pub classes: usize,
    pub devices: usize,
    pub unrecorded: u64,
    pub unsorted: u64,
    pub submitted: u64,
    pub timed: u64,
    pub untimed: [u64; UNTIMED_SLOTS],
    pub invalid: u64,
    pub memory: [Memory; MEMORY_KINDS],
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Memory {
    pub live_bytes: u64,
    pub live_count: u64,
    pub peak_bytes: u64,
    pub allocs: u64,
    pub frees: u64,
    pub alloc_bytes: u64,
}

/// Reads the header.
///
/// # Errors
/// When the file is not (yet) a process file of this layout.
pub fn header<R: ReadAt + ?Sized>(source: &R) -> Result<Header, NotYet> {
    let w = Words::read(source, 0, offset_of!(Process, device_facts));
    if w.u64(offset_of!(Process, magic)) != MAGIC {
        return Err(NotYet::NoMagic);
    }
    let hash = w.u64(offset_of!(Process, layout_hash));
    if hash != LAYOUT_HASH {
        return Err(NotYet::OtherLayout(hash));
    }
    let totals = offset_of!(Process, totals);
    let count = |offset, most: usize| (w.u32(offset) as usize).min(most);
    Ok(Header {
        pid: w.u32(offset_of!(Process, pid)),
        parent: w.u32(offset_of!(Process, parent)),
        tsc: w.u32(offset_of!(Process, clock)) == 1,
        mode: w.u32(offset_of!(Process, mode)),
        life: w.u32(offset_of!(Process, life)),
        interruptions: w.u32(offset_of!(Process, interruptions)),
        blocks: count(offset_of!(Process, blocks), BLOCKS),
        threads: w.u32(offset_of!(Process, threads)),
        wants_records: w.u32(offset_of!(Process, wants_records)) != 0,
        start_ticks: w.u64(offset_of!(Process, start_ticks)),
        start_raw_ns: w.u64(offset_of!(Process, start_raw_ns)),
        cost_ticks_256: w.u64(offset_of!(Process, cost_ticks_256)),
        bias_ticks_256: w.u64(offset_of!(Process, bias_ticks_256)),
        strings: count(offset_of!(Process, strings), STRINGS),
        classes: count(offset_of!(Process, classes), CLASSES),
        devices: count(offset_of!(Process, devices), DEVICES),
        unrecorded: w.u64(offset_of!(Process, unrecorded)),
        unsorted: w.u64(offset_of!(Process, unsorted)),
        submitted: w.u64(totals + offset_of!(DeviceTotals, submitted)),
        timed: w.u64(totals + offset_of!(DeviceTotals, timed)),
        untimed: std::array::from_fn(|i| w.u64(totals + offset_of!(DeviceTotals, untimed) + 8 * i)),
        invalid: w.u64(totals + offset_of!(DeviceTotals, invalid)),
        memory: std::array::from_fn(|i| {
            let at = offset_of!(Process, memory) + i * size_of::<MemoryCounters>();
            Memory {
                live_bytes: w.u64(at + offset_of!(MemoryCounters, live_bytes)),
                live_count: w.u64(at + offset_of!(MemoryCounters, live_count)),
                peak_bytes: w.u64(at + offset_of!(MemoryCounters, peak_bytes)),
                allocs: w.u64(at + offset_of!(MemoryCounters, allocs)),
                frees: w.u64(at + offset_of!(MemoryCounters, frees)),
                alloc_bytes: w.u64(at + offset_of!(MemoryCounters, alloc_bytes)),
            }
        }),
    })
}

/// What the probe says of its API, checked. It is written once, before the header is valid.
///
/// # Errors
/// When there is none, or one that is damaged or cannot be true.
pub fn catalog<R: ReadAt + ?Sized>(source: &R) -> Result<Catalog, CatalogError> {
    let len = Words::read(source, offset_of!(Process, catalog_len), 4).u32(0) as usize;
    if len > CATALOG_BYTES {
        return Err(CatalogError::TooLarge(len));
    }
    let mut json = vec![0; len];
    let read = source.read_at(&mut json, offset_of!(Process, catalog));
    if read < len {
        return Err(CatalogError::CutOff(read, len));
    }
    Catalog::from_json(&json)
}

/// Exact figures of one function, in ticks.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Counters {
    pub calls: u64,
    pub total: u64,
    /// `None` without a call.
    pub min: Option<u64>,
    pub max: u64,
    pub errors: u64,
    /// Result of the last call that returned an error; 0 before the first.
    pub last_error: u32,
}

impl Counters {
    fn from(w: &Words, at: usize) -> Self {
        Self {
            calls: w.u64(at + offset_of!(FunctionCounters, calls)),
            total: w.u64(at + offset_of!(FunctionCounters, total)),
            min: w.u64(at + offset_of!(FunctionCounters, min_plus_one)).checked_sub(1),
            max: w.u64(at + offset_of!(FunctionCounters, max)),
            errors: w.u64(at + offset_of!(FunctionCounters, errors)),
            last_error: w.u32(at + offset_of!(FunctionCounters, last_error)),
        }
    }

    /// Adds another block's figures.
    pub fn merge(&mut self, other: &Self) {
        self.calls = self.calls.saturating_add(other.calls);
        self.total = self.total.saturating_add(other.total);
        self.errors = self.errors.saturating_add(other.errors);
        if other.errors > 0 {
            self.last_error = other.last_error;
        }
        self.max = self.max.max(other.max);
        self.min = match (self.min, other.min) {
            (Some(a), Some(b)) => Some(a.min(b)),
            (a, b) => a.or(b),
        };
    }
}

/// Counters of the threads that have no block, of all functions.
pub fn overflow<R: ReadAt + ?Sized>(source: &R) -> Vec<(Counters, Pages)> {
    let w = Words::read(source, offset_of!(Process, overflow), FUNCTIONS * LINE);
    (0..FUNCTIONS).map(|i| (Counters::from(&w, i * LINE), function_pages(&w, i * LINE))).collect()
}

/// Bytes of a function's counters.
const LINE: usize = size_of::<FunctionCounters>();
/// Functions whose counters are read at once where some between two are not wanted.
const AT_ONCE: u16 = 64;

/// Pages of a histogram, in the order of its buckets; 0 for none.
pub type Pages = [u16; TABLE];

fn pages(w: &Words, at: usize) -> Pages {
    std::array::from_fn(|i| w.u16(at + 2 * i))
}

fn function_pages(w: &Words, at: usize) -> Pages {
    pages(w, at + offset_of!(FunctionCounters, histogram))
}

/// What tells whether a block has anything new.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Head {
    /// Calls counted in the block.
    pub calls: u64,
    pub previous: Option<Previous>,
    pub tid: u32,
    /// Functions that [`used`] gives.
    pub functions: usize,
    pub wants_records: bool,
    pub has_ring: bool,
}

/// A block's head. Of a block that is read for its histograms, take [`Head::previous`] after those: what waits
/// there is then in none of them.
pub fn head<R: ReadAt + ?Sized>(source: &R, block: usize) -> Head {
    let w = Words::read(source, block_offset(block) + offset_of!(ThreadBlock, head), size_of::<ThreadHead>());
    Head {
        calls: w.u64(offset_of!(ThreadHead, calls)),
        previous: Previous::unpack(w.u64(offset_of!(ThreadHead, previous)))
            .filter(|previous| usize::from(previous.function) < FUNCTIONS),
        tid: w.u32(offset_of!(ThreadHead, tid)),
        functions: (w.u32(offset_of!(ThreadHead, functions)) as usize).min(FUNCTIONS),
        wants_records: w.u32(offset_of!(ThreadHead, wants)) & WANTS_RECORDS != 0,
        has_ring: w.u32(offset_of!(ThreadHead, has_ring)) == RING_MADE,
    }
}

/// The functions that a block has calls of, from number `from` of the list to number `to`.
pub fn used<R: ReadAt + ?Sized>(source: &R, block: usize, from: usize, to: usize) -> Vec<u16> {
    let to = to.min(FUNCTIONS);
    let len = to.saturating_sub(from);
    let w = Words::read(source, block_offset(block) + offset_of!(ThreadBlock, used) + 2 * from, 2 * len);
    (0..len).map(|i| w.u16(2 * i)).filter(|function| usize::from(*function) < FUNCTIONS).collect()
}

/// Counters of some functions of a block, which are given in ascending order.
pub fn block_counters<R: ReadAt + ?Sized>(
    source: &R,
    block: usize,
    functions: &[u16],
    mut take: impl FnMut(u16, Counters, Pages),
) {
    let mut rest = functions;
    while let Some(&first) = rest.first() {
        let near =
            rest.iter().take_while(|f| f.checked_sub(first).is_some_and(|d| d < AT_ONCE)).count().max(1);
        let (now, later) = rest.split_at(near);
        rest = later;
        let lines = usize::from(now.last().map_or(0, |last| last.saturating_sub(first))) + 1;
        if usize::from(first) + lines > FUNCTIONS {
            continue;
        }
        let counters = block_offset(block) + offset_of!(ThreadBlock, counters);
        let w = Words::read(source, counters + usize::from(first) * LINE, lines * LINE);
        for function in now {
            let at = usize::from(function - first) * LINE;
            take(*function, Counters::from(&w, at), function_pages(&w, at));
        }
    }
}

/// The counts that are not 0 of a page of a histogram, by bucket; `part` is its place in [`Pages`].
pub fn histogram_page<R: ReadAt + ?Sized>(
    source: &R,
    page: u16,
    part: usize,
    mut take: impl FnMut(u16, u64),
) {
    if page == 0 || usize::from(page) >= PAGES || part >= TABLE {
        return;
    }
    let w = Words::read(source, page_offset(usize::from(page)), size_of::<Page>());
    for place in 0..PAGE_BUCKETS {
        match w.u64(8 * place) {
            0 => {}
            count => take((part * PAGE_BUCKETS + place) as u16, count),
        }
    }
}

/// Tells the probe whether records of calls are wanted, also in its first `blocks` blocks.
///
/// # Errors
/// When the file cannot be written.
pub fn want_records(file: &std::fs::File, blocks: usize, wanted: bool) -> std::io::Result<()> {
    use std::os::unix::fs::FileExt;
    let word = u32::from(wanted).to_le_bytes();
    file.write_all_at(&word, offset_of!(Process, wants_records) as u64)?;
    let at = offset_of!(ThreadBlock, head) + offset_of!(ThreadHead, wants);
    (0..blocks.min(BLOCKS)).try_for_each(|block| file.write_all_at(&word, (block_offset(block) + at) as u64))
}

/// Where a reader stands in a ring.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Cursor {
    /// Number of the next record.
    pub next: u64,
    /// Records overwritten before they were read.
    pub lost: u64,
}

/// Takes what is new in a ring of `capacity` records of `W` words whose struct lies at `ring`.
fn drain<R: ReadAt + ?Sized, const W: usize>(
    source: &R,
    ring: usize,
    capacity: usize,
    cursor: &mut Cursor,
    mut take: impl FnMut(u64, [u64; W]),
) {
    // `Ring`: the count, padding to 64 bytes, then the slots
    let written = || Words::read(source, ring, 8).u64(0);
    let before = written();
    if before <= cursor.next {
        // A count that goes back is a broken or hostile writer: follow it, take nothing.
        cursor.next = before;
        return;
    }
    // Old records are overwritten anyway: never copy more than the ring holds.
    let from = cursor.next.max(before.saturating_sub(capacity as u64));
    let mut copy = Vec::with_capacity((before - from) as usize * W * 8);
    let mut number = from;
    while number < before {
        let slot = (number % capacity as u64) as usize;
        let run = (capacity - slot).min((before - number) as usize);
        let at = copy.len();
        copy.resize(at + run * W * 8, 0);
        source.read_at(&mut copy[at..], ring + 64 + slot * W * 8);
        number += run as u64;
    }
    let (first, lost) = whole(cursor.next, before, written(), capacity as u64);
    cursor.lost = cursor.lost.saturating_add(lost);
    cursor.next = before;
    let whole = copy.chunks_exact(W * 8).skip((first - from.min(first)) as usize);
    for (at, record) in whole.enumerate() {
        let mut words = [0; W];
        for (word, bytes) in words.iter_mut().zip(record.chunks_exact(8)) {
            *word = bytes.try_into().map_or(0, u64::from_le_bytes);
        }
        // A hostile writer's numbers may end.
        take(first.wrapping_add(at as u64), words);
    }
}

/// Takes a block's new call records, with their numbers in its ring.
pub fn drain_calls<R: ReadAt + ?Sized>(
    source: &R,
    block: usize,
    cursor: &mut Cursor,
    mut take: impl FnMut(u64, CallRecord),
) {
    let ring = block_offset(block) + offset_of!(ThreadBlock, records);
    drain::<R, CALL_WORDS>(source, ring, CALL_RING, cursor, |number, w| take(number, CallRecord::unpack(w)));
}

/// Takes the new device records.
pub fn drain_device<R: ReadAt + ?Sized>(source: &R, cursor: &mut Cursor, mut take: impl FnMut(DeviceRecord)) {
    let ring = offset_of!(Process, device_ring);
    drain::<R, DEVICE_WORDS>(source, ring, DEVICE_RING, cursor, |_, w| take(DeviceRecord::unpack(&w)));
}

/// A string of the table; an empty one when there is none of that number.
pub fn string<R: ReadAt + ?Sized>(source: &R, id: u32) -> String {
    if id as usize >= STRINGS {
        return String::new();
    }
    let entry = Words::read(
        source,
        offset_of!(Process, string_table) + id as usize * size_of::<StringEntry>(),
        size_of::<StringEntry>(),
    );
    let offset = (entry.u32(offset_of!(StringEntry, offset)) as usize).min(STRING_BYTES);
    let len = (entry.u32(offset_of!(StringEntry, len)) as usize).min(STRING_BYTES - offset).min(4096);
    let mut bytes = vec![0; len];
    source.read_at(&mut bytes, offset_of!(Process, string_bytes) + offset);
    String::from_utf8_lossy(&bytes).into_owned()
}

/// Figures of one class of device operations.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ClassFigures {
    pub kind: OpKind,
    /// Numbers of the catalog's kinds of memory.
    pub src: u8,
    pub dst: u8,
    pub size_class: u8,
    pub device: u32,
    /// Devices that the two ends of a transfer are on; `None` for memory that is on none.
    pub src_device: Option<u32>,
    pub dst_device: Option<u32>,
    /// Copies: ordinal of the queue group.
    pub group: Option<u32>,
    pub name: u32,
    pub ops: u64,
    pub timed: u64,
    pub untimed: u64,
    pub bytes: u64,
    pub timed_bytes: u64,
    pub total_ns: u64,
    pub min_ns: Option<u64>,
    pub max_ns: u64,
    pub submit_ns: u64,
    pub submits: u64,
    pub host_ticks: u64,
    pub invalid: u64,
    pub pages: Pages,
    pub groups: [u32; 3],
    pub group_size: [u32; 3],
    pub resources: Resources,
}

/// What a kernel needs to run; all zeros where the API does not tell.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Resources {
    /// Of a thread.
    pub registers: u32,
    /// Shared memory of a group in bytes: what the kernel declares, and what the launch asked for.
    pub static_shared: u32,
    pub dynamic_shared: u32,
    /// Local memory of a thread in bytes: what did not fit into registers, and arrays.
    pub local: u32,
}

impl ClassFigures {
    /// A class without an operation.
    #[must_use]
    pub fn new(kind: OpKind) -> Self {
        Self {
            kind,
            src: 0,
            dst: 0,
            size_class: 0,
            device: 0,
            src_device: None,
            dst_device: None,
            group: None,
            name: 0,
            ops: 0,
            timed: 0,
            untimed: 0,
            bytes: 0,
            timed_bytes: 0,
            total_ns: 0,
            min_ns: None,
            max_ns: 0,
            submit_ns: 0,
            submits: 0,
            host_ticks: 0,
            invalid: 0,
            pages: [0; TABLE],
            groups: [0; 3],
            group_size: [0; 3],
            resources: Resources::default(),
        }
    }
}

/// The classes in use; `None` stands where an entry makes no sense.
pub fn classes<R: ReadAt + ?Sized>(source: &R, count: usize) -> Vec<Option<ClassFigures>> {
    let count = count.min(CLASSES);
    let w = Words::read(source, offset_of!(Process, class_table), count * size_of::<Class>());
    (0..count)
        .map(|i| {
            let at = i * size_of::<Class>();
            let u = |field| w.u64(at + field);
            let key = u(offset_of!(Class, key));
            let shape: [u64; 3] = std::array::from_fn(|i| u(offset_of!(Class, shape) + 8 * i));
            let needs: [u64; 2] = std::array::from_fn(|i| u(offset_of!(Class, resources) + 8 * i));
            let high = |v: u64| (v >> 32) as u32;
            Some(ClassFigures {
                kind: OpKind::from_u8(key as u8)?,
                src: (key >> 8) as u8,
                dst: (key >> 16) as u8,
                size_class: (key >> 24) as u8,
                device: (key >> 32) as u32 & 0xffff,
                src_device: (key >> 48 & 0xff).checked_sub(1).map(|device| device as u32),
                dst_device: (key >> 56).checked_sub(1).map(|device| device as u32),
                group: w.u32(at + offset_of!(Class, group_plus_one)).checked_sub(1),
                name: w.u32(at + offset_of!(Class, name)),
                ops: u(offset_of!(Class, ops)),
                timed: u(offset_of!(Class, timed)),
                untimed: u(offset_of!(Class, untimed)),
                bytes: u(offset_of!(Class, bytes)),
                timed_bytes: u(offset_of!(Class, timed_bytes)),
                total_ns: u(offset_of!(Class, total_ns)),
                min_ns: u(offset_of!(Class, min_plus_one_ns)).checked_sub(1),
                max_ns: u(offset_of!(Class, max_ns)),
                submit_ns: u(offset_of!(Class, submit_ns)),
                submits: u(offset_of!(Class, submits)),
                host_ticks: u(offset_of!(Class, host_ticks)),
                invalid: u(offset_of!(Class, invalid)),
                pages: pages(&w, at + offset_of!(Class, histogram)),
                groups: [shape[0] as u32, high(shape[0]), shape[1] as u32],
                group_size: [high(shape[1]), shape[2] as u32, high(shape[2])],
                resources: Resources {
                    registers: needs[0] as u32,
                    static_shared: high(needs[0]),
                    dynamic_shared: needs[1] as u32,
                    local: high(needs[1]),
                },
            })
        })
        .collect()
}

/// What is known of a device.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Facts {
    pub name: String,
    pub timestamp_bits: u32,
    pub timer_hz: Option<f64>,
    pub memory_peak: Option<u64>,
    pub link_peak: Option<u64>,
    pub link_generation: u32,
    pub link_width: u32,
    pub faults: u64,
    pub uuid: Option<[u8; 16]>,
    /// Domain, bus, device, function.
    pub pci: Option<(u32, u8, u8, u8)>,
    /// By ordinal.
    pub queue_groups: Vec<QueueGroup>,
}

/// Queues of the same abilities.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct QueueGroup {
    pub queues: u8,
    /// It runs kernels; else it only copies.
    pub computes: bool,
}

fn queue_groups(packed: u64) -> Vec<QueueGroup> {
    let groups = packed.to_le_bytes().into_iter().take_while(|group| group & GROUP_USED != 0);
    groups.map(|g| QueueGroup { queues: g & GROUP_QUEUES, computes: g & GROUP_COMPUTES != 0 }).collect()
}

fn uuid(first: u64, second: u64) -> Option<[u8; 16]> {
    let mut bytes = [0; 16];
    bytes[..8].copy_from_slice(&first.to_ne_bytes());
    bytes[8..].copy_from_slice(&second.to_ne_bytes());
    (bytes != [0; 16]).then_some(bytes)
}

pub fn device_facts<R: ReadAt + ?Sized>(source: &R, count: usize) -> Vec<Facts> {
    let count = count.min(DEVICES);
    let w = Words::read(source, offset_of!(Process, device_facts), count * size_of::<DeviceFacts>());
    (0..count)
        .map(|i| {
            let at = i * size_of::<DeviceFacts>();
            let u = |field| w.u64(at + field);
            let known = |v: u64| (v != 0).then_some(v);
            Facts {
                name: string(source, w.u32(at + offset_of!(DeviceFacts, name))),
                timestamp_bits: w.u32(at + offset_of!(DeviceFacts, timestamp_bits)),
                timer_hz: known(u(offset_of!(DeviceFacts, timer_millihertz))).map(|v| v as f64 / 1e3),
                memory_peak: known(u(offset_of!(DeviceFacts, memory_peak))),
                link_peak: known(u(offset_of!(DeviceFacts, link_peak))),
                link_generation: u(offset_of!(DeviceFacts, link)) as u32,
                link_width: (u(offset_of!(DeviceFacts, link)) >> 32) as u32,
                faults: u(offset_of!(DeviceFacts, faults)),
                queue_groups: queue_groups(u(offset_of!(DeviceFacts, queue_groups))),
                uuid: uuid(u(offset_of!(DeviceFacts, uuid)), u(offset_of!(DeviceFacts, uuid) + 8)),
                pci: u(offset_of!(DeviceFacts, pci_plus_one)).checked_sub(1).map(|address| {
                    let part = |shift: u32, mask: u64| (address >> shift & mask) as u8;
                    ((address >> 16) as u32, part(8, 0xff), part(3, 0x1f), part(0, 0x7))
                }),
            }
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catalog::{Function, Role};

    /// A file that ends behind the catalog.
    fn with_catalog(len: u32, json: &[u8]) -> Vec<u8> {
        let at = offset_of!(Process, catalog);
        let mut file = vec![0; at + CATALOG_BYTES.min(json.len())];
        file[at..].copy_from_slice(json);
        let len_at = offset_of!(Process, catalog_len);
        file[len_at..len_at + 4].copy_from_slice(&len.to_le_bytes());
        file
    }

    #[test]
    fn a_catalog_reads_back_or_is_said_to_be_missing_too_large_or_cut_off() {
        let function = Function { name: "cuInit".to_owned(), family: "cu".to_owned(), role: Role::Other };
        let written = Catalog {
            backend: "cuda".to_owned(),
            api: "CUDA".to_owned(),
            functions: vec![function],
            ..Catalog::default()
        };
        let json = written.to_json().unwrap();
        assert_eq!(catalog(with_catalog(json.len() as u32, &json).as_slice()), Ok(written));
        let said = |len, json: &[u8]| catalog(with_catalog(len, json).as_slice()).unwrap_err().to_string();
        assert_eq!(said(0, b"{}"), "it has no catalog");
        assert_eq!(
            said(1 << 20, b"{}"),
            "its catalog of 1048576 bytes is larger than the 163840 there is room for"
        );
        assert_eq!(said(9, b"{}"), "its catalog is cut off: 2 of 9 bytes");
        assert_eq!(said(4, b"{]}}"), "its catalog is damaged at byte 2");
    }
}
