//! The forms of appends that came with API version 1.14: loaders before that do not export them.

use super::list::counts;
use super::list::{Ending, List};
use super::memory::MemoryRange;
use super::module::Kernel;
use super::result::{ZeResult, check};
use level_zero_sys::*;
use std::ptr::{null, null_mut};

impl List {
    /// # Errors
    /// The driver's error.
    pub fn launch_with_parameters(&self, kernel: &Kernel, groups: [u32; 3], ending: Ending<'_>) -> ZeResult {
        let groups = counts(groups);
        let mut waits = ending.wait_handles();
        // SAFETY: live handles; the counts are read during the call; no extensions.
        let result = unsafe {
            self.api.zeCommandListAppendLaunchKernelWithParameters(
                self.handle,
                kernel.handle(),
                &groups,
                null(),
                ending.signal_handle(),
                waits.len() as u32,
                waits.as_mut_ptr(),
            )
        };
        check("zeCommandListAppendLaunchKernelWithParameters", result)
    }

    /// For a kernel without arguments.
    ///
    /// # Errors
    /// The driver's error.
    pub fn launch_with_arguments(
        &self,
        kernel: &Kernel,
        groups: [u32; 3],
        group_size: [u32; 3],
        ending: Ending<'_>,
    ) -> ZeResult {
        let [x, y, z] = group_size;
        let size = ze_group_size_t { groupSizeX: x, groupSizeY: y, groupSizeZ: z };
        let mut waits = ending.wait_handles();
        // SAFETY: live handles; no arguments, no extensions.
        let result = unsafe {
            self.api.zeCommandListAppendLaunchKernelWithArguments(
                self.handle,
                kernel.handle(),
                counts(groups),
                size,
                null_mut(),
                null(),
                ending.signal_handle(),
                waits.len() as u32,
                waits.as_mut_ptr(),
            )
        };
        check("zeCommandListAppendLaunchKernelWithArguments", result)
    }

    /// # Errors
    /// The driver's error.
    ///
    /// # Panics
    /// The two places differ in length.
    pub fn copy_with_parameters(&self, to: MemoryRange, from: MemoryRange, ending: Ending<'_>) -> ZeResult {
        assert_eq!(to.len(), from.len());
        let mut waits = ending.wait_handles();
        // SAFETY: live handles, equally long places in memory that the workload keeps; no extensions.
        let result = unsafe {
            self.api.zeCommandListAppendMemoryCopyWithParameters(
                self.handle,
                to.pointer(),
                from.pointer(),
                to.len(),
                null(),
                ending.signal_handle(),
                waits.len() as u32,
                waits.as_mut_ptr(),
            )
        };
        check("zeCommandListAppendMemoryCopyWithParameters", result)
    }

    /// # Errors
    /// The driver's error.
    pub fn fill_with_parameters(&self, to: MemoryRange, pattern: &[u8], ending: Ending<'_>) -> ZeResult {
        let mut waits = ending.wait_handles();
        // SAFETY: live handles, a place in memory that the workload keeps; the pattern is read during the call.
        let result = unsafe {
            self.api.zeCommandListAppendMemoryFillWithParameters(
                self.handle,
                to.pointer(),
                pattern.as_ptr().cast(),
                pattern.len(),
                to.len(),
                null(),
                ending.signal_handle(),
                waits.len() as u32,
                waits.as_mut_ptr(),
            )
        };
        check("zeCommandListAppendMemoryFillWithParameters", result)
    }
}
