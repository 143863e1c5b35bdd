//! The calling thread's block.
//!
//! One pointer per thread, read on every call. Rust's `thread_local!` in a shared library goes through
//! `__tls_get_addr`; the initial-exec model, which costs one load, is not to be had on stable Rust, so the
//! variable is declared in assembly. It takes eight bytes of the static TLS reserve, and with it the
//! library's other thread-local variables (Rust's own) go there, too: 232 bytes in all.

use zetop_wire::layout::ThreadBlock;

#[cfg(all(target_arch = "x86_64", target_os = "linux"))]
mod slot {
    use super::ThreadBlock;
    use std::arch::{asm, global_asm};

    global_asm!(
        ".pushsection .tbss,\"awT\",@nobits",
        ".balign 8",
        ".globl zetop_thread_block",
        ".hidden zetop_thread_block",
        ".type zetop_thread_block, @object",
        ".size zetop_thread_block, 8",
        "zetop_thread_block:",
        ".zero 8",
        ".popsection",
    );

    #[inline(always)]
    pub fn get() -> *const ThreadBlock {
        let block;
        // SAFETY: reads this thread's copy of the variable above, by the x86-64 initial-exec sequence.
        unsafe {
            asm!(
                "mov {0}, qword ptr [rip + zetop_thread_block@GOTTPOFF]",
                "mov {0}, qword ptr fs:[{0}]",
                out(reg) block,
                options(nostack, readonly, preserves_flags),
            );
        }
        block
    }

    pub fn set(block: *const ThreadBlock) {
        // SAFETY: writes this thread's copy of the variable above; nobody else has its address.
        unsafe {
            asm!(
                "mov {0}, qword ptr [rip + zetop_thread_block@GOTTPOFF]",
                "mov qword ptr fs:[{0}], {1}",
                out(reg) _,
                in(reg) block,
                options(nostack, preserves_flags),
            );
        }
    }
}

#[cfg(not(all(target_arch = "x86_64", target_os = "linux")))]
mod slot {
    use super::ThreadBlock;
    use std::cell::Cell;

    thread_local! {
        static BLOCK: Cell<*const ThreadBlock> = const { Cell::new(std::ptr::null()) };
    }
    pub fn get() -> *const ThreadBlock {
        BLOCK.with(Cell::get)
    }
    pub fn set(block: *const ThreadBlock) {
        BLOCK.with(|b| b.set(block));
    }
}

pub use slot::set;

/// The block of this thread; `None` before its first call, in a forked child and when blocks have run out.
#[inline(always)]
#[must_use]
pub fn block() -> Option<&'static ThreadBlock> {
    // SAFETY: the pointer is null or one that `set` was given: a block in the process file's mapping, which
    // is never unmapped.
    unsafe { slot::get().as_ref() }
}
