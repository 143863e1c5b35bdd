//! Launches that are collectives', by their numbers. A launch has the place of the one that was numbered as many before it as there
//! are places.

use crate::sync::atomic::Ordering::{Acquire, Relaxed, Release};
use crate::sync::atomic::{AtomicU64, fence};

/// In place of a number: a thread writes. A number has 32 bits.
const WRITING: u64 = 1 << 32;

struct Launch {
    /// 0 is no launch's.
    number: AtomicU64,
    /// Communicator, sequence, bytes, and what is small, as `Collective` packs them; the last operation in the kernel.
    words: [AtomicU64; 5],
}

const BYTES: usize = 2;
const LAST: usize = 4;

pub struct Launches<const PLACES: usize>([Launch; PLACES]);

impl<const PLACES: usize> Launches<PLACES> {
    #[must_use]
    pub const fn new() -> Self {
        Self(
            [const { Launch { number: AtomicU64::new(0), words: [const { AtomicU64::new(0) }; 5] } }; PLACES],
        )
    }

    /// Says what the launch is; called by its thread alone. Of several operations in one kernel, the first one stands for all, with
    /// their bytes.
    ///
    /// If another thread has been stopped in here for as many launches as there are places, one of the two stays without a name.
    pub fn name(&self, number: u32, what: [u64; 5]) {
        let (launch, number) = (&self.0[number as usize % PLACES], u64::from(number));
        let before = launch.number.load(Relaxed);
        // Acquire: what was written here before comes first.
        if before == WRITING || launch.number.compare_exchange(before, WRITING, Acquire, Relaxed).is_err() {
            return;
        }
        // Whoever sees a new word sees that the number has changed.
        fence(Release);
        if before == number {
            let bytes = launch.words[BYTES].load(Relaxed).wrapping_add(what[BYTES]);
            launch.words[BYTES].store(bytes, Relaxed);
            launch.words[LAST].store(what[LAST], Relaxed);
        } else {
            launch.words.iter().zip(what).for_each(|(to, word)| to.store(word, Relaxed));
        }
        launch.number.store(number, Release);
    }

    /// What the launch is, if it was said and no later one has taken its place.
    pub fn read(&self, number: u32) -> Option<[u64; 5]> {
        let (launch, number) = (&self.0[number as usize % PLACES], u64::from(number));
        if launch.number.load(Acquire) != number {
            return None;
        }
        let what = [0, 1, 2, 3, 4].map(|word| launch.words[word].load(Relaxed));
        // The words first, then once more the number.
        fence(Acquire);
        (launch.number.load(Relaxed) == number).then_some(what)
    }
}
