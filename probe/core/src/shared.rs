//! The process file: making it, mapping it, making blocks in it.
//!
//! The addresses are reserved once and never given up, since threads keep pointers to their blocks: when a
//! session ends, plain memory takes the file's place, and the next session's file goes to the same addresses.
//!
//! The file is long and mostly holes. Every part is given memory before it is written: otherwise, on a full
//! tmpfs, the kernel would kill the program.

mod given_pages;
mod memory;
mod pages;

pub use pages::{Pages, pages, place};

use crate::own_file::{OwnFile, apart};
use crate::samples::turn;
use crate::{arch, errno, sandbox};
use given_pages::GivenPages;
use memory::{file_size_limit, give_back_rights, length_below, map, open, reserve, room_below};
use pages::FIRST_PAGE;
use std::io;
use std::mem::{offset_of, size_of};
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicPtr, AtomicU32, AtomicUsize, Ordering};
use zetop_wire::allocations::{Allocations, ENTRIES_AT_START, STACKS_AT_START};
use zetop_wire::histogram::{PAGE_BUCKETS, Page, PageTable};
use zetop_wire::layout::{
    BLOCKS, Class, FILE_SIZE, Further, PAGES, Process, Ranges, ThreadBlock, allocations_offset, block_offset,
    further_offset, page_offset, ranges_offset, samples_offset,
};
use zetop_wire::provision::{
    BLOCKS_AHEAD, PAGES_AHEAD, allocation_parts, block_part, pages_part, parts_at_start, ring_part,
};
use zetop_wire::samples::Samples;
use zetop_wire::session::SPARE_FILE;

pub struct SharedFile {
    base: *mut u8,
    /// The numbers of blocks, pages and blocks for records that were given memory when the file was made.
    ready: [AtomicU32; 3],
    /// The system had no memory once. Until the session ends, only what zetop gives is used, which asks again from time to
    /// time: no call of the program should ask in vain each time.
    refused: AtomicBool,
    /// The table of allocations was given memory then.
    has_allocations: AtomicBool,
    /// The path of the mapped file, if there is one.
    path: Mutex<Option<PathBuf>>,
    /// Length of the file.
    length: AtomicUsize,
    /// Bytes with memory of each array of [`Further`].
    further: [AtomicUsize; 3],
    /// The histogram pages that were given away.
    page: GivenPages,
}

static CURRENT: AtomicPtr<SharedFile> = AtomicPtr::new(std::ptr::null_mut());
/// Ranges in the current file, once they have memory.
static RANGES: AtomicPtr<Ranges> = AtomicPtr::new(std::ptr::null_mut());

/// The file of this process; `None` before it is set up and in a forked child.
#[must_use]
pub fn current() -> Option<&'static SharedFile> {
    // SAFETY: null or what `make_current` was given.
    unsafe { CURRENT.load(Ordering::Acquire).as_ref() }
}

/// Called in a forked child, which must not write to the parent's file.
pub fn forget() {
    RANGES.store(std::ptr::null_mut(), Ordering::Release);
    CURRENT.store(std::ptr::null_mut(), Ordering::Release);
}

/// The ranges that the program marks, if there is memory for them. A forked child that is not set up must not ask.
#[inline(always)]
#[must_use]
pub fn ranges() -> Option<&'static Ranges> {
    // SAFETY: null or what `make_ranges` has stored.
    unsafe { RANGES.load(Ordering::Acquire).as_ref() }
}

/// Where samples go. Only zetop gives this part memory, so only a call that was asked for a sample may write
/// here.
#[must_use]
pub fn samples() -> Option<&'static Samples> {
    let file = current()?;
    // SAFETY: within the mapping, which never goes away; page-aligned, and all atomics.
    Some(unsafe { &*file.base.add(samples_offset()).cast() })
}

// SAFETY: `base` points to memory that stays mapped as long as the process lives and is used through atomics.
unsafe impl Send for SharedFile {}
// SAFETY: as above.
unsafe impl Sync for SharedFile {}

