//! How long an injector may take.

use std::time::Duration;

/// Time limits.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Until a thread has been found at a safe point.
    pub safe_point: Duration,
    /// For each call in the target, `dlopen` included.
    pub call: Duration,
}

impl Default for Limits {
    fn default() -> Self {
        Self { safe_point: Duration::from_secs(2), call: Duration::from_secs(10) }
    }
}
