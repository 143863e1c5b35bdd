//! Sysman: readings that the model gives. Frequencies, power, temperature and activity follow from what the engines
//! did ([`crate::activity`]) and from the profile. Nothing can be set.

mod heat;

use crate::Outcome;
use crate::activity::Part;
use crate::clock::host_now;
use crate::ddi::Api;
use crate::device::Device;
use crate::driver::device_at;
use crate::handle::{HandleKind, Object, Shared, get, list, output};
use crate::profile::Profile;
use crate::queue_group::COMPUTE_GROUP;
use crate::settings::{Throttle, settings};
use crate::sync::lock;
use crate::usage;
use heat::{HOTTEST_CELSIUS, Heat};
use level_zero_sys::*;
use std::sync::{Mutex, OnceLock};

const NOT_ON_A_SUBDEVICE: (ze_bool_t, u32) = (0, 0);

/// A device's sysman objects, which live for ever.
struct Parts {
    frequencies: [Shared<Frequency>; 2],
    power: Shared<Power>,
    temperatures: [Shared<Temperature>; 3],
    engines: Vec<Shared<EngineGroup>>,
}

struct Frequency {
    device: &'static Device,
    domain: zes_freq_domain_t,
}
impl HandleKind for Frequency {
    const MAGIC: u64 = u64::from_le_bytes(*b"zes freq");
    type Raw = _zes_freq_handle_t;
}

struct Power {
    device: &'static Device,
}
impl HandleKind for Power {
    const MAGIC: u64 = u64::from_le_bytes(*b"zes powr");
    type Raw = _zes_pwr_handle_t;
}

struct Temperature {
    device: &'static Device,
    sensor: zes_temp_sensors_t,
    heat: Mutex<Heat>,
}
impl HandleKind for Temperature {
    const MAGIC: u64 = u64::from_le_bytes(*b"zes temp");
    type Raw = _zes_temp_handle_t;
}

struct EngineGroup {
    device: &'static Device,
    part: Part,
}
impl HandleKind for EngineGroup {
    const MAGIC: u64 = u64::from_le_bytes(*b"zes engn");
    type Raw = _zes_engine_handle_t;
}

fn parts(of: &Device) -> Outcome<&'static Parts> {
    static PARTS: OnceLock<Vec<Parts>> = OnceLock::new();
    let make = |index| {
        let device: &'static Device = device_at(index)?;
        let temperature =
            |sensor| Object::new(Temperature { device, sensor, heat: Mutex::new(Heat::new(device)) });
        Some(Parts {
            frequencies: [ZES_FREQ_DOMAIN_GPU, ZES_FREQ_DOMAIN_MEMORY]
                .map(|domain| Object::new(Frequency { device, domain })),
            power: Object::new(Power { device }),
            temperatures: [ZES_TEMP_SENSORS_GLOBAL, ZES_TEMP_SENSORS_GPU, ZES_TEMP_SENSORS_MEMORY]
                .map(temperature),
            engines: Part::all().map(|part| Object::new(EngineGroup { device, part })).collect(),
        })
    };
    let all = PARTS.get_or_init(|| (0..settings().devices).filter_map(make).collect());
    all.get(of.index as usize).ok_or(ZE_RESULT_ERROR_INVALID_ARGUMENT)
}

/// The parts of the device of a handle.
unsafe fn parts_of(device: zes_device_handle_t) -> Outcome<&'static Parts> {
    // SAFETY: contract; sysman handles are those of the core.
    parts(unsafe { get::<Device>(device.cast()) }?)
}

/// Microseconds of the host clock, which readings are stamped with.
fn microseconds() -> u64 {
    host_now() / 1000
}

/// A device that has done nothing for this long clocks down.
const CLOCKS_DOWN_AFTER_NS: u64 = 10_000_000;
const LOWEST_CLOCK: f64 = 300.0;
const CLOCK_STEP: f64 = 50.0;

