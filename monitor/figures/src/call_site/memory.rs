//! Words of a process's memory, read while it runs.

use std::fs::File;
use std::os::unix::fs::FileExt;

/// `/proc/PID/mem`.
#[derive(Clone, Copy)]
pub(crate) struct Memory<'a>(&'a File);

impl<'a> Memory<'a> {
    pub(super) fn new(file: Option<&'a File>) -> Option<Self> {
        file.map(Self)
    }

    pub(super) fn bytes(self, address: u64, count: u64) -> Option<Vec<u8>> {
        let mut bytes = vec![0; usize::try_from(count).ok()?];
        self.0.read_exact_at(&mut bytes, address).ok()?;
        Some(bytes)
    }

    /// Reads `count` bytes, or fewer where the mapping ends before.
    pub(super) fn bytes_there(self, address: u64, count: u64) -> Vec<u8> {
        let mut bytes = vec![0; usize::try_from(count).unwrap_or(0)];
        let mut read = 0;
        while let Ok(more @ 1..) = self.0.read_at(&mut bytes[read..], address.wrapping_add(read as u64)) {
            read += more;
        }
        bytes.truncate(read);
        bytes
    }

    pub(super) fn word(self, address: u64) -> Option<u64> {
        Some(u64::from_le_bytes(self.bytes(address, 8)?.try_into().ok()?))
    }

    pub(super) fn half(self, address: u64) -> Option<u32> {
        Some(u32::from_le_bytes(self.bytes(address, 4)?.try_into().ok()?))
    }
}
