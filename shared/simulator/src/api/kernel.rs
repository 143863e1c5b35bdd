//! Kernels.

use super::device_properties::MAX_GROUP_SIZE;
use crate::Outcome;
use crate::ddi::Api;
use crate::handle::{check_flags, get, input, output, publish, retire, share};
use crate::module::{Kernel, Module};
use crate::settings::settings;
use crate::spirv::Parameter;
use level_zero_sys::*;
use std::ffi::{CStr, c_char, c_void};
use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;

/// The specification's way to return bytes: with `*size` zero or no place, the size is written.
///
/// # Safety
/// Contract of `api.rs`.
pub unsafe fn copy_out(bytes: &[u8], size: *mut usize, place: *mut u8) -> Outcome {
    // SAFETY: contract.
    let size = unsafe { size.as_mut() }.ok_or(ZE_RESULT_ERROR_INVALID_NULL_POINTER)?;
    if *size == 0 || *size > bytes.len() || place.is_null() {
        *size = bytes.len();
    }
    if !place.is_null() {
        // SAFETY: contract; no more than the program made room for.
        unsafe { std::ptr::copy_nonoverlapping(bytes.as_ptr(), place, *size) };
    }
    Ok(())
}

impl Api {
    pub unsafe fn zeKernelCreate(
        hModule: ze_module_handle_t,
        desc: *const ze_kernel_desc_t,
        phKernel: *mut ze_kernel_handle_t,
    ) -> Outcome {
        // SAFETY: contract.
        let (module, desc) = unsafe { (share::<Module>(hModule)?, input(desc)?) };
        if desc.pKernelName.is_null() || phKernel.is_null() {
            return Err(ZE_RESULT_ERROR_INVALID_NULL_POINTER);
        }
        // SAFETY: contract.
        let name = unsafe { CStr::from_ptr(desc.pKernelName) };
        let code = Arc::clone(module.kernel(name).ok_or(ZE_RESULT_ERROR_INVALID_KERNEL_NAME)?);
        // SAFETY: contract.
        unsafe { output(phKernel, publish(Kernel::new(module, code))) }
    }

    pub unsafe fn zeKernelDestroy(hKernel: ze_kernel_handle_t) -> Outcome {
        // SAFETY: contract.
        unsafe { retire::<Kernel>(hKernel) }.map(drop)
    }

    pub unsafe fn zeKernelSetCacheConfig(
        hKernel: ze_kernel_handle_t,
        _flags: ze_cache_config_flags_t,
    ) -> Outcome {
        // SAFETY: contract.
        unsafe { get::<Kernel>(hKernel) }.map(drop)
    }

    pub unsafe fn zeKernelSetGroupSize(
        hKernel: ze_kernel_handle_t,
        groupSizeX: u32,
        groupSizeY: u32,
        groupSizeZ: u32,
    ) -> Outcome {
        // SAFETY: contract.
        let kernel = unsafe { get::<Kernel>(hKernel) }?;
        let size = [groupSizeX, groupSizeY, groupSizeZ];
        let items = size.iter().fold(1_u64, |items, side| items.saturating_mul(u64::from(*side)));
        let required = kernel.target.code.required_group_size;
        if items == 0
            || items > u64::from(MAX_GROUP_SIZE)
            || required.is_some_and(|required| required != size)
        {
            return Err(ZE_RESULT_ERROR_INVALID_GROUP_SIZE_DIMENSION);
        }
        kernel.set_group_size(size);
        Ok(())
    }

    pub unsafe fn zeKernelSuggestGroupSize(
        hKernel: ze_kernel_handle_t,
        globalSizeX: u32,
        globalSizeY: u32,
        globalSizeZ: u32,
        groupSizeX: *mut u32,
        groupSizeY: *mut u32,
        groupSizeZ: *mut u32,
    ) -> Outcome {
        // SAFETY: contract.
        let kernel = unsafe { get::<Kernel>(hKernel) }?;
        let global = [globalSizeX, globalSizeY, globalSizeZ];
        if global.contains(&0) {
            return Err(ZE_RESULT_ERROR_INVALID_GLOBAL_WIDTH_DIMENSION);
        }
        // The largest powers of two that divide the global size, up to 256 items.
        let mut left = 256;
        let suggestion = kernel.target.code.required_group_size.unwrap_or_else(|| {
            global.map(|size| {
                let side = (1 << size.trailing_zeros().min(8)).min(left);
                left /= side;
                side
            })
        });
        // SAFETY: contract.
        unsafe {
            output(groupSizeX, suggestion[0])?;
            output(groupSizeY, suggestion[1])?;
            output(groupSizeZ, suggestion[2])
        }
    }

    pub unsafe fn zeKernelSuggestMaxCooperativeGroupCount(
        hKernel: ze_kernel_handle_t,
        totalGroupCount: *mut u32,
    ) -> Outcome {
        // SAFETY: contract.
        unsafe {
            get::<Kernel>(hKernel)?;
            let profile = settings().profile;
            output(totalGroupCount, profile.slices * profile.subslices_per_slice)
        }
    }

    pub unsafe fn zeKernelSetArgumentValue(
        hKernel: ze_kernel_handle_t,
        argIndex: u32,
        argSize: usize,
        pArgValue: *const c_void,
    ) -> Outcome {
        // SAFETY: contract.
        let kernel = unsafe { get::<Kernel>(hKernel) }?;
        kernel.target.code.check_argument(argIndex, argSize)?;
        let index = argIndex as usize;
        if pArgValue.is_null() {
            // Local memory of `argSize` bytes, or a null pointer.
            let is_local = kernel.target.code.parameters.get(index) == Some(&Parameter::Local);
            kernel.set_argument(index, &if is_local { argSize.to_le_bytes() } else { [0; 8] });
        } else {
            // SAFETY: contract; the argument has `argSize` bytes.
            kernel
                .set_argument(index, unsafe { std::slice::from_raw_parts(pArgValue.cast::<u8>(), argSize) });
        }
        Ok(())
    }

