//! What hooks cost the program beyond the calls that they make: of one of 16 operations, on average, the time is taken, at
//! random. `self_cost` knows what counting a call costs; this is all that is done for an operation on a device, and for an
//! allocation.

use crate::windows::WINDOWS;
use crate::{clock, countdown, runtime, thread};
use std::sync::atomic::Ordering::Relaxed;
use zetop_wire::layout::{GROUP, ThreadBlock, bump};

/// Longer times are those of a thread that was held up in between: this is what is taken for them, ticks.
const MAX_TICKS: u64 = 1 << 18;

/// What is done for one operation, from when this is made to when it is dropped. Calls made in [`OwnWork::outside`] are none
/// of it.
pub struct OwnWork(Option<Measured>);

struct Measured {
    block: &'static ThreadBlock,
    generation: u64,
    start: u64,
    outside: u64,
    times: Option<Timed>,
}

/// What work is for that is timed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Timed {
    Append,
    /// An execution of lists that have this many commands together.
    Execution(usize),
}

impl OwnWork {
    #[inline]
    #[must_use]
    pub fn begin() -> Self {
        let Some(block) = thread::block() else { return Self(None) };
        let ahead = block.head.own_ahead.load(Relaxed);
        block.head.own_ahead.store(ahead.wrapping_sub(1), Relaxed);
        if ahead != 0 { Self(None) } else { Self(Some(Measured::begin(block))) }
    }

    /// This work is for timing an operation that is appended, or those of lists that are executed.
    #[inline]
    pub fn times(&mut self, what: Timed) {
        if let Some(measured) = &mut self.0 {
            measured.times = Some(what);
        }
    }

    /// Makes a call of the program's, which is counted for itself.
    #[inline]
    pub fn outside<T>(&mut self, call: impl FnOnce() -> T) -> T {
        let Some(measured) = &mut self.0 else { return call() };
        let start = clock::ticks();
        let result = call();
        measured.outside = measured.outside.wrapping_add(clock::ticks().wrapping_sub(start));
        result
    }
}

impl Measured {
    #[cold]
    fn begin(block: &'static ThreadBlock) -> Self {
        // 0 to 30 others, 15 on average.
        block.head.own_ahead.store(2 * countdown::place(&block.head.random), Relaxed);
        Self { block, generation: thread::generation(), start: clock::ticks(), outside: 0, times: None }
    }

    #[cold]
    fn end(&self) {
        // Otherwise the call has forked: these figures are the parent's.
        if self.generation == thread::generation() {
            let now = clock::ticks();
            let ticks = now.wrapping_sub(self.start).saturating_sub(self.outside);
            bump(&self.block.head.own, GROUP * ticks.min(MAX_TICKS));
            if let Some(what) = self.times {
                let commands = match what {
                    Timed::Append => None,
                    Timed::Execution(commands) => Some(commands as u64),
                };
                WINDOWS.charge(&self.block.head, ticks, GROUP, commands, now);
            }
        }
    }
}

impl Drop for OwnWork {
    #[inline]
    fn drop(&mut self) {
        if let Some(measured) = &self.0 {
            measured.end();
        }
    }
}

/// The processor time of one of our threads, as far as it was added to the process's figures.
#[derive(Default)]
pub struct ThreadTime {
    added_ns: u64,
}

impl ThreadTime {
    /// Adds what the calling thread has used since the last time. Returns that, ns.
    pub fn add(&mut self) -> u64 {
        let mut now = libc::timespec { tv_sec: 0, tv_nsec: 0 };
        // SAFETY: the pointer is to a live timespec.
        unsafe { libc::clock_gettime(libc::CLOCK_THREAD_CPUTIME_ID, &raw mut now) };
        let now = now.tv_sec as u64 * 1_000_000_000 + now.tv_nsec as u64;
        let used = now.saturating_sub(std::mem::replace(&mut self.added_ns, now));
        if let Some(runtime) = runtime::get() {
            runtime.process().own_threads_ns.fetch_add(used, Relaxed);
        }
        used
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::Ordering::Relaxed;

    #[test]
    fn one_of_sixteen_is_measured_without_the_calls_that_it_makes() {
        let _number = thread::NUMBER.lock();
        // SAFETY: zero bytes are a valid block, and it is never given back.
        let block: &'static ThreadBlock = unsafe {
            &*std::alloc::alloc_zeroed(std::alloc::Layout::new::<ThreadBlock>()).cast::<ThreadBlock>()
        };
        thread::set(block);
        let (mut measured, mut made) = (0, 0);
        for _ in 0..16_000 {
            let mut work = OwnWork::begin();
            measured += u32::from(work.0.is_some());
            work.outside(|| {
                made += 1;
                if made % 1_000 == 0 {
                    std::thread::sleep(std::time::Duration::from_millis(1));
                }
            });
        }
        thread::set(std::ptr::null());
        assert!((800..1_250).contains(&measured), "{measured}");
        let own = block.head.own.load(Relaxed);
        // Each would count 16 times; all that were made outside took longer than 2^18 ticks.
        assert!(own > 0 && own / u64::from(measured) < GROUP * MAX_TICKS / 4, "{own} of {measured}");
    }
}
