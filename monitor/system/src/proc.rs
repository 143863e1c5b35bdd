//! What `/proc` says about processes, which come and go while we look.
//!
//! The procfs crate knows the formats. The files are read here: names of threads and files are bytes that a program can
//! choose, and procfs fails if they are not UTF-8 (a name is cut after 15 bytes, in the middle of a character).

use crate::limit::look;
use procfs::process::{MemoryMap, MemoryMaps, Process, Stat, Status};
use procfs::{FromBufRead, ProcError, ProcResult};
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::io::Errno;
use rustix::process::{Pid, PidfdFlags, pidfd_open, test_kill_process};
use std::cell::Cell;
use std::fs::File;
use std::io::{BufRead, BufReader, Read};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// How much of a command line is shown at most.
const LONGEST_COMMAND: usize = 4096;
/// How much of a `/proc` file is read at most. (The memory map is read line by line.)
const LONGEST_FILE: u64 = 4 << 20;
/// Mappings of files and of code that are looked at: 300 bytes each.
const MOST_MAPPED: usize = 100_000;
/// Mappings in all: 24 bytes each.
const MOST_EXTENTS: usize = 1 << 20;
/// Names of files that are kept at most, in bytes.
const MOST_NAMES: usize = 8 << 20;
/// Anonymous mappings right behind one of a file that count as its `.bss`.
const MOST_BEHIND: usize = 4;
/// For what the kernel reads from the process's own memory, which need not answer.
const PATIENCE: Duration = Duration::from_millis(500);
/// For its memory map, which is long in a large program, and is locked while the program maps a file that does not answer.
const MAP_PATIENCE: Duration = Duration::from_secs(10);
/// For a question about it that is asked between two readings.
const SHORT_PATIENCE: Duration = Duration::from_secs(3);
/// How much of an environment is read at most.
const LONGEST_ENVIRONMENT: u64 = 1 << 20;

fn read(pid: u32, file: &str) -> Option<Vec<u8>> {
    let path = PathBuf::from(format!("/proc/{pid}/{file}"));
    let most = if file == "environ" { LONGEST_ENVIRONMENT } else { LONGEST_FILE };
    let read = move || {
        let mut bytes = Vec::new();
        File::open(path).ok()?.take(most).read_to_end(&mut bytes).ok()?;
        Some(bytes)
    };
    if matches!(file, "cmdline" | "environ") { look(pid, PATIENCE, read)? } else { read() }
}

/// The kernel makes whoever asks for it wait while the process executes another program, which may write its memory back to a
/// file system that does not answer. What [`status`] says as well is to be asked there.
fn stat(pid: u32) -> Option<Stat> {
    let number = i32::try_from(pid).ok()?;
    look(pid, PATIENCE, move || Process::new(number).and_then(|process| process.stat()).ok())?
}

/// What a file of `/proc` says, with whatever names in it.
pub fn text(path: impl AsRef<Path>) -> std::io::Result<String> {
    let mut bytes = Vec::new();
    File::open(path)?.take(LONGEST_FILE).read_to_end(&mut bytes)?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

fn parse<T: FromBufRead>(pid: u32, file: &str) -> ProcResult<T> {
    T::from_buf_read(text(format!("/proc/{pid}/{file}"))?.as_bytes())
}

/// The status of a process or thread, for which nobody has to wait.
pub fn status(pid: u32) -> ProcResult<Status> {
    parse(pid, "status")
}

/// The status of a thread of a process.
pub fn status_of_thread(pid: u32, tid: u32) -> ProcResult<Status> {
    parse(pid, &format!("task/{tid}/status"))
}

/// Where something is mapped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Extent {
    pub start: u64,
    pub end: u64,
    pub executable: bool,
    /// That of the first thread.
    pub stack: bool,
}

/// A process's memory map.
#[derive(Clone, Debug, Default)]
pub struct Mappings {
    /// Those of files, code, and what lies behind them.
    pub mapped: Vec<MemoryMap>,
    /// All, in ascending order.
    pub extents: Vec<Extent>,
}

impl Mappings {
    pub fn extent_of(&self, address: u64) -> Option<&Extent> {
        let after = self.extents.partition_point(|extent| extent.start <= address);
        self.extents[..after].last().filter(|extent| address < extent.end)
    }
}

