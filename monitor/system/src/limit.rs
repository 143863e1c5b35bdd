//! Work that somebody else can hold up: memory whose pages come from the program itself (`userfaultfd`), files of a file
//! system that does not answer (FUSE, NFS), a FIFO.
//!
//! The kernel lets nobody break off such a read, so it is made in a thread that is left behind when it takes too long.
//! It ends when the answer comes, or with zetop.

use rustix::event::{PollFd, PollFlags, poll};
use rustix::fs::{FileType, Mode, OFlags};
use std::fs::File;
use std::io::{self, Read};
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::channel;
use std::time::Duration;

/// Threads at the same time, those that were left behind included. A target that holds up all it can get has no more.
const MOST_THREADS: usize = 64;
/// Reading a large program's symbols takes more than the 2 MiB that threads get.
const STACK: usize = 8 << 20;

static THREADS: AtomicUsize = AtomicUsize::new(0);

struct Counted;

impl Counted {
    fn new() -> Option<Self> {
        let counted = Self;
        (THREADS.fetch_add(1, Ordering::Relaxed) < MOST_THREADS).then_some(counted)
    }
}

impl Drop for Counted {
    fn drop(&mut self) {
        THREADS.fetch_sub(1, Ordering::Relaxed);
    }
}

/// The result of `work`, or `None` if there is none within `limit`.
pub fn within<T: Send + 'static>(limit: Duration, work: impl FnOnce() -> T + Send + 'static) -> Option<T> {
    let counted = Counted::new()?;
    let (done, result) = channel();
    let run = move || {
        let _counted = counted;
        // nobody listens any more when it took too long
        let _ = done.send(work());
    };
    std::thread::Builder::new().name("zetop-look".to_owned()).stack_size(STACK).spawn(run).ok()?;
    result.recv_timeout(limit).ok()
}

/// How long a named file may take to open or to read, and a FIFO may be silent.
const PATIENCE: Duration = Duration::from_secs(10);

fn silent() -> io::Error {
    io::Error::new(io::ErrorKind::TimedOut, format!("nothing came within {} s", PATIENCE.as_secs()))
}

fn too_long(most: u64) -> io::Error {
    io::Error::new(io::ErrorKind::FileTooLarge, format!("it is longer than {most} bytes"))
}

fn open(path: &Path) -> io::Result<(File, FileType)> {
    let name = path.to_owned();
    let open = move || -> io::Result<(File, FileType)> {
        let flags = OFlags::RDONLY | OFlags::NONBLOCK | OFlags::NOCTTY | OFlags::CLOEXEC;
        let file = rustix::fs::open(&name, flags, Mode::empty())?;
        let kind = FileType::from_raw_mode(rustix::fs::fstat(&file)?.st_mode);
        Ok((file.into(), kind))
    };
    within(PATIENCE, open).ok_or_else(silent)?
}

/// Opens a regular file that somebody has named.
///
/// # Errors
/// When it can't be opened, is none, or does not answer.
pub fn regular(path: &Path) -> io::Result<File> {
    match open(path)? {
        (file, FileType::RegularFile) => Ok(file),
        _ => Err(io::Error::other("not a regular file")),
    }
}

/// What a file contains that somebody has named, or what comes out of a pipe, if that is at most so many bytes.
///
/// # Errors
/// When it can't be read, is a device other than `/dev/null`, is too long, or does not answer.
pub fn read(path: &Path, most: u64) -> io::Result<Vec<u8>> {
    match open(path)? {
        (file, FileType::Fifo | FileType::Socket) => stream(file, most),
        (file, FileType::RegularFile) => {
            let read = move || {
                let mut bytes = Vec::new();
                file.take(most + 1).read_to_end(&mut bytes).map(|_| bytes)
            };
            let bytes = within(PATIENCE, read).ok_or_else(silent)??;
            if bytes.len() as u64 > most { Err(too_long(most)) } else { Ok(bytes) }
        }
        (file, FileType::CharacterDevice)
            if rustix::fs::fstat(&file)?.st_rdev == rustix::fs::makedev(1, 3) =>
        {
            Ok(Vec::new())
        }
        (_, FileType::Directory) => Err(io::ErrorKind::IsADirectory.into()),
        _ => Err(io::Error::other("it is a device: name a file")),
    }
}

fn stream(mut file: File, most: u64) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    let mut part = vec![0; 1 << 16];
    let patience = rustix::time::Timespec { tv_sec: PATIENCE.as_secs() as i64, tv_nsec: 0 };
    loop {
        // Before anybody has opened the other end, a read would say that it has ended.
        let ready = poll(&mut [PollFd::new(&file, PollFlags::IN)], Some(&patience));
        match ready {
            Ok(0) => return Err(silent()),
            Ok(_) => {}
            Err(rustix::io::Errno::INTR) => continue,
            Err(error) => return Err(error.into()),
        }
        match file.read(&mut part) {
            Ok(0) => return Ok(bytes),
            Ok(read) => bytes.extend_from_slice(&part[..read]),
            Err(error) if matches!(error.kind(), io::ErrorKind::Interrupted | io::ErrorKind::WouldBlock) => {}
            Err(error) => return Err(error),
        }
        if bytes.len() as u64 > most {
            return Err(too_long(most));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn devices_are_refused_and_pipes_are_read_to_their_end() {
        let most = 100_000;
        assert!(read(Path::new("/dev/zero"), most).is_err());
        assert_eq!(read(Path::new("/dev/null"), most).unwrap(), b"");
        assert!(read(Path::new("/"), most).is_err());
        let folder = tempfile::tempdir().unwrap();
        let fifo = folder.path().join("fifo");
        rustix::fs::mknodat(rustix::fs::CWD, &fifo, FileType::Fifo, Mode::RWXU, 0).unwrap();
        for (bytes, fits) in [(70_000, true), (100_001, false)] {
            let to = fifo.clone();
            let writer = std::thread::spawn(move || std::fs::write(to, vec![7; bytes]));
            let got = read(&fifo, most);
            assert_eq!(
                got.as_ref().is_ok_and(|got| *got == vec![7; bytes]),
                fits,
                "{:?}",
                got.map(|got| got.len())
            );
            let _ = writer.join();
        }
        let file = folder.path().join("file");
        for (bytes, fits) in [(100_000, true), (100_001, false)] {
            std::fs::write(&file, vec![7; bytes]).unwrap();
            assert_eq!(read(&file, most).is_ok(), fits);
        }
        let sparse = File::create(&file).unwrap();
        sparse.set_len(1 << 40).unwrap();
        assert!(read(&file, most).is_err(), "1 TiB of nothing");
    }

    /// Nobody ever opens the other end.
    #[test]
    fn a_fifo_without_a_writer_is_given_up() {
        let folder = tempfile::tempdir().unwrap();
        let fifo = folder.path().join("fifo");
        rustix::fs::mknodat(rustix::fs::CWD, &fifo, FileType::Fifo, Mode::RWXU, 0).unwrap();
        assert_eq!(read(&fifo, 10).unwrap_err().kind(), io::ErrorKind::TimedOut);
    }

    #[test]
    fn what_never_ends_is_left_behind() {
        let (_keep, never) = channel::<()>();
        let started = std::time::Instant::now();
        assert_eq!(within(Duration::from_millis(20), move || never.recv().is_ok()), None);
        assert!(started.elapsed() < Duration::from_secs(5));
        assert_eq!(within(Duration::from_secs(60), || 7), Some(7));
    }
}
