//! Level Zero's sysman. The loader is asked where it knows `zesInit` (1.10 and later), otherwise the driver itself: an older
//! loader passes sysman's calls on only with a variable in the environment, which would be the program's, too.

mod driver;

use crate::library::Library;
use crate::simulator::Simulator;
use level_zero_sys::*;
use std::collections::BTreeMap;
use std::ptr::null_mut;
use zetop_figures::sensors::{Identity, Sensors, Throttle, UsedBy};

/// More objects of a kind than any device has.
const MAX_OBJECTS: u32 = 1024;

pub(crate) struct Sysman {
    api: LevelZero,
    devices: Vec<Device>,
}

struct Device {
    handle: zes_device_handle_t,
    identity: Identity,
    memory: Vec<zes_mem_handle_t>,
    /// The most general group of engines that there is.
    engines: Option<zes_engine_handle_t>,
    clock: Option<Clock>,
    memory_clock: Option<Clock>,
    power: Option<zes_pwr_handle_t>,
    power_limit_w: Option<f64>,
    temperature: Option<zes_temp_handle_t>,
    temperature_limit_c: Option<f64>,
    has_pci_counters: bool,
    ports: Vec<zes_fabric_port_handle_t>,
    /// Counters as they were last time, with their times in us.
    before: BTreeMap<Counter, (u64, u64)>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Counter {
    Active,
    Energy,
    PciReceived,
    PciSent,
    PortReceived(usize),
    PortSent(usize),
}

#[derive(Clone, Copy)]
struct Clock {
    handle: zes_freq_handle_t,
    max_mhz: Option<f64>,
}

/// A structure of the specification, which begins with its type.
macro_rules! described {
    ($structure:ty, $type:expr) => {{
        let mut described = <$structure>::default();
        described.stype = $type;
        described
    }};
}

/// All that an enumeration gives, nothing if it fails.
fn all<H: Copy>(mut enumerate: impl FnMut(*mut u32, *mut H) -> ze_result_t) -> Vec<H> {
    let mut count = 0;
    if enumerate(&raw mut count, null_mut()) != ZE_RESULT_SUCCESS || count == 0 {
        return Vec::new();
    }
    count = count.min(MAX_OBJECTS);
    let mut handles: Vec<H> = Vec::with_capacity(count as usize);
    let room = count;
    if enumerate(&raw mut count, handles.as_mut_ptr()) != ZE_RESULT_SUCCESS {
        return Vec::new();
    }
    // SAFETY: the driver has written this many, and there is room for them.
    unsafe { handles.set_len(count.min(room) as usize) };
    handles
}

fn positive(value: f64) -> Option<f64> {
    (value > 0.0).then_some(value)
}

impl Sysman {
    pub(crate) fn open(simulator: Option<&Simulator>) -> Option<Self> {
        let by_loader = || {
            let api = LevelZero::open(LOADER_FILE).ok().filter(|api| api.has("zesInit"))?;
            Self::with(api)
        };
        match simulator {
            Some(Simulator { driver, shared }) => Self::with(driver::open(driver, Some(shared))?),
            None => by_loader().or_else(|| {
                driver::installed().into_iter().find_map(|file| Self::with(driver::open(&file, None)?))
            }),
        }
    }

    fn with(api: LevelZero) -> Option<Self> {
        // SAFETY: no requirements.
        if unsafe { api.zesInit(0) } != ZE_RESULT_SUCCESS {
            return None;
        }
        // SAFETY: here and below: handles that the driver has given, which live as long as it, and places of the right types.
        let drivers = all(|count, to| unsafe { api.zesDriverGet(count, to) });
        let mut devices = Vec::new();
        for driver in drivers {
            // SAFETY: as above.
            let handles = all(|count, to| unsafe { api.zesDeviceGet(driver, count, to) });
            devices.extend(handles.into_iter().map(|handle| Device::new(&api, handle)));
        }
        (!devices.is_empty()).then_some(Self { api, devices })
    }
}

impl Library for Sysman {
    fn read(&mut self, device: &Identity) -> Option<Sensors> {
        let found = self.devices.iter_mut().find(|found| found.identity.is(device))?;
        Some(found.read(&self.api))
    }
}

impl Device {
    fn new(api: &LevelZero, handle: zes_device_handle_t) -> Self {
        let mut properties = described!(zes_device_properties_t, ZES_STRUCTURE_TYPE_DEVICE_PROPERTIES);
        properties.core.stype = ZE_STRUCTURE_TYPE_DEVICE_PROPERTIES;
        // SAFETY: here and below: the device's handles, and places of the right types.
        let known = unsafe { api.zesDeviceGetProperties(handle, &raw mut properties) } == ZE_RESULT_SUCCESS;
        let uuid = Some(properties.core.uuid.id).filter(|id| known && *id != [0; 16]);
        let mut pci = described!(zes_pci_properties_t, ZES_STRUCTURE_TYPE_PCI_PROPERTIES);
        // SAFETY: as above.
        let known = unsafe { api.zesDevicePciGetProperties(handle, &raw mut pci) } == ZE_RESULT_SUCCESS;
        let at = pci.address;
        let address = known.then_some((at.domain, at.bus as u8, at.device as u8, at.function as u8));
        let (power, power_limit_w) = power_of(api, handle);
        let (temperature, temperature_limit_c) = temperature_of(api, handle);
        Self {
            handle,
            identity: Identity { uuid, pci: address },
            memory: memory_of(api, handle),
            engines: engines_of(api, handle),
            clock: clock_of(api, handle, ZES_FREQ_DOMAIN_GPU),
            memory_clock: clock_of(api, handle, ZES_FREQ_DOMAIN_MEMORY),
            power,
            power_limit_w,
            temperature,
            temperature_limit_c,
            has_pci_counters: known && pci.haveBandwidthCounters != 0,
            // SAFETY: as above.
            ports: all(|count, to| unsafe { api.zesDeviceEnumFabricPorts(handle, count, to) }),
            before: BTreeMap::new(),
        }
    }

