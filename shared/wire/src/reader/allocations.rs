//! The table of allocations: zetop's side of [`crate::allocations`].

use super::file_words::{ReadAt, Words};
use super::samples::{Sample, sample, u32_at};
use crate::allocations::{
    Allocations, EMPTY, ENTRIES, Entry, FREED, Head, LIVE, STACK_WORDS, STACKS, Stack, entries_part,
    stacks_part,
};
use crate::layout::{FILE_SIZE, MEMORY_KINDS, Process, allocations_offset};
use crate::samples::{ARMED, PythonStack, REFUSED, Slot, TAKEN};
use crate::write::WriteAt;
use std::io;
use std::mem::{offset_of, size_of};

/// How far the table is in use, and how far it has memory.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct AllocationTable {
    /// Allocations and frees that were noted.
    pub events: u64,
    pub entries: usize,
    pub entries_ready: usize,
    pub stacks_ready: usize,
}

/// An entry that is not empty.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Noted {
    pub number: u32,
    /// Position in [`Header::memory`](super::Header::memory).
    pub kind: usize,
    pub stack: u32,
    pub size: u64,
    pub made: u64,
    pub made_ticks: u64,
    /// Bytes for which one allocation was noted, so that it stands for others; 0: each was noted.
    pub mean: u64,
    /// Number and ticks of the free.
    pub gone: Option<(u64, u64)>,
}

/// The stack of an allocation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum AllocationStack {
    Copied(Box<Sample>),
    /// The thread's stack has unknown bounds.
    Refused,
    /// It was read before, or was never there.
    Gone,
}

/// What there is to read; `length` is the file's.
#[must_use]
pub fn allocation_table<R: ReadAt + ?Sized>(source: &R, length: u64) -> AllocationTable {
    let ready = offset_of!(Process, allocations_ready);
    let (entries_ready, stacks_ready) = (
        (u32_at(source, ready) as usize).min(ENTRIES),
        (u32_at(source, offset_of!(Process, allocation_stacks_ready)) as usize).min(STACKS),
    );
    if entries_ready == 0 || length < FILE_SIZE as u64 {
        return AllocationTable::default();
    }
    let head = Words::read(source, allocations_offset(), 64);
    AllocationTable {
        events: head.u64(offset_of!(Head, events)),
        entries: (head.u32(offset_of!(Head, entries)) as usize).min(entries_ready),
        entries_ready,
        stacks_ready,
    }
}

/// How many allocations and frees have been noted: [`AllocationTable::events`], without the rest.
#[must_use]
pub fn allocation_events<R: ReadAt + ?Sized>(source: &R) -> u64 {
    let mut bytes = [0; 8];
    source.read_at(&mut bytes, allocations_offset() + offset_of!(Head, events));
    u64::from_le_bytes(bytes)
}

/// The entries that are in use.
#[must_use]
pub fn allocations<R: ReadAt + ?Sized>(source: &R, table: &AllocationTable) -> Vec<Noted> {
    let (at, len) = entries_part(0, table.entries);
    let words = Words::read(source, allocations_offset() + at, len);
    let noted = (0..table.entries).filter_map(|number| {
        let at = number * size_of::<Entry>();
        let u64_at = |field: usize| words.u64(at + field);
        let gone = match words.u32(at + offset_of!(Entry, state)) {
            LIVE => None,
            FREED => Some((u64_at(offset_of!(Entry, gone)), u64_at(offset_of!(Entry, gone_ticks)))),
            _ => return None,
        };
        Some(Noted {
            number: number as u32,
            kind: (words.u32(at + offset_of!(Entry, kind)) as usize).min(MEMORY_KINDS - 1),
            stack: words.u32(at + offset_of!(Entry, stack)),
            size: u64_at(offset_of!(Entry, size)),
            made: u64_at(offset_of!(Entry, made)),
            made_ticks: u64_at(offset_of!(Entry, made_ticks)),
            mean: u64_at(offset_of!(Entry, mean)),
            gone,
        })
    });
    noted.collect()
}

fn slot_at(stack: usize) -> usize {
    allocations_offset() + offset_of!(Allocations, slots) + stack * size_of::<Slot>()
}

/// The stack that an entry names.
#[must_use]
pub fn allocation_stack<R: ReadAt + ?Sized>(source: &R, stack: u32) -> AllocationStack {
    let stack = stack as usize;
    if stack >= STACKS {
        return AllocationStack::Gone;
    }
    match u32_at(source, slot_at(stack) + offset_of!(Slot, state)) {
        TAKEN => {
            let at = allocations_offset() + stacks_part(stack, 1).0;
            let python = allocations_offset() + offset_of!(Allocations, python);
            let python = python + stack * size_of::<PythonStack>();
            AllocationStack::Copied(Box::new(sample(source, slot_at(stack), at, STACK_WORDS, python)))
        }
        REFUSED => AllocationStack::Refused,
        _ => AllocationStack::Gone,
    }
}

