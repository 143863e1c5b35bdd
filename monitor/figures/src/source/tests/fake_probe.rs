//! A process file as a probe would write it, written by a test.

use std::cell::Cell;
use std::fs::File;
use std::os::fd::AsRawFd;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicU64;
use std::sync::atomic::Ordering::Relaxed;
use zetop_wire::catalog::{Catalog, Function, MemoryKind as KindName, Mode as ModeName, Place, Role};
use zetop_wire::histogram::{PAGE_BUCKETS, Page, PageTable, bucket};
use zetop_wire::layout::*;
use zetop_wire::layout_hash::LAYOUT_HASH;
use zetop_wire::session::process_file;

/// Its place in [`catalog`].
const INVALID_STAMPS: usize = 2;

/// Of an API that does not exist: function 17 is `call17`.
pub(super) fn catalog() -> Catalog {
    let function = |n: u16| Function { name: format!("call{n}"), family: "x".into(), role: Role::Other };
    let kind = |(name, place): (&str, Place)| KindName { name: name.into(), place, ..KindName::default() };
    let kinds = [
        ("", Place::None),
        ("host", Place::Host),
        ("device", Place::Device),
        ("shared", Place::Shared),
        ("heap", Place::Pageable),
    ];
    Catalog {
        backend: "any".into(),
        api: "Any API".into(),
        functions: (0..40).map(function).collect(),
        memory_kinds: kinds.map(kind).to_vec(),
        counted_memory: vec![1, 2, 3],
        untimed: vec!["device has no timestamps".into(), "too late".into(), "invalid timestamps".into()],
        device_faults: vec!["no timestamps here".into()],
        modes: vec![ModeName::default(), ModeName { name: "layer".into(), note: String::new() }],
        ..Catalog::default()
    }
}

pub(super) struct FakeProbe {
    base: *mut u8,
    path: PathBuf,
    /// Pages of histograms that were given away.
    pages: Cell<u16>,
}

impl FakeProbe {
    pub(super) fn new(folder: &Path, pid: u32, start: u64) -> Self {
        let path = folder.join(process_file(pid, start));
        let file = File::options().read(true).write(true).create_new(true).open(&path).unwrap();
        file.set_len(FILE_SIZE as u64).unwrap();
        // SAFETY: a new mapping of a file that was just made that long.
        let base = unsafe {
            let protection = libc::PROT_READ | libc::PROT_WRITE;
            libc::mmap(std::ptr::null_mut(), FILE_SIZE, protection, libc::MAP_SHARED, file.as_raw_fd(), 0)
        };
        assert_ne!(base, libc::MAP_FAILED);
        let probe = Self { base: base.cast(), path, pages: Cell::new(0) };
        let process = probe.process();
        process.layout_hash.store(LAYOUT_HASH, Relaxed);
        process.pid.store(pid, Relaxed);
        process.clock.store(1, Relaxed);
        process.mode.store(Mode::Layer as u32, Relaxed);
        process.life.store(Life::Running as u32, Relaxed);
        assert!(process.set_catalog(&catalog().to_json().unwrap()));
        process.wants_records.store(1, Relaxed);
        process.magic.store(MAGIC, Relaxed);
        probe
    }

    pub(super) fn path(&self) -> &Path {
        &self.path
    }

    pub(super) fn process(&self) -> &Process {
        // SAFETY: the mapping starts with a `Process`, for which zero bytes are valid, and lives as `self`.
        unsafe { &*self.base.cast() }
    }

    /// Replaces [`catalog`] with another catalog.
    pub(super) fn set_catalog(&self, json: &[u8]) {
        assert!(self.process().set_catalog(json));
    }

    /// A new thread's block.
    pub(super) fn block(&self, tid: u32) -> &ThreadBlock {
        let number = self.process().blocks.fetch_add(1, Relaxed) as usize;
        assert!(number < BLOCKS);
        self.process().threads.fetch_add(1, Relaxed);
        // SAFETY: within the mapping, where a `ThreadBlock` belongs, and zero bytes are a valid one.
        let block: &ThreadBlock = unsafe { &*self.base.add(block_offset(number)).cast() };
        block.head.tid.store(tid, Relaxed);
        block.head.wants.store(self.process().wants_records.load(Relaxed), Relaxed);
        block
    }

    /// A call, in the order in which the probe writes; a record where records are wanted.
    pub(super) fn call(&self, block: &ThreadBlock, function: u16, ticks: u64, result: u32) {
        if let Some(previous) = Previous::unpack(block.head.previous.load(Relaxed)) {
            let counters = &block.counters[usize::from(previous.function)];
            if counters.listed.swap(1, Relaxed) == 0 {
                let at = block.head.functions.fetch_add(1, Relaxed);
                block.used[at as usize].store(previous.function, Relaxed);
            }
            self.sort_in(&counters.histogram, previous.ticks);
        }
        block.counters[usize::from(function)].add(ticks, 1, (result > 1).then_some(result));
        block.head.previous.store(Previous { function, ticks, of_group: false }.pack(), Relaxed);
        bump(&block.head.calls, 1);
        if block.head.wants.load(Relaxed) != 0 {
            block.head.has_ring.store(RING_MADE, Relaxed);
            let thread = block.head.tid.load(Relaxed);
            block.records.push(CallRecord { start: 0, duration: ticks, function, result, thread }.pack());
        }
    }

