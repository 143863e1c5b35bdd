//! The devices that can be simulated, by their published figures.

/// A device's figures.
#[derive(Debug, Clone, Copy)]
pub struct Profile {
    pub key: &'static str,
    pub name: &'static str,
    pub device_id: u32,
    pub integrated: bool,
    /// MHz.
    pub core_clock: u32,
    pub slices: u32,
    pub subslices_per_slice: u32,
    pub eus_per_subslice: u32,
    pub simd_width: u32,
    pub threads_per_eu: u32,
    pub memory_name: &'static str,
    pub memory_bytes: u64,
    /// Transfers per second, in millions: times the bus width this is the peak bandwidth.
    pub memory_clock: u32,
    /// Bits.
    pub memory_bus_width: u32,
    pub l3_bytes: usize,
    /// Levels of memory before the last one, as a chain of accesses sees them, and what that one takes.
    pub levels: &'static [Level],
    pub memory_ns: f64,
    /// Levels of cache of the host's processor; empty for a host that is not modelled.
    pub host_levels: &'static [Level],
    pub host_memory_ns: f64,
    /// How the host's processor shares the last-level cache, which is the second level, and the memory behind it.
    pub shared: Option<SharedCache>,
    /// PCI Express generation and lanes; none for an integrated device.
    pub pci_link: Option<(i32, i32)>,
    /// Watts of the whole device: idle, and busy. Where not published, typical of the kind.
    pub watts: (f64, f64),
    pub timer_hz: u64,
    pub timestamp_bits: TimestampBits,
    pub copy_rates: CopyRates,
    /// How much slower large copies are; none if they are not.
    pub large_copies: Option<LargeCopies>,
}

/// A level of memory, as a chain of accesses in random order sees it.
#[derive(Debug, Clone, Copy)]
pub struct Level {
    /// Bytes of the largest working set that is found here as a whole.
    pub bytes: u64,
    /// Bytes of the smallest working set of which nothing is found here. Between the two sizes the part that is
    /// found falls evenly.
    pub none_from: u64,
    /// Nanoseconds of an access.
    pub ns: f64,
}

impl Level {
    /// How much of a working set is found here or nearer.
    pub fn found(&self, bytes: u64) -> f64 {
        match bytes {
            few if few <= self.bytes => 1.0,
            many if many >= self.none_from => 0.0,
            bytes => (self.none_from - bytes) as f64 / (self.none_from - self.bytes) as f64,
        }
    }
}

/// What a side misses in the cache by its footprint: nothing of a small one, half of `half_mb`.
#[derive(Debug, Clone, Copy)]
pub struct Misses {
    /// The size at which half of all accesses miss, MB.
    pub half_mb: f64,
    /// How steeply misses grow with the size there.
    pub steepness: f64,
}

/// How the host's processor and the GPU share a last-level cache and memory: constants of the model in
/// [`crate::contention`].
#[derive(Debug, Clone, Copy)]
pub struct SharedCache {
    /// Nanoseconds of the host's access to cache and memory.
    pub host_ns: f64,
    pub host_memory_ns: f64,
    /// Accesses that the host waits for at once when it streams.
    pub host_outstanding: f64,
    /// Factor on the GPU's time for the cache while the host keeps the ring's clock up: a little below 1.
    pub awake: f64,
    pub host_misses: Misses,
    pub gpu_misses: Misses,
    /// Part of the lines brought in by a chase that stays, as the other side sees it: of the host's and of the GPU's.
    pub host_stays: f64,
    pub gpu_stays: f64,
    /// Factor on the part that stays, where the side that brings the lines in streams.
    pub host_streams: f64,
    pub gpu_streams: f64,
    /// How much longer memory takes while the other side streams from it, and the power of that side's misses.
    pub host_queue: (f64, f64),
    pub gpu_queue: (f64, f64),
}

/// Valid bits of kernel timestamps and of the device timestamp.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TimestampBits {
    pub kernel: u32,
    pub device: u32,
}

/// Copy rates in bytes per nanosecond (10^9 bytes per second).
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct CopyRates {
    pub h2d: f64,
    pub heap_h2d: f64,
    pub d2h: f64,
    pub heap_d2h: f64,
    pub d2d: f64,
    pub shared: f64,
    pub peer: f64,
    pub h2h: f64,
    pub fill: f64,
}

/// Copies for which pages have to be looked up: the rate falls with the size.
#[derive(Debug, Clone, Copy)]
pub struct LargeCopies {
    /// Bytes from which on copies are slower, and the part of the rate that is left there.
    pub from: (u64, f64),
    /// Bytes from which on the rate stays, and the part that is left there. Between the two sizes it changes evenly
    /// with every doubling.
    pub to: (u64, f64),
}

impl LargeCopies {
    /// The part of the rate that a copy has.
    pub fn part(&self, bytes: u64) -> f64 {
        let ((first, high), (last, low)) = (self.from, self.to);
        if bytes < first {
            return 1.0;
        }
        let doublings = |bytes: u64| (bytes as f64 / first as f64).log2();
        high + (low - high) * (doublings(bytes) / doublings(last)).min(1.0)
    }
}

