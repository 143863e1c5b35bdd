//! Free lists: blocks of one size class that can be given out again; and the private lists into which one thread collects
//! free blocks, to see which regions are unused.

use crate::heap::class::{Class, UNIT};
use crate::sync::atomic::{AtomicBool, AtomicPtr, AtomicUsize, Ordering};
use std::ptr::null_mut;

/// A free block; it begins with its link.
pub struct FreeBlock {
    next: AtomicPtr<FreeBlock>,
}

/// The free list of one size class: last in, first out.
#[repr(align(64))]
pub struct FreeList {
    first: AtomicPtr<FreeBlock>,
    /// Held by the one thread that may pop. It stays held in a forked child if another thread of the parent held it at the
    /// fork.
    pub(super) pop_lock: AtomicBool,
}

impl FreeList {
    pub const fn new() -> Self {
        Self { first: AtomicPtr::new(null_mut()), pop_lock: AtomicBool::new(false) }
    }

    /// # Safety
    /// The block is its caller's, who gives it up, and is large enough for a [`FreeBlock`].
    pub unsafe fn push(&self, block: *mut FreeBlock) {
        let mut first = self.first.load(Ordering::Relaxed);
        // SAFETY: the caller's promise; blocks are aligned to `UNIT`.
        unsafe { block.write(FreeBlock { next: AtomicPtr::new(first) }) };
        while let Err(other) =
            self.first.compare_exchange_weak(first, block, Ordering::Release, Ordering::Relaxed)
        {
            first = other;
            // SAFETY: nobody else knows of the block yet.
            unsafe { &*block }.next.store(first, Ordering::Relaxed);
        }
    }

    /// Takes a block off the list. `None` if the list is empty, or while another thread pops.
    pub fn pop(&self) -> Option<*mut FreeBlock> {
        if self.first.load(Ordering::Relaxed).is_null() || self.pop_lock.swap(true, Ordering::Acquire) {
            return None;
        }
        let mut first = self.first.load(Ordering::Acquire);
        // SAFETY: a block on this list. Only we can take it off, so it stays there until the exchange succeeds, and
        // if that does, its next one is still the one that was read: others only put blocks before it.
        while let Some(block) = unsafe { first.as_ref() } {
            let next = block.next.load(Ordering::Relaxed);
            match self.first.compare_exchange_weak(first, next, Ordering::Acquire, Ordering::Acquire) {
                Ok(_) => break,
                Err(other) => first = other,
            }
        }
        self.pop_lock.store(false, Ordering::Release);
        (!first.is_null()).then_some(first)
    }

    /// Moves all blocks into private lists, chosen by each block's address. Does nothing while another thread pops.
    pub fn drain_into<'a>(&self, class: Class, list_for: impl Fn(usize) -> &'a PrivateList) {
        if self.first.load(Ordering::Relaxed).is_null() || self.pop_lock.swap(true, Ordering::Acquire) {
            return;
        }
        let mut block = self.first.swap(null_mut(), Ordering::Acquire);
        self.pop_lock.store(false, Ordering::Release);
        // SAFETY: null, or a block that was on the list. Nobody else has it now, so it stays mapped.
        while let Some(free) = unsafe { block.as_ref() } {
            let next = free.next.load(Ordering::Relaxed);
            // SAFETY: nobody else has the block, and its link has been read: it may be overwritten.
            unsafe { list_for(block.addr()).add(block, class) };
            block = next;
        }
    }
}

/// A free block in a private list.
#[derive(Clone, Copy)]
struct PrivateBlock {
    next: *mut PrivateBlock,
    class: Class,
}

const _: () = assert!(size_of::<PrivateBlock>() <= UNIT && size_of::<FreeBlock>() <= UNIT);

/// Free blocks that one thread has collected, linked through the blocks; no other thread reaches them.
pub struct PrivateList {
    first: AtomicPtr<PrivateBlock>,
    blocks: AtomicUsize,
    bytes: AtomicUsize,
}

impl PrivateList {
    pub const fn new() -> Self {
        Self { first: AtomicPtr::new(null_mut()), blocks: AtomicUsize::new(0), bytes: AtomicUsize::new(0) }
    }

    pub fn blocks(&self) -> usize {
        self.blocks.load(Ordering::Relaxed)
    }

    pub fn bytes(&self) -> usize {
        self.bytes.load(Ordering::Relaxed)
    }

    /// Forgets the blocks, without freeing them.
    pub fn clear(&self) {
        self.first.store(null_mut(), Ordering::Relaxed);
        self.blocks.store(0, Ordering::Relaxed);
        self.bytes.store(0, Ordering::Relaxed);
    }

    /// # Safety
    /// A block of that class, which the caller has taken, and gives up.
    unsafe fn add(&self, block: *mut FreeBlock, class: Class) {
        let block: *mut PrivateBlock = block.cast();
        // SAFETY: the caller's promise; a block is one unit or more, as large as this.
        unsafe { block.write(PrivateBlock { next: self.first.load(Ordering::Relaxed), class }) };
        self.first.store(block, Ordering::Relaxed);
        self.blocks.fetch_add(1, Ordering::Relaxed);
        self.bytes.fetch_add(class.size(), Ordering::Relaxed);
    }

    /// Takes all blocks out of the list.
    pub fn drain(&self) -> impl Iterator<Item = (*mut FreeBlock, Class)> {
        let mut first = self.first.load(Ordering::Relaxed);
        self.clear();
        std::iter::from_fn(move || {
            let block = first;
            // SAFETY: null, or a block of this list: nobody else has it.
            let PrivateBlock { next, class } = *unsafe { block.as_ref() }?;
            first = next;
            Some((block.cast(), class))
        })
    }
}
