//! Where a wrapper is that makes a call.

use std::arch::asm;
use std::sync::atomic::Ordering::Relaxed;
use zetop_wire::layout::ThreadHead;

/// Stack pointer and frame pointer register of the wrapper that makes a call. The call leaves its return address below.
#[derive(Clone, Copy)]
pub(crate) struct Frame {
    pub(crate) sp: u64,
    pub(crate) bp: u64,
}

impl Frame {
    /// The registers of the function that this is inlined into.
    #[inline(always)]
    pub(crate) fn here() -> Self {
        let (sp, bp);
        // SAFETY: reads two registers.
        unsafe {
            asm!(
                "mov {0}, rsp",
                "mov {1}, rbp",
                out(reg) sp, out(reg) bp,
                options(nostack, nomem, preserves_flags),
            );
        }
        Self { sp, bp }
    }

    #[inline(always)]
    pub(crate) fn note(self, head: &ThreadHead) {
        head.call_sp.store(self.sp, Relaxed);
        head.call_bp.store(self.bp, Relaxed);
    }
}
