//! The settings, read from the environment once.

use crate::personality::{HALF_WRITTEN_NS, Personality};
use crate::profile::{CopyRates, DISCRETE, Profile, TimestampBits};
use level_zero_sys::*;
use std::collections::HashMap;
use std::path::PathBuf;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

/// What goes wrong on purpose.
#[derive(Debug, Default, Clone, PartialEq, Eq)]
pub struct Faults {
    pub device_lost_after: Option<u64>,
    pub oom_after: Option<u64>,
    pub event_pool_oom_after: Option<u64>,
    pub zero_stamps: bool,
    pub reversed_stamps: bool,
    pub no_timestamps: bool,
    pub timer_resolution_0: bool,
    pub global_timestamps_fail: bool,
    pub slow_sync: Option<Duration>,
    pub half_written: Option<u64>,
    pub no_ipc_pools: bool,
    pub no_ip_version: bool,
    pub no_host: bool,
    pub null_pools: bool,
    pub gone_at_exit: Option<Duration>,
    pub destroyed_is_fatal: bool,
}

/// Modelled times of a kernel, taken in turn.
#[derive(Debug, Default)]
pub struct KernelTimes {
    nanoseconds: Vec<u64>,
    next: AtomicUsize,
}

impl KernelTimes {
    fn take(&self) -> Option<u64> {
        let position = self.next.fetch_add(1, Ordering::Relaxed);
        self.nanoseconds.get(position % self.nanoseconds.len().max(1)).copied()
    }
}

/// All settings.
#[derive(Debug)]
pub struct Settings {
    pub profile: &'static Profile,
    pub personality: Personality,
    pub devices: u32,
    pub kernel_ns: HashMap<String, KernelTimes>,
    pub rates: CopyRates,
    pub copy_latency_ns: f64,
    /// The part of `rates` that engines for kernels reach.
    pub compute_engine_rate: f64,
    pub timer_hz: u64,
    pub timestamp_bits: TimestampBits,
    pub timestamp_start: u64,
    pub clock_ppm: i64,
    /// The stamps of copies have the modelled time, even if they took longer.
    pub stamps_are_modelled: bool,
    /// What computes kernels that are not known by name.
    pub engine: EngineChoice,
    /// A kernel that takes longer does not end.
    pub kernel_limit_ms: u64,
    pub faults: Faults,
    pub oracle: Option<PathBuf>,
    pub memory_bytes: u64,
    pub throttle: Option<Throttle>,
    /// The file of the processes that share the devices.
    pub shared: Option<PathBuf>,
}

/// A device that works is slower than it could be.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Throttle {
    pub reason: zes_freq_throttle_reason_flags_t,
    pub mhz: f64,
}

/// Modelled time of kernels about which nothing else is known.
pub const DEFAULT_KERNEL_NS: u64 = 10_000;
pub const MAX_DEVICES: u32 = 16;

