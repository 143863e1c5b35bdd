//! x86-64.

/// Relocations by which the dynamic linker writes a function's address into a word: R_X86_64_64, R_X86_64_GLOB_DAT and
/// R_X86_64_JUMP_SLOT (System V ABI, x86-64).
pub(crate) const ADDRESSES: [u32; 3] = [1, 6, 7];

/// The toolkit's folders for this processor, below its `targets`.
pub(crate) const TOOLKITS: &[&str] = &["x86_64-linux"];
