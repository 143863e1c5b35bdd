//! What a thread writes: counters, the head that every call writes, and records of calls.

use super::sizes::{CALL_RING, CALL_WORDS, FUNCTIONS};
use crate::histogram::{LONGEST, PAGE_BUCKETS, PageTable};
use crate::ring::Ring;
use std::sync::atomic::{AtomicU16, AtomicU32, AtomicU64, Ordering};

/// One of how many calls of a trivial function is timed: one of each group of that many, at a random place in it.
pub const GROUP: u64 = 16;
/// Timed calls of a function after which it is decided whether its next calls are all timed.
pub const ROUND: u64 = 64;

/// Figures of one API function in one block, in ticks of the process's host clock: counts are exact, times are those of the
/// timed calls. The first cache line has what every call needs.
///
/// A function begins with all of its calls timed. While they are trivial, one of each [`GROUP`] is, which then stands for
/// its group in [`Self::total`] and in the histogram.
#[repr(C, align(128))]
pub struct FunctionCounters {
    /// Calls that were timed.
    pub timed: AtomicU64,
    /// Calls that were not.
    pub untimed: AtomicU64,
    /// Time of all calls, in ticks: that of a call that stands for a group is added [`GROUP`] times.
    pub total: AtomicU64,
    /// Shortest timed call plus one; 0 while there is none, so that fresh zero pages are a valid state.
    pub min_plus_one: AtomicU64,
    pub max: AtomicU64,
    /// Durations in ticks.
    pub histogram: PageTable,
    /// 1 once the function is in [`ThreadBlock::used`].
    pub listed: AtomicU16,
    /// Calls up to the next one that is timed, that one included; 0 while all are. The owner's alone, as all that follows
    /// but for `errors`, `last_error`, `sampled`, `sampled_total` and `sampled_squares`.
    pub ahead: AtomicU32,
    /// The pages of [`histogram`](Self::histogram) but the last, one above the other, as of [`Self::note_pages`]. For
    /// the block's owner alone: they are loaded before the duration is known that says which one is meant.
    pub first_pages: AtomicU64,
    /// Results that are errors (`ZE_RESULT_NOT_READY` and query answers are not).
    pub errors: AtomicU64,
    /// The result of the last call that returned an error; 0 before the first.
    pub last_error: AtomicU32,
    /// Place of the last timed call in its group, or [`LEAVES`].
    pub place: AtomicU32,
    /// Timed calls that each stand for a group, the sum of their durations, and that of the squares ([`MOST_SQUARED`]).
    pub sampled: AtomicU64,
    pub sampled_total: AtomicU64,
    pub sampled_squares: AtomicU64,
    /// Where the present round of [`ROUND`] calls began: while all calls are timed [`Self::timed`] and [`Self::total`] then,
    /// else the calls of the round so far and their durations.
    pub round_calls: AtomicU64,
    pub round_ticks: AtomicU64,
}

/// [`FunctionCounters::place`]: after the group that has begun, all calls are timed again.
pub const LEAVES: u32 = GROUP as u32;
/// Longer durations are this long in a sum of squares, so that it does not run over.
pub const MOST_SQUARED: u64 = 1 << 29;

impl FunctionCounters {
    /// To be called when the histogram has a page more.
    pub fn note_pages(&self) {
        let add = |all, page: &AtomicU16| all << 16 | u64::from(page.load(Ordering::Relaxed));
        self.first_pages.store(self.histogram.pages[..4].iter().rev().fold(0, add), Ordering::Relaxed);
    }

    /// Adds a call that was timed and stands for `calls`, but for its duration to the histogram; `error` is its result if that
    /// is one. Only the block's owner may call this. Returns how many were timed.
    #[inline(always)]
    pub fn add(&self, ticks: u64, calls: u64, error: Option<u32>) -> u64 {
        let timed = self.timed.load(Ordering::Relaxed).wrapping_add(1);
        self.timed.store(timed, Ordering::Relaxed);
        bump(&self.total, ticks.wrapping_mul(calls));
        let min = self.min_plus_one.load(Ordering::Relaxed);
        if ticks < min.wrapping_sub(1) {
            self.min_plus_one.store(ticks + 1, Ordering::Relaxed);
        }
        if ticks > self.max.load(Ordering::Relaxed) {
            self.max.store(ticks, Ordering::Relaxed);
        }
        if let Some(result) = error {
            self.failed(result);
        }
        timed
    }

