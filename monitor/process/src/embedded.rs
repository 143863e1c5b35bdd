//! The libraries that zetop carries inside itself, built and packed by `build.rs`.

use std::fs::File;
use std::io::{self, BufWriter, Write as _};
use std::ops::Deref;
use std::sync::OnceLock;

/// Bytes that are unpacked at a time.
const PART: usize = 128 * 1024;

/// The bytes of a library, unpacked when they are first asked for.
#[derive(Debug)]
pub struct Library {
    packed: &'static [u8],
    bytes: OnceLock<Vec<u8>>,
}

impl Library {
    const fn new(packed: &'static [u8]) -> Self {
        Self { packed, bytes: OnceLock::new() }
    }

    /// How many bytes it has. Nothing is unpacked for that.
    #[must_use]
    pub fn size(&self) -> usize {
        let said = zstd::zstd_safe::get_frame_content_size(self.packed).ok().flatten();
        said.and_then(|size| usize::try_from(size).ok()).expect("the build's frames have it")
    }

    /// Unpacks it into a file: part by part, which takes less memory, and less time, than to have all of it first.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn write_to(&self, file: &mut File) -> io::Result<()> {
        let mut file = BufWriter::with_capacity(PART, file);
        io::copy(&mut zstd::Decoder::with_buffer(self.packed)?, &mut file)?;
        file.flush()
    }
}

impl Deref for Library {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        self.bytes.get_or_init(|| {
            zstd::bulk::decompress(self.packed, self.size())
                .expect("a part of this program, packed by its build")
        })
    }
}

/// The probe: a layer for the Level Zero loader.
pub static PROBE: Library = Library::new(include_bytes!(env!("ZETOP_EMBED_PROBE")));
/// The probe for CUDA programs: the stand-in for the driver's library is made from it and the real one.
pub static PROBE_CUDA: Library = Library::new(include_bytes!(env!("ZETOP_EMBED_PROBE_CUDA")));
/// The simulated GPU: a Level Zero driver.
pub static SIMULATOR: Library = Library::new(include_bytes!(env!("ZETOP_EMBED_SIM")));
/// A small Level Zero loader, for the simulated GPU on machines that have none.
pub static LOADER: Library = Library::new(include_bytes!(env!("ZETOP_EMBED_LOADER")));
/// What a launch preloads where a DT_RPATH leads past `LD_LIBRARY_PATH`.
pub static OPENER: Library = Library::new(include_bytes!(env!("ZETOP_EMBED_OPENER")));

/// File name of the unpacked simulator.
pub const SIMULATOR_FILE: &str = "libze_sim.so";
/// File name of the unpacked [`OPENER`], which knows it, too.
pub const OPENER_FILE: &str = "libzetop_opener.so";
