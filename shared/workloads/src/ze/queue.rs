//! Command queues and fences.

use super::context::Context;
use super::driver::Device;
use super::list::List;
use super::result::{ZeResult, check, owned, ready};
use level_zero_sys::*;

owned!(Queue, ze_command_queue_handle_t, zeCommandQueueDestroy);
owned!(Fence, ze_fence_handle_t, zeFenceDestroy);

impl Queue {
    /// An asynchronous queue.
    ///
    /// # Errors
    /// The driver's error.
    pub fn new(context: &Context, device: &Device, ordinal: u32, index: u32) -> ZeResult<Self> {
        let desc = ze_command_queue_desc_t {
            stype: ZE_STRUCTURE_TYPE_COMMAND_QUEUE_DESC,
            ordinal,
            index,
            mode: ZE_COMMAND_QUEUE_MODE_ASYNCHRONOUS,
            ..Default::default()
        };
        let mut handle = std::ptr::null_mut();
        // SAFETY: live handles, a descriptor with its stype, a local for the handle.
        let result =
            unsafe { context.api.zeCommandQueueCreate(context.handle, device.handle, &desc, &mut handle) };
        check("zeCommandQueueCreate", result)?;
        Ok(Self { api: context.api, handle })
    }

    /// # Errors
    /// The driver's error.
    pub fn execute(&self, lists: &[&List], fence: Option<&Fence>) -> ZeResult {
        let mut handles: Vec<_> = lists.iter().map(|list| list.handle).collect();
        let fence = fence.map_or(std::ptr::null_mut(), |fence| fence.handle);
        // SAFETY: live lists; the workload has closed them.
        let result = unsafe {
            self.api.zeCommandQueueExecuteCommandLists(
                self.handle,
                handles.len() as u32,
                handles.as_mut_ptr(),
                fence,
            )
        };
        check("zeCommandQueueExecuteCommandLists", result)
    }

    /// Waits up to `timeout` ns; false when the queue was still busy then.
    ///
    /// # Errors
    /// The driver's error.
    pub fn synchronize(&self, timeout: u64) -> ZeResult<bool> {
        // SAFETY: a live queue.
        ready("zeCommandQueueSynchronize", unsafe {
            self.api.zeCommandQueueSynchronize(self.handle, timeout)
        })
    }

    /// Waits until the queue is idle.
    ///
    /// # Errors
    /// The driver's error, also if it takes longer than [`super::result::LONG`].
    pub fn finish(&self) -> ZeResult {
        match self.synchronize(super::result::LONG)? {
            true => Ok(()),
            false => check("zeCommandQueueSynchronize", ZE_RESULT_NOT_READY),
        }
    }
}

impl Fence {
    /// # Errors
    /// The driver's error.
    pub fn new(queue: &Queue) -> ZeResult<Self> {
        let desc = ze_fence_desc_t { stype: ZE_STRUCTURE_TYPE_FENCE_DESC, ..Default::default() };
        let mut handle = std::ptr::null_mut();
        // SAFETY: a live queue, a descriptor with its stype, a local for the handle.
        check("zeFenceCreate", unsafe { queue.api.zeFenceCreate(queue.handle, &desc, &mut handle) })?;
        Ok(Self { api: queue.api, handle })
    }

    /// # Errors
    /// The driver's error.
    pub fn synchronize(&self, timeout: u64) -> ZeResult<bool> {
        // SAFETY: a live fence.
        ready("zeFenceHostSynchronize", unsafe { self.api.zeFenceHostSynchronize(self.handle, timeout) })
    }

    /// # Errors
    /// The driver's error.
    pub fn query(&self) -> ZeResult<bool> {
        // SAFETY: a live fence.
        ready("zeFenceQueryStatus", unsafe { self.api.zeFenceQueryStatus(self.handle) })
    }

    /// # Errors
    /// The driver's error.
    pub fn reset(&self) -> ZeResult {
        // SAFETY: a live fence.
        check("zeFenceReset", unsafe { self.api.zeFenceReset(self.handle) })
    }
}
