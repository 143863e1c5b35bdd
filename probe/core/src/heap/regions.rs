//! Regions: mappings off which small blocks are cut, one after the other, without a lock.
//!
//! A region goes back to the system once all of its blocks are free. At that moment a thread of the program's may be stopped
//! or interrupted anywhere, also just before it cuts a block off that region. So what describes a region is not in it, but in a
//! place that stays mapped, and is used for another region later. All that such a thread does to a region before it has a
//! block is one exchange of `Region::state`, which fails if the region has gone: then the word says that no room is left, or
//! has the generation of a later region. Once the exchange has succeeded, the block counts as cut, and the region stays.
//!
//! Nobody waits, and a child that is forked at any moment finds each place usable, or in the hands of a thread that it lacks:
//! then that region stays mapped there.

use crate::heap::class::{LARGE, PAGE, REGIONS, UNIT, align_of_blocks};
use crate::heap::lists::PrivateList;
use crate::heap::mappings::Mappings;
use crate::sync::atomic::{AtomicPtr, AtomicU64, AtomicUsize, Ordering};
use std::ptr::null_mut;

/// [`Region::state`], which is one word: left, 18 bits; cut, 18 bits; owned, 1 bit; the generation, 27 bits.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct State {
    /// Units that have not been cut off. With none left and none cut, there is no region here.
    left: usize,
    /// Blocks that have been cut off. 2 MiB have 2^17 of them at most.
    cut: usize,
    /// One thread alone may make, unmap or use this place, or has it on the list of spare regions. Blocks may be cut
    /// nevertheless: by a thread that came when an earlier region was here.
    is_owned: bool,
    /// Counts the regions that were in this place: an exchange from the state of an earlier region must fail.
    generation: u64,
}

const BITS: u32 = 18;
const _: () = assert!(REGIONS[0] / UNIT < 1 << BITS && LARGE + PAGE <= REGIONS[0]);
const MASK: u64 = (1 << BITS) - 1;
const OWNED: u64 = 1 << (2 * BITS);

impl State {
    fn unpack(word: u64) -> Self {
        Self {
            left: (word & MASK) as usize,
            cut: (word >> BITS & MASK) as usize,
            is_owned: word & OWNED != 0,
            generation: word >> (2 * BITS + 1),
        }
    }

    fn pack(self) -> u64 {
        let owned = if self.is_owned { OWNED } else { 0 };
        // The highest bits of the generation are lost: a thread would have to sleep through 2^27 regions to mistake one.
        self.left as u64 | (self.cut as u64) << BITS | owned | self.generation << (2 * BITS + 1)
    }

    fn is_empty(self) -> bool {
        self.left == 0 && self.cut == 0
    }

    /// The next block's offset in a region of `region` bytes, and the state after that block has been cut.
    fn cut(self, region: usize, block: usize) -> Option<(usize, Self)> {
        // State and size may be of different regions: then the exchange will fail.
        let used = region.checked_sub(self.left * UNIT)?;
        let start = used.next_multiple_of(align_of_blocks(block));
        let left = region.checked_sub(start + block)? / UNIT;
        Some((start, Self { left, cut: self.cut + 1, ..self }))
    }
}

/// A region, or the place for one.
pub struct Region {
    state: AtomicU64,
    /// Written only by the thread that owns the place, while there is no region in it.
    memory: AtomicPtr<u8>,
    size: AtomicUsize,
    /// The next region on the list of spare regions.
    pub next: AtomicPtr<Region>,
    /// Free blocks of this region, collected by the one thread that gives regions back.
    pub collected: PrivateList,
}

impl Region {
    const fn new() -> Self {
        Self {
            state: AtomicU64::new(0),
            memory: AtomicPtr::new(null_mut()),
            size: AtomicUsize::new(0),
            next: AtomicPtr::new(null_mut()),
            collected: PrivateList::new(),
        }
    }

    fn state(&self) -> State {
        State::unpack(self.state.load(Ordering::Acquire))
    }

