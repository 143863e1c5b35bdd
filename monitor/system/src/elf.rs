//! What kind of program a file is, by its ELF header.

use object::elf::{
    DT_NEEDED, DT_RPATH, DT_RUNPATH, EM_386, EM_AARCH64, EM_X86_64, FileHeader32, FileHeader64, PT_INTERP,
    ProgramHeader64, SectionHeader64,
};
use object::read::elf::{Dyn, FileHeader, ProgramHeader, SectionHeader, SectionTable};
use object::{Endianness, FileKind, ReadCache, ReadRef};
use rustix::fs::{FileType, Mode, OFlags};
use std::cell::{Cell, RefCell};
use std::collections::HashSet;
use std::ffi::OsStr;
use std::fmt;
use std::fs::File;
use std::io;
use std::os::fd::AsRawFd;
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};

/// Bytes that are read at once to find a name in them. A longer name than that is not one.
const BLOCK: u64 = 16 << 10;

/// A file of which no more than a number of bytes is read and kept, whatever its headers say: a file of 8 KB on disk can
/// have a hole of gigabytes, and claim that a table fills it.
#[derive(Debug)]
pub struct Limited {
    cache: ReadCache<File>,
    left: Cell<u64>,
    /// Blocks that names were looked for in: the cache has them.
    blocks: RefCell<HashSet<u64>>,
}

impl Limited {
    pub fn new(file: File, most: u64) -> Self {
        Self { cache: ReadCache::new(file), left: Cell::new(most), blocks: RefCell::default() }
    }

    /// The file from an offset to the end of its block.
    fn rest_of_block(&self, offset: u64) -> Result<&[u8], ()> {
        let block = offset / BLOCK * BLOCK;
        let size = BLOCK.min((&self.cache).len()?.checked_sub(block).ok_or(())?);
        if self.blocks.borrow_mut().insert(block) {
            self.take(size)?;
        }
        (&self.cache).read_bytes_at(block, size)?.get((offset - block) as usize..).ok_or(())
    }

    fn take(&self, bytes: u64) -> Result<(), ()> {
        self.left.set(self.left.get().checked_sub(bytes).ok_or(())?);
        Ok(())
    }
}

impl<'a> ReadRef<'a> for &'a Limited {
    fn len(self) -> Result<u64, ()> {
        (&self.cache).len()
    }

    fn read_bytes_at(self, offset: u64, size: u64) -> Result<&'a [u8], ()> {
        self.take(size)?;
        (&self.cache).read_bytes_at(offset, size)
    }

    fn read_bytes_at_until(self, range: std::ops::Range<u64>, delimiter: u8) -> Result<&'a [u8], ()> {
        let length = range.end.checked_sub(range.start).ok_or(())?;
        let rest = self.rest_of_block(range.start)?;
        let rest = &rest[..rest.len().min(length.try_into().unwrap_or(usize::MAX))];
        if let Some(end) = memchr::memchr(delimiter, rest) {
            return Ok(&rest[..end]);
        }
        // It goes on in the next block.
        let end = range.end.min(range.start.saturating_add(BLOCK));
        let found = (&self.cache).read_bytes_at_until(range.start..end, delimiter)?;
        self.take(found.len() as u64)?;
        Ok(found)
    }
}

/// The headers of a 64-bit file: nothing else of it has been read.
#[derive(Debug, Clone, Copy)]
pub struct Headers<'a> {
    pub endian: Endianness,
    pub segments: &'a [ProgramHeader64<Endianness>],
    sections: SectionTable<'a, FileHeader64<Endianness>, &'a Limited>,
}

impl<'a> Headers<'a> {
    pub fn parse(file: &'a Limited) -> object::Result<Self> {
        let header = FileHeader64::<Endianness>::parse(file)?;
        let endian = header.endian()?;
        let segments = header.program_headers(endian, file)?;
        Ok(Self { endian, segments, sections: header.sections(endian, file)? })
    }

    pub fn section(&self, name: &str) -> Option<&'a SectionHeader64<Endianness>> {
        self.sections.section_by_name(self.endian, name.as_bytes()).map(|(_, section)| section)
    }

    /// The identity of what the linker has made.
    pub fn build_id(&self, file: &'a Limited) -> Option<&'a [u8]> {
        let (offset, size) = self.section(".note.gnu.build-id")?.file_range(self.endian)?;
        let note = file.read_bytes_at(offset, size.min(4096)).ok()?;
        let length = u32::from_ne_bytes(note.get(4..8)?.try_into().ok()?) as usize;
        (note.get(12..16)? == b"GNU\0").then(|| note.get(16..16 + length))?
    }
}

