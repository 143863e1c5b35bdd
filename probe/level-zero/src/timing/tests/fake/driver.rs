//! What the driver's functions answer.

use super::{COUNTER_BASED, Command, EventState, Fake};
use crate::driver_trait::Driver;
use level_zero_sys::*;
use std::ffi::c_void;
use zetop_probe_core::clock;

/// The elements of an array that a call was given.
unsafe fn handles(count: u32, handles: *mut ze_event_handle_t) -> Vec<usize> {
    // SAFETY: the caller's array of `count` elements.
    (0..count as usize).map(|at| unsafe { *handles.add(at) } as usize).collect()
}

#[allow(non_snake_case)]
impl Driver for Fake {
    unsafe fn zeDeviceGetProperties(
        &self,
        _: ze_device_handle_t,
        properties: *mut ze_device_properties_t,
    ) -> ze_result_t {
        // SAFETY: the caller's structure.
        let properties = unsafe { &mut *properties };
        if self.world().intels {
            properties.vendorId = 0x8086;
            // SAFETY: null or the structure that is chained to it.
            if let Some(ip) = unsafe { properties.pNext.cast::<ze_device_ip_version_ext_t>().as_mut() } {
                ip.ipVersion = if self.world().is_tiger_lake { 12 } else { 20 } << 22;
            }
        }
        properties.timerResolution = 1_000_000_000;
        properties.kernelTimestampValidBits = 64;
        properties.timestampValidBits = 64;
        ZE_RESULT_SUCCESS
    }

    unsafe fn zeDeviceGetGlobalTimestamps(
        &self,
        _: ze_device_handle_t,
        host: *mut u64,
        device: *mut u64,
    ) -> ze_result_t {
        // SAFETY: the caller's words.
        unsafe { (*host, *device) = (clock::raw_ns(), clock::raw_ns()) };
        ZE_RESULT_SUCCESS
    }

    unsafe fn zeDeviceGetCommandQueueGroupProperties(
        &self,
        _: ze_device_handle_t,
        count: *mut u32,
        groups: *mut ze_command_queue_group_properties_t,
    ) -> ze_result_t {
        // SAFETY: the caller's count, and room for that many.
        unsafe {
            if let Some(group) = groups.as_mut() {
                group.flags = ZE_COMMAND_QUEUE_GROUP_PROPERTY_FLAG_COMPUTE;
            }
            *count = 1;
        }
        ZE_RESULT_SUCCESS
    }

    unsafe fn zeEventPoolCreate(
        &self,
        _: ze_context_handle_t,
        desc: *const ze_event_pool_desc_t,
        _: u32,
        _: *mut ze_device_handle_t,
        pool: *mut ze_event_pool_handle_t,
    ) -> ze_result_t {
        let mut world = self.world();
        if world.refuses_pools {
            return ZE_RESULT_ERROR_OUT_OF_DEVICE_MEMORY;
        }
        let handle = world.handle();
        // SAFETY: the caller's descriptor and word.
        unsafe {
            let flags = (*desc).flags | if (*desc).pNext.is_null() { 0 } else { COUNTER_BASED };
            world.pools.insert(handle, flags);
            *pool = handle as _;
        }
        ZE_RESULT_SUCCESS
    }

    unsafe fn zeEventPoolDestroy(&self, pool: ze_event_pool_handle_t) -> ze_result_t {
        assert!(self.world().pools.remove(&(pool as usize)).is_some());
        ZE_RESULT_SUCCESS
    }

    unsafe fn zeEventPoolGetFlags(
        &self,
        pool: ze_event_pool_handle_t,
        flags: *mut ze_event_pool_flags_t,
    ) -> ze_result_t {
        // SAFETY: the caller's word.
        unsafe { *flags = self.world().pools[&(pool as usize)] };
        ZE_RESULT_SUCCESS
    }

    unsafe fn zeEventCreate(
        &self,
        pool: ze_event_pool_handle_t,
        _: *const ze_event_desc_t,
        event: *mut ze_event_handle_t,
    ) -> ze_result_t {
        let mut world = self.world();
        let flags = world.pools[&(pool as usize)];
        let (handle, words) = match world.object(pool as usize) {
            Some((handle, words)) => (handle, Some(words)),
            None => (world.handle(), None),
        };
        let timestamps = flags & ZE_EVENT_POOL_FLAG_KERNEL_TIMESTAMP != 0;
        let counter_based = flags & COUNTER_BASED != 0;
        let made =
            EventState { timestamps, counter_based, words, pool: pool as usize, ..EventState::default() };
        world.events.insert(handle, made);
        // SAFETY: the caller's word.
        unsafe { *event = handle as _ };
        ZE_RESULT_SUCCESS
    }

    unsafe fn zeEventDestroy(&self, event: ze_event_handle_t) -> ze_result_t {
        assert!(self.world().events.remove(&(event as usize)).is_some());
        ZE_RESULT_SUCCESS
    }

