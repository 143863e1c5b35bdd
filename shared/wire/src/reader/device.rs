//! Figures of device operations by class, the devices, and the names of both.

use super::counters::{Pages, pages};
use super::file_words::{ReadAt, Words};
use crate::histogram::TABLE;
use crate::layout::*;
use std::mem::{offset_of, size_of};

/// A string of the table; empty if there is none with that number.
pub fn string<R: ReadAt + ?Sized>(source: &R, id: u32) -> String {
    let id = id as usize;
    if id >= ALL_STRINGS {
        return String::new();
    }
    let table = match id.checked_sub(STRINGS) {
        None => offset_of!(Process, string_table) + id * size_of::<StringEntry>(),
        Some(id) => further_offset() + offset_of!(Further, string_table) + id * size_of::<StringEntry>(),
    };
    let entry = Words::read(source, table, size_of::<StringEntry>());
    let offset = (entry.u32(offset_of!(StringEntry, offset)) as usize).min(ALL_STRING_BYTES);
    let (at, end) = match offset.checked_sub(STRING_BYTES) {
        None => (offset_of!(Process, string_bytes) + offset, STRING_BYTES),
        Some(further) => (further_offset() + offset_of!(Further, string_bytes) + further, ALL_STRING_BYTES),
    };
    let len = (entry.u32(offset_of!(StringEntry, len)) as usize).min(end - offset).min(LONGEST_STRING);
    let mut bytes = vec![0; len];
    source.read_at(&mut bytes, at);
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
    /// For one of the catalog's reasons.
    pub untimed: u64,
    /// As in [`Class::sampled`] and what follows there.
    pub sampled: u64,
    pub sampled_bytes: u64,
    pub estimated: u64,
    pub estimated_ns: u64,
    pub error_us_2: u64,
    pub bytes: u64,
    pub timed_bytes: u64,
    pub total_ns: u64,
    pub min_ns: Option<u64>,
    pub max_ns: u64,
    pub submit_ns: u64,
    pub submits: u64,
    pub host_ticks: u64,
    pub awaited: u64,
    pub invalid: u64,
    /// Counts of a few buckets, and the pages with those of the others.
    pub few: [(u16, u64); FEW],
    pub pages: Pages,
    pub groups: [u32; 3],
    pub group_size: [u32; 3],
    pub resources: Resources,
}

/// What a kernel needs to run; all zeros if the API does not tell.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Resources {
    /// Per thread.
    pub registers: u32,
    /// Shared memory of a group in bytes: what the kernel declares, and what the launch requested.
    pub static_shared: u32,
    pub dynamic_shared: u32,
    /// Local memory of a thread in bytes: what did not fit into registers, and arrays.
    pub local: u32,
}

impl ClassFigures {
    /// A class without any operations.
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
            sampled: 0,
            sampled_bytes: 0,
            estimated: 0,
            estimated_ns: 0,
            error_us_2: 0,
            bytes: 0,
            timed_bytes: 0,
            total_ns: 0,
            min_ns: None,
            max_ns: 0,
            submit_ns: 0,
            submits: 0,
            host_ticks: 0,
            awaited: 0,
            invalid: 0,
            few: [(0, 0); FEW],
            pages: [0; TABLE],
            groups: [0; 3],
            group_size: [0; 3],
            resources: Resources::default(),
        }
    }
}

/// The classes in use; `None` for entries that make no sense. The iterator reads a part of the table at a time: the whole takes
/// megabytes.
pub fn classes<R: ReadAt + ?Sized>(
    source: &R,
    count: usize,
) -> impl Iterator<Item = Option<ClassFigures>> + '_ {
    let count = count.min(ALL_CLASSES);
    let further = further_offset() + offset_of!(Further, class_table);
    table(source, offset_of!(Process, class_table), count.min(CLASSES)).chain(table(
        source,
        further,
        count.saturating_sub(CLASSES),
    ))
}

fn table<R: ReadAt + ?Sized>(
    source: &R,
    from: usize,
    count: usize,
) -> impl Iterator<Item = Option<ClassFigures>> + '_ {
    const PART: usize = 512;
    (0..count).step_by(PART).flat_map(move |first| {
        let part = PART.min(count - first);
        let w = Words::read(source, from + first * size_of::<Class>(), part * size_of::<Class>());
        figures(&w, part).collect::<Vec<_>>()
    })
}

fn figures(w: &Words, count: usize) -> impl Iterator<Item = Option<ClassFigures>> + '_ {
    (0..count).map(|i| {
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
            sampled: u(offset_of!(Class, sampled)),
            sampled_bytes: u(offset_of!(Class, sampled_bytes)),
            estimated: u(offset_of!(Class, estimated)),
            estimated_ns: u(offset_of!(Class, estimated_ns)),
            error_us_2: u(offset_of!(Class, error_us_2)),
            bytes: u(offset_of!(Class, bytes)),
            timed_bytes: u(offset_of!(Class, timed_bytes)),
            total_ns: u(offset_of!(Class, total_ns)),
            min_ns: u(offset_of!(Class, min_plus_one_ns)).checked_sub(1),
            max_ns: u(offset_of!(Class, max_ns)),
            submit_ns: u(offset_of!(Class, submit_ns)),
            submits: u(offset_of!(Class, submits)),
            host_ticks: u(offset_of!(Class, host_ticks)),
            awaited: u(offset_of!(Class, awaited)),
            invalid: u(offset_of!(Class, invalid)),
            few: std::array::from_fn(|i| {
                let word = u(offset_of!(Class, few) + 8 * i);
                ((word >> FEW_SHIFT) as u16, word & ((1 << FEW_SHIFT) - 1))
            }),
            pages: pages(w, at + offset_of!(Class, histogram)),
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
}

/// What is known about a device.
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

/// Queues with the same abilities.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct QueueGroup {
    pub queues: u8,
    /// It runs kernels; otherwise it only copies.
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
