//! Which copy of the tables calls go through: a harmless call tells.

use super::copies::Hit;
use crate::driver::ORIGINALS;
use crate::entry::attach::tables::Wanted;
use crate::entry::layer;
use level_zero_sys::{FUNCTIONS, ZE_RESULT_ERROR_UNINITIALIZED, id, ze_driver_handle_t, ze_result_t};
use std::ffi::c_void;
use std::sync::atomic::{AtomicBool, AtomicI32, AtomicPtr, Ordering};

/// For the calls of other threads: what the entry held, which may be our wrapper.
static PROOF_ORIGINAL: AtomicPtr<c_void> = AtomicPtr::new(std::ptr::null_mut());
/// For our test call, which must not be counted as the program's.
static PROOF_UNCOUNTED: AtomicPtr<c_void> = AtomicPtr::new(std::ptr::null_mut());
static PROOF_THREAD: AtomicI32 = AtomicI32::new(0);
static PROVEN: AtomicBool = AtomicBool::new(false);

/// Replaces `zeDriverGet` for a moment. Calls of other threads are passed on.
pub unsafe extern "C-unwind" fn proof(count: *mut u32, drivers: *mut ze_driver_handle_t) -> ze_result_t {
    // SAFETY: no arguments.
    let ours = unsafe { libc::gettid() } == PROOF_THREAD.load(Ordering::Relaxed);
    let original = if ours {
        PROVEN.store(true, Ordering::Relaxed);
        PROOF_UNCOUNTED.load(Ordering::Acquire)
    } else {
        PROOF_ORIGINAL.load(Ordering::Acquire)
    };
    if original.is_null() {
        return ZE_RESULT_ERROR_UNINITIALIZED;
    }
    type DriverGet = unsafe extern "C-unwind" fn(*mut u32, *mut ze_driver_handle_t) -> ze_result_t;
    // SAFETY: the table's previous entry of that name, with the caller's own arguments.
    unsafe { std::mem::transmute::<*mut c_void, DriverGet>(original)(count, drivers) }
}

/// The entry of `zeDriverGet` in a copy.
fn driver_get<'a>(wanted: &Wanted, copy: &[&Hit]) -> Option<&'a AtomicPtr<c_void>> {
    let function = &FUNCTIONS[id::zeDriverGet];
    let hit = copy.iter().find(|h| wanted.tables[h.table].getter == function.table)?;
    let slot = (hit.address + function.index * 8) as *mut *mut c_void;
    // SAFETY: an entry of a table that was just read there; a table lives as long as the loader.
    Some(unsafe { AtomicPtr::from_ptr(slot) })
}

/// Our wrappers are in this copy.
pub fn is_ours(wanted: &Wanted, copy: &[&Hit]) -> bool {
    driver_get(wanted, copy).is_some_and(|slot| layer::is_ours(id::zeDriverGet, slot.load(Ordering::Acquire)))
}

/// True when the program's calls go through this copy.
pub fn is_live(wanted: &Wanted, copy: &[&Hit]) -> bool {
    let Some(slot) = driver_get(wanted, copy) else { return false };
    let original = slot.load(Ordering::Acquire);
    if original.is_null() {
        return false;
    }
    let is_wrapper = layer::is_ours(id::zeDriverGet, original);
    let uncounted = if is_wrapper { ORIGINALS[id::zeDriverGet].load(Ordering::Acquire) } else { original };
    PROOF_UNCOUNTED.store(uncounted, Ordering::Release);
    PROOF_ORIGINAL.store(original, Ordering::Release);
    // SAFETY: no arguments.
    PROOF_THREAD.store(unsafe { libc::gettid() }, Ordering::Relaxed);
    PROVEN.store(false, Ordering::Relaxed);
    slot.store(proof as *mut c_void, Ordering::Release);
    wanted.call_driver_get();
    PROOF_THREAD.store(0, Ordering::Relaxed);
    // Only if nobody else has written there meanwhile.
    let _ = slot.compare_exchange(proof as *mut c_void, original, Ordering::AcqRel, Ordering::Relaxed);
    PROVEN.load(Ordering::Relaxed)
}
