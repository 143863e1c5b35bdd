//! Finds the addresses of a mapped library's functions from its file on disk.
//!
//! zetop opens the file itself, and makes sure that it is the one that the process has mapped: device and inode of the
//! mapping, and the file offset of the mapped code. What the process has written over its symbol tables
//! has no influence on where zetop redirects a thread.

use std::collections::HashMap;
use std::fs::File;
use std::io;
use std::ops::Range;
use std::path::PathBuf;

use object::elf::{FileHeader64, PF_X, PT_LOAD};
use object::read::elf::{ElfFile, ProgramHeader};
use object::{Endianness, Object, ObjectSymbol, ReadRef, SymbolKind};

use super::image::Image;
use zetop_system::elf::{Limited, open_regular};
use zetop_system::proc::{self, MappedFile};

/// Limit of the bytes that are read of a C library: its symbols and its code.
const MOST_READ: u64 = 32 << 20;

/// Bytes of code that are read at once.
const PART: u64 = 64 << 10;

/// The file of a library that a process has mapped.
pub(super) struct LibraryFile<'a> {
    image: &'a Image,
    file: Limited,
}

fn damaged(error: object::Error) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, error)
}

impl<'a> LibraryFile<'a> {
    /// # Errors
    /// When the file isn't there any more, or can't be opened, or another one is in its place.
    pub(super) fn open(pid: u32, image: &'a Image) -> io::Result<Self> {
        let (range, mapped) = image.code.first().ok_or(io::ErrorKind::NotFound)?;
        let process = PathBuf::from(format!("/proc/{pid}"));
        let path = image.path.strip_prefix("/").unwrap_or(&image.path);
        let places = [
            process.join(format!("map_files/{:x}-{:x}", range.start, range.end)),
            process.join("root").join(path),
            image.path.clone(),
        ];
        let mut why = io::Error::from(io::ErrorKind::NotFound);
        for place in places {
            match open_regular(&place) {
                Ok(file) if is_mapped(&file, mapped)? => {
                    return Ok(Self { image, file: Limited::new(file, MOST_READ) });
                }
                Ok(_) => why = io::Error::other("another file is in its place"),
                // The first one is root's to open.
                Err(error) if error.raw_os_error() != Some(libc::EPERM) => why = error,
                Err(_) => {}
            }
        }
        Err(why)
    }

