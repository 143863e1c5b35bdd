//! How long an injector may take.

use std::time::Duration;

/// Time limits.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Until a thread has been found at a safe point.
    pub safe_point: Duration,
    /// For each call in the target, `dlopen` included.
    pub call: Duration,
    /// For the helper to stop, and to end, and for the thread that has started it to go back to its work. The helper leaves by
    /// itself when zetop has been silent for two to four times that.
    pub hold: Duration,
}

/// The least time between two looks of the helper.
const LOOK: Duration = Duration::from_micros(100);

impl Limits {
    /// Looks before the helper leaves on its own.
    pub(crate) fn looks(&self) -> u32 {
        u32::try_from(2 * self.hold.as_nanos() / LOOK.as_nanos()).unwrap_or(u32::MAX)
    }
}

impl Default for Limits {
    fn default() -> Self {
        let [safe_point, call, hold] = [2, 10, 1].map(Duration::from_secs);
        Self { safe_point, call, hold }
    }
}
