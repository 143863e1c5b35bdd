//! `malloc` and its kin for this program and all libraries in it, counting the calls of each thread, and who makes them
//! ([`callers`]).
//!
//! The dynamic linker resolves every library's `malloc` to the executable's first, so this sees what a layer or
//! a driver allocates as well, without LD_PRELOAD.

mod callers;

pub use callers::write_at_exit;

use std::cell::Cell;
use std::ffi::{c_int, c_void};

thread_local! {
    // No initialiser and no destructor, so that touching it allocates nothing.
    static COUNT: Cell<u64> = const { Cell::new(0) };
}

/// Allocations of this thread so far.
pub fn count() -> u64 {
    COUNT.get()
}

fn counted(caller: usize) {
    COUNT.set(COUNT.get() + 1);
    callers::add(caller);
}

// glibc's own, under the names that cannot be replaced.
unsafe extern "C" {
    fn __libc_malloc(size: usize) -> *mut c_void;
    fn __libc_calloc(count: usize, size: usize) -> *mut c_void;
    fn __libc_realloc(pointer: *mut c_void, size: usize) -> *mut c_void;
    fn __libc_memalign(alignment: usize, size: usize) -> *mut c_void;
    fn __libc_free(pointer: *mut c_void);
}

/// Defines a function under its C name that goes on to another one, which is passed the address that it will return to as well:
/// behind as many arguments as it has itself.
macro_rules! with_caller {
    ($($name:ident($($argument:ident: $kind:ty),*) -> $result:ty, $count:tt, $counting:ident;)*) => {$(
        // SAFETY: has the contract of glibc's function, by passing on to that.
        #[unsafe(no_mangle)]
        #[unsafe(naked)]
        unsafe extern "C" fn $name($($argument: $kind),*) -> $result {
            zetop_workloads::jump_with_caller!($count, $counting)
        }
    )*};
}

with_caller! {
    malloc(size: usize) -> *mut c_void, 1, malloc_for;
    calloc(count: usize, size: usize) -> *mut c_void, 2, calloc_for;
    realloc(pointer: *mut c_void, size: usize) -> *mut c_void, 2, realloc_for;
    memalign(alignment: usize, size: usize) -> *mut c_void, 2, memalign_for;
    aligned_alloc(alignment: usize, size: usize) -> *mut c_void, 2, memalign_for;
    posix_memalign(to: *mut *mut c_void, alignment: usize, size: usize) -> c_int, 3, posix_memalign_for;
}

unsafe extern "C" fn malloc_for(size: usize, caller: usize) -> *mut c_void {
    counted(caller);
    // SAFETY: any size is allowed.
    unsafe { __libc_malloc(size) }
}

unsafe extern "C" fn calloc_for(count: usize, size: usize, caller: usize) -> *mut c_void {
    counted(caller);
    // SAFETY: any sizes are allowed.
    unsafe { __libc_calloc(count, size) }
}

unsafe extern "C" fn realloc_for(pointer: *mut c_void, size: usize, caller: usize) -> *mut c_void {
    counted(caller);
    // SAFETY: the caller keeps realloc's contract.
    unsafe { __libc_realloc(pointer, size) }
}

/// For aligned_alloc, too, which differs in nothing that is checked.
unsafe extern "C" fn memalign_for(alignment: usize, size: usize, caller: usize) -> *mut c_void {
    counted(caller);
    // SAFETY: glibc checks the alignment itself.
    unsafe { __libc_memalign(alignment, size) }
}

unsafe extern "C" fn posix_memalign_for(
    to: *mut *mut c_void,
    alignment: usize,
    size: usize,
    caller: usize,
) -> c_int {
    if !alignment.is_power_of_two() || !alignment.is_multiple_of(size_of::<usize>()) {
        return libc::EINVAL;
    }
    // SAFETY: glibc checks the alignment itself.
    let pointer = unsafe { memalign_for(alignment, size, caller) };
    if pointer.is_null() {
        return libc::ENOMEM;
    }
    // SAFETY: the caller gives room for a pointer.
    unsafe { *to = pointer };
    0
}

// SAFETY: has free's contract, by passing on to glibc's.
#[unsafe(no_mangle)]
unsafe extern "C" fn free(pointer: *mut c_void) {
    // SAFETY: the caller keeps free's contract.
    unsafe { __libc_free(pointer) }
}
