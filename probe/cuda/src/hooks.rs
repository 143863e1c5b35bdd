//! Wrappers that do more than count. Each makes the program's call through the plain wrapper, so that host
//! figures are the same with and without device timing.

mod copies;
mod graphs;
mod init;
mod kernels;
mod macros;
mod memory;
mod proc_address;
mod sets;
mod stream_waits;

/// What is called for each symbol: a name listed here hides the plain wrapper's.
pub mod calls {
    pub use super::copies::{
        cuMemcpy, cuMemcpy_ptds, cuMemcpy2D_v2, cuMemcpy2D_v2_ptds, cuMemcpy2DAsync_v2,
        cuMemcpy2DAsync_v2_ptsz, cuMemcpy2DUnaligned_v2, cuMemcpy2DUnaligned_v2_ptds, cuMemcpy3D_v2,
        cuMemcpy3D_v2_ptds, cuMemcpy3DAsync_v2, cuMemcpy3DAsync_v2_ptsz, cuMemcpy3DBatchAsync,
        cuMemcpy3DBatchAsync_ptsz, cuMemcpy3DBatchAsync_v2, cuMemcpy3DBatchAsync_v2_ptsz, cuMemcpy3DPeer,
        cuMemcpy3DPeer_ptds, cuMemcpy3DPeerAsync, cuMemcpy3DPeerAsync_ptsz, cuMemcpy3DWithAttributesAsync,
        cuMemcpy3DWithAttributesAsync_ptsz, cuMemcpyAsync, cuMemcpyAsync_ptsz, cuMemcpyAtoA_v2,
        cuMemcpyAtoA_v2_ptds, cuMemcpyAtoD_v2, cuMemcpyAtoD_v2_ptds, cuMemcpyAtoH_v2, cuMemcpyAtoH_v2_ptds,
        cuMemcpyAtoHAsync_v2, cuMemcpyAtoHAsync_v2_ptsz, cuMemcpyBatchAsync, cuMemcpyBatchAsync_ptsz,
        cuMemcpyBatchAsync_v2, cuMemcpyBatchAsync_v2_ptsz, cuMemcpyDtoA_v2, cuMemcpyDtoA_v2_ptds,
        cuMemcpyDtoD_v2, cuMemcpyDtoD_v2_ptds, cuMemcpyDtoDAsync_v2, cuMemcpyDtoDAsync_v2_ptsz,
        cuMemcpyDtoH_v2, cuMemcpyDtoH_v2_ptds, cuMemcpyDtoHAsync_v2, cuMemcpyDtoHAsync_v2_ptsz,
        cuMemcpyHtoA_v2, cuMemcpyHtoA_v2_ptds, cuMemcpyHtoAAsync_v2, cuMemcpyHtoAAsync_v2_ptsz,
        cuMemcpyHtoD_v2, cuMemcpyHtoD_v2_ptds, cuMemcpyHtoDAsync_v2, cuMemcpyHtoDAsync_v2_ptsz, cuMemcpyPeer,
        cuMemcpyPeer_ptds, cuMemcpyPeerAsync, cuMemcpyPeerAsync_ptsz, cuMemcpyWithAttributesAsync,
        cuMemcpyWithAttributesAsync_ptsz,
    };
    pub use super::graphs::{
        cuGraphExecDestroy, cuGraphInstantiate, cuGraphInstantiate_v2, cuGraphInstantiateWithFlags,
        cuGraphInstantiateWithParams, cuGraphInstantiateWithParams_ptsz, cuGraphLaunch, cuGraphLaunch_ptsz,
        cuGraphNodeSetEnabled, cuStreamBeginCapture, cuStreamBeginCapture_ptsz, cuStreamBeginCapture_v2,
        cuStreamBeginCapture_v2_ptsz, cuStreamBeginCaptureToGraph, cuStreamBeginCaptureToGraph_ptsz,
        cuStreamEndCapture, cuStreamEndCapture_ptsz,
    };
    pub use super::init::{
        cuCtxCreate, cuCtxCreate_v2, cuCtxCreate_v3, cuCtxCreate_v4, cuCtxDestroy, cuCtxDestroy_v2,
        cuDevicePrimaryCtxRelease, cuDevicePrimaryCtxRelease_v2, cuDevicePrimaryCtxReset,
        cuDevicePrimaryCtxReset_v2, cuInit, cuStreamDestroy, cuStreamDestroy_v2,
    };
    pub use super::kernels::{
        cuKernelGetFunction, cuLaunch, cuLaunchCooperativeKernel, cuLaunchCooperativeKernel_ptsz,
        cuLaunchCooperativeKernelMultiDevice, cuLaunchGrid, cuLaunchGridAsync, cuLaunchKernel,
        cuLaunchKernel_ptsz, cuLaunchKernelEx, cuLaunchKernelEx_ptsz, cuLibraryGetKernel,
        cuModuleGetFunction,
    };
    pub use super::memory::{
        cuMemAlloc_v2, cuMemAllocAsync, cuMemAllocAsync_ptsz, cuMemAllocFromPoolAsync,
        cuMemAllocFromPoolAsync_ptsz, cuMemAllocHost_v2, cuMemAllocManaged, cuMemAllocPitch_v2, cuMemFree_v2,
        cuMemFreeAsync, cuMemFreeAsync_ptsz, cuMemFreeHost, cuMemHostAlloc, cuMemHostRegister_v2,
        cuMemHostUnregister, cuMemMap, cuMemUnmap,
    };
    pub use super::proc_address::{cuGetProcAddress, cuGetProcAddress_v2};
    pub use super::sets::{
        cuMemsetD2D8_v2, cuMemsetD2D8_v2_ptds, cuMemsetD2D8Async, cuMemsetD2D8Async_ptsz, cuMemsetD2D16_v2,
        cuMemsetD2D16_v2_ptds, cuMemsetD2D16Async, cuMemsetD2D16Async_ptsz, cuMemsetD2D32_v2,
        cuMemsetD2D32_v2_ptds, cuMemsetD2D32Async, cuMemsetD2D32Async_ptsz, cuMemsetD8_v2,
        cuMemsetD8_v2_ptds, cuMemsetD8Async, cuMemsetD8Async_ptsz, cuMemsetD16_v2, cuMemsetD16_v2_ptds,
        cuMemsetD16Async, cuMemsetD16Async_ptsz, cuMemsetD32_v2, cuMemsetD32_v2_ptds, cuMemsetD32Async,
        cuMemsetD32Async_ptsz,
    };
    pub use super::stream_waits::{
        cuLaunchHostFunc, cuLaunchHostFunc_ptsz, cuLaunchHostFunc_v2, cuLaunchHostFunc_v2_ptsz,
        cuStreamAddCallback, cuStreamAddCallback_ptsz, cuStreamBatchMemOp, cuStreamBatchMemOp_ptsz,
        cuStreamBatchMemOp_v2, cuStreamBatchMemOp_v2_ptsz, cuStreamWaitEvent, cuStreamWaitEvent_ptsz,
        cuStreamWaitValue32, cuStreamWaitValue32_ptsz, cuStreamWaitValue32_v2, cuStreamWaitValue32_v2_ptsz,
        cuStreamWaitValue64, cuStreamWaitValue64_ptsz, cuStreamWaitValue64_v2, cuStreamWaitValue64_v2_ptsz,
        cuWaitExternalSemaphoresAsync, cuWaitExternalSemaphoresAsync_ptsz,
    };
    pub use crate::wrappers::plain::*;
}