impl Settings {
    /// Reads the settings; invalid ones are reported on stderr and left at their defaults.
    pub fn read(variable: impl Fn(&str) -> Option<String>) -> Self {
        let number = |name: &str| variable(name).and_then(|text| checked(name, &text, parse_integer(&text)));
        let profile = variable("ZESIM_PROFILE")
            .and_then(|name| checked("ZESIM_PROFILE", &name, Profile::named(&name)))
            .unwrap_or(&DISCRETE);
        let bits = variable("ZESIM_TS_BITS")
            .and_then(|text| checked("ZESIM_TS_BITS", &text, parse_bits(&text)))
            .unwrap_or(profile.timestamp_bits);
        let faults = variable("ZESIM_FAULT").map(|text| Faults::parse(&text)).unwrap_or_default();
        let personality = variable("ZESIM_DRIVER")
            .filter(|name| !name.is_empty())
            .and_then(|name| checked("ZESIM_DRIVER", &name, Personality::named(&name)))
            .unwrap_or_default();
        Self {
            profile,
            personality,
            devices: number("ZESIM_DEVICES")
                .map_or(1, |n| u32::try_from(n).unwrap_or(1).clamp(1, MAX_DEVICES)),
            kernel_ns: variable("ZESIM_KERNEL_NS").map(|text| parse_kernels(&text)).unwrap_or_default(),
            rates: variable("ZESIM_COPY_GBPS")
                .map_or(profile.copy_rates, |text| profile.copy_rates.changed(&text)),
            copy_latency_ns: number("ZESIM_COPY_LATENCY_NS").unwrap_or(0) as f64,
            compute_engine_rate: variable("ZESIM_COMPUTE_ENGINE_RATE")
                .and_then(|text| checked("ZESIM_COMPUTE_ENGINE_RATE", &text, text.trim().parse().ok()))
                .filter(|rate: &f64| *rate > 0.0 && *rate <= 1.0)
                .unwrap_or(1.0),
            timer_hz: number("ZESIM_TIMER_HZ").filter(|hz| *hz > 0).unwrap_or(profile.timer_hz),
            timestamp_bits: if faults.no_timestamps { TimestampBits { kernel: 0, device: 0 } } else { bits },
            timestamp_start: number("ZESIM_TS_START").unwrap_or(0),
            clock_ppm: variable("ZESIM_CLOCK_PPM")
                .and_then(|text| checked("ZESIM_CLOCK_PPM", &text, text.trim().parse().ok()))
                .filter(|ppm: &i64| ppm.abs() < 1_000_000)
                .unwrap_or(0),
            stamps_are_modelled: variable("ZESIM_TIME")
                .and_then(|text| checked("ZESIM_TIME", &text, parse_time(&text)))
                .unwrap_or(false),
            engine: variable("ZESIM_ENGINE")
                .and_then(|text| checked("ZESIM_ENGINE", &text, parse_engine(&text)))
                .unwrap_or_default(),
            kernel_limit_ms: number("ZESIM_KERNEL_LIMIT_MS").unwrap_or(60_000),
            faults,
            memory_bytes: number("ZESIM_MEMORY_BYTES")
                .filter(|bytes| *bytes > 0)
                .unwrap_or(profile.memory_bytes),
            throttle: variable("ZESIM_THROTTLE")
                .and_then(|text| checked("ZESIM_THROTTLE", &text, parse_throttle(&text))),
            shared: variable("ZESIM_SHARED").filter(|path| !path.is_empty()).map(PathBuf::from),
            oracle: variable("ZESIM_ORACLE").filter(|path| !path.is_empty()).map(PathBuf::from),
        }
    }

    /// The set time of a kernel's next launch: its own entry, or the one for all others.
    pub fn kernel_time(&self, name: &str) -> Option<u64> {
        self.kernel_ns.get(name)?.take()
    }

    /// How long an operation's stamps are half written before it completes.
    pub fn half_written_ns(&self) -> u64 {
        match self.personality.intel {
            true => self.faults.half_written.unwrap_or(HALF_WRITTEN_NS),
            false => 0,
        }
    }

    /// The time of kernels that have neither an entry nor a model.
    pub fn other_kernel_time(&self) -> u64 {
        self.kernel_time("*").unwrap_or(DEFAULT_KERNEL_NS)
    }
}

/// What computes kernels.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
pub enum EngineChoice {
    /// PoCL, and another OpenCL engine for the CPU for what it refuses.
    #[default]
    Any,
    Pocl,
    None,
}

impl CopyRates {
    fn changed(mut self, text: &str) -> Self {
        for (key, value) in pairs(text) {
            let place = match key {
                "h2d" => &mut self.h2d,
                "heap_h2d" => &mut self.heap_h2d,
                "d2h" => &mut self.d2h,
                "heap_d2h" => &mut self.heap_d2h,
                "d2d" => &mut self.d2d,
                "shared" => &mut self.shared,
                "peer" => &mut self.peer,
                "h2h" => &mut self.h2h,
                "fill" => &mut self.fill,
                _ => {
                    complain("ZESIM_COPY_GBPS", key);
                    continue;
                }
            };
            match value.parse::<f64>() {
                Ok(rate) if rate > 0.0 => *place = rate,
                _ => complain("ZESIM_COPY_GBPS", value),
            }
        }
        self
    }
}

