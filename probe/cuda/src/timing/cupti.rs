//! CUPTI's functions, and its clock. Activity records are asked for, one for each kernel, copy and set, with its times, and
//! nothing else; host calls from CUPTI would cost several times as much as our wrappers.

use super::host_clock;
use super::locks::lock;
use cuda_sys::*;
use std::ffi::{c_char, c_void};
use std::sync::Mutex;
use std::sync::atomic::{AtomicPtr, AtomicU32, Ordering};
use zetop_probe_core::{clock, ending};

/// The kinds of records that we enable. Kernels of graphs have a record each.
const KINDS: [CUpti_ActivityKind; 4] = [
    CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL,
    CUPTI_ACTIVITY_KIND_MEMCPY,
    CUPTI_ACTIVITY_KIND_MEMCPY2,
    CUPTI_ACTIVITY_KIND_MEMSET,
];

macro_rules! functions {
    ($([$name:ident ($($argument:ident: $type:ty),*) -> $result:ty])*) => {
        /// CUPTI's functions, as far as this one has them.
        #[allow(non_snake_case, dead_code)]
        pub struct Cupti {
            $(pub $name: Option<unsafe extern "C" fn($($type),*) -> $result>),*
        }

        impl Cupti {
            /// # Safety
            /// `library` is a handle of a CUPTI that is never closed.
            unsafe fn new(library: *mut c_void) -> Self {
                Self { $(
                    // SAFETY: the caller's promise; a function of that name has this signature.
                    $name: unsafe {
                        let function = libc::dlsym(library, concat!(stringify!($name), "\0").as_ptr().cast::<c_char>());
                        std::mem::transmute::<*mut c_void, Option<unsafe extern "C" fn($($type),*) -> $result>>(function)
                    }
                ),* }
            }
        }
    };
}
for_each_cupti_function!(functions);

static LOADED: AtomicPtr<Cupti> = AtomicPtr::new(std::ptr::null_mut());
/// Its version, as it says.
static VERSION: AtomicU32 = AtomicU32::new(0);
static LIBRARY: AtomicPtr<c_void> = AtomicPtr::new(std::ptr::null_mut());

fn loaded() -> Option<&'static Cupti> {
    // SAFETY: null or a leaked box.
    unsafe { LOADED.load(Ordering::Acquire).as_ref() }
}

/// Calls a CUPTI function that may be missing.
macro_rules! call {
    ($cupti:expr, $name:ident($($argument:expr),*)) => {
        match $cupti.$name {
            // SAFETY: CUPTI's function, with arguments as documented.
            Some(function) => unsafe { function($($argument),*) },
            None => CUPTI_ERROR_NOT_SUPPORTED,
        }
    };
}

/// Takes CUPTI's functions from a library that is never closed.
///
/// # Safety
/// `library` is a handle of that.
pub unsafe fn load(library: *mut c_void) {
    // SAFETY: the caller's promise.
    let cupti = Box::leak(Box::new(unsafe { Cupti::new(library) }));
    LIBRARY.store(library, Ordering::Release);
    let mut version = 0;
    call!(cupti, cuptiGetVersion(&raw mut version));
    VERSION.store(version, Ordering::Relaxed);
    LOADED.store(cupti, Ordering::Release);
}

/// The library; null before it is loaded.
pub fn library() -> *mut c_void {
    LIBRARY.load(Ordering::Acquire)
}

/// An address in it.
pub fn address() -> Option<usize> {
    loaded()?.cuptiActivityEnable.map(|function| function as usize)
}

/// Whether records of copies say how many copies they are of.
pub fn counts_copies() -> bool {
    // cupti_version.h: v26 is of CUDA 12.8, the first with batches of copies. Its structure has the field.
    VERSION.load(Ordering::Relaxed) >= 26
}

/// Has CUPTI ask these functions for buffers, and give them back to them.
pub fn register(
    requested: CUpti_BuffersCallbackRequestFunc,
    completed: CUpti_BuffersCallbackCompleteFunc,
) -> bool {
    loaded().is_some_and(|cupti| {
        call!(cupti, cuptiActivityRegisterCallbacks(requested, completed)) == CUPTI_SUCCESS
    })
}

/// Starts the recording. False if there will be no record.
pub fn enable() -> bool {
    let Some(cupti) = loaded() else { return false };
    *lock(&CLOCK) = StampClock::default();
    read_clock();
    let mut any = false;
    for kind in KINDS {
        any |= call!(cupti, cuptiActivityEnable(kind)) == CUPTI_SUCCESS;
    }
    any
}

/// Stops it.
pub fn disable() {
    let Some(cupti) = loaded() else { return };
    for kind in KINDS {
        call!(cupti, cuptiActivityDisable(kind));
    }
}

/// Has CUPTI give back buffers: those that are complete, or all of them.
pub fn flush(all: bool) {
    let flag = if all { CUPTI_ACTIVITY_FLAG_FLUSH_FORCED } else { CUPTI_ACTIVITY_FLAG_NONE };
    if let Some(cupti) = loaded() {
        call!(cupti, cuptiActivityFlushAll(flag));
    }
}

