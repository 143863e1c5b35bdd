//! Stream captures: operations on a captured stream go into a graph, not to the device.

use super::locks::within_limit;
use super::stream::Stream;
use crate::driver;
use cuda_sys::*;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

/// Streams with a capture that we saw begin and that is under way, and how many they are.
static STREAMS: Mutex<Vec<usize>> = Mutex::new(Vec::new());
static CAPTURES: AtomicUsize = AtomicUsize::new(0);
/// One was under way that we did not see begin: there may be more.
static UNSEEN: AtomicBool = AtomicBool::new(false);

/// A capture of a stream has begun.
pub fn begin(stream: Stream) {
    match within_limit(&STREAMS) {
        Some(mut streams) => {
            streams.push(number(stream));
            CAPTURES.store(streams.len(), Ordering::Relaxed);
        }
        // From now on the driver is asked each time.
        None => UNSEEN.store(true, Ordering::Relaxed),
    }
}

fn number(stream: Stream) -> usize {
    stream.own_handle().map_or(0, |handle| handle as usize)
}

/// Runs `end`, which may end the capture of a stream. Its result does not say whether it has: from the wrong thread, or
/// for a stream that is not captured, the call fails and captures go on; a capture that had failed ends with an error.
pub fn ending(stream: Stream, end: impl FnOnce() -> CUresult) -> CUresult {
    let before = status(stream);
    let result = end();
    if before != CU_STREAM_CAPTURE_STATUS_NONE && status(stream) == CU_STREAM_CAPTURE_STATUS_NONE {
        let Some(mut streams) = within_limit(&STREAMS) else { return result };
        if let Some(at) = streams.iter().position(|known| *known == number(stream)) {
            streams.swap_remove(at);
        }
        CAPTURES.store(streams.len(), Ordering::Relaxed);
    }
    result
}

/// True when what is put on `stream` is captured.
#[inline]
pub fn is_captured(stream: Stream) -> bool {
    (CAPTURES.load(Ordering::Relaxed) != 0 || UNSEEN.load(Ordering::Relaxed)) && ask(stream)
}

/// True when what is put on `stream` is captured, also by a capture that began before an attach. Asks the driver each time.
#[cold]
pub fn ask(stream: Stream) -> bool {
    let captured = status(stream) == CU_STREAM_CAPTURE_STATUS_ACTIVE;
    if captured && CAPTURES.load(Ordering::Relaxed) == 0 {
        UNSEEN.store(true, Ordering::Relaxed);
    }
    captured
}

fn status(stream: Stream) -> CUstreamCaptureStatus {
    let mut status = CU_STREAM_CAPTURE_STATUS_NONE;
    // The legacy default stream cannot be captured; a thread's own one can.
    let Some(handle) = stream.own_handle() else { return status };
    // SAFETY: one of the program's streams, which it is using, and a live variable. Asking does not end a capture.
    match unsafe { driver::cuStreamIsCapturing(handle, &raw mut status) } {
        CUDA_SUCCESS => status,
        _ => CU_STREAM_CAPTURE_STATUS_NONE,
    }
}
