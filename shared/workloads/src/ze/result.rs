//! What functions return, and objects that are destroyed when dropped.

use level_zero_sys::{ZE_RESULT_NOT_READY, ZE_RESULT_SUCCESS, result_name, ze_result_t};
use std::fmt;

/// A long wait. It is finite, so that a lost signal fails a workload instead of hanging it.
pub const LONG: u64 = 120_000_000_000;

/// A function that did not return `ZE_RESULT_SUCCESS`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Failed {
    pub function: &'static str,
    pub result: ze_result_t,
}

impl fmt::Display for Failed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match result_name(self.result) {
            Some(name) => write!(f, "{} returned {name}", self.function),
            None => write!(f, "{} returned {:#x}", self.function, self.result),
        }
    }
}
impl std::error::Error for Failed {}

pub type ZeResult<T = ()> = std::result::Result<T, Failed>;

pub fn check(function: &'static str, result: ze_result_t) -> ZeResult {
    if result == ZE_RESULT_SUCCESS { Ok(()) } else { Err(Failed { function, result }) }
}

/// For functions that answer a question: true for success, false for NOT_READY.
pub fn ready(function: &'static str, result: ze_result_t) -> ZeResult<bool> {
    if result == ZE_RESULT_NOT_READY {
        return Ok(false);
    }
    check(function, result).map(|()| true)
}

/// A handle with an owner.
macro_rules! owned {
    ($(#[$doc:meta])* $name:ident, $handle:ty, $destroy:ident) => {
        $(#[$doc])*
        pub struct $name {
            pub(super) api: &'static level_zero_sys::LevelZero,
            pub(super) handle: $handle,
        }
        // SAFETY: Level Zero handles may be used from any thread, and the workloads never use one from two
        // threads at once where the specification forbids it.
        unsafe impl Send for $name {}
        // SAFETY: as above.
        unsafe impl Sync for $name {}
        impl Drop for $name {
            fn drop(&mut self) {
                // SAFETY: the handle came from the matching create function, and this is its only destruction.
                unsafe { self.api.$destroy(self.handle) };
            }
        }
        impl $name {
            #[must_use]
            pub fn handle(&self) -> $handle {
                self.handle
            }
        }
    };
}
pub(crate) use owned;
