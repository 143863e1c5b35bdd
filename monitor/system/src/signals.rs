//! Signals to zetop while it watches a program.
//!
//! Ctrl-C and Ctrl-\ at the terminal go to the program as well: it decides, and zetop reports, as
//! `perf stat` does. What a launcher, a scheduler or a user sends to zetop is meant for the program (Slurm's
//! `--signal=USR1`, hooks of Kubernetes), and is passed on to it. So no signal that can be handled ends zetop before the
//! terminal is restored and the outputs are written.

use crate::output::stderr;
use libc::{
    SIGALRM, SIGHUP, SIGINT, SIGIO, SIGPROF, SIGPWR, SIGQUIT, SIGSTKFLT, SIGTERM, SIGUSR1, SIGUSR2,
    SIGVTALRM, SIGXCPU, SIGXFSZ,
};
use rustix::process::Signal;
use signal_hook::{SigId, flag, low_level};
use std::io;
use std::ops::RangeInclusive;
use std::os::unix::process::ExitStatusExt;
use std::process::ExitStatus;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// By these the program is asked to end, and zetop with it.
const ENDING: [i32; 2] = [SIGTERM, SIGHUP];
/// By default these would end zetop, although the program may expect them.
const OTHERS: [i32; 9] = [SIGUSR1, SIGUSR2, SIGALRM, SIGVTALRM, SIGPROF, SIGIO, SIGPWR, SIGSTKFLT, SIGXCPU];
/// The real-time signals that the C library leaves to programs.
const REAL_TIME: RangeInclusive<i32> = 34..=64;

/// Signals that are passed on to the program.
#[derive(Debug, Default)]
pub struct PassedOn {
    came: Vec<(Signal, Arc<AtomicBool>)>,
    registered: Vec<SigId>,
}

impl PassedOn {
    /// Handles all that do not end a dashboard.
    ///
    /// # Errors
    /// When the system refuses.
    pub fn others() -> io::Result<Self> {
        let mut passed_on = Self::default();
        OTHERS.into_iter().chain(REAL_TIME).try_for_each(|number| passed_on.handle(number))?;
        // The kernel's answer to a file that has become too large: writing fails, which is said where it happens.
        if !is_ignored(SIGXFSZ) {
            passed_on.registered.push(flag::register(SIGXFSZ, Arc::default())?);
        }
        Ok(passed_on)
    }

    fn handle(&mut self, number: i32) -> io::Result<()> {
        if is_ignored(number) {
            return Ok(());
        }
        // SAFETY: the number is one of the kernel's, and none of the two that the C library has for itself.
        let signal = unsafe { Signal::from_raw_unchecked(number) };
        let came = Arc::new(AtomicBool::new(false));
        self.registered.push(flag::register(number, Arc::clone(&came))?);
        self.came.push((signal, came));
        Ok(())
    }

    /// A signal that has come since the last look, if any.
    #[must_use]
    pub fn take(&self) -> Option<Signal> {
        self.came.iter().find(|(_, came)| came.swap(false, Ordering::Relaxed)).map(|(signal, _)| *signal)
    }
}

impl Drop for PassedOn {
    fn drop(&mut self) {
        for id in self.registered.drain(..) {
            low_level::unregister(id);
        }
    }
}

/// Signals that have come.
#[derive(Debug)]
pub struct Signals {
    interrupted: Arc<AtomicBool>,
    to_pass_on: PassedOn,
}

impl Signals {
    /// Takes over the signals. Handlers, unlike ignored signals, do not survive `exec`: the program gets the
    /// defaults. Signals that zetop was started to ignore (`nohup`) stay ignored, by the program as well.
    ///
    /// # Errors
    /// When the system refuses.
    pub fn take_over() -> io::Result<Self> {
        let interrupted = Arc::new(AtomicBool::new(false));
        for signal in [SIGINT, SIGQUIT] {
            if !is_ignored(signal) {
                flag::register(signal, Arc::clone(&interrupted))?;
            }
        }
        let mut to_pass_on = PassedOn::others()?;
        ENDING.into_iter().try_for_each(|number| to_pass_on.handle(number))?;
        for signal in [SIGINT, SIGQUIT].into_iter().chain(ENDING) {
            if !is_ignored(signal) {
                flag::register(signal, stderr::signalled())?;
            }
        }
        Ok(Self { interrupted, to_pass_on })
    }

    /// Ctrl-C or Ctrl-\ was pressed. A program that zetop started got it as well; an attached one did not.
    #[must_use]
    pub fn take_interrupt(&self) -> bool {
        self.interrupted.swap(false, Ordering::Relaxed)
    }

    /// Any signal has come since the last look.
    #[must_use]
    pub fn take_any(&self) -> bool {
        let mut any = self.take_interrupt();
        while self.to_pass_on.take().is_some() {
            any = true;
        }
        any
    }

    /// A signal for the program, if one has come.
    #[must_use]
    pub fn take_to_pass_on(&self) -> Option<Signal> {
        self.to_pass_on.take()
    }
}

/// True when this process ignores the signal, as `nohup` and shells' background jobs arrange it.
fn is_ignored(signal: i32) -> bool {
    let mut action = std::mem::MaybeUninit::<libc::sigaction>::uninit();
    // SAFETY: asks for what is set, and sets nothing.
    let known = unsafe { libc::sigaction(signal, std::ptr::null(), action.as_mut_ptr()) } == 0;
    // SAFETY: the call has filled it in.
    known && unsafe { action.assume_init() }.sa_sigaction == libc::SIG_IGN
}

/// Ends zetop the way the program ended: with its status, or by the signal that killed it.
pub fn end_like(status: ExitStatus) -> ! {
    let Some(signal) = status.signal() else { std::process::exit(status.code().unwrap_or(1)) };
    // The program has already dumped its core, if it was to do so.
    let _ = rustix::process::set_dumpable_behavior(rustix::process::DumpableBehavior::NotDumpable);
    let _ = signal_hook::low_level::emulate_default_handler(signal);
    // a signal that does not end a process by default, or a real-time one
    std::process::exit(128 + signal)
}
