//! Events and event pools.

pub mod state;

use crate::Outcome;
use crate::cancel;
use crate::context::Context;
use crate::device::Backlog;
use crate::handle::{HandleKind, Shared};
use crate::personality::LONGEST_SPIN;
use crate::quick::Quick;
use crate::settings::settings;
use crate::shared_events::{self, SharedStates};
use crate::sync::Gate;
use level_zero_sys::*;
use state::{EventState, Stamps};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Weak};
use std::time::Instant;

/// What a counter-based event may be used with.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CounterBased {
    pub flags: ze_event_counter_based_flags_t,
}

impl CounterBased {
    /// Whether lists of this sort may signal it; neither flag means immediate lists.
    pub fn allows(self, immediate: bool) -> bool {
        let both = ZE_EVENT_COUNTER_BASED_FLAG_IMMEDIATE | ZE_EVENT_COUNTER_BASED_FLAG_NON_IMMEDIATE;
        let flags = if self.flags & both == 0 { ZE_EVENT_COUNTER_BASED_FLAG_IMMEDIATE } else { self.flags };
        let wanted = if immediate {
            ZE_EVENT_COUNTER_BASED_FLAG_IMMEDIATE
        } else {
            ZE_EVENT_COUNTER_BASED_FLAG_NON_IMMEDIATE
        };
        flags & wanted != 0
    }
}

/// Where an event's state is.
enum State {
    Own(EventState),
    /// In memory that the event's pool keeps mapped.
    Shared(&'static EventState),
}
impl std::ops::Deref for State {
    type Target = EventState;
    #[inline]
    fn deref(&self) -> &EventState {
        match self {
            Self::Own(state) => state,
            Self::Shared(state) => state,
        }
    }
}

pub struct EventPool {
    pub context: Shared<Context>,
    pub flags: ze_event_pool_flags_t,
    pub count: u32,
    pub counter_based: Option<CounterBased>,
    /// The states of its events, if other processes can have them.
    pub shared: Option<SharedStates>,
}
impl HandleKind for EventPool {
    const MAGIC: u64 = u64::from_le_bytes(*b"evt pool");
    type Raw = _ze_event_pool_handle_t;
}

/// Whether signals leave timestamps in an event, and of which clock.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Timestamps {
    None,
    Device,
    /// Nanoseconds of the host clock.
    Host,
}

/// What Intel's driver fills stamps with before they are written.
pub const UNWRITTEN: u64 = 0xffff_ffff;

/// An event. Whether it is signalled follows from two counts: of promised signals and of those that have
/// arrived. A plain event is promised one; a counter-based one is promised another whenever a command that
/// signals it is submitted.
pub struct Event {
    pub pool: Option<Shared<EventPool>>,
    pub context: Shared<Context>,
    pub counter_based: Option<CounterBased>,
    pub timestamps: Timestamps,
    pub signal_scope: ze_event_scope_flags_t,
    pub wait_scope: ze_event_scope_flags_t,
    state: State,
    /// An event of a pool that is counter-based for now, since an in-order immediate list signals it.
    converted: AtomicBool,
    /// It never becomes one: a list has reset it, or other processes may look at it.
    never_converted: AtomicBool,
    /// `last` holds stamps of an operation that is about to complete.
    half_written: AtomicBool,
    /// What executes the command of the last signal, until caches have been flushed for the host.
    unflushed: Quick<Option<Weak<dyn Backlog>>>,
    gate: Gate,
}
impl HandleKind for Event {
    const MAGIC: u64 = u64::from_le_bytes(*b"ze event");
    type Raw = _ze_event_handle_t;
}

impl Event {
    pub fn new(
        pool: Option<Shared<EventPool>>,
        context: Shared<Context>,
        counter_based: Option<CounterBased>,
        timestamps: Timestamps,
        scopes: (ze_event_scope_flags_t, ze_event_scope_flags_t),
        index: u32,
    ) -> Self {
        let shared = pool.as_ref().is_some_and(|pool| pool.flags & ZE_EVENT_POOL_FLAG_IPC != 0);
        let state = match pool.as_ref().and_then(|pool| pool.shared.as_ref()?.state(index)) {
            Some(state) => State::Shared(state),
            None => State::Own(EventState {
                promised: AtomicU64::new(u64::from(counter_based.is_none())),
                ..EventState::default()
            }),
        };
        Self {
            pool,
            context,
            counter_based,
            timestamps,
            signal_scope: scopes.0,
            wait_scope: scopes.1,
            state,
            converted: AtomicBool::new(false),
            never_converted: AtomicBool::new(shared),
            half_written: AtomicBool::new(false),
            unflushed: Quick::default(),
            gate: Gate::default(),
        }
    }

    /// Whether it counts its signals: a counter-based event, or one that is one for now.
    #[inline]
    pub fn counts(&self) -> bool {
        self.counter_based.is_some() || self.converted.load(Ordering::Acquire)
    }

    /// A counter-based event with no promised signal is complete.
    #[inline]
    pub fn is_signalled(&self) -> bool {
        self.state.signalled.load(Ordering::Acquire) >= self.state.promised.load(Ordering::Acquire)
    }

