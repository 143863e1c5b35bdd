//! Appends that launch kernels.

use super::append::append;
use crate::Outcome;
use crate::command_list::CommandList;
use crate::ddi::Api;
use crate::handle::{get, input};
use crate::module::Kernel;
use crate::operation::{Action, Command, Groups, Launch};
use crate::spirv::Parameter;
use level_zero_sys::*;
use std::ffi::c_void;
use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;

/// A launch of a kernel as it is set up now.
unsafe fn launch(kernel: ze_kernel_handle_t, groups: Groups) -> Outcome<Launch> {
    // SAFETY: contract.
    let kernel = unsafe { get::<Kernel>(kernel) }?;
    Ok(Launch {
        target: Arc::clone(&kernel.target),
        arguments: kernel.arguments(),
        group_size: kernel.group_size(),
        offset: [0, 1, 2].map(|side| kernel.global_offset[side].load(Relaxed)),
        groups,
    })
}

/// Fails if the list is for an engine that copies only.
unsafe fn check_compute(list: ze_command_list_handle_t) -> Outcome {
    // SAFETY: contract.
    match unsafe { get::<CommandList>(list) }?.group.can_compute() {
        true => Ok(()),
        false => Err(ZE_RESULT_ERROR_INVALID_COMMAND_LIST_TYPE),
    }
}

impl Api {
    pub unsafe fn zeCommandListAppendLaunchKernel(
        hCommandList: ze_command_list_handle_t,
        hKernel: ze_kernel_handle_t,
        pLaunchFuncArgs: *const ze_group_count_t,
        hSignalEvent: ze_event_handle_t,
        numWaitEvents: u32,
        phWaitEvents: *mut ze_event_handle_t,
    ) -> Outcome {
        // SAFETY: contract.
        unsafe {
            check_compute(hCommandList)?;
            let command =
                Command::new(Action::Launch(launch(hKernel, Groups::Count(*input(pLaunchFuncArgs)?))?));
            append(hCommandList, command, hSignalEvent, numWaitEvents, phWaitEvents)
        }
    }

    pub unsafe fn zeCommandListAppendLaunchCooperativeKernel(
        hCommandList: ze_command_list_handle_t,
        hKernel: ze_kernel_handle_t,
        pLaunchFuncArgs: *const ze_group_count_t,
        hSignalEvent: ze_event_handle_t,
        numWaitEvents: u32,
        phWaitEvents: *mut ze_event_handle_t,
    ) -> Outcome {
        // SAFETY: contract.
        unsafe {
            Self::zeCommandListAppendLaunchKernel(
                hCommandList,
                hKernel,
                pLaunchFuncArgs,
                hSignalEvent,
                numWaitEvents,
                phWaitEvents,
            )
        }
    }

    pub unsafe fn zeCommandListAppendLaunchKernelIndirect(
        hCommandList: ze_command_list_handle_t,
        hKernel: ze_kernel_handle_t,
        pLaunchArgumentsBuffer: *const ze_group_count_t,
        hSignalEvent: ze_event_handle_t,
        numWaitEvents: u32,
        phWaitEvents: *mut ze_event_handle_t,
    ) -> Outcome {
        if pLaunchArgumentsBuffer.is_null() {
            return Err(ZE_RESULT_ERROR_INVALID_NULL_POINTER);
        }
        // SAFETY: contract.
        unsafe {
            check_compute(hCommandList)?;
            let groups = Groups::At(pLaunchArgumentsBuffer.expose_provenance());
            let command = Command::new(Action::Launch(launch(hKernel, groups)?));
            append(hCommandList, command, hSignalEvent, numWaitEvents, phWaitEvents)
        }
    }

