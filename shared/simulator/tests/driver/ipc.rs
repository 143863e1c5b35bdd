//! Memory and event pools of one process in another. Each test starts itself once more as the other process.

use crate::harness::{FOREVER, Sim, bytes, described, run};
use level_zero_sys::*;
use std::ffi::c_char;
use std::process::{Child, Command};
use std::ptr::null_mut;

/// Handles that the first process hands to the other, one after the other.
const HANDED: &str = "ZESIM_TEST_HANDED";

fn start_other(handles: &[[c_char; 64]]) -> Child {
    let text: String = handles.iter().flatten().map(|byte| format!("{:02x}", byte.cast_unsigned())).collect();
    let thread = std::thread::current();
    Command::new(std::env::current_exe().expect("known"))
        .args([thread.name().expect("named"), "--exact", "--nocapture", "--test-threads=1"])
        .env(HANDED, text)
        .spawn()
        .expect("can be started")
}

/// In the other process: the handles.
fn handed<const N: usize>() -> Option<[[c_char; 64]; N]> {
    let text = std::env::var(HANDED).ok()?;
    let byte =
        |at: usize| u8::from_str_radix(&text[2 * at..2 * at + 2], 16).expect("hexadecimal").cast_signed();
    Some(std::array::from_fn(|handle| std::array::from_fn(|at| byte(64 * handle + at))))
}

fn handle_of(sim: &Sim, pointer: *const u8) -> ze_ipc_mem_handle_t {
    let mut handle = ze_ipc_mem_handle_t { data: [0; 64] };
    call!(sim, zeMemGetIpcHandle(sim.context, pointer.cast(), &mut handle));
    handle
}

fn shared_pool(sim: &Sim) -> ze_event_pool_handle_t {
    let mut desc: ze_event_pool_desc_t = described(ZE_STRUCTURE_TYPE_EVENT_POOL_DESC);
    desc.flags =
        ZE_EVENT_POOL_FLAG_HOST_VISIBLE | ZE_EVENT_POOL_FLAG_IPC | ZE_EVENT_POOL_FLAG_KERNEL_TIMESTAMP;
    desc.count = 4;
    let mut pool = null_mut();
    call!(sim, zeEventPoolCreate(sim.context, &desc, 0, null_mut(), &mut pool));
    pool
}

#[test]
fn memory_and_events_are_shared_between_processes() {
    const SIZE: usize = 100_000;
    run(&[("ZESIM_KERNEL_NS", "k=3_000_000")], |sim| {
        if let Some([memory, pool]) = handed() {
            let mut pointer = null_mut();
            let handle = ze_ipc_mem_handle_t { data: memory };
            call!(sim, zeMemOpenIpcHandle(sim.context, sim.device, handle, 0, &mut pointer));
            let mut opened = null_mut();
            let handle = ze_ipc_event_pool_handle_t { data: pool };
            call!(sim, zeEventPoolOpenIpcHandle(sim.context, handle, &mut opened));
            let events = sim.events_with(opened, 2, ZE_EVENT_SCOPE_FLAG_HOST);
            // The first has been signalled before, and its stamps are there; the second comes later.
            assert!(sim.is_signalled(events[0]));
            assert_ne!(sim.stamps(events[0]).global.kernelEnd, 0);
            assert!(!sim.is_signalled(events[1]));
            let mut properties: ze_memory_allocation_properties_t =
                described(ZE_STRUCTURE_TYPE_MEMORY_ALLOCATION_PROPERTIES);
            let mut device = null_mut();
            call!(sim, zeMemGetAllocProperties(sim.context, pointer, &mut properties, &mut device));
            assert_eq!((properties.type_, device), (ZE_MEMORY_TYPE_DEVICE, sim.device));
            let mut size = 0;
            call!(sim, zeMemGetAddressRange(sim.context, pointer, null_mut(), &mut size));
            assert_eq!(size, SIZE);
            let list = sim.immediate(0, 0);
            let host = sim.on_host(SIZE);
            sim.copy(list, host, pointer, SIZE, null_mut(), &[]);
            sim.finish_list(list);
            assert!(bytes(host, SIZE).iter().all(|byte| *byte == 7));
            bytes(host, SIZE).fill(8);
            sim.copy(list, pointer, host, SIZE, events[1], &[]);
            sim.wait(events[1]);
            call!(sim, zeMemCloseIpcHandle(sim.context, pointer));
            let twice = result!(sim, zeMemCloseIpcHandle(sim.context, pointer));
            assert_eq!(twice, ZE_RESULT_ERROR_INVALID_ARGUMENT);
            events.iter().for_each(|event| call!(sim, zeEventDestroy(*event)));
            call!(sim, zeEventPoolCloseIpcHandle(opened));
            return;
        }
        let (device, list) = (sim.on_device(SIZE), sim.immediate(0, ZE_COMMAND_QUEUE_FLAG_IN_ORDER));
        let seven = 7_u8;
        let pattern = (&raw const seven).cast();
        call!(
            sim,
            zeCommandListAppendMemoryFill(list, device.cast(), pattern, 1, SIZE, null_mut(), 0, null_mut())
        );
        let pool = shared_pool(sim);
        let events = sim.events_with(pool, 2, ZE_EVENT_SCOPE_FLAG_HOST);
        sim.launch(list, sim.kernel("k"), 1, events[0], &[]);
        sim.wait(events[0]);
        let mut handle = ze_ipc_event_pool_handle_t { data: [0; 64] };
        call!(sim, zeEventPoolGetIpcHandle(pool, &mut handle));
        let memory = handle_of(sim, device);
        // What was written before it was shared, and what is there afterwards, is the same memory.
        assert!(bytes(device, SIZE).iter().all(|byte| *byte == 7));
        let mut other = start_other(&[memory.data, handle.data]);
        call!(sim, zeEventHostSynchronize(events[1], FOREVER));
        assert!(bytes(device, SIZE).iter().all(|byte| *byte == 8));
        assert!(other.wait().expect("it ends").success());
        // Newer than the loader may be.
        let own = Sim::without_loader();
        call!(own, zeMemPutIpcHandle(own.context, memory));
        call!(sim, zeMemFree(sim.context, device.cast()));
        // Its addresses can be used again.
        let again: Vec<_> = (0..20).map(|_| sim.on_device(SIZE)).collect();
        again.iter().for_each(|pointer| bytes(*pointer, SIZE).fill(1));
    });
}

