//! The last readings of devices, and what several of them say: since when a device is throttled, full, or used by others.

use crate::sensors::{Identity, Reading, Sensors};
use std::collections::{BTreeMap, BTreeSet};
use zetop_wire::reader::Facts;

/// An older reading is not the device's state: its driver has stopped to answer.
const STALE_NS: u64 = 15_000_000_000;
/// Longer pauses between two readings are not filled with what the first one said.
const APART_NS: u64 = STALE_NS;
/// A device that works less than this, %, lowers its clocks by itself.
const WORKS_PCT: f64 = 20.0;
/// Memory is nearly full when less than this part of it is left, %.
const LEFT_PCT: f64 = 3.0;
/// What another process must hold to count, % of the memory: a context without data and a desktop hold less.
const HELD_PCT: f64 = 5.0;
/// Devices of all hosts that are kept.
const MOST_DEVICES: usize = 8192;

/// All devices that were read.
#[derive(Debug, Clone, Default)]
pub(super) struct Sensed {
    /// By host and identity.
    devices: BTreeMap<(String, Identity), Device>,
}

#[derive(Debug, Clone, Default)]
struct Device {
    sensors: Sensors,
    /// Host times.
    read_at: u64,
    throttled_since: Option<u64>,
    /// The last reading that found it throttled.
    throttled_at: Option<u64>,
    throttled_total: u64,
    /// Sum of clock x time over the readings that have a clock, and their time.
    clock_ns: (f64, u64),
    free_clock: Option<f64>,
    full_since: Option<u64>,
    shared_since: Option<u64>,
}

/// The beginning of a state: as before while it lasts.
fn since(before: Option<u64>, lasts: bool, now: u64) -> Option<u64> {
    lasts.then(|| before.unwrap_or(now))
}

impl Sensed {
    /// `own` are the program's processes on that host.
    pub(super) fn add(&mut self, reading: Reading, own: &BTreeSet<u32>, now: u64) {
        let key = (reading.host, reading.device);
        if self.devices.len() < MOST_DEVICES || self.devices.contains_key(&key) {
            self.devices.entry(key).or_default().add(reading.sensors, own, now);
        }
    }

    /// Sums begin anew; what lasts goes on.
    pub(super) fn reset(&mut self) {
        for device in self.devices.values_mut() {
            (device.throttled_total, device.clock_ns) = (0, (0.0, 0));
        }
    }

    /// The state of a device of a host.
    pub(super) fn sensors_for(&self, host: &str, facts: &Facts, now: u64) -> Option<Sensors> {
        let identity = Identity::from_facts(facts);
        let first = (host.to_owned(), Identity::default());
        let of_host = self.devices.range(first..).take_while(|((of, _), _)| of == host);
        let (_, device) =
            of_host.filter(|((_, other), _)| other.is(&identity)).max_by_key(|(_, d)| d.read_at)?;
        (now.saturating_sub(device.read_at) < STALE_NS).then(|| device.now(now))
    }
}

impl Device {
    fn add(&mut self, mut sensors: Sensors, own: &BTreeSet<u32>, now: u64) {
        let passed = now.saturating_sub(self.read_at).min(APART_NS);
        let works = sensors.busy_pct.is_none_or(|pct| pct >= WORKS_PCT);
        let is_throttled = works && sensors.throttle.as_ref().is_some_and(|reasons| !reasons.is_empty());
        if is_throttled {
            // What was seen at both ends lasted all the time between.
            let lasted = if self.throttled_since.is_some() { passed } else { 0 };
            self.throttled_total = self.throttled_total.saturating_add(lasted);
            if let Some(clock) = sensors.clock_mhz {
                let weight = lasted.max(1);
                self.clock_ns.0 += clock * weight as f64;
                self.clock_ns.1 = self.clock_ns.1.saturating_add(weight);
            }
            self.throttled_at = Some(now);
        } else if works && sensors.throttle.is_some() {
            self.free_clock = self.free_clock.into_iter().chain(sensors.clock_mhz).reduce(f64::max);
        }
        self.throttled_since = since(self.throttled_since, is_throttled, now);
        let left = match (sensors.memory_free_bytes, sensors.memory_total_bytes) {
            (Some(free), Some(total)) if total > 0 => 100.0 * free as f64 / total as f64,
            _ => 100.0,
        };
        self.full_since = since(self.full_since, left < LEFT_PCT, now);
        for process in sensors.processes.iter_mut().flatten() {
            process.own |= own.contains(&process.pid);
        }
        // A list without the program is one of another pid namespace, or the program is ending.
        if !sensors.processes.iter().flatten().any(|process| process.own) {
            sensors.processes = self.sensors.processes.take().filter(|_| passed < APART_NS);
        }
        let total = sensors.memory_total_bytes.unwrap_or(0) as f64;
        let counts = |bytes: u64| bytes > 0 && 100.0 * bytes as f64 >= HELD_PCT * total;
        let is_shared = sensors.others().any(|process| process.memory_bytes.is_some_and(counts));
        self.shared_since = since(self.shared_since, is_shared, now);
        (self.sensors, self.read_at) = (sensors, now);
    }

