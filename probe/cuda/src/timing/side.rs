//! What is known about this process's device operations.

use super::arrived::Arrived;
use super::flushes::Cold;
use super::locks::{lock, within_limit};
use super::owned_memory::OwnedMemory;
use super::pageable::Ends;
use super::queued::Queued;
use super::staged::Staged;
use rustc_hash::{FxHashMap, FxHashSet};
use std::sync::atomic::{AtomicBool, AtomicPtr, Ordering};
use std::sync::{Arc, Mutex};
use zetop_probe_core::cold::Choice;
use zetop_probe_core::publish::{OpClass, Publisher};
use zetop_probe_core::runtime;
use zetop_wire::layout::{OpKind, Process};
use zetop_wire::session::Options;

/// What a graph holds.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Nodes {
    /// By name. Shared with the launches that are under way.
    pub kernels: Arc<FxHashMap<Option<String>, GraphKernel>>,
    pub copies: u64,
    pub sets: u64,
    /// It has others, of which nobody knows how often they run: bodies of conditions.
    pub and_more: bool,
}

/// How often a graph launches a kernel, and with which groups its last node does.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct GraphKernel {
    pub groups: [u32; 3],
    pub group_size: [u32; 3],
    pub count: u64,
}

/// Exec handle of a graph to what it holds.
pub type Graphs = FxHashMap<usize, Nodes>;

/// What is known about this process's device operations.
pub struct Side {
    pub publisher: Mutex<Publisher>,
    pub memory: Mutex<OwnedMemory>,
    /// Kernels' names by handle.
    pub names: Mutex<FxHashMap<usize, String>>,
    pub graphs: Mutex<Graphs>,
    pub queued: Queued,
    pub staged: Mutex<Staged>,
    /// Operations whose records have come, to be published in order.
    pub arrived: Mutex<Vec<Arrived>>,
    /// When operations ended, for copies whose time begins there.
    pub ends: Mutex<Ends>,
    /// Kernels that caches were to be flushed for.
    pub cold: Mutex<Cold>,
    /// There are some.
    pub chosen: AtomicBool,
    /// Contexts that the program has made, besides the primary ones of the devices.
    pub created: Mutex<FxHashSet<usize>>,
}

static CURRENT: AtomicPtr<Side> = AtomicPtr::new(std::ptr::null_mut());

/// The device side; `None` before the probe is set up, and in a forked child before that.
pub fn side() -> Option<&'static Side> {
    runtime::get()?;
    current()
}

fn current() -> Option<&'static Side> {
    // SAFETY: null or a leaked box.
    unsafe { CURRENT.load(Ordering::Acquire).as_ref() }
}

/// Makes the device side: once per process, and once more in a forked child, where locks of the parent's may be
/// held for ever. Leaked, since threads may be inside a hook at any time.
pub fn set_up(process: &'static Process) {
    let side = Side {
        publisher: Mutex::new(Publisher::new(process)),
        memory: Mutex::default(),
        names: Mutex::default(),
        graphs: Mutex::default(),
        queued: Queued::default(),
        staged: Mutex::default(),
        arrived: Mutex::default(),
        ends: Mutex::default(),
        cold: Mutex::default(),
        chosen: AtomicBool::new(false),
        created: Mutex::default(),
    };
    CURRENT.store(Box::into_raw(Box::new(side)), Ordering::Release);
}

/// A session begins. False before [`set_up`].
pub fn begin(process: &'static Process, options: &Options) -> bool {
    let Some(side) = current() else { return false };
    *lock(&side.publisher) = Publisher::new(process);
    *lock(&side.memory) = OwnedMemory::default();
    // What went and came between two attaches was not seen: handles may be others' now.
    lock(&side.graphs).clear();
    lock(&side.names).clear();
    lock(&side.created).clear();
    let choice = options.cold.as_ref().and_then(Choice::new);
    let mut cold = lock(&side.cold);
    cold.begin(choice);
    side.chosen.store(cold.is_wanted(), Ordering::Relaxed);
    drop(cold);
    lock(&side.arrived).clear();
    clear_streams(side);
    true
}

/// CUPTI goes away, and with it what is known about streams.
pub fn clear_streams(side: &Side) {
    side.queued.clear();
    if let Some(mut ends) = within_limit(&side.ends) {
        ends.clear();
    }
}

/// Id of a name in the process file.
pub fn name(text: &str) -> u32 {
    side().and_then(|side| within_limit(&side.publisher)).map_or(0, |mut publisher| publisher.string(text))
}

/// A launch of the kernel of this name, which finds that in the caches.
pub fn kernel(text: &str, caches: u8) -> OpClass {
    OpClass { name: name(text), caches, ..OpClass::from_kind(OpKind::Kernel) }
}

/// Runs `f` on the names of kernels.
pub fn with_names<T>(f: impl FnOnce(&mut FxHashMap<usize, String>) -> T) -> Option<T> {
    Some(f(&mut *within_limit(&side()?.names)?))
}

/// Runs `f` on the graphs.
pub fn with_graphs<T>(f: impl FnOnce(&mut Graphs) -> T) -> Option<T> {
    Some(f(&mut *within_limit(&side()?.graphs)?))
}
