//! Which running programs `-p` means.

use crate::cli::{Action, Cli, Options, Who};
use crate::picker;
use regex_lite::Regex;
use std::collections::{BTreeMap, BTreeSet};
use std::time::{Duration, Instant};
use zetop_process::tree::Tree;
use zetop_system::console::{EXIT_FAILURE, fail, print, say};
use zetop_system::handle::Handle;
use zetop_system::output::stderr;
use zetop_system::{proc, width};

/// How long all processes together may take to answer.
const PATIENCE: Duration = Duration::from_secs(10);

/// `-p 10 11 12`: to clap, the second number begins a command line.
pub(super) fn take_further_pids(cli: &mut Cli) {
    let Some(Action::Program(words)) = &cli.action else { return };
    let pids: Option<Vec<u32>> = words.iter().map(|word| word.to_str()?.parse().ok()).collect();
    if let (Some(Who::Pids(known)), Some(pids)) = (cli.options.pid.last_mut(), pids) {
        known.extend(pids);
        cli.action = None;
    }
}

/// The programs to attach to; none without `-p`.
///
/// # Errors
/// The exit status, when it has been said why there is nothing to attach to, or nothing was chosen.
pub(super) fn find(options: &Options) -> Result<Option<Vec<Handle>>, i32> {
    if options.pid.is_empty() {
        return Ok(None);
    }
    let mut roots = Vec::new();
    for who in &options.pid {
        match who {
            Who::Anybody => roots.extend(choose(options, None)?),
            Who::Pids(pids) => roots.extend(pids.iter().map(|pid| Handle::open(*pid))),
            Who::Name(name) => roots.extend(by_name(options, name)?),
        }
    }
    let mut known = BTreeSet::new();
    roots.retain(|process: &Handle| known.insert(process.pid()));
    Ok(Some(roots))
}

/// The number that was given.
pub(super) fn one(options: &Options) -> Option<u32> {
    options.pid.iter().find_map(|who| match who {
        Who::Pids(pids) => pids.first().copied(),
        _ => None,
    })
}

/// The one program that is meant, or what is chosen of several. Those that use an API come before those that do not.
fn by_name(options: &Options, name: &str) -> Result<Vec<Handle>, i32> {
    let Ok(pattern) = Regex::new(name) else { return Err(EXIT_FAILURE) };
    let mut roots = matching(&pattern);
    if roots.len() > 1 {
        let uses =
            |process: &&Handle| !Tree::new(std::slice::from_ref(*process), options.only).find().is_empty();
        let using: Vec<Handle> = roots.iter().filter(uses).cloned().collect();
        if !using.is_empty() {
            roots = using;
        }
    }
    match &roots[..] {
        [] => {
            say(&format!("no running program has a command line that matches {name}"));
            Err(EXIT_FAILURE)
        }
        [process] => Ok(vec![process.clone()]),
        _ => choose(options, Some(&roots)),
    }
}

/// Processes whose command line matches, without those that descend from others; neither zetop nor what has started it.
fn matching(pattern: &Regex) -> Vec<Handle> {
    let mut above = BTreeSet::from([std::process::id()]);
    let mut at = std::process::id();
    while let Some(parent) = proc::parent(at).filter(|pid| *pid != 0 && above.insert(*pid)) {
        at = parent;
    }
    let pids = proc::all(Instant::now() + PATIENCE);
    let matches = |process: &Handle| {
        let command = proc::arguments(process.pid()).join(" ");
        // Text that was read by PID belongs to this process if the process is alive afterwards: the PID was its own all the time.
        !command.is_empty() && pattern.is_match(&command) && process.is_alive()
    };
    let candidates = pids.filter(|pid| !above.contains(pid)).map(Handle::open).filter(matches);
    let all: BTreeMap<u32, Handle> = candidates.map(|process| (process.pid(), process)).collect();
    let descends = |pid: &u32| {
        let mut at = *pid;
        while let Some(parent) = proc::parent(at).filter(|pid| *pid > 1) {
            if all.contains_key(&parent) {
                return true;
            }
            at = parent;
        }
        false
    };
    all.iter().filter(|(pid, _)| !descends(pid)).map(|(_, process)| process.clone()).collect()
}

/// Among `some`, or all that use an API.
fn choose(options: &Options, some: Option<&[Handle]>) -> Result<Vec<Handle>, i32> {
    let terminal = rustix::termios::isatty(std::io::stdin()) && rustix::termios::isatty(std::io::stdout());
    if !terminal || options.no_tui {
        let list = picker::list(&picker::candidates(some), width::Look::of_stdout());
        if some.is_none() {
            return Err(print(list.as_bytes()).map_or_else(|error| fail(&error), |()| 0));
        }
        say("several programs match: give the number of one");
        stderr::send(list);
        return Err(EXIT_FAILURE);
    }
    match picker::choose(options.common.ascii, some) {
        Ok(Some(process)) => Ok(vec![process]),
        Ok(None) => Err(0),
        Err(error) => Err(fail(&error)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::process::Command;

    #[test]
    fn a_name_means_the_first_of_a_family_and_never_zetop() {
        let name = format!("zetop-by-name-{}", std::process::id());
        let script = format!("sleep 100 {name} || sh -c 'sleep 100; :' {name}; :");
        let mut shell = Command::new("sh").args(["-c", &script, &name]).spawn().unwrap();
        let pattern = Regex::new(&name).unwrap();
        let start = std::time::Instant::now();
        while proc::children(shell.id()).is_empty() && start.elapsed() < Duration::from_secs(60) {
            std::thread::sleep(Duration::from_millis(1));
        }
        let found = |pattern| matching(pattern).iter().map(Handle::pid).collect::<Vec<u32>>();
        assert_eq!(found(&pattern), [shell.id()]);
        for child in proc::family(shell.id(), 10) {
            let pid = rustix::process::Pid::from_raw(child.cast_signed()).unwrap();
            let _ = rustix::process::kill_process(pid, rustix::process::Signal::KILL);
        }
        shell.wait().unwrap();
        let own = proc::arguments(std::process::id()).join(" ");
        assert!(!found(&Regex::new(&regex_lite::escape(&own)).unwrap()).contains(&std::process::id()));
    }
}
