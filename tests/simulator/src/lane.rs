//! A lane: the worker behind a command queue or an immediate list. It executes in the order of submission; a
//! wait holds up what is behind it on the lane, and nothing else.

use crate::Outcome;
use crate::clock::{self, CONTEXT_ORIGIN, mask, wait_until};
use crate::device::Device;
use crate::event::{Fence, Gate, Stamps, deadline, lock};
use crate::handle::{Object, Shared};
use crate::operation::{Command, Span};
use crate::oracle;
use crate::settings::settings;
use level_zero_sys::*;
use std::collections::VecDeque;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Condvar, Mutex, PoisonError};

pub struct Lane {
    pub device: &'static Object<Device>,
    pub ordinal: u32,
    pub index: u32,
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

/// Commands that are submitted together.
pub enum Batch {
    One(Box<Command>),
    List(Arc<Vec<Command>>),
}

impl Batch {
    fn commands(&self) -> &[Command] {
        match self {
            Self::One(command) => std::slice::from_ref(command),
            Self::List(commands) => commands,
        }
    }
}

struct Job {
    batch: Batch,
    /// What the waits for counter-based events wait for, in the order of the commands: that depends on what was
    /// submitted before.
    targets: VecDeque<u64>,
    /// Host time of the submission.
    submitted: u64,
    fence: Option<Shared<Fence>>,
}

impl Lane {
    pub fn new(device: &'static Object<Device>, ordinal: u32, index: u32) -> Arc<Self> {
        let lane = Arc::new(Self {
            device,
            ordinal,
            index,
            queue: Mutex::default(),
            work_came: Condvar::new(),
            submitted: AtomicU64::new(0),
            completed: AtomicU64::new(0),
            job_done: Gate::default(),
        });
        device.add_lane(Arc::downgrade(&lane));
        lane
    }

    /// Queues commands for execution.
    pub fn submit(self: &Arc<Self>, batch: Batch, fence: Option<Shared<Fence>>) -> Outcome {
        self.device.check()?;
        let mut targets = VecDeque::new();
        for command in batch.commands() {
            targets.extend(command.waits.iter().filter(|e| e.counter_based.is_some()).map(|e| e.target()));
            command.signal.iter().filter(|e| e.counter_based.is_some()).for_each(|e| e.promise());
        }
        let mut queue = lock(&self.queue);
        if !queue.worker_runs {
            self.start_worker()?;
            queue.worker_runs = true;
        }
        // Taken under the lock, so that later jobs have later times.
        queue.jobs.push_back(Job { batch, targets, submitted: clock::host_now(), fence });
        self.submitted.fetch_add(1, Ordering::Release);
        let sleeps = queue.worker_sleeps;
        drop(queue);
        if sleeps {
            self.work_came.notify_one();
        }
        Ok(())
    }

    /// No more work will come.
    pub fn close(&self) {
        lock(&self.queue).closed = true;
        self.work_came.notify_one();
    }

    pub fn is_idle(&self) -> bool {
        self.completed.load(Ordering::Acquire) >= self.submitted.load(Ordering::Acquire)
    }

    /// Waits until all that has been submitted so far is done.
    pub fn synchronize(&self, timeout: u64) -> Outcome {
        let target = self.submitted.load(Ordering::Acquire);
        let done = || self.completed.load(Ordering::Acquire) >= target;
        if !done() {
            self.job_done.wait(deadline(timeout), || self.device.is_lost(), done);
        }
        self.device.check()?;
        if done() { Ok(()) } else { Err(ZE_RESULT_NOT_READY) }
    }

    fn start_worker(self: &Arc<Self>) -> Outcome {
        let lane = Arc::clone(self);
        let name = format!("ze-sim {}.{}.{}", self.device.index, self.ordinal, self.index);
        with_signals_blocked(|| std::thread::Builder::new().name(name).spawn(move || lane.work()))
            .map(drop)
            .map_err(|_| ZE_RESULT_ERROR_OUT_OF_HOST_MEMORY)
    }

