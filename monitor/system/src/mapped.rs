//! Writes to files that belong to a program.
//!
//! `pwrite` and `fallocate` take the file's lock, and the file's owner can hold that for good: see [`aside`](crate::aside). So a part of the
//! file is mapped, and the kernel copies what is to be written there out of a file of zetop's own. A store of zetop's would
//! be a SIGBUS where the owner has cut the file short; the kernel's copy is an error.

use rustix::fd::{AsFd, OwnedFd};
use rustix::fs::{MemfdFlags, memfd_create};
use rustix::io::{Errno, pwrite};
use rustix::mm::{MapFlags, ProtFlags, mmap, munmap};
use std::cell::{OnceCell, RefCell};
use std::ffi::c_void;
use std::fs::File;
use std::io;
use std::os::fd::AsRawFd;
use std::ptr::null_mut;
use zetop_wire::reader::ReadAt;
use zetop_wire::write::WriteAt;

/// Places that one call can write to (`IOV_MAX`).
const AT_ONCE: usize = 1024;

thread_local! {
    /// What this thread's words are copied from.
    static WORDS: OnceCell<OwnedFd> = const { OnceCell::new() };
}

/// A part of a file, mapped.
#[derive(Debug)]
pub struct Mapped {
    start: *mut c_void,
    /// Where it begins in the file, and how long it is.
    offset: u64,
    length: usize,
}

// SAFETY: a mapping that the value owns; only the kernel touches what is in it.
unsafe impl Send for Mapped {}

impl Mapped {
    /// Maps a part of a file that is open for reading and writing.
    ///
    /// # Errors
    /// When it can't be mapped.
    pub fn new(file: &impl AsFd, offset: u64, length: usize) -> io::Result<Self> {
        let before = (offset % page()) as usize;
        let (offset, length) = (offset - before as u64, length + before);
        let access = ProtFlags::READ | ProtFlags::WRITE;
        // SAFETY: a new mapping, which no reference ever points into.
        let start = unsafe { mmap(null_mut(), length, access, MapFlags::SHARED, file, offset) }?;
        Ok(Self { start, offset, length })
    }

    /// Whether it has this part of the file.
    fn has(&self, from: u64, to: u64) -> bool {
        self.offset <= from && to <= self.offset + self.length as u64
    }

    /// Its address.
    #[must_use]
    pub fn start(&self) -> *mut c_void {
        self.start
    }

    /// Writes `bytes` at each place of `at` in the file, which must lie in the part.
    ///
    /// # Errors
    /// When the file is too short, or there is no memory for it.
    pub fn write_each(&self, bytes: &[u8], at: impl Iterator<Item = u64>) -> io::Result<()> {
        let mut places = Vec::new();
        for at in at {
            let inside = at.checked_sub(self.offset).and_then(|inside| usize::try_from(inside).ok());
            let fits = |inside: &usize| inside.checked_add(bytes.len()).is_some_and(|end| end <= self.length);
            let inside = inside.filter(fits).ok_or(io::ErrorKind::InvalidInput)?;
            let iov_base = self.start.wrapping_byte_add(inside);
            places.push(libc::iovec { iov_base, iov_len: bytes.len() });
        }
        places.chunks(AT_ONCE).try_for_each(|some| copy(bytes, some))
    }
}

impl Drop for Mapped {
    fn drop(&mut self) {
        // SAFETY: our mapping, which nobody uses any more.
        let _ = unsafe { munmap(self.start, self.length) };
    }
}

fn page() -> u64 {
    rustix::param::page_size() as u64
}

/// Has the kernel copy `bytes` to each place.
fn copy(bytes: &[u8], places: &[libc::iovec]) -> io::Result<()> {
    WORDS.with(|words| {
        let source = match words.get() {
            Some(source) => source,
            None => {
                let made = memfd_create("zetop-words", MemfdFlags::CLOEXEC)?;
                words.get_or_init(|| made)
            }
        };
        let all = bytes.repeat(places.len());
        if pwrite(source, &all, 0)? != all.len() {
            return Err(io::ErrorKind::StorageFull.into());
        }
        // SAFETY: each place lies in a mapping of zetop's, which lives until after the call, and into which no reference points.
        let copied = unsafe { libc::preadv(source.as_raw_fd(), places.as_ptr(), places.len() as i32, 0) };
        match usize::try_from(copied) {
            Ok(copied) if copied == all.len() => Ok(()),
            // The rest of it is beyond the file's end, or had no memory.
            Ok(_) => Err(Errno::FAULT.into()),
            Err(_) => Err(io::Error::last_os_error()),
        }
    })
}

