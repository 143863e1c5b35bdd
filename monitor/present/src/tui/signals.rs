//! Signals as flags that the event loop looks at.

use rustix::process::Signal;
use signal_hook::consts::{SIGCONT, SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGTSTP};
use signal_hook::{SigId, flag, low_level};
use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use zetop_system::signals::PassedOn;

pub struct Signals {
    end: Arc<AtomicUsize>,
    stop: Arc<AtomicBool>,
    cont: Arc<AtomicBool>,
    registered: Vec<SigId>,
    to_pass_on: PassedOn,
}

impl Signals {
    pub fn register() -> io::Result<Signals> {
        let mut signals = Signals {
            end: Arc::default(),
            stop: Arc::default(),
            cont: Arc::default(),
            registered: Vec::new(),
            to_pass_on: PassedOn::others()?,
        };
        for signal in [SIGTERM, SIGHUP, SIGINT, SIGQUIT] {
            let id = flag::register_usize(signal, Arc::clone(&signals.end), signal as usize)?;
            signals.registered.push(id);
        }
        signals.registered.push(flag::register(SIGTSTP, Arc::clone(&signals.stop))?);
        signals.registered.push(flag::register(SIGCONT, Arc::clone(&signals.cont))?);
        Ok(signals)
    }

    /// The signal that asks us to end, if one has come.
    pub fn end(&self) -> Option<i32> {
        match self.end.load(Ordering::SeqCst) {
            0 => None,
            signal => i32::try_from(signal).ok(),
        }
    }

    /// A signal that is the program's, if one has come.
    pub fn take_to_pass_on(&self) -> Option<Signal> {
        self.to_pass_on.take()
    }

    pub fn take_stop(&self) -> bool {
        self.stop.swap(false, Ordering::SeqCst)
    }

    /// Someone stopped and continued us (SIGSTOP, SIGCONT): the screen may show anything.
    pub fn take_continue(&self) -> bool {
        self.cont.swap(false, Ordering::SeqCst)
    }
}

impl Drop for Signals {
    fn drop(&mut self) {
        for id in self.registered.drain(..) {
            low_level::unregister(id);
        }
    }
}