/// The memory map, however long it is; bytes of names that are not UTF-8 are replaced.
pub fn mappings(pid: u32) -> ProcResult<Mappings> {
    let silent = || Err(ProcError::Other("its memory map does not come".to_owned()));
    look(pid, MAP_PATIENCE, move || read_mappings(pid)).unwrap_or_else(silent)
}

fn read_mappings(pid: u32) -> ProcResult<Mappings> {
    let mut all = Mappings::default();
    let mut behind = MOST_BEHIND;
    let (mut too_many, mut names) = (false, 0);
    each_mapping(&format!("/proc/{pid}/maps"), |line| {
        let Some(extent) = extent(line) else { return ControlFlow::Continue(()) };
        let path = path(line);
        let adjacent = all.extents.last().is_some_and(|last| last.end == extent.start);
        behind = if !path.is_empty() {
            0
        } else if adjacent {
            behind + 1
        } else {
            MOST_BEHIND
        };
        if !path.is_empty() || extent.executable || behind < MOST_BEHIND {
            names += path.len();
            let line = String::from_utf8_lossy(line);
            all.mapped.extend(MemoryMaps::from_buf_read(line.as_bytes()).into_iter().flatten());
        }
        all.extents.push(extent);
        too_many =
            all.mapped.len() > MOST_MAPPED || all.extents.len() > MOST_EXTENTS || names > 2 * MOST_NAMES;
        if too_many { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    })?;
    if too_many {
        return Err(ProcError::Other(format!(
            "it has more than {MOST_MAPPED} mappings of files, or {MOST_EXTENTS} in all"
        )));
    }
    Ok(all)
}

/// Those mappings that [`Mappings::mapped`] has.
pub fn memory_map(pid: u32) -> ProcResult<Vec<MemoryMap>> {
    mappings(pid).map(|mappings| mappings.mapped)
}

/// Shows the lines of a memory map one after the other, until `each` has seen enough.
fn each_mapping(maps: &str, mut each: impl FnMut(&[u8]) -> ControlFlow<()>) -> std::io::Result<()> {
    let mut file = BufReader::with_capacity(1 << 16, File::open(maps)?);
    let mut line = Vec::new();
    loop {
        line.clear();
        if file.read_until(b'\n', &mut line)? == 0 {
            return Ok(());
        }
        if each(line.strip_suffix(b"\n").unwrap_or(&line)).is_break() {
            return Ok(());
        }
    }
}

fn extent(line: &[u8]) -> Option<Extent> {
    let mut fields = line.splitn(3, |byte| *byte == b' ').map(std::str::from_utf8);
    let (start, end) = fields.next()?.ok()?.split_once('-')?;
    let access = fields.next()?.ok()?.as_bytes();
    let number = |text| u64::from_str_radix(text, 16).ok();
    let (start, end) = (number(start)?, number(end)?);
    Some(Extent { start, end, executable: access.get(2) == Some(&b'x'), stack: path(line) == b"[stack]" })
}

/// What is mapped: the sixth field of a line, which may contain spaces.
fn path(line: &[u8]) -> &[u8] {
    line.splitn(6, |byte| *byte == b' ').nth(5).unwrap_or_default().trim_ascii_start()
}

/// When a process was started, in clock ticks since boot: together with the pid, this identifies it for good.
#[must_use]
pub fn start_time(pid: u32) -> Option<u64> {
    Some(stat(pid)?.starttime)
}

/// Alive: one of its threads is. The first one may have ended long ago (`pthread_exit` in `main`); it stays a
/// zombie until the others end, too. A [`Handle`](crate::handle::Handle) says it of a process, and not of whoever has its PID.
#[must_use]
pub fn is_alive(pid: u32) -> bool {
    let by_status = || status_text(pid).is_ok_and(|status| Life::parse(&status) != Life::Over);
    is_over(pid).map_or_else(by_status, |is_over| !is_over)
}

/// Whether all threads of a process have ended, as its descriptor says: a tenth of the time that its status takes. `None` where the
/// kernel gives none, as for the number of a thread.
fn is_over(pid: u32) -> Option<bool> {
    let known = Pid::from_raw(i32::try_from(pid).ok()?)?;
    match pidfd_open(known, PidfdFlags::empty()) {
        Ok(process) => Some(poll(&mut [PollFd::new(&process, PollFlags::IN)], Some(&NOW)).ok()? > 0),
        Err(Errno::SRCH) => Some(true),
        Err(_) => None,
    }
}

/// No wait.
const NOW: Timespec = Timespec { tv_sec: 0, tv_nsec: 0 };

/// Stopped by a signal or a debugger.
#[must_use]
pub fn is_stopped(pid: u32) -> bool {
    status_text(pid).is_ok_and(|status| matches!(state(&status), Some('T' | 't')))
}

/// It is sure to have ended. A process that we may not see has not.
#[must_use]
pub fn has_ended(pid: u32) -> bool {
    let known = i32::try_from(pid).ok().and_then(Pid::from_raw);
    let missing = || known.is_none_or(|pid| test_kill_process(pid) == Err(Errno::SRCH));
    let by_status =
        || status_text(pid).map_or_else(|_| missing(), |status| Life::parse(&status) == Life::Over);
    is_over(pid).unwrap_or_else(by_status)
}

/// Alive, but its first thread has ended: `/proc/PID/maps` and the like are empty then.
#[must_use]
pub fn leader_has_ended(pid: u32) -> bool {
    status_text(pid).is_ok_and(|status| Life::parse(&status) == Life::WithoutLeader)
}

fn status_text(pid: u32) -> std::io::Result<String> {
    text(format!("/proc/{pid}/status"))
}

/// The first thread's state.
fn state(status: &str) -> Option<char> {
    field(status, "State:")?.chars().next()
}

fn field<'a>(status: &'a str, name: &str) -> Option<&'a str> {
    status.lines().find_map(|line| line.strip_prefix(name)).map(str::trim)
}

