//! Work that somebody else can hold up: memory whose pages come from the program itself (`userfaultfd`), files of a file
//! system that does not answer (FUSE, NFS), a FIFO. Whatever is read of another process or of a named file goes this way.
//!
//! The kernel lets nobody break off such a read, so it is made in a thread that is left behind when it takes too long.
//! That thread can be used again when the answer comes. Who looks at processes in passing ([`look`]) does not ask one again that
//! has not answered yet.

use rustix::event::{PollFd, PollFlags, poll};
use rustix::fs::{FileType, Mode, OFlags};
use std::cell::Cell;
use std::fs::File;
use std::io::{self, Read};
use std::path::Path;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use std::time::{Duration, Instant};

/// Threads at the same time that look at processes, those that were left behind included.
const MOST_LOOKS: usize = 256;
/// Threads that look at one process at most, so that it can't keep zetop from looking at others.
const MOST_LOOKS_EACH: usize = 16;
/// Threads at most for everything else that is done with a limit.
const MOST_OTHERS: usize = 64;
/// Threads without work that are kept for the next: to start one takes longer than most of what is read.
const MOST_IDLE: usize = 4;
/// Reading a large program's symbols takes more than the 2 MiB that threads get.
const STACK: usize = 8 << 20;
/// How often a wait that can be given up looks whether it is.
const GLANCE: Duration = Duration::from_millis(10);

struct Running {
    number: u64,
    /// The process that is looked at, if it is one.
    pid: Option<u32>,
    /// Nobody waits for it any more.
    late: bool,
}

struct Threads {
    all: Vec<Running>,
    last: u64,
}

static THREADS: Mutex<Threads> = Mutex::new(Threads { all: Vec::new(), last: 0 });

thread_local! {
    /// Somebody waits for what this thread does, with a limit.
    static LIMITED: Cell<bool> = const { Cell::new(false) };
}

fn threads() -> MutexGuard<'static, Threads> {
    THREADS.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A thread among those that are counted.
struct Counted(u64);

impl Counted {
    fn new(pid: Option<u32>) -> Option<Self> {
        let mut threads = threads();
        let same = |other: &&Running| other.pid.is_some() == pid.is_some();
        let most = if pid.is_some() { MOST_LOOKS } else { MOST_OTHERS };
        let of_process = || threads.all.iter().filter(move |running| running.pid == pid);
        if threads.all.iter().filter(same).count() >= most
            || pid.is_some() && of_process().count() >= MOST_LOOKS_EACH
        {
            return None;
        }
        threads.last += 1;
        let number = threads.last;
        threads.all.push(Running { number, pid, late: false });
        Some(Self(number))
    }
}

impl Drop for Counted {
    fn drop(&mut self) {
        threads().all.retain(|running| running.number != self.0);
    }
}

/// Work for a thread. It calls its argument before anybody can know that the work is done.
type Work = Box<dyn FnOnce(&dyn Fn()) + Send>;

/// What a thread without work waits for: its next work, and the way to give it more.
struct Next {
    work: Work,
    thread: Sender<Next>,
}

/// The threads without work that one thread has begun: they see what that one sees, which may have descriptors or mounts of its own.
/// They end when it does.
type Idle = Mutex<Vec<Sender<Next>>>;

thread_local! {
    static IDLE: Arc<Idle> = Arc::default();
}

fn locked(idle: &Idle) -> MutexGuard<'_, Vec<Sender<Next>>> {
    idle.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Gives `work` to a thread that has none, or to a new one. `None` when there can be no more threads.
fn hand_over(work: Work) -> Option<()> {
    let idle = IDLE.with(Arc::clone);
    let waiting = locked(&idle).pop();
    if let Some(thread) = waiting {
        return thread.clone().send(Next { work, thread }).ok();
    }
    let (thread, given) = channel();
    let (begun_by, first) = (Arc::downgrade(&idle), Next { work, thread });
    let new = std::thread::Builder::new().name("zetop-look".to_owned()).stack_size(STACK);
    new.spawn(move || work_on(&begun_by, first, &given)).ok().map(drop)
}

