//! What is shown, which row is selected in it, and by what the rows are sorted.

use super::super::{DashboardState, Effect, Message, Screen};
use crate::tui::compare;
use std::sync::Arc;
use zetop_figures::view::filter::Filter;
use zetop_figures::view::items::{Field, List};

/// The figures on the screen, or the baseline, have changed.
pub(super) fn show(state: &mut DashboardState, at_once: bool) {
    state.shown = match &state.baseline {
        Some(baseline) => Arc::new(compare::since(&state.snapshot, baseline)),
        None => Arc::clone(&state.snapshot),
    };
    refresh(state, at_once);
}

pub(super) fn refresh(state: &mut DashboardState, at_once: bool) {
    let shown = Arc::clone(&state.shown);
    for list in &mut state.lists {
        list.refresh(&shown, state.device, &state.filter, at_once);
    }
}

pub(super) fn go(state: &mut DashboardState, screen: Screen) {
    if state.screen != screen {
        state.previous = state.screen;
    }
    state.screen = screen;
    state.zoom = None;
    state.peeking = false;
    state.detail = None;
}

/// Rows that the table in use had in the last frame.
pub(super) fn page(state: &DashboardState) -> usize {
    let rows = match state.active_list() {
        _ if state.is_on_processes() => Some(state.drawn.process_rows),
        Some(list) => state.drawn.pages.iter().find(|(l, _)| *l == list).map(|(_, rows)| *rows),
        None => Some(state.drawn.log_rows),
    };
    usize::from(rows.unwrap_or(10)).max(1)
}

pub(super) fn step(state: &mut DashboardState, rows: isize) {
    if state.screen == Screen::Log {
        let height = usize::from(state.drawn.log_rows);
        state.log.scroll(rows.saturating_neg(), height);
    } else if state.is_on_processes() {
        let DashboardState { processes_view, processes, .. } = state;
        processes_view.step(rows, processes);
    } else if let Some(list) = state.active_list() {
        let height = page(state);
        state.lists[list as usize].step(rows, height);
        // With a detail open, the arrows leaf through the rows.
        if state.detail.is_some() {
            state.detail = state.list(list).selected().cloned();
        }
    }
}

pub(super) fn open_detail(state: &mut DashboardState) {
    if let Some(list) = state.active_list() {
        let selected = state.list(list).selected().cloned();
        state.lists[list as usize].chosen.clone_from(&selected);
        state.detail = selected;
        state.zoom = None;
    }
}

/// Undoes the last thing that was opened or chosen.
pub(super) fn back(state: &mut DashboardState) {
    state.peeking = false;
    if state.detail.take().is_some() || state.zoom.take().is_some() {
        return;
    }
    if state.screen == Screen::Log && (state.log.up > 0 || !state.log.search.is_empty()) {
        state.log.up = 0;
        state.log.search.clear();
        return;
    }
    if let Some(list) = state.active_list() {
        let list = &mut state.lists[list as usize];
        if list.chosen.take().is_some() {
            list.offset = 0;
            refresh(state, true);
            return;
        }
    }
    if !state.filter.is_empty() {
        state.filter = Filter::default();
        refresh(state, true);
    }
}

pub(super) fn next_panel(state: &mut DashboardState) {
    let panels = state.panels();
    let at = panels.iter().position(|panel| *panel == state.focus());
    let Some(next) = at.map_or(panels.first(), |at| panels.get((at + 1) % panels.len())).copied() else {
        return;
    };
    state.focus[state.screen as usize] = next;
    if state.zoom.is_some() && !state.peeking {
        state.zoom = Some(next);
        return;
    }
    // A panel without room is shown alone, so that every panel can be reached.
    let drawn = if state.peeking { &state.in_peek } else { &state.drawn.panels };
    let room = drawn.contains(&next);
    if !state.peeking {
        state.in_peek.clone_from(&state.drawn.panels);
    }
    state.peeking = !room;
    state.zoom = (!room).then_some(next);
}

pub(super) fn sort_by_next(state: &mut DashboardState, by: isize) {
    if state.is_on_processes() {
        let columns = state.drawn.of_processes.clone();
        return state.processes_view.sort_by_next(by, &columns);
    }
    if let Some(list) = state.active_list() {
        // Never sort by a column that is not on the screen; the name always is.
        let drawn = state.drawn.columns.iter().find(|(of, _)| *of == list).map(|(_, fields)| fields);
        let seen = |field: &Field| field.is_text() || drawn.is_none_or(|drawn| drawn.contains(field));
        let fields: Vec<Field> = list.sort_fields().iter().copied().filter(seen).collect();
        if fields.is_empty() {
            return;
        }
        let at = fields.iter().position(|f| *f == state.list(list).sort).unwrap_or(0);
        let next = (at as isize + by).rem_euclid(fields.len() as isize) as usize;
        sort_by(state, list, fields[next]);
    }
}

pub(super) fn sort_by(state: &mut DashboardState, list: List, field: Field) {
    let entry = &mut state.lists[list as usize];
    entry.sort = field;
    entry.inverted = false;
    refresh(state, true);
}

pub(super) fn next_process(state: &mut DashboardState) -> Option<Effect> {
    let pids: Vec<u32> = state.processes.iter().map(|p| p.key).collect();
    if pids.len() < 2 && state.process.is_none() {
        state.message = Some(Message::Info("there is only one process".to_owned()));
        return None;
    }
    let next = match state.process {
        None => pids.first().copied(),
        Some(pid) => pids.iter().position(|p| *p == pid).and_then(|at| pids.get(at + 1)).copied(),
    };
    show_process(state, next)
}

fn show_process(state: &mut DashboardState, pid: Option<u32>) -> Option<Effect> {
    state.process = pid;
    // A baseline of other processes is no use for comparison.
    state.baseline = None;
    state.paused = false;
    Some(Effect::Refetch)
}

/// Shows one process alone, or all again.
pub(super) fn toggle_process(state: &mut DashboardState, key: u32) -> Option<Effect> {
    show_process(state, (state.process != Some(key)).then_some(key))
}

pub(super) fn next_device(state: &mut DashboardState) {
    let mut ids: Vec<u32> = state.latest.devices.iter().map(|d| d.id).collect();
    ids.sort_unstable();
    ids.dedup();
    if ids.len() < 2 && state.device.is_none() {
        state.message = Some(Message::Info("there is only one device".to_owned()));
        return;
    }
    state.device = match state.device {
        None => ids.first().copied(),
        Some(id) => ids.into_iter().find(|other| *other > id),
    };
    refresh(state, true);
}
