//! Reads and writes of memory that may go away: they fail instead of faulting.

use crate::{errno, sandbox, thread};
use std::ffi::c_void;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

/// Reads memory that may go away at any moment. What can't be read is missing from the end.
pub fn copy(start: usize, buffer: &mut Vec<usize>, words: usize) {
    buffer.clear();
    buffer.resize(words, 0);
    let read = copied(start, buffer).unwrap_or(0);
    buffer.truncate(read);
}

/// The kernel no longer allows this kind of read: the program has locked itself into a sandbox.
static REFUSED: AtomicBool = AtomicBool::new(false);

/// False when memory can't be read this way, or when the program filters its system calls and might be killed for
/// trying.
#[must_use]
pub fn is_allowed() -> bool {
    !REFUSED.load(Ordering::Relaxed) && !sandbox::is_filtered()
}

/// Returns the number of words read; `None` when this kind of read is refused.
fn copied(start: usize, buffer: &mut [usize]) -> Option<usize> {
    if REFUSED.load(Ordering::Relaxed) {
        return None;
    }
    let local = libc::iovec { iov_base: buffer.as_mut_ptr().cast(), iov_len: size_of_val(buffer) };
    let remote = libc::iovec { iov_base: start as *mut c_void, iov_len: size_of_val(buffer) };
    // By this thread: the first one, whose id is the process's, may have ended.
    let this = thread::id().cast_signed();
    let read = errno::kept(|| {
        // SAFETY: `local` is the buffer; a bad remote address is an error, not a fault.
        let read = unsafe { libc::process_vm_readv(this, &raw const local, 1, &raw const remote, 1, 0) };
        usize::try_from(read).map_err(|_| std::io::Error::last_os_error().raw_os_error())
    });
    match read {
        Ok(bytes) => Some(bytes / size_of::<usize>()),
        Err(Some(libc::EPERM | libc::ENOSYS | libc::EACCES)) => {
            REFUSED.store(true, Ordering::Relaxed);
            None
        }
        Err(_) => Some(0),
    }
}

/// A word in memory that may go away at any moment; `None` when it has.
///
/// # Safety
/// When it was found, the address was that of an aligned word.
pub unsafe fn word(address: usize) -> Option<usize> {
    let mut word = [0];
    match copied(address, &mut word) {
        Some(1) => Some(word[0]),
        Some(_) => None,
        // SAFETY: the caller's promise; if we can't check first, the loader's memory is assumed to stay.
        None => Some(unsafe { AtomicUsize::from_ptr(address as *mut usize) }.load(Ordering::Acquire)),
    }
}

/// Replaces `old` with `new`, by the kernel: memory that has gone meanwhile, or is read-only, is an error instead of a fault.
/// Memory that holds anything else is left alone.
///
/// # Safety
/// As for [`word`]; and if it holds `old`, the word is a pointer that belongs to a loader or to us.
pub unsafe fn exchange(address: usize, old: usize, new: usize) -> bool {
    // SAFETY: the caller's promise.
    if unsafe { word(address) } != Some(old) {
        return false;
    }
    written(address, new).unwrap_or_else(|| {
        // SAFETY: it was there and held that pointer just now; where the kernel can't be asked, what a loader has is assumed to
        // stay.
        let slot = unsafe { AtomicUsize::from_ptr(address as *mut usize) };
        slot.compare_exchange(old, new, Ordering::AcqRel, Ordering::Relaxed).is_ok()
    })
}

/// Writes a word, which others may be reading; `None` when the kernel does not do this.
fn written(address: usize, word: usize) -> Option<bool> {
    if REFUSED.load(Ordering::Relaxed) {
        return None;
    }
    let local = libc::iovec { iov_base: (&raw const word).cast_mut().cast(), iov_len: size_of::<usize>() };
    let remote = libc::iovec { iov_base: address as *mut c_void, iov_len: size_of::<usize>() };
    let this = thread::id().cast_signed();
    errno::kept(|| {
        // SAFETY: `local` is a live word; a bad remote address is an error, not a fault.
        match unsafe { libc::process_vm_writev(this, &raw const local, 1, &raw const remote, 1, 0) } {
            -1 => match std::io::Error::last_os_error().raw_os_error() {
                Some(libc::EPERM | libc::ENOSYS | libc::EACCES) => None,
                _ => Some(false),
            },
            written => Some(written as usize == size_of::<usize>()),
        }
    })
}

