//! Which way a transfer goes.

use zetop_wire::layout::MemoryKind;

/// From the device's point of view. Imported memory lies with the host (it is imported from there), images
/// with the device.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Direction {
    HostToDevice,
    DeviceToHost,
    DeviceToDevice,
    Shared,
    Peer,
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
    pub fn of(src: MemoryKind, dst: MemoryKind) -> Self {
        let is = |kind| src == kind || dst == kind;
        let on_device = |kind| matches!(kind, MemoryKind::Device | MemoryKind::Image);
        if is(MemoryKind::PeerDevice) {
            return Self::Peer;
        }
        if is(MemoryKind::Shared) {
            // where shared memory lies is the driver's business, and changes
            return Self::Shared;
        }
        match (on_device(src), on_device(dst)) {
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_pair_has_its_direction() {
        for (src, dst, name) in [
            (MemoryKind::Host, MemoryKind::Device, "h2d"),
            (MemoryKind::Heap, MemoryKind::Image, "h2d"),
            (MemoryKind::Imported, MemoryKind::Device, "h2d"),
            (MemoryKind::Device, MemoryKind::Heap, "d2h"),
            (MemoryKind::Device, MemoryKind::Device, "d2d"),
            (MemoryKind::Image, MemoryKind::Device, "d2d"),
            (MemoryKind::Shared, MemoryKind::Device, "shared"),
            (MemoryKind::Heap, MemoryKind::Shared, "shared"),
            (MemoryKind::Device, MemoryKind::PeerDevice, "peer"),
            (MemoryKind::PeerDevice, MemoryKind::Shared, "peer"),
            (MemoryKind::Host, MemoryKind::Heap, "h2h"),
        ] {
            assert_eq!(Direction::of(src, dst).name(), name, "{src:?} to {dst:?}");
        }
    }
}
