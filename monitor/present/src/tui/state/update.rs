//! `update`: what each action does to the state. Pure; side effects are requested through [`Effect`]s.

use super::{Action, COLUMN_INTERVALS, Effect, Input, Message, Panel, Scale, Screen, State};
use crate::tui::compare;
use crate::tui::hits::Hit;
use crate::tui::keys::Command;
use std::sync::Arc;
use zetop_figures::session::Control;
use zetop_figures::view::filter::Filter;
use zetop_figures::view::items::{Field, List};

pub fn update(state: &mut State, action: Action) -> Option<Effect> {
    match action {
        Action::Command(command) => return run(state, command),
        Action::Type(c) => {
            if let Some(input) = &mut state.input {
                // What was selected is replaced.
                if std::mem::take(&mut input.selected) {
                    input.text.clear();
                }
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
                show(state, false);
            }
        }
        Action::Log(lines, dropped) => {
            state.log.dropped = state.log.dropped.max(dropped);
            state.log.push(lines);
        }
        Action::Finished => {
            state.finished = true;
            // The question whether to run it again may still be open.
            state.confirm &= state.again;
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
        Command::NextScreen => go(state, next_screen(state, 1)),
        Command::PreviousScreen => go(state, next_screen(state, Screen::ALL.len() - 1)),
        Command::Up => step(state, -1),
        Command::Down => step(state, 1),
        Command::PageUp => step(state, -(page(state) as isize)),
        Command::PageDown => step(state, page(state) as isize),
        Command::Top => step(state, isize::MIN + 1),
        Command::Bottom => step(state, isize::MAX),
        Command::Detail if state.is_on_processes() => {
            if let Some(key) = state.processes_view.selected {
                return click(state, Hit::Process(key));
            }
        }
        Command::Detail => open_detail(state),
        Command::Back => back(state),
        Command::NextPanel => next_panel(state),
        Command::Zoom => {
            state.peeking = false;
            state.zoom =
                if state.zoom.is_some() || state.detail.is_some() { None } else { Some(state.focus()) };
        }
        Command::Filter if state.screen == Screen::Log => {
            let text = state.log.search.clone();
            state.input = Some(Input::new(text, state.filter.clone()));
        }
        Command::Filter => {
            state.input = Some(Input::new(state.filter.text().to_owned(), state.filter.clone()));
        }
        Command::Sort | Command::SortRight => sort_by_next(state, 1),
        Command::SortLeft => sort_by_next(state, -1),
        Command::Invert => {
            if state.is_on_processes() {
                state.processes_view.inverted ^= true;
            } else if let Some(list) = state.active_list() {
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
                show(state, false);
            }
        }
        Command::Baseline => {
            state.baseline = Some(Arc::clone(&state.snapshot));
            show(state, true);
            state.message = Some(Message::Info(
                "baseline marked: tables show figures since now beside those before; B forgets it".to_owned(),
            ));
        }
        Command::ClearBaseline => {
            if state.baseline.take().is_some() {
                show(state, true);
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
            show(state, true);
            state.paused = false;
            state.message = Some(Message::Info("all figures reset to zero".to_owned()));
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
        Command::PlayPause => return Some(Effect::Control(Control::PlayPause)),
        Command::StepForward => return Some(Effect::Control(Control::StepForward)),
        Command::StepBack => return Some(Effect::Control(Control::StepBack)),
        Command::Faster => return Some(Effect::Control(Control::Faster)),
        Command::Slower => return Some(Effect::Control(Control::Slower)),
        Command::Later => return Some(Effect::Control(Control::By(10))),
        Command::Earlier => return Some(Effect::Control(Control::By(-10))),
        Command::MuchLater => return Some(tenths(state, 1)),
        Command::MuchEarlier => return Some(tenths(state, -1)),
        Command::Again if state.latest.playback.is_some() => {
            let text = "a recording has no program to run again: space plays it".to_owned();
            state.message = Some(Message::Info(text));
        }
        Command::Again if state.latest.target.attached => {
            let text = "only a program that zetop has started can be run again".to_owned();
            state.message = Some(Message::Info(text));
        }
        Command::Again => (state.confirm, state.again) = (true, true),
        Command::NextAct => {
            state.raw_names ^= true;
            let words = if state.raw_names { "as the program writes them" } else { "demangled" };
            state.message = Some(Message::Info(format!("names of kernels: {words}")));
            return Some(Effect::NextAct);
        }
        Command::Input => return Some(Effect::Input),
        Command::Save => return Some(Effect::Save),
        Command::Redraw => return Some(Effect::Redraw),
        Command::Help => (state.help, state.help_page) = (Some(0), 0),
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
            return Some(if state.again { Effect::Again } else { Effect::Kill });
        }
        Command::No => (state.confirm, state.again) = (false, false),
        Command::Apply => {
            // A mistake stays open for correction.
            if let Some(input) = state.input.take_if(|input| input.error.is_none())
                && let Ok(filter) = Filter::parse(&input.text)
                && state.screen != Screen::Log
            {
                state.filter = filter;
                refresh(state, true);
            }
        }
        Command::Cancel => {
            if let Some(input) = state.input.take() {
                state.filter = input.before;
                refresh(state, true);
                if state.screen == Screen::Log {
                    state.log.search.clear();
                }
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

/// The next screen that shows something.
fn next_screen(state: &State, by: usize) -> Screen {
    let after = |screen: Screen| Screen::ALL[(screen as usize + by) % Screen::ALL.len()];
    let shows_something = |screen: &Screen| match screen {
        Screen::Ranks => state.processes.len() > 1,
        Screen::Ranges => !state.snapshot.ranges.is_empty(),
        _ => true,
    };
    std::iter::successors(Some(after(state.screen)), |screen| Some(after(*screen)))
        .find(shows_something)
        .unwrap_or_default()
}

/// Moves by tenths of the recording.
fn tenths(state: &State, tenths: i64) -> Effect {
    let (at, length) = state.latest.playback.map_or((0, 1), |p| (p.position_ns, p.length_ns.max(1)));
    let thousandth = (u128::from(at) * 1000 / u128::from(length)) as i64;
    Effect::Control(Control::To((thousandth + 100 * tenths).clamp(0, 1000) as u16))
}

/// The figures on the screen, or the baseline, have changed.
fn show(state: &mut State, at_once: bool) {
    state.shown = match &state.baseline {
        Some(baseline) => Arc::new(compare::since(&state.snapshot, baseline)),
        None => Arc::clone(&state.snapshot),
    };
    refresh(state, at_once);
}

/// The keys, the figures, the findings.
pub const HELP_PAGES: u8 = 3;

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
        Command::NextScreen | Command::SortRight | Command::PreviousScreen | Command::SortLeft => {
            let forward = matches!(command, Command::NextScreen | Command::SortRight);
            let step = if forward { 1 } else { HELP_PAGES - 1 };
            state.help_page = (state.help_page + step) % HELP_PAGES;
            Some(0)
        }
        Command::Suspend => return Some(Effect::Suspend),
        Command::Redraw => return Some(Effect::Redraw),
        _ => None,
    };
    None
}

/// Applies the filter as far as it is typed; a mistake keeps the last good one.
fn retry_filter(state: &mut State) {
    let Some(input) = &mut state.input else { return };
    if state.screen == Screen::Log {
        state.log.search.clone_from(&input.text);
        state.log.up = 0;
        return;
    }
    match Filter::parse(&input.text) {
        Ok(filter) => {
            input.error = None;
            let last = std::mem::replace(&mut state.filter, filter);
            refresh(state, true);
            // `p99` on the way to `p99>1ms` must not be taken for a name, which nothing has.
            let nothing = state.active_list().is_some_and(|list| {
                let list = state.list(list);
                list.order.is_empty() && list.total > 0
            });
            if nothing && begins_a_figure(state.filter.text()) {
                state.filter = last;
                refresh(state, true);
            }
        }
        Err(error) => input.error = Some(error),
    }
}

/// The last word may become the name of a figure.
fn begins_a_figure(text: &str) -> bool {
    let word = text.rsplit(' ').next().unwrap_or_default().to_ascii_lowercase();
    let mut names = Field::NAMED.iter().flat_map(|(_, names)| names.iter());
    !word.is_empty() && names.any(|name| name.to_ascii_lowercase().starts_with(&word))
}

fn edit(state: &mut State, change: impl FnOnce(&mut String)) {
    if let Some(input) = &mut state.input {
        if std::mem::take(&mut input.selected) {
            input.text.clear();
        }
        change(&mut input.text);
        retry_filter(state);
    }
}

fn refresh(state: &mut State, at_once: bool) {
    let shown = Arc::clone(&state.shown);
    for list in &mut state.lists {
        list.refresh(&shown, state.device, &state.filter, at_once);
    }
}

fn go(state: &mut State, screen: Screen) {
    if state.screen != screen {
        state.previous = state.screen;
    }
    state.screen = screen;
    state.zoom = None;
    state.peeking = false;
    state.detail = None;
}

/// Rows that the table in use had in the last frame.
fn page(state: &State) -> usize {
    let rows = match state.active_list() {
        _ if state.is_on_processes() => Some(state.drawn.process_rows),
        Some(list) => state.drawn.pages.iter().find(|(l, _)| *l == list).map(|(_, rows)| *rows),
        None => Some(state.drawn.log_rows),
    };
    usize::from(rows.unwrap_or(10)).max(1)
}

fn step(state: &mut State, rows: isize) {
    if state.screen == Screen::Log {
        let height = usize::from(state.drawn.log_rows);
        state.log.scroll(rows.saturating_neg(), height);
    } else if state.is_on_processes() {
        let State { processes_view, processes, .. } = state;
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

fn next_panel(state: &mut State) {
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

fn sort_by_next(state: &mut State, by: isize) {
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

fn sort_by(state: &mut State, list: List, field: Field) {
    let entry = &mut state.lists[list as usize];
    entry.sort = field;
    entry.inverted = false;
    refresh(state, true);
}

fn next_process(state: &mut State) -> Option<Effect> {
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

fn show_process(state: &mut State, pid: Option<u32>) -> Option<Effect> {
    state.process = pid;
    // A baseline of other processes is no use for comparison.
    state.baseline = None;
    state.paused = false;
    Some(Effect::Refetch)
}

fn next_device(state: &mut State) {
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
        Hit::SortProcesses(field) => {
            focus(state, Panel::Processes);
            let view = &mut state.processes_view;
            view.inverted = view.sort == Some(field) && !view.inverted;
            view.sort = Some(field);
        }
        Hit::Panel(panel) => focus(state, panel),
        Hit::Scrub(thousandth) => return Some(Effect::Control(Control::To(thousandth))),
        Hit::Process(pid) => {
            let pid = (state.process != Some(pid)).then_some(pid);
            return show_process(state, pid);
        }
        Hit::Command(command) => return run(state, command),
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
    if matches!(hit, Some(Hit::Process(_) | Hit::SortProcesses(_) | Hit::Panel(Panel::Processes))) {
        focus(state, Panel::Processes);
    }
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
