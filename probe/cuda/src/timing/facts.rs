//! What the devices are and can do, asked once the driver is initialised. No query creates a context.

use crate::driver;
use cuda_sys::*;
use std::ffi::{CStr, c_char, c_int};
use std::path::PathBuf;
use std::sync::atomic::Ordering::{Relaxed, Release};
use zetop_probe_core::publish::{Publisher, pcie};
use zetop_wire::layout::DEVICES;

pub struct Facts {
    name: String,
    /// Bytes per second; 0 when unknown.
    memory_peak: u64,
    link: Link,
    /// In the order of its bytes; zeros when unknown.
    uuid: [u8; 16],
    /// As the process file has it: domain << 16 | bus << 8 | device << 3 | function, plus one; 0 when unknown.
    pci_plus_one: u64,
}

/// A PCI Express link; zeros where unknown.
#[derive(Debug, Clone, Copy, Default)]
struct Link {
    generation: u32,
    lanes: u32,
}

/// All devices that the program sees, in the driver's order.
pub fn ask() -> Vec<Facts> {
    let mut count: c_int = 0;
    // SAFETY: a live variable.
    unsafe { driver::cuDeviceGetCount(&raw mut count) };
    (0..count.clamp(0, DEVICES as c_int)).map(device).collect()
}

fn device(ordinal: c_int) -> Facts {
    let mut device = 0;
    let mut name: [c_char; 256] = [0; 256];
    // SAFETY: an ordinal below the count, live variables, and a buffer of at least the given length. One byte
    // is held back, so that a zero ends it whatever the driver does.
    unsafe {
        driver::cuDeviceGet(&raw mut device, ordinal);
        driver::cuDeviceGetName(name.as_mut_ptr(), name.len() as c_int - 1, device);
    }
    // SAFETY: the last byte is zero.
    let name = unsafe { CStr::from_ptr(name.as_ptr()) }.to_string_lossy().into_owned();
    let attribute = |attribute| {
        let mut value: c_int = 0;
        // SAFETY: a live variable and a device of the driver.
        let result = unsafe { driver::cuDeviceGetAttribute(&raw mut value, attribute, device) };
        if result == CUDA_SUCCESS { value.max(0) as u64 } else { 0 }
    };
    let clock_khz = attribute(CU_DEVICE_ATTRIBUTE_MEMORY_CLOCK_RATE);
    let width_bits = attribute(CU_DEVICE_ATTRIBUTE_GLOBAL_MEMORY_BUS_WIDTH);
    let bus = bus_id(device);
    Facts {
        name,
        memory_peak: memory_peak(clock_khz, width_bits),
        link: bus.as_deref().map(link).unwrap_or_default(),
        uuid: uuid(device),
        pci_plus_one: bus.as_deref().and_then(pci_address).map_or(0, |address| address + 1),
    }
}

/// For a MIG instance, its own UUID (CUDA 11.4 and newer).
fn uuid(device: CUdevice) -> [u8; 16] {
    let mut uuid = CUuuid::default();
    // SAFETY: a live variable and a device of the driver.
    let result = unsafe {
        match driver::cuDeviceGetUuid_v2(&raw mut uuid, device) {
            CUDA_ERROR_NOT_FOUND => driver::cuDeviceGetUuid(&raw mut uuid, device),
            result => result,
        }
    };
    if result == CUDA_SUCCESS { uuid.bytes.map(|byte| byte as u8) } else { [0; 16] }
}

/// Bytes per second: two transfers per clock (GDDR and HBM clocks are all given like that) over the whole
/// bus.
fn memory_peak(clock_khz: u64, width_bits: u64) -> u64 {
    2 * clock_khz * 1000 * width_bits / 8
}

/// The device's place on the bus, as the kernel calls it: `0000:3b:00.0`.
fn bus_id(device: CUdevice) -> Option<String> {
    let mut bus: [c_char; 32] = [0; 32];
    // SAFETY: a buffer that is longer than the given length by one byte, which ends it whatever the driver
    // does.
    if unsafe { driver::cuDeviceGetPCIBusId(bus.as_mut_ptr(), bus.len() as c_int - 1, device) }
        != CUDA_SUCCESS
    {
        return None;
    }
    // SAFETY: the last byte is zero.
    Some(unsafe { CStr::from_ptr(bus.as_ptr()) }.to_string_lossy().to_lowercase())
}

/// `0000:3b:00.0` as a number.
fn pci_address(bus: &str) -> Option<u64> {
    let mut numbers = bus.split([':', '.']).map(|part| u64::from_str_radix(part, 16));
    let mut next = || numbers.next()?.ok();
    let (domain, bus, device, function) = (next()?, next()?, next()?, next()?);
    (bus < 256 && device < 32 && function < 8).then_some(domain << 16 | bus << 8 | device << 3 | function)
}

/// What the kernel says about a place on the bus: the highest generation and number of lanes that the device
/// supports.
fn link(bus: &str) -> Link {
    let folder = PathBuf::from("/sys/bus/pci/devices").join(bus);
    let read = |name: &str| std::fs::read_to_string(folder.join(name)).unwrap_or_default();
    let speed: f64 = read("max_link_speed").split(' ').next().and_then(|s| s.parse().ok()).unwrap_or(0.0);
    let width: u32 = read("max_link_width").trim().parse().unwrap_or(0);
    Link { generation: generation(speed), lanes: if width <= 32 { width } else { 0 } }
}

/// Generation of PCI Express by its transfers per second and lane, in 10^9.
fn generation(speed: f64) -> u32 {
    [(2.5, 1), (5.0, 2), (8.0, 3), (16.0, 4), (32.0, 5), (64.0, 6)]
        .into_iter()
        .find(|(s, _)| (s - speed).abs() < 0.1)
        .map_or(0, |(_, generation)| generation)
}

pub fn publish(all: &[Facts], publisher: &mut Publisher) {
    for (index, facts) in all.iter().enumerate().take(DEVICES) {
        let name = publisher.string(&facts.name);
        let to = &publisher.process.device_facts[index];
        to.name.store(name, Relaxed);
        to.timestamp_bits.store(64, Relaxed);
        // CUPTI's stamps are nanoseconds.
        to.timer_millihertz.store(1_000_000_000_000, Relaxed);
        to.memory_peak.store(facts.memory_peak, Relaxed);
        to.link_peak.store(pcie::peak(facts.link.generation, facts.link.lanes), Relaxed);
        to.pci_plus_one.store(facts.pci_plus_one, Relaxed);
        let (first, second) = facts.uuid.split_at(8);
        for (word, bytes) in to.uuid.iter().zip([first, second]) {
            word.store(u64::from_ne_bytes(bytes.try_into().unwrap_or_default()), Relaxed);
        }
        to.link.store(u64::from(facts.link.generation) | u64::from(facts.link.lanes) << 32, Relaxed);
        publisher.process.devices.store(index as u32 + 1, Release);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn peaks_of_an_h100_sxm() {
        assert_eq!(memory_peak(2_619_000, 5120), 3_352_320_000_000);
        let peak = |speed: f64| pcie::peak(generation(speed), 16);
        assert_eq!(peak(32.0), 63_008_000_000);
        assert_eq!((generation(0.0), peak(0.0)), (0, 0));
    }

    #[test]
    fn places_on_the_bus() {
        assert_eq!(pci_address("0001:3b:1f.7"), Some(0x1_3b_ff));
        assert_eq!(pci_address("0000:3b:20.0"), None);
        assert_eq!(pci_address(""), None);
    }
}
