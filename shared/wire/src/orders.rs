//! What zetop tells its probes: one page in a separate file of the session folder, which probes map to read.
//!
//! Nothing is sent, so nothing can block and nobody holds a descriptor. zetop writes through a mapping, since the file's owner
//! can hold up a `pwrite`; a probe looks when it has a reason to.

use std::mem::size_of;
use std::sync::atomic::AtomicU32;
use std::time::Duration;

/// Name of the file.
pub const ORDERS_FILE: &str = "orders";
/// Its length: a page, so that all of it can be mapped.
pub const ORDERS_BYTES: usize = 4096;

/// The page. Zeros if there is no file.
#[repr(C)]
pub struct Orders {
    /// When zetop was last alive and reading: CLOCK_MONOTONIC_RAW in ms, the lower half, but never 0. If it does not change,
    /// zetop may be stopped rather than dead: the lock on the options tells.
    pub beat: AtomicU32,
    /// Not 0: put attached programs back as they were, [`Detach`] says by whom; answered with
    /// [`Life::Detached`](crate::layout::Life) in the process file.
    pub detach: AtomicU32,
    /// A robust futex (`get_robust_list(2)`) that a thread of zetop's holds: its thread id. When that ends, in whatever way, the
    /// kernel puts `FUTEX_OWNER_DIED` there.
    pub holder: AtomicU32,
}

/// Who sees to a detach.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(u32)]
pub enum Detach {
    /// A thread of the probe's, if there is one, or zetop, which is about to call
    /// [`Process::attend`](crate::layout::Process).
    ByZetop = 1,
    /// zetop can't: the program's next call sees to it.
    ByItself = 2,
}

/// The beat for a time, CLOCK_MONOTONIC_RAW in ns.
#[must_use]
pub fn beat(raw_ns: u64) -> u32 {
    ((raw_ns / 1_000_000) as u32).max(1)
}

/// How long before `raw_ns` a beat was. Where the two clocks are not the same (a time namespace), anything.
#[must_use]
pub fn age(beat: u32, raw_ns: u64) -> Duration {
    Duration::from_millis(self::beat(raw_ns).wrapping_sub(beat).into())
}

/// Offset of [`Orders::beat`] in the file.
pub const BEAT_AT: u64 = std::mem::offset_of!(Orders, beat) as u64;
/// Offset of [`Orders::detach`] in the file.
pub const DETACH_AT: u64 = std::mem::offset_of!(Orders, detach) as u64;
/// Offset of [`Orders::holder`] in the file.
pub const HOLDER_AT: u64 = std::mem::offset_of!(Orders, holder) as u64;

const _: () = assert!(size_of::<Orders>() <= ORDERS_BYTES);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_beat_ages() {
        let ms = 1_000_000;
        assert_eq!(age(beat(5_000 * ms), 5_700 * ms), Duration::from_millis(700));
        // Over the end of the number, once in 49 days.
        let end = (1 << 32) * ms;
        assert_eq!(age(beat(end - ms), end + 2 * ms), Duration::from_millis(3));
        assert_ne!(beat(end), 0);
    }
}
