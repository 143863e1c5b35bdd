//! What can be known about a process without touching it, and every reason not to attach to it.

use std::collections::HashSet;
use std::fs;
use std::io;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};
use std::time::Duration;

use procfs::ProcError;
use procfs::process::{Process, Status};

use super::error::{InjectError, from_proc};
use super::identity::Identity;
use super::image::{self, Image};
use super::memory::Memory;
use zetop_system::clean::clean;
use zetop_system::elf;
use zetop_system::limit::for_process_unless;
use zetop_system::proc;

const AT_SECURE: u64 = 23;
const CAP_SYS_PTRACE: u64 = 1 << 19;

/// A process that can be attached to.
#[derive(Clone, Debug)]
pub struct Facts {
    pub pid: u32,
    pub exe: PathBuf,
    /// The user and group that its file accesses are judged by.
    pub uid: u32,
    pub gid: u32,
    pub threads: usize,
    /// The kinds of namespaces in which it differs from us: `mnt`, `pid`, `user`, `net` ...
    pub other_namespaces: Vec<String>,
    /// Its root folder, when that is not ours.
    pub chroot: Option<PathBuf>,
    /// As the target sees it.
    pub libc: PathBuf,
    pub libc_version: Option<String>,
    /// The programs and libraries that it has mapped, each once, as the target sees them.
    pub files: Vec<PathBuf>,
    /// Which program it is, and whose.
    pub identity: Identity,
}

impl Facts {
    /// Whether its paths may mean different files than ours.
    #[must_use]
    pub fn is_elsewhere(&self) -> bool {
        self.chroot.is_some() || self.other_namespaces.iter().any(|kind| kind == "mnt")
    }
}

/// How long a process may take to be looked at: its memory and its files need not answer.
const LOOK: Duration = Duration::from_secs(3);

/// Finds reasons against attaching to `pid`, without touching it.
pub fn check(pid: u32) -> Result<Facts, InjectError> {
    check_unless(pid, || false)
}

/// Finds reasons against attaching to `pid`, without touching it, unless that is given up.
pub fn check_unless(pid: u32, given_up: impl Fn() -> bool) -> Result<Facts, InjectError> {
    let facts = for_process_unless(pid, LOOK, given_up, move || look(pid));
    facts.unwrap_or(Err(InjectError::Silent { pid, limit: LOOK }))
}

impl Facts {
    /// Whether `address` is where a library that the program has mapped exports the function `name`. That is what the program
    /// says: it keeps an address that is wrong by mistake from being called.
    #[must_use]
    pub fn is_exported(&self, address: u64, name: &'static str) -> bool {
        let (pid, memory) = (self.pid, self.identity.memory().clone());
        let is_there = move || {
            let maps = proc::memory_map(pid).unwrap_or_default();
            let images = image::images(&maps);
            let image = images.iter().find(|image| image.in_text(address));
            let found = image.and_then(|image| image.functions(&memory, &[name]).ok()?.pop()?);
            found.is_some_and(|function| function.start == address)
        };
        zetop_system::limit::look(pid, LOOK, is_there).unwrap_or(false)
    }
}

fn look(pid: u32) -> Result<Facts, InjectError> {
    let process = living(pid)?;
    let status = proc::status(pid).map_err(|error| from_proc(pid, "read the status", error))?;
    refuse_by_status(&status, pid)?;
    refuse_machine(pid)?;
    refuse_privileged(&process, &status, pid)?;
    let memory = open_memory(&status, pid)?;
    // Another program may have been executed meanwhile. All that follows is about this one.
    let identity = Identity::read(pid, memory)?;
    let status = proc::status(pid).map_err(|error| from_proc(pid, "read the status", error))?;
    refuse_privileged(&process, &status, pid)?;
    if let Some(tid) = zetop_system::seccomp::filtered_thread(pid) {
        return Err(InjectError::Seccomp { pid, tid });
    }
    if shares_memory_with_parent(&status) {
        return Err(InjectError::Vforked { pid });
    }
    let maps = proc::memory_map(pid).map_err(|error| from_proc(pid, "read the memory map", error))?;
    // A driver may need a while to let go of its devices, and the process is no zombie until then.
    if maps.is_empty() {
        return Err(InjectError::Ending(pid));
    }
    let images = image::images(&maps);
    let libc = find_libc(pid, &images)?;
    refuse_thread_sanitizer(pid, &images, identity.memory())?;
    let exe = process.exe().map_err(|error| from_proc(pid, "read the program", error))?;
    let root = process.root().ok().filter(|root| root != Path::new("/"));
    let facts = Facts {
        pid,
        exe,
        uid: status.fuid,
        gid: status.fgid,
        threads: status.threads as usize,
        other_namespaces: other_namespaces(pid),
        chroot: root,
        libc: libc.path.clone(),
        libc_version: libc_version(libc, identity.memory()),
        files: files(&images),
        identity,
    };
    facts.identity.check()?;
    Ok(facts)
}

