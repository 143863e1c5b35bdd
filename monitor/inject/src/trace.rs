//! One thread of the target under `ptrace`.
//!
//! Seized, not attached: no signal is sent to the target and its job control is not disturbed. What is
//! seized is let go in `drop`; should even that fail (a thread that is stuck in the kernel), the end of
//! the thread of zetop's that called `seize` makes the kernel let go. `PTRACE_O_EXITKILL` is never set.

use std::io;
use std::path::Path;
use std::time::{Duration, Instant};

use libc::pid_t;

use super::arch::{Before, Registers, VECTORS, VECTORS_ROOM};
use super::ptrace::{number, register_set, request, set_register_set};

const PTRACE_GETSIGMASK: libc::c_uint = 0x420a;
const PTRACE_SETSIGMASK: libc::c_uint = 0x420b;
const PTRACE_GET_RSEQ_CONFIGURATION: libc::c_uint = 0x420f;
const PTRACE_EVENT_STOP: i32 = 128;
/// From the first moment on: a thread that executes another program stops before the first instruction of that, and is
/// let go as it is.
const OPTIONS: i32 = libc::PTRACE_O_TRACESYSGOOD | libc::PTRACE_O_TRACEEXEC;

/// Why a thread has stopped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Stop {
    /// At the start or the end of a system call.
    Syscall,
    /// As `interrupt` asked.
    Interrupted,
    /// Together with its whole process, by SIGSTOP or its like.
    Group,
    /// Before this signal is delivered to it.
    Signal(i32),
    /// It has made a thread, which stops, too.
    Clone,
    /// It runs another program now.
    Exec,
    Gone,
}

pub(super) struct Tracee {
    /// The process whose thread it is taken for.
    pid: u32,
    pub(super) tid: u32,
    stopped: bool,
    attached: bool,
    /// What it was doing when it was seized.
    before: Before,
}

/// Lets the calling thread, which is there for the tracing only, sleep for as short as it asks.
pub(super) fn be_punctual() {
    // SAFETY: takes plain numbers, and concerns the calling thread alone.
    unsafe { libc::prctl(libc::PR_SET_TIMERSLACK, 1_u64, 0_u64, 0_u64, 0_u64) };
}

/// Reaps all threads that the calling thread traces and that have ended, but this one.
pub(super) fn reap_others(one: u32) {
    loop {
        let flags = libc::WEXITED | libc::WNOHANG | libc::__WALL | libc::__WNOTHREAD;
        // SAFETY: all-zero is a valid siginfo_t.
        let mut info: libc::siginfo_t = unsafe { std::mem::zeroed() };
        // SAFETY: `info` is live.
        let got = unsafe { libc::waitid(libc::P_ALL, 0, &mut info, flags | libc::WNOWAIT) };
        // SAFETY: what waitid fills in has the field, and else it is zero.
        let Ok(tid) = u32::try_from(unsafe { info.si_pid() }) else { return };
        if got != 0 || tid == 0 || tid == one {
            return;
        }
        // SAFETY: `info` is live.
        unsafe { libc::waitid(libc::P_PID, tid, &mut info, flags) };
    }
}

impl Tracee {
    /// Seizes thread `tid` of process `pid`.
    ///
    /// It waits for an exec in the process, which in turn waits until each thread that we hold has ended and been reaped. So
    /// no other thread of the process may be held.
    pub(super) fn seize(pid: u32, tid: u32) -> io::Result<Self> {
        let mut thread = Self { pid, tid, stopped: false, attached: false, before: Before::read(pid, tid) };
        // Not to stop one of another process that has the number by now, even for a moment.
        if !thread.is_of_its_process() {
            return Err(io::Error::from_raw_os_error(libc::ESRCH));
        }
        request(libc::PTRACE_SEIZE, tid, number(0), number(OPTIONS as usize))?;
        thread.attached = true;
        Ok(thread)
    }

    /// Whether threads that this one makes are seized as they start. It must stand still.
    pub(super) fn seize_its_threads(&self, so: bool) -> io::Result<()> {
        let options = OPTIONS | if so { libc::PTRACE_O_TRACECLONE } else { 0 };
        request(libc::PTRACE_SETOPTIONS, self.tid, number(0), number(options as usize))
    }

    /// The thread that it has made, after [`Stop::Clone`].
    pub(super) fn made(&self) -> io::Result<Self> {
        let mut tid: libc::c_ulong = 0;
        request(libc::PTRACE_GETEVENTMSG, self.tid, number(0), (&raw mut tid).cast())?;
        let tid = tid as u32;
        Ok(Self { pid: self.pid, tid, stopped: false, attached: true, before: Before::read(self.pid, tid) })
    }

