//! Files that the probe opens inside the program.
//!
//! At any moment, a program may close descriptors that it did not open itself, and open files of its own that get the
//! same numbers. Between two system calls of the probe's, nothing keeps it from that: so what our own threads do with files is
//! done [`apart`], by a thread with a table of descriptors of its own. In the program's threads (a launch, a forked child)
//! ours get high numbers, which the kernel does not hand out on its own; and before each use, and before closing, we check
//! that it is still the same file. A file of the program is neither written to nor closed.
//!
//! There, a file that has just been opened has an ordinary number for some microseconds: the kernel gives no other to what is
//! opened or received. In a launch this is just after the dynamic linker has opened the driver and this library by the same
//! numbers. What would avoid it is worse: a thread needs glibc's locks, which may be held for ever in a child of a bare
//! `clone`; a process with the same memory (`CLONE_VM`) can be waited for by the program (`__WALL`), counts for its limits and
//! makes valgrind end the program; a file opened before `main` is seen by `main` and inherited by what it starts. All
//! of them need system calls that a launch does not make.

use crate::{guard, sandbox};
use std::ffi::CString;
use std::fs::File;
use std::io;
use std::mem::ManuallyDrop;
use std::os::fd::{AsRawFd, FromRawFd, RawFd};
use std::os::unix::ffi::OsStrExt;
use std::path::Path;

/// Our descriptors are numbered from here on, as far as the limit of open files allows.
const HIGH: i32 = 960;

/// Does something with files where no descriptor of the program is in reach, if this is a thread of the probe's.
pub fn apart<T: Send>(f: impl FnOnce() -> T + Send) -> T {
    // A program that filters its system calls does not expect these.
    if !guard::is_own_thread() || sandbox::is_filtered() {
        return f();
    }
    guard::in_a_moment("zetop-file", || {
        leave_descriptors();
        f()
    })
}

/// Gives the calling thread an empty table of descriptors. The program's are not closed by that.
fn leave_descriptors() {
    // SAFETY: plain numbers; the thread has no descriptors that it would miss. Where the kernel is older than 5.9, it has
    // copies of the program's until it ends.
    unsafe {
        if libc::syscall(libc::SYS_close_range, 0_u32, u32::MAX, libc::CLOSE_RANGE_UNSHARE) != 0 {
            libc::unshare(libc::CLONE_FILES);
        }
    }
}

/// A file of the probe's, open for a moment.
pub struct OwnFile {
    file: ManuallyDrop<File>,
    is: Identity,
}

/// Device and inode.
type Identity = (u64, u64);

fn identity(fd: RawFd) -> Option<Identity> {
    // SAFETY: all-zero is a valid stat, which the call fills in.
    unsafe {
        let mut found: libc::stat = std::mem::zeroed();
        (libc::fstat(fd, &raw mut found) == 0).then_some((found.st_dev, found.st_ino))
    }
}

fn close_if(fd: RawFd, is: Identity) {
    if identity(fd) == Some(is) {
        // SAFETY: the descriptor is the probe's.
        unsafe { libc::close(fd) };
    }
}

impl OwnFile {
    /// Opens `path`; `flags` as for open(2).
    ///
    /// # Errors
    /// What the kernel says.
    pub fn open(path: &Path, flags: i32) -> io::Result<Self> {
        let name = CString::new(path.as_os_str().as_bytes())?;
        // SAFETY: a C string.
        let low = unsafe { libc::open(name.as_ptr(), flags | libc::O_CLOEXEC, 0o600) };
        if low == -1 {
            return Err(io::Error::last_os_error());
        }
        let is = identity(low).ok_or_else(io::Error::last_os_error)?;
        // SAFETY: plain numbers.
        let high = unsafe { libc::fcntl(low, libc::F_DUPFD_CLOEXEC, HIGH) };
        let fd = if high == -1 { low } else { high };
        if fd != low {
            close_if(low, is);
        }
        if high != -1 && identity(high) != Some(is) {
            // In the meantime the program had closed the probe's and opened one of its own, which now has two numbers.
            // SAFETY: the one that we have just made.
            unsafe { libc::close(high) };
            return Err(io::Error::from_raw_os_error(libc::EBADF));
        }
        // SAFETY: closed only in `drop`, and only if it is still the probe's.
        Ok(Self { file: ManuallyDrop::new(unsafe { File::from_raw_fd(fd) }), is })
    }

