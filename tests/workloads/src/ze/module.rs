//! Modules and kernels.

use super::{Context, Device, Place, ZeResult, check, owned};
use crate::spirv;
use level_zero_sys::*;
use std::ffi::CString;

owned!(Module, ze_module_handle_t, zeModuleDestroy);
owned!(Kernel, ze_kernel_handle_t, zeKernelDestroy);

impl Module {
    /// A module with these kernels (see [`spirv::named`]).
    ///
    /// # Errors
    /// The driver's error.
    pub fn with_kernels(context: &Context, device: &Device, names: &[&str]) -> ZeResult<Self> {
        Self::new(context, device, &spirv::named(names))
    }

    /// # Errors
    /// The driver's error for the SPIR-V.
    pub fn new(context: &Context, device: &Device, spirv: &[u8]) -> ZeResult<Self> {
        let desc = ze_module_desc_t {
            stype: ZE_STRUCTURE_TYPE_MODULE_DESC,
            format: ZE_MODULE_FORMAT_IL_SPIRV,
            inputSize: spirv.len(),
            pInputModule: spirv.as_ptr(),
            ..Default::default()
        };
        let mut handle = std::ptr::null_mut();
        // SAFETY: live handles, a descriptor with its stype over `spirv`, which outlives the call; no build log.
        let result = unsafe {
            context.api.zeModuleCreate(
                context.handle,
                device.handle,
                &desc,
                &mut handle,
                std::ptr::null_mut(),
            )
        };
        check("zeModuleCreate", result)?;
        Ok(Self { api: context.api, handle })
    }

    /// # Errors
    /// The driver's error, for example that there is no such kernel.
    ///
    /// # Panics
    /// A name with a zero byte in it.
    pub fn kernel(&self, name: &str) -> ZeResult<Kernel> {
        let name = CString::new(name).expect("kernel names have no zero byte");
        let desc = ze_kernel_desc_t {
            stype: ZE_STRUCTURE_TYPE_KERNEL_DESC,
            pKernelName: name.as_ptr(),
            ..Default::default()
        };
        let mut handle = std::ptr::null_mut();
        // SAFETY: a live module, a descriptor with its stype and a zero-ended name, a local for the handle.
        check("zeKernelCreate", unsafe { self.api.zeKernelCreate(self.handle, &desc, &mut handle) })?;
        Ok(Kernel { api: self.api, handle })
    }
}

impl Kernel {
    /// # Errors
    /// The driver's error.
    pub fn group_size(&self, x: u32, y: u32, z: u32) -> ZeResult {
        // SAFETY: a live kernel.
        check("zeKernelSetGroupSize", unsafe { self.api.zeKernelSetGroupSize(self.handle, x, y, z) })
    }

    /// # Errors
    /// The driver's error.
    pub fn set_buffer(&self, index: u32, place: Place) -> ZeResult {
        self.set(index, &(place.pointer() as usize).to_ne_bytes())
    }

    /// # Errors
    /// The driver's error.
    pub fn set_u32(&self, index: u32, value: u32) -> ZeResult {
        self.set(index, &value.to_ne_bytes())
    }

    /// # Errors
    /// The driver's error.
    pub fn set_f32(&self, index: u32, value: f32) -> ZeResult {
        self.set(index, &value.to_ne_bytes())
    }

    fn set(&self, index: u32, value: &[u8]) -> ZeResult {
        // SAFETY: a live kernel; the value is as long as is said.
        let result = unsafe {
            self.api.zeKernelSetArgumentValue(self.handle, index, value.len(), value.as_ptr().cast())
        };
        check("zeKernelSetArgumentValue", result)
    }
}
