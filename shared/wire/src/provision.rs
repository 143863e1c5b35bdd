//! What zetop does for a probe, so that the probe makes no system call on a thread of the program: memory for what is needed
//! next, and whether the program filters its system calls.

use crate::allocations::{ENTRIES_AT_START, STACKS_AT_START, entries_part, first_part, stacks_part};
use crate::histogram::Page;
use crate::layout::{BLOCKS, PAGES, Process, ThreadBlock, allocations_offset, block_offset, page_offset};
use crate::write::WriteAt;
use std::io;
use std::mem::{offset_of, size_of};

/// What a process file says of that.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Needs {
    pub blocks: u32,
    pub blocks_ready: u32,
    pub pages: u32,
    pub pages_ready: u32,
    /// Blocks with memory for records of calls.
    pub rings_ready: u32,
    /// Records are wanted.
    pub records: bool,
    pub asked: u32,
    pub allowed: u32,
    /// How many blocks and pages the file is long enough for: a limit of the program may keep it short.
    pub room: Room,
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Room {
    pub blocks: usize,
    pub pages: usize,
}

impl Room {
    /// In a file of `length` bytes.
    #[must_use]
    pub fn for_length(length: u64) -> Self {
        let length = usize::try_from(length).unwrap_or(usize::MAX);
        let fit = |from: usize, size: usize| length.saturating_sub(from) / size;
        Self {
            blocks: fit(block_offset(0), size_of::<ThreadBlock>()).min(BLOCKS),
            // The first one is never used.
            pages: fit(page_offset(1), size_of::<Page>()).min(PAGES - 1),
        }
    }
}

/// Blocks and pages that are ready beyond those in use.
pub const BLOCKS_AHEAD: usize = 8;
pub const PAGES_AHEAD: usize = 256;

/// Where a block's memory for records is: offset and length.
#[must_use]
pub const fn ring_part(block: usize) -> (usize, usize) {
    let at = offset_of!(ThreadBlock, records);
    (block_offset(block) + at, size_of::<ThreadBlock>() - at)
}

/// Where a block's memory is, without that for records: offset and length.
#[must_use]
pub const fn block_part(block: usize) -> (usize, usize) {
    (block_offset(block), offset_of!(ThreadBlock, records))
}

/// Where the memory of pages is, from `first` on: offset and length.
#[must_use]
pub const fn pages_part(first: usize, count: usize) -> (usize, usize) {
    (page_offset(first), count * size_of::<Page>())
}

/// Where the memory is that the map of allocations has from the start: offsets and lengths.
pub fn allocation_parts() -> impl Iterator<Item = (usize, usize)> {
    let parts = [first_part(), entries_part(0, ENTRIES_AT_START), stacks_part(0, STACKS_AT_START)];
    parts.into_iter().map(|(offset, length)| (allocations_offset() + offset, length))
}

/// Where a process file has memory from the start, if its program has one thread then and wants no records: offsets and lengths.
pub fn parts_at_start() -> impl Iterator<Item = (usize, usize)> {
    let blocks = (0..BLOCKS_AHEAD).map(block_part);
    let others = [(0, size_of::<Process>()), pages_part(1, PAGES_AHEAD)];
    others.into_iter().chain(blocks).chain(allocation_parts())
}

impl Needs {
    /// More should be ready.
    #[must_use]
    pub fn wants_memory(&self) -> bool {
        self.blocks_wanted() > 0
            || self.pages_wanted() > 0
            || !self.rings_wanted(self.blocks_ready).is_empty()
    }

    /// Each of `blocks` should have memory for records.
    fn rings_wanted(&self, blocks: u32) -> std::ops::Range<u32> {
        self.rings_ready..if self.records { blocks.min(self.room.blocks as u32) } else { 0 }
    }

    /// Half of what should be ready is in use, or more.
    fn blocks_wanted(&self) -> usize {
        wanted(self.blocks, self.blocks_ready, BLOCKS_AHEAD, self.room.blocks)
    }

    fn pages_wanted(&self) -> usize {
        wanted(self.pages, self.pages_ready, PAGES_AHEAD, self.room.pages)
    }

    /// Adds memory to what is ready; `reserve` gives a part of the file its memory. Where there is none for one kind, there may
    /// be some for another.
    ///
    /// # Errors
    /// There is none left, or the file cannot be written.
    pub fn give(&self, file: &impl WriteAt, reserve: impl Fn(u64, u64) -> io::Result<()>) -> io::Result<()> {
        let reserve = |(offset, len): (usize, usize)| reserve(offset as u64, len as u64);
        let (ready, more) = (self.pages_ready as usize, self.pages_wanted());
        let pages = || {
            if more > 0 {
                reserve(pages_part(ready + 1, more))?;
                write(file, offset_of!(Process, pages_ready), (ready + more) as u32)?;
            }
            Ok(())
        };
        let end = self.blocks_ready + self.blocks_wanted() as u32;
        let rings = |blocks| {
            let mut rings = self.rings_wanted(blocks);
            if !rings.is_empty() {
                rings.try_for_each(|block| reserve(ring_part(block as usize)))?;
                write(file, offset_of!(Process, rings_ready), rings.end)?;
            }
            Ok(())
        };
        let blocks = || {
            let mut blocks = self.blocks_ready..end;
            if blocks.is_empty() {
                return rings(end);
            }
            blocks.try_for_each(|block| reserve(block_part(block as usize)))?;
            // Before a thread can have the block.
            let rings = rings(end);
            write(file, offset_of!(Process, blocks_ready), end)?;
            rings
        };
        pages().and(blocks())
    }
}

