//! System call filters. A filter that kills could end the program because of what an attach does in it: the helper is a
//! thread of the program, with the program's filters.
//!
//! The filters themselves cannot be read from outside, but their number can. Filters that we run under as well (a
//! container's) let zetop work; a program with more has filters of its own.

use super::error::InjectError;
use std::fs;

/// How a thread's system calls are filtered, as `/proc` says.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Filters {
    /// 0: not at all, 1: only read, write and exit are allowed, 2: by filter programs.
    mode: u32,
    /// How many programs; unknown before Linux 5.10.
    count: Option<u32>,
}

impl Filters {
    fn read(status: &str) -> Self {
        let number =
            |name: &str| status.lines().find_map(|line| line.strip_prefix(name)?.trim().parse().ok());
        Self { mode: number("Seccomp:").unwrap_or(0), count: number("Seccomp_filters:") }
    }

    /// It has filters that the other does not have.
    fn exceeds(self, other: Self) -> bool {
        match (self.count, other.count) {
            _ if self.mode == 0 => false,
            _ if self.mode != other.mode => true,
            (Some(ours), Some(theirs)) => ours > theirs,
            _ => false,
        }
    }
}

/// Each thread has its own: a program may have filtered only some of them.
pub(super) fn refuse_filtered(pid: u32) -> Result<(), InjectError> {
    let us = Filters::read(&fs::read_to_string("/proc/thread-self/status").unwrap_or_default());
    let tasks = fs::read_dir(format!("/proc/{pid}/task")).into_iter().flatten().flatten();
    for task in tasks {
        let status = fs::read_to_string(task.path().join("status")).unwrap_or_default();
        if Filters::read(&status).exceeds(us) {
            let tid = task.file_name().to_str().and_then(|tid| tid.parse().ok()).unwrap_or(pid);
            return Err(InjectError::Seccomp { pid, tid });
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_programs_own_filters_are_told_from_a_containers() {
        let of = |mode: u32, count: u32| {
            Filters::read(&format!("Name:\tx\nSeccomp:\t{mode}\nSeccomp_filters:\t{count}\n"))
        };
        let free = of(0, 0);
        assert!(!free.exceeds(free) && !free.exceeds(of(2, 1)));
        assert!(of(2, 1).exceeds(free) && of(1, 0).exceeds(free));
        assert!(!of(2, 1).exceeds(of(2, 1)), "in the same container");
        assert!(of(2, 2).exceeds(of(2, 1)), "in the same container, with one of its own");
        let old = Filters::read("Seccomp:\t2\n");
        assert!(old.exceeds(free) && !old.exceeds(old));
        assert_eq!(Filters::read("").mode, 0);
    }
}
