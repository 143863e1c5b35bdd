//! Objects that the program made before an attach: the driver is asked once what each is, so that what is
//! appended from now on is timed like anything else.

use super::state::{Event, List, Queue, State};
use crate::layer::driver;
use level_zero_sys::*;
use std::ptr::null_mut;

const TIMESTAMPS: ze_event_pool_flags_t =
    ZE_EVENT_POOL_FLAG_KERNEL_TIMESTAMP | ZE_EVENT_POOL_FLAG_KERNEL_MAPPED_TIMESTAMP;

impl State {
    /// Takes a command list in.
    pub fn adopt_list(&mut self, handle: usize) {
        if !self.attached || self.lists.contains_key(&handle) || self.strangers.contains(&handle) {
            return;
        }
        match self.ask_about_list(handle) {
            Some(list) => {
                self.lists.insert(handle, list);
            }
            None => {
                self.strangers.insert(handle);
            }
        }
    }

    fn ask_about_list(&mut self, handle: usize) -> Option<List> {
        let list = handle as ze_command_list_handle_t;
        let (mut context, mut device) = (null_mut(), null_mut());
        let (mut immediate, mut ordinal, mut index) = (0, 0, 0);
        // SAFETY: the program's list; the results go into live variables.
        let known = unsafe {
            driver::zeCommandListGetContextHandle(list, &raw mut context) == ZE_RESULT_SUCCESS
                && driver::zeCommandListGetDeviceHandle(list, &raw mut device) == ZE_RESULT_SUCCESS
                && driver::zeCommandListIsImmediate(list, &raw mut immediate) == ZE_RESULT_SUCCESS
                && driver::zeCommandListGetOrdinal(list, &raw mut ordinal) == ZE_RESULT_SUCCESS
        };
        if !known || context.is_null() || device.is_null() {
            return None;
        }
        let immediate = immediate != 0;
        if immediate {
            // SAFETY: as above. Which of several queues it is only names the lane.
            unsafe { driver::zeCommandListImmediateGetIndex(list, &raw mut index) };
        }
        let device = self.device(device as usize);
        let copy_only = self.devices[device].copy_only.get(ordinal as usize).copied().unwrap_or(false);
        // Whether it is in-order can't be asked: out-of-order is the careful assumption.
        let list = List::new(context as usize, device, ordinal, index, immediate, false, copy_only);
        // A regular list may hold commands that we never saw, and may have been executed.
        Some(List { recorded_before: !immediate, executed: !immediate, ..list })
    }

    /// Takes an event in that an append is to signal.
    pub fn adopt_event(&mut self, handle: usize) {
        if !self.attached || self.events.contains_key(&handle) || self.strangers.contains(&handle) {
            return;
        }
        let event = handle as ze_event_handle_t;
        let (mut pool, mut flags) = (null_mut(), 0);
        // SAFETY: the program's event and its pool; the results go into live variables.
        let known = unsafe {
            driver::zeEventGetEventPool(event, &raw mut pool) == ZE_RESULT_SUCCESS
                && !pool.is_null()
                && driver::zeEventPoolGetFlags(pool, &raw mut flags) == ZE_RESULT_SUCCESS
        };
        if !known {
            self.strangers.insert(handle);
            return;
        }
        let timestamps = flags & TIMESTAMPS != 0;
        self.events.insert(handle, Event { pool: pool as usize, timestamps, ..Event::default() });
        if !timestamps {
            return;
        }
        let mut stamps = ze_kernel_timestamp_result_t::default();
        // SAFETY: as above.
        let result = unsafe { driver::zeEventQueryKernelTimestamp(event, &raw mut stamps) };
        if result == ZE_RESULT_SUCCESS {
            // Of an operation before the attach: not what comes now.
            self.last.insert(handle, stamps.into());
        }
    }

    /// Takes a queue in.
    pub fn adopt_queue(&mut self, handle: usize) {
        if !self.attached || self.queues.contains_key(&handle) {
            return;
        }
        let queue = handle as ze_command_queue_handle_t;
        let (mut ordinal, mut index) = (0, 0);
        // SAFETY: the program's queue; the results go into live variables. They only name the lane and, where
        // the driver can't tell, stay those of the first queue.
        unsafe {
            driver::zeCommandQueueGetOrdinal(queue, &raw mut ordinal);
            driver::zeCommandQueueGetIndex(queue, &raw mut index);
        }
        self.queues.insert(handle, Queue { ordinal, index });
    }

    /// A context to ask about addresses in, where that of the list is not known: one of ours, since
    /// drivers know an allocation in whatever context they are asked.
    pub fn spare_context(&mut self) -> usize {
        if let Some(context) = self.spare_context {
            return context;
        }
        let mut context = null_mut();
        let (mut one, mut driver) = (1, null_mut());
        let desc = ze_context_desc_t { stype: ZE_STRUCTURE_TYPE_CONTEXT_DESC, ..Default::default() };
        // SAFETY: a driver that the program has initialised; the results go into live variables.
        unsafe {
            if driver::zeDriverGet(&raw mut one, &raw mut driver) == ZE_RESULT_SUCCESS && !driver.is_null() {
                driver::zeContextCreate(driver, &raw const desc, &raw mut context);
            }
        }
        *self.spare_context.insert(context as usize)
    }

    /// Gives back what was made for questions.
    pub fn drop_spare_context(&mut self) {
        if let Some(context) = self.spare_context.take().filter(|c| *c != 0) {
            // SAFETY: a context of ours in which nothing was made.
            unsafe { driver::zeContextDestroy(context as _) };
        }
    }

    /// Objects went away, and their handles may come again as others. For when that is all that is seen.
    pub fn forget_adopted(&mut self) {
        self.lists.clear();
        self.strangers.clear();
        self.kernels.clear();
        self.images.clear();
    }
}
