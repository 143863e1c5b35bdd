//! The processes of running programs, and what descends from them, as they come to use an API.
//!
//! What an attached process forks has the probe already; what it executes is a program of its own, and found here.

use crate::backend;
use std::collections::BTreeMap;
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant};
use zetop_system::clean::clean;
use zetop_system::handle::Handle;
use zetop_system::limit::look;
use zetop_system::proc;

/// How many processes are looked at at most.
const MAX_PROCESSES: usize = 4096;
/// Between two looks, and the part of the time that they may take.
const OFTEN: Duration = Duration::from_millis(50);
const RAREST: Duration = Duration::from_secs(1);
const SHARE: u32 = 50;
/// A child that was forked a moment ago may not have taken the probe over yet.
const A_MOMENT: Duration = Duration::from_millis(100);
/// How long the one who reads figures waits for a look. Most take less.
const SHORT: Duration = Duration::from_millis(20);
const STACK: usize = 1 << 20;
/// How long a process may take to say what it runs.
const PATIENCE: Duration = Duration::from_secs(3);

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

/// A process; its stack tells its program from those that it executes later.
#[derive(Debug, Clone)]
struct Member {
    process: Handle,
    /// As whom it has to run to be found.
    user: Option<u32>,
    /// As whom those have to run that it starts.
    user_below: Option<u32>,
    stack: u64,
    seen: Seen,
    /// It was said that nothing can be seen of it.
    is_hidden: bool,
}

/// A process that uses an API.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ApiProcess {
    pub process: Handle,
    /// The user of the process that was named, from which it descends: it is not attached to if it runs as another one (`sudo`).
    /// `None` for a process that was named itself, and for what a process of root's has started: that may be anybody's.
    pub user: Option<u32>,
    pub command: String,
    /// Where the stack of its program begins; 0 if that is not known.
    pub stack: u64,
}

impl ApiProcess {
    /// Whether it has executed another program since it was found.
    #[must_use]
    pub fn is_replaced(&self) -> bool {
        let pid = self.process.pid();
        // The kernel lets whoever asks wait while a program is executed.
        let now = look(pid, PATIENCE, move || proc::stack_start(pid)).flatten().unwrap_or(0);
        ![self.stack, now].contains(&0) && now != self.stack
    }
}

/// A process of another user, of which zetop can't see whether it uses an API.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Hidden {
    pub pid: u32,
    pub user: u32,
    pub command: String,
}

/// Watches running programs and their descendants. Looks are made in threads of their own: processes may be silent.
#[derive(Debug)]
pub struct Tree {
    roots: Vec<Handle>,
    /// What is known, unless a look is under way.
    members: Option<Box<Members>>,
    under_way: Option<Receiver<Look>>,
    /// Processes as of the last look.
    alive: Vec<Handle>,
    hidden: Vec<Hidden>,
    too_short: usize,
    next: Duration,
    pause: Duration,
}

#[derive(Debug)]
struct Members {
    /// With their descendants.
    is_whole: bool,
    known: BTreeMap<u32, Member>,
    /// Since the last look.
    hidden: Vec<Hidden>,
    /// How many have ended in which an API's library was, and no probe.
    too_short: usize,
}

/// What a look has found.
#[derive(Debug)]
struct Look {
    members: Box<Members>,
    found: Vec<ApiProcess>,
    took: Duration,
}

impl Tree {
    /// Tree of running processes, `roots`, and of their descendants unless `only`.
    #[must_use]
    pub fn new(roots: &[Handle], only: bool) -> Self {
        let mut members =
            Members { is_whole: !only, known: BTreeMap::new(), hidden: Vec::new(), too_short: 0 };
        for process in roots {
            // What root has started runs as whom root has chosen.
            let user_below = process.user().filter(|user| *user != 0);
            members.meet(process.clone(), None, user_below);
        }
        let alive = members.alive();
        let members = Some(Box::new(members));
        Self {
            roots: roots.to_vec(),
            members,
            under_way: None,
            alive,
            hidden: Vec::new(),
            too_short: 0,
            next: Duration::ZERO,
            pause: OFTEN,
        }
    }

    /// The processes that were named.
    #[must_use]
    pub fn roots(&self) -> &[Handle] {
        &self.roots
    }

    /// Whether all of them have ended, as far as they were seen.
    #[must_use]
    pub fn is_over(&self) -> bool {
        !self.alive.iter().any(Handle::is_alive)
    }

    /// Whether there are descendants that count.
    #[must_use]
    pub fn has_children(&self) -> bool {
        self.alive.iter().any(|process| !self.roots.contains(process) && process.is_alive())
    }

    /// Processes that are hidden from zetop, each once.
    pub fn hidden(&mut self) -> Vec<Hidden> {
        std::mem::take(&mut self.hidden)
    }

    /// How many processes were seen to use an API, and ended before they were found: they had no time for a probe.
    #[must_use]
    pub fn too_short(&self) -> usize {
        self.too_short
    }

    /// When the next look is due.
    #[must_use]
    pub fn next_look(&self) -> Duration {
        self.next
    }

    /// As whom its processes have to run.
    #[cfg(test)]
    pub(crate) fn users_below(&self) -> BTreeMap<u32, Option<u32>> {
        let known = self.members.iter().flat_map(|members| &members.known);
        known.map(|(pid, member)| (*pid, member.user)).collect()
    }

    /// Processes that use an API, each program once.
    pub fn find(&mut self) -> Vec<ApiProcess> {
        let Some(members) = &mut self.members else { return Vec::new() };
        let found = members.find(Duration::ZERO, &[]);
        self.alive = members.alive();
        self.hidden.append(&mut members.hidden);
        self.too_short = members.too_short;
        found
    }

