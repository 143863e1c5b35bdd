//! Calls that began before the attach, which the probe has not seen: they are found from the stacks of sleeping threads.
//!
//! The kernel says where the stack of a thread is that sleeps, and how often it has gone to sleep. If it sleeps before and after
//! its stack is read, and has not gone to sleep in between, the copy is consistent. The thread is not stopped, and does
//! nothing for it. A thread that spins, since its driver polls the device, can't be read like that.

use super::CallSite;
use super::entered::Entered;
use super::outside::stack_above;
use super::python;
use super::sample::{PythonThread, Registers, StackSample};
use std::sync::Arc;
use std::time::{Duration, Instant};
use zetop_system::limit::look;
use zetop_system::proc;
use zetop_wire::catalog::Catalog;
use zetop_wire::reader::PythonLayout;

/// How often a thread is tried that keeps running.
const TRIES: u32 = 3;
/// What was read longer ago says nothing of a thread, unless it sleeps at that very place.
const MAX_SAMPLE_AGE: Duration = Duration::from_millis(500);
/// How much of a stack is read, bytes: a call is known only where its thread's first frame is in it.
const MOST_STACK: usize = 128 << 10;
/// Limit for what the kernel tells of a thread.
const PROC_READ_TIMEOUT: Duration = Duration::from_millis(500);

/// Threads of a process to be looked at, each with its context switches when it was seen in a call last.
#[derive(Debug, Clone)]
pub struct Candidates {
    pub pid: u32,
    pub threads: Vec<(u32, Option<u64>)>,
    pub python: Option<PythonLayout>,
    patience: Duration,
}

impl Candidates {
    #[must_use]
    pub fn new(pid: u32, threads: Vec<(u32, Option<u64>)>, python: Option<PythonLayout>) -> Self {
        Self { pid, threads, python, patience: PROC_READ_TIMEOUT }
    }
}

/// What a thread was seen to do.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Observation {
    /// The thread is in a call of the API; `runs` is the number of its context switches.
    Call { function: String, site: Box<CallSite>, runs: u64 },
    /// It has not run since it was seen last.
    Still,
    /// It runs, or did while its stack was read.
    Moves,
    /// It is in no call of the API, or can't be read.
    Elsewhere,
}

/// What threads of an API's process were seen to do.
#[derive(Debug)]
pub struct Observations {
    pub pid: u32,
    pub catalog: Arc<Catalog>,
    pub threads: Vec<(u32, Observation)>,
}

/// Looks at a thread. `resolve` finds out in which call a thread with a stack is.
pub(super) fn observe_thread(
    suspects: &Candidates,
    tid: u32,
    known: Option<u64>,
    mut resolve: impl FnMut(&StackSample) -> Option<Entered>,
) -> Observation {
    for _ in 0..TRIES {
        let start = Instant::now();
        let (runs, sample) = match read(suspects, tid, known) {
            Ok(Some(read)) => read,
            Ok(None) => return Observation::Still,
            Err(other) => return other,
        };
        let entered = resolve(&sample);
        let registers = sample.registers;
        let sleeps_there = || match standing(suspects, tid) {
            ThreadState::Asleep { sp, ip, .. } => (sp, ip) == (registers.sp, registers.ip),
            _ => false,
        };
        // Next time it is faster: it has read what there is to be read of the program's files.
        if start.elapsed() < MAX_SAMPLE_AGE || sleeps_there() {
            return match entered {
                Some(Entered { function, site }) => {
                    Observation::Call { function, site: Box::new(site), runs }
                }
                None => Observation::Elsewhere,
            };
        }
    }
    Observation::Moves
}

/// The stack of a thread as it stood at one moment, with how often it had run; `None` if it has not run since `known`.
fn read(
    suspects: &Candidates,
    tid: u32,
    known: Option<u64>,
) -> Result<Option<(u64, StackSample)>, Observation> {
    let pid = suspects.pid;
    for _ in 0..TRIES {
        let (runs, sp, ip) = match standing(suspects, tid) {
            ThreadState::Asleep { runs, sp, ip } => (runs, sp, ip),
            ThreadState::Moves => continue,
            ThreadState::Unknown => return Err(Observation::Elsewhere),
        };
        if known == Some(runs) {
            return Ok(None);
        }
        let stack = stack_above(pid, sp, MOST_STACK).ok_or(Observation::Elsewhere)?;
        let thread = suspects.python.map(|layout| PythonThread { layout, tid });
        let python =
            thread.and_then(|thread| look(pid, suspects.patience, move || python::of_thread(pid, &thread))?);
        if standing(suspects, tid) == (ThreadState::Asleep { runs, sp, ip }) {
            let registers = Registers { ip, sp, bp: 0 };
            return Ok(Some((runs, StackSample { registers, stack, python, python_thread: None })));
        }
    }
    Err(Observation::Moves)
}

#[derive(Debug, PartialEq, Eq)]
enum ThreadState {
    /// It sleeps in the kernel, and has given up its processor, or lost it, that often.
    Asleep {
        runs: u64,
        sp: u64,
        ip: u64,
    },
    Moves,
    /// It has ended, or nobody may know.
    Unknown,
}

