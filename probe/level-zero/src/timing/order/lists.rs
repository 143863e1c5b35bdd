//! Trying the event on the program's lists.

use super::EngineClass;
use crate::timing::lists::InOrder;
use crate::timing::plan::Stamped;
use crate::timing::state::State;
use level_zero_sys::*;
use zetop_wire::layout::OpKind;

impl State {
    /// The event to try on a list from before the attach, when an operation that is about to be appended can
    /// be timed only if that list is in order. The caller then makes the call, without our lock: on a
    /// synchronous list it waits until earlier appends are complete, as the program's own call would.
    /// [`State::order_found`] takes the answer.
    pub fn order_wanted(
        &mut self,
        handle: usize,
        op: OpKind,
        signal: ze_event_handle_t,
    ) -> Option<ze_event_handle_t> {
        self.adopt_event(signal as usize);
        let list = self.registry.lists.get_mut(&handle).filter(|list| list.order == InOrder::Unknown)?;
        let event = self.registry.events.get(&(signal as usize))?;
        // Then ours may go before theirs; for theirs, completion may have to come from elsewhere, or from a
        // marker.
        let plain = event.stamped == Stamped::No || list.is_immediate() && event.may_wait();
        let device = &self.devices[list.device];
        if !plain || op == OpKind::Barrier || self.departure.is_under_way() || !device.can_time() {
            return None;
        }
        let engines = EngineClass { context: list.context, device: device.handle, ordinal: list.ordinal };
        let event = self
            .before_attach
            .order_test
            .event(engines.context)
            .filter(|event| self.before_attach.order_test.tells(engines, *event));
        if event.is_none() {
            list.order = InOrder::No;
        }
        self.before_attach.order_test.under_way += usize::from(event.is_some());
        event
    }

    /// The driver's answer to the signal.
    pub fn order_found(&mut self, handle: usize, result: ze_result_t) {
        self.before_attach.order_test.under_way = self.before_attach.order_test.under_way.saturating_sub(1);
        if let Some(list) = self.registry.lists.get_mut(&handle) {
            list.order = if result == ZE_RESULT_SUCCESS { InOrder::Found } else { InOrder::No };
        }
    }
}
