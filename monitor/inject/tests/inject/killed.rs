//! zetop killed at every step of an injection: whatever the thread that it holds was sent to do, it finds its
//! own way back.

use std::time::Duration;

use crate::target::{PATIENT, Target, library, pause};

const PTRACE_GET_SYSCALL_INFO: libc::c_uint = 0x420e;
const PTRACE_GETSIGMASK: libc::c_uint = 0x420a;
const PTRACE_GET_RSEQ_CONFIGURATION: libc::c_uint = 0x420f;
const PTRACE_SYSCALL_INFO_EXIT: u8 = 2;

/// Requests that read the program, and that for the words of the helper's code one by one: they leave the program as the step
/// before did.
const READ: [libc::c_uint; 7] = [
    libc::PTRACE_POKEDATA,
    libc::PTRACE_GETREGS,
    libc::PTRACE_GETREGSET,
    libc::PTRACE_GETSIGINFO,
    PTRACE_GETSIGMASK,
    PTRACE_GET_SYSCALL_INFO,
    PTRACE_GET_RSEQ_CONFIGURATION,
];

/// Has the calling process stop, for the test that traces it, before each system call that changes another one, and before `pause`.
/// An injection makes thousands that only read, each of which would otherwise stop it twice.
pub fn stop_before_steps() {
    // In `struct seccomp_data`: the number, and the lower half of the first argument.
    const NUMBER: u32 = 0;
    const REQUEST: u32 = 16;
    let load = |from: u32| statement(libc::BPF_LD | libc::BPF_W | libc::BPF_ABS, from);
    let leave = |with: u32| statement(libc::BPF_RET | libc::BPF_K, with);
    let statement_if = |value: u32| libc::sock_filter {
        code: (libc::BPF_JMP | libc::BPF_JEQ | libc::BPF_K) as u16,
        jt: 0,
        jf: 1,
        k: value,
    };
    let mut filter = vec![load(NUMBER)];
    // The memory of the program is a file.
    for number in [libc::SYS_pwrite64, libc::SYS_tgkill, libc::SYS_pause] {
        filter.extend([statement_if(number as u32), leave(libc::SECCOMP_RET_TRACE)]);
    }
    filter.extend([
        libc::sock_filter { jt: 1, jf: 0, ..statement_if(libc::SYS_ptrace as u32) },
        leave(libc::SECCOMP_RET_ALLOW),
        load(REQUEST),
    ]);
    for request in READ {
        filter.extend([statement_if(request), leave(libc::SECCOMP_RET_ALLOW)]);
    }
    filter.push(leave(libc::SECCOMP_RET_TRACE));
    let program = libc::sock_fprog { len: filter.len() as u16, filter: filter.as_mut_ptr() };
    // SAFETY: the program lives over the call, which copies it.
    let set = unsafe {
        libc::prctl(libc::PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
        libc::prctl(libc::PR_SET_SECCOMP, libc::SECCOMP_MODE_FILTER, &raw const program)
    };
    assert_eq!(set, 0, "{}", std::io::Error::last_os_error());
}

fn statement(code: u32, k: u32) -> libc::sock_filter {
    libc::sock_filter { code: code as u16, jt: 0, jf: 0, k }
}

/// Where an injector is: before or after one of the system calls by which it reaches into the program.
#[derive(Clone, Copy, Debug)]
pub struct Step {
    number: i64,
    request: libc::c_uint,
    /// Which thread, if it is a ptrace call.
    pub of: i32,
    pub is_over: bool,
}

impl Step {
    fn is(self, request: libc::c_uint) -> bool {
        self.number == libc::SYS_ptrace && self.request == request
    }

    pub fn is_a_seize(self) -> bool {
        self.number == libc::SYS_ptrace && self.request == libc::PTRACE_SEIZE
    }
}

/// An injection that we trace, as it traces the program.
pub struct Injection<'a> {
    target: &'a Target,
    injector: Target,
}

impl Drop for Injection<'_> {
    /// Only we can reap a thread that we trace, and its process ends after it.
    fn drop(&mut self) {
        let pid = self.injector.pid() as i32;
        // SAFETY: plain numbers.
        unsafe { libc::kill(pid, libc::SIGKILL) };
        loop {
            let (tid, ended, _) = news();
            let is_target = tid == self.target.pid() as i32;
            if ended && (tid == pid || is_target) {
                break; // for their owners to collect
            }
            if is_target {
                take_stop(tid);
            }
            if ended {
                // SAFETY: no status is wanted.
                unsafe { libc::waitpid(tid, std::ptr::null_mut(), libc::__WALL) };
            }
        }
    }
}

