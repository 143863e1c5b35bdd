//! Kernels that the simulator does not know by name, computed by PoCL. Without it these tests skip themselves.

use crate::harness::{FOREVER, Sim, bytes, described, floats, oracle, run};
use level_zero_sys::*;
use std::process::Command;
use std::ptr::null_mut;

const KERNELS: &[u8] = include_bytes!("opencl/kernels.spv");

const USER: &[u8] = include_bytes!("opencl/user.spv");
const LIBRARY: &[u8] = include_bytes!("opencl/library.spv");
const GROUPS: &[u8] = include_bytes!("opencl/groups.spv");

/// Without PoCL and its translator there is nothing to test.
macro_rules! needs_pocl {
    () => {
        // SAFETY: OpenCL's library may be loaded by anybody.
        let opencl = unsafe { libc::dlopen(c"libOpenCL.so.1".as_ptr(), libc::RTLD_NOW) };
        // SAFETY: as above.
        let pocl = unsafe { libc::dlopen(c"libpocl.so.2".as_ptr(), libc::RTLD_NOW) };
        if opencl.is_null()
            || pocl.is_null()
            || Command::new("llvm-spirv-15").arg("--version").output().is_err()
        {
            eprintln!(
                "skipped: no PoCL (Debian: apt install pocl-opencl-icd ocl-icd-libopencl1 llvm-spirv-15)"
            );
            return;
        }
    };
}

fn integers<'a>(pointer: *const u8, count: usize) -> &'a mut [i32] {
    // SAFETY: the tests pass allocations of at least this size, and one reference at a time.
    unsafe { std::slice::from_raw_parts_mut(pointer.cast_mut().cast(), count) }
}

/// Launches a kernel of the module in groups of `size`, and waits for it.
fn launch(sim: &Sim, kernel: ze_kernel_handle_t, groups: [u32; 3], size: [u32; 3]) {
    let list = sim.immediate(0, ZE_COMMAND_QUEUE_FLAG_IN_ORDER);
    call!(sim, zeKernelSetGroupSize(kernel, size[0], size[1], size[2]));
    let count = ze_group_count_t { groupCountX: groups[0], groupCountY: groups[1], groupCountZ: groups[2] };
    call!(sim, zeCommandListAppendLaunchKernel(list, kernel, &count, null_mut(), 0, null_mut()));
    sim.finish_list(list);
}

fn line(count: u32) -> [u32; 3] {
    [count, 1, 1]
}

fn kernel(sim: &Sim, name: &str) -> ze_kernel_handle_t {
    sim.kernel_of(sim.module(KERNELS), name)
}

#[test]
fn buffers_and_values_are_computed_with() {
    needs_pocl!();
    run(&[], |sim| {
        let kernel = kernel(sim, "multiply_add");
        let (a, b, c) = (sim.on_host(4000), sim.on_device(4000), sim.shared(4000));
        for i in 0..1000 {
            (floats(a, 1000)[i], floats(b, 1000)[i], floats(c, 1000)[i]) = (i as f32, 1.0, -1.0);
        }
        sim.argument(kernel, 0, a);
        sim.argument(kernel, 1, b);
        sim.argument(kernel, 2, c);
        sim.argument(kernel, 3, 0.5_f32);
        sim.argument(kernel, 4, 990_u32);
        launch(sim, kernel, line(16), line(64));
        let expected: Vec<f32> =
            (0..1000).map(|i| if i < 990 { 0.5 * i as f32 + 1.0 } else { -1.0 }).collect();
        assert_eq!(floats(c, 1000), expected);
    });
}

#[test]
fn local_memory_barriers_and_atomics_work() {
    needs_pocl!();
    run(&[], |sim| {
        let sums = kernel(sim, "group_sums");
        let (numbers, out) = (sim.on_device(4 * 1024), sim.on_device(4 * 16));
        (0..1024).for_each(|i| integers(numbers, 1024)[i] = i as i32);
        sim.argument(sums, 0, numbers);
        sim.argument(sums, 1, out);
        call!(sim, zeKernelSetArgumentValue(sums, 2, 64 * 4, std::ptr::null()));
        launch(sim, sums, line(16), line(64));
        let expected: Vec<i32> = (0..16).map(|group| (64 * group..64 * (group + 1)).sum()).collect();
        assert_eq!(integers(out, 16), expected);
        let (count, counter) = (kernel(sim, "count"), sim.on_device(4));
        integers(counter, 1)[0] = 0;
        sim.argument(count, 0, counter);
        launch(sim, count, line(100), line(32));
        assert_eq!(integers(counter, 1)[0], 3200);
    });
}

