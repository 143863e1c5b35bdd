//! A call that waits for the device does not return, and the device gets nothing done: a deadlock, a rank that does not come, an
//! event that nobody signals, a kernel that never ends.

use super::figures::Figures;
use crate::snapshot::{Finding, Process, Role, Severity, Waiting};
use crate::view::format::{count, time};
use zetop_wire::layout::OPERATIONS;

pub const ID: &str = "stuck";

/// How long a call must not have returned, and the device must have finished nothing, ns.
const LONG_NS: u64 = 5_000_000_000;

/// Ranks that are named one by one.
const MOST_NAMED: usize = 3;

pub fn find(figures: &Figures<'_>) -> Vec<Finding> {
    let snapshot = figures.snapshot;
    // A process's longest call says it: its others wait for the same, most often.
    let stuck = snapshot.processes.iter().filter_map(|process| {
        let waits =
            |call: &&Waiting| call.key == process.key && call.since_ns >= LONG_NS && call.role == Role::Wait;
        let call = snapshot.waiting.iter().find(waits)?;
        (process.pending > 0 && process.unfinished_ns >= LONG_NS).then_some((process, call))
    });
    let stuck: Vec<(&Process, &Waiting)> = stuck.collect();
    let Some((process, call)) = stuck.first().copied() else { return Vec::new() };
    let operations = match process.pending {
        1 => "its operation on the device is".to_owned(),
        pending => format!("its {} operations on the device are", count(pending)),
    };
    let mut evidence = format!(
        "it has been in {} for {}; {operations} not complete, and none has been for {}",
        call.function,
        time(call.since_ns as f64),
        time(process.unfinished_ns as f64),
    );
    evidence.push_str(&apart(&snapshot.processes, process));
    evidence.push_str(&others(&snapshot.processes, &stuck));
    let threads = snapshot.waiting.iter().filter(|other| other.key == process.key).count();
    let who = match (snapshot.processes.len(), &*call.thread_name) {
        (0 | 1, "") => format!("thread {}", call.thread),
        (0 | 1, name) if threads > 1 => format!("thread {} ({name})", call.thread),
        (0 | 1, _) => "the program".to_owned(),
        _ => process.name(),
    };
    vec![Finding {
        id: ID,
        severity: Severity::Warning,
        text: format!("Find out what {who} waits for"),
        evidence,
        about: call.about.clone(),
        ..Finding::default()
    }]
}

/// Which collective operation its ranks do not do together, if they don't: one has not come to it, or is in another one.
fn apart(processes: &[Process], stuck: &Process) -> String {
    let Some(open) = stuck.communicators.iter().find(|of| of.launched != of.complete) else {
        return String::new();
    };
    let name = |(kind, sequence): (u8, u64)| {
        let kind = OPERATIONS.get(usize::from(kind)).copied().unwrap_or(OPERATIONS[0]);
        format!("{kind} number {sequence}")
    };
    let others = processes.iter().filter(|process| process.key != stuck.key);
    let others = others.filter_map(|process| {
        let of = process.communicators.iter().find(|of| of.number == open.number)?;
        let (kind, sequence) = of.launched;
        let has_come = kind == open.launched.0 && sequence >= open.launched.1;
        let is_open = of.launched != of.complete;
        match (has_come, is_open) {
            (true, _) => None,
            (false, true) if kind != open.launched.0 => {
                Some(format!("{} is in {}", process.name(), name(of.launched)))
            }
            (false, _) => {
                Some(format!("{} has not come, its last one was {}", process.name(), name(of.launched)))
            }
        }
    });
    let others: Vec<String> = others.take(MOST_NAMED).collect();
    let text = format!("; it is in {} of {} ranks", name(open.launched), open.ranks);
    if others.is_empty() { text } else { format!("{text}, but {}", others.join(", ")) }
}

/// What the other processes do meanwhile.
fn others(processes: &[Process], stuck: &[(&Process, &Waiting)]) -> String {
    let is_stuck = |process: &Process| stuck.iter().any(|(other, _)| other.key == process.key);
    // Launchers wait for ranks, whatever these do.
    let ranked = stuck.iter().any(|(process, _)| process.member.rank.is_some());
    let is_other = |process: &&Process| !is_stuck(process) && (!ranked || process.member.rank.is_some());
    let rest: Vec<&Process> = processes.iter().filter(is_other).collect();
    let names = |all: &[&Process]| match all {
        [one] => one.name(),
        [one, another] => format!("{} and {}", one.name(), another.name()),
        [one, more @ ..] => format!("{} and {} others", one.name(), more.len()),
        [] => String::new(),
    };
    let mut text = String::new();
    if let Some(others @ 1..) = stuck.len().checked_sub(1) {
        let all: Vec<&Process> = stuck.iter().skip(1).map(|(process, _)| *process).collect();
        text.push_str(&format!("; {} {} so, too", names(&all), if others == 1 { "waits" } else { "wait" }));
    }
    let (running, ended): (Vec<&Process>, Vec<&Process>) =
        rest.into_iter().partition(|process| process.running);
    let (stopped, running): (Vec<&Process>, Vec<&Process>) =
        running.into_iter().partition(|process| process.stopped);
    if !stopped.is_empty() {
        let are = if stopped.len() == 1 { "is" } else { "are" };
        text.push_str(&format!("; {} {are} stopped, by a signal or a debugger", names(&stopped)));
    }
    let (silent, active): (Vec<&Process>, Vec<&Process>) =
        running.into_iter().partition(|process| process.silent_ns >= LONG_NS);
    if let Some(longest) = silent.iter().map(|process| process.silent_ns).max() {
        text.push_str(&format!(
            "; {} {} made no call for {}",
            names(&silent),
            has(&silent),
            time(longest as f64)
        ));
    }
    if !active.is_empty() {
        text.push_str(&format!("; {} {} on", names(&active), if active.len() == 1 { "goes" } else { "go" }));
    }
    if !ended.is_empty() {
        text.push_str(&format!("; {} {} ended", names(&ended), has(&ended)));
    }
    text
}

fn has(processes: &[&Process]) -> &'static str {
    if processes.len() == 1 { "has" } else { "have" }
}
