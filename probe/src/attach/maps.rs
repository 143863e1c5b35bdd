//! This process's memory map, and reads that fail instead of faulting.

mod modules;

pub use modules::data;
use std::ffi::c_void;

#[derive(Debug, Clone)]
pub struct Mapping {
    pub start: usize,
    pub end: usize,
    pub readable: bool,
    pub writable: bool,
    pub executable: bool,
    /// File behind it; empty for anonymous memory, `[heap]` and the like for the kernel's names.
    pub path: String,
}

impl Mapping {
    /// Its size in words, for reading; of larger ones, the beginning.
    #[must_use]
    pub fn words(&self) -> usize {
        const MOST: usize = 48 << 20;
        (self.end - self.start).min(MOST) / size_of::<usize>()
    }

    #[must_use]
    pub fn is_file(&self) -> bool {
        self.path.starts_with('/')
    }
}

/// `/proc/self/maps`, in ascending order; in a chroot without `/proc`, what the dynamic linker knows.
#[must_use]
pub fn read() -> Vec<Mapping> {
    match std::fs::read_to_string("/proc/self/maps") {
        Ok(maps) => maps.lines().filter_map(parse).collect(),
        Err(_) => modules::mappings(),
    }
}

/// A line like `7f00-7f10 r-xp 00000000 08:01 42   /lib/x.so`.
fn parse(line: &str) -> Option<Mapping> {
    let mut fields = line.splitn(6, ' ');
    let (start, end) = fields.next()?.split_once('-')?;
    let flags = fields.next()?.as_bytes();
    Some(Mapping {
        start: usize::from_str_radix(start, 16).ok()?,
        end: usize::from_str_radix(end, 16).ok()?,
        readable: flags.first() == Some(&b'r'),
        writable: flags.get(1) == Some(&b'w'),
        executable: flags.get(2) == Some(&b'x'),
        path: fields.nth(3).unwrap_or_default().trim_start().to_owned(),
    })
}

#[must_use]
pub fn is_loader(path: &str) -> bool {
    path.rsplit('/').next().is_some_and(|name| name.starts_with("libze_loader.so"))
}

/// A library in one of the loader's slots for layers, which has these by name; whoever made it.
#[must_use]
pub fn is_layer(path: &str) -> bool {
    let name = path.rsplit('/').next().unwrap_or_default();
    ["libze_validation_layer.so", "libze_tracing_layer.so"].iter().any(|layer| name.starts_with(layer))
}

#[must_use]
pub fn has_loader() -> bool {
    read().iter().any(|m| is_loader(&m.path))
}

/// Reads memory that may go away at any moment; what can't be read is left out at the end.
pub fn copy(start: usize, buffer: &mut Vec<usize>, words: usize) {
    buffer.clear();
    buffer.resize(words, 0);
    let local = libc::iovec { iov_base: buffer.as_mut_ptr().cast(), iov_len: words * 8 };
    let remote = libc::iovec { iov_base: start as *mut c_void, iov_len: words * 8 };
    // SAFETY: `local` is the buffer just sized; a bad remote address is an error, not a fault.
    let read =
        unsafe { libc::process_vm_readv(libc::getpid(), &raw const local, 1, &raw const remote, 1, 0) };
    buffer.truncate(usize::try_from(read).unwrap_or(0) / 8);
}

/// True when all of some words can still be read. Each page is tried once.
pub fn are_readable(addresses: impl Iterator<Item = usize>) -> bool {
    const PAGE: usize = 4096;
    let mut last = None;
    let mut word = Vec::new();
    addresses.into_iter().all(|address| {
        let page = Some(address / PAGE);
        if page != last {
            copy(address, &mut word, 1);
            last = page;
        }
        !word.is_empty()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_read() {
        let m = parse("7f0000-7f1000 rw-p 00001000 08:01 42                    /lib/a b.so").unwrap();
        assert_eq!((m.start, m.end, m.readable, m.writable), (0x7f_0000, 0x7f_1000, true, true));
        assert_eq!(m.path, "/lib/a b.so");
        assert_eq!(parse("7f0000-7f1000 ---p 00000000 00:00 0").unwrap().path, "");
        assert!(is_layer("/opt/x/libze_validation_layer.so.1") && !is_layer("/usr/lib/libze_intel_gpu.so.1"));
        assert!(is_loader("/usr/lib/libze_loader.so.1.8.0") && !is_loader("/usr/lib/libze_intel_gpu.so.1"));
    }

    #[test]
    fn unreadable_memory_is_no_fault() {
        let value = 42usize;
        let mut buffer = Vec::new();
        copy(&raw const value as usize, &mut buffer, 1);
        assert_eq!(buffer, [42]);
        copy(8, &mut buffer, 4);
        assert!(buffer.is_empty());
        let many = [7_usize; 3000];
        let addresses = || many.iter().map(|word| &raw const *word as usize);
        assert!(are_readable(addresses()));
        assert!(!are_readable(addresses().chain([8])));
    }
}
