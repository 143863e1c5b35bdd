//! Event pools.

use crate::Outcome;
use crate::context::Context;
use crate::ddi::Api;
use crate::device::Device;
use crate::event::{CounterBased, Event, EventPool, Timestamps};
use crate::handle::{get, input, output, publish, retire, share};
use crate::settings::settings;
use crate::shared_events::SharedStates;
use crate::shared_file::Ticket;
use level_zero_sys::*;
use std::sync::atomic::{AtomicU64, Ordering};

const SCOPES: u32 = ZE_EVENT_SCOPE_FLAG_SUBDEVICE | ZE_EVENT_SCOPE_FLAG_DEVICE | ZE_EVENT_SCOPE_FLAG_HOST;

/// Fails for scopes that do not exist.
pub fn check_scopes(signal: ze_event_scope_flags_t, wait: ze_event_scope_flags_t) -> Outcome {
    if (signal | wait) & !SCOPES == 0 { Ok(()) } else { Err(ZE_RESULT_ERROR_INVALID_ENUMERATION) }
}

impl Api {
    pub unsafe fn zeEventPoolCreate(
        hContext: ze_context_handle_t,
        desc: *const ze_event_pool_desc_t,
        numDevices: u32,
        phDevices: *mut ze_device_handle_t,
        phEventPool: *mut ze_event_pool_handle_t,
    ) -> Outcome {
        // SAFETY: contract.
        let (context, desc) = unsafe { (share::<Context>(hContext)?, input(desc)?) };
        if phEventPool.is_null() {
            return Err(ZE_RESULT_ERROR_INVALID_NULL_POINTER);
        }
        if desc.count == 0 || (phDevices.is_null() && numDevices > 0) {
            return Err(ZE_RESULT_ERROR_INVALID_SIZE);
        }
        let all = ZE_EVENT_POOL_FLAG_HOST_VISIBLE
            | ZE_EVENT_POOL_FLAG_IPC
            | ZE_EVENT_POOL_FLAG_KERNEL_TIMESTAMP
            | ZE_EVENT_POOL_FLAG_KERNEL_MAPPED_TIMESTAMP;
        if desc.flags & !all != 0 {
            return Err(ZE_RESULT_ERROR_INVALID_ENUMERATION);
        }
        for position in 0..numDevices as usize {
            // SAFETY: contract; the position is inside the array.
            unsafe { get::<Device>(*phDevices.add(position)) }?;
        }
        static MADE: AtomicU64 = AtomicU64::new(0);
        let made = MADE.fetch_add(1, Ordering::Relaxed);
        if settings().faults.event_pool_oom_after.is_some_and(|limit| made >= limit) {
            return Err(ZE_RESULT_ERROR_OUT_OF_DEVICE_MEMORY);
        }
        // SAFETY: contract.
        let counter_based = unsafe { super::chain(desc.pNext) }
            .find(|(stype, _)| *stype == ZE_STRUCTURE_TYPE_COUNTER_BASED_EVENT_POOL_EXP_DESC)
            .map(|(_, structure)| {
                // SAFETY: the stype says what it is (contract).
                let flags = unsafe { (*structure.cast::<ze_event_pool_counter_based_exp_desc_t>()).flags };
                // The two flags are the first two of counter-based events.
                CounterBased { flags }
            });
        if settings().faults.no_ipc_pools && desc.flags & ZE_EVENT_POOL_FLAG_IPC != 0 {
            return Err(ZE_RESULT_ERROR_UNSUPPORTED_FEATURE);
        }
        if counter_based.is_some() && desc.flags & ZE_EVENT_POOL_FLAG_IPC != 0 {
            return Err(ZE_RESULT_ERROR_UNSUPPORTED_FEATURE);
        }
        let shared = match desc.flags & ZE_EVENT_POOL_FLAG_IPC {
            0 => None,
            _ => Some(SharedStates::new(desc.count)?),
        };
        let pool = EventPool { context, flags: desc.flags, count: desc.count, counter_based, shared };
        // SAFETY: contract.
        unsafe { output(phEventPool, publish(pool)) }
    }

    pub unsafe fn zeEventPoolDestroy(hEventPool: ze_event_pool_handle_t) -> Outcome {
        // SAFETY: contract.
        unsafe { retire::<EventPool>(hEventPool) }.map(drop)
    }

