//! Blocks that are free.

use crate::heap::class::{Class, UNIT};
use crate::sync::atomic::{AtomicBool, AtomicPtr, AtomicUsize, Ordering};
use std::ptr::null_mut;

/// A block that is free.
pub struct Free {
    next: AtomicPtr<Free>,
}

/// Free blocks of one class, the last one first.
#[repr(align(64))]
pub struct List {
    first: AtomicPtr<Free>,
    /// Somebody is taking one. For ever, in a forked child, if that was another thread of its parent's.
    pub(super) taken: AtomicBool,
}

impl List {
    pub const fn new() -> Self {
        Self { first: AtomicPtr::new(null_mut()), taken: AtomicBool::new(false) }
    }

    /// # Safety
    /// The block is its caller's, who gives it up, and is large enough for a [`Free`].
    pub unsafe fn put(&self, block: *mut Free) {
        let mut first = self.first.load(Ordering::Relaxed);
        // SAFETY: the caller's promise; blocks are aligned to `UNIT`.
        unsafe { block.write(Free { next: AtomicPtr::new(first) }) };
        while let Err(other) =
            self.first.compare_exchange_weak(first, block, Ordering::Release, Ordering::Relaxed)
        {
            first = other;
            // SAFETY: nobody else knows of the block yet.
            unsafe { &*block }.next.store(first, Ordering::Relaxed);
        }
    }

    /// `None` if there is none, or somebody else is taking one.
    pub fn take(&self) -> Option<*mut Free> {
        if self.first.load(Ordering::Relaxed).is_null() || self.taken.swap(true, Ordering::Acquire) {
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
        self.taken.store(false, Ordering::Release);
        (!first.is_null()).then_some(first)
    }

    /// Puts all of them in a hand, which depends on the address, unless somebody else is taking one.
    pub fn take_all<'a>(&self, class: Class, hand: impl Fn(usize) -> &'a Hand) {
        if self.first.load(Ordering::Relaxed).is_null() || self.taken.swap(true, Ordering::Acquire) {
            return;
        }
        let mut block = self.first.swap(null_mut(), Ordering::Acquire);
        self.taken.store(false, Ordering::Release);
        // SAFETY: null, or a block that was on the list. Nobody else has it now, so it stays mapped.
        while let Some(free) = unsafe { block.as_ref() } {
            let next = free.next.load(Ordering::Relaxed);
            // SAFETY: as above; what it was as a free block has been read.
            unsafe { hand(block.addr()).add(block, class) };
            block = next;
        }
    }
}

/// A free block in a thread's hand.
#[derive(Clone, Copy)]
struct InHand {
    next: *mut InHand,
    class: Class,
}

const _: () = assert!(size_of::<InHand>() <= UNIT && size_of::<Free>() <= UNIT);

/// Free blocks that one thread has taken, linked through the blocks.
pub struct Hand {
    first: AtomicPtr<InHand>,
    blocks: AtomicUsize,
    bytes: AtomicUsize,
}

impl Hand {
    pub const fn new() -> Self {
        Self { first: AtomicPtr::new(null_mut()), blocks: AtomicUsize::new(0), bytes: AtomicUsize::new(0) }
    }

    pub fn blocks(&self) -> usize {
        self.blocks.load(Ordering::Relaxed)
    }

    pub fn bytes(&self) -> usize {
        self.bytes.load(Ordering::Relaxed)
    }

    /// Forgets the blocks.
    pub fn empty(&self) {
        self.first.store(null_mut(), Ordering::Relaxed);
        self.blocks.store(0, Ordering::Relaxed);
        self.bytes.store(0, Ordering::Relaxed);
    }

    /// # Safety
    /// A block of that class, which the caller has taken, and gives up.
    unsafe fn add(&self, block: *mut Free, class: Class) {
        let block: *mut InHand = block.cast();
        // SAFETY: the caller's promise; a block is one unit or more, as large as this.
        unsafe { block.write(InHand { next: self.first.load(Ordering::Relaxed), class }) };
        self.first.store(block, Ordering::Relaxed);
        self.blocks.fetch_add(1, Ordering::Relaxed);
        self.bytes.fetch_add(class.size(), Ordering::Relaxed);
    }

    /// The blocks, which leave the hand.
    pub fn take(&self) -> impl Iterator<Item = (*mut Free, Class)> {
        let mut first = self.first.load(Ordering::Relaxed);
        self.empty();
        std::iter::from_fn(move || {
            let block = first;
            // SAFETY: null, or a block that was in hand: nobody else has it.
            let InHand { next, class } = *unsafe { block.as_ref() }?;
            first = next;
            Some((block.cast(), class))
        })
    }
}
