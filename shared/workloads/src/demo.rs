//! The program behind `zetop demo`: a mix that is worth watching as long as it runs.
//!
//! Five threads, each with its own rhythm. The first one has something to tune; the others keep it company:
//!
//! - `upload`: batches to the device, from malloc'd memory first and from `zeMemAllocHost` later, and the
//!   kernels that work on them;
//! - `compute`: matrix multiply, saxpy, stencil and reduce on regular lists, results checked;
//! - `traffic`: copies back and on the device, with rates that swell and fade;
//! - `pipeline`: small kernels and copies on an in-order immediate list, events polled for;
//! - `churn`: memory that comes and goes, and now and then a module is built.

/// Prints a line. The demo goes on when nobody reads it (`zetop demo | head -3`).
macro_rules! say {
    ($($text:tt)*) => {{
        use std::io::Write as _;
        let _ = writeln!(std::io::stdout(), $($text)*);
    }};
}

mod churn;
mod compute;
mod kernels;
mod pace;
mod pipeline;
mod traffic;
mod upload;

pub use upload::SWITCH_AFTER;

use crate::ze::Gpu;
use anyhow::{Context as _, Result};
use kernels::{NETWORK, NETWORK_US, STAGES, STAGES_US};
use pace::{Pace, STOP};
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

/// What changes after [`SWITCH_AFTER`], for the dashboard.
pub const SWITCH_TEXT: &str = "the demo now copies from zeMemAllocHost memory: compare with before the mark";

/// Runs at its own pace and sums up what it did.
type Part = fn(&Gpu, Pace) -> Result<String>;

extern "C" fn stop(_: libc::c_int) {
    STOP.store(true, Ordering::Relaxed);
}

/// Times of kernels vary from launch to launch, as they do on real devices: most near the mean, some longer.
/// Unless the user has set times.
fn model_kernels() {
    const VARIABLE: &str = "ZESIM_KERNEL_NS";
    if std::env::var_os(VARIABLE).is_some() {
        return;
    }
    let all = NETWORK.iter().zip(NETWORK_US).chain(STAGES.iter().zip(STAGES_US));
    let models = all.enumerate().map(|(at, (name, us))| {
        let times: Vec<String> = times(at as u64 + 1, us * 1e3).map(|ns| format!("{ns:.0}")).collect();
        format!("{name}={}", times.join("|"))
    });
    let models = models.collect::<Vec<_>>().join(",");
    // SAFETY: no other thread runs yet.
    unsafe { std::env::set_var(VARIABLE, models) };
}

/// Lengths around `mean`: mostly within 8 %, one in 16 up to twice as long.
fn times(seed: u64, mean: f64) -> impl Iterator<Item = f64> {
    let mut random = fastrand::Rng::with_seed(seed);
    (0..128).map(move |at| {
        let near = (0..4).map(|_| random.f64()).sum::<f64>() / 4.0 - 0.5;
        let tail = if at % 16 == 15 { random.f64() } else { 0.0 };
        mean * (1.0 + 0.16 * near + tail)
    })
}

/// Runs for that long, or until SIGTERM or SIGINT. Prints a line now and then.
///
/// # Errors
/// No loader or no device on this machine, or a wrong result.
pub fn run(seconds: Option<f64>) -> Result<()> {
    for signal in [libc::SIGTERM, libc::SIGINT] {
        // SAFETY: the handler only stores to an atomic.
        unsafe { libc::signal(signal, stop as *const () as libc::sighandler_t) };
    }
    upload::listen();
    model_kernels();
    let gpu = Gpu::open()?;
    let name = gpu.device().properties()?.name;
    let name: Vec<u8> = name.iter().take_while(|c| **c != 0).map(|c| *c as u8).collect();
    say!("demo: on {}", String::from_utf8_lossy(&name));

    let end = seconds.map(|seconds| Instant::now() + Duration::from_secs_f64(seconds.clamp(0.0, 1e9)));
    let parts: [(&str, Part, Duration); 5] = [
        ("upload", upload::run, Duration::ZERO),
        ("compute", compute::run, Duration::from_millis(120)),
        ("traffic", traffic::run, Duration::from_millis(50)),
        ("pipeline", pipeline::run, Duration::from_millis(40)),
        ("churn", churn::run, Duration::from_millis(400)),
    ];
    let gpu = &gpu;
    std::thread::scope(|scope| {
        let running = parts.map(|(name, part, step)| {
            let thread = move || {
                let done = part(gpu, Pace::new(step, end));
                if done.is_err() {
                    STOP.store(true, Ordering::Relaxed);
                }
                done.context(name)
            };
            (name, scope.spawn(thread))
        });
        running.into_iter().try_for_each(|(name, thread)| {
            let summary = thread.join().map_err(|_| anyhow::anyhow!("{name} panicked"))??;
            say!("demo: {name}: {summary}");
            Ok(())
        })
    })
}
