//! Programs and libraries that carry the static loader (Intel's SYCL runtime does). It asks the dynamic
//! loader for all tables and keeps them in a context object of its own, to which a pointer in its data leads.
//! Since 2024, it looks into a table only at a function's first call, and caches the pointer in its data.

use super::maps::{self, Mapping};
use super::search::copies::{
    ANCHOR, CONTEXT, Entry, Firsts, Hit, collect as collect_tables, copies, search, starts,
};
use super::search::proof::proof;
use super::tables::{EntryMatch, Wanted};
use crate::driver::ORIGINALS;
use crate::entry::layer::wrapper_of;
use level_zero_sys::{FUNCTIONS, id};
use rustc_hash::FxHashMap;
use std::collections::BTreeSet;
use std::ffi::CString;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};

/// Modules with more constants than this are skipped: they are compilers and drivers.
const MODULE_LIMIT: usize = 48 << 20;

/// The modules that were found, for the way out.
static FOUND: Mutex<Vec<String>> = Mutex::new(Vec::new());
/// One of them has no tables yet.
static WAITING: AtomicBool = AtomicBool::new(false);

/// There is a static loader that has not been initialised yet, as far as the last search saw.
pub fn is_waiting() -> bool {
    WAITING.load(Ordering::Relaxed)
}

/// The static loaders of this process.
pub struct StaticLoaders<'a> {
    /// Where the dynamic loader's tables may lie.
    of_loaders: &'a BTreeSet<usize>,
    /// Modules with one, and where that one's tables may lie.
    modules: Vec<(String, BTreeSet<usize>)>,
}

impl<'a> StaticLoaders<'a> {
    pub fn find(mappings: &[Mapping], of_loaders: &'a BTreeSet<usize>) -> Self {
        let modules = modules(mappings);
        if let Ok(mut found) = FOUND.lock() {
            found.clone_from(&modules);
        }
        let starts = |module: &String| starts(mappings, |m| m.path == *module);
        Self { of_loaders, modules: modules.into_iter().map(|m| (m.clone(), starts(&m))).collect() }
    }

    /// True when these tables are in a static loader's object.
    pub fn own(&self, copy: &[&Hit]) -> bool {
        let first = copy.iter().map(|hit| hit.address).min();
        first.is_some_and(|first| {
            self.modules.iter().any(|(_, starts)| is_theirs(first, starts, self.of_loaders))
        })
    }

    /// Adds the entries that calls go through.
    pub fn collect(
        &self,
        mappings: &[Mapping],
        wanted: &Wanted,
        firsts: &Firsts,
        anchor: usize,
        live: &mut Vec<Entry>,
    ) {
        let kept = functions_by_pointer(wanted);
        let mut waiting = false;
        for (module, starts) in &self.modules {
            let hits = search(starts, firsts, wanted);
            let own: Vec<_> = copies(&hits, anchor).into_iter().filter(|copy| self.own(copy)).collect();
            waiting |= own.is_empty();
            for copy in own {
                collect_tables(mappings, wanted, &copy, live);
            }
            let known: BTreeSet<usize> = live.iter().map(|entry| entry.address).collect();
            words_of(mappings, module, |address, word| {
                if let Some(Some((id, matched))) = kept.get(&word)
                    && !known.contains(&address)
                {
                    live.push(Entry { address, id: *id, matched: *matched });
                }
            });
        }
        WAITING.store(waiting, Ordering::Relaxed);
        let mut known = BTreeSet::new();
        live.retain(|entry| known.insert(entry.address));
    }
}

/// Whether the object with this table is the module's: the module has a pointer to its start. Objects of the
/// dynamic loader may be close by.
fn is_theirs(table: usize, starts: &BTreeSet<usize>, of_loaders: &BTreeSet<usize>) -> bool {
    let closest = |pointers: &BTreeSet<usize>| pointers.range(..=table).next_back().copied();
    closest(starts).is_some_and(|start| table - start <= CONTEXT && closest(of_loaders) < Some(start))
}

/// Which function a pointer is; `None` when it stands for more than one.
fn functions_by_pointer(wanted: &Wanted) -> FxHashMap<usize, Option<(usize, EntryMatch)>> {
    let mut by_pointer = FxHashMap::default();
    for (id, function) in FUNCTIONS.iter().enumerate() {
        let table = wanted.tables.iter().find(|table| table.getter == function.table);
        let Some(&matched) = table.and_then(|table| table.entries.get(function.index)) else { continue };
        let mut pointers: Vec<usize> = matched.all().collect();
        pointers.sort_unstable();
        pointers.dedup();
        for pointer in pointers {
            by_pointer.entry(pointer).and_modify(|known| *known = None).or_insert(Some((id, matched)));
        }
    }
    by_pointer
}

/// Words read at once: few enough that malloc takes them from the heap. Larger blocks fragment it, more with
/// each attach.
pub const PIECE: usize = 8 << 10;

