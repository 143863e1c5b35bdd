//! The buffer functions that the program has registered with CUPTI.

use super::cupti;
use cuda_sys::*;
use std::sync::atomic::{AtomicUsize, Ordering};

static REQUESTED: AtomicUsize = AtomicUsize::new(0);
/// It gets the buffers that are not the probe's.
static COMPLETED: AtomicUsize = AtomicUsize::new(0);

/// The program registers functions.
pub fn set(requested: CUpti_BuffersCallbackRequestFunc, completed: CUpti_BuffersCallbackCompleteFunc) {
    REQUESTED.store(requested.map_or(0, |f| f as usize), Ordering::Release);
    COMPLETED.store(completed.map_or(0, |f| f as usize), Ordering::Release);
}

/// None are known any more.
pub fn forget() {
    set(None, None);
}

/// Has CUPTI use them again, if there are any.
pub fn restore() {
    let (requested, completed) = (REQUESTED.load(Ordering::Acquire), COMPLETED.load(Ordering::Acquire));
    if completed == 0 {
        return;
    }
    // SAFETY: the program registered them as such functions.
    let (requested, completed) = unsafe {
        (
            std::mem::transmute::<usize, CUpti_BuffersCallbackRequestFunc>(requested),
            std::mem::transmute::<usize, CUpti_BuffersCallbackCompleteFunc>(completed),
        )
    };
    cupti::register(requested, completed);
}

/// Handles a buffer that is not the probe's: it is the program's.
///
/// # Safety
/// What CUPTI passed to its function for completed buffers.
pub unsafe fn pass_on(context: CUcontext, stream: u32, buffer: *mut u8, size: usize, valid: usize) {
    type Completed = unsafe extern "C" fn(CUcontext, u32, *mut u8, usize, usize);
    let function = COMPLETED.load(Ordering::Acquire);
    if function != 0 {
        // SAFETY: the program registered it as such a function.
        unsafe { std::mem::transmute::<usize, Completed>(function)(context, stream, buffer, size, valid) };
    }
}
