//! Modules, and kernels that compute.

use crate::harness::{Sim, described, floats, run};
use level_zero_sys::*;
use std::ffi::{CStr, c_void};
use std::ptr::{null, null_mut};
use zetop_workloads::spirv;

#[test]
fn modules_list_their_kernels() {
    run(&[], |sim| {
        let module = sim.module(&spirv::named(&["alpha", "saxpy"]));
        let mut count = 0;
        call!(sim, zeModuleGetKernelNames(module, &mut count, null_mut()));
        let mut names = vec![null(); count as usize];
        call!(sim, zeModuleGetKernelNames(module, &mut count, names.as_mut_ptr()));
        // SAFETY: the driver's names end with a zero.
        let names: Vec<_> = names.into_iter().map(|name| unsafe { CStr::from_ptr(name) }).collect();
        assert_eq!(names, [c"alpha", c"saxpy"]);
        let saxpy = sim.kernel_of(module, "saxpy");
        let mut properties = described(ZE_STRUCTURE_TYPE_KERNEL_PROPERTIES);
        call!(sim, zeKernelGetProperties(saxpy, &mut properties));
        assert_eq!(properties.numKernelArgs, 4);
        let (mut size, mut name) = (6, [0_u8; 6]);
        call!(sim, zeKernelGetName(saxpy, &mut size, name.as_mut_ptr().cast()));
        assert_eq!((size, &name), (6, b"saxpy\0"));
        // A module outlives its handle in its kernels.
        call!(sim, zeModuleDestroy(module));
        call!(sim, zeKernelSetGroupSize(saxpy, 32, 1, 1));
    });
}

#[test]
fn a_native_binary_can_be_loaded_again() {
    run(&[], |sim| {
        let module = sim.module(&spirv::named(&["alpha"]));
        let mut size = 0;
        call!(sim, zeModuleGetNativeBinary(module, &mut size, null_mut()));
        let mut binary = vec![0; size];
        call!(sim, zeModuleGetNativeBinary(module, &mut size, binary.as_mut_ptr()));
        let mut desc: ze_module_desc_t = described(ZE_STRUCTURE_TYPE_MODULE_DESC);
        (desc.format, desc.inputSize, desc.pInputModule) = (ZE_MODULE_FORMAT_NATIVE, size, binary.as_ptr());
        let mut again = null_mut();
        call!(sim, zeModuleCreate(sim.context, sim.device, &desc, &mut again, null_mut()));
        sim.kernel_of(again, "alpha");
    });
}

#[test]
fn a_bad_module_fails_with_a_log() {
    // No compiler is found.
    run(&[("PATH", "/nowhere")], |sim| {
        let mut desc: ze_module_desc_t = described(ZE_STRUCTURE_TYPE_MODULE_DESC);
        (desc.format, desc.inputSize, desc.pInputModule) = (ZE_MODULE_FORMAT_IL_SPIRV, 4, b"nope".as_ptr());
        let (mut module, mut log) = (null_mut(), null_mut());
        let result = result!(sim, zeModuleCreate(sim.context, sim.device, &desc, &mut module, &mut log));
        assert_eq!(result, ZE_RESULT_ERROR_MODULE_BUILD_FAILURE);
        let mut size = 0;
        call!(sim, zeModuleBuildLogGetString(log, &mut size, null_mut()));
        assert!(size > 1);
        call!(sim, zeModuleBuildLogDestroy(log));
        // Source code, Intel's format 3, and a format that there is not.
        for (format, text) in [(3, "OpenCL C"), (99, "format")] {
            let mut log = null_mut();
            (desc.format, desc.inputSize, desc.pInputModule) = (format, 6, c"kernel".as_ptr().cast());
            let result = result!(sim, zeModuleCreate(sim.context, sim.device, &desc, &mut module, &mut log));
            assert_eq!(result, ZE_RESULT_ERROR_INVALID_ENUMERATION);
            let mut said = [0_u8; 200];
            let mut size = said.len();
            call!(sim, zeModuleBuildLogGetString(log, &mut size, said.as_mut_ptr().cast()));
            assert!(String::from_utf8_lossy(&said[..size]).contains(text));
            call!(sim, zeModuleBuildLogDestroy(log));
        }
    });
}

