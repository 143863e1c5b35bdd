//! Which operations on a device are timed: all of them, while that costs no thread more than the budget. Over it, those in windows.
//!
//! What a thread submits (an append to an immediate list, an execution of lists) is taken in groups that follow each other without a
//! gap. Of each group some in a row are timed, from a random place on, and from its beginning on where that goes beyond its end:
//! every submission of a group is as likely to be timed as the others, and counts for as many. (A window that began at a point of
//! time would begin behind the longest pauses of the program's; one that ended at a point of time would have fewer of the operations
//! that take long.) A group is as long as it takes until what timing has cost the thread before is within the budget. Each thread has
//! groups of its own, since a window takes longer than the same submissions outside of it: of another thread more would be in it.
//!
//! ```text
//! all are timed --the thread owes more than it may at once--> group --it has had its submissions, or twice its time--> group ...
//!   ^------------------------------------------------------------------ nothing is owed ----|
//! ```
//!
//! Nobody waits here, and there is no timer: a submission that finds that the present group is over begins the next one.

mod debt;
mod device_debt;
mod group;
mod tick_rate;

pub use self::group::Sample;

use self::device_debt::DeviceDebt;
use self::group::{Group, LONGEST};
use self::tick_rate::TickRate;
use crate::{clock, thread};
use std::sync::atomic::Ordering::{Relaxed, Release};
use std::sync::atomic::{AtomicBool, AtomicU64};
use zetop_wire::layout::{ThreadHead, ThreadWindows, WANTS_RECORDS};

/// Appends that a thread may time before it owes anything. Each counts as [`TIMES_A_CALL`] times what timing a call takes; their sum
/// is [`AT_ONCE_US`] at least, in us.
const AT_ONCE: u64 = 16_384;
const TIMES_A_CALL: u64 = 32;
const AT_ONCE_US: u64 = 8_192;
/// A thread that takes this many times as long for an append, or for each command of lists, as before was held up by something else,
/// or takes longer from now on, which its next operations will show.
const OUTLIER: u64 = 4;
/// What a thread is charged at most for its first operation, of which nobody knows whether it was held up, us.
const FIRST_US: u64 = 100;
/// How long a window is: as long as timing costs so much in it, or it takes so much time if that is less.
const WINDOW_US: u64 = 50_000;
const WINDOW_COST_US: u64 = 1_000;
/// But it has this many submissions, one of which is measured on average ([`crate::own_work`]), if the longest group pays for them.
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
    /// Groups that have begun.
    number: AtomicU64,
    rate: TickRate,
    /// What timing costs beyond the work of the calling threads, until one of them takes it over, ticks.
    elsewhere: AtomicU64,
    devices: DeviceDebt,
    /// Devices have lost more than they may at once: threads that hold back kernels begin groups, which owe nothing themselves.
    devices_owe: AtomicBool,
    /// The group that all threads without a block share.
    without_block: ThreadWindows,
    random: AtomicU64,
}

/// This process's.
pub static WINDOWS: Windows = Windows::new();

impl Windows {
    const fn new() -> Self {
        Self {
            budget: AtomicU64::new(0),
            cost_256: AtomicU64::new(0),
            number: AtomicU64::new(0),
            rate: TickRate::new(),
            elsewhere: AtomicU64::new(0),
            devices: DeviceDebt::new(),
            devices_owe: AtomicBool::new(false),
            without_block: ThreadWindows::new(),
            random: AtomicU64::new(0),
        }
    }

    /// A session begins, at `tick`, which is `raw_ns`. `budget` is how much of a thread's time timing operations may take, in
    /// 1/10,000; `None` if all are to be timed. Timing a call costs `cost_256` 1/256 ticks.
    pub fn begin(&self, budget: Option<u32>, cost_256: u64, tick: u64, raw_ns: u64) {
        self.cost_256.store(cost_256, Relaxed);
        self.budget.store(budget.map_or(0, |budget| u64::from(budget.max(1))), Relaxed);
        self.number.store(0, Relaxed);
        self.elsewhere.store(0, Relaxed);
        self.rate.begin(tick, raw_ns);
        self.devices.begin(tick);
        self.random.store(tick ^ raw_ns, Relaxed);
        self.without_block.group.store(Group::ALL.pack(), Relaxed);
        self.without_block.holds_back.store(0, Relaxed);
        self.devices_owe.store(false, Release);
    }

