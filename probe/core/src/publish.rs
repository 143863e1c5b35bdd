//! Writes figures into the process file: classes, strings, totals, records. All under one lock of the backend, but for
//! [`awaited`], [`classes`] and [`counts`].

pub mod awaited;
pub mod classes;
pub mod counts;
mod estimates;
pub mod operation;
pub mod pcie;

pub use operation::OpClass;

use crate::shared::{FurtherPart, file_of};
use crate::windows::Sample;
use crate::{ranges, samples};
use classes::Classes;
use estimates::Estimates;
use operation::Key;
use rustc_hash::{FxHashMap, FxHashSet};
use std::hash::BuildHasher;
use std::mem::size_of;
use std::sync::Arc;
use std::sync::atomic::Ordering::{Relaxed, Release};
use zetop_wire::layout::{
    ALL_CLASSES, ALL_STRING_BYTES, ALL_STRINGS, CLASSES, Class, DeviceRecord, LONGEST_STRING, OTHER, OpKind,
    Process, RECORD_INVALID, STRING_BYTES, STRINGS, StringEntry, bump,
};

/// Id of [`OTHER`].
const OTHER_ID: u32 = 1;
/// Different names without room that are counted.
const MOST_UNNAMED: usize = 1 << 20;

/// What a kernel needs to run.
#[derive(Debug, Clone, Copy)]
pub struct Resources {
    /// Registers of one thread.
    pub registers: u32,
    /// Shared memory of a group in bytes: what the kernel declares, and what the launch requested.
    pub static_shared: u32,
    pub dynamic_shared: u32,
    /// Local memory of a thread in bytes.
    pub local: u32,
}

pub struct Publisher {
    pub process: &'static Process,
    strings: FxHashMap<String, u32>,
    /// Ends of the names at the file's start and in its further part, as offsets.
    string_ends: [usize; 2],
    /// Hashes of names that there was no room for.
    unnamed: FxHashSet<u64>,
    classes: Arc<Classes>,
    /// The number of the next one.
    next: usize,
    estimates: Estimates,
}

impl Publisher {
    pub fn new(process: &'static Process) -> Self {
        let mut publisher = Self {
            process,
            strings: FxHashMap::default(),
            string_ends: [0, STRING_BYTES],
            unnamed: FxHashSet::default(),
            classes: Arc::new(Classes::new(process)),
            next: 0,
            estimates: Estimates::default(),
        };
        publisher.string("");
        publisher.string(OTHER);
        publisher
    }

    /// Id of a string. When there is no more room, new names share the id of [`OTHER`], and are counted.
    pub fn string(&mut self, text: &str) -> u32 {
        if let Some(&id) = self.strings.get(text) {
            return id;
        }
        if let Some(id) = self.add_string(text) {
            return id;
        }
        if self.unnamed.len() < MOST_UNNAMED {
            self.unnamed.insert(self.strings.hasher().hash_one(text));
            self.process.unnamed.store(self.unnamed.len() as u32, Relaxed);
        }
        OTHER_ID
    }

