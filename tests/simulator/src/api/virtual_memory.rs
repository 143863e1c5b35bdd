//! Virtual memory: the page size is known, the rest is not supported.

use crate::Outcome;
use crate::context::Context;
use crate::ddi::Api;
use crate::device::Device;
use crate::handle::{get, output};
use crate::memory::PAGE_SIZE;
use level_zero_sys::*;

impl Api {
    pub unsafe fn zeVirtualMemQueryPageSize(
        hContext: ze_context_handle_t,
        hDevice: ze_device_handle_t,
        _size: usize,
        pagesize: *mut usize,
    ) -> Outcome {
        // SAFETY: contract.
        unsafe {
            get::<Context>(hContext)?;
            get::<Device>(hDevice)?;
            output(pagesize, PAGE_SIZE)
        }
    }
}
