//! The list of the probe's that goes before an execution: it copies stamps that would be overwritten.

use super::{Conflict, Copies, Execution, Lane, Step};
use crate::driver_trait::DriverRef;
use crate::timing::operations::{Reading, Source};
use crate::timing::stamp_copies;
use crate::timing::state::State;
use level_zero_sys::*;
use std::ptr::null_mut;
use zetop_wire::layout::Untimed;

/// Operations whose stamps one list of the probe's copies at most. Recording more would hold the program up.
const MOST_SAVED: usize = 512;

impl State {
    /// Makes a list that copies the stamps of the conflicts to a stash, if they are on the same queue: on
    /// another, it would have to wait.
    pub(super) fn save(&mut self, execution: &mut Execution) -> Step {
        let mut saved: Vec<Conflict> = Vec::new();
        if execution.conflicts.on_lane <= MOST_SAVED {
            // They may have completed meanwhile.
            let all = execution.conflicts.all.iter();
            saved.extend(all.filter(|c| c.on_lane && !self.is_settled(c.number, c.at)));
        }
        if let Some(stash) = self.record_copier(execution.lane, &saved)
            && let Some(list) = self.stashes.get(stash).map(|s| s.list)
        {
            for (slot, c) in saved.iter().enumerate() {
                self.move_to_stash(c.number, c.at, stash, slot);
                execution.found.saved.insert(c.home, (c.number, c.at));
            }
            let saved = saved.iter().map(|c| (c.number, c.at)).collect();
            execution.copies = Some(Copies { list, stash, saved });
            execution.conflicts.all.retain(|c| !c.on_lane);
        }
        Step::GiveUp { at: 0 }
    }

    /// Counts the operations that can't be saved as untimed.
    pub(super) fn give_conflicts_up(
        &mut self,
        execution: &mut Execution,
        at: usize,
        left: &mut usize,
    ) -> Step {
        let end = execution.conflicts.all.len().min(at + *left);
        for c in &execution.conflicts.all[at..end] {
            if !self.is_settled(c.number, c.at) {
                execution.found.lost.insert(c.home, ());
                self.give_up(c.number, c.at, Untimed::ListExecutedAgain);
            }
        }
        *left -= end - at;
        if end == execution.conflicts.all.len() {
            Step::Prepare { list: 0, at: 0 }
        } else {
            Step::GiveUp { at: end }
        }
    }

    /// From now on, an operation's stamps are found in a stash.
    fn move_to_stash(&mut self, number: u64, at: u32, id: usize, slot: usize) {
        let Some(run) = self.flight.runs.get_mut(&number) else { return };
        let op = &mut run.ops[at as usize];
        op.source = Source::Stash(id, slot);
        let (event, ours) = (op.event, op.ours);
        if !ours && let Some(event) = self.registry.events.get_mut(&event) {
            event.pending.retain(|p| p != (number, at));
        }
    }

    /// Records the list that runs between the two executions. Copy-only engines can't copy timestamps, so
    /// there is none on these.
    fn record_copier(&mut self, lane: Lane, saved: &[Conflict]) -> Option<usize> {
        let run = self.flight.runs.get(&saved.first()?.number)?;
        let (context, device) = (run.context, run.ops.first()?.info.device);
        let device = self.devices.get(device)?;
        let copy_only = device.copy_only.get(lane.ordinal as usize).copied().unwrap_or(false);
        if copy_only || device.patches_lists() {
            return None;
        }
        let lanes = &self.flight.lanes;
        let reached = |lane: usize| lanes.get(&lane).map_or(0, |b| b.reached.max(b.complete));
        for (context, event) in self.stashes.take_back(reached) {
            self.own.give_back(context, event);
        }
        let need = stamp_copies::Need {
            context,
            device: device.handle,
            ordinal: lane.ordinal,
            count: saved.len(),
            lane: lane.handle,
        };
        let done = self.own.take_signal(context)?;
        let Some(id) = self.stashes.take(need, done) else {
            self.own.give_back(context, done);
            return None;
        };
        let stash = self.stashes.get(id)?;
        if record_copies(self.driver, stash.list as _, stash.buffer.cast(), done as _, saved) {
            return Some(id);
        }
        self.cancel_stash(id);
        None
    }

    fn cancel_stash(&mut self, id: usize) {
        if let Some((context, event)) = self.stashes.cancel(id) {
            self.own.give_back(context, event);
        }
    }

    /// The driver has refused to execute our list: the stamps that it was to copy are lost.
    pub fn copier_refused(&mut self, execution: &mut Execution) {
        let copies = execution.copies.take().filter(|_| execution.session == self.flight.first_run);
        let Some(Copies { stash, saved, .. }) = copies else { return };
        for (number, at) in &saved {
            self.give_up(*number, *at, Untimed::ListExecutedAgain);
        }
        self.cancel_stash(stash);
        for number in &execution.runs {
            for op in self.flight.runs.get_mut(number).iter_mut().flat_map(|run| &mut run.ops) {
                if op.after.is_some_and(|after| saved.contains(&after)) {
                    self.flight.awaited += usize::from(op.reading == Reading::AtAnyTime);
                    op.reading = Reading::OnceLaneComplete;
                }
            }
        }
    }
}

/// Records: barrier; copies; barrier; resets of our events; signal of `done`. True when all of that worked.
fn record_copies(
    driver: DriverRef,
    list: ze_command_list_handle_t,
    buffer: *mut u8,
    done: ze_event_handle_t,
    saved: &[Conflict],
) -> bool {
    const SIZE: usize = size_of::<ze_kernel_timestamp_result_t>();
    let mut events = Vec::new();
    let mut offsets = Vec::new();
    for (at, c) in saved.iter().enumerate().filter(|(_, c)| c.slot.is_none()) {
        events.push(c.event as ze_event_handle_t);
        offsets.push(at * SIZE);
    }
    let step = |result: ze_result_t| (result == ZE_RESULT_SUCCESS).then_some(());
    // SAFETY: an empty list of the probe's; events of operations in flight, which exist; a buffer with room for a
    // result per conflict; slots of lists that exist.
    let mut record = || unsafe {
        step(driver.zeCommandListAppendBarrier(list, null_mut(), 0, null_mut()))?;
        if !events.is_empty() {
            step(driver.zeCommandListAppendQueryKernelTimestamps(
                list,
                events.len() as u32,
                events.as_mut_ptr(),
                buffer.cast(),
                offsets.as_ptr(),
                null_mut(),
                0,
                null_mut(),
            ))?;
        }
        for (at, c) in saved.iter().enumerate() {
            if let Some(slot) = c.slot {
                let to = buffer.add(at * SIZE).cast();
                let from = slot.cast();
                step(driver.zeCommandListAppendMemoryCopy(list, to, from, SIZE, null_mut(), 0, null_mut()))?;
            }
        }
        step(driver.zeCommandListAppendBarrier(list, null_mut(), 0, null_mut()))?;
        for c in saved.iter().filter(|c| c.ours && c.slot.is_none()) {
            step(driver.zeCommandListAppendEventReset(list, c.event as _))?;
        }
        step(driver.zeCommandListAppendBarrier(list, done, 0, null_mut()))?;
        step(driver.zeCommandListClose(list))
    };
    record().is_some()
}
