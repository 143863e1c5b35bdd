//! Device operations: how many were submitted to a device, and when they ran.
//!
//! ```text
//! hooks -> submit -+- CUPTI runs: counted here; its records bring class and times (records, by harvest)
//!                  +- it does not: class from the hook, untimed, with the reason
//! handover: while the program uses CUPTI, it has it to itself
//! state: which of it is done, and what changes that
//! ```
//!
//! No lock is held during calls of the driver or CUPTI.
//!
//! Imports: `harvest, handover -> recording -> records -> side -> queued -> cupti -> locks, stream`, and this file above
//! all of them.

mod arrived;
pub mod captures;
pub mod cold;
mod cupti;
mod facts;
mod find_cupti;
mod flushes;
mod handover;
mod harvest;
mod host_clock;
mod in_use;
mod locks;
mod nccl;
mod owned_memory;
mod pageable;
mod program_buffers;
mod queued;
mod recording;
mod records;
mod side;
mod staged;
mod state;
mod stream;
mod tally;
mod untimed;

pub use flushes::NOT_FLUSHED_REASONS;
pub use handover::watched_functions;
pub use harvest::InHook;
pub use owned_memory::{OwnedMemory, Owner};
pub use pageable::WaitsFor;
pub use queued::Noted;
pub use side::{Nodes, kernel, with_graphs, with_names};
pub use stream::{Looks, Stream};
pub use untimed::UNTIMED;

use cuda_sys::{CUDA_SUCCESS, CUresult, CUstream};
use locks::{lock, within_limit};
use side::side;
use state::{Event, TimingState};
use std::ffi::c_int;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};
use untimed::Untimed;
use zetop_probe_core::own_work::OwnWork;
use zetop_probe_core::publish::OpClass;
use zetop_probe_core::{ending, runtime, samples};
use zetop_wire::layout::Process;
use zetop_wire::session::Options;

/// Makes the device side: once per process, and once more in a forked child.
pub fn set_up(process: &'static Process) {
    state::apply(Event::Forked);
    ENDS_IN_SESSION.store(false, Ordering::Relaxed);
    harvest::forget();
    handover::forget();
    side::set_up(process);
}

/// A session begins.
pub fn begin(process: &'static Process, options: &Options) {
    if !side::begin(process, options) {
        return;
    }
    tally::begin();
    harvest::stays(options.threads_stay);
    if options.device {
        state::set_reason(Untimed::NoCupti);
        state::apply(Event::SessionBegins);
    }
}

/// CUPTI, loaded and watched, but not started.
pub struct Loaded {
    was_there: bool,
}

/// Loads CUPTI and watches it, if a session wants device operations timed and it is not started yet. This may be the program's
/// first call.
pub fn load() -> Option<Loaded> {
    runtime::get_or_start()?;
    ending::unless_ending(|| {
        side().filter(|_| state::now() == TimingState::Counting)?;
        let loaded = recording::load();
        state::set_reason(loaded.err().unwrap_or(Untimed::Switching));
        let was_there = loaded.ok()?;
        // SAFETY: never closed.
        unsafe { handover::watch(cupti::library()) };
        Some(Loaded { was_there })
    })
    .flatten()
}

/// Starts CUPTI. The program's calls must come to us by now: what it submits without us would have a record, too.
pub fn start(loaded: Loaded) {
    ending::unless_ending(|| handover::take(loaded.was_there, cupti::address()));
}

/// The driver has been initialised: devices can be queried, once a session.
pub fn initialised() {
    ending::unless_ending(|| {
        let Some(side) = side().filter(|_| !matches!(state::now(), TimingState::Off | TimingState::Ending))
        else {
            return;
        };
        if lock(&side.publisher).process.devices.load(Ordering::Relaxed) == 0 {
            let facts = facts::ask();
            facts::publish(&facts, &mut lock(&side.publisher));
        }
    });
}

/// A context is about to be destroyed, or may be, and with it all records that were not delivered.
pub fn context_may_end() {
    if state::is_timing() {
        harvest::collect_soon();
    }
}

/// Which contexts have gone.
#[derive(Debug, Clone, Copy)]
pub enum Gone {
    Context(usize),
    /// The primary one of a device.
    Primary(c_int),
}

