//! What is typed: a filter, or what the log is searched for.

use super::super::{DashboardState, Screen};
use super::rows::refresh;
use zetop_figures::view::filter::Filter;
use zetop_figures::view::items::Field;

/// Applies the filter as far as it is typed; a mistake keeps the last good one.
pub(super) fn retry_filter(state: &mut DashboardState) {
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

pub(super) fn edit(state: &mut DashboardState, change: impl FnOnce(&mut String)) {
    if let Some(input) = &mut state.input {
        if std::mem::take(&mut input.selected) {
            input.text.clear();
        }
        change(&mut input.text);
        retry_filter(state);
    }
}
