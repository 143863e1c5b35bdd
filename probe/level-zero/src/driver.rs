//! The driver's functions as the loader handed them to us. Our calls to them are not counted: what the probe
//! itself does with events, lists and memory is not the program's doing.

use level_zero_sys::*;
use std::ffi::c_void;
use std::sync::atomic::{AtomicPtr, Ordering};

/// What the loader handed us for each function, by id.
pub static ORIGINALS: [AtomicPtr<c_void>; FUNCTION_COUNT] =
    [const { AtomicPtr::new(std::ptr::null_mut()) }; FUNCTION_COUNT];

trait Missing {
    const MISSING: Self;
}
impl Missing for u32 {
    const MISSING: Self = ZE_RESULT_ERROR_UNSUPPORTED_FEATURE;
}
impl<T> Missing for *mut T {
    const MISSING: Self = std::ptr::null_mut();
}

macro_rules! driver {
    ($([$id:literal $family:ident $name:ident $getter:ident $table:ident $field:ident $index:literal $since:literal ($($argument:ident: $type:ty),*) -> $result:ty])*) => {$(
        /// As in the specification; `ZE_RESULT_ERROR_UNSUPPORTED_FEATURE` if the loader has no such function.
        ///
        /// # Safety
        /// As the specification says about the arguments.
        // All functions are here, though the probe needs only some.
        #[allow(non_snake_case, clippy::too_many_arguments, dead_code)]
        #[inline]
        pub unsafe fn $name($($argument: $type),*) -> $result {
            let original = ORIGINALS[$id].load(Ordering::Acquire);
            if original.is_null() {
                return <$result as Missing>::MISSING;
            }
            // SAFETY: what the loader handed us under that name has this signature.
            let original: unsafe extern "C-unwind" fn($($type),*) -> $result = unsafe { std::mem::transmute(original) };
            // SAFETY: passed on to the caller.
            unsafe { original($($argument),*) }
        }
    )*};
}
for_each_function!(driver);

/// The functions of this module, for device timing.
pub struct Loaded;

macro_rules! loaded {
    ($($name:ident($($argument:ident: $type:ty),*);)*) => {
        impl crate::driver_trait::Driver for Loaded {$(
            unsafe fn $name(&self, $($argument: $type),*) -> ze_result_t {
                // SAFETY: passed on to the caller.
                unsafe { $name($($argument),*) }
            }
        )*}
    };
}
crate::driver_trait::for_each_driver_function!(loaded);
