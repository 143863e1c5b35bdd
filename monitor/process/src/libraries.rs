//! Finding shared libraries much as the dynamic linker does, without RPATH and RUNPATH: `LD_LIBRARY_PATH`, `/etc/ld.so.cache`, the
//! default folders. Nothing is loaded.

use crate::arch::LIBRARY_FLAG;
use std::ffi::OsStr;
use std::path::{Path, PathBuf};

/// Where `dlopen(name)` would find a library (see the module for what is not looked at), given the value of `LD_LIBRARY_PATH`.
#[must_use]
pub fn find(name: &str, library_path: Option<&OsStr>) -> Option<PathBuf> {
    let set = library_path.map(|p| std::env::split_paths(p).collect::<Vec<_>>()).unwrap_or_default();
    let in_folder = |dir: PathBuf| Some(dir.join(name)).filter(|path| path.is_file());
    // an empty entry means the current folder
    let set = set.into_iter().map(|dir| if dir.as_os_str().is_empty() { PathBuf::from(".") } else { dir });
    set.into_iter()
        .find_map(in_folder)
        .or_else(|| from_cache(name))
        .or_else(|| default_folders().into_iter().find_map(in_folder))
}

fn default_folders() -> Vec<PathBuf> {
    let arch = std::env::consts::ARCH;
    let triplet = format!("{arch}-linux-gnu");
    ["/lib", "/usr/lib", "/usr/local/lib"]
        .iter()
        .flat_map(|dir| [format!("{dir}/{triplet}"), format!("{dir}64"), (*dir).to_owned()])
        .map(PathBuf::from)
        .collect()
}

fn from_cache(name: &str) -> Option<PathBuf> {
    let cache = std::fs::read("/etc/ld.so.cache").ok()?;
    look_up(&cache, name).into_iter().find(|path| path.is_file())
}

/// Paths of a library in a cache of glibc's format 1.1: a 48-byte header whose fifth word is the number of
/// entries, entries of 24 bytes (flags, name offset, path offset, ...), strings. An old-format cache may come
/// first.
fn look_up(cache: &[u8], name: &str) -> Vec<PathBuf> {
    const MAGIC: &[u8] = b"glibc-ld.so.cache1.1";
    let Some(start) = memchr::memmem::find(cache, MAGIC) else { return Vec::new() };
    let cache = &cache[start..];
    let word = |at: usize| -> Option<u32> {
        cache.get(at..at + 4).and_then(|b| b.try_into().ok()).map(u32::from_ne_bytes)
    };
    let text = |at: u32| -> Option<&[u8]> {
        let rest = cache.get(at as usize..)?;
        rest.get(..rest.iter().position(|b| *b == 0)?)
    };
    // Comparing from the start of a name is fast: most of the hundreds of names differ in their first bytes.
    let is_name = |at: u32| {
        let rest = cache.get(at as usize..).and_then(|rest| rest.strip_prefix(name.as_bytes()));
        rest.is_some_and(|rest| rest.first() == Some(&0))
    };
    let entries = word(20).unwrap_or(0).min(1 << 20) as usize;
    (0..entries)
        .map_while(|i| {
            let at = 48 + 24 * i;
            Some((word(at)?, word(at + 4)?, word(at + 8)?))
        })
        .filter(|(flags, key, _)| *flags & 0xffff == LIBRARY_FLAG && is_name(*key))
        .filter_map(|(_, _, value)| Some(Path::new(std::str::from_utf8(text(value)?).ok()?).to_owned()))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn libc_is_found_like_any_library() {
        let path = find("libc.so.6", None).unwrap();
        assert!(path.is_file(), "{}", path.display());
    }

    #[test]
    fn the_set_path_comes_first() {
        let dir = tempfile::tempdir().unwrap();
        std::fs::write(dir.path().join("libc.so.6"), "").unwrap();
        let set = std::env::join_paths([Path::new("/nonexistent"), dir.path()]).unwrap();
        assert_eq!(find("libc.so.6", Some(&set)), Some(dir.path().join("libc.so.6")));
        assert_eq!(find("libno-such-thing.so.1", Some(&set)), None);
    }

    #[test]
    fn rubbish_in_the_cache_finds_nothing() {
        assert!(look_up(b"", "x").is_empty());
        let mut cache = b"glibc-ld.so.cache1.1".to_vec();
        cache.extend([0xff; 400]);
        assert!(look_up(&cache, "x").is_empty());
    }
}
