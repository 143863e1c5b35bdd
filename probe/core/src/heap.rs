//! The probe's own memory. The program's `malloc` is not used: it may be the program's own, its figures and its system
//! calls are the program's (glibc's opens a file when a thread's arena shrinks, for which a seccomp filter may kill), and its
//! locks are those of a thread that may have been stopped or not been forked along.
//!
//! - A block belongs to a class of sizes, four for each power of two, and keeps it: freed, it goes to the list of its class.
//! - New blocks are cut off a region. The next region is there before it is needed ([`Heap::provide`]).
//! - Large blocks have mappings of their own. Threads of ours give back those that are free ([`Heap::give_back`]).
//! - Where the program may have no more mappings (RLIMIT_AS, RLIMIT_DATA), its `malloc` may still have memory. That is asked
//!   last ([`borrow`]): without memory, the process would be ended.
//! - Nobody waits. Freeing is one exchange; taking from a list needs a word that one thread has at a time, and whoever finds
//!   it taken goes to another list, or cuts a new block. So a signal handler can interrupt it, and a forked child can lack
//!   the thread that had it.
//! - Of the kernel, only `mmap` is asked for on the program's threads, as the dynamic linker does.
//! - A leak checker in the program knows our memory, since pointers to the driver's objects are in it
//!   ([`look_for_leak_checker`]).

mod leak_checker;

pub use leak_checker::look_for_leak_checker;

use crate::{errno, sandbox};
use std::alloc::{GlobalAlloc, Layout};
use std::ptr::null_mut;
use std::sync::atomic::{AtomicBool, AtomicPtr, AtomicUsize, Ordering};

/// The probe's, in this process. Only the libraries that are put into programs use it (`#[global_allocator]`).
pub static HEAP: Heap = Heap::new();

/// For `#[global_allocator]`: memory of [`HEAP`].
pub struct ProbeMemory;

// SAFETY: `take` gives memory that nobody else has, of that size and alignment, until it is put back.
unsafe impl GlobalAlloc for ProbeMemory {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        HEAP.take(layout)
    }

    unsafe fn dealloc(&self, block: *mut u8, layout: Layout) {
        // SAFETY: the caller's promise: a block of ours with that layout, which it gives up.
        unsafe { HEAP.put_back(block, layout) }
    }

    unsafe fn realloc(&self, block: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        // SAFETY: the caller's promise: with that alignment it is a valid size.
        let new = unsafe { Layout::from_size_align_unchecked(size, layout.align()) };
        if Class::of(new) == Class::of(layout) {
            return block;
        }
        let moved = HEAP.take(new);
        if !moved.is_null() {
            // SAFETY: two blocks, each at least as long as what is copied, and the old one is given up.
            unsafe {
                block.copy_to_nonoverlapping(moved, layout.size().min(size));
                HEAP.put_back(block, layout);
            }
        }
        moved
    }
}

/// Of the smallest blocks; every block is aligned to it.
const UNIT: usize = 16;
/// Up to this, classes are one unit apart; from there on there are four for each power of two.
const FINE: usize = 8 * UNIT;
/// Alignments up to this can be had.
const PAGE: usize = 4096;
/// What is cut into blocks, in the order in which it is tried: there may be a limit (RLIMIT_AS, locked memory).
const REGIONS: [usize; 2] = [2 << 20, 128 << 10];
/// Larger blocks have mappings of their own.
const LARGE: usize = REGIONS[0] / 8;
/// The end of sizes: no process has so many addresses.
const END: usize = 1 << 47;
const CLASSES: usize = Class::of_size(END).0 + 1;
/// Lists for each class: so many that hardly ever all of them have a thread that was interrupted while it took a block. New
/// blocks would be cut then, though others are free.
const LISTS: usize = 16;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Class(usize);

impl Class {
    /// `None` if there are no such blocks.
    fn of(layout: Layout) -> Option<Self> {
        let size = layout.size().max(UNIT);
        // Powers of two are aligned to themselves.
        let size =
            if layout.align() > UNIT { size.max(layout.align()).checked_next_power_of_two()? } else { size };
        (size <= END && layout.align() <= PAGE).then(|| Self::of_size(size))
    }

    const fn of_size(size: usize) -> Self {
        let last = size - 1;
        if size <= FINE {
            return Self(last / UNIT);
        }
        // The highest bit says which power of two, the next two bits which quarter.
        let power = last.ilog2();
        Self(FINE / UNIT + (power - FINE.ilog2()) as usize * 4 + (last >> (power - 2)) - 4)
    }

    /// Of its blocks, in bytes.
    const fn size(self) -> usize {
        let fine = FINE / UNIT;
        if self.0 < fine {
            return (self.0 + 1) * UNIT;
        }
        let (power, quarter) = ((self.0 - fine) / 4, (self.0 - fine) % 4);
        (quarter + 5) << (power + FINE.ilog2() as usize - 2)
    }