impl Profile {
    pub fn named(key: &str) -> Option<&'static Self> {
        [&DISCRETE, &ENTRY, &HD530, &HD630, &IRIS650].into_iter().find(|p| p.key == key)
    }

    pub fn eu_count(&self) -> u32 {
        self.slices * self.subslices_per_slice * self.eus_per_subslice
    }

    /// Single-precision operations per nanosecond (GFLOP/s): a multiply-add per lane and clock counts as two.
    pub fn gflops(&self) -> f64 {
        f64::from(self.eu_count() * self.simd_width * 2) * f64::from(self.core_clock) / 1e3
    }

    /// GFLOP/s in double precision, of which a unit does a quarter.
    pub fn double_gflops(&self) -> f64 {
        self.gflops() / 4.0
    }

    /// Peak memory bandwidth in bytes per nanosecond (GB/s).
    pub fn memory_gbps(&self) -> f64 {
        f64::from(self.memory_clock) * f64::from(self.memory_bus_width / 8) / 1e3
    }

    /// Bandwidth of the L3 in bytes per nanosecond: 64 bytes per slice and clock.
    pub fn l3_gbps(&self) -> f64 {
        f64::from(64 * self.slices) * f64::from(self.core_clock) / 1e3
    }

    /// Bandwidth of the PCI Express link in bytes per second, each way.
    pub fn pci_bytes_per_second(&self) -> Option<i64> {
        let (generation, lanes) = self.pci_link?;
        // 2.5 and 5 GT/s with 8b/10b coding, then doubling from 8 GT/s with 128b/130b.
        let per_lane = match generation {
            1 => 250_000_000,
            2 => 500_000_000,
            _ => (8_000_000_000_i64 << (generation - 3)) * 128 / 130 / 8,
        };
        Some(per_lane * i64::from(lanes))
    }
}

pub static DISCRETE: Profile = Profile {
    key: "discrete",
    name: "Simulated discrete GPU (512 EUs, 560 GB/s)",
    device_id: 0x56a0,
    integrated: false,
    core_clock: 2100,
    slices: 8,
    subslices_per_slice: 4,
    eus_per_subslice: 16,
    simd_width: 8,
    threads_per_eu: 8,
    memory_name: "GDDR6",
    memory_bytes: 16 << 30,
    memory_clock: 17_500,
    memory_bus_width: 256,
    l3_bytes: 16 << 20,
    levels: &[Level { bytes: 16 << 20, none_from: 16 << 20, ns: 150.0 }],
    memory_ns: 500.0,
    host_levels: &[],
    host_memory_ns: 0.0,
    shared: None,
    pci_link: Some((4, 16)),
    watts: (25.0, 225.0),
    timer_hz: 19_200_000,
    timestamp_bits: TimestampBits { kernel: 32, device: 36 },
    copy_rates: CopyRates {
        h2d: 24.0,
        heap_h2d: 12.0,
        d2h: 22.0,
        heap_d2h: 11.0,
        d2d: 250.0,
        shared: 16.0,
        peer: 20.0,
        h2h: 10.0,
        fill: 500.0,
    },
    large_copies: None,
};

/// As entry-level cards are that were sold from 2022 on, in a computer that is older than they. Its link is slow enough that
/// the processor, which has to move the bytes, keeps up.
pub static ENTRY: Profile = Profile {
    key: "entry",
    name: "Simulated entry-level GPU (128 EUs, 186 GB/s)",
    device_id: 0x56a5,
    core_clock: 2000,
    slices: 2,
    memory_bytes: 6 << 30,
    memory_clock: 15_500,
    memory_bus_width: 96,
    l3_bytes: 4 << 20,
    levels: &[Level { bytes: 4 << 20, none_from: 4 << 20, ns: 150.0 }],
    pci_link: Some((3, 8)),
    watts: (15.0, 75.0),
    copy_rates: CopyRates {
        h2d: 6.2,
        heap_h2d: 3.1,
        d2h: 6.0,
        heap_d2h: 2.9,
        d2d: 80.0,
        shared: 4.5,
        peer: 5.0,
        h2h: 10.0,
        fill: 160.0,
    },
    ..DISCRETE
};

