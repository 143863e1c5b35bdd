//! A driver whose device does what a test tells it to. Its clock ticks once a nanosecond.

mod driver;

use level_zero_sys::*;
use std::collections::HashMap;
use std::sync::atomic::{AtomicU32, AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard};
use zetop_probe_core::clock;

/// Marks a pool of counter-based events; no flag of the specification's.
const COUNTER_BASED: ze_event_pool_flags_t = 1 << 30;

/// What a list was told to do, as far as tests look at it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Command {
    Barrier { signal: usize, waits: Vec<usize> },
    Signal(usize),
    Reset(usize),
    Fill { dst: usize, bytes: usize, waits: Vec<usize> },
}

#[derive(Default)]
pub struct EventState {
    timestamps: bool,
    signalled: bool,
    stamps: ze_kernel_timestamp_result_t,
    /// Asking for its stamps before it is signalled waits until it is.
    spins: bool,
    counter_based: bool,
    pool: usize,
    /// Where Intel's driver keeps what the device writes.
    words: Option<&'static [AtomicU32]>,
}

impl EventState {
    fn write(&mut self, signalled: bool) {
        self.signalled = signalled;
        let count = if self.timestamps { 4 } else { 1 };
        for word in self.words.iter().flat_map(|words| &words[..count]) {
            word.store(if signalled { 2 } else { u32::MAX }, Ordering::Relaxed);
        }
    }
}

#[derive(Default)]
pub struct World {
    next: usize,
    pub events: HashMap<usize, EventState>,
    pub pools: HashMap<usize, ze_event_pool_flags_t>,
    pub lists: HashMap<usize, Vec<Command>>,
    /// Answers about lists from before: immediate or not. Others are unknown to the driver.
    pub old_lists: HashMap<usize, bool>,
    /// Answers whether lists are captured. Of others there is none.
    pub captured: HashMap<usize, bool>,
    /// Lists that take counter-based events.
    pub in_order: Vec<usize>,
    pub refuses_pools: bool,
    pub lost: bool,
    /// Queries that would have waited for the device.
    pub waited: usize,
    /// It is Intel's: events are objects that point to the words that the device writes.
    pub intels: bool,
    /// Its devices stall for each signal.
    pub is_tiger_lake: bool,
    /// Events of each pool, and the words of those of Intel's.
    pool_words: HashMap<usize, (usize, &'static [AtomicU32])>,
    /// Queries about events that were not signalled.
    pub not_ready: usize,
    /// How many signals by the host are still to be refused.
    pub refused_signals: usize,
    /// Each query of stamps takes a while.
    pub slow: bool,
    /// Device memory, which is only an address here: bytes.
    pub device_memory: HashMap<usize, usize>,
    /// How often device memory was freed that the device may still be using.
    pub freed_at_once: usize,
    /// It does not say how large caches are.
    pub hides_caches: bool,
    pub refuses_memory: bool,
    pub refuses_fills: bool,
}

impl World {
    fn handle(&mut self) -> usize {
        // What threads know without the device lock is by handle, and one for the whole process: tests run side by side.
        static WORLDS: AtomicUsize = AtomicUsize::new(0x10_0000);
        if self.next == 0 {
            self.next = WORLDS.fetch_add(0x10_0000, Ordering::Relaxed);
        }
        self.next += 0x10;
        self.next
    }

    /// Words of the next event of a pool, and an object that points to them.
    fn object(&mut self, pool: usize) -> Option<(usize, &'static [AtomicU32])> {
        const STRIDE: usize = 16;
        if !self.intels {
            return None;
        }
        let (count, memory) = self.pool_words.entry(pool).or_insert_with(|| {
            let words: Vec<AtomicU32> =
                (0..256 * STRIDE + STRIDE).map(|_| AtomicU32::new(u32::MAX)).collect();
            let memory = words.leak();
            // Pools begin at even addresses.
            (0, &memory[memory.as_ptr().align_offset(4 * STRIDE)..])
        });
        let words = &memory[*count * STRIDE..][..STRIDE];
        *count += 1;
        let mut object = vec![0_usize; 40];
        (object[3], object[10]) = (*count, words.as_ptr() as usize);
        // What follows is no neighbour at an even distance.
        std::mem::forget(vec![0_u8; 24 * *count]);
        Some((object.leak().as_ptr() as usize, words))
    }
}

#[derive(Default)]
pub struct Fake(Mutex<World>);

impl Fake {
    /// Bytes of the larger one of its caches, and of its memory.
    pub const CACHE: usize = 1 << 20;
    pub const MEMORY: u64 = 1 << 30;

    pub fn world(&self) -> MutexGuard<'_, World> {
        self.0.lock().unwrap()
    }

    pub fn new_event(&self, timestamps: bool) -> usize {
        let mut world = self.world();
        let handle = world.handle();
        world.events.insert(handle, EventState { timestamps, ..EventState::default() });
        handle
    }

    /// Makes an event that the program knows by `handle`.
    pub fn make_event(&self, handle: usize, timestamps: bool) {
        self.world().events.insert(handle, EventState { timestamps, ..EventState::default() });
    }

    /// An event whose stamps can't be queried without waiting for them.
    pub fn new_spinning_event(&self) -> usize {
        let event = self.new_event(true);
        let mut world = self.world();
        let event_state = world.events.get_mut(&event).unwrap();
        (event_state.spins, event_state.counter_based) = (true, true);
        event
    }

    /// Puts an existing event into a pool with these flags.
    pub fn put_in_pool(&self, event: usize, flags: ze_event_pool_flags_t) {
        let mut world = self.world();
        let pool = world.handle();
        world.pools.insert(pool, flags);
        world.events.get_mut(&event).unwrap().pool = pool;
    }

    /// The device completes the operation that signals `event`: it ran for `ns` and ended now.
    pub fn complete(&self, event: usize, ns: u64) {
        let end = clock::raw_ns();
        self.write_stamps(event, end - ns, end);
    }

    pub fn write_stamps(&self, event: usize, start: u64, end: u64) {
        let span = ze_kernel_timestamp_data_t { kernelStart: start, kernelEnd: end };
        self.write(event, ze_kernel_timestamp_result_t { global: span, context: span });
    }

    pub fn write(&self, event: usize, stamps: ze_kernel_timestamp_result_t) {
        let mut world = self.world();
        let event = world.events.get_mut(&event).unwrap();
        event.stamps = stamps;
        event.write(true);
    }

    pub fn signal(&self, event: usize) {
        self.world().signal(event);
    }

    pub fn is_signalled(&self, event: usize) -> bool {
        self.world().events[&event].signalled
    }

    fn record(&self, list: ze_command_list_handle_t, command: Command) -> ze_result_t {
        self.world().lists.entry(list as usize).or_default().push(command);
        ZE_RESULT_SUCCESS
    }
}

impl World {
    fn signal(&mut self, event: usize) {
        if let Some(event) = self.events.get_mut(&event) {
            event.write(true);
        }
    }
}
