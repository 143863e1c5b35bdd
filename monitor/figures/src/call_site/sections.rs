//! Sections of a file, mapped: whatever a file's headers say, no memory is taken for what is not looked at.

use object::elf::SHF_COMPRESSED;
use object::read::elf::{CompressionHeader, SectionHeader};
use object::{CompressedData, CompressionFormat, Endianness, elf};
use rustix::mm::{Advice, MapFlags, MprotectFlags, ProtFlags, madvise, mmap, mprotect};
use std::fs::File;
use std::sync::atomic::{AtomicBool, Ordering};
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

/// Parts of this length are read and given back as a whole: 4 MiB in all.
const PART: usize = 256 << 10;
const PARTS: usize = 16;

/// Everything that is mapped, for [`make_readable`]: address and length.
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
    // SAFETY: a new private mapping, never unmapped, so that the bytes stay readable, if only by way of `cannot_read`. If the program cuts its file short,
    // this process ends by SIGBUS, and whoever has started it expects that.
    unsafe {
        let access = if FEW.load(Ordering::Relaxed) { ProtFlags::empty() } else { ProtFlags::READ };
        let at = mmap(std::ptr::null_mut(), length, access, MapFlags::PRIVATE, file, offset & !0xfff).ok()?;
        mapped.push((at.expose_provenance(), length));
        Some(std::slice::from_raw_parts(at.cast::<u8>().add(into), size as usize))
    }
}

/// Parts of what is mapped that can be read at the same time, from [`keep_few_pages`] on.
struct Readable {
    parts: [(usize, usize); PARTS],
    /// The one that makes room for the next.
    oldest: usize,
}

static READABLE: Mutex<Readable> = Mutex::new(Readable { parts: [(0, 0); PARTS], oldest: 0 });
static FEW: AtomicBool = AtomicBool::new(false);

/// Keeps only the parts of mapped files in memory that were read last, for all that is mapped from now on: a read of another part
/// raises SIGSEGV, whose handler makes it readable.
pub fn keep_few_pages() {
    // SAFETY: integers and pointers may be zero.
    let mut action: libc::sigaction = unsafe { std::mem::zeroed() };
    action.sa_sigaction = cannot_read as *const () as usize;
    action.sa_flags = libc::SA_SIGINFO | libc::SA_ONSTACK;
    // SAFETY: a handler with the arguments that the flag asks for.
    let is_set = unsafe { libc::sigaction(libc::SIGSEGV, &raw const action, std::ptr::null_mut()) } == 0;
    FEW.store(is_set, Ordering::Relaxed);
}

extern "C" fn cannot_read(signal: libc::c_int, info: *mut libc::siginfo_t, _: *mut libc::c_void) {
    // SAFETY: the kernel's own, of a fault.
    let at = unsafe { (*info).si_addr() }.addr();
    if !make_readable(at) {
        // SAFETY: plain numbers. What can't be read there either ends the process.
        unsafe { libc::signal(signal, libc::SIG_DFL) };
    }
}

/// Nobody reads what is mapped while one of the locks is held.
fn make_readable(at: usize) -> bool {
    let Ok(mapped) = MAPPED.try_lock() else { return false };
    let Some((start, length)) = mapped.iter().find(|(start, length)| (*start..start + length).contains(&at))
    else {
        return false;
    };
    let from = start + (at - start) / PART * PART;
    let part = (from, PART.min(start + length - from));
    let Ok(mut readable) = READABLE.try_lock() else { return false };
    let oldest = readable.oldest % PARTS;
    readable.oldest = oldest + 1;
    let (before, length) = std::mem::replace(&mut readable.parts[oldest], part);
    let pointer = std::ptr::with_exposed_provenance_mut;
    // SAFETY: parts of mappings of `map`, which nobody writes to and which are never unmapped. What is taken away comes again.
    unsafe {
        if length > 0 {
            let _ = madvise(pointer(before), length, Advice::LinuxDontNeed);
            let _ = mprotect(pointer(before), length, MprotectFlags::empty());
        }
        mprotect(pointer(part.0), part.1, MprotectFlags::READ).is_ok()
    }
}
