//! Ranges as a program marks them that has NVIDIA's headers of NVTX in it: a pointer for each function, which the tool fills that
//! `NVTX_INJECTION64_PATH` names. Without a tool, a call is a look at the pointer.

use anyhow::{Context, Result, ensure};
use std::ffi::{CStr, c_char, c_int, c_uint, c_void};
use std::hint::black_box;
use std::sync::OnceLock;
use std::sync::atomic::AtomicPtr;
use std::sync::atomic::Ordering::Relaxed;
use std::time::Instant;

/// `NVTX_CB_MODULE_CORE` and its size, and what two of its functions are (`NvtxCallbackIdCore`).
const CORE: c_int = 1;
const SIZE: usize = 16;
const PUSH: usize = 9;
const POP: usize = 11;

static FUNCTIONS: [AtomicPtr<c_void>; SIZE] = [const { AtomicPtr::new(std::ptr::null_mut()) }; SIZE];

/// Where each pointer is.
struct Table([*mut *mut c_void; SIZE]);
// SAFETY: addresses of atomics.
unsafe impl Send for Table {}
// SAFETY: as above.
unsafe impl Sync for Table {}
static TABLE: OnceLock<Table> = OnceLock::new();

#[repr(C)]
struct Callbacks {
    size: usize,
    function_table: unsafe extern "C" fn(c_int, *mut *const *mut *mut c_void, *mut c_uint) -> c_int,
}
static CALLBACKS: Callbacks = Callbacks { size: size_of::<Callbacks>(), function_table };

unsafe extern "C" fn function_table(
    module: c_int,
    table: *mut *const *mut *mut c_void,
    size: *mut c_uint,
) -> c_int {
    if module != CORE {
        return 0;
    }
    let all = TABLE.get_or_init(|| Table(std::array::from_fn(|at| FUNCTIONS[at].as_ptr())));
    // SAFETY: the tool's variables.
    unsafe { (*table, *size) = (all.0.as_ptr(), SIZE as c_uint) };
    1
}

unsafe extern "C" fn export_table(id: c_uint) -> *const c_void {
    if id == 1 { (&raw const CALLBACKS).cast() } else { std::ptr::null() }
}

/// Loads the tool, if there is one.
fn initialize() -> Result<()> {
    type Start = unsafe extern "C" fn(unsafe extern "C" fn(c_uint) -> *const c_void) -> c_int;
    let Some(path) = std::env::var_os("NVTX_INJECTION64_PATH") else { return Ok(()) };
    // SAFETY: a library that may be loaded into any program; its function has this signature.
    unsafe {
        let library = libloading::Library::new(&path).with_context(|| path.display().to_string())?;
        let start = *library.get::<Start>(b"InitializeInjectionNvtx2\0")?;
        ensure!(start(export_table) == 1, "{} is no tool for NVTX", path.display());
        std::mem::forget(library);
    }
    Ok(())
}

fn push(name: &CStr) {
    let function = FUNCTIONS[PUSH].load(Relaxed);
    if !function.is_null() {
        // SAFETY: the tool's `nvtxRangePushA`.
        unsafe {
            std::mem::transmute::<*mut c_void, unsafe extern "C" fn(*const c_char) -> c_int>(function)(
                name.as_ptr(),
            );
        }
    }
}

fn pop() {
    let function = FUNCTIONS[POP].load(Relaxed);
    if !function.is_null() {
        // SAFETY: the tool's `nvtxRangePop`.
        unsafe { std::mem::transmute::<*mut c_void, unsafe extern "C" fn() -> c_int>(function)() };
    }
}

/// ns per range, push and pop, within another one: the least of many short rounds, of which some are not interrupted.
pub fn ns_per_range(rounds: u64) -> Result<f64> {
    const RANGES: u32 = 1_000;
    initialize()?;
    let mut least = f64::INFINITY;
    push(c"step");
    for _ in 0..rounds {
        let start = Instant::now();
        for _ in 0..RANGES {
            push(black_box(c"aten::convolution"));
            pop();
        }
        least = least.min(start.elapsed().as_secs_f64() * 1e9 / f64::from(RANGES));
    }
    pop();
    Ok(least)
}
