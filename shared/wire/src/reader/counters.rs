//! Counters and histograms of the threads' blocks.

use super::file_words::{ReadAt, Words};
use crate::histogram::{PAGE_BUCKETS, Page, TABLE};
use crate::layout::*;
use std::mem::{offset_of, size_of};

/// Figures of one function, in ticks: counts are exact, times are those of the timed calls.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Counters {
    pub calls: u64,
    /// Calls that were timed.
    pub timed: u64,
    /// Sum over all calls, in which a timed call that stands for a group is [`GROUP`] times.
    pub total: u64,
    /// Timed calls that each stand for a group, the sum of their durations, and that of the squares.
    pub sampled: u64,
    pub sampled_total: u64,
    pub sampled_squares: u64,
    /// `None` without a timed call.
    pub min: Option<u64>,
    pub max: u64,
    pub errors: u64,
    /// Result of the last call that returned an error; 0 before the first.
    pub last_error: u32,
}

impl Counters {
    fn from(w: &Words, at: usize) -> Self {
        let timed = w.u64(at + offset_of!(FunctionCounters, timed));
        Self {
            calls: timed.saturating_add(w.u64(at + offset_of!(FunctionCounters, untimed))),
            timed,
            total: w.u64(at + offset_of!(FunctionCounters, total)),
            sampled: w.u64(at + offset_of!(FunctionCounters, sampled)).min(timed),
            sampled_total: w.u64(at + offset_of!(FunctionCounters, sampled_total)),
            sampled_squares: w.u64(at + offset_of!(FunctionCounters, sampled_squares)),
            min: w.u64(at + offset_of!(FunctionCounters, min_plus_one)).checked_sub(1),
            max: w.u64(at + offset_of!(FunctionCounters, max)),
            errors: w.u64(at + offset_of!(FunctionCounters, errors)),
            last_error: w.u32(at + offset_of!(FunctionCounters, last_error)),
        }
    }

    /// Calls, all of them timed.
    #[must_use]
    pub fn exact(calls: u64, total: u64) -> Self {
        Self { calls, timed: calls, total, ..Self::default() }
    }

    /// The calls that the timed ones stand for, which are also those in the histogram: all but those of groups that have
    /// begun, or more by those that are still to come in them.
    #[must_use]
    pub fn stood_for(&self) -> u64 {
        self.timed.saturating_add(self.sampled.saturating_mul(GROUP - 1))
    }

    /// The sum over all calls.
    #[must_use]
    pub fn estimated_total(&self) -> u64 {
        let off = self.calls as f64 - self.stood_for() as f64;
        if off == 0.0 {
            return self.total;
        }
        (self.total as f64 + off * self.mean_of_sampled()).max(0.0).round() as u64
    }

    /// One standard error of [`Self::estimated_total`]; 0 where all calls were timed.
    #[must_use]
    pub fn total_error(&self) -> f64 {
        if self.timed >= self.calls {
            return 0.0;
        }
        let (count, total, group) = (self.sampled as f64, self.sampled_total as f64, GROUP as f64);
        let squares = (self.sampled_squares as f64 - total * total / count.max(1.0)).max(0.0);
        // As far as a group can be off by its one timed call: exactly this where all groups are alike (a period of the
        // program's), a little less elsewhere. One group more, since one is never complete.
        let within = group * group * squares * count / (count - 1.0).max(1.0);
        within.sqrt().hypot(group * self.mean_of_sampled())
    }

    /// Mean of the calls that were timed for groups, or of all but the longest one.
    fn mean_of_sampled(&self) -> f64 {
        if self.sampled > 0 {
            return self.sampled_total as f64 / self.sampled as f64;
        }
        self.total.saturating_sub(self.max) as f64 / self.timed.saturating_sub(1).max(1) as f64
    }

    /// Adds another block's figures.
    pub fn merge(&mut self, other: &Self) {
        self.calls = self.calls.saturating_add(other.calls);
        self.timed = self.timed.saturating_add(other.timed);
        self.total = self.total.saturating_add(other.total);
        self.sampled = self.sampled.saturating_add(other.sampled);
        self.sampled_total = self.sampled_total.saturating_add(other.sampled_total);
        self.sampled_squares = self.sampled_squares.saturating_add(other.sampled_squares);
        self.errors = self.errors.saturating_add(other.errors);
        if other.errors > 0 {
            self.last_error = other.last_error;
        }
        self.max = self.max.max(other.max);
        self.min = match (self.min, other.min) {
            (Some(a), Some(b)) => Some(a.min(b)),
            (a, b) => a.or(b),
        };
    }
}

/// Counters of the threads that have no block, of all functions.
pub fn overflow<R: ReadAt + ?Sized>(source: &R) -> Vec<(Counters, Pages)> {
    let w = Words::read(source, offset_of!(Process, overflow), FUNCTIONS * LINE);
    (0..FUNCTIONS).map(|i| (Counters::from(&w, i * LINE), function_pages(&w, i * LINE))).collect()
}

