//! Which calls are timed: all of them, or of a trivial function one of each group of [`GROUP`] calls, at a random place in it,
//! so that no period of the program's falls in step. Every call of a group is as likely as the others, and the groups follow
//! each other without a gap: so the timed calls, each as often as its group has calls, make up all calls without bias, also
//! where it depends on them when sampling begins and ends.
//!
//! ```text
//! all timed --64 calls, short on average, and the budget is used up--> one of 16 --64 timed ones, or fewer, long on average--> the group's rest -> all timed
//! ```
//!
//! A signal handler may interrupt this at any place and make calls of its thread: then a group may be a few calls longer or
//! shorter; nothing is counted twice or lost.

use crate::clock;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::atomic::{AtomicU32, AtomicU64};
use zetop_wire::layout::{
    FUNCTIONS, FunctionCounters, GROUP, LEAVES, MOST_SQUARED, ROUND, ThreadBlock, ThreadHead, WANTS_RECORDS,
    bump,
};

/// A function's [`ROUND`] calls are trivial if they take less than this together, ticks: 16 times what timing them costs. 0
/// while all calls are to be timed.
static TRIVIAL: AtomicU64 = AtomicU64::new(0);
/// What timing a call costs, in 1/256 ticks.
static COST: AtomicU64 = AtomicU64::new(0);
/// How much of a thread's time that may take before trivial calls are sampled, in 1/10,000.
static BUDGET: AtomicU64 = AtomicU64::new(0);
/// Calls that a thread within its budget may time at once.
const AT_ONCE: u64 = 16_384;
/// The mean of trivial calls is below this many times the cost of timing one.
const TIMES_THE_COST: u64 = 16;

/// A bit for each function that may be sampled.
static SAMPLED: [AtomicU64; FUNCTIONS / 64] = [const { AtomicU64::new(0) }; FUNCTIONS / 64];

/// A session begins. A timed call costs `cost_256` 1/256 ticks more than one that is not timed; 0 where nobody knows, or where
/// every call is to be timed. `budget` is how much of a thread's time that may take, in 1/10,000.
pub(crate) fn begin(cost_256: u64, budget: u32, may_be_sampled: impl Fn(usize) -> bool) {
    COST.store(cost_256, Relaxed);
    BUDGET.store(budget.into(), Relaxed);
    for (at, bits) in SAMPLED.iter().enumerate() {
        let bit = |bit: usize| u64::from(may_be_sampled(64 * at + bit)) << bit;
        bits.store((0..64).map(bit).sum(), Relaxed);
    }
    TRIVIAL.store(cost_256.saturating_mul(TIMES_THE_COST * ROUND) >> 8, Relaxed);
}

/// What [`ROUND`] trivial calls of a function take at most; 0 if it is never sampled.
fn trivial(function: usize) -> u64 {
    if may_be_sampled(function) { TRIVIAL.load(Relaxed) } else { 0 }
}

pub(crate) fn may_be_sampled(function: usize) -> bool {
    SAMPLED.get(function / 64).is_some_and(|bits| bits.load(Relaxed) >> (function % 64) & 1 != 0)
}

/// Counts a call that is about to be made, if it is not to be timed.
#[inline(always)]
pub(crate) fn passes(block: &ThreadBlock, function: usize) -> bool {
    let counters = &block.counters[function];
    let ahead = counters.ahead.load(Relaxed);
    // A record has the time of its call.
    if ahead <= 1 || block.head.wants.load(Relaxed) & WANTS_RECORDS != 0 {
        return false;
    }
    pass(block, counters, ahead);
    true
}

/// Counts a call that is not timed; `ahead` is more than 1.
#[inline(always)]
pub(crate) fn pass(block: &ThreadBlock, counters: &FunctionCounters, ahead: u32) {
    // Not less one of what is there now: a signal handler may have made the last call of the countdown.
    counters.ahead.store(ahead - 1, Relaxed);
    bump(&counters.untimed, 1);
    bump(&block.head.calls, 1);
}

/// All calls of the function are timed, and `timed` of them were: begins to sample it if the last ones were trivial, timing is
/// beyond its budget, and nobody wants a record of each call.
#[cold]
#[inline(never)]
pub(crate) fn decide(head: &ThreadHead, counters: &FunctionCounters, function: usize, timed: u64, now: u64) {
    let wanted = head.wants.load(Relaxed) & WANTS_RECORDS != 0;
    begin_to_sample(&head.random, counters, trivial(function), timed, || !wanted && !affords(head, now));
}

