//! Command lists: making, closing, kernels, barriers, events. Copies are in `list_copies.rs`.

use super::context::Context;
use super::driver::Device;
use super::event::Event;
use super::memory::MemoryRange;
use super::module::Kernel;
use super::result::{ZeResult, check, owned, ready};
use level_zero_sys::*;

owned!(List, ze_command_list_handle_t, zeCommandListDestroy);

/// What a command waits for, and what it signals in the end.
#[derive(Clone, Copy, Default)]
pub struct Ending<'a> {
    signal: Option<&'a Event>,
    waits: &'a [&'a Event],
}

impl<'a> Ending<'a> {
    pub const NONE: Self = Self { signal: None, waits: &[] };

    #[must_use]
    pub fn signal(event: &'a Event) -> Self {
        Self { signal: Some(event), waits: &[] }
    }

    #[must_use]
    pub fn after(self, waits: &'a [&'a Event]) -> Self {
        Self { waits, ..self }
    }

    pub(super) fn signal_handle(&self) -> ze_event_handle_t {
        self.signal.map_or(std::ptr::null_mut(), Event::handle)
    }

    pub(super) fn wait_handles(&self) -> Vec<ze_event_handle_t> {
        self.waits.iter().map(|event| event.handle()).collect()
    }
}

impl List {
    /// A list to close and to execute on a queue of the same group.
    ///
    /// # Errors
    /// The driver's error.
    pub fn regular(
        context: &Context,
        device: &Device,
        ordinal: u32,
        flags: ze_command_list_flags_t,
    ) -> ZeResult<Self> {
        let desc = ze_command_list_desc_t {
            stype: ZE_STRUCTURE_TYPE_COMMAND_LIST_DESC,
            commandQueueGroupOrdinal: ordinal,
            flags,
            ..Default::default()
        };
        let mut handle = std::ptr::null_mut();
        // SAFETY: live handles, a descriptor with its stype, a local for the handle.
        let result =
            unsafe { context.api.zeCommandListCreate(context.handle, device.handle, &desc, &mut handle) };
        check("zeCommandListCreate", result)?;
        Ok(Self { api: context.api, handle })
    }

    /// A list that executes what is appended at once.
    ///
    /// # Errors
    /// The driver's error.
    pub fn immediate(
        context: &Context,
        device: &Device,
        ordinal: u32,
        mode: ze_command_queue_mode_t,
        flags: ze_command_queue_flags_t,
    ) -> ZeResult<Self> {
        let desc = ze_command_queue_desc_t {
            stype: ZE_STRUCTURE_TYPE_COMMAND_QUEUE_DESC,
            ordinal,
            mode,
            flags,
            ..Default::default()
        };
        let mut handle = std::ptr::null_mut();
        // SAFETY: live handles, a descriptor with its stype, a local for the handle.
        let result = unsafe {
            context.api.zeCommandListCreateImmediate(context.handle, device.handle, &desc, &mut handle)
        };
        check("zeCommandListCreateImmediate", result)?;
        Ok(Self { api: context.api, handle })
    }

    /// An immediate list whose commands are complete when the append returns.
    ///
    /// # Errors
    /// The driver's error.
    pub fn synchronous(context: &Context, device: &Device, ordinal: u32) -> ZeResult<Self> {
        Self::immediate(context, device, ordinal, ZE_COMMAND_QUEUE_MODE_SYNCHRONOUS, 0)
    }

    /// # Errors
    /// The driver's error.
    pub fn asynchronous(context: &Context, device: &Device, ordinal: u32) -> ZeResult<Self> {
        Self::immediate(context, device, ordinal, ZE_COMMAND_QUEUE_MODE_ASYNCHRONOUS, 0)
    }

    /// # Errors
    /// The driver's error.
    pub fn close(&self) -> ZeResult {
        // SAFETY: a live list.
        check("zeCommandListClose", unsafe { self.api.zeCommandListClose(self.handle) })
    }

    /// # Errors
    /// The driver's error.
    pub fn reset(&self) -> ZeResult {
        // SAFETY: a live list that is not executing.
        check("zeCommandListReset", unsafe { self.api.zeCommandListReset(self.handle) })
    }

    /// Waits for an immediate list.
    ///
    /// # Errors
    /// The driver's error; `ZE_RESULT_ERROR_UNSUPPORTED_FEATURE` from loaders before API version 1.6.
    pub fn synchronize(&self, timeout: u64) -> ZeResult<bool> {
        // SAFETY: a live list.
        ready("zeCommandListHostSynchronize", unsafe {
            self.api.zeCommandListHostSynchronize(self.handle, timeout)
        })
    }

    /// # Errors
    /// The driver's error.
    pub fn launch(&self, kernel: &Kernel, groups: [u32; 3], ending: Ending<'_>) -> ZeResult {
        let groups = counts(groups);
        let mut waits = ending.wait_handles();
        // SAFETY: live handles; the counts are read during the call.
        let result = unsafe {
            self.api.zeCommandListAppendLaunchKernel(
                self.handle,
                kernel.handle(),
                &groups,
                ending.signal_handle(),
                waits.len() as u32,
                waits.as_mut_ptr(),
            )
        };
        check("zeCommandListAppendLaunchKernel", result)
    }

    /// # Errors
    /// The driver's error.
    pub fn launch_cooperative(&self, kernel: &Kernel, groups: [u32; 3], ending: Ending<'_>) -> ZeResult {
        let groups = counts(groups);
        let mut waits = ending.wait_handles();
        // SAFETY: live handles; the counts are read during the call.
        let result = unsafe {
            self.api.zeCommandListAppendLaunchCooperativeKernel(
                self.handle,
                kernel.handle(),
                &groups,
                ending.signal_handle(),
                waits.len() as u32,
                waits.as_mut_ptr(),
            )
        };
        check("zeCommandListAppendLaunchCooperativeKernel", result)
    }