    /// How much a counter has grown per us since the last time.
    fn rate(&mut self, counter: Counter, value: u64, at: u64) -> Option<f64> {
        let (before, then) = self.before.insert(counter, (value, at))?;
        let passed = at.checked_sub(then).filter(|passed| *passed > 0)?;
        Some(value.checked_sub(before)? as f64 / passed as f64)
    }

    fn read(&mut self, api: &LevelZero) -> Sensors {
        let mut sensors = Sensors { source: "sysman".into(), ..Sensors::default() };
        self.read_memory(api, &mut sensors);
        self.read_clocks(api, &mut sensors);
        if let Some(engines) = self.engines {
            let mut stats = zes_engine_stats_t::default();
            // SAFETY: here and below: the device's handles, and places of the right types.
            if unsafe { api.zesEngineGetActivity(engines, &raw mut stats) } == ZE_RESULT_SUCCESS {
                let active = self.rate(Counter::Active, stats.activeTime, stats.timestamp);
                sensors.busy_pct = active.map(|share| (100.0 * share).min(100.0));
            }
        }
        if let Some(power) = self.power {
            let mut counter = zes_power_energy_counter_t::default();
            // SAFETY: as above.
            if unsafe { api.zesPowerGetEnergyCounter(power, &raw mut counter) } == ZE_RESULT_SUCCESS {
                // uJ per us are watts.
                sensors.power_w = self.rate(Counter::Energy, counter.energy, counter.timestamp);
            }
            sensors.power_limit_w = self.power_limit_w;
        }
        if let Some(sensor) = self.temperature {
            let mut celsius = 0.0;
            // SAFETY: as above.
            let known = unsafe { api.zesTemperatureGetState(sensor, &raw mut celsius) } == ZE_RESULT_SUCCESS;
            sensors.temperature_c = positive(celsius).filter(|_| known);
            sensors.temperature_limit_c = self.temperature_limit_c;
        }
        self.read_links(api, &mut sensors);
        sensors.processes = self.processes(api);
        sensors
    }

    fn read_memory(&self, api: &LevelZero, sensors: &mut Sensors) {
        let (mut total, mut free) = (0u64, 0u64);
        for module in &self.memory {
            let mut state = described!(zes_mem_state_t, ZES_STRUCTURE_TYPE_MEM_STATE);
            // SAFETY: the device's handle, and a place of the right type.
            if unsafe { api.zesMemoryGetState(*module, &raw mut state) } != ZE_RESULT_SUCCESS {
                return;
            }
            total = total.saturating_add(state.size);
            free = free.saturating_add(state.free);
        }
        if total > 0 && free <= total {
            sensors.memory_total_bytes = Some(total);
            sensors.memory_free_bytes = Some(free);
            sensors.memory_used_bytes = Some(total - free);
        }
    }

    fn read_clocks(&self, api: &LevelZero, sensors: &mut Sensors) {
        let state = |clock: &Option<Clock>| {
            let mut state = described!(zes_freq_state_t, ZES_STRUCTURE_TYPE_FREQ_STATE);
            // SAFETY: the device's handle, and a place of the right type.
            let result = unsafe { api.zesFrequencyGetState(clock.as_ref()?.handle, &raw mut state) };
            (result == ZE_RESULT_SUCCESS).then_some(state)
        };
        if let Some(state) = state(&self.clock) {
            sensors.clock_mhz = positive(state.actual);
            sensors.throttle = Some(reasons(state.throttleReasons));
        }
        sensors.memory_clock_mhz = state(&self.memory_clock).and_then(|state| positive(state.actual));
        sensors.clock_max_mhz = self.clock.and_then(|clock| clock.max_mhz);
        sensors.memory_clock_max_mhz = self.memory_clock.and_then(|clock| clock.max_mhz);
    }

