//! How much there is room for.

/// First word of a process file.
pub const MAGIC: u64 = u64::from_le_bytes(*b"zetop/1\n");
/// Functions that the counters have room for. Level Zero has 478, the CUDA driver API has 682.
pub const FUNCTIONS: usize = 1024;
/// Thread blocks per process. Threads beyond share [`Process::overflow`](super::Process::overflow): counted exactly, without records.
pub const BLOCKS: usize = 128;
/// Pages of histograms per process, of 4 KiB; page 0 is never used.
pub const PAGES: usize = 24 * 1024;
/// Pages that functions in thread blocks take at most: the rest is for device operations and the overflow.
pub const BLOCK_PAGES: usize = 16 * 1024;
/// Call records per thread block.
pub const CALL_RING: usize = 8192;
pub const CALL_WORDS: usize = 3;
pub const DEVICES: usize = 32;
pub const CLASSES: usize = 2048;
pub const STRINGS: usize = 2048;
pub const STRING_BYTES: usize = 256 * 1024;
/// Longest catalog, bytes of JSON.
pub const CATALOG_BYTES: usize = 160 * 1024;
/// Device records per process.
pub const DEVICE_RING: usize = 16384;
pub const DEVICE_WORDS: usize = 17;