    /// Adds an error, as its owner.
    #[inline(always)]
    pub fn failed(&self, result: u32) {
        bump(&self.errors, 1);
        self.last_error.store(result, Ordering::Relaxed);
    }

    /// Adds a timed call from any thread, for [`Process::overflow`](super::Process::overflow); the histogram is left to the caller here, too.
    pub fn add_shared(&self, ticks: u64, error: Option<u32>) {
        self.timed.fetch_add(1, Ordering::Relaxed);
        self.total.fetch_add(ticks, Ordering::Relaxed);
        self.max.fetch_max(ticks, Ordering::Relaxed);
        let _ = self.min_plus_one.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |min| {
            (ticks < min.wrapping_sub(1)).then_some(ticks + 1)
        });
        if let Some(result) = error {
            self.errors.fetch_add(1, Ordering::Relaxed);
            self.last_error.store(result, Ordering::Relaxed);
        }
    }
}

/// Where a bucket is counted, of a histogram with these [`FunctionCounters::first_pages`]: the number of a page and the
/// place on it. 0 for a page that is not noted.
#[inline(always)]
#[must_use]
pub fn place_of(first_pages: u64, bucket: usize) -> (u16, usize) {
    let page = first_pages.checked_shr(16 * (bucket / PAGE_BUCKETS) as u32).unwrap_or(0);
    (page as u16, bucket % PAGE_BUCKETS)
}

/// Adds without a locked instruction; for counters with one writer.
#[inline(always)]
pub fn bump(counter: &AtomicU64, by: u64) {
    counter.store(counter.load(Ordering::Relaxed).wrapping_add(by), Ordering::Relaxed);
}

/// What one thread at a time writes: counters and, while somebody wants them, call records.
#[repr(C, align(4096))]
pub struct ThreadBlock {
    pub head: ThreadHead,
    /// Functions that were called, each once. A function is added at the call after its first one, so that
    /// [`ThreadHead::previous`] may be another.
    pub used: [AtomicU16; FUNCTIONS],
    pub counters: [FunctionCounters; FUNCTIONS],
    /// Memory for it is there when [`ThreadHead::has_ring`] says so.
    pub records: Ring<CALL_RING, CALL_WORDS>,
}

/// The part of a block that every call writes, and that tells a reader whether there is anything new.
#[repr(C, align(64))]
pub struct ThreadHead {
    /// Calls counted in this block, whatever function.
    pub calls: AtomicU64,
    /// [`Previous`]: the last timed call, which is in the counters but not in the histogram yet. A histogram's address
    /// that depends on a clock that was just read costs several ns per call; one that is made of what has lain in
    /// `bucket` and `pages` since the call before costs next to nothing. 0 while it is on its way into the histogram.
    pub previous: AtomicU64,
    /// Thread that owns the block; 0 when it is free.
    pub tid: AtomicU32,
    /// Functions in [`ThreadBlock::used`].
    pub functions: AtomicU32,
    /// [`WANTS_RECORDS`], [`WANTS_SAMPLES`] and what goes with it; 0 while nobody wants anything. zetop may write
    /// this.
    pub wants: AtomicU32,
    /// [`RING_MADE`] or [`RING_REFUSED`]; 0 before the first record.
    pub has_ring: AtomicU32,
    /// Slot that the thread has claimed for an operation and fills at the end of the call, plus one.
    pub claimed: AtomicU32,
    /// Bucket of the previous timed call's duration, for the thread alone.
    pub bucket: AtomicU32,
    /// [`FunctionCounters::first_pages`] of the previous timed call's function, for the thread alone.
    pub pages: AtomicU64,
    /// When the thread looks again whether zetop has given an order or is gone, in ticks. 0: never, since only an attached
    /// process has to.
    pub look_at: AtomicU64,
    /// Operations that this block's threads gave to a device, whose records will say of which class they are (CUDA).
    pub given: AtomicU64,
    /// [`InCall`]: the call that the thread is in, if it is timed. Of calls within one, the outermost.
    pub in_call: AtomicU64,
    /// Stack pointer and frame pointer register in the wrapper of that call, which on x86-64 has pushed its return address below.
    pub call_sp: AtomicU64,
    pub call_bp: AtomicU64,
    /// An instruction of that wrapper, where a call pushes no return address (aarch64); else 0.
    pub call_ip: AtomicU64,
    /// Calls that the previous timed one stands for besides itself, for the thread alone.
    pub more: AtomicU32,
    /// State of the thread's random numbers; 0 before the first.
    pub random: AtomicU32,
    /// What hooks do beyond the program's calls, ticks: estimated from one of [`GROUP`] operations.
    pub own: AtomicU64,
    /// Operations up to the next one that is measured for it. For the thread alone.
    pub own_ahead: AtomicU32,
    /// What timing calls may still cost the thread before trivial ones are sampled, in ticks; as of that tick (0 before the
    /// first time) and that number of `calls`. For the thread alone.
    pub credit: AtomicU64,
    pub credit_at: AtomicU64,
    pub credit_calls: AtomicU64,
    pub windows: ThreadWindows,
}

