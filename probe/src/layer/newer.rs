//! Driver functions that are newer than the loader: a table of the loader's ends before them, the driver's own
//! getter knows them. For our own questions only; the program can't call them.

use super::ORIGINALS;
use level_zero_sys::{FUNCTIONS, ZE_RESULT_SUCCESS, id, ze_api_version_t, ze_result_t};
use std::collections::BTreeMap;
use std::ffi::{CStr, CString, c_void};
use std::sync::atomic::Ordering;

/// What tells about objects that the program made before an attach: since API version 1.9.
const WANTED: &[usize] = &[
    id::zeCommandListGetContextHandle,
    id::zeCommandListGetDeviceHandle,
    id::zeCommandListGetOrdinal,
    id::zeCommandListImmediateGetIndex,
    id::zeCommandListIsImmediate,
    id::zeCommandQueueGetIndex,
    id::zeCommandQueueGetOrdinal,
    id::zeEventGetEventPool,
    id::zeEventPoolGetFlags,
];

/// Larger than any table.
const ENTRIES: usize = 256;

type Getter = unsafe extern "C" fn(ze_api_version_t, *mut *mut c_void) -> ze_result_t;

/// Looks up what the loader did not hand us, where the driver's functions stand in the loader's tables. With
/// several drivers they don't: an old loader's own functions stand there, and handles are the loader's, too.
pub fn look_up() {
    let missing = || WANTED.iter().copied().filter(|id| ORIGINALS[*id].load(Ordering::Acquire).is_null());
    if missing().next().is_none() {
        return;
    }
    let Some(driver) = file_of(ORIGINALS[id::zeCommandListCreate].load(Ordering::Acquire)) else { return };
    if is_loader(&driver) {
        return;
    }
    let mut tables: BTreeMap<&str, Option<Vec<*mut c_void>>> = BTreeMap::new();
    for id in missing() {
        let function = &FUNCTIONS[id];
        let table = tables.entry(function.table).or_insert_with(|| ask(&driver, function.table));
        if let Some(found) = table.as_ref().and_then(|t| t.get(function.index)) {
            ORIGINALS[id].store(*found, Ordering::Release);
        }
    }
}

fn is_loader(file: &CStr) -> bool {
    let file = file.to_bytes();
    file.rsplit(|b| *b == b'/').next().is_some_and(|name| name.starts_with(b"libze_loader"))
}

/// The library that holds an address.
fn file_of(address: *mut c_void) -> Option<CString> {
    // SAFETY: `Dl_info` is plain data; `dladdr` takes any address, and its strings live with the library.
    unsafe {
        let mut info: libc::Dl_info = std::mem::zeroed();
        if address.is_null() || libc::dladdr(address, &raw mut info) == 0 || info.dli_fname.is_null() {
            return None;
        }
        Some(CStr::from_ptr(info.dli_fname).to_owned())
    }
}

/// A table as the driver itself fills it, at the newest version that it knows.
fn ask(driver: &CStr, getter: &str) -> Option<Vec<*mut c_void>> {
    let name = CString::new(getter).ok()?;
    // SAFETY: C strings; with RTLD_NOLOAD nothing is loaded or run, and the count goes back at once, since the
    // loader keeps its drivers.
    let getter = unsafe {
        let library = libc::dlopen(driver.as_ptr(), libc::RTLD_NOLOAD | libc::RTLD_LAZY);
        if library.is_null() {
            return None;
        }
        let getter = libc::dlsym(library, name.as_ptr());
        libc::dlclose(library);
        getter
    };
    // The look-up goes on into the driver's own dependencies.
    if file_of(getter).as_deref() != Some(driver) {
        return None;
    }
    // SAFETY: a driver's exported function of that name has this signature.
    let getter = unsafe { std::mem::transmute::<*mut c_void, Getter>(getter) };
    (9..=17).rev().find_map(|minor| {
        let mut entries = vec![std::ptr::null_mut(); ENTRIES];
        // SAFETY: the buffer is larger than the table of any version.
        let result = unsafe { getter(1 << 16 | minor, entries.as_mut_ptr()) };
        (result == ZE_RESULT_SUCCESS).then_some(entries)
    })
}
