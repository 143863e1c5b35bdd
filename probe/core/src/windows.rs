//! Which operations on a device are timed: all of them, while that costs no thread more than the budget. Over it, those in windows.
//!
//! Submissions (an append to an immediate list, an execution of lists) are taken in groups that follow each other without a gap. Of
//! each group some in a row are timed, from a random place on, and from its beginning on where that goes beyond its end: every
//! submission of a group is as likely to be timed as the others, whatever the program does there, and how long it takes. (A window
//! that began at a point of time would begin behind the longest pauses of the program's; one that ended at a point of time would have
//! fewer of the operations that take long.) A group is as long as it takes until what timing has cost before is within the budget.
//!
//! ```text
//! all are timed --a thread owes more than it may at once--> group --it has had its submissions, or twice its time--> group ...
//!   ^---------------------------------------------------------------- nobody owes anything ----|
//! ```
//!
//! Nobody waits here, and there is no timer: a submission that finds that the present group is over begins the next one.

mod debt;
mod device_debt;
mod group;
mod tick_rate;

pub use self::group::Sample;

use self::debt::Debt;
use self::device_debt::DeviceDebt;
use self::group::{Group, LONGEST, Packed, Present};
use self::tick_rate::TickRate;
use crate::{clock, thread};
use std::sync::atomic::Ordering::{Acquire, Relaxed, Release};
use std::sync::atomic::{AtomicBool, AtomicU64};
use zetop_wire::layout::{ThreadHead, WANTS_RECORDS};

/// Appends that a thread may time before it owes anything. Each counts as [`TIMES_A_CALL`] times what timing a call takes; their sum
/// is [`AT_ONCE_US`] at least, in us.
const AT_ONCE: u64 = 16_384;
const TIMES_A_CALL: u64 = 32;
const AT_ONCE_US: u64 = 8_192;
/// A thread that takes this many times as long for an operation as before was held up by something else, or takes longer from now
/// on, which its next operations will show.
const OUTLIER: u64 = 4;
/// What a thread is charged at most for its first operation, of which nobody knows whether it was held up, us.
const FIRST_US: u64 = 100;
/// How long a window is: it takes so much time at most, and timing costs so much in it.
const WINDOW_US: u64 = 50_000;
const WINDOW_COST_US: u64 = 1_000;
/// It has this many submissions at least, one of which is measured on average ([`crate::own_work`]).
const SHORTEST: u64 = 16;
/// A group is no longer for what threads owe, however low the budget is: something has to be timed.
const LONGEST_GROUP_US: u64 = 1_000_000;
/// And none for what the device has lost: one round of a program's kernels may take seconds.
const LONGEST_DEVICE_GROUP_US: u64 = 60_000_000;
/// What a device may lose before it counts, us.
const LOST_AT_ONCE_US: u64 = 8_192;
/// The first group, of which one is timed: it shows how fast submissions follow each other.
const FIRST_GROUP: u64 = 16;
/// A group is over when it has taken twice as long as expected and this much more: there may be less to do now.
const LATE_US: u64 = 10_000;

