//! The program's objects, as far as timing needs them.

use super::backlog::Backlog;
use super::capture::Captures;
use super::lists::{ColdList, InOrder, Kind, List, NextCommand, Recorded};
use super::notes::{NOTES, Notes};
use super::operations::{BATCH, Op, Run};
use super::order::OrderTest;
use super::plan::{Nature, Stamped};
use crate::devices::facts::Device;
use crate::devices::stamps::Stamps;
use crate::driver_quirks::event_memory::Spot;
use crate::driver_quirks::quirks::{DriverQuirks, PrivateObjects};
use crate::driver_trait::DriverRef;
use crate::flush::Cold;
use crate::own_events::OwnEvents;
use crate::subject::Kernel;
use crate::subject::images::Image;
use crate::sync::pending::{self, Announced, Announcements, Pending};
use crate::sync::sharded_map::ShardedMap;
use level_zero_sys::ze_event_scope_flags_t;
use rustc_hash::{FxHashMap, FxHashSet};
use smallvec::SmallVec;
use zetop_probe_core::publish::Publisher;
use zetop_wire::layout::Process;

/// An event that operations signal.
#[derive(Default)]
pub struct Event {
    pub pool: usize,
    pub stamped: Stamped,
    /// The host can see the memory of its pool.
    pub host_visible: bool,
    pub nature: Nature,
    pub signal_scope: ze_event_scope_flags_t,
    /// Operations in flight that signal it: run and position in it.
    pub pending: Pending,
    /// Appends under way that will signal it.
    pub announcements: Announcements,
    /// Lists that signal it by a command whose stamps are not kept. While there are such, a signal may be theirs.
    pub unread_by: u32,
    /// Where it keeps what the device writes, once that was looked for (an event of the program).
    pub spot: Option<Option<Spot>>,
}

impl Event {
    /// Asking it for its stamps may wait for the device, once it has been signalled by an in-order immediate list.
    #[must_use]
    pub fn may_wait(&self) -> bool {
        self.nature != Nature::Ordinary || self.stamped.is_unknown()
    }

    /// It has stamps, which may be of any operation that has signalled it. A counter-based one's are of the latest.
    #[must_use]
    pub fn reflects_any_signal(&self) -> bool {
        self.stamped != Stamped::No && self.nature != Nature::CounterBased
    }
}

pub struct Queue {
    pub ordinal: u32,
    pub index: u32,
}

pub struct Pool {
    pub context: usize,
    /// Its events that are known.
    pub events: usize,
    pub timestamps: bool,
    pub counter_based: bool,
    /// With other processes.
    pub shared: bool,
    pub host_visible: bool,
    /// Flags that we added; `zeEventPoolGetFlags` must not show them.
    pub added_flags: u32,
}

pub struct State {
    pub driver: DriverRef,
    pub publisher: Publisher,
    pub devices: Vec<Device>,
    pub before_attach: BeforeAttach,
    pub departure: Departure,
    pub registry: Registry,
    pub flight: Flight,
    pub own: OwnEvents,
    pub cold: Cold,
    pub quirks: Box<dyn DriverQuirks>,
    /// What threads without the lock know of it.
    pub notes: &'static Notes,
}

/// What there is to know of objects from before an attach.
pub struct BeforeAttach {
    /// The probe was attached to a running program: unknown handles are to be expected.
    pub attached: bool,
    /// Handles that the driver tells us nothing about.
    pub opaque_handles: FxHashSet<usize>,
    /// A context of ours, for questions about addresses.
    pub spare_context: Option<usize>,
    pub order_test: OrderTest,
}

/// How far a detach has come.
#[derive(Debug, Clone, Copy, Default)]
pub struct Departure {
    pub stage: Stage,
    /// Number of the first run since it began, and how many operations have come since that are left untimed.
    pub left_at: u64,
    pub turned_away: usize,
}

