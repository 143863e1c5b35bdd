//! Which allocations are noted if one is for so many bytes: those that hold a point of a Poisson process on the bytes that are
//! allocated. A large one is nearly always among them, and what a noted one stands for follows from its size.

use crate::clock;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::atomic::{AtomicI64, AtomicU64};

pub struct Chance {
    /// Bytes up to the next point; threads that meet here may each take one away from the other, which changes nothing on average.
    left: AtomicI64,
    /// The mean distance with which that was drawn.
    drawn: AtomicU64,
    random: AtomicU64,
}

impl Chance {
    pub const fn new() -> Self {
        Self { left: AtomicI64::new(0), drawn: AtomicU64::new(0), random: AtomicU64::new(0) }
    }

    /// Whether the next `size` bytes hold a point.
    pub fn hits(&self, size: usize, mean: u64) -> bool {
        if self.drawn.swap(mean, Relaxed) != mean {
            self.draw(mean);
        }
        let size = i64::try_from(size).unwrap_or(i64::MAX).min(i64::MAX / 2);
        let hit = self.left.fetch_sub(size, Relaxed) <= size;
        if hit {
            // Distances have no memory: the next one begins behind these bytes.
            self.draw(mean);
        }
        hit
    }

    fn draw(&self, mean: u64) {
        let distance = exponential(self.uniform()) * mean as f64;
        self.left.store((distance as i64).clamp(1, i64::MAX / 2), Relaxed);
    }

    /// 53 random bits. SplitMix64 (Steele, Lea, Flood 2014), begun with the clock.
    fn uniform(&self) -> u64 {
        let before = self.random.load(Relaxed);
        let state = if before == 0 { clock::ticks() } else { before }.wrapping_add(0x9e37_79b9_7f4a_7c15);
        self.random.store(state, Relaxed);
        let mut mixed = (state ^ state >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        (mixed ^ mixed >> 31) >> 11
    }
}

/// -ln((bits + 1) / 2^53), to six digits: libm is not a library that the probe needs.
fn exponential(bits: u64) -> f64 {
    let value = bits + 1;
    let shift = value.ilog2();
    // value is m * 2^shift, and m from 1 to 2.
    let m = value as f64 / (1_u64 << shift) as f64;
    let z = (m - 1.0) / (m + 1.0);
    let square = z * z;
    let series = [13.0, 11.0, 9.0, 7.0, 5.0, 3.0, 1.0].iter().fold(0.0, |sum, odd| sum * square + 1.0 / odd);
    f64::from(53 - shift) * std::f64::consts::LN_2 - 2.0 * z * series
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_logarithm_is_one() {
        for bits in [0, 1, 2, 12_345, 1 << 40, (1 << 52) - 1, 1 << 52, (1 << 53) - 1] {
            let exact = -((bits + 1) as f64 / (1_u64 << 53) as f64).ln();
            assert!((exponential(bits) - exact).abs() < 1e-6, "{bits}: {} {exact}", exponential(bits));
        }
    }

    /// The random numbers are the same in each run: none is unlucky.
    #[test]
    fn a_size_is_hit_as_often_as_its_share_of_the_bytes_says() {
        let chance = Chance { random: AtomicU64::new(12_345), ..Chance::new() };
        for (size, mean) in [(100, 10_000), (10_000, 10_000), (50_000, 10_000)] {
            const CALLS: u32 = 200_000;
            let hits = (0..CALLS).filter(|_| chance.hits(size, mean)).count() as f64;
            let expected = f64::from(CALLS) * (1.0 - (-(size as f64) / mean as f64).exp());
            let error = expected.sqrt();
            assert!((hits - expected).abs() < 4.0 * error, "{size}: {hits}, not {expected} +- {error}");
        }
    }
}