impl Faults {
    fn parse(text: &str) -> Self {
        let mut faults = Self::default();
        for word in text.split(',').map(str::trim).filter(|w| !w.is_empty()) {
            let (name, value) = word.split_once('=').unwrap_or((word, ""));
            let value = parse_integer(value);
            match name {
                "device_lost_after" => faults.device_lost_after = value,
                "oom_after" => faults.oom_after = value,
                "event_pool_oom_after" => faults.event_pool_oom_after = value,
                "zero_stamps" => faults.zero_stamps = true,
                "reversed_stamps" => faults.reversed_stamps = true,
                "no_timestamps" => faults.no_timestamps = true,
                "timer_resolution_0" => faults.timer_resolution_0 = true,
                "global_timestamps_fail" => faults.global_timestamps_fail = true,
                "slow_sync" => faults.slow_sync = value.map(Duration::from_nanos),
                "half_written" => faults.half_written = value,
                "no_ipc_pools" => faults.no_ipc_pools = true,
                "no_ip_version" => faults.no_ip_version = true,
                "no_host" => faults.no_host = true,
                "null_pools" => faults.null_pools = true,
                "gone_at_exit" => faults.gone_at_exit = value.map(Duration::from_nanos),
                "destroyed_is_fatal" => faults.destroyed_is_fatal = true,
                _ => complain("ZESIM_FAULT", word),
            }
        }
        faults
    }
}

/// The settings of this process.
pub fn settings() -> &'static Settings {
    static SETTINGS: OnceLock<Settings> = OnceLock::new();
    SETTINGS.get_or_init(|| Settings::read(|name| std::env::var(name).ok()))
}

/// Says on stderr that a value is not understood.
pub(crate) fn complain(variable: &str, text: &str) {
    eprintln!("ze-sim: {variable}: not understood: {text}");
}

fn checked<T>(variable: &str, text: &str, value: Option<T>) -> Option<T> {
    if value.is_none() {
        complain(variable, text);
    }
    value
}

/// Keys and values of `key=value,key=value`.
pub(crate) fn pairs(text: &str) -> impl Iterator<Item = (&str, &str)> {
    text.split(',')
        .filter_map(|pair| pair.trim().split_once('='))
        .map(|(key, value)| (key.trim(), value.trim()))
}

/// Reads a number, decimal or after `0x`, which may contain `_`.
pub(crate) fn parse_integer(text: &str) -> Option<u64> {
    let digits = text.trim().replace('_', "");
    match digits.strip_prefix("0x") {
        Some(hexadecimal) => u64::from_str_radix(hexadecimal, 16).ok(),
        None => digits.parse().ok(),
    }
}

fn parse_bits(text: &str) -> Option<TimestampBits> {
    let (kernel, device) = text.split_once(',').unwrap_or((text, text));
    let bits = |text: &str| text.trim().parse().ok().filter(|bits| (8..=64).contains(bits));
    Some(TimestampBits { kernel: bits(kernel)?, device: bits(device)? })
}

/// Whether it is the modelled time.
fn parse_time(text: &str) -> Option<bool> {
    match text.trim() {
        "model" => Some(true),
        "real" | "" => Some(false),
        _ => None,
    }
}

fn parse_engine(text: &str) -> Option<EngineChoice> {
    match text.trim() {
        "none" => Some(EngineChoice::None),
        "pocl" => Some(EngineChoice::Pocl),
        "any" | "" => Some(EngineChoice::Any),
        _ => None,
    }
}

fn parse_throttle(text: &str) -> Option<Throttle> {
    let (reason, mhz) = text.split_once('@')?;
    let reason = match reason.trim() {
        "power" => ZES_FREQ_THROTTLE_REASON_FLAG_AVE_PWR_CAP,
        "thermal" => ZES_FREQ_THROTTLE_REASON_FLAG_THERMAL_LIMIT,
        "current" => ZES_FREQ_THROTTLE_REASON_FLAG_CURRENT_LIMIT,
        "voltage" => ZES_FREQ_THROTTLE_REASON_FLAG_VOLTAGE,
        "psu" => ZES_FREQ_THROTTLE_REASON_FLAG_PSU_ALERT,
        _ => return None,
    };
    let mhz = mhz.trim().parse().ok().filter(|mhz: &f64| *mhz > 0.0)?;
    Some(Throttle { reason, mhz })
}

