//! The loader's functions, found at run time.

use crate::bindings::*;
use std::ffi::c_void;
use std::path::Path;
use std::ptr::null;

/// File name of the Level Zero loader on Linux.
pub const LOADER_FILE: &str = "libze_loader.so.1";

/// What a function gives that this loader does not have.
trait Missing {
    const MISSING: Self;
}
impl Missing for u32 {
    const MISSING: Self = ZE_RESULT_ERROR_UNSUPPORTED_FEATURE;
}
impl<T> Missing for *mut T {
    const MISSING: Self = std::ptr::null_mut();
}

macro_rules! loader {
    ($([$id:literal $family:ident $name:ident $getter:ident $table:ident $field:ident $index:literal $since:literal ($($argument:ident: $type:ty),*) -> $result:ty])*) => {
        /// The loader, opened with `dlopen`, with a method for every API function.
        ///
        /// A function that the loader is too old for returns `ZE_RESULT_ERROR_UNSUPPORTED_FEATURE`
        /// (or a null handle).
        #[allow(non_snake_case)]
        pub struct LevelZero {
            #[allow(dead_code, reason = "keeps the functions")]
            library: Option<libloading::Library>,
            $($name: Option<unsafe extern "C" fn($($type),*) -> $result>,)*
        }

        #[allow(non_snake_case, clippy::missing_safety_doc, clippy::too_many_arguments)]
        impl LevelZero {
            /// Opens the loader by file name (searched as `dlopen` does) or path.
            ///
            /// # Errors
            /// The message of `dlopen` when the library cannot be opened.
            pub fn open(file: impl AsRef<Path>) -> Result<Self, libloading::Error> {
                // SAFETY: the Level Zero loader has no initialisers with requirements on the caller.
                let library = unsafe { libloading::Library::new(file.as_ref())? };
                // SAFETY: taken for an address, which nobody reads.
                let find = |name: &str| unsafe { library.get::<*const c_void>(name) }.map_or(null(), |found| *found);
                // SAFETY: a symbol has the signature of the specification.
                let functions = unsafe { Self::find_functions(&find) };
                Ok(Self { library: Some(library), ..functions })
            }

            /// The loader with functions found in another way: by name, null where there is none.
            ///
            /// # Safety
            /// A function that `find` gives has the signature of the specification, and lives as long as `library`.
            pub unsafe fn with_functions(
                library: libloading::Library,
                find: impl Fn(&'static str) -> *const c_void,
            ) -> Self {
                // SAFETY: passed on to the caller.
                Self { library: Some(library), ..unsafe { Self::find_functions(&find) } }
            }

            /// Not generic, so that it is compiled once.
            ///
            /// # Safety
            /// A function that `find` gives has the signature of the specification.
            unsafe fn find_functions(find: &dyn Fn(&'static str) -> *const c_void) -> Self {
                Self {
                    library: None,
                    $(
                        // SAFETY: null is `None`; of a function the caller has promised its type.
                        $name: unsafe {
                            std::mem::transmute::<*const c_void, Option<unsafe extern "C" fn($($type),*) -> $result>>(
                                find(stringify!($name))
                            )
                        },
                    )*
                }
            }

            /// Whether the loader exports a function of that name.
            #[must_use]
            pub fn has(&self, name: &str) -> bool {
                match name {
                    $(stringify!($name) => self.$name.is_some(),)*
                    _ => false,
                }
            }

            $(
                #[doc = concat!("`", stringify!($name), "` of the specification.")]
                ///
                /// # Safety
                /// As the specification says of its arguments.
                pub unsafe fn $name(&self, $($argument: $type),*) -> $result {
                    match self.$name {
                        // SAFETY: passed on to the caller.
                        Some(f) => unsafe { f($($argument),*) },
                        None => <$result as Missing>::MISSING,
                    }
                }
            )*
        }
    };
}
crate::for_each_function!(loader);
