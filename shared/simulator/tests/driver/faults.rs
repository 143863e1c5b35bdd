//! What goes wrong on purpose.

use crate::harness::{FOREVER, described, run};
use level_zero_sys::*;
use std::ptr::null_mut;

#[test]
fn a_lost_device_ends_all_waits() {
    run(&[("ZESIM_FAULT", "device_lost_after=2")], |sim| {
        let list = sim.immediate(0, 0);
        let kernel = sim.kernel("k");
        let [first, second, third] = sim.stamped();
        sim.launch(list, kernel, 1, first, &[]);
        sim.launch(list, kernel, 1, second, &[]);
        sim.wait(second);
        call!(sim, zeDeviceGetStatus(sim.device));
        sim.launch(list, kernel, 1, third, &[]);
        assert_eq!(result!(sim, zeEventHostSynchronize(third, FOREVER)), ZE_RESULT_ERROR_DEVICE_LOST);
        let queue = sim.queue(0);
        assert_eq!(result!(sim, zeCommandQueueSynchronize(queue, FOREVER)), ZE_RESULT_ERROR_DEVICE_LOST);
        assert_eq!(result!(sim, zeDeviceGetStatus(sim.device)), ZE_RESULT_ERROR_DEVICE_LOST);
        let groups = ze_group_count_t { groupCountX: 1, groupCountY: 1, groupCountZ: 1 };
        let append =
            result!(sim, zeCommandListAppendLaunchKernel(list, kernel, &groups, null_mut(), 0, null_mut()));
        assert_eq!(append, ZE_RESULT_ERROR_DEVICE_LOST);
        assert!(sim.is_signalled(first) && !sim.is_signalled(third));
    });
}

#[test]
fn memory_runs_out() {
    run(&[("ZESIM_FAULT", "oom_after=1,event_pool_oom_after=1")], |sim| {
        sim.on_device(64);
        let desc: ze_device_mem_alloc_desc_t = described(ZE_STRUCTURE_TYPE_DEVICE_MEM_ALLOC_DESC);
        let mut pointer = null_mut();
        let result = result!(sim, zeMemAllocDevice(sim.context, &desc, 64, 0, sim.device, &mut pointer));
        assert_eq!(result, ZE_RESULT_ERROR_OUT_OF_DEVICE_MEMORY);
        sim.events(0, 1);
        let mut desc: ze_event_pool_desc_t = described(ZE_STRUCTURE_TYPE_EVENT_POOL_DESC);
        desc.count = 1;
        let mut pool = null_mut();
        let result = result!(sim, zeEventPoolCreate(sim.context, &desc, 0, null_mut(), &mut pool));
        assert_eq!(result, ZE_RESULT_ERROR_OUT_OF_DEVICE_MEMORY);
    });
}

/// The stamps of a kernel of 10 us.
fn stamps(sim: &crate::harness::Sim) -> ze_kernel_timestamp_data_t {
    let event = sim.stamped::<1>()[0];
    sim.launch(sim.immediate(0, 0), sim.kernel("k"), 1, event, &[]);
    sim.wait(event);
    sim.stamps(event).global
}

#[test]
fn stamps_can_be_zero() {
    run(&[("ZESIM_FAULT", "zero_stamps")], |sim| {
        let stamps = stamps(sim);
        assert_eq!((stamps.kernelStart, stamps.kernelEnd), (0, 0));
    });
}

#[test]
fn stamps_can_be_reversed() {
    run(&[("ZESIM_FAULT", "reversed_stamps"), ("ZESIM_TS_BITS", "64")], |sim| {
        let stamps = stamps(sim);
        assert_eq!(stamps.kernelStart - stamps.kernelEnd, 192);
    });
}

#[test]
fn a_device_can_have_no_timestamps() {
    run(&[("ZESIM_FAULT", "no_timestamps")], |sim| {
        let properties = sim.properties(ZE_STRUCTURE_TYPE_DEVICE_PROPERTIES);
        assert_eq!((properties.kernelTimestampValidBits, properties.timestampValidBits), (0, 0));
        let event = sim.stamped::<1>()[0];
        sim.launch(sim.immediate(0, 0), sim.kernel("k"), 1, event, &[]);
        sim.wait(event);
        let mut stamps = ze_kernel_timestamp_result_t::default();
        let result = result!(sim, zeEventQueryKernelTimestamp(event, &mut stamps));
        assert_eq!(result, ZE_RESULT_ERROR_UNSUPPORTED_FEATURE);
    });
}

#[test]
fn the_clock_can_be_unknown() {
    run(&[("ZESIM_FAULT", "timer_resolution_0,global_timestamps_fail")], |sim| {
        assert_eq!(sim.properties(ZE_STRUCTURE_TYPE_DEVICE_PROPERTIES).timerResolution, 0);
        assert_eq!(sim.properties(ZE_STRUCTURE_TYPE_DEVICE_PROPERTIES_1_2).timerResolution, 0);
        let (mut host, mut device) = (0, 0);
        let result = result!(sim, zeDeviceGetGlobalTimestamps(sim.device, &mut host, &mut device));
        assert_eq!(result, ZE_RESULT_ERROR_UNSUPPORTED_FEATURE);
    });
}

#[test]
fn calls_can_be_slow() {
    run(&[("ZESIM_FAULT", "slow_sync=5000000"), ("ZESIM_CALL_NS", "zeMemAllocHost=3000000")], |sim| {
        let before = std::time::Instant::now();
        sim.on_host(64);
        let after = std::time::Instant::now();
        assert!((after - before).as_nanos() >= 3_000_000);
        call!(sim, zeCommandQueueSynchronize(sim.queue(0), FOREVER));
        assert!(after.elapsed().as_nanos() >= 5_000_000);
    });
}