#[test]
fn a_wait_in_a_list_is_for_the_other_process() {
    run(&[("ZESIM_KERNEL_NS", "*=1000")], |sim| {
        if let Some([pool]) = handed() {
            let mut opened = null_mut();
            let handle = ze_ipc_event_pool_handle_t { data: pool };
            call!(sim, zeEventPoolOpenIpcHandle(sim.context, handle, &mut opened));
            let events = sim.events_with(opened, 2, ZE_EVENT_SCOPE_FLAG_HOST);
            sim.wait(events[0]);
            call!(sim, zeEventHostSignal(events[1]));
            return;
        }
        let pool = shared_pool(sim);
        let events = sim.events_with(pool, 2, ZE_EVENT_SCOPE_FLAG_HOST);
        let mut handle = ze_ipc_event_pool_handle_t { data: [0; 64] };
        call!(sim, zeEventPoolGetIpcHandle(pool, &mut handle));
        let mut other = start_other(&[handle.data]);
        let list = sim.immediate(0, 0);
        let done = sim.events(0, 1)[0];
        sim.launch(list, sim.kernel("k"), 1, done, &[events[1]]);
        assert!(!sim.is_signalled(done));
        call!(sim, zeEventHostSignal(events[0]));
        sim.wait(done);
        assert!(other.wait().expect("it ends").success());
        // A new event in the same place is not signalled.
        call!(sim, zeEventDestroy(events[1]));
        let mut desc: ze_event_desc_t = described(ZE_STRUCTURE_TYPE_EVENT_DESC);
        desc.index = 1;
        let mut event = null_mut();
        call!(sim, zeEventCreate(pool, &desc, &mut event));
        assert!(!sim.is_signalled(event));
    });
}

#[test]
fn what_cannot_be_shared_is_refused() {
    run(&[], |sim| {
        let mut handle = ze_ipc_mem_handle_t { data: [0; 64] };
        let mut heap = 0_u64;
        let of = |pointer: *const u8, handle: *mut ze_ipc_mem_handle_t| {
            result!(sim, zeMemGetIpcHandle(sim.context, pointer.cast(), handle))
        };
        assert_eq!(of((&raw mut heap).cast(), &mut handle), ZE_RESULT_ERROR_INVALID_ARGUMENT);
        assert_eq!(of(sim.on_host(64), &mut handle), ZE_RESULT_ERROR_INVALID_ARGUMENT);
        assert_eq!(of(std::ptr::null(), &mut handle), ZE_RESULT_ERROR_INVALID_NULL_POINTER);
        let mut pointer = null_mut();
        let mut open = |data| {
            let handle = ze_ipc_mem_handle_t { data };
            result!(sim, zeMemOpenIpcHandle(sim.context, sim.device, handle, 0, &mut pointer))
        };
        assert_eq!(open([0; 64]), ZE_RESULT_ERROR_INVALID_ARGUMENT);
        assert_eq!(open([-1; 64]), ZE_RESULT_ERROR_INVALID_ARGUMENT);
        let mut desc: ze_event_pool_desc_t = described(ZE_STRUCTURE_TYPE_EVENT_POOL_DESC);
        desc.count = 1;
        let mut pool = null_mut();
        call!(sim, zeEventPoolCreate(sim.context, &desc, 0, null_mut(), &mut pool));
        let mut handle = ze_ipc_event_pool_handle_t { data: [0; 64] };
        assert_eq!(
            result!(sim, zeEventPoolGetIpcHandle(pool, &mut handle)),
            ZE_RESULT_ERROR_INVALID_ARGUMENT
        );
        let opened = result!(sim, zeEventPoolOpenIpcHandle(sim.context, handle, &mut pool));
        assert_eq!(opened, ZE_RESULT_ERROR_INVALID_ARGUMENT);
        let mut properties: ze_driver_ipc_properties_t = described(ZE_STRUCTURE_TYPE_DRIVER_IPC_PROPERTIES);
        call!(sim, zeDriverGetIpcProperties(sim.driver, &mut properties));
        assert_eq!(properties.flags, ZE_IPC_PROPERTY_FLAG_MEMORY | ZE_IPC_PROPERTY_FLAG_EVENT_POOL);
    });
}
