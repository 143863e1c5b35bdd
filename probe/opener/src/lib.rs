//! Has the Level Zero loader open zetop's layer where a DT_RPATH leads to Intel's, which comes before `LD_LIBRARY_PATH`: as in a
//! conda environment, whose loader has the layer beside it.
//!
//! A launch preloads this library into such a program, and into no other. It stands in for `dlopen`, and changes one name on the
//! way: that of the layer becomes the path of the probe, in this library's own folder. Everything else goes on to the real
//! function as it came, with the caller's return address, by which that one knows whose search path counts. The variable that
//! brought the library in is taken out of the environment before `main`, so no other program inherits it.
//!
//! It needs nothing but the C library: whatever else it brought along would be in the program before the program's own copy. So
//! it is built without `std`, which only a panic that aborts allows, and nothing here panics.

#![cfg_attr(panic = "abort", no_std)]

use core::cell::UnsafeCell;
use core::ffi::{CStr, c_char, c_int, c_void};
use core::sync::atomic::{AtomicBool, AtomicPtr, Ordering};

/// The file name under which zetop unpacks this library.
const OWN_FILE: &[u8] = b"libzetop_opener.so";
/// What the loader opens, and the probe's file name.
const LAYER: &CStr = c"libze_validation_layer.so.1";
const PRELOAD: &[u8] = b"LD_PRELOAD=";

/// What the real function is called with, and where it is: in the registers that a call returns its result in.
#[repr(C)]
struct Call {
    name: *const c_char,
    function: *mut c_void,
}

/// The dynamic linker's function of this name, by way of `choose`.
///
/// # Safety
/// `name` is null or ends in a NUL, as `dlopen` asks.
#[cfg(target_arch = "x86_64")]
// SAFETY: the name is the one that programs call; the body keeps what the ABI says a function keeps, and ends in a jump.
#[unsafe(naked)]
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dlopen(name: *const c_char, flags: c_int) -> *mut c_void {
    core::arch::naked_asm!(
        "endbr64",
        "push rsi",
        "call {choose}",
        "pop rsi",
        "mov rdi, rax",
        "jmp rdx",
        choose = sym choose,
    )
}

/// The dynamic linker's function of this name, by way of [`choose`].
///
/// # Safety
/// `name` is null or ends in a NUL, as `dlopen` asks.
#[cfg(target_arch = "aarch64")]
// SAFETY: the name is the one that programs call; the body keeps what the ABI says a function keeps, and ends in a jump.
#[unsafe(naked)]
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dlopen(name: *const c_char, flags: c_int) -> *mut c_void {
    core::arch::naked_asm!(
        "stp x1, x30, [sp, #-16]!",
        "bl {choose}",
        "mov x16, x1",
        "ldp x1, x30, [sp], #16",
        "br x16",
        choose = sym choose,
    )
}

/// Decides what is opened.
extern "C" fn choose(name: *const c_char) -> Call {
    static REAL: AtomicPtr<c_void> = AtomicPtr::new(core::ptr::null_mut());
    let mut function = REAL.load(Ordering::Relaxed);
    if function.is_null() {
        // SAFETY: a name that ends in a NUL.
        function = unsafe { libc::dlsym(libc::RTLD_NEXT, c"dlopen".as_ptr()) };
        if function.is_null() {
            function = cannot_open as *mut c_void;
        }
        REAL.store(function, Ordering::Relaxed);
    }
    // SAFETY: the caller of `dlopen` promises a name that ends in a NUL, or none.
    let is_layer = !name.is_null() && unsafe { libc::strcmp(name, LAYER.as_ptr()) } == 0;
    let probe = if is_layer { PROBE.get() } else { None };
    Call { name: probe.unwrap_or(name), function }
}

/// Takes the place of a `dlopen` that cannot be found.
extern "C" fn cannot_open(_name: *const c_char, _flags: c_int) -> *mut c_void {
    core::ptr::null_mut()
}

/// The path of the probe.
struct Probe {
    path: UnsafeCell<[u8; libc::PATH_MAX as usize]>,
    is_known: AtomicBool,
}

// SAFETY: the path is written once, before it is known, and only read from then on.
unsafe impl Sync for Probe {}

static PROBE: Probe =
    Probe { path: UnsafeCell::new([0; libc::PATH_MAX as usize]), is_known: AtomicBool::new(false) };

impl Probe {
    /// `None` when it is gone, as it is after zetop's end.
    fn get(&self) -> Option<*const c_char> {
        let path = self.path.get().cast::<c_char>();
        // SAFETY: once it is known, the path ends in a NUL.
        let is_there = || unsafe { libc::access(path, libc::R_OK) } == 0;
        (self.is_known.load(Ordering::Acquire) && is_there()).then_some(path.cast_const())
    }

    /// Finds it in the folder of this library. Called once.
    fn find(&self) {
        // SAFETY: integers and pointers may be zero.
        let mut own: libc::Dl_info = unsafe { core::mem::zeroed() };
        // SAFETY: an address in this library, and a place for the answer.
        if unsafe { libc::dladdr(choose as *const c_void, &raw mut own) } == 0 || own.dli_fname.is_null() {
            return;
        }
        // SAFETY: the dynamic linker's own name of this library, which stays loaded.
        let Some(folder) = (unsafe { CStr::from_ptr(own.dli_fname) }).to_bytes().strip_suffix(OWN_FILE)
        else {
            return;
        };
        let name = LAYER.to_bytes_with_nul();
        // SAFETY: nobody reads it yet, and nobody else writes it.
        let path = unsafe { &mut *self.path.get() };
        if folder.len() + name.len() <= path.len() {
            for (to, from) in path.iter_mut().zip(folder.iter().chain(name)) {
                *to = *from;
            }
            self.is_known.store(true, Ordering::Release);
        }
    }
}

unsafe extern "C" {
    static mut environ: *mut *mut c_char;
}

/// Takes this library out of the variable by which it came. zetop has put it at the end.
fn leave_environment() {
    // SAFETY: initialisers run before `main`, one after the other: nobody else has the environment in hand.
    let mut entry = unsafe { environ };
    if entry.is_null() {
        return;
    }
    // SAFETY: the environment is an array that ends in a null pointer, of texts that end in a NUL and may be written.
    unsafe {
        while !(*entry).is_null() {
            let text = CStr::from_ptr(*entry).to_bytes();
            if let Some(libraries) = text.strip_prefix(PRELOAD)
                && libraries.ends_with(OWN_FILE)
            {
                match libraries.iter().rposition(|byte| b": ".contains(byte)) {
                    Some(end) => *(*entry).add(PRELOAD.len() + end) = 0,
                    None => remove(entry),
                }
                return;
            }
            entry = entry.add(1);
        }
    }
}

/// Moves up what follows an entry of the environment.
///
/// # Safety
/// `entry` is one, in an array that ends in a null pointer.
unsafe fn remove(mut entry: *mut *mut c_char) {
    // SAFETY: the caller's promise.
    unsafe {
        while !(*entry).is_null() {
            *entry = *entry.add(1);
            entry = entry.add(1);
        }
    }
}

extern "C" fn initialise() {
    PROBE.find();
    leave_environment();
}

// SAFETY: the dynamic linker calls what is in this section once, with arguments that may be ignored.
#[unsafe(link_section = ".init_array")]
#[used]
static INITIALISE: extern "C" fn() = initialise;

#[cfg(panic = "abort")]
#[panic_handler]
fn never(_: &core::panic::PanicInfo<'_>) -> ! {
    // SAFETY: ends the process; there is no panic to come here from.
    unsafe { libc::abort() }
}
