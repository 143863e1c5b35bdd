//! Hands CUPTI over to a program that uses it itself (torch.profiler), and takes it back when the program has let go.
//!
//! CUPTI has only one client. So we watch the CUPTI functions with which a program takes activity records: its pointers
//! to them (and CUPTI's own symbol table, for later look-ups) lead to wrappers. Before the first such call is made, we
//! let go of CUPTI; operations are then counted but not timed. When the program has switched off its last kind of record
//! and has not called CUPTI for a while, we take it again. Buffers of the program that CUPTI returns only then go to the
//! program's own function.

use super::cupti;
use super::{COUNTING, REASON, STATE, TIMING, Untimed, harvest, lock, settle};
use crate::modules::{self, Patch};
use cuda_sys::*;
use rustc_hash::FxHashSet;
use std::ffi::{CStr, c_void};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicPtr, AtomicU64, AtomicUsize, Ordering};
use std::time::Duration;
use zetop_probe_core::{clock, guard};

/// A program that has let go and has not called CUPTI for this long is unlikely to come back at once.
const QUIET: Duration = Duration::from_millis(500);

/// What the program does with CUPTI.
#[derive(Default)]
struct Program {
    /// Kinds of records that it has switched on, with the context if it named one.
    enabled: FxHashSet<(usize, CUpti_ActivityKind)>,
    /// CUPTI was handed over and is not ours yet.
    has_it: bool,
}

static PROGRAM: Mutex<Option<Program>> = Mutex::new(None);
/// The program's buffer functions, which get the buffers that are not ours.
static REQUESTED: AtomicUsize = AtomicUsize::new(0);
static COMPLETED: AtomicUsize = AtomicUsize::new(0);
/// The clock that the program gave CUPTI for its records (torch.profiler: the processor's counter); 0 for CUPTI's own.
static CLOCK: AtomicUsize = AtomicUsize::new(0);
/// When the program last called a watched CUPTI function, CLOCK_MONOTONIC_RAW, ns.
static LAST_CALL: AtomicU64 = AtomicU64::new(0);
/// A thread waits for the program to let go.
static WAITING: AtomicBool = AtomicBool::new(false);
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
                        called();
                        $first
                    });
                    let original = originals::$name.load(Ordering::Acquire);
                    // SAFETY: a wrapper replaces a pointer only after CUPTI's function of that name, which
                    // has this signature, was saved; the arguments are the program's own.
                    let $result = unsafe {
                        let original: unsafe extern "C" fn($($type),*) -> CUptiResult = std::mem::transmute(original);
                        original($($argument),*)
                    };
                    guard::quietly(|| $then);
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
        REQUESTED.store(requested.map_or(0, |f| f as usize), Ordering::Release);
        COMPLETED.store(completed.map_or(0, |f| f as usize), Ordering::Release);
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
    fn cuptiFinalize() first { hand_over(false) } then |result| { disabled(|_| true) }
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

/// Puts the program's pointers back.
pub fn unwatch() {
    modules::put_back(&mut lock(&PATCHES));
}

/// The program has CUPTI at present.
pub fn is_away() -> bool {
    lock(&PROGRAM).as_ref().is_some_and(|program| program.has_it)
}

/// The program is about to take CUPTI. With `again`, this call does not register its buffer functions, so
/// those that it registered before are restored.
fn hand_over(again: bool) {
    let mut program = lock(&PROGRAM);
    let program = program.get_or_insert_default();
    if program.has_it {
        return;
    }
    program.has_it = true;
    // From here on the hooks count operations. Those that they had left to CUPTI have a record or are given
    // up.
    REASON.store(Untimed::ProgramUsesCupti as u32, Ordering::Release);
    if STATE.compare_exchange(TIMING, COUNTING, Ordering::AcqRel, Ordering::Acquire).is_ok() {
        cupti::stop();
        settle(Untimed::ProgramUsesCupti);
    }
    // CUPTI has had ours since we took it back.
    let clock = CLOCK.load(Ordering::Acquire);
    if clock != 0 {
        set_clock(clock);
    }
    if again && COMPLETED.load(Ordering::Acquire) != 0 {
        cupti::register(REQUESTED.load(Ordering::Acquire), COMPLETED.load(Ordering::Acquire));
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
        lock(&PROGRAM).get_or_insert_default().enabled.insert((context, kind));
    }
    may_wait();
}

fn disabled(which: impl Fn(&(usize, CUpti_ActivityKind)) -> bool) {
    lock(&PROGRAM).get_or_insert_default().enabled.retain(|entry| !which(entry));
    may_wait();
}

/// Once the program has switched everything off, waits in a thread of ours until it is done with CUPTI.
fn may_wait() {
    let idle = lock(&PROGRAM).as_ref().is_some_and(|program| program.has_it && program.enabled.is_empty());
    if idle && !WAITING.swap(true, Ordering::AcqRel) && guard::spawn("zetop-harvest", wait_and_take).is_none()
    {
        WAITING.store(false, Ordering::Release);
    }
}

fn wait_and_take() {
    loop {
        std::thread::sleep(QUIET / 5);
        let mut program = lock(&PROGRAM);
        let Some(program) = program.as_mut().filter(|program| program.has_it && program.enabled.is_empty())
        else {
            break;
        };
        if STATE.load(Ordering::Acquire) != COUNTING {
            break;
        }
        let since = clock::raw_ns().saturating_sub(LAST_CALL.load(Ordering::Acquire));
        if since < QUIET.as_nanos() as u64 {
            continue;
        }
        // Under the lock: a call of the program that takes CUPTI waits until this is done, which is short.
        let is_foreign = CLOCK.load(Ordering::Acquire) != 0;
        if (!is_foreign || set_clock(real_time as *const () as usize)) && cupti::enable() {
            program.has_it = false;
            STATE.store(TIMING, Ordering::Release);
            harvest::wake();
        }
        break;
    }
    WAITING.store(false, Ordering::Release);
}

/// Handles a buffer that is not ours: it is the program's.
///
/// # Safety
/// What CUPTI passed to its function for completed buffers.
pub unsafe fn pass_on(context: CUcontext, stream: u32, buffer: *mut u8, size: usize, valid: usize) {
    type Completed = unsafe extern "C" fn(CUcontext, u32, *mut u8, usize, usize);
    let function = COMPLETED.load(Ordering::Acquire);
    if function != 0 {
        // SAFETY: the program registered it as such a function.
        unsafe { std::mem::transmute::<usize, Completed>(function)(context, stream, buffer, size, valid) };
    }
}