impl Departure {
    /// We are about to detach.
    #[must_use]
    pub fn is_under_way(&self) -> bool {
        self.stage != Stage::Here
    }
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Stage {
    #[default]
    Here,
    /// No new events of ours go into lists.
    Leaving,
    /// Nor is any event of the program's read, since it may be destroyed without our seeing it: see [`State::let_go`].
    Blind,
}

/// The program's objects by their handles.
#[derive(Default)]
pub struct Registry {
    pub lists: FxHashMap<usize, List>,
    pub queues: FxHashMap<usize, Queue>,
    pub events: ShardedMap<Event>,
    pub pools: FxHashMap<usize, Pool>,
    pub kernels: FxHashMap<usize, Kernel>,
    pub images: FxHashMap<usize, Image>,
    /// Fence: queue, and the last run submitted with it.
    pub fences: FxHashMap<usize, (usize, u64)>,
    pub captures: Captures,
}

/// What is in flight.
pub struct Flight {
    pub runs: ShardedMap<Run>,
    /// Runs by the queue or immediate list that they were given to, oldest first.
    pub lanes: FxHashMap<usize, Backlog>,
    /// The stamps that were last read, by event: reading the same again means that they are stale.
    pub last: ShardedMap<Stamps>,
    /// What large runs held that are over: memory that is given back without our lock, since the allocator may give much of
    /// it to the system at once.
    pub spent: Vec<SmallVec<[Op; 1]>>,
    /// Number of the first run of this session: runs before it, and what was prepared with them, are of an earlier
    /// one.
    pub first_run: u64,
    /// Number of the next run.
    pub next_run: u64,
    /// Number of the last submission that we know: a call of the program that has put work in flight and has returned.
    pub submissions: u64,
    /// Operations in flight.
    pub in_flight: usize,
    /// How many of them a call of the program may yet settle that it does not have to, which bounds how long it takes. What
    /// other threads have deferred shares in it.
    pub batch: usize,
    /// Those of them that may not be asked for until completion is known from elsewhere.
    pub awaited: usize,
    /// How often the driver has answered that an event is not signalled.
    pub not_ready: u64,
}

// SAFETY: the pointers in it are to memory of the driver that lives until we free it, and all access to the
// state goes through one mutex.
unsafe impl Send for State {}

impl State {
    #[must_use]
    pub fn new(driver: DriverRef, process: &'static Process, attached: bool, first_run: u64) -> Self {
        Self {
            driver,
            publisher: Publisher::new(process),
            devices: Vec::new(),
            before_attach: BeforeAttach {
                attached,
                opaque_handles: FxHashSet::default(),
                spare_context: None,
                order_test: OrderTest::new(driver),
            },
            departure: Departure::default(),
            registry: Registry::default(),
            flight: Flight {
                runs: ShardedMap::default(),
                lanes: FxHashMap::default(),
                last: ShardedMap::default(),
                spent: Vec::new(),
                first_run,
                next_run: first_run,
                submissions: 0,
                in_flight: 0,
                batch: BATCH,
                awaited: 0,
                not_ready: 0,
            },
            own: OwnEvents::new(driver),
            cold: Cold::default(),
            quirks: Box::<PrivateObjects>::default(),
            notes: &NOTES,
        }
    }

    /// Index of a device that is known.
    #[must_use]
    pub fn device_index(&self, handle: usize) -> Option<usize> {
        self.devices.iter().position(|device| device.handle == handle)
    }

    /// Index of a device; asks the driver about it when it is new.
    pub fn device(&mut self, handle: usize) -> usize {
        self.device_index(handle).unwrap_or_else(|| {
            let index = self.devices.len();
            self.devices.push(Device::new(self.driver, handle, index, &mut self.publisher));
            index
        })
    }

    /// A list with nothing in it, on queue `index` of the group `ordinal` of a device.
    #[must_use]
    pub fn new_list(&self, context: usize, device: usize, ordinal: u32, index: u32) -> List {
        let engines = self.devices.get(device).and_then(|d| d.copy_only.get(ordinal as usize));
        let copy_only = engines.copied().unwrap_or(false);
        List {
            context,
            device,
            ordinal,
            index,
            copy_only,
            order: InOrder::No,
            kind: Kind::Regular(Box::default()),
            captured_from: None,
            next: NextCommand::default(),
            cold: ColdList::default(),
        }
    }

    /// Announces an operation that will signal `event` of the program's.
    #[must_use]
    pub fn announce(&mut self, event: usize) -> Option<Announced> {
        let mark = self.registry.events.get_mut(&event)?.announcements.mark();
        Some(pending::COUNTED.announce(event, mark))
    }

    /// As [`Announcements::disturb`], of an event of the program's.
    pub fn disturb(&mut self, event: usize) -> bool {
        self.registry.events.get_mut(&event).is_some_and(|event| event.announcements.disturb())
    }

    /// What was recorded in a regular list.
    #[must_use]
    pub fn recorded(&self, list: usize) -> Option<&Recorded> {
        self.registry.lists.get(&list)?.recorded()
    }

    pub fn recorded_mut(&mut self, list: usize) -> Option<&mut Recorded> {
        self.registry.lists.get_mut(&list)?.recorded_mut()
    }

    /// Adds a new list; a reused handle is a new object.
    pub fn add_list(&mut self, handle: usize, list: List) {
        self.forget_list(handle);
        self.registry.lists.insert(handle, list);
    }
}
