//! aarch64. Tried under qemu-user, not on a real processor.

mod frame;

pub(crate) use frame::Frame;
use std::arch::{asm, global_asm};
use std::sync::atomic::AtomicU64;
use std::sync::atomic::AtomicUsize;
use std::sync::atomic::Ordering::Relaxed;
use zetop_wire::layout::ThreadBlock;

/// The largest page that Linux has there: it is built for pages of 4, 16 or 64 KiB.
#[repr(C, align(65536))]
pub(crate) struct OwnPage<T>(pub(crate) T);

/// The size of pages, which the kernel has told the process at its start.
pub(crate) fn page() -> usize {
    // SAFETY: no arguments but a number.
    let size = unsafe { libc::getauxval(libc::AT_PAGESZ) } as usize;
    if size.is_power_of_two() { size } else { 64 << 10 }
}

/// The generic timer's system counter runs at a constant rate in all power states, and is the same for all processors (Arm ARM,
/// "The Generic Timer in AArch64 state"). Linux lets programs read it, by a trap where the hardware has an erratum.
pub(crate) fn has_steady_counter() -> bool {
    true
}

/// The virtual count (CNTVCT_EL0), which CLOCK_MONOTONIC_RAW is made of as well. How fast it is, CNTFRQ_EL0 says; zetop measures
/// that against CLOCK_MONOTONIC_RAW, as it does on other processors.
#[inline(always)]
pub(crate) fn counter() -> u64 {
    let count: u64;
    // SAFETY: reads a register. Without the barrier, the processor may read it before what precedes (Arm ARM, CNTVCT_EL0), and two
    // readings could be taken in the wrong order. It is no access to memory, but orders them: so no `nomem`.
    unsafe {
        asm!("isb", "mrs {0}, cntvct_el0", out(reg) count, options(nostack, preserves_flags));
    }
    count
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
    // SAFETY: reads this thread's copy of the variables above, by the initial-exec sequence of the ELF ABI.
    unsafe {
        asm!(
            "adrp {0}, :gottprel:zetop_thread_block",
            "ldr {0}, [{0}, :gottprel_lo12:zetop_thread_block]",
            "mrs {1}, tpidr_el0",
            "add {1}, {1}, {0}",
            "ldr {0}, [{1}]",
            "ldr {1}, [{1}, #8]",
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
            "adrp {0}, :gottprel:zetop_thread_block",
            "ldr {0}, [{0}, :gottprel_lo12:zetop_thread_block]",
            "mrs {1}, tpidr_el0",
            "add {1}, {1}, {0}",
            "str {2}, [{1}]",
            "str {3}, [{1}, #8]",
            out(reg) _,
            out(reg) _,
            in(reg) block,
            in(reg) generation,
            options(nostack, preserves_flags),
        );
    }
}

/// `tid` in glibc's `struct pthread`: after a head of 24 words and a list's two (`nptl/descr.h`, with TLS_DTV_AT_TP).
const ID: usize = 26 * 8;
/// How far below the thread pointer descriptors begin: at their size, which depends on glibc's version.
static BEGINS_BELOW: AtomicUsize = AtomicUsize::new(0);

fn thread_pointer() -> usize {
    let pointer: usize;
    // SAFETY: reads a register.
    unsafe { asm!("mrs {0}, tpidr_el0", out(reg) pointer, options(nostack, nomem, preserves_flags)) };
    pointer
}

/// Finds out where descriptors are.
pub(crate) fn find_descriptor() {
    // SAFETY: no arguments.
    let own = unsafe { libc::pthread_self() } as usize;
    BEGINS_BELOW.store(thread_pointer().wrapping_sub(own), Relaxed);
}

/// The thread's id, if the C library is glibc; with another one, any value. 0 before [`find_descriptor`].
pub(crate) fn id_in_descriptor() -> u32 {
    if BEGINS_BELOW.load(Relaxed) == 0 {
        return 0;
    }
    // SAFETY: of this thread's descriptor, or with a C library whose descriptors are smaller, of its variables, which follow.
    unsafe { std::ptr::read_volatile((descriptor() + ID) as *const u32) }
}

/// `stackblock` and `stackblock_size` of glibc's `struct pthread` are somewhere in these words of it in all versions: as on x86-64,
/// without the 512 bytes by which the head is longer there. It has 1,792 bytes or nearly so.
pub(crate) const STACK_BOUNDS: (usize, usize) = (0x400, 48);
/// Above the descriptor are the variables of the thread, as many as the program and its libraries declare.
pub(crate) const ABOVE_DESCRIPTOR: usize = 256 << 10;

/// The address of this thread's descriptor, after [`find_descriptor`].
pub(crate) fn descriptor() -> usize {
    thread_pointer().wrapping_sub(BEGINS_BELOW.load(Relaxed))
}

/// Instruction pointer, stack pointer and frame pointer register, here.
#[inline(always)]
pub(crate) fn registers() -> (usize, usize, usize) {
    let (ip, sp, fp);
    // SAFETY: reads three registers.
    unsafe {
        asm!(
            "adr {0}, .",
            "mov {1}, sp",
            "mov {2}, x29",
            out(reg) ip, out(reg) sp, out(reg) fp,
            options(nostack, nomem, preserves_flags),
        );
    }
    (ip, sp, fp)
}

/// Copies as many words as there is room for. Words that another thread writes meanwhile may be old or new, which only assembly may
/// read so.
///
/// # Safety
/// As many words as `to` has can be read from `from` on.
pub(crate) unsafe fn copy_words(from: usize, to: &[AtomicU64]) {
    // SAFETY: the caller's promise; the atomics can be written.
    unsafe {
        asm!(
            "cbz {count}, 3f",
            "2:",
            "ldr {word}, [{from}], #8",
            "str {word}, [{to}], #8",
            "subs {count}, {count}, #1",
            "b.ne 2b",
            "3:",
            count = inout(reg) to.len() => _,
            from = inout(reg) from => _,
            to = inout(reg) to.as_ptr() => _,
            word = out(reg) _,
            options(nostack),
        );
    }
}
