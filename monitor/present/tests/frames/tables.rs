//! Keys and clicks in the tables: what is selected, by what rows are sorted, and what is left out by a filter.

use crate::harness::Dashboard;
use crate::keys::{dashboard, reordered};
use crate::looks::snapshot;
use crate::sample;
use crossterm::event::KeyCode;
use zetop_figures::view::items::{Field, List};
use zetop_present::tui::keys::Mode;
use zetop_present::tui::state::Screen;

#[test]
fn selection_stays_on_the_function_when_rows_move() {
    let mut d = dashboard();
    d.key(KeyCode::Down);
    d.key(KeyCode::Down);
    assert_eq!(d.selected_name(List::Api), "zeCommandQueueExecuteCommandLists");
    d.feed(reordered(70.0));
    d.draw();
    assert_eq!(d.names(List::Api)[0], "zeMemAllocHost");
    assert_eq!(d.selected_name(List::Api), "zeCommandQueueExecuteCommandLists");
    let (_, row) = d.find("▸zeCommandQueueExecuteCommandLists").expect("seen and marked");
    assert!(d.text().lines().nth(usize::from(row)).unwrap().contains("▸zeCommandQueueExec"));
}

#[test]
fn without_a_choice_the_first_row_is_the_selected_one() {
    let mut d = dashboard();
    assert_eq!(d.selected_name(List::Api), "zeCommandQueueSynchronize");
    d.feed(reordered(60.5));
    assert_eq!(d.selected_name(List::Api), "zeMemAllocHost");
}

#[test]
fn while_a_row_is_selected_the_order_holds_for_a_moment() {
    let mut d = dashboard();
    d.key(KeyCode::Down);
    let before = d.names(List::Api);
    d.feed(reordered(60.5));
    assert_eq!(d.names(List::Api), before, "half a second later");
    d.feed(reordered(63.0));
    assert_ne!(d.names(List::Api), before, "three seconds later");
}

#[test]
fn a_selected_row_keeps_its_line_on_the_screen() {
    let mut d = Dashboard::new(80, 24, sample::running(60.0));
    d.keys("2");
    for _ in 0..20 {
        d.key(KeyCode::Down);
    }
    let name = d.selected_name(List::Api);
    let (_, row) = d.find(&format!("▸{name}")).unwrap();
    d.feed(reordered(70.0));
    d.draw();
    assert_eq!(d.find(&format!("▸{name}")).unwrap().1, row);
}

#[test]
fn filters() {
    let mut d = dashboard();
    d.keys("/mem");
    assert!(d.names(List::Api).iter().all(|n| n.to_lowercase().contains("mem")));
    d.key(KeyCode::Enter);
    assert_eq!(d.app.state.mode(), Mode::Normal);
    assert!(d.text().contains("filter: mem"), "{}", d.text());
    d.keys("/");
    d.control('u');
    d.keys("p99>1ms");
    d.key(KeyCode::Enter);
    let slow = d.names(List::Api);
    assert!(slow.contains(&"zeMemAllocHost".to_owned()) && !slow.contains(&"zeEventQueryStatus".to_owned()));
    // A mistake keeps the last good filter, stays open, and Esc goes back to the one before.
    d.keys("/ calls>many");
    d.key(KeyCode::Enter);
    assert_eq!(d.app.state.mode(), Mode::Filter);
    assert!(d.text().contains("'many' is not a number"));
    d.key(KeyCode::Esc);
    assert_eq!(d.names(List::Api), slow);
    // q and digits are text while typing.
    d.keys("/");
    d.control('u');
    assert_eq!(d.keys("q3"), None);
    assert_eq!(d.app.state.screen, Screen::Overview);
    d.key(KeyCode::Esc);
    d.key(KeyCode::Esc);
    assert!(d.app.state.filter.is_empty());
    assert_eq!(d.names(List::Api).len(), 31);
}

#[test]
fn a_filter_that_nothing_passes_says_so() {
    let mut d = dashboard();
    d.keys("/nosuchthing");
    assert!(d.text().contains("none of 31 passes the filter"));
}

#[test]
fn sorting_and_inverting() {
    let mut d = dashboard();
    d.keys("s");
    assert_eq!(d.app.state.list(List::Api).sort, Field::Calls);
    assert_eq!(d.names(List::Api)[0], "zeEventQueryStatus");
    d.keys("i");
    assert_eq!(d.names(List::Api).last().unwrap(), "zeEventQueryStatus");
    d.key(KeyCode::Left);
    assert_eq!(d.app.state.list(List::Api).sort, Field::Share);
    d.key(KeyCode::Left);
    assert_eq!(d.app.state.list(List::Api).sort, Field::Name);
    let names = d.names(List::Api);
    assert!(names.is_sorted());
    d.click_on("calls ");
}

#[test]
fn the_last_filter_stays_in_force_while_a_figure_is_typed() {
    let mut d = dashboard();
    d.keys("/mem");
    let before = d.names(List::Api);
    d.keys(" p");
    let with_p = d.names(List::Api);
    d.keys("99");
    assert_eq!(d.names(List::Api), with_p, "no function is called p99");
    d.keys(" > 1 ms");
    d.key(KeyCode::Enter);
    let slow = d.names(List::Api);
    assert!(!slow.is_empty() && slow.len() < before.len() && slow.contains(&"zeMemAllocHost".to_owned()));
}

#[test]
fn sorting_never_stops_on_a_hidden_column() {
    let mut d = Dashboard::new(80, 24, sample::running(60.0));
    d.keys("2");
    for _ in 0..20 {
        d.keys("s");
        let sort = d.app.state.list(List::Api).sort;
        assert!(d.text().contains('▼') || d.text().contains('▲'), "{sort:?}\n{}", d.text());
    }
}

#[test]
fn kernels_go_by_either_name() {
    let mut d = dashboard();
    d.keys("3");
    assert!(d.text().contains("boundary_exchange<float, 4>"));
    d.keys("n");
    assert!(d.text().contains("_Z17boundary_exchangeIfLi4EEvPT_") && !d.text().contains("<float, 4>"));
    d.keys("n");
    assert!(d.text().contains("boundary_exchange<float, 4>"));
}

#[test]
fn kernels_and_copies_are_filtered_by_the_ranges_of_the_program() {
    let mut d = Dashboard::new(120, 40, sample::marked());
    d.keys("3");
    let all = d.names(List::Kernels);
    d.keys("/range:attention");
    d.key(KeyCode::Enter);
    assert_eq!(d.names(List::Kernels), all[..2], "the first of them was in one range, the second in three");
    snapshot("kernels of a range", &d);
    d.keys("/");
    d.control('u');
    d.keys("range:backward");
    assert_eq!(d.names(List::Kernels), all[1..2]);
    d.control('u');
    d.keys("range:load");
    d.key(KeyCode::Enter);
    assert!(d.names(List::Kernels).is_empty());
    assert_eq!(d.names(List::Transfers).len(), 1);
    d.keys("4");
    snapshot("copies of a range", &d);
}
