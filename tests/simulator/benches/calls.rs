//! What calls of the driver cost, through the loader: `cargo bench -p ze-sim`.
//!
//! It starts itself again with the simulated driver in force, and prints nanoseconds per call.

use level_zero_sys::*;
use std::ffi::CString;
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
    kernel: ze_kernel_handle_t,
}
// SAFETY: Level Zero functions may be called from any thread.
unsafe impl Sync for Bench {}

fn measure() {
    let Ok(ze) = LevelZero::open(LOADER_FILE) else {
        println!("skipped: no Level Zero loader (Debian: apt install libze1)");
        return;
    };
    let bench = Bench::new(ze);
    println!("{}:", std::env::var("ZESIM_DRIVER").unwrap_or_default());
    let threads = std::thread::available_parallelism().map_or(2, |n| n.get().min(8));
    for count in [1, threads] {
        let queries = bench.on_threads(count, 2_000_000, Bench::queries);
        println!("  zeEventQueryStatus, {count} threads: {queries:.1} ns");
        let launches = bench.on_threads(count, 200_000, Bench::launches);
        println!("  zeCommandListAppendLaunchKernel, immediate, {count} threads: {launches:.0} ns");
    }
}

impl Bench {
    fn new(ze: LevelZero) -> Self {
        let (mut count, mut driver, mut device) = (1, null_mut(), null_mut());
        let mut context = null_mut();
        let mut kernel = null_mut();
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
            let mut module = null_mut();
            ok(ze.zeModuleCreate(context, device, &raw const desc, &raw mut module, null_mut()));
            let name = CString::new("empty").expect("no zero inside");
            let mut desc: ze_kernel_desc_t = described(ZE_STRUCTURE_TYPE_KERNEL_DESC);
            desc.pKernelName = name.as_ptr();
            ok(ze.zeKernelCreate(module, &raw const desc, &raw mut kernel));
        }
        Self { ze, device, context, kernel }
    }

    /// The mean of what `work` measures on each thread, all at once.
    fn on_threads(&self, threads: usize, calls: u32, work: fn(&Self, u32, &Barrier) -> f64) -> f64 {
        let barrier = Barrier::new(threads);
        std::thread::scope(|scope| {
            let running: Vec<_> = (0..threads).map(|_| scope.spawn(|| work(self, calls, &barrier))).collect();
            let sum: f64 = running.into_iter().map(|thread| thread.join().expect("no panic")).sum();
            sum / threads as f64
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

    fn queries(&self, calls: u32, barrier: &Barrier) -> f64 {
        let event = self.event();
        barrier.wait();
        let start = Instant::now();
        for _ in 0..calls {
            // SAFETY: a live handle.
            unsafe { self.ze.zeEventQueryStatus(event) };
        }
        start.elapsed().as_secs_f64() * 1e9 / f64::from(calls)
    }

    /// Only the appends are timed, not the waits between batches of them.
    fn launches(&self, calls: u32, barrier: &Barrier) -> f64 {
        const BATCH: u32 = 1000;
        let (list, event) = (self.list(), self.event());
        let groups = ze_group_count_t { groupCountX: 1, groupCountY: 1, groupCountZ: 1 };
        barrier.wait();
        let mut spent = 0.0;
        for _ in 0..calls / BATCH {
            let start = Instant::now();
            for _ in 0..BATCH {
                // SAFETY: live handles and a valid place.
                ok(unsafe {
                    self.ze.zeCommandListAppendLaunchKernel(
                        list,
                        self.kernel,
                        &raw const groups,
                        null_mut(),
                        0,
                        null_mut(),
                    )
                });
            }
            spent += start.elapsed().as_secs_f64();
            // SAFETY: live handles.
            unsafe {
                ok(self.ze.zeCommandListAppendSignalEvent(list, event));
                ok(self.ze.zeEventHostSynchronize(event, u64::MAX));
                ok(self.ze.zeEventHostReset(event));
            }
        }
        spent * 1e9 / f64::from(calls / BATCH * BATCH)
    }
}
