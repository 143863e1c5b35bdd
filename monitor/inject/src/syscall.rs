//! Which system calls a thread may be interrupted in, and how each goes on afterwards.

use super::arch::{OLDER_ANEW, OLDER_EXACT, Registers, SLEEPS_START_OVER};

/// They wait, libc holds no lock of its own meanwhile, and the kernel restarts them exactly as they were.
const EXACT: [i64; 13] = [
    libc::SYS_restart_syscall,
    libc::SYS_read,
    libc::SYS_nanosleep,
    libc::SYS_wait4,
    libc::SYS_futex,
    libc::SYS_clock_nanosleep,
    libc::SYS_pselect6,
    libc::SYS_ppoll,
    libc::SYS_waitid,
    libc::SYS_rt_sigsuspend,
    libc::SYS_flock,
    libc::SYS_sched_yield,
    libc::SYS_ioctl,
];

/// They wait too, but say EINTR after any stop (signal(7)): zetop makes the kernel restart them, and a finite
/// time limit starts over. Threads in them are taken last.
const ANEW: [i64; 19] = [
    libc::SYS_epoll_pwait,
    libc::SYS_epoll_pwait2,
    libc::SYS_semop,
    libc::SYS_semtimedop,
    libc::SYS_rt_sigtimedwait,
    libc::SYS_io_getevents,
    libc::SYS_io_uring_enter,
    libc::SYS_recvfrom,
    libc::SYS_recvmsg,
    libc::SYS_recvmmsg,
    libc::SYS_accept,
    libc::SYS_accept4,
    libc::SYS_sendto,
    libc::SYS_sendmsg,
    libc::SYS_write,
    libc::SYS_writev,
    libc::SYS_readv,
    libc::SYS_msgrcv,
    libc::SYS_msgsnd,
];

/// How suitable a thread is: the lower the better.
pub(super) fn rank(number: Option<i64>) -> u8 {
    match number {
        // A wait that was interrupted before: if zetop is killed now, the rest of it is lost.
        Some(libc::SYS_restart_syscall) => 1,
        Some(libc::SYS_nanosleep | libc::SYS_clock_nanosleep) if SLEEPS_START_OVER => 2,
        Some(number) if number != libc::SYS_ioctl && is_exact(number) => 0,
        None | Some(-1) => 1,
        Some(_) => 2,
    }
}

fn is_exact(number: i64) -> bool {
    EXACT.contains(&number) || OLDER_EXACT.contains(&number)
}

fn is_anew(number: i64) -> bool {
    ANEW.contains(&number) || OLDER_ANEW.contains(&number)
}

pub(super) fn may_interrupt(number: i64) -> bool {
    is_exact(number) || is_anew(number)
}

/// Whether a thread in this system call waits for input or another process. Allocators make no such call: all that they may do
/// while they hold a lock is to wait for another one, to yield or sleep, and to log.
pub(super) fn only_waits(number: i64) -> bool {
    may_interrupt(number)
        && ![libc::SYS_futex, libc::SYS_sched_yield, libc::SYS_restart_syscall, libc::SYS_nanosleep]
            .contains(&number)
        && ![libc::SYS_clock_nanosleep, libc::SYS_ioctl, libc::SYS_write].contains(&number)
}

/// Turns the EINTR that our stop has caused into "make this call again, unless a handler runs". Returns whether it was that.
pub(super) fn undo_interruption(registers: &mut Registers) -> bool {
    let is_ours = registers.said_eintr().is_some_and(|number| is_anew(number) || number == libc::SYS_read);
    if is_ours {
        registers.make_again();
    }
    is_ours
}