    fn read_links(&mut self, api: &LevelZero, sensors: &mut Sensors) {
        // Bytes per us are MB/s.
        let gbps = |rate: f64| rate / 1e3;
        if self.has_pci_counters {
            let mut stats = zes_pci_stats_t::default();
            // SAFETY: here and below: the device's handles, and places of the right types.
            if unsafe { api.zesDevicePciGetStats(self.handle, &raw mut stats) } == ZE_RESULT_SUCCESS {
                let (received, sent, at) = (stats.rxCounter, stats.txCounter, stats.timestamp);
                sensors.pcie_rx_gbps = self.rate(Counter::PciReceived, received, at).map(gbps);
                sensors.pcie_tx_gbps = self.rate(Counter::PciSent, sent, at).map(gbps);
            }
        }
        for (number, port) in self.ports.clone().into_iter().enumerate() {
            let mut stats = zes_fabric_port_throughput_t::default();
            // SAFETY: as above.
            if unsafe { api.zesFabricPortGetThroughput(port, &raw mut stats) } != ZE_RESULT_SUCCESS {
                continue;
            }
            let received = self.rate(Counter::PortReceived(number), stats.rxCounter, stats.timestamp);
            let sent = self.rate(Counter::PortSent(number), stats.txCounter, stats.timestamp);
            let add = |sum: &mut Option<f64>, rate: Option<f64>| {
                *sum = sum.take().into_iter().chain(rate.map(gbps)).reduce(|a, b| a + b);
            };
            add(&mut sensors.link_rx_gbps, received);
            add(&mut sensors.link_tx_gbps, sent);
        }
    }

