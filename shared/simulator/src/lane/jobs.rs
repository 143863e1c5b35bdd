//! What has been submitted to a lane, in the order in which it is executed.

use crate::Outcome;
use crate::clock;
use crate::fence::Fence;
use crate::handle::Shared;
use crate::operation::Command;
use crate::stream::Stream;
use crate::sync::{Gate, lock};
use std::collections::VecDeque;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::time::Instant;

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

pub(super) struct Job {
    pub batch: Batch,
    /// What the waits wait for, which depends on what was submitted before.
    pub targets: Targets,
    /// One operation after the other.
    pub in_order: bool,
    /// Host time of the submission.
    pub submitted: u64,
    pub fence: Option<Shared<Fence>>,
}

/// For each wait of some commands, in their order, the count that its event has to reach.
pub(super) enum Targets {
    Of(Vec<u64>),
    /// For each list of a chain.
    OfLists(Vec<(Arc<Vec<Command>>, Vec<u64>)>),
}

/// Jobs that wait for the worker, and the numbers of those submitted and done.
#[derive(Default)]
pub(super) struct Jobs {
    queue: Mutex<Queue>,
    work_came: Condvar,
    submitted: AtomicU64,
    completed: AtomicU64,
    job_done: Gate,
}

#[derive(Default)]
struct Queue {
    jobs: VecDeque<Job>,
    worker_runs: bool,
    /// The worker sleeps until it is woken.
    worker_sleeps: bool,
    closed: bool,
}

impl Jobs {
    /// Queues a job, and wakes the worker or starts it.
    pub fn push(
        &self,
        batch: Batch,
        targets: Targets,
        in_order: bool,
        fence: Option<Shared<Fence>>,
        start_worker: impl FnOnce() -> Outcome,
    ) -> Outcome<Ticket> {
        let mut queue = lock(&self.queue);
        if !queue.worker_runs {
            start_worker()?;
            queue.worker_runs = true;
        }
        // Taken under the lock, so that later jobs have later times.
        queue.jobs.push_back(Job { batch, targets, in_order, submitted: clock::host_now(), fence });
        let ticket = Ticket(self.submitted.fetch_add(1, Ordering::Release) + 1);
        // One call wakes the worker; others that come before it is awake have nothing more to do.
        let sleeps = std::mem::take(&mut queue.worker_sleeps);
        drop(queue);
        if sleeps {
            self.work_came.notify_one();
        }
        Ok(ticket)
    }

    /// No more jobs will come.
    pub fn close(&self) {
        lock(&self.queue).closed = true;
        self.work_came.notify_one();
    }

    /// Whether all submissions are done.
    pub fn is_idle(&self) -> bool {
        // Read first: what is submitted between the two reads is not done.
        let completed = self.completed();
        completed >= self.submitted.load(Ordering::Acquire)
    }

    /// The last submission so far.
    pub fn last(&self) -> Ticket {
        Ticket(self.submitted.load(Ordering::Acquire))
    }

    /// How many submissions are done.
    pub fn completed(&self) -> u64 {
        self.completed.load(Ordering::Acquire)
    }

    /// Whether a submission and all before are done.
    pub fn is_done(&self, Ticket(target): Ticket) -> bool {
        self.completed() >= target
    }

    /// Waits until a submission and all before are done, the time is up, or `abandoned`.
    pub fn wait_for(&self, ticket: Ticket, end: Option<Instant>, abandoned: impl Fn() -> bool) {
        self.job_done.wait(end, abandoned, || self.is_done(ticket));
    }

    /// Notes that the next job is done, and signals its fence.
    pub fn finish(&self, fence: Option<Shared<Fence>>) {
        // Both at once, so that when the fence is signalled the queue is done, and vice versa.
        let done = self.completed.load(Ordering::Relaxed) + 1;
        fence.iter().for_each(|fence| fence.signal_with(done));
        self.completed.store(done, Ordering::Release);
        fence.iter().for_each(|fence| fence.tell());
        self.job_done.open();
    }

    /// The next job; `taken` are those that the worker has already taken from the queue, several at a time so
    /// that it does not get in the way of whoever fills it.
    pub fn next(&self, taken: &mut VecDeque<Job>) -> Option<Job> {
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
