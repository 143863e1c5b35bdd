//! Terminal events (keys, mouse, size), read by a thread of its own, since crossterm can block: for ever when the terminal goes away
//! while it reads, and in the middle of a key of which only a part has come.

use crate::tui::tty::Tty;
use crossterm::event::{self, Event};
use rustix::event::{EventfdFlags, eventfd};
use std::io;
use std::os::fd::OwnedFd;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// How long the thread waits before it asks crossterm, which notices by SIGWINCH when the terminal has another size.
const POLL_INTERVAL: Duration = Duration::from_millis(250);
/// The longest wait for the thread to leave the terminal alone. It does so at once, unless crossterm is reading.
const PAUSE_TIMEOUT: Duration = Duration::from_millis(500);

/// The thread's events.
#[derive(Debug)]
pub struct Keyboard {
    events: Receiver<Event>,
    shared: Arc<Shared>,
    tty: Tty,
}

/// What has been heard.
#[derive(Debug)]
pub enum Heard {
    Event(Event),
    Nothing,
    /// The terminal has gone.
    Gone,
}

#[derive(Debug)]
struct Shared {
    state: Mutex<State>,
    changed: Condvar,
    /// Rings when the thread is to do something else than wait for a key.
    bell: OwnedFd,
}

#[derive(Debug, Default)]
struct State {
    wanted: Wanted,
    /// The thread is not reading.
    rests: bool,
}

#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
enum Wanted {
    #[default]
    Listen,
    Pause,
    End,
}

impl Keyboard {
    /// # Errors
    /// When there is no thread, or no file descriptor.
    pub fn listen() -> io::Result<Self> {
        let shared = Arc::new(Shared {
            state: Mutex::default(),
            changed: Condvar::new(),
            bell: eventfd(0, EventfdFlags::CLOEXEC | EventfdFlags::NONBLOCK)?,
        });
        let (to, events) = channel();
        let theirs = Arc::clone(&shared);
        let read = move || {
            theirs.read(&Tty::open(), &to);
            theirs.lock().rests = true;
            theirs.changed.notify_all();
        };
        std::thread::Builder::new().name("keys".to_owned()).spawn(read)?;
        Ok(Self { events, shared, tty: Tty::open() })
    }

    /// Waits for an event.
    #[must_use]
    pub fn next(&self, at_most: Duration) -> Heard {
        if !self.tty.is_there() {
            return Heard::Gone;
        }
        if let Ok(event) = self.events.recv_timeout(at_most) {
            return Heard::Event(event);
        }
        if self.tty.is_there() { Heard::Nothing } else { Heard::Gone }
    }

    /// Leaves the terminal's input to others until [`Self::resume`].
    pub fn pause(&self) {
        self.want(Wanted::Pause);
    }

    pub fn resume(&self) {
        self.shared.lock().wanted = Wanted::Listen;
        self.shared.changed.notify_all();
    }

    fn want(&self, wanted: Wanted) {
        let end = Instant::now() + PAUSE_TIMEOUT;
        let mut state = self.shared.lock();
        state.wanted = wanted;
        self.shared.changed.notify_all();
        let _ = rustix::io::write(&self.shared.bell, &1u64.to_ne_bytes());
        while !state.rests {
            let left = end.saturating_duration_since(Instant::now());
            if left.is_zero() {
                return;
            }
            let waited = self.shared.changed.wait_timeout(state, left);
            state = waited.unwrap_or_else(PoisonError::into_inner).0;
        }
    }
}

impl Drop for Keyboard {
    /// Keys that are typed from now on are the shell's.
    fn drop(&mut self) {
        self.want(Wanted::End);
    }
}

impl Shared {
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits while it is to pause; false when it is to end.
    fn go_on(&self) -> bool {
        let mut state = self.lock();
        while state.wanted == Wanted::Pause {
            state.rests = true;
            self.changed.notify_all();
            state = self.changed.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
        state.rests = false;
        state.wanted == Wanted::Listen
    }

    fn read(&self, tty: &Tty, to: &Sender<Event>) {
        while self.go_on() {
            // A terminal that has gone has no keys.
            if !tty.wait(POLL_INTERVAL, Some(&self.bell)) {
                return;
            }
            // Rung for what `go_on` has been told, or will be.
            let _ = rustix::io::read(&self.bell, &mut [0; 8]);
            loop {
                match event::poll(Duration::ZERO).and_then(|some| some.then(event::read).transpose()) {
                    Ok(Some(event)) => {
                        if to.send(event).is_err() {
                            return;
                        }
                    }
                    Ok(None) => break,
                    // The size of a terminal that is going, or a signal.
                    Err(_) => {
                        std::thread::sleep(POLL_INTERVAL);
                        break;
                    }
                }
            }
        }
    }
}
