//! What the terminal is sent. A thread writes it, so that a terminal that takes nothing (a suspended ssh, a stopped
//! emulator) keeps zetop neither from its work nor from its signals.

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::fd::{AsFd, OwnedFd};
use rustix::fs::{FileType, Mode, OFlags};
use rustix::io::Errno;
use std::io::{self, Write};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// How often the thread looks whether what it writes is still wanted, while the terminal takes nothing.
const LOOK_NS: i64 = 20_000_000;
/// Bytes per write: should the descriptor be one that waits, little is waited for.
const PIECE: usize = 4096;
/// More than a frame that waits is never queued: what comes then is left out, and a new frame draws everything.
const MOST_QUEUED_BYTES: usize = 16 << 20;

/// The end that frames are written to; a flush hands them to the thread, and never waits.
#[derive(Debug, Clone)]
pub struct Screen {
    buffer: Vec<u8>,
    shared: Arc<Shared>,
}

#[derive(Debug, Default)]
struct Shared {
    state: Mutex<State>,
    changed: Condvar,
}

#[derive(Debug, Default)]
struct State {
    /// To be written.
    pending: Vec<u8>,
    /// The thread is writing.
    writing: bool,
    /// What is being written is no longer wanted.
    discard: bool,
    /// The terminal has gone.
    gone: bool,
    /// Nothing will come any more.
    ends: bool,
}

impl Screen {
    /// Starts the thread, which writes to standard output.
    ///
    /// # Errors
    /// When there is no thread, or standard output is closed.
    pub fn open() -> io::Result<Self> {
        let out = match unblocked(rustix::stdio::stdout()) {
            Some(out) => out,
            None => rustix::io::fcntl_dupfd_cloexec(rustix::stdio::stdout(), 3)?,
        };
        Self::to(out)
    }

    fn to(out: OwnedFd) -> io::Result<Self> {
        let shared = Arc::new(Shared::default());
        let writer = Arc::clone(&shared);
        std::thread::Builder::new().name("screen".to_owned()).spawn(move || writer.write_all(&out))?;
        Ok(Self { buffer: Vec::new(), shared })
    }

    /// Everything has been written: a frame that is drawn now is seen soon.
    #[must_use]
    pub fn is_ready(&self) -> bool {
        self.shared.lock().is_idle()
    }

    /// The terminal has gone: what was written did not arrive.
    #[must_use]
    pub fn is_gone(&self) -> bool {
        self.shared.lock().gone
    }

    /// Waits until everything is written; false if that takes longer.
    pub fn settle(&self, limit: Duration) -> bool {
        let end = Instant::now() + limit;
        let mut state = self.shared.lock();
        while !state.is_idle() && !state.gone {
            let left = end.saturating_duration_since(Instant::now());
            if left.is_zero() {
                return false;
            }
            let waited = self.shared.changed.wait_timeout(state, left);
            state = waited.unwrap_or_else(PoisonError::into_inner).0;
        }
        !state.gone
    }

    /// Forgets what was not written yet, here and in the kernel: there is room then for what must be.
    pub fn discard(&self) {
        let mut state = self.shared.lock();
        state.pending.clear();
        state.discard = state.writing;
        drop(state);
        let _ = rustix::termios::tcflush(rustix::stdio::stdout(), rustix::termios::QueueSelector::OFlush);
    }

    /// Ends the thread once it has written what was handed to it. What comes later is not written: the terminal has been
    /// given back, and ratatui would show the cursor again among the program's output.
    pub fn end(&self) {
        self.shared.lock().ends = true;
        self.shared.changed.notify_all();
    }
}

impl Write for Screen {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.buffer.extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        let mut state = self.shared.lock();
        if !state.gone && !state.ends && state.pending.len() < MOST_QUEUED_BYTES {
            state.pending.append(&mut self.buffer);
        }
        self.buffer.clear();
        drop(state);
        self.shared.changed.notify_all();
        Ok(())
    }
}

impl State {
    fn is_idle(&self) -> bool {
        self.pending.is_empty() && !self.writing
    }
}