#[test]
fn arguments_and_sizes_are_checked() {
    run(&[], |sim| {
        let kernel = sim.kernel("vector_add");
        let value = 0_u64;
        let set = |index, size| {
            result!(sim, zeKernelSetArgumentValue(kernel, index, size, (&raw const value).cast()))
        };
        assert_eq!(set(0, 8), ZE_RESULT_SUCCESS);
        assert_eq!(set(3, 8), ZE_RESULT_ERROR_INVALID_KERNEL_ARGUMENT_SIZE);
        assert_eq!(set(4, 8), ZE_RESULT_ERROR_INVALID_KERNEL_ARGUMENT_INDEX);
        assert_eq!(
            result!(sim, zeKernelSetGroupSize(kernel, 0, 1, 1)),
            ZE_RESULT_ERROR_INVALID_GROUP_SIZE_DIMENSION
        );
        let (mut x, mut y, mut z) = (0, 0, 0);
        call!(sim, zeKernelSuggestGroupSize(kernel, 96, 6, 1, &mut x, &mut y, &mut z));
        assert_eq!((96 % x, 6 % y, z), (0, 0, 1));
        assert!(x > 1);
    });
}

/// A buffer of numbers and its pointer.
fn buffer(sim: &Sim, count: usize, value: impl Fn(usize) -> f32) -> *mut u8 {
    let pointer = sim.shared(4 * count);
    floats(pointer, count).iter_mut().enumerate().for_each(|(i, place)| *place = value(i));
    pointer
}

fn launch_over(sim: &Sim, kernel: ze_kernel_handle_t, items: usize) {
    let list = sim.immediate_on(sim.device, 0, 0, ZE_COMMAND_QUEUE_MODE_SYNCHRONOUS);
    call!(sim, zeKernelSetGroupSize(kernel, 16, 1, 1));
    sim.launch(list, kernel, items.div_ceil(16) as u32, null_mut(), &[]);
}

#[test]
fn vector_add_adds_as_far_as_there_are_items() {
    run(&[], |sim| {
        let n = 100;
        let (a, b) = (buffer(sim, n, |i| i as f32), buffer(sim, n, |i| 2.0 * i as f32));
        let c = buffer(sim, n, |_| -1.0);
        let kernel = sim.kernel("vector_add");
        sim.argument(kernel, 0, a);
        sim.argument(kernel, 1, b);
        sim.argument(kernel, 2, c);
        sim.argument(kernel, 3, n as u32);
        launch_over(sim, kernel, 32);
        assert!((0..n).all(|i| floats(c, n)[i] == if i < 32 { 3.0 * i as f32 } else { -1.0 }));
        launch_over(sim, kernel, n);
        assert!((0..n).all(|i| floats(c, n)[i] == 3.0 * i as f32));
    });
}

#[test]
fn saxpy_reduce_and_stencil_compute() {
    run(&[], |sim| {
        let n = 1000;
        let (x, y) = (buffer(sim, n, |i| i as f32), buffer(sim, n, |_| 1.0));
        let saxpy = sim.kernel("saxpy");
        sim.argument(saxpy, 0, 0.5_f32);
        sim.argument(saxpy, 1, x);
        sim.argument(saxpy, 2, y);
        sim.argument(saxpy, 3, n as u32);
        launch_over(sim, saxpy, n);
        assert!((0..n).all(|i| floats(y, n)[i] == 0.5 * i as f32 + 1.0));

        let sum = buffer(sim, 1, |_| 0.0);
        let reduce = sim.kernel("reduce_sum");
        sim.argument(reduce, 0, x);
        sim.argument(reduce, 1, sum);
        sim.argument(reduce, 2, n as u32);
        launch_over(sim, reduce, n);
        assert_eq!(floats(sum, 1)[0], 499_500.0);

        let (w, h) = (5, 4);
        let (input, output) = (buffer(sim, w * h, |i| (i * i) as f32), buffer(sim, w * h, |_| 0.0));
        let stencil = sim.kernel("stencil_5pt");
        sim.argument(stencil, 0, input);
        sim.argument(stencil, 1, output);
        sim.argument(stencil, 2, w as u32);
        sim.argument(stencil, 3, h as u32);
        launch_over(sim, stencil, w * h);
        let square = |i: usize| (i * i) as f32;
        let output = floats(output, w * h);
        assert_eq!(output[7], (square(7) + square(6) + square(8) + square(2) + square(12)) / 5.0);
        assert_eq!(output[0], 0.0);
        assert_eq!(output[19], square(19));
    });
}

#[test]
fn matmul_multiplies() {
    run(&[], |sim| {
        let n = 24;
        let (a, b) = (buffer(sim, n * n, |i| (i % 7) as f32), buffer(sim, n * n, |i| (i % 5) as f32));
        let c = buffer(sim, n * n, |_| 0.0);
        let kernel = sim.kernel("matmul");
        sim.argument(kernel, 0, a);
        sim.argument(kernel, 1, b);
        sim.argument(kernel, 2, c);
        sim.argument(kernel, 3, n as u32);
        launch_over(sim, kernel, n * n);
        let (a, b) = (floats(a, n * n), floats(b, n * n));
        for (at, value) in floats(c, n * n).iter().enumerate() {
            let expected: f32 = (0..n).map(|k| a[at / n * n + k] * b[k * n + at % n]).sum();
            assert_eq!(*value, expected);
        }
    });
}

