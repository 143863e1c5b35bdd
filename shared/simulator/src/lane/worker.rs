//! The thread that executes a lane's commands.
//!
//! Commands start one after the other, except on the compute engines of Intel-like devices, where those of an
//! out-of-order list may overlap: a kernel or copy starts beside what is running, unless a stall comes before
//! it. Barriers stall, and so do a separate command that signals a host-scope event, and a kernel's own event
//! as [`Personality::stalls_for`](crate::personality::Personality::stalls_for) says. The signal of any other
//! event is a bare store that waits for nothing. Overlapping operations do not slow each other down.

use super::completion::{Completer, Completion, CompletionKind};
use super::jobs::{Batch, Job, Jobs, Targets};
use crate::clock::{self, CONTEXT_ORIGIN, mask, wait_until};
use crate::device::Device;
use crate::event::state::Stamps;
use crate::event::{Event, Timestamps};
use crate::handle::Object;
use crate::operation::{Action, Command, Span};
use crate::oracle;
use crate::queue_group::QueueGroup;
use crate::settings::settings;
use crate::stream::{FetchFault, Stream};
use crate::sync::lock;
use crate::usage;
use level_zero_sys::*;
use std::collections::VecDeque;
use std::sync::{Arc, Mutex, MutexGuard};

/// What executes the jobs of a lane.
pub(super) struct Worker {
    pub device: &'static Object<Device>,
    pub ordinal: u32,
    pub index: u32,
    /// The lane belongs to an engine that runs kernels.
    computes: bool,
    /// Where operations may overlap: completes them when their time has come.
    completer: Option<Completer>,
    pub jobs: Jobs,
    /// Held while the worker uses memory.
    at_work: Mutex<()>,
}

/// A lane's progress, in ticks.
#[derive(Default)]
struct Engine {
    /// When the next command can start at the earliest.
    streamed: u64,
    /// When everything started so far is done.
    done: u64,
}

/// The device is lost, or has jumped to a wrong place.
struct Lost;

/// Whether a command of an out-of-order list on a compute engine waits for all before it.
fn comes_after_all(work: &Action, signal: Option<&Event>) -> bool {
    let host_scope = |event: &Event| event.signal_scope & ZE_EVENT_SCOPE_FLAG_HOST != 0;
    match work {
        Action::Barrier | Action::WriteTimestamp { .. } | Action::HostFunction { .. } => true,
        Action::Signal => signal.is_some_and(host_scope),
        Action::Reset(event) => host_scope(event),
        _ => false,
    }
}

impl Worker {
    pub fn new(device: &'static Object<Device>, ordinal: u32, index: u32) -> Self {
        let computes = QueueGroup::find(ordinal).is_ok_and(QueueGroup::can_compute);
        let overlaps = settings().personality.intel && computes;
        Self {
            device,
            ordinal,
            index,
            computes,
            completer: overlaps.then(Completer::default),
            jobs: Jobs::default(),
            at_work: Mutex::default(),
        }
    }

    /// Whether operations may overlap, so that a thread is needed that completes them.
    pub fn overlaps(&self) -> bool {
        self.completer.is_some()
    }

