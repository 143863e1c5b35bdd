//! This process's memory: its mappings, which of their pages there are, and the words in these.

use std::ffi::c_void;
use std::fs::File;
use std::io;
use std::os::unix::fs::FileExt;

pub const WORD: usize = size_of::<usize>();
pub const PAGE: usize = 4096;
/// Read in one piece.
const PIECE: usize = 64 * 1024;

/// Start and end.
pub type Range = (usize, usize);

/// A range of memory that is private to this process and may be written to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Mapping {
    pub range: Range,
    /// No file is behind it: heaps, stacks of threads, what the program has mapped for itself.
    pub is_anonymous: bool,
}

/// In order of their addresses; none if the kernel does not say.
pub fn writable() -> Vec<Mapping> {
    let maps = zetop_probe_core::own_file::read("/proc/self/maps".as_ref()).unwrap_or_default();
    maps.lines().filter_map(mapping).collect()
}

/// `7f00-7f10 rw-p 00000000 00:00 0 [heap]`
fn mapping(line: &str) -> Option<Mapping> {
    let mut fields = line.split_ascii_whitespace();
    let (start, end) = fields.next()?.split_once('-')?;
    let range = (usize::from_str_radix(start, 16).ok()?, usize::from_str_radix(end, 16).ok()?);
    if !fields.next()?.starts_with("rw-p") {
        return None;
    }
    let inode = fields.nth(2)?;
    Some(Mapping { range, is_anonymous: inode == "0" })
}

/// True if one of the mappings, which are in order, has the address.
pub fn is_in(mappings: &[Mapping], address: usize) -> bool {
    let at = mappings.partition_point(|mapping| mapping.range.1 <= address);
    mappings.get(at).is_some_and(|mapping| mapping.range.0 <= address)
}

/// Room for words that are read.
pub struct Buffer(Vec<usize>);

impl Buffer {
    pub fn new() -> Self {
        Self(vec![0; PIECE / WORD])
    }

    pub fn range(&self) -> Range {
        range_of(&self.0)
    }

    /// Goes through the words of a range. Memory that is missing, or goes away, is skipped safely, since the
    /// kernel does the copying.
    pub fn read(&mut self, range: Range, mut each: impl FnMut(usize, usize)) {
        let (start, end) = range;
        let mut at = start.next_multiple_of(WORD);
        while at + WORD <= end {
            let wanted = (end - at).min(self.0.len() * WORD) / WORD * WORD;
            let local = libc::iovec { iov_base: self.0.as_mut_ptr().cast(), iov_len: wanted };
            let remote = libc::iovec { iov_base: at as *mut c_void, iov_len: wanted };
            // SAFETY: the buffer is live and that long; an address that cannot be read is an error.
            let got = unsafe {
                libc::process_vm_readv(libc::getpid(), &raw const local, 1, &raw const remote, 1, 0)
            };
            let got = usize::try_from(got).unwrap_or(0) / WORD;
            for (i, word) in self.0.iter().take(got).enumerate() {
                each(at + i * WORD, *word);
            }
            if got * WORD == wanted {
                at += wanted;
            } else {
                // On to the next page.
                at = (at + got * WORD + 1).next_multiple_of(PAGE);
            }
        }
    }
}

/// Where a slice's elements are.
pub fn range_of<T>(slice: &[T]) -> Range {
    let range = slice.as_ptr_range();
    (range.start.addr(), range.end.addr())
}

/// `/proc/self/pagemap` has a word for each page. Bits of it, as Linux's documentation of pagemap has them.
const PRESENT: u64 = 1 << 63;
const SWAPPED: u64 = 1 << 62;
const OF_A_FILE: u64 = 1 << 61;

/// In memory. Reading a page that is not there would make one, or bring one back from where it was moved to: the swap file, a GPU.
pub fn is_present(page: u64) -> bool {
    page & PRESENT != 0
}

/// The process has written to this page of a private mapping of a file, or it has no file behind it.
pub fn is_written(page: u64) -> bool {
    page & (PRESENT | OF_A_FILE) == PRESENT || page & SWAPPED != 0
}

