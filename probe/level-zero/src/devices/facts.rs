//! What a device is and can do: asked once, when it is first seen.

use super::clocks::{SAMPLES, SAMPLES_NS, Sample, Timeline};
use super::stamps::Cycle;
use crate::driver_calls::{all, memories};
use crate::driver_quirks::sorts::PoolSort;
use crate::driver_trait::DriverRef;
use level_zero_sys::*;
use smallvec::SmallVec;
use std::ffi::CStr;
use std::sync::atomic::Ordering::{Relaxed, Release};
use zetop_probe_core::clock;
use zetop_probe_core::publish::{Publisher, pcie};
use zetop_wire::layout::{DEVICES, DeviceFault, GROUP_COMPUTES, GROUP_QUEUES, GROUP_USED, Untimed};

/// PCI vendor id.
const INTEL: u32 = 0x8086;

pub struct Device {
    driver: DriverRef,
    pub handle: usize,
    pub cycle: Cycle,
    /// Valid bits of kernel timestamps.
    pub kernel_bits: u32,
    pub timeline: Timeline,
    /// Whether a queue group (by its ordinal) takes copies only: there, no kernel is held back by the event of the one before.
    pub copy_only: Vec<bool>,
    /// As [`zetop_wire::layout::DeviceFacts::queue_groups`].
    queue_groups: u64,
    pub faults: u64,
    /// Version of Intel's graphics core (architecture << 22 | release << 14 | revision); 0 when unknown.
    ip_version: u32,
    /// Global timestamps can be read.
    has_global: bool,
    index: usize,
}

impl Device {
    /// True when kernel timestamps can be turned into durations.
    #[must_use]
    pub fn can_time(&self) -> bool {
        self.faults
            & (DeviceFault::NoTimestamps as u64
                | DeviceFault::NoTimerResolution as u64
                | DeviceFault::Lost as u64)
            == 0
    }

    /// Why nothing on it can be timed.
    #[must_use]
    pub fn hindrance(&self) -> Option<Untimed> {
        let is_lost = self.faults & DeviceFault::Lost as u64 != 0;
        (!self.can_time()).then_some(if is_lost { Untimed::DeviceLost } else { Untimed::NoTimestamps })
    }

    /// Intel's driver, which says what graphics core a device has.
    #[must_use]
    pub fn is_intels(&self) -> bool {
        self.ip_version != 0
    }

    /// Events of pools that are made for it.
    #[must_use]
    pub fn pool_sort(&self, timestamps: bool) -> PoolSort {
        PoolSort { device: self.handle, is_intels: self.is_intels(), timestamps }
    }

    /// True when the device waits for earlier work wherever an operation signals an event, as Intel's command
    /// streams show: copy-only engines flush after each copy; Gen12LP stalls for any signal, DG2, Meteor Lake
    /// and Arrow Lake for one of host scope.
    #[must_use]
    pub fn stalls_for_a_signal(&self, copy_only: bool, host_scope: bool) -> bool {
        if copy_only {
            return self.ip_version != 0;
        }
        let version = (self.ip_version >> 22, self.ip_version >> 14 & 0xff);
        match version {
            (0, 0) => false,
            (12, 55..=57 | 70..=74) => host_scope,
            version => version < (12, 50),
        }
    }

