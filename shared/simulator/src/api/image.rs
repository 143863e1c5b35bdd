//! Images.

use crate::Outcome;
use crate::context::Context;
use crate::ddi::Api;
use crate::device::Device;
use crate::handle::{get, input, output, publish, retire};
use crate::image::{Image, bytes_per_pixel};
use level_zero_sys::*;

impl Api {
    pub unsafe fn zeImageGetProperties(
        hDevice: ze_device_handle_t,
        desc: *const ze_image_desc_t,
        pImageProperties: *mut ze_image_properties_t,
    ) -> Outcome {
        // SAFETY: contract.
        let (desc, properties) = unsafe {
            get::<Device>(hDevice)?;
            (input(desc)?, pImageProperties.as_mut().ok_or(ZE_RESULT_ERROR_INVALID_NULL_POINTER)?)
        };
        bytes_per_pixel(desc.format.layout).ok_or(ZE_RESULT_ERROR_UNSUPPORTED_IMAGE_FORMAT)?;
        properties.samplerFilterFlags =
            ZE_IMAGE_SAMPLER_FILTER_FLAG_POINT | ZE_IMAGE_SAMPLER_FILTER_FLAG_LINEAR;
        Ok(())
    }

    pub unsafe fn zeImageCreate(
        hContext: ze_context_handle_t,
        hDevice: ze_device_handle_t,
        desc: *const ze_image_desc_t,
        phImage: *mut ze_image_handle_t,
    ) -> Outcome {
        if phImage.is_null() {
            return Err(ZE_RESULT_ERROR_INVALID_NULL_POINTER);
        }
        // SAFETY: contract.
        unsafe {
            get::<Context>(hContext)?;
            let device = get::<Device>(hDevice)?;
            output(phImage, publish(Image::new(input(desc)?, device.index)?))
        }
    }

    pub unsafe fn zeImageDestroy(hImage: ze_image_handle_t) -> Outcome {
        // SAFETY: contract.
        unsafe { retire::<Image>(hImage) }.map(drop)
    }

    pub unsafe fn zeImageGetAllocPropertiesExt(
        hContext: ze_context_handle_t,
        hImage: ze_image_handle_t,
        pImageAllocProperties: *mut ze_image_allocation_ext_properties_t,
    ) -> Outcome {
        // SAFETY: contract.
        let (image, properties) = unsafe {
            get::<Context>(hContext)?;
            let properties = pImageAllocProperties.as_mut().ok_or(ZE_RESULT_ERROR_INVALID_NULL_POINTER)?;
            (get::<Image>(hImage)?, properties)
        };
        properties.id = image.id;
        Ok(())
    }

    pub unsafe fn zeImageGetMemoryPropertiesExp(
        hImage: ze_image_handle_t,
        pMemoryProperties: *mut ze_image_memory_properties_exp_t,
    ) -> Outcome {
        // SAFETY: contract.
        let (image, properties) = unsafe {
            let properties = pMemoryProperties.as_mut().ok_or(ZE_RESULT_ERROR_INVALID_NULL_POINTER)?;
            (get::<Image>(hImage)?, properties)
        };
        properties.size = image.size() as u64;
        properties.rowPitch = image.row_pitch() as u64;
        properties.slicePitch = image.slice_pitch() as u64;
        Ok(())
    }

    pub unsafe fn zeImageViewCreateExt(
        hContext: ze_context_handle_t,
        hDevice: ze_device_handle_t,
        desc: *const ze_image_desc_t,
        hImage: ze_image_handle_t,
        phImageView: *mut ze_image_handle_t,
    ) -> Outcome {
        if phImageView.is_null() {
            return Err(ZE_RESULT_ERROR_INVALID_NULL_POINTER);
        }
        // SAFETY: contract.
        unsafe {
            get::<Context>(hContext)?;
            get::<Device>(hDevice)?;
            output(phImageView, publish(get::<Image>(hImage)?.view(input(desc)?)?))
        }
    }

    pub unsafe fn zeImageViewCreateExp(
        hContext: ze_context_handle_t,
        hDevice: ze_device_handle_t,
        desc: *const ze_image_desc_t,
        hImage: ze_image_handle_t,
        phImageView: *mut ze_image_handle_t,
    ) -> Outcome {
        // SAFETY: contract.
        unsafe { Self::zeImageViewCreateExt(hContext, hDevice, desc, hImage, phImageView) }
    }
}
