//! Reading and writing the memory of another process. A bad address is an error, never a crash.
//!
//! `/proc/PID/mem` belongs to the address space that the process had when the file was opened. Once the process executes
//! another program, reads and writes find nothing any more: a late write can't land in the new program.

use std::fs::File;
use std::io;
use std::os::unix::fs::{FileExt, OpenOptionsExt};
use std::sync::Arc;

/// The memory of one program in a process.
#[derive(Clone, Debug)]
pub struct Memory(Arc<File>);

impl Memory {
    /// The address space that the process has now. The kernel checks as for ptrace; EPERM says that it forbids it.
    pub fn open(pid: u32) -> io::Result<Self> {
        let mut options = File::options();
        options.read(true).write(true).custom_flags(libc::O_NOCTTY);
        match options.open(format!("/proc/{pid}/mem")) {
            Ok(file) => Ok(Self(Arc::new(file))),
            Err(error) => Err(match error.raw_os_error() {
                Some(libc::EACCES) => io::Error::from_raw_os_error(libc::EPERM),
                Some(libc::ENOENT) => io::Error::from_raw_os_error(libc::ESRCH),
                _ => error,
            }),
        }
    }

    /// The program is still there: it has neither ended nor executed another one.
    pub fn is_there(&self) -> bool {
        // Nothing is mapped at address 0, or else it is read: only an address space that has gone reads as empty.
        !matches!(self.0.read_at(&mut [0], 0), Ok(0))
    }

    /// Fills as much of `into` as is mapped behind `address`; returns how many bytes that were.
    /// EFAULT: nothing is mapped there. ESRCH: the program is gone.
    pub fn read_some(&self, address: u64, into: &mut [u8]) -> io::Result<usize> {
        match self.0.read_at(into, address) {
            Ok(0) if !into.is_empty() => Err(io::Error::from_raw_os_error(libc::ESRCH)),
            other => other.map_err(unmapped),
        }
    }

    pub(super) fn read(&self, address: u64, into: &mut [u8]) -> io::Result<()> {
        if self.read_some(address, into)? == into.len() {
            Ok(())
        } else {
            Err(io::Error::from_raw_os_error(libc::EFAULT))
        }
    }

    pub(super) fn write(&self, address: u64, from: &[u8]) -> io::Result<()> {
        match self.0.write_at(from, address).map_err(unmapped)? {
            put if put == from.len() => Ok(()),
            0 => Err(io::Error::from_raw_os_error(libc::ESRCH)),
            _ => Err(io::Error::from_raw_os_error(libc::EFAULT)),
        }
    }

    pub(super) fn u64(&self, address: u64) -> io::Result<u64> {
        let mut bytes = [0; 8];
        self.read(address, &mut bytes)?;
        Ok(u64::from_ne_bytes(bytes))
    }

    pub(super) fn u32(&self, address: u64) -> io::Result<u32> {
        let mut bytes = [0; 4];
        self.read(address, &mut bytes)?;
        Ok(u32::from_ne_bytes(bytes))
    }

    /// A C string of at most `limit` bytes; what is not UTF-8 is replaced.
    pub(super) fn text(&self, address: u64, limit: usize) -> io::Result<String> {
        let mut bytes = vec![0; limit];
        let got = self.read_some(address, &mut bytes)?;
        let end = bytes[..got].iter().position(|b| *b == 0).unwrap_or(got);
        Ok(String::from_utf8_lossy(&bytes[..end]).into_owned())
    }
}

fn unmapped(error: io::Error) -> io::Error {
    match error.raw_os_error() {
        Some(libc::EIO) => io::Error::from_raw_os_error(libc::EFAULT),
        _ => error,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_not_mapped_is_an_error_and_the_rest_is_read() {
        let memory = Memory::open(std::process::id()).unwrap();
        let value = std::hint::black_box(Box::new(77_u64));
        assert_eq!(memory.u64((&raw const *value) as u64).unwrap(), 77);
        assert_eq!(memory.read(8, &mut [0; 8]).unwrap_err().raw_os_error(), Some(libc::EFAULT));
        assert!(memory.is_there());
        assert_eq!(Memory::open(u32::MAX).unwrap_err().raw_os_error(), Some(libc::ESRCH));
    }

    #[test]
    fn a_program_that_has_executed_another_one_is_out_of_reach() {
        use std::io::Write;
        let mut shell = std::process::Command::new("/bin/sh")
            .args(["-c", "read line; exec sleep 1000"])
            .stdin(std::process::Stdio::piped())
            .spawn()
            .unwrap();
        let pid = shell.id();
        // The spawned child may still be this test's own program.
        let name = || std::fs::read_to_string(format!("/proc/{pid}/comm")).unwrap_or_default();
        while name().trim() != "sh" {
            std::thread::yield_now();
        }
        let memory = Memory::open(pid).unwrap();
        let maps = std::fs::read_to_string(format!("/proc/{pid}/maps")).unwrap();
        let stack = maps.lines().find(|line| line.ends_with("[stack]")).unwrap();
        let end = u64::from_str_radix(stack.split(['-', ' ']).nth(1).unwrap(), 16).unwrap();
        assert!(memory.is_there() && memory.u64(end - 8).is_ok());
        shell.stdin.take().unwrap().write_all(b"\n").unwrap();
        while name().trim() != "sleep" {
            std::thread::yield_now();
        }
        assert!(!memory.is_there());
        let gone = Some(libc::ESRCH);
        assert_eq!(memory.u64(end - 8).unwrap_err().raw_os_error(), gone);
        assert_eq!(memory.write(end - 8, &[1]).unwrap_err().raw_os_error(), gone);
        shell.kill().unwrap();
        shell.wait().unwrap();
    }
}
