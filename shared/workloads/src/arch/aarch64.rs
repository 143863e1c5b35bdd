//! aarch64.

/// Linux has `openat` and `readlinkat` only.
pub(crate) const OLDER_CALLS: &[libc::c_long] = &[libc::SYS_readlinkat];

/// The body of a naked function with that many arguments: goes on to a function that has the return address as one argument more.
#[macro_export]
macro_rules! jump_with_caller {
    (1, $to:ident) => {
        ::std::arch::naked_asm!("mov x1, x30", "b {}", sym $to)
    };
    (2, $to:ident) => {
        ::std::arch::naked_asm!("mov x2, x30", "b {}", sym $to)
    };
    (3, $to:ident) => {
        ::std::arch::naked_asm!("mov x3, x30", "b {}", sym $to)
    };
}
