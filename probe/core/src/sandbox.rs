//! Programs that filter their system calls (seccomp). A filter that kills would end them for a call that they do not make by
//! themselves, so the probe makes none on their threads that could surprise one:
//!
//! - set up at a launch, it looks first, by the calls that the loader has just made to load it, and stays out where the
//!   program has filters already;
//! - memory for the next threads and functions is there before it is needed (`shared.rs`, [`zetop_wire::provision`]);
//! - a thread is started only just after zetop has looked, from outside, and found no filters;
//! - from when zetop has found some, nothing is asked of the kernel at all.
//!
//! What this can't prevent is listed in `docs/src/footprint.md`, under "System calls".

use crate::clock;
use std::ffi::CStr;
use std::ptr::null_mut;
use std::sync::atomic::{AtomicBool, AtomicPtr, AtomicU64, Ordering};
use zetop_wire::filters::Filters;
use zetop_wire::layout::Process;
use zetop_wire::session::FILTERS_VAR;

/// Known for good: filters are never taken off.
static FILTERED: AtomicBool = AtomicBool::new(false);

/// Where zetop says what it has found. In a forked child, before its own: its parent's.
static PROCESS: AtomicPtr<Process> = AtomicPtr::new(null_mut());

/// zetop says it there from now on.
pub fn listen(process: &'static Process) {
    PROCESS.store(std::ptr::from_ref(process).cast_mut(), Ordering::Release);
}

/// The file of this process. In a forked child, before it has its own: its parent's.
pub fn process() -> Option<&'static Process> {
    // SAFETY: null or what `listen` was given.
    unsafe { PROCESS.load(Ordering::Acquire).as_ref() }
}

/// The program is known to filter its system calls.
#[must_use]
pub fn is_filtered() -> bool {
    if FILTERED.load(Ordering::Relaxed) {
        return true;
    }
    let told = process().is_some_and(|process| process.filtered.load(Ordering::Relaxed) != 0);
    if told {
        FILTERED.store(true, Ordering::Relaxed);
    }
    told
}

/// The program had filters of its own before it came to us. In a forked child: or its parent had.
pub fn was_filtered_before() -> bool {
    if is_filtered() {
        return true;
    }
    let zetops = std::env::var(FILTERS_VAR).map(|text| Filters::from_text(&text)).unwrap_or_default();
    // Where that can't be read, nobody knows.
    let filtered = own().is_some_and(|own| own.exceeds(zetops));
    FILTERED.store(filtered, Ordering::Relaxed);
    filtered
}

/// This thread's filters. By open, read and close as the dynamic linker uses them, and nothing else.
fn own() -> Option<Filters> {
    const STATUS: &CStr = c"/proc/thread-self/status";
    // Not on the stack, of which the program's thread may have little.
    let mut text = vec![0_u8; 8192];
    // SAFETY: a C string; a descriptor of the probe's, and a buffer of that length.
    let length = unsafe {
        let file = libc::open(STATUS.as_ptr(), libc::O_RDONLY | libc::O_CLOEXEC);
        if file == -1 {
            return None;
        }
        let length = libc::read(file, text.as_mut_ptr().cast(), text.len());
        libc::close(file);
        length
    };
    let text = text.get(..usize::try_from(length).ok()?)?;
    Some(Filters::read(&String::from_utf8_lossy(text)))
}

/// How long there must have been calls for a thread before one is asked for: what a program does before it locks itself in
/// is mostly shorter, and what ends soon needs none.
const PATIENCE_NS: u64 = 20_000_000;
/// When that began; 0 before.
static WANTED_AT: AtomicU64 = AtomicU64::new(0);
/// When the last question was asked, CLOCK_MONOTONIC_RAW, ns.
static ASKED_AT: AtomicU64 = AtomicU64::new(0);
/// How long an answer is good for, from the question on: zetop answers four to ten times a second.
const GOOD_NS: u64 = 500_000_000;

/// Whether a thread may be started in the program now. Where nobody knows, zetop is asked: the answer is for a later call.
#[must_use]
pub fn may_start_thread() -> bool {
    let Some(process) = process() else { return false };
    let (asked, allowed) = (process.asked.load(Ordering::Relaxed), process.allowed.load(Ordering::Acquire));
    if asked != allowed || is_filtered() {
        return false;
    }
    let now = clock::raw_ns();
    if asked != 0 && now.saturating_sub(ASKED_AT.load(Ordering::Relaxed)) < GOOD_NS {
        return true;
    }
    if WANTED_AT.load(Ordering::Relaxed) == 0 {
        WANTED_AT.store(now, Ordering::Relaxed);
    }
    if now.saturating_sub(WANTED_AT.load(Ordering::Relaxed)) < PATIENCE_NS {
        return false;
    }
    ASKED_AT.store(now, Ordering::Relaxed);
    process.asked.store(asked.wrapping_add(1).max(1), Ordering::Release);
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn this_process_is_as_its_parent() {
        let status = std::fs::read_to_string("/proc/thread-self/status").unwrap();
        assert_eq!(own(), Some(Filters::read(&status)));
    }
}