/// Contexts have gone, and with them their streams and memory.
pub fn context_has_ended(gone: Gone) {
    let (Some(side), Some(runtime)) = (side(), runtime::get()) else { return };
    let created = within_limit(&side.created).map(|created| created.clone()).unwrap_or_default();
    let is_gone = |context: usize, of_device: Option<c_int>| match gone {
        Gone::Context(gone) => context == gone,
        Gone::Primary(device) => of_device.is_none_or(|of| of == device) && !created.contains(&context),
    };
    let contexts = side.queued.forget(is_gone);
    if let Some(mut ends) = within_limit(&side.ends) {
        contexts.into_iter().for_each(|context| ends.forget(context));
    }
    if let Some(mut memory) = within_limit(&side.memory) {
        memory.forget(runtime.process(), |owner| is_gone(owner.context, Some(owner.device)));
    }
    if let Gone::Context(context) = gone
        && let Some(mut created) = within_limit(&side.created)
    {
        created.remove(&context);
    }
}

/// The program has made a context.
pub fn context_made(context: usize) {
    if let Some(mut created) = side().and_then(|side| within_limit(&side.created)) {
        created.insert(context);
    }
}

/// A stream is about to be destroyed.
pub fn stream_ends(stream: CUstream) {
    if let Some(side) = side() {
        side.queued.ends(stream);
    }
}

/// A session ends, in a program that goes on.
pub fn end() {
    handover::leaves();
    let from = state::apply(Event::SessionEnds).unwrap_or(TimingState::Off);
    if from == TimingState::Timing {
        drain();
    }
    handover::end();
}

/// Collects the records of operations in flight, which CUPTI would otherwise cut off. Runs in a thread of
/// ours, so that none of the program's has to wait. A program that takes CUPTI meanwhile has it at once.
fn drain() {
    const LIMIT: Duration = Duration::from_millis(300);
    const PERIOD: Duration = Duration::from_millis(5);
    let end = Instant::now() + LIMIT;
    // Records of what nobody has seen submitted (an attach may not find all pointers) can make it seem that none is missing.
    let is_missing = || tally::waiting() > 0 || side().is_some_and(|side| side.queued.has_waiting());
    while handover::collect() && is_missing() && Instant::now() < end {
        std::thread::sleep(PERIOD);
    }
}

/// The process ends in a session that wants device operations: those of the program's exit handlers, and of its other threads,
/// are still counted.
static ENDS_IN_SESSION: AtomicBool = AtomicBool::new(false);

/// The process is about to end. Takes no lock of the probe's: `exit` may have been called by a signal handler.
pub fn process_ends() {
    let from = state::apply(Event::ProcessEnds);
    ENDS_IN_SESSION.store(from.is_some_and(|from| from != TimingState::Off), Ordering::Relaxed);
    match from {
        Some(TimingState::Timing) => harvest::collect_at_the_end(),
        Some(TimingState::Changing) => {}
        _ => return,
    }
    tally::process_ends();
}

/// Notes that an operation is about to be submitted to a stream; does nothing if there will be no record of
/// it.
#[inline]
pub fn note(stream: Stream, looks: Looks) -> Option<Noted<'static>> {
    note_with(stream, looks, 0)
}

fn note_with(stream: Stream, looks: Looks, caches: u8) -> Option<Noted<'static>> {
    if !state::is_timing() || captures::is_captured(stream) {
        return None;
    }
    side()?.queued.note(stream, looks, caches)
}

/// A stream was made to wait for something that is not in it.
pub fn note_wait(stream: Stream, waits: WaitsFor) {
    if state::is_timing()
        && !captures::is_captured(stream)
        && let Some(side) = side()
    {
        side.queued.note_wait(stream, waits);
    }
}

/// Runs `call`, which submits an operation to a stream: noted before, and counted if it succeeds.
#[inline]
pub fn give(
    stream: Stream,
    looks: Looks,
    call: impl FnOnce() -> CUresult,
    describe: impl FnOnce() -> (OpClass, u32),
) -> CUresult {
    give_with(stream, looks, 0, call, describe)
}

/// Runs `call` as [`give`] does, for a launch; `caches` is what [`cold::prepare`] has answered.
#[inline]
pub fn give_with(
    stream: Stream,
    looks: Looks,
    caches: u8,
    call: impl FnOnce() -> CUresult,
    describe: impl FnOnce() -> (OpClass, u32),
) -> CUresult {
    let mut own = OwnWork::begin();
    let noted = note_with(stream, looks, caches);
    let result = own.outside(call);
    if result == CUDA_SUCCESS {
        // Copies may be of pageable memory, which their calls move.
        if looks.is_copy() {
            noted.into_iter().for_each(Noted::returned);
        }
        submit(stream, 1, describe);
    } else {
        noted.into_iter().for_each(Noted::cancel);
    }
    result
}