    fn processes(&self, api: &LevelZero) -> Option<Vec<UsedBy>> {
        let mut count = 0;
        // SAFETY: a handle of the driver's, and places of the right types.
        let ask = |count: &mut u32, to: *mut zes_process_state_t| unsafe {
            api.zesDeviceProcessesGetState(self.handle, count, to)
        };
        if ask(&mut count, null_mut()) != ZE_RESULT_SUCCESS {
            return None;
        }
        // Others may come meanwhile.
        count = (count + 8).min(MAX_OBJECTS);
        let one = described!(zes_process_state_t, ZES_STRUCTURE_TYPE_PROCESS_STATE);
        let mut states = vec![one; count as usize];
        if ask(&mut count, states.as_mut_ptr()) != ZE_RESULT_SUCCESS {
            return None;
        }
        states.truncate(count as usize);
        let process = |state: zes_process_state_t| UsedBy {
            pid: state.processId,
            memory_bytes: Some(state.memSize),
            ..UsedBy::default()
        };
        Some(states.into_iter().map(process).collect())
    }
}

/// Memory of the device's own; that of the machine is no figure of the device's.
fn memory_of(api: &LevelZero, device: zes_device_handle_t) -> Vec<zes_mem_handle_t> {
    // SAFETY: here and below: the device's handles, and places of the right types.
    let mut modules = all(|count, to| unsafe { api.zesDeviceEnumMemoryModules(device, count, to) });
    modules.retain(|module| {
        let mut properties = described!(zes_mem_properties_t, ZES_STRUCTURE_TYPE_MEM_PROPERTIES);
        // SAFETY: as above.
        let known = unsafe { api.zesMemoryGetProperties(*module, &raw mut properties) } == ZE_RESULT_SUCCESS;
        known && properties.location == ZES_MEM_LOC_DEVICE
    });
    modules
}

fn engines_of(api: &LevelZero, device: zes_device_handle_t) -> Option<zes_engine_handle_t> {
    // SAFETY: here and below: the device's handles, and places of the right types.
    let groups = all(|count, to| unsafe { api.zesDeviceEnumEngineGroups(device, count, to) });
    let of_type = |wanted: zes_engine_group_t| {
        groups.iter().copied().find(|group| {
            let mut properties = described!(zes_engine_properties_t, ZES_STRUCTURE_TYPE_ENGINE_PROPERTIES);
            // SAFETY: as above.
            let known =
                unsafe { api.zesEngineGetProperties(*group, &raw mut properties) } == ZE_RESULT_SUCCESS;
            known && properties.onSubdevice == 0 && properties.type_ == wanted
        })
    };
    [ZES_ENGINE_GROUP_ALL, ZES_ENGINE_GROUP_COMPUTE_ALL].into_iter().find_map(of_type)
}

fn clock_of(api: &LevelZero, device: zes_device_handle_t, domain: zes_freq_domain_t) -> Option<Clock> {
    // SAFETY: here and below: the device's handles, and places of the right types.
    let domains = all(|count, to| unsafe { api.zesDeviceEnumFrequencyDomains(device, count, to) });
    domains.into_iter().find_map(|handle| {
        let mut properties = described!(zes_freq_properties_t, ZES_STRUCTURE_TYPE_FREQ_PROPERTIES);
        // SAFETY: as above.
        let known =
            unsafe { api.zesFrequencyGetProperties(handle, &raw mut properties) } == ZE_RESULT_SUCCESS;
        (known && properties.type_ == domain).then_some(Clock { handle, max_mhz: positive(properties.max) })
    })
}

/// The domain of the card or, if there is none, of the package, and its limit.
fn power_of(api: &LevelZero, device: zes_device_handle_t) -> (Option<zes_pwr_handle_t>, Option<f64>) {
    let mut card = null_mut();
    // SAFETY: here and below: the device's handles, and places of the right types.
    let known = unsafe { api.zesDeviceGetCardPowerDomain(device, &raw mut card) } == ZE_RESULT_SUCCESS;
    // SAFETY: as above.
    let domains = || all(|count, to| unsafe { api.zesDeviceEnumPowerDomains(device, count, to) });
    let Some(handle) =
        Some(card).filter(|card| known && !card.is_null()).or_else(|| domains().first().copied())
    else {
        return (None, None);
    };
    let watts = |milliwatts: i32| positive(f64::from(milliwatts) / 1e3);
    let mut sustained = zes_power_sustained_limit_t::default();
    // SAFETY: as above; the other two limits are optional.
    let known = unsafe { api.zesPowerGetLimits(handle, &raw mut sustained, null_mut(), null_mut()) };
    let mut limit = watts(sustained.power).filter(|_| known == ZE_RESULT_SUCCESS && sustained.enabled != 0);
    if limit.is_none() {
        let mut properties = described!(zes_power_properties_t, ZES_STRUCTURE_TYPE_POWER_PROPERTIES);
        // SAFETY: as above.
        let known = unsafe { api.zesPowerGetProperties(handle, &raw mut properties) } == ZE_RESULT_SUCCESS;
        limit = watts(properties.defaultLimit).filter(|_| known);
    }
    (Some(handle), limit)
}

/// The sensor of the device as a whole or, if there is none, that of its cores, and its limit.
fn temperature_of(api: &LevelZero, device: zes_device_handle_t) -> (Option<zes_temp_handle_t>, Option<f64>) {
    // SAFETY: here and below: the device's handles, and places of the right types.
    let sensors = all(|count, to| unsafe { api.zesDeviceEnumTemperatureSensors(device, count, to) });
    let of_type = |wanted: zes_temp_sensors_t| {
        sensors.iter().find_map(|handle| {
            let mut properties = described!(zes_temp_properties_t, ZES_STRUCTURE_TYPE_TEMP_PROPERTIES);
            // SAFETY: as above.
            let known =
                unsafe { api.zesTemperatureGetProperties(*handle, &raw mut properties) } == ZE_RESULT_SUCCESS;
            (known && properties.type_ == wanted).then_some((*handle, positive(properties.maxTemperature)))
        })
    };
    match [ZES_TEMP_SENSORS_GLOBAL, ZES_TEMP_SENSORS_GPU].into_iter().find_map(of_type) {
        Some((handle, limit)) => (Some(handle), limit),
        None => (None, None),
    }
}

/// Without what somebody has set.
fn reasons(flags: zes_freq_throttle_reason_flags_t) -> Vec<Throttle> {
    let all = [
        (ZES_FREQ_THROTTLE_REASON_FLAG_AVE_PWR_CAP, Throttle::Power),
        (ZES_FREQ_THROTTLE_REASON_FLAG_BURST_PWR_CAP, Throttle::Power),
        (ZES_FREQ_THROTTLE_REASON_FLAG_POWER, Throttle::Power),
        (ZES_FREQ_THROTTLE_REASON_FLAG_THERMAL_LIMIT, Throttle::Temperature),
        (ZES_FREQ_THROTTLE_REASON_FLAG_THERMAL, Throttle::Temperature),
        (ZES_FREQ_THROTTLE_REASON_FLAG_PSU_ALERT, Throttle::PowerBrake),
        (ZES_FREQ_THROTTLE_REASON_FLAG_CURRENT_LIMIT, Throttle::Current),
        (ZES_FREQ_THROTTLE_REASON_FLAG_VOLTAGE, Throttle::Voltage),
    ];
    let mut reasons: Vec<Throttle> =
        all.into_iter().filter(|(flag, _)| flags & flag != 0).map(|(_, reason)| reason).collect();
    reasons.sort_unstable();
    reasons.dedup();
    reasons
}
