//! aarch64. Tried under qemu-user, not on a real processor.

use std::arch::asm;

/// The virtual count of the generic timer (CNTVCT_EL0), in the order in which it is asked for: `probe/core/src/arch/aarch64.rs` has
/// the reasons.
pub(crate) fn counter() -> u64 {
    let count: u64;
    // SAFETY: reads a register that Linux lets programs read.
    unsafe { asm!("isb", "mrs {0}, cntvct_el0", out(reg) count, options(nostack, preserves_flags)) };
    count
}

/// What is known of the counter. It runs at a constant rate in all power states; firmware has written that rate into CNTFRQ_EL0, in
/// Hz, or has left it 0.
pub(crate) fn steady_counter() -> Option<String> {
    let rate: u64;
    // SAFETY: reads a register that programs may read.
    unsafe { asm!("mrs {0}, cntfrq_el0", out(reg) rate, options(nostack, nomem, preserves_flags)) };
    Some(match rate {
        0 => "generic timer".to_owned(),
        rate => format!("generic timer, {:.1} MHz", rate as f64 / 1e6),
    })
}
