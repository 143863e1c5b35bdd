//! The interfaces by which a program says what it is doing. Both are small libraries, or headers, inside the program, which open
//! the library that an environment variable names:
//!
//! ```text
//! program -> NVTX -> NVTX_INJECTION64_PATH: InitializeInjectionNvtx2 \
//!         -> ITT  -> INTEL_LIBITTNOTIFY64:  __itt_api_init            -> zetop_probe_core::ranges
//! ```
//!
//! A launch has the variables name a probe's own file, so that the program has it once. A program without NVTX and ITT never
//! gets here.

pub mod itt;
pub mod nvtx;
mod text;

/// Exports what NVTX and ITT call in a probe's library; `install` tells the core of the probe which API it is for.
#[macro_export]
macro_rules! exports {
    ($install:path) => {
        /// Called by an NVTX with the first range or mark of its module.
        ///
        /// # Safety
        /// `get` is its function for tables.
        #[allow(non_snake_case)]
        #[unsafe(no_mangle)]
        pub unsafe extern "C" fn InitializeInjectionNvtx2(
            get: Option<$crate::nvtx::GetExportTable>,
        ) -> ::std::ffi::c_int {
            ::zetop_probe_core::guard::quietly(|| {
                $install();
                // SAFETY: the caller's promise.
                unsafe { $crate::nvtx::initialize(get) }
            })
            .unwrap_or(0)
        }

        /// Called by an ITT with the first call in its module.
        ///
        /// # Safety
        /// `global` is its description of itself.
        #[unsafe(no_mangle)]
        pub unsafe extern "C" fn __itt_api_init(
            global: *mut $crate::itt::Global,
            _groups: ::std::ffi::c_uint,
        ) {
            ::zetop_probe_core::guard::quietly(|| {
                $install();
                // SAFETY: the caller's promise.
                unsafe { $crate::itt::initialize(global) }
            });
        }
    };
}
