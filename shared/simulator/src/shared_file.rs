//! Memory that can be mapped more than once, including by other processes: a file without a name.

use crate::Outcome;
use level_zero_sys::*;
use std::ffi::c_void;
use std::fs::{File, OpenOptions};
use std::os::fd::{AsRawFd, BorrowedFd, FromRawFd};
use std::os::unix::fs::FileTypeExt;
use std::ptr::{null_mut, with_exposed_provenance_mut};

pub struct SharedFile {
    file: File,
    /// Bytes.
    pub size: usize,
}

impl SharedFile {
    /// One of this many bytes, all zero.
    pub fn new(size: usize) -> Outcome<Self> {
        // SAFETY: a valid name.
        let file = unsafe { libc::memfd_create(c"ze-sim".as_ptr(), libc::MFD_CLOEXEC) };
        if file < 0 {
            return Err(ZE_RESULT_ERROR_OUT_OF_HOST_MEMORY);
        }
        // SAFETY: a file descriptor that is nobody else's.
        let file = unsafe { File::from_raw_fd(file) };
        file.set_len(size as u64).map_err(|_| ZE_RESULT_ERROR_OUT_OF_HOST_MEMORY)?;
        Ok(Self { file, size })
    }

    /// The file behind a descriptor of a process.
    pub fn of_process(process: u32, descriptor: i32, size: usize) -> Outcome<Self> {
        let path = format!("/proc/{process}/fd/{descriptor}");
        let file = OpenOptions::new().read(true).write(true).open(path);
        Self::checked(file.map_err(|_| ZE_RESULT_ERROR_INVALID_ARGUMENT)?, size)
    }

    /// A file that the program has a descriptor of, with the size that it has.
    pub fn of_descriptor(descriptor: i32) -> Outcome<Self> {
        // SAFETY: only looked at; a number that is no descriptor is refused by the call.
        if unsafe { libc::fcntl(descriptor, libc::F_GETFD) } < 0 {
            return Err(ZE_RESULT_ERROR_INVALID_ARGUMENT);
        }
        // SAFETY: open, as was just seen, and used during this call only.
        let borrowed = unsafe { BorrowedFd::borrow_raw(descriptor) };
        let file = File::from(borrowed.try_clone_to_owned().map_err(|_| ZE_RESULT_ERROR_INVALID_ARGUMENT)?);
        let size = file.metadata().map_err(|_| ZE_RESULT_ERROR_INVALID_ARGUMENT)?.len();
        Self::checked(file, usize::try_from(size).map_err(|_| ZE_RESULT_ERROR_INVALID_ARGUMENT)?)
    }

    /// A file of the driver's own, which is not cut short later.
    pub fn of_file(file: File, size: usize) -> Outcome<Self> {
        Self::checked(file, size)
    }

    /// A file that is too short would end the program when its memory is touched.
    fn checked(file: File, size: usize) -> Outcome<Self> {
        let metadata = file.metadata().map_err(|_| ZE_RESULT_ERROR_INVALID_ARGUMENT)?;
        let special = metadata.file_type().is_fifo() || metadata.file_type().is_socket();
        if special || !metadata.is_file() || size == 0 || metadata.len() < size as u64 {
            return Err(ZE_RESULT_ERROR_INVALID_ARGUMENT);
        }
        Ok(Self { file, size })
    }

    pub fn descriptor(&self) -> i32 {
        self.file.as_raw_fd()
    }

    /// Maps all of it anywhere.
    pub fn map(&self) -> Outcome<usize> {
        map(null_mut(), self.size, libc::PROT_READ | libc::PROT_WRITE, libc::MAP_SHARED, self.descriptor(), 0)
    }

    /// Maps a part of it at an address, replacing what is there.
    ///
    /// # Safety
    /// Nothing relies on what is mapped there now.
    pub unsafe fn map_at(&self, address: usize, size: usize, offset: usize, protection: i32) -> Outcome {
        let place = with_exposed_provenance_mut(address);
        map(place, size, protection, libc::MAP_SHARED | libc::MAP_FIXED, self.descriptor(), offset).map(drop)
    }
}

const PRIVATE: i32 = libc::MAP_PRIVATE | libc::MAP_ANONYMOUS | libc::MAP_NORESERVE;

/// Takes addresses, at `hint` if they are free there, without memory behind them.
pub fn reserve(hint: usize, size: usize) -> Outcome<usize> {
    map(with_exposed_provenance_mut(hint), size, libc::PROT_NONE, PRIVATE, -1, 0)
}

/// Takes the memory away from behind addresses, which stay taken.
///
/// # Safety
/// Nothing uses what is mapped there.
pub unsafe fn empty(address: usize, size: usize) -> Outcome {
    let flags = PRIVATE | libc::MAP_FIXED;
    map(with_exposed_provenance_mut(address), size, libc::PROT_NONE, flags, -1, 0).map(drop)
}

/// Puts ordinary memory, all zero, at an address, replacing what is there.
///
/// # Safety
/// Nothing relies on what is mapped there now.
pub unsafe fn map_ordinary(address: usize, size: usize) -> Outcome {
    let flags = libc::MAP_PRIVATE | libc::MAP_ANONYMOUS | libc::MAP_FIXED;
    let protection = libc::PROT_READ | libc::PROT_WRITE;
    map(with_exposed_provenance_mut(address), size, protection, flags, -1, 0).map(drop)
}

