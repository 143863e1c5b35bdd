//! Event pools and events, ordinary and counter-based.

use super::context::Context;
use super::driver::{Device, Driver};
use super::result::{ZeResult, check, owned, ready};
use level_zero_sys::*;
use std::ffi::c_void;

owned!(EventPool, ze_event_pool_handle_t, zeEventPoolDestroy);
owned!(Event, ze_event_handle_t, zeEventDestroy);

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PoolKind {
    Plain,
    Timestamps,
    /// With stamps of the host's clock, to which `zeEventQueryKernelTimestampsExt` can map them.
    MappedTimestamps,
    Ipc,
    /// For in-order lists, regular and immediate; with timestamps.
    CounterBased,
}

/// A pair of clocks, start and end, in cycles.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Stamps {
    pub context: (u64, u64),
    pub global: (u64, u64),
}

impl From<ze_kernel_timestamp_result_t> for Stamps {
    fn from(raw: ze_kernel_timestamp_result_t) -> Self {
        Self {
            context: (raw.context.kernelStart, raw.context.kernelEnd),
            global: (raw.global.kernelStart, raw.global.kernelEnd),
        }
    }
}

/// `zex_counter_based_event_desc_t` of Intel's driver, which is in no public header.
#[repr(C)]
struct ZexCounterBasedEventDesc {
    stype: ze_structure_type_t,
    next: *const c_void,
    flags: u32,
    signal_scope: ze_event_scope_flags_t,
    wait_scope: ze_event_scope_flags_t,
}
const ZEX_STRUCTURE_COUNTER_BASED_EVENT_DESC: ze_structure_type_t = 0x0003_001c;
/// immediate, not immediate, visible to the host, kernel timestamps
const ZEX_FLAGS: u32 = 1 | 2 | 4 | ZEX_TIMESTAMPS;
const ZEX_TIMESTAMPS: u32 = 16;
type ZexCounterBasedEventCreate2 = unsafe extern "C" fn(
    ze_context_handle_t,
    ze_device_handle_t,
    *const ZexCounterBasedEventDesc,
    *mut ze_event_handle_t,
) -> ze_result_t;

impl EventPool {
    /// # Errors
    /// The driver's error.
    pub fn new(context: &Context, kind: PoolKind, count: u32) -> ZeResult<Self> {
        let counter_based = ze_event_pool_counter_based_exp_desc_t {
            stype: ZE_STRUCTURE_TYPE_COUNTER_BASED_EVENT_POOL_EXP_DESC,
            flags: ZE_EVENT_POOL_COUNTER_BASED_EXP_FLAG_IMMEDIATE
                | ZE_EVENT_POOL_COUNTER_BASED_EXP_FLAG_NON_IMMEDIATE,
            ..Default::default()
        };
        let mut desc = ze_event_pool_desc_t {
            stype: ZE_STRUCTURE_TYPE_EVENT_POOL_DESC,
            flags: ZE_EVENT_POOL_FLAG_HOST_VISIBLE,
            count,
            ..Default::default()
        };
        match kind {
            PoolKind::Plain => {}
            PoolKind::Timestamps => desc.flags |= ZE_EVENT_POOL_FLAG_KERNEL_TIMESTAMP,
            PoolKind::MappedTimestamps => desc.flags |= ZE_EVENT_POOL_FLAG_KERNEL_MAPPED_TIMESTAMP,
            PoolKind::Ipc => desc.flags |= ZE_EVENT_POOL_FLAG_IPC,
            PoolKind::CounterBased => {
                desc.flags |= ZE_EVENT_POOL_FLAG_KERNEL_TIMESTAMP;
                desc.pNext = (&raw const counter_based).cast();
            }
        }
        let mut handle = std::ptr::null_mut();
        // SAFETY: a live context, descriptors with their stypes that outlive the call; 0 devices means all.
        let result = unsafe {
            context.api.zeEventPoolCreate(context.handle, &desc, 0, std::ptr::null_mut(), &mut handle)
        };
        check("zeEventPoolCreate", result)?;
        Ok(Self { api: context.api, handle })
    }

    /// # Errors
    /// The driver's error.
    pub fn event(&self, index: u32) -> ZeResult<Event> {
        let desc = ze_event_desc_t {
            stype: ZE_STRUCTURE_TYPE_EVENT_DESC,
            index,
            signal: ZE_EVENT_SCOPE_FLAG_HOST,
            wait: ZE_EVENT_SCOPE_FLAG_HOST,
            ..Default::default()
        };
        let mut handle = std::ptr::null_mut();
        // SAFETY: a live pool, a descriptor with its stype, a local for the handle.
        check("zeEventCreate", unsafe { self.api.zeEventCreate(self.handle, &desc, &mut handle) })?;
        Ok(Event { api: self.api, handle })
    }