/// Opens a regular file. A device or a FIFO is not even opened: that alone can have effects.
pub fn open_regular(path: &Path) -> io::Result<File> {
    let named = rustix::fs::open(path, OFlags::PATH | OFlags::CLOEXEC, Mode::empty())?;
    if FileType::from_raw_mode(rustix::fs::fstat(&named)?.st_mode) != FileType::RegularFile {
        return Err(io::Error::other("it is not a regular file"));
    }
    File::open(format!("/proc/self/fd/{}", named.as_raw_fd()))
}

/// Headers of a program are this long at most, in bytes.
const HEADERS: u64 = 1 << 20;

/// The processor that a program is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Machine {
    /// `e_machine`.
    number: u16,
    /// Addresses have 64 bits.
    wide: bool,
}

impl Machine {
    /// The one that this zetop is for.
    pub fn is_ours(self) -> bool {
        self.to_string() == std::env::consts::ARCH
    }
}

impl fmt::Display for Machine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.number, self.wide) {
            (EM_X86_64, true) => f.write_str("x86_64"),
            (EM_X86_64, false) => f.write_str("32-bit x86_64 (x32)"),
            (EM_386, _) => f.write_str("32-bit x86 (i386)"),
            (EM_AARCH64, true) => f.write_str("aarch64"),
            (other, wide) => write!(f, "{}-bit ELF machine {other}", if wide { 64 } else { 32 }),
        }
    }
}

/// The machine of a program.
///
/// # Errors
/// When the file cannot be read or is not an ELF file.
pub fn machine(path: &Path) -> io::Result<Machine> {
    let data = Limited::new(open_regular(path)?, HEADERS);
    let no_elf = |error| io::Error::new(io::ErrorKind::InvalidData, error);
    let number = match FileKind::parse(&data) {
        Ok(FileKind::Elf32) => number_and_width(FileHeader32::<Endianness>::parse(&data)),
        Ok(FileKind::Elf64) => number_and_width(FileHeader64::<Endianness>::parse(&data)),
        _ => return Err(no_elf("it is no ELF file")),
    };
    let (number, wide) = number.map_err(|_| no_elf("its ELF header is damaged"))?;
    Ok(Machine { number, wide })
}

fn number_and_width<H: FileHeader>(header: object::Result<&H>) -> object::Result<(u16, bool)> {
    let header = header?;
    Ok((header.e_machine(header.endian()?), header.is_type_64()))
}

/// A 64-bit program that has no dynamic linker. False for anything else.
pub fn is_static(path: &Path) -> bool {
    let Ok(file) = open_regular(path) else { return false };
    let data = Limited::new(file, HEADERS);
    let has_linker = || -> object::Result<bool> {
        let header = FileHeader64::<Endianness>::parse(&data)?;
        let endian = header.endian()?;
        let segments = header.program_headers(endian, &data)?;
        Ok(segments.is_empty() || segments.iter().any(|segment| segment.p_type(endian) == PT_INTERP))
    };
    has_linker().is_ok_and(|has| !has)
}

/// Whether a file needs a library whose name starts like that.
pub fn needs(path: &Path, library: &str) -> bool {
    let is_it = |(tag, name): &(i64, Vec<u8>)| *tag == DT_NEEDED && name.starts_with(library.as_bytes());
    names_of_libraries(path).iter().any(is_it)
}

/// The folders of a file's DT_RPATH, in which the dynamic linker looks before those of `LD_LIBRARY_PATH` for what the file
/// needs or opens. None if it has a DT_RUNPATH, which comes after. `inside` is the file's path as its process sees it.
pub fn rpath(path: &Path, inside: &Path) -> Vec<PathBuf> {
    let names = names_of_libraries(path);
    if names.iter().any(|(tag, _)| *tag == DT_RUNPATH) {
        return Vec::new();
    }
    let origin = inside.parent().unwrap_or(inside).as_os_str().as_bytes();
    let folders = names.iter().find(|(tag, _)| *tag == DT_RPATH).map_or(&[][..], |(_, folders)| folders);
    let folders = folders.split(|byte| *byte == b':').filter(|folder| !folder.is_empty());
    folders.map(|folder| in_place_of_origin(folder, origin)).collect()
}

/// What a file says to the dynamic linker of the libraries that it needs, and of where they are.
fn names_of_libraries(path: &Path) -> Vec<(i64, Vec<u8>)> {
    let read = || -> Option<Vec<(i64, Vec<u8>)>> {
        let data = Limited::new(open_regular(path).ok()?, HEADERS);
        let header = FileHeader64::<Endianness>::parse(&data).ok()?;
        let endian = header.endian().ok()?;
        let sections = header.sections(endian, &data).ok()?;
        let (entries, strings) = sections.dynamic(endian, &data).ok()??;
        let strings = sections.strings(endian, &data, strings).ok()?;
        let named = entries.iter().filter_map(|entry| {
            let tag = entry.d_tag(endian);
            let is_name = [DT_NEEDED, DT_RPATH, DT_RUNPATH].contains(&tag);
            is_name.then(|| Some((tag, entry.string(endian, strings).ok()?.to_vec())))?
        });
        Some(named.collect())
    };
    read().unwrap_or_default()
}

