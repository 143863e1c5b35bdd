//! Threads that may have entered a call before the probe came, which is noted nowhere: their stacks say it.
//!
//! The kernel says where the stack of a thread is that sleeps, and how often it has run. If it has not run while its stack was
//! read, what was read is as it stands. The thread is not stopped, and does nothing for it. One that runs, since the driver
//! waits by asking the device again and again, can't be read like that.

use super::CallSite;
use super::entered::Entered;
use super::outside::stack_above;
use super::sample::{PythonThread, Registers, StackSample};
use std::sync::Arc;
use std::time::Duration;
use zetop_system::limit::look;
use zetop_system::proc;
use zetop_wire::catalog::Catalog;
use zetop_wire::reader::PythonLayout;

/// How often a thread is looked at that moves meanwhile.
const TRIES: u32 = 3;
/// For what the kernel reads of the thread.
const PATIENCE: Duration = Duration::from_millis(500);

/// Threads of a process to be looked at, each with how often it had run when it was seen in a call last.
#[derive(Debug, Clone)]
pub struct Suspects {
    pub pid: u32,
    pub threads: Vec<(u32, Option<u64>)>,
    pub python: Option<PythonLayout>,
}

/// What a thread was seen to do.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Sight {
    /// It is in a call of the API, and has run so many times.
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
pub struct Seen {
    pub pid: u32,
    pub catalog: Arc<Catalog>,
    pub threads: Vec<(u32, Sight)>,
}

/// Looks at a thread. `resolve` finds out in which call a thread with a stack is.
pub(super) fn see(
    suspects: &Suspects,
    (tid, known): (u32, Option<u64>),
    mut resolve: impl FnMut(&StackSample) -> Option<Entered>,
) -> Sight {
    let pid = suspects.pid;
    for _ in 0..TRIES {
        let Some(runs) = runs(pid, tid) else { return Sight::Elsewhere };
        if known == Some(runs) {
            return Sight::Still;
        }
        let Some(text) = system_call(pid, tid) else { return Sight::Elsewhere };
        let Some((sp, ip)) = pointers(&text) else { return Sight::Moves };
        let Some(stack) = stack_above(pid, sp) else { return Sight::Elsewhere };
        let python_thread = suspects.python.map(|layout| PythonThread { layout, tid });
        let registers = Registers { ip, sp, bp: 0 };
        let entered = resolve(&StackSample { registers, stack, python: None, python_thread });
        if self::runs(pid, tid) == Some(runs) {
            return match entered {
                Some(Entered { function, site }) => Sight::Call { function, site: Box::new(site), runs },
                None => Sight::Elsewhere,
            };
        }
    }
    Sight::Moves
}

/// How often a thread has given up its processor, or lost it.
fn runs(pid: u32, tid: u32) -> Option<u64> {
    let status = proc::status_of_thread(pid, tid).ok()?;
    Some(status.voluntary_ctxt_switches?.wrapping_add(status.nonvoluntary_ctxt_switches?))
}

fn system_call(pid: u32, tid: u32) -> Option<String> {
    look(pid, PATIENCE, move || proc::text(format!("/proc/{pid}/task/{tid}/syscall")).ok())?
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
    use std::sync::mpsc::channel;

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
        let (tell, told) = channel::<()>();
        let (send, receive) = channel();
        let thread = std::thread::spawn(move || {
            send.send(rustix::thread::gettid().as_raw_nonzero().get() as u32).unwrap();
            while told.recv().is_ok() {}
        });
        let tid = receive.recv().unwrap();
        let suspects = Suspects { pid: std::process::id(), threads: Vec::new(), python: None };
        let call = Entered { function: "wait".to_owned(), site: CallSite::default() };
        let mut seen = Sight::Moves;
        // It may not sleep yet.
        while seen == Sight::Moves {
            seen = see(&suspects, (tid, None), |_| Some(call.clone()));
        }
        let Sight::Call { runs, .. } = seen else { panic!("{seen:?}") };
        assert_eq!(see(&suspects, (tid, Some(runs)), |_| None), Sight::Still);
        assert_eq!(see(&suspects, (tid, None), |_| None), Sight::Elsewhere);
        let wakes = |_: &StackSample| {
            let before = self::runs(suspects.pid, tid);
            tell.send(()).unwrap();
            while self::runs(suspects.pid, tid) == before {
                std::thread::yield_now();
            }
            Some(call.clone())
        };
        assert_eq!(see(&suspects, (tid, None), wakes), Sight::Moves);
        drop(tell);
        thread.join().unwrap();
        assert_eq!(see(&suspects, (u32::MAX >> 1, None), |_| None), Sight::Elsewhere);
    }
}
