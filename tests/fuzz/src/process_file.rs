//! A process file, as its target may write it. Input is a list of words that it has changed: four bytes of place, eight
//! of value.

use crate::catalog;
use crate::target::Target;
use std::mem::{offset_of, size_of};
use std::sync::OnceLock;
use zetop_wire::histogram::BUCKETS;
use zetop_wire::layout::{
    ALL_CLASSES, ALL_STRINGS, BLOCKS, CALL_RING, CLASSES, Class, DEVICE_RING, DEVICES, FUNCTIONS, MAGIC,
    Process, STRINGS, StringEntry, ThreadBlock, block_offset,
};
use zetop_wire::layout_hash::LAYOUT_HASH;
use zetop_wire::reader::{self, Cursor, ReadAt};

pub const TARGET: Target = Target { name: "process-file", run, seeds };

const HELD: usize = 2;
const SIZE: usize = block_offset(HELD);
/// A change of the file.
const CHANGE: usize = 12;

/// A whole file, with words in other places.
struct Changed<'a>(&'a [u8]);

impl ReadAt for Changed<'_> {
    fn read_at(&self, buffer: &mut [u8], offset: usize) -> usize {
        let read = whole().read_at(buffer, offset);
        for change in self.0.chunks_exact(CHANGE) {
            let (at, value) = change.split_at(4);
            let at = u32::from_le_bytes(at.try_into().unwrap()) as usize & !7;
            for (n, byte) in value.iter().enumerate() {
                if let Some(to) = (at + n).checked_sub(offset).filter(|to| *to < read) {
                    buffer[to] = *byte;
                }
            }
        }
        read
    }
}

fn whole() -> &'static [u8] {
    static WHOLE: OnceLock<Vec<u8>> = OnceLock::new();
    WHOLE.get_or_init(|| {
        let mut bytes = vec![0; SIZE];
        let mut put = |at: usize, value: u64| bytes[at..at + 8].copy_from_slice(&value.to_le_bytes());
        for at in (offset_of!(Process, class_table)..SIZE).step_by(8) {
            put(at, (at as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> (at % 61));
        }
        put(offset_of!(Process, magic), MAGIC);
        put(offset_of!(Process, layout_hash), LAYOUT_HASH);
        put(offset_of!(Process, life), 1 | 2 << 32);
        put(offset_of!(Process, strings), 40 | 6 << 32);
        put(offset_of!(Process, devices), 2);
        for id in 0..STRINGS {
            let at = offset_of!(Process, string_table) + id * size_of::<StringEntry>();
            put(at, (id as u64 * 100) | 30 << 32);
        }
        for class in 0..CLASSES {
            let at = offset_of!(Process, class_table) + class * size_of::<Class>() + offset_of!(Class, key);
            put(at, (1 + class as u64 % 5) | (class as u64 % 8) << 8 | (class as u64 % 7) << 16);
        }
        put(offset_of!(Process, device_ring), 100);
        (0..HELD).for_each(|block| put(call_ring(block), 100));
        let json = catalog::example();
        let length = offset_of!(Process, catalog_len);
        bytes[length..length + 4].copy_from_slice(&(json.len() as u32).to_le_bytes());
        bytes[offset_of!(Process, catalog)..][..json.len()].copy_from_slice(&json);
        bytes
    })
}

fn call_ring(block: usize) -> usize {
    block_offset(block) + offset_of!(ThreadBlock, records)
}

fn run(input: &[u8]) {
    let file = Changed(&input[..input.len().min(64 * CHANGE)]);
    let Ok(header) = reader::header(&file) else { return };
    assert!(header.blocks <= BLOCKS && header.strings <= ALL_STRINGS);
    assert!(header.classes <= ALL_CLASSES && header.devices <= DEVICES);
    let _ = reader::catalog(&file);
    for id in 0..4 {
        assert!(reader::string(&file, id).len() <= 3 * 4096);
    }
    assert!(reader::device_facts(&file, header.devices.min(2)).len() <= 2);
    assert!(reader::classes(&file, header.classes.min(8)).count() <= 8);
    let mut taken = 0;
    reader::drain_calls(&file, 0, &mut Cursor::default(), |_, _| taken += 1);
    assert!(taken <= CALL_RING);
    let mut taken = 0;
    let (mut cursor, end) = (Cursor::default(), reader::device_written(&file));
    while reader::drain_device(&file, &mut cursor, end, |_| taken += 1) {}
    assert!(taken <= DEVICE_RING);
    let head = reader::head(&file, 0);
    assert!(head.functions <= FUNCTIONS);
    let functions = reader::used(&file, 0, 0, head.functions.min(8));
    reader::block_counters(&file, 0, &functions, |_, _, pages| {
        for (part, page) in pages.iter().enumerate().take(1) {
            reader::histogram_page(&file, *page, part, |bucket, count| {
                assert!(usize::from(bucket) < BUCKETS && count > 0);
            });
        }
    });
}

/// One change of each field of the header and of the first entry of each table.
fn seeds() -> Vec<Vec<u8>> {
    let tables = [
        offset_of!(Process, class_table),
        offset_of!(Process, string_table),
        offset_of!(Process, device_facts),
        offset_of!(Process, device_ring),
        offset_of!(Process, catalog_len),
        offset_of!(Process, catalog),
        call_ring(0),
    ];
    let header = (16..offset_of!(Process, device_facts).min(4096)).step_by(64);
    let change = |at: usize| [&(at as u32).to_le_bytes()[..], &[0xff; 8]].concat();
    std::iter::once(Vec::new()).chain(header.chain(tables).map(change)).collect()
}
