//! Command lists, all but what is appended to them.

use super::append::append;
use crate::Outcome;
use crate::command_list::{CommandList, CommandQueue, ListKind, Regular};
use crate::context::Context;
use crate::ddi::Api;
use crate::device::{Backlog, Device};
use crate::graph::Capture;
use crate::handle::{check_flags, get, input, output, publish, retire, share};
use crate::lane::Batch;
use crate::operation::{Action, Command};
use crate::queue_group::QueueGroup;
use level_zero_sys::*;
use std::ffi::c_void;
use std::sync::Arc;

impl Api {
    pub unsafe fn zeCommandListCreate(
        hContext: ze_context_handle_t,
        hDevice: ze_device_handle_t,
        desc: *const ze_command_list_desc_t,
        phCommandList: *mut ze_command_list_handle_t,
    ) -> Outcome {
        if phCommandList.is_null() {
            return Err(ZE_RESULT_ERROR_INVALID_NULL_POINTER);
        }
        // SAFETY: contract; devices live for ever.
        let (context, device, desc) =
            unsafe { (share::<Context>(hContext)?, get::<Device>(hDevice)?, input(desc)?) };
        let known = ZE_COMMAND_LIST_FLAG_RELAXED_ORDERING
            | ZE_COMMAND_LIST_FLAG_MAXIMIZE_THROUGHPUT
            | ZE_COMMAND_LIST_FLAG_EXPLICIT_ONLY
            | ZE_COMMAND_LIST_FLAG_IN_ORDER
            | ZE_COMMAND_LIST_FLAG_EXP_CLONEABLE
            | ZE_COMMAND_LIST_FLAG_COPY_OFFLOAD_HINT;
        check_flags(desc.flags, known)?;
        let ordinal = desc.commandQueueGroupOrdinal;
        let list = CommandList {
            context,
            device,
            ordinal,
            group: QueueGroup::find(ordinal)?,
            in_order: desc.flags & ZE_COMMAND_LIST_FLAG_IN_ORDER != 0,
            kind: ListKind::Regular(Regular::new(desc.flags)),
            capture: Capture::default(),
        };
        // SAFETY: contract.
        unsafe { output(phCommandList, publish(list)) }
    }

    pub unsafe fn zeCommandListCreateImmediate(
        hContext: ze_context_handle_t,
        hDevice: ze_device_handle_t,
        altdesc: *const ze_command_queue_desc_t,
        phCommandList: *mut ze_command_list_handle_t,
    ) -> Outcome {
        if phCommandList.is_null() {
            return Err(ZE_RESULT_ERROR_INVALID_NULL_POINTER);
        }
        // SAFETY: contract; devices live for ever.
        let (context, device, desc) =
            unsafe { (share::<Context>(hContext)?, get::<Device>(hDevice)?, input(altdesc)?) };
        let queue = CommandQueue::new(Arc::clone(&context), device, desc)?;
        let list = CommandList {
            context,
            device,
            ordinal: desc.ordinal,
            group: QueueGroup::find(desc.ordinal)?,
            in_order: desc.flags & ZE_COMMAND_QUEUE_FLAG_IN_ORDER != 0,
            kind: ListKind::Immediate(queue),
            capture: Capture::default(),
        };
        // SAFETY: contract.
        unsafe { output(phCommandList, publish(list)) }
    }

    pub unsafe fn zeCommandListDestroy(hCommandList: ze_command_list_handle_t) -> Outcome {
        // SAFETY: contract.
        unsafe {
            get::<CommandList>(hCommandList)?.finish();
            retire::<CommandList>(hCommandList).map(drop)
        }
    }

    pub unsafe fn zeCommandListClose(hCommandList: ze_command_list_handle_t) -> Outcome {
        // SAFETY: contract.
        unsafe { get::<CommandList>(hCommandList) }?.close();
        Ok(())
    }

    pub unsafe fn zeCommandListReset(hCommandList: ze_command_list_handle_t) -> Outcome {
        // SAFETY: contract.
        unsafe { get::<CommandList>(hCommandList) }?.reset();
        Ok(())
    }

    pub unsafe fn zeCommandListHostSynchronize(
        hCommandList: ze_command_list_handle_t,
        timeout: u64,
    ) -> Outcome {
        // SAFETY: contract.
        let list = unsafe { get::<CommandList>(hCommandList) }?;
        let lane = Arc::clone(&list.queue().map_err(|_| ZE_RESULT_ERROR_INVALID_ARGUMENT)?.lane);
        super::event::slow_sync();
        lane.synchronize(timeout)
    }

    pub unsafe fn zeCommandListGetDeviceHandle(
        hCommandList: ze_command_list_handle_t,
        phDevice: *mut ze_device_handle_t,
    ) -> Outcome {
        // SAFETY: contract.
        unsafe { output(phDevice, get::<CommandList>(hCommandList)?.device.handle()) }
    }

    pub unsafe fn zeCommandListGetContextHandle(
        hCommandList: ze_command_list_handle_t,
        phContext: *mut ze_context_handle_t,
    ) -> Outcome {
        // SAFETY: contract.
        unsafe { output(phContext, get::<CommandList>(hCommandList)?.context.handle()) }
    }

    pub unsafe fn zeCommandListGetOrdinal(
        hCommandList: ze_command_list_handle_t,
        pOrdinal: *mut u32,
    ) -> Outcome {
        // SAFETY: contract.
        unsafe { output(pOrdinal, get::<CommandList>(hCommandList)?.ordinal) }
    }