fn parse_kernels(text: &str) -> HashMap<String, KernelTimes> {
    let mut kernels = HashMap::new();
    for (name, times) in pairs(text) {
        match times.split('|').map(parse_integer).collect::<Option<Vec<u64>>>() {
            Some(nanoseconds) => {
                kernels.insert(name.to_owned(), KernelTimes { nanoseconds, next: AtomicUsize::new(0) });
            }
            None => complain("ZESIM_KERNEL_NS", times),
        }
    }
    kernels
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(variables: &[(&str, &str)]) -> Settings {
        Settings::read(|name| variables.iter().find(|(n, _)| *n == name).map(|(_, v)| (*v).to_owned()))
    }

    #[test]
    fn nothing_set_is_the_discrete_card() {
        let settings = read(&[]);
        assert_eq!(settings.profile.key, "discrete");
        assert_eq!((settings.devices, settings.timer_hz), (1, 19_200_000));
        assert_eq!(settings.other_kernel_time(), DEFAULT_KERNEL_NS);
    }

    #[test]
    fn knobs_are_read() {
        let settings = read(&[
            ("ZESIM_PROFILE", "hd530"),
            ("ZESIM_DEVICES", "3"),
            ("ZESIM_KERNEL_NS", "a=5, k=1_000_000|10000,*=7"),
            ("ZESIM_COPY_GBPS", "h2d=2.5,heap_h2d=1"),
            ("ZESIM_COMPUTE_ENGINE_RATE", "0.5"),
            ("ZESIM_TS_BITS", "36"),
            ("ZESIM_TS_START", "0xffff_ffff"),
            ("ZESIM_CLOCK_PPM", "-50"),
            ("ZESIM_FAULT", "device_lost_after=3,zero_stamps"),
            ("ZESIM_MEMORY_BYTES", "1_000_000"),
            ("ZESIM_THROTTLE", "thermal@1200"),
        ]);
        assert_eq!(settings.memory_bytes, 1_000_000);
        let reason = ZES_FREQ_THROTTLE_REASON_FLAG_THERMAL_LIMIT;
        assert_eq!(settings.throttle, Some(Throttle { reason, mhz: 1200.0 }));
        assert_eq!(settings.profile.key, "hd530");
        assert_eq!(settings.devices, 3);
        let launches: Vec<_> = (0..3).map(|_| settings.kernel_time("k")).collect();
        assert_eq!(launches, [Some(1_000_000), Some(10_000), Some(1_000_000)]);
        assert_eq!(settings.kernel_time("unknown"), None);
        assert_eq!(settings.other_kernel_time(), 7);
        assert_eq!((settings.rates.h2d, settings.rates.heap_h2d, settings.rates.d2h), (2.5, 1.0, 14.0));
        assert!((settings.compute_engine_rate - 0.5).abs() < 1e-9);
        assert_eq!(settings.timestamp_bits, TimestampBits { kernel: 36, device: 36 });
        assert_eq!((settings.timestamp_start, settings.clock_ppm), (0xffff_ffff, -50));
        assert_eq!(settings.faults.device_lost_after, Some(3));
        assert!(settings.faults.zero_stamps && !settings.faults.no_timestamps);
    }

    #[test]
    fn nonsense_leaves_the_defaults() {
        let settings = read(&[
            ("ZESIM_PROFILE", "?"),
            ("ZESIM_TS_BITS", "99"),
            ("ZESIM_COPY_GBPS", "h2d=-1,x=2"),
            ("ZESIM_COMPUTE_ENGINE_RATE", "0"),
            ("ZESIM_THROTTLE", "thermal"),
        ]);
        assert_eq!((settings.memory_bytes, settings.throttle), (DISCRETE.memory_bytes, None));
        assert_eq!(settings.profile.key, "discrete");
        assert_eq!(settings.timestamp_bits, DISCRETE.timestamp_bits);
        assert_eq!(settings.rates, DISCRETE.copy_rates);
        assert!((settings.compute_engine_rate - 1.0).abs() < 1e-9);
    }
}