    fn exchange(&self, from: State, to: State) -> Result<(), State> {
        self.state
            .compare_exchange(from.pack(), to.pack(), Ordering::AcqRel, Ordering::Acquire)
            .map(drop)
            .map_err(State::unpack)
    }

    /// Takes a place in which there is no region.
    fn claim(&self) -> bool {
        let state = self.state();
        let owned = State { is_owned: true, generation: state.generation + 1, ..state };
        state.is_empty() && !state.is_owned && self.exchange(state, owned).is_ok()
    }

    /// Puts new memory in an owned place: large enough for a block of that size, if the system has some.
    fn fill(&self, block: usize, mappings: &Mappings) -> bool {
        let least = block.next_multiple_of(PAGE).max(PAGE);
        let sizes = REGIONS.into_iter().filter(|size| *size > least).chain([least]);
        let mapped = sizes.into_iter().find_map(|size| Some((size, mappings.map(size)?)));
        let state = self.state();
        let Some((size, memory)) = mapped else {
            self.state.store(State { is_owned: false, ..state }.pack(), Ordering::Release);
            return false;
        };
        // Released, so that a thread that sees the new address or size also sees that the earlier region has gone.
        self.memory.store(memory, Ordering::Release);
        self.size.store(size, Ordering::Release);
        self.state.store(State { left: size / UNIT, ..state }.pack(), Ordering::Release);
        true
    }

    /// Ends the ownership of the place: from now on its region may be given back once its blocks are free. Called by the
    /// thread that has put the region to use, or that owns the place and will not use it.
    pub fn release(&self) {
        self.state.fetch_and(!OWNED, Ordering::AcqRel);
    }

    pub fn has_room(&self, block: usize) -> bool {
        self.state().cut(self.size.load(Ordering::Acquire), block).is_some()
    }

    /// A new block. It may be of a later region than the caller has come for.
    pub fn cut(&self, block: usize) -> Option<*mut u8> {
        let mut state = self.state();
        loop {
            let (memory, size) = (self.memory.load(Ordering::Acquire), self.size.load(Ordering::Acquire));
            let (start, after) = state.cut(size, block)?;
            match self.exchange(state, after) {
                // SAFETY: within the region: memory and size are those of the region with the generation in `state`. An earlier
                // one's were replaced before that generation was released. A later one's were written after that generation had
                // gone, and reading them would have shown us that: the exchange would have failed. And the region is still
                // mapped: it is given back only by an exchange that finds no block cut which isn't free.
                Ok(()) => return Some(unsafe { memory.add(start) }),
                Err(other) => state = other,
            }
        }
    }

    /// Gives the region back to the system, if nobody owns it and all its blocks have been collected. Only one thread at a
    /// time does that.
    pub fn unmap_if_free(&self, mappings: &Mappings) -> bool {
        let state = self.state();
        let is_free = !state.is_owned && !state.is_empty() && state.cut == self.collected.blocks();
        if !is_free || !self.close(state) {
            return false;
        }
        self.collected.clear();
        let (memory, size) = (self.memory.load(Ordering::Relaxed), self.size.swap(0, Ordering::Relaxed));
        // SAFETY: as `fill` has stored them. Nobody uses any block of it, none is on a list, and this thread owns the place.
        unsafe { mappings.unmap(memory, size) };
        self.release();
        true
    }

    /// Takes the region out of use, if it is still in that state: no block has been cut since then, and none will be. The
    /// caller owns the place then.
    fn close(&self, state: State) -> bool {
        self.exchange(state, State { left: 0, cut: 0, is_owned: true, ..state }).is_ok()
    }

    /// Blocks of this region that have not been collected: those in use, and those of a list that was being popped.
    pub fn given_out(&self) -> usize {
        self.state().cut.saturating_sub(self.collected.blocks())
    }

    /// Start and end of its memory; empty where there is none.
    pub fn range(&self) -> (usize, usize) {
        // The size first, as in `contains`.
        let size = self.size.load(Ordering::Acquire);
        let start = self.memory.load(Ordering::Acquire).addr();
        (start, start.saturating_add(size))
    }

