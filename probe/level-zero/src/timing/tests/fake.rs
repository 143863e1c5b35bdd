//! A driver whose device does what a test tells it to. Its clock ticks once a nanosecond.

use crate::driver_trait::Driver;
use level_zero_sys::*;
use std::collections::HashMap;
use std::ffi::c_void;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Mutex, MutexGuard};
use zetop_probe_core::clock;

/// What a list was told to do, as far as tests look at it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Command {
    Barrier { signal: usize, waits: Vec<usize> },
    Signal(usize),
    Reset(usize),
    Fill { dst: usize, bytes: usize, waits: Vec<usize> },
}

#[derive(Default)]
pub struct EventState {
    timestamps: bool,
    signalled: bool,
    stamps: ze_kernel_timestamp_result_t,
    /// Asking for its stamps before it is signalled waits until it is.
    spins: bool,
    counter_based: bool,
    pool: usize,
    /// Where Intel's driver keeps what the device writes.
    words: Option<&'static [AtomicU32]>,
}

impl EventState {
    fn write(&mut self, signalled: bool) {
        self.signalled = signalled;
        let count = if self.timestamps { 4 } else { 1 };
        for word in self.words.iter().flat_map(|words| &words[..count]) {
            word.store(if signalled { 2 } else { u32::MAX }, Ordering::Relaxed);
        }
    }
}

#[derive(Default)]
pub struct World {
    next: usize,
    pub events: HashMap<usize, EventState>,
    pub pools: HashMap<usize, ze_event_pool_flags_t>,
    pub lists: HashMap<usize, Vec<Command>>,
    /// Answers about lists from before: immediate or not. Others are unknown to the driver.
    pub old_lists: HashMap<usize, bool>,
    /// Answers whether lists are captured. Of others there is none.
    pub captured: HashMap<usize, bool>,
    /// Lists that take counter-based events.
    pub in_order: Vec<usize>,
    pub refuses_pools: bool,
    pub lost: bool,
    /// Queries that would have waited for the device.
    pub waited: usize,
    /// It is Intel's: events are objects that point to the words that the device writes.
    pub intels: bool,
    /// Events of each pool, and the words of those of Intel's.
    pool_words: HashMap<usize, (usize, &'static [AtomicU32])>,
    /// Queries about events that were not signalled.
    pub not_ready: usize,
    /// How many signals by the host are still to be refused.
    pub refused_signals: usize,
    /// Each query of stamps takes a while.
    pub slow: bool,
    /// Device memory, which is only an address here: bytes.
    pub device_memory: HashMap<usize, usize>,
    /// How often device memory was freed that the device may still be using.
    pub freed_at_once: usize,
    /// It does not say how large caches are.
    pub hides_caches: bool,
    pub refuses_memory: bool,
    pub refuses_fills: bool,
}

impl World {
    fn handle(&mut self) -> usize {
        self.next += 0x10;
        0x10_0000 + self.next
    }

    /// Words of the next event of a pool, and an object that points to them.
    fn object(&mut self, pool: usize) -> Option<(usize, &'static [AtomicU32])> {
        const STRIDE: usize = 16;
        if !self.intels {
            return None;
        }
        let (count, memory) = self.pool_words.entry(pool).or_insert_with(|| {
            let words: Vec<AtomicU32> =
                (0..256 * STRIDE + STRIDE).map(|_| AtomicU32::new(u32::MAX)).collect();
            let memory = words.leak();
            // Pools begin at even addresses.
            (0, &memory[memory.as_ptr().align_offset(4 * STRIDE)..])
        });
        let words = &memory[*count * STRIDE..][..STRIDE];
        *count += 1;
        let mut object = vec![0_usize; 40];
        (object[3], object[10]) = (*count, words.as_ptr() as usize);
        // What follows is no neighbour at an even distance.
        std::mem::forget(vec![0_u8; 24 * *count]);
        Some((object.leak().as_ptr() as usize, words))
    }
}

#[derive(Default)]
pub struct Fake(Mutex<World>);

impl Fake {
    /// Bytes of the larger one of its caches, and of its memory.
    pub const CACHE: usize = 1 << 20;
    pub const MEMORY: u64 = 1 << 30;

    pub fn world(&self) -> MutexGuard<'_, World> {
        self.0.lock().unwrap()
    }

    pub fn new_event(&self, timestamps: bool) -> usize {
        let mut world = self.world();
        let handle = world.handle();
        world.events.insert(handle, EventState { timestamps, ..EventState::default() });
        handle
    }

    /// The same with this handle.
    pub fn make_event(&self, handle: usize, timestamps: bool) {
        self.world().events.insert(handle, EventState { timestamps, ..EventState::default() });
    }

    /// An event whose stamps can't be queried without waiting for them.
    pub fn new_spinning_event(&self) -> usize {
        let event = self.new_event(true);
        let mut world = self.world();
        let event_state = world.events.get_mut(&event).unwrap();
        (event_state.spins, event_state.counter_based) = (true, true);
        event
    }

    /// Puts an existing event into a pool with these flags.
    pub fn put_in_pool(&self, event: usize, flags: ze_event_pool_flags_t) {
        let mut world = self.world();
        let pool = world.handle();
        world.pools.insert(pool, flags);
        world.events.get_mut(&event).unwrap().pool = pool;
    }

    /// The device completes the operation that signals `event`: it ran for `ns` and ended now.
    pub fn complete(&self, event: usize, ns: u64) {
        let end = clock::raw_ns();
        self.write_stamps(event, end - ns, end);
    }

    pub fn write_stamps(&self, event: usize, start: u64, end: u64) {
        let span = ze_kernel_timestamp_data_t { kernelStart: start, kernelEnd: end };
        self.write(event, ze_kernel_timestamp_result_t { global: span, context: span });
    }

    pub fn write(&self, event: usize, stamps: ze_kernel_timestamp_result_t) {
        let mut world = self.world();
        let event = world.events.get_mut(&event).unwrap();
        event.stamps = stamps;
        event.write(true);
    }

    pub fn signal(&self, event: usize) {
        self.world().signal(event);
    }

    pub fn is_signalled(&self, event: usize) -> bool {
        self.world().events[&event].signalled
    }

    fn record(&self, list: ze_command_list_handle_t, command: Command) -> ze_result_t {
        self.world().lists.entry(list as usize).or_default().push(command);
        ZE_RESULT_SUCCESS
    }
}

impl World {
    fn signal(&mut self, event: usize) {
        if let Some(event) = self.events.get_mut(&event) {
            event.write(true);
        }
    }
}

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
                ip.ipVersion = 20 << 22;
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
        unsafe { *context = super::CONTEXT as _ };
        ZE_RESULT_SUCCESS
    }

    unsafe fn zeCommandListGetDeviceHandle(
        &self,
        _: ze_command_list_handle_t,
        device: *mut ze_device_handle_t,
    ) -> ze_result_t {
        // SAFETY: the caller's word.
        unsafe { *device = super::DEVICE as _ };
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
        if queue as usize != super::QUEUE.handle {
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

/// Marks a pool of counter-based events; no flag of the specification's.
const COUNTER_BASED: ze_event_pool_flags_t = 1 << 30;