/// Has the kernel add 0 to a word: an error where there is no memory, or no file.
fn touch(word: *mut c_void) -> io::Result<()> {
    const ADD_NOTHING: u32 = (libc::FUTEX_OP_ADD as u32) << 28;
    let nobody = 0_u32;
    let what = libc::FUTEX_WAKE_OP | libc::FUTEX_PRIVATE_FLAG;
    let (call, nobody) = (libc::SYS_futex, &raw const nobody);
    // SAFETY: nobody waits at either word, so that nobody is woken; the second one lies in a mapping of the caller's, and is
    // touched by the kernel alone.
    let done = unsafe { libc::syscall(call, nobody, what, 0, 0_usize, word, ADD_NOTHING) };
    if done < 0 { Err(io::Error::last_os_error()) } else { Ok(()) }
}

/// A file that belongs to a program, open for reading and writing.
#[derive(Debug)]
pub struct Foreign {
    file: File,
    /// Where it was written last, and will often be written next.
    part: RefCell<Option<Mapped>>,
}

impl Foreign {
    #[must_use]
    pub fn new(file: File) -> Self {
        Self { file, part: RefCell::new(None) }
    }

    #[must_use]
    pub fn file(&self) -> &File {
        &self.file
    }

    /// Gives a part of the file its memory, as `fallocate` would, and changes nothing that is there.
    ///
    /// # Errors
    /// When there is none, or the file is too short.
    pub fn reserve(&self, offset: u64, length: u64) -> io::Result<()> {
        let part = Mapped::new(&self.file, offset, usize::try_from(length).unwrap_or(usize::MAX))?;
        (0..part.length.div_ceil(page() as usize)).try_for_each(|number| {
            // Nothing is added to the first word of the page, by the kernel, which makes the page for that.
            touch(part.start.wrapping_byte_add(number * page() as usize))
        })
    }
}

impl WriteAt for Foreign {
    fn write_each(&self, bytes: &[u8], at: &[u64]) -> io::Result<()> {
        let (Some(first), Some(last)) = (at.iter().min(), at.iter().max()) else { return Ok(()) };
        let end = last.saturating_add(bytes.len() as u64);
        let mut kept = self.part.borrow_mut();
        let part = match kept.take().filter(|part| part.has(*first, end)) {
            Some(part) => part,
            None => {
                // Whole pages, which the next words may lie in.
                let length = end.checked_next_multiple_of(page()).map_or(u64::MAX, |end| end - first);
                Mapped::new(&self.file, *first, usize::try_from(length).unwrap_or(usize::MAX))?
            }
        };
        kept.insert(part).write_each(bytes, at.iter().copied())
    }
}

impl ReadAt for Foreign {
    fn read_at(&self, buffer: &mut [u8], offset: usize) -> usize {
        ReadAt::read_at(&self.file, buffer, offset)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::os::unix::fs::{FileExt, MetadataExt};

    fn foreign(length: u64) -> Foreign {
        let file = tempfile::tempfile().unwrap();
        file.set_len(length).unwrap();
        Foreign::new(file)
    }

    #[test]
    fn what_is_written_is_in_the_file() {
        let file = foreign(100_000);
        file.write_at(b"word", 4094).unwrap();
        let many: Vec<u64> = (0..3000).map(|i| 8192 + i * 8).collect();
        file.write_each(b"abcd", &many).unwrap();
        let read = |at: u64| {
            let mut word = [0; 4];
            file.file().read_exact_at(&mut word, at).unwrap();
            word
        };
        assert_eq!((read(4094), read(8192), read(8192 + 2999 * 8)), (*b"word", *b"abcd", *b"abcd"));
        assert_eq!((read(4090), read(8196)), ([0; 4], [0; 4]));
    }

    /// Its owner can cut it at any time.
    #[test]
    fn a_file_that_is_too_short_is_an_error() {
        let file = foreign(4096);
        let part = Mapped::new(file.file(), 0, 8192).unwrap();
        part.write_each(b"word", [4092].into_iter()).unwrap();
        assert!(part.write_each(b"word", [4096].into_iter()).is_err());
        assert!(part.write_each(b"word", [8190].into_iter()).is_err(), "beyond the part");
        file.file().set_len(0).unwrap();
        assert!(part.write_each(b"word", [0].into_iter()).is_err());
        assert!(file.write_at(b"word", 0).is_err() && file.reserve(0, 1).is_err());
        assert_eq!(file.file().metadata().unwrap().len(), 0);
    }

    #[test]
    fn a_part_gets_its_memory_and_nothing_else_changes() {
        let file = foreign(1 << 20);
        file.write_at(b"in use", 10_000).unwrap();
        let before = file.file().metadata().unwrap().blocks();
        file.reserve(10_000, 200_000).unwrap();
        let mut text = [0; 7];
        file.file().read_exact_at(&mut text, 10_000).unwrap();
        assert_eq!(&text, b"in use\0");
        let given = (file.file().metadata().unwrap().blocks() - before) * 512;
        assert!((196_608..=262_144).contains(&given), "{given}");
    }
}
