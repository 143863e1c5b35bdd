//! The host's processor at work beside the device: threads of zetop's, or, beside the simulated device, its model of a host.

use super::chase::{LINE, write_order};
use super::gpu::interface::Gpu;
use level_zero_sys::{ZE_RESULT_SUCCESS, ze_device_handle_t, ze_result_t};
use std::hint::black_box;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Barrier};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

/// Accesses between two looks at the clock.
const BLOCK: usize = 4096;

/// What the host does.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Doing {
    Chase,
    Streaming,
}

type Begin = unsafe extern "C-unwind" fn(ze_device_handle_t, u32, u64) -> ze_result_t;
type TimeAlone = unsafe extern "C-unwind" fn(ze_device_handle_t, u64, *mut f64) -> ze_result_t;
type AccessTime = unsafe extern "C-unwind" fn(ze_device_handle_t, *mut f64) -> ze_result_t;

pub(super) enum Host {
    Threads,
    /// Functions of the simulated driver.
    Modelled {
        begin: Begin,
        access_time: AccessTime,
        time_alone: TimeAlone,
        device: ze_device_handle_t,
    },
}

impl Host {
    pub(super) fn from_gpu(gpu: &dyn Gpu) -> Self {
        let names = [c"zesimHostBegin", c"zesimHostAccessTime", c"zesimHostTimeAlone"];
        match names.map(|name| gpu.extension(name)) {
            [Some((begin, device)), Some((access_time, _)), Some((time_alone, _))] => {
                // SAFETY: the types with which the simulator declares its functions.
                let (begin, access_time, time_alone) = unsafe {
                    (
                        std::mem::transmute::<*mut std::ffi::c_void, Begin>(begin),
                        std::mem::transmute::<*mut std::ffi::c_void, AccessTime>(access_time),
                        std::mem::transmute::<*mut std::ffi::c_void, TimeAlone>(time_alone),
                    )
                };
                Self::Modelled { begin, access_time, time_alone, device: device.cast() }
            }
            _ => Self::Threads,
        }
    }

    pub(super) fn is_modelled(&self) -> bool {
        matches!(self, Self::Modelled { .. })
    }

    /// Nanoseconds of an access within a working set of `bytes`, while the device does nothing; `None` where the simulated
    /// device has no model of that.
    pub(super) fn alone(&self, bytes: u64, repeats: u32) -> Option<Vec<f64>> {
        if let Self::Modelled { time_alone, device, .. } = self {
            let mut ns = 0.0;
            // SAFETY: a live device, a local for the answer.
            let result = unsafe { time_alone(*device, bytes, &mut ns) };
            return (result == ZE_RESULT_SUCCESS).then(|| vec![ns]);
        }
        let busy = self.begin(Doing::Chase, bytes)?;
        (0..repeats).for_each(|_| busy.alone());
        Some(busy.end())
    }

    /// Has the host go through `bytes` again and again, until what is returned is dropped; `None` where the simulated device
    /// has no model of that.
    pub(super) fn begin(&self, doing: Doing, bytes: u64) -> Option<Busy<'_>> {
        let stop = Arc::new(AtomicBool::new(false));
        let others = match doing {
            Doing::Chase => 1,
            Doing::Streaming => {
                std::thread::available_parallelism().map_or(1, |n| n.get().saturating_sub(1)).max(1)
            }
        };
        let ready = Arc::new(Barrier::new(others + 1));
        let threads = match self {
            Self::Modelled { begin, device, .. } => {
                let kind = match doing {
                    Doing::Chase => 1,
                    Doing::Streaming => 2,
                };
                // SAFETY: a live device.
                let result = unsafe { begin(*device, kind, bytes) };
                return (result == ZE_RESULT_SUCCESS).then(|| Busy { host: self, stop, threads: Vec::new() });
            }
            Self::Threads => {
                let memory =
                    Arc::new(vec![1_u64; if doing == Doing::Streaming { bytes as usize / 8 } else { 0 }]);
                let one = |_| {
                    let (memory, stop, ready) = (Arc::clone(&memory), Arc::clone(&stop), Arc::clone(&ready));
                    std::thread::spawn(move || match doing {
                        Doing::Chase => chase(bytes, &ready, &stop),
                        Doing::Streaming => stream(&memory, &ready, &stop),
                    })
                };
                let threads = (0..others).map(one).collect();
                ready.wait();
                threads
            }
        };
        Some(Busy { host: self, stop, threads })
    }
}

/// The host at work.
pub(super) struct Busy<'a> {
    host: &'a Host,
    stop: Arc<AtomicBool>,
    threads: Vec<JoinHandle<Vec<f64>>>,
}

impl Busy<'_> {
    /// Nanoseconds of an access beside the last kernel, where that is modelled; else it is measured meanwhile.
    pub(super) fn modelled_ns(&self) -> Option<f64> {
        let Host::Modelled { access_time, device, .. } = self.host else { return None };
        let mut ns = 0.0;
        // SAFETY: a live device, a local for the answer.
        let result = unsafe { access_time(*device, &mut ns) };
        (result == ZE_RESULT_SUCCESS).then_some(ns)
    }

    /// Without a kernel beside it: long enough to be measured.
    pub(super) fn alone(&self) {
        if !self.host.is_modelled() {
            std::thread::sleep(Duration::from_millis(5));
        }
    }

    /// It stops: what its threads have measured, nanoseconds of an access.
    pub(super) fn end(mut self) -> Vec<f64> {
        self.stop.store(true, Ordering::Relaxed);
        self.threads.drain(..).flat_map(|thread| thread.join().unwrap_or_default()).collect()
    }
}

impl Drop for Busy<'_> {
    fn drop(&mut self) {
        self.stop.store(true, Ordering::Relaxed);
        if let Host::Modelled { begin, device, .. } = self.host {
            // SAFETY: a live device; it does nothing from now on.
            unsafe { begin(*device, 0, 0) };
        }
        for thread in self.threads.drain(..) {
            // a thread that has panicked has measured nothing
            let _ = thread.join();
        }
    }
}

fn chase(bytes: u64, ready: &Barrier, stop: &AtomicBool) -> Vec<f64> {
    let mut heap = vec![0_u8; bytes as usize];
    write_order(&mut heap);
    let (words, _) = heap.as_chunks::<4>();
    let mut line = 0_u32;
    let mut samples = Vec::new();
    let next = |line: u32| u32::from_ne_bytes(words[line as usize * (LINE as usize / 4)]);
    // Once through all of it, unmeasured.
    for _ in 0..bytes / LINE {
        line = next(line);
    }
    ready.wait();
    // One block at least: on a busy machine the device may be done before this thread runs.
    loop {
        let start = Instant::now();
        for _ in 0..BLOCK {
            line = next(line);
        }
        samples.push(start.elapsed().as_nanos() as f64 / BLOCK as f64);
        if stop.load(Ordering::Relaxed) {
            break;
        }
    }
    black_box(line);
    samples
}

fn stream(memory: &[u64], ready: &Barrier, stop: &AtomicBool) -> Vec<f64> {
    let mut sum = 0_u64;
    ready.wait();
    while !stop.load(Ordering::Relaxed) {
        sum = sum.wrapping_add(memory.iter().fold(0, |sum: u64, word| sum.wrapping_add(*word)));
    }
    black_box(sum);
    Vec::new()
}