impl Frequency {
    /// The lowest and the highest, in MHz. Memory has one clock only.
    fn range(&self) -> (f64, f64) {
        let profile = settings().profile;
        match self.domain {
            ZES_FREQ_DOMAIN_GPU => (LOWEST_CLOCK, f64::from(profile.core_clock)),
            _ => (f64::from(profile.memory_clock), f64::from(profile.memory_clock)),
        }
    }

    fn clocks(&self) -> Vec<f64> {
        let (lowest, highest) = self.range();
        let steps = ((highest - lowest) / CLOCK_STEP).ceil() as u32;
        (0..steps).map(|step| lowest + f64::from(step) * CLOCK_STEP).chain([highest]).collect()
    }

    fn now(&self) -> f64 {
        let (lowest, highest) = self.range();
        match (self.works(), self.throttle()) {
            (true, Some(throttle)) => throttle.mhz,
            (true, None) => highest,
            (false, _) => lowest,
        }
    }

    fn works(&self) -> bool {
        let since = host_now().saturating_sub(CLOCKS_DOWN_AFTER_NS);
        let others = || usage::others(self.device.index).iter().any(|used| used.any_since(since));
        self.device.activity.any_since(since) || others()
    }

    /// What keeps the clock of the cores low while the device works.
    fn throttle(&self) -> Option<Throttle> {
        settings().throttle.filter(|_| self.domain == ZES_FREQ_DOMAIN_GPU)
    }
}

impl Power {
    /// What the device has used since the driver started, in microjoules.
    fn energy(&self, profile: &Profile, now: u64) -> u64 {
        let (idle, busy) = profile.watts;
        let all = now.saturating_sub(self.device.clock.epoch) as f64;
        let active = active(self.device, Part::All, now) as f64;
        ((idle * all + (busy - idle) * active) / 1000.0) as u64
    }
}

/// For how long a part has been active up to now, in nanoseconds. Other processes tell of the device as a whole, and are taken
/// to use it in turn.
fn active(device: &Device, part: Part, now: u64) -> u64 {
    let others: u64 = match part {
        Part::All => usage::others(device.index).iter().map(|used| used.active(now)).sum(),
        _ => 0,
    };
    device.activity.active(part, now) + others
}

/// Milliwatts.
fn limit(profile: &Profile) -> i32 {
    (profile.watts.1 * 1000.0) as i32
}

impl Api {
    pub unsafe fn zesDeviceEnumFrequencyDomains(
        hDevice: zes_device_handle_t,
        pCount: *mut u32,
        phFrequency: *mut zes_freq_handle_t,
    ) -> Outcome {
        // SAFETY: contract.
        unsafe {
            list(pCount, phFrequency, &parts_of(hDevice)?.frequencies, |part, place| *place = part.handle())
        }
    }

    pub unsafe fn zesFrequencyGetProperties(
        hFrequency: zes_freq_handle_t,
        pProperties: *mut zes_freq_properties_t,
    ) -> Outcome {
        // SAFETY: contract.
        let (frequency, properties) = unsafe {
            (get::<Frequency>(hFrequency)?, pProperties.as_mut().ok_or(ZE_RESULT_ERROR_INVALID_NULL_POINTER)?)
        };
        properties.type_ = frequency.domain;
        (properties.onSubdevice, properties.subdeviceId) = NOT_ON_A_SUBDEVICE;
        properties.canControl = 0;
        properties.isThrottleEventSupported = 0;
        (properties.min, properties.max) = frequency.range();
        Ok(())
    }

    pub unsafe fn zesFrequencyGetAvailableClocks(
        hFrequency: zes_freq_handle_t,
        pCount: *mut u32,
        phFrequency: *mut f64,
    ) -> Outcome {
        // SAFETY: contract.
        unsafe {
            let clocks = get::<Frequency>(hFrequency)?.clocks();
            list(pCount, phFrequency, &clocks, |clock, place| *place = *clock)
        }
    }

    pub unsafe fn zesFrequencyGetRange(
        hFrequency: zes_freq_handle_t,
        pLimits: *mut zes_freq_range_t,
    ) -> Outcome {
        // SAFETY: contract.
        unsafe {
            let (min, max) = get::<Frequency>(hFrequency)?.range();
            output(pLimits, zes_freq_range_t { min, max })
        }
    }

