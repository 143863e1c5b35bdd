//! A process file that its writer corrupts in every possible way.

use std::fs::File;
use std::mem::{offset_of, size_of};
use std::os::unix::fs::FileExt;
use std::path::{Path, PathBuf};
use zetop_wire::catalog::{Catalog, Function, MemoryKind as KindName, Mode as ModeName, Place, Role};
use zetop_wire::layout::*;
use zetop_wire::layout_hash::LAYOUT_HASH;
use zetop_wire::session::process_file;

/// Blocks that the file has at first.
const HELD: usize = 3;

pub const NAMES: [&[u8]; 14] = [
    b"gemm_nn",
    b"\x1b[31mred\x1b[0m",
    b"\x1b]0;title\x07",
    b"\x1b]52;c;ZXZpbA==\x07",
    b"\x1bPq#0\x1b\\",
    b"\x9b2J\xc2\x9b2J",
    b"line\nfeed\r\x08\x08",
    b"\t\t\t\t\t\t\t\t\t\t\t\t\t\t\t\t\t\t\t\t\t\t\t\t",
    b"\xff\xfe\xed\xa0\x80\xf8\x88",
    b"\xe2\x80\xaeevil\xe2\x80\xac",
    b"\x00nul\x00",
    b"\xe4\xb8\xad\xe6\x96\x87\xf0\x9f\x98\x80\xcc\x81\xcc\x81\xcc\x81",
    b"\x1b",
    b"%s%n{}\\\"',;=",
];

const NASTY: [u64; 16] = [
    0,
    1,
    3,
    64,
    255,
    2_047,
    8_192,
    u32::MAX as u64,
    1 << 32,
    1_000_000_000_000,
    1_000_500_000_000,
    i64::MAX as u64,
    1 << 63,
    u64::MAX - 8_192,
    u64::MAX - 1,
    u64::MAX,
];

fn catalog() -> Catalog {
    let roles = [Role::Other, Role::Wait, Role::Copy, Role::Alloc, Role::Free];
    let function =
        |n: usize| Function { name: format!("call{n}"), family: "x".into(), role: roles[n % roles.len()] };
    let places = [Place::None, Place::Host, Place::Device, Place::Shared, Place::Pageable, Place::Peer];
    let kind = |n: usize| KindName {
        name: format!("kind{n}"),
        place: places[n % places.len()],
        instead: if n == 4 { "hostAlloc".into() } else { String::new() },
        ..KindName::default()
    };
    Catalog {
        backend: "hostile".into(),
        api: "Hostile".into(),
        functions: (0..FUNCTIONS).map(function).collect(),
        memory_kinds: (0..7).map(kind).collect(),
        counted_memory: vec![1, 2, 3],
        untimed: (0..9).map(|n| format!("reason {n}")).collect(),
        device_faults: (0..5).map(|n| format!("fault {n}")).collect(),
        modes: vec![ModeName { name: "by force".into(), note: "nothing is as it seems".into() }; 3],
        ..Catalog::default()
    }
}

pub struct Target {
    file: File,
    path: PathBuf,
}

impl Target {
    /// A process file that is correct except for its names. No process has its pid.
    pub fn new(folder: &Path, number: u64, random: &mut fastrand::Rng) -> Self {
        let pid = 5_000_000 + number as u32 % 7;
        let path = folder.join(process_file(pid, number));
        let file = File::options().read(true).write(true).create_new(true).open(&path).unwrap();
        let target = Self { file, path };
        target.file.set_len(FILE_SIZE as u64).unwrap();
        target.put(offset_of!(Process, layout_hash), LAYOUT_HASH);
        target.put(offset_of!(Process, clock), random.u64(..2) | 1 << 32);
        target.put(offset_of!(Process, life), 1 | (HELD as u64) << 32);
        target.put(offset_of!(Process, strings), 64 | 40 << 32);
        target.put(offset_of!(Process, devices), 3);
        for id in 0..64 {
            target.put(string_entry(id), (id as u64 * 64) | (8 + id as u64 % 56) << 32);
            let mut name = NAMES[id % NAMES.len()].to_vec();
            name.resize(64, b'x');
            target.put_bytes(offset_of!(Process, string_bytes) + id * 64, &name);
        }
        for class in 0..40 {
            let key = (1 + class as u64 % 5) | (class as u64 % 8) << 8 | (class as u64 % 7) << 16;
            target.put(class_entry(class) + offset_of!(Class, key), key | (class as u64 % 21) << 24);
            target.put(class_entry(class) + offset_of!(Class, name), class as u64);
            target.put(class_entry(class) + offset_of!(Class, ops), random.u64(..100));
            target.put(class_entry(class) + offset_of!(Class, timed_bytes), random.u64(..1_000_000));
            target.put(class_entry(class) + offset_of!(Class, total_ns), random.u64(..1_000_000));
        }
        target.put_catalog(random);
        for block in 0..HELD {
            target.put(head(block) + offset_of!(ThreadHead, wants), 1 | u64::from(RING_MADE) << 32);
            target.put(head(block) + offset_of!(ThreadHead, tid), 7 | 32 << 32);
            for i in 0..8 {
                let four = |i: u64| i | (i + 1) << 16 | (i + 2) << 32 | (i + 3) << 48;
                target.put(block_offset(block) + offset_of!(ThreadBlock, used) + i * 8, four(4 * i as u64));
            }
        }
        target.put(0, MAGIC);
        target
    }