/// Bytes of a function's counters.
const LINE: usize = size_of::<FunctionCounters>();
/// How many functions' counters are read at once, even if some in between are not wanted.
const AT_ONCE: u16 = 64;

/// Pages of a histogram, in the order of its buckets; 0 for none.
pub type Pages = [u16; TABLE];

pub(super) fn pages(w: &Words, at: usize) -> Pages {
    std::array::from_fn(|i| w.u16(at + 2 * i))
}

fn function_pages(w: &Words, at: usize) -> Pages {
    pages(w, at + offset_of!(FunctionCounters, histogram))
}

/// Tells whether a block has anything new.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Head {
    /// Calls counted in the block.
    pub calls: u64,
    pub previous: Option<Previous>,
    pub tid: u32,
    /// Functions that [`used`] gives.
    pub functions: usize,
    pub wants_records: bool,
    pub has_ring: bool,
    /// Operations given to a device.
    pub given: u64,
    /// What hooks do beyond the program's calls, ticks.
    pub own: u64,
    /// The call that the thread is in, with the stack pointer and the frame pointer register in its wrapper.
    pub in_call: Option<InCall>,
    pub call_frame: (u64, u64),
    /// An instruction of the wrapper, where its call pushes no return address; else 0.
    pub call_ip: u64,
}

/// A block's head. When reading a block's histograms, read [`Head::previous`] after them: the call that waits
/// there is then in none of them.
pub fn head<R: ReadAt + ?Sized>(source: &R, block: usize) -> Head {
    let w = Words::read(source, block_offset(block) + offset_of!(ThreadBlock, head), size_of::<ThreadHead>());
    Head {
        calls: w.u64(offset_of!(ThreadHead, calls)),
        previous: Previous::unpack(w.u64(offset_of!(ThreadHead, previous)))
            .filter(|previous| usize::from(previous.function) < FUNCTIONS),
        tid: w.u32(offset_of!(ThreadHead, tid)),
        functions: (w.u32(offset_of!(ThreadHead, functions)) as usize).min(FUNCTIONS),
        wants_records: w.u32(offset_of!(ThreadHead, wants)) & WANTS_RECORDS != 0,
        has_ring: w.u32(offset_of!(ThreadHead, has_ring)) == RING_MADE,
        given: w.u64(offset_of!(ThreadHead, given)),
        own: w.u64(offset_of!(ThreadHead, own)),
        in_call: InCall::unpack(w.u64(offset_of!(ThreadHead, in_call)))
            .filter(|call| usize::from(call.function) < FUNCTIONS),
        call_frame: (w.u64(offset_of!(ThreadHead, call_sp)), w.u64(offset_of!(ThreadHead, call_bp))),
        call_ip: w.u64(offset_of!(ThreadHead, call_ip)),
    }
}

/// The functions that have calls in a block, from number `from` of the list to number `to`.
pub fn used<R: ReadAt + ?Sized>(source: &R, block: usize, from: usize, to: usize) -> Vec<u16> {
    let to = to.min(FUNCTIONS);
    let len = to.saturating_sub(from);
    let w = Words::read(source, block_offset(block) + offset_of!(ThreadBlock, used) + 2 * from, 2 * len);
    (0..len).map(|i| w.u16(2 * i)).filter(|function| usize::from(*function) < FUNCTIONS).collect()
}

/// Counters of some of a block's functions, given in ascending order.
pub fn block_counters<R: ReadAt + ?Sized>(
    source: &R,
    block: usize,
    functions: &[u16],
    mut take: impl FnMut(u16, Counters, Pages),
) {
    let mut rest = functions;
    while let Some(&first) = rest.first() {
        let near =
            rest.iter().take_while(|f| f.checked_sub(first).is_some_and(|d| d < AT_ONCE)).count().max(1);
        let (now, later) = rest.split_at(near);
        rest = later;
        let lines = usize::from(now.last().map_or(0, |last| last.saturating_sub(first))) + 1;
        if usize::from(first) + lines > FUNCTIONS {
            continue;
        }
        let counters = block_offset(block) + offset_of!(ThreadBlock, counters);
        let w = Words::read(source, counters + usize::from(first) * LINE, lines * LINE);
        for function in now {
            let at = usize::from(function - first) * LINE;
            take(*function, Counters::from(&w, at), function_pages(&w, at));
        }
    }
}

/// The nonzero counts of a histogram page, by bucket; `part` is its position in [`Pages`].
pub fn histogram_page<R: ReadAt + ?Sized>(
    source: &R,
    page: u16,
    part: usize,
    mut take: impl FnMut(u16, u64),
) {
    if page == 0 || usize::from(page) >= PAGES || part >= TABLE {
        return;
    }
    // Most of what a look at a busy program reads is here: no allocation, and nothing checked word by word.
    let mut bytes = [0; size_of::<Page>()];
    source.read_at(&mut bytes, page_offset(usize::from(page)));
    let (counts, _) = bytes.as_chunks();
    for (place, count) in counts.iter().enumerate() {
        match u64::from_le_bytes(*count) {
            0 => {}
            count => take((part * PAGE_BUCKETS + place) as u16, count),
        }
    }
}
