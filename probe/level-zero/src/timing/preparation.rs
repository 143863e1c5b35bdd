//! What has to be found out or made before an operation can be appended, by driver calls that may take a
//! while. They are made without our lock, so that other threads of the program don't wait for it meanwhile.

use super::lists::{Earlier, List};
use super::plan::Stamped;
use super::state::State;
use crate::driver_quirks::quirks::{Question, QuirkAnswer};
use crate::driver_quirks::sorts::{EventSort, ListSort};
use crate::driver_trait::DriverRef;
use crate::own_events::makers::{Batch, Maker, Use};
use level_zero_sys::*;
use zetop_wire::layout::OpKind;

/// Rounds after which an operation is appended even if something is missing, since other threads may take
/// what is made.
pub const ROUNDS: usize = 8;

/// Something to find out or to make.
pub enum Errand {
    /// Whether a list is in order: see [`super::order`].
    Order {
        driver: DriverRef,
        list: usize,
        event: ze_event_handle_t,
    },
    Quirks(Question, DriverRef),
    /// Events of ours.
    Events(Maker),
}

/// The result.
pub enum Done {
    Order { list: usize, result: ze_result_t },
    Quirks(QuirkAnswer),
    Events(Batch),
}

impl Done {
    /// The result is no longer wanted.
    pub fn undo(self) {
        if let Self::Events(batch) = self {
            batch.undo();
        }
    }
}

impl Errand {
    /// Does it. Call this without our lock, on the thread that is about to append.
    #[must_use]
    pub fn run(self) -> Done {
        match self {
            Self::Order { driver, list, event } => {
                // SAFETY: the program's list, which this thread is appending to, and an event of ours that stays while
                // we are under way.
                let result = unsafe { driver.zeCommandListAppendSignalEvent(list as _, event) };
                Done::Order { list, result }
            }
            Self::Quirks(question, driver) => Done::Quirks(question.answer(driver)),
            Self::Events(maker) => Done::Events(maker.make_batch()),
        }
    }
}

impl State {
    /// What is missing for an append to `list` that is to signal `signal` (or nothing).
    /// `is_open`: as in [`super::plan::Append`].
    pub fn errand(
        &mut self,
        handle: usize,
        op: OpKind,
        signal: ze_event_handle_t,
        is_open: bool,
    ) -> Option<Errand> {
        self.adopt_event(signal as usize);
        // Nothing of ours may become part of a graph.
        if self.capture_signals(handle, signal as usize) {
            return None;
        }
        if self.departure.is_under_way() {
            return self.last_marker(handle).map(Errand::Events);
        }
        if !is_open && self.registry.lists.get(&handle).is_some_and(List::is_immediate) {
            return None;
        }
        if let Some(question) = self.kind_wanted(handle, signal as usize) {
            return Some(Errand::Quirks(question, self.driver));
        }
        if self.before_attach.attached
            && let Some(question) = self.contents_before(handle)
        {
            return Some(Errand::Quirks(question, self.driver));
        }
        if let Some(event) = self.order_wanted(handle, op, signal) {
            return Some(Errand::Order { driver: self.driver, list: handle, event });
        }
        let list = self.registry.lists.get(&handle)?;
        let (context, device) = (list.context, self.devices.get(list.device)?);
        if !device.can_time() {
            return None;
        }
        let known = self.registry.events.get(&(signal as usize));
        let own = signal.is_null() || known.is_some_and(|e| e.stamped == Stamped::No);
        // From our events we learn where the program's keep what the device writes.
        let looks = self.quirks.wants_events(device.pool_sort(true));
        let marker =
            list.is_immediate() && list.in_order() && known.is_some_and(|event| !own && event.may_wait());
        let stamps = if own || looks { self.own.maker_wanted(Use::Stamps, context, device) } else { None };
        let wanted = match stamps {
            None if marker => self.own.maker_wanted(Use::Signal, context, device),
            stamps => stamps,
        };
        wanted.map(Errand::Events)
    }