/// The parts of a range of whole pages that are wanted, by their words in pagemap.
///
/// # Errors
/// The kernel does not say.
pub fn pages(
    pagemap: &File,
    range: Range,
    words: &mut Vec<u8>,
    is_wanted: fn(u64) -> bool,
) -> io::Result<Vec<Range>> {
    let (start, end) = range;
    words.resize((end - start) / PAGE * 8, 0);
    pagemap.read_exact_at(words, (start / PAGE * 8) as u64)?;
    let mut parts: Vec<Range> = Vec::new();
    for (i, word) in words.as_chunks::<8>().0.iter().enumerate() {
        if !is_wanted(u64::from_ne_bytes(*word)) {
            continue;
        }
        let page = start + i * PAGE;
        match parts.last_mut() {
            Some((_, end)) if *end == page => *end += PAGE,
            _ => parts.push((page, page + PAGE)),
        }
    }
    Ok(parts)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::os::fd::{AsRawFd as _, FromRawFd as _};

    #[test]
    fn private_writable_mappings_are_told_from_others() {
        let line = |text: &str| mapping(text).map(|mapping| (mapping.range, mapping.is_anonymous));
        assert_eq!(
            line("7f10-7f30 rw-p 00000000 00:00 0                  [heap]"),
            Some(((0x7f10, 0x7f30), true))
        );
        assert_eq!(line("7f10-7f30 rw-p 00000000 00:00 0"), Some(((0x7f10, 0x7f30), true)));
        assert_eq!(
            line("7f10-7f30 rw-p 00002000 fe:01 17   /usr/lib/a b.so"),
            Some(((0x7f10, 0x7f30), false))
        );
        assert_eq!(line("7f10-7f30 rw-s 00000000 00:05 0   /dev/zero"), None);
        assert_eq!(line("7f10-7f30 r--p 00000000 00:00 0"), None);
        assert_eq!(line(""), None);
    }

    #[test]
    fn pages_that_were_never_touched_are_not_present() {
        const PAGES: usize = 64;
        // SAFETY: a new mapping.
        let memory = unsafe {
            libc::mmap(
                std::ptr::null_mut(),
                PAGES * PAGE,
                libc::PROT_READ | libc::PROT_WRITE,
                libc::MAP_PRIVATE | libc::MAP_ANONYMOUS,
                -1,
                0,
            )
        };
        assert_ne!(memory, libc::MAP_FAILED);
        // SAFETY: that mapping: one page makes one.
        unsafe { libc::madvise(memory, PAGES * PAGE, libc::MADV_NOHUGEPAGE) };
        let start = memory.addr();
        for page in [3, 4, 9] {
            // SAFETY: within the mapping.
            unsafe { memory.cast::<u8>().add(page * PAGE).write_volatile(1) };
        }
        let pagemap = File::open("/proc/self/pagemap").unwrap();
        let parts = pages(&pagemap, (start, start + PAGES * PAGE), &mut Vec::new(), is_present).unwrap();
        let expected = [(3, 5), (9, 10)].map(|(from, to)| (start + from * PAGE, start + to * PAGE));
        assert_eq!(parts, expected);
    }

    #[test]
    fn pages_that_are_as_in_their_file_are_not_written() {
        const PAGES: usize = 8;
        // SAFETY: a C string; the descriptor is new.
        let file = unsafe { File::from_raw_fd(libc::memfd_create(c"pages".as_ptr(), libc::MFD_CLOEXEC)) };
        file.write_all_at(&[1; PAGES * PAGE], 0).unwrap();
        let (protection, fd) = (libc::PROT_READ | libc::PROT_WRITE, file.as_raw_fd());
        // SAFETY: a new mapping.
        let memory =
            unsafe { libc::mmap(std::ptr::null_mut(), PAGES * PAGE, protection, libc::MAP_PRIVATE, fd, 0) };
        assert_ne!(memory, libc::MAP_FAILED);
        let start = memory.addr();
        for page in 0..4 {
            // SAFETY: within the mapping.
            assert_eq!(unsafe { memory.cast::<u8>().add(page * PAGE).read_volatile() }, 1);
        }
        for page in [2, 5] {
            // SAFETY: within the mapping.
            unsafe { memory.cast::<u8>().add(page * PAGE).write_volatile(2) };
        }
        let pagemap = File::open("/proc/self/pagemap").unwrap();
        let parts = pages(&pagemap, (start, start + PAGES * PAGE), &mut Vec::new(), is_written).unwrap();
        assert_eq!(parts, [2, 5].map(|page| (start + page * PAGE, start + (page + 1) * PAGE)));
    }
}
