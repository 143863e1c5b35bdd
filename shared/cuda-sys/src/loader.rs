//! The driver's functions, found at run time.

use crate::bindings::*;
use std::ffi::c_void;
use std::path::Path;
use std::ptr::null;

/// File name of the CUDA driver's library on Linux.
pub const DRIVER_FILE: &str = "libcuda.so.1";

macro_rules! loader {
    ($([$number:literal $id:literal $symbol:ident ($($argument:ident: $type:ty),*) -> $result:ty])*) => {
        /// The driver, opened with `dlopen`, with a method for each of its exported functions.
        ///
        /// A function that the driver is too old for returns `CUDA_ERROR_NOT_FOUND`.
        #[allow(non_snake_case)]
        pub struct Cuda {
            _library: libloading::Library,
            $($symbol: Option<unsafe extern "C" fn($($type),*) -> $result>,)*
        }

        #[allow(non_snake_case, clippy::missing_safety_doc, clippy::too_many_arguments)]
        impl Cuda {
            /// Opens the driver by file name (searched as `dlopen` does) or path.
            ///
            /// # Errors
            /// The message of `dlopen` when the library cannot be opened.
            pub fn open(file: impl AsRef<Path>) -> Result<Self, libloading::Error> {
                // SAFETY: the driver's initialisers ask nothing of the caller.
                let library = unsafe { libloading::Library::new(file.as_ref())? };
                Ok(Self::from_library(library))
            }

            /// Not generic, so that it is compiled once.
            fn from_library(library: libloading::Library) -> Self {
                // SAFETY: taken for an address, which nobody reads.
                let find = |name: &str| unsafe { library.get::<*const c_void>(name) }.map_or(null(), |found| *found);
                Self {
                    $(
                        // SAFETY: null is `None`; a symbol has the signature of the header.
                        $symbol: unsafe {
                            std::mem::transmute::<*const c_void, Option<unsafe extern "C" fn($($type),*) -> $result>>(
                                find(stringify!($symbol))
                            )
                        },
                    )*
                    _library: library,
                }
            }

            $(
                #[doc = concat!("`", stringify!($symbol), "` of the driver.")]
                ///
                /// # Safety
                /// As the documentation says of its arguments.
                pub unsafe fn $symbol(&self, $($argument: $type),*) -> $result {
                    match self.$symbol {
                        // SAFETY: passed on to the caller.
                        Some(f) => unsafe { f($($argument),*) },
                        None => CUDA_ERROR_NOT_FOUND,
                    }
                }
            )*
        }
    };
}
crate::for_each_symbol!(loader);