    /// It has neither ended nor been let go: nobody else has its number.
    pub(super) fn is_attached(&self) -> bool {
        self.attached
    }

    pub(super) fn is_stopped(&self) -> bool {
        self.stopped
    }

    pub(super) fn interrupt(&self) -> io::Result<()> {
        request(libc::PTRACE_INTERRUPT, self.tid, number(0), number(0))
    }

    /// Whether it is a thread of its process: a TID may be another process's by now. It must stand still.
    pub(super) fn is_of_its_process(&self) -> bool {
        Path::new(&format!("/proc/{}/task/{}", self.pid, self.tid)).exists()
    }

    /// Waits for the next stop, `None` when there is none until `deadline`. It sleeps at least once before it says so: a
    /// zetop that was stopped until after the deadline has not given the thread any time yet.
    ///
    /// It looks without taking: a stop that has been taken is over for the kernel, and when we were killed before we go
    /// on, the signal that the thread has stopped for would be lost.
    pub(super) fn wait(&mut self, deadline: Instant) -> io::Result<Option<Stop>> {
        let flags = libc::WEXITED | libc::WSTOPPED | libc::WNOWAIT | libc::WNOHANG;
        let flags = flags | libc::__WALL | libc::__WNOTHREAD;
        let started = Instant::now();
        let mut has_slept = false;
        loop {
            // SAFETY: all-zero is a valid siginfo_t.
            let mut info: libc::siginfo_t = unsafe { std::mem::zeroed() };
            // SAFETY: `info` is live.
            let got = unsafe { libc::waitid(libc::P_PID, self.tid, &mut info, flags) };
            if got == -1 {
                let error = io::Error::last_os_error();
                match error.raw_os_error() {
                    Some(libc::EINTR) => continue,
                    Some(libc::ECHILD) => {
                        self.attached = false;
                        return Ok(Some(Stop::Gone));
                    }
                    _ => return Err(error),
                }
            }
            // SAFETY: what waitid fills in has both fields.
            let (tid, status) = unsafe { (info.si_pid(), info.si_status()) };
            if tid == self.tid as pid_t {
                return Ok(Some(self.stop(info.si_code, status)));
            }
            let now = Instant::now();
            if has_slept && now >= deadline {
                return Ok(None);
            }
            // The wait is short as a rule, and the target's thread stands still meanwhile. Where all processors
            // are busy, one that sleeps is woken at once; one that yields has lost its turn.
            let waited = now - started;
            if waited > Duration::from_micros(3) {
                let pause = match waited.as_millis() {
                    0 if waited < Duration::from_micros(300) => 5,
                    0..1000 => 50,
                    // A thread that does not stop is stuck in the kernel, or its process is frozen.
                    _ => 5000,
                };
                std::thread::sleep(Duration::from_micros(pause));
                has_slept = true;
            }
        }
    }

    fn take_news(&self, what: i32) {
        let flags = what | libc::WNOHANG | libc::__WALL | libc::__WNOTHREAD;
        // SAFETY: all-zero is a valid siginfo_t.
        let mut info: libc::siginfo_t = unsafe { std::mem::zeroed() };
        // SAFETY: `info` is live.
        unsafe { libc::waitid(libc::P_PID, self.tid, &mut info, flags) };
    }

    /// What `waitid` said: why, and the signal with the event in the second byte.
    fn stop(&mut self, code: i32, status: i32) -> Stop {
        if !matches!(code, libc::CLD_TRAPPED | libc::CLD_STOPPED) {
            self.attached = false;
            // An exec in its process waits until we have reaped it. The end of the first thread is its parent's to take: that
            // may be another thread of zetop's.
            if self.tid != self.pid && self.is_of_its_process() {
                self.take_news(libc::WEXITED);
            }
            return Stop::Gone;
        }
        self.stopped = true;
        match (status >> 8, status & 0xff) {
            (PTRACE_EVENT_STOP, libc::SIGTRAP) => Stop::Interrupted,
            (PTRACE_EVENT_STOP, _) => Stop::Group,
            (libc::PTRACE_EVENT_CLONE, _) => Stop::Clone,
            (libc::PTRACE_EVENT_EXEC, _) => {
                // Until then, the kernel knows nothing of a thread that has got the first one's number, not even to let it go.
                self.take_news(libc::WSTOPPED);
                Stop::Exec
            }
            (_, signal) if signal == libc::SIGTRAP | 0x80 => Stop::Syscall,
            (_, signal) => Stop::Signal(signal),
        }
    }

