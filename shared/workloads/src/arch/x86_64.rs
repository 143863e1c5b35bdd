//! x86-64.

/// System calls that newer processors' Linux no longer has.
pub(crate) const OLDER_CALLS: &[libc::c_long] = &[libc::SYS_open, libc::SYS_readlink];

/// The body of a naked function with that many arguments: goes on to a function that has the return address as one argument more.
#[macro_export]
macro_rules! jump_with_caller {
    // The return address is on top of the stack.
    (1, $to:ident) => {
        ::std::arch::naked_asm!("mov rsi, [rsp]", "jmp {}", sym $to)
    };
    (2, $to:ident) => {
        ::std::arch::naked_asm!("mov rdx, [rsp]", "jmp {}", sym $to)
    };
    (3, $to:ident) => {
        ::std::arch::naked_asm!("mov rcx, [rsp]", "jmp {}", sym $to)
    };
}
