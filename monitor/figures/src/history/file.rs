//! What is known of the files that runs are kept in.

use std::time::{Duration, SystemTime, UNIX_EPOCH};

/// Version of the file around the snapshot. Version 1 had no summary.
pub const VERSION: u32 = 2;
/// zetop does not write longer ones.
pub(super) const LONGEST: u64 = 64 << 20;

/// This zetop reads files of that version.
pub(super) fn is_known(version: u32) -> bool {
    (1..=VERSION).contains(&version)
}

/// The time that is this many seconds after 1970.
pub(super) fn time(seconds: u64) -> SystemTime {
    UNIX_EPOCH.checked_add(Duration::from_secs(seconds)).unwrap_or(UNIX_EPOCH)
}