    /// Goes on, delivering `signal` (0: none).
    pub(super) fn resume(&mut self, signal: i32) -> io::Result<()> {
        self.stopped = false;
        request(libc::PTRACE_CONT, self.tid, number(0), number(signal as usize))
    }

    /// Goes on up to the start or end of a system call, delivering `signal` (0: none).
    pub(super) fn resume_to_syscall(&mut self, signal: i32) -> io::Result<()> {
        self.stopped = false;
        request(libc::PTRACE_SYSCALL, self.tid, number(0), number(signal as usize))
    }

    pub(super) fn registers(&self) -> io::Result<Registers> {
        Registers::read(self.tid, self.before)
    }

    pub(super) fn set_registers(&self, registers: &Registers) -> io::Result<()> {
        registers.write(self.tid)
    }

    /// The floating point and vector registers, as the kernel gives them.
    pub(super) fn xstate(&self) -> io::Result<Vec<u8>> {
        register_set(self.tid, VECTORS, VECTORS_ROOM)
    }

    pub(super) fn set_xstate(&self, state: &[u8]) -> io::Result<()> {
        set_register_set(self.tid, VECTORS, state)
    }

    pub(super) fn mask(&self) -> io::Result<u64> {
        let mut mask = 0_u64;
        request(PTRACE_GETSIGMASK, self.tid, number(8), (&raw mut mask).cast())?;
        Ok(mask)
    }

    pub(super) fn set_mask(&self, mask: u64) -> io::Result<()> {
        let mut mask = mask;
        request(PTRACE_SETSIGMASK, self.tid, number(8), (&raw mut mask).cast())
    }

    /// Whether the signal that it stopped for was raised by the kernel for a fault of its own.
    pub(super) fn is_fault(&self) -> io::Result<bool> {
        Ok(self.code()? > 0)
    }

    /// Whether it has stopped because it runs another program now.
    pub(super) fn is_at_exec(&self) -> bool {
        self.code().is_ok_and(|code| code == libc::SIGTRAP | libc::PTRACE_EVENT_EXEC << 8)
    }

    /// Why it has stopped, as the kernel says.
    fn code(&self) -> io::Result<i32> {
        // SAFETY: all-zero is a valid siginfo_t.
        let mut info: libc::siginfo_t = unsafe { std::mem::zeroed() };
        request(libc::PTRACE_GETSIGINFO, self.tid, number(0), (&raw mut info).cast())?;
        Ok(info.si_code)
    }

    /// Where its restartable-sequence area is, when it has registered one (Linux 5.13 and later say so).
    pub(super) fn rseq(&self) -> Option<u64> {
        let mut area = [0_u64; 4];
        let size = number(24);
        request(PTRACE_GET_RSEQ_CONFIGURATION, self.tid, size, area.as_mut_ptr().cast()).ok()?;
        Some(area[0]).filter(|address| *address != 0)
    }

    /// Writes to its memory, read-only pages included.
    pub(super) fn poke(&self, address: u64, bytes: &[u8]) -> io::Result<()> {
        for (index, word) in bytes.chunks(8).enumerate() {
            let mut padded = [0; 8];
            padded[..word.len()].copy_from_slice(word);
            let value = number(usize::from_ne_bytes(padded));
            request(libc::PTRACE_POKEDATA, self.tid, number(address as usize + index * 8), value)?;
        }
        Ok(())
    }

    /// Lets go of it, whatever it is doing; returns whether that is done. One that is stuck in the kernel is still held.
    pub(super) fn detach(&mut self) -> bool {
        let deadline = Instant::now() + Duration::from_millis(50);
        let mut signal = 0;
        let mut is_over = false;
        while self.attached && !is_over {
            is_over = Instant::now() >= deadline;
            if self.stopped {
                if request(libc::PTRACE_DETACH, self.tid, number(0), number(signal as usize)).is_ok() {
                    self.attached = false;
                    break;
                }
                // It was killed meanwhile, and its end has to be reaped.
                self.stopped = false;
            }
            let _ = self.interrupt();
            match self.wait(deadline) {
                Ok(Some(Stop::Signal(came))) => signal = came,
                Ok(Some(_)) => {}
                Ok(None) | Err(_) => break,
            }
        }
        !self.attached
    }
}

impl Drop for Tracee {
    fn drop(&mut self) {
        self.detach();
    }
}
