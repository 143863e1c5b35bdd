//! The loader's functions, found at run time.

use crate::bindings::*;
use std::path::Path;

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
            _library: libloading::Library,
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
                $(
                    // SAFETY: the symbol, where it exists, has the signature of the specification.
                    let $name = unsafe { library.get(concat!(stringify!($name), "\0")) }.ok().map(|s| *s);
                )*
                Ok(Self { _library: library, $($name,)* })
            }

            /// The loader with functions found in another way: by name, null where there is none.
            ///
            /// # Safety
            /// A function that `find` gives has the signature of the specification, and lives as long as `library`.
            pub unsafe fn with_functions(
                library: libloading::Library,
                find: impl Fn(&'static str) -> *const std::ffi::c_void,
            ) -> Self {
                $(
                    let $name = find(stringify!($name));
                    let $name = (!$name.is_null()).then(|| {
                        // SAFETY: not null; the caller's promise.
                        unsafe { std::mem::transmute::<*const std::ffi::c_void, unsafe extern "C" fn($($type),*) -> $result>($name) }
                    });
                )*
                Self { _library: library, $($name,)* }
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
