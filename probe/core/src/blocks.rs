//! Which thread blocks are free. Lock-free: a signal handler of the program may make a call while its thread
//! is in here, and the program may fork meanwhile.

use crate::sync::atomic::{AtomicU32, AtomicU64, Ordering};
use zetop_wire::layout::BLOCKS;

const WORDS: usize = BLOCKS.div_ceil(64);

/// A set of block numbers.
#[derive(Default)]
struct Set([AtomicU64; WORDS]);

impl Set {
    /// Puts a block in; false when it was there.
    fn insert(&self, block: usize) -> bool {
        let bit = 1 << (block % 64);
        self.0[block / 64].fetch_or(bit, Ordering::AcqRel) & bit == 0
    }

    fn has(&self, block: usize) -> bool {
        self.0[block / 64].load(Ordering::Acquire) & 1 << (block % 64) != 0
    }

    fn remove(&self, block: usize) {
        self.0[block / 64].fetch_and(!(1 << (block % 64)), Ordering::AcqRel);
    }
}

/// The blocks of a process.
pub struct Blocks {
    taken: Set,
    /// Blocks that have memory.
    made: Set,
    /// There is room for no more than these.
    room: AtomicU32,
    /// Who has a block; 0 for nobody.
    threads: [AtomicU32; BLOCKS],
}

impl Default for Blocks {
    fn default() -> Self {
        Self {
            taken: Set::default(),
            made: Set::default(),
            room: AtomicU32::new(BLOCKS as u32),
            threads: [const { AtomicU32::new(0) }; BLOCKS],
        }
    }
}

impl Blocks {
    /// A session begins: its file has room for `room` blocks, none of which has memory yet.
    pub fn begin(&self, room: usize) {
        self.room.store(room.min(BLOCKS) as u32, Ordering::Relaxed);
    }

    /// Takes a block for `thread`, if possible one that was used before; `make` reserves memory for a new one
    /// and may fail.
    pub fn take(&self, thread: u32, make: impl Fn(usize) -> bool) -> Option<usize> {
        let room = self.room.load(Ordering::Relaxed) as usize;
        let free = |made: bool| (0..room).filter(move |b| self.made.has(*b) == made && !self.taken.has(*b));
        if let Some(block) = free(true).find(|block| self.taken.insert(*block)) {
            self.threads[block].store(thread, Ordering::Relaxed);
            return Some(block);
        }
        let block = free(false).find(|block| self.taken.insert(*block))?;
        if !make(block) {
            // There may be some later.
            self.taken.remove(block);
            return None;
        }
        self.made.insert(block);
        self.threads[block].store(thread, Ordering::Relaxed);
        Some(block)
    }

    /// Gives a block back when its thread ends.
    pub fn give_back(&self, block: usize) {
        self.threads[block].store(0, Ordering::Relaxed);
        self.taken.remove(block);
    }

    /// Gives back the blocks of threads that have ended. Returns their numbers.
    pub fn give_back_of(&self, has_ended: impl Fn(u32) -> bool) -> impl Iterator<Item = usize> {
        (0..BLOCKS).filter(move |block| {
            let thread = self.thread(*block);
            let is_free = thread != 0
                && has_ended(thread)
                // Others may be doing the same.
                && self.threads[*block].compare_exchange(thread, 0, Ordering::Relaxed, Ordering::Relaxed).is_ok();
            if is_free {
                self.taken.remove(*block);
            }
            is_free
        })
    }

    /// A block that was used before is free.
    pub fn has_free(&self) -> bool {
        let words = self.made.0.iter().zip(&self.taken.0);
        words
            .into_iter()
            .any(|(made, taken)| made.load(Ordering::Relaxed) & !taken.load(Ordering::Relaxed) != 0)
    }

    /// All blocks made so far have smaller numbers.
    pub fn end(&self) -> usize {
        (0..BLOCKS).rev().find(|block| self.made.has(*block)).map_or(0, |last| last + 1)
    }

    /// Number of threads that have a block.
    pub fn in_use(&self) -> u32 {
        self.taken.0.iter().map(|word| word.load(Ordering::Relaxed).count_ones()).sum()
    }

    /// Who has a block; 0 for nobody.
    pub fn thread(&self, block: usize) -> u32 {
        self.threads[block].load(Ordering::Relaxed)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blocks_are_used_again_before_new_ones_are_made() {
        let blocks = Blocks::default();
        assert_eq!((blocks.take(7, |_| true), blocks.take(8, |_| true)), (Some(0), Some(1)));
        blocks.give_back(0);
        assert_eq!(blocks.take(9, |_| panic!("made a new one")), Some(0));
        assert_eq!((blocks.end(), blocks.in_use(), blocks.thread(0), blocks.thread(1)), (2, 2, 9, 8));
    }

    #[test]
    fn blocks_of_threads_that_have_ended_are_given_back() {
        let blocks = Blocks::default();
        for thread in 7..10 {
            blocks.take(thread, |_| true).unwrap();
        }
        assert!(!blocks.has_free());
        assert_eq!(blocks.give_back_of(|thread| thread != 8).collect::<Vec<_>>(), [0, 2]);
        assert!(blocks.has_free());
        assert_eq!(blocks.give_back_of(|thread| thread != 8).count(), 0);
        assert_eq!((blocks.in_use(), blocks.take(10, |_| panic!("made a new one"))), (1, Some(0)));
    }

    #[test]
    fn without_memory_the_old_ones_go_on() {
        let blocks = Blocks::default();
        assert_eq!(blocks.take(1, |_| true), Some(0));
        assert_eq!(blocks.take(2, |_| false), None);
        blocks.give_back(0);
        assert_eq!(blocks.take(4, |_| false), Some(0));
        assert_eq!(blocks.take(3, |_| true), Some(1), "there is some again");
        blocks.give_back(1);
        blocks.begin(2);
        assert_eq!(blocks.take(5, |_| true), Some(1), "another session has memory of its own");
        assert_eq!(blocks.take(6, |_| true), None, "no room in its file");
    }

    #[test]
    fn no_block_has_two_owners() {
        let blocks = Blocks::default();
        let owners: [AtomicU32; BLOCKS] = [const { AtomicU32::new(0) }; BLOCKS];
        let rounds = if cfg!(miri) { 20 } else { 20_000 };
        std::thread::scope(|scope| {
            for thread in 1..=8 {
                let (blocks, owners) = (&blocks, &owners);
                scope.spawn(move || {
                    for _ in 0..rounds {
                        let Some(block) = blocks.take(thread, |_| true) else { continue };
                        assert_eq!(owners[block].swap(thread, Ordering::SeqCst), 0);
                        owners[block].store(0, Ordering::SeqCst);
                        blocks.give_back(block);
                    }
                });
            }
        });
        assert_eq!(blocks.in_use(), 0);
    }
}