/// Gives entries and slots back that were read.
///
/// # Errors
/// When the file can't be written.
pub fn give_back_allocations(file: &impl WriteAt, entries: &[u32], stacks: &[u32]) -> io::Result<()> {
    let entries = entries.iter().map(|number| *number as usize).filter(|number| *number < ENTRIES);
    let entries: Vec<u64> = entries
        .map(|number| (allocations_offset() + entries_part(number, 1).0 + offset_of!(Entry, state)) as u64)
        .collect();
    let stacks = stacks.iter().map(|number| *number as usize).filter(|number| *number < STACKS);
    let stacks: Vec<u64> = stacks.map(|number| (slot_at(number) + offset_of!(Slot, state)) as u64).collect();
    if !stacks.is_empty() {
        file.write_each(&ARMED.to_le_bytes(), &stacks)?;
    }
    if !entries.is_empty() {
        file.write_each(&EMPTY.to_le_bytes(), &entries)?;
    }
    Ok(())
}

/// Has one allocation noted for `mean` bytes on average; 0: each.
///
/// # Errors
/// When the file can't be written.
pub fn note_one_for(file: &impl WriteAt, mean: u64) -> io::Result<()> {
    file.write_at(&mean.to_le_bytes(), (allocations_offset() + offset_of!(Head, mean)) as u64)
}

/// Gives the table memory for `entries` and `stacks` in all, with `reserve`.
///
/// # Errors
/// There is none left, or the file can't be written.
pub fn give_allocations(
    file: &impl WriteAt,
    table: &AllocationTable,
    entries: usize,
    stacks: usize,
    reserve: impl Fn(u64, u64) -> io::Result<()>,
) -> io::Result<()> {
    let reserve = |(offset, len): (usize, usize)| reserve((allocations_offset() + offset) as u64, len as u64);
    let write = |offset: usize, word: usize| file.write_at(&(word as u32).to_le_bytes(), offset as u64);
    let (entries, stacks) = (entries.min(ENTRIES), stacks.min(STACKS));
    if entries > table.entries_ready {
        reserve(entries_part(table.entries_ready, entries - table.entries_ready))?;
        write(offset_of!(Process, allocations_ready), entries)?;
    }
    if stacks > table.stacks_ready {
        reserve(stacks_part(table.stacks_ready, stacks - table.stacks_ready))?;
        let new: Vec<u32> = (table.stacks_ready as u32..stacks as u32).collect();
        give_back_allocations(file, &[], &new)?;
        write(offset_of!(Process, allocation_stacks_ready), stacks)?;
    }
    Ok(())
}

const _: () = assert!(size_of::<Entry>() == 64 && size_of::<Stack>() == STACK_WORDS * 8);

#[cfg(test)]
mod tests {
    use super::*;
    use crate::allocations::first_part;
    use std::os::unix::fs::FileExt;

    /// Writes an entry, like a probe.
    fn entry(file: &std::fs::File, number: usize, state: u32, size: u64) {
        let at = allocations_offset() + entries_part(number, 1).0;
        file.write_all_at(&state.to_le_bytes(), at as u64).unwrap();
        file.write_all_at(&size.to_le_bytes(), (at + offset_of!(Entry, size)) as u64).unwrap();
    }

    #[test]
    fn entries_are_read_within_bounds_and_given_back() {
        let file = tempfile::tempfile().unwrap();
        assert_eq!(allocation_table(&file, 0), AllocationTable::default());
        file.set_len(FILE_SIZE as u64).unwrap();
        let length = FILE_SIZE as u64;
        assert_eq!(allocation_table(&file, length).entries_ready, 0, "nothing has memory yet");
        let table = AllocationTable::default();
        give_allocations(&file, &table, 8, 4, |offset, _| {
            assert!(offset as usize >= allocations_offset() + first_part().1);
            Ok(())
        })
        .unwrap();
        let head = |field: usize, bytes: &[u8]| {
            file.write_all_at(bytes, (allocations_offset() + field) as u64).unwrap();
        };
        head(offset_of!(Head, entries), &u32::MAX.to_le_bytes());
        let table = allocation_table(&file, length);
        assert_eq!((table.entries, table.entries_ready, table.stacks_ready), (8, 8, 4), "no more than ready");
        entry(&file, 1, LIVE, 100);
        entry(&file, 3, FREED, 200);
        entry(&file, 4, 77, 300);
        let found: Vec<_> =
            allocations(&file, &table).iter().map(|n| (n.number, n.size, n.gone.is_some())).collect();
        assert_eq!(found, [(1, 100, false), (3, 200, true)]);
        let state = |stack: u32| u32_at(&file, slot_at(stack as usize) + offset_of!(Slot, state));
        assert_eq!([0, 3, 4].map(state), [ARMED, ARMED, 0]);
        assert_eq!(allocation_stack(&file, 2), AllocationStack::Gone);
        let at = slot_at(2) as u64;
        file.write_all_at(&TAKEN.to_le_bytes(), at + offset_of!(Slot, state) as u64).unwrap();
        file.write_all_at(&u32::MAX.to_le_bytes(), at + offset_of!(Slot, words) as u64).unwrap();
        let AllocationStack::Copied(sample) = allocation_stack(&file, 2) else { panic!() };
        assert_eq!(sample.stack.len(), STACK_WORDS * 8);
        assert_eq!(allocation_stack(&file, u32::MAX), AllocationStack::Gone);
        give_back_allocations(&file, &[3, u32::MAX], &[2]).unwrap();
        assert_eq!((allocations(&file, &table).len(), state(2)), (1, ARMED));
    }
}