    fn work(&self) {
        // SAFETY: only sets how late this thread may be woken.
        unsafe { libc::prctl(libc::PR_SET_TIMERSLACK, 1) };
        // The tick from which the lane is free.
        let mut free = 0;
        while let Some(job) = self.next_job() {
            let mut targets = job.targets;
            for command in job.batch.commands() {
                if !self.execute(command, &mut targets, job.submitted, &mut free) {
                    break;
                }
            }
            if let Some(fence) = job.fence
                && !self.device.is_lost()
            {
                fence.signal();
            }
            drop(job.batch);
            self.completed.fetch_add(1, Ordering::Release);
            self.job_done.open();
        }
    }

    fn next_job(&self) -> Option<Job> {
        let mut queue = lock(&self.queue);
        loop {
            if let Some(job) = queue.jobs.pop_front() {
                return Some(job);
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

    /// Executes a command; false when the device is lost.
    fn execute(
        &self,
        command: &Command,
        targets: &mut VecDeque<u64>,
        submitted: u64,
        free: &mut u64,
    ) -> bool {
        let mut ready = submitted;
        for event in &command.waits {
            let target = match event.counter_based {
                Some(_) => targets.pop_front().unwrap_or(0),
                None => event.target(),
            };
            if !event.wait(target, None, || self.device.is_lost()) {
                return false;
            }
            ready = ready.max(event.signal_moment());
        }
        if !self.device.begin_operation() {
            return false;
        }
        let clock = &self.device.clock;
        let start = clock.tick_after(ready).max(*free);
        let began = command.is_heavy().then(clock::thread_time);
        // SAFETY: the program promised with the append that what the command uses stays valid until it is done.
        let nanoseconds = unsafe { command.perform(self.device, start) };
        let worked = began.map_or(0, |began| clock::thread_time() - began);
        let span = Span { start, end: start + clock.length(nanoseconds) };
        *free = span.end;
        if !command.work.takes_no_time() {
            // Work that took longer than its model keeps the lane busy, but its stamps are the modelled ones.
            *free = span.end.max(start + clock.ticks_at(clock.epoch + worked));
            wait_until(clock.host_at(span.end));
        }
        if oracle::enabled() {
            self.tell_oracle(command, span, nanoseconds);
        }
        if let Some(event) = &command.signal {
            event.signal(clock.host_at(span.end), Some(&self.stamps(span)));
        }
        true
    }

    /// An operation's stamps as the program will read them.
    fn stamps(&self, span: Span) -> Stamps {
        let faults = &settings().faults;
        if faults.zero_stamps || faults.no_timestamps {
            return Stamps::default();
        }
        let span = if faults.reversed_stamps { Span { start: span.end, end: span.start } } else { span };
        let pair = |(start, end)| ze_kernel_timestamp_data_t { kernelStart: start, kernelEnd: end };
        let (start, end) = span.host(&self.device.clock);
        let host = ze_synchronized_timestamp_data_ext_t { kernelStart: start, kernelEnd: end };
        Stamps {
            device: ze_kernel_timestamp_result_t {
                global: pair(self.counters(span, 0)),
                context: pair(self.counters(span, CONTEXT_ORIGIN)),
            },
            host: ze_synchronized_timestamp_result_ext_t { global: host, context: host },
        }
    }

    /// Start and end on a clock with this origin, as many bits as are valid.
    fn counters(&self, span: Span, origin: u64) -> (u64, u64) {
        let bits = settings().timestamp_bits.kernel;
        let at = |ticks| mask(self.device.clock.counter(ticks).wrapping_add(origin), bits);
        (at(span.start), at(span.end))
    }

    fn tell_oracle(&self, command: &Command, span: Span, duration_ns: f64) {
        oracle::write(&oracle::Line {
            op: command.work.op(),
            name: &command.work.name(),
            device: self.device.index,
            ordinal: self.ordinal,
            index: self.index,
            src: command.src.map(|place| place.kind),
            dst: command.dst.map(|place| place.kind),
            bytes: command.bytes,
            context: self.counters(span, CONTEXT_ORIGIN),
            global: self.counters(span, 0),
            cycles: span.end - span.start,
            duration_ns,
            host: span.host(&self.device.clock),
        });
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
