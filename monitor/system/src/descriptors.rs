//! Tables of descriptors.

use rustix::fd::RawFd;
use std::io;

/// From now on this thread, and those that it starts, have descriptors of their own: of the process's they have only the three
/// standard ones. For a thread that calls a driver: Intel's sysman closes a descriptor of its own twice where a library is
/// missing, which may be another thread's by then. What the thread opens, no other thread may use.
///
/// # Errors
/// When the kernel refuses.
pub fn have_own_descriptors() -> io::Result<()> {
    // SAFETY: the thread gets a copy of the table, and nothing that another thread uses changes.
    if unsafe { libc::unshare(libc::CLONE_FILES) } != 0 {
        return Err(io::Error::last_os_error());
    }
    close_others(&[libc::STDIN_FILENO, libc::STDOUT_FILENO, libc::STDERR_FILENO]);
    Ok(())
}

/// Closes what is in the table of this thread, which no other thread shares.
pub(crate) fn close_others(keeps: &[RawFd]) {
    let open = std::fs::read_dir("/proc/thread-self/fd").into_iter().flatten().flatten();
    let open: Vec<RawFd> = open.filter_map(|entry| entry.file_name().to_str()?.parse().ok()).collect();
    for fd in open.into_iter().filter(|fd| !keeps.contains(fd)) {
        // SAFETY: the values that own descriptors belong to another table; their copies here are never used.
        unsafe { libc::close(fd) };
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rustix::fd::AsRawFd;
    use std::fs::File;

    #[test]
    fn what_is_closed_in_a_thread_with_own_descriptors_stays_open_elsewhere() {
        let file = tempfile::tempfile().unwrap();
        let number = file.as_raw_fd();
        let closes = std::thread::spawn(move || {
            have_own_descriptors().unwrap();
            // SAFETY: a number that is in no other thread's table.
            let close = || unsafe { libc::close(number) };
            let was_open = close() == 0;
            // The kernel gives the lowest free number, from 3 on.
            let opened = File::open("/dev/null").unwrap().as_raw_fd();
            (was_open, opened <= number, close())
        });
        assert_eq!(closes.join().unwrap(), (false, true, -1));
        file.metadata().unwrap();
    }
}
