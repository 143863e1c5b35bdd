//! The product of two matrices on the CPU, one element after the other.

/// `a * b`, all n x n, by rows.
///
/// # Panics
/// Fewer than n x n elements.
#[must_use]
pub fn product(a: &[f32], b: &[f32], n: usize) -> Vec<f32> {
    let mut c = vec![0.0; n * n];
    for (row, a) in c.chunks_exact_mut(n).zip(a.chunks_exact(n)) {
        for (factor, b) in a.iter().zip(b.chunks_exact(n)) {
            for (sum, element) in row.iter_mut().zip(b) {
                *sum += factor * element;
            }
        }
    }
    c
}

/// FNV-1a, to print what a buffer holds.
#[must_use]
pub fn checksum(bytes: &[u8]) -> u64 {
    bytes
        .iter()
        .fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_times_columns() {
        assert_eq!(product(&[1.0, 2.0, 3.0, 4.0], &[5.0, 6.0, 7.0, 8.0], 2), [19.0, 22.0, 43.0, 50.0]);
    }
}
