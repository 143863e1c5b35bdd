//! Which driver this one behaves like. The default is patient: calls wait only if they are meant to, and
//! queues run one operation after the other. The others do what Intel's driver (26.27) was seen to do on
//! three generations of GPUs.

use level_zero_sys::{ZE_EVENT_SCOPE_FLAG_HOST, ze_event_scope_flags_t};
use std::time::Duration;

/// After which kernels of an out-of-order list the engine stalls until all before are done.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Stall {
    /// After those that signal an event.
    Event,
    /// After those that signal an event of host scope.
    HostScope,
    Never,
}

/// The peculiarities of a driver.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Personality {
    /// The value of `ZESIM_DRIVER`.
    pub key: &'static str,
    /// `ipVersion` of `ze_device_ip_version_ext_t`: 10 bits of architecture, 8 of release, 6 of revision below.
    pub ip_version: u32,
    /// It is Intel's: queries of counter-based events spin, lists of a call are chained, kernels of out-of-order
    /// lists overlap, counter-based events don't tell what they are.
    pub intel: bool,
    /// Timestamp events of a pool that an in-order immediate list signals become counter-based inside.
    pub converts_events: bool,
    /// A wait for a complete counter-based event flushes caches, after everything that was appended to its
    /// list.
    pub flushes_behind_backlog: bool,
    pub stall: Stall,
}

/// How long a query of timestamps spins.
pub const LONGEST_SPIN: Duration = Duration::from_secs(5);

/// How long stamps are half written at the end of an operation, in nanoseconds, unless set.
pub const HALF_WRITTEN_NS: u64 = 2_000;

const PATIENT: Personality = Personality {
    key: "patient",
    ip_version: 0,
    intel: false,
    converts_events: false,
    flushes_behind_backlog: false,
    stall: Stall::Never,
};

const fn ip_version(architecture: u32, release: u32, revision: u32) -> u32 {
    architecture << 22 | release << 14 | revision
}

const TIGER_LAKE: Personality = Personality {
    key: "intel-tgl",
    ip_version: ip_version(12, 0, 0),
    intel: true,
    flushes_behind_backlog: true,
    stall: Stall::Event,
    ..PATIENT
};

const DG2: Personality = Personality {
    key: "intel-dg2",
    ip_version: ip_version(12, 55, 8),
    intel: true,
    stall: Stall::HostScope,
    ..PATIENT
};

const BATTLEMAGE: Personality = Personality {
    key: "intel-bmg",
    ip_version: ip_version(20, 1, 4),
    intel: true,
    converts_events: true,
    ..PATIENT
};

impl Personality {
    pub fn named(key: &str) -> Option<Self> {
        match key {
            "intel" => Some(TIGER_LAKE),
            _ => [PATIENT, TIGER_LAKE, DG2, BATTLEMAGE].into_iter().find(|p| p.key == key),
        }
    }

    /// Whether a kernel that signals an event of this scope holds up the kernels after it.
    pub fn stalls_for(self, signal_scope: ze_event_scope_flags_t) -> bool {
        match self.stall {
            Stall::Event => true,
            Stall::HostScope => signal_scope & ZE_EVENT_SCOPE_FLAG_HOST != 0,
            Stall::Never => false,
        }
    }
}

impl Default for Personality {
    fn default() -> Self {
        PATIENT
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_are_laid_out_as_intels() {
        assert_eq!(DG2.ip_version, 0x030d_c008);
        assert_eq!(BATTLEMAGE.ip_version, 0x0500_4004);
    }

    #[test]
    fn intel_alone_is_the_oldest_of_them() {
        assert_eq!(Personality::named("intel"), Some(TIGER_LAKE));
        assert_eq!(Personality::named("patient"), Some(PATIENT));
        assert_eq!(Personality::named("nvidia"), None);
    }
}
