//! Allocations.

use crate::harness::{Sim, bytes, described, nothing, run};
use level_zero_sys::*;
use std::ffi::c_void;
use std::ptr::null_mut;

const DEVICE: ze_memory_type_t = ZE_MEMORY_TYPE_DEVICE;
const HOST: ze_memory_type_t = ZE_MEMORY_TYPE_HOST;
const SHARED: ze_memory_type_t = ZE_MEMORY_TYPE_SHARED;

/// Allocates memory of a kind with a changed description.
fn allocate(
    sim: &Sim,
    kind: ze_memory_type_t,
    size: usize,
    alignment: usize,
    change: impl Fn(&mut ze_device_mem_alloc_desc_t, &mut ze_host_mem_alloc_desc_t),
) -> Result<*mut c_void, ze_result_t> {
    let mut device: ze_device_mem_alloc_desc_t = described(ZE_STRUCTURE_TYPE_DEVICE_MEM_ALLOC_DESC);
    let mut host: ze_host_mem_alloc_desc_t = described(ZE_STRUCTURE_TYPE_HOST_MEM_ALLOC_DESC);
    change(&mut device, &mut host);
    let mut pointer = null_mut();
    let result = match kind {
        DEVICE => {
            result!(sim, zeMemAllocDevice(sim.context, &device, size, alignment, sim.device, &mut pointer))
        }
        HOST => result!(sim, zeMemAllocHost(sim.context, &host, size, alignment, &mut pointer)),
        _ => result!(
            sim,
            zeMemAllocShared(sim.context, &device, &host, size, alignment, sim.device, &mut pointer)
        ),
    };
    if result == ZE_RESULT_SUCCESS { Ok(pointer) } else { Err(result) }
}

const KINDS: [ze_memory_type_t; 3] = [DEVICE, HOST, SHARED];

fn plain(
    sim: &Sim,
    kind: ze_memory_type_t,
    size: usize,
    alignment: usize,
) -> Result<*mut c_void, ze_result_t> {
    allocate(sim, kind, size, alignment, |_, _| ())
}

#[test]
fn memory_is_aligned_as_it_was_asked_for() {
    run(&[], |sim| {
        for kind in KINDS {
            for alignment in [0, 1, 64, 4096, 1 << 16, 1 << 21] {
                let pointer = plain(sim, kind, 100, alignment).expect("allocated");
                assert!(pointer.addr().is_multiple_of(alignment.max(1)), "{pointer:?} by {alignment}");
            }
            assert_eq!(plain(sim, kind, 100, 3).err(), Some(ZE_RESULT_ERROR_UNSUPPORTED_ALIGNMENT));
        }
    });
}

#[test]
fn memory_of_no_size_or_too_much_is_refused() {
    run(&[], |sim| {
        let mut properties: ze_device_properties_t = described(ZE_STRUCTURE_TYPE_DEVICE_PROPERTIES);
        call!(sim, zeDeviceGetProperties(sim.device, &mut properties));
        let too_large = properties.maxMemAllocSize as usize + 1;
        for kind in KINDS {
            assert_eq!(plain(sim, kind, 0, 0).err(), Some(ZE_RESULT_ERROR_UNSUPPORTED_SIZE));
        }
        for kind in [DEVICE, SHARED] {
            assert_eq!(plain(sim, kind, too_large, 0).err(), Some(ZE_RESULT_ERROR_UNSUPPORTED_SIZE));
        }
        assert!(plain(sim, DEVICE, usize::MAX, 0).is_err() && plain(sim, HOST, usize::MAX, 0).is_err());
    });
}

#[test]
fn ordinals_and_flags_that_do_not_exist_are_refused() {
    run(&[], |sim| {
        let mut count = 0;
        call!(sim, zeDeviceGetMemoryProperties(sim.device, &mut count, null_mut()));
        for kind in [DEVICE, SHARED] {
            for ordinal in [count, u32::MAX] {
                let refused = allocate(sim, kind, 64, 0, |device, _| device.ordinal = ordinal);
                assert_eq!(refused.err(), Some(ZE_RESULT_ERROR_INVALID_ARGUMENT));
            }
            let refused = allocate(sim, kind, 64, 0, |device, _| device.flags = 1 << 20);
            assert_eq!(refused.err(), Some(ZE_RESULT_ERROR_INVALID_ENUMERATION));
        }
        for kind in [HOST, SHARED] {
            let refused = allocate(sim, kind, 64, 0, |_, host| host.flags = 1 << 20);
            assert_eq!(refused.err(), Some(ZE_RESULT_ERROR_INVALID_ENUMERATION));
        }
    });
}

#[test]
fn allocations_do_not_overlap_and_keep_their_contents() {
    run(&[], |sim| {
        let pointers: Vec<_> = (0..60)
            .map(|number| {
                let pointer = plain(sim, KINDS[number % 3], 5000, 0).expect("allocated").cast::<u8>();
                bytes(pointer, 5000).fill(number as u8);
                pointer
            })
            .collect();
        for (number, pointer) in pointers.iter().enumerate() {
            assert!(bytes(*pointer, 5000).iter().all(|byte| *byte == number as u8));
        }
    });
}

