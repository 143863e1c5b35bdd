//! Events.

use super::event_pool::check_scopes;
use crate::Outcome;
use crate::clock;
use crate::context::Context;
use crate::ddi::Api;
use crate::device::Device;
use crate::driver::driver;
use crate::event::{CounterBased, Event, Timestamps};
use crate::handle::{get, input, list, output, publish, retire, share};
use crate::settings::settings;
use crate::sync::deadline;
use level_zero_sys::*;

/// Slows down a host wait as configured.
pub fn slow_sync() {
    if let Some(time) = settings().faults.slow_sync {
        clock::wait_until(clock::host_now() + time.as_nanos() as u64);
    }
}

fn any_device_lost() -> bool {
    driver().devices.iter().any(|device| device.is_lost())
}

/// Fails if the event has no timestamps.
fn check_timestamps(event: &Event) -> Outcome {
    if settings().faults.no_timestamps {
        return Err(ZE_RESULT_ERROR_UNSUPPORTED_FEATURE);
    }
    if event.timestamps == Timestamps::None { Err(ZE_RESULT_ERROR_INVALID_ARGUMENT) } else { Ok(()) }
}

impl Api {
    pub unsafe fn zeEventDestroy(hEvent: ze_event_handle_t) -> Outcome {
        // SAFETY: contract.
        unsafe { retire::<Event>(hEvent) }.map(drop)
    }

    pub unsafe fn zeEventHostSignal(hEvent: ze_event_handle_t) -> Outcome {
        // SAFETY: contract.
        let event = unsafe { share::<Event>(hEvent) }?;
        if event.counter_based.is_some() {
            return Err(ZE_RESULT_ERROR_INVALID_ARGUMENT);
        }
        event.unconvert();
        event.signal(clock::host_now(), None);
        Ok(())
    }

    pub unsafe fn zeEventHostSynchronize(hEvent: ze_event_handle_t, timeout: u64) -> Outcome {
        // SAFETY: contract.
        let event = unsafe { share::<Event>(hEvent) }?;
        slow_sync();
        if event.wait(event.target(), deadline(timeout), any_device_lost) {
            return event.flush();
        }
        if any_device_lost() { Err(ZE_RESULT_ERROR_DEVICE_LOST) } else { Err(ZE_RESULT_NOT_READY) }
    }

    pub unsafe fn zeEventQueryStatus(hEvent: ze_event_handle_t) -> Outcome {
        // SAFETY: contract.
        if unsafe { get::<Event>(hEvent) }?.is_signalled() { Ok(()) } else { Err(ZE_RESULT_NOT_READY) }
    }

    pub unsafe fn zeEventHostReset(hEvent: ze_event_handle_t) -> Outcome {
        // SAFETY: contract.
        unsafe { get::<Event>(hEvent) }?.reset();
        Ok(())
    }

    pub unsafe fn zeEventQueryKernelTimestamp(
        hEvent: ze_event_handle_t,
        dstptr: *mut ze_kernel_timestamp_result_t,
    ) -> Outcome {
        // SAFETY: contract.
        let event = unsafe { get::<Event>(hEvent) }?;
        check_timestamps(event)?;
        if settings().personality.intel && event.counts() {
            event.spin_for_stamps(any_device_lost);
        }
        let stamps = event.query().ok_or(ZE_RESULT_NOT_READY)?;
        // SAFETY: contract.
        unsafe { output(dstptr, stamps) }
    }

    pub unsafe fn zeEventQueryTimestampsExp(
        hEvent: ze_event_handle_t,
        hDevice: ze_device_handle_t,
        pCount: *mut u32,
        pTimestamps: *mut ze_kernel_timestamp_result_t,
    ) -> Outcome {
        // SAFETY: contract.
        let event = unsafe {
            get::<Device>(hDevice)?;
            get::<Event>(hEvent)?
        };
        check_timestamps(event)?;
        let stamps = event.query().ok_or(ZE_RESULT_NOT_READY)?;
        // SAFETY: contract.
        unsafe { list(pCount, pTimestamps, &[stamps], |stamps, place| *place = *stamps) }
    }

