//! Settles what a lane has in flight, as far as it is known to be complete.

use super::operations::{BATCH, Completion, Reading, Settled};
use super::state::State;
use crate::devices::facts::Device;
use crate::driver_trait::DriverRef;
use level_zero_sys::*;
use smallvec::SmallVec;
use zetop_probe_core::clock;

/// After this many misses, an out-of-order lane is left for later.
const MISSES: usize = 17;
/// How many of those misses may be answers of Intel's driver that an event is not signalled: it yields the
/// processor for each ([`crate::driver_quirks::event_memory`]), while other threads wait for our lock.
const ANSWERS_OF_INTELS: u64 = 1;
/// Runs that one look may pass without asking the driver.
const LOOKED_AT: usize = 1024;
/// How long a turn of the harvester lasts, more or less, if a batch takes longer: others wait for our lock.
const TURN_NS: u64 = 150_000;
/// Operations between two looks at the clock.
const CLOCK_EVERY: usize = 16;
/// A lane gets at most one marker in this time: see [`State::marker_wanted`].
const MARKER_PERIOD_NS: u64 = 8_000_000;
/// The period for a lane whose events the program uses again soon, as SYCL does with those that it has dropped. Only while few
/// markers are in flight: where the device is behind, more would not help, and each barrier takes it a microsecond or two.
const MARKER_PERIOD_IF_LOSING_NS: u64 = 400_000;
const FEW_MARKERS: usize = 4;
/// How many markers of a lane may be in flight.
const MARKERS: usize = 64;

impl State {
    /// Lanes with something in flight.
    #[must_use]
    pub fn busy_lanes(&self) -> Vec<usize> {
        self.flight.lanes.iter().filter(|(_, b)| !b.is_empty()).map(|(lane, _)| *lane).collect()
    }

    /// Settles at most a batch of operations on these lanes, for as long as one turn may last. Returns the lanes that may
    /// have more ready, and how many operations it has settled.
    pub fn settle_lanes(&mut self, mut lanes: Vec<usize>) -> (Vec<usize>, usize) {
        let (end, at_first) = (clock::raw_ns() + TURN_NS, self.flight.in_flight);
        let mut left = BATCH;
        while left > 0
            && let Some(&lane) = lanes.last()
        {
            let before = self.flight.in_flight;
            let is_more = self.settle_lane_up_to(lane, u64::MAX, Completion::Unknown, left, end);
            if !is_more {
                lanes.pop();
            } else if clock::raw_ns() >= end {
                break;
            }
            left = left.saturating_sub((before - self.flight.in_flight).max(1));
        }
        (lanes, at_first - self.flight.in_flight)
    }

    /// Settles at most `most` operations of a lane. True when there may be more that are ready.
    pub fn settle_lane(&mut self, lane: usize, known: Completion, most: usize) -> bool {
        self.settle_lane_up_to(lane, u64::MAX, known, most, u64::MAX)
    }

    /// The runs before `last` on an in-order lane, whose completion is just as sure.
    pub fn settle_lane_before(&mut self, lane: usize, last: u64, known: Completion) {
        self.settle_lane_up_to(lane, last, known, BATCH, u64::MAX);
    }