/// What a thread does until it is one too many, or the one that has begun it has ended.
fn work_on(begun_by: &Weak<Idle>, first: Next, given: &Receiver<Next>) {
    LIMITED.set(true);
    let mut next = Some(first);
    while let Some(Next { work, thread }) = next {
        let thread = Cell::new(Some(thread));
        work(&|| {
            if let (Some(idle), Some(thread)) = (begun_by.upgrade(), thread.take()) {
                let mut idle = locked(&idle);
                if idle.len() < MOST_IDLE {
                    idle.push(thread);
                }
            }
        });
        // Without a way to give it work, nothing comes.
        drop(thread);
        next = given.recv().ok();
    }
}

/// Work in another thread.
struct Begun<T> {
    number: u64,
    result: Receiver<T>,
}

impl<T: Send + 'static> Begun<T> {
    fn new(pid: Option<u32>, work: impl FnOnce() -> T + Send + 'static) -> Option<Self> {
        let counted = Counted::new(pid)?;
        let (number, (done, result)) = (counted.0, channel());
        let run = move |is_free: &dyn Fn()| {
            let answer = work();
            // Before anybody knows of the answer, who may ask the next question at once.
            drop(counted);
            is_free();
            // nobody listens any more when it took too long
            let _ = done.send(answer);
        };
        hand_over(Box::new(run))?;
        Some(Self { number, result })
    }

    fn wait(&self, limit: Duration, given_up: impl Fn() -> bool) -> Option<T> {
        let mut left = limit;
        loop {
            let begun = Instant::now();
            match self.result.recv_timeout(left.min(GLANCE)) {
                Ok(answer) => return Some(answer),
                Err(RecvTimeoutError::Timeout) if !left.is_zero() && !given_up() => {}
                Err(_) => break,
            }
            left = after(left, begun.elapsed());
        }
        threads()
            .all
            .iter_mut()
            .filter(|running| running.number == self.number)
            .for_each(|late| late.late = true);
        None
    }
}

/// What is left of a limit after a wait of one [`GLANCE`] that has taken `waited`. What goes far beyond that was not time for the
/// work either: zetop was stopped, or had no processor.
fn after(left: Duration, waited: Duration) -> Duration {
    left.saturating_sub(waited.min(2 * GLANCE))
}

/// The result of `work`, or `None` if there is none within `limit`.
pub fn within<T: Send + 'static>(limit: Duration, work: impl FnOnce() -> T + Send + 'static) -> Option<T> {
    Begun::new(None, work)?.wait(limit, || false)
}

/// The result of `work`, which looks at process `pid`, or `None` if there is none within `limit`.
pub fn for_process<T: Send + 'static>(
    pid: u32,
    limit: Duration,
    work: impl FnOnce() -> T + Send + 'static,
) -> Option<T> {
    for_process_unless(pid, limit, || false, work)
}

/// The result of `work`, which looks at process `pid`, unless it takes longer than `limit` or is `given_up`.
pub fn for_process_unless<T: Send + 'static>(
    pid: u32,
    limit: Duration,
    given_up: impl Fn() -> bool,
    work: impl FnOnce() -> T + Send + 'static,
) -> Option<T> {
    Begun::new(Some(pid), work)?.wait(limit, given_up)
}

/// Does `work` as [`for_process`] does, if the process has answered whatever it was asked before; where somebody waits for this thread with a
/// limit anyway, in this thread.
pub fn look<T: Send + 'static>(
    pid: u32,
    limit: Duration,
    work: impl FnOnce() -> T + Send + 'static,
) -> Option<T> {
    match LIMITED.get() {
        true => Some(work()),
        false if is_silent(pid) => None,
        false => for_process(pid, limit, work),
    }
}

/// Whether a process has not answered yet what it was asked.
#[must_use]
pub fn is_silent(pid: u32) -> bool {
    threads().all.iter().any(|running| running.late && running.pid == Some(pid))
}

/// Says that somebody waits, with a limit, for what the calling thread does: for a thread that was started by one that looks
/// within a limit.
pub fn is_waited_for() {
    LIMITED.set(true);
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

/// What a file contains that somebody has named, or what comes out of a pipe, if that is at most `most` bytes.
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
mod tests;
