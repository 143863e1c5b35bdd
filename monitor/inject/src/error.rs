//! Why an injection was refused or failed. Every message is one line: what is wrong, then what to do.

use procfs::ProcError;
use std::io;
use std::path::PathBuf;
use std::time::Duration;

/// Why a process cannot be injected into, or why an injection failed.
#[derive(Debug, thiserror::Error)]
pub enum InjectError {
    #[error("process {0} is zetop itself: give the PID of another program")]
    Itself(u32),
    #[error("no process {0}: it has ended, or the PID is mistyped")]
    NoSuchProcess(u32),
    #[error("{tid} is a thread of process {pid}: use -p {pid}")]
    IsThread { tid: u32, pid: u32 },
    #[error(
        "process {0} is a zombie (it has ended, its parent has not collected it): nothing is left to attach to"
    )]
    Zombie(u32),
    #[error(
        "process {0} is ending, or being replaced by another program (its memory has gone): nothing is left to attach to"
    )]
    Ending(u32),
    #[error(
        "the first thread of process {0} has ended while others run on (pthread_exit in main), and without it nothing can be loaded there: start the program under zetop instead"
    )]
    LeaderEnded(u32),
    #[error("process {0} is a kernel thread: zetop attaches to programs only")]
    KernelThread(u32),
    #[error("process {pid} is a {found} program and this zetop is {ours}: use a zetop built for {found}")]
    Architecture { pid: u32, found: String, ours: &'static str },
    #[error(
        "process {pid} is already traced by process {tracer} ({name}): end that debugger or tracer first"
    )]
    Traced { pid: u32, tracer: u32, name: String },
    #[error("process {pid} is stopped: resume it first with `kill -CONT {pid}`")]
    Stopped { pid: u32 },
    #[error(
        "process {0} is statically linked (no libc.so.6 is mapped): start it under zetop instead of attaching"
    )]
    Static(u32),
    #[error(
        "process {0} is still being loaded, or has no C library (no libc.so.6 is mapped): try again, or start it under zetop instead of attaching"
    )]
    Loading(u32),
    #[error(
        "process {0} uses the musl C library, attaching needs glibc: start it under zetop instead of attaching"
    )]
    Musl(u32),
    #[error(
        "process {pid} runs setuid, setgid or with file capabilities ({what}): zetop does not attach to privileged programs, run it without these"
    )]
    Setuid { pid: u32, what: String },
    #[error(
        "process {pid} has just been made by vfork and shares its parent's memory: attach to it after its exec"
    )]
    Vforked { pid: u32 },
    #[error("process {pid} runs with hardware shadow stacks: start it without x86_shstk in GLIBC_TUNABLES")]
    ShadowStack { pid: u32 },
    #[error(
        "process {pid} filters its system calls (Seccomp of thread {tid}), and a filter may kill it for a call that attaching makes: start the program under zetop instead, or, if the filter is its container's, run zetop inside the container"
    )]
    Seccomp { pid: u32, tid: u32 },
    #[error(
        "process {pid} is built with ThreadSanitizer ({what}), which ends a program if it meets a thread that it has not seen start: start the program under zetop instead, or attach to a build without it"
    )]
    ThreadSanitizer { pid: u32, what: String },
    #[error("not permitted to attach to process {pid}: {reason}")]
    NotPermitted { pid: u32, reason: String },
    #[error(
        "the C library of process {pid} ({library}) has no {symbol}: start the program under zetop instead of attaching"
    )]
    MissingSymbol { pid: u32, library: PathBuf, symbol: &'static str },
    #[error(
        "process {pid} offered no safe point within {limit:?} ({why}); it was left as it was: try again when it is doing something else"
    )]
    NoSafePoint { pid: u32, limit: Duration, why: String },
    #[error("process {pid} ended or was replaced by another program during the attach")]
    Gone { pid: u32 },
    #[error(
        "process {pid} has changed its user, group or capabilities since it was chosen: look at it again, and attach if it is still the one"
    )]
    OtherRights { pid: u32 },
    #[error(
        "the memory, mappings or files of process {pid} did not answer within {limit:?}: zetop let go of it; a file system of its may hang, or it handles its page faults itself (userfaultfd)"
    )]
    Silent { pid: u32, limit: Duration },
    #[error(
        "{library}, the C library of process {pid}, can't be read as it is mapped there ({reason}): after an upgrade, run zetop as root, or start the program again"
    )]
    Replaced { pid: u32, library: PathBuf, reason: String },
    /// The function that it was sent to call last may have been called nevertheless.
    #[error(
        "zetop was stopped or held up for so long that its helper thread has left process {pid}: attach again"
    )]
    HelperLeft { pid: u32 },
    #[error(
        "{library} in process {pid} is not the file that zetop has put there: somebody has changed it, attach again"
    )]
    OtherLibrary { pid: u32, library: PathBuf },
    #[error(
        "process {pid} could not start a helper thread: {source}; check its process and memory limits (ulimit -u, pids cgroup)"
    )]
    NoThread { pid: u32, source: io::Error },
    #[error(
        "{what} in process {pid} took longer than {limit:?}; it keeps running, and zetop's helper thread ends by itself afterwards: check whether the program is stopped or hangs"
    )]
    CallTooLong { pid: u32, what: String, limit: Duration },
    #[error("process {pid} could not load {library}: {reason}")]
    Load { pid: u32, library: PathBuf, reason: String },
    #[error(
        "{library} in process {pid} does not export {symbol}: the library is not the one zetop expects, reinstall zetop"
    )]
    NoExport { pid: u32, library: PathBuf, symbol: String },
    #[error("the argument of a call is too long ({0} bytes, at most {max}): use a shorter path", max = super::helper::TEXT_ROOM)]
    TooLong(usize),
    #[error(
        "no folder for the library in the file system of process {pid}: {reason}; make /tmp or /dev/shm there writable and executable"
    )]
    NoFolder { pid: u32, reason: String },
    #[error("cannot {what} of process {pid}: {source}; check that it still runs and that /proc is mounted")]
    Os { pid: u32, what: &'static str, source: io::Error },
}

impl InjectError {
    /// Names the step that failed; a process that has gone is told apart from other failures.
    pub(super) fn os(pid: u32, what: &'static str, source: io::Error) -> Self {
        match source.raw_os_error() {
            Some(libc::ESRCH) => Self::Gone { pid },
            _ => Self::Os { pid, what, source },
        }
    }
}

/// What went wrong with a file of `/proc`.
pub(super) fn from_proc(pid: u32, what: &'static str, error: ProcError) -> InjectError {
    match error {
        ProcError::NotFound(_) => InjectError::Gone { pid },
        ProcError::PermissionDenied(_) => {
            InjectError::os(pid, what, io::Error::from_raw_os_error(libc::EACCES))
        }
        ProcError::Io(error, _) => InjectError::os(pid, what, error),
        error => InjectError::os(pid, what, io::Error::other(error.to_string())),
    }
}
