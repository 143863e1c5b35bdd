//! What all appends have in common, and the ones that move no bytes and launch nothing.

use crate::Outcome;
use crate::command_list::CommandList;
use crate::ddi::Api;
use crate::event::{Event, Timestamps};
use crate::handle::{get, share, share_optional};
use crate::operation::{Action, Command};
use crate::settings::settings;
use level_zero_sys::*;
use std::ffi::c_void;

/// Appends a command that waits for events and signals one.
///
/// # Safety
/// Contract of `api.rs`.
pub unsafe fn append(
    list: ze_command_list_handle_t,
    mut command: Command,
    signal: ze_event_handle_t,
    wait_count: u32,
    waits: *mut ze_event_handle_t,
) -> Outcome {
    // SAFETY: contract.
    let list = unsafe { get::<CommandList>(list) }?;
    // SAFETY: contract.
    command.waits = unsafe { events(wait_count, waits) }?;
    // SAFETY: contract.
    command.signal = unsafe { share_optional::<Event>(signal) }?;
    if let Some(counter_based) = command.signal.as_ref().and_then(|event| event.counter_based)
        && !(list.in_order && counter_based.allows(list.is_immediate()))
    {
        return Err(ZE_RESULT_ERROR_INVALID_ARGUMENT);
    }
    if settings().personality.converts_events
        && let Some(event) = command.signal.as_ref().filter(|event| event.counter_based.is_none())
    {
        if list.in_order && list.is_immediate() { event.convert() } else { event.unconvert() }
    }
    list.append(command)
}

/// The events of an array.
unsafe fn events(count: u32, handles: *mut ze_event_handle_t) -> Outcome<Vec<crate::handle::Shared<Event>>> {
    if handles.is_null() && count > 0 {
        return Err(ZE_RESULT_ERROR_INVALID_SIZE);
    }
    // SAFETY: contract; the positions are inside the array.
    (0..count as usize).map(|position| unsafe { share::<Event>(*handles.add(position)) }).collect()
}

impl Api {
    pub unsafe fn zeCommandListAppendBarrier(
        hCommandList: ze_command_list_handle_t,
        hSignalEvent: ze_event_handle_t,
        numWaitEvents: u32,
        phWaitEvents: *mut ze_event_handle_t,
    ) -> Outcome {
        // SAFETY: contract.
        unsafe {
            append(hCommandList, Command::new(Action::Barrier), hSignalEvent, numWaitEvents, phWaitEvents)
        }
    }

    pub unsafe fn zeCommandListAppendMemoryRangesBarrier(
        hCommandList: ze_command_list_handle_t,
        _numRanges: u32,
        pRangeSizes: *const usize,
        pRanges: *mut *const c_void,
        hSignalEvent: ze_event_handle_t,
        numWaitEvents: u32,
        phWaitEvents: *mut ze_event_handle_t,
    ) -> Outcome {
        if pRangeSizes.is_null() || pRanges.is_null() {
            return Err(ZE_RESULT_ERROR_INVALID_NULL_POINTER);
        }
        // SAFETY: contract.
        unsafe {
            append(hCommandList, Command::new(Action::Barrier), hSignalEvent, numWaitEvents, phWaitEvents)
        }
    }

    pub unsafe fn zeCommandListAppendSignalEvent(
        hCommandList: ze_command_list_handle_t,
        hEvent: ze_event_handle_t,
    ) -> Outcome {
        // SAFETY: contract.
        unsafe {
            get::<Event>(hEvent)?;
            append(hCommandList, Command::new(Action::Signal), hEvent, 0, std::ptr::null_mut())
        }
    }

    pub unsafe fn zeCommandListAppendWaitOnEvents(
        hCommandList: ze_command_list_handle_t,
        numEvents: u32,
        phEvents: *mut ze_event_handle_t,
    ) -> Outcome {
        if phEvents.is_null() {
            return Err(ZE_RESULT_ERROR_INVALID_NULL_POINTER);
        }
        // SAFETY: contract.
        unsafe { append(hCommandList, Command::new(Action::Wait), std::ptr::null_mut(), numEvents, phEvents) }
    }

    pub unsafe fn zeCommandListAppendEventReset(
        hCommandList: ze_command_list_handle_t,
        hEvent: ze_event_handle_t,
    ) -> Outcome {
        // SAFETY: contract.
        let event = unsafe { share::<Event>(hEvent) }?;
        if event.counter_based.is_some() {
            return Err(ZE_RESULT_ERROR_INVALID_ARGUMENT);
        }
        event.never_convert();
        // SAFETY: contract.
        unsafe {
            append(
                hCommandList,
                Command::new(Action::Reset(event)),
                std::ptr::null_mut(),
                0,
                std::ptr::null_mut(),
            )
        }
    }