    /// The file, for one use.
    ///
    /// # Errors
    /// The program has closed it.
    pub fn get(&self) -> io::Result<&File> {
        let is_there = identity(self.file.as_raw_fd()) == Some(self.is);
        is_there.then_some(&*self.file).ok_or_else(|| io::Error::from_raw_os_error(libc::EBADF))
    }
}

impl Drop for OwnFile {
    fn drop(&mut self) {
        close_if(self.file.as_raw_fd(), self.is);
    }
}

/// All of a file. Bytes that are not UTF-8, as in names of mapped files, are replaced.
///
/// # Errors
/// It cannot be read, or the program has closed it meanwhile.
pub fn read(path: &Path) -> io::Result<String> {
    apart(|| read_here(path))
}

fn read_here(path: &Path) -> io::Result<String> {
    let file = OwnFile::open(path, libc::O_RDONLY)?;
    let mut bytes = Vec::new();
    // Not on the stack: threads of the program may have little, in a forked child for example.
    let mut piece = vec![0; 16 << 10];
    loop {
        match io::Read::read(&mut file.get()?, &mut piece) {
            Ok(0) => break,
            Ok(got) => bytes.extend_from_slice(&piece[..got]),
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
    Ok(String::from_utf8(bytes).unwrap_or_else(|no| String::from_utf8_lossy(no.as_bytes()).into_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::{Read, Write};

    #[test]
    fn it_has_a_high_number_and_is_closed() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("file");
        std::fs::write(&path, "text").unwrap();
        assert_eq!(read(&path).unwrap(), "text");
        let file = OwnFile::open(&path, libc::O_RDONLY).unwrap();
        let fd = file.get().unwrap().as_raw_fd();
        assert!(fd >= HIGH, "{fd}");
        let is = file.is;
        drop(file);
        assert_ne!(identity(fd), Some(is));
        assert_eq!(read(&dir.path().join("none")).unwrap_err().kind(), io::ErrorKind::NotFound);
    }

    /// Attaching to a program that closed all descriptors cost it a file of its own once in a hundred times: whoever checks
    /// before closing can still be too late.
    #[test]
    fn a_thread_of_ours_has_no_number_in_common_with_the_program() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("ours");
        std::fs::write(&path, "text").unwrap();
        // Whether the file has a number in the program, as its first thread sees it.
        let seen = |path: &Path| {
            apart(|| {
                let file = OwnFile::open(path, libc::O_RDONLY).unwrap();
                let open = std::fs::read_dir(format!("/proc/{}/fd", std::process::id())).unwrap();
                let seen = open.flatten().any(|e| std::fs::read_link(e.path()).is_ok_and(|to| to == path));
                assert_eq!(std::io::read_to_string(file.get().unwrap()).unwrap(), "text");
                seen
            })
        };
        assert!(seen(&path), "a thread of the program's");
        let done = path.with_file_name("done");
        let ours = guard::spawn("zetop-attach", move || {
            assert!(!seen(&path), "a thread of ours");
            std::fs::write(path.with_file_name("done"), "").unwrap();
        });
        ours.unwrap().join();
        assert!(done.exists());
    }

    /// Does what a program does that closes all descriptors and opens a file of its own.
    #[test]
    fn what_has_become_the_programs_is_left_alone() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("ours");
        std::fs::write(&path, "ours").unwrap();
        let file = OwnFile::open(&path, libc::O_RDWR).unwrap();
        let fd = file.get().unwrap().as_raw_fd();
        let theirs = File::create_new(dir.path().join("theirs")).unwrap();
        // SAFETY: replaces our file with theirs, as the program's next open might.
        assert_eq!(unsafe { libc::dup2(theirs.as_raw_fd(), fd) }, fd);
        assert_eq!(file.get().unwrap_err().raw_os_error(), Some(libc::EBADF));
        drop(file);
        // SAFETY: the duplicate is still open, and ours to close in this test.
        let mut theirs_at = unsafe { File::from_raw_fd(fd) };
        theirs_at.write_all(b"written").unwrap();
        let mut text = String::new();
        File::open(dir.path().join("theirs")).unwrap().read_to_string(&mut text).unwrap();
        assert_eq!(text, "written");
    }
}
