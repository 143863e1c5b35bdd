//! `update`: what each action does to the state. Pure; the world is asked for by [`Effect`]s.

use super::{Action, COLUMN_INTERVALS, Effect, Input, Message, Panel, Scale, Screen, State};
use crate::present::tui::filter::Filter;
use crate::present::tui::hits::Hit;
use crate::present::tui::items::{Field, List};
use crate::present::tui::keys::Command;
use std::sync::Arc;

pub fn update(state: &mut State, action: Action) -> Option<Effect> {
    match action {
        Action::Command(command) => return run(state, command),
        Action::Type(c) => {
            if let Some(input) = &mut state.input {
                input.text.push(c);
                retry_filter(state);
            }
        }
        Action::Click(hit) => return click(state, hit),
        Action::Wheel(hit, rows) => wheel(state, hit, rows),
        Action::Feed(snapshot) => {
            if state.process.is_none() || state.processes.len() < snapshot.processes.len() {
                state.processes.clone_from(&snapshot.processes);
            }
            state.latest = snapshot;
            if !state.paused {
                state.snapshot = Arc::clone(&state.latest);
                refresh(state, false);
            }
        }
        Action::Log(lines, dropped) => {
            state.log.dropped = state.log.dropped.max(dropped);
            state.log.push(lines);
        }
        Action::Finished => {
            state.finished = true;
            state.confirm = false;
        }
        Action::Drawn(drawn) => state.drawn = drawn,
        Action::Message(message) => state.message = Some(message),
        Action::ClearMessage => state.message = None,
    }
    None
}

fn run(state: &mut State, command: Command) -> Option<Effect> {
    if let Some(offset) = state.help {
        return help(state, command, offset);
    }
    match command {
        Command::Screen(n) => go(state, Screen::ALL[usize::from(n) % Screen::ALL.len()]),
        Command::NextScreen => go(state, Screen::ALL[(state.screen as usize + 1) % Screen::ALL.len()]),
        Command::PreviousScreen => go(state, Screen::ALL[(state.screen as usize + 5) % Screen::ALL.len()]),
        Command::Up => step(state, -1),
        Command::Down => step(state, 1),
        Command::PageUp => step(state, -(page(state) as isize)),
        Command::PageDown => step(state, page(state) as isize),
        Command::Top => step(state, isize::MIN + 1),
        Command::Bottom => step(state, isize::MAX),
        Command::Detail => open_detail(state),
        Command::Back => back(state),
        Command::NextPanel => next_panel(state),
        Command::Zoom => {
            state.zoom =
                if state.zoom.is_some() || state.detail.is_some() { None } else { Some(state.focus()) };
        }
        Command::Filter => {
            state.input = Some(Input {
                text: state.filter.text().to_owned(),
                error: None,
                before: state.filter.clone(),
            });
        }
        Command::Sort | Command::SortRight => sort_by_next(state, 1),
        Command::SortLeft => sort_by_next(state, -1),
        Command::Invert => {
            if let Some(list) = state.active_list() {
                state.lists[list as usize].inverted ^= true;
                refresh(state, true);
            }
        }
        Command::Process => return next_process(state),
        Command::Device => next_device(state),
        Command::Pause => {
            state.paused ^= true;
            if !state.paused {
                state.snapshot = Arc::clone(&state.latest);
                refresh(state, false);
            }
        }
        Command::Baseline => {
            state.baseline = Some(Arc::clone(&state.snapshot));
            state.message =
                Some(Message::Info("baseline marked: Δ columns compare with now; B forgets it".to_owned()));
        }
        Command::ClearBaseline => {
            if state.baseline.take().is_some() {
                state.message = Some(Message::Info("baseline forgotten".to_owned()));
            }
        }
        Command::Scale => {
            state.scale = match state.scale {
                Scale::Largest => Scale::Limit,
                Scale::Limit => Scale::Largest,
            };
        }
        Command::Coarser => state.column = (state.column + 1).min(COLUMN_INTERVALS.len() - 1),
        Command::Finer => state.column = state.column.saturating_sub(1),
        Command::Reset => {
            state.baseline = None;
            state.paused = false;
            state.message = Some(Message::Info("all figures start anew".to_owned()));
            return Some(Effect::Reset);
        }
        Command::Log => {
            let to = if state.screen == Screen::Log { state.previous } else { Screen::Log };
            go(state, to);
        }
        Command::Follow => {
            go(state, Screen::Log);
            state.log.up = 0;
        }
        Command::NextAct => return Some(Effect::NextAct),
        Command::Save => return Some(Effect::Save),
        Command::Redraw => return Some(Effect::Redraw),
        Command::Help => state.help = Some(0),
        Command::Suspend => return Some(Effect::Suspend),
        Command::Quit => {
            if state.must_ask() {
                state.confirm = true;
            } else {
                return Some(Effect::Quit);
            }
        }
        Command::Yes => {
            state.confirm = false;
            state.ending = true;
            return Some(Effect::Kill);
        }
        Command::No => state.confirm = false,
        Command::Apply => {
            // A mistake stays open for correction.
            if state.input.as_ref().is_some_and(|input| input.error.is_none()) {
                state.input = None;
            }
        }
        Command::Cancel => {
            if let Some(input) = state.input.take() {
                state.filter = input.before;
                refresh(state, true);
            }
        }
        Command::Erase => edit(state, |text| {
            text.pop();
        }),
        Command::EraseWord => edit(state, |text| {
            let end = text.trim_end().rfind(' ').map_or(0, |at| at + 1);
            text.truncate(end);
        }),
        Command::EraseAll => edit(state, String::clear),
    }
    None
}

