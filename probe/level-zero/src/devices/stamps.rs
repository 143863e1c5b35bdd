//! Arithmetic of kernel timestamps: counters of 32 to 64 valid bits that wrap, in cycles of the device timer.

use level_zero_sys::ze_kernel_timestamp_result_t;

/// Stamps of one operation, in cycles, as the driver gave them.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Stamps {
    pub global_start: u64,
    pub global_end: u64,
    pub context_start: u64,
    pub context_end: u64,
}

impl From<ze_kernel_timestamp_result_t> for Stamps {
    fn from(r: ze_kernel_timestamp_result_t) -> Self {
        Self {
            global_start: r.global.kernelStart,
            global_end: r.global.kernelEnd,
            context_start: r.context.kernelStart,
            context_end: r.context.kernelEnd,
        }
    }
}

impl Stamps {
    #[must_use]
    pub fn is_zero(&self) -> bool {
        *self == Self::default()
    }

    fn words(&self) -> [u64; 4] {
        [self.global_start, self.global_end, self.context_start, self.context_end]
    }

    /// Intel's driver fills them with ones, and the device writes one after the other: "ready" comes with the first.
    #[must_use]
    pub fn is_half_written(&self) -> bool {
        self.words().iter().any(|word| *word == u64::from(u32::MAX) || *word == u64::MAX)
    }

    /// What Intel's driver answers about a counter-based event without timestamps, or whose timestamps nothing has written.
    #[must_use]
    pub fn is_of_plain_event(&self) -> bool {
        self.words() == [1; 4]
    }
}

/// Length of a timer cycle, in the unit in which the driver gave `timerResolution`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Cycle {
    /// `ZE_STRUCTURE_TYPE_DEVICE_PROPERTIES`: nanoseconds per cycle.
    Ns(u64),
    /// `ZE_STRUCTURE_TYPE_DEVICE_PROPERTIES_1_2`: cycles per second.
    Hz(u64),
}

impl Cycle {
    /// Nanoseconds of a number of cycles, rounded to the nearest; `None` for a resolution of 0.
    #[must_use]
    pub fn ns(self, cycles: u64) -> Option<u64> {
        let ns = match self {
            Self::Ns(0) | Self::Hz(0) => return None,
            Self::Ns(ns) => u128::from(cycles) * u128::from(ns),
            Self::Hz(hz) => (u128::from(cycles) * 1_000_000_000 + u128::from(hz) / 2) / u128::from(hz),
        };
        Some(u64::try_from(ns).unwrap_or(u64::MAX))
    }

    /// Cycles per second; `None` for a resolution of 0.
    #[must_use]
    pub fn hz(self) -> Option<f64> {
        match self {
            Self::Ns(0) | Self::Hz(0) => None,
            Self::Ns(ns) => Some(1e9 / ns as f64),
            Self::Hz(hz) => Some(hz as f64),
        }
    }
}

/// Mask of the valid bits; 0 or more than 64 bits count as 64.
#[must_use]
pub fn mask(bits: u32) -> u64 {
    if bits == 0 || bits >= 64 { u64::MAX } else { (1 << bits) - 1 }
}

/// Cycles from `start` to `end` on a counter of `bits` valid bits that wrapped at most once in between.
#[must_use]
pub fn cycles_between(start: u64, end: u64, bits: u32) -> u64 {
    end.wrapping_sub(start) & mask(bits)
}

/// The full 64-bit value whose low `bits` are `stamp` and that lies nearest to `reference`.
#[must_use]
pub fn extend(stamp: u64, reference: u64, bits: u32) -> u64 {
    let mask = mask(bits);
    let ahead = stamp.wrapping_sub(reference) & mask;
    // more than half a turn ahead means behind
    if ahead > mask / 2 {
        reference.wrapping_sub((mask - ahead).wrapping_add(1))
    } else {
        reference.wrapping_add(ahead)
    }
}

/// Durations of an operation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Durations {
    /// On the context clock: execution.
    pub context_ns: u64,
    /// On the global clock: wall.
    pub global_ns: u64,
}

