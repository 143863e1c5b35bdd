//! The probe's own memory. The program's `malloc` is not used: it may be the program's own, its figures and its system
//! calls are the program's (glibc's opens a file when a thread's arena shrinks, for which a seccomp filter may kill), and its
//! locks are those of a thread that may have been stopped or not been forked along.
//!
//! - A block belongs to a class of sizes, four for each power of two, and keeps it: freed, it goes to the list of its class.
//! - New blocks are cut off a region. The next region is there before it is needed ([`Heap::provide`]). Regions of which all
//!   blocks are free are given back after a detach ([`Heap::give_back_regions`]).
//! - Large blocks have mappings of their own. Threads of the probe's give back those that are free ([`Heap::give_back`]).
//! - Where the program may have no more mappings (RLIMIT_AS, RLIMIT_DATA), its `malloc` may still have memory. That is asked
//!   last (`borrow`): without memory, the process would be ended.
//! - Nobody waits. Freeing is one exchange; taking from a list needs a word that one thread has at a time, and whoever finds
//!   it taken goes to another list, or cuts a new block. So a signal handler can interrupt it, and a forked child can lack
//!   the thread that had it.
//! - Of the kernel, only `mmap` is asked for on the program's threads, as the dynamic linker does.
//! - A leak checker in the program knows our memory, since pointers to the driver's objects are in it
//!   ([`look_for_leak_checker`]).

mod class;
mod leak_checker;
mod lists;
mod mappings;
mod regions;

pub use leak_checker::look_for_leak_checker;