    /// Asks the driver about a device and publishes the answer under `index`.
    pub fn new(driver: DriverRef, handle: usize, index: usize, publisher: &mut Publisher) -> Self {
        let device = handle as ze_device_handle_t;
        let mut ip = ze_device_ip_version_ext_t {
            stype: ZE_STRUCTURE_TYPE_DEVICE_IP_VERSION_EXT,
            ..Default::default()
        };
        let mut properties = ze_device_properties_t {
            stype: ZE_STRUCTURE_TYPE_DEVICE_PROPERTIES_1_2,
            pNext: (&raw mut ip).cast(),
            ..Default::default()
        };
        // SAFETY: a device handle of the program, and a structure of the type that `stype` names.
        let result = unsafe { driver.zeDeviceGetProperties(device, &raw mut properties) };
        let mut faults = 0;
        // An older driver may not know the structure with cycles per second, and refuses it.
        let cycle = if result == ZE_RESULT_SUCCESS {
            Cycle::Hz(properties.timerResolution)
        } else {
            properties =
                ze_device_properties_t { stype: ZE_STRUCTURE_TYPE_DEVICE_PROPERTIES, ..Default::default() };
            // SAFETY: as above.
            let result = unsafe { driver.zeDeviceGetProperties(device, &raw mut properties) };
            Cycle::Ns(if result == ZE_RESULT_SUCCESS { properties.timerResolution } else { 0 })
        };
        if cycle.hz().is_none() {
            faults |= DeviceFault::NoTimerResolution as u64;
        }
        if properties.kernelTimestampValidBits == 0 {
            faults |= DeviceFault::NoTimestamps as u64;
        }
        let groups = queue_groups(driver, device);
        let mut made = Self {
            driver,
            handle,
            cycle,
            kernel_bits: properties.kernelTimestampValidBits,
            timeline: Timeline::new(cycle, properties.timestampValidBits),
            copy_only: groups.iter().map(|group| !computes(group)).collect(),
            queue_groups: packed(&groups),
            faults,
            ip_version: if properties.vendorId == INTEL { ip.ipVersion } else { 0 },
            has_global: true,
            index,
        };
        made.read_clock(publisher);
        made.publish(publisher, &properties);
        made
    }

    /// Reads the device's clock if that is due; at most four times a second, since it is slow.
    pub fn read_clock(&mut self, publisher: &Publisher) {
        if !self.has_global || !self.timeline.is_due(clock::raw_ns()) {
            return;
        }
        loop {
            let mut samples = SmallVec::<[Sample; SAMPLES]>::new();
            let start = clock::raw_ns();
            let mut before = start;
            while samples.len() < SAMPLES && before - start < SAMPLES_NS {
                let (mut host, mut device) = (0, 0);
                // SAFETY: a device handle of the program's and two live words.
                let result = unsafe {
                    self.driver.zeDeviceGetGlobalTimestamps(self.handle as _, &raw mut host, &raw mut device)
                };
                if result != ZE_RESULT_SUCCESS {
                    self.has_global = false;
                    return self.fault(DeviceFault::NoGlobalTimestamps, publisher);
                }
                let after = clock::raw_ns();
                samples.push(Sample { before, after, host, device });
                before = after;
            }
            self.timeline.read(&samples);
            // Not for long: few readings in a row are left out.
            if !self.timeline.is_wanted_again() {
                return;
            }
        }
    }

    /// Notes something that is missing, for the header line.
    pub fn fault(&mut self, fault: DeviceFault, publisher: &Publisher) {
        if self.faults & fault as u64 != 0 {
            return;
        }
        self.faults |= fault as u64;
        if self.index < DEVICES {
            publisher.process.device_facts[self.index].faults.store(self.faults, Relaxed);
        }
    }

    fn publish(&self, publisher: &mut Publisher, properties: &ze_device_properties_t) {
        if self.index >= DEVICES {
            return;
        }
        // SAFETY: the driver writes a NUL-terminated name; our default is all zeros.
        let name = unsafe { CStr::from_ptr(properties.name.as_ptr()) }.to_string_lossy();
        let name = publisher.string(&name);
        let facts = &publisher.process.device_facts[self.index];
        facts.name.store(name, Relaxed);
        facts.timestamp_bits.store(self.kernel_bits, Relaxed);
        facts.timer_millihertz.store(self.cycle.hz().map_or(0, |hz| (hz * 1e3) as u64), Relaxed);
        facts.memory_peak.store(memory_peak(self.driver, self.handle as _), Relaxed);
        let Link { generation, width, rate, pci_plus_one } = link(self.driver, self.handle as _);
        facts.link_peak.store(rate, Relaxed);
        facts.pci_plus_one.store(pci_plus_one, Relaxed);
        facts.link.store(u64::from(generation) | u64::from(width) << 32, Relaxed);
        facts.faults.store(self.faults, Relaxed);
        facts.queue_groups.store(self.queue_groups, Relaxed);
        let (first, second) = properties.uuid.id.split_at(8);
        for (word, bytes) in facts.uuid.iter().zip([first, second]) {
            word.store(u64::from_ne_bytes(bytes.try_into().unwrap_or_default()), Relaxed);
        }
        publisher.process.devices.store(self.index as u32 + 1, Release);
    }
}