    /// Keeps the worker from using memory until the guard is dropped.
    pub fn at_rest(&self) -> MutexGuard<'_, ()> {
        lock(&self.at_work)
    }

    /// Executes jobs until no more come; runs in a thread of its own.
    pub fn work(&self) {
        // SAFETY: only sets how late this thread may be woken.
        unsafe { libc::prctl(libc::PR_SET_TIMERSLACK, 1) };
        let mut engine = Engine::default();
        let mut taken = VecDeque::new();
        while let Some(job) = self.jobs.next(&mut taken) {
            let outcome = match (&job.batch, &job.targets) {
                (Batch::One(command), Targets::Of(targets)) => {
                    self.execute_all(std::slice::from_ref(command), Some(targets), &job, &mut engine)
                }
                (Batch::List(commands), Targets::Of(targets)) => {
                    self.execute_all(commands, Some(targets), &job, &mut engine)
                }
                (Batch::Chain(streams), Targets::OfLists(targets)) => {
                    self.follow(&streams[0], targets, &job, &mut engine)
                }
                _ => Ok(()),
            };
            if !matches!(job.batch, Batch::One(_)) {
                // A stall marks the end of a call.
                engine.streamed = engine.streamed.max(engine.done);
            }
            self.end_job(job, outcome.is_ok(), engine.done);
        }
        if let Some(completer) = &self.completer {
            completer.close();
        }
    }

    /// Executes lists, each of which leads to the next.
    fn follow(
        &self,
        first: &Arc<Stream>,
        targets: &[(Arc<Vec<Command>>, Vec<u64>)],
        job: &Job,
        engine: &mut Engine,
    ) -> Result<(), Lost> {
        let mut stream = Arc::clone(first);
        loop {
            let commands = stream.recorded().ok_or_else(|| self.fault(FetchFault::Reset))?;
            let targets = targets.iter().find(|(known, _)| Arc::ptr_eq(known, &commands));
            self.execute_all(&commands, targets.map(|(_, targets)| targets.as_slice()), job, engine)?;
            // The device is at the end of the list when it has done what is in it.
            wait_until(self.device.clock.host_at(engine.streamed));
            match stream.next(&commands) {
                Ok(Some(next)) => stream = next,
                Ok(None) => return Ok(()),
                Err(fault) => return Err(self.fault(fault)),
            }
        }
    }

    fn fault(&self, fault: FetchFault) -> Lost {
        eprintln!("ze-sim: device {}: fetch fault: led into {}", self.device.index, fault.text());
        self.device.lose();
        Lost
    }

    /// Without `targets`, waits are for the signals that are promised when the lane reaches them.
    fn execute_all(
        &self,
        commands: &[Command],
        targets: Option<&[u64]>,
        job: &Job,
        engine: &mut Engine,
    ) -> Result<(), Lost> {
        let mut position = 0;
        for command in commands {
            let end = position + command.waits.len();
            self.execute(command, targets.and_then(|targets| targets.get(position..end)), job, engine)?;
            position = end;
        }
        Ok(())
    }

    fn execute(
        &self,
        command: &Command,
        targets: Option<&[u64]>,
        job: &Job,
        engine: &mut Engine,
    ) -> Result<(), Lost> {
        let mut ready = job.submitted;
        for (position, event) in command.waits.iter().enumerate() {
            let target = targets.map_or_else(|| event.target(), |targets| targets[position]);
            if !event.wait(target, None, || self.device.is_lost()) {
                return Err(Lost);
            }
            ready = ready.max(event.signal_moment());
        }
        if !self.device.begin_operation() {
            return Err(Lost);
        }
        let clock = &self.device.clock;
        let signal = command.signal.as_deref();
        let beside = self.completer.is_some()
            && !job.in_order
            && !comes_after_all(&command.work, signal.map(|object| &**object));
        let start = clock.tick_after(ready).max(if beside { engine.streamed } else { engine.done });
        if let Some(completer) = &self.completer {
            // Earlier operations may not be done yet.
            wait_until(clock.host_at(start));
            completer.wait_for_earlier(clock.host_at(start));
        }
        let began = command.is_heavy().then(clock::thread_time);
        let cost = {
            // A host function may make calls of any sort.
            let _at_work = (!matches!(command.work, Action::HostFunction { .. })).then(|| self.at_rest());
            // SAFETY: the program promised with the append that what the command uses stays valid until it is done.
            unsafe { command.perform(self.device, start) }
        };
        let worked = began.map_or(0, |began| clock::thread_time() - began).max(cost.waited);
        let slower = command.work.moves_bytes() && self.computes;
        let nanoseconds = cost.modelled / if slower { settings().compute_engine_rate } else { 1.0 };
        if self.device.is_lost() {
            return Err(Lost);
        }
        let span = Span { start, end: start + clock.length(nanoseconds) };
        let worked = start + clock.ticks_at(clock.epoch + worked);
        // A copy's stamps show how long it really took, unless set otherwise: the program, which looks at its
        // own clock, must not see a rate that differs from the stamps.
        let span = match command.work.moves_bytes() && !settings().stamps_are_modelled {
            true => Span { start, end: span.end.max(worked) },
            false => span,
        };
        if !command.work.takes_no_time() {
            let (start, end) = span.host(clock);
            self.device.activity.add(self.ordinal, self.index, start, end);
            usage::worked(self.device.index, &self.device.activity);
        }
        // Other work that took longer than its model keeps the lane busy, but its stamps are the modelled
        // ones. In modelled time copies don't: a clock that is read after them must agree with their stamps.
        let modelled = command.work.moves_bytes() && settings().stamps_are_modelled;
        let busy = if command.work.takes_no_time() || modelled { span.end } else { span.end.max(worked) };
        engine.done = engine.done.max(busy);
        let stalls = signal.is_some_and(|event| settings().personality.stalls_for(event.signal_scope));
        engine.streamed = match beside {
            true if stalls => engine.done,
            true if !command.waits.is_empty() => start,
            true => engine.streamed,
            false => busy,
        };
        let line = oracle::enabled().then(|| self.oracle_line(command, span, nanoseconds));
        let moment = clock.host_at(span.end);
        let completion = Completion {
            at: if self.completer.is_none() && command.work.takes_no_time() { 0 } else { moment },
            kind: CompletionKind::Operation {
                moment,
                signal: command.signal.clone(),
                stamps: self.stamps(span),
                line,
            },
        };
        self.complete_when_due(completion);
        Ok(())
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

    fn oracle_line(&self, command: &Command, span: Span, duration_ns: f64) -> String {
        oracle::Line {
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
        }
        .json()
    }

    fn end_job(&self, job: Job, alive: bool, done: u64) {
        // Without a completer it is here only when all of it is done.
        let at = if alive && self.completer.is_some() { self.device.clock.host_at(done) } else { 0 };
        self.complete_when_due(Completion { at, kind: CompletionKind::Job(job) });
    }

    /// Completes an operation or a job when its time has come.
    fn complete_when_due(&self, completion: Completion) {
        match &self.completer {
            Some(completer) => completer.add(completion),
            None => self.complete_now(completion),
        }
    }

    /// Completes all operations and jobs, each when its time has come; runs in a thread of its own where operations
    /// overlap.
    pub fn run_completer(&self) {
        // SAFETY: only sets how late this thread may be woken.
        unsafe { libc::prctl(libc::PR_SET_TIMERSLACK, 1) };
        let Some(completer) = &self.completer else { return };
        while let Some(completion) = completer.next() {
            self.complete_now(completion);
            completer.done();
        }
    }

    fn complete_now(&self, completion: Completion) {
        wait_until(completion.at);
        match completion.kind {
            CompletionKind::Job(job) => self.job_is_done(job),
            CompletionKind::Operation { moment, signal, stamps, line } => {
                if self.completer.is_some() && self.device.is_lost() {
                    return;
                }
                let half_written = settings().half_written_ns();
                if half_written > 0
                    && let Some(event) = &signal
                    && event.counts()
                    && event.timestamps != Timestamps::None
                {
                    event.half_write(&stamps);
                    wait_until(moment + half_written);
                }
                if let Some(line) = line {
                    oracle::write(&line);
                }
                if let Some(event) = signal {
                    event.signal(moment, Some(&stamps));
                }
            }
        }
    }

    fn job_is_done(&self, job: Job) {
        drop(job.batch);
        self.jobs.finish(job.fence.filter(|_| !self.device.is_lost()));
    }
}
