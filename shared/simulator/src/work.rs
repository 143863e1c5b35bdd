//! The bytes that copies and fills move. Addresses are the program's, and unchecked, as on a device.

/// One side of a copy in rows and slices.
#[derive(Debug, Clone, Copy)]
pub struct Side {
    /// Address of the first byte.
    pub start: usize,
    pub row_pitch: usize,
    pub slice_pitch: usize,
}

/// A copy in rows and slices.
#[derive(Debug, Clone, Copy)]
pub struct Region {
    pub dst: Side,
    pub src: Side,
    pub row_bytes: usize,
    pub rows: usize,
    pub slices: usize,
}

impl Region {
    pub fn bytes(&self) -> u64 {
        (self.row_bytes * self.rows * self.slices) as u64
    }
}

fn pointer(address: usize) -> *mut u8 {
    std::ptr::with_exposed_provenance_mut(address)
}

/// Copies bytes; the two places may overlap.
///
/// # Safety
/// `src` is readable and `dst` writable for `size` bytes.
pub unsafe fn copy(dst: usize, src: usize, size: usize) {
    // SAFETY: as promised by the caller.
    unsafe { std::ptr::copy(pointer(src), pointer(dst), size) };
}

/// Copies row by row.
///
/// # Safety
/// Every row is readable on the one side and writable on the other.
pub unsafe fn copy_region(region: &Region) {
    for slice in 0..region.slices {
        for row in 0..region.rows {
            let at = |side: &Side| side.start + slice * side.slice_pitch + row * side.row_pitch;
            // SAFETY: a row of the region, as promised by the caller.
            unsafe { copy(at(&region.dst), at(&region.src), region.row_bytes) };
        }
    }
}

/// Repeats a pattern, cut where the destination ends.
///
/// # Safety
/// `dst` is writable for `size` bytes.
pub unsafe fn fill(dst: usize, pattern: &[u8], size: usize) {
    if let [byte] = pattern {
        // SAFETY: as promised by the caller.
        return unsafe { pointer(dst).write_bytes(*byte, size) };
    }
    let first = pattern.len().min(size);
    // SAFETY: as promised by the caller; the pattern is not part of the destination.
    unsafe { std::ptr::copy_nonoverlapping(pattern.as_ptr(), pointer(dst), first) };
    // The part already filled is copied after itself, doubling each time.
    let mut filled = first;
    while filled < size && filled > 0 {
        let next = filled.min(size - filled);
        // SAFETY: the source is the filled part and the destination begins behind it, both inside `size`.
        unsafe { std::ptr::copy_nonoverlapping(pointer(dst), pointer(dst + filled), next) };
        filled += next;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn patterns_repeat_up_to_the_end() {
        for pattern in [&[7][..], &[1, 2], &[1, 2, 3, 4]] {
            for size in 0..40 {
                let mut bytes = vec![0xee_u8; size + 4];
                // SAFETY: the buffer is larger than `size`.
                unsafe { fill(bytes.as_mut_ptr().expose_provenance(), pattern, size) };
                let expected = pattern.iter().cycle().take(size).chain(&[0xee; 4]);
                assert!(bytes.iter().eq(expected), "{pattern:?} {size}");
            }
        }
    }
}
