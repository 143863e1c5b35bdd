//! Which operations on a device are timed: all of them, while that costs no thread more than the budget. Over it, those that
//! are given to the device in windows of random lengths; in the pauses between them the others are counted only. A pause is
//! as long as it takes until what the window has cost is within the budget again.
//!
//! ```text
//! always --a thread owes more than it may at once--> open --its time or its cost is used up--> closed --> open ...
//!   ^------------------------------------------------------ nobody owes anything -----|
//! ```
//!
//! Nobody waits here, and there is no timer: an append that finds that the present phase is over begins the next one.

mod device_debt;
mod tick_rate;

use self::device_debt::DeviceDebt;
use self::tick_rate::TickRate;
use crate::{clock, thread};
use std::sync::atomic::AtomicU64;
use std::sync::atomic::Ordering::{AcqRel, Acquire, Relaxed, Release};
use zetop_wire::layout::{ThreadHead, WANTS_RECORDS};

/// Appends that a thread may time before it owes anything. Each counts as [`TIMES_A_CALL`] times what timing a call takes; their sum
/// is [`AT_ONCE_US`] at least, in us.
const AT_ONCE: u64 = 16_384;
const TIMES_A_CALL: u64 = 32;
const AT_ONCE_US: u64 = 8_192;
/// A thread that takes this many times as long for an operation as before was held up by something else, or takes longer from now
/// on, which its next operations will show.
const OUTLIER: u64 = 4;
/// A window takes half as much to one and a half times as much: of time, and of what timing in it may cost a thread.
const WINDOW_US: u64 = 50_000;
const WINDOW_COST_US: u64 = 1_000;
/// No pause is longer for what threads owe, however low the budget is: something has to be timed.
const LONGEST_PAUSE_US: u64 = 1_000_000;
/// And none for what the device has lost: one round of a program's kernels may take seconds.
const LONGEST_DEVICE_PAUSE_US: u64 = 60_000_000;
/// What a device may lose before it counts, us.
const LOST_AT_ONCE_US: u64 = 8_192;

/// When its time is over, a phase goes on for fewer operations than this, at random. Where a program's kernels take turns, a point
/// of time is more often in a long one, and so are the last operation of a window and the one before the first.
const MORE: u64 = 16;

/// [`Windows::phase`]: all operations are timed.
const ALWAYS: u64 = 0;
const OPEN: u64 = 1;

pub struct Windows {
    /// How much of a thread's time timing operations may take, in 1/10,000; 0 where all are timed whatever it costs.
    budget: AtomicU64,
    /// What timing a call costs, in 1/256 ticks.
    cost_256: AtomicU64,
    /// [`ALWAYS`], or the tick at which the present phase is over, the lowest bit of which says whether it is [`OPEN`].
    phase: AtomicU64,
    /// How many operations the present phase has left once its time is over.
    more: AtomicU64,
    /// Windows that have begun.
    number: AtomicU64,
    rate: TickRate,
    /// The most that a thread was found to owe since the present window began, ticks.
    owed: AtomicU64,
    /// What timing has cost since then, and after how much the window is over, ticks.
    cost: AtomicU64,
    cost_limit: AtomicU64,
    /// What timing costs beyond the work of the calling threads, until one of them takes it over, ticks.
    elsewhere: AtomicU64,
    devices: DeviceDebt,
    random: AtomicU64,
}

/// This process's.
pub static WINDOWS: Windows = Windows::new();

impl Windows {
    const fn new() -> Self {
        Self {
            budget: AtomicU64::new(0),
            cost_256: AtomicU64::new(0),
            phase: AtomicU64::new(0),
            more: AtomicU64::new(0),
            number: AtomicU64::new(0),
            rate: TickRate::new(),
            owed: AtomicU64::new(0),
            cost: AtomicU64::new(0),
            cost_limit: AtomicU64::new(0),
            elsewhere: AtomicU64::new(0),
            devices: DeviceDebt::new(),
            random: AtomicU64::new(0),
        }
    }

    /// A session begins, at `tick`, which is `raw_ns`. `budget` is how much of a thread's time timing operations may take, in
    /// 1/10,000; `None` if all are to be timed. Timing a call costs `cost_256` 1/256 ticks.
    pub fn begin(&self, budget: Option<u32>, cost_256: u64, tick: u64, raw_ns: u64) {
        self.cost_256.store(cost_256, Relaxed);
        self.budget.store(budget.map_or(0, |budget| u64::from(budget.max(1))), Relaxed);
        for counter in [&self.number, &self.owed, &self.cost, &self.elsewhere] {
            counter.store(0, Relaxed);
        }
        self.rate.begin(tick, raw_ns);
        self.devices.begin(tick);
        self.random.store(tick ^ raw_ns, Relaxed);
        self.phase.store(ALWAYS, Release);
    }

