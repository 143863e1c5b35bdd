//! Writes figures into the process file: classes, strings, totals, records. All under one lock of the backend, but for
//! [`classes`] and [`counts`].

pub mod classes;
pub mod counts;
pub mod operation;

pub use operation::OpClass;

use crate::samples;
use classes::Classes;
use operation::Key;
use rustc_hash::FxHashMap;
use std::sync::Arc;
use std::sync::atomic::Ordering::{Relaxed, Release};
use zetop_wire::layout::{
    CLASSES, Class, DeviceRecord, OpKind, Process, RECORD_INVALID, STRING_BYTES, STRINGS, bump,
};

pub struct Publisher {
    pub process: &'static Process,
    strings: FxHashMap<String, u32>,
    string_end: usize,
    classes: Arc<Classes>,
    /// How many of these there are.
    made: usize,
}

impl Publisher {
    pub fn new(process: &'static Process) -> Self {
        let mut publisher = Self {
            process,
            strings: FxHashMap::default(),
            string_end: 0,
            classes: Arc::new(Classes::new(process)),
            made: 0,
        };
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

    /// Which classes there are, for threads without the lock.
    #[must_use]
    pub fn classes(&self) -> Arc<Classes> {
        self.classes.clone()
    }

    /// The class of an operation on a device. When the table is full, the last class takes all the rest.
    pub fn class(&mut self, of: &OpClass, device: u32) -> u32 {
        let key = of.key(device);
        if let Some(class) = self.classes.find(&key) {
            return class;
        }
        let class = self.made;
        if class >= CLASSES - 1 {
            return self.last_class();
        }
        self.set_up(class, &key);
        self.classes.add(&key, class as u32);
        self.made += 1;
        class as u32
    }

    fn last_class(&mut self) -> u32 {
        let last = CLASSES - 1;
        if self.process.classes.load(Relaxed) as usize != CLASSES {
            let name = self.string("(other)");
            self.set_up(last, &Key { key: OpKind::Kernel as u64, name, group_plus_one: 0 });
        }
        last as u32
    }

    fn set_up(&self, class: usize, Key { key, name, group_plus_one }: &Key) {
        let entry = &self.process.class_table[class];
        entry.key.store(*key, Relaxed);
        entry.name.store(*name, Relaxed);
        entry.group_plus_one.store(*group_plus_one, Relaxed);
        self.process.classes.store(class as u32 + 1, Release);
    }

    fn entry(&self, class: u32) -> &'static Class {
        counts::entry(self.process, class)
    }

    /// Host time of an append call. Afterwards, without the lock, call [`samples::take_claimed`].
    pub fn appended(&self, class: u32, ticks: u64, groups: [u32; 3], group_size: [u32; 3]) {
        counts::host_time(self.process, class, ticks, groups, group_size);
        samples::of_class(class);
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

    /// An operation that was counted as submitted before is known to be of this class.
    pub fn given_before(&self, class: u32, bytes: u64) {
        counts::of_class(self.process, class, 1, bytes);
    }

    /// So many were, with so many bytes in all.
    pub fn submitted_many(&self, class: u32, count: u64, bytes: u64) {
        counts::submitted(self.process, class, count, bytes);
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

/// A process file in memory, with nothing in it yet.
#[cfg(test)]
fn empty_process() -> &'static Process {
    // SAFETY: `Process` is all atomics and padding, for which zero bytes are valid; the layout is its own.
    unsafe { &*std::alloc::alloc_zeroed(std::alloc::Layout::new::<Process>()).cast() }
}