#[test]
fn three_dimensions_and_an_offset() {
    needs_pocl!();
    run(&[], |sim| {
        let (places, out) = (kernel(sim, "places"), sim.on_device(4 * 8 * 6 * 4));
        sim.argument(places, 0, out);
        call!(sim, zeKernelSetGlobalOffsetExp(places, 3, 0, 0));
        launch(sim, places, [4, 3, 2], [2, 2, 2]);
        let expected: Vec<i32> = (0..4)
            .flat_map(|z| (0..6).flat_map(move |y| (0..8).map(move |x| (x + 3) | y << 8 | z << 16)))
            .collect();
        assert_eq!(integers(out, 8 * 6 * 4), expected);
    });
}

#[test]
fn structures_and_pointers_in_memory_are_arguments() {
    needs_pocl!();
    run(&[], |sim| {
        #[repr(C)]
        struct Pair {
            first: i8,
            second: f64,
        }
        let (structure, out) = (kernel(sim, "structure"), sim.shared(8));
        sim.argument(structure, 0, Pair { first: 3, second: 0.25 });
        sim.argument(structure, 1, out);
        launch(sim, structure, line(1), line(1));
        // SAFETY: eight bytes that the kernel has written.
        assert_eq!(unsafe { out.cast::<f64>().read() }, 3.25);
        let (through, place, target) = (kernel(sim, "through_memory"), sim.shared(8), sim.on_device(4));
        bytes(place, 8).copy_from_slice(&target.addr().to_le_bytes());
        sim.argument(through, 0, place);
        launch(sim, through, line(1), line(1));
        assert_eq!(integers(target, 1)[0], 5);
    });
}

#[test]
fn specialization_constants_have_their_values() {
    needs_pocl!();
    run(&[], |sim| {
        let value = |constants: *const ze_module_constants_t| {
            let mut desc: ze_module_desc_t = described(ZE_STRUCTURE_TYPE_MODULE_DESC);
            (desc.inputSize, desc.pInputModule, desc.pConstants) =
                (KERNELS.len(), KERNELS.as_ptr(), constants);
            let mut module = null_mut();
            call!(sim, zeModuleCreate(sim.context, sim.device, &desc, &mut module, null_mut()));
            let (kernel, out) = (sim.kernel_of(module, "constant_of_the_module"), sim.shared(4));
            sim.argument(kernel, 0, out);
            launch(sim, kernel, line(1), line(1));
            integers(out, 1)[0]
        };
        assert_eq!(value(std::ptr::null()), 42);
        let (number, seven) = (7, 777_i32);
        let mut place = (&raw const seven).cast();
        let constants = ze_module_constants_t {
            numConstants: 1,
            pConstantIds: &raw const number,
            pConstantValues: &raw mut place,
        };
        assert_eq!(value(&raw const constants), 777);
    });
}

/// A module that is linked of several, each with its constants.
fn linked(sim: &Sim, parts: &[&[u8]]) -> ze_module_handle_t {
    let (mut starts, sizes): (Vec<_>, Vec<_>) = parts.iter().map(|part| (part.as_ptr(), part.len())).unzip();
    let mut program: ze_module_program_exp_desc_t = described(ZE_STRUCTURE_TYPE_MODULE_PROGRAM_EXP_DESC);
    (program.count, program.inputSizes, program.pInputModules) =
        (parts.len() as u32, sizes.as_ptr(), starts.as_mut_ptr());
    let mut desc: ze_module_desc_t = described(ZE_STRUCTURE_TYPE_MODULE_DESC);
    desc.pNext = (&raw const program).cast();
    let mut module = null_mut();
    call!(sim, zeModuleCreate(sim.context, sim.device, &desc, &mut module, null_mut()));
    module
}

fn check_linked(sim: &Sim) {
    let (kernel, out) = (sim.kernel_of(linked(sim, &[USER, LIBRARY]), "linked"), sim.shared(4 * 64));
    sim.argument(kernel, 0, out);
    launch(sim, kernel, line(4), line(16));
    let expected: Vec<i32> = (0..64).map(|i| 2 * i).collect();
    assert_eq!(integers(out, 64), expected);
}

