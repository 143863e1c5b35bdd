//! `--cold`: before a launch of a kernel that the user chose, a memset of the probe's fills device memory of the size of the
//! second-level cache, in the same stream, so that the kernel finds nothing of its data there.
//!
//! The memset is made by the driver's function: it is none of the program's operations. Its record is known by its
//! length and value, and dropped. What the kernel found in the caches is noted with its launch, and goes into its class
//! when its record comes.

use super::captures;
use super::flushes::{Memory, NotFlushed, VALUE};
use super::locks::within_limit;
use super::side::{Side, name as name_id, side};
use super::state;
use super::stream::Stream;
use crate::driver;
use cuda_sys::*;
use std::collections::hash_map::Entry;
use std::ffi::c_int;
use std::sync::atomic::Ordering;
use zetop_probe_core::cold::Choice;
use zetop_wire::layout::FLUSHED;

/// To be called before a launch: flushes the caches if that is wanted. What the kernel will find in them, as its class
/// has it. `name` gives the kernel's name.
#[inline]
pub fn prepare(stream: Stream, name: impl FnOnce() -> Option<String>) -> u8 {
    match side().filter(|side| side.chosen.load(Ordering::Relaxed)) {
        Some(side) => zetop_probe_core::guard::quietly(|| flush_if_named(side, stream, name())).unwrap_or(0),
        None => 0,
    }
}

/// What a kernel of this name finds in the caches that a graph launches.
pub fn in_graph(text: &str) -> u8 {
    let Some(side) = side().filter(|side| side.chosen.load(Ordering::Relaxed)) else { return 0 };
    let name = name_id(text);
    let chosen = within_limit(&side.cold).is_some_and(|mut cold| cold.matches(name, || Some(text)));
    if chosen { NotFlushed::Graph.as_caches() } else { 0 }
}

fn flush_if_named(side: &Side, stream: Stream, name: Option<String>) -> u8 {
    match name {
        Some(name) => flush_if_chosen(side, stream, &name),
        None if within_limit(&side.cold)
            .is_some_and(|cold| cold.choice.as_ref().is_some_and(Choice::is_all)) =>
        {
            flush_if_chosen(side, stream, "(unknown kernel)")
        }
        // Its record will tell whether it was chosen.
        None if state::is_timing() => NotFlushed::NoName.as_caches(),
        None => 0,
    }
}

fn flush_if_chosen(side: &Side, stream: Stream, text: &str) -> u8 {
    if !state::is_timing() {
        let name = name_id(text);
        let chosen = within_limit(&side.cold).is_some_and(|mut cold| cold.matches(name, || Some(text)));
        return if chosen { NotFlushed::NoTimes.as_caches() } else { 0 };
    }
    // Its record, one for each launch of the graph, says the rest.
    if captures::ask(stream) {
        return 0;
    }
    let (name, place) = (name_id(text), CurrentContext::current());
    {
        let Some(mut cold) = within_limit(&side.cold) else { return 0 };
        let turn = |choice: &mut Choice| {
            choice.matches(name, || Some(text)) && choice.takes_turn(name, place.device)
        };
        if !cold.choice.as_mut().is_some_and(turn) {
            return 0;
        }
    }
    // Without the lock: this asks the driver.
    if !place.is_streams(stream) {
        return NotFlushed::Elsewhere.as_caches();
    }
    let (key, memory) = {
        let Some(mut cold) = within_limit(&side.cold) else { return NotFlushed::NoMemory.as_caches() };
        let key = (place.context, cold.choice.as_ref().and_then(|choice| choice.bytes));
        let known = match cold.memory.entry(key) {
            Entry::Occupied(known) => Some(*known.get()),
            Entry::Vacant(free) => {
                free.insert(Memory::Expected);
                None
            }
        };
        (key, known)
    };
    // These do, too.
    let memory = memory.filter(|memory| memory.is_still_there()).unwrap_or_else(|| {
        let made = place.allocate(key.1).unwrap_or_else(Memory::Refused);
        if let Some(mut cold) = within_limit(&side.cold) {
            cold.memory.insert(key, made);
        }
        made
    });
    match memory {
        Memory::Ready { at, bytes, .. } => fill(side, stream, at, bytes),
        Memory::Refused(why) => why.as_caches(),
        Memory::Expected => NotFlushed::NoMemory.as_caches(),
    }
}

