//! Wrappers that do more than count: those for the functions that device timing and the memory map depend on.
//! Each makes the program's call through the plain wrapper, so that host figures are the same with and
//! without device timing.

mod append;
mod cold;
mod events;
pub mod extensions;
mod imports;
pub mod init;
mod kernels;
mod launches;
mod lists;
mod macros;
mod memory;
mod mutable;
mod queues;
#[cfg(test)]
mod tests;

use crate::wrappers::Wrapper;

macro_rules! hooks {
    ($table:ident: $($module:ident { $($name:ident),* $(,)? })*) => {
        /// Hooked functions: id and address.
        pub static $table: &[(usize, Wrapper)] =
            &[$($((level_zero_sys::id::$name, Wrapper::new($module::$name as *const std::ffi::c_void))),*),*];
    };
}

// Always hooked.
hooks! { ALWAYS: init { zeInit, zeInitDrivers, zesInit } }

// Hooked for device timing: appends that put work on a device.
hooks! {
    APPENDS:
    append {
        zeCommandListAppendBarrier,
        zeCommandListAppendGraphExt,
        zeCommandListAppendImageCopy,
        zeCommandListAppendImageCopyFromMemory,
        zeCommandListAppendImageCopyFromMemoryExt,
        zeCommandListAppendImageCopyRegion,
        zeCommandListAppendImageCopyToMemory,
        zeCommandListAppendImageCopyToMemoryExt,
        zeCommandListAppendMemoryCopy,
        zeCommandListAppendMemoryCopyFromContext,
        zeCommandListAppendMemoryCopyRegion,
        zeCommandListAppendMemoryCopyWithParameters,
        zeCommandListAppendMemoryFill,
        zeCommandListAppendMemoryFillWithParameters,
        zeCommandListAppendMemoryPrefetch,
        zeCommandListAppendMemoryRangesBarrier,
        zeRTASBuilderCommandListAppendCopyExt,
    }
    launches {
        zeCommandListAppendLaunchCooperativeKernel,
        zeCommandListAppendLaunchKernel,
        zeCommandListAppendLaunchKernelIndirect,
        zeCommandListAppendLaunchKernelWithArguments,
        zeCommandListAppendLaunchKernelWithParameters,
        zeCommandListAppendLaunchMultipleKernelsIndirect,
    }
}

// The other functions hooked for device timing.
hooks! {
    DEVICE:
    append {
        zeCommandListAppendEventReset,
        zeCommandListAppendHostFunction,
        zeCommandListAppendQueryKernelTimestamps,
        zeCommandListAppendSignalEvent,
        zeCommandListAppendSignalExternalSemaphoreExt,
        zeCommandListAppendWaitExternalSemaphoreExt,
        zeCommandListAppendWaitOnEvents,
        zeCommandListAppendWriteGlobalTimestamp,
        zetCommandListAppendMetricQueryEnd,
    }
    events {
        zeContextDestroy,
        zeEventCounterBasedCreate,
        zeEventCreate,
        zeEventDestroy,
        zeEventHostReset,
        zeEventHostSignal,
        zeEventHostSynchronize,
        zeEventPoolCreate,
        zeEventPoolDestroy,
        zeEventPoolGetFlags,
        zeEventQueryKernelTimestamp,
        zeEventQueryKernelTimestampsExt,
        zeEventQueryStatus,
        zeEventQueryTimestampsExp,
    }
    extensions { zeDriverGetExtensionFunctionAddress }
    kernels {
        zeDeviceGet,
        zeImageCreate,
        zeImageDestroy,
        zeImageViewCreateExp,
        zeImageViewCreateExt,
        zeKernelCreate,
        zeKernelDestroy,
        zeKernelSetGroupSize,
    }
    lists {
        zeCommandListCreate,
        zeCommandListCreateImmediate,
        zeCommandListDestroy,
        zeCommandListHostSynchronize,
        zeCommandListReset,
    }
    mutable {
        zeCommandListBeginCaptureIntoGraphExt,
        zeCommandListBeginGraphCaptureExt,
        zeCommandListCreateCloneExp,
        zeCommandListEndGraphCaptureExt,
        zeCommandListGetNextCommandIdExp,
        zeCommandListGetNextCommandIdWithKernelsExp,
        zeCommandListUpdateMutableCommandKernelsExp,
        zeCommandListUpdateMutableCommandSignalEventExp,
        zeCommandListUpdateMutableCommandsExp,
    }
    memory {
        zeMemAllocDevice,
        zeMemAllocHost,
        zeMemAllocShared,
        zeMemCloseIpcHandle,
        zeMemFree,
        zeMemFreeExt,
        zeMemOpenIpcHandle,
        zeVirtualMemMap,
        zeVirtualMemUnmap,
    }
    queues {
        zeCommandListImmediateAppendCommandListsExp,
        zeCommandListImmediateAppendCommandListsWithParameters,
        zeCommandQueueCreate,
        zeCommandQueueDestroy,
        zeCommandQueueExecuteCommandLists,
        zeCommandQueueSynchronize,
        zeDeviceSynchronize,
        zeFenceDestroy,
        zeFenceHostSynchronize,
        zeFenceQueryStatus,
    }
}
