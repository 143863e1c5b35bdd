//! Allocations, copies, regions and fills: the bytes and the kinds.

use crate::harness::{Sim, bytes, described, field, nothing, oracle, run};
use level_zero_sys::*;
use std::ffi::c_void;
use std::ptr::null_mut;

fn kind(sim: &Sim, pointer: *const u8) -> (ze_memory_type_t, ze_device_handle_t) {
    let mut properties: ze_memory_allocation_properties_t =
        described(ZE_STRUCTURE_TYPE_MEMORY_ALLOCATION_PROPERTIES);
    let mut device = null_mut();
    call!(sim, zeMemGetAllocProperties(sim.context, pointer.cast(), &mut properties, &mut device));
    (properties.type_, device)
}

#[test]
fn pointers_know_their_kind_also_in_the_middle_and_after_the_free() {
    run(&[], |sim| {
        let heap = [0_u8; 100];
        let (host, device, shared) = (sim.on_host(5000), sim.on_device(100_000), sim.shared(64));
        assert_eq!(kind(sim, host).0, ZE_MEMORY_TYPE_HOST);
        assert_eq!(kind(sim, device.wrapping_add(99_999)), (ZE_MEMORY_TYPE_DEVICE, sim.device));
        assert_eq!(kind(sim, shared.wrapping_add(63)).0, ZE_MEMORY_TYPE_SHARED);
        assert_eq!(kind(sim, heap.as_ptr()).0, ZE_MEMORY_TYPE_UNKNOWN);
        assert_eq!(kind(sim, device.wrapping_add(100_000)).0, ZE_MEMORY_TYPE_UNKNOWN);
        let (mut base, mut size) = (null_mut(), 0);
        call!(sim, zeMemGetAddressRange(sim.context, device.wrapping_add(7).cast(), &mut base, &mut size));
        assert_eq!((base.cast(), size), (device, 100_000));
        call!(sim, zeMemFree(sim.context, device.cast()));
        assert_eq!(kind(sim, device).0, ZE_MEMORY_TYPE_UNKNOWN);
        assert_ne!(result!(sim, zeMemFree(sim.context, device.cast())), ZE_RESULT_SUCCESS);
    });
}

#[test]
fn sizes_and_alignments_are_checked() {
    run(&[], |sim| {
        let desc: ze_device_mem_alloc_desc_t = described(ZE_STRUCTURE_TYPE_DEVICE_MEM_ALLOC_DESC);
        let mut pointer = null_mut();
        let mut allocate = |size, alignment| {
            result!(sim, zeMemAllocDevice(sim.context, &desc, size, alignment, sim.device, &mut pointer))
        };
        assert_eq!(allocate(0, 0), ZE_RESULT_ERROR_UNSUPPORTED_SIZE);
        assert_eq!(allocate(64, 3), ZE_RESULT_ERROR_UNSUPPORTED_ALIGNMENT);
        assert_eq!(allocate(1 << 40, 0), ZE_RESULT_ERROR_UNSUPPORTED_SIZE);
        assert_eq!(allocate(64, 1 << 20), ZE_RESULT_SUCCESS);
        assert!(pointer.cast::<u8>().addr().is_multiple_of(1 << 20));
    });
}

#[test]
fn memory_can_be_freed_later() {
    run(&[("ZESIM_KERNEL_NS", "k=20000000")], |sim| {
        let list = sim.immediate(0, 0);
        let device = sim.on_device(4096);
        let before = std::time::Instant::now();
        sim.launch(list, sim.kernel("k"), 1, null_mut(), &[]);
        let mut desc: ze_memory_free_ext_desc_t = described(ZE_STRUCTURE_TYPE_MEMORY_FREE_EXT_DESC);
        desc.freePolicy = ZE_DRIVER_MEMORY_FREE_POLICY_EXT_FLAG_BLOCKING_FREE;
        call!(sim, zeMemFreeExt(sim.context, &desc, device.cast()));
        // 20, by the device's clock.
        assert!(before.elapsed().as_millis() >= 19, "it did not wait for the kernel");
        desc.freePolicy = ZE_DRIVER_MEMORY_FREE_POLICY_EXT_FLAG_DEFER_FREE;
        call!(sim, zeMemFreeExt(sim.context, &desc, sim.on_device(64).cast()));
    });
}

#[test]
fn copies_move_the_bytes_through_all_kinds() {
    run(&[], |sim| {
        let size = 300_001;
        let source: Vec<u8> = (0..size).map(|i| (i % 251) as u8).collect();
        let mut target = vec![0_u8; size];
        let list = sim.immediate_on(sim.device, 0, 0, ZE_COMMAND_QUEUE_MODE_SYNCHRONOUS);
        let chain = [sim.on_device(size), sim.shared(size), sim.on_host(size), sim.on_device(size)];
        sim.copy(list, chain[0], source.as_ptr(), size, null_mut(), &[]);
        for pair in chain.windows(2) {
            sim.copy(list, pair[1], pair[0], size, null_mut(), &[]);
        }
        sim.copy(list, target.as_mut_ptr(), chain[3], size, null_mut(), &[]);
        assert!(source == target);
        let from_context = target.as_mut_ptr().cast::<c_void>();
        target.fill(0);
        call!(
            sim,
            zeCommandListAppendMemoryCopyFromContext(
                list,
                from_context,
                sim.context,
                chain[2].cast(),
                size,
                null_mut(),
                0,
                null_mut()
            )
        );
        assert!(source == target);
    });
}