/// Which of the operations are timed that a thread gives to a device, and what that costs it. For the thread alone.
#[repr(C)]
#[derive(Default)]
pub struct ThreadWindows {
    /// What timing operations has taken the thread beyond its budget, in ticks, as of that tick.
    pub owed: AtomicU64,
    pub owed_at: AtomicU64,
    /// What timing an append costs it, more or less, what timing a command of a list that is executed does, and any submission,
    /// ticks.
    pub append: AtomicU64,
    pub command: AtomicU64,
    pub each: AtomicU64,
    /// Not 0: it gives kernels to a device that hold back others if they are timed.
    pub holds_back: AtomicU64,
    /// Appends that it has timed, more or less.
    pub appends: AtomicU64,
    /// The present group of what it submits, in one word, and its number; 0 while all is timed.
    pub group: AtomicU64,
    pub number: AtomicU64,
    /// The place of its next submission there.
    pub place: AtomicU64,
    /// When the group began, and when it is over even if it has not had all of its submissions, ticks.
    pub begun: AtomicU64,
    pub until: AtomicU64,
    /// How far apart its submissions are, in 1/256 ticks; 0 before the first group.
    pub pace_256: AtomicU64,
}

impl ThreadWindows {
    /// What a thread has before it submits anything.
    #[must_use]
    pub const fn new() -> Self {
        Self {
            owed: AtomicU64::new(0),
            owed_at: AtomicU64::new(0),
            append: AtomicU64::new(0),
            command: AtomicU64::new(0),
            each: AtomicU64::new(0),
            holds_back: AtomicU64::new(0),
            appends: AtomicU64::new(0),
            group: AtomicU64::new(0),
            number: AtomicU64::new(0),
            place: AtomicU64::new(0),
            begun: AtomicU64::new(0),
            until: AtomicU64::new(0),
            pace_256: AtomicU64::new(0),
        }
    }
}

impl ThreadHead {
    /// The block's thread has ended, in a call perhaps.
    pub fn ended(&self) {
        self.in_call.store(0, Ordering::Relaxed);
        self.tid.store(0, Ordering::Relaxed);
    }
}

// The first two lines have what every timed call writes, the others what only decides which calls and operations are timed.
const _: () = assert!(size_of::<ThreadHead>() == 256 && std::mem::offset_of!(ThreadHead, in_call) == 64);
const _: () = assert!(FUNCTIONS < 1 << (64 - START_BITS));

/// Records of calls.
pub const WANTS_RECORDS: u32 = 1;
/// Samples of calls, as [`crate::samples`] says. Above it, from [`crate::samples::PATIENCE_SHIFT`] on, the calls
/// that may pass by until the thread stops looking.
pub const WANTS_SAMPLES: u32 = 2;

pub const RING_MADE: u32 = 1;
/// There was no memory for records.
pub const RING_REFUSED: u32 = 2;

/// A call whose duration waits: function plus one << 48 | 1 << 47 if it stands for a [`GROUP`] | ticks, [`LONGEST`] at most.
/// 0 is none.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Previous {
    pub function: u16,
    pub ticks: u64,
    pub of_group: bool,
}

impl Previous {
    #[inline(always)]
    #[must_use]
    pub fn pack(self) -> u64 {
        (u64::from(self.function) + 1) << 48 | u64::from(self.of_group) << 47 | self.ticks.min(LONGEST)
    }

    #[inline(always)]
    #[must_use]
    pub fn unpack(word: u64) -> Option<Self> {
        let function = ((word >> 48) as u16).checked_sub(1)?;
        Some(Self { function, ticks: word & LONGEST, of_group: word >> 47 & 1 != 0 })
    }
}

/// Bits of [`InCall::start`] that are kept: 34 days of a counter at 3 GHz.
const START_BITS: u32 = 53;