    /// `None` if there is no room.
    fn add_string(&mut self, text: &str) -> Option<u32> {
        let id = self.strings.len();
        let bytes = &text.as_bytes()[..text.len().min(LONGEST_STRING)];
        let file = || file_of(self.process);
        let entry: &StringEntry = match id.checked_sub(STRINGS) {
            None => &self.process.string_table[id],
            Some(further) if id < ALL_STRINGS => {
                let end = (further + 1) * size_of::<StringEntry>();
                let file = file().filter(|file| file.has_further(FurtherPart::Strings, end))?;
                &file.further().string_table[further]
            }
            Some(_) => return None,
        };
        let [first, further] = &mut self.string_ends;
        let (end, to) = if *first + bytes.len() <= STRING_BYTES {
            let to = &self.process.string_bytes[*first..];
            (first, to)
        } else if *further + bytes.len() <= ALL_STRING_BYTES {
            let from = *further - STRING_BYTES;
            let has = |file: &&crate::shared::SharedFile| {
                file.has_further(FurtherPart::StringBytes, from + bytes.len())
            };
            (further, &file().filter(has)?.further().string_bytes[from..])
        } else {
            return None;
        };
        for (to, byte) in to.iter().zip(bytes) {
            to.store(*byte, Relaxed);
        }
        entry.offset.store(*end as u32, Relaxed);
        entry.len.store(bytes.len() as u32, Relaxed);
        *end += bytes.len();
        self.process.strings.store(id as u32 + 1, Release);
        self.strings.insert(text.to_owned(), id as u32);
        Some(id as u32)
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

    /// The class of an operation on a device. When there is no more room, one class takes all the rest.
    pub fn class(&mut self, of: &OpClass, device: u32) -> u32 {
        let key = of.key(device);
        if let Some(class) = self.classes.find(&key) {
            return class;
        }
        let class = self.next;
        if !self.has_room_for(class) {
            return self.last_class();
        }
        self.set_up(class, &key);
        self.classes.add(&key, class as u32);
        self.next += 1;
        // That one is for what there is no room for.
        self.next += usize::from(self.next == CLASSES - 1);
        class as u32
    }

    fn has_room_for(&self, class: usize) -> bool {
        let Some(further) = class.checked_sub(CLASSES) else { return true };
        let end = (further + 1) * size_of::<Class>();
        class < ALL_CLASSES
            && file_of(self.process).is_some_and(|file| file.has_further(FurtherPart::Classes, end))
    }

    fn last_class(&mut self) -> u32 {
        let last = CLASSES - 1;
        if self.process.class_table[last].key.load(Relaxed) == 0 {
            self.set_up(last, &Key { key: OpKind::Kernel as u64, name: OTHER_ID, group_plus_one: 0 });
        }
        last as u32
    }

    fn set_up(&self, class: usize, Key { key, name, group_plus_one }: &Key) {
        let entry = self.entry(class as u32);
        entry.key.store(*key, Relaxed);
        entry.name.store(*name, Relaxed);
        entry.group_plus_one.store(*group_plus_one, Relaxed);
        self.process.classes.fetch_max(class as u32 + 1, Release);
    }

    fn entry(&self, class: u32) -> &'static Class {
        counts::entry(self.process, class)
    }

    /// Host time of an append call. Afterwards, without the lock, call [`samples::take_claimed`].
    pub fn appended(&self, class: u32, ticks: u64, groups: [u32; 3], group_size: [u32; 3]) {
        counts::host_time(self.process, class, ticks, groups, group_size);
        samples::of_class(class);
    }

    /// What a kernel needs to run.
    pub fn resources(&self, class: u32, needs: &Resources) {
        let two = |low: u32, high: u32| u64::from(low) | u64::from(high) << 32;
        let entry = self.entry(class);
        entry.resources[0].store(two(needs.registers, needs.static_shared), Relaxed);
        entry.resources[1].store(two(needs.dynamic_shared, needs.local), Relaxed);
    }

    /// Adds `ticks` of a call that submits recorded work, as far as it was for operations of `class`.
    pub fn dispatched(&self, class: u32, ticks: u64) {
        counts::dispatched(self.process, class, ticks);
    }

    /// An operation was submitted to the device.
    pub fn submitted(&self, class: u32, bytes: u64) {
        self.submitted_many(class, 1, bytes);
    }

    /// An operation that was counted as submitted before is known to be of this class.
    pub fn count_submitted(&self, class: u32, bytes: u64) {
        counts::of_class(self.process, class, 1, bytes);
    }

    /// `count` operations of a class were submitted to the device, with `bytes` bytes in all.
    pub fn submitted_many(&self, class: u32, count: u64, bytes: u64) {
        counts::submitted(self.process, class, count, bytes);
    }

    /// A submitted operation will not be timed. `reason` is a position in the catalog's list.
    pub fn untimed(&self, class: u32, reason: usize) {
        self.untimed_many(class, 1, reason);
    }

    /// `count` operations of a class will have no time, for this reason.
    pub fn untimed_many(&self, class: u32, count: u64, reason: usize) {
        if let Some(counter) = self.process.totals.untimed.get(reason) {
            bump(counter, count);
        }
        bump(&self.entry(class).untimed, count);
    }

    /// A submitted operation was timed: the record has its durations.
    pub fn timed(&mut self, record: &DeviceRecord, sample: Sample) {
        bump(&self.process.totals.timed, 1);
        let entry = self.entry(record.class);
        bump(&entry.timed, 1);
        let ns = record.duration_ns;
        bump(&entry.timed_bytes, record.bytes);
        bump(&entry.total_ns, ns);
        crate::histogram::add_first_to_few(&entry.few, &entry.histogram, ns);
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
        self.estimates.add(record.class, entry, sample, ns);
        if record.range != 0 {
            ranges::worked(record.range, entry.key.load(Relaxed) as u8, ns, record.bytes);
        }
        self.process.device_ring.push(record.pack());
    }

    /// What was timed up to now is all that there is to estimate the others from.
    pub fn end_estimates(&mut self) {
        let process = self.process;
        self.estimates.end(|class| counts::entry(process, class));
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