    pub unsafe fn zesFrequencyGetState(
        hFrequency: zes_freq_handle_t,
        pState: *mut zes_freq_state_t,
    ) -> Outcome {
        // SAFETY: contract.
        let (frequency, state) = unsafe {
            (get::<Frequency>(hFrequency)?, pState.as_mut().ok_or(ZE_RESULT_ERROR_INVALID_NULL_POINTER)?)
        };
        let (lowest, highest) = frequency.range();
        // The specification's value for unknown.
        state.currentVoltage = -1.0;
        (state.actual, state.tdp, state.efficient) = (frequency.now(), highest, lowest);
        state.request = state.actual;
        let throttle = frequency.throttle().filter(|_| frequency.works());
        state.throttleReasons = throttle.map_or(0, |throttle| throttle.reason);
        Ok(())
    }

    pub unsafe fn zesFrequencyGetThrottleTime(
        hFrequency: zes_freq_handle_t,
        pThrottleTime: *mut zes_freq_throttle_time_t,
    ) -> Outcome {
        // SAFETY: contract.
        unsafe {
            get::<Frequency>(hFrequency)?;
            let never = zes_freq_throttle_time_t { throttleTime: 0, timestamp: microseconds() };
            output(pThrottleTime, never)
        }
    }

    pub unsafe fn zesDeviceEnumPowerDomains(
        hDevice: zes_device_handle_t,
        pCount: *mut u32,
        phPower: *mut zes_pwr_handle_t,
    ) -> Outcome {
        // SAFETY: contract.
        unsafe { list(pCount, phPower, &[&parts_of(hDevice)?.power], |part, place| *place = part.handle()) }
    }

    pub unsafe fn zesDeviceGetCardPowerDomain(
        hDevice: zes_device_handle_t,
        phPower: *mut zes_pwr_handle_t,
    ) -> Outcome {
        // SAFETY: contract.
        unsafe {
            let parts = parts_of(hDevice)?;
            // An integrated device is not on a card.
            if settings().profile.integrated {
                return Err(ZE_RESULT_ERROR_UNSUPPORTED_FEATURE);
            }
            output(phPower, parts.power.handle())
        }
    }

    pub unsafe fn zesPowerGetProperties(
        hPower: zes_pwr_handle_t,
        pProperties: *mut zes_power_properties_t,
    ) -> Outcome {
        // SAFETY: contract.
        let properties = unsafe {
            get::<Power>(hPower)?;
            pProperties.as_mut().ok_or(ZE_RESULT_ERROR_INVALID_NULL_POINTER)?
        };
        (properties.onSubdevice, properties.subdeviceId) = NOT_ON_A_SUBDEVICE;
        (properties.canControl, properties.isEnergyThresholdSupported) = (0, 0);
        properties.defaultLimit = limit(settings().profile);
        (properties.minLimit, properties.maxLimit) = (properties.defaultLimit, properties.defaultLimit);
        Ok(())
    }

    pub unsafe fn zesPowerGetEnergyCounter(
        hPower: zes_pwr_handle_t,
        pEnergy: *mut zes_power_energy_counter_t,
    ) -> Outcome {
        // SAFETY: contract.
        unsafe {
            let now = host_now();
            let energy = get::<Power>(hPower)?.energy(settings().profile, now);
            output(pEnergy, zes_power_energy_counter_t { energy, timestamp: now / 1000 })
        }
    }

    pub unsafe fn zesPowerGetLimits(
        hPower: zes_pwr_handle_t,
        pSustained: *mut zes_power_sustained_limit_t,
        pBurst: *mut zes_power_burst_limit_t,
        pPeak: *mut zes_power_peak_limit_t,
    ) -> Outcome {
        let power = limit(settings().profile);
        // SAFETY: contract; all three are optional.
        unsafe {
            get::<Power>(hPower)?;
            if let Some(sustained) = pSustained.as_mut() {
                *sustained = zes_power_sustained_limit_t { enabled: 1, power, interval: 0 };
            }
            if let Some(burst) = pBurst.as_mut() {
                *burst = zes_power_burst_limit_t { enabled: 0, power };
            }
            if let Some(peak) = pPeak.as_mut() {
                // -1: not known.
                *peak = zes_power_peak_limit_t { powerAC: power, powerDC: -1 };
            }
        }
        Ok(())
    }

