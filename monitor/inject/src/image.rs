//! The libraries mapped in a process, and their exported symbols.
//!
//! Symbols are read from the target's memory (dynamic section, GNU hash table): that is right in another mount namespace,
//! in a chroot, and after the file was upgraded or removed. They say what a thread must not be in. Functions that are
//! called there are not looked up in this way, since the target can write what it likes there (see [`on_disk`](super::on_disk)).

use std::io;
use std::ops::Range;
use std::path::{Path, PathBuf};

use procfs::process::{MMPermissions, MMapPath, MemoryMap};

use super::memory::Memory;
use zetop_system::proc::MappedFile;

const PT_DYNAMIC: u32 = 2;
const PT_LOAD: u32 = 1;
const DT_STRTAB: u64 = 5;
const DT_SYMTAB: u64 = 6;
const DT_GNU_HASH: u64 = 0x6fff_fef5;
const SYMBOL_BYTES: u64 = 24;
/// A table longer than this is a damaged image, not a library.
const TABLE_LIMIT: u64 = 1 << 22;
/// A chain longer than this, too: linkers make as many buckets as keep them at a few symbols. Each takes a read.
const CHAIN_LIMIT: u64 = 1 << 10;

/// Program headers that are looked at: linkers write about a dozen.
const MOST_HEADERS: u16 = 128;
const PROGRAM_HEADER: usize = 56;
const DYNAMIC_ENTRY: usize = 16;
/// Bytes of a dynamic section that are looked at: a library has some 30 entries.
const MOST_DYNAMIC: u64 = 0x4000;

/// One ELF file as it is mapped in a process.
#[derive(Clone, Debug)]
pub(super) struct Image {
    pub(super) path: PathBuf,
    /// Where its first byte is mapped.
    pub(super) start: u64,
    pub(super) text: Vec<Range<u64>>,
    /// The code, and which part of which file it is.
    pub(super) code: Vec<(Range<u64>, MappedFile)>,
    pub(super) data: Vec<Range<u64>>,
}

/// The images among `maps`, in address order.
pub(super) fn images(maps: &[MemoryMap]) -> Vec<Image> {
    let mut found: Vec<Image> = Vec::new();
    for (index, map) in maps.iter().enumerate() {
        let range = map.address.0..map.address.1;
        let MMapPath::Path(path) = &map.pathname else {
            // .bss: the anonymous pages right after a library's data
            if let Some(last) = found.last_mut()
                && matches!(map.pathname, MMapPath::Anonymous)
                && index > 0
                && maps[index - 1].address.1 == range.start
                && last.data.last().is_some_and(|data| data.end == range.start)
            {
                last.data.push(range);
            }
            continue;
        };
        if map.offset == 0 && found.last().is_none_or(|last| &last.path != path) {
            found.push(Image {
                path: path.clone(),
                start: range.start,
                text: Vec::new(),
                code: Vec::new(),
                data: Vec::new(),
            });
        }
        let Some(image) = found.last_mut().filter(|image| &image.path == path) else { continue };
        if map.perms.contains(MMPermissions::EXECUTE) {
            let (offset, device, inode) = (map.offset, map.dev, map.inode);
            let file = MappedFile { start: range.start, offset, device, inode };
            image.code.push((range.clone(), file));
            image.text.push(range);
        } else if map.perms.contains(MMPermissions::WRITE) {
            image.data.push(range);
        }
    }
    found
}

/// `path`'s file name, without the mark of a removed file.
pub(super) fn file_name(path: &Path) -> &str {
    let name = path.file_name().and_then(|name| name.to_str()).unwrap_or("");
    name.strip_suffix(" (deleted)").unwrap_or(name)
}

impl Image {
    /// Whether it is the library `stem`: `libc.so.6`, or `libc-2.31.so` as in older glibc versions.
    pub(super) fn is(&self, stem: &str) -> bool {
        let Some(rest) = file_name(&self.path).strip_prefix(stem) else { return false };
        rest.starts_with(".so") || (rest.starts_with("-2.") && rest.ends_with(".so"))
    }

    pub(super) fn in_text(&self, address: u64) -> bool {
        self.text.iter().any(|range| range.contains(&address))
    }

    pub(super) fn in_data(&self, address: u64) -> bool {
        self.data.iter().any(|range| range.contains(&address))
    }

    /// The addresses and sizes of those functions of `names` that it exports.
    pub(super) fn functions(&self, memory: &Memory, names: &[&str]) -> io::Result<Vec<Option<Range<u64>>>> {
        let table = Table::read(self, memory)?;
        names.iter().map(|name| table.find(name)).collect()
    }
}

/// What is needed to look symbols up in a mapped image.
struct Table<'a> {
    memory: &'a Memory,
    bias: u64,
    strings: u64,
    symbols: u64,
    buckets: u64,
    bucket_count: u64,
    chains: u64,
    first: u64,
}

/// The 8 bytes at `offset`, as a number.
fn word(bytes: &[u8], offset: usize) -> u64 {
    bytes.get(offset..offset + 8).and_then(|bytes| bytes.try_into().ok()).map_or(0, u64::from_ne_bytes)
}

fn broken() -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, "a mapped library has no readable symbol table")
}