#[test]
fn regions_move_boxes_and_leave_the_rest() {
    run(&[], |sim| {
        // 3 slices of 4 rows of 16 bytes; a box of 2 x 2 rows of 5 bytes from (3,1,1) to (9,2,0), pitches differ.
        let (src, dst) = (sim.on_host(3 * 4 * 16), sim.on_device(3 * 5 * 20));
        let (from, to) = (bytes(src, 192), bytes(dst, 300));
        from.iter_mut().enumerate().for_each(|(i, byte)| *byte = i as u8);
        to.fill(0xff);
        let from_region =
            ze_copy_region_t { originX: 3, originY: 1, originZ: 1, width: 5, height: 2, depth: 2 };
        let to_region = ze_copy_region_t { originX: 9, originY: 2, originZ: 0, ..from_region };
        let list = sim.immediate(1, 0);
        call!(
            sim,
            zeCommandListAppendMemoryCopyRegion(
                list,
                dst.cast(),
                &to_region,
                20,
                100,
                src.cast(),
                &from_region,
                16,
                64,
                null_mut(),
                0,
                null_mut()
            )
        );
        sim.finish_list(list);
        for (at, byte) in bytes(dst, 300).iter().enumerate() {
            let (x, y, z) = (at % 20, at / 20 % 5, at / 100);
            let inside = (9..14).contains(&x) && (2..4).contains(&y) && z < 2;
            let expected = if inside { ((z + 1) * 64 + (y - 1) * 16 + x - 6) as u8 } else { 0xff };
            assert_eq!(*byte, expected, "({x},{y},{z})");
        }
    });
}

#[test]
fn fills_repeat_their_pattern() {
    run(&[], |sim| {
        let device = sim.on_device(1000);
        let list = sim.immediate_on(sim.device, 0, 0, ZE_COMMAND_QUEUE_MODE_SYNCHRONOUS);
        let pattern = [1_u8, 2, 3, 4, 5, 6, 7, 8];
        let append = |list, size, length| {
            result!(
                sim,
                zeCommandListAppendMemoryFill(
                    list,
                    device.cast(),
                    pattern.as_ptr().cast(),
                    size,
                    length,
                    null_mut(),
                    0,
                    null_mut()
                )
            )
        };
        assert_eq!(append(list, 1, 1000), ZE_RESULT_SUCCESS);
        assert_eq!(append(list, 8, 800), ZE_RESULT_SUCCESS);
        let expected = pattern.iter().cycle().take(800).chain([1; 200].iter());
        assert!(bytes(device, 1000).iter().eq(expected));
        assert_eq!(append(list, 3, 9), ZE_RESULT_ERROR_INVALID_SIZE);
        assert_eq!(append(sim.immediate(1, 0), 32, 64), ZE_RESULT_ERROR_INVALID_SIZE);
    });
}

#[test]
fn copies_take_the_time_of_their_kinds() {
    let file = std::env::temp_dir().join(format!("ze-sim-oracle-{}", std::process::id()));
    let rates = "h2d=4,heap_h2d=2,d2h=8,heap_d2h=1,d2d=16,shared=3,h2h=5,fill=32";
    let knobs = [
        ("ZESIM_ORACLE", file.to_str().expect("UTF-8")),
        ("ZESIM_COPY_GBPS", rates),
        ("ZESIM_TIMER_HZ", "1000000000"),
        ("ZESIM_TS_BITS", "64"),
        ("ZESIM_COPY_LATENCY_NS", "1000"),
        ("ZESIM_TIME", "model"),
    ];
    run(&knobs, |sim| {
        let size = 96_000;
        let (mut heap, mut other) = (vec![1_u8; size], vec![2_u8; size]);
        let (host, device, shared) = (sim.on_host(size), sim.on_device(2 * size), sim.shared(size));
        let (heap, other) = (heap.as_mut_ptr(), other.as_mut_ptr());
        let second = device.wrapping_add(size);
        let pairs = [
            (device, host, 24_000, "host", "device"),
            (device, heap, 48_000, "heap", "device"),
            (host, second, 12_000, "device", "host"),
            (heap, second, 96_000, "device", "heap"),
            (second, device, 6_000, "device", "device"),
            (shared, device, 32_000, "device", "shared"),
            (heap, shared, 32_000, "shared", "heap"),
            (host, heap, 19_200, "heap", "host"),
            (other, heap, 19_200, "heap", "heap"),
        ];
        let list = sim.immediate(1, 0);
        let events: [_; 10] = sim.stamped();
        for ((dst, src, ..), event) in pairs.iter().zip(events) {
            sim.copy(list, *dst, *src, size, event, &[]);
        }
        let zero = 0_u8;
        let fill = (&raw const zero).cast();
        call!(
            sim,
            zeCommandListAppendMemoryFill(list, device.cast(), fill, 1, size, events[9], 0, null_mut())
        );
        sim.finish_list(list);
        let lines: Vec<_> = oracle().into_iter().filter(|line| !line.contains("barrier")).collect();
        for (((_, _, nanoseconds, src, dst), event), line) in pairs.iter().zip(events).zip(&lines) {
            assert_eq!(sim.cycles(event, 64), nanoseconds + 1000, "{src} to {dst}");
            assert!(
                line.contains(&format!("\"src\":\"{src}\",\"dst\":\"{dst}\",\"bytes\":96000,")),
                "{line}"
            );
            assert_eq!(field(line, "global_end"), sim.stamps(event).global.kernelEnd);
        }
        assert_eq!(sim.cycles(events[9], 64), 3_000 + 1000);
        assert_eq!(lines.len(), 10);
    });
    drop(std::fs::remove_file(file));
}

