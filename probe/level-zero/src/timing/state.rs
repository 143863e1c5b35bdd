//! The program's objects, as far as timing needs them.

use super::backlog::Backlog;
use super::capture::Captures;
use super::contents::{Contents, Sort};
use super::driver::DriverRef;
use super::event_memory::Spot;
use super::events::OwnEvents;
use super::facts::Device;
use super::flush::Cold;
use super::images::Image;
use super::kinds::Kinds;
use super::notes::{NOTES, Notes};
use super::operations::{BATCH, Info, Op, Reading, Run};
use super::order::OrderTest;
use super::pending::Pending;
use super::pieces::Pieces;
use super::sharded_map::ShardedMap;
use super::stamp_copies::Stashes;
use super::stamps::Stamps;
use super::subject::Kernel;
use super::sums::Sums;
use crate::result;
use level_zero_sys::ze_event_scope_flags_t;
use rustc_hash::{FxHashMap, FxHashSet};
use smallvec::SmallVec;
use zetop_probe_core::publish::Publisher;
use zetop_wire::layout::{Process, Untimed};

/// A command list.
pub struct List {
    pub context: usize,
    /// Index into [`State::devices`].
    pub device: usize,
    pub ordinal: u32,
    pub index: u32,
    pub immediate: bool,
    pub in_order: bool,
    /// It was made before the attach: `in_order` is unknown until [`State::order_found`].
    pub order_unknown: bool,
    /// Finding out has left a signal of our event in it, which may still be pending.
    pub tried: bool,
    /// No compute engine.
    pub copy_only: bool,
    /// What was recorded (regular lists).
    pub commands: Pieces<Command>,
    /// Commands that were recorded but can't be timed, with why.
    pub untimed: Pieces<Skipped>,
    /// What an execution of all that counts as.
    pub sums: Sums,
    /// It has been copied or is a copy: the number that it and the others have in common, which signal the same events of
    /// ours.
    pub family: Option<u64>,
    /// The program's events that commands of this list signal: command number.
    pub signalled: FxHashMap<usize, usize>,
    /// Events that a command of the list signals whose stamps are not kept.
    pub unkept: FxHashSet<usize>,
    /// Events whose earlier stamps the list copies to a slot: number of the command that they belonged to.
    pub kept: FxHashMap<usize, usize>,
    /// It was made before the attach, and not reset since: it may hold commands that we have not seen.
    pub older: bool,
    /// Whether such a list has nothing in it, once that was looked for: see [`super::contents`].
    pub is_empty: Option<bool>,
    /// The list was executed since it was last reset.
    pub executed: bool,
    /// Its executions in flight.
    pub runs: Vec<u64>,
    /// An execution was given up before it was known to be complete.
    pub may_run: bool,
    /// The list at which the capture has begun that takes what is appended to this one into a graph; 0 for none that is known.
    pub captured_from: usize,
    /// Id of the next command, by which the program will change it, and whether it may change its event.
    pub next_id: (u64, bool),
    /// Its commands that wait for events of which it is not certain that the device signals them, and how many of these
    /// commands are over.
    pub waits: (u64, u64),
    /// There are flushes of ours in it.
    pub flushes: bool,
    /// Slots that commands of the list itself copy stamps to.
    pub slots: Option<super::stamp_copies::Slots>,
}

impl List {
    /// As in [`zetop_wire::layout::DeviceRecord::lane`].
    #[must_use]
    pub fn lane_id(&self) -> u32 {
        self.ordinal << 16 | self.index & 0xffff
    }

    /// True when what is appended goes into a graph. The driver knows best: it may be a capture that we did not see begin, or one
    /// that pauses. It does not know yet of one that spreads with the next command.
    #[must_use]
    pub fn is_captured(&self, driver: DriverRef, handle: usize) -> bool {
        let known = self.captured_from != 0;
        if !known && !super::capture::is_any() {
            return false;
        }
        // SAFETY: the program's list, which it is appending to right now, or one that is forgotten when it goes.
        let ask =
            |list: usize| result::truth(unsafe { driver.zeCommandListIsGraphCaptureEnabledExt(list as _) });
        match ask(handle) {
            Some(false) if known && self.captured_from != handle => ask(self.captured_from).unwrap_or(true),
            Some(answer) => answer,
            None => known,
        }
    }

