//! Pointers to extension functions that the program got before the attach. Intel's SYCL runtime keeps the one to
//! `zexCounterBasedEventCreate2` in heap objects, after the object's vtable pointer; others may keep it in their data.
//! Where it is found, it is replaced with our wrapper, and put back at the end.
//!
//! A word counts as such a pointer if it is aligned, holds the address of the driver's function, and is in the data of
//! a module that names the function, or on the heap with a pointer to that module's constants shortly before it. If it
//! is something else after all, it is still that function's address, and its replacement does the same.

use super::maps::{self, Mapping};
use super::static_loaders::{self, PIECE};
use crate::driver;
use crate::hooks::extensions::{CREATE_NAME, wrap_create, wrapped_create};
use level_zero_sys::*;
use std::ptr::null_mut;
use std::sync::Mutex;
use std::time::{Duration, Instant};

/// A program's heap may be large: pointers found within this time are wrapped, the rest stay as they are.
const LIMIT: Duration = Duration::from_secs(1);
/// The object's vtable pointer is expected among this many words before the pointer.
const OBJECT: usize = 8;
const PAGE: usize = 4096;

/// Modules that name the function, while our wrapper stands in.
static KEEPERS: Mutex<Vec<String>> = Mutex::new(Vec::new());

/// Replaces the driver's function with the wrapper.
pub fn wrap() {
    let mappings = maps::read();
    let keepers = static_loaders::modules_that_name(&mappings, CREATE_NAME.to_bytes_with_nul());
    if keepers.is_empty() {
        return;
    }
    if wrapped_create().is_none() && !ask_drivers() {
        return;
    }
    if let Some((wrapper, function)) = wrapped_create() {
        exchange(&mappings, &keepers, function, wrapper, LIMIT);
        if let Ok(mut known) = KEEPERS.lock() {
            *known = keepers;
        }
    }
}

/// Puts the driver's function back, also where the program has stored the wrapper meanwhile.
pub fn give_back() {
    let Ok(keepers) = KEEPERS.lock().map(|mut known| std::mem::take(&mut *known)) else { return };
    if let Some((wrapper, function)) = wrapped_create()
        && !keepers.is_empty()
    {
        exchange(&maps::read(), &keepers, wrapper, function, LIMIT);
    }
}

/// The function of the first driver that has it.
fn ask_drivers() -> bool {
    const MAX_DRIVERS: u32 = 16;
    let mut drivers = [null_mut(); MAX_DRIVERS as usize];
    let mut count = MAX_DRIVERS;
    // SAFETY: room for `count` handles, of an API that the program has initialised.
    if unsafe { driver::zeDriverGet(&raw mut count, drivers.as_mut_ptr()) } != ZE_RESULT_SUCCESS {
        return false;
    }
    drivers.iter().take(count.min(MAX_DRIVERS) as usize).any(|handle| {
        let mut function = null_mut();
        // SAFETY: a driver's handle, a C string, a live variable.
        let result = unsafe {
            driver::zeDriverGetExtensionFunctionAddress(*handle, CREATE_NAME.as_ptr(), &raw mut function)
        };
        result == ZE_RESULT_SUCCESS && wrap_create(function)
    })
}

fn exchange(mappings: &[Mapping], keepers: &[String], old: usize, new: usize, limit: Duration) {
    let put = |address: usize| {
        // SAFETY: an aligned word that could be written to when it was found, and is exchanged only if it still holds a
        // pointer to that function.
        unsafe { maps::exchange(address, old, new) };
    };
    for module in keepers {
        static_loaders::words_of(mappings, module, |address, word| {
            if word == old {
                put(address);
            }
        });
    }
    let constants: Vec<(usize, usize)> = mappings
        .iter()
        .filter(|m| m.readable && !m.writable && !m.executable && keepers.contains(&m.path))
        .map(|m| (m.start, m.end))
        .collect();
    let is_constant = |word: usize| constants.iter().any(|(start, end)| (*start..*end).contains(&word));
    let end = Instant::now() + limit;
    let mut words = Vec::with_capacity(PIECE + OBJECT);
    for heap in mappings.iter().filter(|m| is_heap(m)) {
        let mut at = heap.start;
        while at < heap.end && Instant::now() < end {
            let piece = (heap.end - at).min(PIECE * size_of::<usize>());
            for (start, length) in present(at, piece) {
                // With the words before it, where an object may begin.
                let before = (start - heap.start).min(OBJECT * size_of::<usize>());
                maps::copy(start - before, &mut words, (before + length) / size_of::<usize>());
                // What has been read is also in our own buffer, which is on the heap, too.
                let ours =
                    words.as_ptr() as usize..words.as_ptr() as usize + words.capacity() * size_of::<usize>();
                for position in positions(&words, old) {
                    let address = start - before + position * size_of::<usize>();
                    let object = &words[position.saturating_sub(OBJECT)..position];
                    if address >= start
                        && !ours.contains(&address)
                        && object.iter().any(|word| is_constant(*word))
                    {
                        put(address);
                    }
                }
            }
            at += piece;
        }
    }
    words.fill(0);
    std::hint::black_box(&words);
}

