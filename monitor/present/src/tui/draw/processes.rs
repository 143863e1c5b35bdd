//! One row per process, when there are several: a job's ranks side by side.

use super::collectives;
use super::paint::{Canvas, Context, Pieces, fit, padded};
use crate::tui::hits::Hit;
use crate::tui::of_process::OfProcess;
use crate::tui::state::{DashboardState, Panel, Screen};
use ratatui::layout::Rect;
use std::collections::{BTreeMap, BTreeSet};
use zetop_figures::ranks::{Spread, spread};
use zetop_figures::snapshot::{Process, RunState, Snapshot};
use zetop_figures::view::format;

/// A column of figures that ranks are compared by.
struct Column {
    field: OfProcess,
    title: &'static str,
    width: u16,
    /// The narrowest panel that shows it.
    from: u16,
    text: fn(f64) -> String,
}

const fn column(
    field: OfProcess,
    title: &'static str,
    width: u16,
    from: u16,
    text: fn(f64) -> String,
) -> Column {
    Column { field, title, width, from, text }
}

const COLUMNS: [Column; 8] = [
    column(OfProcess::Calls, "calls", 7, 0, |calls| format::count(calls as u64)),
    column(OfProcess::Rate, "/s", 4, 40, format::rate),
    column(OfProcess::Host, "host", 7, 40, format::time),
    column(OfProcess::Device, "device", 7, 60, format::time),
    column(OfProcess::Bytes, "bytes", 7, 70, |bytes| format::bytes(bytes as u64)),
    column(OfProcess::Busy, "busy", 5, 78, |pct| format!("{pct:.0} %")),
    column(OfProcess::Waits, "waits", 7, 90, format::time),
    column(OfProcess::Outside, "outside", 7, 100, format::time),
];

/// Title, width, the narrowest panel that shows the column.
const WORDS: [(&str, u16, u16); 3] = [("threads", 7, 120), ("loader", 10, 132), ("by", 13, 147)];