    pub unsafe fn zesDeviceEnumTemperatureSensors(
        hDevice: zes_device_handle_t,
        pCount: *mut u32,
        phTemperature: *mut zes_temp_handle_t,
    ) -> Outcome {
        // SAFETY: contract.
        unsafe {
            list(pCount, phTemperature, &parts_of(hDevice)?.temperatures, |part, place| {
                *place = part.handle()
            })
        }
    }

    pub unsafe fn zesTemperatureGetProperties(
        hTemperature: zes_temp_handle_t,
        pProperties: *mut zes_temp_properties_t,
    ) -> Outcome {
        // SAFETY: contract.
        let (temperature, properties) = unsafe {
            let place = pProperties.as_mut().ok_or(ZE_RESULT_ERROR_INVALID_NULL_POINTER)?;
            (get::<Temperature>(hTemperature)?, place)
        };
        properties.type_ = temperature.sensor;
        (properties.onSubdevice, properties.subdeviceId) = NOT_ON_A_SUBDEVICE;
        properties.maxTemperature = HOTTEST_CELSIUS;
        properties.isCriticalTempSupported = 0;
        (properties.isThreshold1Supported, properties.isThreshold2Supported) = (0, 0);
        Ok(())
    }

    pub unsafe fn zesTemperatureGetState(hTemperature: zes_temp_handle_t, pTemperature: *mut f64) -> Outcome {
        // SAFETY: contract.
        unsafe {
            let temperature = get::<Temperature>(hTemperature)?;
            let mut heat = lock(&temperature.heat);
            let now = host_now();
            heat.advance(now, active(temperature.device, Part::All, now));
            output(pTemperature, heat.celsius)
        }
    }

    pub unsafe fn zesDeviceEnumEngineGroups(
        hDevice: zes_device_handle_t,
        pCount: *mut u32,
        phEngine: *mut zes_engine_handle_t,
    ) -> Outcome {
        // SAFETY: contract.
        unsafe { list(pCount, phEngine, &parts_of(hDevice)?.engines, |part, place| *place = part.handle()) }
    }

    pub unsafe fn zesEngineGetProperties(
        hEngine: zes_engine_handle_t,
        pProperties: *mut zes_engine_properties_t,
    ) -> Outcome {
        // SAFETY: contract.
        let (engine, properties) = unsafe {
            (get::<EngineGroup>(hEngine)?, pProperties.as_mut().ok_or(ZE_RESULT_ERROR_INVALID_NULL_POINTER)?)
        };
        properties.type_ = match engine.part {
            Part::All => ZES_ENGINE_GROUP_ALL,
            Part::Group(COMPUTE_GROUP) => ZES_ENGINE_GROUP_COMPUTE_ALL,
            Part::Group(_) => ZES_ENGINE_GROUP_COPY_ALL,
            Part::Engine(COMPUTE_GROUP, _) => ZES_ENGINE_GROUP_COMPUTE_SINGLE,
            Part::Engine(..) => ZES_ENGINE_GROUP_COPY_SINGLE,
        };
        (properties.onSubdevice, properties.subdeviceId) = NOT_ON_A_SUBDEVICE;
        Ok(())
    }

    pub unsafe fn zesEngineGetActivity(
        hEngine: zes_engine_handle_t,
        pStats: *mut zes_engine_stats_t,
    ) -> Outcome {
        // SAFETY: contract.
        unsafe {
            let (engine, now) = (get::<EngineGroup>(hEngine)?, host_now());
            let active = active(engine.device, engine.part, now);
            output(pStats, zes_engine_stats_t { activeTime: active / 1000, timestamp: now / 1000 })
        }
    }
}
