//! Fences.

use crate::Outcome;
use crate::command_list::CommandQueue;
use crate::ddi::Api;
use crate::fence::Fence;
use crate::handle::{check_flags, get, input, output, publish, retire, share};
use crate::sync::deadline;
use level_zero_sys::*;
use std::sync::Arc;

impl Api {
    pub unsafe fn zeFenceCreate(
        hCommandQueue: ze_command_queue_handle_t,
        desc: *const ze_fence_desc_t,
        phFence: *mut ze_fence_handle_t,
    ) -> Outcome {
        if phFence.is_null() {
            return Err(ZE_RESULT_ERROR_INVALID_NULL_POINTER);
        }
        // SAFETY: contract.
        unsafe {
            let queue = get::<CommandQueue>(hCommandQueue)?;
            let flags = input(desc)?.flags;
            check_flags(flags, ZE_FENCE_FLAG_SIGNALED)?;
            let lane = Arc::clone(&queue.lane);
            output(phFence, publish(Fence::new(flags != 0, lane)))
        }
    }

    pub unsafe fn zeFenceDestroy(hFence: ze_fence_handle_t) -> Outcome {
        // SAFETY: contract.
        unsafe { retire::<Fence>(hFence) }.map(drop)
    }

    pub unsafe fn zeFenceHostSynchronize(hFence: ze_fence_handle_t, timeout: u64) -> Outcome {
        // SAFETY: contract.
        let fence = unsafe { share::<Fence>(hFence) }?;
        super::event::slow_sync();
        if fence.wait(deadline(timeout)) {
            return Ok(());
        }
        fence.device().check()?;
        Err(ZE_RESULT_NOT_READY)
    }

    pub unsafe fn zeFenceQueryStatus(hFence: ze_fence_handle_t) -> Outcome {
        // SAFETY: contract.
        let fence = unsafe { get::<Fence>(hFence) }?;
        if fence.is_signalled() {
            return Ok(());
        }
        fence.device().check()?;
        Err(ZE_RESULT_NOT_READY)
    }

    pub unsafe fn zeFenceReset(hFence: ze_fence_handle_t) -> Outcome {
        // SAFETY: contract.
        unsafe { get::<Fence>(hFence) }?.reset();
        Ok(())
    }
}
