//! Modules and kernels.

use crate::harness::{Sim, bytes, described, floats, nothing, run};
use level_zero_sys::*;
use std::ffi::CStr;
use std::ptr::{null, null_mut};
use zetop_workloads::spirv::named;

/// Makes a module, and gives the build log.
fn build(
    sim: &Sim,
    format: ze_module_format_t,
    binary: &[u8],
) -> (Result<ze_module_handle_t, ze_result_t>, String) {
    let mut desc: ze_module_desc_t = described(ZE_STRUCTURE_TYPE_MODULE_DESC);
    (desc.format, desc.inputSize, desc.pInputModule) = (format, binary.len(), binary.as_ptr());
    let (mut module, mut log) = (null_mut(), null_mut());
    let result = result!(sim, zeModuleCreate(sim.context, sim.device, &desc, &mut module, &mut log));
    let mut size = 0;
    call!(sim, zeModuleBuildLogGetString(log, &mut size, null_mut()));
    let mut text = vec![0_u8; size];
    call!(sim, zeModuleBuildLogGetString(log, &mut size, text.as_mut_ptr().cast()));
    call!(sim, zeModuleBuildLogDestroy(log));
    let text = CStr::from_bytes_with_nul(&text).expect("ended by zero").to_string_lossy().into_owned();
    (if result == ZE_RESULT_SUCCESS { Ok(module) } else { Err(result) }, text)
}

const SPIRV: ze_module_format_t = ZE_MODULE_FORMAT_IL_SPIRV;

#[test]
fn a_module_tells_its_kernels() {
    run(&[], |sim| {
        let module = sim.module(&named(&["first", "second"]));
        let mut count = 0;
        call!(sim, zeModuleGetKernelNames(module, &mut count, null_mut()));
        let mut names = vec![null(); count as usize];
        call!(sim, zeModuleGetKernelNames(module, &mut count, names.as_mut_ptr()));
        // SAFETY: the driver's names.
        let names: Vec<_> = names.iter().map(|name| unsafe { CStr::from_ptr(*name) }).collect();
        assert_eq!(names, [c"first", c"second"]);
        let mut desc: ze_kernel_desc_t = described(ZE_STRUCTURE_TYPE_KERNEL_DESC);
        let mut kernel = null_mut();
        desc.pKernelName = c"third".as_ptr();
        let result = result!(sim, zeKernelCreate(module, &desc, &mut kernel));
        assert_eq!(result, ZE_RESULT_ERROR_INVALID_KERNEL_NAME);
        desc.pKernelName = null();
        let result = result!(sim, zeKernelCreate(module, &desc, &mut kernel));
        assert_eq!(result, ZE_RESULT_ERROR_INVALID_NULL_POINTER);
    });
}

#[test]
fn what_is_no_module_is_refused_with_a_log() {
    run(&[], |sim| {
        let (result, log) = build(sim, SPIRV, b"this is not SPIR-V, is it?  ");
        assert_eq!(result.err(), Some(ZE_RESULT_ERROR_MODULE_BUILD_FAILURE));
        assert!(log.contains("SPIR-V"), "{log}");
        let (result, log) = build(sim, ZE_MODULE_FORMAT_NATIVE, b"this is no binary of ours");
        assert_eq!(result.err(), Some(ZE_RESULT_ERROR_INVALID_NATIVE_BINARY));
        assert!(!log.is_empty());
        let (result, log) = build(sim, 99, &named(&["k"]));
        assert_eq!(result.err(), Some(ZE_RESULT_ERROR_INVALID_ENUMERATION));
        assert!(!log.is_empty());
        let (result, log) = build(sim, SPIRV, &named(&["k"]));
        assert!(result.is_ok() && log.is_empty(), "{log}");
    });
}

#[test]
fn a_damaged_module_does_no_harm() {
    run(&[], |sim| {
        let whole = include_bytes!("../opencl/kernels.spv");
        let mut refused = 0;
        let mut check = |binary: &[u8]| match build(sim, SPIRV, binary).0 {
            Ok(module) => call!(sim, zeModuleDestroy(module)),
            Err(result) => {
                assert_eq!(result, ZE_RESULT_ERROR_MODULE_BUILD_FAILURE);
                refused += 1;
            }
        };
        // Cut at each word, and with each word spoilt in three ways.
        for end in (4..whole.len()).step_by(4) {
            check(&whole[..end]);
            for spoilt in [0_u32, u32::MAX, 0x0001_0001] {
                let mut binary = whole.to_vec();
                binary[end - 4..end].copy_from_slice(&spoilt.to_le_bytes());
                check(&binary);
            }
        }
        assert!(refused > 100, "{refused}");
    });
}

