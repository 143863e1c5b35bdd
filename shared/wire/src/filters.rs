//! System call filters (seccomp), as `/proc/PID/status` tells of them.
//!
//! What a filter says cannot be read. But how many there are can: those that zetop runs under itself (a container's) let
//! it and its probes work; a program with more has filters of its own, and one of them may end it for a call that it does not
//! make by itself.

/// How a thread's system calls are filtered.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Filters {
    /// 0: not at all, 1: only read, write and exit are left, 2: by programs.
    pub mode: u32,
    /// How many programs; unknown before Linux 5.10.
    pub count: Option<u32>,
}

impl Filters {
    /// What the text of a `status` file says.
    #[must_use]
    pub fn read(status: &str) -> Self {
        // Near the end, below lists that may be long.
        let lines = || status.lines().rev();
        let number = |name: &str| lines().find_map(|line| line.strip_prefix(name)?.trim().parse().ok());
        Self { mode: number("Seccomp:").unwrap_or(0), count: number("Seccomp_filters:") }
    }

    /// It has filters that the other has not.
    #[must_use]
    pub fn exceeds(self, other: Self) -> bool {
        match (self.count, other.count) {
            _ if self.mode == 0 => false,
            _ if self.mode != other.mode => true,
            (Some(ours), Some(theirs)) => ours > theirs,
            _ => false,
        }
    }

    /// As an environment variable has it.
    #[must_use]
    pub fn to_text(self) -> String {
        let count = self.count.map(|count| count.to_string()).unwrap_or_default();
        format!("{},{count}", self.mode)
    }

    /// What [`Self::to_text`] gave; none for anything else.
    #[must_use]
    pub fn from_text(text: &str) -> Self {
        let (mode, count) = text.split_once(',').unwrap_or((text, ""));
        Self { mode: mode.parse().unwrap_or(0), count: count.parse().ok() }
    }
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
        for filters in [free, of(2, 3), old] {
            assert_eq!(Filters::from_text(&filters.to_text()), filters);
        }
        assert_eq!(Filters::from_text("rubbish"), Filters::default());
    }
}