/// A thread that has woken runs until it sleeps once more, which is counted: so it has slept all the time between two looks that
/// find it asleep with equal counts.
fn standing(suspects: &Candidates, tid: u32) -> ThreadState {
    let pid = suspects.pid;
    let look = || {
        let runs = runs(pid, tid)?;
        let text = system_call(pid, tid, suspects.patience)?;
        let again = self::runs(pid, tid)?;
        Some(pointers(&text).filter(|_| again == runs).map(|(sp, ip)| ThreadState::Asleep { runs, sp, ip }))
    };
    look().map_or(ThreadState::Unknown, |standing| standing.unwrap_or(ThreadState::Moves))
}

/// How often a thread has given up its processor, or lost it.
fn runs(pid: u32, tid: u32) -> Option<u64> {
    let status = proc::status_of_thread(pid, tid).ok()?;
    Some(status.voluntary_ctxt_switches?.wrapping_add(status.nonvoluntary_ctxt_switches?))
}

fn system_call(pid: u32, tid: u32, patience: Duration) -> Option<String> {
    look(pid, patience, move || proc::text(format!("/proc/{pid}/task/{tid}/syscall")).ok())?
}

/// Stack and instruction pointer, the last two words of a line that is `running` while the thread runs.
fn pointers(text: &str) -> Option<(u64, u64)> {
    let mut words = text.split_ascii_whitespace().rev();
    let mut word = || u64::from_str_radix(words.next()?.strip_prefix("0x")?, 16).ok();
    let ip = word()?;
    Some((word()?, ip))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::AtomicBool;
    use std::sync::atomic::Ordering::Relaxed;
    use std::sync::mpsc::{Sender, channel};

    #[test]
    fn pointers_are_the_last_words_of_a_thread_that_sleeps() {
        let line = "202 0x7f01 0x189 0x0 0x0 0x0 0xffffffff 0x7ffd10 0x7f65c0\n";
        assert_eq!(pointers(line), Some((0x7f_fd10, 0x7f_65c0)));
        assert_eq!(pointers("-1 0x7ffd10 0x7f65c0"), Some((0x7f_fd10, 0x7f_65c0)));
        for other in ["running\n", "", "0x1", "-1 12 0x4"] {
            assert_eq!(pointers(other), None, "{other}");
        }
    }

    #[test]
    fn a_thread_that_has_run_meanwhile_moves() {
        let (tell, told) = channel::<bool>();
        let (send, receive) = channel();
        let (spins, is_over) = (&AtomicBool::new(false), &AtomicBool::new(false));
        std::thread::scope(|scope| {
            scope.spawn(move || {
                send.send(rustix::thread::gettid().as_raw_nonzero().get() as u32).unwrap();
                while let Ok(is_to_spin) = told.recv() {
                    spins.store(is_to_spin, Relaxed);
                    while is_to_spin && !is_over.load(Relaxed) {
                        std::hint::spin_loop();
                    }
                }
            });
            looked_at(receive.recv().unwrap(), &tell, spins);
            is_over.store(true, Relaxed);
            drop(tell);
        });
    }

    /// A thread that sleeps, wakes and sleeps again, and then runs.
    fn looked_at(tid: u32, tell: &Sender<bool>, spins: &AtomicBool) {
        let suspects = Candidates::new(std::process::id(), Vec::new(), None);
        // The kernel answers at once, and a busy machine does not.
        let suspects = Candidates { patience: Duration::from_secs(600), ..suspects };
        let call = Entered { function: "wait".to_owned(), site: CallSite::default() };
        let mut seen = Observation::Moves;
        // It may not sleep yet.
        while seen == Observation::Moves {
            seen = observe_thread(&suspects, tid, None, |_| Some(call.clone()));
        }
        let Observation::Call { runs, .. } = seen else { panic!("{seen:?}") };
        assert_eq!(observe_thread(&suspects, tid, Some(runs), |_| None), Observation::Still);
        assert_eq!(observe_thread(&suspects, tid, None, |_| None), Observation::Elsewhere);
        // It still sleeps there, however long that takes to resolve.
        let slow = |_: &StackSample| {
            std::thread::sleep(2 * MAX_SAMPLE_AGE);
            Some(call.clone())
        };
        assert!(matches!(observe_thread(&suspects, tid, None, slow), Observation::Call { .. }));
        tell.send(false).unwrap();
        while self::runs(suspects.pid, tid) == Some(runs) {
            std::thread::yield_now();
        }
        assert_ne!(
            observe_thread(&suspects, tid, Some(runs), |_| Some(call.clone())),
            Observation::Still,
            "it has run"
        );
        assert_eq!(observe_thread(&suspects, u32::MAX >> 1, None, |_| None), Observation::Elsewhere);
        // A thread that runs is not said to stand still, however often it has slept.
        let runs = self::runs(suspects.pid, tid);
        tell.send(true).unwrap();
        while !spins.load(Relaxed) {
            std::thread::yield_now();
        }
        assert_eq!(observe_thread(&suspects, tid, runs, |_| None), Observation::Moves);
        assert_eq!(observe_thread(&suspects, tid, None, |_| Some(call.clone())), Observation::Moves);
    }
}
