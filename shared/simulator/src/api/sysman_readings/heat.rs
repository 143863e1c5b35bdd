//! How warm a device is, by how long it has worked.

use crate::device::Device;

/// A temperature as it was at a reading.
pub(super) struct Heat {
    pub(super) celsius: f64,
    /// By the host clock.
    moment: u64,
    /// How long the device had been active by then, in nanoseconds.
    active: u64,
}

const IDLE_CELSIUS: f64 = 35.0;
const BUSY_CELSIUS: f64 = 75.0;
pub(super) const HOTTEST_CELSIUS: f64 = 100.0;
/// How fast temperatures follow the load.
const WARMS_IN_NS: f64 = 10e9;

impl Heat {
    pub(super) fn new(device: &Device) -> Self {
        Self { celsius: IDLE_CELSIUS, moment: device.clock.epoch, active: 0 }
    }

    /// Advances to a moment, given how long the device has been active by then.
    pub(super) fn advance(&mut self, moment: u64, active: u64) {
        let elapsed = moment.saturating_sub(self.moment) as f64;
        if elapsed > 0.0 {
            let load = (active.saturating_sub(self.active) as f64 / elapsed).min(1.0);
            let target = IDLE_CELSIUS + load * (BUSY_CELSIUS - IDLE_CELSIUS);
            self.celsius += (target - self.celsius) * (1.0 - (-elapsed / WARMS_IN_NS).exp());
            (self.moment, self.active) = (moment, active);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn temperatures_follow_the_load() {
        let mut heat = Heat { celsius: IDLE_CELSIUS, moment: 0, active: 0 };
        heat.advance(100_000_000_000, 100_000_000_000);
        assert!((heat.celsius - BUSY_CELSIUS).abs() < 0.1, "{}", heat.celsius);
        heat.advance(100_000_000_000, 100_000_000_000);
        heat.advance(200_000_000_000, 150_000_000_000);
        assert!((heat.celsius - (IDLE_CELSIUS + BUSY_CELSIUS) / 2.0).abs() < 0.1, "{}", heat.celsius);
        heat.advance(400_000_000_000, 150_000_000_000);
        assert!((heat.celsius - IDLE_CELSIUS).abs() < 0.1, "{}", heat.celsius);
    }
}