    /// # Errors
    /// The driver's error.
    pub fn events(&self, count: u32) -> ZeResult<Vec<Event>> {
        (0..count).map(|index| self.event(index)).collect()
    }

    /// Whether the driver lets the pool be shared with other processes.
    ///
    /// # Errors
    /// The driver's error.
    pub fn ipc_handle(&self) -> ZeResult<ze_ipc_event_pool_handle_t> {
        let mut handle = ze_ipc_event_pool_handle_t::default();
        // SAFETY: a live pool, a local for the handle.
        let result = unsafe { self.api.zeEventPoolGetIpcHandle(self.handle, &mut handle) };
        check("zeEventPoolGetIpcHandle", result)?;
        Ok(handle)
    }
}

impl Event {
    /// A counter-based event without a pool, as of API version 1.15.
    ///
    /// # Errors
    /// What loader and driver say; `ZE_RESULT_ERROR_UNSUPPORTED_FEATURE` from older loaders.
    pub fn counter_based(context: &Context, device: &Device) -> ZeResult<Self> {
        let desc = ze_event_counter_based_desc_t {
            stype: ZE_STRUCTURE_TYPE_EVENT_COUNTER_BASED_DESC,
            flags: ZE_EVENT_COUNTER_BASED_FLAG_IMMEDIATE
                | ZE_EVENT_COUNTER_BASED_FLAG_NON_IMMEDIATE
                | ZE_EVENT_COUNTER_BASED_FLAG_HOST_VISIBLE
                | ZE_EVENT_COUNTER_BASED_FLAG_DEVICE_TIMESTAMP,
            signal: ZE_EVENT_SCOPE_FLAG_HOST,
            wait: ZE_EVENT_SCOPE_FLAG_HOST,
            ..Default::default()
        };
        let mut handle = std::ptr::null_mut();
        // SAFETY: live handles, a descriptor with its stype, a local for the handle.
        let result = unsafe {
            context.api.zeEventCounterBasedCreate(context.handle, device.handle, &desc, &mut handle)
        };
        check("zeEventCounterBasedCreate", result)?;
        Ok(Self { api: context.api, handle })
    }

    /// A counter-based event by the extension function of Intel's driver.
    ///
    /// # Errors
    /// The driver's error; `ZE_RESULT_ERROR_UNSUPPORTED_FEATURE` if it has no such function.
    pub fn counter_based_zex(driver: &Driver, context: &Context, device: &Device) -> ZeResult<Self> {
        EventMaker::new(driver)?.make(context, device)
    }

    /// A counter-based event without timestamps.
    ///
    /// # Errors
    /// The driver's error; `ZE_RESULT_ERROR_UNSUPPORTED_FEATURE` if it has no function that makes such an event.
    pub fn counter_based_plain(driver: &Driver, context: &Context, device: &Device) -> ZeResult<Self> {
        EventMaker::new(driver)?.make_with(context, device, ZEX_FLAGS & !ZEX_TIMESTAMPS, std::ptr::null())
    }

    /// A counter-based event that is signalled once `counter`, which each operation raises, is 1.
    ///
    /// # Errors
    /// The driver's error; `ZE_RESULT_ERROR_UNSUPPORTED_FEATURE` if it has no function that makes such an event.
    pub fn counter_based_with_storage(
        driver: &Driver,
        context: &Context,
        device: &Device,
        counter: &mut u64,
    ) -> ZeResult<Self> {
        let storage = ze_event_counter_based_external_aggregate_storage_desc_t {
            stype: ZE_STRUCTURE_TYPE_EVENT_COUNTER_BASED_EXTERNAL_AGGREGATE_STORAGE_DESC,
            deviceAddress: counter,
            incrementValue: 1,
            completionValue: 1,
            ..Default::default()
        };
        EventMaker::new(driver)?.make_with(context, device, ZEX_FLAGS, (&raw const storage).cast())
    }

    /// # Errors
    /// The driver's error.
    pub fn query(&self) -> ZeResult<bool> {
        // SAFETY: a live event.
        ready("zeEventQueryStatus", unsafe { self.api.zeEventQueryStatus(self.handle) })
    }

