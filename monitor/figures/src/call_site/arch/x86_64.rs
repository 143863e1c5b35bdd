//! x86-64.

use crate::call_site::sample::Registers;
use zetop_wire::reader::Head;

pub(crate) use framehop::x86_64::{CacheX86_64 as Cache, UnwinderX86_64 as Unwinder};

/// `tid` in glibc's `struct pthread`, which `pthread_self` gives the address of.
pub(crate) const THREAD_ID: u64 = 0x2d0;

pub(crate) fn unwind_registers(of: Registers) -> framehop::x86_64::UnwindRegsX86_64 {
    framehop::x86_64::UnwindRegsX86_64::new(of.ip, of.sp, of.bp)
}

/// How many bytes below the stack pointer of a wrapper its call's return address is, where that says where the wrapper goes on.
pub(crate) const PUSHED: u64 = 8;

/// Where the wrapper of a call goes on, if what it has pushed does not say it.
pub(crate) fn wrapper_ip(_head: &Head, pushed: Option<u64>) -> Option<u64> {
    pushed
}

pub(crate) mod calls;

/// Instruction pointer, stack pointer and frame pointer register, here. Not a function, which would be a frame.
#[cfg(test)]
macro_rules! registers {
    () => {{
        let (ip, sp, bp): (u64, u64, u64);
        // SAFETY: reads three registers.
        unsafe {
            std::arch::asm!(
                "lea {0}, [rip]", "mov {1}, rsp", "mov {2}, rbp",
                out(reg) ip, out(reg) sp, out(reg) bp, options(nostack, nomem)
            );
        }
        (ip, sp, bp)
    }};
}
#[cfg(test)]
pub(crate) use registers;