/// Durations from stamps, or `None` when the stamps cannot be right: all zero, or what Intel's driver has put in a counter-based
/// event that was not written to; an end of zero that is no
/// wrap; or longer than `elapsed_ns`, the host time from submission to now, which is how a reversed pair
/// (nearly a whole turn of the counter) and stale halves show.
#[must_use]
pub fn durations(stamps: &Stamps, bits: u32, cycle: Cycle, elapsed_ns: u64) -> Option<Durations> {
    if stamps.is_zero() || stamps.is_of_plain_event() {
        return None;
    }
    let context = cycles_between(stamps.context_start, stamps.context_end, bits);
    let global = cycles_between(stamps.global_start, stamps.global_end, bits);
    // An end of exactly 0 is a counter that was never written, unless the other clock agrees on the length.
    let near = context.abs_diff(global) <= 2 + global / 8;
    let unwritten = |start: u64, end: u64| end == 0 && start != 0 && !near;
    if unwritten(stamps.context_start, stamps.context_end)
        || unwritten(stamps.global_start, stamps.global_end)
    {
        return None;
    }
    let context_ns = cycle.ns(context)?;
    let global_ns = cycle.ns(global)?;
    // One cycle and 1/64 of slack: the two clocks tick at slightly different rates.
    let limit = elapsed_ns.saturating_add(elapsed_ns / 64).saturating_add(cycle.ns(2)?);
    (context_ns <= limit && global_ns <= limit).then_some(Durations { context_ns, global_ns })
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const MS: u64 = 1_000_000;

    fn both(start: u64, end: u64) -> Stamps {
        Stamps { global_start: start, global_end: end, context_start: start, context_end: end }
    }

    #[test]
    fn trap_06_stamps_near_the_wrap_at_19_2_mhz() {
        let cycle = Cycle::Hz(19_200_000);
        // 10 cycles across 2^32: 10 / 19.2 MHz = 520.8 ns
        let d = durations(&both(0xffff_fffb, 5), 32, cycle, MS).unwrap();
        assert_eq!(d, Durations { context_ns: 521, global_ns: 521 });
        // a kernel that ends exactly at the wrap
        assert_eq!(durations(&both(0xffff_fff0, 0), 32, cycle, MS).unwrap().context_ns, 833);
        // shorter than a cycle
        assert_eq!(durations(&both(7, 7), 32, cycle, MS).unwrap().context_ns, 0);
    }

    #[test]
    fn trap_06_zero_unwritten_and_reversed_stamps_are_invalid() {
        let cycle = Cycle::Hz(19_200_000);
        assert_eq!(durations(&Stamps::default(), 32, cycle, MS), None);
        assert_eq!(durations(&both(1, 1), 32, cycle, MS), None, "it was said that it took no time");
        let unwritten = Stamps { context_end: 0, ..both(1000, 1100) };
        assert_eq!(durations(&unwritten, 32, cycle, MS), None);
        for bits in [32, 36, 64] {
            assert_eq!(durations(&both(1100, 1000), bits, cycle, MS), None, "reversed, {bits} bits");
        }
    }

    #[test]
    fn a_stamp_that_is_all_ones_is_not_there_yet() {
        assert!(!both(7, 9).is_half_written());
        for context_end in [u64::from(u32::MAX), u64::MAX] {
            assert!(Stamps { context_end, ..both(7, 9) }.is_half_written());
        }
    }

    #[test]
    fn a_resolution_of_zero_gives_no_duration() {
        assert_eq!(durations(&both(1, 2), 64, Cycle::Hz(0), MS), None);
        assert_eq!(durations(&both(1, 2), 64, Cycle::Ns(0), MS), None);
    }

    proptest! {
        #[test]
        fn durations_are_right_at_any_width_rate_and_start(
            bits in prop::sample::select(vec![32u32, 36, 40, 48, 56, 63, 64]),
            hz in 1_000_000u64..2_000_000_000,
            start in any::<u64>(),
            cycles in 1u64..1 << 30,
        ) {
            let m = mask(bits);
            let stamps = both(start & m, start.wrapping_add(cycles) & m);
            let exact = cycles as f64 * 1e9 / hz as f64;
            let elapsed = exact as u64 + MS;
            let d = durations(&stamps, bits, Cycle::Hz(hz), elapsed).unwrap();
            prop_assert!((d.context_ns as f64 - exact).abs() <= 1.0);
            prop_assert_eq!(d.context_ns, d.global_ns);
        }

        #[test]
        fn reversed_stamps_never_become_minutes(
            bits in prop::sample::select(vec![32u32, 36, 64]),
            start in 1u64..1 << 31, back in 1u64..1 << 20,
        ) {
            let m = mask(bits);
            let stamps = both((start + back) & m, start & m);
            prop_assert_eq!(durations(&stamps, bits, Cycle::Hz(19_200_000), 1_000 * MS), None);
        }

        #[test]
        fn extending_finds_the_value_again(
            value in 1u64 << 40..1 << 62, away in -(1i64 << 30)..(1i64 << 30), bits in 32u32..=64,
        ) {
            let reference = value.wrapping_add_signed(away);
            prop_assert_eq!(extend(value & mask(bits), reference, bits), value);
        }

        #[test]
        fn ns_per_cycle_is_plain_multiplication(cycles in 0u64..1 << 40, ns in 1u64..1000) {
            prop_assert_eq!(Cycle::Ns(ns).ns(cycles), Some(cycles * ns));
        }
    }
}