    fn now(&self, now: u64) -> Sensors {
        let mut sensors = self.sensors.clone();
        let passed = |since: u64| now.saturating_sub(since);
        sensors.throttled_ns = self.throttled_since.map(passed);
        sensors.throttled_total_ns = self.throttled_total;
        let (clock, ns) = self.clock_ns;
        sensors.throttled_clock_mhz = (ns > 0).then(|| clock / ns as f64);
        sensors.free_clock_mhz = self.free_clock;
        sensors.full_ns = self.full_since.map(passed);
        sensors.shared_ns = self.shared_since.map(passed);
        sensors.calm_ns = self.throttled_at.map_or(u64::MAX, passed);
        sensors
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sensors::{Throttle, UsedBy};

    const S: u64 = 1_000_000_000;

    fn identity() -> Identity {
        Identity { uuid: Some([7; 16]), pci: None }
    }

    fn facts() -> Facts {
        Facts { uuid: Some([7; 16]), ..Facts::default() }
    }

    /// Readings of one device, one a second.
    fn after(readings: impl IntoIterator<Item = Sensors>) -> (Sensed, u64) {
        let (mut sensed, mut now) = (Sensed::default(), 100 * S);
        let own = BTreeSet::from([10]);
        for sensors in readings {
            now += S;
            sensed.add(Reading { host: "here".to_owned(), device: identity(), sensors }, &own, now);
        }
        (sensed, now)
    }

    fn state(readings: impl IntoIterator<Item = Sensors>) -> Sensors {
        let (sensed, now) = after(readings);
        sensed.sensors_for("here", &facts(), now).unwrap_or_default()
    }

    fn hot(clock: f64, busy: f64) -> Sensors {
        let throttle = Some(vec![Throttle::Temperature]);
        Sensors { throttle, clock_mhz: Some(clock), busy_pct: Some(busy), ..Sensors::default() }
    }

    fn cool(clock: f64) -> Sensors {
        Sensors {
            throttle: Some(Vec::new()),
            clock_mhz: Some(clock),
            busy_pct: Some(90.0),
            ..Sensors::default()
        }
    }

    #[test]
    fn throttling_lasts_from_the_first_reading_that_saw_it() {
        let all = [cool(2000.0), cool(1990.0), hot(1200.0, 90.0), hot(1100.0, 90.0), hot(1100.0, 90.0)];
        let now = state(all.clone());
        assert_eq!((now.throttled_ns, now.throttled_total_ns), (Some(2 * S), 2 * S));
        assert_eq!(now.free_clock_mhz, Some(2000.0));
        let mean = now.throttled_clock_mhz.unwrap_or(0.0);
        assert!((mean - 1100.0).abs() < 1.0, "{mean}");
        let now = state(all.into_iter().chain([cool(2000.0)]));
        assert_eq!((now.throttled_ns, now.throttled_total_ns), (None, 2 * S));
    }

    #[test]
    fn an_idle_device_lowers_its_clocks_by_itself() {
        let now = state([hot(300.0, 2.0), hot(300.0, 2.0)]);
        assert_eq!((now.throttled_ns, now.throttled_total_ns), (None, 0));
    }

    #[test]
    fn a_reading_is_of_its_device_its_host_and_its_time() {
        let (sensed, now) = after([cool(2000.0)]);
        assert!(sensed.sensors_for("here", &facts(), now).is_some());
        assert!(sensed.sensors_for("elsewhere", &facts(), now).is_none());
        assert!(
            sensed.sensors_for("here", &Facts { uuid: Some([8; 16]), ..Facts::default() }, now).is_none()
        );
        assert!(sensed.sensors_for("here", &Facts::default(), now).is_none(), "nothing to tell it by");
        assert!(
            sensed.sensors_for("here", &facts(), now + STALE_NS).is_none(),
            "its driver has stopped to answer"
        );
    }

    fn used(pid: u32, memory_bytes: u64) -> UsedBy {
        UsedBy { pid, memory_bytes: Some(memory_bytes), ..UsedBy::default() }
    }

    fn shared(processes: Vec<UsedBy>) -> Sensors {
        Sensors { memory_total_bytes: Some(1000), processes: Some(processes), ..Sensors::default() }
    }

    #[test]
    fn others_count_if_they_hold_something_and_the_list_has_the_program() {
        let two = || shared(vec![used(10, 100), used(11, 500)]);
        let now = state([two(), two()]);
        assert_eq!(now.shared_ns, Some(S));
        assert_eq!(now.others().map(|process| process.pid).collect::<Vec<_>>(), [11]);
        let context_only = || shared(vec![used(10, 100), used(11, 5)]);
        assert_eq!(state([context_only(), context_only()]).shared_ns, None);
        let of_another_namespace = || shared(vec![used(4000, 100), used(4001, 500)]);
        let now = state([of_another_namespace(), of_another_namespace()]);
        assert_eq!((now.shared_ns, now.processes), (None, None));
    }

    #[test]
    fn memory_is_nearly_full_when_little_is_left() {
        let left = |free| Sensors {
            memory_total_bytes: Some(1000),
            memory_free_bytes: Some(free),
            ..Sensors::default()
        };
        assert_eq!(state([left(29), left(29), left(29)]).full_ns, Some(2 * S));
        assert_eq!(state([left(31), left(31)]).full_ns, None);
        assert_eq!(state([left(29), left(500)]).full_ns, None);
    }
}
