//! Where memory was allocated: see [`zetop_wire::allocations`].
//!
//! A stack is copied without any lock; the entry is written with that of the map of allocations, so that allocations and frees
//! are numbered in their order.

mod chance;

use crate::samples::{copy_stack, turn};
use crate::{clock, shared, thread};
use chance::Chance;
use std::sync::atomic::AtomicU32;
use std::sync::atomic::Ordering::{Acquire, Relaxed, Release};
use zetop_wire::allocations::{Allocations, EMPTY, ENTRIES, Entry, FREED, LIVE, STACKS};
use zetop_wire::layout::Process;

/// Slots and entries that a call looks at until it gives up: what it costs stays small when there are none left.
const SLOTS_TRIED: usize = 4;
const ENTRIES_TRIED: usize = 8;

/// The stack of a call that has allocated, in a slot. If it is not noted, the slot is armed again.
pub struct Taken {
    slots: &'static Allocations,
    slot: usize,
    /// Not 0: it stands for others.
    mean: u64,
}

static CHANCE: Chance = Chance::new();

/// Where the search for a slot goes on, if the first one is not armed.
static NEXT_SLOT: AtomicU32 = AtomicU32::new(0);

/// Copies the stack of a call that has allocated `size` bytes; `None` while no slot is armed, and if the allocation is not to be
/// noted. To be called without a lock.
#[must_use]
pub fn take(size: usize) -> Option<Taken> {
    let file = shared::current()?;
    let ready = (file.process().allocation_stacks_ready.load(Acquire) as usize).min(STACKS);
    if ready == 0 {
        return None;
    }
    let slots = file.allocations();
    let mean = slots.head.mean.load(Relaxed);
    if mean != 0 && !CHANCE.hits(size, mean) {
        return None;
    }
    let slot = claim(slots, ready, &NEXT_SLOT)?;
    let to = &slots.slots[slot];
    to.tid.store(thread::block().map_or(0, |block| block.head.tid.load(Relaxed)), Relaxed);
    let has_bounds = copy_stack(to, &slots.stacks[slot].0, Some(&slots.python[slot]));
    turn::finish(&to.state, has_bounds);
    Some(Taken { slots, slot, mean })
}

/// A slot, one of the first `ready`. zetop arms all that it has read at a time: once the first one is armed again, so are those
/// behind it. The search begins there anew, so that few slots are in use, and the processor has their memory at hand.
fn claim(slots: &Allocations, ready: usize, next: &AtomicU32) -> Option<usize> {
    let first = next.load(Relaxed) as usize;
    let mut tried = std::iter::once(0).chain((first..first + SLOTS_TRIED).map(|at| at % ready));
    let slot =
        tried.find(|at| turn::is_armed(&slots.slots[*at].state) && turn::claim(&slots.slots[*at].state))?;
    next.store((slot + 1) as u32, Relaxed);
    Some(slot)
}

impl Drop for Taken {
    fn drop(&mut self) {
        turn::arm(&self.slots.slots[self.slot].state);
    }
}

/// The entry of an allocation; nothing for one that was not noted.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Noted(u32);

/// Where the search for an empty entry goes on.
#[derive(Debug, Default)]
pub struct Cursor(usize);

/// Notes an allocation of `size` bytes. The caller has the lock of the map, and counts the allocation at the position `kind`.
pub(crate) fn note(process: &Process, kind: usize, size: usize, taken: Taken, cursor: &mut Cursor) -> Noted {
    // In a forked child there is another file by now.
    let is_current =
        shared::file_of(process).is_some_and(|file| std::ptr::eq(file.allocations(), taken.slots));
    let ready = (process.allocations_ready.load(Acquire) as usize).min(ENTRIES);
    if is_current { enter(kind, size, taken, ready, cursor) } else { Noted::default() }
}

/// Fills an entry, one of the first `ready`.
fn enter(kind: usize, size: usize, taken: Taken, ready: usize, cursor: &mut Cursor) -> Noted {
    match empty_entry(taken.slots, ready, cursor) {
        Some(at) => {
            let slot = taken.slot as u32;
            let (all, mean) = (taken.slots, taken.mean);
            // Now the entry has it.
            std::mem::forget(taken);
            write(all, at, kind as u32, slot, size as u64, mean);
            Noted(at as u32 + 1)
        }
        None => Noted::default(),
    }
}

fn empty_entry(all: &Allocations, ready: usize, Cursor(next): &mut Cursor) -> Option<usize> {
    let used = (all.head.entries.load(Relaxed) as usize).min(ready);
    for _ in 0..ENTRIES_TRIED.min(used) {
        let at = *next % used;
        *next = at + 1;
        if all.entries[at].state.load(Acquire) == EMPTY {
            return Some(at);
        }
    }
    (used < ready).then(|| {
        all.head.entries.store(used as u32 + 1, Relaxed);
        used
    })
}

/// The number of the next event. It counts once [`raise`] is called.
fn number(all: &Allocations) -> u64 {
    all.head.events.load(Relaxed).wrapping_add(1)
}

