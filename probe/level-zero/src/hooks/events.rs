//! Events and their pools: which have timestamps, and reading these before they are lost.

use super::cold;
use super::macros::{hook, plain};
use crate::driver;
use crate::flush::Unused;
use crate::result::Returned;
use crate::sync::pending;
use crate::timing::notes::NOTES;
use crate::timing::outside::UNREAD;
use crate::timing::plan::{Nature, Stamped};
use crate::timing::runs::Completion;
use crate::timing::state::{Event, Pool};
use crate::timing::{self, deferred};
use level_zero_sys::*;
use zetop_probe_core::hot;
use zetop_wire::layout::Untimed;

const TIMESTAMP: ze_event_pool_flags_t =
    ZE_EVENT_POOL_FLAG_KERNEL_TIMESTAMP | ZE_EVENT_POOL_FLAG_KERNEL_MAPPED_TIMESTAMP;

/// A structure of type `wanted` in a `pNext` chain.
fn chain_has(next: *const std::ffi::c_void, wanted: ze_structure_type_t) -> bool {
    let mut at = next.cast::<ze_base_desc_t>();
    // A program's chain is short; the bound guards against circular ones.
    for _ in 0..64 {
        // SAFETY: null or an extension structure of the program, all of which start with `stype`, `pNext`.
        let Some(desc) = (unsafe { at.as_ref() }) else { return false };
        if desc.stype == wanted {
            return true;
        }
        at = desc.pNext.cast();
    }
    false
}

hook! {
    /// Adds timestamps to pools that the program makes without, unless they are shared between processes or
    /// counter-based: their events would then mean something else.
    fn zeEventPoolCreate(context: ze_context_handle_t, desc: *const ze_event_pool_desc_t, devices: u32, device: *mut ze_device_handle_t, pool: *mut ze_event_pool_handle_t) {
    // SAFETY: null or the program's descriptor.
    let Some(wanted) = (unsafe { desc.as_ref() }) else {
        return plain!(zeEventPoolCreate(context, desc, devices, device, pool));
    };
    let counter_based = chain_has(wanted.pNext, ZE_STRUCTURE_TYPE_COUNTER_BASED_EVENT_POOL_EXP_DESC);
    let upgradable = !counter_based && wanted.flags & (ZE_EVENT_POOL_FLAG_IPC | TIMESTAMP) == 0;
    // Timestamps are read from the host.
    let added = if upgradable { (ZE_EVENT_POOL_FLAG_HOST_VISIBLE | ZE_EVENT_POOL_FLAG_KERNEL_TIMESTAMP) & !wanted.flags } else { 0 };
    let mut added = if timing::with(|s| s.devices.iter().all(|d| d.can_time())) == Some(true) { added } else { 0 };
    let ours = ze_event_pool_desc_t { flags: wanted.flags | added, ..*wanted };
    // Counted as one call of the program, even if ours is refused.
    let result = hot::measure(id::zeEventPoolCreate, || {
        if added != 0 {
            // SAFETY: the program's own call, with flags that make a pool of more.
            let result = unsafe { driver::zeEventPoolCreate(context, &raw const ours, devices, device, pool) };
            if result == ZE_RESULT_SUCCESS {
                return Returned(result);
            }
            // The program's own flags might have worked: it must not notice us.
            added = 0;
        }
        // SAFETY: the program's own call.
        Returned(unsafe { driver::zeEventPoolCreate(context, desc, devices, device, pool) })
    })
    .0;
    if result == ZE_RESULT_SUCCESS {
        // SAFETY: the driver has written the handle.
        let handle = unsafe { *pool } as usize;
        let timestamps = (wanted.flags | added) & TIMESTAMP != 0;
        let context = context as usize;
        let flags = wanted.flags;
        timing::after(1, move |s| { s.registry.pools.insert(handle, Pool { context, events: 0, timestamps, counter_based, shared: flags & ZE_EVENT_POOL_FLAG_IPC != 0, host_visible: (flags | added) & ZE_EVENT_POOL_FLAG_HOST_VISIBLE != 0, added_flags: added }); });
    }
    result
}}

hook! { fn zeEventPoolGetFlags(pool: ze_event_pool_handle_t, flags: *mut ze_event_pool_flags_t) {
    let result = plain!(zeEventPoolGetFlags(pool, flags));
    if result == ZE_RESULT_SUCCESS && let Some(added) = timing::with(|s| s.registry.pools.get(&(pool as usize)).map(|p| p.added_flags)).flatten() {
        // SAFETY: the program's word, which the driver has just written.
        unsafe { *flags &= !added };
    }
    result
}}

