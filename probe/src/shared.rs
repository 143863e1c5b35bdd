//! The process file: making it, mapping it, making blocks in it.

use std::ffi::CString;
use std::fs::File;
use std::io;
use std::mem::size_of;
use std::os::fd::{AsRawFd, FromRawFd};
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};
use zetop_wire::layout::{FILE_SIZE, Process, ThreadBlock, block_offset};

/// A mapped process file. Never unmapped: threads may be inside a wrapper at any time.
pub struct SharedFile {
    base: *mut u8,
    path: PathBuf,
    inode: u64,
}

// SAFETY: `base` points to memory that lives as long as the process and is only used through atomics.
unsafe impl Send for SharedFile {}
// SAFETY: as above.
unsafe impl Sync for SharedFile {}

impl SharedFile {
    /// Makes the file and maps it. Memory is reserved for the header only; see [`SharedFile::block`].
    pub fn create(path: &Path) -> io::Result<Self> {
        let file = open(path, libc::O_CREAT | libc::O_EXCL)?;
        let made = Self::map(&file, path);
        if made.is_err() {
            let _ = std::fs::remove_file(path);
        }
        made
    }

    fn map(file: &File, path: &Path) -> io::Result<Self> {
        file.set_len(FILE_SIZE as u64)?;
        reserve(file, 0, size_of::<Process>())?;
        // SAFETY: a new mapping at an address of the kernel's choice, of a file that we just sized.
        let base = unsafe {
            libc::mmap(
                std::ptr::null_mut(),
                FILE_SIZE,
                libc::PROT_READ | libc::PROT_WRITE,
                libc::MAP_SHARED,
                file.as_raw_fd(),
                0,
            )
        };
        if base == libc::MAP_FAILED {
            return Err(io::Error::last_os_error());
        }
        Ok(Self { base: base.cast(), path: path.to_owned(), inode: file.metadata()?.ino() })
    }

    pub fn process(&self) -> &'static Process {
        // SAFETY: the mapping starts with a `Process` (zero pages are a valid one, it is all atomics), is
        // page-aligned and never goes away.
        unsafe { &*self.base.cast() }
    }

    /// A block that [`SharedFile::make_block`] has made.
    pub fn block(&self, block: usize) -> &'static ThreadBlock {
        // SAFETY: as for `process`; `block` is below `BLOCKS`, within the mapping.
        unsafe { &*self.base.add(block_offset(block)).cast() }
    }

    /// Reserves the memory of a block and touches its pages, so that the hot path never faults.
    pub fn make_block(&self, block: usize) -> io::Result<&'static ThreadBlock> {
        let offset = block_offset(block);
        // The file is opened anew: a descriptor kept for this could be closed by a program that closes all.
        let file = open(&self.path, 0)?;
        if file.metadata()?.ino() != self.inode {
            return Err(io::ErrorKind::NotFound.into());
        }
        // Without a reservation, a full tmpfs would show as SIGBUS in the target.
        reserve(&file, offset, size_of::<ThreadBlock>())?;
        // SAFETY: the range is within the mapping. Older kernels refuse; then the pages fault in as needed.
        unsafe {
            libc::madvise(self.base.add(offset).cast(), size_of::<ThreadBlock>(), libc::MADV_POPULATE_WRITE)
        };
        Ok(self.block(block))
    }
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
