//! What calls of the driver cost, through the loader: `cargo bench -p ze-sim`.
//!
//! It starts itself again with the simulated driver in force. Each thread has a list, a kernel or an event of its own. For each
//! number of threads it prints
//! - processor time of the calling threads per call, in ns, which does not depend on the number of processors
//!   or on other work;
//! - how much of that the kernel took: a lock that threads wait for shows here;
//! - calls per second of all threads, as a multiple of what one thread does: at most the number of processors, which
//!   the driver's own threads want as well.
//!
//! The best of several rounds counts, since other work on the machine only adds time; for the kernel's time,
//! which is known only in ticks, the mean.

use level_zero_sys::*;
use std::ptr::null_mut;
use std::sync::Barrier;
use std::time::Instant;

const CHILD: &str = "ZESIM_BENCH_CHILD";

fn main() {
    if std::env::var_os(CHILD).is_some() {
        return measure();
    }
    // Cargo puts the library for benches beside them.
    let bench = std::env::current_exe().expect("known");
    let driver = bench.parent().expect("in a folder").join("libze_sim.so");
    for personality in ["patient", "intel-dg2"] {
        let status = std::process::Command::new(&bench)
            .env(CHILD, "1")
            .env("ZE_ENABLE_ALT_DRIVERS", &driver)
            .env("ZESIM_DRIVER", personality)
            .env("ZESIM_KERNEL_NS", "empty=0")
            .status();
        assert!(status.expect("can be started").success());
    }
}

fn described<T>(stype: ze_structure_type_t) -> T {
    // SAFETY: the specification's structures are plain data, for which zero is valid.
    let mut structure: T = unsafe { std::mem::zeroed() };
    // SAFETY: extensible structures begin with their `stype`.
    unsafe { (&raw mut structure).cast::<ze_structure_type_t>().write(stype) };
    structure
}

fn ok(result: ze_result_t) {
    assert_eq!(result, ZE_RESULT_SUCCESS, "{result:#x}");
}

struct Bench {
    ze: LevelZero,
    device: ze_device_handle_t,
    context: ze_context_handle_t,
    module: ze_module_handle_t,
}
// SAFETY: Level Zero functions may be called from any thread.
unsafe impl Sync for Bench {}

fn measure() {
    let Ok(ze) = LevelZero::open(LOADER_FILE) else {
        println!("skipped: no Level Zero loader (Debian: apt install libze1)");
        return;
    };
    let bench = Bench::new(ze);
    let processors = std::thread::available_parallelism().map_or(1, usize::from);
    println!("{}, {processors} processors:", std::env::var("ZESIM_DRIVER").unwrap_or_default());
    bench.print("zeEventQueryStatus", 10.0, 2_000_000, Bench::queries);
    bench.print("zeCommandListAppendLaunchKernel, immediate, empty", 700.0, 100_000, Bench::launches);
}

/// What calls took.
#[derive(Clone, Copy)]
struct Spent {
    /// Processor time of a call, in nanoseconds.
    cpu: f64,
    /// The part of it in the kernel.
    system: f64,
    /// Nanoseconds by the clock.
    wall: f64,
}

/// The clocks of the calling thread: processor time, which is exact; what of it the kernel took, which is counted in
/// ticks of some milliseconds; and the time.
fn clocks() -> (f64, f64, Instant) {
    let mut time = libc::timespec { tv_sec: 0, tv_nsec: 0 };
    // SAFETY: a valid place.
    unsafe { libc::clock_gettime(libc::CLOCK_THREAD_CPUTIME_ID, &raw mut time) };
    let cpu = time.tv_sec as f64 * 1e9 + time.tv_nsec as f64;
    let mut usage = std::mem::MaybeUninit::<libc::rusage>::uninit();
    // SAFETY: a valid place, which the call fills.
    let usage = unsafe {
        libc::getrusage(libc::RUSAGE_THREAD, usage.as_mut_ptr());
        usage.assume_init()
    };
    let system = usage.ru_stime.tv_sec as f64 * 1e9 + usage.ru_stime.tv_usec as f64 * 1e3;
    (cpu, system, Instant::now())
}

/// What `work`, with a number of calls, took.
fn spent(calls: u32, work: impl FnOnce()) -> Spent {
    let (cpu, system, start) = clocks();
    work();
    let (cpu_then, system_then, end) = clocks();
    let calls = f64::from(calls);
    let wall = (end - start).as_secs_f64() * 1e9 / calls;
    Spent { cpu: (cpu_then - cpu) / calls, system: (system_then - system) / calls, wall }
}

impl Bench {
    fn new(ze: LevelZero) -> Self {
        let (mut count, mut driver, mut device) = (1, null_mut(), null_mut());
        let mut context = null_mut();
        let mut module = null_mut();
        // SAFETY: live handles and valid places throughout.
        unsafe {
            ok(ze.zeInit(0));
            ok(ze.zeDriverGet(&raw mut count, &raw mut driver));
            count = 1;
            ok(ze.zeDeviceGet(driver, &raw mut count, &raw mut device));
            let desc: ze_context_desc_t = described(ZE_STRUCTURE_TYPE_CONTEXT_DESC);
            ok(ze.zeContextCreate(driver, &raw const desc, &raw mut context));
            let binary = zetop_workloads::spirv::named(&["empty"]);
            let mut desc: ze_module_desc_t = described(ZE_STRUCTURE_TYPE_MODULE_DESC);
            (desc.inputSize, desc.pInputModule) = (binary.len(), binary.as_ptr());
            ok(ze.zeModuleCreate(context, device, &raw const desc, &raw mut module, null_mut()));
        }
        Self { ze, device, context, module }
    }

