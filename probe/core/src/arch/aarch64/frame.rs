//! Where a wrapper is that makes a call.

use std::arch::asm;
use std::sync::atomic::Ordering::Relaxed;
use zetop_wire::layout::ThreadHead;

/// Stack pointer, frame pointer register and an instruction of the wrapper that makes a call. Where the call returns to, the
/// function that it calls may keep anywhere.
#[derive(Clone, Copy)]
pub(crate) struct Frame {
    pub(crate) sp: u64,
    pub(crate) bp: u64,
    ip: u64,
}

impl Frame {
    /// The registers of the function that this is inlined into.
    #[inline(always)]
    pub(crate) fn here() -> Self {
        let (ip, sp, bp);
        // SAFETY: reads three registers.
        unsafe {
            asm!(
                "adr {0}, .",
                "mov {1}, sp",
                "mov {2}, x29",
                out(reg) ip, out(reg) sp, out(reg) bp,
                options(nostack, nomem, preserves_flags),
            );
        }
        Self { sp, bp, ip }
    }

    #[inline(always)]
    pub(crate) fn note(self, head: &ThreadHead) {
        head.call_sp.store(self.sp, Relaxed);
        head.call_bp.store(self.bp, Relaxed);
        head.call_ip.store(self.ip, Relaxed);
    }
}