/// Which of its threads a process has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Life {
    Over,
    WithoutLeader,
    Whole,
}

impl Life {
    pub(crate) fn parse(status: &str) -> Self {
        let threads = || field(status, "Threads:").and_then(|number| number.parse().ok()).unwrap_or(0);
        match state(status) {
            None | Some('X' | 'x') => Self::Over,
            // with the zombie
            Some('Z') if threads() > 1 => Self::WithoutLeader,
            Some('Z') => Self::Over,
            Some(_) => Self::Whole,
        }
    }
}

/// The inode of our PID namespace.
#[must_use]
pub fn pid_namespace() -> Option<u64> {
    use std::os::unix::fs::MetadataExt;
    std::fs::metadata("/proc/self/ns/pid").ok().map(|namespace| namespace.ino())
}

/// The processes that there are, until that has taken too long: each look at one may take its limit.
pub fn all(until: Instant) -> impl Iterator<Item = u32> {
    let processes = std::fs::read_dir("/proc").into_iter().flatten().flatten();
    let pids = processes.filter_map(|entry| entry.file_name().to_str()?.parse::<u32>().ok());
    pids.take_while(move |_| Instant::now() < until)
}

/// Which of `parts`, of paths, occur among the mapped files of a process. `None` when it does not answer.
#[must_use]
pub fn mapped_parts(pid: u32, parts: &[Vec<u8>]) -> Option<Vec<Vec<u8>>> {
    let parts = parts.to_owned();
    look(pid, MAP_PATIENCE, move || {
        let mut found: Vec<Vec<u8>> = Vec::new();
        each_file(pid, |file| {
            let here = parts.iter().filter(|part| !part.is_empty() && contains(file, part));
            let new: Vec<_> = here.filter(|part| !found.contains(part)).cloned().collect();
            found.extend(new);
            ControlFlow::Continue(())
        });
        found
    })
}

/// Shows the lines of the memory map as a living thread has it. `None` when it can't be read.
fn each_line(pid: u32, mut each: impl FnMut(&[u8]) -> ControlFlow<()>) -> Option<()> {
    let any = Cell::new(false);
    let mut seen = |line: &[u8]| {
        any.set(true);
        each(line)
    };
    each_mapping(&format!("/proc/{pid}/maps"), &mut seen).ok()?;
    if any.get() {
        return Some(());
    }
    for task in std::fs::read_dir(format!("/proc/{pid}/task")).ok()?.flatten() {
        if let Some(tid) = task.file_name().to_str()
            && each_mapping(&format!("/proc/{pid}/task/{tid}/maps"), &mut seen).is_ok()
            && any.get()
        {
            break;
        }
    }
    Some(())
}