hook! { fn zeEventPoolDestroy(pool: ze_event_pool_handle_t) {
    timing::with(|s| {
        // Searching all events takes a while, and most programs destroy a pool's events before the pool.
        let is_empty = s.registry.pools.get(&(pool as usize)).is_some_and(|pool| pool.events == 0);
        let of_pool = |e: &Event| e.pool == pool as usize && e.pool != 0;
        let events = if is_empty { Vec::new() } else { s.registry.events.iter().filter(|(_, e)| of_pool(e)).map(|(handle, _)| handle).collect::<Vec<usize>>() };
        for event in events {
            s.last_look(event, Untimed::EventDestroyed);
            NOTES.events.forget(event);
            UNREAD.clear(event);
            s.registry.events.remove(&event);
        }
        s.registry.pools.remove(&(pool as usize));
    });
    plain!(zeEventPoolDestroy(pool))
}}

hook! { fn zeEventCreate(pool: ze_event_pool_handle_t, desc: *const ze_event_desc_t, event: *mut ze_event_handle_t) {
    let result = plain!(zeEventCreate(pool, desc, event));
    if result == ZE_RESULT_SUCCESS {
        // SAFETY: the driver has written the handle.
        let handle = unsafe { *event } as usize;
        NOTES.events.forget(handle);
        UNREAD.clear(handle);
        // SAFETY: null or the program's descriptor.
        let signal_scope = unsafe { desc.as_ref() }.map_or(0, |d| d.signal);
        let pool = pool as usize;
        timing::after(1, move |s| {
            if let Some(p) = s.registry.pools.get_mut(&pool) {
                p.events += 1;
                let made = Event {
                    pool,
                    stamped: Stamped::from_flag(p.timestamps),
                    host_visible: p.host_visible,
                    nature: match p.counter_based {
                        true => Nature::CounterBased,
                        false if p.timestamps && !p.shared => Nature::Convertible { converted: false },
                        false => Nature::Ordinary,
                    },
                    signal_scope,
                    ..Event::default()
                };
                s.registry.events.insert(handle, made);
            }
        });
    }
    result
}}

/// A counter-based event that was made without a pool.
pub fn counter_based_made(event: *mut ze_event_handle_t, desc: *const ze_event_counter_based_desc_t) {
    const STAMPS: u32 =
        ZE_EVENT_COUNTER_BASED_FLAG_DEVICE_TIMESTAMP | ZE_EVENT_COUNTER_BASED_FLAG_HOST_TIMESTAMP;
    // SAFETY: the driver has written the handle.
    let handle = unsafe { *event } as usize;
    // SAFETY: null or the program's descriptor.
    let (flags, is_extended) = unsafe { desc.as_ref() }.map_or((0, false), |d| (d.flags, !d.pNext.is_null()));
    NOTES.events.forget(handle);
    timing::after(1, move |s| {
        // With storage of the program's it is signalled once a counter there has some value: by whichever operation that is.
        if is_extended {
            s.registry.events.remove(&handle);
            return s.mark_opaque(handle);
        }
        let stamped = Stamped::from_flag(flags & STAMPS != 0);
        let made = Event { stamped, nature: Nature::CounterBased, ..Event::default() };
        s.registry.events.insert(handle, made);
    });
}

hook! { fn zeEventCounterBasedCreate(context: ze_context_handle_t, of: ze_device_handle_t, desc: *const ze_event_counter_based_desc_t, event: *mut ze_event_handle_t) {
    let result = plain!(zeEventCounterBasedCreate(context, of, desc, event));
    if result == ZE_RESULT_SUCCESS {
        counter_based_made(event, desc);
    }
    result
}}

hook! { fn zeEventDestroy(event: ze_event_handle_t) {
    let handle = event as usize;
    // While an operation in flight signals it, the driver may be asked about it at any time.
    if pending::COUNTED.concerns(handle) {
        timing::with(|s| s.last_look(handle, Untimed::EventDestroyed));
    }
    NOTES.events.forget(handle);
    UNREAD.clear(handle);
    timing::after(1, move |s| {
        if let Some(event) = s.registry.events.remove(&handle) && let Some(pool) = s.registry.pools.get_mut(&event.pool) {
            pool.events = pool.events.saturating_sub(1);
        }
        s.flight.last.remove(&handle);
        s.before_attach.opaque_handles.remove(&handle);
        s.cold.forget(handle);
        s.registry.captures.events.remove(&handle);
    });
    plain!(zeEventDestroy(event))
}}

