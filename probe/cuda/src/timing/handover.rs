//! Hands CUPTI over to a program that uses it itself (torch.profiler), and takes it back when the program has let go.
//!
//! CUPTI has only one client. So we watch the CUPTI functions with which a program takes activity records: its pointers
//! to them (and CUPTI's own symbol table, for later look-ups) lead to wrappers. Before the first such call is made, we
//! let go of CUPTI; operations are then counted but not timed. When the program has switched off its last kind of record
//! and has not called CUPTI for a while, we take it again. Buffers of the program that CUPTI returns only then go to the
//! program's own function, which CUPTI has again when we leave.
//!
//! A program that had CUPTI before we came keeps it: which kinds of records it has switched on, nobody knows. Only
//! `cuptiFinalize` shows that it is done.

use super::locks::lock;
use super::side::{clear_streams, side};
use super::state::{self, Event, State};
use super::untimed::Untimed;
use super::{harvest, in_use, program_buffers, recording, tally};
use crate::modules::{self, Patch};
use cuda_sys::*;
use rustc_hash::FxHashSet;
use std::ffi::{CStr, c_void};
use std::sync::atomic::{AtomicPtr, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard};
use std::time::Duration;
use zetop_probe_core::{clock, ending, guard, locks};

/// A program that has let go and has not called CUPTI for this long is unlikely to come back at once.
const QUIET: Duration = Duration::from_millis(500);

/// What the program does with CUPTI.
#[derive(Default)]
struct Program {
    /// Kinds of records that it has switched on, with the context if it named one.
    enabled: FxHashSet<(usize, CUpti_ActivityKind)>,
    /// CUPTI was handed over and is not ours yet.
    has_it: bool,
    /// It had it before we came, so that more may be switched on.
    had_it: bool,
    /// A thread waits for the program to let go.
    waited_for: bool,
}

impl Program {
    fn is_done(&self) -> bool {
        self.has_it && !self.had_it && self.enabled.is_empty()
    }
}

static PROGRAM: Mutex<Option<Program>> = Mutex::new(None);
/// The clock that the program gave CUPTI for its records (torch.profiler: the processor's counter); 0 for CUPTI's own.
static CLOCK: AtomicUsize = AtomicUsize::new(0);
/// When the program last called a watched CUPTI function, CLOCK_MONOTONIC_RAW, ns.
static LAST_CALL: AtomicU64 = AtomicU64::new(0);
/// What was changed in the program's modules.
static PATCHES: Mutex<Vec<Patch>> = Mutex::new(Vec::new());

type Any = AtomicPtr<c_void>;

/// Defines the wrappers: `first` runs before CUPTI's function, `then` afterwards, with its result.
macro_rules! watch {
    ($(fn $name:ident($($argument:ident: $type:ty),*) first $first:block then |$result:ident| $then:block)*) => {
        /// CUPTI's own functions.
        #[allow(non_upper_case_globals)]
        mod originals {
            use super::Any;
            $(pub static $name: Any = Any::new(std::ptr::null_mut());)*
        }

        mod wrappers {
            use super::*;
            $(
                #[allow(non_snake_case, unused_variables, unused_mut)]
                pub unsafe extern "C" fn $name($($argument: $type),*) -> CUptiResult {
                    guard::quietly(|| {
                        ending::unless_ending(|| {
                            called();
                            $first
                        })
                    });
                    let original = originals::$name.load(Ordering::Acquire);
                    // SAFETY: a wrapper replaces a pointer only after CUPTI's function of that name, which
                    // has this signature, was saved; the arguments are the program's own.
                    let $result = unsafe {
                        let original: unsafe extern "C" fn($($type),*) -> CUptiResult = std::mem::transmute(original);
                        original($($argument),*)
                    };
                    guard::quietly(|| ending::unless_ending(|| $then));
                    $result
                }
            )*
        }

        /// Name, where CUPTI's function is kept, wrapper.
        fn watched() -> Vec<(&'static CStr, &'static Any, usize)> {
            vec![$((
                CStr::from_bytes_with_nul(concat!(stringify!($name), "\0").as_bytes()).unwrap_or(c""),
                &originals::$name,
                wrappers::$name as *const () as usize,
            )),*]
        }
    };
}