/// A call that has not returned: function plus one << 53 | the lower bits of the tick at which it began. 0 is none.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct InCall {
    pub function: u16,
    /// Without its upper bits: see [`Self::after`].
    pub start: u64,
}

impl InCall {
    #[inline(always)]
    #[must_use]
    pub fn pack(function: usize, start: u64) -> u64 {
        (function as u64 + 1) << START_BITS | start & ((1 << START_BITS) - 1)
    }

    #[must_use]
    pub fn unpack(word: u64) -> Option<Self> {
        let function = ((word >> START_BITS) as u16).checked_sub(1)?;
        Some(Self { function, start: word & ((1 << START_BITS) - 1) })
    }

    /// Ticks from `origin` to its start; 0 if it began before.
    #[must_use]
    pub fn after(self, origin: u64) -> u64 {
        let passed = self.start.wrapping_sub(origin) & ((1 << START_BITS) - 1);
        if passed >> (START_BITS - 1) == 0 { passed } else { 0 }
    }
}

/// A host call, or a range that has ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CallRecord {
    /// Ticks of the process's host clock.
    pub start: u64,
    /// [`LONGEST`] at most.
    pub duration: u64,
    /// From [`FUNCTIONS`] on it is a range of the program's: its row beyond that.
    pub function: u16,
    /// `ze_result_t`.
    pub result: u32,
    /// The thread that made it: a block has another one's calls when that has ended.
    pub thread: u32,
}

impl CallRecord {
    #[inline(always)]
    #[must_use]
    pub fn pack(self) -> [u64; CALL_WORDS] {
        let thread = u64::from(self.thread);
        [
            self.start,
            self.duration.min(LONGEST) | thread << 48,
            u64::from(self.function) | thread >> 16 << 16 | u64::from(self.result) << 32,
        ]
    }

    #[must_use]
    pub fn unpack(words: [u64; CALL_WORDS]) -> Self {
        Self {
            start: words[0],
            duration: words[1] & LONGEST,
            function: words[2] as u16,
            result: (words[2] >> 32) as u32,
            thread: (words[1] >> 48) as u32 | words[2] as u32 & 0xffff_0000,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn minimum_starts_from_zero_pages() {
        // SAFETY: all fields are atomics, for which zero bytes are valid.
        let counters: FunctionCounters = unsafe { std::mem::zeroed() };
        for ticks in [7, 5, 9, u64::MAX - 1] {
            counters.add(ticks, 1, (ticks == 9).then_some(0x7800_0001));
        }
        assert_eq!(counters.min_plus_one.load(Ordering::Relaxed) - 1, 5);
        assert_eq!(counters.max.load(Ordering::Relaxed), u64::MAX - 1);
        assert_eq!(counters.timed.load(Ordering::Relaxed), 4);
        assert_eq!(counters.errors.load(Ordering::Relaxed), 1);
        assert_eq!(counters.last_error.load(Ordering::Relaxed), 0x7800_0001);
    }

    #[test]
    fn a_call_waits_with_its_function_and_duration() {
        assert_eq!(Previous::unpack(0), None);
        for (function, ticks) in [(0, 0), (0, 1), (FUNCTIONS as u16 - 1, LONGEST)] {
            for of_group in [false, true] {
                let previous = Previous { function, ticks, of_group };
                assert_eq!(Previous::unpack(previous.pack()), Some(previous));
            }
        }
        let endless = Previous { function: 3, ticks: u64::MAX, of_group: false };
        assert_eq!(Previous::unpack(endless.pack()), Some(Previous { ticks: LONGEST, ..endless }));
    }

    #[test]
    fn a_call_in_progress_has_its_function_and_start() {
        assert_eq!(InCall::unpack(0), None);
        for function in [0, 7, FUNCTIONS - 1] {
            for start in [0, 1, 1 << 52, (1 << START_BITS) - 1, u64::MAX - 5] {
                let call = InCall::unpack(InCall::pack(function, start)).unwrap();
                assert_eq!(usize::from(call.function), function);
                assert_eq!((call.after(start), call.after(start.wrapping_sub(900))), (0, 900));
                assert_eq!(call.after(start.wrapping_add(1)), 0, "it began before the origin");
            }
        }
    }

    proptest! {
        #[test]
        fn records_survive_packing(c in proptest::array::uniform3(any::<u64>())) {
            // Between the longest duration and the thread there is nothing.
            let c = [c[0], c[1] & (LONGEST | 0xffff << 48), c[2]];
            prop_assert_eq!(CallRecord::unpack(c).pack(), c);
        }
    }
}
