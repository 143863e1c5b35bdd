//! The unwind tables of a module whose file can't be opened, from the memory of the process: the file was deleted (as
//! that of the probe is after an attach), or this user may not read it.

use addr2line::gimli::{BaseAddresses, EhFrameHdr, NativeEndian, Pointer};
use object::Endianness;
use object::elf::{FileHeader64, PF_X, PT_GNU_EH_FRAME, PT_LOAD};
use object::read::elf::{FileHeader, ProgramHeader};
use procfs::process::{MMapPath, MemoryMap};
use std::fs::File;
use std::ops::Range;
use std::os::unix::fs::FileExt;
use std::sync::Arc;

/// The part of a file that its headers have to be in.
const HEADERS: usize = 4096;
/// Larger tables are not read.
const LARGEST: u64 = 64 << 20;

/// A part of a file, at its addresses there.
#[derive(Debug)]
pub struct Section {
    pub range: Range<u64>,
    pub bytes: Arc<[u8]>,
}

#[derive(Debug)]
pub struct Tables {
    /// Addresses of the code in the file.
    pub code: Range<u64>,
    pub eh_frame_hdr: Section,
    pub eh_frame: Section,
}

/// The tables of the module that has `code` mapped, and what is added to an address in its file to get one in the process.
pub fn tables(memory: &File, maps: &[MemoryMap], code: &MemoryMap) -> Option<(u64, Tables)> {
    let path = |map: &MemoryMap| match &map.pathname {
        MMapPath::Path(path) => Some(path.clone()),
        _ => None,
    };
    let start = maps
        .iter()
        .filter(|map| map.offset == 0 && map.address.0 <= code.address.0 && path(map) == path(code))
        .map(|map| map.address.0)
        .max()?;
    let mut headers = vec![0; HEADERS];
    memory.read_exact_at(&mut headers, start).ok()?;
    let header = FileHeader64::<Endianness>::parse(headers.as_slice()).ok()?;
    let endian = header.endian().ok()?;
    let segments = header.program_headers(endian, headers.as_slice()).ok()?;
    let within = |segment: &object::elf::ProgramHeader64<Endianness>| {
        let from = segment.p_vaddr(endian);
        Some(from..from.checked_add(segment.p_filesz(endian))?)
    };
    let loaded = || segments.iter().filter(|segment| segment.p_type(endian) == PT_LOAD);
    let first = loaded().find(|segment| segment.p_offset(endian) == 0)?;
    let bias = start.wrapping_sub(first.p_vaddr(endian));
    let read = |range: Range<u64>| {
        let len = range.end.checked_sub(range.start).filter(|len| *len <= LARGEST)?;
        let mut bytes = vec![0; len as usize];
        memory.read_exact_at(&mut bytes, bias.wrapping_add(range.start)).ok()?;
        Some(Section { range, bytes: bytes.into() })
    };
    let code = loaded().find(|segment| segment.p_flags(endian) & PF_X != 0).and_then(within)?;
    let eh_frame_hdr =
        read(segments.iter().find(|segment| segment.p_type(endian) == PT_GNU_EH_FRAME).and_then(within)?)?;
    let bases = BaseAddresses::default().set_eh_frame_hdr(eh_frame_hdr.range.start);
    let parsed = EhFrameHdr::new(&eh_frame_hdr.bytes, NativeEndian).parse(&bases, 8).ok()?;
    let Pointer::Direct(from) = parsed.eh_frame_ptr() else { return None };
    // Nothing says where it ends but its own last entry: at the latest with what was loaded with it.
    let end = loaded().filter_map(within).find(|range| range.contains(&from))?.end;
    let eh_frame = read(from..end)?;
    Some((bias, Tables { code, eh_frame_hdr, eh_frame }))
}
