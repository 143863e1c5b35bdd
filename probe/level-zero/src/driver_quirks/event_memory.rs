//! Whether an event looks complete, judging by the memory that the device writes to.
//!
//! Intel's driver calls `sched_yield` whenever it is asked about an event that is not signalled. On a busy machine that
//! takes milliseconds, during which our lock would be held. So it is asked only about events that look complete: those
//! whose words no longer hold the driver's initial value.
//!
//! The driver does not say where an event keeps its words. We find out with events of our own: the objects behind their
//! handles are searched for an address that increases evenly from one event of a pool to the next, and whose words
//! change when the host signals the event, change back when it resets it, and are not those of the events beside it.
//! Unless exactly one address does all of that, events are not looked at, and the driver is always asked.
//!
//! A glance only shows when there is no point in asking. How long an operation took is always the driver's answer.

use super::objects::{Shape, WORD};
use crate::driver_trait::DriverRef;
use level_zero_sys::*;
use zetop_probe_core::access;

/// Events that are compared.
pub const EVENTS: usize = 8;
/// The one that is signalled.
const SIGNALLED: usize = 2;
/// 32-bit words that are looked at: four stamps of 32 or of 64 bits.
const WORDS: usize = 8;
/// Bytes from one event of a pool to the next.
const STRIDES: std::ops::RangeInclusive<usize> = 16..=1 << 16;
/// The driver's initial value for these words.
const UNWRITTEN: u32 = u32::MAX;
/// Which words may be an event's: one, for a plain event, or four, of 32 or of 64 bits.
const MASKS: [u8; 3] = [0b1, 0b1111, 0b101_0101];

/// What the events of a pool have in common.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Layout {
    /// Of the objects behind their handles.
    shape: Shape,
    /// Where in them the address of the event's words is.
    at: usize,
    /// Which of them the device writes.
    mask: u8,
}

/// Where events of the probe's, which are neighbours in a pool, may have their words.
#[derive(Debug, Clone, Copy)]
struct Candidate {
    layout: Layout,
    first: usize,
    stride: usize,
}

/// Words of one event.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Spot {
    address: usize,
    mask: u8,
}

impl Layout {
    /// How these events of the probe's look, which are neighbours in a pool and not in use: [`EVENTS`] of them. The kernel reads
    /// their memory: call this on a thread of the probe's only, since a seccomp filter of the program's may kill for it.
    ///
    /// Where it does not work for some, which happens once in a while (two addresses that will do, an object that does not
    /// look like one), it may for others.
    #[must_use]
    pub fn find(driver: DriverRef, events: &[usize]) -> Option<Self> {
        let (shape, objects) = Shape::from_handles(events)?;
        let found: Vec<Candidate> = evenly(shape, &objects, events);
        let words = || found.iter().map(Candidate::words).collect::<Vec<_>>();
        let before = words();
        let event = *events.get(SIGNALLED)? as ze_event_handle_t;
        // SAFETY: an event of the probe's that nothing has used.
        let signalled = unsafe { driver.zeEventHostSignal(event) } == ZE_RESULT_SUCCESS;
        let meanwhile = words();
        // SAFETY: as above.
        let reset = unsafe { driver.zeEventHostReset(event) } == ZE_RESULT_SUCCESS;
        if !signalled || !reset {
            return None;
        }
        let mut those = found.iter().enumerate().filter_map(|(at, candidate)| {
            let (before, meanwhile) = (before[at]?, meanwhile[at]?);
            let mask = changed(&before, &meanwhile)?;
            (candidate.words() == Some(before)).then_some(Self { mask, ..candidate.layout })
        });
        those.next().filter(|_| those.next().is_none())
    }

    /// The words of an event.
    ///
    /// # Safety
    /// A live event of the same driver, from a pool that the host can see.
    #[must_use]
    pub unsafe fn spot(&self, event: usize) -> Option<Spot> {
        // SAFETY: the caller's promise; where the events that were compared have an address.
        let address = unsafe { self.shape.word(event, self.at) }?;
        (address != 0 && address.is_multiple_of(size_of::<u64>()))
            .then_some(Spot { address, mask: self.mask })
    }
}

impl Candidate {
    /// Words of the signalled event and of those beside it.
    fn words(&self) -> Option<[[u32; WORDS]; 3]> {
        let mut words = [[0; WORDS]; 3];
        for (at, words) in words.iter_mut().enumerate() {
            *words = read(self.first + (SIGNALLED - 1 + at) * self.stride)?;
        }
        Some(words)
    }
}

impl Spot {
    /// The device has not written all words: the event is not complete.
    ///
    /// # Safety
    /// The event's pool has not been destroyed.
    #[must_use]
    pub unsafe fn is_unwritten(self) -> bool {
        let words = self.address as *const u32;
        (0..WORDS).filter(|at| self.mask >> at & 1 != 0).any(|at| {
            // SAFETY: the pool's memory, aligned, as was found out; the device may be writing it.
            unsafe { words.add(at).read_volatile() == UNWRITTEN }
        })
    }
}

/// Addresses that increase evenly from one event to the next, and may be those of words that the device writes.
fn evenly(shape: Shape, objects: &[Vec<usize>], events: &[usize]) -> Vec<Candidate> {
    let found = (0..shape.size).step_by(WORD).filter_map(|at| {
        let addresses: Option<Vec<usize>> =
            objects.iter().map(|object| object.get(at / WORD).copied()).collect();
        let addresses = addresses?;
        let (first, stride) = (addresses[0], steady(&addresses)?);
        // Memory beside the objects themselves is not the device's.
        let is_beside = steady(events) == Some(stride);
        let is_one = first != 0 && first.is_multiple_of(size_of::<u64>()) && STRIDES.contains(&stride);
        let layout = Layout { shape, at, mask: 0 };
        (is_one && !is_beside).then_some(Candidate { layout, first, stride })
    });
    found.collect()
}

/// The difference between neighbours, if it is the same for all.
fn steady(values: &[usize]) -> Option<usize> {
    let stride = values.get(1)?.checked_sub(values[0])?;
    values.windows(2).all(|pair| pair[1].checked_sub(pair[0]) == Some(stride)).then_some(stride)
}

/// Which words a signal has changed, if these may be an event's and the events beside it were left alone.
fn changed(before: &[[u32; WORDS]; 3], meanwhile: &[[u32; WORDS]; 3]) -> Option<u8> {
    let differs = |at: &usize| before[1][*at] != meanwhile[1][*at];
    let mask = (0..WORDS).filter(differs).fold(0, |mask, at| mask | 1 << at);
    let unwritten = (0..WORDS).filter(differs).all(|at| before[1][at] == UNWRITTEN);
    let alone = before[0] == meanwhile[0] && before[2] == meanwhile[2];
    (MASKS.contains(&mask) && unwritten && alone).then_some(mask)
}

/// Reads the words at an address; `None` if that is impossible.
fn read(address: usize) -> Option<[u32; WORDS]> {
    let mut words = Vec::new();
    access::copy(address, &mut words, WORDS / 2);
    let mut halves = words.iter().flat_map(|word| [*word as u32, (*word >> 32) as u32]);
    let mut read = [0; WORDS];
    for half in &mut read {
        *half = halves.next()?;
    }
    Some(read)
}
