//! Writes figures into the process file: classes, strings, totals, records. All under one lock of the
//! backend.

use crate::samples;
use rustc_hash::FxHashMap;
use std::sync::atomic::Ordering::{Relaxed, Release};
use zetop_wire::layout::{
    CLASSES, Class, DEVICES, DeviceRecord, MemoryKind, OpKind, Process, RECORD_INVALID, STRING_BYTES,
    STRINGS, bump, size_class,
};

/// What an operation is, as far as the figures are concerned.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct OpClass {
    pub kind: OpKind,
    /// Kernels: id of the name. 0 for the rest.
    pub name: u32,
    pub src: MemoryKind,
    pub dst: MemoryKind,
    /// The devices at the two ends of a copy.
    pub src_device: Option<u32>,
    pub dst_device: Option<u32>,
    /// Ordinal of the queue group, if the API has them. Copies are counted per queue group.
    pub group: Option<u32>,
    pub bytes: u64,
    pub groups: [u32; 3],
    pub group_size: [u32; 3],
    /// Kernels: [`zetop_wire::layout::FLUSHED`] and the like.
    pub caches: u8,
}

impl OpClass {
    #[must_use]
    pub fn of(kind: OpKind) -> Self {
        Self {
            kind,
            name: 0,
            src: MemoryKind::None,
            dst: MemoryKind::None,
            src_device: None,
            dst_device: None,
            group: None,
            bytes: 0,
            groups: [0; 3],
            group_size: [0; 3],
            caches: 0,
        }
    }
}

/// As a byte of a class's key; 0 for none, and for devices without an entry.
fn plus_one(device: Option<u32>) -> u64 {
    device.filter(|device| *device < DEVICES as u32).map_or(0, |device| u64::from(device) + 1)
}

pub struct Publisher {
    pub process: &'static Process,
    strings: FxHashMap<String, u32>,
    string_end: usize,
    /// By key, name, and queue group plus one.
    classes: FxHashMap<(u64, u32, u32), u32>,
}

impl Publisher {
    pub fn new(process: &'static Process) -> Self {
        let mut publisher =
            Self { process, strings: FxHashMap::default(), string_end: 0, classes: FxHashMap::default() };
        publisher.string("");
        publisher
    }

    /// Id of a string. When the table is full, new names share the id of `(other)`.
    pub fn string(&mut self, text: &str) -> u32 {
        if let Some(&id) = self.strings.get(text) {
            return id;
        }
        let id = self.strings.len();
        // One slot stays free for "(other)".
        let text = if id + 1 < STRINGS && self.string_end + text.len() + 64 <= STRING_BYTES {
            text
        } else {
            "(other)"
        };
        if let Some(&id) = self.strings.get(text) {
            return id;
        }
        for (to, byte) in self.process.string_bytes[self.string_end..].iter().zip(text.bytes()) {
            to.store(byte, Relaxed);
        }
        let entry = &self.process.string_table[id];
        entry.offset.store(self.string_end as u32, Relaxed);
        entry.len.store(text.len() as u32, Relaxed);
        self.process.strings.store(id as u32 + 1, Release);
        self.string_end += text.len();
        self.strings.insert(text.to_owned(), id as u32);
        id as u32
    }

    /// A string by its id.
    #[must_use]
    pub fn text(&self, id: u32) -> Option<&str> {
        self.strings.iter().find(|(_, known)| **known == id).map(|(text, _)| text.as_str())
    }

    /// The class of an operation on a device. When the table is full, the last class takes all the rest.
    pub fn class(&mut self, of: &OpClass, device: u32) -> u32 {
        let copies = of.kind == OpKind::Copy;
        let size = if copies { size_class(of.bytes) } else { of.caches };
        let group = of.group.filter(|_| copies).map_or(0, |group| group.saturating_add(1));
        let key = of.kind as u64
            | (of.src as u64) << 8
            | (of.dst as u64) << 16
            | u64::from(size) << 24
            | u64::from(device & 0xffff) << 32
            | plus_one(of.src_device) << 48
            | plus_one(of.dst_device) << 56;
        if let Some(&class) = self.classes.get(&(key, of.name, group)) {
            return class;
        }
        let class = self.classes.len();
        if class >= CLASSES - 1 {
            return self.last_class();
        }
        self.set_up(class, key, of.name, group);
        self.classes.insert((key, of.name, group), class as u32);
        class as u32
    }