impl Shared {
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn write_all(&self, out: &OwnedFd) {
        let mut state = self.lock();
        loop {
            while state.pending.is_empty() && !state.ends {
                state = self.changed.wait(state).unwrap_or_else(PoisonError::into_inner);
            }
            if state.pending.is_empty() {
                return;
            }
            let bytes = std::mem::take(&mut state.pending);
            (state.writing, state.discard) = (true, false);
            drop(state);
            let written = self.write(out, &bytes);
            state = self.lock();
            state.writing = false;
            if written.is_err() {
                state.gone = true;
                state.pending.clear();
            }
            self.changed.notify_all();
            if state.gone {
                return;
            }
        }
    }

    fn write(&self, out: &OwnedFd, mut bytes: &[u8]) -> rustix::io::Result<()> {
        while !bytes.is_empty() {
            if self.lock().discard {
                return Ok(());
            }
            let timeout = Timespec { tv_sec: 0, tv_nsec: LOOK_NS };
            match poll(&mut [PollFd::new(out, PollFlags::OUT)], Some(&timeout)) {
                Ok(1..) => {}
                Ok(0) | Err(Errno::INTR) => continue,
                Err(error) => return Err(error),
            }
            match rustix::io::write(out, &bytes[..bytes.len().min(PIECE)]) {
                Ok(n) => bytes = &bytes[n..],
                // Another process is writing to the terminal, which the poll does not tell.
                Err(Errno::AGAIN) => std::thread::sleep(Duration::from_millis(1)),
                Err(Errno::INTR) => {}
                Err(error) => return Err(error),
            }
        }
        Ok(())
    }
}

/// The terminal, opened once more: only so can writing not wait without that being so for everybody who has it open.
fn unblocked(out: impl AsFd) -> Option<OwnedFd> {
    let flags = OFlags::WRONLY | OFlags::NONBLOCK | OFlags::NOCTTY | OFlags::CLOEXEC;
    let before = rustix::fs::fstat(&out).ok()?;
    if FileType::from_raw_mode(before.st_mode) != FileType::CharacterDevice {
        return None;
    }
    let path = format!("/proc/self/fd/{}", rustix::fd::AsRawFd::as_raw_fd(&out.as_fd()));
    let own = rustix::fs::open(path, flags, Mode::empty()).ok()?;
    let after = rustix::fs::fstat(&own).ok()?;
    (before.st_rdev == after.st_rdev && rustix::termios::isatty(&own)).then_some(own)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Read;

    const LONG: Duration = Duration::from_secs(60);

    #[test]
    fn a_reader_that_does_not_read_holds_nothing_up() {
        let (mut reader, writer) = io::pipe().unwrap();
        rustix::io::ioctl_fionbio(&writer, true).unwrap();
        let mut screen = Screen::to(writer.into()).unwrap();
        assert!(screen.is_ready());
        screen.write_all(&vec![b'x'; 1 << 20]).unwrap();
        screen.flush().unwrap();
        // From its first byte on, the thread writes.
        reader.read_exact(&mut [0; 1]).unwrap();
        assert!(!screen.settle(Duration::from_millis(50)) && !screen.is_ready() && !screen.is_gone());
        // What waits is given up for what must be written.
        screen.discard();
        screen.write_all(b"bye").unwrap();
        screen.flush().unwrap();
        screen.end();
        screen.write_all(b"late").unwrap();
        screen.flush().unwrap();
        drop(screen);
        let mut text = Vec::new();
        reader.read_to_end(&mut text).unwrap();
        assert!(text.ends_with(b"xbye") && text.len() <= 1 << 19, "{} bytes", text.len());
    }

    #[test]
    fn a_reader_that_has_gone_is_noticed() {
        let (reader, writer) = io::pipe().unwrap();
        drop(reader);
        let mut screen = Screen::to(writer.into()).unwrap();
        screen.write_all(b"x").unwrap();
        screen.flush().unwrap();
        assert!(!screen.settle(LONG) && screen.is_gone());
        screen.write_all(b"more").unwrap();
        screen.flush().unwrap();
    }
}
