//! What a process needs of us: see [`zetop_wire::provision`].

use super::open::reopen_writable;
use rustix::fs::fstatvfs;
use std::cell::Cell;
use std::collections::HashMap;
use std::fs::File;
use std::io;
use std::time::{Duration, Instant};
use zetop_system::mapped::Foreign;
use zetop_system::proc::{self, Condition};
use zetop_system::seccomp;
use zetop_wire::layout::FILE_SIZE;
use zetop_wire::provision::Needs;
use zetop_wire::{provision, reader};

/// Readings between two looks at all threads of a process.
const THOROUGH: u64 = 20;
/// Looks at what processes ask for take at most one part in this of the time, of all processes together, but for a moment
/// at the beginning: a process has as many threads as it likes, and asks as often as it likes, in as many files.
const SHARE: u32 = 50;
const CREDIT: Duration = Duration::from_secs(10);
/// Readings after which memory is asked for again where there was none.
const PATIENCE: u64 = 10;
/// Memory that is given at least, if it is there, and to files that are not surely their process's only one: whoever can write to
/// the folder makes as many as it likes.
const LEAST: u64 = 1 << 30;
const TO_OTHERS: u64 = FILE_SIZE as u64;

/// What all process files of a session share.
#[derive(Debug, Default)]
pub(super) struct Grants {
    /// When threads may be looked at again.
    next_thorough: Option<Instant>,
    /// Whether processes filter their system calls, in any thread, and what their status says: as this reading has seen it.
    filtered: HashMap<u32, bool>,
    conditions: HashMap<u32, Option<Condition>>,
    /// Memory that was given: in all, and to [`TO_OTHERS`].
    given: u64,
    to_others: u64,
    /// Half of what the folder's file system has.
    most: Option<u64>,
}

impl Grants {
    /// A new reading.
    pub(super) fn round(&mut self) {
        self.filtered.clear();
        self.conditions.clear();
    }

    /// Whether any thread of the process has filters. `None` if it is not time to look.
    fn is_filtered(&mut self, pid: u32) -> Option<bool> {
        if let Some(known) = self.filtered.get(&pid) {
            return Some(*known);
        }
        let begun = Instant::now();
        if self.next_thorough.is_some_and(|next| next > begun) {
            return None;
        }
        let is_filtered = seccomp::filtered_thread(pid).is_some();
        let earliest = begun.checked_sub(CREDIT).unwrap_or(begun);
        let from = self.next_thorough.map_or(earliest, |next| next.max(earliest));
        self.next_thorough = Some(from + begun.elapsed() * SHARE);
        self.filtered.insert(pid, is_filtered);
        Some(is_filtered)
    }

    /// A process's condition in this reading.
    pub(super) fn condition(&mut self, pid: u32) -> Option<Condition> {
        *self.conditions.entry(pid).or_insert_with(|| proc::condition(pid))
    }

    fn first_is_filtered(&mut self, pid: u32) -> bool {
        self.condition(pid).is_some_and(|condition| condition.filters.exceeds(seccomp::own_filters()))
    }
}

#[derive(Debug)]
pub(super) struct Provision {
    looks: u64,
    filtered: bool,
    /// There was no memory, or the file can't be written: nothing is asked for up to this look.
    refused_until: u64,
    /// It is the one file that its process, which was seen to have it mapped, has for its API.
    is_sure: bool,
    given: u64,
}

/// A note where the program has begun to filter its system calls.
pub(super) type FilterNote = Option<String>;

impl Provision {
    pub(super) fn new(is_sure: bool) -> Self {
        Self { looks: 0, filtered: false, refused_until: 0, is_sure, given: 0 }
    }

    /// Gives a process what it needs next. `length` is its file's, `pid` is `None` where it can't be looked at from here.
    pub(super) fn round(
        &mut self,
        file: &File,
        length: u64,
        pid: Option<u32>,
        grants: &mut Grants,
    ) -> FilterNote {
        let needs = reader::needs(file, length);
        self.looks += 1;
        let mut found = None;
        let mut asks = needs.asked != needs.allowed;
        if let Some(pid) = pid.filter(|_| !self.filtered) {
            let wanted = asks || self.looks.is_multiple_of(THOROUGH);
            let thorough = if wanted { grants.is_filtered(pid) } else { None };
            // Nothing is allowed without a look.
            asks &= thorough.is_some();
            if thorough.unwrap_or_else(|| grants.first_is_filtered(pid)) {
                self.filtered = true;
                found = Some(format!(
                    "pid {pid} filters its system calls: operations are read when it makes calls, not in between"
                ));
            }
        }
        asks &= !self.filtered;
        let wants = needs.wants_memory() && self.looks > self.refused_until;
        if found.is_none() && !asks && !wants {
            return found;
        }
        let Ok(file) = reopen_writable(file) else { return found };
        if found.is_some() {
            let _ = provision::say_filtered(&file);
        }
        if wants && self.give(&file, needs, grants).is_err() {
            self.refused_until = self.looks + PATIENCE;
        }
        if asks {
            let _ = provision::allow(&file, needs.asked);
        }
        found
    }

