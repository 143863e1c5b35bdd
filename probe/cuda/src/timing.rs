//! Device operations: how many were submitted to a device, and when they ran.
//!
//! ```text
//! hooks -> submit -+- CUPTI runs: counted here; its records bring class and times (records, by harvest)
//!                  +- it does not: class from the hook, untimed, with the reason
//! handover: while the program uses CUPTI, it has it to itself
//! ```
//!
//! No lock is held during calls of the driver or CUPTI.

pub mod captures;
pub mod cold;
mod cupti;
mod facts;
mod find_cupti;
mod handover;
mod harvest;
mod host_clock;
mod pageable;
mod queued;
mod records;
mod staged;
mod tally;

pub use cold::NOT_FLUSHED_REASONS;
use cold::{Cold, NotFlushed};
pub use pageable::Waits;
use queued::Queued;
pub use queued::{Looks, Noted, Stream};
use tally::Tally;

use cuda_sys::{CUDA_SUCCESS, CUresult, CUstream};
use rustc_hash::FxHashMap;
use std::sync::atomic::{AtomicBool, AtomicPtr, AtomicU32, AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};
use zetop_probe_core::cold::Choice;
use zetop_probe_core::memory::MemoryMap;
use zetop_probe_core::publish::{OpClass, Publisher};
use zetop_probe_core::runtime;
use zetop_probe_core::samples;
use zetop_wire::layout::{OpKind, Process};
use zetop_wire::session::Options;

/// Why an operation was not timed: positions in the catalog's list.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(u32)]
pub enum Untimed {
    NoCupti,
    CuptiFailed,
    OtherProfiler,
    ProgramUsesCupti,
    NotSeen,
    Dropped,
    Staged,
}

/// Their texts, in the same order.
pub const UNTIMED: [&str; 8] = [
    "no CUPTI library found",
    "CUPTI could not be started",
    "another profiler is in the process",
    "the program uses CUPTI itself",
    "completion not seen",
    "record dropped by CUPTI",
    "copied between devices through the host",
    "invalid timestamps",
];
/// Position of the last one in it.
const INVALID: usize = UNTIMED.len() - 1;

/// Exec handle of a graph to its kernels, copies and sets.
type Graphs = FxHashMap<usize, [u64; 3]>;

/// What is known about this process's device operations.
struct Side {
    publisher: Mutex<Publisher>,
    memory: Mutex<MemoryMap>,
    /// Kernels' names by handle.
    names: Mutex<FxHashMap<usize, String>>,
    graphs: Mutex<Graphs>,
    queued: Queued,
    staged: Mutex<staged::Staged>,
    /// Operations whose records have come, to be published in order.
    arrived: Mutex<Vec<records::Arrived>>,
    /// When operations ended, for copies whose time begins there.
    ends: Mutex<pageable::Ends>,
    /// Kernels that caches were to be flushed for.
    cold: Mutex<Cold>,
    /// There are some.
    chosen: AtomicBool,
}

static CURRENT: AtomicPtr<Side> = AtomicPtr::new(std::ptr::null_mut());

/// [`STATE`]: device operations are not wanted; they are counted, untimed; CUPTI times them.
const OFF: u32 = 0;
const COUNTING: u32 = 1;
const TIMING: u32 = 2;
static STATE: AtomicU32 = AtomicU32::new(OFF);
/// The reason for [`COUNTING`].
static REASON: AtomicU32 = AtomicU32::new(Untimed::NoCupti as u32);
/// Operations submitted to a device while CUPTI ran.
static GIVEN: Tally = Tally::new();
/// Those of them whose record has arrived, or that were given up.
static SETTLED: AtomicU64 = AtomicU64::new(0);

fn side() -> Option<&'static Side> {
    runtime::get()?;
    // SAFETY: null or a leaked box.
    unsafe { CURRENT.load(Ordering::Acquire).as_ref() }
}

