//! Objects that the program made before an attach: the driver is asked what they are, once.

use super::lists::{ColdList, Earlier, InOrder, Kind, List, Recorded};
use super::plan::{Nature, Stamped};
use super::state::{Event, Queue, State};
use super::verdict::{ReadResult, StampQuality};
use crate::driver_calls::all;
use level_zero_sys::*;
use std::ptr::null_mut;

/// Drivers, or devices of a driver, that are looked for.
const MAX_HANDLES: u32 = 1024;

impl State {
    /// How many handles without an answer are remembered at most.
    const OPAQUE_HANDLES: usize = 1 << 16;

    /// All devices of all drivers, in their order.
    pub fn find_devices(&mut self) {
        let driver = self.driver;
        // SAFETY: room for `count` handles, or a count of 0.
        for of in all(MAX_HANDLES, null_mut(), |count, to| unsafe { driver.zeDriverGet(count, to) }) {
            // SAFETY: a driver's handle; as above.
            let ask = |count, to: *mut ze_device_handle_t| unsafe { driver.zeDeviceGet(of, count, to) };
            for device in all(MAX_HANDLES, null_mut(), ask).into_iter().filter(|device| !device.is_null()) {
                self.device(device as usize);
            }
        }
    }

    /// False when there is no point in asking about this handle, or there was no answer before.
    fn may_ask(&mut self, handle: usize) -> bool {
        self.before_attach.attached && handle != 0 && !self.before_attach.opaque_handles.contains(&handle)
    }

    pub fn mark_opaque(&mut self, handle: usize) {
        if self.before_attach.opaque_handles.len() >= Self::OPAQUE_HANDLES {
            self.before_attach.opaque_handles.clear();
        }
        self.before_attach.opaque_handles.insert(handle);
    }

    /// Learns about a list that was made before the attach, if the driver tells.
    pub fn adopt_list(&mut self, handle: usize) {
        if self.registry.lists.contains_key(&handle) || !self.may_ask(handle) {
            return;
        }
        let list = handle as ze_command_list_handle_t;
        let (mut context, mut device) = (null_mut(), null_mut());
        let mut immediate: ze_bool_t = 0;
        // SAFETY: the program's list, which it is using right now; answers go into live variables.
        let answers = unsafe {
            [
                self.driver.zeCommandListGetContextHandle(list, &raw mut context),
                self.driver.zeCommandListGetDeviceHandle(list, &raw mut device),
                self.driver.zeCommandListIsImmediate(list, &raw mut immediate),
            ]
        };
        if answers != [ZE_RESULT_SUCCESS; 3] || context.is_null() || device.is_null() {
            return self.mark_opaque(handle);
        }
        let (mut ordinal, mut index) = (0, 0);
        // SAFETY: as above.
        unsafe {
            self.driver.zeCommandListGetOrdinal(list, &raw mut ordinal);
            if immediate != 0 {
                self.driver.zeCommandListImmediateGetIndex(list, &raw mut index);
            }
        }
        let device = self.device(device as usize);
        // Its contents may already be running.
        let recorded = Recorded { earlier: Earlier::Unasked, is_executed: true, ..Recorded::default() };
        let list = List {
            kind: if immediate != 0 { Kind::Immediate } else { Kind::Regular(Box::new(recorded)) },
            order: InOrder::Unknown,
            // A command in it may wait.
            cold: ColdList { waits: 1, ..ColdList::default() },
            ..self.new_list(context as usize, device, ordinal, index)
        };
        self.registry.lists.insert(handle, list);
        if immediate != 0 {
            self.look_for_capture(handle);
        }
    }

    /// Learns about an event that was made before the attach, or from a pool of that time. Its stamps are not
    /// asked for, because that could wait for the device.
    pub fn adopt_event(&mut self, handle: usize) {
        if self.registry.events.contains_key(&handle) || !self.may_ask(handle) {
            return;
        }
        const TIMESTAMP: ze_event_pool_flags_t =
            ZE_EVENT_POOL_FLAG_KERNEL_TIMESTAMP | ZE_EVENT_POOL_FLAG_KERNEL_MAPPED_TIMESTAMP;
        let (mut pool, mut flags, mut signal_scope) = (null_mut(), 0, 0);
        // SAFETY: the program's event, which it is using right now, then its pool; live variables.
        unsafe {
            if self.driver.zeEventGetEventPool(handle as _, &raw mut pool) != ZE_RESULT_SUCCESS {
                return self.mark_opaque(handle);
            }
            self.driver.zeEventGetSignalScope(handle as _, &raw mut signal_scope);
            if pool.is_null() {
                return self.adopt_event_without_pool(handle, signal_scope);
            }
            if self.driver.zeEventPoolGetFlags(pool, &raw mut flags) != ZE_RESULT_SUCCESS {
                return self.mark_opaque(handle);
            }
        }
        let timestamps = flags & TIMESTAMP != 0;
        // Stamps are read from the host.
        if timestamps && flags & ZE_EVENT_POOL_FLAG_HOST_VISIBLE == 0 {
            return self.mark_opaque(handle);
        }
        let event = Event {
            pool: pool as usize,
            stamped: Stamped::from_flag(timestamps),
            host_visible: flags & ZE_EVENT_POOL_FLAG_HOST_VISIBLE != 0,
            // The driver may already have converted it, so its operations are read only once they are known
            // to be complete.
            nature: if timestamps && flags & ZE_EVENT_POOL_FLAG_IPC == 0 {
                Nature::Convertible { converted: true }
            } else {
                Nature::Ordinary
            },
            signal_scope,
            ..Event::default()
        };
        if let Some(pool) = self.registry.pools.get_mut(&event.pool) {
            pool.events += 1;
        }
        self.registry.events.insert(handle, event);
    }

