//! How long operations waited in their streams: when each was submitted, and which record belongs to which.
//!
//! CUPTI's records do not have the time of the host's call (its latency stamps must be enabled before the driver starts,
//! and slow launches down). But a stream runs its operations in order, so a record belongs to the stream's first
//! operation that matches it and has no record yet. If nothing fits, the operation has no queued time.

use super::locks::{while_it_runs, within_limit};
use super::pageable::{Order, WaitsFor};
use super::stream::{Ids, LEGACY, Looks, PER_THREAD, Stream};
use super::{captures, cupti, host_clock, nccl, tally};
use crate::driver;
use cuda_sys::*;
use rustc_hash::FxHashMap;
use std::cell::Cell;
use std::collections::VecDeque;
use std::ffi::{c_int, c_uint};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use zetop_probe_core::{clock, guard, ranges};

/// Lanes are spread over this many locks, by the handles of their streams.
const SHARDS: usize = 64;
/// Operations of a stream that may wait for their records. Beyond that, the stream starts afresh.
const MOST_WAITING: usize = 1 << 16;
/// How many operations after the oldest one without a record are compared with a record.
const REACH: usize = 256;
/// Streams whose place is remembered.
const MOST_PLACES: usize = 4096;
/// Streams of one lock.
const MOST_LANES: usize = 1024;
/// Destroyed streams that are kept until their last records have come.
const MOST_ENDED: usize = 64;
/// An operation that more later ones than this have overtaken has no record.
const MOST_OVERTAKEN: u32 = 512;
/// How precisely the clocks of host and device are related, ns.
const CLOCKS: u64 = 50_000;

/// An operation that was submitted to a stream.
#[derive(Debug, Clone, Copy)]
struct Given {
    /// Ticks of [`clock`].
    at: u64,
    /// Ticks at which its call returned; 0 while that is not known.
    returned: u64,
    looks: Looks,
    /// What a kernel finds in the caches, as its class has it.
    caches: u8,
    /// What its stream was made to wait for just before.
    waits: WaitsFor,
    /// Number of the launch, if NCCL may say that it is a collective's; 0 if not.
    launch: u32,
    /// As [`zetop_wire::layout::DeviceRecord::range`] has it.
    range: u32,
    /// For a graph whose first record has come: the number that all its records carry.
    correlation: u32,
    overtaken: u32,
}

/// Tells streams apart: default streams have the same handle in all contexts, or threads.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Key {
    handle: usize,
    context: usize,
    thread: usize,
}

struct StreamLane {
    /// `None` once the stream is destroyed: its handle may be reused.
    key: Option<Key>,
    /// `None` if CUPTI does not tell: then there is no queued time.
    ids: Option<Ids>,
    /// Its context, and the device of that if it is known.
    context: usize,
    device: Option<c_int>,
    order: Order,
    /// What it was made to wait for since its last operation.
    waits: WaitsFor,
    waiting: VecDeque<Given>,
}

/// Threads that launch on streams of their own never touch each other's cache lines (or the adjacent ones,
/// which processors fetch as well).
#[derive(Default)]
#[repr(align(128))]
struct Shard(Mutex<Vec<StreamLane>>);

pub struct Queued {
    shards: [Shard; SHARDS],
    /// Where streams are, by CUPTI's numbers. Used only by the thread that takes records.
    places: Mutex<FxHashMap<Ids, usize>>,
}

impl Default for Queued {
    fn default() -> Self {
        Self { shards: std::array::from_fn(|_| Shard::default()), places: Mutex::default() }
    }
}

/// When an operation was submitted to its stream, and when that call returned if that was noted (0: not known).
/// CLOCK_MONOTONIC_RAW, ns.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Call {
    pub at: u64,
    pub returned: u64,
    /// What a kernel found in the caches, as its class has it.
    pub caches: u8,
    /// What its stream was made to wait for just before.
    pub waits: WaitsFor,
    /// Number of the launch, if NCCL may have said that it is a collective's; 0 if not.
    pub launch: u32,
    /// As [`zetop_wire::layout::DeviceRecord::range`] has it.
    pub range: u32,
    /// The launch of a graph that was counted as one operation, since how many it holds is not known: this is not its first.
    pub uncounted: bool,
}

/// An operation that was noted before its call.
pub struct Noted<'a> {
    queued: &'a Queued,
    key: Key,
    at: u64,
}

/// Threads that have used their own default stream.
static THREADS: AtomicUsize = AtomicUsize::new(0);
thread_local! {
    /// This thread's number among them; 0 if it has none yet. Not an address, which a later thread may have again: its
    /// default stream is another one.
    static THREAD: Cell<usize> = const { Cell::new(0) };
}

fn thread() -> usize {
    let number = |thread: &Cell<usize>| {
        if thread.get() == 0 {
            thread.set(THREADS.fetch_add(1, Ordering::Relaxed) + 1);
        }
        thread.get()
    };
    THREAD.try_with(number).unwrap_or(0)
}

