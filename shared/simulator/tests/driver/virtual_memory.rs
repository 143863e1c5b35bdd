//! Reserved addresses and physical memory.

use crate::harness::{Sim, bytes, described, run};
use level_zero_sys::*;
use std::ffi::c_void;
use std::ptr::{null, null_mut};

fn physical(sim: &Sim, size: usize) -> Result<ze_physical_mem_handle_t, ze_result_t> {
    let mut desc: ze_physical_mem_desc_t = described(ZE_STRUCTURE_TYPE_PHYSICAL_MEM_DESC);
    desc.size = size;
    let mut memory = null_mut();
    match result!(sim, zePhysicalMemCreate(sim.context, sim.device, &mut desc, &mut memory)) {
        ZE_RESULT_SUCCESS => Ok(memory),
        result => Err(result),
    }
}

fn reserved(sim: &Sim, size: usize) -> *mut c_void {
    let mut pointer = null_mut();
    call!(sim, zeVirtualMemReserve(sim.context, null(), size, &mut pointer));
    pointer
}

fn page(sim: &Sim) -> usize {
    let mut page = 0;
    call!(sim, zeVirtualMemQueryPageSize(sim.context, sim.device, 1, &mut page));
    page
}

const BOTH: ze_memory_access_attribute_t = ZE_MEMORY_ACCESS_ATTRIBUTE_READWRITE;

#[test]
fn physical_memory_is_what_its_addresses_show() {
    run(&[], |sim| {
        let page = page(sim);
        let (memory, base) = (physical(sim, 2 * page).expect("made"), reserved(sim, 8 * page));
        let (first, second) = (base, base.wrapping_byte_add(4 * page));
        call!(sim, zeVirtualMemMap(sim.context, first, 2 * page, memory, 0, BOTH));
        // The second page once more, elsewhere.
        call!(sim, zeVirtualMemMap(sim.context, second, page, memory, page, BOTH));
        let (list, host) = (sim.immediate(0, 0), sim.on_host(2 * page));
        (0..2 * page).for_each(|at| bytes(host, 2 * page)[at] = at as u8 ^ (at >> 8) as u8);
        sim.copy(list, first, host, 2 * page, null_mut(), &[]);
        sim.finish_list(list);
        assert_eq!(bytes(second.cast(), page), &bytes(host, 2 * page)[page..]);
        let mut properties: ze_memory_allocation_properties_t =
            described(ZE_STRUCTURE_TYPE_MEMORY_ALLOCATION_PROPERTIES);
        call!(sim, zeMemGetAllocProperties(sim.context, second, &mut properties, null_mut()));
        assert_eq!(properties.type_, ZE_MEMORY_TYPE_DEVICE);
        // It keeps its contents while it is nowhere.
        call!(sim, zeVirtualMemUnmap(sim.context, first, 2 * page));
        call!(sim, zeVirtualMemUnmap(sim.context, second, page));
        call!(sim, zeMemGetAllocProperties(sim.context, first, &mut properties, null_mut()));
        assert_eq!(properties.type_, ZE_MEMORY_TYPE_UNKNOWN);
        call!(sim, zeVirtualMemMap(sim.context, second, 2 * page, memory, 0, BOTH));
        assert_eq!(bytes(second.cast(), 2 * page), bytes(host, 2 * page));
        call!(sim, zeVirtualMemUnmap(sim.context, second, 2 * page));
        call!(sim, zePhysicalMemDestroy(sim.context, memory));
        call!(sim, zeVirtualMemFree(sim.context, base, 8 * page));
    });
}

#[test]
fn access_is_as_it_was_set() {
    run(&[], |sim| {
        let page = page(sim);
        let (memory, base) = (physical(sim, 2 * page).expect("made"), reserved(sim, 4 * page));
        let middle = base.wrapping_byte_add(page);
        call!(sim, zeVirtualMemMap(sim.context, middle, 2 * page, memory, 0, BOTH));
        let access = |at: *const c_void, size| {
            let (mut access, mut length) = (99, 0);
            call!(sim, zeVirtualMemGetAccessAttribute(sim.context, at, size, &mut access, &mut length));
            (access, length)
        };
        assert_eq!(access(base, 4 * page), (ZE_MEMORY_ACCESS_ATTRIBUTE_NONE, page));
        assert_eq!(access(middle, 3 * page), (BOTH, 2 * page));
        assert_eq!(access(middle, page), (BOTH, page));
        let read_only = ZE_MEMORY_ACCESS_ATTRIBUTE_READONLY;
        call!(sim, zeVirtualMemSetAccessAttribute(sim.context, middle, 2 * page, read_only));
        assert_eq!(access(middle, 2 * page), (read_only, 2 * page));
        assert_eq!(bytes(middle.cast(), 1)[0], 0);
        let nonsense = result!(sim, zeVirtualMemSetAccessAttribute(sim.context, middle, 2 * page, 7));
        assert_eq!(nonsense, ZE_RESULT_ERROR_INVALID_ENUMERATION);
    });
}

#[test]
fn what_does_not_fit_is_refused() {
    run(&[], |sim| {
        let page = page(sim);
        assert_eq!(physical(sim, 0).err(), Some(ZE_RESULT_ERROR_UNSUPPORTED_SIZE));
        assert_eq!(physical(sim, page + 1).err(), Some(ZE_RESULT_ERROR_UNSUPPORTED_SIZE));
        assert_eq!(physical(sim, 1 << 50).err(), Some(ZE_RESULT_ERROR_OUT_OF_DEVICE_MEMORY));
        let (memory, base) = (physical(sim, page).expect("made"), reserved(sim, 2 * page));
        let map =
            |at, size, offset| result!(sim, zeVirtualMemMap(sim.context, at, size, memory, offset, BOTH));
        assert_eq!(map(base, page / 2, 0), ZE_RESULT_ERROR_UNSUPPORTED_SIZE);
        assert_eq!(map(base.wrapping_byte_add(8), page, 0), ZE_RESULT_ERROR_UNSUPPORTED_ALIGNMENT);
        assert_eq!(map(base, page, 8), ZE_RESULT_ERROR_UNSUPPORTED_ALIGNMENT);
        assert_eq!(map(base, 2 * page, 0), ZE_RESULT_ERROR_INVALID_ARGUMENT);
        assert_eq!(map(base, page, page), ZE_RESULT_ERROR_INVALID_ARGUMENT);
        assert_eq!(map(base.wrapping_byte_add(2 * page), page, 0), ZE_RESULT_ERROR_INVALID_ARGUMENT);
        assert_eq!(map(null_mut(), page, 0), ZE_RESULT_ERROR_INVALID_NULL_POINTER);
        assert_eq!(map(base, page, 0), ZE_RESULT_SUCCESS);
        assert_eq!(map(base, page, 0), ZE_RESULT_ERROR_INVALID_ARGUMENT);
        let free = |size| result!(sim, zeVirtualMemFree(sim.context, base, size));
        assert_eq!(free(page), ZE_RESULT_ERROR_INVALID_ARGUMENT);
        assert_eq!(free(2 * page), ZE_RESULT_SUCCESS);
        assert_eq!(free(2 * page), ZE_RESULT_ERROR_INVALID_ARGUMENT);
    });
}
