//! A file system whose reads and writes are answered late, or never.

use crate::mounts::{Mounted, mount_fuse};
use crate::opcode;
use std::fs::File;
use std::io::{Read, Write};
use std::os::fd::AsRawFd;
use std::path::{Path, PathBuf};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

/// When reads and writes of its files are answered. All else is answered at once.
#[derive(Debug, Clone, Copy)]
pub enum Answers {
    Never,
    After(Duration),
    /// Reads at once, writes never.
    Reads,
}

/// A file system that answers late; its process ends with the value, and whoever waits for an answer gets an error.
#[derive(Debug)]
pub struct Fuse {
    server: libc::pid_t,
    folder: PathBuf,
    _mounted: Mounted,
}

/// `struct fuse_in_header`.
const HEADER: usize = 40;
/// The number of the first file; the folder has 1.
const FIRST: u64 = 2;

/// A question: what it is, its own number, what it is about, and what comes with it.
struct Asked<'a> {
    what: u32,
    unique: u64,
    node: u64,
    rest: &'a [u8],
}

impl<'a> Asked<'a> {
    fn new(bytes: &'a [u8]) -> Option<Self> {
        Some(Self {
            what: u32_at(bytes, 4)?,
            unique: u64_at(bytes, 8)?,
            node: u64_at(bytes, 16)?,
            rest: bytes.get(HEADER..)?,
        })
    }
}

fn u32_at(bytes: &[u8], at: usize) -> Option<u32> {
    Some(u32::from_ne_bytes(bytes.get(at..at + 4)?.try_into().ok()?))
}

fn u64_at(bytes: &[u8], at: usize) -> Option<u64> {
    Some(u64::from_ne_bytes(bytes.get(at..at + 8)?.try_into().ok()?))
}

impl Fuse {
    /// Mounts it over `folder`, with these files, which everybody may read and write. `None` where that can't be had.
    #[must_use]
    pub fn mount(folder: &Path, files: &[(&str, &[u8])], answers: Answers) -> Option<Self> {
        let (mut questions, mounted) = mount_fuse(folder, "rootmode=40777,user_id=0,group_id=0,allow_other")?;
        // SAFETY: the child goes on with a copy of this thread alone, makes system calls and uses the allocator, and ends
        // without anything of its parent's.
        let server = unsafe { libc::fork() };
        if server == 0 {
            // SAFETY: plain numbers. It ends with the thread that has started it, so that nothing waits for its answers then.
            unsafe { libc::prctl(libc::PR_SET_PDEATHSIG, libc::SIGKILL) };
            close_others(questions.as_raw_fd());
            while serve(&mut questions, files, answers).is_some() {}
            // SAFETY: ends this process.
            unsafe { libc::_exit(0) };
        }
        (server > 0).then(|| Self { server, folder: folder.to_owned(), _mounted: mounted })
    }

    /// Where its files are.
    #[must_use]
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// The process that answers.
    #[must_use]
    pub fn server(&self) -> u32 {
        self.server.cast_unsigned()
    }
}

impl Drop for Fuse {
    fn drop(&mut self) {
        // SAFETY: a child of this process that nobody else waits for.
        unsafe {
            libc::kill(self.server, libc::SIGKILL);
            libc::waitpid(self.server, std::ptr::null_mut(), 0);
        }
    }
}

/// A file system ends when nobody has its questions any more: those of other tests are theirs alone.
fn close_others(kept: i32) {
    let open = std::fs::read_dir("/proc/self/fd").into_iter().flatten().flatten();
    let open: Vec<i32> = open.filter_map(|entry| entry.file_name().to_str()?.parse().ok()).collect();
    for fd in open.into_iter().filter(|fd| *fd > 2 && *fd != kept) {
        // SAFETY: the values that own descriptors are the parent's; their copies here are never used.
        unsafe { libc::close(fd) };
    }
}

