//! The running programs that zetop could attach to.

use std::time::{Duration, Instant};
use zetop_inject as inject;
use zetop_process::backend;
use zetop_system::clean::clean;
use zetop_system::handle::Handle;
use zetop_system::proc;
use zetop_wire::api;

/// How long all processes together may take to answer.
const PATIENCE: Duration = Duration::from_secs(10);

/// A process that has an API's library mapped.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Candidate {
    pub process: Handle,
    pub uptime: Duration,
    /// The version of the API's library, by the name of its file.
    pub version: String,
    /// Why it cannot be attached to, if so.
    pub obstacle: Option<String>,
    pub command: String,
}

/// Lists the processes in `some`, or all that use an API: first those that can be attached to, then by pid. Only root sees those
/// of other users.
#[must_use]
pub fn candidates(some: Option<&[Handle]>) -> Vec<Candidate> {
    let mut found: Vec<Candidate> = match some {
        Some(processes) => processes.iter().filter_map(|process| candidate(process, true)).collect(),
        None => proc::all(Instant::now() + PATIENCE)
            .filter(|pid| *pid != std::process::id())
            .filter_map(|pid| candidate(&Handle::open(pid), false))
            .collect(),
    };
    found.sort_by_key(|one| (one.obstacle.is_some(), one.pid()));
    found
}

impl Candidate {
    #[must_use]
    pub fn pid(&self) -> u32 {
        self.process.pid()
    }
}

/// With `any`, also one that only starts others.
fn candidate(process: &Handle, any: bool) -> Option<Candidate> {
    let pid = process.pid();
    let files = proc::mapped_files(pid);
    let backend = backend::used(&files).next();
    if backend.is_none() && !any {
        return None;
    }
    let version = backend.and_then(|backend| files.iter().find_map(|file| backend.version(file)));
    let version = version.unwrap_or_default();
    let candidate = Candidate {
        process: process.clone(),
        uptime: uptime(pid)?,
        version: if version.is_empty() { "?".to_owned() } else { clean(&version) },
        obstacle: backend.and_then(|_| inject::check(pid).err()).map(|error| clean(&error.to_string())),
        command: clean(&proc::command(pid)?),
    };
    // All of that is about it, and not about another one with its PID.
    process.is_alive().then_some(candidate)
}

fn uptime(pid: u32) -> Option<Duration> {
    let now = std::fs::read_to_string("/proc/uptime").ok()?;
    let now: f64 = now.split_whitespace().next()?.parse().ok()?;
    let started = proc::start_time(pid)? as f64 / rustix::param::clock_ticks_per_second() as f64;
    Duration::try_from_secs_f64((now - started).max(0.0)).ok()
}

/// `42 s`, `5:07 min`, `3:15 h`, `12 d`.
pub(super) fn age(uptime: Duration) -> String {
    let s = uptime.as_secs();
    match s {
        0..60 => format!("{s} s"),
        60..3600 => format!("{}:{:02} min", s / 60, s % 60),
        3600..172_800 => format!("{}:{:02} h", s / 3600, s / 60 % 60),
        _ => format!("{} d", s / 86_400),
    }
}

pub(super) fn none() -> String {
    let libraries = api::ALL.map(|api| api.library.trim_end_matches(".so")).join(" or ");
    format!(
        "No running program uses {} (no process that you may inspect has {libraries} mapped).",
        api::any()
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ages() {
        let of = |s| age(Duration::from_secs(s));
        assert_eq!([of(0), of(61), of(3661), of(200_000)], ["0 s", "1:01 min", "1:01 h", "2 d"]);
    }
}