    /// A command that will signal this event is being submitted to a lane.
    pub fn promise<L: Backlog + 'static>(&self, lane: &Arc<L>) {
        if self.counts() {
            self.state.promised.fetch_add(1, Ordering::AcqRel);
            if settings().personality.flushes_behind_backlog {
                let lane: Weak<L> = Arc::downgrade(lane);
                self.unflushed.with(|unflushed| *unflushed = Some(lane));
            }
        }
    }

    /// An in-order immediate list is about to signal this event of a pool.
    pub fn convert(&self) {
        if self.timestamps == Timestamps::None || self.never_converted.load(Ordering::Acquire) {
            return;
        }
        self.state.last.with(|_| {
            if !self.converted.swap(true, Ordering::AcqRel) {
                self.state.promised.store(0, Ordering::Release);
                self.state.signalled.store(0, Ordering::Release);
            }
        });
    }

    /// Makes it ordinary again, keeping its state.
    pub fn unconvert(&self) {
        if self.converted.load(Ordering::Acquire) {
            self.state.last.with(|_| {
                let signalled = self.is_signalled();
                self.converted.store(false, Ordering::Release);
                self.state.signalled.store(signalled.into(), Ordering::Release);
                self.state.promised.store(1, Ordering::Release);
            });
        }
    }

    /// Makes it ordinary for ever.
    pub fn never_convert(&self) {
        self.never_converted.store(true, Ordering::Release);
        self.unconvert();
    }

    /// What a wait submitted now waits for: nothing, if no submitted command will signal a counter-based
    /// event.
    pub fn target(&self) -> u64 {
        self.state.promised.load(Ordering::Acquire)
    }

    /// The device is writing the stamps of an operation that completes in a moment: all but the end by the
    /// context's clock are there.
    pub fn half_write(&self, stamps: &Stamps) {
        self.state.last.with(|last| {
            *last = *stamps;
            last.device.context.kernelEnd = UNWRITTEN;
            self.half_written.store(true, Ordering::Release);
        });
    }

    /// Signals the event, as a device at `host` or as the host.
    pub fn signal(&self, host: u64, stamps: Option<&Stamps>) {
        self.state.last.with(|last| {
            *last = match stamps {
                Some(stamps) if self.timestamps != Timestamps::None => *stamps,
                _ => Stamps::default(),
            };
            self.half_written.store(false, Ordering::Release);
            self.state.moment.store(host, Ordering::Relaxed);
            match self.counts() {
                true => _ = self.state.signalled.fetch_add(1, Ordering::AcqRel),
                false => self.state.signalled.store(1, Ordering::Release),
            }
        });
        self.gate.open();
    }

    /// Clears state and stamps. Does nothing for counter-based events.
    pub fn reset(&self) {
        self.unconvert();
        if self.counter_based.is_none() && self.state.signalled.load(Ordering::Acquire) > 0 {
            self.state.last.with(|last| {
                self.state.signalled.store(0, Ordering::Release);
                *last = Stamps::default();
            });
        }
    }

    /// The stamps of the last signal, if the event is signalled now.
    pub fn stamps(&self) -> Option<Stamps> {
        self.state.last.with(|last| (self.was_signalled() && self.is_signalled()).then_some(*last))
    }

    fn was_signalled(&self) -> bool {
        self.state.signalled.load(Ordering::Acquire) > 0
    }

    /// The stamps as Intel's driver finds them when it spins for those of an event that counts: the moment that
    /// one of the four is there.
    pub fn spin_for_stamps(&self, abandoned: impl Fn() -> bool) {
        let end = Instant::now() + LONGEST_SPIN;
        let there = || self.is_signalled() || self.half_written.load(Ordering::Acquire);
        while !there() && Instant::now() < end && !abandoned() {
            cancel::point();
            std::thread::yield_now();
        }
    }

    /// The stamps of the last signal by the clock that the event was made for, if it is signalled now.
    pub fn query(&self) -> Option<ze_kernel_timestamp_result_t> {
        let half = || self.state.last.with(|last| self.half_written.load(Ordering::Acquire).then_some(*last));
        self.stamps().or_else(half).map(|stamps| self.by_its_clock(&stamps))
    }

    /// The stamps as a command of a list reads them: a counter-based event has those of its last signal, also when it is
    /// to be signalled again.
    pub fn query_in_list(&self) -> Option<ze_kernel_timestamp_result_t> {
        let stamps = match self.counts() {
            true => self.state.last.with(|last| self.was_signalled().then_some(*last)),
            false => self.stamps(),
        };
        stamps.map(|stamps| self.by_its_clock(&stamps))
    }

    fn by_its_clock(&self, stamps: &Stamps) -> ze_kernel_timestamp_result_t {
        let host = |data: ze_synchronized_timestamp_data_ext_t| ze_kernel_timestamp_data_t {
            kernelStart: data.kernelStart,
            kernelEnd: data.kernelEnd,
        };
        match self.timestamps {
            Timestamps::Host => ze_kernel_timestamp_result_t {
                global: host(stamps.host.global),
                context: host(stamps.host.context),
            },
            _ => stamps.device,
        }
    }

    /// Waits until caches are flushed for the host after the last signal, if that takes a wait: for everything
    /// submitted to the lane of that signal.
    pub fn flush(&self) -> Outcome {
        let lane = self.unflushed.with(std::mem::take);
        lane.and_then(|lane| lane.upgrade()).map_or(Ok(()), |lane| lane.synchronize(u64::MAX))
    }

    /// Host time of the last signal.
    pub fn signal_moment(&self) -> u64 {
        self.state.moment.load(Ordering::Relaxed)
    }

    /// Waits for the signal that `target` stands for.
    pub fn wait(&self, target: u64, end: Option<Instant>, abandoned: impl Fn() -> bool) -> bool {
        let reached = || self.state.signalled.load(Ordering::Acquire) >= target;
        if let State::Shared(_) = self.state {
            return shared_events::wait(end, abandoned, reached);
        }
        reached() || self.gate.wait(end, abandoned, reached)
    }
}
