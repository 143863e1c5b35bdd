//! What drivers say of the devices that the program uses, in zetop's own process.

use super::LiveSession;
use std::time::{Duration, Instant};
use zetop_sensors::Wanted;

/// Time between two looks at which devices these are.
const LOOK_INTERVAL: Duration = Duration::from_millis(500);

impl LiveSession {
    /// Says which devices are read from now on.
    pub(super) fn want_sensors(&mut self, last: bool) {
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
}
