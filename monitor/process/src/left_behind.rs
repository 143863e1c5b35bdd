//! Processes that a started program has left behind: they outlive it, with an environment that leads to the session's
//! folders.

use std::collections::{BTreeMap, BTreeSet};
use std::os::unix::ffi::OsStrExt as _;
use std::path::Path;
use std::time::{Duration, Instant};
use zetop_system::clean::clean;
use zetop_system::limit::within;
use zetop_system::proc;
use zetop_wire::session::SESSION_VAR;

/// Children that are about to end with the program get this long to do so.
const A_MOMENT: Duration = Duration::from_millis(300);
const LOOK: Duration = Duration::from_millis(20);
/// How often each process without an environment is looked at again.
const AGAIN: u32 = 3;
/// How long processes are followed that end while they are looked at.
const LONGEST: Duration = Duration::from_secs(1);
/// How long one thread may take for all processes before they are looked at one by one.
const ALL_ANSWER: Duration = Duration::from_millis(200);
/// How long all processes together may take to answer, each time.
const PATIENCE: Duration = Duration::from_secs(2);
/// Processes that are named.
const NAMED: usize = 3;

/// A process that goes on.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Left {
    pub pid: u32,
    pub command: String,
}

/// Processes that go on after the program's end.
#[must_use]
pub fn left_behind(session: &Path) -> Vec<Left> {
    let begun = Instant::now();
    loop {
        let left = carriers(session);
        if left.is_empty() || begun.elapsed() >= A_MOMENT {
            return left.iter().map(|pid| named(*pid)).collect();
        }
        std::thread::sleep(LOOK);
    }
}

/// Processes whose environment leads to the session's folder.
fn carriers(session: &Path) -> Vec<u32> {
    let path = session.to_owned();
    // To hand each look to a thread of its own takes longer than the look.
    let all = within(ALL_ANSWER, move || carriers_one_by_one(&path));
    all.unwrap_or_else(|| carriers_one_by_one(session))
}

/// A process that becomes a daemon forks and ends, perhaps after the list of processes was made and before it is looked at. So
/// if one has ended by then, those that have come since are looked at, too.
fn carriers_one_by_one(session: &Path) -> Vec<u32> {
    let prefix = [SESSION_VAR.as_bytes(), b"=", session.as_os_str().as_bytes()].concat();
    let begun = Instant::now();
    let mut is_last = false;
    let (mut known, mut without) = (BTreeSet::new(), BTreeMap::<u32, u32>::new());
    loop {
        let end = Instant::now() + PATIENCE;
        let now: BTreeSet<u32> = proc::all(end).collect();
        let (mut left, mut has_ended) = (Vec::new(), false);
        let mut again = BTreeMap::new();
        let mut looked_at: BTreeSet<u32> = now.intersection(&known).copied().collect();
        for pid in now.difference(&known).take_while(|_| Instant::now() < end) {
            looked_at.insert(*pid);
            // One that has ended has no environment, nor has one that executes another program just now.
            match proc::environment(*pid).filter(|all| !all.is_empty()) {
                Some(all) if all.split(|byte| *byte == 0).any(|one| *one == *prefix) => left.push(*pid),
                Some(_) => {}
                None => {
                    has_ended = true;
                    let looks = without.get(pid).map_or(0, |looks| *looks);
                    // The kernel's threads have no program, and of a process that does not answer nothing is to be had.
                    if looks < AGAIN && proc::executable(*pid).is_some() {
                        again.insert(*pid, looks + 1);
                    }
                }
            }
        }
        if !left.is_empty() || !has_ended || is_last {
            return left;
        }
        // On a busy machine the looks before may have taken all the time: the last one begins afterwards.
        is_last = begun.elapsed() >= LONGEST;
        // One that was executing a program has an environment by then.
        if !again.is_empty() {
            std::thread::sleep(LOOK / 4);
        }
        known = looked_at;
        known.retain(|pid| !again.contains_key(pid));
        without = again;
    }
}

fn named(pid: u32) -> Left {
    Left { pid, command: clean(&proc::command(pid).unwrap_or_default()) }
}