    pub unsafe fn zeEventQueryKernelTimestampsExt(
        hEvent: ze_event_handle_t,
        hDevice: ze_device_handle_t,
        pCount: *mut u32,
        pResults: *mut ze_event_query_kernel_timestamps_results_ext_properties_t,
    ) -> Outcome {
        // SAFETY: contract.
        let (event, count) = unsafe {
            get::<Device>(hDevice)?;
            (get::<Event>(hEvent)?, pCount.as_mut().ok_or(ZE_RESULT_ERROR_INVALID_NULL_POINTER)?)
        };
        check_timestamps(event)?;
        let wanted = std::mem::replace(count, 1);
        if wanted == 0 {
            return Ok(());
        }
        let stamps = event.stamps().ok_or(ZE_RESULT_NOT_READY)?;
        // SAFETY: contract; both arrays have room for one result.
        unsafe {
            let results = pResults.as_mut().ok_or(ZE_RESULT_ERROR_INVALID_NULL_POINTER)?;
            if let Some(place) = results.pKernelTimestampsBuffer.as_mut() {
                *place = stamps.device;
            }
            if let Some(place) = results.pSynchronizedTimestampsBuffer.as_mut() {
                *place = stamps.host;
            }
        }
        Ok(())
    }

    pub unsafe fn zeEventGetEventPool(
        hEvent: ze_event_handle_t,
        phEventPool: *mut ze_event_pool_handle_t,
    ) -> Outcome {
        // SAFETY: contract.
        let pool = match &unsafe { get::<Event>(hEvent) }?.pool {
            Some(_) if settings().faults.null_pools => std::ptr::null_mut(),
            Some(pool) => pool.handle(),
            None if settings().personality.intel => std::ptr::null_mut(),
            None => return Err(ZE_RESULT_ERROR_INVALID_ARGUMENT),
        };
        // SAFETY: contract.
        unsafe { output(phEventPool, pool) }
    }

    pub unsafe fn zeEventGetSignalScope(
        hEvent: ze_event_handle_t,
        pSignalScope: *mut ze_event_scope_flags_t,
    ) -> Outcome {
        // SAFETY: contract.
        unsafe { output(pSignalScope, get::<Event>(hEvent)?.signal_scope) }
    }

    pub unsafe fn zeEventGetWaitScope(
        hEvent: ze_event_handle_t,
        pWaitScope: *mut ze_event_scope_flags_t,
    ) -> Outcome {
        // SAFETY: contract.
        unsafe { output(pWaitScope, get::<Event>(hEvent)?.wait_scope) }
    }

    pub unsafe fn zeEventCounterBasedCreate(
        hContext: ze_context_handle_t,
        hDevice: ze_device_handle_t,
        desc: *const ze_event_counter_based_desc_t,
        phEvent: *mut ze_event_handle_t,
    ) -> Outcome {
        // SAFETY: contract.
        let (context, desc) = unsafe {
            get::<Device>(hDevice)?;
            (share::<Context>(hContext)?, input(desc)?)
        };
        if phEvent.is_null() {
            return Err(ZE_RESULT_ERROR_INVALID_NULL_POINTER);
        }
        check_scopes(desc.signal, desc.wait)?;
        if desc.flags & ZE_EVENT_COUNTER_BASED_FLAG_IPC != 0 {
            return Err(ZE_RESULT_ERROR_UNSUPPORTED_FEATURE);
        }
        let both = ZE_EVENT_COUNTER_BASED_FLAG_DEVICE_TIMESTAMP | ZE_EVENT_COUNTER_BASED_FLAG_HOST_TIMESTAMP;
        let timestamps = match desc.flags & both {
            0 => Timestamps::None,
            ZE_EVENT_COUNTER_BASED_FLAG_DEVICE_TIMESTAMP => Timestamps::Device,
            ZE_EVENT_COUNTER_BASED_FLAG_HOST_TIMESTAMP => Timestamps::Host,
            _ => return Err(ZE_RESULT_ERROR_INVALID_ARGUMENT),
        };
        let counter_based = Some(CounterBased { flags: desc.flags });
        let event = Event::new(None, context, counter_based, timestamps, (desc.signal, desc.wait), 0);
        // SAFETY: contract.
        unsafe { output(phEvent, publish(event)) }
    }

    pub unsafe fn zeEventGetCounterBasedFlags(
        hEvent: ze_event_handle_t,
        pFlags: *mut ze_event_counter_based_flags_t,
    ) -> Outcome {
        // SAFETY: contract.
        let event = unsafe { get::<Event>(hEvent) }?;
        let counter_based = event.counter_based.ok_or(ZE_RESULT_ERROR_INVALID_ARGUMENT)?;
        let flags = match settings().personality.intel {
            true => ZE_EVENT_COUNTER_BASED_FLAG_IMMEDIATE,
            false => counter_based.flags,
        };
        // SAFETY: contract.
        unsafe { output(pFlags, flags) }
    }
}
