//! The memory of the objects behind Intel's handles. Only an object's own memory is read, whose size the C
//! library's allocator has noted in front of it; anything that does not look like that is not read. The
//! kernel does the reading, which fails where we would fault.

use zetop_probe_core::access;

/// Sizes of blocks that an event or a list may be in.
const SIZES: std::ops::RangeInclusive<usize> = 64..=16384;
pub const WORD: usize = size_of::<usize>();
/// How much larger a block may be than another for an object of the same size: a remainder that is too small
/// to be a block of its own stays with it.
pub const SPARE: usize = 2 * WORD;
/// The object may begin before the address in its handle: with a vtable pointer, which makes the handle
/// misaligned, or with a reference count.
const BEFORE: [usize; 2] = [0, 2 * WORD];

/// The memory of the object behind a handle; `None` if it is not a block of the C library's allocator.
#[must_use]
pub fn object(handle: usize) -> Option<Vec<u8>> {
    Some(object_words(handle)?.iter().flat_map(|word| word.to_ne_bytes()).collect())
}

/// The same in words.
#[must_use]
pub fn object_words(handle: usize) -> Option<Vec<usize>> {
    // Blocks begin at aligned addresses, after a word with their size.
    let near = handle & !(2 * WORD - 1);
    BEFORE.iter().find_map(|before| block_words(near.checked_sub(*before)?))
}

/// A block of glibc's malloc that begins here: in front of it is its size with three flags (the block before
/// is in use, it is mapped alone, it is not of the main arena); the block after it says that this one is in
/// use.
#[must_use]
pub fn block_words(start: usize) -> Option<Vec<usize>> {
    const IN_USE: usize = 1;
    const MAPPED: usize = 2;
    const FLAGS: usize = 7;
    if !start.is_multiple_of(2 * WORD) || !access::is_allowed() {
        return None;
    }
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
    Some(words)
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
