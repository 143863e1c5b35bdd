//! What the tracing layer calls before and after each of the program's calls.

use crate::result::Returned;
use crate::timing::state::State;
use crate::wrappers::Wrapper;
use crate::{hooks, timing};
use level_zero_sys::*;
use std::cell::Cell;
use std::ffi::c_void;
use zetop_probe_core::hot::{self, Outcome};
use zetop_probe_core::{clock, guard};

thread_local! {
    /// This thread is making a call for the probe, to test or switch the layer, which is not to be counted.
    static PROBING: Cell<bool> = const { Cell::new(false) };
    static SEEN: Cell<bool> = const { Cell::new(false) };
}

/// Makes a call for the probe, and says whether the tracer saw it.
pub fn sees(call: impl FnOnce()) -> bool {
    SEEN.set(false);
    PROBING.set(true);
    call();
    PROBING.set(false);
    SEEN.get()
}

/// True when the call is the probe's own; notes that it was seen.
fn is_probe() -> bool {
    let ours = PROBING.try_with(Cell::get).unwrap_or(false);
    if ours {
        let _ = SEEN.try_with(|s| s.set(true));
    }
    ours
}

/// Before any call: when it started.
///
/// # Safety
/// `instance` is room for a pointer, which the callback after the call also gets.
pub unsafe extern "C" fn before(
    _: *const *mut c_void,
    _: ze_result_t,
    _: *mut c_void,
    instance: *mut *mut c_void,
) {
    let start = if is_probe() { 0 } else { clock::ticks() };
    // SAFETY: the caller's promise.
    unsafe { *instance = start as *mut c_void };
}

/// After a call: accounts for it. The hook of an append that may have put work on a device.
///
/// # Safety
/// As [`before`].
#[inline(never)]
unsafe fn after<R: Outcome>(function: usize, result: R, instance: *mut *mut c_void) -> Option<Wrapper> {
    guard::quietly(|| {
        let end = clock::ticks();
        // SAFETY: the caller's promise.
        let start = unsafe { *instance } as u64;
        if start == 0 {
            return None;
        }
        let ticks = end.wrapping_sub(start);
        hot::account(function, start, ticks, result);
        forget(function);
        if result.is_error() || !timing::counts_only() {
            return None;
        }
        hooks::APPENDS.iter().find(|(id, _)| *id == function).map(|(_, hook)| *hook)
    })
    .flatten()
}

/// The handles and addresses of objects that went away may be reused for something else.
fn forget(function: usize) {
    if matches!(function, id::zeKernelDestroy | id::zeImageDestroy | id::zeCommandListDestroy) {
        timing::with(State::forget_adopted);
    }
    if matches!(
        function,
        id::zeMemAllocDevice
            | id::zeMemAllocHost
            | id::zeMemAllocShared
            | id::zeMemFree
            | id::zeMemFreeExt
            | id::zeMemOpenIpcHandle
            | id::zeMemCloseIpcHandle
            | id::zeVirtualMemMap
            | id::zeVirtualMemUnmap
    ) {
        timing::with_memory(|_, map| map.clear());
    }
}

macro_rules! callbacks {
    ($([$id:literal $family:ident $name:ident $getter:ident $table:ident $field:ident $index:literal $since:literal ($($argument:ident: $type:ty),*) -> $result:ty])*) => {
        #[allow(non_snake_case, clippy::missing_safety_doc, unused_assignments, unused_mut, unused_variables)]
        mod epilogue {
            use super::*;
            $(
                pub unsafe extern "C" fn $name(params: *const *mut c_void, result: $result, _: *mut c_void, instance: *mut *mut c_void) {
                    // SAFETY: the loader passes on what `before` had.
                    let Some(hook) = (unsafe { after($id, Returned(result), instance) }) else { return };
                    let mut call = || {
                        // SAFETY: the hook has this function's signature. `params` is a structure of pointers
                        // to the call's arguments, in their order (ze_api.h, "callback function parameters").
                        // While the tracing layer is in force, hooks of appends only count: see
                        // [`timing::append::append`].
                        unsafe {
                            let hook: unsafe extern "C-unwind" fn($($type),*) -> $result = std::mem::transmute(hook.cast_mut());
                            let mut at = params;
                            $(
                                let $argument = *(*at).cast::<$type>();
                                at = at.add(1);
                            )*
                            hook($($argument),*);
                        }
                    };
                    // One guard, compiled once for all functions.
                    guard::quietly(&mut call as &mut dyn FnMut());
                }
            )*
        }

        /// What is called after each function, by function id.
        pub static CALLBACKS: [Wrapper; FUNCTION_COUNT] = [$(Wrapper::new(epilogue::$name as *const c_void)),*];
    };
}
for_each_function!(callbacks);