watch! {
    fn cuptiActivityRegisterCallbacks(requested: CUpti_BuffersCallbackRequestFunc, completed: CUpti_BuffersCallbackCompleteFunc)
    first {
        hand_over(false);
        program_buffers::set(requested, completed);
    } then |result| {}
    fn cuptiActivityRegisterCallbacks_v2(subscriber: *mut c_void, requested: *mut c_void, completed: *mut c_void)
    first { hand_over(false) } then |result| {}
    fn cuptiActivityEnable(kind: CUpti_ActivityKind)
    first { hand_over(true) } then |result| { enabled(result, 0, kind) }
    fn cuptiActivityEnable_v2(subscriber: *mut c_void, kind: CUpti_ActivityKind)
    first { hand_over(true) } then |result| { enabled(result, 0, kind) }
    fn cuptiActivityEnableAndDump(kind: CUpti_ActivityKind)
    first { hand_over(true) } then |result| { enabled(result, 0, kind) }
    fn cuptiActivityEnableContext(context: CUcontext, kind: CUpti_ActivityKind)
    first { hand_over(true) } then |result| { enabled(result, context as usize, kind) }
    fn cuptiActivityDisable(kind: CUpti_ActivityKind)
    first {} then |result| { disabled(|(_, k)| *k == kind) }
    fn cuptiActivityDisable_v2(subscriber: *mut c_void, kind: CUpti_ActivityKind)
    first {} then |result| { disabled(|(_, k)| *k == kind) }
    fn cuptiActivityDisableContext(context: CUcontext, kind: CUpti_ActivityKind)
    first {} then |result| { disabled(|entry| *entry == (context as usize, kind)) }
    fn cuptiActivityFlushAll(flag: u32) first {} then |result| {}
    fn cuptiActivityRegisterTimestampCallback(callback: *mut c_void)
    first { hand_over(false) } then |result| {
        if result == CUPTI_SUCCESS {
            CLOCK.store(callback as usize, Ordering::Release);
        }
        may_wait();
    }
    fn cuptiSubscribe_v2(subscriber: *mut CUpti_SubscriberHandle, callback: CUpti_CallbackFunc, data: *mut c_void, parameters: *mut c_void)
    first { hand_over(false) } then |result| { may_wait() }
    fn cuptiFinalize() first { hand_over(false) } then |result| { finalized() }
    fn cuptiSubscribe(subscriber: *mut CUpti_SubscriberHandle, callback: CUpti_CallbackFunc, data: *mut c_void)
    first { hand_over(false) } then |result| { may_wait() }
    fn cuptiUnsubscribe(subscriber: CUpti_SubscriberHandle) first {} then |result| { may_wait() }
    fn cuptiProfilerInitialize(parameters: *mut c_void)
    first { hand_over(false) } then |result| { enabled(result, 1, CUPTI_ACTIVITY_KIND_INVALID) }
    fn cuptiProfilerDeInitialize(parameters: *mut c_void)
    first {} then |result| { disabled(|entry| *entry == (1, CUPTI_ACTIVITY_KIND_INVALID)) }
    fn cuptiPCSamplingEnable(parameters: *mut c_void)
    first { hand_over(false) } then |result| { enabled(result, 2, CUPTI_ACTIVITY_KIND_INVALID) }
    fn cuptiPCSamplingDisable(parameters: *mut c_void)
    first {} then |result| { disabled(|entry| *entry == (2, CUPTI_ACTIVITY_KIND_INVALID)) }
}

/// For the program's threads. Whoever takes CUPTI back has it for as long as CUPTI needs; in a forked child, a thread of the
/// parent's may have it for ever.
fn of_program() -> Option<MutexGuard<'static, Option<Program>>> {
    const LIMIT: Duration = Duration::from_secs(5);
    // Calls that came through a wrapper of a session that is over are none of the next one's.
    let is_session = !matches!(state::now(), State::Off | State::Ending);
    is_session.then(|| locks::within(&PROGRAM, LIMIT)).flatten()
}

fn with_program(f: impl FnOnce(&mut Program)) {
    if let Some(mut program) = of_program() {
        f(program.get_or_insert_default());
    }
}

fn called() {
    LAST_CALL.store(clock::raw_ns(), Ordering::Release);
}

/// Redirects the program's calls to here: the pointers in its modules now, and those that it looks up later.
///
/// # Safety
/// `library` is the handle of the CUPTI in use, which is never closed.
pub unsafe fn watch(library: *mut c_void) {
    let mut patches = lock(&PATCHES);
    if !patches.is_empty() {
        return;
    }
    let mut names = Vec::new();
    for (name, original, wrapper) in watched() {
        // SAFETY: an open library and a C string.
        let function = unsafe { libc::dlsym(library, name.as_ptr()) };
        if function.is_null() {
            continue;
        }
        original.store(function, Ordering::Release);
        names.push((name, function as usize, wrapper));
    }
    // SAFETY: the library is never closed.
    *patches = unsafe { modules::redirect(&names) };
}

/// CUPTI's functions that are watched, each with its wrapper; none before CUPTI is loaded.
pub fn watched_functions() -> Vec<(usize, usize)> {
    let all = watched().into_iter();
    let known = all.map(|(_, original, wrapper)| (original.load(Ordering::Acquire) as usize, wrapper));
    known.filter(|(original, _)| *original != 0).collect()
}

/// Takes CUPTI for a session that has begun, unless the program has it. `was_there`: it was loaded before we came, at this
/// address.
pub fn take(was_there: bool, address: Option<usize>) {
    let mut program = lock(&PROGRAM);
    let program = program.get_or_insert_default();
    if was_there && address.is_some_and(in_use::has_functions_of_the_program) {
        (program.has_it, program.had_it) = (true, true);
        state::set_reason(Untimed::ProgramUsesCupti);
        state::apply(Event::ProgramTakesCupti);
    }
    if program.has_it {
        return;
    }
    if !recording::enable() {
        state::set_reason(Untimed::CuptiFailed);
    } else if state::apply(Event::CuptiStarted).is_some() {
        harvest::expect();
    } else {
        recording::stop();
    }
}

