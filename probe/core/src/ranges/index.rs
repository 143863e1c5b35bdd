//! Where rows are, by their hash. Nothing is ever taken out, so what a thread has found or entered is found from then on.

use crate::sync::atomic::AtomicU64;
use crate::sync::atomic::Ordering::{AcqRel, Acquire, Relaxed};

/// Places that are looked at for a row.
const LOOKS: usize = 64;
/// What of a hash an entry has; the rest is the row plus one.
const TAG: u64 = !0xffff;

fn places<const PLACES: usize>(hash: u64) -> impl Iterator<Item = usize> {
    (0..LOOKS).map(move |look| (hash as usize).wrapping_add(look) % PLACES)
}

#[inline(always)]
#[must_use]
pub fn find<const PLACES: usize>(index: &[AtomicU64; PLACES], hash: u64) -> Option<usize> {
    for place in places::<PLACES>(hash) {
        let entry = index[place].load(Acquire);
        if entry & TAG == hash & TAG && entry != 0 {
            return (entry as usize & 0xffff).checked_sub(1);
        }
        if entry == 0 {
            return None;
        }
    }
    None
}

/// A row with this hash could be entered now.
#[must_use]
pub fn has_room<const PLACES: usize>(index: &[AtomicU64; PLACES], hash: u64) -> bool {
    places::<PLACES>(hash).any(|place| index[place].load(Relaxed) == 0)
}

/// Enters a row, unless there is one of that hash. Returns the one that is there now; `None` without a place for it.
pub fn enter<const PLACES: usize>(index: &[AtomicU64; PLACES], hash: u64, row: usize) -> Option<usize> {
    let entry = hash & TAG | (row as u64 + 1);
    for place in places::<PLACES>(hash) {
        match index[place].compare_exchange(0, entry, AcqRel, Acquire) {
            Ok(_) => return Some(row),
            Err(other) if other & TAG == hash & TAG => return (other as usize & 0xffff).checked_sub(1),
            Err(_) => {}
        }
    }
    None
}