impl SharedFile {
    /// Reserves the addresses. Takes no memory yet.
    pub fn reserve() -> io::Result<Self> {
        let base = map(std::ptr::null_mut(), None)?;
        let ready = [const { AtomicU32::new(0) }; 3];
        let (refused, path, page) = (AtomicBool::new(false), Mutex::new(None), GivenPages::new());
        let (length, further) = (AtomicUsize::new(0), [const { AtomicUsize::new(0) }; 3]);
        let has_allocations = AtomicBool::new(false);
        Ok(Self { base, ready, refused, has_allocations, path, length, further, page })
    }

    /// From now on, calls are counted in this file.
    pub fn make_current(&'static self) {
        // SAFETY: within the mapping.
        FIRST_PAGE.store(unsafe { self.base.add(page_offset(0)).cast() }, Ordering::Release);
        RANGES.store(std::ptr::null_mut(), Ordering::Release);
        CURRENT.store(std::ptr::from_ref(self).cast_mut(), Ordering::Release);
        sandbox::listen(self.process());
    }

    /// Makes the file with `blocks` thread blocks, which may have to hold `records`, and maps it in place of what is there.
    /// Returns how many blocks it has room for.
    pub fn bind(&self, path: &Path, blocks: usize, records: bool) -> io::Result<usize> {
        // A longer file would raise SIGXFSZ, which ends the program.
        let room = room_below(file_size_limit()).ok_or(io::ErrorKind::FileTooLarge)?;
        let blocks = blocks.min(room);
        let limit = file_size_limit();
        let ahead = (blocks + BLOCKS_AHEAD).min(room);
        let pages = if page_offset(PAGES_AHEAD + 1) <= limit { PAGES_AHEAD } else { 0 };
        let parts = || std::iter::once((0, size_of::<Process>())).chain((0..blocks).map(block_part));
        // Without memory for these now, there may be some later.
        let more = || (blocks..ahead).map(block_part).chain((pages > 0).then(|| pages_part(1, pages)));
        let rings = || (0..if records { ahead } else { 0 }).map(ring_part);
        let (has_more, has_rings, has_allocations) = apart(|| {
            let spare = spare(path);
            let is_spare = spare.is_some();
            let file = spare.map_or_else(|| open(path, libc::O_CREAT | libc::O_EXCL), Ok)?;
            // To ask for memory that is there takes as long as to get it.
            let is_there = |part| is_spare && parts_at_start().any(|ready| ready == part);
            let reserve =
                |part: (usize, usize)| if is_there(part) { Ok(()) } else { reserve(&file, part.0, part.1) };
            let fill = || {
                give_back_rights(&file)?;
                // Before the page tables are replaced: what is written to the old ones meanwhile is lost.
                self.begin_pages();
                let length = length_below(room, limit);
                file.get()?.set_len(length as u64)?;
                self.length.store(length, Ordering::Relaxed);
                parts().try_for_each(reserve)?;
                let is_reserved = |part| reserve(part).is_ok();
                let has_allocations = length == FILE_SIZE && allocation_parts().all(is_reserved);
                let has = (more().all(is_reserved), rings().all(is_reserved), has_allocations);
                map(self.base, Some(&file)).map(|_| has)
            };
            fill().inspect_err(|_| drop(std::fs::remove_file(path)))
        })?;
        let (blocks, pages) = if has_more { (ahead, pages) } else { (blocks, 0) };
        let ready = [blocks, pages, if has_rings { rings().len() } else { 0 }];
        for (word, ready) in self.ready.iter().zip(ready) {
            word.store(ready as u32, Ordering::Relaxed);
        }
        self.has_allocations.store(has_allocations, Ordering::Relaxed);
        self.refused.store(false, Ordering::Relaxed);
        if let Ok(mut bound) = self.path.lock() {
            *bound = Some(path.to_owned());
        }
        Ok(room)
    }

