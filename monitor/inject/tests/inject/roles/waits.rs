//! Programs that wait in a system call.

use super::tell::{read_byte, say, sys};
use std::ffi::c_int;
use std::ptr::null_mut;
use std::sync::atomic::AtomicI32;

pub(super) fn unsafe_nanosleep(milliseconds: i64) -> c_int {
    let time = libc::timespec { tv_sec: milliseconds / 1000, tv_nsec: milliseconds % 1000 * 1_000_000 };
    // SAFETY: a live timespec, and null is allowed for the rest.
    unsafe { libc::nanosleep(&time, null_mut()) }
}

pub(super) fn sleeps() {
    say("ready");
    let wrong = (0..30).filter(|_| sys(|| unsafe_nanosleep(50)) != Ok(0)).count();
    say(&format!("{wrong} wrong"));
    let _ = read_byte();
}

pub(super) fn futex() -> Result<c_int, i32> {
    let word = AtomicI32::new(0);
    let time = libc::timespec { tv_sec: 1, tv_nsec: 500_000_000 };
    let operation = libc::FUTEX_WAIT | libc::FUTEX_PRIVATE_FLAG;
    // SAFETY: word and time live during the call.
    sys(|| unsafe { libc::syscall(libc::SYS_futex, word.as_ptr(), operation, 0, &raw const time) as c_int })
}

pub(super) fn select() -> Result<c_int, i32> {
    let mut time = libc::timeval { tv_sec: 1, tv_usec: 500_000 };
    // SAFETY: no sets, a live time.
    sys(|| unsafe { libc::select(0, null_mut(), null_mut(), null_mut(), &mut time) })
}

pub(super) fn poll(milliseconds: c_int) -> c_int {
    let mut input = libc::pollfd { fd: 0, events: libc::POLLIN, revents: 0 };
    // SAFETY: one live pollfd.
    unsafe { libc::poll(&mut input, 1, milliseconds) }
}

pub(super) fn epoll() -> c_int {
    // SAFETY: plain system calls on live buffers.
    unsafe {
        let epoll = libc::epoll_create1(0);
        let mut event = libc::epoll_event { events: libc::EPOLLIN as u32, u64: 0 };
        libc::epoll_ctl(epoll, libc::EPOLL_CTL_ADD, 0, &mut event);
        libc::epoll_wait(epoll, &mut event, 1, -1)
    }
}
