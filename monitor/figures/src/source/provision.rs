//! What a process needs of us: see [`zetop_wire::provision`].

use super::open::to_write;
use rustix::fs::{FallocateFlags, fallocate};
use std::fs::File;
use std::io;
use zetop_system::seccomp;
use zetop_wire::provision::Needs;
use zetop_wire::{provision, reader};

/// Readings between two looks at all threads of a process.
const THOROUGH: u64 = 50;
/// Readings after which memory is asked for again where there was none.
const PATIENCE: u64 = 10;

#[derive(Debug, Default)]
pub(super) struct Provision {
    looks: u64,
    filtered: bool,
    /// There was no memory, or the file can't be written: nothing is asked for up to this look.
    refused_until: u64,
}

fn give(file: &File, needs: Needs) -> io::Result<()> {
    needs.give(file, |offset, len| Ok(fallocate(file, FallocateFlags::KEEP_SIZE, offset, len)?))
}

/// A note where the program has begun to filter its system calls.
pub(super) type Found = Option<String>;

impl Provision {
    /// Gives a process what it needs next. `pid` is `None` where it can't be looked at from here.
    pub(super) fn round(&mut self, file: &File, pid: Option<u32>) -> Found {
        let needs = reader::needs(file, file.metadata().map_or(0, |found| found.len()));
        self.looks += 1;
        let mut found = None;
        if !self.filtered && pid.is_some_and(|pid| self.is_filtered(pid, needs.asked != needs.allowed)) {
            self.filtered = true;
            found = pid.map(|pid| {
                format!("pid {pid} filters its system calls: operations are read when it makes calls, not in between")
            });
        }
        let asks = !self.filtered && needs.asked != needs.allowed;
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
        let file = to_write(file)?;
        let needs = reader::needs(&file, file.metadata()?.len());
        if wanted {
            // Where there is none, calls without a record are counted.
            let _ = give(&file, Needs { records: true, ..needs });
        }
        reader::want_records(&file, blocks, wanted)
    }

    fn is_filtered(&self, pid: u32, thoroughly: bool) -> bool {
        if thoroughly || self.looks.is_multiple_of(THOROUGH) {
            seccomp::filtered_thread(pid).is_some()
        } else {
            seccomp::is_filtered(pid)
        }
    }
}