#[test]
fn arguments_are_checked() {
    run(&[], |sim| {
        let kernel = sim.kernel("saxpy");
        let set = |index, size, place| result!(sim, zeKernelSetArgumentValue(kernel, index, size, place));
        let value = 1.0_f32;
        let place = (&raw const value).cast();
        assert_eq!(set(0, 4, place), ZE_RESULT_SUCCESS);
        assert_eq!(set(0, 8, place), ZE_RESULT_ERROR_INVALID_KERNEL_ARGUMENT_SIZE);
        assert_eq!(set(4, 4, place), ZE_RESULT_ERROR_INVALID_KERNEL_ARGUMENT_INDEX);
        assert_eq!(set(u32::MAX, 4, place), ZE_RESULT_ERROR_INVALID_KERNEL_ARGUMENT_INDEX);
        assert_eq!(result!(sim, zeKernelSetArgumentValue(null_mut(), 0, 4, place)), 0x7800_0005);
        let mut properties: ze_kernel_properties_t = described(ZE_STRUCTURE_TYPE_KERNEL_PROPERTIES);
        call!(sim, zeKernelGetProperties(kernel, &mut properties));
        assert_eq!(properties.numKernelArgs, 4);
    });
}

/// `saxpy` on a number that counts its launches, each adding `a`.
fn counting(sim: &Sim) -> (ze_kernel_handle_t, *mut u8) {
    let (one, sum, kernel) = (sim.shared(4), sim.shared(4), sim.kernel("saxpy"));
    (floats(one, 1)[0], floats(sum, 1)[0]) = (1.0, 0.0);
    sim.argument(kernel, 1, one);
    sim.argument(kernel, 2, sum);
    sim.argument(kernel, 3, 1_u32);
    (kernel, sum)
}

#[test]
fn a_launch_takes_the_arguments_that_are_set_when_it_is_appended() {
    run(&[], |sim| {
        let (kernel, sum) = counting(sim);
        let (list, queue) = (sim.regular(0, ZE_COMMAND_LIST_FLAG_IN_ORDER), sim.queue(0));
        for value in [1.0_f32, 10.0, 100.0] {
            sim.argument(kernel, 0, value);
            sim.launch(list, kernel, 1, null_mut(), &[]);
        }
        sim.argument(kernel, 0, 1000.0_f32);
        call!(sim, zeCommandListClose(list));
        sim.execute(queue, list);
        sim.finish(queue);
        assert_eq!(floats(sum, 1)[0], 111.0);
    });
}

#[test]
fn group_sizes_are_checked() {
    run(&[], |sim| {
        let kernel = sim.kernel("k");
        let mut limits: ze_device_compute_properties_t =
            described(ZE_STRUCTURE_TYPE_DEVICE_COMPUTE_PROPERTIES);
        call!(sim, zeDeviceGetComputeProperties(sim.device, &mut limits));
        let set = |x, y, z| result!(sim, zeKernelSetGroupSize(kernel, x, y, z));
        assert_eq!(set(limits.maxGroupSizeX, 1, 1), ZE_RESULT_SUCCESS);
        assert_eq!(set(limits.maxTotalGroupSize, 2, 1), ZE_RESULT_ERROR_INVALID_GROUP_SIZE_DIMENSION);
        assert_eq!(set(u32::MAX, u32::MAX, 2), ZE_RESULT_ERROR_INVALID_GROUP_SIZE_DIMENSION);
        assert_eq!(set(0, 1, 1), ZE_RESULT_ERROR_INVALID_GROUP_SIZE_DIMENSION);
    });
}

#[test]
fn a_suggested_group_size_divides_the_work() {
    run(&[], |sim| {
        let kernel = sim.kernel("k");
        let suggest = |global: [u32; 3]| {
            let (mut x, mut y, mut z) = (0, 0, 0);
            let [gx, gy, gz] = global;
            call!(sim, zeKernelSuggestGroupSize(kernel, gx, gy, gz, &mut x, &mut y, &mut z));
            [x, y, z]
        };
        for global in [[1, 1, 1], [1024, 1, 1], [7, 11, 13], [640, 480, 1], [1_000_003, 1, 1]] {
            let size = suggest(global);
            assert!(
                global.iter().zip(size).all(|(all, side)| side > 0 && all % side == 0),
                "{global:?}: {size:?}"
            );
            let [x, y, z] = size;
            call!(sim, zeKernelSetGroupSize(kernel, x, y, z));
        }
    });
}

