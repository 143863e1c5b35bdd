//! The libraries that zetop carries inside itself, built by `build.rs`.

/// The probe: a layer for the Level Zero loader.
pub static PROBE: &[u8] = include_bytes!(env!("ZETOP_EMBED_PROBE"));
/// The probe for CUDA programs: the stand-in for the driver's library is made from it and the real one.
pub static PROBE_CUDA: &[u8] = include_bytes!(env!("ZETOP_EMBED_PROBE_CUDA"));
/// The simulated GPU: a Level Zero driver.
pub static SIMULATOR: &[u8] = include_bytes!(env!("ZETOP_EMBED_SIM"));
/// A small Level Zero loader, for the simulated GPU on machines that have none.
pub static LOADER: &[u8] = include_bytes!(env!("ZETOP_EMBED_LOADER"));
/// What a launch preloads where a DT_RPATH leads past `LD_LIBRARY_PATH`.
pub static OPENER: &[u8] = include_bytes!(env!("ZETOP_EMBED_OPENER"));

/// File name of the unpacked simulator.
pub const SIMULATOR_FILE: &str = "libze_sim.so";
/// File name of the unpacked [`OPENER`], which knows it, too.
pub const OPENER_FILE: &str = "libzetop_opener.so";