/// Shows what is mapped: each run of mappings of one file once.
fn each_file(pid: u32, mut each: impl FnMut(&[u8]) -> ControlFlow<()>) -> Option<()> {
    let mut last = Vec::new();
    each_line(pid, |line| {
        let path = path(line);
        if path.is_empty() || path == last {
            return ControlFlow::Continue(());
        }
        last.clear();
        last.extend_from_slice(path);
        each(path)
    })
}

/// The path of the program that it runs. `None` when the process cannot be inspected, or executes another program for long.
#[must_use]
pub fn executable(pid: u32) -> Option<PathBuf> {
    look(pid, PATIENCE, move || std::fs::read_link(format!("/proc/{pid}/exe")).ok())?
}

/// The system call that its first thread is in, as a number and arguments, or the word "running".
#[must_use]
pub fn system_call(pid: u32) -> Option<String> {
    look(pid, PATIENCE, move || std::fs::read_to_string(format!("/proc/{pid}/syscall")).ok())?
}

/// The command line, arguments joined by spaces, at most 4 KB; the name in brackets when there is none.
#[must_use]
pub fn command(pid: u32) -> Option<String> {
    let mut bytes = read(pid, "cmdline")?;
    bytes.truncate(LONGEST_COMMAND);
    let arguments: Vec<_> =
        bytes.split(|b| *b == 0).filter(|a| !a.is_empty()).map(String::from_utf8_lossy).collect();
    if arguments.is_empty() {
        let name = read(pid, "comm")?;
        return Some(format!("[{}]", String::from_utf8_lossy(&name).trim_end()));
    }
    Some(arguments.join(" "))
}

/// The name that a thread has in the kernel, which it may have given itself.
#[must_use]
pub fn thread_name(pid: u32, tid: u32) -> Option<String> {
    let name = read(pid, &format!("task/{tid}/comm"))?;
    Some(String::from_utf8_lossy(&name).trim_end().to_owned())
}

/// The threads of a process; none if that may not be known.
#[must_use]
pub fn threads(pid: u32) -> Vec<u32> {
    let folder = std::fs::read_dir(format!("/proc/{pid}/task"));
    let number = |entry: std::io::Result<std::fs::DirEntry>| entry.ok()?.file_name().to_str()?.parse().ok();
    folder.into_iter().flatten().filter_map(number).collect()
}

/// The command line's arguments, the program's name first; empty if there are none that we may see.
#[must_use]
pub fn arguments(pid: u32) -> Vec<String> {
    let mut bytes = read(pid, "cmdline").unwrap_or_default();
    bytes.truncate(LONGEST_COMMAND);
    let text = bytes.strip_suffix(b"\0").unwrap_or(&bytes);
    if text.is_empty() {
        return Vec::new();
    }
    text.split(|b| *b == 0).map(|argument| String::from_utf8_lossy(argument).into_owned()).collect()
}

/// True when a mapped file's path contains `part`. `None` when the process cannot be inspected.
#[must_use]
pub fn maps_contain(pid: u32, part: &str) -> Option<bool> {
    let part = part.as_bytes().to_owned();
    look(pid, SHORT_PATIENCE, move || {
        let mut found = false;
        each_file(pid, |file| {
            found = contains(file, &part);
            if found { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        })?;
        Some(found)
    })?
}

/// What [`mapped_names`] has found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Named {
    Files(std::collections::HashSet<String>),
    /// The process cannot be inspected, or is none.
    Hidden,
    /// It has not answered.
    Silent,
}

/// Names that are kept of one process.
const MOST_NAMED: usize = 4096;

