//! A process file in memory that its writer keeps changing, even between two reads.

use std::cell::{Cell, RefCell};
use std::mem::{offset_of, size_of};
use zetop_wire::catalog::{Catalog, Function, MemoryKind, Place, Role};
use zetop_wire::layout::{
    CLASSES, Class, DEVICES, DeviceFacts, FUNCTIONS, FunctionCounters, MAGIC, Process, STRING_BYTES, STRINGS,
    StringEntry, ThreadBlock, block_offset,
};
use zetop_wire::layout_hash::LAYOUT_HASH;
use zetop_wire::reader::ReadAt;

/// Blocks that the image really has; the file ends after them.
const HELD: usize = 2;
const SIZE: usize = block_offset(HELD);

const NASTY: [u64; 24] = [
    0,
    1,
    2,
    7,
    0x7f,
    0xff,
    127,
    128,
    129,
    2047,
    2048,
    8191,
    8192,
    8193,
    16_384,
    STRING_BYTES as u64,
    u32::MAX as u64 - 1,
    u32::MAX as u64,
    1 << 32,
    i64::MAX as u64,
    1 << 63,
    u64::MAX - 8192,
    u64::MAX - 1,
    u64::MAX,
];

pub struct Image {
    bytes: RefCell<Vec<u8>>,
    /// What has been changed: offset and old word.
    changed: Vec<(usize, [u8; 8])>,
    random: RefCell<fastrand::Rng>,
    length: Cell<usize>,
    reads: Cell<usize>,
    /// The writer does something between the reads of this case.
    busy: bool,
}

impl Image {
    pub fn new(seed: u64) -> Self {
        let mut image = Self {
            bytes: RefCell::new(vec![0; SIZE]),
            changed: Vec::new(),
            random: RefCell::new(fastrand::Rng::with_seed(seed)),
            length: Cell::new(SIZE),
            reads: Cell::new(0),
            busy: false,
        };
        image.fill();
        image.changed.clear();
        image
    }

    /// A valid file: two blocks with records, some classes, devices and names.
    fn fill(&mut self) {
        let noise = self.random.get_mut().u64(..);
        for at in (offset_of!(Process, class_table)..SIZE).step_by(8) {
            self.put(at, (at as u64).wrapping_mul(noise | 1) >> (at % 61));
        }
        self.put(offset_of!(Process, magic), MAGIC);
        self.put(offset_of!(Process, layout_hash), LAYOUT_HASH);
        self.put(offset_of!(Process, life), 1 | 2 << 32);
        let json = catalog();
        self.put(offset_of!(Process, catalog_len) & !7, 0);
        self.put_u32(offset_of!(Process, catalog_len), json.len() as u32);
        for (at, word) in json.chunks(8).enumerate() {
            let mut bytes = [b' '; 8];
            bytes[..word.len()].copy_from_slice(word);
            self.put(offset_of!(Process, catalog) + 8 * at, u64::from_le_bytes(bytes));
        }
        self.put(offset_of!(Process, strings), 40 | 6 << 32);
        self.put(offset_of!(Process, devices), 2);
        for id in 0..STRINGS {
            self.put(string_entry(id), (id as u64 * 100) | 30 << 32);
        }
        for class in 0..CLASSES {
            let key = (1 + class as u64 % 5) | (class as u64 % 8) << 8 | (class as u64 % 7) << 16;
            self.put(class_entry(class) + offset_of!(Class, key), key);
        }
        self.put(offset_of!(Process, device_ring), 100);
        (0..HELD).for_each(|block| self.put(call_ring(block), 100));
    }

    fn put(&mut self, at: usize, value: u64) {
        let mut bytes = self.bytes.borrow_mut();
        let Some(word) = bytes.get_mut(at..at + 8) else { return };
        self.changed.push((at, (&*word).try_into().unwrap()));
        word.copy_from_slice(&value.to_le_bytes());
    }

    fn put_u32(&mut self, at: usize, value: u32) {
        let other = self.word(at & !7);
        let shift = 8 * (at & 7) as u32;
        self.put(at & !7, other & !(0xffff_ffff << shift) | u64::from(value) << shift);
    }

    fn word(&self, at: usize) -> u64 {
        self.bytes.borrow().get(at..at + 8).map_or(0, |w| u64::from_le_bytes(w.try_into().unwrap()))
    }

    fn nasty(&mut self) -> u64 {
        let random = self.random.get_mut();
        match random.u8(..4) {
            0 => random.u64(..),
            1 => NASTY[random.usize(..NASTY.len())].wrapping_add(random.u64(..16)).wrapping_sub(8),
            _ => NASTY[random.usize(..NASTY.len())],
        }
    }

    /// The next file: some more words are changed, and now and then all are restored.
    pub fn mutate(&mut self) {
        self.reads.set(0);
        if self.random.get_mut().u8(..8) == 0 {
            self.repair();
        }
        for _ in 0..self.random.get_mut().u8(1..5) {
            self.change();
        }
        let random = self.random.get_mut();
        let length = if random.u8(..32) == 0 { random.usize(..=SIZE) } else { SIZE };
        self.busy = random.u8(..32) == 0;
        self.length.set(length);
    }

