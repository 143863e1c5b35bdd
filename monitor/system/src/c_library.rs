//! The C library: which one is in use, and what a file needs of it.

use object::LittleEndian;
use object::elf::FileHeader64;
use object::read::elf::FileHeader;
use std::ffi::CStr;

/// The C library of this process: `glibc 2.36`.
#[must_use]
pub fn in_use() -> String {
    // SAFETY: glibc returns a constant text that ends with zero.
    let version = unsafe { CStr::from_ptr(libc::gnu_get_libc_version()) };
    format!("glibc {}", version.to_string_lossy())
}

/// The oldest glibc in which all symbols are that an ELF file names with a version: `2.17`.
#[must_use]
pub fn needed_by(file: &[u8]) -> Option<String> {
    let header = FileHeader64::<LittleEndian>::parse(file).ok()?;
    let endian = header.endian().ok()?;
    let sections = header.sections(endian, file).ok()?;
    let (mut needs, strings) = sections.gnu_verneed(endian, file).ok()??;
    let strings = sections.strings(endian, file, strings).ok()?;
    let mut newest = None;
    while let Some((_, mut versions)) = needs.next().ok()? {
        while let Some(version) = versions.next().ok()? {
            newest = newest.max(number(version.name(endian, strings).ok()?));
        }
    }
    newest.map(|number| number.iter().map(u32::to_string).collect::<Vec<_>>().join("."))
}

/// `GLIBC_2.2.5`
fn number(version: &[u8]) -> Option<Vec<u32>> {
    let text = std::str::from_utf8(version).ok()?.strip_prefix("GLIBC_")?;
    text.split('.').map(|part| part.parse().ok()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_are_compared_by_their_numbers() {
        assert!(number(b"GLIBC_2.17") > number(b"GLIBC_2.2.5"));
        assert_eq!(number(b"GLIBC_PRIVATE"), None);
        assert_eq!(number(b"GCC_3.3"), None);
    }

    /// It runs, so what it needs is there.
    #[test]
    fn this_test_needs_no_newer_c_library_than_it_has() {
        let needed = needed_by(&std::fs::read("/proc/self/exe").unwrap()).unwrap();
        let in_use = in_use().replace("glibc ", "GLIBC_");
        let needed = number(format!("GLIBC_{needed}").as_bytes());
        assert!(
            needed > number(b"GLIBC_2.2.4") && needed <= number(in_use.as_bytes()),
            "{needed:?} {in_use}"
        );
    }

    #[test]
    fn rubbish_needs_nothing() {
        assert_eq!(needed_by(b""), None);
        assert_eq!(needed_by(&[0xff; 200]), None);
    }
}
