//! Numbers that vary as measured ones do, and are the same in each run.

use zetop_figures::snapshot::Histogram;

pub(super) fn wave(x: f64, period: f64) -> f64 {
    0.5 + 0.5 * (x / period * std::f64::consts::TAU).sin()
}

/// Repeatable noise in 0..1.
pub(super) fn noise(n: u64) -> f64 {
    let mut x = n.wrapping_add(0x9e37_79b9_7f4a_7c15);
    x = (x ^ (x >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    x = (x ^ (x >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    ((x ^ (x >> 31)) >> 11) as f64 / (1u64 << 53) as f64
}

/// A bell over the logarithm, with a small second hump a factor of three further on.
pub fn histogram(average: f64, octaves: f64, count: u64) -> Histogram {
    let mut buckets = Vec::new();
    let mut total = 0;
    let low = average * 2f64.powf(-2.2 * octaves);
    let mut at = low;
    let step = 2f64.powf(1.0 / 8.0);
    while at < average * 2f64.powf(3.4 * octaves) {
        let z = (at / average).log2() / octaves;
        let second = (z - 2.1) / 0.5;
        let share = (-z * z * 1.4).exp() + 0.11 * (-second * second).exp();
        let n = (share * count as f64 / 12.0 / octaves.max(0.3) * (0.9 + 0.2 * noise(at as u64))) as u64;
        if n > 0 {
            buckets.push((at as u64, (at * step) as u64 - 1, n));
            total += n;
        }
        at *= step;
    }
    if buckets.is_empty() {
        buckets.push((average as u64, (average * step) as u64, count.max(1)));
        total = count.max(1);
    }
    Histogram { buckets, count: total }
}

pub(super) fn percentile(histogram: &Histogram, q: f64) -> u64 {
    zetop_present::tui::histogram::percentile(histogram, q).unwrap_or(0)
}
