//! LeakSanitizer, which is part of AddressSanitizer: when the program ends, it looks for pointers to each block of `malloc`
//! that was not freed. The driver's objects that the probe has are such blocks, and only the probe's own heap has pointers to
//! them. So this registers the heap's mappings as root regions, which are searched, too (sanitizer/lsan_interface.h).

use crate::symbols;
use std::ffi::c_void;
use std::mem::transmute;
use std::ptr::null_mut;
use std::sync::atomic::{AtomicPtr, AtomicUsize, Ordering};

/// `void f(const void *begin, size_t size)`.
type RegionFunction = unsafe extern "C" fn(*const c_void, usize);

/// `__lsan_register_root_region` and `__lsan_unregister_root_region`; null in programs without LeakSanitizer.
static REGISTER: AtomicPtr<c_void> = AtomicPtr::new(null_mut());
static UNREGISTER: AtomicPtr<c_void> = AtomicPtr::new(null_mut());

/// Mappings, as address and size (0: unmapped since), from before the program was searched for these functions.
static EARLY: [[AtomicUsize; 2]; 8] = [const { [const { AtomicUsize::new(0) }; 2] }; 8];
static EARLY_COUNT: AtomicUsize = AtomicUsize::new(0);

/// Looks for LeakSanitizer in the program, and registers the mappings that there are so far.
pub fn look_for_leak_checker() {
    let (register, unregister) =
        (symbols::find(c"__lsan_register_root_region"), symbols::find(c"__lsan_unregister_root_region"));
    let (Some(register), Some(unregister)) = (register, unregister) else { return };
    UNREGISTER.store(unregister, Ordering::Release);
    REGISTER.store(register, Ordering::Release);
    for [memory, size] in EARLY.iter().take(EARLY_COUNT.load(Ordering::Acquire)) {
        let (memory, size) = (memory.load(Ordering::Relaxed), size.load(Ordering::Relaxed));
        if size != 0 {
            tell(&REGISTER, memory as *mut u8, size);
        }
    }
}

/// Registers a new mapping.
pub(super) fn after_map(memory: *mut u8, size: usize) {
    if !tell(&REGISTER, memory, size)
        && let Some(early) = EARLY.get(EARLY_COUNT.load(Ordering::Relaxed))
    {
        early[0].store(memory.expose_provenance(), Ordering::Relaxed);
        early[1].store(size, Ordering::Relaxed);
        EARLY_COUNT.fetch_add(1, Ordering::Release);
    }
}

/// Called before a mapping is unmapped.
pub(super) fn before_unmap(memory: *mut u8, size: usize) {
    if tell(&UNREGISTER, memory, size) {
        return;
    }
    for early in EARLY.iter().filter(|early| early[0].load(Ordering::Relaxed) == memory.addr()) {
        early[1].store(0, Ordering::Relaxed);
    }
}

/// False if there is nobody to tell.
fn tell(function: &AtomicPtr<c_void>, memory: *mut u8, size: usize) -> bool {
    let function = function.load(Ordering::Acquire);
    if function.is_null() {
        return false;
    }
    // SAFETY: the type with which the sanitizer's header declares the function.
    let function = unsafe { transmute::<*mut c_void, RegionFunction>(function) };
    // SAFETY: it notes where memory is, which is mapped.
    unsafe { function(memory.cast(), size) };
    true
}
