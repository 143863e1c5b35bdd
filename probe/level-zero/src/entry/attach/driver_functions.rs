//! Driver functions that the loader is too old to have in its tables. We need them to ask about objects that
//! the program made before the attach (`zeCommandListGetContextHandle` and the like came with version 1.9;
//! Debian 12's loader knows 1.5). With one driver, the loader's tables hold the driver's own functions and
//! handles are the driver's own, so the rest can be had from the driver's own getters.

use super::{maps, proc_addr_tables};
use crate::driver::ORIGINALS;
use level_zero_sys::{FUNCTIONS, ZE_API_VERSION_1_9, id};
use std::ffi::CStr;
use std::sync::atomic::Ordering;

/// The functions that [`crate::timing::adopt`] and [`crate::driver_quirks`] use.
const WANTED: [usize; 12] = [
    id::zeCommandListGetContextHandle,
    id::zeCommandListGetDeviceHandle,
    id::zeCommandListGetFlags,
    id::zeCommandListGetOrdinal,
    id::zeCommandListImmediateGetIndex,
    id::zeCommandListIsImmediate,
    id::zeCommandQueueGetIndex,
    id::zeCommandQueueGetOrdinal,
    id::zeEventCounterBasedCreate,
    id::zeEventGetEventPool,
    id::zeEventGetSignalScope,
    id::zeEventPoolGetFlags,
];

/// Looks up what is missing.
pub fn find_functions() {
    let missing = |id: &&usize| ORIGINALS[**id].load(Ordering::Acquire).is_null();
    if WANTED.iter().all(|id| !missing(&id)) {
        return;
    }
    let known = ORIGINALS[id::zeCommandListCreate].load(Ordering::Acquire);
    if known.is_null() {
        return;
    }
    // SAFETY: `Dl_info` is plain data, and `dladdr` takes any address; with RTLD_NOLOAD nothing is loaded, and
    // the count that was taken goes back at once: the driver is the loader's.
    let driver = unsafe {
        let mut info: libc::Dl_info = std::mem::zeroed();
        if libc::dladdr(known, &raw mut info) == 0 || info.dli_fname.is_null() {
            return;
        }
        // With several drivers, the tables hold the loader's own functions, and handles are its own, too.
        // Don't ask a layer's getter either: it would call whatever it is handed from then on.
        let file = CStr::from_ptr(info.dli_fname).to_string_lossy();
        if maps::is_loader(&file) || maps::is_layer(&file) {
            return;
        }
        let driver = libc::dlopen(info.dli_fname, libc::RTLD_NOLOAD | libc::RTLD_LAZY);
        if driver.is_null() {
            return;
        }
        libc::dlclose(driver);
        driver
    };
    for id in WANTED.iter().filter(missing) {
        let function = &FUNCTIONS[*id];
        let entries =
            proc_addr_tables::driver_table(driver, function.table, function.since.max(ZE_API_VERSION_1_9))
                .unwrap_or_default();
        if let Some(entry) = entries.get(function.index).filter(|entry| **entry != 0) {
            ORIGINALS[*id].store(*entry as *mut _, Ordering::Release);
        }
    }
}