/// Something waits for the next submission, and what.
static IS_DUE: AtomicBool = AtomicBool::new(false);
static DUE: OnceLock<fn()> = OnceLock::new();

/// Has the program's next submission of work do something that takes memory of the program's (one thing at a time: the first
/// function that was given). A signal handler on top of `malloc` may make calls, but submits nothing: the driver takes memory
/// for a submission itself.
pub fn at_next_submission(what: fn()) {
    let _ = DUE.set(what);
    IS_DUE.store(true, Ordering::Release);
}

#[cold]
fn do_what_is_due() {
    if IS_DUE.swap(false, Ordering::AcqRel)
        && let Some(what) = DUE.get()
    {
        zetop_probe_core::guard::quietly(what);
    }
}

/// Operations were submitted to a stream of which nobody knows how many they are: they count as one, until their records come.
pub fn submit_unknown(stream: Stream) {
    let now = state::now();
    if InHook::may_be_recorded(now) && !captures::is_captured(stream) {
        give_to_cupti(now, 1);
    }
}

/// Operations were submitted that CUPTI may bring records of. While it is started or stopped, nobody collects any.
#[inline]
fn give_to_cupti(now: TimingState, count: u64) {
    if InHook::is_recorded(now) {
        tally::give(count);
    } else {
        tally::give_in_doubt(count);
    }
    if now == TimingState::Timing {
        harvest::wake();
    }
}

/// Whether CUPTI may record what this thread is submitting in its hook.
pub fn may_be_recorded() -> bool {
    InHook::may_be_recorded(state::now())
}

/// `count` operations were submitted to a stream, unless that is being captured. `describe` says what each is
/// and on which device; it is called only if there will be no CUPTI record that says so.
#[inline]
pub fn submit(stream: Stream, count: u64, describe: impl FnOnce() -> (OpClass, u32)) {
    if IS_DUE.load(Ordering::Relaxed) {
        do_what_is_due();
    }
    match state::now() {
        TimingState::Off => {}
        _ if count == 0 || captures::is_captured(stream) => {}
        now if InHook::may_be_recorded(now) => {
            give_to_cupti(now, count);
            if samples::are_asked() {
                zetop_probe_core::guard::quietly(|| sample(describe));
            }
        }
        TimingState::Ending => {
            if ENDS_IN_SESSION.load(Ordering::Relaxed) {
                tally::give(count);
            }
        }
        // The driver is asked about the operation anyway.
        _ if captures::ask(stream) => {}
        _ => {
            zetop_probe_core::guard::quietly(|| count_untimed(count, describe));
        }
    }
}

fn count_untimed(count: u64, describe: impl FnOnce() -> (OpClass, u32)) {
    let Some(side) = side() else { return };
    // Asks the driver, so before taking the lock.
    let (sort, device) = describe();
    let reason = state::reason();
    let Some(mut publisher) = within_limit(&side.publisher) else {
        // Its holder does not run: of which class they are is lost.
        let Some(runtime) = runtime::get() else { return };
        let totals = &runtime.process().totals;
        totals.submitted.fetch_add(count, Ordering::Relaxed);
        totals.untimed[reason].fetch_add(count, Ordering::Relaxed);
        return;
    };
    let class = publisher.class(&sort, device);
    publisher.appended(class, 0, sort.groups, sort.group_size);
    publisher.submitted_many(class, count, sort.bytes.saturating_mul(count));
    publisher.untimed_many(class, count, reason);
    drop(publisher);
    samples::take_claimed();
}

/// Takes a sample of the call, if one is wanted of such operations. CUPTI's record comes later, on another
/// thread.
fn sample(describe: impl FnOnce() -> (OpClass, u32)) {
    let Some(side) = side() else { return };
    let (sort, device) = describe();
    let Some(class) = within_limit(&side.publisher).map(|mut publisher| publisher.class(&sort, device))
    else {
        return;
    };
    samples::of_class(class);
    samples::take_claimed();
}

/// Memory is followed: [`with_memory`] does something.
#[must_use]
pub fn follows_memory() -> bool {
    side().is_some() && !matches!(state::now(), TimingState::Off | TimingState::Ending)
}

/// Runs `f` on the memory map; does nothing while device operations are not wanted.
pub fn with_memory<T>(f: impl FnOnce(&'static Process, &mut OwnedMemory) -> T) -> Option<T> {
    let side = side().filter(|_| !matches!(state::now(), TimingState::Off | TimingState::Ending))?;
    let process = runtime::get()?.process();
    Some(f(process, &mut *within_limit(&side.memory)?))
}
