//! Our wrappers in the tables of the running loader: putting them in, checking on them, taking them out.

use super::search::{self, Tables};
use super::{driver_functions, kept_pointers, maps, static_loaders, tables, tracing};
use crate::driver::ORIGINALS;
use crate::entry::layer::{is_ours, wrapper_of};
use crate::timing;
use level_zero_sys::{FUNCTIONS, id};
use rustc_hash::FxHashMap;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Mutex, TryLockError};
use std::time::Duration;
use zetop_probe_core::runtime::Runtime;
use zetop_wire::layout::Mode;

/// An entry of a table in the program's memory that holds a wrapper of the probe's.
struct PatchedSlot {
    address: usize,
    id: usize,
    original: usize,
    wrapper: usize,
}

impl PatchedSlot {
    /// The current value; `None` when its memory has gone.
    fn word(&self) -> Option<usize> {
        // SAFETY: an aligned table entry, or a saved copy of one, as `wrap` found it.
        unsafe { maps::word(self.address) }
    }

    /// Stores `new` if the entry still holds `old`, a pointer that is the loader's or ours.
    fn exchange(&self, old: usize, new: usize) -> bool {
        // SAFETY: as above, and writable memory.
        unsafe { maps::exchange(self.address, old, new) }
    }
}

static PATCHED: Mutex<Vec<PatchedSlot>> = Mutex::new(Vec::new());
/// The pointers that lead to the tables from the loader's data, and their values.
static TABLE_POINTERS: Mutex<Vec<(usize, usize)>> = Mutex::new(Vec::new());
/// An attach is in force (or waits for the program's first initialisation).
static ATTACHED: AtomicBool = AtomicBool::new(false);
/// There are several loaders, and the calls of one of them are not seen.
static IS_PARTIAL: AtomicBool = AtomicBool::new(false);
/// Attach through the loader's tables, if they are found.
static BY_TABLES: AtomicBool = AtomicBool::new(true);

/// Whether an attach uses the loader's tables, if they are found; otherwise its tracing layer.
pub fn use_tables(tables: bool) {
    BY_TABLES.store(tables, Ordering::Release);
}

/// True in a forked child as well, whose tables are copies of this process's.
pub fn is_in_force() -> bool {
    ATTACHED.load(Ordering::Acquire)
}

/// True if there are several loaders, and the last search has found the tables of some only.
pub fn is_partial() -> bool {
    IS_PARTIAL.load(Ordering::Acquire)
}