    unsafe fn zeEventGetEventPool(
        &self,
        event: ze_event_handle_t,
        pool: *mut ze_event_pool_handle_t,
    ) -> ze_result_t {
        let world = self.world();
        let Some(found) = world.events.get(&(event as usize)) else {
            return ZE_RESULT_ERROR_INVALID_ARGUMENT;
        };
        // SAFETY: the caller's word.
        unsafe { *pool = found.pool as _ };
        ZE_RESULT_SUCCESS
    }

    unsafe fn zeEventHostReset(&self, event: ze_event_handle_t) -> ze_result_t {
        self.world().events.get_mut(&(event as usize)).unwrap().write(false);
        ZE_RESULT_SUCCESS
    }

    unsafe fn zeEventHostSignal(&self, event: ze_event_handle_t) -> ze_result_t {
        let mut world = self.world();
        if world.refused_signals > 0 {
            world.refused_signals -= 1;
            return ZE_RESULT_ERROR_UNKNOWN;
        }
        world.signal(event as usize);
        ZE_RESULT_SUCCESS
    }

    unsafe fn zeEventQueryStatus(&self, event: ze_event_handle_t) -> ze_result_t {
        let mut world = self.world();
        if world.events[&(event as usize)].signalled {
            return ZE_RESULT_SUCCESS;
        }
        world.not_ready += 1;
        ZE_RESULT_NOT_READY
    }

    unsafe fn zeEventQueryKernelTimestamp(
        &self,
        event: ze_event_handle_t,
        stamps: *mut ze_kernel_timestamp_result_t,
    ) -> ze_result_t {
        let mut world = self.world();
        if world.lost {
            return ZE_RESULT_ERROR_DEVICE_LOST;
        }
        let found = &world.events[&(event as usize)];
        if !found.signalled {
            world.waited += usize::from(found.spins);
            world.not_ready += 1;
            return ZE_RESULT_NOT_READY;
        }
        if found.timestamps {
            // SAFETY: the caller's structure.
            unsafe { *stamps = found.stamps };
        }
        if world.slow {
            std::thread::sleep(std::time::Duration::from_micros(100));
        }
        ZE_RESULT_SUCCESS
    }

    unsafe fn zeCommandListCreate(
        &self,
        _: ze_context_handle_t,
        _: ze_device_handle_t,
        desc: *const ze_command_list_desc_t,
        list: *mut ze_command_list_handle_t,
    ) -> ze_result_t {
        let mut world = self.world();
        let handle = world.handle();
        world.lists.insert(handle, Vec::new());
        // SAFETY: the caller's descriptor and word.
        unsafe {
            if (*desc).flags & ZE_COMMAND_LIST_FLAG_IN_ORDER != 0 {
                world.in_order.push(handle);
            }
            *list = handle as _;
        }
        ZE_RESULT_SUCCESS
    }

    unsafe fn zeCommandListDestroy(&self, list: ze_command_list_handle_t) -> ze_result_t {
        assert!(self.world().lists.remove(&(list as usize)).is_some());
        ZE_RESULT_SUCCESS
    }

    unsafe fn zeCommandListReset(&self, list: ze_command_list_handle_t) -> ze_result_t {
        self.world().lists.insert(list as usize, Vec::new());
        ZE_RESULT_SUCCESS
    }

    unsafe fn zeCommandListClose(&self, _: ze_command_list_handle_t) -> ze_result_t {
        ZE_RESULT_SUCCESS
    }

    unsafe fn zeCommandListGetContextHandle(
        &self,
        list: ze_command_list_handle_t,
        context: *mut ze_context_handle_t,
    ) -> ze_result_t {
        if !self.world().old_lists.contains_key(&(list as usize)) {
            return ZE_RESULT_ERROR_INVALID_ARGUMENT;
        }
        // SAFETY: the caller's word.
        unsafe { *context = crate::timing::tests::CONTEXT as _ };
        ZE_RESULT_SUCCESS
    }

    unsafe fn zeCommandListGetDeviceHandle(
        &self,
        _: ze_command_list_handle_t,
        device: *mut ze_device_handle_t,
    ) -> ze_result_t {
        // SAFETY: the caller's word.
        unsafe { *device = crate::timing::tests::DEVICE as _ };
        ZE_RESULT_SUCCESS
    }

    unsafe fn zeCommandListIsGraphCaptureEnabledExt(&self, list: ze_command_list_handle_t) -> ze_result_t {
        match self.world().captured.get(&(list as usize)) {
            Some(true) => ZE_RESULT_QUERY_TRUE,
            Some(false) => ZE_RESULT_QUERY_FALSE,
            None => ZE_RESULT_ERROR_UNSUPPORTED_FEATURE,
        }
    }

    unsafe fn zeCommandListIsImmediate(
        &self,
        list: ze_command_list_handle_t,
        immediate: *mut ze_bool_t,
    ) -> ze_result_t {
        let immediate_list = self.world().old_lists.get(&(list as usize)).copied().unwrap_or(false);
        // SAFETY: the caller's word.
        unsafe { *immediate = immediate_list.into() };
        ZE_RESULT_SUCCESS
    }