    pub unsafe fn zeKernelSetGlobalOffsetExp(
        hKernel: ze_kernel_handle_t,
        offsetX: u32,
        offsetY: u32,
        offsetZ: u32,
    ) -> Outcome {
        // SAFETY: contract.
        let kernel = unsafe { get::<Kernel>(hKernel) }?;
        for (place, offset) in kernel.global_offset.iter().zip([offsetX, offsetY, offsetZ]) {
            place.store(offset, Relaxed);
        }
        Ok(())
    }

    pub unsafe fn zeKernelSetIndirectAccess(
        hKernel: ze_kernel_handle_t,
        flags: ze_kernel_indirect_access_flags_t,
    ) -> Outcome {
        // SAFETY: contract.
        let kernel = unsafe { get::<Kernel>(hKernel) }?;
        let known = ZE_KERNEL_INDIRECT_ACCESS_FLAG_HOST
            | ZE_KERNEL_INDIRECT_ACCESS_FLAG_DEVICE
            | ZE_KERNEL_INDIRECT_ACCESS_FLAG_SHARED;
        check_flags(flags, known)?;
        kernel.indirect_access.store(flags, Relaxed);
        Ok(())
    }

    pub unsafe fn zeKernelGetIndirectAccess(
        hKernel: ze_kernel_handle_t,
        pFlags: *mut ze_kernel_indirect_access_flags_t,
    ) -> Outcome {
        // SAFETY: contract.
        unsafe { output(pFlags, get::<Kernel>(hKernel)?.indirect_access.load(Relaxed)) }
    }

    pub unsafe fn zeKernelGetSourceAttributes(
        hKernel: ze_kernel_handle_t,
        pSize: *mut u32,
        pString: *mut *mut c_char,
    ) -> Outcome {
        // SAFETY: contract.
        unsafe {
            get::<Kernel>(hKernel)?;
            let size = pSize.as_mut().ok_or(ZE_RESULT_ERROR_INVALID_NULL_POINTER)?;
            // There are none: a string with nothing but its end.
            if let Some(string) = pString.as_ref()
                && !string.is_null()
                && *size > 0
            {
                **string = 0;
            }
            *size = 1;
        }
        Ok(())
    }

    pub unsafe fn zeKernelGetProperties(
        hKernel: ze_kernel_handle_t,
        pKernelProperties: *mut ze_kernel_properties_t,
    ) -> Outcome {
        // SAFETY: contract.
        let (kernel, properties) = unsafe {
            (get::<Kernel>(hKernel)?, pKernelProperties.as_mut().ok_or(ZE_RESULT_ERROR_INVALID_NULL_POINTER)?)
        };
        let [x, y, z] = kernel.target.code.required_group_size.unwrap_or_default();
        properties.numKernelArgs = kernel.target.code.parameters.len() as u32;
        properties.requiredGroupSizeX = x;
        properties.requiredGroupSizeY = y;
        properties.requiredGroupSizeZ = z;
        properties.requiredNumSubGroups = 0;
        properties.requiredSubgroupSize = 0;
        properties.maxSubgroupSize = 32;
        properties.maxNumSubgroups = MAX_GROUP_SIZE / 8;
        properties.localMemSize = 0;
        properties.privateMemSize = 0;
        properties.spillMemSize = 0;
        properties.uuid = ze_kernel_uuid_t { kid: [0; 16], mid: [0; 16] };
        // SAFETY: contract.
        for (stype, structure) in unsafe { super::chain(properties.pNext) } {
            match stype {
                ZE_STRUCTURE_TYPE_KERNEL_PREFERRED_GROUP_SIZE_PROPERTIES => {
                    // SAFETY: the stype says what it is (contract).
                    unsafe {
                        (*structure.cast::<ze_kernel_preferred_group_size_properties_t>()).preferredMultiple =
                            32
                    };
                }
                ZE_STRUCTURE_TYPE_KERNEL_MAX_GROUP_SIZE_EXT_PROPERTIES => {
                    // SAFETY: the stype says what it is (contract).
                    let limit =
                        unsafe { &mut *structure.cast::<ze_kernel_max_group_size_properties_ext_t>() };
                    limit.maxGroupSize = MAX_GROUP_SIZE;
                }
                _ => {}
            }
        }
        Ok(())
    }

    pub unsafe fn zeKernelGetName(
        hKernel: ze_kernel_handle_t,
        pSize: *mut usize,
        pName: *mut c_char,
    ) -> Outcome {
        // SAFETY: contract.
        unsafe {
            let kernel = get::<Kernel>(hKernel)?;
            copy_out(kernel.target.code.name.as_bytes_with_nul(), pSize, pName.cast())
        }
    }

    pub unsafe fn zeKernelGetBinaryExp(
        hKernel: ze_kernel_handle_t,
        pSize: *mut usize,
        pKernelBinary: *mut u8,
    ) -> Outcome {
        // SAFETY: contract.
        unsafe {
            let kernel = get::<Kernel>(hKernel)?;
            copy_out(&kernel.target.module.binary, pSize, pKernelBinary)
        }
    }

    pub unsafe fn zeKernelSchedulingHintExp(
        hKernel: ze_kernel_handle_t,
        pHint: *mut ze_scheduling_hint_exp_desc_t,
    ) -> Outcome {
        // SAFETY: contract.
        unsafe {
            get::<Kernel>(hKernel)?;
            input(pHint)?;
        }
        Ok(())
    }
}
