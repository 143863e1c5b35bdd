//! Screens use the room that they have, and cut nothing beside blank space.

use crate::harness::Dashboard;
use crate::sample;
use crossterm::event::KeyCode;
use zetop_figures::sensors::Throttle;
use zetop_figures::snapshot::{Busy, Snapshot};
use zetop_present::tui::state::Screen;

fn on(screen: Screen, width: u16, height: u16, figures: Snapshot) -> Dashboard {
    let mut dashboard = Dashboard::new(width, height, figures);
    dashboard.keys(&(screen as usize + 1).to_string());
    dashboard
}

fn blank_rows(text: &str) -> usize {
    text.lines().filter(|line| line.trim_matches(['│', ' ']).is_empty()).count()
}

#[test]
fn the_engines_of_one_queue_fill_their_screen() {
    let mut figures = sample::running(87.0);
    figures.device.engines[0].lanes.truncate(1);
    for (width, height) in [(80, 24), (120, 40), (200, 50)] {
        let text = on(Screen::Engines, width, height, figures.clone()).text();
        assert!(blank_rows(&text) <= 2, "{width}x{height}:\n{text}");
        assert!(text.contains("busy 64.0 %") && text.contains("behind"), "{text}");
        let sums = text.lines().skip_while(|line| !line.contains("At the same time"));
        assert!(!sums.take(4).any(|line| line.contains('…')), "{text}");
    }
}

#[test]
fn what_a_device_is_throttled_by_is_in_the_header_and_on_the_screen_of_engines() {
    let mut figures = sample::running(87.0);
    for (width, height) in [(80, 24), (120, 40), (200, 50)] {
        let cool = on(Screen::Engines, width, height, figures.clone()).text();
        assert!(!cool.contains("throttled"), "{cool}");
    }
    let sensors = figures.devices[0].sensors.as_mut().unwrap();
    sensors.throttle = Some(vec![Throttle::Temperature]);
    sensors.throttled_ns = Some(42_000_000_000);
    sensors.throttled_clock_mhz = Some(1200.0);
    for (width, height) in [(80, 24), (120, 40), (200, 50)] {
        let text = on(Screen::Engines, width, height, figures.clone()).text();
        assert!(text.contains("throttled (temperature)"), "{text}");
        assert!(text.contains("throttled for 42.0 s: temperature, 1200 MHz on average"), "{text}");
        let text = on(Screen::Overview, width, height, figures.clone()).text();
        assert!(text.contains("throttled (temperature)"), "{text}");
    }
    figures.devices[0].sensors = None;
    let text = on(Screen::Engines, 120, 40, figures).text();
    assert!(!text.contains("State") && !text.contains("mem "), "{text}");
}

/// 12 of 15 rows were blank: the device was busy for 0.7 % of the time.
#[test]
fn the_engines_of_a_queue_that_does_little_fill_their_screen() {
    let mut figures = sample::running(87.0);
    let engines = &mut figures.device.engines[0];
    engines.lanes.truncate(1);
    let window = engines.window_ns;
    let each = |n: u64| Busy {
        start: n * window / 20,
        end: n * window / 20 + window / 4_000,
        copy: n.is_multiple_of(3),
    };
    engines.lanes[0].spans = (0..20).map(each).collect();
    for (width, height) in [(80, 24), (120, 40), (200, 50)] {
        let text = on(Screen::Engines, width, height, figures.clone()).text();
        assert!(blank_rows(&text) <= 2, "{width}x{height}:\n{text}");
        assert!(text.contains("busy 0.5 %"), "{text}");
        // The scale.
        let first = text.lines().skip_while(|line| !line.contains("Engines, last")).nth(1).unwrap();
        let top: f64 = first.trim_start_matches(['│', ' ']).split(' ').next().unwrap().parse().unwrap();
        assert!((1.0..10.0).contains(&top) && first.contains(" % "), "{first}");
    }
}