#[test]
fn an_allocation_is_known_by_any_of_its_addresses() {
    run(&[], |sim| {
        for kind in KINDS {
            let pointer = plain(sim, kind, 5000, 0).expect("allocated");
            let mut ids = Vec::new();
            for offset in [0, 1, 4999] {
                let inside = pointer.wrapping_byte_add(offset);
                let mut properties: ze_memory_allocation_properties_t =
                    described(ZE_STRUCTURE_TYPE_MEMORY_ALLOCATION_PROPERTIES);
                let mut device = null_mut();
                call!(sim, zeMemGetAllocProperties(sim.context, inside, &mut properties, &mut device));
                assert_eq!(properties.type_, kind);
                assert_eq!(device, if kind == HOST { null_mut() } else { sim.device });
                assert!(properties.pageSize.is_power_of_two());
                ids.push(properties.id);
                let (mut base, mut size) = (null_mut(), 0);
                call!(sim, zeMemGetAddressRange(sim.context, inside, &mut base, &mut size));
                assert_eq!((base, size), (pointer, 5000));
            }
            ids.dedup();
            assert_eq!(ids.len(), 1);
        }
    });
}

#[test]
fn memory_that_was_not_allocated_is_unknown() {
    run(&[], |sim| {
        let own = 0_u64;
        let mut properties: ze_memory_allocation_properties_t =
            described(ZE_STRUCTURE_TYPE_MEMORY_ALLOCATION_PROPERTIES);
        let pointer = (&raw const own).cast();
        call!(sim, zeMemGetAllocProperties(sim.context, pointer, &mut properties, null_mut()));
        assert_eq!(properties.type_, ZE_MEMORY_TYPE_UNKNOWN);
    });
}

#[test]
fn freed_memory_is_unknown() {
    run(&[], |sim| {
        for kind in KINDS {
            let pointer = plain(sim, kind, 1 << 20, 0).expect("allocated");
            call!(sim, zeMemFree(sim.context, pointer));
            let mut properties: ze_memory_allocation_properties_t =
                described(ZE_STRUCTURE_TYPE_MEMORY_ALLOCATION_PROPERTIES);
            call!(sim, zeMemGetAllocProperties(sim.context, pointer, &mut properties, null_mut()));
            assert_eq!(properties.type_, ZE_MEMORY_TYPE_UNKNOWN);
        }
        assert_eq!(result!(sim, zeMemFree(sim.context, null_mut())), ZE_RESULT_ERROR_INVALID_NULL_POINTER);
    });
}

#[test]
fn shared_memory_needs_no_device() {
    run(&[], |sim| {
        let device: ze_device_mem_alloc_desc_t = described(ZE_STRUCTURE_TYPE_DEVICE_MEM_ALLOC_DESC);
        let host: ze_host_mem_alloc_desc_t = described(ZE_STRUCTURE_TYPE_HOST_MEM_ALLOC_DESC);
        let mut pointer = null_mut();
        call!(sim, zeMemAllocShared(sim.context, &device, &host, 64, 0, null_mut(), &mut pointer));
        let result =
            result!(sim, zeMemAllocDevice(sim.context, nothing().cast(), 64, 0, sim.device, &mut pointer));
        assert_eq!(result, ZE_RESULT_ERROR_INVALID_NULL_POINTER);
    });
}

#[test]
fn device_memory_needs_one() {
    run(&[], |sim| {
        let desc: ze_device_mem_alloc_desc_t = described(ZE_STRUCTURE_TYPE_DEVICE_MEM_ALLOC_DESC);
        let mut pointer = null_mut();
        let result = result!(sim, zeMemAllocDevice(sim.context, &desc, 64, 0, null_mut(), &mut pointer));
        assert_eq!(result, ZE_RESULT_ERROR_INVALID_NULL_HANDLE);
        let result = result!(sim, zeMemAllocDevice(null_mut(), &desc, 64, 0, sim.device, &mut pointer));
        assert_eq!(result, ZE_RESULT_ERROR_INVALID_NULL_HANDLE);
    });
}

#[test]
fn the_host_reads_and_writes_host_and_shared_memory() {
    run(&[], |sim| {
        let (host, shared, list) = (sim.on_host(64), sim.shared(64), sim.immediate(0, 0));
        bytes(host, 64).fill(9);
        sim.copy(list, shared, host, 64, null_mut(), &[]);
        sim.finish_list(list);
        assert_eq!(bytes(shared, 64), bytes(host, 64));
    });
}

#[test]
fn hints_change_nothing() {
    run(&[], |sim| {
        let (shared, list) = (sim.shared(64), sim.immediate(0, 0));
        bytes(shared, 64).fill(9);
        call!(sim, zeCommandListAppendMemoryPrefetch(list, shared.cast(), 64));
        let advice = ZE_MEMORY_ADVICE_SET_READ_MOSTLY;
        call!(sim, zeCommandListAppendMemAdvise(list, sim.device, shared.cast(), 64, advice));
        call!(sim, zeContextMakeMemoryResident(sim.context, sim.device, shared.cast(), 64));
        call!(sim, zeContextEvictMemory(sim.context, sim.device, shared.cast(), 64));
        sim.finish_list(list);
        assert!(bytes(shared, 64).iter().all(|byte| *byte == 9));
    });
}
