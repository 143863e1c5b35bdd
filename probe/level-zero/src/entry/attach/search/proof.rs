//! Which copy of the tables calls go through: a harmless call tells.

use super::copies::Hit;
use crate::entry::attach::tables::Wanted;
use crate::entry::layer;
use level_zero_sys::{FUNCTIONS, ZE_RESULT_ERROR_UNINITIALIZED, id, ze_driver_handle_t, ze_result_t};
use std::ffi::c_void;
use std::sync::atomic::{AtomicBool, AtomicI32, AtomicPtr, Ordering};

static PROOF_ORIGINAL: AtomicPtr<c_void> = AtomicPtr::new(std::ptr::null_mut());
static PROOF_THREAD: AtomicI32 = AtomicI32::new(0);
static PROVEN: AtomicBool = AtomicBool::new(false);

/// Replaces `zeDriverGet` for a moment. Calls of other threads are passed on.
pub unsafe extern "C-unwind" fn proof(count: *mut u32, drivers: *mut ze_driver_handle_t) -> ze_result_t {
    // SAFETY: no arguments.
    if unsafe { libc::gettid() } == PROOF_THREAD.load(Ordering::Relaxed) {
        PROVEN.store(true, Ordering::Relaxed);
    }
    let original = PROOF_ORIGINAL.load(Ordering::Acquire);
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
    PROOF_ORIGINAL.store(original, Ordering::Release);
    // SAFETY: no arguments.
    PROOF_THREAD.store(unsafe { libc::gettid() }, Ordering::Relaxed);
    PROVEN.store(false, Ordering::Relaxed);
    slot.store(proof as *mut c_void, Ordering::Release);
    wanted.call_driver_get();
    // Only if nobody else has written there meanwhile.
    let _ = slot.compare_exchange(proof as *mut c_void, original, Ordering::AcqRel, Ordering::Relaxed);
    PROVEN.load(Ordering::Relaxed)
}
