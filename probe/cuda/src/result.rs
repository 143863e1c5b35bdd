//! What the driver's functions return, as far as it matters to the counters.

use cuda_sys::{CUDA_ERROR_NOT_READY, CUDA_SUCCESS, CUresult};
use zetop_probe_core::hot::Outcome;

/// A result of the driver.
#[derive(Clone, Copy)]
pub struct Returned(pub CUresult);

impl Outcome for Returned {
    #[inline(always)]
    fn code(self) -> u32 {
        self.0
    }
    /// Everything but success and the "not ready" of queries.
    #[inline(always)]
    fn is_error(self) -> bool {
        self.0 != CUDA_SUCCESS && self.0 != CUDA_ERROR_NOT_READY
    }
}
