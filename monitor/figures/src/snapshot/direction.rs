//! Which way a transfer goes.

use serde::Serialize;
use std::fmt;
use zetop_wire::catalog::Place;

/// From the device's point of view. Memory that no kind has a place for counts as the host's.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
pub enum Direction {
    #[default]
    #[serde(rename = "h2d")]
    HostToDevice,
    #[serde(rename = "d2h")]
    DeviceToHost,
    #[serde(rename = "d2d")]
    DeviceToDevice,
    /// To or from memory that the driver moves between host and device as it sees fit.
    #[serde(rename = "shared")]
    Shared,
    /// Between two devices.
    #[serde(rename = "peer")]
    Peer,
    #[serde(rename = "h2h")]
    HostToHost,
}

impl Direction {
    pub const ALL: [Self; 6] = [
        Self::HostToDevice,
        Self::DeviceToHost,
        Self::DeviceToDevice,
        Self::Shared,
        Self::Peer,
        Self::HostToHost,
    ];

    #[must_use]
    pub fn between(src: Place, dst: Place) -> Self {
        let is = |place| src == place || dst == place;
        if is(Place::Peer) {
            return Self::Peer;
        }
        if is(Place::Shared) {
            // where shared memory lies is the driver's business, and changes
            return Self::Shared;
        }
        match (src == Place::Device, dst == Place::Device) {
            (false, true) => Self::HostToDevice,
            (true, false) => Self::DeviceToHost,
            (true, true) => Self::DeviceToDevice,
            (false, false) => Self::HostToHost,
        }
    }

    /// As the JSON names it.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::HostToDevice => "h2d",
            Self::DeviceToHost => "d2h",
            Self::DeviceToDevice => "d2d",
            Self::Shared => "shared",
            Self::Peer => "peer",
            Self::HostToHost => "h2h",
        }
    }
}

impl fmt::Display for Direction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_pair_has_its_direction() {
        for (src, dst, name) in [
            (Place::Host, Place::Device, "h2d"),
            (Place::Pageable, Place::Device, "h2d"),
            (Place::Device, Place::Pageable, "d2h"),
            (Place::Device, Place::Device, "d2d"),
            (Place::Shared, Place::Device, "shared"),
            (Place::Pageable, Place::Shared, "shared"),
            (Place::Device, Place::Peer, "peer"),
            (Place::Peer, Place::Shared, "peer"),
            (Place::Host, Place::Pageable, "h2h"),
            (Place::None, Place::Device, "h2d"),
        ] {
            assert_eq!(Direction::between(src, dst).name(), name, "{src:?} to {dst:?}");
        }
    }

    #[test]
    fn the_json_has_the_same_names() {
        for direction in Direction::ALL {
            assert_eq!(serde_json::to_value(direction).unwrap(), direction.name());
        }
    }
}
