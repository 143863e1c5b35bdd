//! The program's output while the dashboard has the terminal: kept whole in a file for replay, and its last
//! lines in memory for the Log screen.
//!
//! A stream that is a terminal for zetop is a terminal for the program, too (a pseudo-terminal without
//! output processing, so that the bytes are the program's own); otherwise it is a pipe. One thread takes
//! both streams in the order of their arrival. Where zetop's standard input is a terminal, the program's is the one that
//! its output goes to ([`input`]).

pub mod input;
mod lines;
mod spool;

use input::Input;
use lines::Tail;
use rustix::event::{EventfdFlags, PollFd, PollFlags, Timespec, eventfd, poll};
use rustix::fd::{AsFd, OwnedFd};
use rustix::io::Errno;
use rustix::termios::{
    OptionalActions, OutputModes, isatty, tcgetattr, tcgetwinsize, tcsetattr, tcsetwinsize,
};
use spool::Spool;
use std::io::Write;
use std::process::Stdio;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};
use zetop_system::gone::if_terminal_gone;
use zetop_system::log_line::{LogLine, Stream};

/// Both streams before the program is started.
#[derive(Debug)]
pub struct Streams {
    stdout: Channel,
    stderr: Channel,
    input: Option<Input>,
}

/// Our end and the program's end.
#[derive(Debug)]
struct Channel {
    ours: OwnedFd,
    theirs: OwnedFd,
}

impl Streams {
    /// Opens a pseudo-terminal or a pipe for each stream.
    ///
    /// # Errors
    /// When the system has no more of either.
    pub fn open() -> std::io::Result<Self> {
        let (typed, shown) = (isatty(std::io::stdin()), isatty(std::io::stdout()));
        let stdout = Channel::open(shown)?;
        let input = (typed && shown).then(|| Input::new(&stdout.ours, &stdout.theirs)).transpose()?;
        Ok(Self { stdout, stderr: Channel::open(isatty(std::io::stderr()))?, input })
    }

    /// What the program reads: zetop's own standard input, unless keys come from there.
    ///
    /// # Errors
    /// When the process has no more file descriptors.
    pub fn stdin(&self) -> std::io::Result<Stdio> {
        match &self.input {
            Some(_) => Ok(self.stdout.theirs.try_clone()?.into()),
            None => Ok(Stdio::inherit()),
        }
    }

    /// The program's ends: stdout, stderr.
    ///
    /// # Errors
    /// When the process has no more file descriptors.
    pub fn for_program(&self) -> std::io::Result<(Stdio, Stdio)> {
        Ok((self.stdout.theirs.try_clone()?.into(), self.stderr.theirs.try_clone()?.into()))
    }

    /// Begins to read; called once the program is started.
    ///
    /// # Errors
    /// When there is no room for a temporary file, or no thread can be started.
    pub fn start(self) -> std::io::Result<Capture> {
        // With our copies of the program's ends closed, the streams end when the program's do.
        let (stdout, stderr, input) = (self.stdout.ours, self.stderr.ours, self.input);
        let shared = Arc::new(Shared {
            spool: Mutex::new(Spool::new()?),
            tail: Mutex::new(Tail::default()),
            program_ended: AtomicBool::new(false),
            bell: eventfd(0, EventfdFlags::CLOEXEC | EventfdFlags::NONBLOCK)?,
        });
        let (theirs, started) = (Arc::clone(&shared), Instant::now());
        let reader = std::thread::Builder::new()
            .name("output".to_owned())
            .spawn(move || theirs.read_both(stdout, stderr, started))?;
        Ok(Capture { shared, reader: Some(reader), input })
    }
}

impl Channel {
    fn open(terminal: bool) -> std::io::Result<Self> {
        if terminal { Self::pseudo_terminal() } else { Self::pipe() }
    }

    fn pipe() -> std::io::Result<Self> {
        let (ours, theirs) = std::io::pipe()?;
        let (ours, theirs) = (OwnedFd::from(ours), OwnedFd::from(theirs));
        // A program that writes in bursts is not held up while we are busy.
        let _ = rustix::pipe::fcntl_setpipe_size(&ours, 1 << 20);
        Ok(Self { ours, theirs })
    }

    fn pseudo_terminal() -> std::io::Result<Self> {
        use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};
        let flags = OpenptFlags::RDWR | OpenptFlags::NOCTTY | OpenptFlags::CLOEXEC;
        let ours = openpt(flags)?;
        grantpt(&ours)?;
        unlockpt(&ours)?;
        let name = ptsname(&ours, Vec::new())?;
        let flags = rustix::fs::OFlags::RDWR | rustix::fs::OFlags::NOCTTY | rustix::fs::OFlags::CLOEXEC;
        let theirs = rustix::fs::open(name.as_c_str(), flags, rustix::fs::Mode::empty())?;
        let mut modes = tcgetattr(&theirs)?;
        // no "\n" to "\r\n": what is replayed goes through the real terminal's own processing
        modes.output_modes.remove(OutputModes::OPOST);
        tcsetattr(&theirs, OptionalActions::Now, &modes)?;
        if let Ok(size) = tcgetwinsize(std::io::stdout()).or_else(|_| tcgetwinsize(std::io::stderr())) {
            tcsetwinsize(&theirs, size)?;
        }
        Ok(Self { ours, theirs })
    }
}

/// Output being captured.
#[derive(Debug)]
pub struct Capture {
    shared: Arc<Shared>,
    reader: Option<JoinHandle<()>>,
    /// Where the program reads what is typed, if that is a terminal.
    pub input: Option<Input>,
}

