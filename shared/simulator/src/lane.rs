//! A lane: the worker behind a command queue or an immediate list. It executes in the order of submission; a
//! wait holds up what comes after it on the lane, and nothing else.
//!
//! - this file: submission and waiting for what was submitted;
//! - `jobs`: what has been submitted and is not done yet;
//! - `worker`: the thread that executes commands, and when each of them starts;
//! - `completion`: the ends of operations that overlap, in the order of their times.

mod completion;
mod jobs;
mod worker;

pub use jobs::{Batch, Ticket};

use crate::Outcome;
use crate::device::{Backlog, Device};
use crate::fence::Fence;
use crate::handle::{Object, Shared};
use crate::operation::Command;
use crate::stream::Stream;
use crate::sync::deadline;
use jobs::Targets;
use level_zero_sys::*;
use std::sync::{Arc, MutexGuard};
use worker::Worker;

pub struct Lane {
    worker: Worker,
}

impl Lane {
    pub fn new(device: &'static Object<Device>, ordinal: u32, index: u32) -> Arc<Self> {
        let lane = Arc::new(Self { worker: Worker::new(device, ordinal, index) });
        let weak = Arc::downgrade(&lane);
        device.add_lane(weak);
        lane
    }

    /// The queue group that the lane belongs to.
    pub fn ordinal(&self) -> u32 {
        self.worker.ordinal
    }

    /// The lane's number in its queue group.
    pub fn index(&self) -> u32 {
        self.worker.index
    }

    /// Queues commands for execution. `in_order`: one after the other, and after all before.
    pub fn submit(
        self: &Arc<Self>,
        batch: Batch,
        in_order: bool,
        fence: Option<Shared<Fence>>,
    ) -> Outcome<Ticket> {
        self.worker.device.check()?;
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
        self.worker.jobs.push(batch, targets, in_order, fence, || self.start_worker())
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
        self.worker.jobs.close();
    }

    /// Waits until a submission and all before are done.
    pub fn wait_for(&self, ticket: Ticket, timeout: u64) -> Outcome {
        let (device, jobs) = (self.worker.device, &self.worker.jobs);
        if !jobs.is_done(ticket) {
            jobs.wait_for(ticket, deadline(timeout), || device.is_lost());
        }
        device.check()?;
        if jobs.is_done(ticket) { Ok(()) } else { Err(ZE_RESULT_NOT_READY) }
    }

    fn start_worker(self: &Arc<Self>) -> Outcome {
        let name = format!("ze-sim {}.{}.{}", self.worker.device.index, self.ordinal(), self.index());
        let start = |name: String, work: fn(&Worker)| {
            let lane = Arc::clone(self);
            with_signals_blocked(|| std::thread::Builder::new().name(name).spawn(move || work(&lane.worker)))
                .map(drop)
                .map_err(|_| ZE_RESULT_ERROR_OUT_OF_HOST_MEMORY)
        };
        if self.worker.overlaps() {
            start(format!("{name} end"), Worker::run_completer)?;
        }
        start(name, Worker::work)
    }
}

impl Backlog for Lane {
    fn device(&self) -> &'static Object<Device> {
        self.worker.device
    }

    fn completed(&self) -> u64 {
        self.worker.jobs.completed()
    }

    fn is_idle(&self) -> bool {
        self.worker.jobs.is_idle()
    }

    fn synchronize(&self, timeout: u64) -> Outcome {
        self.wait_for(self.worker.jobs.last(), timeout)
    }

    fn at_rest(&self) -> MutexGuard<'_, ()> {
        self.worker.at_rest()
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
