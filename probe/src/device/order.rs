//! Whether a list from before an attach is in order.
//!
//! There is no asking for that. But only in-order lists take counter-based events, and a driver that refuses one
//! on any other list, with nothing appended, thereby tells. Whether it does refuse is tried first on an empty list
//! of ours that is not in order; Intel's does (`ZE_RESULT_ERROR_INVALID_ARGUMENT`). In a list that takes it, the
//! event is signalled once, between two operations that follow each other anyhow.

use super::state::State;
use crate::layer::driver;
use level_zero_sys::*;
use rustc_hash::FxHashMap;
use std::ptr::null_mut;

/// A kind of list: one answer of the driver's holds for all of it.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct Sort {
    context: usize,
    device: usize,
    ordinal: u32,
    immediate: bool,
}

#[derive(Default)]
pub struct Trials {
    /// A pool of one counter-based event, and the event, by context; `None` where the driver makes none.
    events: FxHashMap<usize, Option<(usize, usize)>>,
    /// The driver refuses the event on a list that is not in order.
    refuses: FxHashMap<Sort, bool>,
}

impl Trials {
    /// A counter-based event of ours, which lists may signal any number of times.
    fn event(&mut self, context: usize) -> Option<ze_event_handle_t> {
        let made = self.events.entry(context).or_insert_with(|| {
            let mut pool: ze_event_pool_handle_t = null_mut();
            let mut event: ze_event_handle_t = null_mut();
            let counter_based = ze_event_pool_counter_based_exp_desc_t {
                stype: ZE_STRUCTURE_TYPE_COUNTER_BASED_EVENT_POOL_EXP_DESC,
                flags: ZE_EVENT_POOL_COUNTER_BASED_EXP_FLAG_IMMEDIATE
                    | ZE_EVENT_POOL_COUNTER_BASED_EXP_FLAG_NON_IMMEDIATE,
                ..Default::default()
            };
            let pool_desc = ze_event_pool_desc_t {
                stype: ZE_STRUCTURE_TYPE_EVENT_POOL_DESC,
                pNext: (&raw const counter_based).cast(),
                count: 1,
                ..Default::default()
            };
            let desc = ze_event_desc_t { stype: ZE_STRUCTURE_TYPE_EVENT_DESC, ..Default::default() };
            // SAFETY: a live context of the program's, descriptors that live through the calls; then our pool.
            unsafe {
                let result = driver::zeEventPoolCreate(
                    context as _,
                    &raw const pool_desc,
                    0,
                    null_mut(),
                    &raw mut pool,
                );
                if result != ZE_RESULT_SUCCESS || pool.is_null() {
                    return None;
                }
                let result = driver::zeEventCreate(pool, &raw const desc, &raw mut event);
                if result != ZE_RESULT_SUCCESS || event.is_null() {
                    driver::zeEventPoolDestroy(pool);
                    return None;
                }
            }
            Some((pool as usize, event as usize))
        });
        made.map(|(_, event)| event as _)
    }

    /// True when a list of this sort that is not in order refuses `event`, as an empty one of ours shows.
    fn refuses(&mut self, sort: Sort, event: ze_event_handle_t) -> bool {
        *self.refuses.entry(sort).or_insert_with(|| {
            let Some(list) = out_of_order_list(sort) else { return false };
            // SAFETY: an empty list and an event of ours; the list is used by nobody else.
            unsafe {
                let result = driver::zeCommandListAppendSignalEvent(list, event);
                if result == ZE_RESULT_SUCCESS && sort.immediate {
                    // There is nothing in it that this could wait for.
                    driver::zeCommandListHostSynchronize(list, 1_000_000_000);
                }
                driver::zeCommandListDestroy(list);
                result == ZE_RESULT_ERROR_INVALID_ARGUMENT
            }
        })
    }

    /// Destroys what was made in a context that the program is about to destroy, or that we leave.
    pub fn drop_context(&mut self, context: usize) {
        self.refuses.retain(|sort, _| sort.context != context);
        if let Some((pool, event)) = self.events.remove(&context).flatten() {
            // SAFETY: ours, and no list that could still signal it is left.
            unsafe {
                driver::zeEventDestroy(event as _);
                driver::zeEventPoolDestroy(pool as _);
            }
        }
    }

    /// Contexts in which there is something of ours.
    #[must_use]
    pub fn contexts(&self) -> Vec<usize> {
        self.events.keys().copied().collect()
    }
}

fn out_of_order_list(sort: Sort) -> Option<ze_command_list_handle_t> {
    let mut list = null_mut();
    let (context, device) = (sort.context as ze_context_handle_t, sort.device as ze_device_handle_t);
    let result = if sort.immediate {
        let desc = ze_command_queue_desc_t {
            stype: ZE_STRUCTURE_TYPE_COMMAND_QUEUE_DESC,
            ordinal: sort.ordinal,
            mode: ZE_COMMAND_QUEUE_MODE_ASYNCHRONOUS,
            ..Default::default()
        };
        // SAFETY: a live context and device of the program's, a descriptor and a word of ours.
        unsafe { driver::zeCommandListCreateImmediate(context, device, &raw const desc, &raw mut list) }
    } else {
        let desc = ze_command_list_desc_t {
            stype: ZE_STRUCTURE_TYPE_COMMAND_LIST_DESC,
            commandQueueGroupOrdinal: sort.ordinal,
            ..Default::default()
        };
        // SAFETY: as above.
        unsafe { driver::zeCommandListCreate(context, device, &raw const desc, &raw mut list) }
    };
    (result == ZE_RESULT_SUCCESS && !list.is_null()).then_some(list)
}

impl State {
    /// Finds out, once, whether a list of the program's from before is in order. The program is appending to it.
    pub fn find_order(&mut self, handle: usize) {
        let Some(list) = self.lists.get(&handle).filter(|list| list.order_unknown) else { return };
        let sort = Sort {
            context: list.context,
            device: self.devices[list.device].handle,
            ordinal: list.ordinal,
            immediate: list.immediate,
        };
        let in_order = !self.leaving
            && self.trials.event(sort.context).is_some_and(|event| {
                self.trials.refuses(sort, event)
                    // SAFETY: the program's list, which its thread is appending to right now, and our event.
                    && unsafe { driver::zeCommandListAppendSignalEvent(handle as _, event) } == ZE_RESULT_SUCCESS
            });
        if let Some(list) = self.lists.get_mut(&handle) {
            list.order_unknown = self.leaving;
            list.in_order = in_order;
            list.tried = in_order && !list.immediate;
        }
    }
}
