//! This process's memory map, and reads that fail instead of faulting.

mod elf;
mod modules;

pub use elf::data;
use std::ffi::{CStr, CString, c_void};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

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

/// Whether the mapping with this address is writable.
#[must_use]
pub fn is_writable(mappings: &[Mapping], address: usize) -> bool {
    let at = mappings.partition_point(|m| m.end <= address);
    mappings.get(at).is_some_and(|m| m.start <= address && m.writable)
}

/// Whether the module at `path`, which is mapped from `start` on, exports a function of that name.
pub fn exports(path: &str, start: usize, name: &CStr) -> bool {
    let Ok(path) = CString::new(path) else { return false };
    // SAFETY: C strings; with RTLD_NOLOAD nothing is loaded; `Dl_info` is plain data.
    unsafe {
        let handle = libc::dlopen(path.as_ptr(), libc::RTLD_NOLOAD | libc::RTLD_LAZY);
        if handle.is_null() {
            // The program itself has no handle of its name, and exports nothing of the kind.
            return false;
        }
        let found = libc::dlsym(handle, name.as_ptr());
        libc::dlclose(handle);
        let mut info: libc::Dl_info = std::mem::zeroed();
        // dlsym looks into the library's dependencies as well.
        !found.is_null() && libc::dladdr(found, &raw mut info) != 0 && info.dli_fbase as usize == start
    }
}

/// Reads memory that may go away at any moment; what can't be read is left out at the end.
pub fn copy(start: usize, buffer: &mut Vec<usize>, words: usize) {
    buffer.clear();
    buffer.resize(words, 0);
    let read = copied(start, buffer).unwrap_or(0);
    buffer.truncate(read);
}

/// The kernel lets nobody read that way (any more): the program has locked itself into a sandbox.
static REFUSED: AtomicBool = AtomicBool::new(false);

/// Number of words that were read; `None` when reading in this way is refused.
fn copied(start: usize, buffer: &mut [usize]) -> Option<usize> {
    if REFUSED.load(Ordering::Relaxed) {
        return None;
    }
    let local = libc::iovec { iov_base: buffer.as_mut_ptr().cast(), iov_len: size_of_val(buffer) };
    let remote = libc::iovec { iov_base: start as *mut c_void, iov_len: size_of_val(buffer) };
    // SAFETY: `local` is the buffer; a bad remote address is an error, not a fault.
    let read =
        unsafe { libc::process_vm_readv(libc::getpid(), &raw const local, 1, &raw const remote, 1, 0) };
    match usize::try_from(read) {
        Ok(bytes) => Some(bytes / size_of::<usize>()),
        Err(_) => match std::io::Error::last_os_error().raw_os_error() {
            Some(libc::EPERM | libc::ENOSYS | libc::EACCES) => {
                REFUSED.store(true, Ordering::Relaxed);
                None
            }
            _ => Some(0),
        },
    }
}

/// A word that may go away at any moment; `None` when it has.
///
/// # Safety
/// The address was that of an aligned word when it was found.
pub unsafe fn word(address: usize) -> Option<usize> {
    let mut word = [0];
    match copied(address, &mut word) {
        Some(1) => Some(word[0]),
        Some(_) => None,
        // SAFETY: the caller's promise; where nobody can look first, memory of the loader's is taken to stay.
        None => Some(unsafe { AtomicUsize::from_ptr(address as *mut usize) }.load(Ordering::Acquire)),
    }
}

/// Puts `new` in the place of `old`, if that stands there. Memory that has gone or holds anything else is left alone.
///
/// # Safety
/// As of [`word`]; and where `old` stands, the word may be written to and is a pointer of a loader's or ours.
pub unsafe fn exchange(address: usize, old: usize, new: usize) -> bool {
    // SAFETY: the caller's promise.
    if unsafe { word(address) } != Some(old) {
        return false;
    }
    // SAFETY: it was there and held that pointer just now; tables and what is kept from them live as long as their
    // loader.
    let slot = unsafe { AtomicUsize::from_ptr(address as *mut usize) };
    slot.compare_exchange(old, new, Ordering::AcqRel, Ordering::Relaxed).is_ok()
}

/// True when each address holds its word, in ascending order of addresses.
///
/// # Safety
/// As of [`word`].
pub unsafe fn hold(places: &[(usize, usize)], buffer: &mut Vec<usize>) -> bool {
    let in_a_row = |a: &(usize, usize), b: &(usize, usize)| a.0 + size_of::<usize>() == b.0;
    let all = places.chunk_by(in_a_row).all(|row| {
        buffer.clear();
        buffer.resize(row.len(), 0);
        match copied(row[0].0, buffer) {
            Some(count) => {
                count == row.len() && row.iter().zip(&*buffer).all(|(place, word)| place.1 == *word)
            }
            // SAFETY: the caller's promise.
            None => row.iter().all(|place| unsafe { word(place.0) } == Some(place.1)),
        }
    });
    // A row of pointers to our wrappers is nothing to leave in memory that is given back.
    buffer.fill(0);
    std::hint::black_box(&*buffer);
    all
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
        let many: Vec<usize> = (0..300).collect();
        let at = |word: &usize| (&raw const *word as usize, *word);
        let mut places: Vec<_> = many.iter().filter(|word| *word % 7 != 0).map(at).collect();
        // SAFETY: words of ours, and an address at which there is nothing.
        unsafe {
            assert_eq!((word(at(&many[5]).0), word(8)), (Some(5), None));
            assert!(hold(&places, &mut buffer));
            places[100].1 += 1;
            assert!(!hold(&places, &mut buffer));
            assert!(!hold(&[(8, 0)], &mut buffer));
        }
    }
}