    fn parse(&self) -> io::Result<ElfFile<'_, FileHeader64<Endianness>, &Limited>> {
        ElfFile::parse(&self.file).map_err(damaged)
    }

    /// Where an offset in the file is in the process, if there is code of `length` bytes.
    fn address(&self, offset: u64, length: u64) -> Option<u64> {
        self.image.code.iter().find_map(|(range, file)| {
            let into = offset.checked_sub(file.offset)?;
            let end = into.checked_add(length)?;
            (end <= range.end - range.start).then(|| range.start + into)
        })
    }

    /// The addresses and sizes of those functions of `names` that it exports.
    pub(super) fn functions(&self, names: &[&'static str]) -> io::Result<HashMap<&'static str, Range<u64>>> {
        let elf = self.parse()?;
        let mut found = HashMap::new();
        for symbol in elf.dynamic_symbols() {
            if symbol.kind() != SymbolKind::Text || !symbol.is_definition() {
                continue;
            }
            let Ok(name) = symbol.name() else { continue };
            let Some(name) = names.iter().find(|wanted| **wanted == name) else { continue };
            let (at, size) = (symbol.address(), symbol.size().max(1));
            let offset = file_offset(&elf, at);
            if let Some(start) = offset.and_then(|offset| self.address(offset, size)) {
                found.entry(*name).or_insert(start..start.saturating_add(size));
            }
        }
        Ok(found)
    }

    /// Where `pattern` first occurs in its code.
    pub(super) fn find_code(&self, pattern: &[u8]) -> io::Result<Option<u64>> {
        let elf = self.parse()?;
        let endian = elf.endian();
        for segment in elf.elf_program_headers() {
            if segment.p_type(endian) != PT_LOAD || segment.p_flags(endian) & PF_X == 0 {
                continue;
            }
            let (offset, size) = segment.file_range(endian);
            let end = offset.saturating_add(size);
            for start in (offset..end).step_by(PART as usize) {
                let length = (PART + pattern.len() as u64).min(end - start);
                let Ok(code) = (&self.file).read_bytes_at(start, length) else { break };
                if let Some(at) = memchr::memmem::find(code, pattern) {
                    return Ok(self.address(start + at as u64, pattern.len() as u64));
                }
            }
        }
        Ok(None)
    }
}

/// Where in a library's file one of its functions is.
pub(super) fn offset_of(library: &[u8], function: &str) -> Option<u64> {
    let elf = ElfFile::<FileHeader64<Endianness>>::parse(library).ok()?;
    let symbol = elf.dynamic_symbols().find(|symbol| symbol.name() == Ok(function))?;
    file_offset(&elf, symbol.address())
}

/// Where in the file the code is that an address means.
fn file_offset<'data, R: ReadRef<'data>>(
    elf: &ElfFile<'data, FileHeader64<Endianness>, R>,
    address: u64,
) -> Option<u64> {
    let endian = elf.endian();
    elf.elf_program_headers().iter().find_map(|segment| {
        let into = address.checked_sub(segment.p_vaddr(endian))?;
        let code = segment.p_type(endian) == PT_LOAD && segment.p_flags(endian) & PF_X != 0;
        (code && into < segment.p_filesz(endian)).then(|| segment.p_offset(endian).checked_add(into))?
    })
}

/// Whether the file is the one in the mapping.
pub(super) fn is_mapped(file: &File, mapped: &MappedFile) -> io::Result<bool> {
    let found = rustix::fs::fstat(file)?;
    let device = (rustix::fs::major(found.st_dev) as i32, rustix::fs::minor(found.st_dev) as i32);
    if (device, found.st_ino) == (mapped.device, mapped.inode) {
        return Ok(true);
    }
    // On overlays and subvolumes, mappings have other numbers than files: those that a mapping of zetop's has.
    // SAFETY: a new mapping, which nobody touches, and whose address is ours.
    unsafe {
        use rustix::mm::{MapFlags, ProtFlags, mmap, munmap};
        let page = mmap(std::ptr::null_mut(), 4096, ProtFlags::READ, MapFlags::PRIVATE, file, 0)?;
        let own = proc::mapping_at(std::process::id(), page.addr() as u64);
        munmap(page, 4096)?;
        Ok(own.is_some_and(|own| (own.device, own.inode) == (mapped.device, mapped.inode)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::image::images;

    fn libc() -> Image {
        let maps = proc::memory_map(std::process::id()).unwrap();
        images(&maps).into_iter().find(|image| image.is("libc")).unwrap()
    }

    #[test]
    fn functions_are_where_the_linker_has_them() {
        let image = libc();
        let library = LibraryFile::open(std::process::id(), &image).unwrap();
        let found = library.functions(&["munmap", "mmap", "no such function"]).unwrap();
        assert_eq!(found["munmap"].start, libc::munmap as *const () as u64);
        assert_eq!(found["mmap"].start, libc::mmap as *const () as u64);
        assert_eq!(found.len(), 2);
    }

    #[test]
    fn code_is_found_where_the_file_has_it_first() {
        let image = libc();
        let library = LibraryFile::open(std::process::id(), &image).unwrap();
        let (range, mapped) = image.code.first().unwrap();
        let file = std::fs::read(&image.path).unwrap();
        let code = &file[mapped.offset as usize..][..(range.end - range.start) as usize];
        // In the first part of the code, in a later one, and across the end of one.
        for at in [100, 3 * PART as usize + 77, PART as usize - 5] {
            let pattern = &code[at..at + 24];
            let first = code.windows(24).position(|bytes| bytes == pattern).unwrap();
            assert_eq!(library.find_code(pattern).unwrap(), Some(range.start + first as u64), "{at}");
        }
        assert_eq!(library.find_code(&[0xa5; 64]).unwrap(), None);
    }

    #[test]
    fn another_file_in_its_place_is_not_taken() {
        let mut image = libc();
        image.code.iter_mut().for_each(|(_, file)| file.inode ^= 1);
        let error = LibraryFile::open(std::process::id(), &image).err().unwrap();
        assert!(error.to_string().contains("another file"), "{error}");
    }
}
