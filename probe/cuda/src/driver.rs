//! The real driver's functions. Calls made here are not counted, because they are the probe's, not the
//! program's.

use cuda_sys::*;
use std::ffi::c_void;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicPtr, Ordering};

/// The driver's function for each symbol, by number; null where this driver has none.
pub static ORIGINALS: [AtomicPtr<c_void>; SYMBOL_COUNT] =
    [const { AtomicPtr::new(std::ptr::null_mut()) }; SYMBOL_COUNT];

/// Symbols, sorted by the address of the driver's function.
static BY_ADDRESS: OnceLock<Vec<(usize, usize)>> = OnceLock::new();

/// Looks all functions up in the real driver. False when that exports none.
///
/// # Safety
/// `library` is a handle of the real driver that is never closed.
pub unsafe fn load(library: *mut c_void) -> bool {
    if let Some(known) = BY_ADDRESS.get() {
        return !known.is_empty();
    }
    let mut by_address = Vec::with_capacity(SYMBOL_COUNT);
    for (number, symbol) in SYMBOLS.iter().enumerate() {
        // SAFETY: an open library and a C string.
        let function = unsafe { libc::dlsym(library, symbol.symbol.as_ptr()) };
        ORIGINALS[number].store(function, Ordering::Release);
        if !function.is_null() {
            by_address.push((function as usize, number));
        }
    }
    by_address.sort_unstable();
    let any = !by_address.is_empty();
    let _ = BY_ADDRESS.set(by_address);
    any
}

/// Symbols of the function at `address`: several if the driver has one function under several names.
pub fn symbols_at(address: usize) -> impl Iterator<Item = usize> {
    let all = BY_ADDRESS.get().map_or(&[][..], Vec::as_slice);
    let start = all.partition_point(|(at, _)| *at < address);
    all[start..].iter().take_while(move |(at, _)| *at == address).map(|(_, number)| *number)
}

/// All functions of the driver: address and symbol, by address.
pub fn by_address() -> &'static [(usize, usize)] {
    BY_ADDRESS.get().map_or(&[], Vec::as_slice)
}

/// The probe's functions in place of the driver's, by the symbol's number.
static WRAPPERS: OnceLock<&'static [Wrapper; SYMBOL_COUNT]> = OnceLock::new();

/// A function's address, in a form that a static may hold.
#[derive(Clone, Copy)]
pub struct Wrapper(pub *const c_void);
// SAFETY: an address of code.
unsafe impl Sync for Wrapper {}
// SAFETY: as above.
unsafe impl Send for Wrapper {}

/// Takes the wrappers, before anything else is done in the library.
pub fn set_wrappers(wrappers: &'static [Wrapper; SYMBOL_COUNT]) {
    let _ = WRAPPERS.set(wrappers);
}

/// The wrapper of a symbol; null before there are any.
pub fn wrapper(symbol: usize) -> *mut c_void {
    WRAPPERS.get().map_or(std::ptr::null_mut(), |wrappers| wrappers[symbol].0.cast_mut())
}

macro_rules! driver {
    ($([$number:literal $id:literal $symbol:ident ($($argument:ident: $type:ty),*) -> $result:ty])*) => {$(
        /// As NVIDIA documents it; `CUDA_ERROR_NOT_FOUND` if the driver has no such function.
        ///
        /// # Safety
        /// As the documentation says about the arguments.
        // All functions are here, though the probe needs only some.
        #[allow(non_snake_case, clippy::too_many_arguments, dead_code)]
        #[inline]
        pub unsafe fn $symbol($($argument: $type),*) -> $result {
            let original = ORIGINALS[$number].load(Ordering::Acquire);
            if original.is_null() {
                return CUDA_ERROR_NOT_FOUND;
            }
            // SAFETY: what the driver exports under that name has this signature.
            let original: unsafe extern "C-unwind" fn($($type),*) -> $result = unsafe { std::mem::transmute(original) };
            // SAFETY: passed on to the caller.
            unsafe { original($($argument),*) }
        }
    )*};
}
for_each_symbol!(driver);