/// The next status change of a child or tracee of this thread, without consuming it: who, whether it has
/// ended, and its signal with the event in the second byte.
fn news() -> (i32, bool, i32) {
    loop {
        let flags = libc::WEXITED | libc::WSTOPPED | libc::WNOWAIT | libc::__WALL | libc::__WNOTHREAD;
        // SAFETY: all-zero is a valid siginfo_t, which waitid fills in.
        let (result, info) = unsafe {
            let mut info: libc::siginfo_t = std::mem::zeroed();
            (libc::waitid(libc::P_ALL, 0, &mut info, flags), info)
        };
        if result == 0 {
            let ended = !matches!(info.si_code, libc::CLD_TRAPPED | libc::CLD_STOPPED);
            // SAFETY: what waitid fills in has both fields.
            return unsafe { (info.si_pid(), ended, info.si_status()) };
        }
        let error = std::io::Error::last_os_error();
        assert_eq!(error.raw_os_error(), Some(libc::EINTR), "waitid: {error}");
    }
}

/// Whoever uses the machine may stop a program for a while.
fn take_stop(child: i32) {
    // SAFETY: no status is wanted.
    unsafe { libc::waitpid(child, std::ptr::null_mut(), libc::WUNTRACED | libc::WNOHANG) };
}

pub fn trace(request: libc::c_uint, tid: i32, data: usize) {
    let data: *mut libc::c_void = std::ptr::without_provenance_mut(data);
    // SAFETY: plain numbers for these requests. One that has been killed meanwhile is not there: no matter.
    unsafe { libc::ptrace(request, tid, std::ptr::null_mut::<libc::c_void>(), data) };
}

impl<'a> Injection<'a> {
    /// One that load does not end early: each of its steps waits for this test.
    pub fn into(target: &'a Target) -> Self {
        Self::with(target, &PATIENT.safe_point.as_secs().to_string())
    }

    /// One with zetop's own limits.
    pub fn in_time(target: &'a Target) -> Self {
        Self::with(target, "")
    }

    fn with(target: &'a Target, seconds: &str) -> Self {
        let path = library().to_str().expect("path");
        let pid = target.pid().to_string();
        let environment = [
            ("ZETOP_INJECT_PID", pid.as_str()),
            ("ZETOP_INJECT_LIBRARY", path),
            ("ZETOP_INJECT_SECONDS", seconds),
        ];
        let mut injector = Target::start_with("inject-once", &environment);
        let tid = injector.pid() as i32;
        let options = libc::PTRACE_O_TRACESYSGOOD | libc::PTRACE_O_TRACECLONE | libc::PTRACE_O_TRACESECCOMP;
        trace(libc::PTRACE_SEIZE, tid, options as usize);
        trace(libc::PTRACE_INTERRUPT, tid, 0);
        injector.send(b"x");
        Self { target, injector }
    }

    /// The process that injects.
    pub fn injector(&self) -> i32 {
        self.injector.pid() as i32
    }

    /// Lets it go on to its next step, and says which thread makes it; `None` when the injection is through.
    pub fn next(&mut self) -> Option<(i32, Step)> {
        loop {
            let (tid, ended, status) = news();
            if tid == self.target.pid() as i32 {
                assert!(!ended, "the program has ended: {status:#x}");
                take_stop(tid);
                continue;
            }
            assert!(!ended || tid != self.injector.pid() as i32, "the injector has ended: {status:#x}");
            if ended {
                // SAFETY: no status is wanted.
                unsafe { libc::waitpid(tid, std::ptr::null_mut(), libc::__WALL) };
                continue;
            }
            let is_begin = status == libc::SIGTRAP | libc::PTRACE_EVENT_SECCOMP << 8;
            if is_begin || status == libc::SIGTRAP | 0x80 {
                let step = step(tid);
                if step.number == libc::SYS_pause {
                    return None;
                }
                // Behind the end of a step, the next system call stops as well, whatever it is.
                if is_begin || step.is_over {
                    return Some((tid, step));
                }
            }
            let signal = if status >> 8 == 0 && status & 0x80 == 0 { status } else { 0 };
            trace(libc::PTRACE_CONT, tid, signal as usize);
        }
    }
}

/// The system call at whose begin or end `tid` has stopped.
fn step(tid: i32) -> Step {
    // SAFETY: structs of integers, for which all-zero is a valid value; ptrace fills them in.
    let (registers, info) = unsafe {
        let mut registers: libc::user_regs_struct = std::mem::zeroed();
        let mut info: [u8; 96] = [0; 96];
        let none = std::ptr::null_mut::<libc::c_void>();
        libc::ptrace(libc::PTRACE_GETREGS, tid, none, &raw mut registers);
        let size: *mut libc::c_void = std::ptr::without_provenance_mut(info.len());
        libc::ptrace(PTRACE_GET_SYSCALL_INFO, tid, size, info.as_mut_ptr());
        (registers, info)
    };
    let number = registers.orig_rax as i64;
    let request = registers.rdi as libc::c_uint;
    let of = registers.rsi as i32;
    Step { number, request, of, is_over: info[0] == PTRACE_SYSCALL_INFO_EXIT }
}