    /// The group counts (three `u32`) are read on the device.
    ///
    /// # Errors
    /// The driver's error.
    ///
    /// # Panics
    /// Fewer than 12 bytes.
    pub fn launch_indirect(&self, kernel: &Kernel, groups: MemoryRange, ending: Ending<'_>) -> ZeResult {
        assert!(groups.len() >= size_of::<ze_group_count_t>());
        let mut waits = ending.wait_handles();
        // SAFETY: live handles; the counts lie in memory that the workload keeps.
        let result = unsafe {
            self.api.zeCommandListAppendLaunchKernelIndirect(
                self.handle,
                kernel.handle(),
                groups.pointer().cast_const().cast(),
                ending.signal_handle(),
                waits.len() as u32,
                waits.as_mut_ptr(),
            )
        };
        check("zeCommandListAppendLaunchKernelIndirect", result)
    }

    /// # Errors
    /// The driver's error.
    ///
    /// # Panics
    /// Fewer than 4 bytes for the number of kernels, or 12 for each kernel's groups.
    pub fn launch_multiple_indirect(
        &self,
        kernels: &[&Kernel],
        count: MemoryRange,
        groups: MemoryRange,
        ending: Ending<'_>,
    ) -> ZeResult {
        assert!(count.len() >= 4 && groups.len() >= size_of::<ze_group_count_t>() * kernels.len());
        let mut handles: Vec<_> = kernels.iter().map(|kernel| kernel.handle()).collect();
        let mut waits = ending.wait_handles();
        // SAFETY: live handles; counts and groups lie in memory that the workload keeps.
        let result = unsafe {
            self.api.zeCommandListAppendLaunchMultipleKernelsIndirect(
                self.handle,
                handles.len() as u32,
                handles.as_mut_ptr(),
                count.pointer().cast_const().cast(),
                groups.pointer().cast_const().cast(),
                ending.signal_handle(),
                waits.len() as u32,
                waits.as_mut_ptr(),
            )
        };
        check("zeCommandListAppendLaunchMultipleKernelsIndirect", result)
    }

    /// # Errors
    /// The driver's error.
    pub fn barrier(&self, ending: Ending<'_>) -> ZeResult {
        let mut waits = ending.wait_handles();
        // SAFETY: live handles.
        let result = unsafe {
            self.api.zeCommandListAppendBarrier(
                self.handle,
                ending.signal_handle(),
                waits.len() as u32,
                waits.as_mut_ptr(),
            )
        };
        check("zeCommandListAppendBarrier", result)
    }

    /// # Errors
    /// The driver's error.
    pub fn signal_event(&self, event: &Event) -> ZeResult {
        // SAFETY: live handles.
        let result = unsafe { self.api.zeCommandListAppendSignalEvent(self.handle, event.handle()) };
        check("zeCommandListAppendSignalEvent", result)
    }

    /// # Errors
    /// The driver's error.
    pub fn reset_event(&self, event: &Event) -> ZeResult {
        // SAFETY: live handles.
        let result = unsafe { self.api.zeCommandListAppendEventReset(self.handle, event.handle()) };
        check("zeCommandListAppendEventReset", result)
    }

    /// # Errors
    /// The driver's error.
    pub fn wait_on_events(&self, events: &[&Event]) -> ZeResult {
        let mut handles: Vec<_> = events.iter().map(|event| event.handle()).collect();
        // SAFETY: live handles.
        let result = unsafe {
            self.api.zeCommandListAppendWaitOnEvents(self.handle, handles.len() as u32, handles.as_mut_ptr())
        };
        check("zeCommandListAppendWaitOnEvents", result)
    }

    /// Writes the device's clock, 8 bytes, when all before it is done.
    ///
    /// # Errors
    /// The driver's error.
    ///
    /// # Panics
    /// `to` is not 8 bytes.
    pub fn write_global_timestamp(&self, to: MemoryRange) -> ZeResult {
        assert_eq!(to.len(), size_of::<u64>());
        // SAFETY: a live list, and room for the clock in memory that the workload keeps; it waits for no events.
        let result = unsafe {
            self.api.zeCommandListAppendWriteGlobalTimestamp(
                self.handle,
                to.pointer().cast(),
                std::ptr::null_mut(),
                0,
                std::ptr::null_mut(),
            )
        };
        check("zeCommandListAppendWriteGlobalTimestamp", result)
    }

    /// Writes a `ze_kernel_timestamp_result_t` per event.
    ///
    /// # Errors
    /// The driver's error.
    ///
    /// # Panics
    /// `to` is too small.
    pub fn query_timestamps(&self, events: &[&Event], to: MemoryRange, ending: Ending<'_>) -> ZeResult {
        assert!(to.len() >= size_of::<ze_kernel_timestamp_result_t>() * events.len());
        let mut handles: Vec<_> = events.iter().map(|event| event.handle()).collect();
        let mut waits = ending.wait_handles();
        // SAFETY: live handles; room for all results; no offsets means one after the other.
        let result = unsafe {
            self.api.zeCommandListAppendQueryKernelTimestamps(
                self.handle,
                handles.len() as u32,
                handles.as_mut_ptr(),
                to.pointer(),
                std::ptr::null(),
                ending.signal_handle(),
                waits.len() as u32,
                waits.as_mut_ptr(),
            )
        };
        check("zeCommandListAppendQueryKernelTimestamps", result)
    }
}

pub(super) fn counts(groups: [u32; 3]) -> ze_group_count_t {
    let [x, y, z] = groups;
    ze_group_count_t { groupCountX: x, groupCountY: y, groupCountZ: z }
}