/// Memory for objects: anonymous, and not a stack that the kernel names.
fn is_heap(mapping: &Mapping) -> bool {
    mapping.readable && mapping.writable && (mapping.path.is_empty() || mapping.path == "[heap]")
}

/// The resident parts of a piece of memory: pages that were never touched, or are swapped out, are not
/// fetched.
fn present(start: usize, length: usize) -> Vec<(usize, usize)> {
    let mut pages = vec![0u8; length.div_ceil(PAGE)];
    // SAFETY: a byte per page; memory that has gone is an error.
    if unsafe { libc::mincore(start as *mut _, length, pages.as_mut_ptr()) } != 0 {
        return Vec::new();
    }
    let mut stretches: Vec<(usize, usize)> = Vec::new();
    for (page, _) in pages.iter().enumerate().filter(|(_, there)| **there & 1 != 0) {
        let at = start + page * PAGE;
        match stretches.last_mut() {
            Some((from, size)) if *from + *size == at => *size += PAGE,
            _ => stretches.push((at, PAGE)),
        }
    }
    stretches
}

/// Where `word` occurs in `words`.
fn positions(words: &[usize], word: usize) -> impl Iterator<Item = usize> {
    words.iter().enumerate().filter(move |(_, there)| **there == word).map(|(position, _)| position)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_found_where_they_are_aligned() {
        let word = 0x1122_3344_5566_7788;
        let mut words = [0, word, 0, word, 0, 0];
        assert!(positions(&words, word).eq([1, 3]));
        // Across the border of two words.
        words[1] = word << 8;
        words[2] = word >> 56;
        assert!(positions(&words, word).eq([3]));
        assert!(positions(&[], word).next().is_none());
    }

    #[repr(C)]
    struct Object {
        table: usize,
        users: usize,
        kept: usize,
    }

    /// On the heap after a vtable pointer: replaced, and put back. Alone, or after something else: left
    /// alone.
    #[test]
    fn an_objects_pointer_is_exchanged() {
        // The limit keeps the program's heap from holding an attach up; a busy machine is no reason here.
        const AN_HOUR: Duration = Duration::from_secs(3600);
        static TABLE: &[&str] = &["a table of virtual functions"];
        let mappings = maps::read();
        let own = std::env::current_exe().unwrap().to_str().unwrap().to_owned();
        let (old, new) = (0x7f5a_0000_1230, 0x7f5b_0000_4560);
        let table = TABLE.as_ptr() as usize;
        let kept = std::hint::black_box(Box::new(Object { table, users: 1, kept: old }));
        let other = std::hint::black_box(vec![0, 0, 0, 0, 0, 0, 0, 0, 0, old, 0, 0]);
        let read = |word: &usize| {
            // SAFETY: a live word, which may have been exchanged behind the compiler's back.
            unsafe { (&raw const *word).read_volatile() }
        };
        exchange(&mappings, std::slice::from_ref(&own), old, new, AN_HOUR);
        assert_eq!((read(&kept.kept), read(&kept.users), read(&kept.table)), (new, 1, table));
        assert_eq!(read(&other[9]), old);
        exchange(&maps::read(), &[own], new, old, AN_HOUR);
        assert_eq!(read(&kept.kept), old);
    }

    #[test]
    fn untouched_memory_is_not_there() {
        const PAGES: usize = 16;
        // SAFETY: new memory of our own.
        let memory = unsafe {
            libc::mmap(
                null_mut(),
                PAGES * PAGE,
                libc::PROT_READ | libc::PROT_WRITE,
                libc::MAP_PRIVATE | libc::MAP_ANONYMOUS,
                -1,
                0,
            )
        };
        assert_ne!(memory, libc::MAP_FAILED);
        // Single pages, however the machine is set up.
        // SAFETY: the memory that was just mapped.
        unsafe { libc::madvise(memory, PAGES * PAGE, libc::MADV_NOHUGEPAGE) };
        let start = memory as usize;
        assert_eq!(present(start, PAGES * PAGE), []);
        for page in [3, 4, 9] {
            // SAFETY: inside the memory that was just mapped.
            unsafe { memory.cast::<u8>().add(page * PAGE).write_volatile(1) };
        }
        assert_eq!(present(start, PAGES * PAGE), [(start + 3 * PAGE, 2 * PAGE), (start + 9 * PAGE, PAGE)]);
        // SAFETY: nothing refers to it any more.
        unsafe { libc::munmap(memory, PAGES * PAGE) };
        // Another thread's memory may be there by now, and never at the lowest addresses.
        assert_eq!(present(PAGE, PAGES * PAGE), []);
    }
}
