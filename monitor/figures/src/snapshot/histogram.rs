//! How durations are spread.

/// Counts in logarithmic buckets. Empty until the first call or operation.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Histogram {
    /// (lowest value of the bucket, highest value of the bucket, count), ascending, empty buckets left out.
    /// About 8 buckets per factor of two; the dashboard merges them to its width.
    pub buckets: Vec<(u64, u64, u64)>,
    pub count: u64,
}
