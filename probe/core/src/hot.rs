//! What every wrapped call does: clock, call, clock, count. Of trivial functions, most calls do without the clock:
//! `countdown` says which.
//!
//! No allocation, no lock, no system call, no cache line that another thread writes. A call's duration goes into
//! its histogram with the next call of the thread: see [`ThreadHead::previous`](zetop_wire::layout::ThreadHead).
//!
//! Reading the clock waits for what was loaded before, on Intel's processors at least. So what counts is not how much
//! is done between two readings but the longest row of steps of which each needs the one before. These rows are kept
//! short: what does not depend on the call is loaded before it, and half of the way from a duration to its place in the
//! histogram is gone by the call itself, the other half by the next one.

use crate::ranges::waits;
use crate::shared::{self, Pages, SharedFile};
use crate::thread::{self, Room, ThreadVariables};
use crate::{attendance, clock, countdown, guard, histogram, in_call, samples};
use std::sync::atomic::Ordering::{Relaxed, Release};
use std::sync::atomic::{AtomicBool, AtomicU64};
use zetop_wire::histogram::bucket;
use zetop_wire::layout::{
    BLOCK_PAGES, CallRecord, Previous, Process, RING_MADE, RING_REFUSED, ROUND, ThreadBlock, WANTS_RECORDS,
    WANTS_SAMPLES, bump, call_id, place_of,
};

/// What an API function returns, as far as it matters to the counters.
pub trait Outcome: Copy {
    fn code(self) -> u32;
    fn is_error(self) -> bool;
}

/// For functions that return nothing.
impl Outcome for () {
    #[inline(always)]
    fn code(self) -> u32 {
        0
    }
    #[inline(always)]
    fn is_error(self) -> bool {
        false
    }
}

/// Makes the call and accounts for it under `function` (its number in the catalog).
#[inline(always)]
pub fn measure<R: Outcome>(function: usize, call: impl FnOnce() -> R) -> R {
    let mut found = thread::find();
    if found.block().is_none() {
        found = before_first_call(function);
    }
    if let Some(block) = found.block()
        && countdown::passes(block, function)
    {
        let result = call();
        if result.is_error() || block.head.wants.load(Relaxed) != 0 {
            untimed_matters(function, result);
        }
        return result;
    }
    let pages = shared::pages();
    let frame = in_call::Frame::here();
    let start = clock::ticks();
    let noted = found.block().is_some_and(|block| in_call::begin(&block.head, frame, function, start));
    let result = call();
    let ticks = clock::ticks().wrapping_sub(start);
    if noted {
        in_call::end(found);
    }
    account_in::<true, R>(found, pages, function, start, ticks, result);
    result
}

/// There was no block for the last thread that looked for one. Others look for one only when their call has returned, once
/// for each.
static HAVE_RUN_OUT: AtomicBool = AtomicBool::new(false);

/// A thread without a block is about to make a call. If that may be a long one, it gets its block before it, and before the clock
/// is read: a session that begins with it may have another clock.
#[cold]
#[inline(never)]
fn before_first_call(function: usize) -> ThreadVariables {
    if !countdown::may_be_sampled(function) && thread::block().is_none() && !HAVE_RUN_OUT.load(Relaxed) {
        let _ = guard::quietly(thread::find_room);
    }
    thread::find()
}

/// Accounts for a call that took `ticks` from `start`. The clock was read already, so each such call is timed.
#[inline(always)]
pub fn account<R: Outcome>(function: usize, start: u64, ticks: u64, result: R) {
    account_in::<false, R>(thread::find(), shared::pages(), function, start, ticks, result);
}

#[inline(always)]
fn account_in<const MAY_SAMPLE: bool, R: Outcome>(
    found: ThreadVariables,
    pages: Pages,
    function: usize,
    start: u64,
    ticks: u64,
    result: R,
) {
    match found.block() {
        Some(block) => count::<MAY_SAMPLE, R>(block, pages, function, start, ticks, result),
        None => count_without_block(function, start, ticks, result),
    }
}

/// A call that was not timed has returned an error, or a sample of it may be wanted.
#[cold]
#[inline(never)]
fn untimed_matters<R: Outcome>(function: usize, result: R) {
    // Otherwise the call has ended the session, or has forked: what it was counted in is no longer this thread's.
    let Some(block) = thread::block() else { return };
    if let Some(result) = error(result) {
        block.counters[function].failed(result);
    }
    let wants = block.head.wants.load(Relaxed);
    if wants & WANTS_SAMPLES != 0 {
        samples::of_call(block, wants, function as u16, result.is_error());
    }
}