    /// A regular list, with nothing in it, on queue `index` of the group `ordinal` of a device.
    #[must_use]
    pub fn new(state: &State, context: usize, device: usize, ordinal: u32, index: u32) -> Self {
        let engines = state.devices.get(device).and_then(|d| d.copy_only.get(ordinal as usize));
        Self {
            context,
            device,
            ordinal,
            index,
            immediate: false,
            in_order: false,
            order_unknown: false,
            tried: false,
            copy_only: engines.copied().unwrap_or(false),
            older: false,
            is_empty: None,
            commands: Pieces::default(),
            untimed: Pieces::default(),
            sums: Sums::default(),
            family: None,
            signalled: FxHashMap::default(),
            unkept: FxHashSet::default(),
            kept: FxHashMap::default(),
            executed: false,
            runs: Vec::new(),
            may_run: false,
            captured_from: 0,
            next_id: (0, false),
            waits: (0, 0),
            flushes: false,
            slots: None,
        }
    }
}

/// An operation recorded in a regular list.
#[derive(Clone, Copy)]
pub struct Command {
    pub info: Info,
    pub append_raw: u64,
    /// [`zetop_wire::layout::DeviceRecord::call`].
    pub call: u64,
    pub event: usize,
    /// The event is ours.
    pub ours: bool,
    pub reading: Reading,
    /// The list copies the stamps here itself, since the event is signalled again or reset later in it.
    pub slot: Option<*mut Stamps>,
    /// An earlier command of the list that signals the same event.
    pub after: Option<usize>,
    /// The id by which the program can change it; 0 if it can't.
    pub id: u64,
}

impl Command {
    /// Where its stamps will be: the slot or the event.
    #[must_use]
    pub fn home(&self) -> usize {
        self.slot.map_or(self.event, |slot| slot as usize)
    }
}

/// An operation recorded in a regular list that can't be timed.
#[derive(Clone, Copy)]
pub struct Skipped {
    pub info: Info,
    pub reason: Untimed,
    /// As [`Command::id`].
    pub id: u64,
}

/// An event that operations signal.
#[derive(Default)]
pub struct Event {
    pub pool: usize,
    /// Its pool (or kind) has kernel timestamps.
    pub timestamps: bool,
    /// It was made before the attach, without a pool: whether it has timestamps shows when the first
    /// operation that signals it is complete.
    pub kind_unknown: bool,
    /// Its bytes have been compared with those of events of ours: see [`super::kinds`].
    pub looked_at: bool,
    /// The host can see the memory of its pool.
    pub host_visible: bool,
    /// It reflects its latest signal, and asking for its stamps may wait for that.
    pub counter_based: bool,
    /// The driver may turn it into a counter-based one, and then treats it as such.
    pub convertible: bool,
    pub converted: bool,
    pub signal_scope: ze_event_scope_flags_t,
    /// Operations in flight that signal it: run and position in it.
    pub pending: Pending,
    /// Lists that signal it by a command whose stamps are not kept. While there are such, a signal may be theirs.
    pub unread_by: u32,
    /// Where it keeps what the device writes, once that was looked for (an event of the program).
    pub spot: Option<Option<Spot>>,
}

impl Event {
    /// Asking it for its stamps may wait for the device, once it has been signalled by an in-order immediate list.
    #[must_use]
    pub fn may_wait(&self) -> bool {
        self.counter_based || self.convertible || self.kind_unknown
    }