/// The process, when there is one that is not a zombie.
fn living(pid: u32) -> Result<Process, InjectError> {
    if pid == std::process::id() {
        return Err(InjectError::Itself(pid));
    }
    let number = i32::try_from(pid).map_err(|_| InjectError::NoSuchProcess(pid))?;
    if number == 0 {
        return Err(InjectError::NoSuchProcess(pid));
    }
    Process::new(number).map_err(|error| match error {
        ProcError::NotFound(_) => InjectError::NoSuchProcess(pid),
        error => from_proc(pid, "read the state", error),
    })
}

/// Threads of the kernel have no memory, and programs that are ending no longer have any.
fn without_memory(pid: u32, parent: i32) -> InjectError {
    /// The parent of all other threads of the kernel.
    const KTHREADD: u32 = 2;
    let is_kernels = pid == KTHREADD || parent == KTHREADD.cast_signed();
    if is_kernels { InjectError::KernelThread(pid) } else { InjectError::Ending(pid) }
}

fn refuse_by_status(status: &Status, pid: u32) -> Result<(), InjectError> {
    let group = status.tgid as u32;
    if group == std::process::id() {
        return Err(InjectError::Itself(pid));
    }
    if group != pid {
        return Err(InjectError::IsThread { tid: pid, pid: group });
    }
    let state = status.state.chars().next().unwrap_or('?');
    if matches!(state, 'Z' | 'X' | 'x') {
        let lives = zetop_system::proc::leader_has_ended(pid);
        return Err(if lives { InjectError::LeaderEnded(pid) } else { InjectError::Zombie(pid) });
    }
    if status.vmsize.is_none() {
        return Err(without_memory(pid, status.ppid));
    }
    if let Some(traced) = traced(pid, status.tracerpid as u32) {
        return Err(traced);
    }
    if matches!(state, 'T' | 't') {
        return Err(InjectError::Stopped { pid });
    }
    let features = proc::text(format!("/proc/{pid}/status")).unwrap_or_default();
    if features.lines().any(|line| line.starts_with("x86_Thread_features:") && line.contains("shstk")) {
        return Err(InjectError::ShadowStack { pid });
    }
    Ok(())
}

/// The refusal for a process or thread whose tracer is the thread `tracer` (0: none). A thread of zetop's
/// that traces it is about to let go.
pub(super) fn traced(pid: u32, tracer: u32) -> Option<InjectError> {
    if tracer == 0 || fs::exists(format!("/proc/self/task/{tracer}")).unwrap_or(false) {
        return None;
    }
    // if it can't be read, it has ended meanwhile, and with it the tracing
    let name = clean(proc::text(format!("/proc/{tracer}/comm")).ok()?.trim());
    let group = proc::status(tracer).ok().and_then(|status| u32::try_from(status.tgid).ok());
    Some(InjectError::Traced { pid, tracer: group.unwrap_or(tracer), name })
}

