//! The libraries that zetop carries inside itself, built and packed by `build.rs`.

use std::fs::File;
use std::io;
use std::ops::Deref;
use std::os::unix::fs::FileExt as _;
use std::panic::resume_unwind;
use std::sync::{Mutex, OnceLock, PoisonError};
use std::thread::ScopedJoinHandle;

/// Threads that unpack a library at most.
const THREADS: usize = 4;
/// Why unpacking does not fail.
const SOUND: &str = "a part of this program, packed by its build";

/// What tells a library from every other one, and from those of other builds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Identity {
    /// A hash of the library's bytes, or of everything that the bytes are made from.
    pub hash: u64,
    /// Length of the library in bytes.
    pub size: u64,
}

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

    /// The identity of the library, from what the build has packed: nothing is unpacked.
    #[must_use]
    pub fn identity(&self) -> Identity {
        let hash = u64::from_le_bytes(*self.packed.first_chunk().expect(SOUND));
        Identity { hash, size: self.size() as u64 }
    }

    /// How many bytes it has. Nothing is unpacked for that.
    #[must_use]
    pub fn size(&self) -> usize {
        self.pieces().map(|(_, size)| size).sum()
    }

    /// Its bytes, for somebody who changes them.
    ///
    /// # Panics
    /// Never: what is unpacked is a part of this program.
    #[must_use]
    pub fn unpack(&self) -> Vec<u8> {
        let mut bytes = vec![0; self.size()];
        let mut rest = bytes.as_mut_slice();
        let pieces = self.pieces().map(|(piece, size)| {
            let (own, others) = std::mem::take(&mut rest).split_at_mut(size);
            rest = others;
            (piece, own)
        });
        in_threads(pieces.collect(), |_, (piece, bytes)| unpack(piece, bytes)).expect(SOUND);
        bytes
    }

    /// Unpacks it into a file: piece by piece, which takes less memory, and less time, than to have all of it first.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn write_to(&self, file: &File) -> io::Result<()> {
        let mut end = 0;
        let pieces = self.pieces().map(|(piece, size)| {
            end += size;
            (piece, size, (end - size) as u64)
        });
        in_threads(pieces.collect(), |memory, (piece, size, start)| {
            // New memory for each piece would cost as much as unpacking it.
            memory.resize(size.max(memory.len()), 0);
            unpack(piece, &mut memory[..size])?;
            file.write_all_at(&memory[..size], start)
        })
    }

    /// The pieces of the library, each packed for itself, with the bytes that it has when it is unpacked.
    fn pieces(&self) -> impl Iterator<Item = (&'static [u8], usize)> {
        let mut rest = &self.packed[size_of::<u64>()..];
        std::iter::from_fn(move || {
            let (packed, after) = rest.split_first_chunk()?;
            let (size, after) = after.split_first_chunk().expect(SOUND);
            let [packed, size] = [packed, size].map(|length| u32::from_le_bytes(*length) as usize);
            let (piece, others) = after.split_at(packed);
            rest = others;
            Some((piece, size))
        })
    }
}

/// Unpacks a piece, which fills `bytes`.
fn unpack(piece: &[u8], bytes: &mut [u8]) -> io::Result<()> {
    let size = i32::try_from(bytes.len()).expect(SOUND);
    lz4::block::decompress_to_buffer(piece, Some(size), bytes).map(drop)
}

/// Unpacks pieces in a few threads, each with memory of its own; what could not be begun is done in this one.
fn in_threads<T: Send>(
    pieces: Vec<T>,
    work_on: impl Fn(&mut Vec<u8>, T) -> io::Result<()> + Sync,
) -> io::Result<()> {
    // Half of the processors: another library is unpacked at the same time. `available_parallelism` would read files of the
    // control group for that.
    let processors = rustix::thread::sched_getaffinity(None).map_or(1, |set| set.count() as usize);
    let threads = (processors / 2).min(pieces.len()).min(THREADS);
    let pieces = Mutex::new(pieces.into_iter());
    let next = || pieces.lock().unwrap_or_else(PoisonError::into_inner).next();
    let work = || {
        let mut memory = Vec::new();
        std::iter::from_fn(next).try_for_each(|piece| work_on(&mut memory, piece))
    };
    std::thread::scope(|scope| {
        let begin = |_| std::thread::Builder::new().spawn_scoped(scope, work).ok();
        let others: Vec<_> = (1..threads).map_while(begin).collect();
        let join =
            |thread: ScopedJoinHandle<'_, _>| thread.join().unwrap_or_else(|panic| resume_unwind(panic));
        let own = work();
        others.into_iter().map(join).fold(own, Result::and)
    })
}

impl Deref for Library {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        self.bytes.get_or_init(|| self.unpack())
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_has_the_same_bytes_as_what_is_unpacked_into_memory() {
        for library in [&PROBE, &PROBE_CUDA, &SIMULATOR, &LOADER, &OPENER] {
            let file = tempfile::NamedTempFile::new().unwrap();
            library.write_to(file.as_file()).unwrap();
            let written = std::fs::read(file.path()).unwrap();
            assert_eq!(written.len(), library.size());
            assert!(written == **library && written.starts_with(b"\x7fELF"));
        }
    }

    #[test]
    fn what_cannot_be_written_is_an_error() {
        let file = File::open("/dev/null").unwrap();
        assert!(PROBE.write_to(&file).is_err());
    }
}
