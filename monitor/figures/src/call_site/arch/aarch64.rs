//! aarch64. Tried under qemu-user, not on a real processor.
//!
//! Calls that began before an attach are seldom found: they sleep in functions that keep the return address in a register, which
//! nobody says.

use crate::call_site::sample::Registers;
use framehop::aarch64::{PtrAuthMask, UnwindRegsAarch64};
use zetop_wire::reader::Head;

pub(crate) use framehop::aarch64::{CacheAarch64 as Cache, UnwinderAarch64 as Unwinder};

/// `tid` in glibc's `struct pthread`, which `pthread_self` gives the address of: it has no head of the thread pointer's there.
pub(crate) const THREAD_ID: u64 = 0xd0;

/// Return addresses may be signed in their upper bits; addresses of programs have 48 bits, unless they ask for more.
pub(crate) const ADDRESS: u64 = (1 << 48) - 1;

/// Without the register of the return address. In the probe, where stacks begin, it is in the frame as well.
pub(crate) fn unwind_registers(of: Registers) -> UnwindRegsAarch64 {
    UnwindRegsAarch64::new_with_ptr_auth_mask(PtrAuthMask(ADDRESS), 0, of.sp, of.bp)
}

/// A call pushes nothing.
pub(crate) const PUSHED: u64 = 0;

/// Where the wrapper of a call is: it has noted that.
pub(crate) fn wrapper_ip(head: &Head, _pushed: Option<u64>) -> Option<u64> {
    (head.call_ip != 0).then_some(head.call_ip)
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
                "adr {0}, .", "mov {1}, sp", "mov {2}, x29",
                out(reg) ip, out(reg) sp, out(reg) bp, options(nostack, nomem)
            );
        }
        (ip, sp, bp)
    }};
}
#[cfg(test)]
pub(crate) use registers;