    pub unsafe fn zeEventPoolGetContextHandle(
        hEventPool: ze_event_pool_handle_t,
        phContext: *mut ze_context_handle_t,
    ) -> Outcome {
        // SAFETY: contract.
        unsafe { output(phContext, get::<EventPool>(hEventPool)?.context.handle()) }
    }

    pub unsafe fn zeEventPoolGetFlags(
        hEventPool: ze_event_pool_handle_t,
        pFlags: *mut ze_event_pool_flags_t,
    ) -> Outcome {
        // SAFETY: contract.
        unsafe { output(pFlags, get::<EventPool>(hEventPool)?.flags) }
    }

    pub unsafe fn zeEventCreate(
        hEventPool: ze_event_pool_handle_t,
        desc: *const ze_event_desc_t,
        phEvent: *mut ze_event_handle_t,
    ) -> Outcome {
        if phEvent.is_null() {
            return Err(ZE_RESULT_ERROR_INVALID_NULL_POINTER);
        }
        // SAFETY: contract.
        let (pool, desc) = unsafe { (share::<EventPool>(hEventPool)?, input(desc)?) };
        if desc.index >= pool.count {
            return Err(ZE_RESULT_ERROR_INVALID_ARGUMENT);
        }
        check_scopes(desc.signal, desc.wait)?;
        let stamped = ZE_EVENT_POOL_FLAG_KERNEL_TIMESTAMP | ZE_EVENT_POOL_FLAG_KERNEL_MAPPED_TIMESTAMP;
        let timestamps = if pool.flags & stamped == 0 { Timestamps::None } else { Timestamps::Device };
        let (context, counter_based) = (std::sync::Arc::clone(&pool.context), pool.counter_based);
        let scopes = (desc.signal, desc.wait);
        let event = Event::new(Some(pool), context, counter_based, timestamps, scopes, desc.index);
        // SAFETY: contract.
        unsafe { output(phEvent, publish(event)) }
    }

    pub unsafe fn zeEventPoolGetIpcHandle(
        hEventPool: ze_event_pool_handle_t,
        phIpc: *mut ze_ipc_event_pool_handle_t,
    ) -> Outcome {
        // SAFETY: contract.
        let pool = unsafe { get::<EventPool>(hEventPool) }?;
        let ticket =
            pool.shared.as_ref().ok_or(ZE_RESULT_ERROR_INVALID_ARGUMENT)?.ticket(pool.count, pool.flags);
        // SAFETY: contract.
        unsafe { output(phIpc, ze_ipc_event_pool_handle_t { data: ticket.to_bytes() }) }
    }

    /// The handle is valid as long as the pool exists, so nothing has to be given back.
    pub unsafe fn zeEventPoolPutIpcHandle(
        hContext: ze_context_handle_t,
        hIpc: ze_ipc_event_pool_handle_t,
    ) -> Outcome {
        // SAFETY: contract.
        unsafe { get::<Context>(hContext) }?;
        Ticket::read(Ticket::EVENT_POOL, hIpc.data).map(drop)
    }

    pub unsafe fn zeEventPoolOpenIpcHandle(
        hContext: ze_context_handle_t,
        hIpc: ze_ipc_event_pool_handle_t,
        phEventPool: *mut ze_event_pool_handle_t,
    ) -> Outcome {
        // SAFETY: contract.
        let context = unsafe { share::<Context>(hContext) }?;
        if phEventPool.is_null() {
            return Err(ZE_RESULT_ERROR_INVALID_NULL_POINTER);
        }
        let ticket = Ticket::read(Ticket::EVENT_POOL, hIpc.data)?;
        let shared = Some(SharedStates::open(&ticket)?);
        let pool =
            EventPool { context, flags: ticket.flags, count: ticket.count, counter_based: None, shared };
        // SAFETY: contract.
        unsafe { output(phEventPool, publish(pool)) }
    }

    pub unsafe fn zeEventPoolCloseIpcHandle(hEventPool: ze_event_pool_handle_t) -> Outcome {
        // SAFETY: contract.
        let opened =
            unsafe { get::<EventPool>(hEventPool) }?.shared.as_ref().is_some_and(SharedStates::is_opened);
        if !opened {
            return Err(ZE_RESULT_ERROR_INVALID_ARGUMENT);
        }
        // SAFETY: contract.
        unsafe { retire::<EventPool>(hEventPool) }.map(drop)
    }
}
