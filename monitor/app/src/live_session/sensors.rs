//! Sensors of the devices that the program uses, and samples of the ranks' own code by the Linux kernel; both are read in zetop's
//! own process.

use super::LiveSession;
use std::time::{Duration, Instant};
use zetop_figures::sink::{Computed, ProcessId};
use zetop_sensors::Wanted;

/// How often the set of devices is looked up.
const LOOK_INTERVAL: Duration = Duration::from_millis(500);

impl LiveSession {
    /// Updates which devices are read. None are, once this is the `last` time.
    pub(super) fn update_sensor_selection(&mut self, last: bool) {
        if last {
            return self.sensors.want(Vec::new(), Vec::new());
        }
        if self.sensed_at.is_some_and(|at| at.elapsed() < LOOK_INTERVAL) {
            return;
        }
        self.sensed_at = Some(Instant::now());
        let (devices, mut own) = self.aggregate.used_devices();
        let wanted = devices.into_iter().map(|(api, device)| Wanted { api: api.to_owned(), device });
        let wanted = wanted.collect();
        own.extend(self.program.as_ref().map(|program| program.pid()).or(self.target));
        self.sensors.want(wanted, own);
    }

    /// Where the main threads of a job's ranks have computed since the last time.
    pub(super) fn sample_rank_code(&mut self) -> Vec<(ProcessId, Computed)> {
        let news = self.own_code.read(self.aggregate.ranks());
        for one in &news {
            for address in &one.places {
                self.sampler.computes(&one.of, *address);
            }
        }
        news.into_iter().map(|one| (one.of.id, one.computed)).collect()
    }
}
