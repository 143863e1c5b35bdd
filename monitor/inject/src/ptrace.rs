//! Requests to the kernel about a thread that is traced.

use std::io;

use libc::{c_void, pid_t};

pub(super) fn request(
    what: libc::c_uint,
    tid: u32,
    address: *mut c_void,
    data: *mut c_void,
) -> io::Result<()> {
    // SAFETY: callers pass, for this request, pointers to live buffers of the size it needs, or plain numbers.
    let result = unsafe { libc::ptrace(what, tid as pid_t, address, data) };
    if result == -1 { Err(io::Error::last_os_error()) } else { Ok(()) }
}

pub(super) fn number(value: usize) -> *mut c_void {
    std::ptr::without_provenance_mut(value)
}

/// A set of registers (`NT_...` of elf.h), `most` bytes of it at most.
pub(super) fn register_set(tid: u32, set: usize, most: usize) -> io::Result<Vec<u8>> {
    let mut state = vec![0; most];
    let mut vector = libc::iovec { iov_base: state.as_mut_ptr().cast(), iov_len: state.len() };
    request(libc::PTRACE_GETREGSET, tid, number(set), (&raw mut vector).cast())?;
    state.truncate(vector.iov_len);
    Ok(state)
}

pub(super) fn set_register_set(tid: u32, set: usize, state: &[u8]) -> io::Result<()> {
    let mut vector = libc::iovec { iov_base: state.as_ptr().cast_mut().cast(), iov_len: state.len() };
    request(libc::PTRACE_SETREGSET, tid, number(set), (&raw mut vector).cast())
}
