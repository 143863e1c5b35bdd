//! Sections of a file, mapped: whatever a file's headers say, no memory is taken for what is not looked at.

use object::elf::SHF_COMPRESSED;
use object::read::elf::{CompressionHeader, SectionHeader};
use object::{CompressedData, CompressionFormat, Endianness, elf};
use rustix::mm::{Advice, MapFlags, ProtFlags, madvise, mmap};
use std::fs::File;
use std::sync::{Mutex, PoisonError};
use zetop_system::elf::{Headers, Limited};

/// What is read of headers and of their names.
const HEADERS: u64 = 16 << 20;
/// A longer section is not looked at.
const LONGEST: u64 = 1 << 30;
/// A compressed section may become this long.
const LONGEST_UNPACKED: u64 = 32 << 20;
/// Sections that are mapped at the same time: of some thousand modules.
const MOST_MAPPINGS: usize = 1 << 15;

/// Everything that is mapped, for [`forget_pages`]: address and length.
static MAPPED: Mutex<Vec<(usize, usize)>> = Mutex::new(Vec::new());

/// A file of which sections are mapped. They stay mapped: a process that looks at files of others is there for that alone.
pub struct Sections {
    file: File,
    headers: Limited,
}

impl Sections {
    pub fn new(file: &File) -> Option<Self> {
        Some(Self { headers: Limited::new(file.try_clone().ok()?, HEADERS), file: file.try_clone().ok()? })
    }

    pub fn headers(&self) -> Option<Headers<'_>> {
        Headers::parse(&self.headers).ok()
    }

    /// The bytes of a section; `None` if there is none, or if it is too long.
    pub fn data(&self, headers: &Headers<'_>, name: &str) -> Option<&'static [u8]> {
        let section = headers.section(name)?;
        let (offset, size) = section.file_range(headers.endian)?;
        if size > LONGEST || offset.checked_add(size)? > self.file.metadata().ok()?.len() {
            return None;
        }
        if section.sh_flags(headers.endian) & u64::from(SHF_COMPRESSED) != 0 {
            return unpacked(map(&self.file, offset, size)?, headers.endian);
        }
        map(&self.file, offset, size)
    }
}

fn unpacked(packed: &'static [u8], endian: Endianness) -> Option<&'static [u8]> {
    let (header, data) = object::pod::from_bytes::<elf::CompressionHeader64<Endianness>>(packed).ok()?;
    let format = match header.ch_type(endian) {
        elf::ELFCOMPRESS_ZLIB => CompressionFormat::Zlib,
        elf::ELFCOMPRESS_ZSTD => CompressionFormat::Zstandard,
        _ => return None,
    };
    let uncompressed_size = header.ch_size(endian);
    if uncompressed_size > LONGEST_UNPACKED {
        return None;
    }
    Some(CompressedData { format, data, uncompressed_size }.decompress().ok()?.into_owned().leak())
}

fn map(file: &File, offset: u64, size: u64) -> Option<&'static [u8]> {
    if size == 0 {
        return None;
    }
    let into = (offset & 0xfff) as usize;
    let length = usize::try_from(size).ok()?.checked_add(into)?;
    let mut mapped = MAPPED.lock().unwrap_or_else(PoisonError::into_inner);
    if mapped.len() >= MOST_MAPPINGS {
        return None;
    }
    // SAFETY: a new private mapping, never unmapped, so that the bytes stay readable. If the program cuts its file short,
    // this process ends by SIGBUS, and whoever has started it expects that.
    unsafe {
        let at =
            mmap(std::ptr::null_mut(), length, ProtFlags::READ, MapFlags::PRIVATE, file, offset & !0xfff)
                .ok()?;
        mapped.push((at.expose_provenance(), length));
        Some(std::slice::from_raw_parts(at.cast::<u8>().add(into), size as usize))
    }
}

/// Gives the mapped pages back; they are read again when they are looked at.
pub fn forget_pages() {
    for (at, length) in &*MAPPED.lock().unwrap_or_else(PoisonError::into_inner) {
        // SAFETY: a mapping of `map`, which nobody has written to and which is never unmapped.
        let _ =
            unsafe { madvise(std::ptr::with_exposed_provenance_mut(*at), *length, Advice::LinuxDontNeed) };
    }
}
