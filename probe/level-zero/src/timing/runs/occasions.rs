//! When operations in flight are settled: after a synchronisation, and before objects go away.

use crate::timing::backlog::Backlog;
use crate::timing::execute::PART;
use crate::timing::operations::{BATCH, Completion, Settled};
use crate::timing::plan::Nature;
use crate::timing::state::State;
use zetop_wire::layout::Untimed;

impl State {
    /// What a lane has was complete up to submission `last` when the program's synchronisation returned. Settles
    /// some of it.
    pub fn lane_complete(&mut self, lane: usize, last: u64) {
        if let Some(backlog) = self.flight.lanes.get_mut(&lane) {
            backlog.complete = backlog.complete.max(last);
            self.settle_more_of(lane);
        }
    }

    /// Settles some of a lane that need not be settled now, since otherwise all of it would be left to the harvester.
    fn settle_more_of(&mut self, lane: usize) {
        let mut is_more = true;
        while is_more && self.flight.batch > 0 {
            let before = self.flight.in_flight;
            is_more = self.settle_lane(lane, Completion::Unknown, self.flight.batch.min(BATCH));
            let settled = before - self.flight.in_flight;
            self.flight.batch -= settled.min(self.flight.batch);
            is_more &= settled > 0;
        }
    }

    /// All lanes of a device were complete up to submission `last`.
    pub fn device_complete(&mut self, device: usize, last: u64) {
        let Some(device) = self.device_index(device) else { return };
        let of_device = |b: &Backlog| {
            let op = b.oldest.and_then(|n| self.flight.runs.get(&n)?.ops.first());
            op.is_some_and(|op| op.info.device == device)
        };
        let lanes: Vec<usize> =
            self.flight.lanes.iter().filter(|(_, b)| of_device(b)).map(|(l, _)| *l).collect();
        for lane in lanes {
            self.lane_complete(lane, last);
        }
    }

    /// Settles what an event tells about, as far as it was submitted by then, with what came before it on an
    /// in-order lane.
    pub fn settle_event(&mut self, event: usize, last: u64, known: Completion) {
        let Some(found) = self.registry.events.get(&event) else { return };
        let counter_based = found.nature == Nature::CounterBased;
        for (number, at) in found.pending.operations().clone() {
            let Some(run) = self.flight.runs.get(&number).filter(|r| r.submitted.is_some_and(|s| s <= last))
            else {
                continue;
            };
            let (lane, in_order, submitted) = (run.lane, run.in_order, run.submitted);
            if known == Completion::Signalled && !in_order {
                self.settle_more_of(lane);
            } else if known == Completion::Signalled {
                if counter_based {
                    // Such an event reflects its latest signal, which is this one.
                    self.lane_complete(lane, submitted.unwrap_or(0));
                } else {
                    // What came before it on the lane goes first: this one may have to wait for it.
                    self.settle_lane_before(lane, number, known);
                }
            }
            self.settle(number, at, known);
        }
    }

    /// An event is about to lose its stamps: read them, or count their operations untimed.
    pub fn last_look(&mut self, event: usize, reason: Untimed) {
        // What was deferred has been done: any that are announced still are of a call that is under way.
        self.disturb(event);
        let Some(found) = self.registry.events.get(&event) else { return };
        for (number, at) in found.pending.operations().clone() {
            if self.settle_now(number, at) != Settled::Yes {
                self.give_up(number, at, reason);
            }
        }
    }

    /// Settles some of what belongs to a list, which is destroyed or reset. True when there is more.
    pub fn settle_some_of_list(&mut self, list: usize) -> bool {
        let mut left = PART;
        while let Some(number) = self.recorded(list).and_then(|list| list.runs.first().copied()) {
            if !self.settle_some_of_run(number, &mut left) {
                return left == 0;
            }
        }
        left == 0 || self.last_look_at_some_of_lane(list)
    }

    /// A queue goes away: settles some of what it has in flight. True when there is more.
    pub fn last_look_at_some_of_lane(&mut self, lane: usize) -> bool {
        let mut left = PART;
        let next = |state: &Self| state.flight.lanes.get(&lane)?.oldest;
        while let Some(number) = next(self) {
            if !self.settle_some_of_run(number, &mut left) {
                return left == 0;
            }
        }
        false
    }

    /// Settles at most `left` operations of a run, now or never. True when that was all.
    fn settle_some_of_run(&mut self, number: u64, left: &mut usize) -> bool {
        let Some(run) = self.flight.runs.get(&number) else { return false };
        for at in run.settled_before..run.ops.len() as u32 {
            if *left == 0 {
                return false;
            }
            *left -= 1;
            self.settle(number, at, Completion::LastChance);
        }
        !self.flight.runs.contains_key(&number)
    }

    /// Settles what is ready, on all lanes.
    pub fn sweep(&mut self) {
        for lane in self.busy_lanes() {
            while self.settle_lane(lane, Completion::Unknown, BATCH) {}
        }
    }

    /// At exit: what is ready is read, the rest is counted.
    pub fn close(&mut self) {
        self.sweep();
        let numbers: Vec<u64> = self.flight.runs.iter().map(|(number, _)| number).collect();
        for number in numbers {
            let count = self.flight.runs.get(&number).map_or(0, |r| r.ops.len());
            for at in 0..count as u32 {
                if self.settle(number, at, Completion::Unknown) != Settled::Yes {
                    self.give_up(number, at, Untimed::NeverCompleted);
                }
            }
        }
        self.publisher.end_estimates();
    }
}