/// `$ORIGIN/../lib`, seen from that folder.
fn in_place_of_origin(folder: &[u8], origin: &[u8]) -> PathBuf {
    let rest = |token: &[u8]| folder.strip_prefix(token);
    match rest(b"$ORIGIN").or_else(|| rest(b"${ORIGIN}")) {
        Some(rest) => PathBuf::from(OsStr::from_bytes(&[origin, rest].concat())),
        None => PathBuf::from(OsStr::from_bytes(folder)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn this_program_is_for_this_machine_and_has_a_dynamic_linker() {
        let me = Path::new("/proc/self/exe");
        assert!(machine(me).unwrap().is_ours());
        assert!(!is_static(me));
    }

    #[test]
    fn folders_of_an_rpath_are_seen_from_the_file() {
        let place = |folder: &str| in_place_of_origin(folder.as_bytes(), b"/opt/env/bin");
        assert_eq!(place("$ORIGIN/../lib"), Path::new("/opt/env/bin/../lib"));
        assert_eq!(place("${ORIGIN}"), Path::new("/opt/env/bin"));
        assert_eq!(place("/usr/lib"), Path::new("/usr/lib"));
        assert!(
            needs(Path::new("/proc/self/exe"), "libc.so")
                && !needs(Path::new("/proc/self/exe"), "libasan.so")
        );
        let none = rpath(Path::new("/proc/self/exe"), Path::new("/x/y"));
        assert!(none.is_empty(), "{none:?}");
    }

    #[test]
    fn what_is_no_program_is_said_to_be_none() {
        let file = tempfile::NamedTempFile::new().unwrap();
        for bytes in [&b""[..], b"#!/bin/sh\n", b"\x7fELF", &[0x7f, b'E', b'L', b'F', 2, 1, 1, 0, 0, 0]] {
            std::fs::write(file.path(), bytes).unwrap();
            assert!(machine(file.path()).is_err(), "{bytes:?}");
            assert!(!is_static(file.path()), "{bytes:?}");
        }
    }

    /// Reading the 3,000 names of a C library one by one took two system calls for each.
    #[test]
    fn names_are_found_in_blocks_and_across_them() {
        let mut file = tempfile::tempfile().unwrap();
        let mut bytes = vec![b'x'; 2 * BLOCK as usize + 10];
        let ends = [3, BLOCK as usize - 1, BLOCK as usize + 5, 2 * BLOCK as usize + 9];
        ends.iter().for_each(|end| bytes[*end] = 0);
        std::io::Write::write_all(&mut file, &bytes).unwrap();
        let limited = |most| Limited::new(file.try_clone().unwrap(), most);
        let name = |file: &Limited, start: usize, end: usize| {
            let found = file.read_bytes_at_until(start as u64..end as u64, 0);
            found.map(<[u8]>::len).ok()
        };
        let (all, enough) = (bytes.len(), limited(10 * BLOCK));
        assert_eq!(name(&enough, 0, all), Some(3));
        assert_eq!(name(&enough, 1, 3), None);
        assert_eq!(name(&enough, BLOCK as usize - 1, all), Some(0));
        assert_eq!(name(&enough, BLOCK as usize, all), Some(5));
        // Across the end of a block, in the last one, and beyond it.
        assert_eq!(name(&enough, BLOCK as usize - 1 - 7, all), Some(7));
        assert_eq!(name(&enough, 2 * BLOCK as usize - 4, all), Some(13));
        assert_eq!(name(&enough, 2 * BLOCK as usize - 5, 2 * BLOCK as usize + 9), None);
        assert_eq!(name(&enough, all, all + 9), None);
        // A block counts once, and what is not read does not.
        let once = limited(BLOCK);
        assert!((0..100).all(|start| name(&once, start % 3, all) == Some(3 - start % 3)));
        assert_eq!(name(&once, BLOCK as usize, all), None);
        assert_eq!(name(&limited(BLOCK - 1), 0, all), None);
    }

    #[test]
    fn a_fifo_is_not_opened() {
        let folder = tempfile::tempdir().unwrap();
        let fifo = folder.path().join("fifo");
        rustix::fs::mknodat(rustix::fs::CWD, &fifo, FileType::Fifo, Mode::RWXU, 0).unwrap();
        assert!(open_regular(&fifo).is_err());
    }
}
