//! x86-64.

/// The body of a naked function with 1 or 3 arguments: goes on to a function that has the return address as one argument more.
macro_rules! jump_with_return_address {
    // System V ABI: on entry, [rsp] is the return address, and the register is the next argument's.
    (1, $to:ident) => {
        std::arch::naked_asm!("mov rsi, qword ptr [rsp]", "jmp {to}", to = sym $to)
    };
    (3, $to:ident) => {
        std::arch::naked_asm!("mov rcx, qword ptr [rsp]", "jmp {to}", to = sym $to)
    };
}
pub(crate) use jump_with_return_address;
