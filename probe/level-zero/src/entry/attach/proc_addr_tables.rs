//! The DDI tables of the running loader, from its `zeGet*ProcAddrTable` functions.
//!
//! With one driver, a getter only writes to the table that it is handed. With several, the loader puts tables of its own
//! between the program and the drivers, which each call of a getter refills. Loader 1.32 even allocates a new table and puts
//! it in force before it is filled, so that a thread that makes a call at this moment jumps anywhere (seen). With several
//! drivers, the getters are therefore called in a forked child, in which no other thread runs: pointers are the same in both
//! processes.

use super::maps::{self, Mapping};
use level_zero_sys::{TABLES, ZE_RESULT_SUCCESS, ze_api_version_t, ze_result_t};
use std::ffi::{CStr, CString, c_char, c_void};
use std::ops::Deref;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Duration, Instant};

/// Larger than any table of any version, since a newer loader writes its own fields as well.
const MAX_ENTRIES: usize = 256;
/// More than there are tables (76).
const MAX_TABLES: usize = 128;
/// How long the forked child may take. It can hang, because a lock that some thread held is never released there.
const CHILD_TIMEOUT: Duration = Duration::from_millis(100);
const TRIES: usize = 3;

type Getter = unsafe extern "C" fn(ze_api_version_t, *mut usize) -> ze_result_t;

/// What all getters have written.
#[repr(C)]
pub struct DdiTables {
    complete: AtomicU32,
    /// Number of entries by table, in the order of [`TABLES`], up to the last that is not null.
    lengths: [usize; MAX_TABLES],
    entries: [[usize; MAX_ENTRIES]; MAX_TABLES],
}

impl DdiTables {
    /// The function pointers that a getter has written; none if it refused.
    pub fn table(&self, getter: &str) -> &[usize] {
        let at = TABLES.iter().position(|table| table.getter == getter);
        at.and_then(|at| self.entries.get(at)?.get(..*self.lengths.get(at)?)).unwrap_or_default()
    }

    /// Calls the getters. Allocates nothing, so that a forked child can do it.
    fn fetch(&mut self, getters: &[Option<Getter>]) {
        let newest = |getter: Getter, entries: &mut [usize; MAX_ENTRIES]| {
            (0..=17).rev().map(|minor| 1 << 16 | minor).find(|version| call(getter, *version, entries) > 0)
        };
        let version = TABLES
            .iter()
            .zip(getters)
            .find(|(table, _)| table.getter == "zeGetGlobalProcAddrTable")
            .and_then(|(_, getter)| newest((*getter)?, &mut self.entries[0]));
        if let Some(version) = version {
            for (at, getter) in getters.iter().enumerate().take(MAX_TABLES) {
                self.lengths[at] = getter.map_or(0, |getter| call(getter, version, &mut self.entries[at]));
            }
        }
        self.complete.store(1, Ordering::Release);
    }
}

/// Number of entries that a getter wrote, up to the last that is not null; 0 when it refused.
fn call(getter: Getter, version: ze_api_version_t, entries: &mut [usize; MAX_ENTRIES]) -> usize {
    entries.fill(0);
    // SAFETY: a getter of the loader's or a driver's, and a buffer that is larger than its table.
    if unsafe { getter(version, entries.as_mut_ptr()) } != ZE_RESULT_SUCCESS {
        return 0;
    }
    entries.iter().rposition(|entry| *entry != 0).map_or(0, |last| last + 1)
}

/// A driver's own table; `None` if it does not export that getter, or if that refuses.
pub fn driver_table(library: *mut c_void, getter: &str, version: ze_api_version_t) -> Option<Vec<usize>> {
    let mut entries = [0; MAX_ENTRIES];
    let count = call(find_getter(library, &CString::new(getter).ok()?)?, version, &mut entries);
    (count > 0).then(|| entries[..count].to_vec())
}

fn find_getter(library: *mut c_void, name: &CStr) -> Option<Getter> {
    let function = symbol(library, name);
    // SAFETY: an exported getter has this signature.
    (!function.is_null()).then(|| unsafe { std::mem::transmute::<*mut c_void, Getter>(function) })
}

