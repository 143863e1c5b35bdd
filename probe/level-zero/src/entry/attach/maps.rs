//! This process's memory map, and what its modules are.

mod elf;
mod mapping;
mod modules;

pub use elf::data;
pub use mapping::Mapping;
pub use modules::{ever_loaded as modules_ever_loaded, ever_unloaded as modules_ever_unloaded};
use std::collections::BTreeSet;
use std::ffi::{CStr, CString};
pub use zetop_probe_core::access::{copy, exchange, hold, word};
use zetop_probe_core::own_file;

/// `/proc/self/maps`, in ascending order; in a chroot without `/proc`, what the dynamic linker knows.
#[must_use]
pub fn read() -> Vec<Mapping> {
    match own_file::read("/proc/self/maps".as_ref()) {
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

/// A library in one of the loader's layer slots, whoever made it. The loader opens these by name.
#[must_use]
pub fn is_layer(path: &str) -> bool {
    let name = path.rsplit('/').next().unwrap_or_default();
    ["libze_validation_layer.so", "libze_tracing_layer.so"].iter().any(|layer| name.starts_with(layer))
}

#[must_use]
pub fn has_loader() -> bool {
    !loaders().is_empty()
}

/// The paths of all mapped loaders.
#[must_use]
pub fn loaders() -> BTreeSet<String> {
    read().into_iter().map(|m| m.path).filter(|path| is_loader(path)).collect()
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
            // The program itself can't be opened by its name, and does not export such functions.
            return false;
        }
        let found = libc::dlsym(handle, name.as_ptr());
        libc::dlclose(handle);
        let mut info: libc::Dl_info = std::mem::zeroed();
        // dlsym looks into the library's dependencies as well.
        !found.is_null() && libc::dladdr(found, &raw mut info) != 0 && info.dli_fbase as usize == start
    }
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
}
