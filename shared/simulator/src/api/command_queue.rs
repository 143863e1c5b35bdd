//! Command queues.

use crate::Outcome;
use crate::command_list::{CommandList, CommandQueue};
use crate::context::Context;
use crate::ddi::Api;
use crate::device::{Backlog, Device};
use crate::fence::Fence;
use crate::handle::{get, input, output, publish, retire, share, share_optional};
use crate::lane::Batch;
use crate::settings::settings;
use level_zero_sys::*;
use std::sync::Arc;

impl Api {
    pub unsafe fn zeCommandQueueCreate(
        hContext: ze_context_handle_t,
        hDevice: ze_device_handle_t,
        desc: *const ze_command_queue_desc_t,
        phCommandQueue: *mut ze_command_queue_handle_t,
    ) -> Outcome {
        if phCommandQueue.is_null() {
            return Err(ZE_RESULT_ERROR_INVALID_NULL_POINTER);
        }
        // SAFETY: contract; devices live for ever.
        unsafe {
            let queue =
                CommandQueue::new(share::<Context>(hContext)?, get::<Device>(hDevice)?, input(desc)?)?;
            output(phCommandQueue, publish(queue))
        }
    }

    pub unsafe fn zeCommandQueueDestroy(hCommandQueue: ze_command_queue_handle_t) -> Outcome {
        // SAFETY: contract.
        unsafe { retire::<CommandQueue>(hCommandQueue) }.map(drop)
    }

    pub unsafe fn zeCommandQueueExecuteCommandLists(
        hCommandQueue: ze_command_queue_handle_t,
        numCommandLists: u32,
        phCommandLists: *mut ze_command_list_handle_t,
        hFence: ze_fence_handle_t,
    ) -> Outcome {
        // SAFETY: contract.
        let (queue, mut fence) =
            unsafe { (get::<CommandQueue>(hCommandQueue)?, share_optional::<Fence>(hFence)?) };
        if phCommandLists.is_null() {
            return Err(ZE_RESULT_ERROR_INVALID_NULL_POINTER);
        }
        if numCommandLists == 0 {
            return Err(ZE_RESULT_ERROR_INVALID_SIZE);
        }
        if fence.as_ref().is_some_and(|fence| !fence.is_of(&queue.lane)) {
            return Err(ZE_RESULT_ERROR_INVALID_SYNCHRONIZATION_OBJECT);
        }
        queue.lane.device().check()?;
        let mut lists = Vec::with_capacity(numCommandLists as usize);
        for position in 0..numCommandLists as usize {
            // SAFETY: contract; the position is inside the array.
            let list = unsafe { get::<CommandList>(*phCommandLists.add(position))? };
            if list.ordinal != queue.lane.ordinal() {
                return Err(ZE_RESULT_ERROR_INVALID_COMMAND_LIST_TYPE);
            }
            lists.push((list, list.recorded()?));
        }
        let streams: Vec<_> =
            lists.iter().map(|(list, _)| Ok(Arc::clone(&list.regular()?.stream))).collect::<Outcome<_>>()?;
        let repeats = |at: usize| streams[..at].iter().any(|stream| Arc::ptr_eq(stream, &streams[at]));
        if settings().personality.intel && !(0..streams.len()).any(repeats) {
            let in_order = lists.iter().all(|(list, _)| list.in_order);
            let ticket = queue.lane.submit(Batch::Chain(streams), in_order, fence.take())?;
            for (list, _) in &lists {
                list.regular()?.executed(&queue.lane, ticket);
            }
            return queue.finish_submission();
        }
        let last = lists.len() - 1;
        for (position, (list, commands)) in lists.into_iter().enumerate() {
            let fence = if position == last { fence.take() } else { None };
            let ticket = queue.lane.submit(Batch::List(commands), list.in_order, fence)?;
            list.regular()?.executed(&queue.lane, ticket);
        }
        queue.finish_submission()
    }

    pub unsafe fn zeCommandQueueSynchronize(
        hCommandQueue: ze_command_queue_handle_t,
        timeout: u64,
    ) -> Outcome {
        // SAFETY: contract.
        let lane = Arc::clone(&unsafe { get::<CommandQueue>(hCommandQueue) }?.lane);
        super::event::slow_sync();
        lane.synchronize(timeout)
    }

    pub unsafe fn zeCommandQueueGetOrdinal(
        hCommandQueue: ze_command_queue_handle_t,
        pOrdinal: *mut u32,
    ) -> Outcome {
        // SAFETY: contract.
        unsafe { output(pOrdinal, get::<CommandQueue>(hCommandQueue)?.lane.ordinal()) }
    }

    pub unsafe fn zeCommandQueueGetIndex(
        hCommandQueue: ze_command_queue_handle_t,
        pIndex: *mut u32,
    ) -> Outcome {
        // SAFETY: contract.
        unsafe { output(pIndex, get::<CommandQueue>(hCommandQueue)?.lane.index()) }
    }

    pub unsafe fn zeCommandQueueGetFlags(
        hCmdQueue: ze_command_queue_handle_t,
        pFlags: *mut ze_command_queue_flags_t,
    ) -> Outcome {
        // SAFETY: contract.
        unsafe { output(pFlags, get::<CommandQueue>(hCmdQueue)?.flags) }
    }

    pub unsafe fn zeCommandQueueGetMode(
        hCmdQueue: ze_command_queue_handle_t,
        pMode: *mut ze_command_queue_mode_t,
    ) -> Outcome {
        // SAFETY: contract.
        unsafe { output(pMode, get::<CommandQueue>(hCmdQueue)?.mode) }
    }

    pub unsafe fn zeCommandQueueGetPriority(
        hCmdQueue: ze_command_queue_handle_t,
        pPriority: *mut ze_command_queue_priority_t,
    ) -> Outcome {
        // SAFETY: contract.
        unsafe { output(pPriority, get::<CommandQueue>(hCmdQueue)?.priority) }
    }
}