hook! { fn zeEventHostReset(event: ze_event_handle_t) {
    if pending::COUNTED.concerns(event as usize) {
        timing::with(|s| s.last_look(event as usize, Untimed::EventReused));
    }
    UNREAD.clear(event as usize);
    cold::reset(event, false);
    plain!(zeEventHostReset(event))
}}

hook! {
    /// Stamps that the device has written are read before the host overwrites them; operations still running
    /// go on.
    fn zeEventHostSignal(event: ze_event_handle_t) {
    if pending::COUNTED.concerns(event as usize) {
        timing::with(|s| {
            s.settle_event(event as usize, u64::MAX, Completion::Unknown);
            s.disturb(event as usize);
        });
    }
    plain!(zeEventHostSignal(event))
}}

hook! { fn zeEventHostSynchronize(event: ze_event_handle_t, timeout: u64) {
    let last = pending::COUNTED.concerns(event as usize).then(timing::submissions);
    let result = plain!(zeEventHostSynchronize(event, timeout));
    if result == ZE_RESULT_SUCCESS {
        timing::waited();
    }
    is_signalled(event, last, result);
    result
}}

hook! {
    /// From programs that poll, we learn here what is complete. They poll often: what is not needed when nothing is awaited
    /// is a function of its own, so that this one saves no registers.
    fn zeEventQueryStatus(event: ze_event_handle_t) {
    match timing::submissions_if_awaited() {
        None => plain!(zeEventQueryStatus(event)),
        Some(last) => query_awaited(event, last),
    }
}}

#[inline(never)]
fn query_awaited(event: ze_event_handle_t, last: u64) -> ze_result_t {
    let last = pending::COUNTED.concerns(event as usize).then_some(last);
    let result = plain!(zeEventQueryStatus(event));
    is_signalled(event, last, result);
    result
}

/// The driver has answered whether an event is signalled. Operations up to submission `last` may be what it tells about,
/// unless none was in flight.
fn is_signalled(event: ze_event_handle_t, last: Option<u64>, answer: ze_result_t) {
    if let Some(last) = last.filter(|_| answer == ZE_RESULT_SUCCESS) {
        let event = event as usize;
        timing::after(deferred::BATCH, move |s| s.settle_event(event, last, Completion::Signalled));
    }
}

hook! { fn zeContextDestroy(context: ze_context_handle_t) {
    timing::in_parts(|s| s.forget_some_of_context(context as usize));
    let unused = timing::with(|s| {
        s.before_attach.order_test.drop_context(context as usize);
        s.quirks.drop_context(context as usize);
        s.drop_own_events(context as usize);
        s.cold.drop_context(s.driver, context as usize)
    });
    unused.into_iter().flatten().for_each(Unused::free);
    plain!(zeContextDestroy(context))
}}

/// The event to ask the driver about when the program asks for the stamps of `event`: a different one if the
/// program must not see that we gave its pool timestamps.
fn stand_in(event: ze_event_handle_t) -> ze_event_handle_t {
    timing::with(|s| {
        let pool = s.registry.pools.get(&s.registry.events.get(&(event as usize))?.pool)?;
        let context = pool.context;
        if pool.added_flags & TIMESTAMP == 0 { None } else { s.own.plain(context) }
    })
    .flatten()
    .map_or(event, |plain| plain as ze_event_handle_t)
}

hook! {
    /// When this gives stamps, the operation is complete.
    fn zeEventQueryKernelTimestamp(event: ze_event_handle_t, stamps: *mut ze_kernel_timestamp_result_t) {
    let last = timing::submissions_if_awaited().filter(|_| pending::COUNTED.concerns(event as usize));
    let asked = stand_in(event);
    let result = plain!(zeEventQueryKernelTimestamp(asked, stamps));
    is_signalled(event, last.filter(|_| asked == event), result);
    result
}}

hook! { fn zeEventQueryTimestampsExp(event: ze_event_handle_t, of: ze_device_handle_t, count: *mut u32, stamps: *mut ze_kernel_timestamp_result_t) {
    let event = stand_in(event);
    plain!(zeEventQueryTimestampsExp(event, of, count, stamps))
}}

hook! { fn zeEventQueryKernelTimestampsExt(event: ze_event_handle_t, of: ze_device_handle_t, count: *mut u32, results: *mut ze_event_query_kernel_timestamps_results_ext_properties_t) {
    let event = stand_in(event);
    plain!(zeEventQueryKernelTimestampsExt(event, of, count, results))
}}