/// While the help is open, keys move in it or close it.
fn help(state: &mut State, command: Command, offset: u16) -> Option<Effect> {
    let rest = state.drawn.help_rest;
    state.help = match command {
        Command::Up => Some(offset.saturating_sub(1)),
        Command::Down => Some((offset + 1).min(rest)),
        Command::PageUp => Some(offset.saturating_sub(10)),
        Command::PageDown => Some((offset + 10).min(rest)),
        Command::Top => Some(0),
        Command::Bottom => Some(rest),
        Command::Suspend => return Some(Effect::Suspend),
        Command::Redraw => return Some(Effect::Redraw),
        _ => None,
    };
    None
}

/// Applies the filter as far as it is typed; a mistake keeps the last good one.
fn retry_filter(state: &mut State) {
    let Some(input) = &mut state.input else { return };
    match Filter::parse(&input.text) {
        Ok(filter) => {
            input.error = None;
            state.filter = filter;
            refresh(state, true);
        }
        Err(error) => input.error = Some(error),
    }
}

fn edit(state: &mut State, change: impl FnOnce(&mut String)) {
    if let Some(input) = &mut state.input {
        change(&mut input.text);
        retry_filter(state);
    }
}

fn refresh(state: &mut State, at_once: bool) {
    for list in &mut state.lists {
        list.refresh(&state.snapshot, state.device, &state.filter, at_once);
    }
}

fn go(state: &mut State, screen: Screen) {
    if state.screen != screen {
        state.previous = state.screen;
    }
    state.screen = screen;
    state.zoom = None;
    state.detail = None;
}

/// Rows that the table in use had in the last frame.
fn page(state: &State) -> usize {
    let rows = match state.active_list() {
        Some(list) => state.drawn.pages.iter().find(|(l, _)| *l == list).map(|(_, rows)| *rows),
        None => Some(state.drawn.log_rows),
    };
    usize::from(rows.unwrap_or(10)).max(1)
}

fn step(state: &mut State, rows: isize) {
    if state.screen == Screen::Log {
        let height = usize::from(state.drawn.log_rows);
        state.log.scroll(rows.saturating_neg(), height);
    } else if let Some(list) = state.active_list() {
        let height = page(state);
        state.lists[list as usize].step(rows, height);
        // With a detail open, the arrows leaf through the rows.
        if state.detail.is_some() {
            state.detail = state.list(list).selected().cloned();
        }
    }
}

fn open_detail(state: &mut State) {
    if let Some(list) = state.active_list() {
        let selected = state.list(list).selected().cloned();
        state.lists[list as usize].chosen.clone_from(&selected);
        state.detail = selected;
        state.zoom = None;
    }
}