    /// Looks from time to time for processes that use an API, and have had nothing mapped for a moment whose path contains one of
    /// `folders`; each program once. Waits no longer than a moment: what takes longer is returned by a later call.
    pub fn look(&mut self, now: Duration, folders: &[String]) -> Vec<ApiProcess> {
        if now < self.next {
            return Vec::new();
        }
        if let Some(members) = self.members.take() {
            self.under_way = members.start(folders.to_vec());
        }
        let look = self.under_way.as_ref().map(|look| look.recv_timeout(SHORT));
        let Some(Ok(Look { mut members, found, took })) = look else {
            self.next = now + OFTEN;
            return Vec::new();
        };
        self.under_way = None;
        self.alive = members.alive();
        self.hidden.append(&mut members.hidden);
        self.too_short = members.too_short;
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

    fn alive(&self) -> Vec<Handle> {
        self.known.values().map(|member| member.process.clone()).collect()
    }

    fn is_unsettled(&self) -> bool {
        self.known.values().any(|member| matches!(member.seen, Seen::Lacking(_)))
    }

    /// Processes that use an API and have had no probe for as long as `patience`.
    fn find(&mut self, patience: Duration, folders: &[String]) -> Vec<ApiProcess> {
        let mut too_short = 0;
        self.known.retain(|_, member| {
            let is_alive = member.process.is_alive();
            too_short += usize::from(!is_alive && matches!(member.seen, Seen::Lacking(_)));
            is_alive
        });
        self.too_short += too_short;
        if self.is_whole {
            self.meet_children();
        }
        let has_probe = |pid: u32| folders.iter().any(|name| proc::maps_contain(pid, name) == Some(true));
        let own = rustix::process::geteuid().as_raw();
        let mut found = Vec::new();
        for (pid, member) in &mut self.known {
            // One that is silent may say it another time.
            let Some((stack, uses_api)) = program(*pid, member) else { continue };
            if stack != member.stack {
                (member.stack, member.seen, member.is_hidden) = (stack, Seen::Without, false);
            }
            if stack == 0
                && !member.is_hidden
                && let Some(user) = member.process.user().filter(|user| *user != own)
            {
                member.is_hidden = true;
                let command = clean(&proc::command(*pid).unwrap_or_default());
                self.hidden.push(Hidden { pid: *pid, user, command });
            }
            if member.seen == Seen::Settled {
                continue;
            }
            if !uses_api {
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
                let command = clean(&proc::command(*pid).unwrap_or_default());
                let (process, user) = (member.process.clone(), member.user);
                found.push(ApiProcess { process, user, command, stack });
            }
        }
        found
    }

    /// Not zetop, which may have been started by one of them, nor what it starts.
    fn meet_children(&mut self) {
        let own = std::process::id();
        let mut next: Vec<(Handle, Option<u32>)> =
            self.known.values().map(|member| (member.process.clone(), member.user_below)).collect();
        while let Some((parent, user)) = next.pop() {
            for child in parent.children(|pid| pid != own && !self.known.contains_key(&pid)) {
                if self.known.len() >= MAX_PROCESSES {
                    return;
                }
                self.meet(child.clone(), user, user);
                next.push((child, user));
            }
        }
    }

    fn meet(&mut self, process: Handle, user: Option<u32>, user_below: Option<u32>) {
        if process.is_alive() {
            let pid = process.pid();
            self.known.insert(
                pid,
                Member { process, user, user_below, stack: 0, seen: Seen::Without, is_hidden: false },
            );
        }
    }
}

/// Where the stack of its program begins, and whether that uses an API, unless this is settled for the program that it was.
fn program(pid: u32, before: &Member) -> Option<(u64, bool)> {
    let settled = (before.seen == Seen::Settled).then_some(before.stack);
    look(pid, PATIENCE, move || {
        // 0 if we may not see it.
        let stack = proc::stack_start(pid)?;
        let is_settled = settled == Some(stack);
        Some((stack, !is_settled && backend::used(&proc::mapped_files(pid)).next().is_some()))
    })?
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
        let root = [Handle::open(shell.id())];
        let mut alone = Tree::new(&root, true);
        let mut tree = Tree::new(&root, false);
        for tree in [&mut alone, &mut tree] {
            assert_eq!(tree.find(), [], "neither uses an API");
        }
        let has = |tree: &Tree| tree.alive.iter().any(|process| process.pid() == sleeper);
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
        assert_eq!(tree.find(), []);
    }

    /// zetop may be started from the tree that it watches.
    #[test]
    fn zetop_is_not_in_it() {
        let own = std::process::id();
        let parent = rustix::process::getppid().unwrap().as_raw_pid().cast_unsigned();
        let mut tree = Tree::new(&[Handle::open(parent)], false);
        let _ = tree.find();
        assert!(tree.alive.iter().all(|process| process.pid() != own));
    }

    #[test]
    fn looks_are_rare_where_nothing_comes() {
        // Not this process, of which tests beside this one have children.
        let mut alone = std::process::Command::new("sleep").arg("200").spawn().unwrap();
        let mut tree = Tree::new(&[Handle::open(alone.id())], true);
        let (mut now, begun) = (Duration::ZERO, Instant::now());
        // A look that takes long, as on a busy machine, is asked after often.
        while tree.next_look() - now < RAREST {
            assert!(begun.elapsed() < Duration::from_secs(100));
            now = now.max(tree.next_look());
            assert_eq!(tree.look(now, &[]), []);
        }
        alone.kill().unwrap();
        alone.wait().unwrap();
    }
}
