//! A lane: the worker behind a command queue or an immediate list. It executes in the order of submission; a
//! wait holds up what comes after it on the lane, and nothing else.
//!
//! - this file: submission and waiting for what was submitted;
//! - `worker`: the thread that executes commands, and when each of them starts;
//! - `completion`: what happens when an operation ends, at once or, where operations overlap, in a thread of its
//!   own.

mod completion;
mod worker;

use crate::Outcome;
use crate::clock;
use crate::device::{Device, QueueGroup};
use crate::event::{Gate, deadline, lock};
use crate::fence::Fence;
use crate::handle::{Object, Shared};
use crate::operation::Command;
use crate::settings::settings;
use crate::stream::Stream;
use completion::Completer;
use level_zero_sys::*;
use std::collections::VecDeque;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};

pub struct Lane {
    pub device: &'static Object<Device>,
    pub ordinal: u32,
    pub index: u32,
    /// The lane belongs to an engine that runs kernels.
    computes: bool,
    /// Where operations may overlap: completes them when their time has come.
    completer: Option<Completer>,
    queue: Mutex<Queue>,
    work_came: Condvar,
    submitted: AtomicU64,
    completed: AtomicU64,
    job_done: Gate,
    /// Held while the worker uses memory.
    at_work: Mutex<()>,
}

#[derive(Default)]
struct Queue {
    jobs: VecDeque<Job>,
    worker_runs: bool,
    /// The worker sleeps until it is woken.
    worker_sleeps: bool,
    closed: bool,
}

/// Commands that are submitted together.
pub enum Batch {
    One(Command),
    List(Arc<Vec<Command>>),
    /// Lists that lead from one to the next.
    Chain(Vec<Arc<Stream>>),
}

/// The number of a submission to a lane.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Ticket(u64);

struct Job {
    batch: Batch,
    /// What the waits wait for, which depends on what was submitted before.
    targets: Targets,
    /// One operation after the other.
    in_order: bool,
    /// Host time of the submission.
    submitted: u64,
    fence: Option<Shared<Fence>>,
}

/// For each wait of some commands, in their order, the count that its event has to reach.
enum Targets {
    Of(Vec<u64>),
    /// For each list of a chain.
    OfLists(Vec<(Arc<Vec<Command>>, Vec<u64>)>),
}

impl Lane {
    pub fn new(device: &'static Object<Device>, ordinal: u32, index: u32) -> Arc<Self> {
        let computes = QueueGroup::find(ordinal).is_ok_and(QueueGroup::can_compute);
        let overlaps = settings().personality.intel && computes;
        let lane = Arc::new(Self {
            device,
            ordinal,
            index,
            computes,
            completer: overlaps.then(Completer::default),
            queue: Mutex::default(),
            work_came: Condvar::new(),
            submitted: AtomicU64::new(0),
            completed: AtomicU64::new(0),
            job_done: Gate::default(),
            at_work: Mutex::default(),
        });
        device.add_lane(Arc::downgrade(&lane));
        lane
    }

    /// Queues commands for execution. `in_order`: one after the other, and after all before.
    pub fn submit(
        self: &Arc<Self>,
        batch: Batch,
        in_order: bool,
        fence: Option<Shared<Fence>>,
    ) -> Outcome<Ticket> {
        self.device.check()?;
        let targets = match &batch {
            Batch::One(command) => Targets::Of(self.promise(std::slice::from_ref(command))),
            Batch::List(commands) => Targets::Of(self.promise(commands)),
            Batch::Chain(streams) => {
                let lists = streams.iter().filter_map(|stream| stream.recorded());
                let lists = lists.map(|commands| (Arc::clone(&commands), self.promise(&commands))).collect();
                Stream::chain(streams);
                Targets::OfLists(lists)
            }
        };
        let mut queue = lock(&self.queue);
        if !queue.worker_runs {
            self.start_worker()?;
            queue.worker_runs = true;
        }
        // Taken under the lock, so that later jobs have later times.
        queue.jobs.push_back(Job { batch, targets, in_order, submitted: clock::host_now(), fence });
        let ticket = Ticket(self.submitted.fetch_add(1, Ordering::Release) + 1);
        // One call wakes it; others that come before it is awake have nothing more to do.
        let sleeps = std::mem::take(&mut queue.worker_sleeps);
        drop(queue);
        if sleeps {
            self.work_came.notify_one();
        }
        Ok(ticket)
    }