/// Sets whether an attach is in force; returns the previous value.
pub fn set_in_force(attached: bool) -> bool {
    ATTACHED.swap(attached, Ordering::SeqCst)
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WrapOutcome {
    Tables,
    TracingLayer,
    NotInitialised,
    Nothing,
}

/// Finds the tables that calls go through, and puts our wrappers in. Also tells whether something else was there.
pub fn wrap(runtime: &Runtime) -> (WrapOutcome, bool) {
    let mut news = false;
    let found = wrap_all(runtime, &mut news);
    (found, news)
}

fn wrap_all(runtime: &Runtime, news: &mut bool) -> WrapOutcome {
    let mut loaders = tables::Wanted::ask_all();
    if loaders.is_empty() {
        return WrapOutcome::NotInitialised;
    }
    // Never wait for this lock: its holder may be waiting for the dynamic linker, inside which the program's
    // thread that has just initialised Level Zero may be; and in a forked child it may be held for ever. The
    // watch looks again.
    let Ok(mut places) = PATCHED.try_lock() else { return WrapOutcome::Tables };
    if !ATTACHED.load(Ordering::Acquire) {
        return WrapOutcome::Nothing;
    }
    let device = timing::is_on();
    let by_tables = BY_TABLES.load(Ordering::Acquire);
    let mut slots = Vec::new();
    let mut chosen = FxHashMap::default();
    let mut tables = Tables::default();
    let is_only = maps::loaders().len() == 1;
    let mut seen = 0;
    for wanted in loaders.iter().filter(|_| by_tables) {
        let of_one = search::find(wanted, is_only);
        seen += usize::from(of_one.of_loaders);
        tables.add(of_one);
    }
    let mut is_partial = !is_only && seen < maps::loaders().len();
    let Tables { live, dead, leads, .. } = tables;
    for entry in live {
        // SAFETY: the search has found an aligned table entry there, or a saved copy of one.
        let Some(now) = unsafe { maps::word(entry.address) }.filter(|now| entry.matched.is(*now)) else {
            continue;
        };
        // A wrapper of the probe's: put there by the layer when the program was launched, or by us before.
        if !is_ours(entry.id, now as _) {
            // A wrapper calls one particular function, so it can't replace any other.
            if now == 0 || *chosen.entry(entry.id).or_insert(now) != now {
                is_partial |= !is_only;
                continue;
            }
            ORIGINALS[entry.id].store(now as _, Ordering::Release);
            *news = true;
        }
        slots.push((entry, now));
    }
    if !slots.is_empty() {
        prepare_for_existing_objects();
    }
    // Objects that the program destroys between the exchange of two entries must be seen going, if they are seen at all.
    slots.sort_by_key(|(entry, _)| !invalidates_object(entry.id));
    let mut added = FxHashMap::default();
    for (entry, now) in slots {
        let original = ORIGINALS[entry.id].load(Ordering::Acquire) as usize;
        let wrapper = wrapper_of(entry.id, device) as usize;
        let place = PatchedSlot { address: entry.address, id: entry.id, original, wrapper };
        // If it has changed meanwhile, somebody else has written there.
        if original != 0 && place.exchange(now, wrapper) {
            added.insert(entry.address, place);
        }
    }
    // Drop old places whose memory has gone, is a closed loader's, or holds something else by now.
    places.retain(|old| {
        !added.contains_key(&old.address)
            && !dead.iter().any(|entry| entry.address == old.address)
            && old.word().is_some_and(|word| word == old.wrapper || word == old.original)
    });
    places.extend(added.into_values());
    places.sort_unstable_by_key(|place| place.address);
    if let Ok(mut known) = TABLE_POINTERS.try_lock() {
        *known = leads;
    }
    set_destroy_slots(places.iter());
    tell(runtime, &places);
    IS_PARTIAL.store(is_partial, Ordering::Release);
    if !places.is_empty() {
        if device {
            kept_pointers::wrap();
        }
        return WrapOutcome::Tables;
    }
    if tracing::start(loaders.swap_remove(0)) {
        prepare_for_existing_objects();
        runtime.process().mode.store(Mode::TracingLayer as u32, Ordering::Release);
        return WrapOutcome::TracingLayer;
    }
    WrapOutcome::Nothing
}

/// Tells zetop which words to keep an eye on: when one has changed, there is something to do for us.
fn tell(runtime: &Runtime, places: &[PatchedSlot]) {
    let leads = TABLE_POINTERS.try_lock().map(|leads| leads.clone()).unwrap_or_default();
    let wrappers = places.iter().map(|place| (place.address, place.wrapper));
    let words = leads.into_iter().chain(wrappers).map(|(address, value)| (address as u64, value as u64));
    runtime.process().watched.set(words);
}

/// Tells zetop what to keep an eye on, in a forked child, where the lock may be held for ever.
pub fn tell_in_child(runtime: &Runtime) {
    if let Ok(places) = PATCHED.try_lock() {
        tell(runtime, &places);
    }
}

/// A function by which an object, or what is in it, goes away.
fn invalidates_object(id: usize) -> bool {
    ["Destroy", "Reset", "Free", "Close"].iter().any(|end| FUNCTIONS[id].name.contains(end))
}

/// Functions that destroy what the device writes to.
const DESTROYS: [usize; 3] = [id::zeContextDestroy, id::zeEventDestroy, id::zeEventPoolDestroy];
/// The slots of such functions in the loader's tables, and their wrappers.
static DESTROY_SLOTS: Mutex<Vec<(usize, usize)>> = Mutex::new(Vec::new());

/// False when the program's calls that destroy events may not come to us: something else is where our wrappers were put.
pub fn destroy_calls_are_wrapped() -> bool {
    /// It is held for a moment; in a forked child, perhaps for ever.
    const TRIES: usize = 100;
    let places = (0..TRIES).find_map(|_| {
        let places = DESTROY_SLOTS.try_lock().ok();
        if places.is_none() {
            std::thread::sleep(Duration::from_micros(1));
        }
        places
    });
    // SAFETY: aligned entries of tables, as they were found in `wrap`.
    places.is_some_and(|places| unsafe { maps::hold(&places, &mut Vec::new()) })
}

/// From now on, the wrappers must be in these slots.
fn set_destroy_slots<'a>(places: impl Iterator<Item = &'a PatchedSlot>) {
    if let Ok(mut slots) = DESTROY_SLOTS.lock() {
        let destroying = places.filter(|place| DESTROYS.contains(&place.id));
        *slots = destroying.map(|place| (place.address, place.wrapper)).collect();
    }
}

