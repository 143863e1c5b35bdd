//! Finds a thread at a safe point, and makes it start the helper.

use std::fs;
use std::io;
use std::time::{Duration, Instant};

use procfs::process::Process;

use super::arch::Registers;
use super::error::InjectError;
use super::facts;
use super::hijack::{Helper, Hijack};
use super::limits::Limits;
use super::safe_point;
use super::syscall;
use super::target::Target;
use super::threads::Threads;
use super::trace::{Stop, Tracee};
use zetop_system::proc;

/// How long one thread may take to stop. It stops within microseconds, unless it is stuck in the kernel.
const STOP_LIMIT: Duration = Duration::from_millis(20);
/// Threads tried in one round, the most promising ones.
const THREADS_PER_ROUND: usize = 12;
/// Threads that are ranked in one round, and how long that may take: in a program with a million threads, the others get
/// their turn in later rounds.
const RANKED: usize = 4096;
const RANKING: Duration = Duration::from_millis(100);
/// Threads that are listed in one round.
const LISTED: usize = 1 << 17;
/// Rounds after which the target's mappings are read again.
const REFRESH: u64 = 16;

/// Starts the helper in the target within the limit for a safe point.
pub(super) fn start_helper(target: &mut Target, limits: Limits) -> Result<Helper, InjectError> {
    let (pid, limit) = (target.pid, limits.safe_point);
    super::trace::be_punctual();
    let started = Instant::now();
    let deadline = started + limit;
    let mut why = "no thread could be stopped";
    // One that we could not let go of: it was told to stop and has not done so yet. Nothing else is seized before it is let
    // go, see there. Besides, if another thread that we hold executes a program, it gets the first one's number.
    let mut held: Option<Tracee> = None;
    for round in 0_u64.. {
        if held.is_none() && round % REFRESH == REFRESH - 1 {
            target.refresh();
        }
        let candidates = if held.is_some() { Vec::new() } else { candidates(target, round)? };
        if candidates.is_empty() && held.is_none() {
            facts::check(pid)?;
        }
        let mut others = candidates.into_iter();
        while let Some(mut thread) =
            held.take().map_or_else(|| next_seized(pid, &mut others), |held| Ok(Some(held)))?
        {
            // a thread on a stack that is not its own is taken only when there is no other
            let any_stack = started.elapsed() > limit / 2;
            let is_free = match take(target, &mut thread, limits, any_stack)? {
                Taken::Started(helper) => return Ok(helper),
                Taken::Unsafe(reason) => {
                    why = reason;
                    thread.detach()
                }
                Taken::Late => {
                    why = "a thread does not stop";
                    false
                }
                // Not to seize a thread that has become the other program meanwhile, under another number.
                Taken::Gone if !target.identity.memory().is_there() => {
                    return Err(InjectError::Gone { pid });
                }
                Taken::Gone => true,
            };
            if Instant::now() >= deadline {
                return Err(InjectError::NoSafePoint { pid, limit, why: why.to_owned() });
            }
            if !is_free {
                held = Some(thread);
                break;
            }
        }
        // an uneven pause, so as not to fall into step with the program
        std::thread::sleep(Duration::from_micros(200 + (round * 373) % 1700));
        if Instant::now() >= deadline {
            return Err(InjectError::NoSafePoint { pid, limit, why: why.to_owned() });
        }
    }
    Err(InjectError::Gone { pid })
}

