//! One row per process, when there are several.

use super::paint::{Canvas, Context, Pieces, fit, padded};
use crate::tui::hits::Hit;
use crate::tui::state::{Panel, State};
use ratatui::layout::Rect;
use std::collections::BTreeSet;
use zetop_figures::ranks::spread;
use zetop_figures::snapshot::{Process, Snapshot, State as TargetState};
use zetop_figures::view::format;

/// Title, width, and the narrowest panel that shows the column.
const COLUMNS: [(&str, u16, u16); 8] = [
    ("calls", 7, 0),
    ("/s", 4, 40),
    ("host", 7, 40),
    ("device", 7, 60),
    ("bytes", 7, 70),
    ("threads", 7, 80),
    ("loader", 8, 90),
    ("by", 13, 100),
];

pub fn panel(context: Context<'_>, canvas: &mut Canvas<'_>, area: Rect) {
    let theme = context.theme;
    let processes = &context.state.processes;
    let running = processes.iter().filter(|p| p.running).count();
    let right = match context.state.process {
        Some(pid) => format!("figures of {} only, p for the next", name_of(processes, pid)),
        None => format!("{running} of {} running, p shows one", processes.len()),
    };
    let title: Pieces = vec![("Processes".to_owned(), theme.title)];
    let inside = padded(canvas.panel(context, area, Panel::Processes, &title, &right));
    let columns: Vec<_> = COLUMNS.iter().filter(|c| inside.width >= c.2).collect();
    let used: u16 = columns.iter().map(|c| c.1 + 2).sum();
    let name = inside.width.saturating_sub(used + 9);
    let ranked = processes.iter().any(|p| p.member.rank.is_some());
    canvas.put(inside.x + 1, inside.y, 8, if ranked { "rank" } else { "pid" }, theme.dim);
    canvas.put(inside.x + 9, inside.y, name, "command", theme.dim);
    let mut x = inside.x + 9 + name;
    for (title, width, _) in &columns {
        canvas.put_right(Rect::new(x + 2, inside.y, *width, 1), title, theme.dim);
        x += width + 2;
    }
    let hosts: BTreeSet<&str> = processes.iter().map(|p| &*p.member.host).collect();
    let odd = odd_ones(processes);
    let room = usize::from(inside.height.saturating_sub(1));
    // The process in view stays visible.
    let at = processes.iter().position(|p| Some(p.key) == context.state.process).unwrap_or(0);
    let first = (at + 1).saturating_sub(room);
    for ((at, process), y) in processes.iter().enumerate().skip(first).zip(inside.y + 1..inside.bottom()) {
        let chosen = context.state.process == Some(process.key);
        let style = if process.running { theme.text } else { theme.dim };
        let sign = if process.running { "●" } else { "○" };
        canvas.put(inside.x, y, 1, sign, if process.running { theme.good } else { theme.dim });
        canvas.put(inside.x + 1, y, 8, &label(process, ranked), style);
        let host = if hosts.len() > 1 { format!("{}  ", process.member.host) } else { String::new() };
        let command = fit(&format::clean(&format!("{host}{}", process.command)), usize::from(name));
        canvas.put(inside.x + 9, y, name, &command, style);
        let cells = [
            format::count(process.calls),
            format::rate(process.calls_per_s),
            format::time(process.host_ns as f64),
            format::time(process.device_ns as f64),
            format::bytes(process.bytes),
            process.threads.to_string(),
            fit(&format::clean(&process.loader_version), 8),
            process.mode.to_string(),
        ];
        let mut x = inside.x + 9 + name;
        for ((title, width, _), text) in columns.iter().zip(&cells) {
            if odd.iter().any(|(column, odd)| column == title && *odd == at) {
                canvas.put_right(Rect::new(x + 1, y, *width + 1, 1), &format!("*{text}"), theme.warn);
            } else {
                canvas.put_right(Rect::new(x + 2, y, *width, 1), text, style);
            }
            x += width + 2;
        }
        let line = Rect::new(inside.x, y, inside.width, 1);
        if chosen {
            canvas.buffer.set_style(line, theme.selected);
        }
        canvas.hits.add(line, Hit::Process(process.key));
    }
}

/// By column, the rank that is far from all others there; a process of each rank is compared.
fn odd_ones(processes: &[Process]) -> Vec<(&'static str, usize)> {
    let ranks: BTreeSet<Option<u32>> = processes.iter().map(|p| p.member.rank).collect();
    if ranks.contains(&None) || ranks.len() < processes.len() {
        return Vec::new();
    }
    type Value = fn(&Process) -> u64;
    let columns: [(&'static str, Value); 4] = [
        ("calls", |p| p.calls),
        ("host", |p| p.host_ns),
        ("device", |p| p.device_ns),
        ("bytes", |p| p.bytes),
    ];
    let odd = |(column, value): (&'static str, Value)| {
        let values: Vec<f64> = processes.iter().map(|p| value(p) as f64).collect();
        Some((column, spread(&values)?.odd?))
    };
    columns.into_iter().filter_map(odd).collect()
}

/// Where others have ranks, a pid is said to be one.
fn label(process: &Process, ranked: bool) -> String {
    match process.member.rank {
        Some(rank) => rank.to_string(),
        None if ranked => format!("p{}", process.pid),
        None => process.pid.to_string(),
    }
}

fn name_of(processes: &[Process], key: u32) -> String {
    processes.iter().find(|p| p.key == key).map_or_else(|| format!("pid {key}"), Process::name)
}

/// Who is shown, for the header: ranks where there are any, otherwise pids.
pub fn in_words(state: &State, snapshot: &Snapshot) -> String {
    let processes = &state.processes;
    let ranks: BTreeSet<u32> = processes.iter().filter_map(|p| p.member.rank).collect();
    let hosts: BTreeSet<&str> = processes.iter().map(|p| &*p.member.host).collect();
    let hosts = if hosts.len() > 1 { format!(" on {} hosts", hosts.len()) } else { String::new() };
    let size = processes.iter().find_map(|p| p.member.world_size);
    match (state.process, snapshot.target.pids.as_slice()) {
        (Some(pid), _) => format!("{} only", name_of(processes, pid)),
        (None, []) if snapshot.state == TargetState::Waiting => "no pid yet".to_owned(),
        (None, []) => "no process".to_owned(),
        (None, _) if ranks.len() > 1 => format!("{} ranks{hosts}", ranks.len()),
        (None, _) if ranks.len() == 1 && size.is_some_and(|size| size > 1) => {
            let rank = ranks.first().copied().unwrap_or_default();
            format!("rank {rank} of {}", size.unwrap_or_default())
        }
        (None, [pid]) => format!("pid {pid}"),
        (None, [pid, rest @ ..]) => format!("pid {pid} +{}{hosts}", rest.len()),
    }
}
