//! Allocations of all kinds.

use super::macros::{hook, plain};
use crate::driver;
use crate::timing;
use crate::timing::memory::{Allocation, MemoryMap};
use level_zero_sys::*;
use std::ffi::c_void;
use std::ptr::null_mut;
use zetop_probe_core::allocations::{self, Taken};
use zetop_probe_core::own_work::OwnWork;
use zetop_wire::layout::MemoryKind;

/// What an address belongs to, as seen from `device`, and the device that the memory is on, if any. After an
/// attach, the driver is asked once about an unknown address. `ask_in` gives the context to ask in.
pub fn kind_of(
    address: usize,
    device: usize,
    ask_in: Option<impl FnOnce() -> usize>,
) -> (MemoryKind, Option<usize>) {
    const HEAP: (MemoryKind, Option<usize>) = (MemoryKind::Heap, None);
    let known =
        timing::with_memory(|_, map| (map.find(address).copied(), map.is_foreign(address), map.changes()));
    let found = match (known, ask_in) {
        (Some((Some(found), ..)), _) => found,
        (Some((None, false, changes)), Some(context)) => match learn(address, context(), changes) {
            Some(found) => found,
            None => return HEAP,
        },
        _ => return HEAP,
    };
    let on = (found.kind == MemoryKind::Device && found.device != 0).then_some(found.device);
    match on {
        Some(other) if device != 0 && other != device => (MemoryKind::PeerDevice, on),
        _ => (found.kind, on),
    }
}

/// Asks the driver about an address that the map does not have, and notes the answer, unless the map has been changed since it had so
/// many `changes`. It is not locked meanwhile: the driver may allocate memory itself.
fn learn(address: usize, context: usize, changes: u64) -> Option<Allocation> {
    if context == 0 {
        return None;
    }
    let asked = ask(address, context);
    timing::with_memory(|process, map| match asked {
        _ if map.changes() != changes => {}
        Some((start, asked)) => map.insert(process, start, asked, None),
        None => map.insert_foreign(address),
    });
    asked.map(|(_, asked)| asked)
}

/// Asks the driver what an address belongs to; `None` if it does not know it.
fn ask(address: usize, context: usize) -> Option<(usize, Allocation)> {
    let mut properties = ze_memory_allocation_properties_t {
        stype: ZE_STRUCTURE_TYPE_MEMORY_ALLOCATION_PROPERTIES,
        ..Default::default()
    };
    let (mut device, mut base, mut size) = (null_mut(), null_mut(), 0);
    // SAFETY: any address may be asked about; the results go into live variables.
    let result = unsafe {
        driver::zeMemGetAllocProperties(context as _, address as _, &raw mut properties, &raw mut device)
    };
    let kind = match properties.type_ {
        ZE_MEMORY_TYPE_HOST => MemoryKind::Host,
        ZE_MEMORY_TYPE_DEVICE => MemoryKind::Device,
        ZE_MEMORY_TYPE_SHARED => MemoryKind::Shared,
        _ => return None,
    };
    if result != ZE_RESULT_SUCCESS {
        return None;
    }
    // SAFETY: as above.
    let result =
        unsafe { driver::zeMemGetAddressRange(context as _, address as _, &raw mut base, &raw mut size) };
    let (start, size) =
        if result == ZE_RESULT_SUCCESS && !base.is_null() { (base as usize, size) } else { (address, 1) };
    Some((start, Allocation { size, kind, device: device as usize, counted: false }))
}

/// Memory that was imported rather than allocated: the descriptor chain says so.
fn is_import(next: *const c_void) -> bool {
    let mut at = next.cast::<ze_base_desc_t>();
    for _ in 0..64 {
        // SAFETY: null or an extension structure of the program, all of which start with `stype`, `pNext`.
        let Some(desc) = (unsafe { at.as_ref() }) else { return false };
        if matches!(
            desc.stype,
            ZE_STRUCTURE_TYPE_EXTERNAL_MEMORY_IMPORT_FD | ZE_STRUCTURE_TYPE_EXTERNAL_MEMORY_IMPORT_WIN32
        ) {
            return true;
        }
        at = desc.pNext.cast();
    }
    false
}

/// The stack of a call that has allocated, if it is to be noted. To be called without a lock.
fn take(size: usize) -> Option<Taken> {
    if timing::is_on() { allocations::take(size) } else { None }
}

/// An allocation call succeeded.
fn made(pointer: *mut *mut c_void, size: usize, kind: MemoryKind, of: ze_device_handle_t, imported: bool) {
    let _own = OwnWork::begin();
    // SAFETY: the driver has written the pointer.
    let start = unsafe { *pointer } as usize;
    let kind = if imported { MemoryKind::Imported } else { kind };
    let allocation = Allocation { size, kind, device: of as usize, counted: !imported };
    // Before the lock is taken.
    let taken = if imported { None } else { take(size) };
    timing::with_memory(|process, map| map.insert(process, start, allocation, taken));
}

/// The program's own memory, which the driver knows from now on.
pub(super) fn imported(start: usize, size: usize) {
    let allocation = Allocation { size, kind: MemoryKind::Imported, device: 0, counted: false };
    timing::with_memory(|process, map| map.insert(process, start, allocation, None));
}

/// As [`closing`], for a call that frees what the API has allocated.
fn freeing(pointer: *const c_void, call: impl FnOnce() -> ze_result_t) -> ze_result_t {
    let (result, removed) = closing(pointer, call);
    if result == ZE_RESULT_SUCCESS && !pointer.is_null() && removed.is_none_or(|old| old.is_from_before()) {
        let _own = OwnWork::begin();
        timing::with_memory(|process, _| MemoryMap::freed_unseen(process));
    }
    result
}