    /// Waits up to `timeout` ns; false when the event was not signalled by then.
    ///
    /// # Errors
    /// The driver's error.
    pub fn synchronize(&self, timeout: u64) -> ZeResult<bool> {
        // SAFETY: a live event.
        ready("zeEventHostSynchronize", unsafe { self.api.zeEventHostSynchronize(self.handle, timeout) })
    }

    /// Waits until the event is signalled.
    ///
    /// # Errors
    /// The driver's error, also if it takes longer than [`super::result::LONG`].
    pub fn wait(&self) -> ZeResult {
        match self.synchronize(super::result::LONG)? {
            true => Ok(()),
            false => check("zeEventHostSynchronize", ZE_RESULT_NOT_READY),
        }
    }

    /// # Errors
    /// The driver's error.
    pub fn signal(&self) -> ZeResult {
        // SAFETY: a live event.
        check("zeEventHostSignal", unsafe { self.api.zeEventHostSignal(self.handle) })
    }

    /// # Errors
    /// The driver's error.
    pub fn reset(&self) -> ZeResult {
        // SAFETY: a live event.
        check("zeEventHostReset", unsafe { self.api.zeEventHostReset(self.handle) })
    }

    /// The stamps of the operation that signalled the event; none while it is not signalled.
    ///
    /// # Errors
    /// The driver's error.
    pub fn timestamps(&self) -> ZeResult<Option<Stamps>> {
        let mut raw = ze_kernel_timestamp_result_t::default();
        // SAFETY: a live event, a local for the answer.
        let result = unsafe { self.api.zeEventQueryKernelTimestamp(self.handle, &mut raw) };
        Ok(ready("zeEventQueryKernelTimestamp", result)?.then(|| raw.into()))
    }
}

/// The extension function of Intel's driver as its SYCL runtime keeps it: on the heap, in an object that
/// begins with a vtable pointer.
#[repr(C)]
pub struct EventMaker {
    table: &'static [&'static str],
    users: usize,
    function: *mut c_void,
}

// SAFETY: a pointer to a function of the driver, which any thread may call.
unsafe impl Send for EventMaker {}

impl EventMaker {
    const NAME: &str = "zexCounterBasedEventCreate2";

    /// # Errors
    /// `ZE_RESULT_ERROR_UNSUPPORTED_FEATURE` if the driver has no such function.
    pub fn new(driver: &Driver) -> ZeResult<Box<Self>> {
        static TABLE: &[&str] = &["make"];
        let Some(function) = driver.extension(c"zexCounterBasedEventCreate2") else {
            return Err(super::result::Failed {
                function: Self::NAME,
                result: ZE_RESULT_ERROR_UNSUPPORTED_FEATURE,
            });
        };
        Ok(std::hint::black_box(Box::new(Self { table: TABLE, users: 1, function })))
    }

    /// A counter-based event with timestamps.
    ///
    /// # Errors
    /// The driver's error.
    pub fn make(&self, context: &Context, device: &Device) -> ZeResult<Event> {
        self.make_with(context, device, ZEX_FLAGS, std::ptr::null())
    }

    fn make_with(
        &self,
        context: &Context,
        device: &Device,
        flags: u32,
        next: *const c_void,
    ) -> ZeResult<Event> {
        // SAFETY: a live word. Read anew for each call, as a compiler does that can't see all who may write to it.
        let function = unsafe { (&raw const self.function).read_volatile() };
        // SAFETY: the driver's function of this name has this signature.
        let create = unsafe { std::mem::transmute::<*mut c_void, ZexCounterBasedEventCreate2>(function) };
        let desc = ZexCounterBasedEventDesc {
            stype: ZEX_STRUCTURE_COUNTER_BASED_EVENT_DESC,
            next,
            flags,
            signal_scope: ZE_EVENT_SCOPE_FLAG_HOST,
            wait_scope: ZE_EVENT_SCOPE_FLAG_HOST,
        };
        let mut handle = std::ptr::null_mut();
        // SAFETY: live handles, a descriptor with its stype, a local for the handle.
        check(Self::NAME, unsafe { create(context.handle, device.handle, &desc, &mut handle) })?;
        Ok(Event { api: context.api, handle })
    }

    /// The number of users; the table's length. For checking that nobody has written there.
    #[must_use]
    pub fn other_words(&self) -> (usize, usize) {
        (self.users, self.table.len())
    }
}
