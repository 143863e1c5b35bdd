//! A Level Zero layer that reads the clock before and after a call and does nothing else: the floor under what
//! any layer can cost. It wraps the functions that the overhead bench calls, `zeEventQueryStatus` and `zeEventHostSynchronize`.

use level_zero_sys::*;
use std::sync::atomic::{AtomicPtr, Ordering};

/// The driver's (or the layer's underneath).
static NEXT: AtomicPtr<()> = AtomicPtr::new(std::ptr::null_mut());
static NEXT_WAIT: AtomicPtr<()> = AtomicPtr::new(std::ptr::null_mut());

type QueryStatus = unsafe extern "C" fn(ze_event_handle_t) -> ze_result_t;
type HostSynchronize = unsafe extern "C" fn(ze_event_handle_t, u64) -> ze_result_t;

#[cfg(target_arch = "x86_64")]
fn clock() -> u64 {
    // SAFETY: every x86-64 processor has it.
    unsafe { core::arch::x86_64::_rdtsc() }
}

#[cfg(not(target_arch = "x86_64"))]
fn clock() -> u64 {
    static START: std::sync::LazyLock<std::time::Instant> = std::sync::LazyLock::new(std::time::Instant::now);
    START.elapsed().as_nanos() as u64
}

unsafe extern "C" fn query_status(event: ze_event_handle_t) -> ze_result_t {
    // SAFETY: this wrapper is in the table only after a function of this type was stored here.
    let next = unsafe { std::mem::transmute::<*mut (), QueryStatus>(NEXT.load(Ordering::Relaxed)) };
    let start = clock();
    // SAFETY: passed on to the caller.
    let result = unsafe { next(event) };
    std::hint::black_box(clock() - start);
    result
}

unsafe extern "C" fn host_synchronize(event: ze_event_handle_t, timeout: u64) -> ze_result_t {
    // SAFETY: this wrapper is in the table only after a function of this type was stored here.
    let next = unsafe { std::mem::transmute::<*mut (), HostSynchronize>(NEXT_WAIT.load(Ordering::Relaxed)) };
    let start = clock();
    // SAFETY: passed on to the caller.
    let result = unsafe { next(event, timeout) };
    std::hint::black_box(clock() - start);
    result
}

/// Puts the wrappers into the table of events; all others stay as they are.
fn wrap(getter: &str, table: *mut ()) {
    if getter != "zeGetEventProcAddrTable" || table.is_null() {
        return;
    }
    let table = table.cast::<ze_event_dditable_t>();
    // SAFETY: the loader hands out a table of this getter's type, alone for this call.
    let (entry, wait) = unsafe { (&mut (*table).pfnQueryStatus, &mut (*table).pfnHostSynchronize) };
    let wrapper: QueryStatus = query_status;
    if let Some(next) = *entry
        && next as usize != wrapper as usize
    {
        NEXT.store(next as *mut (), Ordering::Relaxed);
        *entry = Some(wrapper);
    }
    let wrapper: HostSynchronize = host_synchronize;
    if let Some(next) = *wait
        && next as usize != wrapper as usize
    {
        NEXT_WAIT.store(next as *mut (), Ordering::Relaxed);
        *wait = Some(wrapper);
    }
}

macro_rules! getters {
    ($([$getter:ident $family:ident $table:ident])*) => {$(
        /// # Safety
        /// A table of the version's size, or null.
        // SAFETY: no other library that is linked to this one has the name, and the signature is the loader's.
        #[unsafe(no_mangle)]
        pub unsafe extern "C" fn $getter(_version: ze_api_version_t, table: *mut $table) -> ze_result_t {
            wrap(stringify!($getter), table.cast());
            ZE_RESULT_SUCCESS
        }
    )*};
}
level_zero_sys::for_each_table!(getters);
