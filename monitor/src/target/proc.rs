//! What `/proc` says about processes, which come and go while we look.
//!
//! The procfs crate knows the formats. The files are read here: names of threads and files are bytes that a program can
//! choose, and procfs fails if they are not UTF-8 (a name is cut after 15 bytes, in the middle of a character).

use procfs::process::{MemoryMap, MemoryMaps, Process, Stat, Status};
use procfs::{FromBufRead, ProcResult};
use rustix::io::Errno;
use rustix::process::{Pid, test_kill_process};
use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};

/// How much of a command line is shown at most.
const LONGEST_COMMAND: usize = 4096;
/// How much of a `/proc` file is read at most.
const MOST: u64 = 4 << 20;

fn read(pid: u32, file: &str) -> Option<Vec<u8>> {
    let mut bytes = Vec::new();
    File::open(PathBuf::from(format!("/proc/{pid}/{file}"))).ok()?.take(MOST).read_to_end(&mut bytes).ok()?;
    Some(bytes)
}

fn stat(pid: u32) -> Option<Stat> {
    Process::new(i32::try_from(pid).ok()?).and_then(|process| process.stat()).ok()
}

/// What a file of `/proc` says, with whatever names in it.
pub(crate) fn text(path: impl AsRef<Path>) -> std::io::Result<String> {
    Ok(String::from_utf8_lossy(&std::fs::read(path)?).into_owned())
}

fn parse<T: FromBufRead>(pid: u32, file: &str) -> ProcResult<T> {
    T::from_buf_read(text(format!("/proc/{pid}/{file}"))?.as_bytes())
}

/// The status of a process or thread.
pub(crate) fn status(pid: u32) -> ProcResult<Status> {
    parse(pid, "status")
}

/// The memory map; bytes of names that are not UTF-8 are replaced.
pub(crate) fn memory_map(pid: u32) -> ProcResult<Vec<MemoryMap>> {
    parse::<MemoryMaps>(pid, "maps").map(|maps| maps.0)
}

/// When a process was started, in clock ticks since boot: together with the pid, this identifies it for good.
#[must_use]
pub fn start_time(pid: u32) -> Option<u64> {
    Some(stat(pid)?.starttime)
}

/// Alive: one of its threads is. The first one may have ended long ago (`pthread_exit` in `main`); it stays a
/// zombie until the others end, too.
#[must_use]
pub fn is_alive(pid: u32) -> bool {
    stat(pid).is_some_and(|stat| match stat.state {
        'X' | 'x' => false,
        // with the zombie
        'Z' => stat.num_threads > 1,
        _ => true,
    })
}

/// It is sure to have ended. A process that we may not see has not.
#[must_use]
pub fn has_ended(pid: u32) -> bool {
    let known = i32::try_from(pid).ok().and_then(Pid::from_raw);
    let missing = || known.is_none_or(|pid| test_kill_process(pid) == Err(Errno::SRCH));
    !is_alive(pid) && (stat(pid).is_some() || missing())
}

/// Alive, but its first thread has ended: `/proc/PID/maps` and the like are empty then.
#[must_use]
pub fn leader_has_ended(pid: u32) -> bool {
    stat(pid).is_some_and(|stat| stat.state == 'Z' && stat.num_threads > 1)
}

/// The inode of our PID namespace.
#[must_use]
pub fn pid_namespace() -> Option<u64> {
    use std::os::unix::fs::MetadataExt;
    std::fs::metadata("/proc/self/ns/pid").ok().map(|namespace| namespace.ino())
}

/// Which of these parts of paths occur among the mapped files of the processes that we may inspect.
#[must_use]
pub fn mapped_somewhere(parts: &[Vec<u8>]) -> Vec<Vec<u8>> {
    let mut found: Vec<Vec<u8>> = Vec::new();
    let processes = std::fs::read_dir("/proc").into_iter().flatten().flatten();
    for pid in processes.filter_map(|entry| entry.file_name().to_str()?.parse::<u32>().ok()) {
        let Some(maps) = maps(pid) else { continue };
        for line in maps.split(|b| *b == b'\n') {
            let here = parts.iter().filter(|part| !part.is_empty() && contains(line, part));
            let new: Vec<_> = here.filter(|part| !found.contains(part)).cloned().collect();
            found.extend(new);
        }
    }
    found
}

/// The memory map, as a living thread has it.
fn maps(pid: u32) -> Option<Vec<u8>> {
    let maps = read(pid, "maps")?;
    if !maps.is_empty() {
        return Some(maps);
    }
    let tasks = std::fs::read_dir(format!("/proc/{pid}/task")).ok()?;
    let of = |task: std::fs::DirEntry| read(pid, &format!("task/{}/maps", task.file_name().to_str()?));
    Some(tasks.flatten().filter_map(of).find(|maps| !maps.is_empty()).unwrap_or_default())
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
    let maps = maps(pid)?;
    Some(maps.split(|b| *b == b'\n').any(|line| contains(line, part.as_bytes())))
}

/// Mapped files, by their paths as the process sees them, including those removed since.
#[must_use]
pub fn mapped_files(pid: u32) -> Vec<PathBuf> {
    let maps = maps(pid).unwrap_or_default();
    let maps = String::from_utf8_lossy(&maps);
    let path = |line: &str| Some(line.splitn(6, ' ').nth(5)?.trim_start().to_owned());
    let mut files: Vec<PathBuf> = maps
        .lines()
        .filter_map(path)
        .filter(|p| p.starts_with('/'))
        .map(|p| PathBuf::from(p.strip_suffix(" (deleted)").unwrap_or(&p)))
        .collect();
    files.dedup();
    files
}

/// The file whose code is mapped at an address, by its path as the process sees it; it may have been removed since.
#[must_use]
pub fn code_at(pid: u32, address: u64) -> Option<PathBuf> {
    let maps = maps(pid)?;
    let maps = String::from_utf8_lossy(&maps);
    let is_there = |line: &&str| {
        let bounds = line.split(' ').next().and_then(|bounds| bounds.split_once('-'));
        let number = |text| u64::from_str_radix(text, 16).ok();
        bounds.and_then(|(start, end)| Some((number(start)?..number(end)?).contains(&address))) == Some(true)
    };
    let mut fields = maps.lines().find(is_there)?.splitn(6, ' ').skip(1);
    let (access, path) = (fields.next()?, fields.nth(3)?.trim_start());
    if access.as_bytes().get(2) != Some(&b'x') {
        return None;
    }
    path.starts_with('/').then(|| PathBuf::from(path.strip_suffix(" (deleted)").unwrap_or(path)))
}

fn contains(line: &[u8], part: &[u8]) -> bool {
    line.windows(part.len()).any(|w| w == part)
}

/// A variable of the environment that the process was started with. Outer `None`: the process cannot be
/// inspected.
#[must_use]
pub fn environment_variable(pid: u32, name: &str) -> Option<Option<String>> {
    let environment = read(pid, "environ")?;
    let prefix = format!("{name}=");
    let value = environment.split(|b| *b == 0).find_map(|v| v.strip_prefix(prefix.as_bytes()));
    Some(value.map(|v| String::from_utf8_lossy(v).into_owned()))
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

fn children(pid: u32) -> Vec<u32> {
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

/// True when this process ignores the signal, as `nohup` and shells' background jobs arrange it.
#[must_use]
pub fn signal_is_ignored(signal: i32) -> bool {
    let ignored = status(std::process::id()).map_or(0, |status| status.sigign);
    (1..=64).contains(&signal) && ignored & (1 << (signal - 1)) != 0
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
}
