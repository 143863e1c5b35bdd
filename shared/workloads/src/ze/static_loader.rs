//! Does what a program with the static loader does: it asks the dynamic one for all tables, keeps them in an
//! object of its own on the heap, and calls through these. The static loader of 2024 and later looks into a
//! table only at a function's first call and caches the pointer; that of 2025 also initialises the dynamic
//! loader's own interface.

use level_zero_sys::{FUNCTION_COUNT, FUNCTIONS, LOADER_FILE, LevelZero, TABLES, for_each_function};
use std::ffi::c_void;
use std::ptr::null_mut;
use std::sync::atomic::{AtomicBool, AtomicPtr, Ordering};

#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Calls {
    /// Each call reads the table.
    ThroughTables,
    /// A function's first call does.
    Cached,
    /// As [`Self::Cached`]; and the dynamic loader's functions can be called as well.
    CachedInitialised,
}

/// All tables, one after the other, in the order of [`TABLES`].
static CONTEXT: AtomicPtr<*mut c_void> = AtomicPtr::new(null_mut());
static IS_CACHED: AtomicBool = AtomicBool::new(false);
static CACHED: [AtomicPtr<c_void>; FUNCTION_COUNT] = [const { AtomicPtr::new(null_mut()) }; FUNCTION_COUNT];

/// A function's entry in the context.
fn entry(id: usize) -> *mut c_void {
    let function = &FUNCTIONS[id];
    let tables = TABLES.iter().take_while(|table| table.getter != function.table);
    let start: usize = tables.map(|table| table.size / size_of::<usize>()).sum();
    // SAFETY: set once, to a leaked object that holds all tables.
    unsafe { *CONTEXT.load(Ordering::Acquire).add(start + function.index) }
}

/// # Errors
/// No loader on this machine.
pub fn open(calls: Calls) -> Result<LevelZero, libloading::Error> {
    // SAFETY: the Level Zero loader has no initialisers with requirements on the caller.
    let library = unsafe { libloading::Library::new(LOADER_FILE)? };
    // SAFETY: an exported function of the loader without arguments.
    unsafe { library.get::<unsafe extern "C" fn() -> u32>("zeLoaderInit")?() };
    CONTEXT.store(Box::leak(tables(&library).into_boxed_slice()).as_mut_ptr(), Ordering::Release);
    IS_CACHED.store(calls != Calls::ThroughTables, Ordering::Relaxed);
    if calls == Calls::CachedInitialised {
        // SAFETY: an exported function of the loader with this signature.
        unsafe { library.get::<unsafe extern "C" fn(u32) -> u32>("zeInit")?(0) };
    }
    let find = |name| {
        let id = FUNCTIONS.iter().position(|f| f.name == name);
        let known = id.is_some_and(|id| !entry(id).is_null());
        if known { trampoline(name) } else { null_mut() }
    };
    // SAFETY: a function of this file for each name, with its signature.
    Ok(unsafe { LevelZero::with_functions(library, find) })
}

/// All tables, each written by the loader in its place.
fn tables(library: &libloading::Library) -> Vec<*mut c_void> {
    type Getter = unsafe extern "C" fn(u32, *mut *mut c_void) -> u32;
    let ask = |getter: &str, version, to: &mut [*mut c_void]| {
        // SAFETY: a getter of the loader, where it has one of that name, has this signature.
        let getter = unsafe { library.get::<Getter>(getter) };
        // SAFETY: room for the table of API version 1.17; the versions asked for are not newer.
        getter.is_ok_and(|getter| unsafe { getter(version, to.as_mut_ptr()) } == 0)
    };
    let words = |table: &level_zero_sys::Table| table.size / size_of::<usize>();
    let mut all = vec![null_mut(); TABLES.iter().map(words).sum()];
    // The newest that the loader knows.
    let versions = (0..=17).rev().map(|minor| 1 << 16 | minor);
    let version =
        versions.into_iter().find(|v| ask("zeGetDriverProcAddrTable", *v, &mut all)).unwrap_or(1 << 16);
    let mut rest = &mut all[..];
    for table in TABLES {
        let (here, next) = rest.split_at_mut(words(table));
        ask(table.getter, version, here);
        rest = next;
    }
    all
}

fn function(id: usize) -> *mut c_void {
    let cached = CACHED[id].load(Ordering::Acquire);
    if !cached.is_null() {
        return cached;
    }
    let function = entry(id);
    assert!(!function.is_null(), "{}: the loader has no such function", FUNCTIONS[id].name);
    if IS_CACHED.load(Ordering::Relaxed) {
        CACHED[id].store(function, Ordering::Release);
    }
    function
}

macro_rules! trampolines {
    ($([$id:literal $family:ident $name:ident $getter:ident $table:ident $field:ident $index:literal $since:literal ($($argument:ident: $type:ty),*) -> $result:ty])*) => {
        #[allow(non_snake_case, clippy::too_many_arguments)]
        mod trampolines {
            use level_zero_sys::*;
            $(pub unsafe extern "C" fn $name($($argument: $type),*) -> $result {
                // SAFETY: what the loader's table holds for this function has its signature.
                let function = unsafe {
                    std::mem::transmute::<*mut std::ffi::c_void, unsafe extern "C" fn($($type),*) -> $result>(super::function($id))
                };
                // SAFETY: passed on to the caller.
                unsafe { function($($argument),*) }
            })*
        }

        fn trampoline(name: &str) -> *const c_void {
            match name {
                $(stringify!($name) => trampolines::$name as *const c_void,)*
                _ => std::ptr::null(),
            }
        }
    };
}
for_each_function!(trampolines);
