//! What NCCL says of its kernels: which collective operation each one is, by its profiler interface (`ncclProfiler_v1` to `_v6`,
//! plugins/profiler in NCCL's sources).
//!
//! NCCL opens `libnccl-profiler.so`, under which name this library is in zetop's folder, too. It names an operation right after
//! it has launched the operation's kernel, in the same thread:
//!
//! ```text
//! launch of any kernel -> its number -> event of NCCL: the thread's last launch is this operation
//!                             \-> CUPTI's record of the kernel -> the operation with its times, in the process file
//! ```
//!
//! Nothing here waits or locks: NCCL's threads call it.

mod description;
mod launches;

use description::{COLLECTIVE, Fields, V1, V2, V3, V4, V5};
use launches::Launches;
use std::cell::Cell;
use std::ffi::{c_char, c_int, c_void};
use std::sync::atomic::Ordering::{AcqRel, Relaxed, Release};
use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, AtomicUsize};
use zetop_probe_core::runtime;
use zetop_wire::layout::{Collective, Process};

/// Launches that may wait for their records at a time.
const MOST_LAUNCHES: usize = 4096;
/// Communicators of a process at a time.
const MOST_COMMUNICATORS: usize = 1024;
/// Kernels without a name whose times are kept at a time. Those of the program's own are among them, 256 of which take a
/// millisecond or more.
const MOST_UNNAMED: usize = 256;
/// Collections for which they are kept, each of which comes 50 ms after the one before: a name that comes later is of something else
/// than a kernel, behind which the thread has launched none.
const MOST_LOOKS: u32 = 20;

/// NCCL has a communicator: launches are numbered from now on.
static IS_ON: AtomicBool = AtomicBool::new(false);
static LAST: AtomicU32 = AtomicU32::new(0);
thread_local! {
    /// This thread's last launch.
    static OWN_LAST: Cell<u32> = const { Cell::new(0) };
}

static LAUNCHES: Launches<MOST_LAUNCHES> = Launches::new();

/// A kernel is about to be launched: its number, or 0 where nobody would say what it is.
#[inline]
pub(super) fn launch() -> u32 {
    if !IS_ON.load(Relaxed) {
        return 0;
    }
    let number = LAST.fetch_add(1, Relaxed).wrapping_add(1).max(1);
    let _ = OWN_LAST.try_with(|last| last.set(number));
    number
}

/// A kernel that was complete before NCCL said what it is: its thread may have no processor between the two.
struct Unnamed {
    /// 0 is none.
    number: AtomicU32,
    /// Collections that have looked for its name.
    looks: AtomicU32,
    launched: AtomicU64,
    start: AtomicU64,
    end: AtomicU64,
}
static UNNAMED: [Unnamed; MOST_UNNAMED] = [const {
    Unnamed {
        number: AtomicU32::new(0),
        looks: AtomicU32::new(0),
        launched: AtomicU64::new(0),
        start: AtomicU64::new(0),
        end: AtomicU64::new(0),
    }
}; MOST_UNNAMED];
static NEXT_UNNAMED: AtomicUsize = AtomicUsize::new(0);

/// The kernel of a launch is complete. Called by one thread at a time, as is [`complete_late`].
pub(super) fn complete(process: &Process, number: u32, launched: u64, start: u64, end: u64) {
    if publish(process, number, launched, start, end) {
        return;
    }
    let unnamed = &UNNAMED[NEXT_UNNAMED.fetch_add(1, Relaxed) % MOST_UNNAMED];
    unnamed.looks.store(0, Relaxed);
    unnamed.launched.store(launched, Relaxed);
    unnamed.start.store(start, Relaxed);
    unnamed.end.store(end, Relaxed);
    unnamed.number.store(number, Relaxed);
}

/// Publishes the kernels that have got a name since they were complete.
pub(super) fn complete_late(process: &Process) {
    for Unnamed { number, looks, launched, start, end } in &UNNAMED {
        let is_told = match number.load(Relaxed) {
            0 => false,
            known => publish(process, known, launched.load(Relaxed), start.load(Relaxed), end.load(Relaxed)),
        };
        if is_told || looks.fetch_add(1, Relaxed) >= MOST_LOOKS {
            number.store(0, Relaxed);
        }
    }
}