/// Duration in ticks of the call that this thread has just made, of a function that is never sampled; `None` when it has no
/// block of its own.
#[inline]
pub fn last_ticks() -> Option<u64> {
    Previous::unpack(thread::block()?.head.previous.load(Relaxed)).map(|previous| previous.ticks)
}

/// The number by which the record of this thread's next call will be known; 0 while nobody wants records.
#[inline]
#[must_use]
pub fn next_call() -> u64 {
    let Some(block) = thread::block() else { return 0 };
    if block.head.wants.load(Relaxed) & WANTS_RECORDS == 0 {
        return 0;
    }
    let Some(number) = shared::current().and_then(|file| file.number_of(block)) else { return 0 };
    // Before the first record, the count has no memory.
    let made = block.head.has_ring.load(Relaxed) == RING_MADE;
    call_id(number, if made { block.records.written() } else { 0 })
}

#[inline(always)]
fn count<const MAY_SAMPLE: bool, R: Outcome>(
    block: &ThreadBlock,
    pages: Pages,
    function: usize,
    start: u64,
    ticks: u64,
    result: R,
) {
    let head = &block.head;
    let counters = &block.counters[function];
    if MAY_SAMPLE && counters.ahead.load(Relaxed) != 0 {
        return count_sampled(block, pages, function, start, ticks, result);
    }
    sort_in_previous(block, pages);
    let timed = counters.add(ticks, 1, error(result));
    keep_for_next(block, function, ticks, 1);
    if ticks >= waits::SHORTEST_WAIT {
        waits::may_have_waited(function, ticks);
    }
    if MAY_SAMPLE && timed.is_multiple_of(ROUND) {
        countdown::decide(head, counters, function, timed, start);
    }
    see_who_wants(block, function, start, ticks, result);
}

/// The call was timed while its function is sampled: it stands for its group, or a record of it is wanted.
#[cold]
#[inline(never)]
fn count_sampled<R: Outcome>(
    block: &ThreadBlock,
    pages: Pages,
    function: usize,
    start: u64,
    ticks: u64,
    result: R,
) {
    let head = &block.head;
    let counters = &block.counters[function];
    let ahead = counters.ahead.load(Relaxed);
    if ahead > 1 {
        // Another one of its group is timed, or was.
        countdown::pass(block, counters, ahead);
        if let Some(result) = error(result) {
            counters.failed(result);
        }
    } else {
        sort_in_previous(block, pages);
        let stands_for = countdown::stands_for(counters);
        counters.add(ticks, stands_for, error(result));
        keep_for_next(block, function, ticks, stands_for);
        let wanted = head.wants.load(Relaxed) & WANTS_RECORDS != 0;
        countdown::next(&head.random, counters, function, ticks, wanted);
    }
    see_who_wants(block, function, start, ticks, result);
}

/// Keeps a timed call, which stands for `stands_for` calls, until the thread's next one sorts it in.
#[inline(always)]
fn keep_for_next(block: &ThreadBlock, function: usize, ticks: u64, stands_for: u64) {
    let (head, counters) = (&block.head, &block.counters[function]);
    let previous = Previous { function: function as u16, ticks, of_group: stands_for > 1 };
    head.previous.store(previous.pack(), Release);
    head.bucket.store(bucket(ticks) as u32, Relaxed);
    head.pages.store(counters.first_pages.load(Relaxed), Relaxed);
    head.more.store(stands_for as u32 - 1, Relaxed);
    bump(&head.calls, 1);
}

#[inline(always)]
fn see_who_wants<R: Outcome>(block: &ThreadBlock, function: usize, start: u64, ticks: u64, result: R) {
    let head = &block.head;
    let wants = head.wants.load(Relaxed);
    // Less one: zero is never.
    if wants != 0 || head.look_at.load(Relaxed).wrapping_sub(1) < start {
        if wants == WANTS_RECORDS && head.has_ring.load(Relaxed) == RING_MADE {
            let (result, thread, function) = (result.code(), head.tid.load(Relaxed), function as u16);
            let record = CallRecord { start, duration: ticks, function, result, thread };
            block.records.push(record.pack());
        } else {
            wanted(block, function, start, ticks, result);
        }
    }
}

#[inline(always)]
fn sort_in_previous(block: &ThreadBlock, pages: Pages) {
    let head = &block.head;
    let (page, place) = place_of(head.pages.load(Relaxed), head.bucket.load(Relaxed) as usize);
    match pages.count(shared::place(page, place)) {
        Some(count) => sort_in(block, count),
        None => sort_in_first(block),
    }
}