    fn kernel(&self) -> ze_kernel_handle_t {
        let mut desc: ze_kernel_desc_t = described(ZE_STRUCTURE_TYPE_KERNEL_DESC);
        desc.pKernelName = c"empty".as_ptr();
        let mut kernel = null_mut();
        // SAFETY: live handles and a valid place.
        ok(unsafe { self.ze.zeKernelCreate(self.module, &raw const desc, &raw mut kernel) });
        kernel
    }

    fn print(&self, call: &str, limit: f64, calls: u32, work: fn(&Self, u32, &Barrier) -> Spent) {
        const ROUNDS: u32 = 5;
        let mut one = f64::NAN;
        for threads in [1, 2, 4, 8] {
            let rounds: Vec<Spent> = (0..ROUNDS).map(|_| self.on_threads(threads, calls, work)).collect();
            let best = |of: fn(&Spent) -> f64| rounds.iter().map(of).fold(f64::INFINITY, f64::min);
            let (cpu, wall) = (best(|s| s.cpu), best(|s| s.wall));
            let system = rounds.iter().map(|s| s.system).sum::<f64>() / f64::from(ROUNDS);
            let rate = threads as f64 / wall;
            let verdict = match threads {
                1 if cpu.min(wall) <= limit => format!(", within {limit} ns"),
                1 => format!(", more than {limit} ns"),
                _ => String::new(),
            };
            one = if threads == 1 { rate } else { one };
            println!(
                "  {call}, {threads} threads: {cpu:.1} ns of processor time ({system:.1} in the kernel), {:.2} x the calls \
                 of one thread; {wall:.1} ns by the clock{verdict}",
                rate / one
            );
        }
    }

    /// The mean of what `work` measures on each thread, all at once.
    fn on_threads(&self, threads: usize, calls: u32, work: fn(&Self, u32, &Barrier) -> Spent) -> Spent {
        let barrier = Barrier::new(threads);
        std::thread::scope(|scope| {
            let running: Vec<_> = (0..threads).map(|_| scope.spawn(|| work(self, calls, &barrier))).collect();
            let all: Vec<Spent> =
                running.into_iter().map(|thread| thread.join().expect("no panic")).collect();
            let mean = |of: fn(&Spent) -> f64| all.iter().map(of).sum::<f64>() / threads as f64;
            Spent { cpu: mean(|s| s.cpu), system: mean(|s| s.system), wall: mean(|s| s.wall) }
        })
    }

    fn list(&self) -> ze_command_list_handle_t {
        let mut desc: ze_command_queue_desc_t = described(ZE_STRUCTURE_TYPE_COMMAND_QUEUE_DESC);
        (desc.mode, desc.flags) = (ZE_COMMAND_QUEUE_MODE_ASYNCHRONOUS, ZE_COMMAND_QUEUE_FLAG_IN_ORDER);
        let mut list = null_mut();
        // SAFETY: live handles and a valid place.
        ok(unsafe {
            self.ze.zeCommandListCreateImmediate(self.context, self.device, &raw const desc, &raw mut list)
        });
        list
    }

    fn event(&self) -> ze_event_handle_t {
        let mut desc: ze_event_pool_desc_t = described(ZE_STRUCTURE_TYPE_EVENT_POOL_DESC);
        (desc.flags, desc.count) = (ZE_EVENT_POOL_FLAG_HOST_VISIBLE, 1);
        let (mut pool, mut event) = (null_mut(), null_mut());
        let event_desc: ze_event_desc_t = described(ZE_STRUCTURE_TYPE_EVENT_DESC);
        // SAFETY: live handles and valid places.
        unsafe {
            ok(self.ze.zeEventPoolCreate(self.context, &raw const desc, 0, null_mut(), &raw mut pool));
            ok(self.ze.zeEventCreate(pool, &raw const event_desc, &raw mut event));
        }
        event
    }

    fn queries(&self, calls: u32, barrier: &Barrier) -> Spent {
        let event = self.event();
        barrier.wait();
        spent(calls, || {
            for _ in 0..calls {
                // SAFETY: a live handle.
                unsafe { self.ze.zeEventQueryStatus(event) };
            }
        })
    }

    /// Only the appends are timed, not the waits between batches of them.
    fn launches(&self, calls: u32, barrier: &Barrier) -> Spent {
        const BATCH: u32 = 20_000;
        let (list, event, kernel) = (self.list(), self.event(), self.kernel());
        let groups = ze_group_count_t { groupCountX: 1, groupCountY: 1, groupCountZ: 1 };
        barrier.wait();
        let batch = || {
            let spent = spent(BATCH, || {
                for _ in 0..BATCH {
                    // SAFETY: live handles and a valid place.
                    ok(unsafe {
                        self.ze.zeCommandListAppendLaunchKernel(
                            list,
                            kernel,
                            &raw const groups,
                            null_mut(),
                            0,
                            null_mut(),
                        )
                    });
                }
            });
            // SAFETY: live handles.
            unsafe {
                ok(self.ze.zeCommandListAppendSignalEvent(list, event));
                ok(self.ze.zeEventHostSynchronize(event, u64::MAX));
                ok(self.ze.zeEventHostReset(event));
            }
            spent
        };
        let batches: Vec<Spent> = (0..calls / BATCH).map(|_| batch()).collect();
        let mean = |of: fn(&Spent) -> f64| batches.iter().map(of).sum::<f64>() / batches.len() as f64;
        Spent { cpu: mean(|s| s.cpu), system: mean(|s| s.system), wall: mean(|s| s.wall) }
    }
}
