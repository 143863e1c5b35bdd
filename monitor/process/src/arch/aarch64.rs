//! aarch64.

/// Entry flag of a library in `ld.so.cache` (`FLAG_AARCH64_LIB64 | FLAG_ELF_LIBC6` in glibc's ldconfig.h).
pub(crate) const LIBRARY_FLAG: u32 = 0x0a03;

/// System calls that wait for the first descriptors of a set.
pub(crate) const SELECTS: &[i64] = &[libc::SYS_pselect6];

/// The dynamic linker's file.
#[cfg(test)]
pub(crate) const LINKER: &str = "/lib/ld-linux-aarch64.so.1";
