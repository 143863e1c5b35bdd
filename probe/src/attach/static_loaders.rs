//! Programs and libraries that carry the static loader (Intel's SYCL runtime does). It asks the dynamic loader for
//! all tables and keeps them in a context object of its own, to which a pointer in its data leads. From 2024 on,
//! it looks into a table at a function's first call only, and keeps the pointer in its data.

use super::maps::{self, Mapping};
use super::search::{ANCHOR, CONTEXT, Entry, collect as collect_tables, copies, search, segments, starts};
use super::tables::Wanted;
use crate::layer::{ORIGINALS, wrapper_of};
use level_zero_sys::FUNCTIONS;
use rustc_hash::FxHashMap;
use std::collections::BTreeSet;
use std::ffi::c_void;
use std::sync::Mutex;
use std::sync::atomic::{AtomicPtr, Ordering};

/// More constants are not looked into: compilers and drivers have that many.
const MODULE_LIMIT: usize = 48 << 20;

/// The modules that were found, for the way out.
static FOUND: Mutex<Vec<String>> = Mutex::new(Vec::new());

/// Adds the entries that the calls of static loaders go through. `of_loaders` is where the dynamic loader's tables
/// may lie.
pub fn collect(
    mappings: &[Mapping],
    wanted: &Wanted,
    anchor: usize,
    of_loaders: &BTreeSet<usize>,
    live: &mut Vec<Entry>,
) {
    let modules = modules(mappings);
    let mut known: BTreeSet<usize> = live.iter().map(|entry| entry.address).collect();
    let kept = functions_by_pointer(wanted);
    for module in &modules {
        let starts = starts(mappings, |m| m.path == *module);
        let hits = search(&starts, wanted);
        for copy in copies(&hits, anchor) {
            let Some(first) = copy.iter().map(|hit| hit.address).min() else { continue };
            if !known.contains(&first) && is_theirs(first, &starts, of_loaders) {
                collect_tables(wanted, &copy, live);
            }
        }
        known.extend(live.iter().map(|entry| entry.address));
        let pointers = words_of(mappings, module).into_iter().filter_map(|(address, word)| {
            let id = (*kept.get(&word)?)?;
            (!known.contains(&address)).then_some(Entry { address, id })
        });
        live.extend(pointers);
    }
    if let Ok(mut found) = FOUND.lock() {
        *found = modules;
    }
}

/// The object with this table is the module's: of all pointers into it, the one to its start is there. What the
/// dynamic loader keeps may lie close by.
fn is_theirs(table: usize, starts: &BTreeSet<usize>, of_loaders: &BTreeSet<usize>) -> bool {
    let closest = |pointers: &BTreeSet<usize>| pointers.range(..=table).next_back().copied();
    closest(starts).is_some_and(|start| table - start <= CONTEXT && closest(of_loaders) < Some(start))
}

/// Which function a pointer is; `None` when it stands for more than one.
fn functions_by_pointer(wanted: &Wanted) -> FxHashMap<usize, Option<usize>> {
    let mut by_pointer = FxHashMap::default();
    for (id, function) in FUNCTIONS.iter().enumerate() {
        let table = wanted.tables.iter().find(|table| table.getter == function.table);
        let Some(entry) = table.and_then(|table| table.entries.get(function.index)) else { continue };
        let mut pointers: Vec<usize> = entry.all().collect();
        pointers.sort_unstable();
        pointers.dedup();
        for pointer in pointers {
            by_pointer.entry(pointer).and_modify(|id| *id = None).or_insert(Some(id));
        }
    }
    by_pointer
}

/// Address and value of every aligned word in a module's data, as far as that can be written to.
fn words_of(mappings: &[Mapping], module: &str) -> Vec<(usize, usize)> {
    let data = maps::data();
    let mut found = Vec::new();
    let mut words = Vec::new();
    for segment in segments(mappings, |m| m.path == module) {
        // The mapping behind the file's may go on with anything, stacks for one.
        for part in data.iter().filter(|part| part.start < segment.end && segment.start < part.end) {
            let start = part.start.max(segment.start).next_multiple_of(8);
            let end = part.end.min(segment.start + segment.words() * 8);
            maps::copy(start, &mut words, end.saturating_sub(start) / 8);
            found.extend(words.iter().enumerate().map(|(at, word)| (start + at * 8, *word)));
        }
    }
    found
}

