//! A driver without a loader: its functions are in the tables that it fills.

use level_zero_sys::*;
use std::collections::HashMap;
use std::ffi::{CString, c_char, c_void};
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};

type Getter = unsafe extern "C" fn(ze_api_version_t, *mut c_void) -> ze_result_t;

/// Intel's.
const DRIVER: &str = "libze_intel_gpu.so.1";
/// Drivers that the loader uses instead of the installed ones, separated by commas.
const ALTERNATIVES: &str = "ZE_ENABLE_ALT_DRIVERS";

/// The files that a loader would open.
pub(super) fn installed() -> Vec<PathBuf> {
    match std::env::var(ALTERNATIVES) {
        Ok(files) => files.split(',').filter(|file| !file.is_empty()).map(PathBuf::from).collect(),
        Err(_) => vec![DRIVER.into()],
    }
}

/// Opens a driver by its path, or by a name that the dynamic linker finds. The simulated GPU is told with whom it shares devices.
pub(super) fn open(file: &Path, shared: Option<&Path>) -> Option<LevelZero> {
    // SAFETY: a driver's initialisers have no requirements.
    let library = unsafe { libloading::Library::new(file.as_os_str()) }.ok()?;
    if let Some(shared) = shared {
        let path = CString::new(shared.as_os_str().as_bytes()).ok()?;
        // SAFETY: the simulated GPU's function of this name has this signature, and the path ends with a zero.
        unsafe { library.get::<unsafe extern "C" fn(*const c_char)>("zesimShare\0").ok()?(path.as_ptr()) };
    }
    let mut found: HashMap<&str, *const c_void> = HashMap::new();
    for table in TABLES {
        let mut fields = vec![std::ptr::null::<c_void>(); table.size / size_of::<usize>()];
        // SAFETY: the getters of the specification have this signature.
        let Ok(getter) = (unsafe { library.get::<Getter>(format!("{}\0", table.getter)) }) else { continue };
        // SAFETY: as many fields as the table of this version has. What the driver does not fill stays null.
        let _ = unsafe { getter(ZE_API_VERSION_1_17, fields.as_mut_ptr().cast()) };
        for function in FUNCTIONS.iter().filter(|function| function.table == table.getter) {
            found.insert(function.name, fields[function.index]);
        }
    }
    // SAFETY: the fields of the tables have the types of the functions, whose library goes along.
    Some(unsafe { LevelZero::with_functions(library, |name| found.get(name).copied().unwrap_or_default()) })
}
