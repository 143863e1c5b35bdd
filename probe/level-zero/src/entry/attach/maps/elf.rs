//! Where exactly a loaded module's data is, from its own program headers. Doesn't use the dynamic linker's
//! list, whose lock may be held for ever in a forked child.

use super::mapping::Mapping;
use std::ops::Range;
use zetop_probe_core::access::copy;

const PAGE: usize = 4096;
const PT_LOAD: u32 = 1;
const PT_GNU_RELRO: u32 = 0x6474_e552;
const PF_W: u32 = 2;
/// Bytes of a 64-bit program header.
const HEADER: usize = 56;
const MOST_HEADERS: usize = 64;

/// The initialised and zeroed data that the module at `path` may write to; nothing if its headers make no
/// sense.
pub fn data(mappings: &[Mapping], path: &str) -> Vec<Range<usize>> {
    ranges(mappings, path).unwrap_or_default()
}

fn ranges(mappings: &[Mapping], path: &str) -> Option<Vec<Range<usize>>> {
    let first = mappings.iter().find(|m| m.path == path)?.start;
    let mut words = Vec::new();
    copy(first, &mut words, 8);
    // Magic, 64 bits, little-endian.
    if words.len() < 8 || words[0] & 0xffff_ffff_ffff != 0x0102_464c_457f {
        return None;
    }
    // e_phoff, then e_phentsize and e_phnum in the middle of the seventh word.
    let (offset, size, count) = (words[4], words[6] >> 48, words[7] & 0xffff);
    if size != HEADER || count > MOST_HEADERS || offset > PAGE {
        return None;
    }
    copy(first.checked_add(offset)?, &mut words, count * HEADER / 8);
    let headers: Vec<Header> = words.chunks_exact(HEADER / 8).map(Header::new).collect();
    let lowest = headers.iter().filter(|h| h.sort == PT_LOAD).map(|h| h.address).min()?;
    let base = first.wrapping_sub(lowest & !(PAGE - 1));
    // In whole pages, as the dynamic linker protects it.
    let relro = headers.iter().filter(|h| h.sort == PT_GNU_RELRO).map(|h| {
        let start = base.wrapping_add(h.address);
        (start & !(PAGE - 1))..start.saturating_add(h.length) & !(PAGE - 1)
    });
    let relro: Vec<Range<usize>> = relro.collect();
    let data = headers.iter().filter(|h| h.sort == PT_LOAD && h.flags & PF_W != 0).map(|h| {
        let start = base.wrapping_add(h.address);
        let protected = relro.iter().filter(|r| r.contains(&start)).map(|r| r.end).max();
        protected.unwrap_or(start)..start.saturating_add(h.length)
    });
    Some(data.filter(|range| range.start < range.end).collect())
}

struct Header {
    sort: u32,
    flags: u32,
    address: usize,
    length: usize,
}

impl Header {
    fn new(words: &[usize]) -> Self {
        // p_type and p_flags, p_offset, p_vaddr, p_paddr, p_filesz, p_memsz
        Self { sort: words[0] as u32, flags: (words[0] >> 32) as u32, address: words[2], length: words[5] }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::entry::attach::maps;
    use std::sync::atomic::AtomicUsize;

    static IN_BSS: AtomicUsize = AtomicUsize::new(0);
    static IN_DATA: AtomicUsize = AtomicUsize::new(7);
    static CONSTANT: &usize = &7;

    #[test]
    fn our_own_data_is_found() {
        let mappings = maps::read();
        let own = std::env::current_exe().unwrap();
        let data = data(&mappings, own.to_str().unwrap());
        let holds = |address: usize| data.iter().any(|range| range.contains(&address));
        assert!(holds(&raw const IN_BSS as usize) && holds(&raw const IN_DATA as usize), "{data:x?}");
        // The reference is relocated, and protected after that.
        assert!(!holds(&raw const CONSTANT as usize) && !holds(&raw const data as usize), "{data:x?}");
        let writable = |at: &Range<usize>| maps::is_writable(&mappings, at.start);
        assert!(!data.is_empty() && data.iter().all(writable), "{data:x?}");
    }

    #[test]
    fn what_is_no_module_has_none() {
        let mappings = maps::read();
        assert!(data(&mappings, "[stack]").is_empty() && data(&mappings, "/nowhere").is_empty());
    }
}