fn group_sums(sim: &Sim) -> Vec<i32> {
    let kernel = sim.kernel_of(sim.module(GROUPS), "sums");
    let (numbers, out) = (sim.on_device(4 * 1024), sim.on_device(4 * 16));
    (0..1024).for_each(|i| integers(numbers, 1024)[i] = i as i32);
    integers(out, 16).fill(-1);
    sim.argument(kernel, 0, numbers);
    sim.argument(kernel, 1, out);
    launch(sim, kernel, line(16), line(64));
    integers(out, 16).to_vec()
}

#[test]
fn modules_of_several_parts_are_linked() {
    needs_pocl!();
    if Command::new("spirv-link").arg("--version").output().is_err() {
        zetop_testing::skip!("no spirv-link (Debian: apt install spirv-tools)");
        return;
    }
    run(&[("ZESIM_ENGINE", "pocl")], check_linked);
}

#[test]
fn what_pocl_refuses_another_engine_computes() {
    // SAFETY: OpenCL's library may be loaded by anybody.
    if unsafe { libc::dlopen(c"libintelocl.so".as_ptr(), libc::RTLD_NOW) }.is_null() {
        zetop_testing::skip!(
            "no Intel OpenCL runtime for CPUs (pip install intel-opencl-rt, and its lib folder in LD_LIBRARY_PATH)"
        );
        return;
    }
    run(&[], |sim| {
        let expected: Vec<i32> = (0..16).map(|group| (64 * group..64 * (group + 1)).sum()).collect();
        assert_eq!(group_sums(sim), expected);
        check_linked(sim);
    });
}

#[test]
#[ignore = "the next test runs it"]
fn refused() {
    run(&[("ZESIM_ENGINE", "pocl"), ("ZESIM_KERNEL_NS", "*=2000")], |sim| {
        assert_eq!(group_sums(sim), [-1; 16]);
        assert_eq!(group_sums(sim), [-1; 16]);
    });
}

#[test]
fn a_module_that_wants_more_than_pocl_has_takes_modelled_time_and_that_is_said_once() {
    needs_pocl!();
    let stderr = stderr_of("engine::refused");
    assert_eq!(stderr.matches("modelled time only").count(), 1, "{stderr}");
    assert!(
        stderr.contains("kernel sums takes modelled time only: PoCL does not build the module"),
        "{stderr}"
    );
}

/// The kernels with each addition of floats replaced by an instruction that does not exist.
fn damaged() -> Vec<u8> {
    const F_ADD: u32 = 129;
    const NO_SUCH: u32 = 999;
    let mut words: Vec<u32> =
        KERNELS.chunks(4).map(|word| u32::from_le_bytes(word.try_into().expect("four"))).collect();
    let (mut at, mut spoilt) = (5, 0);
    while at < words.len() {
        let (length, opcode) = (words[at] >> 16, words[at] & 0xffff);
        if opcode == F_ADD {
            (words[at], spoilt) = (length << 16 | NO_SUCH, spoilt + 1);
        }
        at += length as usize;
    }
    assert!(spoilt > 0);
    words.iter().flat_map(|word| word.to_le_bytes()).collect()
}

#[test]
#[ignore = "the next test runs it"]
fn damaged_inside() {
    run(&[("ZESIM_ENGINE", "pocl"), ("ZESIM_KERNEL_NS", "*=2000")], |sim| {
        let (count, counter) = (sim.kernel_of(sim.module(&damaged()), "count"), sim.on_device(4));
        integers(counter, 1)[0] = 0;
        sim.argument(count, 0, counter);
        launch(sim, count, line(1), line(1));
        assert_eq!(integers(counter, 1)[0], 0);
    });
}

#[test]
fn a_module_that_is_damaged_inside_takes_modelled_time_and_that_is_said() {
    needs_pocl!();
    let stderr = stderr_of("engine::damaged_inside");
    assert!(stderr.contains("kernel count takes modelled time only"), "{stderr}");
    assert!(!stderr.contains("panicked") && !stderr.contains("signal:"), "{stderr}");
}

