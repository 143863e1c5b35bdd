//! What NVTX and ITT call in the library that their environment variables name: see `zetop_probe_ranges`.

use super::backend;
use std::ffi::{c_int, c_uint};
use zetop_probe_core::guard;
use zetop_probe_ranges::{itt, nvtx};

/// Called by an NVTX with the first range or mark of its module.
///
/// # Safety
/// `get` is its function for tables.
#[allow(non_snake_case)]
#[unsafe(no_mangle)]
pub unsafe extern "C" fn InitializeInjectionNvtx2(get: Option<nvtx::GetExportTable>) -> c_int {
    guard::quietly(|| {
        backend::install();
        // SAFETY: the caller's promise.
        unsafe { nvtx::initialize(get) }
    })
    .unwrap_or(0)
}

/// Called by an ITT with the first call in its module.
///
/// # Safety
/// `global` is its description of itself.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn __itt_api_init(global: *mut itt::Global, _groups: c_uint) {
    guard::quietly(|| {
        backend::install();
        // SAFETY: the caller's promise.
        unsafe { itt::initialize(global) }
    });
}
