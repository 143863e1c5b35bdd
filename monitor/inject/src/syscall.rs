//! Which system calls a thread may be interrupted in, and how each goes on afterwards.

use libc::user_regs_struct;

const ERESTARTSYS: i64 = 512;
const ERESTARTNOINTR: i64 = 513;
const ERESTARTNOHAND: i64 = 514;
const ERESTART_RESTARTBLOCK: i64 = 516;

/// They wait, libc holds no lock of its own meanwhile, and the kernel restarts them exactly as they were.
const EXACT: [i64; 16] = [
    libc::SYS_restart_syscall,
    libc::SYS_read,
    libc::SYS_poll,
    libc::SYS_select,
    libc::SYS_pause,
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
const ANEW: [i64; 20] = [
    libc::SYS_epoll_wait,
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
        Some(number) if number != libc::SYS_ioctl && EXACT.contains(&number) => 0,
        None | Some(-1) => 1,
        Some(_) => 2,
    }
}

pub(super) fn may_interrupt(number: i64) -> bool {
    EXACT.contains(&number) || ANEW.contains(&number)
}

/// Whether a thread in this system call waits for input or another process. Allocators make none of these;
/// what they may do while they hold a lock is to wait for another one, to yield or sleep, and to log.
pub(super) fn only_waits(number: i64) -> bool {
    may_interrupt(number)
        && ![libc::SYS_futex, libc::SYS_sched_yield, libc::SYS_restart_syscall, libc::SYS_nanosleep]
            .contains(&number)
        && ![libc::SYS_clock_nanosleep, libc::SYS_ioctl, libc::SYS_write].contains(&number)
}

/// Whether the kernel makes the interrupted system call again when no signal handler runs.
pub(super) fn is_restarted(registers: &user_regs_struct) -> bool {
    let result = -(registers.rax as i64);
    let restarted = [ERESTARTSYS, ERESTARTNOINTR, ERESTARTNOHAND, ERESTART_RESTARTBLOCK].contains(&result);
    registers.orig_rax as i64 >= 0 && restarted
}

/// Turns the EINTR that our stop has caused into "make this call again, unless a handler runs".
pub(super) fn undo_interruption(registers: &mut user_regs_struct) {
    let number = registers.orig_rax as i64;
    let interrupted = registers.rax as i64 == i64::from(-libc::EINTR);
    let anew = ANEW.contains(&number) || number == libc::SYS_read;
    if interrupted && anew {
        registers.rax = (-ERESTARTNOHAND) as u64;
    }
}
