//! What each command of a key does.

use super::super::{COLUMN_INTERVALS, DashboardState, Effect, Input, Message, Scale, Screen};
use super::input::edit;
use super::rows::{
    back, go, next_device, next_panel, next_process, open_detail, page, refresh, show, sort_by_next, step,
    toggle_process,
};
use crate::tui::keys::Command;
use std::sync::Arc;
use zetop_figures::session::Control;
use zetop_figures::view::filter::Filter;

pub(super) fn run(state: &mut DashboardState, command: Command) -> Option<Effect> {
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
                return toggle_process(state, key);
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
        Command::RawNames => {
            state.raw_names ^= true;
            let words = if state.raw_names { "as the program writes them" } else { "demangled" };
            state.message = Some(Message::Info(format!("names of kernels: {words}")));
        }
        Command::NextAct => return Some(Effect::NextAct),
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
fn next_screen(state: &DashboardState, by: usize) -> Screen {
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
fn tenths(state: &DashboardState, tenths: i64) -> Effect {
    let (at, length) = state.latest.playback.map_or((0, 1), |p| (p.position_ns, p.length_ns.max(1)));
    let thousandth = (u128::from(at) * 1000 / u128::from(length)) as i64;
    Effect::Control(Control::To((thousandth + 100 * tenths).clamp(0, 1000) as u16))
}

/// The keys, the figures, the findings.
pub const HELP_PAGES: u8 = 3;

/// While the help is open, keys move in it or close it.
fn help(state: &mut DashboardState, command: Command, offset: u16) -> Option<Effect> {
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