#[test]
fn imported_memory_is_host_memory() {
    run(&[], |sim| {
        type Import = unsafe extern "C" fn(ze_driver_handle_t, *mut c_void, usize) -> ze_result_t;
        let mut address = null_mut();
        let name = c"zexDriverImportExternalPointer".as_ptr();
        call!(sim, zeDriverGetExtensionFunctionAddress(sim.driver, name, &mut address));
        // SAFETY: the driver gave this function for the name.
        let import: Import = unsafe { std::mem::transmute(address) };
        let mut mine = vec![0_u8; 10_000];
        // SAFETY: the vector is alive and of this size.
        crate::harness::ok(unsafe { import(sim.driver, mine.as_mut_ptr().cast(), mine.len()) });
        assert_eq!(kind(sim, mine.as_ptr().wrapping_add(9_999)).0, ZE_MEMORY_TYPE_HOST_IMPORTED);
    });
}

#[test]
fn null_pointers_are_refused() {
    run(&[], |sim| {
        let list = sim.immediate(0, 0);
        let result = result!(
            sim,
            zeCommandListAppendMemoryCopy(list, null_mut(), nothing(), 1, null_mut(), 0, null_mut())
        );
        assert_eq!(result, ZE_RESULT_ERROR_INVALID_NULL_POINTER);
        let event = sim.events(0, 1)[0];
        let target = sim.on_host(1);
        let append = |count| {
            result!(
                sim,
                zeCommandListAppendMemoryCopy(
                    list,
                    target.cast(),
                    target.cast(),
                    1,
                    event,
                    count,
                    null_mut()
                )
            )
        };
        assert_eq!(append(1), ZE_RESULT_ERROR_INVALID_SIZE);
        assert_eq!(append(0), ZE_RESULT_SUCCESS);
        sim.wait(event);
    });
}

/// The rate according to the stamps is not higher than the one that the program sees.
#[test]
fn a_copy_has_stamps_as_long_as_it_took() {
    fn nanoseconds(sim: &Sim) -> (u64, u64) {
        const SIZE: usize = 64 << 20;
        let (from, to) = (sim.on_host(SIZE), sim.on_device(SIZE));
        let (list, event) = (sim.immediate(1, 0), sim.stamped::<1>()[0]);
        let before = crate::harness::processor_time();
        sim.copy(list, to, from, SIZE, event, &[]);
        sim.wait(event);
        (sim.cycles(event, 64), crate::harness::processor_time() - before)
    }
    // Fresh memory at 10 TB/s: 6.7 us by the model.
    const FAST: [(&str, &str); 3] =
        [("ZESIM_COPY_GBPS", "h2d=10000"), ("ZESIM_TIMER_HZ", "1000000000"), ("ZESIM_TS_BITS", "64")];
    run(&FAST, |sim| {
        let (stamped, took) = nanoseconds(sim);
        assert!(stamped > 1_000_000, "64 MiB in {stamped} ns");
        assert!(stamped <= took, "{stamped} ns of {took}");
    });
}

#[test]
fn its_stamps_can_be_the_modelled_ones() {
    const MODEL: [(&str, &str); 4] = [
        ("ZESIM_TIME", "model"),
        ("ZESIM_COPY_GBPS", "h2d=10000"),
        ("ZESIM_TIMER_HZ", "1000000000"),
        ("ZESIM_TS_BITS", "64"),
    ];
    run(&MODEL, |sim| {
        const SIZE: usize = 64 << 20;
        let (from, to) = (sim.on_host(SIZE), sim.on_device(SIZE));
        let (list, event) = (sim.immediate(1, 0), sim.stamped::<1>()[0]);
        sim.copy(list, to, from, SIZE, event, &[]);
        sim.wait(event);
        assert_eq!(sim.cycles(event, 64), 6711);
    });
}
