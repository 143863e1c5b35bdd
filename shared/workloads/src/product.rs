//! What programs compute on the CPU to check what the device did: a product of matrices, numbered bytes and their checksum.

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

/// A hash of words of eight bytes, and of the bytes behind them, to print what a buffer holds. Each step is one-to-one, so one word
/// that differs changes it for certain; the turn by 31 bits brings the upper bits of a word to the lower ones of what follows.
#[must_use]
pub fn checksum(bytes: &[u8]) -> u64 {
    let (words, rest) = bytes.as_chunks();
    let words = words.iter().map(|word| u64::from_ne_bytes(*word));
    let add = |hash: u64, value: u64| (hash.rotate_left(31) ^ value).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    words.chain(rest.iter().map(|byte| u64::from(*byte))).fold(0xcbf2_9ce4_8422_2325, add)
}

/// Byte `i` becomes `i` modulo 251, a prime: what arrives somewhere else differs from what belongs there.
pub fn number(bytes: &mut [u8]) {
    for part in bytes.chunks_mut(251) {
        part.iter_mut().zip(0..).for_each(|(byte, value)| *byte = value);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_times_columns() {
        assert_eq!(product(&[1.0, 2.0, 3.0, 4.0], &[5.0, 6.0, 7.0, 8.0], 2), [19.0, 22.0, 43.0, 50.0]);
    }

    #[test]
    fn each_byte_counts_and_has_its_number() {
        let mut bytes = [0; 510];
        number(&mut bytes);
        assert_eq!([bytes[0], bytes[250], bytes[251], bytes[509]], [0, 250, 0, 7]);
        let whole = checksum(&bytes);
        for at in [0, 7, 8, 503, 504, 509] {
            bytes[at] ^= 1;
            assert_ne!(checksum(&bytes), whole, "byte {at}");
            bytes[at] ^= 1;
        }
        assert_eq!(checksum(&bytes), whole);
        // The signs of two numbers.
        (bytes[7], bytes[39]) = (bytes[7] ^ 0x80, bytes[39] ^ 0x80);
        assert_ne!(checksum(&bytes), whole);
    }
}
