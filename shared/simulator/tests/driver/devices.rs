//! Several devices.

use crate::harness::{bytes, described, run};
use level_zero_sys::*;
use std::ptr::null_mut;

#[test]
fn peers_reach_each_others_memory() {
    let knobs =
        [("ZESIM_DEVICES", "3"), ("ZESIM_COPY_GBPS", "peer=2,d2d=100"), ("ZESIM_TIMER_HZ", "1000000000")];
    run(&knobs, |sim| {
        let devices = sim.devices();
        assert_eq!(devices.len(), 3);
        let mut access = 0;
        call!(sim, zeDeviceCanAccessPeer(devices[0], devices[1], &mut access));
        assert_eq!(access, 1);
        let mut properties: ze_device_p2p_properties_t = described(ZE_STRUCTURE_TYPE_DEVICE_P2P_PROPERTIES);
        call!(sim, zeDeviceGetP2PProperties(devices[0], devices[2], &mut properties));
        assert_ne!(properties.flags & ZE_DEVICE_P2P_PROPERTY_FLAG_ACCESS, 0);
        let (first, second) = (sim.on(devices[0], 10_000), sim.on(devices[1], 10_000));
        bytes(first, 10_000).fill(5);
        bytes(second, 10_000).fill(0);
        let list = sim.immediate_on(devices[1], 1, 0, ZE_COMMAND_QUEUE_MODE_SYNCHRONOUS);
        let event = sim.stamped::<1>()[0];
        sim.copy(list, second, first, 10_000, event, &[]);
        assert_eq!(bytes(second, 10_000), [5; 10_000]);
        assert_eq!(sim.cycles(event, 32), 5_000);
    });
}

#[test]
fn devices_have_their_own_identity() {
    run(&[("ZESIM_DEVICES", "2")], |sim| {
        let devices = sim.devices();
        let identity = |device| {
            let mut properties: ze_device_properties_t = described(ZE_STRUCTURE_TYPE_DEVICE_PROPERTIES);
            call!(sim, zeDeviceGetProperties(device, &mut properties));
            let mut pci: ze_pci_ext_properties_t = described(ZE_STRUCTURE_TYPE_PCI_EXT_PROPERTIES);
            call!(sim, zeDevicePciGetPropertiesExt(device, &mut pci));
            (properties.uuid.id, pci.address.bus)
        };
        let (first, second) = (identity(devices[0]), identity(devices[1]));
        assert!(first.0 != second.0 && first.1 != second.1);
        let pointer = sim.on(devices[1], 64);
        let (mut properties, mut owner) =
            (described(ZE_STRUCTURE_TYPE_MEMORY_ALLOCATION_PROPERTIES), null_mut());
        call!(sim, zeMemGetAllocProperties(sim.context, pointer.cast(), &mut properties, &mut owner));
        assert_eq!(owner, devices[1]);
    });
}