    /// Promises the signals of commands, and returns what their waits wait for.
    fn promise(self: &Arc<Self>, commands: &[Command]) -> Vec<u64> {
        let mut targets = Vec::new();
        for command in commands {
            targets.extend(command.waits.iter().map(|event| event.target()));
            command.signal.iter().for_each(|event| event.promise(self));
        }
        targets
    }

    /// No more work will come.
    pub fn close(&self) {
        lock(&self.queue).closed = true;
        self.work_came.notify_one();
    }

    /// While this is held, the lane does not use memory.
    pub fn at_rest(&self) -> MutexGuard<'_, ()> {
        lock(&self.at_work)
    }

    pub fn is_idle(&self) -> bool {
        self.completed.load(Ordering::Acquire) >= self.submitted.load(Ordering::Acquire)
    }

    /// How many submissions are done.
    pub fn completed(&self) -> u64 {
        self.completed.load(Ordering::Acquire)
    }

    /// Waits until all that has been submitted so far is done.
    pub fn synchronize(&self, timeout: u64) -> Outcome {
        self.wait_for(Ticket(self.submitted.load(Ordering::Acquire)), timeout)
    }

    /// Waits until a submission and all before are done.
    pub fn wait_for(&self, Ticket(target): Ticket, timeout: u64) -> Outcome {
        let done = || self.completed.load(Ordering::Acquire) >= target;
        if !done() {
            self.job_done.wait(deadline(timeout), || self.device.is_lost(), done);
        }
        self.device.check()?;
        if done() { Ok(()) } else { Err(ZE_RESULT_NOT_READY) }
    }

    fn start_worker(self: &Arc<Self>) -> Outcome {
        let name = format!("ze-sim {}.{}.{}", self.device.index, self.ordinal, self.index);
        let start = |name: String, work: fn(&Self)| {
            let lane = Arc::clone(self);
            with_signals_blocked(|| std::thread::Builder::new().name(name).spawn(move || work(&lane)))
                .map(drop)
                .map_err(|_| ZE_RESULT_ERROR_OUT_OF_HOST_MEMORY)
        };
        if self.completer.is_some() {
            start(format!("{name} end"), Self::complete_all)?;
        }
        start(name, Self::work)
    }

    /// The next job; `taken` are those that the worker has already taken from the queue, several at a time so
    /// that it does not get in the way of whoever fills it.
    fn next_job(&self, taken: &mut VecDeque<Job>) -> Option<Job> {
        if let Some(job) = taken.pop_front() {
            return Some(job);
        }
        self.expect_work();
        let mut queue = lock(&self.queue);
        loop {
            if !queue.jobs.is_empty() {
                std::mem::swap(&mut queue.jobs, taken);
                return taken.pop_front();
            }
            if queue.closed {
                queue.worker_runs = false;
                return None;
            }
            queue.worker_sleeps = true;
            queue = self.work_came.wait(queue).unwrap_or_else(PoisonError::into_inner);
            queue.worker_sleeps = false;
        }
    }

    /// Looks for a moment whether work comes: a program that submits again and again should not have to wake the
    /// worker each time, which takes longer than many submissions.
    fn expect_work(&self) {
        const LOOKS: u32 = 100;
        for _ in 0..LOOKS {
            if self.submitted.load(Ordering::Relaxed) > self.completed.load(Ordering::Relaxed) {
                return;
            }
            std::hint::spin_loop();
        }
    }
}

/// Runs with all signals blocked: threads made meanwhile never run the program's signal handlers.
fn with_signals_blocked<T>(make: impl FnOnce() -> T) -> T {
    // SAFETY: a signal set is plain data; it is initialised by the call below.
    let (mut all, mut before) = unsafe { (std::mem::zeroed::<libc::sigset_t>(), std::mem::zeroed()) };
    // SAFETY: both sets are valid places.
    unsafe {
        libc::sigfillset(&raw mut all);
        libc::pthread_sigmask(libc::SIG_SETMASK, &raw const all, &raw mut before);
    }
    let made = make();
    // SAFETY: `before` was written by the call above.
    unsafe { libc::pthread_sigmask(libc::SIG_SETMASK, &raw const before, std::ptr::null_mut()) };
    made
}
