//! Adding figures that a target could have made up.

/// A sum that saturates instead of overflowing.
pub fn sum(figures: impl IntoIterator<Item = u64>) -> u64 {
    figures.into_iter().fold(0, u64::saturating_add)
}