/// The names of mapped files, without their folders, that are `wanted`: one walk, however many there are.
#[must_use]
pub fn mapped_names(pid: u32, limit: Duration, wanted: fn(&str) -> bool) -> Named {
    let walk = move || {
        let mut names = std::collections::HashSet::new();
        let walked = each_file(pid, |file| {
            let name = file.rsplit(|byte| *byte == b'/').next().unwrap_or_default();
            let name = name.strip_suffix(b" (deleted)").unwrap_or(name);
            if let Ok(name) = std::str::from_utf8(name)
                && wanted(name)
            {
                names.insert(name.to_owned());
            }
            if names.len() < MOST_NAMED { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        });
        walked.map_or(Named::Hidden, |()| Named::Files(names))
    };
    look(pid, limit, walk).unwrap_or(Named::Silent)
}

/// Files whose code is mapped, by their paths as the process sees them, including those removed since; each once. A library
/// that a program only reads, as a symboliser does, is not one of its.
#[must_use]
pub fn mapped_files(pid: u32) -> Vec<PathBuf> {
    look(pid, MAP_PATIENCE, move || read_mapped_files(pid)).unwrap_or_default()
}

fn read_mapped_files(pid: u32) -> Vec<PathBuf> {
    let mut files = Vec::new();
    let (mut known, mut names) = (std::collections::HashSet::new(), 0);
    each_line(pid, |line| {
        let file = path(line);
        let has_code = || extent(line).is_some_and(|extent| extent.executable);
        if file.starts_with(b"/") && has_code() && known.insert(file.to_vec()) {
            names += 2 * file.len() + 64;
            files.push(existing(&String::from_utf8_lossy(file)));
        }
        if names < MOST_NAMES { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    });
    files
}

/// Without the mark of a removed file.
fn existing(path: &str) -> PathBuf {
    PathBuf::from(path.strip_suffix(" (deleted)").unwrap_or(path))
}

/// The file whose code is mapped at an address, by its path as the process sees it; it may have been removed since.
#[must_use]
pub fn code_at(pid: u32, address: u64) -> Option<PathBuf> {
    look(pid, MAP_PATIENCE, move || read_code_at(pid, address))?
}

fn read_code_at(pid: u32, address: u64) -> Option<PathBuf> {
    let mut found = None;
    each_line(pid, |line| match extent(line) {
        Some(extent) if (extent.start..extent.end).contains(&address) => {
            let path = String::from_utf8_lossy(path(line));
            found = (extent.executable && path.starts_with('/')).then(|| existing(&path));
            ControlFlow::Break(())
        }
        _ => ControlFlow::Continue(()),
    })?;
    found
}

/// A mapping of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MappedFile {
    /// Where its first byte is.
    pub start: u64,
    /// How far into the file that is.
    pub offset: u64,
    pub device: (i32, i32),
    pub inode: u64,
}

/// What is mapped at an address.
#[must_use]
pub fn mapping_at(pid: u32, address: u64) -> Option<MappedFile> {
    look(pid, MAP_PATIENCE, move || read_mapping_at(pid, address))?
}

fn read_mapping_at(pid: u32, address: u64) -> Option<MappedFile> {
    let mut found = None;
    each_mapping(&format!("/proc/{pid}/maps"), |line| match extent(line) {
        Some(extent) if (extent.start..extent.end).contains(&address) => {
            let line = String::from_utf8_lossy(line);
            found = MemoryMaps::from_buf_read(line.as_bytes()).ok().and_then(|maps| {
                let map = maps.0.into_iter().next()?;
                Some(MappedFile {
                    start: map.address.0,
                    offset: map.offset,
                    device: map.dev,
                    inode: map.inode,
                })
            });
            ControlFlow::Break(())
        }
        _ => ControlFlow::Continue(()),
    })
    .ok()?;
    found
}

fn contains(line: &[u8], part: &[u8]) -> bool {
    line.windows(part.len()).any(|w| w == part)
}

/// The environment that the process was started with. `None`: it cannot be inspected, or does not answer.
#[must_use]
pub fn environment(pid: u32) -> Option<Vec<u8>> {
    read(pid, "environ")
}

/// A variable of the environment that the process was started with. Outer `None`: the process cannot be
/// inspected.
#[must_use]
pub fn environment_variable(pid: u32, name: &str) -> Option<Option<String>> {
    Some(Environment::read(pid)?.get(name))
}

/// The environment that a process was started with.
#[derive(Clone, Debug)]
pub struct Environment(Vec<u8>);

impl Environment {
    /// `None` when the process cannot be inspected.
    #[must_use]
    pub fn read(pid: u32) -> Option<Self> {
        read(pid, "environ").map(Self)
    }

    /// The value of a variable.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<String> {
        let prefix = format!("{name}=");
        let value = self.0.split(|b| *b == 0).find_map(|v| v.strip_prefix(prefix.as_bytes()));
        value.map(|v| String::from_utf8_lossy(v).into_owned())
    }
}

/// A process and its descendants, at most `most` of them.
#[must_use]
pub fn family(pid: u32, most: usize) -> Vec<u32> {
    let mut all = vec![pid];
    let mut next = 0;
    while next < all.len() && all.len() < most {
        for child in children(all[next]) {
            if all.len() < most && !all.contains(&child) {
                all.push(child);
            }
        }
        next += 1;
    }
    all
}

