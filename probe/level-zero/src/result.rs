//! What Level Zero's functions return, as far as it matters to the counters.

use level_zero_sys::{ZE_RESULT_NOT_READY, ZE_RESULT_QUERY_FALSE, ZE_RESULT_QUERY_TRUE, ZE_RESULT_SUCCESS};
use zetop_probe_core::hot::Outcome;

/// A Level Zero result.
#[derive(Clone, Copy)]
#[repr(transparent)]
pub struct Answer<T>(pub T);

impl Outcome for Answer<u32> {
    #[inline(always)]
    fn code(self) -> u32 {
        self.0
    }
    /// Everything but success, "not ready" and the answers of queries.
    #[inline(always)]
    fn is_error(self) -> bool {
        self.0 > ZE_RESULT_NOT_READY && !matches!(self.0, ZE_RESULT_QUERY_TRUE | ZE_RESULT_QUERY_FALSE)
    }
}

/// A handle: none means an error.
impl<T> Outcome for Answer<*mut T> {
    #[inline(always)]
    fn code(self) -> u32 {
        ZE_RESULT_SUCCESS
    }
    #[inline(always)]
    fn is_error(self) -> bool {
        self.0.is_null()
    }
}