    /// All operations are timed, whatever it costs.
    #[must_use]
    pub fn are_off(&self) -> bool {
        self.budget.load(Relaxed) == 0
    }

    /// Whether what is submitted to a device now is to be timed, and what it stands for then. Each submission asks once. Of a thread
    /// without a block nobody knows what it owes: it pays for what devices have lost, and for nothing else.
    #[inline]
    #[must_use]
    pub fn choose(&self) -> Option<Sample> {
        let block = thread::block();
        let thread = block.map_or(&self.without_block, |block| &block.head.windows);
        if thread.group.load(Relaxed) == Group::ALL.pack() && !self.owes_for_devices(thread) {
            return Some(Sample::ITSELF);
        }
        let chosen = self.choose_at(thread, clock::ticks());
        // The record of an operation has its time.
        let wants_records = block.is_some_and(|block| block.head.wants.load(Relaxed) & WANTS_RECORDS != 0);
        if wants_records { Some(Sample::ITSELF) } else { chosen }
    }

    /// Devices owe something that a thread has part in.
    fn owes_for_devices(&self, thread: &ThreadWindows) -> bool {
        self.devices_owe.load(Relaxed) && thread.holds_back.load(Relaxed) != 0
    }

    /// The calling thread gives kernels to a device that hold back others.
    fn note_holder(&self) {
        let thread = thread::block().map_or(&self.without_block, |block| &block.head.windows);
        if thread.holds_back.load(Relaxed) == 0 {
            thread.holds_back.store(1, Relaxed);
        }
    }

    /// A signal handler may submit something at any place here: then a group may be a few submissions longer or shorter.
    fn choose_at(&self, thread: &ThreadWindows, now: u64) -> Option<Sample> {
        let (mut group, mut place) = (Group::unpack(thread.group.load(Relaxed)), thread.place.load(Relaxed));
        if place >= group.length || now >= thread.until.load(Relaxed) {
            (group, place) = (self.begin_next(thread, group, now), 0);
        }
        thread.place.store(place + 1, Relaxed);
        group.times(place).then(|| group.sample(thread.number.load(Relaxed)))
    }

    /// A thread's group behind `last`.
    #[cold]
    fn begin_next(&self, thread: &ThreadWindows, last: Group, now: u64) -> Group {
        if last != Group::ALL {
            let took = now.saturating_sub(thread.begun.load(Relaxed));
            let submissions = thread.place.load(Relaxed).max(1);
            thread.pace_256.store((took.saturating_mul(256) / submissions).max(1), Relaxed);
        }
        let (next, expected) = self.next(thread, now);
        let late = self.us(LATE_US);
        thread.number.store(self.number.fetch_add(1, Relaxed) + 1, Relaxed);
        thread.place.store(0, Relaxed);
        thread.begun.store(now, Relaxed);
        thread.until.store(now.saturating_add(2 * expected).saturating_add(late), Relaxed);
        thread.group.store(next.pack(), Relaxed);
        next
    }

    /// A thread's next group, and how long it is expected to take, ticks.
    fn next(&self, thread: &ThreadWindows, now: u64) -> (Group, u64) {
        let budget = self.budget.load(Relaxed);
        let owed = self.owed(thread, now).saturating_sub(self.at_once());
        let lost = self.devices.owed(now, budget).saturating_sub(self.us(LOST_AT_ONCE_US));
        if lost == 0 {
            self.devices_owe.store(false, Relaxed);
        }
        let lost = if thread.holds_back.load(Relaxed) != 0 { lost } else { 0 };
        if owed == 0 && lost == 0 {
            return (Group::ALL, 0);
        }
        let pace_256 = thread.pace_256.load(Relaxed);
        if pace_256 == 0 {
            let first = self.below(FIRST_GROUP);
            return (Group { length: FIRST_GROUP, first, timed: 1 }, self.us(LONGEST_GROUP_US));
        }
        let within =
            |ticks: u64| (u128::from(ticks) * 256 / u128::from(pace_256)).min(u128::from(LONGEST)) as u64;
        let each = thread.each.load(Relaxed).max(1);
        // What the longest group pays for.
        let most = self.us(LONGEST_GROUP_US) * budget / 10_000 / each;
        let window = (self.us(WINDOW_COST_US) / each).min(within(self.us(WINDOW_US)));
        let mut timed = window.max(SHORTEST.min(most)).max(1);
        if lost > 0 {
            timed = timed.min(self.us(LOST_AT_ONCE_US) / self.devices.usual().max(1)).max(1);
        }
        let pause = self.paid_after(owed).min(self.us(LONGEST_GROUP_US));
        let pause = pause.max(self.paid_after(lost).min(self.us(LONGEST_DEVICE_GROUP_US)));
        let length = (timed + within(pause)).min(LONGEST);
        let group = Group { length, first: self.below(length), timed: timed.min(length) };
        (group, (u128::from(length) * u128::from(pace_256) / 256) as u64)
    }