#[derive(Debug)]
struct Shared {
    spool: Mutex<Spool>,
    tail: Mutex<Tail>,
    program_ended: AtomicBool,
    /// Rings when it has ended.
    bell: OwnedFd,
}

impl Capture {
    /// Appends the lines that have come since the last call to `lines`, and adds the number of those that had
    /// to be dropped to `dropped`. True if there was anything.
    pub fn take_lines(&self, lines: &mut Vec<LogLine>, dropped: &mut u64) -> bool {
        self.shared.tail.lock().unwrap_or_else(PoisonError::into_inner).take(lines, dropped)
    }

    /// What the program has written on standard output since its last line end: a question, perhaps.
    #[must_use]
    pub fn unfinished(&self) -> String {
        self.shared.tail.lock().unwrap_or_else(PoisonError::into_inner).unfinished()
    }

    /// Reads what the program left behind; called once it has ended. Does not wait for output of processes
    /// that it left running.
    pub fn finish(&mut self) {
        self.shared.program_ended.store(true, Ordering::Release);
        let _ = rustix::io::write(&self.shared.bell, &1u64.to_ne_bytes());
        if let Some(reader) = self.reader.take() {
            let _ = reader.join();
        }
    }

    /// Writes everything to the streams that it was meant for, in its original order, until `give_up`, which is told how
    /// many bytes have been taken, says that nobody reads it.
    ///
    /// # Errors
    /// When a stream cannot be written (a closed pipe is no error), or output was lost on the way.
    pub fn replay(&mut self, mut give_up: impl FnMut(u64) -> bool) -> std::io::Result<()> {
        self.finish();
        let shared = Arc::clone(&self.shared);
        let taken = Arc::new(AtomicU64::new(0));
        let told = Arc::clone(&taken);
        let replay = move || {
            let mut spool = shared.spool.lock().unwrap_or_else(PoisonError::into_inner);
            let mut stdout = Counted { to: std::io::stdout().lock(), taken: &told };
            let mut stderr = Counted { to: std::io::stderr().lock(), taken: &told };
            spool.replay(&mut stdout, &mut stderr)
        };
        let writer = std::thread::Builder::new().name("replay".to_owned()).spawn(replay)?;
        while !writer.is_finished() {
            if give_up(taken.load(Ordering::Relaxed)) {
                return Err(std::io::Error::new(
                    std::io::ErrorKind::Interrupted,
                    "nobody read the program's output",
                ));
            }
            std::thread::sleep(Duration::from_millis(1));
        }
        writer.join().unwrap_or_else(|_| Err(std::io::Error::other("its thread has ended")))
    }
}

/// Counts what its stream has taken, a little at a time.
struct Counted<'a, W> {
    to: W,
    taken: &'a AtomicU64,
}

/// What a terminal that is slow takes in a moment.
const PIECE: usize = 4096;

impl<W: Write + AsFd> Write for Counted<'_, W> {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        let written = self.to.write(&bytes[..bytes.len().min(PIECE)]);
        let n = written.map_err(|error| if_terminal_gone(&self.to, error))?;
        self.taken.fetch_add(n as u64, Ordering::Relaxed);
        Ok(n)
    }

    fn flush(&mut self) -> std::io::Result<()> {
        self.to.flush().map_err(|error| if_terminal_gone(&self.to, error))
    }
}

/// Room for one read: taking all that a pipe of a megabyte can give would only cost memory.
const CHUNK: usize = 64 * 1024;

impl Shared {
    fn read_both(&self, stdout: OwnedFd, stderr: OwnedFd, started: Instant) {
        let mut open = vec![(stdout, Stream::Stdout), (stderr, Stream::Stderr)];
        let mut buffer = vec![0; CHUNK];
        while !open.is_empty() {
            let ended = self.program_ended.load(Ordering::Acquire);
            let now = Timespec { tv_sec: 0, tv_nsec: 0 };
            let ready: Vec<bool> = {
                let mut fds: Vec<_> = open.iter().map(|(fd, _)| PollFd::new(fd, PollFlags::IN)).collect();
                if !ended {
                    fds.push(PollFd::new(&self.bell, PollFlags::IN));
                }
                match poll(&mut fds, ended.then_some(&now)) {
                    // The program is gone and has left nothing more. (Linux moves a pseudo-terminal's
                    // pending bytes to our end before it answers.)
                    Ok(0) if ended => break,
                    Ok(0) | Err(Errno::INTR) => continue,
                    Ok(_) => fds.iter().map(|fd| !fd.revents().is_empty()).collect(),
                    Err(_) => break,
                }
            };
            let mut still_open = Vec::with_capacity(2);
            for ((fd, stream), ready) in open.into_iter().zip(ready) {
                if !ready || self.read_some(&fd, stream, &mut buffer, started) {
                    still_open.push((fd, stream));
                }
            }
            open = still_open;
        }
        self.tail.lock().unwrap_or_else(PoisonError::into_inner).end(started.elapsed());
    }

    /// Takes what is there; false at the end of the stream.
    fn read_some(&self, fd: &OwnedFd, stream: Stream, buffer: &mut [u8], started: Instant) -> bool {
        match rustix::io::read(fd, &mut *buffer) {
            Err(Errno::INTR | Errno::AGAIN) => true,
            // a pseudo-terminal whose last user has gone answers EIO
            Ok(0) | Err(_) => false,
            Ok(n) => {
                self.spool.lock().unwrap_or_else(PoisonError::into_inner).push(stream, &buffer[..n]);
                let mut tail = self.tail.lock().unwrap_or_else(PoisonError::into_inner);
                tail.push(stream, &buffer[..n], started.elapsed());
                true
            }
        }
    }
}