#[test]
fn opencl_c_is_compiled_where_a_compiler_is_there() {
    needs_pocl!();
    if Command::new("clang-15").arg("--version").output().is_err() {
        zetop_testing::skip!("no clang-15 (Debian: apt install clang-15)");
        return;
    }
    run(&[], |sim| {
        const SOURCE: &[u8] =
            b"kernel void steps(global int *out) { out[get_global_id(0)] = STEP * get_global_id(0); }\0";
        let build = |source: &[u8], flags: &std::ffi::CStr| {
            let mut desc: ze_module_desc_t = described(ZE_STRUCTURE_TYPE_MODULE_DESC);
            (desc.format, desc.inputSize, desc.pInputModule) = (3, source.len(), source.as_ptr());
            desc.pBuildFlags = flags.as_ptr();
            let (mut module, mut log) = (null_mut(), null_mut());
            let result = result!(sim, zeModuleCreate(sim.context, sim.device, &desc, &mut module, &mut log));
            let mut said = vec![0_u8; 10_000];
            let mut size = said.len();
            call!(sim, zeModuleBuildLogGetString(log, &mut size, said.as_mut_ptr().cast()));
            (result, module, String::from_utf8_lossy(&said[..size]).into_owned())
        };
        let (result, module, log) = build(SOURCE, c"-cl-mad-enable -DSTEP=3");
        assert_eq!(result, ZE_RESULT_SUCCESS, "{log}");
        let (kernel, out) = (sim.kernel_of(module, "steps"), sim.shared(4 * 32));
        sim.argument(kernel, 0, out);
        launch(sim, kernel, line(2), line(16));
        assert_eq!(integers(out, 32), (0..32).map(|i| 3 * i).collect::<Vec<i32>>());
        let (result, _, log) = build(SOURCE, c"");
        assert_eq!(result, ZE_RESULT_ERROR_MODULE_BUILD_FAILURE);
        assert!(log.contains("use of undeclared identifier 'STEP'"), "{log}");
    });
}

/// Runs this test's own process, and returns its stderr.
fn stderr_of(test: &str) -> String {
    let output = Command::new(std::env::current_exe().expect("known"))
        .args([test, "--exact", "--nocapture", "--ignored", "--test-threads=1"])
        .output()
        .expect("the test can be started");
    String::from_utf8_lossy(&output.stderr).into_owned()
}

#[test]
fn a_kernel_that_never_ends_loses_the_device() {
    needs_pocl!();
    let file = std::env::temp_dir().join(format!("ze-sim-endless-{}", std::process::id()));
    run(&[("ZESIM_KERNEL_LIMIT_MS", "300"), ("ZESIM_ORACLE", file.to_str().expect("UTF-8"))], |sim| {
        let (endless, stop) = (kernel(sim, "endless"), sim.on_device(4));
        integers(stop, 1)[0] = 0;
        sim.argument(endless, 0, stop);
        let (list, event) = (sim.immediate(0, 0), sim.stamped::<1>()[0]);
        sim.launch(list, endless, 1, event, &[]);
        assert_eq!(result!(sim, zeEventHostSynchronize(event, FOREVER)), ZE_RESULT_ERROR_DEVICE_LOST);
        // It did not complete.
        assert!(
            !std::fs::exists(std::env::var("ZESIM_ORACLE").expect("set")).expect("known")
                || oracle().is_empty()
        );
        std::process::exit(0);
    });
    drop(std::fs::remove_file(file));
}

#[test]
#[ignore = "crashes; the next test runs it"]
fn a_crash() {
    run(&[], |sim| {
        let (crash, out) = (kernel(sim, "crash"), sim.on_device(4));
        sim.argument(crash, 0, out);
        sim.argument(crash, 1, 16_u64);
        launch(sim, crash, line(1), line(1));
    });
}

#[test]
fn a_crash_of_pocl_is_named() {
    needs_pocl!();
    let stderr = stderr_of("engine::a_crash");
    assert!(stderr.contains("ze-sim: a crash while PoCL was at work on kernel crash"), "{stderr}");
    assert!(stderr.contains("signal: 11"), "the program did not end by the signal: {stderr}");
}

#[test]
#[ignore = "the next test runs it"]
fn modelled_only() {
    run(&[("ZESIM_ENGINE", "none"), ("ZESIM_KERNEL_NS", "*=2000")], |sim| {
        let (count, counter) = (kernel(sim, "count"), sim.on_device(4));
        integers(counter, 1)[0] = 0;
        sim.argument(count, 0, counter);
        launch(sim, count, line(1), line(1));
        launch(sim, count, line(1), line(1));
        assert_eq!(integers(counter, 1)[0], 0);
    });
}

#[test]
fn without_an_engine_time_is_modelled_and_that_is_said_once() {
    let stderr = stderr_of("engine::modelled_only");
    assert_eq!(stderr.matches("modelled time only").count(), 1, "{stderr}");
    assert!(stderr.contains("ZESIM_ENGINE=none"), "{stderr}");
}