    /// Puts plain memory in the file's place, for calls that are still under way. Waits for nothing: this may be a signal handler.
    pub fn unbind(&self) {
        if let Ok(mut bound) = self.path.try_lock() {
            *bound = None;
        }
        let _ = map(self.base, None);
        self.begin_pages();
    }

    /// Publishes which parts of the file have memory already.
    pub fn say_what_is_ready(&self) {
        let process = self.process();
        let words = [&process.blocks_ready, &process.pages_ready, &process.rings_ready];
        for (word, ready) in words.into_iter().zip(&self.ready) {
            word.fetch_max(ready.load(Ordering::Relaxed), Ordering::Relaxed);
        }
        if self.has_allocations.load(Ordering::Relaxed) {
            self.allocations().slots.iter().take(STACKS_AT_START).for_each(|slot| turn::arm(&slot.state));
            process.allocation_stacks_ready.fetch_max(STACKS_AT_START as u32, Ordering::Release);
            process.allocations_ready.fetch_max(ENTRIES_AT_START as u32, Ordering::Release);
        }
    }

    /// The table of allocations. Only what [`Process`] says is ready may be used.
    pub fn allocations(&self) -> &'static Allocations {
        // SAFETY: within the mapping, which never goes away; page-aligned, and all atomics.
        unsafe { &*self.base.add(allocations_offset()).cast() }
    }

    /// The names and classes beyond those at the file's start. Only what [`Self::has_further`] has said yes to may be used.
    pub fn further(&self) -> &'static Further {
        // SAFETY: within the mapping, which never goes away; page-aligned, and all atomics.
        unsafe { &*self.base.add(further_offset()).cast() }
    }

    /// Gives an array of [`Further`] memory up to its byte number `end`. Called with the backend's lock.
    pub fn has_further(&self, part: FurtherPart, end: usize) -> bool {
        /// At a time, so that few names make a system call.
        const STEP: usize = 64 * 1024;
        let (offset, size) = part.place();
        let given = &self.further[part as usize];
        let mut done = given.load(Ordering::Relaxed);
        while done < end {
            let next = (done + STEP).min(size);
            let (from, to) = (further_offset() + offset + done, further_offset() + offset + next);
            let fits = next > done && to <= self.length.load(Ordering::Relaxed);
            if !(fits && self.may_ask() && self.give_memory(from, to - from)) {
                return false;
            }
            given.store(next, Ordering::Release);
            done = next;
        }
        true
    }

    /// A class of [`Further`], if it has memory.
    pub fn further_class(&self, number: usize) -> Option<&'static Class> {
        let given = self.further[FurtherPart::Classes as usize].load(Ordering::Acquire);
        ((number + 1) * size_of::<Class>() <= given).then(|| self.further().class_table.get(number))?
    }

    /// Gives the ranges memory; false when there is none.
    pub fn make_ranges(&self) -> bool {
        if ranges().is_some() {
            return true;
        }
        let part = (ranges_offset(), size_of::<Ranges>());
        if part.0 + part.1 > self.length.load(Ordering::Relaxed) || !self.may_ask() || !self.is_given(part) {
            return false;
        }
        // SAFETY: within the mapping.
        RANGES.store(unsafe { self.base.add(part.0).cast() }, Ordering::Release);
        true
    }

    /// A new mapping: pages are given away from the first one again.
    fn begin_pages(&self) {
        RANGES.store(std::ptr::null_mut(), Ordering::Release);
        self.further.iter().for_each(|given| given.store(0, Ordering::Release));
        self.page.begin();
    }

    pub fn process(&self) -> &'static Process {
        // SAFETY: the mapping starts with a `Process` (zero pages are a valid one, it is all atomics), is
        // page-aligned and never goes away.
        unsafe { &*self.base.cast() }
    }

    /// Block number `block`, below `BLOCKS`.
    pub fn block(&self, block: usize) -> &'static ThreadBlock {
        // SAFETY: as for `process`; within the mapping.
        unsafe { &*self.base.add(block_offset(block)).cast() }
    }

    /// The number of a block of this file.
    pub fn number_of(&self, block: &ThreadBlock) -> Option<usize> {
        let offset = std::ptr::from_ref(block).addr().checked_sub(self.base.addr() + block_offset(0))?;
        let number = offset / size_of::<ThreadBlock>();
        (number < BLOCKS).then_some(number)
    }

    /// Gives a block its memory, except that for records, so that writes to it never lack memory. False when there
    /// is none.
    pub fn make_block(&self, block: usize) -> bool {
        block < self.process().blocks_ready.load(Ordering::Acquire) as usize
            || (self.may_ask() && self.is_given(block_part(block)))
    }

    /// More memory may be asked for, beyond what is ready.
    fn may_ask(&self) -> bool {
        !sandbox::is_filtered() && !self.refused.load(Ordering::Relaxed)
    }

    /// Gives a part memory, and remembers if there is none.
    fn is_given(&self, part: (usize, usize)) -> bool {
        let (offset, len) = part;
        let given = self.give_memory(offset, len);
        self.refused.fetch_or(!given, Ordering::Relaxed);
        given
    }

    /// Gives a block of this file memory for records; false when there is none.
    pub fn make_ring(&self, block: &ThreadBlock) -> bool {
        self.number_of(block).is_some_and(|number| {
            let (offset, len) = ring_part(number);
            let is_ready = number < self.process().rings_ready.load(Ordering::Acquire) as usize;
            is_ready || self.give_memory(offset, len)
        })
    }

    /// Gives a histogram the page that holds `bucket`, one of the first `most`; false when there is none
    /// left. Lock-free: if two threads do this for one histogram, one of the two pages stays unused.
    pub fn add_page(&self, histogram: &PageTable, bucket: usize, most: usize) -> bool {
        let Some(entry) = histogram.pages.get(bucket / PAGE_BUCKETS) else { return false };
        let ready = self.process().pages_ready.load(Ordering::Acquire) as usize;
        // Where no more can be had now, zetop may give some later.
        let end = if self.may_ask() { PAGES } else { ready + 1 };
        let Some(taken) = self.page.take(most.min(end)) else { return false };
        let page = taken.page();
        self.process().pages.fetch_max(page as u32, Ordering::Relaxed);
        if page > ready && !self.is_given((page_offset(page), size_of::<Page>())) {
            self.page.put_back(taken);
            return false;
        }
        self.page.enter(taken, entry)
    }

    /// Gives `len` bytes of the file their memory; false when there is none.
    fn give_memory(&self, offset: usize, len: usize) -> bool {
        if sandbox::is_filtered() {
            return false;
        }
        match self.touch(offset, len) {
            Ok(()) => true,
            // A kernel before 5.14. The file is opened again, because the program could have closed a
            // descriptor that we kept. Never wait for the lock: a signal handler may be in here on top of its
            // own thread.
            Err(error) if error.raw_os_error() == Some(libc::EINVAL) => {
                let Ok(bound) = self.path.try_lock() else { return false };
                let reserve = |path| reserve(&open(path, 0)?, offset, len);
                bound.as_deref().is_none_or(|path| reserve(path).is_ok())
            }
            Err(_) => false,
        }
    }

    /// Faults pages in, which reserves their memory.
    fn touch(&self, offset: usize, len: usize) -> io::Result<()> {
        // The address has to be a page's.
        let start = offset & !(arch::page() - 1);
        errno::kept(|| {
            // SAFETY: the range is within the mapping.
            match unsafe {
                libc::madvise(self.base.add(start).cast(), offset + len - start, libc::MADV_POPULATE_WRITE)
            } {
                0 => Ok(()),
                _ => Err(io::Error::last_os_error()),
            }
        })
    }
}

