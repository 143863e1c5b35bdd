//! `update`: what each action does to the state. Pure; side effects are requested through [`Effect`]s.

mod command;
mod input;
mod mouse;
mod rows;

pub use command::HELP_PAGES;

use super::{Action, DashboardState, Effect};
use command::run;
use input::retry_filter;
use mouse::{click, wheel};
use rows::show;
use std::sync::Arc;

pub fn update(state: &mut DashboardState, action: Action) -> Option<Effect> {
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