    fn repair(&mut self) {
        let bytes = self.bytes.get_mut();
        while let Some((at, word)) = self.changed.pop() {
            bytes[at..at + 8].copy_from_slice(&word);
        }
    }

    fn change(&mut self) {
        let value = self.nasty();
        let random = self.random.get_mut();
        match random.u8(..18) {
            16 => {
                let at = offset_of!(Process, catalog) + random.usize(..catalog().len());
                self.put(at & !7, value);
            }
            17 if random.u8(..8) == 0 => self.put_u32(offset_of!(Process, catalog_len), value as u32),
            17 => {}
            // magic and version mostly survive: otherwise nothing after them is read
            0 => {
                let at =
                    if random.u8(..8) == 0 { random.usize(..2) * 8 } else { offset_of!(Process, totals) };
                self.put(at, value);
            }
            1 | 2 => {
                let at = random.usize(16..offset_of!(Process, device_facts)) & !7;
                self.put(at, value);
            }
            3 => self.put(offset_of!(Process, strings), value),
            4 => self.put(offset_of!(Process, devices), value),
            5 => self.put(offset_of!(Process, life), value),
            6 | 7 => {
                let id = random.usize(..STRINGS);
                self.put(string_entry(id), value);
            }
            8 => {
                let at = class_entry(random.usize(..CLASSES)) + random.usize(..size_of::<Class>());
                self.put(at & !7, value);
            }
            9 => {
                let at =
                    offset_of!(Process, device_facts) + random.usize(..DEVICES * size_of::<DeviceFacts>());
                self.put(at & !7, value);
            }
            10 => {
                let at = offset_of!(Process, string_bytes) + random.usize(..STRING_BYTES);
                self.put(at & !7, value);
            }
            11 => {
                let at =
                    offset_of!(Process, overflow) + random.usize(..FUNCTIONS * size_of::<FunctionCounters>());
                self.put(at & !7, value);
            }
            12 => {
                let at = random.usize(..SIZE);
                self.put(at & !7, value);
            }
            which => {
                // The counts of rings: usually forward by a little; rarely (it takes long) anywhere, or once
                // round the ring.
                let block = random.usize(..HELD);
                let by = if random.u16(..2048) == 0 { 40_000 } else { random.u64(..32) };
                let ring = if which == 13 { offset_of!(Process, device_ring) } else { call_ring(block) };
                let anywhere = random.u16(..2048) == 0;
                let value = if anywhere { value } else { self.word(ring).wrapping_add(by) };
                self.put(ring, value);
            }
        }
    }

    pub fn any_id(&self) -> u32 {
        let mut random = self.random.borrow_mut();
        if random.bool() { random.u32(..2200) } else { NASTY[random.usize(..NASTY.len())] as u32 }
    }

    /// Reads of this case.
    pub fn reads(&self) -> usize {
        self.reads.get()
    }
}

impl ReadAt for Image {
    fn read_at(&self, buffer: &mut [u8], offset: usize) -> usize {
        self.reads.set(self.reads.get() + 1);
        if self.busy {
            // the file grows and shrinks, and rings go on or back, while they are read
            let mut random = self.random.borrow_mut();
            self.length.set(if random.bool() { SIZE } else { random.usize(..=SIZE) });
            let ring = if random.bool() { offset_of!(Process, device_ring) } else { call_ring(0) };
            let now = self.word(ring);
            let moved = if random.bool() { now.wrapping_add(random.u64(..100)) } else { now / 2 };
            self.bytes.borrow_mut()[ring..ring + 8].copy_from_slice(&moved.to_le_bytes());
        }
        self.bytes.borrow()[..self.length.get()].read_at(buffer, offset)
    }
}

fn string_entry(id: usize) -> usize {
    offset_of!(Process, string_table) + id * size_of::<StringEntry>()
}

fn class_entry(class: usize) -> usize {
    offset_of!(Process, class_table) + class * size_of::<Class>()
}

fn call_ring(block: usize) -> usize {
    block_offset(block) + offset_of!(ThreadBlock, records)
}

/// How a backend describes itself, as JSON.
fn catalog() -> Vec<u8> {
    let function =
        |i: u8| Function { name: format!("zeFunction{i}"), family: "ze".to_owned(), role: Role::Other };
    let kind = |name: &str| MemoryKind { name: name.to_owned(), place: Place::Host, ..Default::default() };
    let catalog = Catalog {
        backend: "any".to_owned(),
        api: "Any".to_owned(),
        memory_kinds: ["", "host", "device"].map(kind).to_vec(),
        counted_memory: vec![1, 2],
        untimed: vec!["device lost".to_owned()],
        functions: (0..8).map(function).collect(),
        ..Catalog::default()
    };
    serde_json::to_vec(&catalog).unwrap()
}