    /// How many windows have begun; 0 if all operations were timed so far.
    #[inline]
    #[must_use]
    pub fn number(&self) -> u64 {
        self.number.load(Acquire)
    }

    /// All operations are timed, whatever it costs.
    #[must_use]
    pub fn are_off(&self) -> bool {
        self.budget.load(Relaxed) == 0
    }

    /// Whether an operation that is given to a device now is to be timed.
    #[inline]
    #[must_use]
    pub fn is_open(&self) -> bool {
        let phase = self.phase.load(Relaxed);
        phase == ALWAYS || self.is_open_at(phase, clock::ticks()) || wants_records()
    }

    fn is_open_at(&self, phase: u64, now: u64) -> bool {
        let is_open = phase & OPEN != 0;
        if now < phase & !OPEN {
            return is_open;
        }
        let more = self.more.load(Relaxed);
        if more > 0 {
            // Where threads meet, the phase has a few more.
            self.more.store(more - 1, Relaxed);
            return is_open;
        }
        if is_open { self.close(phase, now) } else { self.open(phase, now) }
    }

    /// True if operations are timed all the same, since nobody owes anything.
    #[cold]
    fn close(&self, phase: u64, now: u64) -> bool {
        let ms = self.rate.per_ms.load(Relaxed);
        // For those who come meanwhile.
        if self.phase.compare_exchange(phase, (now + ms) & !OPEN, AcqRel, Relaxed).is_err() {
            return false;
        }
        let owed = self.owed.swap(0, Relaxed);
        let lost =
            self.devices.owed(now, self.budget.load(Relaxed)).saturating_sub(LOST_AT_ONCE_US * ms / 1000);
        if owed == 0 && lost == 0 {
            self.phase.store(ALWAYS, Release);
            return true;
        }
        let pause = |owed, longest_us| self.about(self.paid_after(owed)).min(longest_us * ms / 1000);
        let pause = pause(owed, LONGEST_PAUSE_US).max(pause(lost, LONGEST_DEVICE_PAUSE_US));
        self.more.store(self.random() % MORE, Relaxed);
        self.phase.store(now.wrapping_add(pause).max(2) & !OPEN, Release);
        false
    }

    /// True, unless another thread was faster and its window is already over.
    #[cold]
    fn open(&self, phase: u64, now: u64) -> bool {
        let ms = self.rate.per_ms.load(Relaxed);
        let until = now.wrapping_add(self.about(WINDOW_US * ms / 1000)) | OPEN;
        match self.phase.compare_exchange(phase, until, AcqRel, Relaxed) {
            Ok(_) => {
                self.cost.store(0, Relaxed);
                self.cost_limit.store(self.about(WINDOW_COST_US * ms / 1000), Relaxed);
                self.more.store(self.random() % MORE, Relaxed);
                self.number.fetch_add(1, Release);
                true
            }
            Err(other) => other == ALWAYS || other & OPEN != 0,
        }
    }

    /// Half of it to one and a half times as much, at random, so that no period of the program's falls in step.
    fn about(&self, mean: u64) -> u64 {
        let share = self.random() >> 16;
        mean / 2 + ((u128::from(mean) * u128::from(share)) >> 16) as u64
    }

