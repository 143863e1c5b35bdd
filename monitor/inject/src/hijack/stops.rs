//! Runs the thread from one stop to the next, until it is where it is wanted; signals that come meanwhile are kept.

use super::super::trace::{self, Stop, Tracee};
use super::{Hijack, MOST_STOPS, REAP, Trouble, from_kernel};
use std::io;
use std::time::Instant;

impl<'a> Hijack<'a> {
    /// Runs until the thread is about to make the rt_sigreturn before `back`, and keeps it from doing so.
    /// Returns the result of the last system call `watched` on the way.
    pub(super) fn run_until(&mut self, back: u64, watched: i64) -> Result<u64, Trouble> {
        let mut result = 0;
        loop {
            self.run_to_syscall()?;
            let mut entry = self.thread.registers()?;
            let number = entry.entered();
            let is_back = entry.ip() == back && number == libc::SYS_rt_sigreturn;
            if is_back {
                // skip this system call, and go back to just before it: if it is let go now, the thread makes
                // it
                entry.put_off();
                self.thread.set_registers(&entry)?;
            }
            self.run_to_syscall()?;
            if is_back {
                return Ok(result);
            }
            if number == watched {
                let mut exit = self.thread.registers()?;
                result = exit.result();
                if from_kernel(result).is_err() {
                    // libc must not see the error: it would set the thread's errno
                    exit.set_result(0);
                    self.thread.set_registers(&exit)?;
                }
            }
        }
    }

    pub(super) fn run_to_syscall(&mut self) -> Result<(), Trouble> {
        let mut delivered = 0;
        loop {
            self.stops += 1;
            if self.stops > MOST_STOPS {
                return Err(Trouble::Late);
            }
            self.thread.resume_to_syscall(std::mem::take(&mut delivered))?;
            match self.wait()? {
                Some(Stop::Syscall) => return Ok(()),
                // the process was stopped meanwhile: it stays so when we let go
                Some(Stop::Interrupted | Stop::Group) => {}
                // It makes one.
                Some(Stop::Clone) if self.helper.is_some() => {
                    self.thread.made().map(drop)?;
                    return Err(Trouble::Late);
                }
                Some(Stop::Clone) => self.helper = self.made()?,
                Some(Stop::Signal(signal)) => delivered = self.keep(signal)?,
                Some(Stop::Exec | Stop::Gone) => return Err(Trouble::Gone),
                None => return Err(Trouble::Late),
            }
        }
    }

    /// Waits for its next stop. A thread that it has made in another way than `pthread_create` does may be traced by us, too, and
    /// an exec waits until each of those that have ended is reaped.
    pub(super) fn wait(&mut self) -> io::Result<Option<Stop>> {
        loop {
            let soon = self.deadline.min(Instant::now() + REAP);
            match self.thread.wait(soon)? {
                None if Instant::now() < self.deadline => {
                    trace::reap_others(self.thread.tid);
                }
                stop => return Ok(stop),
            }
        }
    }

    /// The thread that it has made, if that is one of this program's. A process of its own, as `clone` makes as well, is let
    /// go at once.
    pub(super) fn made(&self) -> Result<Option<Tracee>, Trouble> {
        let thread = self.thread.made()?;
        let is_there = thread.is_of_its_process() && self.target.identity.check_thread(thread.tid).is_ok();
        Ok(is_there.then_some(thread))
    }

    /// A signal came that could not be blocked: a fault ends the attempt. Returns what to go on with: SIGSTOP, since the kernel
    /// alone knows whether a SIGCONT has come meanwhile. Sent again later, it would stop the process for good. Anything else is.
    pub(super) fn keep(&mut self, signal: i32) -> Result<i32, Trouble> {
        if signal == libc::SIGSTOP {
            return Ok(signal);
        }
        if self.thread.is_fault()? {
            return Err(Trouble::Fault(signal));
        }
        self.late_signals.push(signal);
        Ok(0)
    }
}
