//! Identifies the layout of a process file, with a number that changes automatically.
//!
//! Probe and monitor come from one binary, but a program may contain the probe of another zetop, and a process file does
//! not describe its own layout. So both sides have a hash of the source that defines it, including comments (which
//! define the units of figures), and of the sizes that the compiler gave it.

use crate::layout::{FILE_SIZE, Process, ThreadBlock};
use std::mem::{offset_of, size_of};

/// Stored in [`Process::layout_hash`]: files with a different one are not read.
pub const LAYOUT_HASH: u64 = {
    let mut hash = FNV_OFFSET;
    hash = bytes(hash, include_bytes!("layout.rs"));
    hash = bytes(hash, include_bytes!("layout/thread.rs"));
    hash = bytes(hash, include_bytes!("layout/collective.rs"));
    hash = bytes(hash, include_bytes!("layout/device.rs"));
    hash = bytes(hash, include_bytes!("layout/further.rs"));
    hash = bytes(hash, include_bytes!("layout/record.rs"));
    hash = bytes(hash, include_bytes!("layout/strings.rs"));
    hash = bytes(hash, include_bytes!("layout/sizes.rs"));
    hash = bytes(hash, include_bytes!("layout/python.rs"));
    hash = bytes(hash, include_bytes!("layout/range.rs"));
    hash = bytes(hash, include_bytes!("layout/watched.rs"));
    hash = bytes(hash, include_bytes!("histogram.rs"));
    hash = bytes(hash, include_bytes!("ring.rs"));
    hash = bytes(hash, include_bytes!("catalog.rs"));
    hash = bytes(hash, include_bytes!("samples.rs"));
    hash = bytes(hash, include_bytes!("allocations.rs"));
    hash = bytes(hash, &(size_of::<Process>() as u64).to_le_bytes());
    hash = bytes(hash, &(size_of::<ThreadBlock>() as u64).to_le_bytes());
    hash = bytes(hash, &(offset_of!(Process, device_ring) as u64).to_le_bytes());
    bytes(hash, &(FILE_SIZE as u64).to_le_bytes())
};

const FNV_OFFSET: u64 = 0xcbf2_9ce4_8422_2325;
const FNV_PRIME: u64 = 0x0000_0100_0000_01b3;

/// FNV-1a, 64 bits (Fowler, Noll, Vo: draft-eastlake-fnv): short, and may run in the compiler.
const fn bytes(mut hash: u64, bytes: &[u8]) -> u64 {
    let mut i = 0;
    while i < bytes.len() {
        hash = (hash ^ bytes[i] as u64).wrapping_mul(FNV_PRIME);
        i += 1;
    }
    hash
}

#[cfg(test)]
mod tests {
    use super::*;

    /// From the test vectors of the draft.
    #[test]
    fn the_hash_is_fnv_1a() {
        assert_eq!(bytes(FNV_OFFSET, b""), 0xcbf2_9ce4_8422_2325);
        assert_eq!(bytes(FNV_OFFSET, b"a"), 0xaf63_dc4c_8601_ec8c);
        assert_eq!(bytes(FNV_OFFSET, b"foobar"), 0x8594_4171_f739_67e8);
    }

    #[test]
    fn a_word_more_in_the_source_is_another_layout() {
        let source = include_bytes!("layout.rs");
        let changed = [source.as_slice(), b"// in ns"].concat();
        assert_ne!(bytes(FNV_OFFSET, source), bytes(FNV_OFFSET, &changed));
    }

    #[test]
    fn each_file_of_the_layout_is_in_the_hash() {
        let source = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
        let files: Vec<_> = std::fs::read_dir(source.join("layout")).unwrap().map(Result::unwrap).collect();
        assert!(!files.is_empty());
        let this = include_str!("layout_hash.rs");
        for file in files {
            let name = format!("include_bytes!(\"layout/{}\")", file.file_name().to_str().unwrap());
            assert!(this.contains(&name), "{name} is missing");
        }
    }
}
