//! Ticks of the counter that a process times its calls by.

/// `ticks` in nanoseconds.
#[must_use]
pub fn ns(ticks: u64, ns_per_tick: f64) -> u64 {
    (ticks as f64 * ns_per_tick).round() as u64
}
