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
use super::state::{self, Event, TimingState};
use super::untimed::Untimed;
use super::{harvest, in_use, program_buffers, recording, tally};
use crate::modules::{self, Patch};
use cuda_sys::*;
use rustc_hash::FxHashSet;
use std::ffi::{CStr, c_void};
use std::sync::atomic::{AtomicBool, AtomicPtr, AtomicU64, AtomicUsize, Ordering};
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
    /// CUPTI was handed over, and the probe has not got it back yet.
    has_it: bool,
    /// It had it before we came, so that more may be switched on.
    had_it: bool,
    /// A thread waits for the program to let go.
    waited_for: bool,
    /// CUPTI records for us.
    records: bool,
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
/// Calls of the program's that are in a watched CUPTI function.
static IN_CALLS: AtomicUsize = AtomicUsize::new(0);
/// The session ends, and CUPTI may still record for it.
static IS_LEAVING: AtomicBool = AtomicBool::new(false);
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
                    IN_CALLS.fetch_add(1, Ordering::AcqRel);
                    guard::quietly(|| ending::unless_ending(|| $first));
                    let original = originals::$name.load(Ordering::Acquire);
                    // SAFETY: a wrapper replaces a pointer only after CUPTI's function of that name, which
                    // has this signature, was saved; the arguments are the program's own.
                    let $result = unsafe {
                        let original: unsafe extern "C" fn($($type),*) -> CUptiResult = std::mem::transmute(original);
                        original($($argument),*)
                    };
                    guard::quietly(|| {
                        called();
                        ending::unless_ending(|| $then)
                    });
                    IN_CALLS.fetch_sub(1, Ordering::AcqRel);
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
    let is_session = || match state::now() {
        TimingState::Off => IS_LEAVING.load(Ordering::Acquire),
        TimingState::Ending => false,
        _ => true,
    };
    is_session().then(|| locks::within(&PROGRAM, LIMIT)).flatten().filter(|_| is_session())
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
    if program.has_it || state::apply(Event::CuptiStarts).is_none() {
        return;
    }
    if start(program) {
        harvest::expect();
    } else {
        state::set_reason(Untimed::CuptiFailed);
        state::apply(Event::CuptiFails);
        tally::give_up(Untimed::CuptiFailed);
    }
}

/// Has CUPTI record. What is submitted meanwhile may have a record, or none.
fn start(program: &mut Program) -> bool {
    program.records = recording::enable();
    if program.records {
        // No operation that was noted by now is sure to have a record.
        side().into_iter().for_each(clear_streams);
        state::apply(Event::CuptiRecords);
    }
    program.records
}

/// Has it record no more. Nothing that waits will have a record.
fn stop(program: &mut Program, reason: Untimed) {
    if std::mem::take(&mut program.records) {
        recording::stop();
        state::apply(Event::CuptiStopped);
        tally::give_up(reason);
        side().into_iter().for_each(clear_streams);
    }
}

/// The session is about to end.
pub fn leaves() {
    IS_LEAVING.store(true, Ordering::Release);
}

/// Collects what CUPTI has recorded. False if it records no more.
pub fn collect() -> bool {
    let records = lock(&PROGRAM).as_ref().is_some_and(|program| program.records);
    if records {
        recording::collect();
    }
    records
}

/// The session has ended: CUPTI and the program's pointers are as they were.
pub fn end() {
    // Whoever is taking CUPTI back has this until that is done.
    let mut program = lock(&PROGRAM);
    let mut ended = program.take().unwrap_or_default();
    // The program has registered its functions, and taken its clock, since we came, and has let go.
    if ended.records {
        stop(&mut ended, Untimed::NotSeen);
        ending::unless_ending(|| {
            program_buffers::restore();
            let clock = CLOCK.load(Ordering::Acquire);
            if clock != 0 {
                set_clock(clock);
            }
        });
    }
    // A call that was made while CUPTI was stopped may have returned later.
    tally::give_up(Untimed::NotSeen);
    IS_LEAVING.store(false, Ordering::Release);
    program_buffers::forget();
    CLOCK.store(0, Ordering::Release);
    modules::put_back(&mut lock(&PATCHES));
}

/// In a forked child, where a thread of the parent's may have the lock for ever: nothing of the probe's is called there.
pub fn forget() {
    IN_CALLS.store(0, Ordering::Release);
    IS_LEAVING.store(false, Ordering::Release);
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
    // Soon the hooks count operations. Those that they have left to CUPTI have a record or are given up.
    state::set_reason(Untimed::ProgramUsesCupti);
    state::apply(Event::ProgramTakesCupti);
    stop(
        program,
        if state::now() == TimingState::Off { Untimed::NotSeen } else { Untimed::ProgramUsesCupti },
    );
    // CUPTI has had the probe's functions since the probe took it back.
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
    if function.is_null() {
        return false;
    }
    // SAFETY: CUPTI's function, whose argument is a function without arguments that gives the time: the program's, as it
    // registered it, or `real_time`.
    unsafe { std::mem::transmute::<*mut c_void, Function>(function)(clock) == CUPTI_SUCCESS }
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

/// Once the program has switched everything off, waits in a thread of the probe's until it is done with CUPTI.
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
        if !program.is_done() || state::now() != TimingState::HandedOver {
            program.waited_for = false;
            return;
        }
        let since = clock::raw_ns().saturating_sub(LAST_CALL.load(Ordering::Acquire));
        // A thread of the program that was stopped in a call may be about to take CUPTI.
        if since < QUIET.as_nanos() as u64 || IN_CALLS.load(Ordering::Acquire) > 0 {
            continue;
        }
        // Under the lock: a call of the program that takes CUPTI waits until this is done, which is short.
        program.waited_for = false;
        let is_foreign = CLOCK.load(Ordering::Acquire) != 0;
        if state::apply(Event::CuptiStarts).is_some() {
            let has_clock = !is_foreign
                || ending::unless_ending(|| set_clock(real_time as *const () as usize)) == Some(true);
            program.has_it = !(has_clock && start(program));
            if program.has_it {
                state::apply(Event::CuptiStopped);
                tally::give_up(Untimed::ProgramUsesCupti);
            } else {
                harvest::wake();
            }
        }
        return;
    }
}