enum Taken {
    Started(Helper),
    Unsafe(&'static str),
    Late,
    Gone,
}

/// The next of `tids` that can be seized, told to stop.
fn next_seized(pid: u32, tids: &mut impl Iterator<Item = u32>) -> Result<Option<Tracee>, InjectError> {
    for tid in tids {
        let seized = match Tracee::seize(pid, tid) {
            Ok(thread) => Some(thread),
            Err(error) => why_not_seized(pid, tid, error)?,
        };
        if let Some(thread) = seized {
            // One that has ended says so when it is waited for.
            let _ = thread.interrupt();
            return Ok(Some(thread));
        }
    }
    Ok(None)
}

/// The target's threads, the best candidates first.
fn candidates(target: &Target, round: u64) -> Result<Vec<u32>, InjectError> {
    let pid = target.pid;
    let tasks = fs::read_dir(format!("/proc/{pid}/task")).map_err(|error| match error.raw_os_error() {
        Some(libc::ENOENT) => InjectError::Gone { pid },
        _ => InjectError::os(pid, "list the threads", error),
    })?;
    let listed = tasks.flatten().take(LISTED).filter_map(|task| task.file_name().to_str()?.parse().ok());
    let mut listed: Vec<u32> = listed.collect();
    if listed.len() > RANKED {
        let first = round as usize * RANKED % listed.len();
        listed.rotate_left(first);
        listed.truncate(RANKED);
    }
    let begun = Instant::now();
    let in_time = listed.into_iter().take_while(|_| begun.elapsed() < RANKING);
    let mut ranked: Vec<(u8, u32)> =
        in_time.filter_map(|tid| Some((rank(pid, tid, &target.threads)?, tid))).collect();
    // among equals, begin with a different one each time
    let count = ranked.len().max(1);
    ranked.rotate_left(round as usize % count);
    ranked.sort_by_key(|(rank, _)| *rank);
    Ok(ranked.into_iter().map(|(_, tid)| tid).take(THREADS_PER_ROUND).collect())
}

/// How suitable a thread is; `None` for one that would not stop.
fn rank(pid: u32, tid: u32, threads: &Threads) -> Option<u8> {
    let process = Process::new(i32::try_from(pid).ok()?).ok()?;
    let stat = process.task_from_tid(i32::try_from(tid).ok()?).ok()?.stat().ok()?;
    // Helpers come and go; threads of a library that was loaded before may hold its locks, and the call that we come to make
    // takes them.
    if threads.spare(&stat.comm) || !matches!(stat.state, 'R' | 'S') {
        return None;
    }
    // "running", or the number of the system call and its arguments
    let call = fs::read_to_string(format!("/proc/{pid}/task/{tid}/syscall")).unwrap_or_default();
    Some(syscall::rank(call.split(' ').next().and_then(|number| number.parse().ok())))
}

fn take(target: &Target, thread: &mut Tracee, limits: Limits, any_stack: bool) -> Result<Taken, InjectError> {
    let pid = target.pid;
    let registers = match stop(pid, thread)? {
        Stopped::At(registers) => *registers,
        Stopped::NotYet => return Ok(Taken::Late),
        Stopped::Gone => return Ok(Taken::Gone),
    };
    // While it stands still, it can't become another program: neither by itself, nor by another thread, which would end it.
    match target.identity.check_thread(thread.tid) {
        Err(InjectError::OtherRights { .. }) if thread.tid != pid => {
            return Ok(Taken::Unsafe("a thread has other rights than the first one"));
        }
        other => other?,
    }
    let judged = if any_stack || target.is_on_own_stack(&registers) {
        safe_point::judge(target, thread, &registers)
    } else {
        Err("a thread is on a stack that the C library has not made")
    };
    if let Err(reason) = judged {
        // a call that returns EINTR because of our stop must not do so
        let mut undone = registers;
        if syscall::undo_interruption(&mut undone) {
            thread.set_registers(&undone).map_err(|error| InjectError::os(pid, "restore a thread", error))?;
        }
        return Ok(Taken::Unsafe(reason));
    }
    if !target.is_mapped_still() {
        return Ok(Taken::Unsafe("its C library is mapped elsewhere by now"));
    }
    let hijack = Hijack::new(target, thread, registers, limits)
        .map_err(|error| InjectError::os(pid, "read the registers", error))?;
    hijack.start_helper().map(Taken::Started)
}

/// Nothing if the thread has ended or is being let go by another thread of zetop's, the thread if it can be seized by now;
/// otherwise the refusal.
fn why_not_seized(pid: u32, tid: u32, error: io::Error) -> Result<Option<Tracee>, InjectError> {
    let status = proc::text(format!("/proc/{pid}/task/{tid}/status")).unwrap_or_default();
    let tracer =
        status.lines().find_map(|line| line.strip_prefix("TracerPid:")?.trim().parse().ok()).unwrap_or(0);
    if error.raw_os_error() == Some(libc::ESRCH) || status.is_empty() {
        return Ok(None);
    }
    if let Some(traced) = facts::traced(pid, tracer) {
        return Err(traced);
    }
    if tracer != 0 {
        return Ok(None);
    }
    facts::check(pid)?;
    // the tracer may just have let go: whether it is a matter of permission shows in the next round
    let state = status.lines().find_map(|line| line.strip_prefix("State:")).unwrap_or("").trim();
    if state.starts_with(['Z', 'X']) {
        return Ok(None);
    }
    if let Ok(thread) = Tracee::seize(pid, tid) {
        return Ok(Some(thread));
    }
    let reason =
        format!("ptrace said: {error}; a sandbox or a security module forbids it, run zetop outside");
    Err(InjectError::NotPermitted { pid, reason })
}

enum Stopped {
    At(Box<Registers>),
    NotYet,
    Gone,
}

/// Waits until `thread`, which was told to stop, has done so.
fn stop(pid: u32, thread: &mut Tracee) -> Result<Stopped, InjectError> {
    let os = |error| InjectError::os(pid, "stop a thread", error);
    let deadline = Instant::now() + STOP_LIMIT;
    loop {
        match thread.wait(deadline).map_err(os)? {
            Some(Stop::Interrupted) => {
                // One that was killed meanwhile has to be reaped.
                return Ok(thread
                    .registers()
                    .map_or(Stopped::NotYet, |registers| Stopped::At(Box::new(registers))));
            }
            Some(Stop::Group) => return Err(InjectError::Stopped { pid }),
            Some(Stop::Signal(signal)) => thread.resume(signal).map_err(os)?,
            Some(Stop::Syscall | Stop::Clone) => thread.resume(0).map_err(os)?,
            Some(Stop::Exec) => return Err(InjectError::Gone { pid }),
            Some(Stop::Gone) => return Ok(Stopped::Gone),
            None => return Ok(Stopped::NotYet),
        }
    }
}