#[test]
fn the_memory_screen_names_who_allocated_and_draws_what_there_is() {
    let mut figures = sample::running(87.0);
    figures.memory[0].allocated_by = "zeMemAllocHost (sycl::malloc_host)".into();
    for kind in &mut figures.memory[1..] {
        (kind.allocs, kind.frees, kind.live_count, kind.live_bytes, kind.peak_bytes) = (0, 0, 0, 0, 0);
        kind.live_history.fill(0.0);
    }
    for (width, height) in [(120, 40), (200, 50)] {
        let text = on(Screen::Memory, width, height, figures.clone()).text();
        assert!(text.contains("zeMemAllocHost (sycl::malloc_host)"), "{text}");
        assert_eq!(text.matches("highest here").count(), 1, "{text}");
    }
    // Who allocates comes before how often.
    let text = on(Screen::Memory, 80, 24, figures).text();
    let row = text.lines().find(|line| line.starts_with("│ host")).unwrap();
    assert!(text.contains("allocated by") && row.contains(" zeMemAllocHost "), "{text}");
    assert!(!row.contains('…') && text.contains("allocs") && text.contains("frees"), "{text}");
}

#[test]
fn a_low_terminal_keeps_its_rows_for_tables() {
    let mut figures = sample::running(87.0);
    figures.quality.notes = vec![
        "attached late to pid 7".to_owned(),
        "a second note that is so long that it needs a line".to_owned(),
    ];
    let text = on(Screen::Overview, 80, 24, figures).text();
    let header = text.lines().take_while(|line| !line.starts_with('╭')).count();
    assert!(header <= 3, "{text}");
    let device = text.lines().skip_while(|line| !line.contains("kernel or copy")).skip(1);
    assert!(device.take_while(|line| line.starts_with('│')).count() >= 2, "{text}");
}

#[test]
fn titles_of_columns_do_not_run_into_each_other() {
    for width in 60..=200 {
        let text = on(Screen::Overview, width, 40, sample::running(87.0)).text();
        let head = text.lines().find(|line| line.contains("kernel or cop")).unwrap();
        assert!(head.contains("kernel or copy "), "{width}: {head}");
    }
}

#[test]
fn a_filter_that_nothing_passes_is_said() {
    let mut dashboard = on(Screen::Api, 120, 40, sample::running(87.0));
    dashboard.keys("/nosuchfunction");
    dashboard.key(KeyCode::Enter);
    let text = dashboard.text();
    assert!(text.contains("none of 31 passes the filter nosuchfunction"), "{text}");
}

#[test]
fn a_filter_opens_again_with_its_text_selected() {
    let mut dashboard = on(Screen::Api, 120, 40, sample::running(87.0));
    let filter = |dashboard: &Dashboard| dashboard.app.state.filter.text().to_owned();
    dashboard.keys("/Reset");
    dashboard.key(KeyCode::Enter);
    // As it was.
    dashboard.keys("/");
    dashboard.key(KeyCode::Enter);
    assert_eq!(filter(&dashboard), "Reset");
    // Another one in its place.
    dashboard.keys("/Sync");
    dashboard.key(KeyCode::Enter);
    assert_eq!(filter(&dashboard), "Sync");
    // None.
    dashboard.keys("/");
    dashboard.key(KeyCode::Backspace);
    dashboard.key(KeyCode::Enter);
    assert_eq!(filter(&dashboard), "");
}

#[test]
fn a_word_that_is_no_expression_is_said_to_be_taken_as_it_is() {
    let mut dashboard = on(Screen::Api, 120, 40, sample::running(87.0));
    dashboard.keys("/(");
    assert!(dashboard.text().contains("'(' is not a regular expression"), "{}", dashboard.text());
}

#[test]
fn one_error_is_one() {
    let mut figures = sample::running(87.0);
    figures.host.errors = 1;
    let text = on(Screen::Api, 120, 40, figures).text();
    assert!(text.contains("1 error ") && !text.contains("1 errors"), "{text}");
}
