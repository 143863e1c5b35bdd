//! Memory from the system.

use crate::errno;
use crate::heap::leak_checker;
use std::ptr::null_mut;
use std::sync::atomic::{AtomicUsize, Ordering};

/// A heap's mappings.
pub struct Mappings {
    bytes: AtomicUsize,
}

impl Mappings {
    pub const fn new() -> Self {
        Self { bytes: AtomicUsize::new(0) }
    }

    /// Their sizes together.
    pub fn bytes(&self) -> usize {
        self.bytes.load(Ordering::Relaxed)
    }

    /// New memory, all zeros.
    pub fn map(&self, size: usize) -> Option<*mut u8> {
        let kind = libc::MAP_PRIVATE | libc::MAP_ANONYMOUS;
        // SAFETY: a new mapping touches nothing that is there.
        let memory = errno::kept(|| unsafe {
            libc::mmap(null_mut(), size, libc::PROT_READ | libc::PROT_WRITE, kind, -1, 0)
        });
        let memory = (memory != libc::MAP_FAILED).then_some(memory.cast())?;
        self.bytes.fetch_add(size, Ordering::Relaxed);
        leak_checker::after_map(memory, size);
        Some(memory)
    }

    /// Gives memory back to the system.
    ///
    /// # Safety
    /// As `map` gave it, with its size, and nobody uses it any more.
    pub unsafe fn unmap(&self, memory: *mut u8, size: usize) {
        leak_checker::before_unmap(memory, size);
        // SAFETY: the caller's promise.
        unsafe { libc::munmap(memory.cast(), size) };
        self.bytes.fetch_sub(size, Ordering::Relaxed);
    }
}
