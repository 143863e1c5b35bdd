//! What the system is asked for: mappings, room in the file, and the file's rights.

use crate::own_file::OwnFile;
use std::fs::Permissions;
use std::io;
use std::mem::size_of;
use std::os::fd::AsRawFd;
use std::os::unix::fs::{MetadataExt, PermissionsExt};
use std::path::Path;
use zetop_wire::layout::{BLOCKS, FILE_SIZE, ThreadBlock, block_offset};

/// Length of a file with `room` blocks: it has as many histogram pages as fit into `limit` bytes. Pages
/// beyond the end get no memory.
pub(super) fn length_below(room: usize, limit: usize) -> usize {
    if room < BLOCKS { block_offset(room) } else { (limit & !4095).min(FILE_SIZE) }
}

/// Longest file that the program may make, in bytes.
pub(super) fn file_size_limit() -> usize {
    let mut limit = libc::rlimit { rlim_cur: 0, rlim_max: 0 };
    // SAFETY: a live structure.
    match unsafe { libc::getrlimit(libc::RLIMIT_FSIZE, &raw mut limit) } {
        0 => usize::try_from(limit.rlim_cur).unwrap_or(usize::MAX),
        _ => usize::MAX,
    }
}

/// Number of blocks that fit into a file of at most `limit` bytes; `None` if not even its beginning fits.
pub(super) fn room_below(limit: usize) -> Option<usize> {
    let rest = limit.checked_sub(block_offset(0))?;
    Some((rest / size_of::<ThreadBlock>()).min(BLOCKS))
}

/// Maps a file, or plain memory, of `FILE_SIZE`: anywhere, or in place of an earlier mapping of the probe's.
pub(super) fn map(place: *mut u8, file: Option<&OwnFile>) -> io::Result<*mut u8> {
    let fixed = if place.is_null() { 0 } else { libc::MAP_FIXED };
    let (kind, fd) = match file {
        Some(file) => (libc::MAP_SHARED, file.get()?.as_raw_fd()),
        None => (libc::MAP_PRIVATE | libc::MAP_ANONYMOUS | libc::MAP_NORESERVE, -1),
    };
    // SAFETY: a fresh mapping, or one over addresses that this file reserved with the same size; those hold
    // nothing but atomics, which are valid with whatever values are there afterwards.
    let base = unsafe {
        libc::mmap(place.cast(), FILE_SIZE, libc::PROT_READ | libc::PROT_WRITE, kind | fixed, fd, 0)
    };
    if base == libc::MAP_FAILED { Err(io::Error::last_os_error()) } else { Ok(base.cast()) }
}

pub(super) fn open(path: &Path, flags: i32) -> io::Result<OwnFile> {
    OwnFile::open(path, flags | libc::O_RDWR | libc::O_NOFOLLOW)
}

/// The program's umask may have taken the owner's rights, without which zetop can't open the file. To set a umask would
/// be seen by the program's other threads.
pub(super) fn give_back_rights(file: &OwnFile) -> io::Result<()> {
    let file = file.get()?;
    if file.metadata()?.mode() & 0o600 == 0o600 {
        return Ok(());
    }
    file.set_permissions(Permissions::from_mode(0o600))
}

/// Gives a part of the file its memory.
pub(super) fn reserve(file: &OwnFile, offset: usize, len: usize) -> io::Result<()> {
    // SAFETY: an open descriptor and a range within the file's size.
    match unsafe { libc::posix_fallocate(file.get()?.as_raw_fd(), offset as i64, len as i64) } {
        0 => Ok(()),
        error => Err(io::Error::from_raw_os_error(error)),
    }
}