    fn last_class(&mut self) -> u32 {
        let last = CLASSES - 1;
        if self.process.classes.load(Relaxed) as usize != CLASSES {
            let name = self.string("(other)");
            self.set_up(last, OpKind::Kernel as u64, name, 0);
        }
        last as u32
    }

    fn set_up(&self, class: usize, key: u64, name: u32, group: u32) {
        let entry = &self.process.class_table[class];
        entry.key.store(key, Relaxed);
        entry.name.store(name, Relaxed);
        entry.group_plus_one.store(group, Relaxed);
        self.process.classes.store(class as u32 + 1, Release);
    }

    fn entry(&self, class: u32) -> &'static Class {
        &self.process.class_table[(class as usize).min(CLASSES - 1)]
    }

    /// Host time of an append call. Afterwards, without the lock, call [`samples::take_claimed`].
    pub fn appended(&self, class: u32, ticks: u64, groups: [u32; 3], group_size: [u32; 3]) {
        self.host_time(class, ticks, groups, group_size);
        samples::of_class(class);
    }

    /// The same without a sample, for a call that another thread may have made: that one calls [`samples::of_class`].
    pub fn host_time(&self, class: u32, ticks: u64, groups: [u32; 3], group_size: [u32; 3]) {
        let entry = self.entry(class);
        bump(&entry.host_ticks, ticks);
        let two = |low: u32, high: u32| u64::from(low) | u64::from(high) << 32;
        entry.shape[0].store(two(groups[0], groups[1]), Relaxed);
        entry.shape[1].store(two(groups[2], group_size[0]), Relaxed);
        entry.shape[2].store(two(group_size[1], group_size[2]), Relaxed);
    }

    /// What a kernel needs to run: registers of a thread, static and dynamic shared memory of a group, local memory of
    /// a thread, in bytes.
    pub fn resources(&self, class: u32, [registers, fixed, dynamic, local]: [u32; 4]) {
        let two = |low: u32, high: u32| u64::from(low) | u64::from(high) << 32;
        let entry = self.entry(class);
        entry.resources[0].store(two(registers, fixed), Relaxed);
        entry.resources[1].store(two(dynamic, local), Relaxed);
    }

    /// An operation was submitted to the device.
    pub fn submitted(&self, class: u32, bytes: u64) {
        self.submitted_many(class, 1, bytes);
    }

    /// So many were, with so many bytes in all.
    pub fn submitted_many(&self, class: u32, count: u64, bytes: u64) {
        bump(&self.process.totals.submitted, count);
        let entry = self.entry(class);
        bump(&entry.ops, count);
        bump(&entry.bytes, bytes);
    }

    /// A submitted operation will not be timed. `reason` is a position in the catalog's list.
    pub fn untimed(&self, class: u32, reason: usize) {
        self.untimed_many(class, 1, reason);
    }

    /// So many will not.
    pub fn untimed_many(&self, class: u32, count: u64, reason: usize) {
        if let Some(counter) = self.process.totals.untimed.get(reason) {
            bump(counter, count);
        }
        bump(&self.entry(class).untimed, count);
    }

    /// A submitted operation was timed: the record has its durations.
    pub fn timed(&self, record: &DeviceRecord) {
        bump(&self.process.totals.timed, 1);
        let entry = self.entry(record.class);
        bump(&entry.timed, 1);
        let ns = record.duration_ns;
        bump(&entry.timed_bytes, record.bytes);
        bump(&entry.total_ns, ns);
        crate::histogram::add(&entry.histogram, ns);
        if ns < entry.min_plus_one_ns.load(Relaxed).wrapping_sub(1) {
            entry.min_plus_one_ns.store(ns + 1, Relaxed);
        }
        if ns > entry.max_ns.load(Relaxed) {
            entry.max_ns.store(ns, Relaxed);
        }
        if record.submit_ns != u64::MAX {
            bump(&entry.submit_ns, record.submit_ns);
            bump(&entry.submits, 1);
        }
        self.process.device_ring.push(record.pack());
    }

    /// A submitted operation's stamps can't be right: it is left untimed, for `reason`.
    pub fn invalid(&self, record: &mut DeviceRecord, reason: usize) {
        record.flags |= RECORD_INVALID;
        bump(&self.process.totals.invalid, 1);
        bump(&self.entry(record.class).invalid, 1);
        self.untimed(record.class, reason);
        self.process.device_ring.push(record.pack());
    }
}