    pub unsafe fn zeCommandListAppendLaunchMultipleKernelsIndirect(
        hCommandList: ze_command_list_handle_t,
        numKernels: u32,
        phKernels: *mut ze_kernel_handle_t,
        pCountBuffer: *const u32,
        pLaunchArgumentsBuffer: *const ze_group_count_t,
        hSignalEvent: ze_event_handle_t,
        numWaitEvents: u32,
        phWaitEvents: *mut ze_event_handle_t,
    ) -> Outcome {
        if phKernels.is_null() || pCountBuffer.is_null() || pLaunchArgumentsBuffer.is_null() {
            return Err(ZE_RESULT_ERROR_INVALID_NULL_POINTER);
        }
        // SAFETY: contract; kernels and group counts are arrays of `numKernels`.
        unsafe {
            check_compute(hCommandList)?;
            let launches = (0..numKernels as usize)
                .map(|position| {
                    let groups = Groups::At(pLaunchArgumentsBuffer.add(position).expose_provenance());
                    launch(*phKernels.add(position), groups)
                })
                .collect::<Outcome<_>>()?;
            let command =
                Command::new(Action::LaunchSeveral { count: pCountBuffer.expose_provenance(), launches });
            append(hCommandList, command, hSignalEvent, numWaitEvents, phWaitEvents)
        }
    }

    pub unsafe fn zeCommandListAppendLaunchKernelWithParameters(
        hCommandList: ze_command_list_handle_t,
        hKernel: ze_kernel_handle_t,
        pGroupCounts: *const ze_group_count_t,
        pNext: *const c_void,
        hSignalEvent: ze_event_handle_t,
        numWaitEvents: u32,
        phWaitEvents: *mut ze_event_handle_t,
    ) -> Outcome {
        // SAFETY: contract.
        unsafe {
            check_parameters(pNext)?;
            Self::zeCommandListAppendLaunchKernel(
                hCommandList,
                hKernel,
                pGroupCounts,
                hSignalEvent,
                numWaitEvents,
                phWaitEvents,
            )
        }
    }

    pub unsafe fn zeCommandListAppendLaunchKernelWithArguments(
        hCommandList: ze_command_list_handle_t,
        hKernel: ze_kernel_handle_t,
        groupCounts: ze_group_count_t,
        groupSizes: ze_group_size_t,
        pArguments: *mut *mut c_void,
        pNext: *const c_void,
        hSignalEvent: ze_event_handle_t,
        numWaitEvents: u32,
        phWaitEvents: *mut ze_event_handle_t,
    ) -> Outcome {
        // SAFETY: contract.
        let kernel = unsafe {
            check_parameters(pNext)?;
            Self::zeKernelSetGroupSize(
                hKernel,
                groupSizes.groupSizeX,
                groupSizes.groupSizeY,
                groupSizes.groupSizeZ,
            )?;
            get::<Kernel>(hKernel)?
        };
        let code = &kernel.target.code;
        if pArguments.is_null() && !code.parameters.is_empty() {
            return Err(ZE_RESULT_ERROR_INVALID_NULL_POINTER);
        }
        for (index, parameter) in code.parameters.iter().enumerate() {
            // SAFETY: contract; one pointer per argument.
            let value = unsafe { *pArguments.add(index) };
            if *parameter == Parameter::Local && !value.is_null() {
                // SAFETY: contract; for local memory it is its size.
                let size = unsafe { value.cast::<usize>().read_unaligned() };
                kernel.set_argument(index, &size.to_le_bytes());
            } else if let Some(size) = parameter.size()
                && !value.is_null()
            {
                // SAFETY: contract; the argument has the size of its parameter.
                let bytes = unsafe { std::slice::from_raw_parts(value.cast::<u8>(), size) };
                kernel.set_argument(index, bytes);
            }
        }
        // SAFETY: contract.
        unsafe {
            Self::zeCommandListAppendLaunchKernel(
                hCommandList,
                hKernel,
                &raw const groupCounts,
                hSignalEvent,
                numWaitEvents,
                phWaitEvents,
            )
        }
    }
}

/// Extensions of a launch: only the cooperative one is known.
unsafe fn check_parameters(next: *const c_void) -> Outcome {
    // SAFETY: contract.
    let mut chain = unsafe { super::chain(next) };
    match chain.all(|(stype, _)| stype == ZE_STRUCTURE_TYPE_COMMAND_LIST_APPEND_PARAM_COOPERATIVE_DESC) {
        true => Ok(()),
        false => Err(ZE_RESULT_ERROR_UNSUPPORTED_FEATURE),
    }
}