use crate::{errno, sandbox, thread};
use class::{CLASSES, Class, UNIT, align_of_blocks};
use lists::{FreeList, PrivateList};
use mappings::Mappings;
use regions::{Region, Regions};
use std::alloc::{GlobalAlloc, Layout};
use std::ptr::null_mut;
use std::sync::atomic::{AtomicBool, AtomicPtr, AtomicU64, AtomicUsize, Ordering};

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
        // SAFETY: the caller's promise: a block of the probe's with that layout, which it gives up.
        unsafe { HEAP.put_back(block, layout) }
    }

    unsafe fn realloc(&self, block: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        // SAFETY: the caller's promise: with that alignment it is a valid size.
        let new = unsafe { Layout::from_size_align_unchecked(size, layout.align()) };
        if Class::for_layout(new) == Class::for_layout(layout) {
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

/// Lists for each class. If each had a thread that was interrupted while it took a block, new blocks would be cut though
/// others are free: with this many lists that hardly ever happens.
const LISTS: usize = 16;

/// It has pointers into itself: from the first block on, it stays where it is.
pub struct Heap {
    /// What new blocks are cut off.
    current: AtomicPtr<Region>,
    /// The next ones, not in use yet.
    spare: AtomicPtr<Region>,
    regions: Regions,
    mappings: Mappings,
    /// Bytes of all blocks there are, given out or free.
    made: AtomicUsize,
    /// There are large blocks of the program's `malloc`.
    has_borrowed: AtomicBool,
    /// Who gives regions back: see [`Heap::take_turn`].
    turn: AtomicU64,
    free: [[FreeList; LISTS]; CLASSES],
}

/// A heap's size, in bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Held {
    /// Blocks that are given out. Those of a list that somebody took a block from at that moment are counted, too.
    pub given_out: usize,
    /// Mappings.
    pub mapped: usize,
}

impl Heap {
    const fn new() -> Self {
        Self {
            current: AtomicPtr::new(null_mut()),
            spare: AtomicPtr::new(null_mut()),
            regions: Regions::new(),
            mappings: Mappings::new(),
            made: AtomicUsize::new(0),
            has_borrowed: AtomicBool::new(false),
            turn: AtomicU64::new(0),
            free: [const { [const { FreeList::new() }; LISTS] }; CLASSES],
        }
    }

    /// Start and end of the regions that small blocks are cut off, at this moment.
    pub fn regions(&self) -> impl Iterator<Item = (usize, usize)> {
        self.regions.iter().map(Region::range).filter(|(start, end)| start < end)
    }

    /// A block of memory; null if there is none.
    fn take(&self, layout: Layout) -> *mut u8 {
        let Some(class) = Class::for_layout(layout) else { return null_mut() };
        let lists = &self.free[class.0];
        // Threads begin at different lists: their stacks are megabytes apart.
        let here = 0_u8;
        let begin = spread(std::ptr::from_ref(&here).addr() >> 18);
        let free = (0..LISTS).find_map(|at| lists[(begin + at) % LISTS].pop());
        free.map(<*mut _>::cast).or_else(|| self.make(class)).unwrap_or(null_mut())
    }

    /// A block that is new.
    fn make(&self, class: Class) -> Option<*mut u8> {
        let size = class.size();
        let block = if class.is_large() { self.mappings.map(size) } else { self.cut(size) };
        let block = block.or_else(|| self.borrow(class))?;
        self.made.fetch_add(size, Ordering::Relaxed);
        Some(block)
    }

    /// A block of the program's `malloc`, which the probe keeps.
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
        let Some(class) = Class::for_layout(layout) else { return };
        // SAFETY: the caller's promise; a block is one unit or more, which is larger than `FreeBlock`.
        unsafe { self.list(class, block).push(block.cast()) };
    }

    /// Where that block goes when it is free.
    fn list(&self, class: Class, block: *mut u8) -> &FreeList {
        // By the block, not by the thread: blocks that one thread makes and another frees are spread, too.
        &self.free[class.0][spread(block.addr() / UNIT)]
    }

    fn cut(&self, size: usize) -> Option<*mut u8> {
        loop {
            let current = self.current.load(Ordering::Acquire);
            // SAFETY: null, or the place of a region, which stays, whatever has become of the region itself.
            if let Some(block) = unsafe { current.as_ref() }.and_then(|region| region.cut(size)) {
                return Some(block);
            }
            let next = self.take_spare(size).or_else(|| self.regions.map(size, &self.mappings))?;
            let to = std::ptr::from_ref(next).cast_mut();
            match self.current.compare_exchange(current, to, Ordering::AcqRel, Ordering::Relaxed) {
                Ok(_) => next.release(),
                Err(_) => self.keep(next),
            }
        }
    }

    /// Takes the regions that are not in use, for the caller alone: whoever needs one meanwhile maps another.
    fn take_spares(&self) -> impl Iterator<Item = &Region> {
        let mut spare = self.spare.swap(null_mut(), Ordering::AcqRel);
        std::iter::from_fn(move || {
            // SAFETY: null, or the place of a region, which stays. Only we know that it is spare.
            let region = unsafe { spare.as_ref() }?;
            spare = region.next.load(Ordering::Relaxed);
            Some(region)
        })
    }

    /// A region that is not in use and has room for a block of that size.
    fn take_spare(&self, size: usize) -> Option<&Region> {
        let mut found = None;
        for region in self.take_spares() {
            if found.is_none() && region.has_room(size) {
                found = Some(region);
            } else {
                self.keep(region);
            }
        }
        found
    }

    /// Keeps a region that is not in use, and that the caller owns, for later. It is not given back to the system, since this
    /// may be a thread of the program's.
    fn keep(&self, region: &Region) {
        let to = std::ptr::from_ref(region).cast_mut();
        let mut first = self.spare.load(Ordering::Relaxed);
        loop {
            region.next.store(first, Ordering::Relaxed);
            match self.spare.compare_exchange_weak(first, to, Ordering::AcqRel, Ordering::Relaxed) {
                Ok(_) => return,
                Err(other) => first = other,
            }
        }
    }

    /// Sees to it that a further region is there, unless the program filters its system calls. To be called where that can
    /// harm nobody: when the program is launched, and by our own threads.
    pub fn provide(&self) {
        if self.spare.load(Ordering::Relaxed).is_null()
            && !sandbox::is_filtered()
            && let Some(region) = self.regions.map(0, &self.mappings)
        {
            self.keep(region);
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
                while let Some(block) = list.pop() {
                    // What was put on the list after that was set may be no mapping.
                    if self.has_borrowed.load(Ordering::SeqCst) {
                        // SAFETY: a block that we have just taken.
                        unsafe { list.push(block) };
                        return;
                    }
                    let size = Class(class).size();
                    // SAFETY: a large block of the probe's, which we have just taken.
                    unsafe { self.mappings.unmap(block.cast(), size) };
                    self.made.fetch_sub(size, Ordering::Relaxed);
                }
            }
        }
    }

    /// Does what [`Self::give_back`] does, and gives back regions of which all blocks are free, also spare ones, but for
    /// one. For a thread of the probe's, at a detach. Returns what is left; `None` if the program filters its system calls, or if
    /// another thread is doing this.
    ///
    /// Meanwhile this thread has all free blocks: another one that needs a block makes a new one.
    pub fn give_back_regions(&self) -> Option<Held> {
        self.give_back();
        if sandbox::is_filtered() || !self.take_turn() {
            return None;
        }
        let mut spares = self.take_spares();
        spares.next().into_iter().for_each(|next| self.keep(next));
        // They are as those in use, with all their blocks free.
        spares.for_each(Region::release);
        let others = self.take_all();
        let mut free = others.bytes();
        self.put(&others);
        for region in self.regions.iter() {
            let bytes = region.collected.bytes();
            if region.unmap_if_free(&self.mappings) {
                self.made.fetch_sub(bytes, Ordering::Relaxed);
            } else {
                free += bytes;
            }
        }
        // Those of the region with the most blocks in use are put back last, and so used first: the others may become free.
        let has_some = |region: &&Region| region.collected.blocks() > 0;
        while let Some(region) = self.regions.iter().filter(has_some).min_by_key(|region| region.given_out())
        {
            self.put(&region.collected);
        }
        let made = self.made.load(Ordering::Relaxed);
        self.turn.store(0, Ordering::Release);
        Some(Held { given_out: made.saturating_sub(free), mapped: self.mappings.bytes() })
    }

    /// Collects all free blocks: a region's in the list of that region, those that are in no region in the list that is
    /// returned. Blocks of a list that another thread is popping from stay there.
    fn take_all(&self) -> PrivateList {
        // In a forked child, what is in them may have been its parent's.
        self.regions.iter().for_each(|region| region.collected.clear());
        let others = PrivateList::new();
        let list_for = |block| self.regions.containing(block).map_or(&others, |region| &region.collected);
        for (class, lists) in self.free.iter().enumerate() {
            lists.iter().for_each(|list| list.drain_into(Class(class), list_for));
        }
        others
    }

    /// Puts collected blocks back on the free lists.
    fn put(&self, list: &PrivateList) {
        for (block, class) in list.drain() {
            // SAFETY: a block that was on a list of this class.
            unsafe { self.list(class, block.cast()).push(block) };
        }
    }

    /// One thread at a time gives regions back. In a forked child, the one whose turn it is may be its parent's. So the word
    /// says of which runtime the thread is: a child has one of its own before it gives anything back.
    fn take_turn(&self) -> bool {
        let here = thread::generation() + 1;
        let turn = self.turn.load(Ordering::Relaxed);
        turn != here && self.turn.compare_exchange(turn, here, Ordering::Acquire, Ordering::Relaxed).is_ok()
    }
}

/// The number of a list, for a number whose lower bits are much the same. The factor is 2^64 divided by the golden ratio
/// (Knuth, The Art of Computer Programming, volume 3, 6.4).
fn spread(number: usize) -> usize {
    (number as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(8) as usize % LISTS
}

#[cfg(test)]
mod tests;