/// Makes the device side: once per process, and once more in a forked child, where locks of the parent's may be
/// held for ever. Leaked, since threads may be inside a hook at any time.
pub fn set_up(process: &'static Process) {
    STATE.store(OFF, Ordering::Release);
    harvest::forget();
    let side = Side {
        publisher: Mutex::new(Publisher::new(process)),
        memory: Mutex::default(),
        names: Mutex::default(),
        graphs: Mutex::default(),
        queued: Queued::default(),
        staged: Mutex::default(),
        arrived: Mutex::default(),
        ends: Mutex::default(),
        cold: Mutex::default(),
        chosen: AtomicBool::new(false),
    };
    CURRENT.store(Box::into_raw(Box::new(side)), Ordering::Release);
}

/// A session begins.
pub fn begin(process: &'static Process, options: &Options) {
    STATE.store(OFF, Ordering::Release);
    // SAFETY: null or a leaked box.
    let Some(side) = (unsafe { CURRENT.load(Ordering::Acquire).as_ref() }) else { return };
    *lock(&side.publisher) = Publisher::new(process);
    *lock(&side.memory) = MemoryMap::default();
    // What went and came between two attaches was not seen: handles may be others' now.
    lock(&side.graphs).clear();
    lock(&side.names).clear();
    let choice = options.cold.as_ref().and_then(Choice::new);
    let mut cold = lock(&side.cold);
    cold.begin(choice);
    side.chosen.store(cold.is_wanted(), Ordering::Relaxed);
    drop(cold);
    side.queued.clear();
    lock(&side.ends).clear();
    GIVEN.clear();
    SETTLED.store(0, Ordering::Relaxed);
    harvest::stays(options.threads_stay);
    if options.device {
        REASON.store(Untimed::NoCupti as u32, Ordering::Relaxed);
        STATE.store(COUNTING, Ordering::Release);
    }
}

/// The driver has been initialised: now devices can be queried and CUPTI started.
pub fn initialised() {
    let Some(side) = side().filter(|_| STATE.load(Ordering::Acquire) == COUNTING) else { return };
    if handover::is_away() {
        return;
    }
    let facts = facts::ask();
    facts::publish(&facts, &mut lock(&side.publisher));
    match cupti::start() {
        Ok(()) => {
            STATE.store(TIMING, Ordering::Release);
            harvest::expect();
        }
        Err(reason) => REASON.store(reason as u32, Ordering::Release),
    }
}

/// A context is about to be destroyed, and with it all records that were not delivered.
pub fn context_ends() {
    if STATE.load(Ordering::Acquire) == TIMING {
        harvest::collect();
    }
    if let Some(side) = side() {
        side.queued.clear();
        lock(&side.ends).clear();
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
    if STATE.swap(OFF, Ordering::AcqRel) == TIMING {
        drain();
        cupti::stop();
        settle(Untimed::NotSeen);
    }
    handover::unwatch();
}

/// Collects the records of operations in flight, which CUPTI would otherwise cut off. Runs in a thread of
/// ours, so that none of the program's has to wait.
fn drain() {
    const LIMIT: Duration = Duration::from_millis(300);
    const PERIOD: Duration = Duration::from_millis(5);
    let end = Instant::now() + LIMIT;
    loop {
        cupti::collect();
        if SETTLED.load(Ordering::Acquire) >= GIVEN.sum() || Instant::now() >= end {
            return;
        }
        std::thread::sleep(PERIOD);
    }
}

/// The process is about to end.
pub fn process_ends(_limit: Duration) {
    if STATE.load(Ordering::Acquire) == TIMING {
        harvest::collect();
        STATE.store(OFF, Ordering::Release);
        settle(Untimed::NotSeen);
    }
}

/// Gives up on operations without a record.
fn settle(reason: Untimed) {
    let Some(side) = side() else { return };
    let publisher = lock(&side.publisher);
    let missing = GIVEN.sum().saturating_sub(SETTLED.load(Ordering::Acquire));
    SETTLED.fetch_add(missing, Ordering::AcqRel);
    side.queued.clear();
    let totals = &publisher.process.totals;
    totals.untimed[reason as usize].fetch_add(missing, Ordering::Relaxed);
    publish_given(publisher.process);
}

/// Writes the number of operations submitted: those that the hooks saw, or the number of records if that is
/// larger (a graph that the device itself launched).
fn publish_given(process: &Process) {
    let totals = &process.totals;
    let settled = totals.timed.load(Ordering::Relaxed)
        + totals.untimed.iter().map(|reason| reason.load(Ordering::Relaxed)).sum::<u64>();
    let waiting = GIVEN.sum().saturating_sub(SETTLED.load(Ordering::Acquire));
    totals.submitted.store(settled + waiting, Ordering::Relaxed);
}

/// Notes that an operation is about to be submitted to a stream; does nothing if there will be no record of
/// it.
#[inline]
pub fn note(stream: Stream, looks: Looks) -> Option<Noted<'static>> {
    note_with(stream, looks, 0)
}

