//! The processes of running programs, and what descends from them, as they come to use an API.
//!
//! What an attached process forks has the probe already; what it executes is a program of its own, and found here.

use crate::backend;
use std::collections::BTreeMap;
use std::time::{Duration, Instant};
use zetop_system::proc;

/// How many processes are looked at at most.
const MOST: usize = 4096;
/// Between two looks, and the part of the time that they may take.
const OFTEN: Duration = Duration::from_millis(50);
const RAREST: Duration = Duration::from_secs(1);
const SHARE: u32 = 50;
/// A child that was forked a moment ago may not have taken the probe over yet.
const A_MOMENT: Duration = Duration::from_millis(100);

/// What is known of a process's program.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Seen {
    /// No API's library is there.
    Without,
    /// A library is there, and the probe is not, since then.
    Lacking(Instant),
    /// Attached to, or tried.
    Settled,
}

/// A process; its start tells it from those that get its PID later, its stack from programs that it executes later.
#[derive(Debug, Clone, Copy)]
struct Member {
    start: u64,
    stack: u64,
    seen: Seen,
}

/// Watches running programs and their descendants.
#[derive(Debug)]
pub struct Tree {
    roots: Vec<u32>,
    /// With their descendants.
    is_whole: bool,
    members: BTreeMap<u32, Member>,
    next: Duration,
    pause: Duration,
}

impl Tree {
    /// Of processes that are running; with `only`, without their descendants.
    #[must_use]
    pub fn new(roots: &[u32], only: bool) -> Self {
        let mut tree = Self {
            roots: roots.to_vec(),
            is_whole: !only,
            members: BTreeMap::new(),
            next: Duration::ZERO,
            pause: OFTEN,
        };
        for pid in roots {
            let _ = tree.meet(*pid);
        }
        tree
    }

    /// The processes that were named.
    #[must_use]
    pub fn roots(&self) -> &[u32] {
        &self.roots
    }

    /// Whether all of them have ended, as far as they were seen.
    #[must_use]
    pub fn is_over(&self) -> bool {
        !self.members.iter().any(|(pid, member)| lives(*pid, member))
    }

    /// When the next look is due.
    #[must_use]
    pub fn next_look(&self) -> Duration {
        self.next
    }

    /// Looks from time to time; see [`Self::find`].
    pub fn look(&mut self, now: Duration, has_probe: impl Fn(u32) -> bool) -> Vec<u32> {
        if now < self.next {
            return Vec::new();
        }
        let started = Instant::now();
        let found = self.find(A_MOMENT, has_probe);
        self.pause = if found.is_empty() { (self.pause * 2).min(RAREST) } else { OFTEN };
        self.next = now + self.pause.max(started.elapsed() * SHARE);
        found
    }

    /// Processes that use an API and have had no probe for as long as `patience`, each program once.
    pub fn find(&mut self, patience: Duration, has_probe: impl Fn(u32) -> bool) -> Vec<u32> {
        self.members.retain(|pid, member| lives(*pid, member));
        if self.is_whole {
            self.meet_children();
        }
        let mut found = Vec::new();
        for (pid, member) in &mut self.members {
            let stack = proc::stack_start(*pid).unwrap_or(member.stack);
            if stack != member.stack {
                (member.stack, member.seen) = (stack, Seen::Without);
            }
            if member.seen == Seen::Settled {
                continue;
            }
            if backend::used(&proc::mapped_files(*pid)).next().is_none() {
                member.seen = Seen::Without;
                continue;
            }
            if has_probe(*pid) {
                member.seen = Seen::Settled;
                continue;
            }
            let since = match member.seen {
                Seen::Lacking(since) => since,
                _ => Instant::now(),
            };
            member.seen = Seen::Lacking(since);
            if since.elapsed() >= patience {
                member.seen = Seen::Settled;
                found.push(*pid);
            }
        }
        found
    }

    /// Not zetop, which may have been started by one of them, nor what it starts.
    fn meet_children(&mut self) {
        let own = std::process::id();
        let mut next: Vec<u32> = self.members.keys().copied().collect();
        while let Some(parent) = next.pop() {
            for child in proc::children(parent) {
                if self.members.len() >= MOST {
                    return;
                }
                if child != own && !self.members.contains_key(&child) && self.meet(child) {
                    next.push(child);
                }
            }
        }
    }

    fn meet(&mut self, pid: u32) -> bool {
        let Some(start) = proc::start_time(pid) else { return false };
        let stack = proc::stack_start(pid).unwrap_or(0);
        self.members.insert(pid, Member { start, stack, seen: Seen::Without });
        true
    }
}

fn lives(pid: u32, member: &Member) -> bool {
    proc::is_alive(pid) && proc::start_time(pid) == Some(member.start)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::process::{Command, Stdio};

    #[test]
    fn descendants_belong_to_it_and_outlive_their_parent() {
        let script = "sleep 100 & echo $!; wait";
        let mut shell = Command::new("sh").args(["-c", script]).stdout(Stdio::piped()).spawn().unwrap();
        let mut line = String::new();
        let out = shell.stdout.as_mut().unwrap();
        std::io::BufRead::read_line(&mut std::io::BufReader::new(out), &mut line).unwrap();
        let sleeper: u32 = line.trim().parse().unwrap();
        let mut alone = Tree::new(&[shell.id()], true);
        let mut tree = Tree::new(&[shell.id()], false);
        for tree in [&mut alone, &mut tree] {
            assert_eq!(tree.find(Duration::ZERO, |_| false), [0; 0], "neither uses an API");
        }
        assert!(!alone.members.contains_key(&sleeper) && tree.members.contains_key(&sleeper));
        shell.kill().unwrap();
        shell.wait().unwrap();
        assert!(alone.is_over() && !tree.is_over());
        rustix::process::kill_process(
            rustix::process::Pid::from_raw(sleeper.cast_signed()).unwrap(),
            rustix::process::Signal::KILL,
        )
        .unwrap();
        while proc::is_alive(sleeper) {
            std::thread::sleep(Duration::from_millis(1));
        }
        assert!(tree.is_over());
        assert_eq!(tree.find(Duration::ZERO, |_| false), [0; 0]);
    }

    /// zetop may be started from the tree that it watches.
    #[test]
    fn zetop_is_not_in_it() {
        let own = std::process::id();
        let parent = rustix::process::getppid().unwrap().as_raw_pid().cast_unsigned();
        let mut tree = Tree::new(&[parent], false);
        tree.meet_children();
        assert!(!tree.members.contains_key(&own));
    }

    #[test]
    fn looks_are_rare_where_nothing_comes() {
        let mut tree = Tree::new(&[std::process::id()], true);
        let mut now = Duration::ZERO;
        for _ in 0..10 {
            now = now.max(tree.next_look());
            assert_eq!(tree.look(now, |_| false), [0; 0]);
        }
        assert!(tree.next_look() - now >= RAREST);
    }
}
