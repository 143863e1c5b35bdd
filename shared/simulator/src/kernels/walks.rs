//! Kernels that only read memory: chasing pointers, streaming, and with a stride.

use super::arguments::{Arguments, Extent};

/// 32-bit words of a cache line.
pub(super) const WORDS_PER_LINE: usize = 16;
/// 32-bit words that a work item of `strided` reads.
pub(super) const WORDS_PER_ITEM: usize = 256;

pub(super) fn chase(arguments: &Arguments<'_>, Extent { groups, .. }: Extent) {
    let (next, places) = (arguments.buffer(0).cast::<u32>(), arguments.buffer(1).cast::<u32>());
    let (steps, lines) = (arguments.size(2), arguments.size(3));
    for group in 0..groups {
        // SAFETY: the program promises a place and `lines` cache lines for each group.
        let (place, next) = unsafe { (places.add(group), next.add(WORDS_PER_LINE * lines * group)) };
        // SAFETY: as above.
        let mut line = unsafe { *place };
        for _ in 0..steps {
            // SAFETY: the program promises that each line begins with the number of another line of its group.
            line = unsafe { *next.add(WORDS_PER_LINE * line as usize) };
        }
        // SAFETY: as above.
        unsafe { *place = line };
    }
}

/// Cache lines that `stream` reads, in all its rounds.
pub(super) fn lines_read(arguments: &Arguments<'_>) -> f64 {
    (arguments.size(2) / WORDS_PER_LINE) as f64 * arguments.size(3) as f64
}

pub(super) fn stream(arguments: &Arguments<'_>, Extent { items, .. }: Extent) {
    let (from, out) = (arguments.buffer(0).cast::<u32>(), arguments.buffer(1).cast::<u32>());
    let (words, rounds) = (arguments.size(2), arguments.size(3) as u32);
    for item in 0..items {
        // SAFETY: the program promises `words` words, and `at` is less.
        let word = |at: usize| unsafe { *from.add(at) };
        // Read once: every round adds the same sum.
        let sum = (item..words).step_by(items).fold(0_u32, |sum, at| sum.wrapping_add(word(at)));
        // SAFETY: the program promises an element for each work item.
        unsafe { *out.add(item) = sum.wrapping_mul(rounds) };
    }
}

pub(super) fn strided(arguments: &Arguments<'_>, Extent { groups, items }: Extent) {
    let (from, out) = (arguments.buffer(0).cast::<u32>(), arguments.buffer(1).cast::<u32>());
    let (start, stride) = (arguments.size(2), arguments.size(3));
    let of_group = items / groups.max(1);
    for item in 0..items {
        let (group, item_of_group) = (item / of_group, item % of_group);
        let first = WORDS_PER_LINE * start + (group * WORDS_PER_ITEM * of_group + item_of_group) * stride;
        // SAFETY: the program promises items x words x stride words from the start on.
        let word = |at: usize| unsafe { *from.add(first + at * of_group * stride) };
        let sum = (0..WORDS_PER_ITEM).fold(0_u32, |sum, at| sum.wrapping_add(word(at)));
        // SAFETY: the program promises an element for each work item.
        unsafe { *out.add(item) = sum };
    }
}