fn note_with(stream: Stream, looks: Looks, caches: u8) -> Option<Noted<'static>> {
    if STATE.load(Ordering::Relaxed) != TIMING || captures::is_captured(stream) {
        return None;
    }
    side()?.queued.note(stream, looks, caches)
}

/// A stream was made to wait for something that is not in it.
pub fn waits(stream: Stream, waits: Waits) {
    if STATE.load(Ordering::Relaxed) == TIMING
        && !captures::is_captured(stream)
        && let Some(side) = side()
    {
        side.queued.waits(stream, waits);
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

/// The same for a launch; `caches` is what [`cold::prepare`] has answered.
#[inline]
pub fn give_with(
    stream: Stream,
    looks: Looks,
    caches: u8,
    call: impl FnOnce() -> CUresult,
    describe: impl FnOnce() -> (OpClass, u32),
) -> CUresult {
    let noted = note_with(stream, looks, caches);
    let result = call();
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

/// Operations were submitted of which nobody knows how many they are.
pub fn submit_unknown() {
    if STATE.load(Ordering::Relaxed) == TIMING {
        harvest::wake();
    }
}

/// `count` operations were submitted to a stream, unless that is being captured. `describe` says what each is
/// and on which device; it is called only if there will be no CUPTI record that says so.
#[inline]
pub fn submit(stream: Stream, count: u64, describe: impl FnOnce() -> (OpClass, u32)) {
    match STATE.load(Ordering::Relaxed) {
        OFF => {}
        _ if count == 0 || captures::is_captured(stream) => {}
        TIMING => {
            GIVEN.add(stream.handle as usize, count);
            harvest::wake();
            if samples::are_asked() {
                zetop_probe_core::guard::quietly(|| sample(describe));
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
    let mut publisher = lock(&side.publisher);
    let class = publisher.class(&sort, device);
    publisher.appended(class, 0, sort.groups, sort.group_size);
    for _ in 0..count {
        publisher.submitted(class, sort.bytes);
        publisher.untimed(class, REASON.load(Ordering::Relaxed) as usize);
    }
    publish_given(publisher.process);
    drop(publisher);
    samples::take_claimed();
}

/// Takes a sample of the call, if one is wanted of such operations. CUPTI's record comes later, on another
/// thread.
fn sample(describe: impl FnOnce() -> (OpClass, u32)) {
    let Some(side) = side() else { return };
    let (sort, device) = describe();
    let class = lock(&side.publisher).class(&sort, device);
    samples::of_class(class);
    samples::take_claimed();
}

/// Id of a name in the process file.
pub fn name(text: &str) -> u32 {
    side().map_or(0, |side| lock(&side.publisher).string(text))
}

/// A launch of the kernel of this name, which finds that in the caches.
pub fn kernel(text: &str, caches: u8) -> OpClass {
    OpClass { name: name(text), caches, ..OpClass::of(OpKind::Kernel) }
}

/// Runs `f` on the memory map; does nothing while device operations are not wanted.
pub fn with_memory<T>(f: impl FnOnce(&'static Process, &mut MemoryMap) -> T) -> Option<T> {
    let side = side().filter(|_| STATE.load(Ordering::Relaxed) != OFF)?;
    let process = runtime::get()?.process();
    Some(f(process, &mut lock(&side.memory)))
}

/// Runs `f` on the names of kernels.
pub fn with_names<T>(f: impl FnOnce(&mut FxHashMap<usize, String>) -> T) -> Option<T> {
    side().map(|side| f(&mut lock(&side.names)))
}

/// Runs `f` on the graphs.
pub fn with_graphs<T>(f: impl FnOnce(&mut Graphs) -> T) -> Option<T> {
    side().map(|side| f(&mut lock(&side.graphs)))
}

fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
