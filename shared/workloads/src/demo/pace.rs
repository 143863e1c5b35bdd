//! A rhythm, and the time to end.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// Set by SIGTERM and SIGINT, and by the first thread that fails.
pub static STOP: AtomicBool = AtomicBool::new(false);

pub struct Pace {
    step: Duration,
    start: Instant,
    next: Instant,
    end: Option<Instant>,
}

impl Pace {
    pub fn new(step: Duration, end: Option<Instant>) -> Self {
        let now = Instant::now();
        Self { step, start: now, next: now, end }
    }

    /// Sleeps until the next step; false when there is none.
    pub fn next(&mut self) -> bool {
        self.next += self.step;
        let now = Instant::now();
        // A machine that was too slow for a step does not have to make up for it.
        self.next = self.next.max(now);
        let until = self.end.map_or(self.next, |end| self.next.min(end));
        std::thread::sleep(until.saturating_duration_since(now));
        !STOP.load(Ordering::Relaxed) && self.end.is_none_or(|end| Instant::now() < end)
    }

    pub fn seconds(&self) -> f64 {
        self.start.elapsed().as_secs_f64()
    }

    /// Between 0 and 1, a wave of that many seconds.
    pub fn wave(&self, period: f64) -> f64 {
        0.5 - 0.5 * (self.seconds() / period * std::f64::consts::TAU).cos()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ends_in_time() {
        let start = Instant::now();
        let mut pace = Pace::new(Duration::from_secs(10), Some(start + Duration::from_millis(30)));
        assert!(!pace.next());
        assert!(start.elapsed() < Duration::from_secs(5), "it waited for the period");
    }

    #[test]
    fn waves_stay_between_zero_and_one() {
        let pace = Pace::new(Duration::from_millis(1), None);
        assert!((0.0..=1.0).contains(&pace.wave(3.0)));
    }
}