fn refuse_privileged(process: &Process, status: &Status, pid: u32) -> Result<(), InjectError> {
    let refuse = |what: String| Err(InjectError::Setuid { pid, what });
    if status.ruid != status.euid || status.euid != status.suid {
        return refuse(format!(
            "real, effective and saved uid {}, {}, {}",
            status.ruid, status.euid, status.suid
        ));
    }
    if status.rgid != status.egid || status.egid != status.sgid {
        return refuse(format!(
            "real, effective and saved gid {}, {}, {}",
            status.rgid, status.egid, status.sgid
        ));
    }
    // both are readable only where attaching is permitted: else the next check says why not
    if process.auxv().is_ok_and(|auxv| auxv.get(&AT_SECURE).is_some_and(|secure| *secure != 0)) {
        return refuse("the kernel started it in secure mode".to_owned());
    }
    let mode = fs::metadata(format!("/proc/{pid}/exe")).map(|meta| meta.mode()).unwrap_or(0);
    if mode & (libc::S_ISUID | libc::S_ISGID) != 0 {
        return refuse(format!("its file has mode {:04o}", mode & 0o7777));
    }
    Ok(())
}

/// Opens its memory, for which the kernel makes the same check as for ptrace, and finds out why not.
fn open_memory(status: &Status, pid: u32) -> Result<Memory, InjectError> {
    Memory::open(pid).map_err(|error| match error.raw_os_error() {
        Some(libc::EPERM) => InjectError::NotPermitted { pid, reason: reason(status, pid) },
        _ => InjectError::os(pid, "open the memory", error),
    })
}

fn reason(status: &Status, pid: u32) -> String {
    let ours = proc::status(std::process::id());
    let (our_uid, capable) = ours.map_or((u32::MAX, false), |me| (me.euid, me.capeff & CAP_SYS_PTRACE != 0));
    if our_uid != status.ruid && !capable {
        return format!(
            "it belongs to uid {}, you are uid {our_uid} without CAP_SYS_PTRACE: run zetop as that user or with sudo",
            status.ruid
        );
    }
    let yama = fs::read_to_string("/proc/sys/kernel/yama/ptrace_scope").unwrap_or_default();
    match yama.trim() {
        "1" if !capable => "kernel.yama.ptrace_scope is 1 (children only): run zetop with sudo, or `sudo sysctl kernel.yama.ptrace_scope=0`".to_owned(),
        "2" if !capable => "kernel.yama.ptrace_scope is 2 (administrators only): run zetop with sudo (CAP_SYS_PTRACE)".to_owned(),
        "3" => "kernel.yama.ptrace_scope is 3 (nobody, until the next boot): start the program under zetop instead".to_owned(),
        _ => {
            let owner = fs::metadata(format!("/proc/{pid}")).map(|meta| meta.uid()).unwrap_or(status.euid);
            if owner != status.euid {
                "it is marked non-dumpable (prctl PR_SET_DUMPABLE): run zetop with sudo (CAP_SYS_PTRACE)".to_owned()
            } else if capable {
                "a security module or another user namespace forbids ptrace: see `dmesg`, or run zetop in its container".to_owned()
            } else {
                "it holds capabilities that you lack, or a security module forbids ptrace: run zetop with sudo (CAP_SYS_PTRACE)".to_owned()
            }
        }
    }
}

fn refuse_machine(pid: u32) -> Result<(), InjectError> {
    let found = match elf::machine(Path::new(&format!("/proc/{pid}/exe"))) {
        Ok(machine) if machine.is_ours() => return Ok(()),
        Ok(machine) => machine.to_string(),
        // the check for permission says why
        Err(error) if error.kind() == io::ErrorKind::PermissionDenied => return Ok(()),
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Err(InjectError::Gone { pid }),
        Err(error) => return Err(InjectError::os(pid, "read the program", error)),
    };
    Err(InjectError::Architecture { pid, found, ours: std::env::consts::ARCH })
}

/// Its runtime is a library (gcc), or part of the program (clang), and knows every thread by its own
/// `pthread_create`.
fn refuse_thread_sanitizer(pid: u32, images: &[Image], memory: &Memory) -> Result<(), InjectError> {
    let by_name = |image: &&Image| {
        let name = image::file_name(&image.path);
        name.starts_with("libtsan.so") || name.starts_with("libclang_rt.tsan")
    };
    let inside =
        |image: &Image| matches!(image.functions(memory, &["__tsan_init"]).as_deref(), Ok([Some(_)]));
    let found = images.iter().find(by_name).or_else(|| images.first().filter(|image| inside(image)));
    match found {
        Some(image) => {
            let what = image::file_name(&image.path).to_owned();
            Err(InjectError::ThreadSanitizer { pid, what })
        }
        None => Ok(()),
    }
}

