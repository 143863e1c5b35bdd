//! Timing against a driver that completes operations when and as a test says.

mod adopt;
mod again;
mod append;
mod cold;
mod event_memory;
mod execute;
mod fake;
mod leave;
mod order;
mod runs;
mod unlocked;
mod windows;

use super::append::{AppendPlan, Marker};
use super::execute::{Execution, ExecutionLane};
use super::lists::{InOrder, Kind, NextCommand};
use super::notes::Notes;
use super::plan::{Nature, Stamped};
use super::preparation::Done;
use super::publish::OpClass;
use super::state::{Event, Pool, Stage, State};
use fake::Fake;
use level_zero_sys::*;
use std::cell::Cell;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::{Mutex, MutexGuard, PoisonError};
use zetop_probe_core::windows::Sample;
use zetop_wire::layout::{OpKind, Process, Untimed};

const CONTEXT: usize = 0xc0;
const DEVICE: usize = 0xd0;
const LIST: usize = 0x10;
const OTHER_LIST: usize = 0x11;
const QUEUE: ExecutionLane = ExecutionLane { handle: 0x20, ordinal: 0, index: 0 };

/// State with one device, and its driver.
pub(super) struct Bench {
    pub(super) state: State,
    driver: &'static Fake,
    /// Operations are timed.
    is_open: bool,
    _alone: Alone,
}