/// Removes an allocation before its address can be reused, and puts it back if the call failed.
pub(super) fn closing(
    pointer: *const c_void,
    call: impl FnOnce() -> ze_result_t,
) -> (ze_result_t, Option<Allocation>) {
    let mut own = OwnWork::begin();
    let removed = timing::with_memory(|process, map| map.remove(process, pointer as usize)).flatten();
    let result = own.outside(call);
    if result != ZE_RESULT_SUCCESS
        && let Some(allocation) = removed
    {
        timing::with_memory(|process, map| map.put_back(process, pointer as usize, allocation));
    }
    (result, removed)
}

hook! { fn zeMemAllocHost(context: ze_context_handle_t, desc: *const ze_host_mem_alloc_desc_t, size: usize, alignment: usize, pointer: *mut *mut c_void) {
    let result = plain!(zeMemAllocHost(context, desc, size, alignment, pointer));
    if result == ZE_RESULT_SUCCESS {
        // SAFETY: null or the program's descriptor.
        let next = unsafe { desc.as_ref() }.map_or(std::ptr::null(), |d| d.pNext);
        made(pointer, size, MemoryKind::Host, null_mut(), is_import(next));
    }
    result
}}

hook! { fn zeMemAllocDevice(context: ze_context_handle_t, desc: *const ze_device_mem_alloc_desc_t, size: usize, alignment: usize, of: ze_device_handle_t, pointer: *mut *mut c_void) {
    let result = plain!(zeMemAllocDevice(context, desc, size, alignment, of, pointer));
    if result == ZE_RESULT_SUCCESS {
        // SAFETY: null or the program's descriptor.
        let next = unsafe { desc.as_ref() }.map_or(std::ptr::null(), |d| d.pNext);
        made(pointer, size, MemoryKind::Device, of, is_import(next));
    }
    result
}}

hook! { fn zeMemAllocShared(context: ze_context_handle_t, device_desc: *const ze_device_mem_alloc_desc_t, host_desc: *const ze_host_mem_alloc_desc_t, size: usize, alignment: usize, of: ze_device_handle_t, pointer: *mut *mut c_void) {
    let result = plain!(zeMemAllocShared(context, device_desc, host_desc, size, alignment, of, pointer));
    if result == ZE_RESULT_SUCCESS {
        // SAFETY: null or the program's descriptor.
        let next = unsafe { device_desc.as_ref() }.map_or(std::ptr::null(), |d| d.pNext);
        made(pointer, size, MemoryKind::Shared, of, is_import(next));
    }
    result
}}

hook! { fn zeMemFree(context: ze_context_handle_t, pointer: *mut c_void) {
    freeing(pointer, || plain!(zeMemFree(context, pointer)))
}}

hook! { fn zeMemFreeExt(context: ze_context_handle_t, desc: *const ze_memory_free_ext_desc_t, pointer: *mut c_void) {
    freeing(pointer, || plain!(zeMemFreeExt(context, desc, pointer)))
}}

hook! { fn zeMemOpenIpcHandle(context: ze_context_handle_t, of: ze_device_handle_t, handle: ze_ipc_mem_handle_t, flags: ze_ipc_memory_flags_t, pointer: *mut *mut c_void) {
    let result = plain!(zeMemOpenIpcHandle(context, of, handle, flags, pointer));
    if result == ZE_RESULT_SUCCESS {
        let (mut base, mut size) = (null_mut(), 0);
        // SAFETY: the driver has written the pointer; results go into live variables.
        let known = unsafe { driver::zeMemGetAddressRange(context, *pointer, &raw mut base, &raw mut size) };
        made(pointer, if known == ZE_RESULT_SUCCESS { size } else { 1 }, MemoryKind::Imported, of, true);
    }
    result
}}

hook! { fn zeMemCloseIpcHandle(context: ze_context_handle_t, pointer: *const c_void) {
    closing(pointer, || plain!(zeMemCloseIpcHandle(context, pointer))).0
}}

hook! {
    /// Reserved addresses become device memory when physical memory is mapped there.
    fn zeVirtualMemMap(context: ze_context_handle_t, start: *const c_void, size: usize, physical: ze_physical_mem_handle_t, offset: usize, access: ze_memory_access_attribute_t) {
    let result = plain!(zeVirtualMemMap(context, start, size, physical, offset, access));
    if result == ZE_RESULT_SUCCESS {
        let _own = OwnWork::begin();
        let allocation = Allocation { size, kind: MemoryKind::Device, device: 0, counted: true };
        let taken = take(size);
        timing::with_memory(|process, map| map.insert(process, start as usize, allocation, taken));
    }
    result
}}

hook! {
    /// One call may unmap what several have mapped.
    fn zeVirtualMemUnmap(context: ze_context_handle_t, start: *const c_void, size: usize) {
    let range = start as usize..(start as usize).saturating_add(size);
    let mut own = OwnWork::begin();
    let removed = timing::with_memory(|process, map| {
        let starts = map.within(range).into_iter();
        starts.filter_map(|start| Some((start, map.remove(process, start)?))).collect::<Vec<_>>()
    });
    let result = own.outside(|| plain!(zeVirtualMemUnmap(context, start, size)));
    timing::with_memory(|process, map| match removed {
        Some(removed) if result != ZE_RESULT_SUCCESS => {
            removed.into_iter().for_each(|(start, allocation)| map.put_back(process, start, allocation));
        }
        Some(removed) if removed.is_empty() => MemoryMap::freed_unseen(process),
        _ => {}
    });
    result
}}
