//! The instructions of the helper thread, and the way back of a hijacked one. `helper.rs` says what is where in the mailbox.

use std::arch::global_asm;

global_asm!(
    // global, since the functions below may end up in another object file; hidden, since nobody else needs them
    ".globl zetop_inject_helper_start, zetop_inject_way_back, zetop_inject_helper_end",
    ".hidden zetop_inject_helper_start, zetop_inject_way_back, zetop_inject_helper_end",
    ".globl zetop_inject_looks, zetop_inject_looks_end, zetop_inject_done",
    ".hidden zetop_inject_looks, zetop_inject_looks_end, zetop_inject_done",
    ".pushsection .rodata",
    ".balign 16",
    "zetop_inject_helper_start:",
    // void *start_routine(mailbox): rbx = mailbox
    "push rbx",
    "push rbp",
    "sub rsp, 8",
    "mov rbx, rdi",
    // the floating point modes of the hijacked thread were inherited: back to the defaults
    "fninit",
    "mov dword ptr [rsp], 0x1f80",
    "ldmxcsr dword ptr [rsp]",
    "cld",
    // rt_sigprocmask(SIG_UNBLOCK, &set, NULL, 8): every other signal stays blocked
    "mov eax, 14",
    "mov edi, 1",
    "lea rsi, [rbx + 120]",
    "xor edx, edx",
    "mov r10d, 8",
    "syscall",
    // prctl(PR_SET_NAME, "zetop-in")
    "mov eax, 157",
    "mov edi, 15",
    "lea rsi, [rbx + 136]",
    "syscall",
    // pthread_detach(pthread_self())
    "call qword ptr [rbx + 88]",
    "mov rdi, rax",
    "call qword ptr [rbx + 96]",
    // gettid: from here on, zetop knows us
    "mov eax, 186",
    "syscall",
    "mov [rbx + 56], rax",
    "zetop_inject_looks:",
    "2:", // look
    "mov eax, [rbx]",
    "cmp eax, 1",
    "je 3f",
    "cmp eax, 3",
    "je 4f",
    "sub dword ptr [rbx + 4], 1",
    "jbe 5f",
    "mov eax, 35", // nanosleep
    "lea rdi, [rbx + 104]",
    "xor esi, esi",
    "syscall",
    "jmp 2b",
    "zetop_inject_looks_end:",
    "3:", // call
    "mov rdi, [rbx + 16]",
    "mov rsi, [rbx + 24]",
    "mov rdx, [rbx + 32]",
    "xor eax, eax",
    "call qword ptr [rbx + 8]",
    "mov [rbx + 40], rax",
    "mov dword ptr [rbx], 2",
    "zetop_inject_done:",
    "jmp 2b",
    "5:", // silent for too long: nobody has taken the last call's result, so undo it
    "cmp dword ptr [rbx], 2",
    "jne 4f",
    "mov rbp, [rbx + 48]",
    "test rbp, rbp",
    "jz 4f",
    "mov rdi, [rbx + 40]",
    "test rdi, rdi",
    "jz 4f",
    "call rbp",
    "4:", // leave: munmap(region, length), which returns to our caller
    "mov rdi, [rbx + 64]",
    "mov rsi, [rbx + 72]",
    "mov rax, [rbx + 80]",
    "add rsp, 8",
    "pop rbp",
    "pop rbx",
    "jmp rax",
    // the hijacked thread returns to this, with rbx = mailbox: rt_sigreturn
    "zetop_inject_way_back:",
    "mov [rbx + 152], rax",
    "mov eax, 15",
    "syscall",
    "zetop_inject_helper_end:",
    ".popsection",
);

#[cfg(test)]
pub(crate) const SYSTEM_CALL: &[u8] = &[0x0f, 0x05];
/// mov dword ptr [rbx], 2
#[cfg(test)]
pub(crate) const SAYS_DONE: &[u8] = &[0xc7, 0x03, 2, 0, 0, 0];

/// Where the instruction at `at` jumps to: a short one.
#[cfg(test)]
pub(crate) fn jumps_to(code: &[u8], at: u64) -> u64 {
    let jump = [code[at as usize], code[at as usize + 1]];
    assert_eq!(jump[0], 0xeb);
    (at + 2).wrapping_add_signed(i64::from(jump[1].cast_signed()))
}