    /// A counter-based event: only those have no pool. There is no way to ask whether it has timestamps.
    fn adopt_event_without_pool(&mut self, handle: usize, signal_scope: ze_event_scope_flags_t) {
        let mut flags = 0;
        // SAFETY: the program's event, which it is using right now; a live variable.
        let result = unsafe { self.driver.zeEventGetCounterBasedFlags(handle as _, &raw mut flags) };
        // Older loaders and drivers have no such function.
        if !matches!(result, ZE_RESULT_SUCCESS | ZE_RESULT_ERROR_UNSUPPORTED_FEATURE) {
            return self.mark_opaque(handle);
        }
        let event = Event {
            stamped: Stamped::Unknown,
            nature: Nature::CounterBased,
            signal_scope,
            ..Event::default()
        };
        self.registry.events.insert(handle, event);
    }

    /// What was seen of an event that is signalled shows whether it has stamps.
    pub fn learn(&mut self, handle: usize, seen: ReadResult) {
        let Some(event) = self.registry.events.get_mut(&handle).filter(|e| e.stamped.is_unknown()) else {
            return;
        };
        event.stamped = match seen {
            ReadResult::Stamps(StampQuality::Good | StampQuality::Stale) => Stamped::Yes,
            ReadResult::Stamps(StampQuality::NoStamps)
            | ReadResult::Failed(ZE_RESULT_ERROR_INVALID_ARGUMENT | ZE_RESULT_ERROR_UNSUPPORTED_FEATURE) => {
                Stamped::No
            }
            _ => return,
        };
    }

    /// A context in which to ask about addresses if the list's own is unknown: one that the probe makes, since drivers
    /// know an allocation in any context.
    pub fn spare_context(&mut self) -> usize {
        if let Some(context) = self.before_attach.spare_context {
            return context;
        }
        let mut context = null_mut();
        let (mut one, mut first) = (1, null_mut());
        let desc = ze_context_desc_t { stype: ZE_STRUCTURE_TYPE_CONTEXT_DESC, ..Default::default() };
        // SAFETY: a driver that the program has initialised; the results go into live variables.
        unsafe {
            if self.driver.zeDriverGet(&raw mut one, &raw mut first) == ZE_RESULT_SUCCESS && !first.is_null()
            {
                self.driver.zeContextCreate(first, &raw const desc, &raw mut context);
            }
        }
        *self.before_attach.spare_context.insert(context as usize)
    }

    /// Destroys what was made for these questions.
    pub fn drop_spare_context(&mut self) {
        if let Some(context) = self.before_attach.spare_context.take().filter(|c| *c != 0) {
            // SAFETY: a context of the probe's in which nothing was made.
            unsafe { self.driver.zeContextDestroy(context as _) };
        }
    }

    /// Objects went away, and their handles may be reused. For the tracing layer, where nothing more is seen.
    pub fn forget_adopted(&mut self) {
        self.registry.lists.clear();
        self.before_attach.opaque_handles.clear();
        self.registry.kernels.clear();
        self.registry.images.clear();
    }

    /// Learns about a queue that was made before the attach.
    pub fn adopt_queue(&mut self, handle: usize) {
        if self.registry.queues.contains_key(&handle) || !self.may_ask(handle) {
            return;
        }
        let (mut ordinal, mut index) = (0, 0);
        // SAFETY: the program's queue, which it is using right now; live variables.
        let answers = unsafe {
            [
                self.driver.zeCommandQueueGetOrdinal(handle as _, &raw mut ordinal),
                self.driver.zeCommandQueueGetIndex(handle as _, &raw mut index),
            ]
        };
        if answers[0] != ZE_RESULT_SUCCESS {
            return self.mark_opaque(handle);
        }
        self.registry.queues.insert(handle, Queue { ordinal, index });
    }
}