    /// At most `most` operations, and not many more once it is `end`.
    fn settle_lane_up_to(
        &mut self,
        lane: usize,
        last: u64,
        known: Completion,
        most: usize,
        end: u64,
    ) -> bool {
        self.read_markers(lane);
        let mut next = self.flight.lanes.get(&lane).and_then(|backlog| backlog.oldest);
        let (mut settled, mut misses, mut looked_at, mut is_over) = (0, 0, 0, false);
        // Operations of in-order runs that wait for a later one to show that they are complete.
        let mut unknown: SmallVec<[(u64, u32); 8]> = SmallVec::new();
        let mut sure: SmallVec<[(u64, u32); 8]> = SmallVec::new();
        let most_answers =
            self.flight.not_ready + if self.has_intels() { ANSWERS_OF_INTELS } else { MISSES as u64 };
        'lane: while let Some(number) = next {
            looked_at += 1;
            if number > last || looked_at > LOOKED_AT {
                break;
            }
            let Some(run) = self.flight.runs.get(&number) else { break };
            // It may be gone in a moment.
            next = run.neighbours.later;
            let (first, count, in_order) = (run.settled_before, run.ops.len() as u32, run.in_order);
            for at in first..count {
                if settled >= most {
                    break 'lane;
                }
                looked_at += 1;
                if looked_at % CLOCK_EVERY == 0 && clock::raw_ns() >= end {
                    is_over = true;
                    break 'lane;
                }
                match self.settle(number, at, known) {
                    Settled::Yes => {
                        settled += 1;
                        if in_order {
                            sure.append(&mut unknown);
                        }
                    }
                    Settled::NotAsked if in_order && unknown.len() < most => unknown.push((number, at)),
                    Settled::NotAsked => {}
                    Settled::NotReady if in_order => break 'lane,
                    Settled::NotReady => {
                        misses += 1;
                        if misses >= MISSES || self.flight.not_ready >= most_answers {
                            break 'lane;
                        }
                    }
                }
            }
        }
        for (number, at) in sure {
            settled += usize::from(self.settle(number, at, Completion::Complete) == Settled::Yes);
        }
        // Without any, it would be the same again.
        settled >= most || (is_over && settled > 0)
    }

    fn has_intels(&self) -> bool {
        self.devices.iter().any(Device::is_intels)
    }

    /// An event is about to lose the stamps of this operation: reads them, if it is complete. Otherwise it is lost, and its lane
    /// gets more markers from now on.
    pub(super) fn settle_now(&mut self, number: u64, at: u32) -> Settled {
        let run =
            self.flight.runs.get(&number).and_then(|run| Some((run.lane, run.ops.get(at as usize)?.reading)));
        let Some((lane, reading)) = run else { return Settled::Yes };
        if reading == Reading::AtAnyTime {
            return self.settle(number, at, Completion::Unknown);
        }
        self.read_markers(lane);
        let settled = self.settle(number, at, Completion::Unknown);
        if settled != Settled::Yes
            && let Some(backlog) = self.flight.lanes.get_mut(&lane)
        {
            backlog.loses = true;
        }
        settled
    }

    /// What the markers of a lane say about it.
    fn read_markers(&mut self, lane: usize) {
        let Some(backlog) = self.flight.lanes.get_mut(&lane) else { return };
        while let Some(&(submission, context, event)) = backlog.markers.front() {
            // SAFETY: an event of the probe's, which the driver does not turn into one that can't be asked.
            let is_complete =
                |driver: DriverRef| unsafe { driver.zeEventQueryStatus(event as _) } == ZE_RESULT_SUCCESS;
            if self.own.is_unwritten(event) || !is_complete(self.driver) {
                break;
            }
            backlog.complete = backlog.complete.max(submission);
            backlog.markers.pop_front();
            self.own.give_back(context, event);
        }
    }

    /// An event of the probe's to signal by a barrier behind an operation that has just been appended to an in-order
    /// immediate list, and whose own event can't be asked whether it is complete. The caller appends it
    /// without our lock, and then calls [`State::marked`].
    pub fn marker_wanted(&mut self, lane: usize, now_raw: u64) -> Option<usize> {
        let list = self.registry.lists.get(&lane).filter(|l| l.is_immediate() && l.in_order())?;
        let context = list.context;
        let backlog = self.flight.lanes.get_mut(&lane).filter(|b| !b.is_empty())?;
        // The last one covers everything that we have to see.
        let often = backlog.loses && backlog.markers.len() < FEW_MARKERS;
        let period = if often { MARKER_PERIOD_IF_LOSING_NS } else { MARKER_PERIOD_NS };
        let due = self.departure.is_under_way() || now_raw.saturating_sub(backlog.marked_raw) >= period;
        if !due || backlog.markers.len() >= MARKERS {
            return None;
        }
        let event = self.own.take_signal(context)?;
        backlog.marked_raw = now_raw;
        Some(event)
    }

    /// The marker was appended behind submission `submission`, or not.
    pub fn marked(&mut self, lane: usize, submission: u64, event: usize, result: ze_result_t) {
        let Some(context) = self.registry.lists.get(&lane).map(|l| l.context) else { return };
        match self.flight.lanes.get_mut(&lane).filter(|_| result == ZE_RESULT_SUCCESS) {
            Some(backlog) => backlog.markers.push_back((submission, context, event)),
            None => self.own.retire(context, event),
        }
    }

    /// A lane is destroyed.
    pub fn forget_lane(&mut self, lane: usize) {
        let Some(backlog) = self.flight.lanes.remove(&lane) else { return };
        for (_, context, event) in backlog.markers {
            self.own.retire(context, event);
        }
    }
}
