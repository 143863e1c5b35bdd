//! The process file: making it, mapping it, making blocks in it.
//!
//! The addresses are reserved once and never given up, since threads keep pointers to their blocks: when a
//! session ends, plain memory takes the file's place, and the next session's file goes to the same addresses.

use std::ffi::CString;
use std::fs::File;
use std::io;
use std::mem::size_of;
use std::os::fd::{AsRawFd, FromRawFd};
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use zetop_wire::layout::{BLOCKS, FILE_SIZE, Process, ThreadBlock, block_offset};

pub struct SharedFile {
    base: *mut u8,
    /// The file that is mapped, if one is.
    path: Mutex<Option<PathBuf>>,
}

// SAFETY: `base` points to memory that stays mapped as long as the process lives and is used through atomics.
unsafe impl Send for SharedFile {}
// SAFETY: as above.
unsafe impl Sync for SharedFile {}

impl SharedFile {
    /// Reserves the addresses. Takes no memory yet.
    pub fn reserve() -> io::Result<Self> {
        Ok(Self { base: map(std::ptr::null_mut(), None)?, path: Mutex::new(None) })
    }

    /// Makes the file with `blocks` thread blocks and maps it in place of what is there. Returns how many blocks it
    /// has room for.
    pub fn bind(&self, path: &Path, blocks: usize) -> io::Result<usize> {
        // A longer file would be answered with SIGXFSZ, which ends the program.
        let room = room_below(file_size_limit()).ok_or(io::ErrorKind::FileTooLarge)?;
        let blocks = blocks.min(room);
        let file = open(path, libc::O_CREAT | libc::O_EXCL)?;
        let fill = || {
            file.set_len(block_offset(room) as u64)?;
            // Without a reservation, a full tmpfs would show as SIGBUS in the target.
            reserve(&file, 0, block_offset(blocks))?;
            map(self.base, Some(&file))
        };
        if let Err(error) = fill() {
            let _ = std::fs::remove_file(path);
            return Err(error);
        }
        // Where that is not to be had, they fault in as they are used.
        let _ = self.touch(0, block_offset(blocks));
        if let Ok(mut bound) = self.path.lock() {
            *bound = Some(path.to_owned());
        }
        Ok(room)
    }

    /// Puts plain memory in the file's place, for calls that are still under way.
    pub fn unbind(&self) {
        if let Ok(mut bound) = self.path.lock() {
            *bound = None;
        }
        let _ = map(self.base, None);
    }

    pub fn process(&self) -> &'static Process {
        // SAFETY: the mapping starts with a `Process` (zero pages are a valid one, it is all atomics), is
        // page-aligned and never goes away.
        unsafe { &*self.base.cast() }
    }

    /// Block number `block`, below `BLOCKS`.
    pub fn block(&self, block: usize) -> &'static ThreadBlock {
        // SAFETY: as for `process`; within the mapping.
        unsafe { &*self.base.add(block_offset(block)).cast() }
    }

    /// Reserves the memory of a block and touches its pages, so that the hot path never faults. False when there is
    /// no memory.
    pub fn make_block(&self, block: usize) -> bool {
        let offset = block_offset(block);
        match self.touch(offset, size_of::<ThreadBlock>()) {
            Ok(()) => true,
            // A kernel before 5.14. The file is opened anew: a descriptor kept for this could be closed by a program
            // that closes all. Never waited for: a signal handler may be here on top of its own thread.
            Err(error) if error.raw_os_error() == Some(libc::EINVAL) => {
                let Ok(bound) = self.path.try_lock() else { return false };
                let reserve = |path| reserve(&open(path, 0)?, offset, size_of::<ThreadBlock>());
                bound.as_deref().is_none_or(|path| reserve(path).is_ok())
            }
            Err(_) => false,
        }
    }

    /// Faults pages in, which reserves their memory.
    fn touch(&self, offset: usize, len: usize) -> io::Result<()> {
        // SAFETY: the range is within the mapping.
        match unsafe { libc::madvise(self.base.add(offset).cast(), len, libc::MADV_POPULATE_WRITE) } {
            0 => Ok(()),
            _ => Err(io::Error::last_os_error()),
        }
    }
}

/// Longest file that the program may make, in bytes.
fn file_size_limit() -> usize {
    let mut limit = libc::rlimit { rlim_cur: 0, rlim_max: 0 };
    // SAFETY: a live structure.
    match unsafe { libc::getrlimit(libc::RLIMIT_FSIZE, &raw mut limit) } {
        0 => usize::try_from(limit.rlim_cur).unwrap_or(usize::MAX),
        _ => usize::MAX,
    }
}

/// Blocks for which a file of at most `limit` bytes has room; `None` when there is none for its beginning.
fn room_below(limit: usize) -> Option<usize> {
    let rest = limit.checked_sub(block_offset(0))?;
    Some((rest / size_of::<ThreadBlock>()).min(BLOCKS))
}

/// Maps a file, or plain memory, of `FILE_SIZE`: anywhere, or in place of an earlier mapping of ours.
fn map(place: *mut u8, file: Option<&File>) -> io::Result<*mut u8> {
    let fixed = if place.is_null() { 0 } else { libc::MAP_FIXED };
    let (kind, fd) = match file {
        Some(file) => (libc::MAP_SHARED, file.as_raw_fd()),
        None => (libc::MAP_PRIVATE | libc::MAP_ANONYMOUS | libc::MAP_NORESERVE, -1),
    };
    // SAFETY: a fresh mapping, or one over addresses that this file reserved with the same size; those hold
    // nothing but atomics, which are valid with whatever values are there afterwards.
    let base = unsafe {
        libc::mmap(place.cast(), FILE_SIZE, libc::PROT_READ | libc::PROT_WRITE, kind | fixed, fd, 0)
    };
    if base == libc::MAP_FAILED { Err(io::Error::last_os_error()) } else { Ok(base.cast()) }
}

fn open(path: &Path, flags: i32) -> io::Result<File> {
    let name = CString::new(path.as_os_str().as_bytes())?;
    let flags = flags | libc::O_RDWR | libc::O_CLOEXEC | libc::O_NOFOLLOW;
    // SAFETY: a C string; the descriptor goes straight into an owner.
    unsafe {
        match libc::open(name.as_ptr(), flags, 0o600) {
            -1 => Err(io::Error::last_os_error()),
            fd => Ok(File::from_raw_fd(fd)),
        }
    }
}

fn reserve(file: &File, offset: usize, len: usize) -> io::Result<()> {
    // SAFETY: an open descriptor and a range within the file's size.
    match unsafe { libc::posix_fallocate(file.as_raw_fd(), offset as i64, len as i64) } {
        0 => Ok(()),
        error => Err(io::Error::from_raw_os_error(error)),
    }
}
