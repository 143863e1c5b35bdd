//! What `/proc` says about processes, which come and go while we look.
//!
//! The procfs crate knows the formats. The files are read here: names of threads and files are bytes that a program can
//! choose, and procfs fails if they are not UTF-8 (a name is cut after 15 bytes, in the middle of a character).

mod files;
mod life;
mod maps;

pub(crate) use files::USUAL_FILE;
pub use files::text;
pub(crate) use life::Life;
pub use life::{Condition, condition, has_ended, is_alive, leader_has_ended, start_time};
pub use maps::{
    Extent, MappedFile, Mappings, Named, code_at, code_map, mapped_files, mapped_names, mapped_parts,
    mapping_at, mappings, maps_contain, memory_map,
};

use crate::limit::look;
use files::{PATIENCE, parse, read, stat};
use procfs::ProcResult;
use procfs::process::Status;
use std::path::{Path, PathBuf};
use std::time::Instant;

/// How much of a command line is shown at most.
const LONGEST_COMMAND: usize = 4096;
/// The status of a process or thread, for which nobody has to wait.
pub fn status(pid: u32) -> ProcResult<Status> {
    parse(pid, "status")
}

/// The status of a thread of a process.
pub fn status_of_thread(pid: u32, tid: u32) -> ProcResult<Status> {
    parse(pid, &format!("task/{tid}/status"))
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

/// The path of the program that it runs. `None` when the process cannot be inspected, or executes another program for long.
#[must_use]
pub fn executable(pid: u32) -> Option<PathBuf> {
    look(pid, PATIENCE, move || std::fs::read_link(format!("/proc/{pid}/exe")).ok())?
}

/// What a file descriptor of the process leads to. `None` when the process cannot be inspected, or does not answer.
#[must_use]
pub fn descriptor(pid: u32, fd: u32) -> Option<PathBuf> {
    look(pid, PATIENCE, move || std::fs::read_link(format!("/proc/{pid}/fd/{fd}")).ok())?
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
    use std::time::Duration;

    #[test]
    fn this_process_is_alive_and_known() {
        let me = std::process::id();
        assert!(is_alive(me) && !has_ended(me));
        assert!(start_time(me).is_some_and(|t| t > 0));
        assert!(command(me).is_some_and(|c| c.contains("zetop")));
        assert_eq!(maps_contain(me, "libc.so"), Some(true));
        assert_eq!(maps_contain(me, "no such library"), Some(false));
        let named = |pid| mapped_names(pid, Duration::from_secs(60), |name| name.starts_with("libc.so"));
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