fn begin_to_sample(
    random: &AtomicU32,
    counters: &FunctionCounters,
    trivial: u64,
    timed: u64,
    is_due: impl FnOnce() -> bool,
) {
    let calls = timed.wrapping_sub(counters.round_calls.load(Relaxed));
    if calls < ROUND {
        return;
    }
    let total = counters.total.load(Relaxed);
    let ticks = total.wrapping_sub(counters.round_ticks.load(Relaxed));
    let is_trivial = u128::from(ticks) * u128::from(ROUND) < u128::from(trivial) * u128::from(calls);
    if !(is_trivial && is_due()) {
        counters.round_calls.store(timed, Relaxed);
        counters.round_ticks.store(total, Relaxed);
        return;
    }
    counters.round_calls.store(0, Relaxed);
    counters.round_ticks.store(0, Relaxed);
    let place = place(random);
    counters.place.store(place, Relaxed);
    counters.ahead.store(place + 1, Relaxed);
}

/// Whether timing its calls so far is within a thread's budget. What it has not used lasts for [`AT_ONCE`] calls at most.
fn affords(head: &ThreadHead, now: u64) -> bool {
    let (cost, budget) = (COST.load(Relaxed), BUDGET.load(Relaxed));
    if budget == 0 {
        return false;
    }
    let of = |calls: u64| (u128::from(calls) * u128::from(cost)) >> 8;
    let (calls, at) = (head.calls.load(Relaxed), head.credit_at.load(Relaxed));
    let most = of(AT_ONCE);
    let grown = if at == 0 { most } else { u128::from(now.saturating_sub(at)) * u128::from(budget) / 10_000 };
    let credit = (u128::from(head.credit.load(Relaxed)) + grown).min(most);
    // Counts every call since then as a timed one.
    let owed = of(calls.wrapping_sub(head.credit_calls.load(Relaxed)));
    head.credit.store(u64::try_from(credit.saturating_sub(owed)).unwrap_or(u64::MAX), Relaxed);
    head.credit_at.store(now, Relaxed);
    head.credit_calls.store(calls, Relaxed);
    owed <= credit
}

/// A call was timed while the function is sampled: how many calls it stands for. To be asked before the call is counted.
pub(crate) fn stands_for(counters: &FunctionCounters) -> u64 {
    if counters.place.load(Relaxed) < LEAVES { GROUP } else { 1 }
}

/// That call has been counted: finds the next one.
pub(crate) fn next(
    random: &AtomicU32,
    counters: &FunctionCounters,
    function: usize,
    ticks: u64,
    wanted: bool,
) {
    go_on(random, counters, trivial(function), ticks, wanted);
}

fn go_on(random: &AtomicU32, counters: &FunctionCounters, trivial: u64, ticks: u64, wanted: bool) {
    let at = counters.place.load(Relaxed);
    if at >= LEAVES {
        // The first call behind the last group.
        counters.round_calls.store(counters.timed.load(Relaxed), Relaxed);
        counters.round_ticks.store(counters.total.load(Relaxed), Relaxed);
        counters.ahead.store(0, Relaxed);
        return;
    }
    bump(&counters.sampled, 1);
    bump(&counters.sampled_total, ticks);
    let squares = counters.sampled_squares.load(Relaxed);
    let square = ticks.min(MOST_SQUARED).pow(2);
    counters.sampled_squares.store(squares.saturating_add(square), Relaxed);
    let calls = counters.round_calls.load(Relaxed).wrapping_add(1);
    let ticks = counters.round_ticks.load(Relaxed).saturating_add(ticks);
    let rest = LEAVES - 1 - at;
    if wanted || ticks >= trivial {
        counters.place.store(LEAVES, Relaxed);
        counters.ahead.store(rest + 1, Relaxed);
        return;
    }
    let is_whole = calls >= ROUND;
    counters.round_calls.store(if is_whole { 0 } else { calls }, Relaxed);
    counters.round_ticks.store(if is_whole { 0 } else { ticks }, Relaxed);
    let place = place(random);
    counters.place.store(place, Relaxed);
    counters.ahead.store(rest + place + 1, Relaxed);
}

/// A place in a group: 0 to 15, each as likely as the others. xorshift (Marsaglia) of 32 bits, of which the upper ones, mixed,
/// are taken.
pub(crate) fn place(random: &AtomicU32) -> u32 {
    let mut state = random.load(Relaxed);
    if state == 0 {
        // Threads that begin at the same tick have different addresses.
        let begun =
            (clock::ticks() ^ (std::ptr::from_ref(random) as u64 >> 12)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        state = (begun >> 32) as u32 | 1;
    }
    state ^= state << 13;
    state ^= state >> 17;
    state ^= state << 5;
    random.store(state, Relaxed);
    state.wrapping_mul(0x9e37_79b1) >> (u32::BITS - GROUP.ilog2())
}

#[cfg(test)]
mod tests;
