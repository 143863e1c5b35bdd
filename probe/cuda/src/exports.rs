//! The driver's functions under their own names: each goes to its hook if it has one, otherwise to its plain
//! wrapper.

use crate::driver::Wrapper;
use crate::hooks::calls;
use cuda_sys::*;
use std::ffi::c_void;

macro_rules! exports {
    ($([$number:literal $id:literal $symbol:ident ($($argument:ident: $type:ty),*) -> $result:ty])*) => {
        $(
            /// As NVIDIA documents it.
            ///
            /// # Safety
            /// As the documentation says of the arguments.
            #[allow(non_snake_case, clippy::too_many_arguments)]
            #[unsafe(no_mangle)]
            pub unsafe extern "C-unwind" fn $symbol($($argument: $type),*) -> $result {
                // SAFETY: the program's own call and arguments.
                unsafe { calls::$symbol($($argument),*) }
            }
        )*

        /// The functions above, by the symbol's number.
        pub static WRAPPERS: [Wrapper; SYMBOL_COUNT] = [$(Wrapper($symbol as *const c_void)),*];
    };
}
for_each_symbol!(exports);
