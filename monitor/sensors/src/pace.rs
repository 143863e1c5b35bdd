//! How often drivers are asked: once a second, and less often where asking takes a processor's time.

use rustix::thread::ClockId;
use std::time::{Duration, Instant};

/// Shortest time from one beginning to the next.
const INTERVAL: Duration = Duration::from_secs(1);
/// At least this much time per time of a processor: 1 % of a core.
const SPARING: u32 = 100;

/// A round of questions.
pub(crate) struct Pace {
    began: Instant,
    /// This thread's time.
    used: Duration,
}

fn used() -> Duration {
    let time = rustix::time::clock_gettime(ClockId::ThreadCPUTime);
    Duration::new(time.tv_sec.try_into().unwrap_or(0), time.tv_nsec.try_into().unwrap_or(0))
}

impl Pace {
    pub(crate) fn start() -> Self {
        Self { began: Instant::now(), used: used() }
    }

    /// Sleeps until the next round may begin.
    pub(crate) fn rest(&self) {
        let interval = interval(used().saturating_sub(self.used));
        std::thread::sleep(interval.saturating_sub(self.began.elapsed()));
    }
}

fn interval(cost: Duration) -> Duration {
    INTERVAL.max(cost.saturating_mul(SPARING))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_dear_is_asked_seldom() {
        assert_eq!(interval(Duration::from_millis(3)), Duration::from_secs(1));
        assert_eq!(interval(Duration::from_millis(40)), Duration::from_secs(4));
    }
}