    /// When it may be asked for its stamps. `converts`: it is about to be signalled by an in-order immediate
    /// list; `Some(false)`: by an out-of-order immediate list, which makes it an ordinary one again.
    pub fn reading(&mut self, converts: Option<bool>) -> Reading {
        if let Some(converts) = converts {
            self.converted = converts && self.convertible;
        }
        if self.counter_based || self.converted || self.kind_unknown {
            Reading::OnceComplete
        } else {
            Reading::AtAnyTime
        }
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
    /// The probe was attached to a running program: unknown handles are to be expected.
    pub attached: bool,
    /// We are about to detach: no new events of ours go into lists.
    pub leaving: bool,
    /// Number of the first run since then, and how many operations have come since that are left untimed.
    pub left_at: u64,
    pub turned_away: usize,
    /// The program's events may be destroyed without our seeing it: none of them is read. See [`State::let_go`].
    pub blind: bool,
    /// Handles from before the attach that the driver tells us nothing about.
    pub opaque_handles: FxHashSet<usize>,
    /// A context of ours, for questions about addresses.
    pub spare_context: Option<usize>,
    pub devices: Vec<Device>,
    pub device_of: FxHashMap<usize, usize>,
    pub lists: FxHashMap<usize, List>,
    pub queues: FxHashMap<usize, Queue>,
    pub events: ShardedMap<Event>,
    pub pools: FxHashMap<usize, Pool>,
    pub kernels: FxHashMap<usize, Kernel>,
    pub images: FxHashMap<usize, Image>,
    /// Fence: queue, and the last run submitted with it.
    pub fences: FxHashMap<usize, (usize, u64)>,
    pub captures: Captures,
    pub own: OwnEvents,
    pub stashes: Stashes,
    pub order_test: OrderTest,
    pub cold: Cold,
    /// By context and device handle, where it was tried: how counter-based events without timestamps differ.
    pub kinds: FxHashMap<(usize, usize), Option<Kinds>>,
    /// How lists of a sort show how much is in them, where that was looked for.
    pub contents: FxHashMap<Sort, Option<Contents>>,
    /// How often the driver has answered that an event is not signalled.
    pub not_ready: u64,
    /// The stamps that were last read, by event or slot: reading the same again means that they are stale.
    pub last: ShardedMap<Stamps>,
    pub runs: ShardedMap<Run>,
    /// What large runs held that are over: memory that is given back without our lock, since the allocator may give much of
    /// it to the system at once.
    pub spent: Vec<SmallVec<[Op; 1]>>,
    /// Runs by the queue or immediate list that they were given to, oldest first.
    pub lanes: FxHashMap<usize, Backlog>,
    /// Number of the first run of this session: runs before it, and what was prepared with them, are of an earlier
    /// one.
    pub first_run: u64,
    /// Number of the next run.
    pub next_run: u64,
    /// Number of the last submission that we know: a call of the program that has put work in flight and has returned.
    pub submissions: u64,
    /// What threads without the lock know of it.
    pub notes: &'static Notes,
    /// Operations in flight.
    pub in_flight: usize,
    /// How many of them a call of the program may yet settle that it does not have to, which bounds how long it takes. What
    /// other threads have deferred shares in it.
    pub batch: usize,
    /// Those of them that may not be asked for until completion is known from elsewhere.
    pub awaited: usize,
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
            attached,
            leaving: false,
            left_at: 0,
            turned_away: 0,
            blind: false,
            opaque_handles: FxHashSet::default(),
            spare_context: None,
            devices: Vec::new(),
            device_of: FxHashMap::default(),
            lists: FxHashMap::default(),
            queues: FxHashMap::default(),
            events: ShardedMap::default(),
            pools: FxHashMap::default(),
            kernels: FxHashMap::default(),
            images: FxHashMap::default(),
            fences: FxHashMap::default(),
            captures: Captures::default(),
            own: OwnEvents::new(driver),
            stashes: Stashes::new(driver),
            order_test: OrderTest::new(driver),
            cold: Cold::default(),
            kinds: FxHashMap::default(),
            contents: FxHashMap::default(),
            not_ready: 0,
            last: ShardedMap::default(),
            runs: ShardedMap::default(),
            spent: Vec::new(),
            lanes: FxHashMap::default(),
            first_run,
            next_run: first_run,
            submissions: 0,
            notes: &NOTES,
            in_flight: 0,
            batch: BATCH,
            awaited: 0,
        }
    }

    /// Index of a device; asks the driver about it when it is new.
    pub fn device(&mut self, handle: usize) -> usize {
        if let Some(&index) = self.device_of.get(&handle) {
            return index;
        }
        let index = self.devices.len();
        self.devices.push(Device::new(self.driver, handle, index, &mut self.publisher));
        self.device_of.insert(handle, index);
        index
    }

    /// Adds a new list; a reused handle is a new object.
    pub fn add_list(&mut self, handle: usize, list: List) {
        self.forget_list(handle);
        self.lists.insert(handle, list);
    }
}
