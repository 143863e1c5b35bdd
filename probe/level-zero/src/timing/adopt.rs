//! Objects that the program made before an attach: the driver is asked what they are, once.

use super::state::{Event, List, Queue, State};
use level_zero_sys::*;
use std::ptr::null_mut;

impl State {
    /// Most handles that are remembered for having no answer.
    const OPAQUE_HANDLES: usize = 1 << 16;

    /// All devices of all drivers, in their order.
    pub fn find_devices(&mut self) {
        let driver = self.driver;
        for of in list(|count, to| {
            // SAFETY: room for `count` handles, or a count of 0.
            unsafe { driver.zeDriverGet(count, to) }
        }) {
            for device in list(|count, to| {
                // SAFETY: a driver's handle; room for `count` handles, or a count of 0.
                unsafe { driver.zeDeviceGet(of, count, to) }
            }) {
                self.device(device as usize);
            }
        }
    }

    /// False when asking about this handle makes no sense, or made none before.
    fn may_ask(&mut self, handle: usize) -> bool {
        self.attached && handle != 0 && !self.opaque_handles.contains(&handle)
    }

    fn is_opaque(&mut self, handle: usize) {
        if self.opaque_handles.len() >= Self::OPAQUE_HANDLES {
            self.opaque_handles.clear();
        }
        self.opaque_handles.insert(handle);
    }

    /// Makes a list known that was made before we came, where the driver tells.
    pub fn adopt_list(&mut self, handle: usize) {
        if self.lists.contains_key(&handle) || !self.may_ask(handle) {
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
            return self.is_opaque(handle);
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
        let list = List {
            immediate: immediate != 0,
            // Taken for out of order until that matters, nothing is assumed.
            order_unknown: true,
            older: immediate == 0,
            // What it holds may run already.
            executed: immediate == 0,
            ..List::new(self, context as usize, device, (ordinal, index))
        };
        self.lists.insert(handle, list);
    }

    /// Makes an event known that was made before we came, or from a pool of then.
    pub fn adopt_event(&mut self, handle: usize) {
        if self.events.contains_key(&handle) || !self.may_ask(handle) {
            return;
        }
        const TIMESTAMP: ze_event_pool_flags_t =
            ZE_EVENT_POOL_FLAG_KERNEL_TIMESTAMP | ZE_EVENT_POOL_FLAG_KERNEL_MAPPED_TIMESTAMP;
        let (mut pool, mut flags) = (null_mut(), 0);
        // SAFETY: the program's event, which it is using right now, then its pool; live variables.
        let worked = unsafe {
            self.driver.zeEventGetEventPool(handle as _, &raw mut pool) == ZE_RESULT_SUCCESS
                && !pool.is_null()
                && self.driver.zeEventPoolGetFlags(pool, &raw mut flags) == ZE_RESULT_SUCCESS
        };
        // Stamps are read from the host.
        if !worked || (flags & TIMESTAMP != 0 && flags & ZE_EVENT_POOL_FLAG_HOST_VISIBLE == 0) {
            return self.is_opaque(handle);
        }
        let timestamps = flags & TIMESTAMP != 0;
        self.events.insert(handle, Event { pool: pool as usize, timestamps, ..Event::default() });
        if !timestamps {
            return;
        }
        let mut stamps = ze_kernel_timestamp_result_t::default();
        // SAFETY: the program's event, a live variable.
        let result = unsafe { self.driver.zeEventQueryKernelTimestamp(handle as _, &raw mut stamps) };
        if result == ZE_RESULT_SUCCESS {
            // What it holds of an operation before is none of those to come.
            self.last.insert(handle, stamps.into());
        }
    }

    /// A context to ask about addresses in, where that of the list is not known: one of ours, since drivers
    /// know an allocation in whatever context they are asked.
    pub fn spare_context(&mut self) -> usize {
        if let Some(context) = self.spare_context {
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
        *self.spare_context.insert(context as usize)
    }

    /// Gives back what was made for questions.
    pub fn drop_spare_context(&mut self) {
        if let Some(context) = self.spare_context.take().filter(|c| *c != 0) {
            // SAFETY: a context of ours in which nothing was made.
            unsafe { self.driver.zeContextDestroy(context as _) };
        }
    }

    /// Objects went away, and their handles may come again as others. For when that is all that is seen.
    pub fn forget_adopted(&mut self) {
        self.lists.clear();
        self.opaque_handles.clear();
        self.kernels.clear();
        self.images.clear();
    }

    /// Makes a queue known that was made before we came.
    pub fn adopt_queue(&mut self, handle: usize) {
        if self.queues.contains_key(&handle) || !self.may_ask(handle) {
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
            return self.is_opaque(handle);
        }
        self.queues.insert(handle, Queue { ordinal, index });
    }
}

/// What a function gives that is asked first for how many, then for the handles.
fn list<T>(ask: impl Fn(*mut u32, *mut *mut T) -> ze_result_t) -> Vec<*mut T> {
    const MOST: u32 = 1024;
    let mut count = 0;
    if ask(&raw mut count, null_mut()) != ZE_RESULT_SUCCESS {
        return Vec::new();
    }
    count = count.min(MOST);
    let mut handles = vec![null_mut(); count as usize];
    if ask(&raw mut count, handles.as_mut_ptr()) != ZE_RESULT_SUCCESS {
        return Vec::new();
    }
    handles.truncate(count as usize);
    handles.retain(|handle| !handle.is_null());
    handles
}
