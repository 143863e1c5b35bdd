//! Stream captures: operations on a captured stream go into a graph, not to the device.

use crate::driver;
use cuda_sys::*;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Captures that are under way.
static CAPTURES: AtomicUsize = AtomicUsize::new(0);

pub fn begin() {
    CAPTURES.fetch_add(1, Ordering::Relaxed);
}

/// One that began before an attach was not counted.
pub fn end() {
    let _ = CAPTURES.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |n| n.checked_sub(1));
}

/// True when the operation just put on `stream` was captured.
#[inline]
pub fn is_captured(stream: CUstream) -> bool {
    CAPTURES.load(Ordering::Relaxed) != 0 && ask(stream)
}

#[cold]
fn ask(stream: CUstream) -> bool {
    // The default stream cannot be captured.
    if stream.is_null() {
        return false;
    }
    let mut status = CU_STREAM_CAPTURE_STATUS_NONE;
    // SAFETY: one of the program's streams, which it has just used, and a live variable. Asking does not end
    // a capture.
    let result = unsafe { driver::cuStreamIsCapturing(stream, &raw mut status) };
    result == CUDA_SUCCESS && status == CU_STREAM_CAPTURE_STATUS_ACTIVE
}
