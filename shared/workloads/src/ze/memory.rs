//! Memory of all kinds, and places inside it.

use super::context::Context;
use super::driver::Device;
use super::result::{ZeResult, check};
use level_zero_sys::*;
use std::ffi::c_void;
use std::mem::ManuallyDrop;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    Host,
    Device,
    Shared,
}

/// A range of bytes that a command reads or writes.
#[derive(Debug, Clone, Copy)]
pub struct MemoryRange {
    address: *mut u8,
    len: usize,
}
// SAFETY: an address and a length; using them is the list's business.
unsafe impl Send for MemoryRange {}
// SAFETY: as above.
unsafe impl Sync for MemoryRange {}

impl MemoryRange {
    /// `len` bytes from an address on, whoever has allocated them.
    #[must_use]
    pub fn new(address: *mut c_void, len: usize) -> Self {
        Self { address: address.cast(), len }
    }

    /// The part that begins at `offset`.
    ///
    /// # Panics
    /// The part is not inside.
    #[must_use]
    pub fn part(self, offset: usize, len: usize) -> Self {
        assert!(offset.checked_add(len).is_some_and(|end| end <= self.len), "{offset}+{len} > {}", self.len);
        Self { address: self.address.wrapping_add(offset), len }
    }

    #[must_use]
    pub fn len(self) -> usize {
        self.len
    }

    #[must_use]
    pub fn is_empty(self) -> bool {
        self.len == 0
    }

    #[must_use]
    pub fn pointer(self) -> *mut c_void {
        self.address.cast()
    }
}

/// Memory from `zeMemAlloc*`.
pub struct Allocation {
    api: &'static LevelZero,
    context: ze_context_handle_t,
    place: MemoryRange,
    kind: Kind,
}
// SAFETY: the memory belongs to the process, not to a thread.
unsafe impl Send for Allocation {}
// SAFETY: as above; shared access only reads.
unsafe impl Sync for Allocation {}

impl Allocation {
    /// # Errors
    /// The driver's error.
    pub fn new(context: &Context, device: &Device, kind: Kind, len: usize) -> ZeResult<Self> {
        Self::aligned(context, device, kind, len, 64)
    }

    /// # Errors
    /// The driver's error; `alignment` goes to it unchecked.
    pub fn aligned(
        context: &Context,
        device: &Device,
        kind: Kind,
        len: usize,
        alignment: usize,
    ) -> ZeResult<Self> {
        let api = context.api;
        let for_device = ze_device_mem_alloc_desc_t {
            stype: ZE_STRUCTURE_TYPE_DEVICE_MEM_ALLOC_DESC,
            ..Default::default()
        };
        let for_host =
            ze_host_mem_alloc_desc_t { stype: ZE_STRUCTURE_TYPE_HOST_MEM_ALLOC_DESC, ..Default::default() };
        let (c, d) = (context.handle, device.handle);
        let mut pointer = std::ptr::null_mut();
        // SAFETY: live handles, descriptors with their stypes, a local for the pointer.
        let (function, result) = unsafe {
            match kind {
                Kind::Host => {
                    ("zeMemAllocHost", api.zeMemAllocHost(c, &for_host, len, alignment, &mut pointer))
                }
                Kind::Device => (
                    "zeMemAllocDevice",
                    api.zeMemAllocDevice(c, &for_device, len, alignment, d, &mut pointer),
                ),
                Kind::Shared => (
                    "zeMemAllocShared",
                    api.zeMemAllocShared(c, &for_device, &for_host, len, alignment, d, &mut pointer),
                ),
            }
        };
        check(function, result)?;
        Ok(Self { api, context: context.handle, place: MemoryRange { address: pointer.cast(), len }, kind })
    }

    #[must_use]
    pub fn place(&self) -> MemoryRange {
        self.place
    }

    /// Frees now and says how it went, which a drop cannot.
    ///
    /// # Errors
    /// The driver's error.
    pub fn free(self) -> ZeResult {
        let this = ManuallyDrop::new(self);
        // SAFETY: the pointer came from zeMemAlloc* of this context and is not freed again.
        check("zeMemFree", unsafe { this.api.zeMemFree(this.context, this.place.pointer()) })
    }

    /// Never freed: what a leak is.
    pub fn leak(self) {
        let _ = ManuallyDrop::new(self);
    }

    /// # Panics
    /// Device memory, which the host cannot read.
    #[must_use]
    pub fn bytes(&self) -> &[u8] {
        assert_ne!(self.kind, Kind::Device);
        // SAFETY: host and shared memory is readable by the host for its whole length while allocated; the
        // driver hands it out zeroed or not, but mapped; the workload has synchronised before it looks.
        unsafe { std::slice::from_raw_parts(self.place.address, self.place.len) }
    }

    /// # Panics
    /// Device memory, which the host cannot write.
    #[must_use]
    pub fn bytes_mut(&mut self) -> &mut [u8] {
        assert_ne!(self.kind, Kind::Device);
        // SAFETY: as in `bytes`, and borrowed exclusively.
        unsafe { std::slice::from_raw_parts_mut(self.place.address, self.place.len) }
    }

    /// Writes `f32`s from the start of the memory.
    pub fn write_f32(&mut self, value: impl Fn(usize) -> f32) {
        for (index, bytes) in self.bytes_mut().as_chunks_mut::<4>().0.iter_mut().enumerate() {
            *bytes = value(index).to_ne_bytes();
        }
    }

    #[must_use]
    pub fn read_f32(&self) -> Vec<f32> {
        self.bytes().as_chunks::<4>().0.iter().map(|bytes| f32::from_ne_bytes(*bytes)).collect()
    }
}

impl Drop for Allocation {
    fn drop(&mut self) {
        // SAFETY: the pointer came from zeMemAlloc* of this context; `free` and `leak` skip this drop.
        unsafe { self.api.zeMemFree(self.context, self.place.pointer()) };
    }
}

/// Memory that Level Zero does not know.
pub struct Heap {
    bytes: Vec<u8>,
}

impl Heap {
    #[must_use]
    pub fn new(len: usize) -> Self {
        Self { bytes: vec![0; len] }
    }

    /// Takes `&mut self`, since a command may write there.
    pub fn place(&mut self) -> MemoryRange {
        MemoryRange { address: self.bytes.as_mut_ptr(), len: self.bytes.len() }
    }

    #[must_use]
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    pub fn bytes_mut(&mut self) -> &mut [u8] {
        &mut self.bytes
    }
}