    /// Whether a block lies in this region. For the one thread that gives regions back.
    fn contains(&self, block: usize) -> bool {
        // The size first: another thread may be putting a region here, which has none until its address is known.
        let size = self.size.load(Ordering::Acquire);
        // What lies before it wraps to more than any size.
        block.wrapping_sub(self.memory.load(Ordering::Acquire).addr()) < size
    }
}

/// Places for regions, 64 at a time: when all are taken, 64 more are mapped, and stay mapped.
pub struct Regions {
    places: [Region; 64],
    more: AtomicPtr<Regions>,
}

impl Regions {
    pub const fn new() -> Self {
        Self { places: [const { Region::new() }; 64], more: AtomicPtr::new(null_mut()) }
    }

    fn parts(&self) -> impl Iterator<Item = &Self> {
        // SAFETY: null, or what `add` has mapped, which stays.
        std::iter::successors(Some(self), |part| unsafe { part.more.load(Ordering::Acquire).as_ref() })
    }

    pub fn iter(&self) -> impl Iterator<Item = &Region> {
        self.parts().flat_map(|part| &part.places)
    }

    /// A new region, large enough for a block of that size, which the caller owns.
    pub fn map(&self, block: usize, mappings: &Mappings) -> Option<&Region> {
        let place = self.iter().find(|place| place.claim()).or_else(|| self.add(mappings))?;
        place.fill(block, mappings).then_some(place)
    }

    /// The region that a block was cut off; `None` if it wasn't.
    pub fn containing(&self, block: usize) -> Option<&Region> {
        self.iter().find(|region| region.contains(block))
    }

    /// Maps more places, and owns the first one for the caller.
    #[cold]
    fn add(&self, mappings: &Mappings) -> Option<&Region> {
        let more: *mut Self = mappings.map(size_of::<Self>())?.cast();
        // SAFETY: page-aligned memory of that size, which stays mapped; all zeros are a valid value, and what `new` makes.
        let first = unsafe { &(*more).places[0] };
        first.claim();
        let mut last = self;
        // Other threads may be adding some, too.
        while let Err(other) =
            last.more.compare_exchange(null_mut(), more, Ordering::AcqRel, Ordering::Acquire)
        {
            // SAFETY: as above.
            last = unsafe { &*other };
        }
        Some(first)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_state_is_one_word() {
        let most = State {
            left: REGIONS[0] / UNIT,
            cut: REGIONS[0] / UNIT,
            is_owned: true,
            generation: (1 << 27) - 1,
        };
        for state in [State::unpack(0), most, State { is_owned: false, ..most }, State { cut: 1, ..most }] {
            assert_eq!(State::unpack(state.pack()), state);
        }
        assert_eq!(State { generation: 1 << 27, ..most }.pack(), State { generation: 0, ..most }.pack());
    }

    /// A thread sleeps between reading a region's state and cutting a block off it. Meanwhile another region takes the
    /// place, with a state that differs in its generation alone.
    #[test]
    fn a_later_region_is_not_taken_for_an_earlier_one() {
        let (regions, mappings) = (Regions::new(), Mappings::new());
        let make = || {
            let region = regions.map(0, &mappings).unwrap();
            region.release();
            region
        };
        let region = make();
        let before = region.state();
        let (_, after) = before.cut(REGIONS[0], 100).unwrap();
        assert!(region.unmap_if_free(&mappings));
        assert!(std::ptr::eq(make(), region));
        assert_eq!(State { generation: 0, ..region.state() }, State { generation: 0, ..before });
        assert!(region.exchange(before, after).is_err());
    }

    #[test]
    fn a_region_stays_if_a_block_was_cut_at_the_last_moment() {
        let (regions, mappings) = (Regions::new(), Mappings::new());
        let region = regions.map(0, &mappings).unwrap();
        region.release();
        let before = region.state();
        let block = region.cut(16).unwrap();
        assert!(!region.close(before) && !region.unmap_if_free(&mappings));
        // SAFETY: a block of that size, nobody else's.
        unsafe { block.write_bytes(7, 16) };
        // Once that is free, no other can be had.
        assert!(region.close(region.state()) && region.cut(16).is_none());
    }
}
