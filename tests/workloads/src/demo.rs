//! The program behind `zetop demo`: a mix that is worth watching for as long as it runs.
//!
//! Four threads, each with a rhythm of its own, and none of them in a hurry, so that the demo leaves the
//! machine alone:
//!
//! - [`compute`]: matrix multiply, saxpy, stencil and reduce on regular lists, results checked;
//! - [`traffic`]: copies by all directions and kinds of memory, with rates that swell and fade;
//! - [`pipeline`]: small kernels and copies on an in-order immediate list, events polled for;
//! - [`churn`]: memory that comes and goes, and now and then a module is built.

mod churn;
mod compute;
mod pace;
mod pipeline;
mod traffic;

use crate::ze::Gpu;
use anyhow::{Context as _, Result};
use pace::Pace;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// Runs at its pace and sums up what it did.
type Part = fn(&Gpu, Pace) -> Result<String>;

/// Set by SIGTERM and SIGINT, and by the first thread that fails.
static STOP: AtomicBool = AtomicBool::new(false);

extern "C" fn stop(_: libc::c_int) {
    STOP.store(true, Ordering::Relaxed);
}

/// Runs for that long, or until SIGTERM or SIGINT. Prints a line now and then.
///
/// # Errors
/// No loader or no device on this machine, or a result that is not right.
pub fn run(seconds: Option<f64>) -> Result<()> {
    for signal in [libc::SIGTERM, libc::SIGINT] {
        // SAFETY: the handler only stores to an atomic.
        unsafe { libc::signal(signal, stop as *const () as libc::sighandler_t) };
    }
    let gpu = Gpu::open()?;
    let name = gpu.device().properties()?.name;
    let name: Vec<u8> = name.iter().take_while(|c| **c != 0).map(|c| *c as u8).collect();
    println!("demo: on {}", String::from_utf8_lossy(&name));

    let end = seconds.map(|seconds| Instant::now() + Duration::from_secs_f64(seconds.clamp(0.0, 1e9)));
    let parts: [(&str, Part, u64); 4] = [
        ("compute", compute::run, 60),
        ("traffic", traffic::run, 50),
        ("pipeline", pipeline::run, 20),
        ("churn", churn::run, 150),
    ];
    let gpu = &gpu;
    std::thread::scope(|scope| {
        let running = parts.map(|(name, part, ms)| {
            let thread = move || {
                let done = part(gpu, Pace::new(Duration::from_millis(ms), end));
                if done.is_err() {
                    STOP.store(true, Ordering::Relaxed);
                }
                done.context(name)
            };
            (name, scope.spawn(thread))
        });
        running.into_iter().try_for_each(|(name, thread)| {
            let summary = thread.join().map_err(|_| anyhow::anyhow!("{name} panicked"))??;
            println!("demo: {name}: {summary}");
            Ok(())
        })
    })
}