/// Injects again and again, each time killed one step later, until one gets through. Steps are counted from the last
/// thread that was seized: those before it were not at a safe point.
fn kill_at_each_step(target: &Target) -> usize {
    for moment in 1.. {
        let mut injection = Injection::into(target);
        let mut steps = 0;
        loop {
            let Some((tid, step)) = injection.next() else { return moment - 1 };
            if step.is_a_seize() && !step.is_over {
                steps = 0;
            }
            steps += 1;
            if steps == moment {
                if step.is_over {
                    pause(1); // the program has gone on meanwhile, as far as it gets
                }
                break;
            }
            trace(libc::PTRACE_SYSCALL, tid, 0);
        }
    }
    unreachable!("an injection ends")
}

#[test]
fn killed_at_each_step_of_an_injection_zetop_leaves_the_program_as_it_was() {
    for (role, expected) in [("busy-alone", "right"), ("float", "right"), ("read", "Ok(1)")] {
        let target = Target::start(role);
        let started = std::time::Instant::now();
        let steps = kill_at_each_step(&target);
        println!("{role}: killed at each of {steps} steps in {:?}", started.elapsed());
        assert!(steps > 50, "{steps} steps");
        target.inject().expect("a later one");
        assert_eq!(target.finish(), expected, "{role}");
    }
}

/// What was mapped for the thread that can't be started was unmapped by a bare system call, and with zetop killed behind it the
/// program ran on into the next function.
#[test]
fn killed_while_no_thread_can_be_started_zetop_leaves_the_program_as_it_was() {
    let target = Target::start("no-room");
    let refused = target.inject();
    assert!(matches!(refused, Err(zetop_inject::InjectError::NoThread { .. })), "{refused:?}");
    let before = target.census();
    let steps = kill_at_each_step(&target);
    println!("killed at each of {steps} steps");
    assert!(steps > 50, "{steps} steps");
    let refused = target.inject();
    assert!(matches!(refused, Err(zetop_inject::InjectError::NoThread { .. })), "{refused:?}");
    // What a killed one has mapped stays there, at most once for each.
    assert_eq!((target.census().0, target.census().1), (before.0, before.1));
    assert_eq!(target.finish(), "Ok(1)");
}

/// A signal for which the thread has stopped, of which zetop has heard and with which it has not yet let it go on.
#[test]
fn no_signal_is_lost_when_zetop_is_killed() {
    let target = Target::start("signals");
    let mut sent = 0;
    for moment in 1..12 {
        let mut injection = Injection::into(&target);
        let mut seized = 0;
        while let Some((tid, step)) = injection.next() {
            if seized > 0 {
                seized += 1;
            }
            if seized == 0 && step.is_a_seize() && step.is_over {
                seized = 1;
                target.signal(libc::SIGRTMIN());
                sent += 1;
                // It stops for this signal by then, as a rule; if not, the signal comes at a later step.
                std::thread::sleep(Duration::from_millis(1));
            }
            if seized == moment {
                break;
            }
            trace(libc::PTRACE_SYSCALL, tid, 0);
        }
    }
    assert!(sent >= 11);
    assert_eq!(target.finish(), format!("{sent} queued, timer false"));
}

/// By then, the thread may have ended, and its number be that of another one, even of another program.
#[test]
fn a_signal_that_came_meanwhile_is_sent_before_the_thread_is_let_go() {
    const PTRACE_SETSIGMASK: libc::c_uint = 0x420b;
    let target = Target::start("errno");
    let (mut is_sent, mut passed_on, mut let_go) = (false, None, None);
    let mut injection = Injection::into(&target);
    let mut steps = 0;
    while let Some((tid, step)) = injection.next() {
        steps += 1;
        if !is_sent && step.is(PTRACE_SETSIGMASK) && step.is_over {
            is_sent = true;
            // One that can't be blocked meanwhile, since it might be a fault.
            target.signal(libc::SIGSEGV);
        }
        if is_sent && step.number == libc::SYS_tgkill {
            passed_on = passed_on.or(Some(steps));
        }
        if is_sent && step.is(libc::PTRACE_DETACH) && step.of == target.pid() as i32 {
            let_go = let_go.or(Some(steps));
        }
        trace(libc::PTRACE_SYSCALL, tid, 0);
    }
    drop(injection);
    assert!(
        is_sent && passed_on.is_some() && let_go.is_some() && passed_on < let_go,
        "{passed_on:?}, {let_go:?}"
    );
    assert_eq!(target.finish(), "1 handlers ran");
}