/// Answers until there is nothing more to answer.
fn serve(questions: &mut File, files: &[(&str, &[u8])], answers: Answers) -> Option<()> {
    let mut buffer = vec![0; 1 << 18];
    let mut late: Vec<(Instant, u64, Vec<u8>)> = Vec::new();
    loop {
        let now = Instant::now();
        let (due, rest): (Vec<_>, Vec<_>) = late.into_iter().partition(|(at, ..)| *at <= now);
        due.into_iter().for_each(|(_, unique, bytes)| reply(questions, unique, Ok(&bytes)));
        late = rest;
        let mut ready = libc::pollfd { fd: questions.as_raw_fd(), events: libc::POLLIN, revents: 0 };
        // SAFETY: one live structure.
        if unsafe { libc::poll(&raw mut ready, 1, 20) } <= 0 {
            continue;
        }
        let length = match questions.read(&mut buffer) {
            Ok(length) => length,
            Err(error) if matches!(error.raw_os_error(), Some(libc::EINTR | libc::EAGAIN | libc::ENOENT)) => {
                continue;
            }
            Err(_) => return None,
        };
        let asked = Asked::new(&buffer[..length])?;
        let bytes = answer(&asked, files);
        let wait = match (asked.what, answers) {
            (opcode::READ | opcode::WRITE, Answers::Never) | (opcode::WRITE, Answers::Reads) => {
                continue;
            }
            (opcode::READ | opcode::WRITE, Answers::After(wait)) => wait,
            (opcode::FORGET | opcode::BATCH_FORGET | opcode::INTERRUPT, _) => continue,
            _ => Duration::ZERO,
        };
        match bytes {
            Ok(bytes) if !wait.is_zero() => late.push((now + wait, asked.unique, bytes)),
            bytes => reply(questions, asked.unique, bytes.as_deref().map_err(|code| *code)),
        }
    }
}

fn reply(questions: &mut File, unique: u64, answer: Result<&[u8], i32>) {
    let bytes = answer.unwrap_or_default();
    let mut all = Vec::with_capacity(16 + bytes.len());
    all.extend_from_slice(&(16 + bytes.len() as u32).to_ne_bytes());
    all.extend_from_slice(&(-answer.err().unwrap_or(0)).to_ne_bytes());
    all.extend_from_slice(&unique.to_ne_bytes());
    all.extend_from_slice(bytes);
    // Who has asked may be gone.
    let _ = questions.write(&all);
}

fn answer(asked: &Asked<'_>, files: &[(&str, &[u8])]) -> Result<Vec<u8>, i32> {
    let file = || files.get(usize::try_from(asked.node.checked_sub(FIRST)?).ok()?).map(|(_, bytes)| *bytes);
    match asked.what {
        opcode::INIT => {
            let readahead = u32_at(asked.rest, 8).unwrap_or(0);
            let mut out = vec![0; 64];
            for (at, value) in [(0, 7), (4, 31), (8, readahead), (20, 1 << 16)] {
                out[at..at + 4].copy_from_slice(&u32::to_ne_bytes(value));
            }
            Ok(out)
        }
        opcode::LOOKUP => {
            let name = asked.rest.split(|byte| *byte == 0).next().unwrap_or_default();
            let place = files.iter().position(|(known, _)| known.as_bytes() == name).ok_or(libc::ENOENT)?;
            let node = FIRST + place as u64;
            // Valid for 100 s, name and attributes.
            let head = [node, 0, 100, 100, 0].map(u64::to_ne_bytes).concat();
            Ok([head, attributes(node, Some(files[place].1))].concat())
        }
        opcode::GETATTR => {
            Ok([[100, 0].map(u64::to_ne_bytes).concat(), attributes(asked.node, file())].concat())
        }
        // What is read stays, so that an open waits for no read.
        opcode::OPEN | opcode::OPENDIR => Ok([0, 0, 2, 0].map(u32::to_ne_bytes).concat()),
        opcode::READ => {
            let (at, size) =
                (u64_at(asked.rest, 8).unwrap_or(0) as usize, u32_at(asked.rest, 16).unwrap_or(0) as usize);
            let bytes = file().unwrap_or_default();
            let bytes = bytes.get(at.min(bytes.len())..).unwrap_or_default();
            Ok(bytes[..size.min(bytes.len())].to_vec())
        }
        opcode::WRITE => Ok([u32_at(asked.rest, 16).unwrap_or(0), 0].map(u32::to_ne_bytes).concat()),
        opcode::RELEASE | opcode::RELEASEDIR | opcode::FLUSH | opcode::FSYNC => Ok(Vec::new()),
        _ => Err(libc::ENOSYS),
    }
}

