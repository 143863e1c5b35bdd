//! What is missing from the figures, and why.

use crate::aggregate::scope::Scope;
use crate::sum::sum;
use zetop_wire::layout::{CLASSES, Mode, OTHER};

pub(super) fn notes(view: &Scope<'_>) -> Vec<String> {
    let mut notes: Vec<String> = view.notes.iter().cloned().collect();
    for process in &view.processes {
        let (_, missing) = process.dictionary.mode(process.header.mode);
        if !missing.is_empty() {
            notes.push(missing.to_owned());
        }
        for device in &process.device.devices {
            notes.extend(device.faults.iter().map(|fault| format!("{}: {fault}", device.facts.name)));
        }
        if process.unnamed {
            notes.push(format!(
                "pid {} counts calls of functions that its probe has no names for: they are left out",
                process.pid
            ));
        }
    }
    let interruptions: u64 = view.processes.iter().map(|p| u64::from(p.header.interruptions)).sum();
    if interruptions > 0 {
        // The probe looks ten times a second.
        notes.push(format!(
            "initialised {interruptions} times by the program while zetop was attached: calls of up to 0.1 s each are missing"
        ));
    }
    let attached = view.processes.iter().filter(|p| p.header.mode != Mode::Layer as u32);
    let frees = sum(attached.map(|p| u64::from(p.header.frees_before)));
    if frees > 0 {
        notes.push(format!(
            "(before zetop): {frees} frees of memory whose allocation was not seen; what else was allocated before the attach is \
             not in the live memory, nor at any line"
        ));
    }
    let unsorted = sum(view.processes.iter().map(|p| p.header.unsorted));
    if unsorted > 0 {
        notes.push(format!(
            "{unsorted} durations are in no histogram, for want of shared memory: percentiles leave them out"
        ));
    }
    if view.budget.refused {
        notes.push("not enough memory for all histograms: the percentiles of the latest functions, kernels and processes are left out".to_owned());
    }
    if view.budget.full {
        notes.push("too many processes, threads and kernels: the latest are left out".to_owned());
    }
    let unnamed: u64 = sum(view.processes.iter().map(|p| u64::from(p.header.unnamed)));
    if unnamed > 0 {
        notes.push(format!(
            "{unnamed} kernels and functions have no name, for want of shared memory: they are counted together as {OTHER}"
        ));
    }
    let full = view.processes.iter().filter_map(|p| p.device.classes.get(CLASSES - 1)?.as_ref());
    let together = sum(full.filter(|class| &*class.class.name == OTHER).map(|class| class.sums().ops));
    if together > 0 && unnamed == 0 {
        notes.push(format!(
            "{together} operations are counted together as {OTHER}: there are too many kernels"
        ));
    }
    if let Some(rest) = view.all.values().find(|p| p.pid == 0) {
        notes.push(format!(
            "{} processes that have ended are added up in one row: there were too many for a row each",
            rest.stands_for
        ));
    }
    notes.extend(of_ranges(view));
    notes.extend(unnamed_collectives(view));
    let without_row = view.collectives.without_row;
    if without_row > 0 {
        notes.push(format!(
            "{without_row} collective operations have no row, since there are too many communicators"
        ));
    }
    notes.sort();
    notes.dedup();
    notes
}

/// What is wrong with ranges, or in no row.
fn of_ranges(view: &Scope<'_>) -> impl Iterator<Item = String> {
    let all = || view.processes.iter().map(|process| process.ranges.head());
    let (unmatched, unplaced) = (sum(all().map(|head| head.unmatched)), sum(all().map(|head| head.unplaced)));
    let nameless = sum(all().map(|head| head.nameless));
    let counted = [
        (unmatched, "ends of ranges are left out: nothing had begun, or it had ended before"),
        (
            unplaced,
            "ranges are in no row: they are deeper than 62, of threads beyond 128, or there was no memory or row left",
        ),
        (
            nameless,
            "ranges are counted together as (others): the program has more than 1,024 names for ranges",
        ),
    ];
    counted.into_iter().filter(|(count, _)| *count > 0).map(|(count, what)| format!("{count} {what}"))
}

/// Kernels that are collective operations, in processes in which none of them has a name.
fn unnamed_collectives(view: &Scope<'_>) -> Option<String> {
    let silent = view.all.iter().filter(|(id, _)| !view.collectives.heard.contains(id));
    let of_process = silent.filter_map(|(_, process)| {
        let (starts, why) = process.dictionary.collective_kernels();
        let kernels = process.device.classes.iter().flatten();
        let is_one = |name: &str| starts.iter().any(|start| name.starts_with(start));
        let timed = sum(kernels.filter(|class| is_one(&class.class.name)).map(|class| class.sums().timed));
        (timed > 0).then_some((process.pid, timed, why))
    });
    let all: Vec<(u32, u64, &str)> = of_process.collect();
    let (pid, _, why) = all.first()?;
    let who = if all.len() == 1 { format!("pid {pid} has") } else { format!("{} processes have", all.len()) };
    let timed = sum(all.iter().map(|(_, timed, _)| *timed));
    Some(format!(
        "{who} run {timed} kernels of collective operations, and nothing says which these are: {why}"
    ))
}