/// True between a vfork and the exec: writing here would write into the parent.
fn shares_memory_with_parent(status: &Status) -> bool {
    const KCMP_VM: libc::c_long = 1;
    // SAFETY: kcmp only compares; it takes plain numbers.
    let same = unsafe { libc::syscall(libc::SYS_kcmp, status.pid, status.ppid, KCMP_VM, 0, 0) };
    same == 0
}

/// glibc among `images`, or why there is none.
pub(super) fn find_libc(pid: u32, images: &[Image]) -> Result<&Image, InjectError> {
    if let Some(libc) = images.iter().find(|image| image.is("libc") && !image.text.is_empty()) {
        return Ok(libc);
    }
    let musl = |image: &Image| {
        let name = image::file_name(&image.path);
        name.starts_with("ld-musl") || name.starts_with("libc.musl")
    };
    Err(if images.iter().any(musl) {
        InjectError::Musl(pid)
    } else if elf::is_static(Path::new(&format!("/proc/{pid}/exe"))) {
        InjectError::Static(pid)
    } else {
        // It has a dynamic linker, which has not got that far.
        InjectError::Loading(pid)
    })
}

/// What `gnu_get_libc_version` of that libc returns: read from its code, `lea TEXT(%rip), %rax; ret`.
fn libc_version(libc: &Image, memory: &Memory) -> Option<String> {
    let function = libc.functions(memory, &["gnu_get_libc_version"]).ok()?.pop()??.start;
    let mut code = [0; 11];
    memory.read(function, &mut code).ok()?;
    let start = if code[..4] == [0xf3, 0x0f, 0x1e, 0xfa] { 4 } else { 0 };
    let lea = code.get(start..start + 7)?;
    if lea[..3] != [0x48, 0x8d, 0x05] {
        return None;
    }
    let offset = i32::from_le_bytes(lea[3..].try_into().ok()?);
    let text = memory.text((function + start as u64 + 7).wrapping_add_signed(i64::from(offset)), 32).ok()?;
    text.starts_with(|c: char| c.is_ascii_digit()).then_some(text)
}

fn files(images: &[Image]) -> Vec<PathBuf> {
    let mut known = HashSet::new();
    images.iter().filter(|image| known.insert(&image.path)).map(|image| image.path.clone()).collect()
}

fn other_namespaces(pid: u32) -> Vec<String> {
    let of = |who: &str, kind: &str| fs::read_link(format!("/proc/{who}/ns/{kind}")).ok();
    ["mnt", "pid", "user", "net", "ipc", "uts"]
        .into_iter()
        .filter(|kind| of(&pid.to_string(), kind).is_some_and(|theirs| of("self", kind) != Some(theirs)))
        .map(str::to_owned)
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A driver may need a while to let go of its devices. It was said to be a thread of the kernel.
    #[test]
    fn a_program_without_memory_is_ending() {
        assert!(matches!(without_memory(4711, 1), InjectError::Ending(4711)));
        assert!(matches!(without_memory(2, 0), InjectError::KernelThread(2)));
        assert!(matches!(without_memory(37, 2), InjectError::KernelThread(37)));
    }

    /// A program maps as many files as it likes.
    #[test]
    fn many_files_take_no_longer_each_than_few() {
        let image = |number: usize| Image {
            path: format!("/some/folder/of/a/program/libsome.so.1.{}.0", number / 2).into(),
            start: 0,
            text: Vec::new(),
            code: Vec::new(),
            data: Vec::new(),
        };
        let images: Vec<Image> = (0..120_000).map(image).collect();
        let begun = std::time::Instant::now();
        let found = files(&images);
        assert!(found.len() == 60_000 && found[7].ends_with("libsome.so.1.7.0"), "{:?}", found[7]);
        assert!(begun.elapsed() < Duration::from_secs(20), "{:?}", begun.elapsed());
    }
}