/// Undoes the last thing that was opened or chosen.
fn back(state: &mut State) {
    if state.detail.take().is_some() || state.zoom.take().is_some() {
        return;
    }
    if state.screen == Screen::Log && state.log.up > 0 {
        state.log.up = 0;
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

fn next_panel(state: &mut State) {
    let drawn = state.drawn.panels.clone();
    let shown: Vec<Panel> =
        state.screen.panels().iter().copied().filter(|p| state.zoom.is_some() || drawn.contains(p)).collect();
    if let Some(next) = shown
        .iter()
        .position(|p| *p == state.focus())
        .map_or(shown.first(), |at| shown.get((at + 1) % shown.len()))
    {
        state.focus[state.screen as usize] = *next;
        if state.zoom.is_some() {
            state.zoom = Some(*next);
        }
    }
}

fn sort_by_next(state: &mut State, by: isize) {
    if let Some(list) = state.active_list() {
        let fields = list.sort_fields();
        let at = fields.iter().position(|f| *f == state.list(list).sort).unwrap_or(0);
        let next = (at as isize + by).rem_euclid(fields.len() as isize) as usize;
        sort_by(state, list, fields[next]);
    }
}

fn sort_by(state: &mut State, list: List, field: Field) {
    let entry = &mut state.lists[list as usize];
    entry.sort = field;
    entry.inverted = false;
    refresh(state, true);
}

fn next_process(state: &mut State) -> Option<Effect> {
    let pids: Vec<u32> = state.processes.iter().map(|p| p.pid).collect();
    if pids.len() < 2 && state.process.is_none() {
        state.message = Some(Message::Info("there is one process only".to_owned()));
        return None;
    }
    let next = match state.process {
        None => pids.first().copied(),
        Some(pid) => pids.iter().position(|p| *p == pid).and_then(|at| pids.get(at + 1)).copied(),
    };
    show_process(state, next)
}

fn show_process(state: &mut State, pid: Option<u32>) -> Option<Effect> {
    state.process = pid;
    // A baseline of other processes compares nothing.
    state.baseline = None;
    state.paused = false;
    Some(Effect::Refetch)
}

fn next_device(state: &mut State) {
    let mut ids: Vec<u32> = state.latest.devices.iter().map(|d| d.id).collect();
    ids.sort_unstable();
    ids.dedup();
    if ids.len() < 2 && state.device.is_none() {
        state.message = Some(Message::Info("there is one device only".to_owned()));
        return;
    }
    state.device = match state.device {
        None => ids.first().copied(),
        Some(id) => ids.into_iter().find(|other| *other > id),
    };
    refresh(state, true);
}

fn click(state: &mut State, hit: Hit) -> Option<Effect> {
    if state.confirm {
        return match hit {
            Hit::Yes => run(state, Command::Yes),
            Hit::No => run(state, Command::No),
            _ => None,
        };
    }
    if state.help.take().is_some() {
        return None;
    }
    match hit {
        Hit::Tab(screen) => go(state, screen),
        Hit::Row(list, id) => {
            focus_list(state, list);
            // The second click on a row is Enter.
            if state.list(list).chosen.as_ref() == Some(&id) {
                open_detail(state);
            } else {
                state.lists[list as usize].select(id);
            }
        }
        Hit::SortBy(list, field) => {
            focus_list(state, list);
            if state.list(list).sort == field {
                state.lists[list as usize].inverted ^= true;
                refresh(state, true);
            } else {
                sort_by(state, list, field);
            }
        }
        Hit::Panel(panel) => focus(state, panel),
        Hit::Process(pid) => {
            let pid = (state.process != Some(pid)).then_some(pid);
            return show_process(state, pid);
        }
        Hit::Help => state.help = Some(0),
        Hit::Yes | Hit::No => {}
    }
    None
}

fn focus(state: &mut State, panel: Panel) {
    if state.screen.panels().contains(&panel) {
        state.focus[state.screen as usize] = panel;
    }
}

fn focus_list(state: &mut State, list: List) {
    if let Some(panel) = state.screen.panels().iter().copied().find(|p| p.list() == Some(list)) {
        focus(state, panel);
    }
}

fn wheel(state: &mut State, hit: Option<Hit>, rows: i16) {
    if let Some(offset) = state.help {
        state.help = Some(offset.saturating_add_signed(rows).min(state.drawn.help_rest));
        return;
    }
    // The wheel moves what is under it, whatever has the focus.
    let list = match hit {
        Some(Hit::Row(list, _) | Hit::SortBy(list, _)) => Some(list),
        Some(Hit::Panel(panel)) => panel.list(),
        _ => None,
    };
    if let Some(list) = list {
        focus_list(state, list);
    }
    step(state, isize::from(rows));
}