fn computes(group: &ze_command_queue_group_properties_t) -> bool {
    group.flags & ZE_COMMAND_QUEUE_GROUP_PROPERTY_FLAG_COMPUTE != 0
}

fn packed(groups: &[ze_command_queue_group_properties_t]) -> u64 {
    let byte = |group: &ze_command_queue_group_properties_t| {
        let queues = group.numQueues.min(GROUP_QUEUES.into()) as u8;
        GROUP_USED | if computes(group) { GROUP_COMPUTES } else { 0 } | queues
    };
    groups.iter().zip((0..64).step_by(8)).fold(0, |all, (group, at)| all | u64::from(byte(group)) << at)
}

/// By ordinal.
fn queue_groups(driver: DriverRef, device: ze_device_handle_t) -> Vec<ze_command_queue_group_properties_t> {
    let like = ze_command_queue_group_properties_t {
        stype: ZE_STRUCTURE_TYPE_COMMAND_QUEUE_GROUP_PROPERTIES,
        ..Default::default()
    };
    // SAFETY: a device handle; room for `count` structures of the type that `stype` names, or a count of 0.
    all(64, like, |count, to| unsafe { driver.zeDeviceGetCommandQueueGroupProperties(device, count, to) })
}

/// Bytes per second of the fastest memory: `maxClockRate` (MHz) x `maxBusWidth` (bits) / 8; 0 when unknown.
fn memory_peak(driver: DriverRef, device: ze_device_handle_t) -> u64 {
    memories(driver, device)
        .iter()
        .map(|m| u64::from(m.maxClockRate) * 1_000_000 * u64::from(m.maxBusWidth) / 8)
        .max()
        .unwrap_or(0)
}

/// How a device is connected; zeros if the driver does not say.
#[derive(Default)]
struct Link {
    generation: u32,
    width: u32,
    /// Bytes per second.
    rate: u64,
    /// As [`zetop_wire::layout::DeviceFacts::pci_plus_one`].
    pci_plus_one: u64,
}

/// PCIe generation, width and bytes per second in one direction; zeros when unknown.
fn link(driver: DriverRef, device: ze_device_handle_t) -> Link {
    let mut pci =
        ze_pci_ext_properties_t { stype: ZE_STRUCTURE_TYPE_PCI_EXT_PROPERTIES, ..Default::default() };
    // SAFETY: a structure of the type that `stype` names.
    let result = unsafe { driver.zeDevicePciGetPropertiesExt(device, &raw mut pci) };
    if result != ZE_RESULT_SUCCESS {
        return Link::default();
    }
    let address = pci.address;
    let address = u64::from(address.domain) << 16
        | u64::from(address.bus & 0xff) << 8
        | u64::from(address.device & 0x1f) << 3
        | u64::from(address.function & 0x7);
    let link = Link { pci_plus_one: address + 1, ..Link::default() };
    let speed = pci.maxSpeed;
    if speed.genVersion <= 0 || speed.width <= 0 {
        return link;
    }
    let (generation, width) = (speed.genVersion as u32, speed.width as u32);
    Link { generation, width, rate: pcie::peak(generation, width), ..link }
}
