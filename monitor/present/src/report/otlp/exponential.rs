//! Histograms as OpenTelemetry has them: bucket `i` holds what is above `base^i` and at most `base^(i+1)`, with
//! `base = 2^(2^-scale)`.

use super::messages::Buckets;
use std::collections::BTreeMap;

/// Eight buckets in a factor of two, as zetop's own have it.
const FINEST: i32 = 3;
/// More buckets than receivers take: a coarser scale is chosen.
const MAX_BUCKETS: i32 = 160;

/// Durations in ns, as buckets of seconds: each bucket's durations count where its middle is, which is at most one bucket off.
/// Returns scale, buckets, and how many durations were zero.
pub(super) fn rescaled(buckets: &[(u64, u64, u64)]) -> (i32, Buckets, u64) {
    let mut zero = 0u64;
    let mut scale = FINEST;
    let mut counts: BTreeMap<i32, u64> = BTreeMap::new();
    for (low, high, count) in buckets {
        let middle = (*low as f64 + *high as f64) / 2.0;
        if middle > 0.0 {
            let entry = counts.entry(index(middle / 1e9, scale)).or_default();
            *entry = entry.saturating_add(*count);
        } else {
            zero = zero.saturating_add(*count);
        }
    }
    let span = |counts: &BTreeMap<i32, u64>| match (counts.first_key_value(), counts.last_key_value()) {
        (Some((first, _)), Some((last, _))) => last - first + 1,
        _ => 0,
    };
    while span(&counts) > MAX_BUCKETS {
        let mut coarser: BTreeMap<i32, u64> = BTreeMap::new();
        for (index, count) in counts {
            let entry = coarser.entry(index >> 1).or_default();
            *entry = entry.saturating_add(count);
        }
        (counts, scale) = (coarser, scale - 1);
    }
    let offset = counts.first_key_value().map_or(0, |(first, _)| *first);
    let bucket_counts = (offset..offset + span(&counts)).map(|at| counts.get(&at).copied().unwrap_or(0));
    (scale, Buckets { offset, bucket_counts: bucket_counts.collect() }, zero)
}

fn index(value: f64, scale: i32) -> i32 {
    (value.log2() * f64::from(1 << scale)).ceil() as i32 - 1
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn buckets_are_where_their_durations_are() {
        // A bucket of 1 s, one of 2 s.
        let second = 1_000_000_000;
        let (scale, buckets, zero) = rescaled(&[(0, 0, 4), (second, second, 2), (2 * second, 2 * second, 5)]);
        assert_eq!((scale, zero, buckets.offset), (3, 4, -1));
        assert_eq!(buckets.bucket_counts, [2, 0, 0, 0, 0, 0, 0, 0, 5]);
        assert_eq!(rescaled(&[]), (3, Buckets::default(), 0));
    }

    #[test]
    fn a_wide_range_has_coarser_buckets_and_loses_nothing() {
        let all: Vec<(u64, u64, u64)> = (0..50).map(|power| (1 << power, 1 << power, 1)).collect();
        let (scale, buckets, zero) = rescaled(&all);
        assert!(scale < FINEST && buckets.bucket_counts.len() <= MAX_BUCKETS as usize, "{scale}");
        assert_eq!(buckets.bucket_counts.iter().sum::<u64>() + zero, 50);
        let base = 2f64.powf(2f64.powi(-scale));
        let lowest = base.powi(buckets.offset);
        assert!(lowest < 1e-9 && lowest * base >= 1e-9, "{lowest}");
    }
}