fn map(
    place: *mut c_void,
    size: usize,
    protection: i32,
    flags: i32,
    file: i32,
    offset: usize,
) -> Outcome<usize> {
    // SAFETY: a new mapping; where it takes the place of another, the caller has promised that it may.
    let mapped = unsafe { libc::mmap(place, size, protection, flags, file, offset as libc::off_t) };
    if mapped == libc::MAP_FAILED {
        Err(ZE_RESULT_ERROR_OUT_OF_HOST_MEMORY)
    } else {
        Ok(mapped.expose_provenance())
    }
}

/// # Safety
/// Nothing uses what is mapped there.
pub unsafe fn unmap(address: usize, size: usize) {
    // SAFETY: as promised by the caller.
    unsafe { libc::munmap(with_exposed_provenance_mut(address), size) };
}

/// Changes what may be done with mapped memory.
///
/// # Safety
/// The memory is the driver's.
pub unsafe fn protect(address: usize, size: usize, protection: i32) -> Outcome {
    // SAFETY: as promised by the caller.
    match unsafe { libc::mprotect(with_exposed_provenance_mut(address), size, protection) } {
        0 => Ok(()),
        _ => Err(ZE_RESULT_ERROR_INVALID_ARGUMENT),
    }
}

/// What a handle for another process holds: 64 bytes for the program.
#[repr(C)]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Ticket {
    kind: u64,
    process: u32,
    descriptor: i32,
    pub size: u64,
    /// The device's index, or `u32::MAX`.
    pub device: u32,
    /// How many events an event pool has, and its flags.
    pub count: u32,
    pub flags: u32,
    unused: [u32; 7],
}

impl Ticket {
    pub const MEMORY: u64 = u64::from_le_bytes(*b"simulmem");
    pub const EVENT_POOL: u64 = u64::from_le_bytes(*b"simulevt");

    pub fn new(kind: u64, file: &SharedFile, size: usize) -> Self {
        let (process, descriptor) = (std::process::id(), file.descriptor());
        Self {
            kind,
            process,
            descriptor,
            size: size as u64,
            device: u32::MAX,
            count: 0,
            flags: 0,
            unused: [0; 7],
        }
    }

    pub fn to_bytes(self) -> [std::ffi::c_char; 64] {
        // SAFETY: plain data without gaps, of the same size.
        unsafe { std::mem::transmute(self) }
    }

    /// The contents of a handle of this kind; handles that this driver has not made are refused.
    pub fn read(kind: u64, bytes: [std::ffi::c_char; 64]) -> Outcome<Self> {
        // SAFETY: any bytes make one.
        let ticket: Self = unsafe { std::mem::transmute(bytes) };
        if ticket.kind == kind && ticket.unused == [0; 7] {
            Ok(ticket)
        } else {
            Err(ZE_RESULT_ERROR_INVALID_ARGUMENT)
        }
    }

    /// The descriptor, in the process that made the handle.
    pub fn own_descriptor(&self) -> Outcome<i32> {
        if self.process == std::process::id() {
            Ok(self.descriptor)
        } else {
            Err(ZE_RESULT_ERROR_INVALID_ARGUMENT)
        }
    }

    /// The file that it stands for.
    pub fn open(&self) -> Outcome<SharedFile> {
        let size = usize::try_from(self.size).map_err(|_| ZE_RESULT_ERROR_INVALID_ARGUMENT)?;
        SharedFile::of_process(self.process, self.descriptor, size)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_mappings_are_the_same_memory() {
        let file = SharedFile::new(4096).expect("made");
        let other = Ticket::new(Ticket::MEMORY, &file, 4096).open().expect("opened");
        let (a, b) = (file.map().expect("mapped"), other.map().expect("mapped"));
        assert_ne!(a, b);
        let byte = |address| with_exposed_provenance_mut::<u8>(address);
        // SAFETY: both are mapped, and nobody else has them.
        unsafe {
            byte(a + 7).write_volatile(5);
            assert_eq!(byte(b + 7).read_volatile(), 5);
            unmap(a, 4096);
            unmap(b, 4096);
        }
    }

    #[test]
    fn what_is_no_such_file_is_refused() {
        let file = SharedFile::new(4096).expect("made");
        let longer = Ticket::new(Ticket::MEMORY, &file, 4097);
        assert_eq!(longer.open().err(), Some(ZE_RESULT_ERROR_INVALID_ARGUMENT));
        assert!(Ticket::read(Ticket::EVENT_POOL, longer.to_bytes()).is_err());
        assert!(Ticket::read(Ticket::MEMORY, [0; 64]).is_err());
        assert_eq!(Ticket::read(Ticket::MEMORY, longer.to_bytes()), Ok(longer));
        // A number that no file of another test's gets.
        // SAFETY: a live descriptor, whose copy nobody else has.
        let descriptor = unsafe {
            let copy = libc::fcntl(file.descriptor(), libc::F_DUPFD_CLOEXEC, 800);
            assert!(copy >= 800);
            libc::close(copy);
            copy
        };
        assert!(SharedFile::of_descriptor(descriptor).is_err());
        assert!(SharedFile::of_process(u32::MAX, 0, 1).is_err());
    }
}
