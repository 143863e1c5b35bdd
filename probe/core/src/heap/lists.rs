//! Blocks that are free.

use crate::heap::class::{Class, UNIT};
use std::ptr::null_mut;
use std::sync::atomic::{AtomicBool, AtomicPtr, Ordering};

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

    /// All of them, linked; null if there are none, or somebody else is taking one.
    fn take_all(&self) -> *mut Free {
        if self.first.load(Ordering::Relaxed).is_null() || self.taken.swap(true, Ordering::Acquire) {
            return null_mut();
        }
        let first = self.first.swap(null_mut(), Ordering::Acquire);
        self.taken.store(false, Ordering::Release);
        first
    }
}

/// A free block in a thread's hand.
#[derive(Clone, Copy)]
struct InHand {
    next: *mut InHand,
    class: Class,
}

/// Free blocks that one thread has taken, linked through the blocks.
pub struct Hand {
    first: *mut InHand,
}

impl Hand {
    pub const fn new() -> Self {
        Self { first: null_mut() }
    }

    /// Takes all blocks of a list, unless somebody else is taking one.
    pub fn take_all(&mut self, list: &List, class: Class, mut took: impl FnMut(*mut Free)) {
        let mut block = list.take_all();
        // SAFETY: null, or a block that was on the list, which nobody else has. It stays mapped: only the thread that has
        // all of a region's blocks in hand gives that back.
        while let Some(free) = unsafe { block.as_ref() } {
            let next = free.next.load(Ordering::Relaxed);
            took(block);
            let in_hand: *mut InHand = block.cast();
            // SAFETY: as above; a block is one unit or more, as large as this, and what it was as a free one has been read.
            unsafe { in_hand.write(InHand { next: self.first, class }) };
            self.first = in_hand;
            block = next;
        }
    }
}

const _: () = assert!(size_of::<InHand>() <= UNIT && size_of::<Free>() <= UNIT);

/// They leave the hand.
impl Iterator for Hand {
    type Item = (*mut Free, Class);

    fn next(&mut self) -> Option<Self::Item> {
        let first = self.first;
        // SAFETY: null, or a block in hand.
        let InHand { next, class } = *unsafe { first.as_ref() }?;
        self.first = next;
        Some((first.cast(), class))
    }
}
