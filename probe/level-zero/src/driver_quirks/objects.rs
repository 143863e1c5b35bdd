//! The memory of the objects behind Intel's handles. Only an object's own memory is read, whose size the C
//! library's allocator has noted in front of it; anything that does not look like that is not read. The
//! kernel does the reading, which fails where we would fault, until it is known how such objects look ([`Shape`]).

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

/// Words of the object behind a handle, from the start of its block; `None` if it is not a block of the C library's allocator.
#[must_use]
pub fn object_words(handle: usize) -> Option<Vec<usize>> {
    Some(found(handle)?.1)
}

/// How far before the handle its block begins, and what is in it.
fn found(handle: usize) -> Option<(usize, Vec<usize>)> {
    BEFORE.iter().find_map(|before| Some((*before, block_words(near(handle).checked_sub(*before)?)?)))
}

/// Blocks begin at aligned addresses, after a word with their size.
fn near(handle: usize) -> usize {
    handle & !(2 * WORD - 1)
}

/// What the objects behind handles of one kind have in common. Once that is known, the kernel need not read them, which a
/// program's seccomp filter may kill for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Shape {
    /// How far before the handle the block begins, in bytes.
    before: usize,
    /// Size of the object: the smallest seen, since some have [`SPARE`] bytes more.
    pub size: usize,
}

impl Shape {
    /// The shape that all the objects have, and what is in each; `None` if they are not alike, or if one can't be read.
    #[must_use]
    pub fn from_handles(handles: &[usize]) -> Option<(Self, Vec<Vec<usize>>)> {
        let found: Option<Vec<(usize, Vec<usize>)>> = handles.iter().map(|handle| found(*handle)).collect();
        let found = found?;
        let sizes = || found.iter().map(|(_, words)| words.len() * WORD);
        let shape = Self { before: found.first()?.0, size: sizes().min()? };
        let alike = found.iter().all(|(before, _)| *before == shape.before)
            && sizes().all(|size| size <= shape.size + SPARE);
        alike.then(|| (shape, found.into_iter().map(|(_, words)| words).collect()))
    }

    /// The word `at` bytes into an object; `None` if this is not of that size.
    ///
    /// # Safety
    /// The handle is of a live object of the same kind, made by the same driver as those that have this shape. `at` is less
    /// than its size, and a multiple of a word.
    #[must_use]
    pub unsafe fn word(self, handle: usize, at: usize) -> Option<usize> {
        let start = near(handle) - self.before;
        // SAFETY: the driver makes these objects with glibc's `malloc`, as those of this shape have shown: the block's size
        // is in front of it.
        let head = unsafe { ((start - WORD) as *const usize).read_volatile() };
        let size = (head & !FLAGS).checked_sub(WORD)?;
        if head & MAPPED != 0 || !(self.size..=self.size + SPARE).contains(&size) {
            return None;
        }
        // SAFETY: within the block, as the caller promises; the driver may be writing it.
        Some(unsafe { ((start + at) as *const usize).read_volatile() })
    }
}

const IN_USE: usize = 1;
const MAPPED: usize = 2;
const FLAGS: usize = 7;

/// A block of glibc's malloc that begins here: in front of it is its size with three flags (the block before
/// is in use, it is mapped alone, it is not of the main arena); the block after it says that this one is in
/// use.
#[must_use]
pub fn block_words(start: usize) -> Option<Vec<usize>> {
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
