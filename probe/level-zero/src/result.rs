//! What Level Zero's functions return, as far as it matters to the counters.

use level_zero_sys::{ZE_RESULT_NOT_READY, ZE_RESULT_QUERY_FALSE, ZE_RESULT_QUERY_TRUE, ZE_RESULT_SUCCESS};
use zetop_probe_core::hot::Outcome;

/// The answers of queries by Intel's driver (26.27), which has them from before the specification numbered them.
const EARLY_QUERY_TRUE: u32 = 0x7fff_0000;
const EARLY_QUERY_FALSE: u32 = 0x7fff_0001;

/// A query's answer, if it is one.
#[must_use]
pub fn truth(answer: u32) -> Option<bool> {
    match answer {
        ZE_RESULT_QUERY_TRUE | EARLY_QUERY_TRUE => Some(true),
        ZE_RESULT_QUERY_FALSE | EARLY_QUERY_FALSE => Some(false),
        _ => None,
    }
}

/// A Level Zero result.
#[derive(Clone, Copy)]
#[repr(transparent)]
pub struct Returned<T>(pub T);

impl Outcome for Returned<u32> {
    #[inline(always)]
    fn code(self) -> u32 {
        self.0
    }
    /// Everything but success, "not ready" and the answers of queries.
    #[inline(always)]
    fn is_error(self) -> bool {
        self.0 > ZE_RESULT_NOT_READY && truth(self.0).is_none()
    }
}

/// A handle: none means an error.
impl<T> Outcome for Returned<*mut T> {
    #[inline(always)]
    fn code(self) -> u32 {
        ZE_RESULT_SUCCESS
    }
    #[inline(always)]
    fn is_error(self) -> bool {
        self.0.is_null()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// SYCL's adapter asks before each launch, and all of its questions counted as errors.
    #[test]
    fn a_querys_answer_is_no_error() {
        for answer in [ZE_RESULT_QUERY_TRUE, ZE_RESULT_QUERY_FALSE, EARLY_QUERY_TRUE, EARLY_QUERY_FALSE] {
            assert!(!Returned(answer).is_error(), "{answer:#x}");
        }
        assert!(Returned(level_zero_sys::ZE_RESULT_ERROR_UNKNOWN).is_error());
        let answers = [EARLY_QUERY_TRUE, EARLY_QUERY_FALSE, ZE_RESULT_SUCCESS].map(truth);
        assert_eq!(answers, [Some(true), Some(false), None]);
    }
}
