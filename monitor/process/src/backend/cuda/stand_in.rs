//! The stand-in for the driver's library.
//!
//! There is a stand-in only if there is a real library, so that a program that asks whether there is a GPU gets the
//! same answer. For the same reason it exports what the real one exports and no more: each launch makes its file from
//! the embedded probe and the real library.
//!
//! - Functions that the real one lacks are removed from the table of exported symbols.
//! - The real library is added as a needed library, by path. The dynamic linker finds there what the stand-in does not
//!   have.

use crate::embedded::{self, Identity};
use memchr::memmem;
use object::elf::{
    DT_NEEDED, DT_RPATH, DT_RUNPATH, DT_STRTAB, FileHeader64, PT_DYNAMIC, PT_LOAD, SHT_DYNSYM,
};
use object::read::StringTable;
use object::read::elf::{Dyn, FileHeader, ProgramHeader, SectionHeader, Sym};
use object::{LittleEndian, ReadCache};
use std::collections::HashSet;
use std::fs::File;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};

/// What the embedded probe has in place of the path of the real library.
const MARK: &[u8] = b"zetop: path of the real libcuda.so.1\0";
/// Room for the path, with the zero that ends it.
const ROOM: usize = 4096;

#[derive(Debug, thiserror::Error)]
pub(super) enum StandInError {
    #[error("cannot read {path}: {error}", path = path.display())]
    Read { path: PathBuf, error: std::io::Error },
    #[error("{path} is not a 64-bit driver library: {error}", path = path.display())]
    NotADriver { path: PathBuf, error: object::Error },
    #[error("the path of {path} is too long", path = path.display())]
    TooLong { path: PathBuf },
    #[error("the embedded probe is damaged: {0}")]
    Damaged(&'static str),
}

/// Identifies the stand-in that [`make`] would make, without making it.
///
/// # Errors
/// When there is no such library.
pub(super) fn identity(real: &Path) -> io::Result<Identity> {
    let found = std::fs::metadata(real)?;
    let mut hasher = DefaultHasher::new();
    // The file of an updated driver differs from the old one in some of its numbers.
    let file = [found.dev(), found.ino(), found.size()];
    let times = [found.mtime(), found.mtime_nsec(), found.ctime(), found.ctime_nsec()];
    let Identity { hash, size } = embedded::PROBE_CUDA.identity();
    (hash, real, file, times, include_str!("stand_in.rs")).hash(&mut hasher);
    Ok(Identity { hash: hasher.finish(), size })
}

/// The file of a stand-in for the library `real`, made of the bytes of the embedded probe.
///
/// # Errors
/// When the real library cannot be read or is not a library.
pub(super) fn make(mut file: Vec<u8>, real: &Path) -> Result<Vec<u8>, StandInError> {
    let library = File::open(real).map_err(|error| StandInError::Read { path: real.to_owned(), error })?;
    let exported =
        exported(library).map_err(|error| StandInError::NotADriver { path: real.to_owned(), error })?;
    hide(&mut file, &exported).map_err(|_| StandInError::Damaged("no symbols"))?;
    let path = real.as_os_str().as_bytes();
    if path.len() >= ROOM {
        return Err(StandInError::TooLong { path: real.to_owned() });
    }
    need(&mut file, path)?;
    Ok(file)
}

/// Names of the functions that a library exports. Of the file, some 100 MB, only what says so is read: its headers, the
/// symbols, and all of their names in one piece, since a read for each of 3,000 names takes milliseconds.
fn exported(library: File) -> object::Result<HashSet<Vec<u8>>> {
    let parts = ReadCache::new(library);
    let parts = &parts;
    let header = FileHeader64::<LittleEndian>::parse(parts)?;
    let endian = header.endian()?;
    let sections = header.sections(endian, parts)?;
    let symbols = sections.symbols(endian, parts, SHT_DYNSYM)?;
    let names = sections.section(symbols.string_section())?.data(endian, parts)?;
    let names = StringTable::new(names, 0, names.len() as u64);
    let defined = symbols.iter().filter(|symbol| symbol.is_definition(endian, names));
    defined.map(|symbol| symbol.name(endian, names).map(<[u8]>::to_vec)).collect()
}

/// Removes driver functions that are not among `real` from the file's exported symbols: the dynamic linker
/// skips symbols without a value.
fn hide(file: &mut [u8], real: &HashSet<Vec<u8>>) -> object::Result<()> {
    /// `st_value` in an entry of 24 bytes.
    const VALUE: usize = 8;
    const ENTRY: usize = 24;
    let mut hidden = Vec::new();
    {
        let header = FileHeader64::<LittleEndian>::parse(&*file)?;
        let endian = header.endian()?;
        let sections = header.sections(endian, &*file)?;
        let symbols = sections.symbols(endian, &*file, SHT_DYNSYM)?;
        let section = sections.section(symbols.section())?;
        let start = section.sh_offset(endian) as usize;
        for (index, symbol) in symbols.enumerate() {
            let name = symbols.symbol_name(endian, symbol)?;
            if name.starts_with(b"cu") && !real.contains(name) {
                hidden.push(start + index.0 * ENTRY + VALUE);
            }
        }
    }
    for at in hidden {
        if let Some(value) = file.get_mut(at..at + 8) {
            value.fill(0);
        }
    }
    Ok(())
}

/// Where the path of the real library goes. The mark occurs elsewhere, too: where the probe compares with it.
fn find_room(file: &[u8]) -> Option<usize> {
    memmem::find_iter(file, MARK).find(|at| {
        let room = file.get(at + MARK.len()..at + ROOM);
        room.is_some_and(|rest| rest.iter().all(|byte| *byte == 0))
    })
}

/// Makes the library at `path` a needed library of the file: the path goes into the room that the probe has
/// for it, and an entry with a search path, which the probe has for this purpose, is turned into a
/// needed-library entry.
fn need(file: &mut [u8], path: &[u8]) -> Result<(), StandInError> {
    let mark = find_room(file).ok_or(StandInError::Damaged("no room"))?;
    let damaged = |_| StandInError::Damaged("no dynamic section");
    let (entry, name) = {
        let header = FileHeader64::<LittleEndian>::parse(&*file).map_err(damaged)?;
        let endian = header.endian().map_err(damaged)?;
        let segments = header.program_headers(endian, &*file).map_err(damaged)?;
        let address = segments
            .iter()
            .filter(|s| s.p_type(endian) == PT_LOAD)
            .find_map(|s| {
                let inside = (mark as u64).checked_sub(s.p_offset(endian))?;
                (inside < s.p_filesz(endian)).then(|| s.p_vaddr(endian) + inside)
            })
            .ok_or(StandInError::Damaged("the room is not mapped"))?;
        let dynamic = segments
            .iter()
            .find(|s| s.p_type(endian) == PT_DYNAMIC)
            .ok_or(StandInError::Damaged("no dynamic segment"))?;
        let entries = dynamic.dynamic(endian, &*file).map_err(damaged)?.unwrap_or_default();
        let strings = entries
            .iter()
            .find(|e| e.d_tag(endian) == DT_STRTAB)
            .ok_or(StandInError::Damaged("no strings"))?
            .d_val(endian);
        let at = entries
            .iter()
            .position(|e| [DT_RPATH, DT_RUNPATH].contains(&e.d_tag(endian)))
            .ok_or(StandInError::Damaged("no entry for the driver"))?;
        (dynamic.p_offset(endian) as usize + at * 16, address.wrapping_sub(strings))
    };
    // The dynamic linker adds the string table's address and looks no further.
    file[entry..entry + 8].copy_from_slice(&DT_NEEDED.to_le_bytes());
    file[entry + 8..entry + 16].copy_from_slice(&name.to_le_bytes());
    let room = file.get_mut(mark..mark + ROOM).ok_or(StandInError::Damaged("no room"))?;
    room.fill(0);
    room[..path.len()].copy_from_slice(path);
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The driver's library has 100 MB: its code is not what is asked for.
    #[test]
    fn only_what_names_the_exported_functions_is_read() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("libcuda.so.1");
        std::fs::write(&path, &*embedded::PROBE_CUDA).unwrap();
        let library = File::options().write(true).open(&path).unwrap();
        // A hole, far more than there is memory.
        library.set_len(1 << 43).unwrap();
        let exported = exported(File::open(&path).unwrap()).unwrap();
        assert!(exported.contains(b"cuInit".as_slice()), "{}", exported.len());
    }

    #[test]
    fn the_room_is_not_another_place_with_the_same_mark() {
        let room = [MARK, &[0; ROOM - MARK.len()]].concat();
        let file = [b"ELF", MARK, b"other constants", &room, MARK, b"more"].concat();
        assert_eq!(find_room(&file), Some(3 + MARK.len() + 15));
        assert_eq!(find_room(&[MARK, b"other constants"].concat()), None);
    }
}