/// Goes through the words from `start` to `end` by way of `buffer`, each with its address. Memory that is missing, or goes away
/// meanwhile, is skipped.
pub fn each_word(start: usize, end: usize, buffer: &mut [usize], mut each: impl FnMut(usize, usize)) {
    const PAGE: usize = 4096;
    const WORD: usize = size_of::<usize>();
    let mut at = start.next_multiple_of(WORD);
    while at + WORD <= end {
        let wanted = ((end - at) / WORD).min(buffer.len());
        let Some(got) = copied(at, &mut buffer[..wanted]) else { return };
        for (i, word) in buffer[..got].iter().enumerate() {
            each(at + i * WORD, *word);
        }
        // On to the next page.
        at = if got == wanted { at + got * WORD } else { (at + got * WORD + 1).next_multiple_of(PAGE) };
    }
}

/// True when each address holds its word. The addresses ascend.
///
/// # Safety
/// As for [`word`].
pub unsafe fn hold(places: &[(usize, usize)], buffer: &mut Vec<usize>) -> bool {
    let in_a_row = |a: &(usize, usize), b: &(usize, usize)| a.0 + size_of::<usize>() == b.0;
    let all = places.chunk_by(in_a_row).all(|row| {
        buffer.clear();
        buffer.resize(row.len(), 0);
        match copied(row[0].0, buffer) {
            Some(count) => {
                count == row.len() && row.iter().zip(&*buffer).all(|(place, word)| place.1 == *word)
            }
            // SAFETY: the caller's promise.
            None => row.iter().all(|place| unsafe { word(place.0) } == Some(place.1)),
        }
    });
    // A row of pointers to our wrappers must not be left behind in freed memory.
    buffer.fill(0);
    std::hint::black_box(&*buffer);
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn unreadable_memory_is_no_fault() {
        let value = 42usize;
        let mut buffer = Vec::new();
        copy(&raw const value as usize, &mut buffer, 1);
        assert_eq!(buffer, [42]);
        copy(8, &mut buffer, 4);
        assert!(buffer.is_empty());
        let many: Vec<usize> = (0..300).collect();
        let at = |word: &usize| (&raw const *word as usize, *word);
        let mut places: Vec<_> = many.iter().filter(|word| *word % 7 != 0).map(at).collect();
        // SAFETY: words of the probe's, and an address where nothing is mapped.
        unsafe {
            assert_eq!((word(at(&many[5]).0), word(8)), (Some(5), None));
            assert!(hold(&places, &mut buffer));
            places[100].1 += 1;
            assert!(!hold(&places, &mut buffer));
            assert!(!hold(&[(8, 0)], &mut buffer));
        }
    }

    /// A page that is unmapped between the look at a word and the write used to end the program, as did one that has become
    /// read-only.
    #[test]
    fn memory_that_cannot_be_written_is_no_fault() {
        const PAGE: usize = 4096;
        // SAFETY: a new page of the probe's.
        let page = unsafe {
            let rights = libc::PROT_READ | libc::PROT_WRITE;
            libc::mmap(std::ptr::null_mut(), PAGE, rights, libc::MAP_PRIVATE | libc::MAP_ANONYMOUS, -1, 0)
        };
        let address = page as usize + 64;
        // SAFETY: words of that page, which is written to only while that is allowed.
        unsafe {
            *(address as *mut usize) = 5;
            assert!(!exchange(address, 4, 6) && exchange(address, 5, 6));
            assert_eq!(word(address), Some(6));
            libc::mprotect(page, PAGE, libc::PROT_READ);
            assert!(!exchange(address, 6, 7));
            assert_eq!(word(address), Some(6));
            // Not unmapped: another thread's memory could come to be there.
            libc::mprotect(page, PAGE, libc::PROT_NONE);
            assert!(!exchange(address, 6, 7));
        }
        assert_eq!(written(address, 7), Some(false), "what has gone after the look");
        // SAFETY: nothing refers to it any more.
        unsafe { libc::munmap(page, PAGE) };
    }

    /// Threads of the program call through the pointers that are exchanged.
    #[test]
    fn no_word_is_seen_half_written() {
        let word = AtomicUsize::new(0);
        let done = AtomicBool::new(false);
        std::thread::scope(|scope| {
            scope.spawn(|| {
                while !done.load(Ordering::Relaxed) {
                    let seen = word.load(Ordering::Relaxed);
                    assert!(seen == 0 || seen == usize::MAX, "{seen:x}");
                }
            });
            for n in 0..20_000 {
                assert_eq!(
                    written(word.as_ptr() as usize, if n % 2 == 0 { usize::MAX } else { 0 }),
                    Some(true)
                );
            }
            done.store(true, Ordering::Relaxed);
        });
    }
}
