//! A file system that answers some questions and others never.

use crate::mounts::{Mounted, mount_fuse};
use crate::opcode;
use std::ffi::CString;
use std::io::{Read, Write};
use std::os::fd::AsRawFd;
use std::os::unix::ffi::OsStrExt;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

const LENGTH: u64 = 1 << 20;
const FOLDER: u64 = 1;
const FILE: u64 = 2;
/// How long what must happen may take on a busy machine.
const SOON: Duration = Duration::from_secs(60);

/// A mounted file system with one file, `f`, that can be read, and to which a write never ends. When the value goes, whoever
/// waits for it goes on with an error.
#[derive(Debug)]
struct Deaf {
    over: Arc<AtomicBool>,
    has_ignored: Arc<AtomicBool>,
    answers: Option<JoinHandle<()>>,
    _mounted: Mounted,
}

impl Deaf {
    fn mount(folder: &Path) -> Option<Self> {
        let (mut questions, mounted) = mount_fuse(folder, "rootmode=40000,user_id=0,group_id=0")?;
        let (over, has_ignored) = (Arc::new(AtomicBool::new(false)), Arc::new(AtomicBool::new(false)));
        let (is_over, ignored) = (Arc::clone(&over), Arc::clone(&has_ignored));
        let answers = std::thread::spawn(move || {
            let mut question = vec![0; 1 << 20];
            while !is_over.load(Ordering::Relaxed) {
                let mut ready = libc::pollfd { fd: questions.as_raw_fd(), events: libc::POLLIN, revents: 0 };
                // SAFETY: one live structure.
                if unsafe { libc::poll(&raw mut ready, 1, 20) } <= 0 {
                    continue;
                }
                let Ok(length) = questions.read(&mut question) else { continue };
                match answer(&question[..length]) {
                    Some(answer) => drop(questions.write_all(&answer)),
                    None => ignored.store(true, Ordering::Relaxed),
                }
            }
        });
        Some(Self { over, has_ignored, answers: Some(answers), _mounted: mounted })
    }
}

impl Drop for Deaf {
    fn drop(&mut self) {
        self.over.store(true, Ordering::Relaxed);
        // It closes the other end, so that the kernel gives all questions up.
        self.answers.take().map(JoinHandle::join);
    }
}

fn number(bytes: &[u8], at: usize) -> u64 {
    bytes.get(at..at + 8).map_or(0, |word| u64::from_le_bytes(word.try_into().unwrap_or_default()))
}

/// The answer, empty where none is expected; `None` to a write.
fn answer(question: &[u8]) -> Option<Vec<u8>> {
    let (kind, unique, node) =
        ((number(question, 0) >> 32) as u32, number(question, 8), number(question, 16));
    let found = match kind {
        opcode::WRITE => return None,
        opcode::FORGET | opcode::BATCH_FORGET => return Some(Vec::new()),
        // Version 7.31.
        opcode::INIT => Ok(words(&[7, 31, 0, 0, 0, 65536, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0])),
        opcode::LOOKUP if question[40..].starts_with(b"f\0") => {
            let entry = longs(&[FILE, 0, 100, 100, 0]);
            Ok([entry, attributes(FILE)].concat())
        }
        opcode::LOOKUP => Err(libc::ENOENT),
        opcode::GETATTR => Ok([longs(&[100, 0]), attributes(node)].concat()),
        opcode::OPEN | opcode::OPENDIR => Ok(longs(&[0, 0])),
        opcode::READ => Ok(vec![0; (number(question, 56) as u32) as usize]),
        opcode::RELEASE | opcode::FSYNC | opcode::FLUSH => Ok(Vec::new()),
        _ => Err(libc::ENOSYS),
    };
    let (error, body) = found.map_or_else(|error| (-error, Vec::new()), |body| (0, body));
    let head = words(&[16 + body.len() as u32, error.cast_unsigned()]);
    Some([head, longs(&[unique]), body].concat())
}

fn words(all: &[u32]) -> Vec<u8> {
    all.iter().flat_map(|word| word.to_le_bytes()).collect()
}

fn longs(all: &[u64]) -> Vec<u8> {
    all.iter().flat_map(|long| long.to_le_bytes()).collect()
}

/// `struct fuse_attr`.
fn attributes(node: u64) -> Vec<u8> {
    let (mode, length) =
        if node == FOLDER { (libc::S_IFDIR | 0o777, 0) } else { (libc::S_IFREG | 0o666, LENGTH) };
    [longs(&[node, length, 0, 0, 0, 0]), words(&[0, 0, 0, mode, 1, 0, 0, 0, 4096, 0])].concat()
}

/// A process that executes another program and never gets there: its memory has to be written back to a file system that does
/// not answer. Whoever reads `/proc/PID/stat` and the like waits with it.
#[derive(Debug)]
pub struct InExec {
    pid: u32,
    file_system: Option<Deaf>,
}

impl InExec {
    /// In a thread of [`in_own_mounts`](crate::in_own_mounts). `None` where that can't be had.
    #[must_use]
    pub fn start(folder: &Path) -> Option<Self> {
        let file_system = Deaf::mount(folder)?;
        let file = CString::new(folder.join("f").as_os_str().as_bytes()).ok()?;
        let names = [c"sleep".as_ptr(), c"1000".as_ptr(), std::ptr::null()];
        let environment = [std::ptr::null()];
        // SAFETY: the child makes system calls alone, on what was there before.
        let pid = unsafe {
            let pid = libc::fork();
            if pid == 0 {
                libc::prctl(libc::PR_SET_PDEATHSIG, libc::SIGKILL);
                let access = libc::PROT_READ | libc::PROT_WRITE;
                // Here: whoever closes it waits for what is to be written.
                let file = libc::open(file.as_ptr(), libc::O_RDWR);
                let page = libc::mmap(std::ptr::null_mut(), 4096, access, libc::MAP_SHARED, file, 0);
                // The end of the questions must be the parent's alone, and other children of its wait for pipes to be closed.
                libc::syscall(libc::SYS_close_range, 0_u32, u32::MAX, 0_u32);
                if page != libc::MAP_FAILED {
                    page.cast::<u8>().write_volatile(1);
                    libc::execve(c"/bin/sleep".as_ptr(), names.as_ptr(), environment.as_ptr());
                }
                libc::_exit(1);
            }
            pid
        };
        let process = Self { pid: u32::try_from(pid).ok()?, file_system: Some(file_system) };
        let begun = Instant::now();
        while !process.file_system.as_ref()?.has_ignored.load(Ordering::Relaxed) {
            if begun.elapsed() > SOON {
                return None;
            }
            std::thread::sleep(Duration::from_millis(5));
        }
        Some(process)
    }

    #[must_use]
    pub fn pid(&self) -> u32 {
        self.pid
    }
}

impl Drop for InExec {
    fn drop(&mut self) {
        // Before that, nothing ends it.
        drop(self.file_system.take());
        // SAFETY: a child that nobody else waits for.
        unsafe {
            libc::kill(self.pid.cast_signed(), libc::SIGKILL);
            libc::waitpid(self.pid.cast_signed(), std::ptr::null_mut(), 0);
        }
    }
}