/// A line below the table.
type Line = (&'static str, fn(&Spread) -> f64);
const SPREAD: [Line; 3] =
    [("least", |spread| spread.least), ("median", |spread| spread.median), ("most", |spread| spread.most)];

/// A mark and the rank or pid.
const LABEL: u16 = 9;

/// Ranks, and below them what they do together.
pub fn screen(context: Context<'_>, canvas: &mut Canvas<'_>, area: Rect) {
    let below = collectives::height(context).min(area.height / 2);
    panel(context, canvas, Rect::new(area.x, area.y, area.width, area.height - below));
    if below > 0 {
        collectives::panel(context, canvas, Rect::new(area.x, area.bottom() - below, area.width, below));
    }
}

pub fn panel(context: Context<'_>, canvas: &mut Canvas<'_>, area: Rect) {
    let theme = context.theme;
    let state = context.state;
    let processes = &state.processes;
    let running = processes.iter().filter(|p| p.running).count();
    let right = match state.process {
        Some(pid) => format!("figures of {} only, p for the next", name_of(processes, pid)),
        None => format!("{running} of {} running, p shows one", processes.len()),
    };
    let ranks = by_rank(processes);
    let right = match ranks.values().map(Vec::len).max() {
        Some(most) if most > 1 => format!("×{most}: {most} processes of one rank; {right}"),
        _ => right,
    };
    let ranked = processes.iter().any(|p| p.member.rank.is_some());
    let title: Pieces = vec![(if ranked { "Ranks" } else { "Processes" }.to_owned(), theme.title)];
    let inside = padded(canvas.panel(context, area, Panel::Processes, &title, &right));
    if inside.height == 0 {
        return;
    }
    let columns: Vec<&Column> = COLUMNS.iter().filter(|column| inside.width >= column.from).collect();
    let words: Vec<_> = WORDS.iter().filter(|word| inside.width >= word.2).collect();
    canvas.hits.drawn.of_processes = columns.iter().map(|column| column.field).collect();
    let used: u16 = columns.iter().map(|column| column.width + 2).sum();
    let used = used + words.iter().map(|word| word.1 + 2).sum::<u16>();
    let name = inside.width.saturating_sub(used + LABEL);
    head(context, canvas, inside, name, &columns, ranked);
    let hosts: BTreeSet<&str> = processes.iter().map(|p| &*p.member.host).collect();
    let is_compared = !ranks.is_empty();
    let spreads = columns.iter().map(|column| spread_of(processes, column.field).filter(|_| is_compared));
    let spreads: Vec<Option<Spread>> = spreads.collect();
    let order = state.processes_view.order(processes);
    let room = usize::from(inside.height.saturating_sub(1));
    let has_lines =
        is_compared && (state.screen == Screen::Ranks || state.zoom.is_some()) && room > 2 * SPREAD.len();
    let room = if has_lines { room - SPREAD.len() } else { room };
    canvas.hits.drawn.process_rows = room as u16;
    // The process in view, or the selected one, stays visible.
    let wanted = state.processes_view.selected.or(state.process);
    let at = order.iter().position(|at| Some(processes[*at].key) == wanted).unwrap_or(0);
    let first = (at + 1).saturating_sub(room);
    for (y, at) in (inside.y + 1..).zip(order.iter().copied().skip(first).take(room)) {
        let process = &processes[at];
        let style = if process.running { theme.text } else { theme.dim };
        let sign = if process.running { "●" } else { "○" };
        canvas.put(inside.x, y, 1, sign, if process.running { theme.good } else { theme.dim });
        let of_rank = process.member.rank.and_then(|rank| ranks.get(&(rank, process.member.job.as_deref())));
        let of_rank = of_rank.map_or(0, Vec::len);
        canvas.put(inside.x + 1, y, LABEL - 1, &label(process, ranked, of_rank), style);
        let host = if hosts.len() > 1 { format!("{}  ", process.member.host) } else { String::new() };
        let command = fit(&format::clean(&format!("{host}{}", process.command)), usize::from(name));
        canvas.put(inside.x + LABEL, y, name, &command, style);
        let mut x = inside.x + LABEL + name;
        for (column, spread) in columns.iter().zip(&spreads) {
            let text = column.field.value(process).map_or_else(|| format::NONE.to_owned(), column.text);
            if spread.is_some_and(|spread| spread.odd == Some(at)) {
                canvas.put_right(Rect::new(x + 1, y, column.width + 1, 1), &format!("*{text}"), theme.warn);
            } else {
                canvas.put_right(Rect::new(x + 2, y, column.width, 1), &text, style);
            }
            x += column.width + 2;
        }
        let texts = [process.threads.to_string(), process.loader_version.clone(), process.mode.to_string()];
        for ((_, width, _), text) in words.iter().zip(&texts) {
            canvas.put_right(Rect::new(x + 2, y, *width, 1), text, style);
            x += width + 2;
        }
        let line = Rect::new(inside.x, y, inside.width, 1);
        let is_selected =
            state.focus() == Panel::Processes && state.processes_view.selected == Some(process.key);
        if state.process == Some(process.key) || is_selected {
            canvas.buffer.set_style(line, theme.selected);
        }
        canvas.hits.add(line, Hit::Process(process.key));
    }
    if has_lines {
        let top = inside.bottom() - SPREAD.len() as u16;
        for ((title, value), y) in SPREAD.iter().zip(top..) {
            canvas.put(inside.x + 1, y, LABEL - 1, title, theme.dim);
            let mut x = inside.x + LABEL + name;
            for (column, spread) in columns.iter().zip(&spreads) {
                let text = spread.as_ref().map_or_else(String::new, |spread| (column.text)(value(spread)));
                canvas.put_right(Rect::new(x + 2, y, column.width, 1), &text, theme.dim);
                x += column.width + 2;
            }
        }
    }
}

fn head(
    context: Context<'_>,
    canvas: &mut Canvas<'_>,
    inside: Rect,
    name: u16,
    columns: &[&Column],
    ranked: bool,
) {
    let theme = context.theme;
    let view = context.state.processes_view;
    let sign = if view.inverted { "▲" } else { "▼" };
    let label = if ranked { "rank" } else { "pid" };
    canvas.put(inside.x + 1, inside.y, LABEL - 1, label, theme.dim);
    canvas.put(inside.x + LABEL, inside.y, name, "command", theme.dim);
    let mut x = inside.x + LABEL + name;
    for column in columns {
        let (title, style) = match view.sort == Some(column.field) {
            true => (format!("{}{sign}", column.title), theme.strong),
            false => (column.title.to_owned(), theme.dim),
        };
        let place = Rect::new(x + 1, inside.y, column.width + 1, 1);
        canvas.put_right(place, &title, style);
        canvas.hits.add(place, Hit::SortProcesses(column.field));
        x += column.width + 2;
    }
    for (title, width, from) in WORDS {
        if inside.width >= from {
            canvas.put_right(Rect::new(x + 2, inside.y, width, 1), title, theme.dim);
            x += width + 2;
        }
    }
}

/// Positions of the processes of each rank, by its number and its job. Those without a rank, such as the launcher, are left out.
fn by_rank(processes: &[Process]) -> BTreeMap<(u32, Option<&str>), Vec<usize>> {
    let mut ranks: BTreeMap<_, Vec<usize>> = BTreeMap::new();
    for (at, process) in processes.iter().enumerate() {
        if let Some(rank) = process.member.rank {
            ranks.entry((rank, process.member.job.as_deref())).or_default().push(at);
        }
    }
    ranks
}

/// How far the ranks are apart in a column, each rank with all of its processes. A process that is one of several of a rank is
/// not marked: its row has only a part of the rank's figure.
fn spread_of(processes: &[Process], field: OfProcess) -> Option<Spread> {
    let ranks = by_rank(processes);
    let adds_up = !matches!(field, OfProcess::Busy | OfProcess::Outside);
    let value = |of: &Vec<usize>| {
        let values = of.iter().map(|at| field.value(&processes[*at]));
        if adds_up || of.len() == 1 { values.sum::<Option<f64>>() } else { None }
    };
    let values: Option<Vec<f64>> = ranks.values().map(value).collect();
    let all = spread(&values?)?;
    // What happens at the moment differs from rank to rank.
    let odd =
        all.odd.filter(|_| field != OfProcess::Rate).and_then(|odd| match ranks.values().nth(odd)?[..] {
            [one] => Some(one),
            _ => None,
        });
    Some(Spread { odd, ..all })
}

/// Where others have ranks, a pid is said to be one; and a rank of several processes has their number.
fn label(process: &Process, ranked: bool, of_rank: usize) -> String {
    match process.member.rank {
        Some(rank) if of_rank > 1 => format!("{rank} ×{of_rank}"),
        Some(rank) => rank.to_string(),
        None if ranked => format!("p{}", process.pid),
        None => process.pid.to_string(),
    }
}

fn name_of(processes: &[Process], key: u32) -> String {
    processes.iter().find(|p| p.key == key).map_or_else(|| format!("pid {key}"), Process::name)
}

/// Who is shown, for the header: ranks where there are any, otherwise pids.
pub fn in_words(state: &DashboardState, snapshot: &Snapshot) -> String {
    let processes = &state.processes;
    let ranks: BTreeSet<u32> = processes.iter().filter_map(|p| p.member.rank).collect();
    let hosts: BTreeSet<&str> = processes.iter().map(|p| &*p.member.host).collect();
    let hosts = if hosts.len() > 1 { format!(" on {} hosts", hosts.len()) } else { String::new() };
    let size = processes.iter().find_map(|p| p.member.world_size);
    match (state.process, snapshot.target.pids.as_slice()) {
        (Some(pid), _) => format!("{} only", name_of(processes, pid)),
        (None, []) if snapshot.state == RunState::Waiting => "no pid yet".to_owned(),
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

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::Arc;
    use zetop_figures::job::Member;

    /// `torchrun` calls the API itself, and is no rank: the odd one among its ranks had no mark.
    #[test]
    fn a_launcher_is_not_compared_with_its_ranks() {
        let of = |rank, waits_ns| {
            let member = Arc::new(Member { rank, ..Member::default() });
            Process { member, waits_ns, ..Process::default() }
        };
        let all = [of(None, 0), of(Some(0), 2_050), of(Some(1), 16), of(Some(2), 2_020), of(Some(3), 2_060)];
        assert_eq!(by_rank(&all).len(), 4);
        let spread = spread_of(&all, OfProcess::Waits).unwrap();
        assert_eq!((spread.least, spread.odd), (16.0, Some(2)));
        assert!(by_rank(&[of(None, 1), of(None, 2)]).is_empty(), "nothing but processes");
    }

    /// A worker that a rank has forked says that it is that rank, too; and so does a rank that was started again.
    #[test]
    fn processes_of_one_rank_count_together() {
        let of = |rank, waits_ns, threads| {
            let member = Arc::new(Member { rank: Some(rank), ..Member::default() });
            Process { member, waits_ns, threads, watched_ns: 1, ..Process::default() }
        };
        let all = [of(0, 10, 1), of(0, 1_990, 2), of(1, 2_000, 1), of(2, 2_010, 1)];
        let spread = spread_of(&all, OfProcess::Waits).unwrap();
        assert_eq!((spread.least, spread.most, spread.odd), (2_000.0, 2_010.0, None));
        let all = [of(0, 10, 1), of(0, 9_990, 2), of(1, 2_000, 1), of(2, 2_010, 1)];
        let spread = spread_of(&all, OfProcess::Waits).unwrap();
        assert_eq!((spread.most, spread.odd), (10_000.0, None), "which of the two it is, nobody knows");
        assert_eq!(spread_of(&all, OfProcess::Outside), None, "that of two processes is not known");
        assert_eq!((label(&all[0], true, 2), label(&all[2], true, 1)), ("0 ×2".to_owned(), "1".to_owned()));
    }
}
