//! aarch64.

/// The body of a naked function with 1 or 3 arguments: goes on to a function that has the return address as one argument more.
macro_rules! jump_with_return_address {
    // AAPCS64: on entry, x30 is the return address, and the other register is the next argument's.
    (1, $to:ident) => {
        std::arch::naked_asm!("mov x1, x30", "b {to}", to = sym $to)
    };
    (3, $to:ident) => {
        std::arch::naked_asm!("mov x3, x30", "b {to}", to = sym $to)
    };
}
pub(crate) use jump_with_return_address;