pub struct Windows {
    /// How much of a thread's time timing operations may take, in 1/10,000; 0 where all are timed whatever it costs.
    budget: AtomicU64,
    /// What timing a call costs, in 1/256 ticks.
    cost_256: AtomicU64,
    present: Present,
    /// A thread begins the next group.
    is_changing: AtomicBool,
    /// Groups that have begun.
    number: AtomicU64,
    rate: TickRate,
    /// How far apart submissions are, in 1/256 ticks; 0 before the first group.
    pace_256: AtomicU64,
    /// What timing one costs a thread that owes something, ticks.
    each: AtomicU64,
    /// The largest debt that a thread has.
    threads: Debt,
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
            present: Present::new(),
            is_changing: AtomicBool::new(false),
            number: AtomicU64::new(0),
            rate: TickRate::new(),
            pace_256: AtomicU64::new(0),
            each: AtomicU64::new(0),
            threads: Debt::new(),
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
        for counter in [&self.number, &self.pace_256, &self.each, &self.elsewhere] {
            counter.store(0, Relaxed);
        }
        self.rate.begin(tick, raw_ns);
        self.threads.begin(tick);
        self.devices.begin(tick);
        self.random.store(tick ^ raw_ns, Relaxed);
        self.present.begin(Group::ALL, 0, tick, 0);
        self.is_changing.store(false, Release);
    }

    /// All operations are timed, whatever it costs.
    #[must_use]
    pub fn are_off(&self) -> bool {
        self.budget.load(Relaxed) == 0
    }

    /// Whether what is submitted to a device now is to be timed, and what it stands for then. Each submission asks once.
    #[inline]
    #[must_use]
    pub fn choose(&self) -> Option<Sample> {
        let packed = self.present.packed.load(Relaxed);
        if packed == Group::ALL.pack() {
            return Some(Sample::ITSELF);
        }
        let chosen = self.choose_at(packed, clock::ticks());
        if wants_records() { Some(Sample::ITSELF) } else { chosen }
    }

    fn choose_at(&self, packed: Packed, now: u64) -> Option<Sample> {
        let (mut group, mut place) = (Group::unpack(packed), self.present.place.fetch_add(1, Relaxed));
        if (place >= group.length || now >= self.present.until.load(Relaxed))
            && let Some(next) = self.begin_next(packed, 1, now)
        {
            (group, place) = (next, 0);
        }
        // A thread that meets another one here goes on with the group before, in which it is as likely to be timed.
        group.times(place).then(|| group.sample(self.number.load(Relaxed)))
    }

    /// The group behind `seen`, of which the caller takes the first submissions. `None` if another thread begins it.
    #[cold]
    fn begin_next(&self, seen: Packed, taken: u64, now: u64) -> Option<Group> {
        if self.is_changing.swap(true, Acquire) {
            return None;
        }
        let is_present = self.present.packed.load(Relaxed) == seen;
        let next = is_present.then(|| {
            let (next, expected) = self.next(Group::unpack(seen), now);
            let late = LATE_US * self.rate.per_ms.load(Relaxed) / 1000;
            self.number.fetch_add(1, Relaxed);
            self.present.begin(next, taken, now, now.saturating_add(2 * expected).saturating_add(late));
            next
        });
        self.is_changing.store(false, Release);
        next
    }

    /// The group behind `last`, and how long it is expected to take, ticks.
    fn next(&self, last: Group, now: u64) -> (Group, u64) {
        let us = |us: u64| us * self.rate.per_ms.load(Relaxed) / 1000;
        let budget = self.budget.load(Relaxed);
        if last != Group::ALL {
            let took = now.saturating_sub(self.present.begun.load(Relaxed));
            let submissions = self.present.place.load(Relaxed).max(1);
            self.pace_256.store((took.saturating_mul(256) / submissions).max(1), Relaxed);
        }
        let owed = self.threads.owed(now, budget);
        let lost = self.devices.debt.owed(now, budget).saturating_sub(us(LOST_AT_ONCE_US));
        if owed == 0 && lost == 0 {
            return (Group::ALL, 0);
        }
        let pace_256 = self.pace_256.load(Relaxed);
        if pace_256 == 0 {
            let first = self.below(FIRST_GROUP);
            return (Group { length: FIRST_GROUP, first, timed: 1 }, us(LONGEST_GROUP_US));
        }
        let within =
            |ticks: u64| (u128::from(ticks) * 256 / u128::from(pace_256)).min(u128::from(LONGEST)) as u64;
        let by_cost = us(WINDOW_COST_US) / self.each.load(Relaxed).max(1);
        let mut timed = by_cost.min(within(us(WINDOW_US))).max(SHORTEST);
        if lost > 0 {
            timed = timed.min(us(LOST_AT_ONCE_US) / self.devices.usual().max(1)).max(1);
        }
        let pause = self.paid_after(owed).min(us(LONGEST_GROUP_US));
        let pause = pause.max(self.paid_after(lost).min(us(LONGEST_DEVICE_GROUP_US)));
        let length = (timed + within(pause)).min(LONGEST);
        let group = Group { length, first: self.below(length), timed: timed.min(length) };
        (group, (u128::from(length) * u128::from(pace_256) / 256) as u64)
    }

    /// A random number below another one.
    fn below(&self, end: u64) -> u64 {
        (self.random() * end) >> 32
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
            0 => ticks.min(FIRST_US * ms / 1000),
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
        self.each.store(head.operation.load(Relaxed), Relaxed);
        self.threads.raise(over, now, budget);
        self.end_timing_all(now);
    }

    fn end_timing_all(&self, now: u64) {
        let all = Group::ALL.pack();
        if self.present.packed.load(Relaxed) == all {
            let _ = self.begin_next(all, 0, now);
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

    /// A kernel that holds back others is given to a device. It counts as long as such kernels take on average. Called with the lock of
    /// device timing, as are the others.
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
        let budget = self.budget.load(Relaxed);
        if ticks > 0 && self.devices.debt.add(ticks, now, budget) > LOST_AT_ONCE_US * ms / 1000 {
            self.end_timing_all(now);
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
