//! Executions outside of a window: nothing of theirs is read, and nobody follows when they are complete. Once one was made with the
//! device lock, the next ones like it need none.

use super::Execution;
use crate::timing::lists::{List, Recorded};
use crate::timing::notes::Notes;
use crate::timing::outside::{Outside, Unread};
use crate::timing::state::{Event, State};
use crate::timing::sums::Sums;
use level_zero_sys::ze_command_list_handle_t;
use rustc_hash::FxHashSet;
use smallvec::SmallVec;
use std::sync::Arc;
use zetop_wire::layout::{DeviceFault, Process};

/// Lists that signal more events of the program's are executed with the lock.
const MOST_EVENTS: usize = 16;

/// Executions of the lists of a call, which were prepared without the lock.
pub struct Prepared(SmallVec<[Arc<Outside>; 2]>);

impl Prepared {
    /// `None` if one of the lists needs the lock.
    #[must_use]
    pub fn new(notes: &Notes, lane: usize, lists: &[ze_command_list_handle_t]) -> Option<Self> {
        let known = lists.iter().map(|list| {
            let known = notes.executions.get(*list as usize)?;
            (known.lane == lane && known.holds() && known.is_settled()).then_some(known)
        });
        let known = known.collect::<Option<SmallVec<[Arc<Outside>; 2]>>>()?;
        known.iter().for_each(|known| known.mark_events());
        Some(Self(known))
    }

    /// The session that they belong to.
    #[must_use]
    pub fn session(&self) -> u64 {
        self.0.first().map_or(0, |known| known.session)
    }

    /// The program's call, which was this submission, has taken so many ticks.
    pub fn executed(&self, process: &Process, submission: u64, ticks: u64) {
        for known in &self.0 {
            known.executed(submission);
            known.sums.count(process, ticks / self.0.len() as u64, false);
        }
    }
}

impl State {
    /// Lists were executed by this submission without being timed.
    pub(super) fn executed_untimed(&mut self, execution: &Execution, submission: u64) {
        let lane = execution.lane.handle;
        // A synchronisation tells how far the lane is.
        self.flight.lanes.entry(lane).or_default();
        for handle in &execution.lists {
            let Some(list) = self.registry.lists.get_mut(handle) else { continue };
            let (may_hold_unseen, list_device) = (list.may_hold_unseen(), list.device);
            let Some(recorded) = list.recorded_mut() else { continue };
            recorded.is_executed = true;
            if recorded.holds_back {
                // The list keeps the events that it was recorded with.
                self.devices[list_device].fault(DeviceFault::SerializesKernels, &self.publisher);
            }
            let is_plain = !may_hold_unseen
                && recorded.family.is_none()
                && recorded.signalled.len() <= MOST_EVENTS
                && recorded.sums.is_all_timed_or_sampled();
            let is_known = |unread: &&Unread| unread.lane == lane && (unread.holds() || !is_plain);
            if let Some(unread) = recorded.unread.as_ref().filter(is_known) {
                unread.executed(submission);
                continue;
            }
            let events = recorded.signalled.keys().take(MOST_EVENTS).map(|event| {
                let known = self.registry.events.get(event);
                (*event, known.is_some_and(Event::reflects_any_signal))
            });
            let outside = Arc::new(Outside::new(
                self.flight.first_run,
                lane,
                submission,
                events.collect(),
                recorded.sums.clone(),
            ));
            recorded.unread = Some(Unread(outside.clone()));
            if is_plain {
                self.notes.executions.note(*handle, outside);
            } else {
                outside.void();
            }
        }
    }

    /// A call that was to execute lists has failed, for which operations of earlier executions were given up: these lists may still
    /// run, and signal the events in `lost`.
    pub(super) fn run_on(&mut self, lists: &[usize], lost: &FxHashSet<usize>) {
        /// No lane's handle: it is never known to be complete.
        const NO_LANE: usize = usize::MAX;
        for handle in lists {
            let session = self.flight.first_run;
            if let Some(recorded) = self.recorded_mut(*handle) {
                let outside = Outside::new(session, NO_LANE, u64::MAX, SmallVec::new(), Sums::default());
                outside.void();
                recorded.unread = Some(Unread(Arc::new(outside)));
            }
        }
        for event in lost {
            if let Some(known) = self.registry.events.get(event) {
                known.signalled_untimed(*event);
            }
        }
    }

    /// A list, or a copy of it, was executed outside of a window last, and may still be running.
    pub(super) fn runs_unread(&mut self, handle: usize) -> bool {
        let Some(recorded) = self.recorded(handle) else { return false };
        let of = |list: &Recorded| list.unread.as_ref().map(|unread| (unread.lane, unread.submission()));
        let mut latest = of(recorded);
        if let Some(family) = recorded.family {
            let lists = self.registry.lists.values().filter_map(List::recorded);
            let of_family = lists.filter(|list| list.family == Some(family));
            latest = of_family.filter_map(of).max_by_key(|(_, submission)| *submission);
        }
        let Some((lane, submission)) = latest else { return false };
        let is_complete = self.flight.lanes.get(&lane).is_some_and(|lane| lane.complete >= submission)
            || self.last_event_was_reset(handle);
        if is_complete && let Some(recorded) = self.recorded_mut(handle) {
            recorded.unread = None;
        }
        !is_complete
    }

    /// The last command of an in-order list signals an event of the program's that was reset since.
    fn last_event_was_reset(&self, handle: usize) -> bool {
        let Some(list) = self.registry.lists.get(&handle).filter(|list| list.in_order()) else {
            return false;
        };
        let Some(Recorded { commands, .. }) = list.recorded() else { return false };
        let last = commands.some(commands.len().saturating_sub(1), 1).next();
        let Some(event) = last.and_then(|last| last.timing.program()) else { return false };
        // A counter-based event is not reset, and never marked.
        let known = self.registry.events.get(&event);
        known.is_some_and(|known| known.reflects_any_signal() && !known.is_signalled_unread(event))
    }
}