    /// Mostly an honest one, since nothing is read of a process whose catalog is refused.
    fn put_catalog(&self, random: &mut fastrand::Rng) {
        let mut catalog = catalog();
        match random.u8(..8) {
            0 => catalog.functions.truncate(random.usize(..catalog.functions.len())),
            1 => catalog.untimed.clear(),
            2 => fastrand::Rng::shuffle(random, &mut catalog.functions),
            _ => {}
        }
        let mut json = catalog.to_json().unwrap();
        if random.u8(..4) == 0 {
            for _ in 0..random.u8(1..4) {
                let at = random.usize(..json.len());
                json[at] = random.u8(..);
            }
        }
        self.put_bytes(offset_of!(Process, catalog_len), &(json.len() as u32).to_le_bytes());
        self.put_bytes(offset_of!(Process, catalog), &json);
    }

    fn put(&self, at: usize, value: u64) {
        self.put_bytes(at, &value.to_le_bytes());
    }

    fn put_bytes(&self, at: usize, bytes: &[u8]) {
        self.file.write_all_at(bytes, at as u64).unwrap();
    }

    fn get(&self, at: usize) -> u64 {
        let mut word = [0; 8];
        let _ = self.file.read_exact_at(&mut word, at as u64);
        u64::from_le_bytes(word)
    }

    /// Some changes.
    pub fn write(&self, random: &mut fastrand::Rng) {
        for _ in 0..random.u8(1..6) {
            self.change(random);
        }
    }

    fn change(&self, random: &mut fastrand::Rng) {
        let value = match random.u8(..4) {
            0 => random.u64(..),
            1 => random.u64(..100_000),
            _ => NASTY[random.usize(..NASTY.len())],
        };
        match random.u8(..20) {
            0 => {
                let at = random.usize(16..offset_of!(Process, device_facts)) & !7;
                // a life that is over ends the case's process; `end` is for that
                let at = if at == offset_of!(Process, life) { offset_of!(Process, memory) } else { at };
                self.put(at, value);
            }
            1 => self.put(offset_of!(Process, totals) + random.usize(..20) * 8, value),
            2 => self.put(offset_of!(Process, memory) + random.usize(..18) * 8, value),
            3 => {
                let facts = offset_of!(Process, device_facts) + random.usize(..3) * size_of::<DeviceFacts>();
                self.put(facts + random.usize(..8) * 8, value);
            }
            4 | 5 => {
                let class = class_entry(random.usize(..40));
                self.put(class + random.usize(..size_of::<Class>()) / 8 * 8, value);
            }
            6 => self.put(string_entry(random.usize(..64)), value),
            7 => {
                let at = offset_of!(Process, string_bytes) + random.usize(..64 * 64);
                self.put_bytes(at, NAMES[random.usize(..NAMES.len())]);
            }
            8 | 9 => self.count_functions(random, value),
            10 if random.u8(..32) == 0 => self.put(call_ring(random.usize(..HELD)), value),
            11 if random.u8(..32) == 0 => self.put(offset_of!(Process, device_ring), value),
            12 if random.u8(..64) == 0 => {
                // truncated, and extended again: its contents are gone
                self.file.set_len(random.u64(..FILE_SIZE as u64)).unwrap();
                self.file.set_len(FILE_SIZE as u64).unwrap();
                self.put(0, MAGIC);
                self.put(offset_of!(Process, layout_hash), LAYOUT_HASH);
            }
            13 if random.u8(..64) == 0 => {
                self.put(offset_of!(Process, strings), value & 0xffff_ffff | value << 32);
                self.put(offset_of!(Process, devices), value);
            }
            14..=16 => self.operations(random, value),
            _ => self.calls(random, value),
        }
    }

