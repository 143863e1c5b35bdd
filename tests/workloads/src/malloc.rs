//! `malloc` and its kin for this program and all libraries in it, counting the calls of each thread.
//!
//! The dynamic linker resolves every library's `malloc` to the executable's first, so this sees what a layer or
//! a driver allocates as well, without LD_PRELOAD.

use std::cell::Cell;
use std::ffi::c_void;

thread_local! {
    // No initialiser and no destructor, so that touching it allocates nothing.
    static COUNT: Cell<u64> = const { Cell::new(0) };
}

/// Allocations of this thread so far.
pub fn count() -> u64 {
    COUNT.get()
}

fn counted() {
    COUNT.set(COUNT.get() + 1);
}

// glibc's own, under the names that cannot be replaced.
unsafe extern "C" {
    fn __libc_malloc(size: usize) -> *mut c_void;
    fn __libc_calloc(count: usize, size: usize) -> *mut c_void;
    fn __libc_realloc(pointer: *mut c_void, size: usize) -> *mut c_void;
    fn __libc_memalign(alignment: usize, size: usize) -> *mut c_void;
    fn __libc_free(pointer: *mut c_void);
}

// SAFETY: has malloc's contract, by passing on to glibc's.
#[unsafe(no_mangle)]
extern "C" fn malloc(size: usize) -> *mut c_void {
    counted();
    // SAFETY: any size is allowed.
    unsafe { __libc_malloc(size) }
}

// SAFETY: has calloc's contract, by passing on to glibc's.
#[unsafe(no_mangle)]
extern "C" fn calloc(count: usize, size: usize) -> *mut c_void {
    counted();
    // SAFETY: any sizes are allowed.
    unsafe { __libc_calloc(count, size) }
}

// SAFETY: has realloc's contract, by passing on to glibc's.
#[unsafe(no_mangle)]
unsafe extern "C" fn realloc(pointer: *mut c_void, size: usize) -> *mut c_void {
    counted();
    // SAFETY: the caller keeps realloc's contract.
    unsafe { __libc_realloc(pointer, size) }
}

// SAFETY: has memalign's contract, by passing on to glibc's.
#[unsafe(no_mangle)]
extern "C" fn memalign(alignment: usize, size: usize) -> *mut c_void {
    counted();
    // SAFETY: glibc checks the alignment itself.
    unsafe { __libc_memalign(alignment, size) }
}

// SAFETY: has aligned_alloc's contract, by passing on to glibc's memalign, which differs in nothing that is checked.
#[unsafe(no_mangle)]
extern "C" fn aligned_alloc(alignment: usize, size: usize) -> *mut c_void {
    memalign(alignment, size)
}

// SAFETY: has posix_memalign's contract, by passing on to glibc's memalign.
#[unsafe(no_mangle)]
unsafe extern "C" fn posix_memalign(to: *mut *mut c_void, alignment: usize, size: usize) -> libc::c_int {
    if !alignment.is_power_of_two() || !alignment.is_multiple_of(size_of::<usize>()) {
        return libc::EINVAL;
    }
    let pointer = memalign(alignment, size);
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