impl<'a> Table<'a> {
    fn read(image: &Image, memory: &'a Memory) -> io::Result<Self> {
        let mut header = [0; 64];
        memory.read(image.start, &mut header)?;
        if &header[..4] != b"\x7fELF" {
            return Err(broken());
        }
        let count = u16::from_ne_bytes([header[56], header[57]]);
        if count > MOST_HEADERS {
            return Err(broken());
        }
        let mut programs = vec![0; usize::from(count) * PROGRAM_HEADER];
        memory.read(image.start.wrapping_add(word(&header, 32)), &mut programs)?;
        let (mut dynamic, mut bias) = (None, None);
        for program in programs.chunks_exact(PROGRAM_HEADER) {
            let (kind, address) = (word(program, 0) as u32, word(program, 16));
            match kind {
                PT_DYNAMIC => dynamic = Some((address, word(program, 40))),
                PT_LOAD if bias.is_none() => bias = Some(image.start.wrapping_sub(address & !0xfff)),
                _ => {}
            }
        }
        let ((dynamic, bytes), bias) = dynamic.zip(bias).ok_or_else(broken)?;
        let mut entries = vec![0; bytes.min(MOST_DYNAMIC) as usize / DYNAMIC_ENTRY * DYNAMIC_ENTRY];
        memory.read(bias.wrapping_add(dynamic), &mut entries)?;
        let (mut strings, mut symbols, mut hash) = (0, 0, 0);
        for entry in entries.chunks_exact(DYNAMIC_ENTRY) {
            let (tag, value) = (word(entry, 0), word(entry, 8));
            // glibc has relocated these in place; where it has not (read-only section), add the bias
            let place = if value < bias { bias.wrapping_add(value) } else { value };
            match tag {
                0 => break,
                DT_STRTAB => strings = place,
                DT_SYMTAB => symbols = place,
                DT_GNU_HASH => hash = place,
                _ => {}
            }
        }
        if strings == 0 || symbols == 0 || hash == 0 {
            return Err(broken());
        }
        let bucket_count = u64::from(memory.u32(hash)?);
        let first = u64::from(memory.u32(hash + 4)?);
        let bloom = u64::from(memory.u32(hash + 8)?);
        if bucket_count == 0 || bucket_count > TABLE_LIMIT || bloom > TABLE_LIMIT || first > TABLE_LIMIT {
            return Err(broken());
        }
        let buckets = hash + 16 + bloom * 8;
        Ok(Self {
            memory,
            bias,
            strings,
            symbols,
            buckets,
            bucket_count,
            chains: buckets + bucket_count * 4,
            first,
        })
    }

    fn find(&self, name: &str) -> io::Result<Option<Range<u64>>> {
        let hash =
            name.bytes().fold(5381_u32, |hash, byte| hash.wrapping_mul(33).wrapping_add(u32::from(byte)));
        let start = u64::from(self.memory.u32(self.buckets + u64::from(hash) % self.bucket_count * 4)?);
        if start < self.first {
            return Ok(None);
        }
        for index in start..start.saturating_add(CHAIN_LIMIT) {
            let chain = self.memory.u32(self.chains + (index - self.first) * 4)?;
            if chain | 1 == hash | 1
                && let Some(found) = self.symbol(index, name)?
            {
                return Ok(Some(found));
            }
            if chain & 1 == 1 {
                return Ok(None);
            }
        }
        Err(broken())
    }

    /// The symbol at `index`, when it is a defined function called `name`.
    fn symbol(&self, index: u64, name: &str) -> io::Result<Option<Range<u64>>> {
        let mut raw = [0; SYMBOL_BYTES as usize];
        self.memory.read(self.symbols + index * SYMBOL_BYTES, &mut raw)?;
        let name_at = u32::from_ne_bytes([raw[0], raw[1], raw[2], raw[3]]);
        let is_function = raw[4] & 0xf == 2;
        let is_defined = raw[6] != 0 || raw[7] != 0;
        if !is_function || !is_defined || self.memory.text(self.strings + u64::from(name_at), 64)? != name {
            return Ok(None);
        }
        let start = self.bias.wrapping_add(word(&raw, 8));
        Ok(Some(start..start + word(&raw, 16).max(1)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Each takes time, in each of thousands of libraries.
    #[test]
    fn no_more_headers_are_read_than_a_linker_writes() {
        let memory = Memory::open(std::process::id()).unwrap();
        let found = |headers: u16| {
            let mut header = [0_u8; 64];
            let start = (&raw const header).addr() as u64;
            header[..4].copy_from_slice(b"\x7fELF");
            // They are where nothing is mapped.
            header[32..40].copy_from_slice(&8_u64.wrapping_sub(start).to_ne_bytes());
            header[56..58].copy_from_slice(&headers.to_ne_bytes());
            std::hint::black_box(&mut header);
            let image =
                Image { path: "x".into(), start, text: Vec::new(), code: Vec::new(), data: Vec::new() };
            image.functions(&memory, &[]).unwrap_err().kind()
        };
        assert_ne!(found(MOST_HEADERS), io::ErrorKind::InvalidData, "they are looked for");
        assert_eq!(found(MOST_HEADERS + 1), io::ErrorKind::InvalidData);
    }
}