fn raise(all: &Allocations) {
    // Whoever sees the number sees what was written before.
    all.head.events.store(number(all), Release);
}

fn write(all: &Allocations, at: usize, kind: u32, stack: u32, size: u64, mean: u64) {
    let entry: &Entry = &all.entries[at];
    entry.kind.store(kind, Relaxed);
    entry.stack.store(stack, Relaxed);
    entry.size.store(size, Relaxed);
    entry.mean.store(mean, Relaxed);
    entry.made.store(number(all), Relaxed);
    entry.made_ticks.store(clock::ticks(), Relaxed);
    entry.state.store(LIVE, Release);
    raise(all);
}

/// A noted allocation is freed. The caller has the lock of the map.
pub(crate) fn freed(process: &Process, noted: Noted) {
    let (Some(at), Some(file)) = ((noted.0 as usize).checked_sub(1), shared::file_of(process)) else {
        return;
    };
    give_up(file.allocations(), at);
}

fn give_up(all: &Allocations, at: usize) {
    let Some(entry) = all.entries.get(at).filter(|entry| entry.state.load(Relaxed) == LIVE) else { return };
    entry.gone.store(number(all), Relaxed);
    entry.gone_ticks.store(clock::ticks(), Relaxed);
    entry.state.store(FREED, Release);
    raise(all);
}

#[cfg(test)]
mod tests {
    use super::*;
    use zetop_wire::samples::{ARMED, CLAIMED, TAKEN};

    /// All bytes are zero, which is valid for atomics.
    fn table() -> &'static Allocations {
        // SAFETY: as said; it is never given back.
        unsafe { &*std::alloc::alloc_zeroed(std::alloc::Layout::new::<Allocations>()).cast() }
    }

    fn taken(slots: &'static Allocations, slot: usize) -> Taken {
        slots.slots[slot].state.store(TAKEN, Relaxed);
        Taken { slots, slot, mean: 0 }
    }

    #[test]
    fn allocations_and_frees_are_numbered_in_their_order() {
        let (all, mut cursor) = (table(), Cursor::default());
        let first = enter(1, 100, taken(all, 7), 4, &mut cursor);
        let second = enter(2, 50, taken(all, 8), 4, &mut cursor);
        assert_eq!((first, second), (Noted(1), Noted(2)));
        give_up(all, 0);
        give_up(all, 0);
        give_up(all, 3);
        let [one, two] = [&all.entries[0], &all.entries[1]];
        let words = |entry: &Entry| [&entry.kind, &entry.stack, &entry.state].map(|word| word.load(Relaxed));
        assert_eq!((words(one), words(two)), ([1, 7, FREED], [2, 8, LIVE]));
        let numbers = [&one.made, &two.made, &one.gone].map(|number| number.load(Relaxed));
        assert_eq!((numbers, all.head.events.load(Relaxed)), ([1, 2, 3], 3), "nothing is freed twice");
        assert_eq!(one.size.load(Relaxed), 100);
        assert_eq!(all.slots[7].state.load(Relaxed), TAKEN, "it belongs to the entry");
    }

    #[test]
    fn entries_are_used_again_once_they_were_read_and_none_is_made_up() {
        let (all, mut cursor) = (table(), Cursor::default());
        for slot in 0..3 {
            assert_ne!(enter(0, 1, taken(all, slot), 3, &mut cursor), Noted::default());
        }
        assert_eq!(enter(0, 1, taken(all, 3), 3, &mut cursor), Noted::default(), "all are live");
        assert_eq!(all.slots[3].state.load(Relaxed), ARMED, "its stack is for somebody else");
        give_up(all, 1);
        assert_eq!(enter(0, 1, taken(all, 4), 3, &mut cursor), Noted::default(), "zetop has not read it");
        all.entries[1].state.store(EMPTY, Relaxed);
        assert_eq!(enter(0, 1, taken(all, 5), 3, &mut cursor), Noted(2));
        assert_eq!(all.head.entries.load(Relaxed), 3);
    }

    #[test]
    fn slots_are_taken_from_the_first_one_on_once_it_is_armed_again() {
        let (all, next) = (table(), AtomicU32::new(0));
        let arm =
            |slots: std::ops::Range<usize>| all.slots[slots].iter().for_each(|slot| turn::arm(&slot.state));
        let claim = || claim(all, 8, &next);
        arm(0..8);
        assert_eq!([0; 3].map(|_| claim()), [Some(0), Some(1), Some(2)]);
        // zetop has read them.
        arm(0..3);
        assert_eq!([0; 4].map(|_| claim()), [Some(0), Some(1), Some(2), Some(3)]);
        // A thread is still busy with the first one.
        arm(1..4);
        assert_eq!([0; 7].map(|_| claim()), [4, 5, 6, 7, 1, 2, 3].map(Some));
        assert_eq!(claim(), None);
    }

    #[test]
    fn a_stack_that_is_not_noted_is_given_back() {
        let all = table();
        all.slots[2].state.store(CLAIMED, Relaxed);
        drop(taken(all, 2));
        assert_eq!(all.slots[2].state.load(Relaxed), ARMED);
    }
}