    /// A call of a thread that has no block.
    pub(super) fn call_without_block(&self, function: u16, ticks: u64) {
        let counters = &self.process().overflow[usize::from(function)];
        counters.add_shared(ticks, None);
        self.process().overflows.store(1, Relaxed);
        self.sort_in(&counters.histogram, ticks);
    }

    fn sort_in(&self, histogram: &PageTable, duration: u64) {
        let bucket = bucket(duration);
        let entry = &histogram.pages[bucket / PAGE_BUCKETS];
        if entry.load(Relaxed) == 0 {
            self.pages.set(self.pages.get() + 1);
            entry.store(self.pages.get(), Relaxed);
        }
        // SAFETY: within the mapping, where pages of histograms belong, and zero bytes are a valid one.
        let page: &Page = unsafe { &*self.base.add(page_offset(usize::from(entry.load(Relaxed)))).cast() };
        bump(&page.counts[bucket % PAGE_BUCKETS], 1);
    }

    fn string(&self, text: &str) -> u32 {
        let process = self.process();
        let id = process.strings.fetch_add(1, Relaxed);
        let before = &process.string_table[(id as usize).saturating_sub(1)];
        let offset = if id == 0 { 0 } else { before.offset.load(Relaxed) + before.len.load(Relaxed) };
        for (to, byte) in process.string_bytes[offset as usize..].iter().zip(text.bytes()) {
            to.store(byte, Relaxed);
        }
        process.string_table[id as usize].offset.store(offset, Relaxed);
        process.string_table[id as usize].len.store(text.len() as u32, Relaxed);
        id
    }

    pub(super) fn device(&self, name: &str, hz: u64, memory_peak: u64, link_peak: u64) {
        let at = self.process().devices.load(Relaxed);
        let facts = &self.process().device_facts[at as usize];
        facts.name.store(self.string(name), Relaxed);
        facts.timestamp_bits.store(32, Relaxed);
        facts.timer_millihertz.store(hz * 1000, Relaxed);
        facts.memory_peak.store(memory_peak, Relaxed);
        facts.link_peak.store(link_peak, Relaxed);
        facts.link.store(4 | 16 << 32, Relaxed);
        self.process().devices.store(at + 1, Relaxed);
    }

    pub(super) fn class(&self, work: OpKind, src: u8, dst: u8, size: u8, name: &str) -> u32 {
        let at = self.process().classes.load(Relaxed);
        let class = &self.process().class_table[at as usize];
        let key = work as u64 | u64::from(src) << 8 | u64::from(dst) << 16 | u64::from(size) << 24;
        class.key.store(key, Relaxed);
        class.name.store(self.string(name), Relaxed);
        self.process().classes.store(at + 1, Relaxed);
        at
    }

    /// A completed operation, in the order in which the probe writes: record, class, totals.
    pub(super) fn operation(&self, class: u32, record: &DeviceRecord) {
        let process = self.process();
        process.device_ring.push(record.pack());
        let figures = &process.class_table[class as usize];
        bump(&figures.ops, 1);
        bump(&figures.bytes, record.bytes);
        if record.flags & RECORD_INVALID == 0 {
            bump(&figures.timed, 1);
            bump(&process.totals.timed, 1);
            bump(&figures.timed_bytes, record.bytes);
            self.sort_in(&figures.histogram, record.duration_ns);
            bump(&figures.total_ns, record.duration_ns);
            let min = figures.min_plus_one_ns.load(Relaxed);
            if min == 0 || record.duration_ns < min - 1 {
                figures.min_plus_one_ns.store(record.duration_ns + 1, Relaxed);
            }
            figures.max_ns.fetch_max(record.duration_ns, Relaxed);
        } else {
            bump(&figures.invalid, 1);
            bump(&figures.untimed, 1);
            bump(&process.totals.invalid, 1);
            bump(&process.totals.untimed[INVALID_STAMPS], 1);
        }
        bump(&process.totals.submitted, 1);
    }

    /// Writes a word anywhere.
    pub(super) fn poke(&self, word: usize, value: u64) {
        assert!(word < FILE_SIZE / 8);
        // SAFETY: an aligned word within the mapping, written as the atomic that overlapping fields are.
        let at: &AtomicU64 = unsafe { &*self.base.cast::<AtomicU64>().add(word) };
        at.store(value, Relaxed);
    }
}

impl Drop for FakeProbe {
    fn drop(&mut self) {
        // SAFETY: the mapping of `new`; references into it cannot outlive `self`.
        unsafe { libc::munmap(self.base.cast(), FILE_SIZE) };
    }
}