/// The process that has started it, or has taken it over.
#[must_use]
pub fn parent(pid: u32) -> Option<u32> {
    u32::try_from(status(pid).ok()?.ppid).ok()
}

/// Where its stack begins, which is elsewhere in each program that it executes; 0 if we may not see it.
#[must_use]
pub fn stack_start(pid: u32) -> Option<u64> {
    Some(stat(pid)?.startstack)
}

/// The processes that it has started.
#[must_use]
pub fn children(pid: u32) -> Vec<u32> {
    let Ok(tasks) = std::fs::read_dir(Path::new("/proc").join(pid.to_string()).join("task")) else {
        return Vec::new();
    };
    let mut all = Vec::new();
    for task in tasks.flatten().take(4096) {
        let list = std::fs::read_to_string(task.path().join("children")).unwrap_or_default();
        all.extend(list.split_whitespace().filter_map(|p| p.parse::<u32>().ok()));
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn this_process_is_alive_and_known() {
        let me = std::process::id();
        assert!(is_alive(me) && !has_ended(me));
        assert!(start_time(me).is_some_and(|t| t > 0));
        assert!(command(me).is_some_and(|c| c.contains("zetop")));
        assert_eq!(maps_contain(me, "libc.so"), Some(true));
        assert_eq!(maps_contain(me, "no such library"), Some(false));
        let named = |pid| mapped_names(pid, SHORT_PATIENCE, |name| name.starts_with("libc.so"));
        assert!(matches!(named(me), Named::Files(names) if names.len() == 1));
        assert_eq!(named(u32::MAX), Named::Hidden);
        assert_eq!(code_at(me, is_alive as *const () as u64), std::env::current_exe().ok());
        static DATA: std::sync::atomic::AtomicU8 = std::sync::atomic::AtomicU8::new(1);
        assert_eq!((code_at(me, &raw const DATA as u64), code_at(me, 8)), (None, None));
        assert!(family(me, 10).contains(&me));
    }

    #[test]
    fn a_zombie_has_ended() {
        let mut child = std::process::Command::new("true").spawn().unwrap();
        while is_alive(child.id()) {
            std::thread::yield_now();
        }
        assert!(has_ended(child.id()), "a zombie");
        child.wait().unwrap();
        assert!(has_ended(child.id()), "collected");
    }

    #[test]
    fn a_pid_that_cannot_be_is_dead() {
        assert!(!is_alive(u32::MAX) && has_ended(u32::MAX));
        assert_eq!(start_time(u32::MAX), None);
        assert_eq!(command(u32::MAX), None);
    }

    /// The main thread waited for it with every look, and nothing ended zetop.
    #[test]
    fn a_process_that_is_in_exec_for_ever_keeps_nobody_waiting() {
        let ran = zetop_testing::in_own_mounts(|| {
            let folder = tempfile::tempdir().unwrap();
            let Some(process) = zetop_testing::InExec::start(folder.path()) else {
                return zetop_testing::skip!("no FUSE");
            };
            let pid = process.pid();
            let (done, said) = std::sync::mpsc::channel();
            std::thread::spawn(move || {
                let handle = crate::handle::Handle::open(pid);
                let own = std::process::id();
                let lives = (is_alive(pid), has_ended(pid), leader_has_ended(pid), handle.is_alive());
                assert_eq!(lives, (true, false, false, true));
                assert_eq!((parent(pid), handle.user().is_some()), (Some(own), true));
                assert!(family(own, 1000).contains(&pid));
                assert!(crate::handle::Handle::open(own).family(1000).iter().any(|one| one.pid() == pid));
                assert_eq!((start_time(pid), stack_start(pid)), (None, None));
                assert_eq!((executable(pid), system_call(pid), environment(pid)), (None, None, None));
                assert_eq!((mapped_files(pid), code_at(pid, 8)), (vec![], None));
                let _ = (command(pid), arguments(pid), maps_contain(pid, "libc"));
                let _ = done.send(());
            });
            let said = said.recv_timeout(Duration::from_secs(100));
            drop(process);
            assert_eq!(said, Ok(()));
        });
        if !ran {
            zetop_testing::skip!("mounts need root");
        }
    }
}
