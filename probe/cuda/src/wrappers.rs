//! One wrapper per symbol: it counts the call under the function's name.

use crate::driver::ORIGINALS;
use crate::result::Returned;
use cuda_sys::*;
use std::sync::atomic::Ordering;
use zetop_probe_core::hot;

macro_rules! wrappers {
    ($([$number:literal $id:literal $symbol:ident ($($argument:ident: $type:ty),*) -> $result:ty])*) => {
        #[allow(non_snake_case, clippy::missing_safety_doc, clippy::too_many_arguments)]
        pub mod plain {
            use super::*;
            $(
                #[inline(always)]
                pub unsafe fn $symbol($($argument: $type),*) -> $result {
                    let original = ORIGINALS[$number].load(Ordering::Relaxed);
                    if original.is_null() {
                        return CUDA_ERROR_NOT_FOUND;
                    }
                    // SAFETY: what the driver exports under that name has this signature; the arguments are
                    // the program's own.
                    unsafe {
                        let original: unsafe extern "C-unwind" fn($($type),*) -> $result =
                            std::mem::transmute(original);
                        hot::measure($id, || Returned(original($($argument),*))).0
                    }
                }
            )*
        }
    };
}
for_each_symbol!(wrappers);
