//! What the running loader's tables hold, according to its own `zeGet*ProcAddrTable` functions.

use super::proc_addr_tables::{self, DdiTables, symbol};
use crate::driver::ORIGINALS;
use crate::entry::layer::wrapper_of;
use level_zero_sys::*;
use std::ffi::{CStr, CString, c_void};
use std::sync::atomic::Ordering;

/// A table's entries, by position.
pub struct Table {
    pub getter: &'static str,
    pub entries: Vec<EntryMatch>,
}

/// The value of an entry: the loader's pointer (0 if it has none), or our wrapper in its place. A loader that
/// has us as its layer reports our wrappers as its own; after we have left, it reports what we put back.
#[derive(Clone, Copy, Default)]
pub struct EntryMatch {
    pub pointer: usize,
    others: [usize; 3],
}

impl EntryMatch {
    #[inline]
    pub fn is(self, word: usize) -> bool {
        word == self.pointer || (word != 0 && self.others.contains(&word))
    }

    /// All pointers that the entry may hold for this function; none if the loader does not have it.
    pub fn all(self) -> impl Iterator<Item = usize> {
        let known = self.pointer != 0;
        self.others.into_iter().chain([self.pointer]).filter(move |pointer| known && *pointer != 0)
    }
}

fn table(getter: &'static str, pointers: &[usize]) -> Table {
    let mut entries: Vec<EntryMatch> =
        pointers.iter().map(|pointer| EntryMatch { pointer: *pointer, ..EntryMatch::default() }).collect();
    for (id, function) in FUNCTIONS.iter().enumerate().filter(|(_, f)| f.table == getter) {
        if let Some(entry) = entries.get_mut(function.index) {
            let [plain, hooked] = [false, true].map(|device| wrapper_of(id, device) as usize);
            entry.others = [plain, hooked, ORIGINALS[id].load(Ordering::Acquire) as usize];
        }
    }
    Table { getter, entries }
}

/// All tables that are not empty.
pub struct Wanted {
    pub tables: Vec<Table>,
    /// The loader, for the exported functions of the program's interface.
    loader: Loader,
}

/// The mapped loader. It stays mapped as long as this is held, whatever the program closes meanwhile.
pub struct Loader(*mut c_void);

impl Drop for Loader {
    fn drop(&mut self) {
        // SAFETY: gives back the count that `hold_loader` took.
        unsafe { libc::dlclose(self.0) };
    }
}

impl Wanted {
    /// Of each loader that is initialised. A program can have several: one that it was linked with, one that a Python package
    /// brings along.
    pub fn ask_all() -> Vec<Self> {
        hold_loaders().filter_map(Self::ask).collect()
    }

    fn ask(loader: Loader) -> Option<Self> {
        let Some(answers) = proc_addr_tables::loader_tables(loader.0) else {
            // Then no table can be found.
            return Some(Self { tables: Vec::new(), loader });
        };
        if answers.table("zeGetGlobalProcAddrTable").iter().all(|e| *e == 0) {
            return None;
        }
        Some(Self { tables: all_tables(&answers), loader })
    }

    /// An exported function of the loader; null if it has none of that name.
    pub fn symbol(&self, name: &CStr) -> *mut c_void {
        symbol(self.loader.0, name)
    }

    /// Calls `zeDriverGet` as the program does, through the loader's table. Harmless: it only asks for a
    /// count.
    pub fn call_driver_get(&self) {
        let function = symbol(self.loader.0, c"zeDriverGet");
        if function.is_null() {
            return;
        }
        type DriverGet = unsafe extern "C" fn(*mut u32, *mut ze_driver_handle_t) -> ze_result_t;
        let mut count = 0;
        // SAFETY: the loader's exported function of that name has this signature.
        unsafe {
            std::mem::transmute::<*mut c_void, DriverGet>(function)(&raw mut count, std::ptr::null_mut())
        };
    }
}

/// The mapped loader, wherever it came from; one of them, if there are several. Never loads one.
pub fn hold_loader() -> Option<Loader> {
    hold_loaders().next()
}

fn hold_loaders() -> impl Iterator<Item = Loader> {
    super::maps::loaders().into_iter().filter_map(|path| hold(&path))
}

fn hold(path: &str) -> Option<Loader> {
    [path, "libze_loader.so.1"].into_iter().find_map(|name| {
        let name = CString::new(name).ok()?;
        // SAFETY: a C string; with RTLD_NOLOAD nothing is loaded or run.
        let handle = unsafe { libc::dlopen(name.as_ptr(), libc::RTLD_NOLOAD | libc::RTLD_LAZY) };
        // Not `then_some`: that would make and drop a value even without a handle.
        (!handle.is_null()).then(|| Loader(handle))
    })
}

fn all_tables(answers: &DdiTables) -> Vec<Table> {
    TABLES
        .iter()
        .map(|t| (t.getter, answers.table(t.getter)))
        .filter(|(_, pointers)| pointers.iter().any(|p| *p != 0))
        .map(|(getter, pointers)| table(getter, pointers))
        .collect()
}