/// The session has ended, from that state: CUPTI and the program's pointers are as they were.
pub fn end(from: State) {
    // Whoever is taking CUPTI back has this until that is done.
    let mut program = lock(&PROGRAM);
    *program = None;
    // The program has registered its functions, and taken its clock, since we came, and has let go.
    if from == State::Timing {
        ending::unless_ending(|| {
            program_buffers::restore();
            let clock = CLOCK.load(Ordering::Acquire);
            if clock != 0 {
                set_clock(clock);
            }
        });
    }
    program_buffers::forget();
    CLOCK.store(0, Ordering::Release);
    modules::put_back(&mut lock(&PATCHES));
}

/// In a forked child, where a thread of the parent's may have the lock for ever: nothing of ours is called there.
pub fn forget() {
    if let Ok(mut program) = PROGRAM.try_lock() {
        *program = None;
    }
}

/// The program is about to take CUPTI. With `again`, this call does not register its buffer functions, so
/// those that it registered before are restored.
fn hand_over(again: bool) {
    let Some(mut program) = of_program() else { return };
    let program = program.get_or_insert_default();
    if program.has_it {
        return;
    }
    program.has_it = true;
    // From here on the hooks count operations. Those that they had left to CUPTI have a record or are given
    // up.
    state::set_reason(Untimed::ProgramUsesCupti);
    if state::apply(Event::ProgramTakesCupti) == Some(State::Timing) {
        recording::stop();
        tally::give_up(Untimed::ProgramUsesCupti);
        side().into_iter().for_each(clear_streams);
    }
    // CUPTI has had ours since we took it back.
    let clock = CLOCK.load(Ordering::Acquire);
    if clock != 0 {
        set_clock(clock);
    }
    if again {
        program_buffers::restore();
    }
}

/// Has CUPTI stamp its records by this clock. It has no way back to its own.
fn set_clock(clock: usize) -> bool {
    type Function = unsafe extern "C" fn(usize) -> CUptiResult;
    let function = originals::cuptiActivityRegisterTimestampCallback.load(Ordering::Acquire);
    // SAFETY: CUPTI's function, whose argument is a function without arguments that gives the time: the program's, as it
    // registered it, or `real_time`.
    !function.is_null()
        && unsafe { std::mem::transmute::<*mut c_void, Function>(function)(clock) } == CUPTI_SUCCESS
}

/// What CUPTI itself takes for its stamps on Linux (cupti_activity.h).
extern "C" fn real_time() -> u64 {
    let mut now = libc::timespec { tv_sec: 0, tv_nsec: 0 };
    // SAFETY: a live variable.
    unsafe { libc::clock_gettime(libc::CLOCK_REALTIME, &raw mut now) };
    now.tv_sec as u64 * 1_000_000_000 + now.tv_nsec as u64
}

fn enabled(result: CUptiResult, context: usize, kind: CUpti_ActivityKind) {
    if result == CUPTI_SUCCESS {
        with_program(|program| {
            program.enabled.insert((context, kind));
        });
    }
    may_wait();
}

fn disabled(which: impl Fn(&(usize, CUpti_ActivityKind)) -> bool) {
    with_program(|program| program.enabled.retain(|entry| !which(entry)));
    may_wait();
}

/// Nothing of the program's is left in CUPTI.
fn finalized() {
    program_buffers::forget();
    CLOCK.store(0, Ordering::Release);
    with_program(|program| {
        program.enabled.clear();
        program.had_it = false;
        wait_if_done(program);
    });
}

/// Once the program has switched everything off, waits in a thread of ours until it is done with CUPTI.
fn may_wait() {
    with_program(wait_if_done);
}

fn wait_if_done(program: &mut Program) {
    if program.is_done() && !program.waited_for {
        program.waited_for = guard::spawn("zetop-harvest", wait_and_take).is_some();
    }
}

fn wait_and_take() {
    loop {
        std::thread::sleep(QUIET / 5);
        let mut program = lock(&PROGRAM);
        // Without one, the session is over.
        let Some(program) = program.as_mut() else { return };
        if !program.is_done() || state::now() != State::HandedOver {
            program.waited_for = false;
            return;
        }
        let since = clock::raw_ns().saturating_sub(LAST_CALL.load(Ordering::Acquire));
        if since < QUIET.as_nanos() as u64 {
            continue;
        }
        // Under the lock: a call of the program that takes CUPTI waits until this is done, which is short.
        let is_foreign = CLOCK.load(Ordering::Acquire) != 0;
        let taken = ending::unless_ending(|| {
            (!is_foreign || set_clock(real_time as *const () as usize)) && recording::enable()
        });
        if taken == Some(true) {
            if state::apply(Event::CuptiTakenBack).is_some() {
                program.has_it = false;
                harvest::wake();
            } else {
                // The session has ended meanwhile. What it leaves is not to record.
                recording::stop();
                program_buffers::restore();
            }
        }
        program.waited_for = false;
        return;
    }
}