/// `struct fuse_attr` of a file, or of the folder.
fn attributes(node: u64, file: Option<&[u8]>) -> Vec<u8> {
    let size = file.map_or(0, <[u8]>::len) as u64;
    let mode = if file.is_some() { libc::S_IFREG | 0o777 } else { libc::S_IFDIR | 0o777 };
    let long = [node, size, size.div_ceil(512), 0, 0, 0].map(u64::to_ne_bytes).concat();
    let short = [0, 0, 0, mode, 1, 0, 0, 0, 4096, 0].map(u32::to_ne_bytes).concat();
    [long, short].concat()
}

/// A page whose contents never come, in memory of this process: whatever the kernel copies from there or to there waits,
/// with whatever locks it has.
#[derive(Debug)]
pub struct NeverThere(*mut libc::c_void);

// SAFETY: an address; nothing here reads or writes what is there.
unsafe impl Send for NeverThere {}

impl NeverThere {
    /// A page of `file`, which is in a file system that never answers.
    #[must_use]
    pub fn in_file(file: &Path) -> Option<Self> {
        let file = File::open(file).ok()?;
        let access = libc::PROT_READ | libc::PROT_WRITE;
        // SAFETY: a new private mapping; no reference ever points into it.
        let page =
            unsafe { libc::mmap(std::ptr::null_mut(), 4096, access, libc::MAP_PRIVATE, file.as_raw_fd(), 0) };
        (page != libc::MAP_FAILED).then_some(Self(page))
    }

    /// Holds a file's lock, in a thread that lasts until the file system is gone: a write of what never comes.
    ///
    /// # Panics
    /// When that does not wait.
    pub fn hold_file(self, file: File) -> JoinHandle<()> {
        // SAFETY: reads from a mapping of this process, in the kernel.
        hold(move || unsafe { libc::pwrite(file.as_raw_fd(), self.page(), 4, 2048) })
    }

    /// Holds a folder's lock in the same way: a list of its names that can't be taken.
    ///
    /// # Panics
    /// When that does not wait.
    pub fn hold_folder(self, folder: File) -> JoinHandle<()> {
        // SAFETY: writes to a mapping of this process, in the kernel.
        hold(move || unsafe {
            libc::syscall(libc::SYS_getdents64, folder.as_raw_fd(), self.page(), 4096) as isize
        })
    }

    fn page(&self) -> *mut libc::c_void {
        self.0
    }
}

/// Returns when `work` waits.
fn hold(work: impl FnOnce() -> isize + Send + 'static) -> JoinHandle<()> {
    let (says, tid) = std::sync::mpsc::channel();
    let thread = std::thread::spawn(move || {
        // SAFETY: asks for a number.
        let _ = says.send(unsafe { libc::gettid() });
        work();
    });
    let place = tid.recv().map(|tid| format!("/proc/self/task/{tid}/wchan")).unwrap_or_default();
    let waits = ["request_wait_answer", "fuse", "folio_wait", "wait_on_page"];
    let begun = Instant::now();
    while !std::fs::read_to_string(&place).is_ok_and(|place| waits.iter().any(|name| place.contains(name))) {
        assert!(begun.elapsed() < Duration::from_secs(60), "it does not wait");
        std::thread::sleep(Duration::from_millis(1));
    }
    thread
}

impl Drop for NeverThere {
    fn drop(&mut self) {
        // SAFETY: our mapping.
        unsafe { libc::munmap(self.0, 4096) };
    }
}
