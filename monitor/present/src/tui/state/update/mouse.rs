//! Clicks and the wheel.

use super::super::{DashboardState, Effect, Panel};
use super::command::run;
use super::rows::{go, open_detail, refresh, sort_by, step, toggle_process};
use crate::tui::hits::Hit;
use crate::tui::keys::Command;
use zetop_figures::session::Control;
use zetop_figures::view::items::List;

pub(super) fn click(state: &mut DashboardState, hit: Hit) -> Option<Effect> {
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
        Hit::Process(key) => return toggle_process(state, key),
        Hit::Command(command) => return run(state, command),
        Hit::Yes | Hit::No => {}
    }
    None
}

fn focus(state: &mut DashboardState, panel: Panel) {
    if state.screen.panels().contains(&panel) {
        state.focus[state.screen as usize] = panel;
    }
}

fn focus_list(state: &mut DashboardState, list: List) {
    if let Some(panel) = state.screen.panels().iter().copied().find(|p| p.list() == Some(list)) {
        focus(state, panel);
    }
}

pub(super) fn wheel(state: &mut DashboardState, hit: Option<Hit>, rows: i16) {
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