    unsafe fn zeCommandListAppendBarrier(
        &self,
        list: ze_command_list_handle_t,
        signal: ze_event_handle_t,
        count: u32,
        waits: *mut ze_event_handle_t,
    ) -> ze_result_t {
        // SAFETY: the caller's array.
        let waits = unsafe { handles(count, waits) };
        self.record(list, Command::Barrier { signal: signal as usize, waits })
    }

    unsafe fn zeCommandListAppendEventReset(
        &self,
        list: ze_command_list_handle_t,
        event: ze_event_handle_t,
    ) -> ze_result_t {
        self.record(list, Command::Reset(event as usize))
    }

    unsafe fn zeCommandListAppendSignalEvent(
        &self,
        list: ze_command_list_handle_t,
        event: ze_event_handle_t,
    ) -> ze_result_t {
        let world = self.world();
        let counter_based = world.events.get(&(event as usize)).is_some_and(|e| e.counter_based);
        if counter_based && !world.in_order.contains(&(list as usize)) {
            return ZE_RESULT_ERROR_INVALID_ARGUMENT;
        }
        drop(world);
        self.record(list, Command::Signal(event as usize))
    }

    unsafe fn zeCommandListAppendMemoryFill(
        &self,
        list: ze_command_list_handle_t,
        dst: *mut c_void,
        _: *const c_void,
        _: usize,
        bytes: usize,
        _: ze_event_handle_t,
        count: u32,
        waits: *mut ze_event_handle_t,
    ) -> ze_result_t {
        let world = self.world();
        assert!(world.device_memory.get(&(dst as usize)).is_some_and(|room| bytes <= *room));
        if world.refuses_fills {
            return ZE_RESULT_ERROR_OUT_OF_DEVICE_MEMORY;
        }
        drop(world);
        // SAFETY: the caller's array.
        let waits = unsafe { handles(count, waits) };
        self.record(list, Command::Fill { dst: dst as usize, bytes, waits })
    }

    unsafe fn zeDeviceGetCacheProperties(
        &self,
        _: ze_device_handle_t,
        count: *mut u32,
        caches: *mut ze_device_cache_properties_t,
    ) -> ze_result_t {
        if self.world().hides_caches {
            return ZE_RESULT_ERROR_UNSUPPORTED_FEATURE;
        }
        // SAFETY: the caller's count, and room for that many.
        unsafe {
            if !caches.is_null() {
                for (at, bytes) in
                    [Self::CACHE / 4, Self::CACHE].into_iter().enumerate().take(*count as usize)
                {
                    (*caches.add(at)).cacheSize = bytes;
                }
            }
            *count = 2;
        }
        ZE_RESULT_SUCCESS
    }

    unsafe fn zeDeviceGetMemoryProperties(
        &self,
        _: ze_device_handle_t,
        count: *mut u32,
        memories: *mut ze_device_memory_properties_t,
    ) -> ze_result_t {
        // SAFETY: the caller's count, and room for that many.
        unsafe {
            if let Some(memory) = memories.as_mut() {
                memory.totalSize = Self::MEMORY;
            }
            *count = 1;
        }
        ZE_RESULT_SUCCESS
    }

    unsafe fn zeMemAllocDevice(
        &self,
        _: ze_context_handle_t,
        _: *const ze_device_mem_alloc_desc_t,
        bytes: usize,
        _: usize,
        _: ze_device_handle_t,
        memory: *mut *mut c_void,
    ) -> ze_result_t {
        let mut world = self.world();
        if world.refuses_memory {
            return ZE_RESULT_ERROR_OUT_OF_DEVICE_MEMORY;
        }
        let at = world.handle();
        world.device_memory.insert(at, bytes);
        // SAFETY: the caller's word.
        unsafe { *memory = at as _ };
        ZE_RESULT_SUCCESS
    }

    unsafe fn zeMemFreeExt(
        &self,
        _: ze_context_handle_t,
        _: *const ze_memory_free_ext_desc_t,
        memory: *mut c_void,
    ) -> ze_result_t {
        assert!(self.world().device_memory.remove(&(memory as usize)).is_some());
        ZE_RESULT_SUCCESS
    }

    unsafe fn zeCommandQueueGetOrdinal(
        &self,
        queue: ze_command_queue_handle_t,
        ordinal: *mut u32,
    ) -> ze_result_t {
        if queue as usize != crate::timing::tests::QUEUE.handle {
            return ZE_RESULT_ERROR_INVALID_ARGUMENT;
        }
        // SAFETY: the caller's word.
        unsafe { *ordinal = 3 };
        ZE_RESULT_SUCCESS
    }

    unsafe fn zeMemFree(&self, _: ze_context_handle_t, memory: *mut c_void) -> ze_result_t {
        let mut world = self.world();
        let memory = memory as usize;
        assert!(world.device_memory.remove(&memory).is_some());
        world.freed_at_once += 1;
        ZE_RESULT_SUCCESS
    }
}