    /// 32 random bits, by splitmix64 (Steele, Lea, Flood).
    fn random(&self) -> u64 {
        let mut x = self.random.fetch_add(0x9e37_79b9_7f4a_7c15, Relaxed);
        x = (x ^ x >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        x = (x ^ x >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        (x ^ x >> 31) >> 32
    }

    /// Timing an operation has cost the calling thread `ticks`. It stands for `count`, and was appended, or in lists that
    /// were executed.
    pub(crate) fn charge(&self, head: &ThreadHead, ticks: u64, count: u64, is_append: bool, now: u64) {
        let budget = self.budget.load(Relaxed);
        if budget == 0 {
            return;
        }
        let Some(ms) = self.rate.at(now) else { return };
        let usual = match head.operation.load(Relaxed) {
            0 => ticks,
            usual => usual,
        };
        let ticks = ticks.min(OUTLIER * usual);
        head.operation.store((7 * usual + ticks).div_ceil(8), Relaxed);
        let at_once = (AT_ONCE * TIMES_A_CALL).saturating_mul(self.cost_256.load(Relaxed)) / 256;
        let at_once = at_once.max(AT_ONCE_US * ms / 1000);
        let mut cost = (count * ticks).saturating_add(self.elsewhere.swap(0, Relaxed));
        let appends = head.appends.load(Relaxed);
        if is_append && appends < AT_ONCE {
            // However much else there is to do on the machine.
            head.appends.store(appends + count, Relaxed);
            cost = cost.min(count * at_once / AT_ONCE);
        }
        let passed = now.saturating_sub(head.owed_at.swap(now, Relaxed));
        let paid = (u128::from(passed) * u128::from(budget) / 10_000) as u64;
        let owed = head.owed.load(Relaxed).saturating_sub(paid).saturating_add(cost);
        head.owed.store(owed, Relaxed);
        let over = owed.saturating_sub(at_once);
        if over == 0 {
            return;
        }
        self.owed.fetch_max(over, Relaxed);
        let phase = self.phase.load(Relaxed);
        if phase == ALWAYS {
            self.open(phase, now);
        } else if phase & OPEN != 0
            && self.cost.fetch_add(cost, Relaxed).saturating_add(cost) > self.cost_limit.load(Relaxed)
        {
            self.end_window(phase, now);
        }
    }

    fn end_window(&self, phase: u64, now: u64) {
        if self.phase.compare_exchange(phase, now | OPEN, AcqRel, Relaxed).is_ok() {
            self.more.store(0, Relaxed);
        }
    }

    /// Timing has cost `ns` of processor time on a thread of the probe's.
    pub fn spent_elsewhere(&self, ns: u64) {
        self.elsewhere.fetch_add(self.rate.ticks(ns), Relaxed);
    }

    /// A kernel that would hold back others may be timed.
    #[must_use]
    pub fn may_hold_back(&self) -> bool {
        self.are_off() || self.devices.has_room()
    }

    /// A kernel that holds back others is given to a device. It counts as long as such kernels take on average: when a window ends
    /// must not depend on how long those in it take, or the estimates would. Called with the lock of device timing, as are the others.
    pub fn hold_back(&self) {
        let now = clock::ticks();
        if let Some(ms) = self.rate.at(now).filter(|_| !self.are_off()) {
            self.hold_back_at(now, ms);
        }
    }

    fn hold_back_at(&self, now: u64, ms: u64) {
        self.lose(self.devices.give(), now, ms);
    }

    /// A kernel that held back others is complete: they could have run beside it for `ns`. Or it was given up, `ns` after it was
    /// submitted: it counts for no longer than since the last such kernel was settled.
    pub fn held_back(&self, ns: u64, is_complete: bool) {
        let now = clock::ticks();
        if let Some(ms) = self.rate.at(now).filter(|_| !self.are_off()) {
            self.held_back_at((u128::from(ns) * u128::from(ms) / 1_000_000) as u64, is_complete, now, ms);
        }
    }

    fn held_back_at(&self, ticks: u64, is_complete: bool, now: u64, ms: u64) {
        self.lose(self.devices.take(ticks, is_complete, now), now, ms);
    }

    fn lose(&self, ticks: u64, now: u64, ms: u64) {
        if ticks == 0
            || self.devices.add(ticks, now, self.budget.load(Relaxed)) <= LOST_AT_ONCE_US * ms / 1000
        {
            return;
        }
        // The next append begins a pause.
        if self.phase.load(Relaxed) == ALWAYS {
            self.open(ALWAYS, now);
        }
        let phase = self.phase.load(Relaxed);
        if phase & OPEN != 0 {
            self.end_window(phase, now);
        }
    }

    /// After how many ticks a debt of `ticks` is within the budget.
    fn paid_after(&self, ticks: u64) -> u64 {
        let budget = u128::from(self.budget.load(Relaxed).max(1));
        (u128::from(ticks) * 10_000 / budget).min(u128::from(u64::MAX >> 20)) as u64
    }
}

/// The record of an operation has its time.
fn wants_records() -> bool {
    thread::block().is_some_and(|block| block.head.wants.load(Relaxed) & WANTS_RECORDS != 0)
}

#[cfg(test)]
mod tests;
