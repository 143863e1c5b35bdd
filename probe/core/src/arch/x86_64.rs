//! x86-64.

mod frame;

pub(crate) use frame::Frame;
use std::arch::{asm, global_asm};
use std::sync::atomic::AtomicU64;
use zetop_wire::layout::ThreadBlock;

/// The largest page that Linux has there.
#[repr(C, align(4096))]
pub(crate) struct OwnPage<T>(pub(crate) T);

/// The size of pages.
pub(crate) fn page() -> usize {
    4096
}

/// CPUID 8000_0007h, EDX bit 8: "invariant TSC" (Intel SDM volume 3, 19.17.1; Linux shows it as
/// `nonstop_tsc`).
pub(crate) fn has_steady_counter() -> bool {
    use std::arch::x86_64::__cpuid;
    __cpuid(0x8000_0000).eax >= 0x8000_0007 && __cpuid(0x8000_0007).edx & (1 << 8) != 0
}

/// The time-stamp counter.
#[inline(always)]
pub(crate) fn counter() -> u64 {
    // SAFETY: rdtsc exists on every x86-64 processor; CR4.TSD is not set on Linux.
    unsafe { std::arch::x86_64::_rdtsc() }
}

// The thread's block, and the generation that it belongs to: `thread::NO_BLOCK` at first.
global_asm!(
    ".pushsection .tdata,\"awT\",@progbits",
    ".balign 16",
    ".globl zetop_thread_block",
    ".hidden zetop_thread_block",
    ".type zetop_thread_block, @object",
    ".size zetop_thread_block, 16",
    "zetop_thread_block:",
    ".quad 0",
    ".quad -1",
    ".popsection",
);

#[inline(always)]
pub(crate) fn thread_variables() -> (*const ThreadBlock, u64) {
    let block;
    let generation;
    // SAFETY: reads this thread's copy of the variables above, by the x86-64 initial-exec sequence.
    unsafe {
        asm!(
            "mov {0}, qword ptr [rip + zetop_thread_block@GOTTPOFF]",
            "mov {1}, qword ptr fs:[{0} + 8]",
            "mov {0}, qword ptr fs:[{0}]",
            out(reg) block,
            out(reg) generation,
            options(nostack, readonly, preserves_flags),
        );
    }
    (block, generation)
}

pub(crate) fn set_thread_variables(block: *const ThreadBlock, generation: u64) {
    // SAFETY: writes this thread's copy of the variables above; nobody else has their address. The block
    // is written first: a signal handler in between still sees the old number.
    unsafe {
        asm!(
            "mov {0}, qword ptr [rip + zetop_thread_block@GOTTPOFF]",
            "mov qword ptr fs:[{0}], {1}",
            "mov qword ptr fs:[{0} + 8], {2}",
            out(reg) _,
            in(reg) block,
            in(reg) generation,
            options(nostack, preserves_flags),
        );
    }
}

/// Nothing has to be found out before [`id_in_descriptor`].
pub(crate) fn find_descriptor() {}

/// `tid` of glibc's `struct pthread`, at the same place since 2.4; with another C library, any value.
pub(crate) fn id_in_descriptor() -> u32 {
    let id: u32;
    // SAFETY: reads four bytes of this thread's descriptor, which fs points to. glibc's has 2,304 bytes; of another
    // C library's, which may be smaller, they are in the stack mapping that it lies in.
    unsafe {
        asm!("mov {0:e}, dword ptr fs:[0x2d0]", out(reg) id, options(nostack, readonly, preserves_flags));
    }
    id
}

/// `stackblock` and `stackblock_size` of glibc's `struct pthread` are somewhere in these words of it in all versions, which has
/// 2,304 bytes.
pub(crate) const STACK_BOUNDS: (usize, usize) = (0x600, 48);
/// The descriptor is at the top of the block, with nothing but alignment above it.
pub(crate) const ABOVE_DESCRIPTOR: usize = 0x2000;

/// The address of this thread's descriptor.
pub(crate) fn descriptor() -> usize {
    let descriptor: usize;
    // SAFETY: reads the first word of this thread's descriptor, its own address.
    unsafe {
        asm!("mov {0}, qword ptr fs:[0]", out(reg) descriptor, options(nostack, readonly, preserves_flags));
    }
    descriptor
}

/// Instruction pointer, stack pointer and frame pointer register, here.
#[inline(always)]
pub(crate) fn registers() -> (usize, usize, usize) {
    let (ip, sp, bp);
    // SAFETY: reads three registers.
    unsafe {
        asm!(
            "lea {0}, [rip]",
            "mov {1}, rsp",
            "mov {2}, rbp",
            out(reg) ip, out(reg) sp, out(reg) bp,
            options(nostack, nomem, preserves_flags),
        );
    }
    (ip, sp, bp)
}

/// Copies as many words as there is room for. Words that another thread writes meanwhile may be old or new, which only assembly may
/// read so. The processor knows the instruction: for 16 KiB it takes less than half as long as a loop by words.
///
/// # Safety
/// As many words as `to` has can be read from `from` on.
pub(crate) unsafe fn copy_words(from: usize, to: &[AtomicU64]) {
    // SAFETY: the caller's promise; the atomics can be written, and the direction flag is clear, as the ABI says.
    unsafe {
        asm!(
            "rep movsq",
            inout("rcx") to.len() => _,
            inout("rsi") from => _,
            inout("rdi") to.as_ptr() => _,
            options(nostack, preserves_flags),
        );
    }
}