    pub unsafe fn zeCommandListIsImmediate(
        hCommandList: ze_command_list_handle_t,
        pIsImmediate: *mut ze_bool_t,
    ) -> Outcome {
        // SAFETY: contract.
        unsafe { output(pIsImmediate, get::<CommandList>(hCommandList)?.is_immediate().into()) }
    }

    pub unsafe fn zeCommandListGetFlags(
        hCommandList: ze_command_list_handle_t,
        pFlags: *mut ze_command_list_flags_t,
    ) -> Outcome {
        // SAFETY: contract.
        unsafe {
            match &get::<CommandList>(hCommandList)?.kind {
                ListKind::Regular(regular) => output(pFlags, regular.flags),
                ListKind::Immediate(_) => Err(ZE_RESULT_ERROR_INVALID_COMMAND_LIST_TYPE),
            }
        }
    }

    pub unsafe fn zeCommandListImmediateGetIndex(
        hCommandListImmediate: ze_command_list_handle_t,
        pIndex: *mut u32,
    ) -> Outcome {
        // SAFETY: contract.
        unsafe { output(pIndex, get::<CommandList>(hCommandListImmediate)?.queue()?.lane.index()) }
    }

    pub unsafe fn zeCommandListImmediateGetFlags(
        hCommandList: ze_command_list_handle_t,
        pFlags: *mut ze_command_queue_flags_t,
    ) -> Outcome {
        // SAFETY: contract.
        unsafe { output(pFlags, get::<CommandList>(hCommandList)?.queue()?.flags) }
    }

    pub unsafe fn zeCommandListImmediateGetMode(
        hCommandList: ze_command_list_handle_t,
        pMode: *mut ze_command_queue_mode_t,
    ) -> Outcome {
        // SAFETY: contract.
        unsafe { output(pMode, get::<CommandList>(hCommandList)?.queue()?.mode) }
    }

    pub unsafe fn zeCommandListImmediateGetPriority(
        hCommandList: ze_command_list_handle_t,
        pPriority: *mut ze_command_queue_priority_t,
    ) -> Outcome {
        // SAFETY: contract.
        unsafe { output(pPriority, get::<CommandList>(hCommandList)?.queue()?.priority) }
    }

    pub unsafe fn zeCommandListIsMutableExp(
        hCommandList: ze_command_list_handle_t,
        pIsMutable: *mut ze_bool_t,
    ) -> Outcome {
        // SAFETY: contract.
        unsafe {
            get::<CommandList>(hCommandList)?;
            output(pIsMutable, 0)
        }
    }

    pub unsafe fn zeCommandListImmediateAppendCommandListsExp(
        hCommandListImmediate: ze_command_list_handle_t,
        numCommandLists: u32,
        phCommandLists: *mut ze_command_list_handle_t,
        hSignalEvent: ze_event_handle_t,
        numWaitEvents: u32,
        phWaitEvents: *mut ze_event_handle_t,
    ) -> Outcome {
        if phCommandLists.is_null() {
            return Err(ZE_RESULT_ERROR_INVALID_NULL_POINTER);
        }
        // SAFETY: contract.
        let immediate = unsafe { get::<CommandList>(hCommandListImmediate) }?;
        if immediate.capture.is_on() {
            return Err(ZE_RESULT_ERROR_GRAPH_CAPTURE_UNSUPPORTED);
        }
        let queue = immediate.queue()?;
        let mut lists = Vec::with_capacity(numCommandLists as usize);
        for position in 0..numCommandLists as usize {
            // SAFETY: contract; the position is inside the array.
            let list = unsafe { get::<CommandList>(*phCommandLists.add(position))? };
            if list.ordinal != immediate.ordinal {
                return Err(ZE_RESULT_ERROR_INVALID_COMMAND_LIST_TYPE);
            }
            lists.push((list, list.recorded()?));
        }
        if numWaitEvents > 0 {
            // SAFETY: contract.
            unsafe {
                append(
                    hCommandListImmediate,
                    Command::new(Action::Wait),
                    std::ptr::null_mut(),
                    numWaitEvents,
                    phWaitEvents,
                )?;
            }
        }
        for (list, commands) in lists {
            let ticket = queue.lane.submit(Batch::List(commands), list.in_order, None)?;
            list.regular()?.executed(&queue.lane, ticket);
        }
        if hSignalEvent.is_null() {
            return queue.finish_submission();
        }
        // SAFETY: contract.
        unsafe {
            append(hCommandListImmediate, Command::new(Action::Signal), hSignalEvent, 0, std::ptr::null_mut())
        }
    }

    pub unsafe fn zeCommandListImmediateAppendCommandListsWithParameters(
        hCommandListImmediate: ze_command_list_handle_t,
        numCommandLists: u32,
        phCommandLists: *mut ze_command_list_handle_t,
        _pNext: *const c_void,
        hSignalEvent: ze_event_handle_t,
        numWaitEvents: u32,
        phWaitEvents: *mut ze_event_handle_t,
    ) -> Outcome {
        // SAFETY: contract.
        unsafe {
            Self::zeCommandListImmediateAppendCommandListsExp(
                hCommandListImmediate,
                numCommandLists,
                phCommandLists,
                hSignalEvent,
                numWaitEvents,
                phWaitEvents,
            )
        }
    }
}
