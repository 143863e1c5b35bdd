//! Memory of all kinds, and places inside it.

use crate::memory_kind::MemoryKind;
use std::ffi::c_void;

/// A range of bytes that a command reads or writes.
#[derive(Debug, Clone, Copy)]
pub struct MemoryRange {
    address: *mut u8,
    len: usize,
}

impl MemoryRange {
    /// The part that begins at `offset`.
    ///
    /// # Panics
    /// The part is not inside.
    pub fn part(self, offset: usize, len: usize) -> Self {
        assert!(offset.checked_add(len).is_some_and(|end| end <= self.len), "{offset}+{len} > {}", self.len);
        Self { address: self.address.wrapping_add(offset), len }
    }

    pub(super) fn len(self) -> usize {
        self.len
    }

    pub(super) fn pointer(self) -> *mut c_void {
        self.address.cast()
    }
}

/// Frees memory when it is dropped.
pub(super) trait Owner {}
impl<T> Owner for T {}

/// Memory, until it is dropped.
pub struct Memory<'a> {
    place: MemoryRange,
    side: MemoryKind,
    _owner: Box<dyn Owner + 'a>,
}

impl<'a> Memory<'a> {
    /// Memory that no driver knows.
    pub(super) fn heap(bytes: usize) -> Self {
        let mut owner = vec![0_u8; bytes];
        Self {
            place: MemoryRange { address: owner.as_mut_ptr(), len: bytes },
            side: MemoryKind::Heap,
            _owner: Box::new(owner),
        }
    }

    /// # Safety
    /// The address has `bytes` bytes until the owner is dropped, and the host can reach them where the kind is not the
    /// device's.
    pub(super) unsafe fn new(
        side: MemoryKind,
        address: *mut c_void,
        bytes: usize,
        owner: impl Owner + 'a,
    ) -> Self {
        Self { place: MemoryRange { address: address.cast(), len: bytes }, side, _owner: Box::new(owner) }
    }

    pub fn place(&self) -> MemoryRange {
        self.place
    }

    /// # Panics
    /// Device memory, which the host cannot read.
    pub fn bytes(&self) -> &[u8] {
        assert_ne!(self.side, MemoryKind::Device);
        // SAFETY: the bytes are there and the host's too, as was promised when this was made; commands that write them
        // are over, since a benchmark waits for each.
        unsafe { std::slice::from_raw_parts(self.place.address, self.place.len) }
    }

    /// # Panics
    /// Device memory, which the host cannot write.
    pub fn bytes_mut(&mut self) -> &mut [u8] {
        assert_ne!(self.side, MemoryKind::Device);
        // SAFETY: as in `bytes`, and borrowed exclusively.
        unsafe { std::slice::from_raw_parts_mut(self.place.address, self.place.len) }
    }

    /// Writes `f32`s from the start of the memory.
    pub fn write_f32(&mut self, value: impl Fn(usize) -> f32) {
        for (index, bytes) in self.bytes_mut().as_chunks_mut::<4>().0.iter_mut().enumerate() {
            *bytes = value(index).to_ne_bytes();
        }
    }

    pub fn read_f32(&self) -> Vec<f32> {
        self.bytes().as_chunks::<4>().0.iter().map(|bytes| f32::from_ne_bytes(*bytes)).collect()
    }
}