    const fn is_large(self) -> bool {
        self.size() > LARGE
    }
}

/// A block that is free.
struct Free {
    next: AtomicPtr<Free>,
}

/// Free blocks of one class, the last one first.
#[repr(align(64))]
struct List {
    first: AtomicPtr<Free>,
    /// Somebody is taking one. For ever, in a forked child, if that was another thread of its parent's.
    taken: AtomicBool,
}

impl List {
    const fn new() -> Self {
        Self { first: AtomicPtr::new(null_mut()), taken: AtomicBool::new(false) }
    }

    /// # Safety
    /// The block is its caller's, who gives it up, and is large enough for a [`Free`].
    unsafe fn put(&self, block: *mut Free) {
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
    fn take(&self) -> Option<*mut Free> {
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
}

/// The beginning of a region, which stays mapped.
struct Region {
    size: usize,
    /// Bytes that have been cut off, with these.
    used: AtomicUsize,
    /// The next one that is not in use.
    next: AtomicPtr<Region>,
}

impl Region {
    /// Large enough for a block of that size, if the system has memory.
    fn map(block: usize) -> Option<*mut Self> {
        let least = (block + PAGE).next_multiple_of(PAGE);
        let sizes = REGIONS.into_iter().filter(|size| *size > least).chain([least]);
        let (size, region) = sizes.into_iter().find_map(|size| Some((size, map(size)?)))?;
        let region: *mut Self = region.cast();
        let new = Self { size, used: AtomicUsize::new(size_of::<Self>()), next: AtomicPtr::new(null_mut()) };
        // SAFETY: new memory, page-aligned, and longer than this.
        unsafe { region.write(new) };
        Some(region)
    }

    /// Where a new block ends, if there is room for one.
    fn end_of_next(&self, used: usize, size: usize) -> Option<usize> {
        Some(used.next_multiple_of(align_of_blocks(size)) + size).filter(|end| *end <= self.size)
    }

    fn has_room(&self, size: usize) -> bool {
        self.end_of_next(self.used.load(Ordering::Relaxed), size).is_some()
    }

    /// A new block.
    fn cut(&self, size: usize) -> Option<*mut u8> {
        let align = align_of_blocks(size);
        let end = |used| self.end_of_next(used, size);
        let before = self.used.fetch_update(Ordering::Relaxed, Ordering::Relaxed, end).ok()?;
        // SAFETY: within the region, which starts at `self`: its end has just been compared.
        Some(unsafe { std::ptr::from_ref(self).cast::<u8>().add(before.next_multiple_of(align)).cast_mut() })
    }
}

/// The largest power of two that divides its size, up to a page.
fn align_of_blocks(size: usize) -> usize {
    (1 << size.trailing_zeros()).min(PAGE)
}

pub struct Heap {
    /// What new blocks are cut off.
    current: AtomicPtr<Region>,
    /// The next ones, not in use yet.
    spare: AtomicPtr<Region>,
    /// There are large blocks of the program's `malloc`.
    has_borrowed: AtomicBool,
    free: [[List; LISTS]; CLASSES],
}

impl Heap {
    #[must_use]
    pub const fn new() -> Self {
        Self {
            current: AtomicPtr::new(null_mut()),
            spare: AtomicPtr::new(null_mut()),
            has_borrowed: AtomicBool::new(false),
            free: [const { [const { List::new() }; LISTS] }; CLASSES],
        }
    }

    /// A block of memory; null if there is none.
    fn take(&self, layout: Layout) -> *mut u8 {
        let Some(class) = Class::of(layout) else { return null_mut() };
        let lists = &self.free[class.0];
        // Threads begin at different lists: their stacks are megabytes apart.
        let here = 0_u8;
        let begin = spread(std::ptr::from_ref(&here).addr() >> 18);
        let free = (0..LISTS).find_map(|at| lists[(begin + at) % LISTS].take());
        let block = match free {
            Some(block) => Some(block.cast()),
            None if class.is_large() => map(class.size()),
            None => self.cut(class.size()),
        };
        block.or_else(|| self.borrow(class)).unwrap_or(null_mut())
    }

    /// A block of the program's `malloc`, which stays ours.
    fn borrow(&self, class: Class) -> Option<*mut u8> {
        // Before the block can be freed, and given back as a mapping.
        self.has_borrowed.fetch_or(class.is_large(), Ordering::SeqCst);
        let mut block = null_mut();
        // SAFETY: a power of two, at least a word; `block` is written if it succeeds.
        let error = errno::kept(|| unsafe {
            libc::posix_memalign(&raw mut block, align_of_blocks(class.size()), class.size())
        });
        (error == 0).then_some(block.cast())
    }

    /// # Safety
    /// A block that `take` gave for this layout, and that its caller gives up.
    unsafe fn put_back(&self, block: *mut u8, layout: Layout) {
        // `take` has found a class.
        let Some(class) = Class::of(layout) else { return };
        // By the block, not by the thread: blocks that one thread makes and another frees are spread, too.
        let list = &self.free[class.0][spread(block.addr() / UNIT)];
        // SAFETY: the caller's promise; a block is one unit or more, which is larger than `Free`.
        unsafe { list.put(block.cast()) };
    }

    /// A block that is new.
    fn cut(&self, size: usize) -> Option<*mut u8> {
        loop {
            let current = self.current.load(Ordering::Acquire);
            // SAFETY: null, or a region, which stays mapped.
            if let Some(block) = unsafe { current.as_ref() }.and_then(|region| region.cut(size)) {
                return Some(block);
            }
            let next = self.take_spare(size).or_else(|| Region::map(size))?;
            if self.current.compare_exchange(current, next, Ordering::AcqRel, Ordering::Relaxed).is_err() {
                self.keep(next);
            }
        }
    }

    /// A region that is not in use and has room for a block of that size.
    fn take_spare(&self, size: usize) -> Option<*mut Region> {
        let mut found = None;
        // All of them, so that nobody else can take one meanwhile: whoever comes now maps another.
        let mut spare = self.spare.swap(null_mut(), Ordering::AcqRel);
        // SAFETY: regions that only we know of.
        while let Some(region) = unsafe { spare.as_ref() } {
            let next = region.next.load(Ordering::Relaxed);
            if found.is_none() && region.has_room(size) {
                found = Some(spare);
            } else {
                self.keep(spare);
            }
            spare = next;
        }
        found
    }

    /// Keeps a region that is not in use for later. It is not given back to the system, since this may be a thread of the
    /// program's.
    fn keep(&self, region: *mut Region) {
        let mut first = self.spare.load(Ordering::Relaxed);
        loop {
            // SAFETY: a region that only we know of.
            unsafe { &*region }.next.store(first, Ordering::Relaxed);
            match self.spare.compare_exchange_weak(first, region, Ordering::AcqRel, Ordering::Relaxed) {
                Ok(_) => return,
                Err(other) => first = other,
            }
        }
    }

    /// Sees to it that a further region is there, unless the program filters its system calls. To be called where that can
    /// harm nobody: when the program is launched, and by our own threads.
    pub fn provide(&self) {
        if !self.spare.load(Ordering::Relaxed).is_null() || sandbox::is_filtered() {
            return;
        }
        if let Some(region) = Region::map(0)
            && self.spare.compare_exchange(null_mut(), region, Ordering::AcqRel, Ordering::Relaxed).is_err()
        {
            // Another thread was sooner.
            // SAFETY: a region that only we know of.
            unmap(region.cast(), unsafe { &*region }.size);
        }
    }

    /// Gives large blocks that are free back to the system, unless the program filters its system calls. For our own
    /// threads, when little is going on.
    pub fn give_back(&self) {
        if sandbox::is_filtered() {
            return;
        }
        for (class, lists) in self.free.iter().enumerate().filter(|(class, _)| Class(*class).is_large()) {
            for list in lists {
                while let Some(block) = list.take() {
                    // What was put on the list after that was set may be no mapping.
                    if self.has_borrowed.load(Ordering::SeqCst) {
                        // SAFETY: a block that we have just taken.
                        unsafe { list.put(block) };
                        return;
                    }
                    unmap(block.cast(), Class(class).size());
                }
            }
        }
    }
}

impl Default for Heap {
    fn default() -> Self {
        Self::new()
    }
}

/// The number of a list, for a number whose lower bits are much the same. The factor is 2^64 divided by the golden ratio
/// (Knuth, The Art of Computer Programming, volume 3, 6.4).
fn spread(number: usize) -> usize {
    (number as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(8) as usize % LISTS
}

/// New memory, all zeros.
fn map(size: usize) -> Option<*mut u8> {
    let kind = libc::MAP_PRIVATE | libc::MAP_ANONYMOUS;
    // SAFETY: a new mapping touches nothing that is there.
    let memory = errno::kept(|| unsafe {
        libc::mmap(null_mut(), size, libc::PROT_READ | libc::PROT_WRITE, kind, -1, 0)
    });
    let memory = (memory != libc::MAP_FAILED).then_some(memory.cast())?;
    leak_checker::mapped(memory, size);
    Some(memory)
}

/// Gives a mapping of ours back that nobody uses.
fn unmap(memory: *mut u8, size: usize) {
    leak_checker::unmapped(memory, size);
    // SAFETY: as `map` gave it; callers have taken it off every list.
    unsafe { libc::munmap(memory.cast(), size) };
}

#[cfg(test)]
mod tests;