    /// We are about to detach, and without a marker after them we would not see that operations on `list` are
    /// complete.
    fn last_marker(&mut self, list: usize) -> Option<Maker> {
        let in_flight =
            self.flight.awaited > 0 && self.flight.lanes.get(&list).is_some_and(|lane| !lane.is_empty());
        let list = self
            .registry
            .lists
            .get(&list)
            .filter(|list| in_flight && list.is_immediate() && list.in_order())?;
        self.own.maker_wanted(Use::Signal, list.context, self.devices.get(list.device)?)
    }

    /// What is missing for an execution of lists: if one is from before the attach, whether there is anything in it.
    pub fn errand_for_lists(&mut self, lists: &[ze_command_list_handle_t]) -> Option<Errand> {
        if !self.before_attach.attached {
            return None;
        }
        let contents = |list: &ze_command_list_handle_t| self.contents_wanted(*list as usize, false);
        Some(Errand::Quirks(lists.iter().find_map(contents)?, self.driver))
    }

    /// Takes the result of an errand.
    pub fn errand_done(&mut self, done: Done) {
        match done {
            Done::Order { list, result } => self.order_found(list, result),
            Done::Quirks(answer) => self.quirks.learn(answer),
            Done::Events(batch) => {
                let sort = batch.maker.sort;
                let (layout, to_look_at) = (self.quirks.layout(sort), self.quirks.wants_events(sort));
                self.own.made(batch, layout, to_look_at);
            }
        }
    }

    /// What is missing to find out, as far as possible, whether an event from before the attach has
    /// timestamps.
    fn kind_wanted(&mut self, list: usize, signal: usize) -> Option<Question> {
        let event =
            self.registry.events.get_mut(&signal).filter(|event| event.stamped == Stamped::Unknown)?;
        let list = self.registry.lists.get(&list)?;
        let sort = EventSort { context: list.context, device: self.devices.get(list.device)?.handle };
        let question = self.quirks.events_question(sort);
        if question.is_none() {
            event.stamped =
                self.quirks.has_timestamps(sort, signal).map_or(Stamped::Untold, Stamped::from_flag);
        }
        question
    }

    /// What to find out before the first append that we see to a list from before the attach.
    fn contents_before(&mut self, handle: usize) -> Option<Question> {
        if !self.recorded(handle)?.commands.is_empty() {
            return None;
        }
        let question = self.contents_wanted(handle, true);
        if let Some(list) = self.recorded_mut(handle).filter(|list| list.earlier == Earlier::Empty) {
            // From here on nothing in it is unknown.
            (list.earlier, list.is_executed) = (Earlier::Seen, false);
        }
        question
    }

    /// What to find out before a list of the program's is executed, or appended to: if it is from before the attach, how
    /// lists of its sort look when they are empty.
    fn contents_wanted(&mut self, handle: usize, open: bool) -> Option<Question> {
        self.adopt_list(handle);
        let list = self.registry.lists.get(&handle)?;
        list.recorded().filter(|recorded| recorded.earlier == Earlier::Unasked)?;
        let device = self.devices.get(list.device)?.handle;
        let (context, ordinal, mut flags) = (list.context, list.ordinal, 0);
        // SAFETY: the program's list, which it is using right now; a live variable.
        let result = unsafe { self.driver.zeCommandListGetFlags(handle as _, &raw mut flags) };
        let sort = ListSort { context, device, ordinal, flags, open };
        let told = result == ZE_RESULT_SUCCESS;
        if told && let Some(question) = self.quirks.lists_question(sort) {
            return Some(question);
        }
        let is_empty = told && self.quirks.is_empty(sort, handle);
        if let Some(list) = self.recorded_mut(handle) {
            list.earlier = if is_empty { Earlier::Empty } else { Earlier::Unknown };
        }
        None
    }
}