    fn count_functions(&self, random: &mut fastrand::Rng, value: u64) {
        let counters = match random.usize(..=HELD) {
            HELD => {
                self.put_bytes(offset_of!(Process, overflows), &1_u32.to_le_bytes());
                offset_of!(Process, overflow)
            }
            block => block_offset(block) + offset_of!(ThreadBlock, counters),
        };
        let most = if random.bool() { 32 } else { FUNCTIONS };
        let function = counters + random.usize(..most) * size_of::<FunctionCounters>();
        self.put(function + random.usize(..7) * 8, value);
        self.put(function + offset_of!(FunctionCounters, timed), random.u64(1..1000));
        let sampled = [0, random.u64(..1000), value][random.usize(..3)];
        self.put(function + offset_of!(FunctionCounters, untimed), sampled.saturating_mul(16));
        self.put(function + offset_of!(FunctionCounters, sampled), sampled);
        self.put(function + offset_of!(FunctionCounters, sampled_squares), random.u64(..));
        // a histogram of its own, of another's, or beyond all
        let pages = [random.u64(..8), random.u64(..8) << 16, random.u64(..), 0][random.usize(..4)];
        self.put(function + offset_of!(FunctionCounters, histogram), pages);
        let page = page_offset(random.usize(..8));
        self.put(page + random.usize(..512) * 8, value);
        let block = head(random.usize(..HELD));
        self.put(block + offset_of!(ThreadHead, calls), random.u64(..));
        match random.u8(..8) {
            0 => self.put(block + offset_of!(ThreadHead, previous), value),
            1 => self.put(block + offset_of!(ThreadHead, tid), value),
            _ => {}
        }
    }

    fn calls(&self, random: &mut fastrand::Rng, value: u64) {
        let ring = call_ring(random.usize(..HELD));
        let written = self.get(ring);
        for number in written..written.saturating_add(4) {
            let slot = ring + 64 + (number as usize % CALL_RING) * CALL_WORDS * 8;
            let words = [value, value >> random.u8(..64), random.u64(..600) | value << 32];
            words.iter().enumerate().for_each(|(i, word)| self.put(slot + i * 8, *word));
        }
        self.put(ring, written.wrapping_add(4));
    }

    fn operations(&self, random: &mut fastrand::Rng, value: u64) {
        let ring = offset_of!(Process, device_ring);
        let written = self.get(ring);
        for number in written..written.saturating_add(4) {
            let slot = ring + 64 + (number as usize % DEVICE_RING) * DEVICE_WORDS * 8;
            self.put(slot, random.u64(..42) | (random.u64(..8) / 7) << 32);
            for word in 1..DEVICE_WORDS {
                let any = if random.bool() { value } else { NASTY[random.usize(..NASTY.len())] };
                self.put(slot + word * 8, any);
            }
        }
        self.put(ring, written.wrapping_add(4));
    }

    /// It says that it is over, and something else takes its file's place.
    pub fn end(self, random: &mut fastrand::Rng) {
        self.put(0, MAGIC);
        self.put(offset_of!(Process, layout_hash), LAYOUT_HASH);
        self.put(offset_of!(Process, life), Life::Exited as u64 | (HELD as u64) << 32);
        let other = self.path.with_extension("other");
        match random.u8(..4) {
            0 => std::os::unix::fs::symlink("/etc/passwd", &other).unwrap(),
            1 => std::fs::create_dir(&other).unwrap(),
            2 => {
                let mode = rustix::fs::Mode::from_raw_mode(0o600);
                rustix::fs::mknodat(rustix::fs::CWD, &other, rustix::fs::FileType::Fifo, mode, 0).unwrap();
            }
            _ => return,
        }
        std::fs::remove_file(&self.path).unwrap();
        std::fs::rename(other, &self.path).unwrap();
    }
}

fn string_entry(id: usize) -> usize {
    offset_of!(Process, string_table) + id * size_of::<StringEntry>()
}

fn class_entry(class: usize) -> usize {
    offset_of!(Process, class_table) + class * size_of::<Class>()
}

fn head(block: usize) -> usize {
    block_offset(block) + offset_of!(ThreadBlock, head)
}

fn call_ring(block: usize) -> usize {
    block_offset(block) + offset_of!(ThreadBlock, records)
}
