//! The program's standard input beside the dashboard: the terminal that its output goes to. What is typed for it is written
//! there, and the terminal echoes it, as any does.

use crate::arch::SELECTS;
use rustix::fd::{AsFd, OwnedFd};
use rustix::io::Errno;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};
use zetop_system::proc;

/// How often the program is looked at.
const OFTEN: Duration = Duration::from_secs(2);
/// Processes of the program that are looked at.
const MAX_PROCESSES: usize = 32;

/// Our end of it.
#[derive(Debug)]
pub struct Input {
    to: OwnedFd,
    /// The program's end, as its descriptors name it.
    terminal: PathBuf,
    looked: Option<Instant>,
    waits: bool,
}

impl Input {
    /// The input of a pseudo-terminal, of which both ends are given.
    ///
    /// # Errors
    /// When there are no more file descriptors.
    pub(super) fn new(ours: impl AsFd, theirs: impl AsFd) -> std::io::Result<Self> {
        let to = rustix::io::fcntl_dupfd_cloexec(ours, 3)?;
        // A program that does not read lets it fill up, which is not to be waited for.
        rustix::io::ioctl_fionbio(&to, true)?;
        // Without a name it works all the same; only whether somebody is awaited is not known.
        let name = rustix::termios::ttyname(theirs, Vec::new());
        let terminal =
            name.map_or_else(|_| PathBuf::new(), |name| name.to_string_lossy().into_owned().into());
        Ok(Self { to, terminal, looked: None, waits: false })
    }

    /// Types for the program. False if it has no room for all of that.
    pub fn write(&self, mut bytes: &[u8]) -> bool {
        while !bytes.is_empty() {
            match rustix::io::write(&self.to, bytes) {
                Ok(n) => bytes = &bytes[n..],
                Err(Errno::INTR) => {}
                Err(_) => return false,
            }
        }
        true
    }

    /// A process of the program is waiting for somebody to type.
    pub fn is_awaited(&mut self, pid: u32) -> bool {
        if self.looked.is_none_or(|at| at.elapsed() >= OFTEN) {
            self.looked = Some(Instant::now());
            self.waits = proc::family(pid, MAX_PROCESSES).into_iter().any(|pid| awaits(pid, &self.terminal));
        }
        self.waits
    }
}

fn awaits(pid: u32, terminal: &Path) -> bool {
    // Where we may not look, nothing is known.
    proc::system_call(pid).is_some_and(|call| reads_stdin(&call))
        && proc::descriptor(pid, 0).is_some_and(|file| file == terminal)
}

/// The system call that a thread is in: its number, and its arguments.
fn reads_stdin(call: &str) -> bool {
    let mut words = call.split_whitespace();
    let number: Option<i64> = words.next().and_then(|word| word.parse().ok());
    let (Some(number), Some(first)) = (number, words.next()) else { return false };
    match first {
        // Its descriptor.
        "0x0" => [libc::SYS_read, libc::SYS_readv].contains(&number),
        // `select` and its like take how many descriptors they look at: with 1, standard input alone.
        "0x1" => SELECTS.contains(&number),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_call_that_reads_standard_input() {
        let call = |number: i64, first: &str| reads_stdin(&format!("{number} {first} 0x7f71ae7f1b03 0x1"));
        assert!(call(libc::SYS_read, "0x0") && call(libc::SYS_pselect6, "0x1"));
        assert!(!call(libc::SYS_read, "0x3") && !call(libc::SYS_write, "0x0"));
        assert!(!reads_stdin("running\n") && !reads_stdin("-1 0x7ffd 0x0") && !reads_stdin(""));
    }
}
