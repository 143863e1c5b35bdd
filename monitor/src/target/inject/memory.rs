//! Reading and writing the memory of another process. A bad address is an error, never a crash.

use std::io;

/// The memory of one process, through `process_vm_readv` and `process_vm_writev`.
#[derive(Clone, Copy, Debug)]
pub(in crate::target) struct Memory {
    pid: libc::pid_t,
}

impl Memory {
    pub(in crate::target) fn new(pid: u32) -> Self {
        Self { pid: pid as libc::pid_t }
    }

    /// Fills as much of `into` as is mapped behind `address`; returns how many bytes that were.
    pub(in crate::target) fn read_some(self, address: u64, into: &mut [u8]) -> io::Result<usize> {
        let local = libc::iovec { iov_base: into.as_mut_ptr().cast(), iov_len: into.len() };
        let remote = libc::iovec { iov_base: address as *mut libc::c_void, iov_len: into.len() };
        // SAFETY: `local` describes `into`, which we own for the call; the remote side is checked by the kernel.
        let got = unsafe { libc::process_vm_readv(self.pid, &local, 1, &remote, 1, 0) };
        usize::try_from(got).map_err(|_| io::Error::last_os_error())
    }

    pub(super) fn read(self, address: u64, into: &mut [u8]) -> io::Result<()> {
        if self.read_some(address, into)? == into.len() {
            Ok(())
        } else {
            Err(io::Error::from_raw_os_error(libc::EFAULT))
        }
    }

    pub(super) fn write(self, address: u64, from: &[u8]) -> io::Result<()> {
        let local = libc::iovec { iov_base: from.as_ptr() as *mut libc::c_void, iov_len: from.len() };
        let remote = libc::iovec { iov_base: address as *mut libc::c_void, iov_len: from.len() };
        // SAFETY: `local` describes `from` and is only read; the remote side is checked by the kernel.
        let put = unsafe { libc::process_vm_writev(self.pid, &local, 1, &remote, 1, 0) };
        match usize::try_from(put) {
            Err(_) => Err(io::Error::last_os_error()),
            Ok(put) if put == from.len() => Ok(()),
            Ok(_) => Err(io::Error::from_raw_os_error(libc::EFAULT)),
        }
    }

    pub(super) fn u64(self, address: u64) -> io::Result<u64> {
        let mut bytes = [0; 8];
        self.read(address, &mut bytes)?;
        Ok(u64::from_ne_bytes(bytes))
    }

    pub(super) fn u32(self, address: u64) -> io::Result<u32> {
        let mut bytes = [0; 4];
        self.read(address, &mut bytes)?;
        Ok(u32::from_ne_bytes(bytes))
    }

    /// A C string of at most `limit` bytes; what is not UTF-8 is replaced.
    pub(super) fn text(self, address: u64, limit: usize) -> io::Result<String> {
        let mut bytes = vec![0; limit];
        let got = self.read_some(address, &mut bytes)?;
        let end = bytes[..got].iter().position(|b| *b == 0).unwrap_or(got);
        Ok(String::from_utf8_lossy(&bytes[..end]).into_owned())
    }
}