#[test]
fn arguments_are_those_of_the_append() {
    run(&[], |sim| {
        let y = buffer(sim, 1, |_| 1.0);
        let x = buffer(sim, 1, |_| 1.0);
        let kernel = sim.kernel("saxpy");
        let list = sim.regular(0, 0);
        sim.argument(kernel, 1, x);
        sim.argument(kernel, 2, y);
        sim.argument(kernel, 3, 1_u32);
        for alpha in [1.0_f32, 10.0] {
            sim.argument(kernel, 0, alpha);
            sim.launch(list, kernel, 1, null_mut(), &[]);
        }
        sim.argument(kernel, 0, 100.0_f32);
        call!(sim, zeCommandListClose(list));
        let queue = sim.queue(0);
        sim.execute(queue, list);
        sim.execute(queue, list);
        sim.finish(queue);
        assert_eq!(floats(y, 1)[0], 23.0);
    });
}

#[test]
fn every_form_of_launch_runs() {
    run(&[], |sim| {
        let n = 64;
        let (x, y) = (buffer(sim, n, |_| 1.0), buffer(sim, n, |_| 0.0));
        let kernel = sim.kernel("saxpy");
        sim.argument(kernel, 0, 1.0_f32);
        sim.argument(kernel, 1, x);
        sim.argument(kernel, 2, y);
        sim.argument(kernel, 3, n as u32);
        call!(sim, zeKernelSetGroupSize(kernel, 64, 1, 1));
        let list = sim.immediate_on(sim.device, 0, 0, ZE_COMMAND_QUEUE_MODE_SYNCHRONOUS);
        let groups = ze_group_count_t { groupCountX: 1, groupCountY: 1, groupCountZ: 1 };
        let none = null_mut();
        call!(sim, zeCommandListAppendLaunchKernel(list, kernel, &groups, none, 0, null_mut()));
        call!(sim, zeCommandListAppendLaunchCooperativeKernel(list, kernel, &groups, none, 0, null_mut()));
        call!(sim, zeCommandListAppendLaunchKernelIndirect(list, kernel, &groups, none, 0, null_mut()));
        // Two of three kernels: the count is read when the command runs.
        let (mut kernels, counts, number) = ([kernel; 3], [groups; 3], 2_u32);
        let (kernels, counts) = (kernels.as_mut_ptr(), counts.as_ptr());
        call!(
            sim,
            zeCommandListAppendLaunchMultipleKernelsIndirect(
                list,
                3,
                kernels,
                &number,
                counts,
                none,
                0,
                null_mut()
            )
        );
        assert_eq!(floats(y, n)[63], 5.0);
        let result = result!(
            sim,
            zeCommandListAppendLaunchKernelWithParameters(list, kernel, &groups, null(), none, 0, null_mut())
        );
        if result == ZE_RESULT_ERROR_UNSUPPORTED_FEATURE {
            return zetop_testing::skip!("the rest of the new launches: the loader is older than 1.25");
        }
        let (alpha, count) = (10.0_f32, n as u32);
        let mut arguments: [*mut c_void; 4] = [
            (&raw const alpha).cast_mut().cast(),
            (&raw const x).cast_mut().cast(),
            (&raw const y).cast_mut().cast(),
            (&raw const count).cast_mut().cast(),
        ];
        let size = ze_group_size_t { groupSizeX: 64, groupSizeY: 1, groupSizeZ: 1 };
        let arguments = arguments.as_mut_ptr();
        call!(
            sim,
            zeCommandListAppendLaunchKernelWithArguments(
                list,
                kernel,
                groups,
                size,
                arguments,
                null(),
                none,
                0,
                null_mut()
            )
        );
        assert_eq!(floats(y, n)[63], 16.0);
    });
}

#[test]
fn copy_engines_launch_nothing() {
    run(&[], |sim| {
        let groups = ze_group_count_t { groupCountX: 1, groupCountY: 1, groupCountZ: 1 };
        let list = sim.immediate(1, 0);
        let kernel = sim.kernel("k");
        let result =
            result!(sim, zeCommandListAppendLaunchKernel(list, kernel, &groups, null_mut(), 0, null_mut()));
        assert_eq!(result, ZE_RESULT_ERROR_INVALID_COMMAND_LIST_TYPE);
    });
}
