//! Sysman's readings: they follow from what the device did.

use crate::harness::{Sim, described};
use level_zero_sys::*;
use std::ptr::null_mut;

/// Starts this test again in a child process, with only the driver and its device's sysman handle: what a
/// loader does with `zesInit` depends on its version.
#[track_caller]
fn run(knobs: &[(&str, &str)], body: impl FnOnce(&Sim, zes_device_handle_t)) {
    crate::harness::run(knobs, |_| {
        let sim = Sim::without_loader();
        call!(sim, zesInit(0));
        let (mut count, mut driver, mut device) = (1, null_mut(), null_mut());
        call!(sim, zesDriverGet(&mut count, &mut driver));
        call!(sim, zesDeviceGet(driver, &mut count, &mut device));
        body(&sim, device);
    });
}

/// All handles that an `Enum` function gives.
macro_rules! all {
    ($sim:expr, $function:ident($device:expr)) => {{
        let mut count = 0;
        call!($sim, $function($device, &mut count, null_mut()));
        let mut handles = vec![null_mut(); count as usize];
        call!($sim, $function($device, &mut count, handles.as_mut_ptr()));
        handles
    }};
}

/// Runs a kernel of 20 ms and waits for it.
fn work(sim: &Sim) {
    let (list, event) = (sim.immediate(0, 0), sim.stamped::<1>()[0]);
    sim.launch(list, sim.kernel("k"), 1, event, &[]);
    sim.wait(event);
}

const KERNEL_US: u64 = 20_000;
const KNOBS: [(&str, &str); 1] = [("ZESIM_KERNEL_NS", "k=20_000_000")];

#[test]
fn engines_tell_how_long_they_were_active() {
    run(&KNOBS, |sim, device| {
        let engines = all!(sim, zesDeviceEnumEngineGroups(device));
        let read = || -> Vec<(zes_engine_group_t, zes_engine_stats_t)> {
            let of = |engine: &zes_engine_handle_t| {
                let mut properties: zes_engine_properties_t = described(ZES_STRUCTURE_TYPE_ENGINE_PROPERTIES);
                call!(sim, zesEngineGetProperties(*engine, &mut properties));
                let mut stats = zes_engine_stats_t::default();
                call!(sim, zesEngineGetActivity(*engine, &mut stats));
                (properties.type_, stats)
            };
            engines.iter().map(of).collect()
        };
        let before = read();
        work(sim);
        let after = read();
        let compute = [ZES_ENGINE_GROUP_ALL, ZES_ENGINE_GROUP_COMPUTE_ALL, ZES_ENGINE_GROUP_COMPUTE_SINGLE];
        for (place, (group, stats)) in after.iter().enumerate() {
            let first_compute = compute[..2].contains(group)
                || after[..place].iter().all(|(before, _)| before != group) && compute.contains(group);
            let active = stats.activeTime - before[place].1.activeTime;
            assert_eq!(active, if first_compute { KERNEL_US } else { 0 }, "group {group}, number {place}");
            assert!(stats.timestamp - before[place].1.timestamp >= active);
        }
    });
}

#[test]
fn energy_and_temperature_follow_the_load() {
    run(&KNOBS, |sim, device| {
        let power = all!(sim, zesDeviceEnumPowerDomains(device))[0];
        let sensors = all!(sim, zesDeviceEnumTemperatureSensors(device));
        let read = || {
            let mut counter = zes_power_energy_counter_t::default();
            call!(sim, zesPowerGetEnergyCounter(power, &mut counter));
            (counter.energy as f64, counter.timestamp as f64)
        };
        let celsius = || {
            let mut value = 0.0;
            call!(sim, zesTemperatureGetState(sensors[0], &mut value));
            value
        };
        let (cool, (before, began)) = (celsius(), read());
        work(sim);
        let ((after, ended), warm) = (read(), celsius());
        // Microjoules per microsecond are watts: 25 idle and 200 more when it works.
        let expected = 25.0 * (ended - began) + 200.0 * KERNEL_US as f64;
        assert!((after - before - expected).abs() < 300.0, "{} of {expected} uJ", after - before);
        assert!(warm > cool && warm < 75.0, "{cool} C, then {warm} C");
        assert_eq!(sensors.len(), 3);
        let mut properties: zes_power_properties_t = described(ZES_STRUCTURE_TYPE_POWER_PROPERTIES);
        call!(sim, zesPowerGetProperties(power, &mut properties));
        assert_eq!((properties.canControl, properties.defaultLimit), (0, 225_000));
    });
}

#[test]
fn the_clock_is_high_while_the_device_works() {
    run(&KNOBS, |sim, device| {
        let frequency = all!(sim, zesDeviceEnumFrequencyDomains(device))[0];
        let actual = || {
            let mut state: zes_freq_state_t = described(ZES_STRUCTURE_TYPE_FREQ_STATE);
            call!(sim, zesFrequencyGetState(frequency, &mut state));
            state.actual
        };
        let mut properties: zes_freq_properties_t = described(ZES_STRUCTURE_TYPE_FREQ_PROPERTIES);
        call!(sim, zesFrequencyGetProperties(frequency, &mut properties));
        assert_eq!((properties.type_, properties.min, properties.max), (ZES_FREQ_DOMAIN_GPU, 300.0, 2100.0));
        assert_eq!(actual(), 300.0);
        let list = sim.immediate(0, 0);
        let event = sim.stamped::<1>()[0];
        let gate = sim.events(0, 1)[0];
        // A look that a busy machine delays comes when the kernel is over.
        let is_high = |_| {
            call!(sim, zeEventHostReset(gate));
            call!(sim, zeEventHostReset(event));
            sim.launch(list, sim.kernel("k"), 1, event, &[gate]);
            call!(sim, zeEventHostSignal(gate));
            let is_high = std::iter::repeat_with(&actual)
                .take_while(|_| !sim.is_signalled(event))
                .any(|now| now == 2100.0);
            sim.wait(event);
            is_high
        };
        assert!((0..100).any(is_high));
        let mut count = 0;
        call!(sim, zesFrequencyGetAvailableClocks(frequency, &mut count, null_mut()));
        let mut clocks = vec![0.0; count as usize];
        call!(sim, zesFrequencyGetAvailableClocks(frequency, &mut count, clocks.as_mut_ptr()));
        assert!(clocks.is_sorted() && clocks[0] == 300.0 && clocks.last() == Some(&2100.0), "{clocks:?}");
    });
}

#[test]
fn what_the_device_has_none_of_is_an_empty_list() {
    run(&[], |sim, device| {
        assert_eq!(all!(sim, zesDeviceEnumFans(device)), []);
        assert_eq!(all!(sim, zesDeviceEnumPsus(device)), []);
        let mut count = 0;
        call!(sim, zesDeviceProcessesGetState(device, &mut count, null_mut()));
        let mut process: zes_process_state_t = described(ZES_STRUCTURE_TYPE_PROCESS_STATE);
        sim.on_device(1 << 20);
        call!(sim, zesDeviceProcessesGetState(device, &mut count, &mut process));
        assert_eq!((count, process.processId, process.memSize), (1, std::process::id(), 1 << 20));
        let mut state: zes_pci_state_t = described(ZES_STRUCTURE_TYPE_PCI_STATE);
        call!(sim, zesDevicePciGetState(device, &mut state));
        assert_eq!((state.speed.gen_, state.speed.width), (4, 16));
    });
}