    /// Converts us to ticks.
    fn us(&self, us: u64) -> u64 {
        us * self.rate.per_ms.load(Relaxed) / 1000
    }

    /// What a thread may owe, ticks.
    fn at_once(&self) -> u64 {
        let calls = (AT_ONCE * TIMES_A_CALL).saturating_mul(self.cost_256.load(Relaxed)) / 256;
        calls.max(self.us(AT_ONCE_US))
    }

    /// What a thread owes, ticks.
    fn owed(&self, thread: &ThreadWindows, now: u64) -> u64 {
        debt::unpaid(thread.owed.load(Relaxed), thread.owed_at.load(Relaxed), now, self.budget.load(Relaxed))
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

    /// Timing a submission has cost the calling thread `ticks`. It stands for `count`, and was an append, or an execution of `commands`.
    pub(crate) fn charge(&self, head: &ThreadHead, ticks: u64, count: u64, commands: Option<u64>, now: u64) {
        if self.are_off() || self.rate.at(now).is_none() {
            return;
        }
        let thread = &head.windows;
        let of_its_kind = if commands.is_none() { &thread.append } else { &thread.command };
        let operations = commands.unwrap_or(1).max(1);
        let usual = match of_its_kind.load(Relaxed) {
            0 => (ticks.min(self.us(FIRST_US)) / operations).max(1),
            usual => usual,
        };
        let ticks = ticks.min(OUTLIER.saturating_mul(usual).saturating_mul(operations));
        of_its_kind.store(debt::average(usual, ticks / operations), Relaxed);
        thread.each.store(debt::average(thread.each.load(Relaxed), ticks), Relaxed);
        let mut cost = (count * ticks).saturating_add(self.elsewhere.swap(0, Relaxed));
        let (appends, at_once) = (thread.appends.load(Relaxed), self.at_once());
        if commands.is_none() && appends < AT_ONCE {
            // However much else there is to do on the machine.
            thread.appends.store(appends + count, Relaxed);
            cost = cost.min(count * at_once / AT_ONCE);
        }
        let owed = self.owed(thread, now).saturating_add(cost);
        thread.owed.store(owed, Relaxed);
        thread.owed_at.store(now, Relaxed);
        if owed > at_once && thread.group.load(Relaxed) == Group::ALL.pack() {
            self.begin_next(thread, Group::ALL, now);
        }
    }

    /// Timing has cost `ns` of processor time on a thread of the probe's.
    pub fn spent_elsewhere(&self, ns: u64) {
        self.elsewhere.fetch_add(self.rate.ticks(ns), Relaxed);
    }

    /// A kernel of the calling thread that would hold back others may be timed.
    #[must_use]
    pub fn may_hold_back(&self) -> bool {
        if self.are_off() {
            return true;
        }
        self.note_holder();
        self.devices.has_room()
    }

    /// A kernel that holds back others is given to a device. It counts as long as such kernels take on average. Called with the lock of
    /// device timing, as are the others.
    pub fn hold_back(&self) {
        let now = clock::ticks();
        if let Some(ms) = self.rate.at(now).filter(|_| !self.are_off()) {
            self.note_holder();
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
        if ticks > 0 && self.devices.add(ticks, now, budget) > LOST_AT_ONCE_US * ms / 1000 {
            self.devices_owe.store(true, Relaxed);
        }
    }

    /// A kernel that was to hold back others did not get to its device.
    pub fn cancel_hold_back(&self) {
        if !self.are_off() {
            self.devices.cancel();
        }
    }

    /// After how many ticks a debt of `ticks` is within the budget.
    fn paid_after(&self, ticks: u64) -> u64 {
        let budget = u128::from(self.budget.load(Relaxed).max(1));
        (u128::from(ticks) * 10_000 / budget).min(u128::from(u64::MAX >> 20)) as u64
    }
}

#[cfg(test)]
mod tests;