impl Key {
    fn for_stream(stream: Stream) -> Self {
        let handle = stream.own_handle().map_or(LEGACY, |handle| handle as usize);
        let mut context: CUcontext = std::ptr::null_mut();
        if handle <= PER_THREAD {
            // SAFETY: a live variable.
            unsafe { driver::cuCtxGetCurrent(&raw mut context) };
        }
        let thread = if handle == PER_THREAD { thread() } else { 0 };
        Self { handle, context: context as usize, thread }
    }

    /// The context of a stream that the program is using right now; null if it is not known.
    fn context(self) -> CUcontext {
        let mut context = self.context as CUcontext;
        if self.handle > PER_THREAD {
            // SAFETY: a stream that the program is passing to the driver at this moment, and a live variable.
            if unsafe { driver::cuStreamGetCtx(self.handle as CUstream, &raw mut context) } != CUDA_SUCCESS {
                return std::ptr::null_mut();
            }
        }
        context
    }

    /// CUPTI's numbers of such a stream, in that context.
    fn ids(self, context: CUcontext) -> Option<Ids> {
        if context.is_null() {
            return None;
        }
        let stream = if self.handle > PER_THREAD { self.handle } else { 0 };
        // SAFETY: a context of the driver, and a stream of it that is alive, as above.
        unsafe { cupti::ids(context, stream as CUstream, self.handle == PER_THREAD) }
    }

    /// What the stream waits for by itself. As for [`Self::ids`].
    fn order(self) -> Order {
        const NON_BLOCKING: c_uint = 1;
        let mut flags = 0;
        match self.handle {
            LEGACY => Order::Legacy,
            PER_THREAD => Order::Blocking,
            // SAFETY: a stream that the program is passing to the driver at this moment, and a live variable.
            handle => match unsafe { driver::cuStreamGetFlags(handle as CUstream, &raw mut flags) } {
                CUDA_SUCCESS if flags & NON_BLOCKING != 0 => Order::NonBlocking,
                _ => Order::Blocking,
            },
        }
    }

    fn shard(self) -> usize {
        // Streams of threads have small numbers.
        tally::spread(self.handle ^ (self.thread << 12), SHARDS)
    }
}

impl Queued {
    /// An operation is about to be submitted to `stream`. `None` if that is captured, as we learn only now.
    pub fn note(&self, stream: Stream, looks: Looks, caches: u8) -> Option<Noted<'_>> {
        let key = Key::for_stream(stream);
        let at = clock::ticks();
        self.with_lane(key, stream, |lane| lane.push(at, looks, caches))?;
        Some(Noted { queued: self, key, at })
    }

    /// A stream was made to wait for something, before its next operation.
    pub fn note_wait(&self, stream: Stream, waits: WaitsFor) {
        self.with_lane(Key::for_stream(stream), stream, |lane| lane.waits = lane.waits.max(waits));
    }

    /// Runs `f` on the lane of a stream; on a new one if it has none, and is not captured.
    fn with_lane<T>(&self, key: Key, stream: Stream, f: impl FnOnce(&mut StreamLane) -> T) -> Option<T> {
        let shard = &self.shards[key.shard()].0;
        let mut lanes = within_limit(shard)?;
        if let Some(lane) = lanes.iter_mut().find(|lane| lane.key == Some(key)) {
            return Some(f(lane));
        }
        drop(lanes);
        // The driver and CUPTI are asked without the lock.
        if captures::ask(stream) {
            return None;
        }
        let lane = guard::quietly(|| StreamLane::new(key))?;
        let mut lanes = within_limit(shard)?;
        // Another thread may have made it meanwhile.
        let known = lanes.iter().position(|lane| lane.key == Some(key));
        let at = known.unwrap_or_else(|| {
            // Default streams of threads that have ended: there is no notice of that.
            if lanes.len() >= MOST_LANES {
                lanes.clear();
            }
            lanes.push(lane);
            lanes.len() - 1
        });
        Some(f(&mut lanes[at]))
    }

    /// The call of the operation of a record, and what its stream waits for by itself (if that is not known, as most do).
    /// `correlation` is not 0 if it was part of a graph.
    pub fn take(&self, ids: Ids, looks: Looks, start: u64, correlation: u32) -> (Option<Call>, Order) {
        let Some(mut places) = while_it_runs(&self.places) else { return (None, Order::Blocking) };
        // Streams come and go.
        if places.len() >= MOST_PLACES {
            places.clear();
        }
        let known = places.get(&ids).copied();
        for place in known.into_iter().chain(0..SHARDS) {
            let Some(mut lanes) = while_it_runs(&self.shards[place].0) else { continue };
            if let Some(lane) = lanes.iter_mut().find(|lane| lane.ids == Some(ids)) {
                if known != Some(place) {
                    places.insert(ids, place);
                }
                return (lane.take(looks, start, correlation), lane.order);
            }
        }
        (None, Order::Blocking)
    }

    /// A stream is about to be destroyed. Its operations still run.
    pub fn ends(&self, handle: CUstream) {
        for shard in &self.shards {
            let Some(mut lanes) = within_limit(&shard.0) else { continue };
            lanes
                .iter_mut()
                .filter(|l| l.key.is_some_and(|k| k.handle == handle as usize))
                .for_each(|l| l.key = None);
            let ended = lanes.iter().filter(|lane| lane.key.is_none()).count();
            lanes.retain(|lane| lane.key.is_some() || (!lane.waiting.is_empty() && ended <= MOST_ENDED));
        }
    }

    /// Whether an operation that was noted has no record yet.
    pub fn has_waiting(&self) -> bool {
        let waits = |lane: &StreamLane| lane.waiting.iter().any(|given| given.correlation == 0);
        self.shards.iter().any(|shard| while_it_runs(&shard.0).is_some_and(|lanes| lanes.iter().any(waits)))
    }

    /// CUPTI goes away: nothing known about streams is valid any more.
    pub fn clear(&self) {
        self.forget(|_, _| true);
    }

    /// Forgets what is known about the streams of contexts that have gone, which `is_gone` tells by handle and device (if that is
    /// known). Returns CUPTI's numbers of the contexts.
    pub fn forget(&self, is_gone: impl Fn(usize, Option<c_int>) -> bool) -> Vec<u32> {
        let mut contexts = Vec::new();
        for shard in &self.shards {
            let Some(mut lanes) = within_limit(&shard.0) else { continue };
            lanes.retain(|lane| {
                let stays = !is_gone(lane.context, lane.device);
                contexts.extend(lane.ids.filter(|_| !stays).map(|(context, _)| context));
                stays
            });
        }
        contexts.sort_unstable();
        contexts.dedup();
        contexts
    }
}