#[test]
fn a_kernel_tells_its_name() {
    run(&[], |sim| {
        let kernel = sim.kernel("some_name");
        let mut size = 0;
        call!(sim, zeKernelGetName(kernel, &mut size, null_mut()));
        let mut name = vec![0_u8; size];
        call!(sim, zeKernelGetName(kernel, &mut size, name.as_mut_ptr().cast()));
        assert_eq!(name, b"some_name\0");
    });
}

#[test]
fn a_native_binary_makes_the_module_again() {
    run(&[], |sim| {
        let module = sim.module(&named(&["k"]));
        let mut size = 0;
        call!(sim, zeModuleGetNativeBinary(module, &mut size, null_mut()));
        let mut binary = vec![0_u8; size];
        call!(sim, zeModuleGetNativeBinary(module, &mut size, binary.as_mut_ptr()));
        call!(sim, zeModuleDestroy(module));
        let (again, _) = build(sim, ZE_MODULE_FORMAT_NATIVE, &binary);
        sim.kernel_of(again.expect("made"), "k");
    });
}

#[test]
fn names_that_a_module_does_not_have_are_refused() {
    run(&[], |sim| {
        let module = sim.module(&named(&["k"]));
        let (mut size, mut pointer) = (0, null_mut());
        let result = result!(sim, zeModuleGetGlobalPointer(module, c"g".as_ptr(), &mut size, &mut pointer));
        assert_eq!(result, ZE_RESULT_ERROR_INVALID_GLOBAL_NAME);
        let result = result!(sim, zeModuleGetFunctionPointer(module, c"f".as_ptr(), &mut pointer));
        assert_eq!(result, ZE_RESULT_ERROR_INVALID_FUNCTION_NAME);
    });
}

#[test]
fn an_indirect_launch_reads_its_groups_when_it_runs() {
    run(&[("ZESIM_KERNEL_NS", "*=1000")], |sim| {
        let (kernel, event, list) = (sim.kernel("fill_indices"), sim.events(0, 1)[0], sim.immediate(0, 0));
        let groups = sim.on_host(size_of::<ze_group_count_t>()).cast::<ze_group_count_t>();
        let gate = sim.events(0, 1)[0];
        let mut wait = gate;
        // SAFETY: an allocation of this size.
        unsafe { groups.write(ze_group_count_t { groupCountX: 1, groupCountY: 1, groupCountZ: 1 }) };
        call!(sim, zeCommandListAppendLaunchKernelIndirect(list, kernel, groups, event, 1, &mut wait));
        // SAFETY: as above; the launch waits.
        unsafe { groups.write(ze_group_count_t { groupCountX: 3, groupCountY: 1, groupCountZ: 1 }) };
        call!(sim, zeEventHostSignal(gate));
        sim.wait(event);
        let null = result!(
            sim,
            zeCommandListAppendLaunchKernelIndirect(list, kernel, null(), null_mut(), 0, null_mut())
        );
        assert_eq!(null, ZE_RESULT_ERROR_INVALID_NULL_POINTER);
    });
}

#[test]
fn indirect_access_is_as_it_was_set() {
    run(&[], |sim| {
        let kernel = sim.kernel("k");
        let flags = ZE_KERNEL_INDIRECT_ACCESS_FLAG_HOST | ZE_KERNEL_INDIRECT_ACCESS_FLAG_DEVICE;
        call!(sim, zeKernelSetIndirectAccess(kernel, flags));
        let mut found = 0;
        call!(sim, zeKernelGetIndirectAccess(kernel, &mut found));
        assert_eq!(found, flags);
        let result = result!(sim, zeKernelSetIndirectAccess(kernel, 1 << 20));
        assert_eq!(result, ZE_RESULT_ERROR_INVALID_ENUMERATION);
    });
}

#[test]
fn a_launch_without_groups_is_no_crash() {
    run(&[], |sim| {
        let (kernel, sum) = counting(sim);
        sim.argument(kernel, 0, 1.0_f32);
        let (list, event) = (sim.immediate(0, 0), sim.events(0, 1)[0]);
        sim.launch(list, kernel, 0, event, &[]);
        sim.wait(event);
        let result = result!(
            sim,
            zeCommandListAppendLaunchKernel(list, kernel, nothing().cast(), null_mut(), 0, null_mut())
        );
        assert_eq!(result, ZE_RESULT_ERROR_INVALID_NULL_POINTER);
        assert_eq!(bytes(sum, 4), [0; 4]);
    });
}