fn fill(side: &Side, stream: Stream, at: CUdeviceptr, bytes: usize) -> u8 {
    let length = bytes as u64;
    // Before the call, since the record may come at once.
    let Some(mut cold) = within_limit(&side.cold) else { return NotFlushed::Refused.as_caches() };
    *cold.in_flight.entry(length).or_default() += 1;
    drop(cold);
    let handle = stream.own_handle().unwrap_or(stream.handle);
    // SAFETY: memory of the probe's, of that many bytes and of the current context, which is the stream's as well. The stream is
    // one that the program is about to use.
    let result = unsafe { driver::cuMemsetD8Async(at, VALUE, bytes, handle) };
    if result == CUDA_SUCCESS {
        return FLUSHED;
    }
    if let Some(mut cold) = within_limit(&side.cold)
        && let Some(count) = cold.in_flight.get_mut(&length)
    {
        *count = count.saturating_sub(1);
    }
    NotFlushed::Refused.as_caches()
}

impl Memory {
    fn is_still_there(&self) -> bool {
        match *self {
            Self::Ready { at, number, .. } => number_of(at) == Some(number),
            Self::Expected | Self::Refused(_) => true,
        }
    }
}

/// The number of an allocation, which is given once in a process.
fn number_of(at: CUdeviceptr) -> Option<u64> {
    let mut number = 0_u64;
    // SAFETY: any address may be asked about; a live variable of the attribute's type.
    let result = unsafe {
        driver::cuPointerGetAttribute((&raw mut number).cast(), CU_POINTER_ATTRIBUTE_BUFFER_ID, at)
    };
    (result == CUDA_SUCCESS).then_some(number)
}

/// Where the calling thread's work goes.
struct CurrentContext {
    context: usize,
    device: usize,
}

impl CurrentContext {
    fn current() -> Self {
        let (mut context, mut device): (CUcontext, c_int) = (std::ptr::null_mut(), 0);
        // SAFETY: live variables.
        unsafe {
            driver::cuCtxGetCurrent(&raw mut context);
            driver::cuCtxGetDevice(&raw mut device);
        }
        Self { context: context as usize, device: usize::try_from(device).unwrap_or(0) }
    }

    /// Whether a stream is of the current context. A kernel that belongs to no context is launched in its stream's
    /// (`cuLaunchKernel` on `CUkernel`), where memory of the current one may not be reached.
    fn is_streams(&self, stream: Stream) -> bool {
        let Some(handle) = stream.own_handle() else { return true };
        let mut context: CUcontext = std::ptr::null_mut();
        // SAFETY: a stream that the program is about to use, and a live variable.
        let result = unsafe { driver::cuStreamGetCtx(handle, &raw mut context) };
        result == CUDA_SUCCESS && context as usize == self.context
    }

    /// Memory for flushes in the current context: `bytes`, or as much as the cache has.
    fn allocate(&self, bytes: Option<u64>) -> Result<Memory, NotFlushed> {
        let device = self.device as CUdevice;
        let (mut cache, mut whole): (c_int, usize) = (0, 0);
        // SAFETY: live variables, and a device that the driver has named.
        unsafe {
            driver::cuDeviceGetAttribute(&raw mut cache, CU_DEVICE_ATTRIBUTE_L2_CACHE_SIZE, device);
            driver::cuDeviceTotalMem_v2(&raw mut whole, device);
        }
        let cache = u64::try_from(cache).ok().filter(|bytes| *bytes > 0);
        let bytes = bytes.or(cache).ok_or(NotFlushed::NoCacheSize)?;
        let bytes = usize::try_from(bytes).map_err(|_| NotFlushed::NoMemory)?;
        // The probe takes no memory that the program needs.
        if bytes == 0 || whole > 0 && bytes > whole / 2 {
            return Err(NotFlushed::NoMemory);
        }
        // While another stream is captured, an allocation would be refused and end the capture, unless this thread says
        // that it knows what it does.
        let (mut mode, mut at) = (CU_STREAM_CAPTURE_MODE_RELAXED, 0);
        // SAFETY: live variables. The thread gets back the mode that it had.
        let result = unsafe {
            driver::cuThreadExchangeStreamCaptureMode(&raw mut mode);
            let result = driver::cuMemAlloc_v2(&raw mut at, bytes);
            driver::cuThreadExchangeStreamCaptureMode(&raw mut mode);
            result
        };
        if result != CUDA_SUCCESS {
            return Err(NotFlushed::NoMemory);
        }
        // It stays until its context ends: to free it would wait for all of the device's work.
        number_of(at).map(|number| Memory::Ready { at, bytes, number }).ok_or(NotFlushed::NoMemory)
    }
}