impl Noted<'_> {
    /// The call failed.
    pub fn cancel(self) {
        self.with_place(|lane, place| {
            if let Some(given) = lane.waiting.remove(place) {
                lane.waits = lane.waits.max(given.waits);
            }
        });
    }

    /// The call has returned.
    pub fn returned(self) {
        let now = clock::ticks();
        self.with_place(|lane, place| lane.waiting[place].returned = now);
    }

    fn with_place(self, change: impl FnOnce(&mut StreamLane, usize)) {
        let Some(mut lanes) = within_limit(&self.queued.shards[self.key.shard()].0) else { return };
        if let Some(lane) = lanes.iter_mut().find(|lane| lane.key == Some(self.key))
            && let Some(place) = lane.waiting.iter().rposition(|given| given.at == self.at)
        {
            change(lane, place);
        }
    }
}

impl StreamLane {
    /// The lane of a stream that the program is using right now.
    fn new(key: Key) -> Self {
        let context = key.context();
        let (mut current, mut device): (CUcontext, c_int) = (std::ptr::null_mut(), 0);
        // SAFETY: live variables.
        let known = unsafe {
            driver::cuCtxGetCurrent(&raw mut current) == CUDA_SUCCESS
                && current == context
                && driver::cuCtxGetDevice(&raw mut device) == CUDA_SUCCESS
        };
        Self {
            key: Some(key),
            ids: key.ids(context),
            context: context as usize,
            device: known.then_some(device),
            order: key.order(),
            waits: WaitsFor::default(),
            waiting: VecDeque::new(),
        }
    }

    fn push(&mut self, at: u64, looks: Looks, caches: u8) {
        let waits = std::mem::take(&mut self.waits);
        if self.ids.is_none() {
            return;
        }
        let launch = if looks.is_kernel() { nccl::launch() } else { 0 };
        let range = ranges::innermost();
        let given =
            Given { at, returned: 0, looks, caches, waits, launch, range, correlation: 0, overtaken: 0 };
        if self.waiting.len() >= MOST_WAITING {
            self.waiting.clear();
        }
        self.waiting.push_back(given);
    }

    fn take(&mut self, looks: Looks, start: u64, correlation: u32) -> Option<Call> {
        let fits = |given: &Given| match correlation {
            0 => given.looks == looks,
            _ => given.looks.is_graph() && (given.correlation == 0 || given.correlation == correlation),
        };
        let found = self.waiting.iter().take(REACH).position(fits)?;
        let given = &mut self.waiting[found];
        // Nothing runs before it was submitted: this record's operation was never noted.
        let at = host_clock::ns(given.at);
        if at > start + CLOCKS {
            return None;
        }
        let (caches, waits, launch, range) = (given.caches, given.waits, given.launch, given.range);
        let uncounted = given.looks == Looks::UNKNOWN_GRAPH && given.correlation != 0;
        let returned = if given.returned == 0 { 0 } else { host_clock::ns(given.returned) };
        if correlation != 0 {
            given.correlation = correlation;
        } else {
            self.waiting.remove(found);
        }
        // Operations before it have a record in a later buffer, or none at all. A graph is over.
        self.waiting.iter_mut().take(found).for_each(|given| given.overtaken += 1);
        let is_over = |given: &Given| {
            given.overtaken > MOST_OVERTAKEN
                || (given.correlation != 0 && given.correlation != correlation && given.overtaken > 0)
        };
        while self.waiting.front().is_some_and(is_over) {
            self.waiting.pop_front();
        }
        Some(Call { at, returned, caches, waits, launch, range, uncounted })
    }
}

#[cfg(test)]
mod tests;
