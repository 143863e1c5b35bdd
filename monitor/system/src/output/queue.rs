//! An output that may be slow, or have no reader: written by a thread of its own.

use super::destination::{Destination, quiet_when_closed};
use super::file;
use super::place::{self, FoundAt, find};
use crate::gone::if_terminal_gone;
use crate::trusted::Folder;
use rustix::fs::OFlags;
use rustix::io::Errno;
use std::ffi::OsString;
use std::fs::File;
use std::io::{self, Write};
use std::sync::mpsc::{Receiver, SyncSender, TryRecvError, TrySendError, channel, sync_channel};
use std::time::{Duration, Instant};

/// How many pieces may wait for a slow reader; more are left out.
const CAPACITY: usize = 64;
/// How long the end waits for somebody to open a named pipe.
const READER_TIMEOUT: Duration = Duration::from_secs(2);
const POLL_INTERVAL: Duration = Duration::from_millis(10);

/// What became of a piece.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Sent {
    Yes,
    /// The reader is too slow: left out as a whole.
    LeftOut(Vec<u8>),
    /// The output has failed; [`Queue::finish`] says how.
    Failed,
}

/// Messages to the thread.
enum Order {
    Write(Vec<u8>),
    /// What is written before this many bytes is dropped.
    KeepFrom(u64),
}

/// Pieces of output, each written whole, in order.
#[derive(Debug)]
pub struct Queue {
    pieces: Option<SyncSender<Order>>,
    done: Receiver<io::Result<()>>,
    /// The result, once it is over.
    result: Option<io::Result<()>>,
    /// A named pipe that nobody has opened yet.
    opened: Receiver<()>,
    is_open: bool,
}

impl Queue {
    /// Opens the destination; a regular file is replaced with an empty one.
    ///
    /// # Errors
    /// When it cannot be opened.
    pub fn open(to: &Destination) -> io::Result<Self> {
        let pipe = match to {
            // A duplicate: the lock of std's stdout would be held while nobody reads.
            Destination::Stdout => {
                Ok(Out::Other(File::from(rustix::io::fcntl_dupfd_cloexec(rustix::stdio::stdout(), 3)?)))
            }
            Destination::File(path) => match find(path)? {
                FoundAt::File { folder, name, mode } => {
                    Ok(Out::File(file::Growing::open(folder, &name, mode)?))
                }
                FoundAt::Open(fd) => Ok(Out::Other(File::from(fd))),
                FoundAt::Pipe { folder, name } => Err((folder, name)),
            },
        };
        Self::start(pipe)
    }

    /// For stderr. If that is in use already, by a program for example, it is as it was.
    ///
    /// # Errors
    /// When it is closed.
    pub fn of_stderr() -> io::Result<Self> {
        let own = rustix::io::fcntl_dupfd_cloexec(rustix::stdio::stderr(), 3)?;
        Self::start(Ok(Out::Other(File::from(own))))
    }

    /// Opens a file of which only the last part is kept: see [`Self::drop_front`].
    ///
    /// # Errors
    /// When it cannot be opened, or is not a regular file.
    pub fn open_tail_only(to: &Destination) -> io::Result<Self> {
        let Destination::File(path) = to else { return Err(no_file()) };
        match find(path)? {
            FoundAt::File { folder, name, mode } => {
                Self::start(Ok(Out::File(file::Growing::open(folder, &name, mode)?)))
            }
            FoundAt::Open(_) | FoundAt::Pipe { .. } => Err(no_file()),
        }
    }

    fn start(pipe: Result<Out, (Folder, OsString)>) -> io::Result<Self> {
        let (pieces, to_write) = sync_channel::<Order>(CAPACITY);
        let (say_done, done) = channel();
        let (say_open, opened) = channel();
        let is_open = pipe.is_ok();
        let write = move || {
            let mut out = match pipe {
                Ok(out) => out,
                Err((folder, name)) => loop {
                    match place::open(&folder, &name, OFlags::NOFOLLOW) {
                        Ok(opened) => break Out::Other(File::from(opened)),
                        Err(error) if error.raw_os_error() == Some(Errno::NXIO.raw_os_error()) => {
                            std::thread::sleep(POLL_INTERVAL);
                        }
                        Err(error) => return drop(say_done.send(Err(error))),
                    }
                },
            };
            let _ = say_open.send(());
            let result = to_write.iter().try_for_each(|order| out.handle(&order));
            let result = result.and_then(|()| out.check());
            // nobody listens any more when zetop has given up
            let _ = say_done.send(quiet_when_closed(result));
        };
        std::thread::Builder::new().name("report".to_owned()).spawn(write)?;
        Ok(Self { pieces: Some(pieces), done, result: None, opened, is_open })
    }

    /// Queues a piece; never waits.
    pub fn send(&mut self, piece: Vec<u8>) -> Sent {
        self.look();
        let Some(pieces) = self.pieces.as_ref().filter(|_| self.result.is_none()) else {
            return Sent::Failed;
        };
        match pieces.try_send(Order::Write(piece)) {
            Ok(()) => Sent::Yes,
            Err(TrySendError::Full(Order::Write(piece))) => Sent::LeftOut(piece),
            Err(TrySendError::Full(Order::KeepFrom(_)) | TrySendError::Disconnected(_)) => Sent::Failed,
        }
    }

    /// Drops the given number of bytes from the start of what was sent; false if that is not possible yet.
    pub fn drop_front(&mut self, bytes: u64) -> bool {
        self.look();
        let pieces = self.pieces.as_ref().filter(|_| self.result.is_none());
        pieces.is_some_and(|pieces| pieces.try_send(Order::KeepFrom(bytes)).is_ok())
    }

