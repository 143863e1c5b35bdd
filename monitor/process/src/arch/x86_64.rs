//! x86-64.

/// Entry flag of a library in `ld.so.cache` (`FLAG_X8664_LIB64 | FLAG_ELF_LIBC6` in glibc's dl-cache.h).
pub(crate) const LIBRARY_FLAG: u32 = 0x0303;

/// System calls that wait for the first descriptors of a set.
pub(crate) const SELECTS: &[i64] = &[libc::SYS_select, libc::SYS_pselect6];

/// The dynamic linker's file.
#[cfg(test)]
pub(crate) const LINKER: &str = "/lib64/ld-linux-x86-64.so.2";