fn wanted(used: u32, ready: u32, ahead: usize, most: usize) -> usize {
    let (used, ready) = ((used as usize).min(most), (ready as usize).min(most));
    if ready >= used + ahead / 2 { 0 } else { (used + ahead).min(most) - ready }
}

/// The program filters its system calls.
///
/// # Errors
/// The file cannot be written.
pub fn say_filtered(file: &impl WriteAt) -> io::Result<()> {
    write(file, offset_of!(Process, filtered), 1)
}

/// Yes to question number `asked`.
///
/// # Errors
/// The file cannot be written.
pub fn allow(file: &impl WriteAt, asked: u32) -> io::Result<()> {
    write(file, offset_of!(Process, allowed), asked)
}

fn write(file: &impl WriteAt, offset: usize, word: u32) -> io::Result<()> {
    file.write_at(&word.to_ne_bytes(), offset as u64)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn more_is_given_before_it_runs_out_and_never_more_than_there_can_be() {
        let ahead = BLOCKS_AHEAD as u32;
        let room = Room::for_length(crate::layout::FILE_SIZE as u64);
        assert_eq!((room.blocks, room.pages), (BLOCKS, PAGES - 1));
        let needs =
            |blocks, blocks_ready| Needs { blocks, blocks_ready, pages_ready: 300, room, ..Needs::default() };
        assert!(!needs(0, ahead).wants_memory() && !needs(ahead / 2, ahead).wants_memory());
        assert_eq!(needs(ahead / 2 + 1, ahead).blocks_wanted(), BLOCKS_AHEAD / 2 + 1);
        let most = BLOCKS as u32;
        assert_eq!(needs(most - 1, most - 1).blocks_wanted(), 1);
        assert_eq!(needs(u32::MAX, u32::MAX).blocks_wanted(), 0);
        assert_eq!(needs(9, 0).blocks_wanted(), 9 + BLOCKS_AHEAD, "there was none at first");
        // Of a program that may not make long files.
        let short = Room::for_length(block_offset(10) as u64);
        assert_eq!((short.blocks, short.pages), (10, 0));
        let needs = Needs { blocks: 9, room: short, ..Needs::default() };
        assert_eq!((needs.blocks_wanted(), needs.pages_wanted()), (10, 0));
    }

    #[test]
    fn blocks_that_are_ready_can_hold_records_if_these_are_wanted() {
        let room = Room::for_length(crate::layout::FILE_SIZE as u64);
        let (blocks, pages_ready) = (BLOCKS_AHEAD as u32, PAGES_AHEAD as u32);
        let needs = Needs { blocks_ready: blocks, pages_ready, room, ..Needs::default() };
        assert!(!needs.wants_memory());
        let records = Needs { records: true, ..needs };
        assert!(records.wants_memory() && !Needs { rings_ready: blocks, ..records }.wants_memory());
        let file = tempfile::tempfile().unwrap();
        let (given, in_use) = (std::cell::RefCell::new(Vec::new()), Needs { blocks: blocks - 1, ..records });
        let give = |offset, len| {
            given.borrow_mut().push((offset as usize, len as usize));
            Ok(())
        };
        in_use.give(&file, give).unwrap();
        let (given, end) = (given.into_inner(), 2 * BLOCKS_AHEAD - 1);
        assert!((0..end).all(|block| given.contains(&ring_part(block))));
        assert!((BLOCKS_AHEAD..end).all(|block| given.contains(&block_part(block))));
        let after = crate::reader::needs(&file, crate::layout::FILE_SIZE as u64);
        assert_eq!((after.rings_ready, after.blocks_ready), (end as u32, end as u32));
    }

    /// Without memory for records, nothing else was given either.
    #[test]
    fn where_there_is_no_memory_for_records_there_may_be_some_for_the_rest() {
        let room = Room::for_length(crate::layout::FILE_SIZE as u64);
        let needs = Needs { records: true, room, ..Needs::default() };
        let given = |refused: &dyn Fn(usize) -> bool| {
            let file = tempfile::tempfile().unwrap();
            let reserve = |offset, _| {
                if refused(offset as usize) { Err(io::ErrorKind::StorageFull.into()) } else { Ok(()) }
            };
            assert!(needs.give(&file, reserve).is_err());
            let after = crate::reader::needs(&file, crate::layout::FILE_SIZE as u64);
            (after.blocks_ready as usize, after.pages_ready as usize, after.rings_ready as usize)
        };
        let is_ring = |offset| (0..BLOCKS).any(|block| ring_part(block).0 == offset);
        assert_eq!(given(&is_ring), (BLOCKS_AHEAD, PAGES_AHEAD, 0));
        assert_eq!(given(&|offset| offset == pages_part(1, 1).0), (BLOCKS_AHEAD, 0, BLOCKS_AHEAD));
        assert_eq!(given(&|offset| offset == block_part(0).0), (0, PAGES_AHEAD, 0));
    }
}