    /// How it failed, if it did. A reader that has gone is not a failure.
    pub fn failure(&mut self) -> Option<&io::Error> {
        self.look();
        self.result.as_ref().and_then(|result| result.as_ref().err())
    }

    /// Waits until everything is written, as long as somebody reads and `give_up` does not end it.
    ///
    /// # Errors
    /// The first failure, or that there was no reader.
    pub fn finish(mut self, last: Vec<u8>, mut give_up: impl FnMut() -> bool) -> io::Result<()> {
        let started = Instant::now();
        let mut last = Some(Order::Write(last));
        loop {
            self.look();
            if let (Some(pieces), Some(piece)) = (&self.pieces, last.take())
                && let Err(TrySendError::Full(piece)) = pieces.try_send(piece)
            {
                last = Some(piece);
            }
            if last.is_none() {
                // the thread ends with the last piece
                self.pieces = None;
            }
            if let Some(result) = self.result {
                return result;
            }
            if !self.is_open && started.elapsed() >= READER_TIMEOUT {
                return Err(io::Error::new(io::ErrorKind::TimedOut, "a pipe that nobody reads"));
            }
            if give_up() {
                return Err(io::Error::new(io::ErrorKind::Interrupted, "its reader did not take it"));
            }
            let parts = if started.elapsed() < POLL_INTERVAL { 20 } else { 1 };
            std::thread::sleep(POLL_INTERVAL / parts);
        }
    }

    fn look(&mut self) {
        self.is_open |= self.opened.try_recv().is_ok();
        if self.result.is_none() {
            self.result = match self.done.try_recv() {
                Ok(result) => Some(result),
                Err(TryRecvError::Empty) => None,
                Err(TryRecvError::Disconnected) => Some(Err(io::Error::other("its thread has ended"))),
            };
        }
    }
}

/// Where it is written to.
enum Out {
    File(file::Growing),
    Other(File),
}

impl Out {
    /// What was written is there.
    fn check(&self) -> io::Result<()> {
        match self {
            Self::File(file) if file.is_gone() => Err(io::Error::other(
                "somebody else has taken the file's name, or removed it: what was written is gone (%p in the name gives \
                 each zetop its own)",
            )),
            _ => Ok(()),
        }
    }

    fn handle(&mut self, order: &Order) -> io::Result<()> {
        match (self, order) {
            (Self::File(file), Order::Write(piece)) => file.append(piece),
            (Self::File(file), Order::KeepFrom(bytes)) => file.drop_front(*bytes),
            (Self::Other(file), Order::Write(piece)) => {
                file.write_all(piece).map_err(|error| if_terminal_gone(file, error))
            }
            (Self::Other(_), Order::KeepFrom(_)) => Ok(()),
        }
    }
}

fn no_file() -> io::Error {
    io::Error::other("only a regular file can be cut to its last part")
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Read;

    fn fifo(dir: &tempfile::TempDir) -> std::path::PathBuf {
        let path = dir.path().join("pipe");
        rustix::fs::mknodat(
            rustix::fs::CWD,
            &path,
            rustix::fs::FileType::Fifo,
            rustix::fs::Mode::RUSR | rustix::fs::Mode::WUSR,
            0,
        )
        .unwrap();
        path
    }

    #[test]
    fn a_pipe_without_a_reader_holds_nothing_up() {
        let dir = tempfile::tempdir().unwrap();
        let mut queue = Queue::open(&Destination::File(fifo(&dir))).unwrap();
        for _ in 0..CAPACITY {
            assert_eq!(queue.send(b"line\n".to_vec()), Sent::Yes);
        }
        assert_eq!(queue.send(b"line\n".to_vec()), Sent::LeftOut(b"line\n".to_vec()));
        let error = queue.finish(b"last\n".to_vec(), || false).unwrap_err();
        assert_eq!(error.kind(), io::ErrorKind::TimedOut);
    }

    #[test]
    fn a_reader_that_comes_late_gets_everything() {
        let dir = tempfile::tempdir().unwrap();
        let path = fifo(&dir);
        let mut queue = Queue::open(&Destination::File(path.clone())).unwrap();
        assert_eq!(queue.send(b"one\n".to_vec()), Sent::Yes);
        let reader = std::thread::spawn(move || std::fs::read_to_string(path).unwrap());
        queue.finish(b"two\n".to_vec(), || false).unwrap();
        assert_eq!(reader.join().unwrap(), "one\ntwo\n");
    }

    #[test]
    fn a_reader_that_does_not_read_can_be_given_up() {
        let (mut reader, writer) = io::pipe().unwrap();
        let path = format!("/dev/fd/{}", std::os::fd::AsRawFd::as_raw_fd(&writer));
        let mut queue = Queue::open(&Destination::File(path.into())).unwrap();
        drop(writer);
        assert_eq!(queue.send(vec![b'x'; 1 << 20]), Sent::Yes);
        let mut looks = 0;
        let error = queue.finish(Vec::new(), || {
            looks += 1;
            looks > 3
        });
        assert_eq!(error.unwrap_err().kind(), io::ErrorKind::Interrupted);
        reader.read_exact(&mut [0; 16]).unwrap();
    }

    #[test]
    fn a_full_disk_is_a_failure_and_no_reader_is_none() {
        let mut queue = Queue::open(&Destination::File("/dev/full".into())).unwrap();
        queue.send(b"x".to_vec());
        let error = queue.finish(b"y".to_vec(), || false).unwrap_err();
        assert_eq!(error.kind(), io::ErrorKind::StorageFull);
        let (reader, writer) = io::pipe().unwrap();
        let path = format!("/dev/fd/{}", std::os::fd::AsRawFd::as_raw_fd(&writer));
        let queue = Queue::open(&Destination::File(path.into())).unwrap();
        drop((reader, writer));
        queue.finish(b"x".to_vec(), || false).unwrap();
    }
}
