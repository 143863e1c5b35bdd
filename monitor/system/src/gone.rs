//! A terminal that has gone.

use rustix::fd::AsFd;
use rustix::fs::FileType;
use rustix::io::Errno;
use std::io;

/// A terminal that has gone answers EIO: to us that is a reader who has gone.
pub fn if_terminal_gone(file: impl AsFd, error: io::Error) -> io::Error {
    let is_terminal = || {
        // It no longer says that it is one.
        rustix::fs::fstat(file)
            .is_ok_and(|stat| FileType::from_raw_mode(stat.st_mode) == FileType::CharacterDevice)
    };
    if error.raw_os_error() == Some(Errno::IO.raw_os_error()) && is_terminal() {
        return io::ErrorKind::BrokenPipe.into();
    }
    error
}
