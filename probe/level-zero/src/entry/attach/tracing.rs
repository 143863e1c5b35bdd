//! The fallback if the tables are not found: the loader's own tracing layer (loaders from 1.15.8 on).
//!
//! It shows the ze and zer functions, only after the call, and costs several allocations per call. So host calls are
//! counted, and operations submitted to a device are counted but not timed.
//!
//! Traps seen: before the first initialisation the layer can be switched on but no tracer made, and its counter is
//! wrong from then on; a second initialisation silently switches it off.

mod callbacks;

use super::tables::Wanted;
use crate::driver::ORIGINALS;
use crate::timing;
use callbacks::{CALLBACKS, before};
use level_zero_sys::{FUNCTIONS, ZE_RESULT_ERROR_UNINITIALIZED, ZE_RESULT_SUCCESS, ze_result_t};
use std::ffi::{CString, c_void};
use std::sync::Mutex;
use std::sync::atomic::Ordering;

type Handle = *mut c_void;
type Switch = unsafe extern "C" fn() -> ze_result_t;
type Create = unsafe extern "C" fn(*const TracerDesc, *mut Handle) -> ze_result_t;
type SetEnabled = unsafe extern "C" fn(Handle, u8) -> ze_result_t;
type Register = unsafe extern "C" fn(Handle, u32, *const c_void) -> ze_result_t;

/// `zel_tracer_desc_t` of `layers/zel_tracing_api.h`.
#[repr(C)]
struct TracerDesc {
    stype: u32,
    next: *const c_void,
    user_data: *mut c_void,
}
/// `ZEL_STRUCTURE_TYPE_TRACER_DESC`.
const TRACER_DESC: u32 = 1;
/// `ZEL_REGISTER_PROLOGUE`, `ZEL_REGISTER_EPILOGUE`.
const PROLOGUE: u32 = 0;
const EPILOGUE: u32 = 1;

/// Our tracer. There is one per process, which every attach reuses: destroying a tracer waits for all calls
/// in progress, which may be long waits of the program.
struct Tracer {
    handle: Handle,
    wanted: Wanted,
    enable: Switch,
    disable: Switch,
    set_enabled: SetEnabled,
}
// SAFETY: a handle and functions of the loader, which any thread may use.
unsafe impl Send for Tracer {}

static TRACER: Mutex<Option<Tracer>> = Mutex::new(None);

/// Switches the layer on with a tracer of the probe's. False when the loader has none, or no call comes through.
pub fn start(wanted: Wanted) -> bool {
    let Ok(mut slot) = TRACER.lock() else { return false };
    for table in &wanted.tables {
        for (id, function) in FUNCTIONS.iter().enumerate().filter(|(_, f)| f.table == table.getter) {
            let entry = table.entries.get(function.index).map_or(0, |entry| entry.pointer);
            let original = &ORIGINALS[id];
            if entry != 0 && original.load(Ordering::Acquire).is_null() {
                original.store(entry as *mut c_void, Ordering::Release);
            }
        }
    }
    let tracer = match slot.take() {
        Some(tracer) => {
            // SAFETY: the loader's function.
            unsafe { (tracer.enable)() };
            tracer
        }
        None => match Tracer::new(wanted) {
            Some(tracer) => tracer,
            None => return false,
        },
    };
    let tracer = slot.insert(tracer);
    // SAFETY: the loader's function, with its own handle.
    unsafe { (tracer.set_enabled)(tracer.handle, 1) };
    timing::count_only(true);
    if !tracer.is_on() {
        tracer.stop();
        return false;
    }
    true
}

/// Switches it off again.
pub fn stop() {
    if timing::counts_only()
        && let Ok(slot) = TRACER.lock()
        && let Some(tracer) = slot.as_ref()
    {
        tracer.stop();
    }
}

/// Switches the layer on again if an initialisation has switched it off. True if it had.
pub fn switch_on_again() -> bool {
    let Ok(slot) = TRACER.lock() else { return false };
    let Some(tracer) = slot.as_ref().filter(|tracer| timing::counts_only() && !tracer.is_on()) else {
        return false;
    };
    // SAFETY: the loader's functions. Off and on, since its counter still says that it is on.
    unsafe {
        (tracer.disable)();
        (tracer.enable)();
    }
    true
}

impl Tracer {
    fn new(wanted: Wanted) -> Option<Self> {
        let find = |name: &str| Some(wanted.symbol(&CString::new(name).ok()?)).filter(|p| !p.is_null());
        // SAFETY: the loader's functions with the names have the signatures (layers/zel_tracing_api.h,
        // loader/ze_loader.h).
        let (enable, disable, create, set_enabled) = unsafe {
            (
                std::mem::transmute::<Handle, Switch>(find("zelEnableTracingLayer")?),
                std::mem::transmute::<Handle, Switch>(find("zelDisableTracingLayer")?),
                std::mem::transmute::<Handle, Create>(find("zelTracerCreate")?),
                std::mem::transmute::<Handle, SetEnabled>(find("zelTracerSetEnabled")?),
            )
        };
        let desc = TracerDesc { stype: TRACER_DESC, next: std::ptr::null(), user_data: std::ptr::null_mut() };
        let mut handle = std::ptr::null_mut();
        // SAFETY: the loader's functions; the results go into live variables.
        let result = unsafe {
            if enable() != ZE_RESULT_SUCCESS {
                return None;
            }
            let mut result = create(&raw const desc, &raw mut handle);
            if result == ZE_RESULT_ERROR_UNINITIALIZED {
                // Somebody switched it on before the first initialisation.
                disable();
                enable();
                result = create(&raw const desc, &raw mut handle);
            }
            result
        };
        if result != ZE_RESULT_SUCCESS || handle.is_null() {
            // SAFETY: the loader's function.
            unsafe { disable() };
            return None;
        }
        for (id, function) in FUNCTIONS.iter().enumerate() {
            let short = match function.family {
                "ze" | "zer" => &function.name[function.family.len()..],
                _ => continue,
            };
            // Functions that are newer than the loader have none.
            let Some(register) = find(&format!("zelTracer{short}RegisterCallback")) else { continue };
            // SAFETY: as above; a callback of this function's, and one that fits all.
            unsafe {
                let register = std::mem::transmute::<Handle, Register>(register);
                register(handle, PROLOGUE, before as *const c_void);
                register(handle, EPILOGUE, CALLBACKS[id].cast_mut());
            }
        }
        Some(Self { handle, wanted, enable, disable, set_enabled })
    }

    /// Makes a harmless call through the loader, and checks whether the tracer saw it.
    fn is_on(&self) -> bool {
        callbacks::sees(|| self.wanted.call_driver_get())
    }

    fn stop(&self) {
        timing::count_only(false);
        // SAFETY: the loader's functions, with its own handle.
        unsafe {
            (self.set_enabled)(self.handle, 0);
            (self.disable)();
        }
    }
}
