//! Samplers, which kernels here do not use.

use crate::Outcome;
use crate::context::Context;
use crate::ddi::Api;
use crate::device::Device;
use crate::handle::{HandleKind, get, input, output, publish, retire};
use level_zero_sys::*;

struct Sampler;
impl HandleKind for Sampler {
    const MAGIC: u64 = u64::from_le_bytes(*b"zsampler");
    type Raw = _ze_sampler_handle_t;
}

impl Api {
    pub unsafe fn zeSamplerCreate(
        hContext: ze_context_handle_t,
        hDevice: ze_device_handle_t,
        desc: *const ze_sampler_desc_t,
        phSampler: *mut ze_sampler_handle_t,
    ) -> Outcome {
        if phSampler.is_null() {
            return Err(ZE_RESULT_ERROR_INVALID_NULL_POINTER);
        }
        // SAFETY: contract.
        unsafe {
            get::<Context>(hContext)?;
            get::<Device>(hDevice)?;
            input(desc)?;
            output(phSampler, publish(Sampler))
        }
    }

    pub unsafe fn zeSamplerDestroy(hSampler: ze_sampler_handle_t) -> Outcome {
        // SAFETY: contract.
        unsafe { retire::<Sampler>(hSampler) }.map(drop)
    }
}
