//! What a wrapped call costs here, measured at start: the dashboard shows it.
//!
//! One call is made directly and through a wrapper like those in the tables, warm. The shortest of several rounds counts,
//! since other work on the machine only adds time.

use crate::{clock, hot, thread};
use std::hint::black_box;
use std::mem::size_of;
use std::sync::atomic::{AtomicPtr, Ordering};
use zetop_wire::layout::{FUNCTIONS, ThreadBlock};

/// In 1/256 ticks.
#[derive(Default)]
pub struct Cost {
    /// A wrapped call over a plain one, if it is timed.
    pub added_256: u64,
    /// If it is not.
    pub untimed_256: u64,
    /// What a call measures as beyond what it takes.
    pub bias_256: u64,
}

const CALLS: u64 = 256;
/// There are at most so many rounds, and no more once a few in a row were no shorter in any respect.
const ROUNDS: u32 = 24;
const IN_VAIN: u32 = 4;
/// The function that the calls count as.
const FUNCTION: usize = FUNCTIONS - 1;

/// Measures on a scratch block, so that nothing shows in the figures. Takes 0.1 to 0.4 ms. Only while no file
/// is mapped, because it writes to a histogram page that belongs to nobody.
pub fn measure() -> Cost {
    let size = size_of::<ThreadBlock>();
    // SAFETY: a new private mapping at an address of the kernel's choice.
    let scratch = unsafe {
        libc::mmap(
            std::ptr::null_mut(),
            size,
            libc::PROT_READ | libc::PROT_WRITE,
            libc::MAP_PRIVATE | libc::MAP_ANONYMOUS,
            -1,
            0,
        )
    };
    if scratch == libc::MAP_FAILED {
        return Cost::default();
    }
    let before = thread::block().map_or(std::ptr::null(), std::ptr::from_ref);
    let block: *const ThreadBlock = scratch.cast();
    // SAFETY: zero bytes are a valid block; mapped until the end of this function.
    let counters = unsafe { &(*block).counters[FUNCTION] };
    counters.histogram.pages.iter().for_each(|page| page.store(1, Ordering::Relaxed));
    counters.note_pages();
    thread::set(block);
    let (mut plain, mut wrapped, mut counted, mut untimed) = (u64::MAX, u64::MAX, u64::MAX, u64::MAX);
    let mut in_vain = 0;
    for _ in 0..ROUNDS {
        let before = (plain, wrapped, counted, untimed);
        plain = plain.min(time(nothing));
        let so_far = counters.total.load(Ordering::Relaxed);
        wrapped = wrapped.min(time(wrapper));
        counted = counted.min(counters.total.load(Ordering::Relaxed) - so_far);
        counters.ahead.store(u32::MAX, Ordering::Relaxed);
        untimed = untimed.min(time(wrapper));
        counters.ahead.store(0, Ordering::Relaxed);
        in_vain = if (plain, wrapped, counted, untimed) == before { in_vain + 1 } else { 0 };
        if in_vain == IN_VAIN {
            break;
        }
    }
    thread::set(before);
    let bias_256 = counted.saturating_sub(plain) * 256 / CALLS;
    // SAFETY: the mapping made above; this thread's pointer to it is gone, and so is `counters`.
    unsafe { libc::munmap(scratch, size) };
    let added = |with: u64| with.saturating_sub(plain) * 256 / CALLS;
    Cost { added_256: added(wrapped), untimed_256: added(untimed), bias_256 }
}

/// A function of a driver that does nothing. While one does something, the processor does part of the counting, so that less
/// is added; what is said here is the most.
extern "C" fn nothing(argument: usize) -> u32 {
    u32::from(black_box(argument) == usize::MAX)
}

/// What the loader would have handed us for it.
static ORIGINAL: AtomicPtr<()> = AtomicPtr::new(nothing as *mut ());

/// Written like the backends' wrappers.
extern "C" fn wrapper(argument: usize) -> u32 {
    // SAFETY: the pointer is always `nothing`.
    let original: extern "C" fn(usize) -> u32 =
        unsafe { std::mem::transmute(ORIGINAL.load(Ordering::Relaxed)) };
    hot::measure(FUNCTION, || Returned(original(argument))).0
}

#[derive(Clone, Copy)]
struct Returned(u32);

impl hot::Outcome for Returned {
    #[inline(always)]
    fn code(self) -> u32 {
        self.0
    }
    #[inline(always)]
    fn is_error(self) -> bool {
        self.0 > 1
    }
}

/// Ticks of [`CALLS`] calls.
fn time(function: extern "C" fn(usize) -> u32) -> u64 {
    let function = black_box(function);
    let start = clock::ticks();
    for call in 0..CALLS {
        black_box(function(call as usize));
    }
    clock::ticks().wrapping_sub(start)
}
