//! Starts and stops CUPTI's activity records, and takes them out of the buffers that it fills.
//!
//! Each call of CUPTI's is made [unless the process ends](ending::unless_ending): its exit handlers take CUPTI down.

use super::locks::while_it_runs;
use super::untimed::Untimed;
use super::{cupti, find_cupti, program_buffers, records};
use cuda_sys::*;
use std::sync::{Mutex, Once};
use zetop_probe_core::{ending, guard, runtime};

/// Loads CUPTI, if it is not loaded yet. True if it was in the process before us.
pub fn load() -> Result<bool, Untimed> {
    if find_cupti::another_profiler() {
        return Err(Untimed::OtherProfiler);
    }
    if !cupti::library().is_null() {
        return Ok(true);
    }
    let (library, was_there) = find_cupti::open().ok_or(Untimed::NoCupti)?;
    // SAFETY: just opened, and never closed.
    unsafe { cupti::load(library) };
    Ok(was_there)
}

/// Starts it.
pub fn enable() -> bool {
    static FIRST: Once = Once::new();
    let start = || cupti::register(Some(requested), Some(completed)) && cupti::enable();
    let started = ending::unless_ending(start).unwrap_or(false);
    // CUPTI has its own exit handlers in place by now, whether from its start or from its first use on.
    if started {
        FIRST.call_once(runtime::ends_first);
    }
    started
}

/// Takes what has completed, and stops it.
pub fn stop() {
    ending::unless_ending(|| {
        flush(true);
        cupti::disable();
        flush(true);
    });
}

/// Takes the records of what has completed. Waits for no operation.
pub fn collect() {
    ending::unless_ending(|| {
        cupti::read_clock();
        flush(false);
    });
}

/// Takes the records when the process is about to end, before CUPTI's own exit handlers: for one thread, when no other is
/// inside.
pub fn collect_at_the_end() {
    cupti::read_clock();
    flush(false);
}

fn flush(all: bool) {
    cupti::flush(all);
    records::sorted();
}

/// Bytes of a buffer: some 5,000 records.
const BUFFER: usize = 1 << 20;
/// Buffers that are kept for the next time.
const SPARE: usize = 8;
static BUFFERS: Mutex<Buffers> = Mutex::new(Buffers { free: Vec::new(), given: Vec::new() });

struct Buffers {
    free: Vec<usize>,
    /// The buffers that CUPTI has. They are few, so a list will do.
    given: Vec<usize>,
}

fn layout() -> std::alloc::Layout {
    const { assert!(BUFFER.is_power_of_two()) };
    // A power of two, and CUPTI asks for an alignment of 8.
    std::alloc::Layout::from_size_align(BUFFER, 64).unwrap_or(std::alloc::Layout::new::<u64>())
}

/// CUPTI asks for a buffer.
unsafe extern "C" fn requested(buffer: *mut *mut u8, size: *mut usize, max_records: *mut usize) {
    let mut buffers = while_it_runs(&BUFFERS);
    let spare = buffers.as_mut().and_then(|buffers| buffers.free.pop());
    // SAFETY: a layout with a size above zero; null means that there is no memory, which CUPTI accepts. The
    // three pointers are CUPTI's variables.
    unsafe {
        let memory = match (&mut buffers, spare) {
            (_, Some(spare)) => spare as *mut u8,
            (Some(_), None) => std::alloc::alloc(layout()),
            (None, None) => std::ptr::null_mut(),
        };
        if let Some(buffers) = buffers.as_mut().filter(|_| !memory.is_null()) {
            buffers.given.push(memory as usize);
        }
        *buffer = memory;
        *size = if memory.is_null() { 0 } else { BUFFER };
        *max_records = 0;
    }
}

/// CUPTI gives a buffer back.
unsafe extern "C" fn completed(context: CUcontext, stream: u32, buffer: *mut u8, size: usize, valid: usize) {
    if buffer.is_null() {
        return;
    }
    let ours = {
        // The process ends: what is in it counts as not seen.
        let Some(mut buffers) = while_it_runs(&BUFFERS) else { return };
        let at = buffers.given.iter().position(|given| *given == buffer as usize);
        at.map(|at| buffers.given.swap_remove(at)).is_some()
    };
    if !ours {
        // SAFETY: what CUPTI passed.
        unsafe { program_buffers::pass_on(context, stream, buffer, size, valid) };
        return;
    }
    guard::quietly(|| {
        // SAFETY: CUPTI's promise.
        unsafe { records::take(buffer, valid) };
        let dropped = cupti::dropped(context, stream);
        if dropped > 0 {
            records::dropped(dropped);
        }
    });
    let Some(mut buffers) = while_it_runs(&BUFFERS) else { return };
    if buffers.free.len() < SPARE {
        buffers.free.push(buffer as usize);
    } else {
        // SAFETY: `requested` allocated it with this layout.
        unsafe { std::alloc::dealloc(buffer, layout()) };
    }
}