    /// Tells a process whether records of calls are wanted, once there is memory for them: its threads ask for none.
    pub(super) fn want_records(
        &mut self,
        file: &File,
        blocks: usize,
        wanted: bool,
        grants: &mut Grants,
    ) -> io::Result<()> {
        let needs = reader::needs(file, file.metadata()?.len());
        let file = reopen_writable(file)?;
        if wanted {
            // Where there is none, calls without a record are counted.
            let _ = self.give(&file, Needs { records: true, ..needs }, grants);
        }
        reader::want_records(&file, blocks, wanted)
    }

    fn give(&mut self, file: &Foreign, needs: Needs, grants: &mut Grants) -> io::Result<()> {
        self.give_by(file, grants, |reserve| needs.give(file, reserve))
    }

    /// Has `give` give parts of the file their memory, as far as there may be more.
    pub(super) fn give_by(
        &mut self,
        file: &Foreign,
        grants: &mut Grants,
        give: impl FnOnce(&dyn Fn(u64, u64) -> io::Result<()>) -> io::Result<()>,
    ) -> io::Result<()> {
        let half = || fstatvfs(file.file()).map_or(0, |fs| fs.f_blocks.saturating_mul(fs.f_frsize) / 2);
        let most = *grants.most.get_or_insert_with(|| half().max(LEAST));
        let left = most.saturating_sub(grants.given);
        let left = if self.is_sure { left } else { left.min(TO_OTHERS.saturating_sub(grants.to_others)) };
        let given = Cell::new(0);
        let reserve = |offset, length| {
            if given.get() + length > left {
                return Err(io::ErrorKind::StorageFull.into());
            }
            file.reserve(offset, length)?;
            given.set(given.get() + length);
            Ok(())
        };
        let result = give(&reserve);
        self.given += given.get();
        grants.given += given.get();
        grants.to_others += if self.is_sure { 0 } else { given.get() };
        result
    }

    /// The file is no longer read. What its user has kept of it counts no more; it takes a process for each.
    pub(super) fn give_back(&self, grants: &mut Grants) {
        grants.given = grants.given.saturating_sub(self.given);
        if !self.is_sure {
            grants.to_others = grants.to_others.saturating_sub(self.given);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::mem::offset_of;
    use std::os::unix::fs::FileExt;
    use zetop_wire::layout::Process;

    /// With ten thousand threads, a look takes a tenth of a second, and readings are that far apart.
    #[test]
    fn all_threads_are_not_looked_at_as_often_as_a_process_asks() {
        let (mut provision, mut grants) = (Provision::new(true), Grants::default());
        let me = std::process::id();
        let file = tempfile::tempfile().unwrap();
        file.set_len(FILE_SIZE as u64).unwrap();
        let allowed = || reader::needs(&file, FILE_SIZE as u64).allowed;
        let ask = |number: u32| {
            file.write_all_at(&number.to_ne_bytes(), offset_of!(Process, asked) as u64).unwrap();
        };
        ask(1);
        provision.round(&file, FILE_SIZE as u64, Some(me), &mut grants);
        assert_eq!(allowed(), 1);
        let first = grants.next_thorough.expect("a look costs a pause");
        // Another file of this process is answered by that look, too.
        provision.round(&file, FILE_SIZE as u64, Some(me), &mut grants);
        assert_eq!(grants.next_thorough, Some(first));
        grants.round();
        // It asks again and again.
        let next = Instant::now() + Duration::from_secs(600);
        grants.next_thorough = Some(next);
        ask(2);
        (0..2 * THOROUGH).for_each(|_| drop(provision.round(&file, FILE_SIZE as u64, Some(me), &mut grants)));
        assert_eq!((allowed(), grants.next_thorough), (1, Some(next)), "nothing is allowed without a look");
        grants.next_thorough = None;
        provision.round(&file, FILE_SIZE as u64, Some(me), &mut grants);
        assert_eq!(allowed(), 2);
    }

    /// Five files of made-up processes took 634 MB.
    #[test]
    fn files_that_nobody_is_seen_to_have_get_little_together() {
        let (folder, mut grants) = (tempfile::tempdir_in("/dev/shm").unwrap(), Grants::default());
        let mut takes = |number: u32, is_sure: bool| {
            let path = folder.path().join(number.to_string());
            let file = File::options().read(true).write(true).create_new(true).open(path).unwrap();
            file.set_len(FILE_SIZE as u64).unwrap();
            // It claims to use all that there is.
            for at in [offset_of!(Process, pages), offset_of!(Process, blocks)] {
                file.write_all_at(&u32::MAX.to_ne_bytes(), at as u64).unwrap();
            }
            let mut provision = Provision::new(is_sure);
            for _ in 0..3 * PATIENCE {
                provision.round(&file, FILE_SIZE as u64, None, &mut grants);
            }
            std::os::unix::fs::MetadataExt::blocks(&file.metadata().unwrap()) * 512
        };
        // Parts of pages.
        let slack = 4 << 20;
        let made_up: u64 = (0..5).map(|number| takes(number, false)).sum();
        let most = TO_OTHERS + slack;
        assert!((1..=most).contains(&made_up), "{made_up} of {most}");
        assert!(takes(5, true) > TO_OTHERS / 3, "one that is there has what it needs");
    }
}
