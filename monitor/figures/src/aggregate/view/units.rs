//! Figures in the units of a snapshot.

use crate::aggregate::series;

/// A part of a whole in percent; 0 if the whole is 0.
pub(super) fn share(part: u64, whole: u64) -> f64 {
    if whole == 0 { 0.0 } else { 100.0 * part as f64 / whole as f64 }
}

/// Bytes per interval as GB/s.
pub(super) fn gbps(bytes: u64) -> f64 {
    series::per_second(bytes, 1) / 1e9
}
