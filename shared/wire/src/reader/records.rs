//! Records of calls and of device operations: what the rings still hold, and how many were overwritten.

use super::file_words::{ReadAt, Words};
use crate::layout::*;
use crate::ring::whole;
use std::mem::{offset_of, size_of};
use std::ops::Range;

/// A reader's position in a ring.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Cursor {
    /// Number of the next record.
    pub next: u64,
    /// Records overwritten before they were read.
    pub lost: u64,
}

/// Takes what is new in a ring of `capacity` records of `W` words, whose struct is at `ring`.
fn drain<R: ReadAt + ?Sized, const W: usize>(
    source: &R,
    ring: usize,
    capacity: usize,
    cursor: &mut Cursor,
    take: impl FnMut(u64, [u64; W]),
) {
    let end = written(source, ring);
    drain_to(source, ring, capacity, cursor, kept_from(cursor, end, capacity)..end, take);
}

/// The first record that may still be there once `end` were written: never copy more than the ring holds.
fn kept_from(cursor: &Cursor, end: u64, capacity: usize) -> u64 {
    cursor.next.max(end.saturating_sub(capacity as u64))
}

/// How many records were written to a ring whose struct is at `ring`: a count, padding to 64 bytes, then the slots.
fn written<R: ReadAt + ?Sized>(source: &R, ring: usize) -> u64 {
    Words::read(source, ring, 8).u64(0)
}

/// Takes these records of such a ring; what is new before them counts as lost.
fn drain_to<R: ReadAt + ?Sized, const W: usize>(
    source: &R,
    ring: usize,
    capacity: usize,
    cursor: &mut Cursor,
    records: Range<u64>,
    mut take: impl FnMut(u64, [u64; W]),
) {
    let Range { start: from, end: before } = records;
    if before <= cursor.next {
        // A count that goes back means a broken or hostile writer: follow it, take nothing.
        cursor.next = before;
        return;
    }
    let mut copy = Vec::with_capacity((before - from) as usize * W * 8);
    let mut number = from;
    while number < before {
        let slot = (number % capacity as u64) as usize;
        let run = (capacity - slot).min((before - number) as usize);
        let at = copy.len();
        copy.resize(at + run * W * 8, 0);
        source.read_at(&mut copy[at..], ring + 64 + slot * W * 8);
        number += run as u64;
    }
    let (first, lost) = whole(cursor.next, before, written(source, ring), capacity as u64);
    cursor.lost = cursor.lost.saturating_add(lost);
    cursor.next = before;
    let whole = copy.chunks_exact(W * 8).skip((first - from.min(first)) as usize);
    for (at, record) in whole.enumerate() {
        let mut words = [0; W];
        for (word, bytes) in words.iter_mut().zip(record.chunks_exact(8)) {
            *word = bytes.try_into().map_or(0, u64::from_le_bytes);
        }
        // A hostile writer's numbers may overflow.
        take(first.wrapping_add(at as u64), words);
    }
}

/// Takes a block's new call records, with their numbers in its ring.
pub fn drain_calls<R: ReadAt + ?Sized>(
    source: &R,
    block: usize,
    cursor: &mut Cursor,
    mut take: impl FnMut(u64, CallRecord),
) {
    let ring = block_offset(block) + offset_of!(ThreadBlock, records);
    drain::<R, CALL_WORDS>(source, ring, CALL_RING, cursor, |number, w| take(number, CallRecord::unpack(w)));
}

/// Takes the new records of collective operations.
pub fn drain_collectives<R: ReadAt + ?Sized>(
    source: &R,
    cursor: &mut Cursor,
    mut take: impl FnMut(Collective),
) {
    let ring = offset_of!(Process, collectives);
    drain::<R, COLLECTIVE_WORDS>(source, ring, COLLECTIVE_RING, cursor, |_, w| take(Collective::unpack(w)));
}

/// Device records that are copied at a time: all that the ring holds take megabytes.
const PART: u64 = 1024;

/// How many device records were written so far.
pub fn device_written<R: ReadAt + ?Sized>(source: &R) -> u64 {
    written(source, offset_of!(Process, device_ring))
}

/// Takes some of the new device records before the number `end`, a result of [`device_written`]. True if there are more,
/// which is so at most 16 times, whatever is written meanwhile.
pub fn drain_device<R: ReadAt + ?Sized>(
    source: &R,
    cursor: &mut Cursor,
    end: u64,
    mut take: impl FnMut(DeviceRecord),
) -> bool {
    let ring = offset_of!(Process, device_ring);
    let from = kept_from(cursor, end, DEVICE_RING);
    let part = from..end.min(from.saturating_add(PART));
    let is_more = part.end < end;
    drain_to::<R, DEVICE_WORDS>(source, ring, DEVICE_RING, cursor, part, |_, w| {
        take(DeviceRecord::unpack(&w))
    });
    is_more
}

/// Where a process is in a communicator: kind and sequence of the operations that were launched and complete last.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct InCommunicator {
    pub number: u64,
    pub rank: u32,
    pub ranks: u32,
    pub launched: (u8, u64),
    pub complete: (u8, u64),
}

/// The communicators of a process in which something was launched.
pub fn communicators<R: ReadAt + ?Sized>(source: &R) -> Vec<InCommunicator> {
    let size = size_of::<Communicator>();
    let w = Words::read(source, offset_of!(Process, communicators), COMMUNICATORS * size);
    let of = |word: u64| ((word >> 56) as u8, word & ((1 << 56) - 1));
    let number = |at: &usize| w.u64(at * size + offset_of!(Communicator, number));
    let all = (0..COMMUNICATORS).filter(|at| number(at) != 0).map(|at| {
        let rank = w.u64(at * size + offset_of!(Communicator, rank));
        InCommunicator {
            number: number(&at),
            rank: rank as u32,
            ranks: (rank >> 32) as u32,
            launched: of(w.u64(at * size + offset_of!(Communicator, launched))),
            complete: of(w.u64(at * size + offset_of!(Communicator, complete))),
        }
    });
    all.filter(|communicator| communicator.launched != (0, 0)).collect()
}