/// Whether it was known what the kernel is.
fn publish(process: &Process, number: u32, launched: u64, start: u64, end: u64) -> bool {
    let Some([communicator, sequence, bytes, small, last]) = LAUNCHES.read(number) else { return false };
    process.collectives.push([communicator, sequence, bytes, launched, start, end, small]);
    let of = process.communicators.iter().find(|known| known.number.load(Relaxed) == communicator);
    if let Some(of) = of {
        of.complete.store(last, Relaxed);
    }
    true
}

/// A kind of operation with its sequence, as [`zetop_wire::layout::Communicator`] has it.
fn operation(kind: u8, sequence: u64) -> u64 {
    u64::from(kind) << 56 | sequence & ((1 << 56) - 1)
}

/// A communicator, as NCCL names it to us at its start. Its place in the process file has the same number, if there is one.
struct Communicator {
    is_used: AtomicBool,
    hash: AtomicU64,
    ranks: AtomicU32,
}
static COMMUNICATORS: [Communicator; MOST_COMMUNICATORS] = [const {
    Communicator { is_used: AtomicBool::new(false), hash: AtomicU64::new(0), ranks: AtomicU32::new(0) }
}; MOST_COMMUNICATORS];

impl Communicator {
    /// The first free one, which is the caller's until [`Self::give_back`].
    fn take() -> Option<&'static Self> {
        let take = |of: &&Self| of.is_used.compare_exchange(false, true, AcqRel, Relaxed).is_ok();
        COMMUNICATORS.iter().find(take)
    }

    fn place<'a>(&self, process: &'a Process) -> Option<&'a zetop_wire::layout::Communicator> {
        let at = COMMUNICATORS.iter().position(|of| std::ptr::eq(of, self))?;
        process.communicators.get(at)
    }

    /// NCCL has ended it, with operations under way perhaps: nobody waits for these any more.
    fn give_back(&self) {
        if let Some(place) = runtime::get().and_then(|runtime| self.place(runtime.process())) {
            leave(place);
        }
        self.is_used.store(false, Release);
    }
}

fn leave(place: &zetop_wire::layout::Communicator) {
    place.number.store(0, Relaxed);
    place.launched.store(0, Relaxed);
    place.complete.store(0, Relaxed);
}

/// Version 5 names calls of its interface and launches, too; it names collectives to who asks for these.
const WITH_CALLS: c_int = 1 << 1 | 1 << 9 | 1 << 11;

fn begin(context: *mut *mut c_void, mask: *mut c_int, events: c_int, hash: u64, ranks: c_int) -> c_int {
    let communicator = Communicator::take();
    if let Some(communicator) = communicator {
        communicator.hash.store(hash, Relaxed);
        communicator.ranks.store(ranks.max(0) as u32, Relaxed);
        IS_ON.store(true, Relaxed);
    }
    // SAFETY: NCCL passes addresses of its own variables.
    unsafe {
        *context = communicator.map_or(std::ptr::null_mut(), |of| std::ptr::from_ref(of).cast_mut().cast());
        // Nothing is asked for about a communicator for which there is no room.
        *mask = if communicator.is_some() { events } else { 0 };
    }
    0
}

unsafe extern "C" fn init_1(context: *mut *mut c_void, mask: *mut c_int) -> c_int {
    begin(context, mask, COLLECTIVE as c_int, 0, 0)
}

unsafe extern "C" fn init_4(
    context: *mut *mut c_void,
    mask: *mut c_int,
    _name: *const c_char,
    hash: u64,
    _nodes: c_int,
    ranks: c_int,
    _rank: c_int,
    _log: *const c_void,
) -> c_int {
    begin(context, mask, COLLECTIVE as c_int, hash, ranks)
}

unsafe extern "C" fn init_5(
    context: *mut *mut c_void,
    hash: u64,
    mask: *mut c_int,
    _name: *const c_char,
    _nodes: c_int,
    ranks: c_int,
    _rank: c_int,
    _log: *const c_void,
) -> c_int {
    begin(context, mask, WITH_CALLS, hash, ranks)
}

