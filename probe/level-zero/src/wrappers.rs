//! One wrapper per API function.

use crate::driver::ORIGINALS;
use crate::result::Answer;
use level_zero_sys::*;
use std::ffi::c_void;
use std::sync::atomic::Ordering;
use zetop_probe_core::hot;

macro_rules! wrappers {
    ($([$id:literal $family:ident $name:ident $getter:ident $table:ident $field:ident $index:literal $since:literal ($($argument:ident: $type:ty),*) -> $result:ty])*) => {
        #[allow(non_snake_case, clippy::missing_safety_doc, clippy::too_many_arguments)]
        pub mod plain {
            use super::*;
            $(
                pub unsafe extern "C" fn $name($($argument: $type),*) -> $result {
                    // SAFETY: a wrapper stands in a table only after the original of that name, which has
                    // this signature, was saved; the arguments are the program's own.
                    unsafe {
                        let original = ORIGINALS[$id].load(Ordering::Relaxed);
                        let original: unsafe extern "C" fn($($type),*) -> $result = std::mem::transmute(original);
                        hot::measure($id, || Answer(original($($argument),*))).0
                    }
                }
            )*
        }

        /// A function's address, in a form that a static may hold.
        #[derive(Clone, Copy)]
        pub struct Wrapper(*const c_void);
        // SAFETY: an address of code.
        unsafe impl Sync for Wrapper {}
        impl Wrapper {
            #[must_use]
            pub const fn new(code: *const c_void) -> Self {
                Self(code)
            }
            #[must_use]
            pub fn cast_mut(self) -> *mut c_void {
                self.0.cast_mut()
            }
        }

        /// The wrappers, by function id.
        pub static WRAPPERS: [Wrapper; FUNCTION_COUNT] = [$(Wrapper(plain::$name as *const c_void)),*];
    };
}
for_each_function!(wrappers);
