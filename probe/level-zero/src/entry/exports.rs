//! What this library exports: the getters that the loader asks its layer for, and what zetop calls in a program
//! that it attaches to.
//!
//! The loader hands each of its 76 function-pointer tables to the getter of that name, again and again (456 calls
//! under SYCL).

use super::layer::{underneath, wrap};
use super::{attach, backend};
use crate::timing;
use level_zero_sys::{ZE_RESULT_SUCCESS, for_each_table, ze_api_version_t, ze_result_t};
use std::ffi::{CStr, OsStr, c_char};
use std::os::unix::ffi::OsStrExt;
use std::path::Path;
use zetop_probe_core::{guard, runtime};
use zetop_wire::attach::AttachResult;

macro_rules! getters {
    ($([$getter:ident $family:ident $table:ident])*) => {$(
        #[doc = concat!("Called by the loader with its `", stringify!($table), "`.")]
        ///
        /// # Safety
        /// The loader passes a table of the version that it names.
        #[unsafe(no_mangle)]
        pub unsafe extern "C" fn $getter(version: ze_api_version_t, table: *mut level_zero_sys::$table) -> ze_result_t {
            guard::quietly(|| {
                let (getter, entries) = (concat!(stringify!($getter), "\0"), table.cast());
                underneath::offer(getter, version, entries);
                backend::install();
                if runtime::get_or_start().is_some() {
                    // SAFETY: passed on from the loader.
                    unsafe { wrap(stringify!($getter), version, entries, timing::is_on()) };
                }
            });
            // For some getters, the loader treats failure as fatal.
            ZE_RESULT_SUCCESS
        }
    )*};
}
for_each_table!(getters);

/// Joins the session and wraps the tables. Returns an [`AttachResult`].
///
/// # Safety
/// `session` is a NUL-terminated path.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn zetop_attach(session: *const c_char) -> i32 {
    if session.is_null() {
        return AttachResult::BadSession as i32;
    }
    // SAFETY: the caller's promise.
    let session = Path::new(OsStr::from_bytes(unsafe { CStr::from_ptr(session) }.to_bytes()));
    guard::quietly(|| {
        backend::install();
        attach::attach(session)
    })
    .unwrap_or(AttachResult::Failed) as i32
}
