//! The libraries that zetop carries inside itself, built and packed by `build.rs`.

use std::sync::LazyLock;

/// The bytes of a library, unpacked when they are first asked for.
pub type Library = LazyLock<Vec<u8>>;

/// The probe: a layer for the Level Zero loader.
pub static PROBE: Library = LazyLock::new(|| unpack(include_bytes!(env!("ZETOP_EMBED_PROBE"))));
/// The probe for CUDA programs: the stand-in for the driver's library is made from it and the real one.
pub static PROBE_CUDA: Library = LazyLock::new(|| unpack(include_bytes!(env!("ZETOP_EMBED_PROBE_CUDA"))));
/// The simulated GPU: a Level Zero driver.
pub static SIMULATOR: Library = LazyLock::new(|| unpack(include_bytes!(env!("ZETOP_EMBED_SIM"))));
/// A small Level Zero loader, for the simulated GPU on machines that have none.
pub static LOADER: Library = LazyLock::new(|| unpack(include_bytes!(env!("ZETOP_EMBED_LOADER"))));
/// What a launch preloads where a DT_RPATH leads past `LD_LIBRARY_PATH`.
pub static OPENER: Library = LazyLock::new(|| unpack(include_bytes!(env!("ZETOP_EMBED_OPENER"))));

/// File name of the unpacked simulator.
pub const SIMULATOR_FILE: &str = "libze_sim.so";
/// File name of the unpacked [`OPENER`], which knows it, too.
pub const OPENER_FILE: &str = "libzetop_opener.so";

fn unpack(packed: &[u8]) -> Vec<u8> {
    zstd::decode_all(packed).expect("a part of this program, packed by its build")
}