/// The file that zetop has given its memory, if no other process has taken it: it is `path` from now on. What it lacks is reserved
/// as for a new one.
fn spare(path: &Path) -> Option<OwnFile> {
    // A filter that lets a file be made may forbid this.
    if sandbox::is_filtered() {
        return None;
    }
    std::fs::rename(path.with_file_name(SPARE_FILE), path).ok()?;
    let opened = open(path, 0).ok();
    // A file that can't be opened would keep the probe from making its own under this name.
    opened.or_else(|| std::fs::remove_file(path).ok().and(None))
}

/// The arrays of [`Further`].
#[derive(Debug, Clone, Copy)]
pub enum FurtherPart {
    Strings,
    Classes,
    StringBytes,
}

impl FurtherPart {
    /// Offset and size.
    fn place(self) -> (usize, usize) {
        match self {
            Self::Strings => (offset_of!(Further, string_table), offset_of!(Further, class_table)),
            Self::Classes => (
                offset_of!(Further, class_table),
                offset_of!(Further, string_bytes) - offset_of!(Further, class_table),
            ),
            Self::StringBytes => {
                (offset_of!(Further, string_bytes), size_of::<Further>() - offset_of!(Further, string_bytes))
            }
        }
    }
}

/// The current file, if `process` is its start.
#[must_use]
pub fn file_of(process: &Process) -> Option<&'static SharedFile> {
    current().filter(|file| std::ptr::eq(file.process(), process))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs::{self, File};
    use std::os::fd::AsRawFd as _;
    use std::os::unix::fs::MetadataExt as _;

    /// Makes a spare file as zetop does.
    fn make_spare(folder: &Path) {
        let file = File::create_new(folder.join(SPARE_FILE)).unwrap();
        file.set_len(FILE_SIZE as u64).unwrap();
        for (offset, length) in parts_at_start() {
            // SAFETY: an open descriptor and a range within the file's size.
            let error = unsafe { libc::posix_fallocate(file.as_raw_fd(), offset as i64, length as i64) };
            assert_eq!(error, 0);
        }
    }

    #[test]
    fn the_first_process_takes_the_file_that_has_all_of_its_memory_already() {
        let folder = tempfile::tempdir_in("/dev/shm").unwrap();
        let memory = |name: &str| fs::metadata(folder.path().join(name)).unwrap().blocks();
        make_spare(folder.path());
        let reserved = memory(SPARE_FILE);
        let file = SharedFile::reserve().unwrap();
        let room = file.bind(&folder.path().join("first"), 0, false).unwrap();
        assert_eq!((room, memory("first")), (BLOCKS, reserved));
        assert!(!folder.path().join(SPARE_FILE).exists());
        file.process().pid.store(7, Ordering::Relaxed);
        let start = fs::read(folder.path().join("first")).unwrap();
        assert!(start[..size_of::<Process>()].contains(&7), "it is what is mapped");
        file.unbind();

        let second = SharedFile::reserve().unwrap();
        second.bind(&folder.path().join("second"), 0, false).unwrap();
        assert_eq!(memory("second"), reserved, "without a spare one, it is given as much");
        second.unbind();
    }

    /// A spare file has no memory for records, nor for more threads than at a start.
    #[test]
    fn what_a_spare_file_lacks_is_reserved() {
        let folder = tempfile::tempdir_in("/dev/shm").unwrap();
        let bound = |name: &str| {
            let file = SharedFile::reserve().unwrap();
            file.bind(&folder.path().join(name), 3, true).unwrap();
            file.unbind();
            fs::metadata(folder.path().join(name)).unwrap().blocks()
        };
        make_spare(folder.path());
        let spare = fs::metadata(folder.path().join(SPARE_FILE)).unwrap().blocks();
        let taken = bound("first");
        assert!(taken > spare && !folder.path().join(SPARE_FILE).exists());
        assert_eq!(taken, bound("second"));
    }
}
