//! The memory of the objects behind Intel's handles. Nothing is read but an object's own memory, as the C library's
//! allocator has noted its size before it; what does not look like that is not read. Reading is by the kernel, which
//! fails where we would fault.

use zetop_probe_core::access;

/// Sizes of blocks that an event may be in.
const SIZES: std::ops::RangeInclusive<usize> = 64..=16384;
pub const WORD: usize = size_of::<usize>();
/// Bytes that a block may have more than another for objects of the same size: what is left of a larger one, and too small
/// to be one of its own, the allocator leaves to it.
pub const SPARE: usize = 2 * WORD;
/// The object may begin before what its handle points to: with a table of virtual functions, which makes the handle
/// uneven, or with a count of references.
const BEFORE: [usize; 2] = [0, 2 * WORD];

/// The memory of the object behind a handle; `None` where it is not a block of the C library's allocator.
#[must_use]
pub fn object(handle: usize) -> Option<Vec<u8>> {
    // Blocks begin at even places, behind a word with their size.
    let near = handle & !(2 * WORD - 1);
    BEFORE.iter().find_map(|before| block(near.checked_sub(*before)?))
}

/// A block of glibc's malloc that begins here: in front of it is its size with three flags (the block before is in use, it
/// is mapped alone, it is not of the main arena); the block behind it says that this one is in use.
fn block(start: usize) -> Option<Vec<u8>> {
    const IN_USE: usize = 1;
    const MAPPED: usize = 2;
    const FLAGS: usize = 7;
    let mut words = Vec::new();
    access::copy(start.checked_sub(WORD)?, &mut words, 1);
    let head = *words.first()?;
    let size = head & !FLAGS;
    if head & MAPPED != 0 || !SIZES.contains(&size) || !size.is_multiple_of(2 * WORD) {
        return None;
    }
    // With the next block's size, which is not part of this one.
    access::copy(start, &mut words, size / WORD);
    let next = words.pop().filter(|_| words.len() + 1 == size / WORD)?;
    if next & IN_USE == 0 || next & !FLAGS == 0 {
        return None;
    }
    Some(words.iter().flat_map(|word| word.to_ne_bytes()).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_block_of_the_allocators_is_read() {
        let words = std::hint::black_box(vec![0x5au8; 200]);
        let start = words.as_ptr() as usize;
        for handle in [start, start + WORD, start + 2 * WORD] {
            let found = object(handle).expect("a block");
            assert!((200..=216).contains(&found.len()), "{}", found.len());
            assert!(found.starts_with(&words));
        }
        // Far inside, on the stack, nowhere.
        let local = std::hint::black_box([0usize; 64]);
        for handle in [start + 8 * WORD, &raw const local[32] as usize, 0, 8, 64, usize::MAX] {
            assert_eq!(object(handle), None, "{handle:#x}");
        }
    }
}