    pub unsafe fn zeCommandListAppendWriteGlobalTimestamp(
        hCommandList: ze_command_list_handle_t,
        dstptr: *mut u64,
        hSignalEvent: ze_event_handle_t,
        numWaitEvents: u32,
        phWaitEvents: *mut ze_event_handle_t,
    ) -> Outcome {
        if dstptr.is_null() {
            return Err(ZE_RESULT_ERROR_INVALID_NULL_POINTER);
        }
        if settings().faults.no_timestamps {
            return Err(ZE_RESULT_ERROR_UNSUPPORTED_FEATURE);
        }
        let command = Command::new(Action::WriteTimestamp { dst: dstptr.expose_provenance() });
        // SAFETY: contract.
        unsafe { append(hCommandList, command, hSignalEvent, numWaitEvents, phWaitEvents) }
    }

    pub unsafe fn zeCommandListAppendQueryKernelTimestamps(
        hCommandList: ze_command_list_handle_t,
        numEvents: u32,
        phEvents: *mut ze_event_handle_t,
        dstptr: *mut c_void,
        pOffsets: *const usize,
        hSignalEvent: ze_event_handle_t,
        numWaitEvents: u32,
        phWaitEvents: *mut ze_event_handle_t,
    ) -> Outcome {
        if phEvents.is_null() || dstptr.is_null() {
            return Err(ZE_RESULT_ERROR_INVALID_NULL_POINTER);
        }
        if settings().faults.no_timestamps {
            return Err(ZE_RESULT_ERROR_UNSUPPORTED_FEATURE);
        }
        // SAFETY: contract.
        let (list, events) = unsafe { (get::<CommandList>(hCommandList)?, events(numEvents, phEvents)?) };
        if !list.group.can_compute() {
            return Err(ZE_RESULT_ERROR_INVALID_COMMAND_LIST_TYPE);
        }
        if events.iter().any(|event| event.timestamps == Timestamps::None) {
            return Err(ZE_RESULT_ERROR_INVALID_ARGUMENT);
        }
        let base = dstptr.expose_provenance();
        let place = |position: usize| match pOffsets.is_null() {
            true => base + position * size_of::<ze_kernel_timestamp_result_t>(),
            // SAFETY: contract; one offset per event.
            false => base + unsafe { *pOffsets.add(position) },
        };
        let places = (0..events.len()).map(place).collect();
        let command = Command::new(Action::QueryTimestamps { events, places });
        // SAFETY: contract.
        unsafe { append(hCommandList, command, hSignalEvent, numWaitEvents, phWaitEvents) }
    }

    pub unsafe fn zeCommandListAppendMemoryPrefetch(
        hCommandList: ze_command_list_handle_t,
        ptr: *const c_void,
        _size: usize,
    ) -> Outcome {
        // SAFETY: contract.
        unsafe { hint(hCommandList, ptr) }
    }

    pub unsafe fn zeCommandListAppendMemAdvise(
        hCommandList: ze_command_list_handle_t,
        hDevice: ze_device_handle_t,
        ptr: *const c_void,
        _size: usize,
        _advice: ze_memory_advice_t,
    ) -> Outcome {
        // SAFETY: contract.
        unsafe {
            get::<crate::device::Device>(hDevice)?;
            hint(hCommandList, ptr)
        }
    }

    pub unsafe fn zeCommandListAppendHostFunction(
        hCommandList: ze_command_list_handle_t,
        pfnHostFunction: ze_host_function_callback_t,
        pUserData: *mut c_void,
        _pNext: *const c_void,
        hSignalEvent: ze_event_handle_t,
        numWaitEvents: u32,
        phWaitEvents: *mut ze_event_handle_t,
    ) -> Outcome {
        let function = pfnHostFunction.ok_or(ZE_RESULT_ERROR_INVALID_NULL_POINTER)?;
        let command = Command::new(Action::HostFunction { function, data: pUserData.expose_provenance() });
        // SAFETY: contract.
        unsafe { append(hCommandList, command, hSignalEvent, numWaitEvents, phWaitEvents) }
    }
}

/// Appends a hint about memory.
unsafe fn hint(list: ze_command_list_handle_t, ptr: *const c_void) -> Outcome {
    if ptr.is_null() {
        return Err(ZE_RESULT_ERROR_INVALID_NULL_POINTER);
    }
    // SAFETY: contract.
    unsafe { append(list, Command::new(Action::Hint), std::ptr::null_mut(), 0, std::ptr::null_mut()) }
}
