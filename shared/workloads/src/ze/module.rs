//! Modules and kernels.

use super::context::Context;
use super::driver::Device;
use super::memory::MemoryRange;
use super::result::{Failed, ZeResult, check, owned};
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
        Self::build(context, device, spirv).map_err(|(failed, _)| failed)
    }

    /// # Errors
    /// What the driver says of the SPIR-V, with the build log.
    pub fn build(context: &Context, device: &Device, spirv: &[u8]) -> Result<Self, (Failed, String)> {
        let desc = ze_module_desc_t {
            stype: ZE_STRUCTURE_TYPE_MODULE_DESC,
            format: ZE_MODULE_FORMAT_IL_SPIRV,
            inputSize: spirv.len(),
            pInputModule: spirv.as_ptr(),
            ..Default::default()
        };
        let (mut handle, mut log) = (std::ptr::null_mut(), std::ptr::null_mut());
        // SAFETY: live handles, a descriptor with its stype over `spirv`, which outlives the call; locals for module
        // and build log.
        let result = unsafe {
            context.api.zeModuleCreate(context.handle, device.handle, &desc, &mut handle, &mut log)
        };
        let text = take_log(context.api, log);
        check("zeModuleCreate", result).map_err(|failed| (failed, text))?;
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

/// What a build log says; it is destroyed.
fn take_log(api: &LevelZero, log: ze_module_build_log_handle_t) -> String {
    if log.is_null() {
        return String::new();
    }
    let mut size = 0;
    // SAFETY: a live log; without a place the call asks for the size only.
    let asked = unsafe { api.zeModuleBuildLogGetString(log, &mut size, std::ptr::null_mut()) };
    let mut text = vec![0_u8; if asked == ZE_RESULT_SUCCESS { size } else { 0 }];
    if !text.is_empty() {
        // SAFETY: a live log, and room for as many bytes as it said.
        unsafe { api.zeModuleBuildLogGetString(log, &mut size, text.as_mut_ptr().cast()) };
    }
    // SAFETY: the log came from the module's creation, and is not used again.
    unsafe { api.zeModuleBuildLogDestroy(log) };
    String::from_utf8_lossy(&text).trim_end_matches('\0').to_owned()
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
    pub fn set_buffer(&self, index: u32, place: MemoryRange) -> ZeResult {
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
