//! The instructions of the helper thread, and the way back of a hijacked one. `helper.rs` says what is where in the mailbox.

use std::arch::global_asm;

global_asm!(
    // global, since the functions that use them may end up in another object file; hidden, since nobody else needs them
    ".globl zetop_inject_helper_start, zetop_inject_way_back, zetop_inject_helper_end",
    ".hidden zetop_inject_helper_start, zetop_inject_way_back, zetop_inject_helper_end",
    ".globl zetop_inject_looks, zetop_inject_looks_end, zetop_inject_done",
    ".hidden zetop_inject_looks, zetop_inject_looks_end, zetop_inject_done",
    ".pushsection .rodata",
    ".balign 16",
    "zetop_inject_helper_start:",
    // void *start_routine(mailbox): x19 = mailbox
    "stp x29, x30, [sp, #-32]!",
    "mov x29, sp",
    "stp x19, x20, [sp, #16]",
    "mov x19, x0",
    // the floating point modes of the hijacked thread were inherited: back to the defaults
    "msr fpcr, xzr",
    // rt_sigprocmask(SIG_UNBLOCK, &set, NULL, 8): every other signal stays blocked
    "mov x8, #135",
    "mov x0, #1",
    "add x1, x19, #120",
    "mov x2, #0",
    "mov x3, #8",
    "svc #0",
    // prctl(PR_SET_NAME, "zetop-in")
    "mov x8, #167",
    "mov x0, #15",
    "add x1, x19, #136",
    "svc #0",
    // pthread_detach(pthread_self())
    "ldr x9, [x19, #88]",
    "blr x9",
    "ldr x9, [x19, #96]",
    "blr x9",
    // gettid: from here on, zetop knows us
    "mov x8, #178",
    "svc #0",
    "str x0, [x19, #56]",
    "zetop_inject_looks:",
    "2:", // look
    "ldar w9, [x19]",
    "cmp w9, #1",
    "b.eq 3f",
    "cmp w9, #3",
    "b.eq 4f",
    "ldr w9, [x19, #4]",
    "subs w9, w9, #1",
    "str w9, [x19, #4]",
    "b.ls 5f",
    "mov x8, #101", // nanosleep
    "add x0, x19, #104",
    "mov x1, #0",
    "svc #0",
    "b 2b",
    "zetop_inject_looks_end:",
    "3:", // call
    "ldp x0, x1, [x19, #16]",
    "ldr x2, [x19, #32]",
    "ldr x9, [x19, #8]",
    "blr x9",
    "str x0, [x19, #40]",
    "mov w9, #2",
    "stlr w9, [x19]",
    "zetop_inject_done:",
    "b 2b",
    "5:", // silent for too long: nobody has taken the last call's result, so undo it
    "ldr w9, [x19]",
    "cmp w9, #2",
    "b.ne 4f",
    "ldr x9, [x19, #48]",
    "cbz x9, 4f",
    "ldr x0, [x19, #40]",
    "cbz x0, 4f",
    "blr x9",
    "4:", // leave: munmap(region, length), which returns to our caller; x16 may lead to a function with a mark
    "ldp x0, x1, [x19, #64]",
    "ldr x16, [x19, #80]",
    "ldp x19, x20, [sp, #16]",
    "ldp x29, x30, [sp], #32",
    "br x16",
    // the hijacked thread returns to this, with x19 = mailbox: rt_sigreturn
    "zetop_inject_way_back:",
    "str x0, [x19, #152]",
    "mov x8, #139",
    "svc #0",
    "zetop_inject_helper_end:",
    ".popsection",
);

#[cfg(test)]
pub(crate) const SYSTEM_CALL: &[u8] = &[0x01, 0x00, 0x00, 0xd4];
/// stlr w9, [x19]
#[cfg(test)]
pub(crate) const SAYS_DONE: &[u8] = &[0x69, 0xfe, 0x9f, 0x88];

/// Where the instruction at `at` jumps to.
#[cfg(test)]
pub(crate) fn jumps_to(code: &[u8], at: u64) -> u64 {
    let jump = u32::from_le_bytes(code[at as usize..at as usize + 4].try_into().unwrap());
    assert_eq!(jump >> 26, 0b000_101);
    at.wrapping_add_signed(i64::from((jump << 6).cast_signed() >> 6) * 4)
}
