//! Signals to zetop while it runs a program without a dashboard.
//!
//! Ctrl-C and Ctrl-\ at the terminal go to the program as well: it decides, and zetop reports, as
//! `perf stat` does. SIGTERM and SIGHUP to zetop are passed on.

use crate::present::output::stderr;
use crate::target::proc;
use rustix::process::Signal;
use signal_hook::consts::{SIGHUP, SIGINT, SIGQUIT, SIGTERM};
use std::os::unix::process::ExitStatusExt;
use std::process::ExitStatus;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Signals that have come.
#[derive(Debug)]
pub struct Signals {
    interrupted: Arc<AtomicBool>,
    to_pass_on: Vec<(Signal, Arc<AtomicBool>)>,
}

impl Signals {
    /// Takes over the signals. Handlers, unlike ignored signals, do not survive `exec`: the program gets the
    /// defaults. Signals that zetop was started to ignore (`nohup`) stay ignored, by the program as well.
    ///
    /// # Errors
    /// When the system refuses.
    pub fn take_over() -> std::io::Result<Self> {
        let interrupted = Arc::new(AtomicBool::new(false));
        for signal in [SIGINT, SIGQUIT] {
            if !proc::signal_is_ignored(signal) {
                signal_hook::flag::register(signal, Arc::clone(&interrupted))?;
                signal_hook::flag::register(signal, stderr::signalled())?;
            }
        }
        let mut to_pass_on = Vec::new();
        for (number, signal) in [(SIGTERM, Signal::TERM), (SIGHUP, Signal::HUP)] {
            if !proc::signal_is_ignored(number) {
                let came = Arc::new(AtomicBool::new(false));
                signal_hook::flag::register(number, Arc::clone(&came))?;
                signal_hook::flag::register(number, stderr::signalled())?;
                to_pass_on.push((signal, came));
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
        let passed_on =
            self.to_pass_on.iter().fold(false, |any, (_, came)| any | came.swap(false, Ordering::Relaxed));
        self.take_interrupt() | passed_on
    }

    /// A signal for the program, if one has come.
    #[must_use]
    pub fn take_to_pass_on(&self) -> Option<Signal> {
        self.to_pass_on
            .iter()
            .find(|(_, came)| came.swap(false, Ordering::Relaxed))
            .map(|(signal, _)| *signal)
    }
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