/// Functions that were called for the first time while our wrappers were in the tables: their kept pointers are
/// ours, and get the loader's in their place.
pub fn give_back() {
    let Ok(modules) = FOUND.lock().map(|mut found| std::mem::take(&mut *found)) else { return };
    if modules.is_empty() {
        return;
    }
    let ours: FxHashMap<usize, usize> = (0..FUNCTIONS.len())
        .flat_map(|id| [false, true].map(|device| (wrapper_of(id, device) as usize, id)))
        .collect();
    let mappings = maps::read();
    for module in &modules {
        for (address, word) in words_of(&mappings, module) {
            let Some(&id) = ours.get(&word) else { continue };
            let original = ORIGINALS[id].load(Ordering::Acquire);
            if original.is_null() {
                continue;
            }
            // SAFETY: an aligned word in the data of a loaded module, read a moment ago. It holds a pointer to our
            // wrapper of a function, which only a loader's table can have given it.
            let slot = unsafe { AtomicPtr::<c_void>::from_ptr(address as *mut *mut c_void) };
            let _ = slot.compare_exchange(word as _, original, Ordering::AcqRel, Ordering::Relaxed);
        }
    }
}

/// Modules that name the anchor's getter without exporting it: they look it up, as a static loader does.
fn modules(mappings: &[Mapping]) -> Vec<String> {
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
        .filter(|path| names_anchor(mappings, path))
        .map(str::to_owned)
        .collect()
}

fn names_anchor(mappings: &[Mapping], path: &str) -> bool {
    let segments = || mappings.iter().filter(|m| m.path == path && m.readable && !m.writable);
    // Constants have a segment of their own, unless the linker was told otherwise: then the code comes first.
    let mixed = segments().next().is_some_and(|first| first.executable);
    let constants = || segments().filter(|segment| segment.executable == mixed);
    if constants().map(|m| m.end - m.start).sum::<usize>() > MODULE_LIMIT {
        return false;
    }
    let mut words = Vec::new();
    let named = constants().any(|segment| {
        maps::copy(segment.start, &mut words, segment.words());
        // SAFETY: words are bytes.
        let bytes = unsafe { std::slice::from_raw_parts(words.as_ptr().cast::<u8>(), words.len() * 8) };
        find_bytes(bytes, ANCHOR.as_bytes()).is_some()
    });
    named && !exports_anchor(path)
}

fn find_bytes(bytes: &[u8], name: &[u8]) -> Option<usize> {
    // SAFETY: both slices are readable over their lengths.
    let found = unsafe { libc::memmem(bytes.as_ptr().cast(), bytes.len(), name.as_ptr().cast(), name.len()) };
    (!found.is_null()).then(|| found as usize - bytes.as_ptr() as usize)
}

/// Drivers and layers export the getter; programs with a static loader do not.
fn exports_anchor(path: &str) -> bool {
    let Ok(name) = std::ffi::CString::new(path) else { return true };
    let Ok(getter) = std::ffi::CString::new(ANCHOR) else { return true };
    // SAFETY: C strings; with RTLD_NOLOAD nothing is loaded; `Dl_info` is plain data.
    unsafe {
        let handle = libc::dlopen(name.as_ptr(), libc::RTLD_NOLOAD | libc::RTLD_LAZY);
        if handle.is_null() {
            // The program itself has no handle of its name, and exports nothing of the kind.
            return false;
        }
        let found = libc::dlsym(handle, getter.as_ptr());
        libc::dlclose(handle);
        let mut info: libc::Dl_info = std::mem::zeroed();
        // dlsym looks into the library's dependencies as well.
        !found.is_null()
            && libc::dladdr(found, &raw mut info) != 0
            && !info.dli_fname.is_null()
            && std::ffi::CStr::from_ptr(info.dli_fname).to_bytes() == path.as_bytes()
    }
}
