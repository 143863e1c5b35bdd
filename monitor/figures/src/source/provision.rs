//! What a process needs of us: see [`zetop_wire::provision`].

use super::open::to_write;
use std::fs::File;
use std::io;
use std::time::Instant;
use zetop_system::mapped::Foreign;
use zetop_system::seccomp;
use zetop_wire::provision::Needs;
use zetop_wire::{provision, reader};

/// Readings between two looks at all threads of a process.
const THOROUGH: u64 = 50;
/// Such looks take at most one part in this of zetop's time: a process has as many threads as it likes, and asks as often as
/// it likes.
const SHARE: u32 = 50;
/// Readings after which memory is asked for again where there was none.
const PATIENCE: u64 = 10;

#[derive(Debug, Default)]
pub(super) struct Provision {
    looks: u64,
    filtered: bool,
    /// When all threads may be looked at again.
    next_thorough: Option<Instant>,
    /// There was no memory, or the file can't be written: nothing is asked for up to this look.
    refused_until: u64,
}

fn give(file: &Foreign, needs: Needs) -> io::Result<()> {
    needs.give(file, |offset, length| file.reserve(offset, length))
}

/// A note where the program has begun to filter its system calls.
pub(super) type Found = Option<String>;

impl Provision {
    /// Gives a process what it needs next. `pid` is `None` where it can't be looked at from here.
    pub(super) fn round(&mut self, file: &File, pid: Option<u32>) -> Found {
        let needs = reader::needs(file, file.metadata().map_or(0, |found| found.len()));
        self.looks += 1;
        let mut found = None;
        let mut asks = needs.asked != needs.allowed;
        let due = self.next_thorough.is_none_or(|next| Instant::now() >= next);
        // Nothing is allowed without a look.
        asks &= due || pid.is_none();
        if !self.filtered && pid.is_some_and(|pid| self.is_filtered(pid, asks, due)) {
            self.filtered = true;
            found = pid.map(|pid| {
                format!("pid {pid} filters its system calls: operations are read when it makes calls, not in between")
            });
        }
        asks &= !self.filtered;
        let wants = needs.wants_memory() && self.looks > self.refused_until;
        if found.is_none() && !asks && !wants {
            return found;
        }
        let Ok(file) = to_write(file) else { return found };
        if found.is_some() {
            let _ = provision::say_filtered(&file);
        }
        if wants && give(&file, needs).is_err() {
            self.refused_until = self.looks + PATIENCE;
        }
        if asks {
            let _ = provision::allow(&file, needs.asked);
        }
        found
    }

    /// Tells a process whether records of calls are wanted, once there is memory for them: its threads ask for none.
    pub(super) fn want_records(file: &File, blocks: usize, wanted: bool) -> io::Result<()> {
        let needs = reader::needs(file, file.metadata()?.len());
        let file = to_write(file)?;
        if wanted {
            // Where there is none, calls without a record are counted.
            let _ = give(&file, Needs { records: true, ..needs });
        }
        reader::want_records(&file, blocks, wanted)
    }

    fn is_filtered(&mut self, pid: u32, asks: bool, due: bool) -> bool {
        if asks || due && self.looks.is_multiple_of(THOROUGH) {
            let begun = Instant::now();
            let is_filtered = seccomp::filtered_thread(pid).is_some();
            self.next_thorough = Some(Instant::now() + begun.elapsed() * SHARE);
            is_filtered
        } else {
            seccomp::first_thread_is_filtered(pid)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::mem::offset_of;
    use std::os::unix::fs::FileExt;
    use std::time::Duration;
    use zetop_wire::layout::{FILE_SIZE, Process};

    /// With ten thousand threads, a look takes a tenth of a second, and readings are that far apart.
    #[test]
    fn all_threads_are_not_looked_at_as_often_as_a_process_asks() {
        let mut provision = Provision::default();
        let me = std::process::id();
        let file = tempfile::tempfile().unwrap();
        file.set_len(FILE_SIZE as u64).unwrap();
        let allowed = || reader::needs(&file, FILE_SIZE as u64).allowed;
        let ask = |number: u32| {
            file.write_all_at(&number.to_ne_bytes(), offset_of!(Process, asked) as u64).unwrap();
        };
        ask(1);
        provision.round(&file, Some(me));
        assert_eq!(allowed(), 1);
        assert!(provision.next_thorough.is_some_and(|next| next > Instant::now()), "a look costs a pause");
        // It asks again and again.
        let next = Instant::now() + Duration::from_secs(600);
        provision.next_thorough = Some(next);
        ask(2);
        (0..2 * THOROUGH).for_each(|_| drop(provision.round(&file, Some(me))));
        assert_eq!(
            (allowed(), provision.next_thorough),
            (1, Some(next)),
            "nothing is allowed without a look"
        );
        provision.next_thorough = None;
        provision.round(&file, Some(me));
        assert_eq!(allowed(), 2);
    }
}