/// What is where we put our wrappers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Places {
    /// We have put them nowhere.
    None,
    Wrapped,
    /// Something else, or the memory has gone.
    Changed,
    /// Another thread is working on them.
    Unknown,
}

pub fn places() -> Places {
    let Ok(places) = PATCHED.try_lock() else { return Places::Unknown };
    let words: Vec<(usize, usize)> = places.iter().map(|place| (place.address, place.wrapper)).collect();
    // SAFETY: aligned entries of tables, as they were found in `wrap`.
    match unsafe { maps::hold(&words, &mut Vec::new()) } {
        _ if words.is_empty() => Places::None,
        true => Places::Wrapped,
        false => Places::Changed,
    }
}

/// False when something else is where we put our wrappers. `None` while another thread is working on them.
pub fn is_wrapped() -> Option<bool> {
    match places() {
        Places::Unknown => None,
        found => Some(found != Places::Changed),
    }
}

/// Puts the program's pointers back where our wrappers still are, but for those of the functions `kept`.
pub fn unwrap(kept: &[usize]) {
    /// In a forked child, a thread of its parent's may have the lock for ever.
    const TRIES: u32 = 1000;
    let locked = (0..TRIES).find_map(|_| match PATCHED.try_lock() {
        Ok(places) => Some(places),
        Err(TryLockError::Poisoned(places)) => Some(places.into_inner()),
        Err(TryLockError::WouldBlock) => {
            std::thread::sleep(Duration::from_millis(1));
            None
        }
    });
    if let Some(mut places) = locked {
        // First, so that another thread that looks meanwhile does not take what is put back here for a loader's doing.
        set_destroy_slots(places.iter().filter(|place| kept.contains(&place.id)));
        for place in places.extract_if(.., |place| !kept.contains(&place.id)) {
            let ours = [false, true].map(|device| wrapper_of(place.id, device) as usize);
            if let Some(word) = place.word().filter(|word| ours.contains(word)) {
                place.exchange(word, place.original);
            }
        }
        static_loaders::give_back(kept);
        kept_pointers::give_back();
    }
}

/// Takes the wrappers out on a thread of the program's, without asking the kernel what memory is still there: nothing has been
/// unloaded. The pointers that lead to the tables show that the loader has not thrown them away itself.
pub fn unwrap_in_place() {
    let (Ok(mut places), Ok(leads)) = (PATCHED.try_lock(), TABLE_POINTERS.try_lock()) else { return };
    let word = |address: usize| {
        // SAFETY: an aligned word, in a module that is still loaded or in what one of its pointers leads to.
        unsafe { AtomicUsize::from_ptr(address as *mut usize) }
    };
    if leads.is_empty()
        || leads.iter().any(|(address, value)| word(*address).load(Ordering::Acquire) != *value)
    {
        return;
    }
    for place in places.drain(..) {
        let slot = word(place.address);
        let _ = slot.compare_exchange(place.wrapper, place.original, Ordering::AcqRel, Ordering::Relaxed);
    }
}

/// Gets what we need from the driver to deal with objects from before the attach.
fn prepare_for_existing_objects() {
    driver_functions::find_functions();
    // In the driver's order, no matter which one the program uses first.
    timing::with(|state| state.find_devices());
}

#[cfg(test)]
mod tests {
    use super::*;

    /// An event whose destruction was not seen yet was read when it was another one, or none, already.
    #[test]
    fn what_ends_something_is_wrapped_first() {
        let mut order: Vec<usize> = (0..FUNCTIONS.len()).collect();
        order.sort_by_key(|id| !invalidates_object(*id));
        let place = |id| order.iter().position(|at| *at == id).unwrap();
        let begins = |id: &usize| {
            ["Create", "Execute", "Signal", "Launch"].iter().any(|word| FUNCTIONS[*id].name.contains(word))
        };
        let first = order.iter().position(begins).unwrap();
        let ends = [
            id::zeEventHostReset,
            id::zeCommandListDestroy,
            id::zeCommandListReset,
            id::zeCommandQueueDestroy,
            id::zeMemFree,
        ];
        for id in DESTROYS.into_iter().chain(ends) {
            assert!(place(id) < first, "{}", FUNCTIONS[id].name);
        }
    }

    /// That was read as "not wrapped", and had the tables searched and calls noted as missing.
    #[test]
    fn while_somebody_is_at_the_tables_nobody_knows() {
        let held = PATCHED.lock().unwrap();
        assert_eq!(is_wrapped(), None);
        drop(held);
        assert_eq!(is_wrapped(), Some(true), "there is nothing that could be gone");
    }
}
