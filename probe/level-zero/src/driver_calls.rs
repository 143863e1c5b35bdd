//! Driver calls that take several steps.

use crate::driver_trait::DriverRef;
use level_zero_sys::*;
use std::ffi::c_void;
use std::ptr::null_mut;

/// Calls a function first for the count, then for `most` elements at most, each of which is made from `like`.
pub fn all<T: Clone>(most: u32, like: T, ask: impl Fn(*mut u32, *mut T) -> ze_result_t) -> Vec<T> {
    let mut count = 0;
    if ask(&raw mut count, null_mut()) != ZE_RESULT_SUCCESS {
        return Vec::new();
    }
    let mut found = vec![like; count.min(most) as usize];
    count = found.len() as u32;
    if ask(&raw mut count, found.as_mut_ptr()) != ZE_RESULT_SUCCESS {
        return Vec::new();
    }
    found.truncate(count as usize);
    found
}

/// The memories of a device.
pub fn memories(driver: DriverRef, device: ze_device_handle_t) -> Vec<ze_device_memory_properties_t> {
    let like = ze_device_memory_properties_t {
        stype: ZE_STRUCTURE_TYPE_DEVICE_MEMORY_PROPERTIES,
        ..Default::default()
    };
    // SAFETY: a device handle; room for `count` structures of the type that `stype` names, or a count of 0.
    all(16, like, |count, to| unsafe { driver.zeDeviceGetMemoryProperties(device, count, to) })
}

/// An event in a pool of its own.
#[derive(Debug, Clone, Copy)]
pub struct OneEvent {
    pub pool: usize,
    pub event: usize,
}

/// Makes a pool of one event, and the event. `next` extends the pool's descriptor.
pub fn one_event(
    driver: DriverRef,
    context: usize,
    flags: ze_event_pool_flags_t,
    next: *const c_void,
) -> Option<OneEvent> {
    let pool_desc =
        ze_event_pool_desc_t { stype: ZE_STRUCTURE_TYPE_EVENT_POOL_DESC, pNext: next, flags, count: 1 };
    let desc = ze_event_desc_t { stype: ZE_STRUCTURE_TYPE_EVENT_DESC, ..Default::default() };
    let (mut pool, mut event) = (null_mut(), null_mut());
    // SAFETY: a live context of the program, descriptors that live through the calls, words of this function's; then its pool.
    unsafe {
        let made = driver.zeEventPoolCreate(context as _, &raw const pool_desc, 0, null_mut(), &raw mut pool);
        if made != ZE_RESULT_SUCCESS || pool.is_null() {
            return None;
        }
        if driver.zeEventCreate(pool, &raw const desc, &raw mut event) != ZE_RESULT_SUCCESS || event.is_null()
        {
            driver.zeEventPoolDestroy(pool);
            return None;
        }
    }
    Some(OneEvent { pool: pool as usize, event: event as usize })
}

/// Destroys what [`one_event`] has made.
///
/// # Safety
/// Nothing uses the event any more.
pub unsafe fn destroy_one_event(driver: DriverRef, made: OneEvent) {
    // SAFETY: the caller's promise; no other event is in the pool.
    unsafe {
        driver.zeEventDestroy(made.event as _);
        driver.zeEventPoolDestroy(made.pool as _);
    }
}

/// Makes an empty regular list.
pub fn create_list(driver: DriverRef, context: usize, device: usize, ordinal: u32) -> Option<usize> {
    create_list_with(driver, context, device, ordinal, 0)
}

/// Makes an empty regular list with flags.
pub fn create_list_with(
    driver: DriverRef,
    context: usize,
    device: usize,
    ordinal: u32,
    flags: ze_command_list_flags_t,
) -> Option<usize> {
    let desc = ze_command_list_desc_t {
        stype: ZE_STRUCTURE_TYPE_COMMAND_LIST_DESC,
        commandQueueGroupOrdinal: ordinal,
        flags,
        ..Default::default()
    };
    let mut list: ze_command_list_handle_t = null_mut();
    // SAFETY: live handles of the program.
    let result =
        unsafe { driver.zeCommandListCreate(context as _, device as _, &raw const desc, &raw mut list) };
    (result == ZE_RESULT_SUCCESS && !list.is_null()).then_some(list as usize)
}