/// # Safety
/// `context` is one of the probe's, `event` a description of an event with these fields.
unsafe fn event(fields: &Fields, context: *mut c_void, handle: *mut *mut c_void, event: *const u8) -> c_int {
    // SAFETY: the caller's promise. Names are C strings of NCCL's that are never freed.
    unsafe {
        // Not null, since NCCL takes that for no event; nothing is behind it.
        *handle = context;
        let number = OWN_LAST.try_with(Cell::get).unwrap_or(0);
        if number == 0 || context.is_null() {
            return 0;
        }
        let Some(described) = description::read(fields, event) else { return 0 };
        let communicator = &*context.cast::<Communicator>();
        let what = Collective {
            communicator: described.hash.unwrap_or_else(|| communicator.hash.load(Relaxed)),
            ranks: communicator.ranks.load(Relaxed) as u16,
            ..described.what
        };
        name(number, what);
        if let Some(runtime) = runtime::get()
            && let Some(place) = communicator.place(runtime.process())
        {
            tell(place, &what);
        }
    }
    0
}

/// Says in the process file which operation was launched last.
fn tell(to: &zetop_wire::layout::Communicator, what: &Collective) {
    if to.number.load(Relaxed) != what.communicator {
        to.complete.store(0, Relaxed);
        to.number.store(what.communicator, Relaxed);
        to.rank.store(u64::from(what.rank) | u64::from(what.ranks) << 32, Relaxed);
    }
    to.launched.store(operation(what.operation, what.sequence), Relaxed);
}

/// The launch is a collective's.
fn name(number: u32, what: Collective) {
    let [communicator, sequence, bytes, _, _, _, small] = what.pack();
    LAUNCHES.name(number, [communicator, sequence, bytes, small, operation(what.operation, what.sequence)]);
}

macro_rules! starts {
    ($($name:ident: $fields:ident),*) => {$(
        unsafe extern "C" fn $name(context: *mut c_void, handle: *mut *mut c_void, description: *const u8) -> c_int {
            // SAFETY: NCCL passes a context of the probe's, and a description of the version that it took.
            unsafe { event(&$fields, context, handle, description) }
        }
    )*};
}
starts!(start_1: V1, start_2: V2, start_3: V3, start_4: V4, start_5: V5);

unsafe extern "C" fn stop(_handle: *mut c_void) -> c_int {
    0
}
unsafe extern "C" fn record(_handle: *mut c_void, _state: c_int, _more: *const c_void) -> c_int {
    0
}
unsafe extern "C" fn finalize(context: *mut c_void) -> c_int {
    let is_it = |of: &&Communicator| std::ptr::eq(std::ptr::from_ref(*of).cast(), context);
    COMMUNICATORS.iter().find(is_it).into_iter().for_each(Communicator::give_back);
    0
}

/// As NCCL declares it: a name and five functions.
#[repr(C)]
pub struct Plugin<Init> {
    name: *const c_char,
    init: Init,
    start: unsafe extern "C" fn(*mut c_void, *mut *mut c_void, *const u8) -> c_int,
    stop: unsafe extern "C" fn(*mut c_void) -> c_int,
    record: unsafe extern "C" fn(*mut c_void, c_int, *const c_void) -> c_int,
    finalize: unsafe extern "C" fn(*mut c_void) -> c_int,
}
// SAFETY: addresses of constants and functions.
unsafe impl<Init> Sync for Plugin<Init> {}

type Init1 = unsafe extern "C" fn(*mut *mut c_void, *mut c_int) -> c_int;
type Init4 = unsafe extern "C" fn(
    *mut *mut c_void,
    *mut c_int,
    *const c_char,
    u64,
    c_int,
    c_int,
    c_int,
    *const c_void,
) -> c_int;
type Init5 = unsafe extern "C" fn(
    *mut *mut c_void,
    u64,
    *mut c_int,
    *const c_char,
    c_int,
    c_int,
    c_int,
    *const c_void,
) -> c_int;

macro_rules! plugins {
    ($($name:ident: $kind:ident = $init:ident, $start:ident;)*) => {$(
        /// What NCCL looks for by this name.
        #[unsafe(no_mangle)]
        #[allow(non_upper_case_globals)]
        pub static $name: Plugin<$kind> =
            Plugin { name: c"zetop".as_ptr(), init: $init, start: $start, stop, record, finalize };
    )*};
}
plugins! {
    ncclProfiler_v1: Init1 = init_1, start_1;
    ncclProfiler_v2: Init1 = init_1, start_2;
    ncclProfiler_v3: Init1 = init_1, start_3;
    ncclProfiler_v4: Init4 = init_4, start_4;
    ncclProfiler_v5: Init5 = init_5, start_5;
    ncclProfiler_v6: Init5 = init_5, start_5;
}

#[cfg(test)]
mod tests;