/// What the user is told about them. `simulator` is where the simulated GPU is left for them.
#[must_use]
pub fn sentence(left: &[Left], simulator: Option<&Path>) -> Option<String> {
    let [first, ..] = left else { return None };
    let one = |left: &Left| format!("pid {} ({})", left.pid, shortened(&left.command));
    let mut names: Vec<String> = left.iter().take(NAMED).map(one).collect();
    if let Some(more) = left.len().checked_sub(NAMED).filter(|more| *more > 0) {
        names.push(format!("{more} more"));
    }
    let go_on = if left.len() == 1 {
        format!("a process that the program started goes on without zetop: {}", names.join(", "))
    } else {
        format!("{} processes that the program started go on without zetop: {}", left.len(), names.join(", "))
    };
    let theirs = if left.len() == 1 { "its" } else { "their" };
    let simulator = simulator.map_or_else(String::new, |path| {
        format!(
            "; {theirs} simulated GPU stays in {} till a zetop finds it unused",
            path.parent().unwrap_or(path).display()
        )
    });
    Some(format!("{go_on}; to attach: zetop -p {}{simulator}", first.pid))
}

fn shortened(command: &str) -> String {
    const MAX_CHARACTERS: usize = 60;
    if command.chars().count() <= MAX_CHARACTERS {
        return command.to_owned();
    }
    command.chars().take(MAX_CHARACTERS - 3).chain("...".chars()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::process::Command;

    #[test]
    fn who_carries_the_session_is_found_and_named() {
        let session = Path::new("/nowhere/zetop-left-behind-test");
        assert_eq!(left_behind(session), []);
        let mut child = Command::new("sleep").arg("1000").env(SESSION_VAR, session).spawn().unwrap();
        let is_there = |left: &[Left]| matches!(left, [one] if one.command == "sleep 1000");
        let found = left_behind(session);
        child.kill().unwrap();
        child.wait().unwrap();
        assert!(is_there(&found), "{found:?}");
        assert_eq!(left_behind(session), []);
        let words = sentence(&found, Some(Path::new("/tmp/zetop-1/libsim.so"))).unwrap();
        assert!(words.contains(&format!("pid {} (sleep 1000)", child.id())), "{words}");
        assert!(
            words.ends_with("its simulated GPU stays in /tmp/zetop-1 till a zetop finds it unused"),
            "{words}"
        );
        let many = vec![found[0].clone(); 5];
        assert!(sentence(&many, None).unwrap().contains("5 processes") && sentence(&[], None).is_none());
    }

    /// A process that hangs in an exec lets nobody look at it. Whatever zetop was started for, its end waited for that process.
    #[test]
    fn a_process_that_does_not_answer_keeps_nobody_waiting() {
        let ran = zetop_testing::in_own_mounts(|| {
            let folder = tempfile::tempdir().unwrap();
            let Some(silent) = zetop_testing::InExec::start(folder.path()) else {
                return zetop_testing::skip!("no FUSE");
            };
            let (found, is_found) = std::sync::mpsc::channel();
            let looker = std::thread::spawn(move || {
                let _ = found.send(left_behind(Path::new("/nowhere/zetop-silent-test")));
            });
            let in_time = is_found.recv_timeout(Duration::from_secs(100));
            drop(silent);
            looker.join().unwrap();
            assert_eq!(in_time, Ok(Vec::new()));
        });
        if !ran {
            zetop_testing::skip!("mounts need root");
        }
    }

    /// Nothing was said of a process that forked and ended while it was looked for, and its simulator was removed.
    #[test]
    fn a_process_that_becomes_a_daemon_meanwhile_is_found() {
        // Each one begins the next one and ends.
        const DAEMON: &str =
            "next() { if [ $1 = 0 ]; then exec sleep 100 >&- 2>&-; fi; next $(($1 - 1)) & }; next 8";
        let round = |round: u32| {
            let session = format!("/nowhere/zetop-daemon-{}-{round}", std::process::id());
            let begun = Command::new("sh").args(["-c", DAEMON]).env(SESSION_VAR, &session).status();
            assert!(begun.is_ok_and(|status| status.success()));
            let found = left_behind(Path::new(&session));
            assert!(!found.is_empty(), "round {round}");
            let end = Instant::now() + Duration::from_secs(60);
            loop {
                let left = left_behind(Path::new(&session));
                for left in &left {
                    let _ = Command::new("kill").args(["-KILL", &left.pid.to_string()]).status();
                }
                if left.is_empty() || Instant::now() >= end {
                    break;
                }
            }
        };
        // Each takes a moment, twice, for a process that is about to end.
        std::thread::scope(|scope| {
            for first in 0..4 {
                scope.spawn(move || (first..20).step_by(4).for_each(round));
            }
        });
    }
}
