//! aarch64. Neither a driver nor CUPTI for it has been tried.

/// Relocations by which the dynamic linker writes a function's address into a word: R_AARCH64_ABS64, R_AARCH64_GLOB_DAT and
/// R_AARCH64_JUMP_SLOT (ELF for the Arm 64-bit Architecture).
pub(crate) const ADDRESSES: [u32; 3] = [257, 1025, 1026];

/// The toolkit's folders for this processor, below its `targets`: servers, Jetson.
pub(crate) const TOOLKITS: &[&str] = &["sbsa-linux", "aarch64-linux"];