/// Moves the previous call into its histogram. Readers read the histogram before the word: what they find there is in
/// none of what they have read, at whatever point this thread is held up. In between, the call is in neither, and they
/// find it the next time.
#[inline(always)]
fn sort_in(block: &ThreadBlock, count: &AtomicU64) {
    let calls = 1 + u64::from(block.head.more.load(Relaxed));
    block.head.previous.store(0, Relaxed);
    count.store(count.load(Relaxed).wrapping_add(calls), Release);
}

/// The previous call has no place in its histogram yet: there is none, or it is the function's first duration of this
/// order of magnitude in this block, so the histogram needs another page.
#[cold]
#[inline(never)]
fn sort_in_first(block: &ThreadBlock) {
    let Some(previous) = Previous::unpack(block.head.previous.load(Relaxed)) else { return };
    crate::guard::quietly(|| {
        let Some(counters) = block.counters.get(usize::from(previous.function)) else { return };
        if counters.listed.swap(1, Relaxed) == 0 {
            let at = block.head.functions.load(Relaxed);
            if let Some(entry) = block.used.get(at as usize) {
                entry.store(previous.function, Relaxed);
                block.head.functions.store(at + 1, Release);
            }
        }
        let bucket = bucket(previous.ticks);
        let count = || {
            let (page, place) = counters.histogram.find(bucket);
            shared::pages().count(shared::place(page, place))
        };
        let file = shared::current();
        let add = |file: &SharedFile| file.add_page(&counters.histogram, bucket, BLOCK_PAGES);
        match count().or_else(|| file.filter(|file| add(file)).and_then(|_| count())) {
            Some(count) => sort_in(block, count),
            None => {
                let calls = 1 + u64::from(block.head.more.load(Relaxed));
                let _ = file.map(|file| file.process().unsorted.fetch_add(calls, Relaxed));
            }
        }
        counters.note_pages();
    });
}

/// What is counted as an error: the code of one.
#[inline(always)]
fn error<R: Outcome>(result: R) -> Option<u32> {
    result.is_error().then_some(result.code())
}

/// A record or a sample of this call is wanted, or the thread has to look after an attach.
#[cold]
#[inline(never)]
fn wanted<R: Outcome>(block: &ThreadBlock, function: usize, start: u64, ticks: u64, result: R) {
    attendance::look_if_due(block, start);
    let (wants, function) = (block.head.wants.load(Relaxed), function as u16);
    if wants & WANTS_SAMPLES != 0 {
        samples::of_call(block, wants, function, result.is_error());
    }
    if wants & WANTS_RECORDS != 0 {
        let (result, thread) = (result.code(), block.head.tid.load(Relaxed));
        record(block, CallRecord { start, duration: ticks, function, result, thread });
    }
}

/// Writes a record.
pub(crate) fn record(block: &ThreadBlock, record: CallRecord) {
    if block.head.has_ring.load(Relaxed) == 0 {
        let made = crate::guard::quietly(|| shared::current().is_some_and(|file| file.make_ring(block)));
        let state = if made == Some(true) { RING_MADE } else { RING_REFUSED };
        block.head.has_ring.store(state, Relaxed);
    }
    if block.head.has_ring.load(Relaxed) == RING_MADE {
        block.records.push(record.pack());
    } else if let Some(file) = shared::current() {
        file.process().unrecorded.fetch_add(1, Relaxed);
    }
}

/// The first call of a thread or of a forked child, and calls of threads for which no block is left.
#[cold]
#[inline(never)]
fn count_without_block<R: Outcome>(function: usize, start: u64, ticks: u64, result: R) {
    guard::quietly(|| match thread::block().map_or_else(look_for_room, Room::Own) {
        // The call itself may have given the thread its block, by a call that it made.
        Room::Own(block) => count::<false, R>(block, shared::pages(), function, start, ticks, result),
        Room::Shared(process) => count_shared(process, function, ticks, error(result)),
        Room::Nowhere => {}
    });
}

fn look_for_room() -> Room {
    let room = thread::find_room();
    let have_run_out = matches!(room, Room::Shared(_));
    if have_run_out != HAVE_RUN_OUT.load(Relaxed) {
        HAVE_RUN_OUT.store(have_run_out, Relaxed);
    }
    room
}

fn count_shared(process: &Process, function: usize, ticks: u64, error: Option<u32>) {
    attendance::look(false);
    let Some(counters) = process.overflow.get(function) else { return };
    // All threads without a block would write the line, which holds what others read.
    if process.overflows.load(Relaxed) == 0 {
        process.overflows.store(1, Relaxed);
    }
    counters.add_shared(ticks, error);
    histogram::add(&counters.histogram, ticks);
    if process.wants_records.load(Relaxed) != 0 {
        process.unrecorded.fetch_add(1, Relaxed);
    }
}