/// An exported function of a library; null if it has none of that name.
pub fn symbol(library: *mut c_void, name: &CStr) -> *mut c_void {
    // SAFETY: a handle of a library that the program keeps loaded, and a C string.
    unsafe { libc::dlsym(library, name.as_ptr().cast::<c_char>()) }
}

/// All tables of the loader. `None` if it could not be asked.
pub fn loader_tables(loader: *mut c_void) -> Option<SharedDdiTables> {
    let getters: Vec<Option<Getter>> =
        TABLES.iter().map(|table| find_getter(loader, &CString::new(table.getter).ok()?)).collect();
    let answers = SharedDdiTables::new()?;
    if has_several_drivers() {
        return (0..TRIES).any(|_| answers.fill_in_child(&getters)).then_some(answers);
    }
    // SAFETY: memory that `new` has mapped, which nobody else writes to.
    unsafe { &mut *answers.0 }.fetch(&getters);
    Some(answers)
}

/// Whether there are several drivers. Drivers and layers export a getter; layers are ours or known by name.
fn has_several_drivers() -> bool {
    let mappings = maps::read();
    let mut drivers = 0;
    let mut last = "";
    for first in mappings.iter().filter(|m: &&Mapping| m.is_file()) {
        let path = &*first.path;
        if path != last {
            let name = path.rsplit('/').next().unwrap_or_default();
            let known = maps::is_loader(path) || maps::is_layer(path) || name.starts_with("libzetop");
            // Not other mappings, such as devices: checking them would mean opening them.
            drivers += usize::from(
                !known
                    && name.contains(".so")
                    && maps::exports(path, first.start, c"zeGetDriverProcAddrTable"),
            );
            last = path;
        }
    }
    drivers > 1
}

/// DDI tables in memory that is shared with a forked child.
pub struct SharedDdiTables(*mut DdiTables);

impl Deref for SharedDdiTables {
    type Target = DdiTables;

    fn deref(&self) -> &DdiTables {
        // SAFETY: memory that `new` has made, zeros at first: numbers. Whoever wrote there has ended or is complete.
        unsafe { &*self.0 }
    }
}

impl SharedDdiTables {
    fn new() -> Option<Self> {
        // SAFETY: new memory, of no file.
        let memory = unsafe {
            libc::mmap(
                std::ptr::null_mut(),
                size_of::<DdiTables>(),
                libc::PROT_READ | libc::PROT_WRITE,
                libc::MAP_SHARED | libc::MAP_ANONYMOUS,
                -1,
                0,
            )
        };
        (memory != libc::MAP_FAILED).then(|| Self(memory.cast()))
    }

    /// Has a forked child call the getters. True when that has finished in time.
    fn fill_in_child(&self, getters: &[Option<Getter>]) -> bool {
        // SAFETY: like fork, but without its handlers, and without a signal when the copy ends, so that the
        // program's waits do not see it. Only our memory is shared.
        let pid = unsafe { libc::syscall(libc::SYS_clone, 0, 0, 0, 0, 0) };
        if pid == 0 {
            // SAFETY: zeroed or half written by a copy that has been killed: plain data in either case. Nobody
            // else writes there.
            unsafe { &mut *self.0 }.fetch(getters);
            // SAFETY: ends the copy at once, without running exit handlers.
            unsafe { libc::syscall(libc::SYS_exit_group, 0) };
        }
        if pid < 0 {
            return false;
        }
        // SAFETY: an atomic number in our memory, which the copy writes once.
        let complete = unsafe { &(*self.0).complete };
        let end = Instant::now() + CHILD_TIMEOUT;
        while complete.load(Ordering::Acquire) == 0 && Instant::now() < end {
            std::thread::sleep(Duration::from_micros(200));
        }
        let done = complete.load(Ordering::Acquire) != 0;
        // SAFETY: a child of this process that nobody else knows about; only this code waits for it.
        unsafe {
            if !done {
                libc::kill(pid as libc::pid_t, libc::SIGKILL);
            }
            libc::waitpid(pid as libc::pid_t, std::ptr::null_mut(), libc::__WALL);
        }
        done
    }
}

impl Drop for SharedDdiTables {
    fn drop(&mut self) {
        // SAFETY: the mapping that `new` made; nothing refers to it any more.
        unsafe { libc::munmap(self.0.cast(), size_of::<DdiTables>()) };
    }
}

const _: () = assert!(TABLES.len() <= MAX_TABLES);
