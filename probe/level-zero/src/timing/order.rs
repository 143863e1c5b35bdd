//! Whether a list from before an attach is in order.
//!
//! The API can't be asked. But only in-order lists take counter-based events, and a driver that refuses one
//! on any other list, appending nothing, thereby gives the answer. Whether it refuses is first tried on two
//! empty lists of the probe's; Intel's does (`ZE_RESULT_ERROR_INVALID_ARGUMENT`). If a list of the program takes it,
//! the event is signalled once, between two operations that run one after the other anyway.

mod lists;

use crate::driver_calls::{OneEvent, create_list_with, destroy_one_event, one_event};
use crate::driver_trait::DriverRef;
use level_zero_sys::*;
use rustc_hash::FxHashMap;

/// Lists for which one answer of the driver holds.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct EngineClass {
    context: usize,
    device: usize,
    ordinal: u32,
}

pub struct OrderTest {
    driver: DriverRef,
    /// A counter-based event by context; `None` if the driver makes none.
    events: FxHashMap<usize, Option<OneEvent>>,
    /// The driver tells by refusing.
    tells: FxHashMap<EngineClass, bool>,
    /// Threads that are appending a signal of such an event.
    under_way: usize,
}

impl OrderTest {
    #[must_use]
    pub fn new(driver: DriverRef) -> Self {
        Self { driver, events: FxHashMap::default(), tells: FxHashMap::default(), under_way: 0 }
    }

    /// A counter-based event of the probe's, which lists may signal any number of times.
    fn event(&mut self, context: usize) -> Option<ze_event_handle_t> {
        let driver = self.driver;
        let made = self.events.entry(context).or_insert_with(|| {
            let counter_based = ze_event_pool_counter_based_exp_desc_t {
                stype: ZE_STRUCTURE_TYPE_COUNTER_BASED_EVENT_POOL_EXP_DESC,
                flags: ZE_EVENT_POOL_COUNTER_BASED_EXP_FLAG_IMMEDIATE
                    | ZE_EVENT_POOL_COUNTER_BASED_EXP_FLAG_NON_IMMEDIATE,
                ..Default::default()
            };
            one_event(driver, context, 0, (&raw const counter_based).cast())
        });
        made.map(|made| made.event as _)
    }

    /// True when out-of-order lists refuse `event` and in-order ones take it, as empty lists of the probe's show.
    /// Not immediate ones: making and destroying those could wait for what runs on their engine.
    fn tells(&mut self, engines: EngineClass, event: ze_event_handle_t) -> bool {
        let driver = self.driver;
        *self.tells.entry(engines).or_insert_with(|| {
            signal_in_a_list(driver, engines, 0, event) == Some(ZE_RESULT_ERROR_INVALID_ARGUMENT)
                && signal_in_a_list(driver, engines, ZE_COMMAND_LIST_FLAG_IN_ORDER, event)
                    == Some(ZE_RESULT_SUCCESS)
        })
    }

    /// Destroys what was made in a context that the program is about to destroy, or that we leave.
    pub fn drop_context(&mut self, context: usize) {
        self.tells.retain(|engines, _| engines.context != context);
        if let Some(made) = self.events.remove(&context).flatten() {
            // SAFETY: ours, and no list that could still signal it is left.
            unsafe { destroy_one_event(self.driver, made) };
        }
    }

    /// zetop detaches: destroys what no list in the contexts refers to.
    pub fn leave(&mut self, held: &[usize]) {
        if self.under_way > 0 {
            return;
        }
        let contexts: Vec<usize> = self.events.keys().copied().filter(|c| !held.contains(c)).collect();
        for context in contexts {
            self.drop_context(context);
        }
    }
}

/// The driver's answer to a signal of `event` in an empty list; `None` if no list can be made.
fn signal_in_a_list(
    driver: DriverRef,
    engines: EngineClass,
    flags: ze_command_list_flags_t,
    event: ze_event_handle_t,
) -> Option<ze_result_t> {
    let EngineClass { context, device, ordinal } = engines;
    let list = create_list_with(driver, context, device, ordinal, flags)?;
    // SAFETY: a list of the probe's, which is never executed, and our event.
    unsafe {
        let result = driver.zeCommandListAppendSignalEvent(list as _, event);
        driver.zeCommandListDestroy(list as _);
        Some(result)
    }
}
