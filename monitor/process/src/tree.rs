//! The processes of running programs, and what descends from them, as they come to use an API.
//!
//! What an attached process forks has the probe already; what it executes is a program of its own, and found here.

use crate::backend;
use std::collections::BTreeMap;
use std::sync::mpsc::{Receiver, channel};
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
/// How long the one who reads figures waits for a look. Most take less.
const SHORT: Duration = Duration::from_millis(20);
const STACK: usize = 1 << 20;

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

/// Watches running programs and their descendants. Looks are made in threads of their own: processes may be silent.
#[derive(Debug)]
pub struct Tree {
    roots: Vec<u32>,
    /// What is known, unless a look is under way.
    members: Option<Box<Members>>,
    under_way: Option<Receiver<Look>>,
    /// Processes and their starts, as of the last look.
    alive: Vec<(u32, u64)>,
    next: Duration,
    pause: Duration,
}

#[derive(Debug)]
struct Members {
    /// With their descendants.
    is_whole: bool,
    known: BTreeMap<u32, Member>,
}

/// What a look has found.
#[derive(Debug)]
struct Look {
    members: Box<Members>,
    found: Vec<u32>,
    took: Duration,
}

impl Tree {
    /// Tree of running processes, `roots`, and of their descendants unless `only`.
    #[must_use]
    pub fn new(roots: &[u32], only: bool) -> Self {
        let mut members = Members { is_whole: !only, known: BTreeMap::new() };
        for pid in roots {
            let _ = members.meet(*pid);
        }
        let alive = members.alive();
        let members = Some(Box::new(members));
        Self { roots: roots.to_vec(), members, under_way: None, alive, next: Duration::ZERO, pause: OFTEN }
    }

    /// The processes that were named.
    #[must_use]
    pub fn roots(&self) -> &[u32] {
        &self.roots
    }

    /// Whether all of them have ended, as far as they were seen.
    #[must_use]
    pub fn is_over(&self) -> bool {
        !self.alive.iter().any(|(pid, start)| lives(*pid, *start))
    }

    /// Whether there are descendants that count.
    #[must_use]
    pub fn has_children(&self) -> bool {
        self.alive.iter().any(|(pid, start)| !self.roots.contains(pid) && lives(*pid, *start))
    }

    /// When the next look is due.
    #[must_use]
    pub fn next_look(&self) -> Duration {
        self.next
    }

    /// Processes that use an API, each program once.
    pub fn find(&mut self) -> Vec<u32> {
        let Some(members) = &mut self.members else { return Vec::new() };
        let found = members.find(Duration::ZERO, &[]);
        self.alive = members.alive();
        found
    }

    /// Looks from time to time for processes that use an API, and have had nothing mapped for a moment whose path contains one of
    /// `folders`; each program once. Waits no longer than a moment: what takes longer is returned by a later call.
    pub fn look(&mut self, now: Duration, folders: &[String]) -> Vec<u32> {
        if now < self.next {
            return Vec::new();
        }
        if let Some(members) = self.members.take() {
            self.under_way = members.start(folders.to_vec());
        }
        let look = self.under_way.as_ref().map(|look| look.recv_timeout(SHORT));
        let Some(Ok(Look { members, found, took })) = look else {
            self.next = now + OFTEN;
            return Vec::new();
        };
        self.under_way = None;
        self.alive = members.alive();
        let soon = !found.is_empty() || members.is_unsettled();
        self.members = Some(members);
        self.pause = if soon { OFTEN } else { (self.pause * 2).min(RAREST) };
        self.next = now + self.pause.max(took * SHARE);
        found
    }
}

impl Members {
    /// Looks at all of them, in a thread. Without one, there are no looks any more.
    fn start(mut self: Box<Self>, folders: Vec<String>) -> Option<Receiver<Look>> {
        let (done, look) = channel();
        let work = move || {
            let started = Instant::now();
            let found = self.find(A_MOMENT, &folders);
            // nobody listens any more when the session is over
            let _ = done.send(Look { members: self, found, took: started.elapsed() });
        };
        std::thread::Builder::new().name("zetop-tree".to_owned()).stack_size(STACK).spawn(work).ok()?;
        Some(look)
    }

    fn alive(&self) -> Vec<(u32, u64)> {
        self.known.iter().map(|(pid, member)| (*pid, member.start)).collect()
    }

    fn is_unsettled(&self) -> bool {
        self.known.values().any(|member| matches!(member.seen, Seen::Lacking(_)))
    }

    /// Processes that use an API and have had no probe for as long as `patience`.
    fn find(&mut self, patience: Duration, folders: &[String]) -> Vec<u32> {
        self.known.retain(|pid, member| lives(*pid, member.start));
        if self.is_whole {
            self.meet_children();
        }
        let has_probe = |pid: u32| folders.iter().any(|name| proc::maps_contain(pid, name) == Some(true));
        let mut found = Vec::new();
        for (pid, member) in &mut self.known {
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
        let mut next: Vec<u32> = self.known.keys().copied().collect();
        while let Some(parent) = next.pop() {
            for child in proc::children(parent) {
                if self.known.len() >= MOST {
                    return;
                }
                if child != own && !self.known.contains_key(&child) && self.meet(child) {
                    next.push(child);
                }
            }
        }
    }

    fn meet(&mut self, pid: u32) -> bool {
        let Some(start) = proc::start_time(pid) else { return false };
        let stack = proc::stack_start(pid).unwrap_or(0);
        self.known.insert(pid, Member { start, stack, seen: Seen::Without });
        true
    }
}

fn lives(pid: u32, start: u64) -> bool {
    proc::is_alive(pid) && proc::start_time(pid) == Some(start)
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
            assert_eq!(tree.find(), [0; 0], "neither uses an API");
        }
        let has = |tree: &Tree| tree.alive.iter().any(|(pid, _)| *pid == sleeper);
        assert!(!has(&alone) && has(&tree) && tree.has_children());
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
        assert_eq!(tree.find(), [0; 0]);
    }

    /// zetop may be started from the tree that it watches.
    #[test]
    fn zetop_is_not_in_it() {
        let own = std::process::id();
        let parent = rustix::process::getppid().unwrap().as_raw_pid().cast_unsigned();
        let mut tree = Tree::new(&[parent], false);
        let _ = tree.find();
        assert!(tree.alive.iter().all(|(pid, _)| *pid != own));
    }

    #[test]
    fn looks_are_rare_where_nothing_comes() {
        let mut tree = Tree::new(&[std::process::id()], true);
        let mut now = Duration::ZERO;
        for _ in 0..20 {
            now = now.max(tree.next_look());
            assert_eq!(tree.look(now, &[]), [0; 0]);
        }
        assert!(tree.next_look() - now >= RAREST);
    }
}