pub static HD530: Profile = Profile {
    key: "hd530",
    name: "Simulated HD Graphics 530 (24 EUs)",
    device_id: 0x1912,
    integrated: true,
    core_clock: 1150,
    slices: 1,
    subslices_per_slice: 3,
    eus_per_subslice: 8,
    simd_width: 8,
    threads_per_eu: 7,
    memory_name: "DDR4-2133, two channels",
    memory_bytes: 16 << 30,
    memory_clock: 2133,
    memory_bus_width: 128,
    l3_bytes: 512 << 10,
    // From 2 MB on the GPU finds less and less in the last-level cache of 8 MB, and nothing from 9 MB on. What is farther
    // away takes longer when its pages are not known either.
    levels: &[
        Level { bytes: 512 << 10, none_from: 512 << 10, ns: 125.0 },
        Level { bytes: 2 << 20, none_from: 9 << 20, ns: 213.5 },
        Level { bytes: 64 << 20, none_from: 128 << 20, ns: 318.0 },
    ],
    memory_ns: 355.0,
    // The last-level cache, and memory, which takes longer when its pages are not known.
    host_levels: &[
        Level { bytes: 8 << 20, none_from: 11 << 20, ns: 9.764 },
        Level { bytes: 64 << 20, none_from: 128 << 20, ns: 59.92 },
    ],
    host_memory_ns: 73.0,
    shared: Some(SharedCache {
        host_ns: 9.764,
        host_memory_ns: 59.92,
        host_outstanding: 40.0,
        awake: 0.9779,
        host_misses: Misses { half_mb: 9.537, steepness: 9.473 },
        gpu_misses: Misses { half_mb: 9.281, steepness: 5.831 },
        host_stays: 0.6513,
        gpu_stays: 1.606,
        host_streams: 1.132,
        gpu_streams: 1.337,
        host_queue: (0.663, 5.418),
        gpu_queue: (0.4951, 0.422),
    }),
    pci_link: None,
    watts: (1.0, 15.0),
    timer_hz: 12_500_000,
    timestamp_bits: TimestampBits { kernel: 32, device: 36 },
    copy_rates: CopyRates {
        h2d: 14.0,
        heap_h2d: 9.0,
        d2h: 14.0,
        heap_d2h: 9.0,
        d2d: 15.0,
        shared: 15.0,
        peer: 10.0,
        h2h: 10.0,
        fill: 28.0,
    },
    large_copies: None,
};

/// As the HD 530, but for its copies, which are the only published figures.
pub static HD630: Profile = Profile {
    key: "hd630",
    name: "Simulated UHD Graphics 630 (24 EUs)",
    device_id: 0x3e92,
    host_levels: &[],
    shared: None,
    copy_rates: CopyRates {
        h2d: 29.0,
        heap_h2d: 26.0,
        d2h: 29.0,
        heap_d2h: 26.0,
        d2d: 33.0,
        shared: 11.0,
        peer: 10.0,
        h2h: 10.0,
        fill: 28.0,
    },
    // 25 GB/s between places on the device, and 13 in the end; the others stay below in this order.
    large_copies: Some(LargeCopies { from: (8 << 20, 25.0 / 33.0), to: (1 << 30, 13.0 / 33.0) }),
    ..HD530
};

pub static IRIS650: Profile = Profile {
    key: "iris650",
    name: "Simulated Iris Plus Graphics 650 (48 EUs)",
    device_id: 0x5927,
    slices: 2,
    l3_bytes: 1 << 20,
    // L3, and what the GPU gets of 4 MB last-level cache and 64 MB eDRAM.
    levels: &[
        Level { bytes: 1 << 20, none_from: 1 << 20, ns: 144.0 },
        Level { bytes: 2 << 20, none_from: 4 << 20, ns: 260.0 },
        Level { bytes: 64 << 20, none_from: 128 << 20, ns: 350.0 },
    ],
    memory_ns: 422.0,
    // The last-level cache, and the eDRAM.
    host_levels: &[
        Level { bytes: 2 << 20, none_from: 4 << 20, ns: 10.0 },
        Level { bytes: 32 << 20, none_from: 64 << 20, ns: 48.0 },
    ],
    host_memory_ns: 83.0,
    shared: None,
    ..HD530
};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn figures_are_the_published_ones() {
        assert!((HD530.gflops() - 441.6).abs() < 1e-9);
        assert!((IRIS650.gflops() - 883.2).abs() < 1e-9);
        assert!((HD530.double_gflops() - 110.4).abs() < 1e-9);
        assert!((IRIS650.double_gflops() - 220.8).abs() < 1e-9);
        assert!((DISCRETE.memory_gbps() - 560.0).abs() < 1e-9);
        assert!((HD530.memory_gbps() - 34.128).abs() < 1e-9);
        assert_eq!(DISCRETE.pci_bytes_per_second(), Some(31_507_692_304));
        assert!((ENTRY.memory_gbps() - 186.0).abs() < 1e-9);
        assert_eq!(ENTRY.pci_bytes_per_second(), Some(7_876_923_072));
    }

    #[test]
    fn large_copies_are_slower_the_larger_they_are() {
        let large = HD630.large_copies.unwrap();
        let rate = |bytes: u64| HD630.copy_rates.d2d * large.part(bytes);
        assert_eq!([rate(8 << 10), rate(4 << 20)], [33.0, 33.0]);
        assert!((rate(8 << 20) - 25.0).abs() < 1e-9 && (rate(1 << 30) - 13.0).abs() < 1e-9);
        assert!((23..=30).all(|power| rate(1 << power) < rate(1 << (power - 1))));
        assert!((rate(8 << 30) - 13.0).abs() < 1e-9);
    }
}
