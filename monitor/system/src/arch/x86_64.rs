//! x86-64.

/// The time-stamp counter.
pub(crate) fn counter() -> u64 {
    // SAFETY: reading the counter has no requirements; every x86-64 processor has the instruction.
    unsafe { std::arch::x86_64::_rdtsc() }
}

/// What is known of the counter if it runs at a constant rate in all power states: CPUID 8000_0007h, EDX bit 8, as the probe asks it.
pub(crate) fn steady_counter() -> Option<String> {
    use std::arch::x86_64::__cpuid;
    let is_invariant = __cpuid(0x8000_0000).eax >= 0x8000_0007 && __cpuid(0x8000_0007).edx & (1 << 8) != 0;
    is_invariant.then(|| "invariant TSC".to_owned())
}