/// Calls `take` with address and value of every aligned word in a module's data that can be written to.
pub fn words_of(mappings: &[Mapping], module: &str, mut take: impl FnMut(usize, usize)) {
    let mut words = Vec::new();
    for part in maps::data(mappings, module) {
        let mut at = part.start.next_multiple_of(8);
        while at + 8 <= part.end {
            maps::copy(at, &mut words, ((part.end - at) / 8).min(PIECE));
            if words.is_empty() {
                break;
            }
            for (n, word) in words.iter().enumerate() {
                let address = at + n * 8;
                if maps::is_writable(mappings, address) {
                    take(address, *word);
                }
            }
            at += words.len() * 8;
        }
    }
}

/// Functions that were called for the first time while our wrappers were in the tables: the cached pointers
/// are ours, and are replaced with the loader's, but for those of the functions `kept`.
pub fn give_back(kept: &[usize]) {
    let Ok(modules) = FOUND.lock().map(|found| found.clone()) else { return };
    if modules.is_empty() {
        return;
    }
    let ours: FxHashMap<usize, usize> = (0..FUNCTIONS.len())
        .flat_map(|id| [false, true].map(|device| (wrapper_of(id, device) as usize, id)))
        .chain([(proof as *const () as usize, id::zeDriverGet)])
        .filter(|(_, id)| !kept.contains(id))
        .collect();
    let mappings = maps::read();
    for module in &modules {
        words_of(&mappings, module, |address, word| {
            let Some(&id) = ours.get(&word) else { return };
            let original = ORIGINALS[id].load(Ordering::Acquire) as usize;
            if original != 0 {
                // SAFETY: an aligned word in the writable data of a loaded module. Where it holds a pointer to our
                // wrapper of a function, only a loader's table can have given it that.
                unsafe { maps::exchange(address, word, original) };
            }
        });
    }
}

/// The tables hold no more wrappers of the probe's that could be cached.
pub fn forget() {
    if let Ok(mut found) = FOUND.lock() {
        found.clear();
    }
}

/// Modules that name the anchor's getter without exporting it: they look it up, as a static loader does.
fn modules(mappings: &[Mapping]) -> Vec<String> {
    modules_that_name(mappings, ANCHOR.as_bytes())
}

/// The program's modules that have this in their constants, without loaders, drivers and layers.
pub fn modules_that_name(mappings: &[Mapping], name: &[u8]) -> Vec<String> {
    let mut modules: Vec<&str> = mappings.iter().filter(|m| m.is_file()).map(|m| m.path.as_str()).collect();
    modules.dedup();
    modules.sort_unstable();
    modules.dedup();
    let known = |path: &str| {
        let name = path.rsplit('/').next().unwrap_or(path);
        maps::is_loader(path)
            || ["libc.so", "libc-", "ld-linux", "libm.so", "libstdc++", "libgcc_s", "libzetop", "libze_"]
                .iter()
                .any(|known| name.starts_with(known))
    };
    modules
        .into_iter()
        .filter(|path| !known(path))
        .filter(|path| names(mappings, path, name))
        .map(str::to_owned)
        .collect()
}

fn names(mappings: &[Mapping], path: &str, name: &[u8]) -> bool {
    let segments = || mappings.iter().filter(|m| m.path == path && m.readable && !m.writable);
    // Constants normally have a segment of their own; otherwise they follow the code in its segment.
    let mixed = segments().next().is_some_and(|first| first.executable);
    let constants = || segments().filter(|segment| segment.executable == mixed);
    if constants().map(|m| m.end - m.start).sum::<usize>() > MODULE_LIMIT {
        return false;
    }
    let mut words = Vec::new();
    // A name may straddle two pieces.
    let overlap = name.len().div_ceil(8);
    let named = constants().any(|segment| {
        let mut at = segment.start;
        loop {
            maps::copy(at, &mut words, ((segment.end - at) / 8).min(PIECE));
            // SAFETY: words are bytes.
            let bytes = unsafe { std::slice::from_raw_parts(words.as_ptr().cast::<u8>(), words.len() * 8) };
            if find_bytes(bytes, name).is_some() {
                return true;
            }
            if words.len() < PIECE {
                return false;
            }
            at += (PIECE - overlap) * 8;
        }
    });
    // Drivers and layers export it; programs with a static loader do not.
    let start = segments().next().map_or(0, |first| first.start);
    named && CString::new(ANCHOR).is_ok_and(|anchor| !maps::exports(path, start, &anchor))
}

fn find_bytes(bytes: &[u8], name: &[u8]) -> Option<usize> {
    // SAFETY: both slices are readable over their lengths.
    let found = unsafe { libc::memmem(bytes.as_ptr().cast(), bytes.len(), name.as_ptr().cast(), name.len()) };
    (!found.is_null()).then(|| found as usize - bytes.as_ptr() as usize)
}