/// The one thread that has benches: what is known without the device lock (events that operations will signal, captures) is known for
/// the whole process, and other tests run beside this one.
struct Alone(Option<MutexGuard<'static, ()>>);

thread_local!(static BENCHES: Cell<u32> = const { Cell::new(0) });

impl Alone {
    fn new() -> Self {
        static ONE: Mutex<()> = Mutex::new(());
        let is_first = BENCHES.replace(BENCHES.get() + 1) == 0;
        Self(is_first.then(|| ONE.lock().unwrap_or_else(PoisonError::into_inner)))
    }
}

impl Drop for Alone {
    fn drop(&mut self) {
        BENCHES.set(BENCHES.get() - 1);
        drop(self.0.take());
    }
}

impl Bench {
    pub(super) fn new() -> Self {
        Self::with_attached(false)
    }

    fn with_attached(attached: bool) -> Self {
        Self::with_driver(Box::leak(Box::default()), attached)
    }

    /// On Intel's driver.
    fn intels() -> Self {
        let driver: &'static Fake = Box::leak(Box::default());
        driver.world().intels = true;
        Self::with_driver(driver, false)
    }

    fn with_driver(driver: &'static Fake, attached: bool) -> Self {
        let alone = Alone::new();
        // SAFETY: `Process` is all atomics and padding, for which zero bytes are valid; the layout is its own.
        let process: &'static Process =
            unsafe { &*std::alloc::alloc_zeroed(std::alloc::Layout::new::<Process>()).cast() };
        let mut state = State::new(driver, process, attached, 1);
        state.notes = Box::leak(Box::new(Notes::new()));
        state.device(DEVICE);
        Self { state, driver, is_open: true, _alone: alone }
    }

    /// A list that we saw being made.
    fn list(&mut self, handle: usize, immediate: bool, in_order: bool) {
        let mut list = self.state.new_list(CONTEXT, 0, 0, 0);
        list.order = InOrder::from_flag(in_order);
        if immediate {
            list.kind = Kind::Immediate;
        }
        self.state.add_list(handle, list);
    }

    /// An event of the program, from a pool that we saw being made.
    fn event(&mut self, timestamps: bool) -> usize {
        let event = self.driver.new_event(timestamps);
        let pool = 0x9000;
        self.state.registry.pools.insert(
            pool,
            Pool {
                context: CONTEXT,
                events: 0,
                timestamps,
                counter_based: false,
                shared: false,
                host_visible: true,
                added_flags: 0,
            },
        );
        self.state.registry.events.insert(
            event,
            Event { pool, stamped: Stamped::from_flag(timestamps), host_visible: true, ..Event::default() },
        );
        event
    }

    /// Appends a kernel as the hook does, and returns the event that went to the driver and the one that is
    /// to be signalled after it.
    fn append(&mut self, list: usize, signal: usize) -> (usize, usize) {
        self.append_with(list, signal, ZE_RESULT_SUCCESS)
    }

    fn append_with(&mut self, list: usize, signal: usize, result: ze_result_t) -> (usize, usize) {
        let class = OpClass::from_kind(OpKind::Kernel);
        while let Some(errand) = self.state.errand(list, class.kind, signal as _, self.is_open) {
            self.state.errand_done(errand.run());
        }
        let plan =
            self.state.before_append(list, &class, signal as _, self.is_open.then_some(Sample::ITSELF));
        self.after(list, &plan, result);
        if let Some(maker) = self.state.notes.maker(list) {
            self.state.errand_done(Done::Events(maker.make_batch()));
        }
        (plan.event as usize, plan.forward as usize)
    }

    /// What follows an append call that has had this result.
    fn after(&mut self, list: usize, plan: &AppendPlan, result: ze_result_t) -> Option<Marker> {
        if result == ZE_RESULT_SUCCESS {
            plan.ticket.count(self.state.publisher.process, 1);
        }
        self.state.after_append(list, plan, result, self.state.flight.submissions + 1, true)
    }

    /// As the harvester does.
    fn look(&mut self) {
        self.state.own.look(&mut *self.state.quirks);
    }

    /// Executes lists as the hook does.
    fn execute(&mut self, lists: &[usize]) {
        let program: Vec<ze_command_list_handle_t> = lists.iter().map(|l| *l as _).collect();
        while let Some(errand) = self.state.errand_for_lists(&program) {
            self.state.errand_done(errand.run());
        }
        let mut execution = self.state.before_execute(QUEUE, &program, self.is_open);
        self.state.after_execute(&mut execution, 0, ZE_RESULT_SUCCESS);
    }

    /// The program's synchronisation of a lane returns.
    fn synchronised(&mut self, lane: usize) {
        self.state.lane_complete(lane, self.state.flight.submissions);
    }

    /// Operations submitted, timed and untimed so far.
    fn totals(&self) -> (u64, u64, u64) {
        let totals = &self.state.publisher.process.totals;
        let untimed = totals.untimed.iter().map(|u| u.load(Relaxed)).sum();
        (totals.submitted.load(Relaxed), totals.timed.load(Relaxed), untimed)
    }

    fn untimed(&self, reason: Untimed) -> u64 {
        self.state.publisher.process.totals.untimed[reason as usize].load(Relaxed)
    }

    fn sampled(&self) -> u64 {
        self.state.publisher.process.totals.sampled.load(Relaxed)
    }

    /// Device time of the operations that were timed, in ns.
    fn total_ns(&self) -> u64 {
        self.state.publisher.process.class_table.iter().map(|c| c.total_ns.load(Relaxed)).sum()
    }
}

impl State {
    /// All parts of what precedes an execute call.
    fn before_execute(
        &mut self,
        lane: ExecutionLane,
        lists: &[ze_command_list_handle_t],
        is_timed: bool,
    ) -> Execution {
        let mut execution = self.execution(lane, lists, is_timed.then_some(Sample::ITSELF));
        while self.prepare_some(&mut execution) {}
        execution
    }

    /// All parts of what follows it.
    fn after_execute(&mut self, execution: &mut Execution, fence: usize, result: ze_result_t) {
        self.executed(execution, fence, result, self.flight.submissions + 1);
        while self.count_some(execution) {}
    }
}

/// A driver may call back through the API more than once while this thread has the lock.
#[test]
fn who_is_inside_stays_so_until_he_leaves() {
    let outer = crate::timing::device_side::Inside::enter();
    assert!(outer.is_some());
    for _ in 0..3 {
        assert!(crate::timing::device_side::Inside::enter().is_none());
    }
    drop(outer);
    assert!(crate::timing::device_side::Inside::enter().is_some());
}