/// How many records CUPTI had no room for since the last time.
pub fn dropped(context: CUcontext, stream: u32) -> u64 {
    let mut dropped = 0;
    let asked = loaded()
        .map(|cupti| call!(cupti, cuptiActivityGetNumDroppedRecords(context, stream, &raw mut dropped)));
    if asked == Some(CUPTI_SUCCESS) { dropped as u64 } else { 0 }
}

/// Relates the probe's clock and CUPTI's: the shortest of several readings counts.
pub fn read_clock() {
    let Some(cupti) = loaded() else { return };
    host_clock::read();
    let (mut best, mut latest) = (u64::MAX, (0, 0));
    for _ in 0..4 {
        let mut stamp = 0;
        let before = clock::raw_ns();
        if call!(cupti, cuptiGetTimestamp(&raw mut stamp)) != CUPTI_SUCCESS {
            return;
        }
        let took = clock::raw_ns() - before;
        if took < best {
            best = took;
            latest = (stamp, before + took / 2);
        }
    }
    lock(&CLOCK).read(latest);
}

/// A CUPTI stamp in host time (CLOCK_MONOTONIC_RAW, ns).
pub fn host_ns(stamp: u64) -> u64 {
    lock(&CLOCK).host_ns(stamp)
}

/// From one stamp to a later one, in ns.
pub fn between(start: u64, end: u64) -> u64 {
    lock(&CLOCK).between(start, end)
}

static CLOCK: Mutex<StampClock> = Mutex::new(StampClock { first: (0, 0), latest: (0, 0), rate: None });

/// The clock that CUPTI stamps records with. It counts ns, unless the program has given CUPTI another one: PyTorch's
/// profiler gives it the processor's ticks, and an attach may have come after that.
#[derive(Default)]
struct StampClock {
    /// Stamp and host time at the first reading since CUPTI was started, and at the latest.
    first: (u64, u64),
    latest: (u64, u64),
    /// ns per unit; `None` for 1.
    rate: Option<f64>,
}

impl StampClock {
    /// How far readings have to be apart for the rate, ns: each may be off by a us or so.
    const APART: u64 = 20_000_000;
    /// Clocks that count ns differ by less.
    const DIFFERENCE: f64 = 0.01;

    fn read(&mut self, now: (u64, u64)) {
        if self.first == (0, 0) {
            self.first = now;
        }
        self.latest = now;
        let (units, ns) = (now.0.saturating_sub(self.first.0), now.1.saturating_sub(self.first.1));
        if ns >= Self::APART && units > 0 {
            let rate = ns as f64 / units as f64;
            self.rate = ((rate - 1.0).abs() > Self::DIFFERENCE).then_some(rate);
        }
    }

    fn between(&self, start: u64, end: u64) -> u64 {
        let units = end.saturating_sub(start);
        self.rate.map_or(units, |rate| (units as f64 * rate) as u64)
    }

    fn host_ns(&self, stamp: u64) -> u64 {
        let (at, ns) = self.latest;
        if stamp <= at {
            ns.wrapping_sub(self.between(stamp, at))
        } else {
            ns.wrapping_add(self.between(at, stamp))
        }
    }
}

/// CUPTI's numbers of a context and of a stream in it; a null stream means the context's default stream, or the calling
/// thread's.
///
/// # Safety
/// Both are alive, and the stream belongs to that context.
pub unsafe fn ids(context: CUcontext, stream: CUstream, per_thread: bool) -> Option<(u32, u32)> {
    let cupti = loaded()?;
    let (mut of_context, mut of_stream) = (0, 0);
    let found = ending::unless_ending(|| {
        call!(cupti, cuptiGetContextId(context, &raw mut of_context)) == CUPTI_SUCCESS
            && call!(cupti, cuptiGetStreamIdEx(context, stream, u8::from(per_thread), &raw mut of_stream))
                == CUPTI_SUCCESS
    });
    (found == Some(true)).then_some((of_context, of_stream))
}

/// The next record of a buffer.
///
/// # Safety
/// `buffer` holds `size` bytes of records; `record` is null or one of them.
pub unsafe fn next_record(buffer: *mut u8, size: usize, record: *mut *mut CUpti_Activity) -> bool {
    loaded()
        .is_some_and(|cupti| call!(cupti, cuptiActivityGetNextRecord(buffer, size, record)) == CUPTI_SUCCESS)
}

#[cfg(test)]
mod tests {
    use super::StampClock;

    #[test]
    fn stamps_count_ns_or_what_the_program_says() {
        let mut clock = StampClock::default();
        clock.read((1_000_000_000, 5_000));
        assert_eq!((clock.host_ns(1_000_000_700), clock.between(100, 400)), (5_700, 300));
        // CUPTI's own clock drifts a little.
        clock.read((1_100_001_000, 100_005_000));
        assert_eq!((clock.host_ns(1_100_001_000 - 300), clock.between(100, 400)), (100_004_700, 300));
        // Ticks, two a ns.
        let mut clock = StampClock::default();
        clock.read((4_000_000_000, 7_000));
        clock.read((4_000_100_000, 57_000));
        assert_eq!(clock.between(0, 1_000), 1_000, "too early to tell");
        clock.read((4_100_000_000, 50_007_000));
        assert_eq!((clock.between(0, 1_000), clock.host_ns(4_099_998_000)), (500, 50_006_000));
        assert_eq!(clock.host_ns(4_100_002_000), 50_008_000);
    }
}
