//! `zeInit`, `zesInit` and `zeInitDrivers`: the loader calls them itself when it checks its drivers, through
//! the same table as the program's call (seen on 1.8.12). Only the program's calls are counted.

use crate::arch::jump_with_return_address;
use crate::driver;
use crate::wrappers::plain;
use level_zero_sys::*;
use std::ffi::{CStr, c_void};
use std::sync::OnceLock;
use zetop_probe_core::guard;

/// Called when an initialisation returns.
static CALL_BACK: OnceLock<fn(usize)> = OnceLock::new();

/// From now on, `function` is called with the id of an initialisation whenever one returns. Only the first
/// one handed in counts.
pub fn call_back(function: fn(usize)) {
    let _ = CALL_BACK.set(function);
}

fn initialised(id: usize) {
    if let Some(function) = CALL_BACK.get() {
        guard::quietly(|| function(id));
    }
}

/// True when the call comes from the loader's check of its drivers: `zelLoaderDriverCheck`, or a method of
/// `loader::context_t` (`init_driver` on 1.8.12), whose C++ names older loaders export.
fn is_driver_check(return_address: *const c_void) -> bool {
    // SAFETY: `Dl_info` is plain data; `dladdr` takes any address, and its strings live with the library.
    unsafe {
        let mut info: libc::Dl_info = std::mem::zeroed();
        if libc::dladdr(return_address, &raw mut info) == 0 || info.dli_sname.is_null() {
            return false;
        }
        let caller = CStr::from_ptr(info.dli_sname).to_bytes();
        let names = |wanted: &[u8]| caller.windows(wanted.len()).any(|part| part == wanted);
        names(b"6loader9context_t") || names(b"zelLoaderDriverCheck")
    }
}

/// Passes the return address on as an additional argument, behind as many as the function has itself.
macro_rules! with_return_address {
    ($name:ident($($argument:ident: $type:ty),*), $count:tt, $inner:ident) => {
        /// As in the specification.
        ///
        /// # Safety
        /// As the specification says.
        #[allow(non_snake_case)]
        #[unsafe(naked)]
        pub unsafe extern "C-unwind" fn $name($($argument: $type),*) -> ze_result_t {
            jump_with_return_address!($count, $inner)
        }

        unsafe extern "C-unwind" fn $inner($($argument: $type,)* return_address: *const c_void) -> ze_result_t {
            let own = guard::quietly(|| is_driver_check(return_address));
            // SAFETY: the caller's own call and arguments.
            let result = unsafe {
                if own == Some(true) { driver::$name($($argument),*) } else { plain::$name($($argument),*) }
            };
            initialised(id::$name);
            result
        }
    };
}

with_return_address!(zeInit(flags: ze_init_flags_t), 1, ze_init);
with_return_address!(zesInit(flags: zes_init_flags_t), 1, zes_init);
with_return_address!(
    zeInitDrivers(count: *mut u32, drivers: *mut ze_driver_handle_t, desc: *mut ze_init_driver_type_desc_t),
    3,
    ze_init_drivers
);
