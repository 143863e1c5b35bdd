//! PCI Express.

/// Bytes per second in one direction; 0 of an unknown generation. Rates per lane after line coding are the PCI Express base
/// specification's: 8b/10b up to generation 2, 128b/130b up to 5, 242B/256B flits from 6.
#[must_use]
pub fn peak(generation: u32, lanes: u32) -> u64 {
    let lane_mb: u64 = match generation {
        1 => 250,
        2 => 500,
        3 => 985,
        4 => 1_969,
        5 => 3_938,
        6 => 7_563,
        _ => 0,
    };
    lane_mb * 1_000_000 * u64::from(lanes)
}
