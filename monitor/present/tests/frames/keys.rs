//! Sessions of real keys and clicks, through the same mapping that the event loop uses.

use crate::harness::Dashboard;
use crate::sample;
use crossterm::event::{KeyCode, MouseEventKind};
use zetop_figures::snapshot::RunState;
use zetop_figures::view::items::{Field, List};
use zetop_present::tui::keys::BINDINGS;
use zetop_present::tui::state::{Effect, Message, Panel, Screen};

pub fn dashboard() -> Dashboard {
    Dashboard::new(120, 40, sample::running(60.0))
}

/// The figures some time later, when another function has taken the lead.
pub fn reordered(seconds: f64) -> zetop_figures::snapshot::Snapshot {
    let mut later = sample::running(seconds);
    let api = later.host.apis.iter_mut().find(|a| &*a.name == "zeMemAllocHost").unwrap();
    api.total_ns *= 100;
    api.share_pct = 90.0;
    later.host.apis.sort_by_key(|a| std::cmp::Reverse(a.total_ns));
    later
}

#[test]
fn pause_freezes_the_display_only() {
    let mut d = dashboard();
    d.keys(" ");
    let frozen = d.text();
    assert!(frozen.contains("paused"));
    d.feed(reordered(90.0));
    d.draw();
    assert_eq!(d.text(), frozen);
    d.keys(" ");
    assert!(d.text().contains("00:01:30"));
    assert_eq!(d.names(List::Api)[0], "zeMemAllocHost");
}

#[test]
fn screens_by_number_tab_and_click() {
    let mut d = dashboard();
    d.keys("4");
    assert_eq!(d.app.state.screen, Screen::Transfers);
    d.key(KeyCode::Tab);
    assert_eq!(d.app.state.screen, Screen::Memory);
    d.key(KeyCode::BackTab);
    d.key(KeyCode::BackTab);
    assert_eq!(d.app.state.screen, Screen::Kernels);
    d.keys("l");
    assert_eq!(d.app.state.screen, Screen::Log);
    d.keys("l");
    assert_eq!(d.app.state.screen, Screen::Kernels);
    d.click_on("2 API");
    assert_eq!(d.app.state.screen, Screen::Api);
}

#[test]
fn zoom_shows_one_panel_and_focus_moves() {
    let mut d = dashboard();
    d.keys("z");
    assert_eq!(d.app.state.zoom, Some(Panel::Api));
    assert!(d.text().contains("Host API") && !d.text().contains("Throughput"));
    d.keys("f");
    assert_eq!(d.app.state.zoom, Some(Panel::Latency));
    d.keys("z");
    assert!(d.text().contains("Throughput"));
    assert_eq!(d.app.state.focus(), Panel::Latency);
    d.keys("f");
    assert_eq!(d.app.state.focus(), Panel::Device);
    d.key(KeyCode::Down);
    assert!(d.selected_name(List::Device).starts_with("copy"), "keys act on the focused table");
    assert_eq!(d.selected_name(List::Api), "zeCommandQueueSynchronize");
}

#[test]
fn detail_of_a_row_and_back() {
    let mut d = dashboard();
    d.keys("3");
    d.key(KeyCode::Enter);
    assert!(d.text().contains("context start") && d.text().contains("queued"));
    d.key(KeyCode::Down);
    assert!(d.text().contains("reduce_sum"), "arrows leaf through");
    d.key(KeyCode::Esc);
    assert!(d.text().contains("host/run"));
}

#[test]
fn mouse_selects_opens_sorts_and_scrolls() {
    let mut d = dashboard();
    d.click_on("zeMemAllocHost   ");
    assert_eq!(d.selected_name(List::Api), "zeMemAllocHost");
    d.click_on("zeMemAllocHost   ");
    assert!(d.app.state.detail.is_some(), "the second click is Enter");
    d.key(KeyCode::Esc);
    d.click_on("avg");
    d.keys("2");
    let (column, row) = d.find("zeMemFree").unwrap();
    d.mouse(MouseEventKind::ScrollDown, column, row);
    assert_eq!(d.app.state.list(List::Api).position(), Some(6), "three rows on from the selected one");
    d.click_on("p99");
    assert_eq!(d.app.state.list(List::Api).sort, Field::P99);
    d.click_on("p99");
    assert!(d.app.state.list(List::Api).inverted);
}

#[test]
fn help_lists_every_binding_of_the_table() {
    for (width, height) in [(200, 50), (80, 24), (40, 10)] {
        let mut d = Dashboard::new(width, height, sample::replayed(60.0, 120.0));
        d.keys("?");
        let mut seen = d.text();
        for _ in 0..80 {
            d.key(KeyCode::Down);
            seen.push_str(&d.text());
        }
        for binding in BINDINGS {
            assert!(seen.contains(binding.shown), "{} at {width}x{height}", binding.shown);
            let words = &binding.help[..binding.help.len().min(20)];
            assert!(seen.contains(words), "{words} at {width}x{height}:\n{}", d.text());
        }
        d.keys("q");
        assert!(d.app.state.help.is_none(), "q closes the help first");
    }
}

#[test]
fn quitting_asks_before_it_ends_a_started_program() {
    let mut d = dashboard();
    assert_eq!(d.keys("q"), None);
    assert!(d.text().contains("still running (pid 48213)"));
    assert_eq!(d.keys("x"), None);
    assert_eq!(d.keys("n"), None);
    assert!(!d.text().contains("still running"));
    assert_eq!(d.control('c'), None, "Ctrl-C is the same as q");
    assert_eq!(d.keys("y"), Some(Effect::Kill));
    assert!(d.text().contains("ending"));
    let mut d = dashboard();
    d.keys("q");
    assert_eq!(d.click_on("n  keep"), None);
    assert!(!d.app.state.confirm);
}

#[test]
fn quitting_is_immediate_when_nothing_is_killed() {
    let mut attached = sample::running(60.0);
    attached.target.attached = true;
    assert_eq!(Dashboard::new(80, 24, attached).keys("q"), Some(Effect::Quit));
    assert_eq!(Dashboard::new(80, 24, sample::exited()).keys("q"), Some(Effect::Quit));
    let mut d = dashboard();
    d.app.update(zetop_present::tui::state::Action::Finished);
    assert_eq!(d.control('c'), Some(Effect::Quit));
}

#[test]
fn baseline_shows_what_changed_since() {
    let mut d = dashboard();
    d.keys("b");
    assert!(matches!(&d.app.state.message, Some(Message::Info(text)) if text.contains("baseline")));
    let mut later = sample::running(70.0);
    // Everything since took twice as long in one function.
    let before = sample::running(60.0);
    let old = before.host.apis.iter().find(|a| &*a.name == "zeMemAllocHost").unwrap();
    let api = later.host.apis.iter_mut().find(|a| &*a.name == "zeMemAllocHost").unwrap();
    api.total_ns = old.total_ns + 2 * (api.calls - old.calls) * (old.avg_ns.unwrap() as u64);
    d.feed(later);
    d.draw();
    let text = d.text();
    let line = text.lines().find(|l| l.contains("zeMemAllocHost   ")).unwrap();
    assert!(text.contains("Δ avg") && line.contains("+100 %"), "{text}");
    assert!(text.contains("since the mark, 10 s: to device"), "{text}");
    d.keys("B");
    assert!(!d.text().contains("Δ avg"));
}

#[test]
fn processes_and_devices_are_cycled() {
    let mut d = Dashboard::new(120, 40, sample::several());
    assert!(d.text().contains("3 of 4 running"));
    assert_eq!(d.keys("p"), Some(Effect::Refetch));
    assert_eq!(d.app.state.process, Some(48213));
    assert!(d.text().contains("pid 48213 only"));
    d.keys("ppp");
    assert_eq!(d.app.state.process, Some(48216));
    d.keys("p");
    assert_eq!(d.app.state.process, None);
    d.keys("3");
    assert_eq!(d.names(List::Kernels).len(), 4);
    d.keys("d");
    assert_eq!(d.app.state.device, Some(0));
    d.keys("d");
    assert_eq!(d.names(List::Kernels), ["stencil_5pt"]);
    d.keys("d");
    assert_eq!(d.app.state.device, None);
    let mut one = dashboard();
    assert_eq!(one.keys("p"), None);
    assert!(one.text().contains("only one process"));
}

#[test]
fn the_log_follows_until_scrolled_and_stays_there() {
    let mut d = dashboard();
    d.log(100);
    d.keys("6");
    assert!(d.text().contains("line 99") && d.text().contains("following"));
    assert!(d.text().contains("red") && !d.text().contains('\u{1b}'));
    d.key(KeyCode::PageUp);
    let text = d.text();
    let top = text.lines().find(|l| l.contains("line ")).unwrap().to_owned();
    d.log(20);
    d.draw();
    assert!(d.text().contains(&top), "what is read stays");
    d.keys("F");
    assert!(d.text().contains("line 119"));
    d.keys("g");
    assert!(d.text().contains("line 0"));
}

#[test]
fn reset_save_and_suspend_are_asked_of_the_loop() {
    let mut d = dashboard();
    assert_eq!(d.keys("r"), Some(Effect::Reset));
    assert_eq!(d.keys("S"), Some(Effect::Save));
    assert_eq!(d.control('z'), Some(Effect::Suspend));
    assert_eq!(d.control('l'), Some(Effect::Redraw));
}

/// One key did both: whoever let the demo go on got kernels' names in another form, too.
#[test]
fn raw_names_and_the_demos_next_act_have_a_key_each() {
    let mut d = dashboard();
    assert_eq!(d.keys("N"), Some(Effect::NextAct));
    assert!(!d.app.state.raw_names);
    assert_eq!(d.keys("n"), None);
    assert!(d.app.state.raw_names);
}

#[test]
fn an_exited_program_keeps_its_figures() {
    let mut d = Dashboard::new(120, 40, sample::exited());
    assert!(d.text().contains("exited with status 3"));
    let mut killed = sample::exited();
    killed.target.signal = Some(9);
    killed.state = RunState::Exited;
    d.feed(killed);
    d.draw();
    assert!(d.text().contains("killed by signal 9"));
    d.keys("5");
    assert!(d.text().contains("never freed") && d.text().contains("from zeMemAllocHost"));
}

#[test]
fn history_survives_a_resize() {
    let mut d = dashboard();
    let newest = |d: &Dashboard| d.text().lines().find(|l| l.contains("│ to device")).unwrap().to_owned();
    let before = newest(&d);
    d.resize(80, 24);
    d.draw();
    d.resize(120, 40);
    d.draw();
    assert_eq!(newest(&d), before);
}

#[test]
fn the_throughput_scale_and_the_time_of_a_column_are_chosen() {
    let mut d = dashboard();
    let lane = |d: &Dashboard| d.text().lines().find(|l| l.contains("│ to device")).unwrap().to_owned();
    let title = |d: &Dashboard| d.text().lines().find(|l| l.contains("Throughput")).unwrap().to_owned();
    let largest = lane(&d);
    d.keys("y");
    assert!(lane(&d).contains("31.5") && lane(&d) != largest, "{}", lane(&d));
    d.keys("y");
    assert_eq!(lane(&d), largest);
    assert!(!title(&d).contains("a column"));
    d.keys("++");
    assert!(title(&d).contains("2 s a column"), "{}", title(&d));
    d.keys("-----");
    assert_eq!(lane(&d), largest);
}

#[test]
fn lanes_without_traffic_are_one_line() {
    let mut quiet = sample::running(60.0);
    for direction in &mut quiet.history.directions[1..] {
        direction.now = 0.0;
        direction.gbps.iter_mut().for_each(|value| *value = 0.0);
    }
    let d = Dashboard::new(120, 40, quiet);
    assert!(d.text().contains("│ idle: from device, on device, shared"), "{}", d.text());
}

#[test]
fn hints_in_the_footer_are_clicked() {
    let mut d = dashboard();
    d.click_on("? help");
    assert!(d.app.state.help.is_some());
    d.key(KeyCode::Esc);
    d.click_on("b baseline");
    assert!(d.app.state.baseline.is_some());
    d.feed(sample::running(65.0));
    d.app.update(zetop_present::tui::state::Action::ClearMessage);
    d.draw();
    assert_eq!(d.click_on("q quit"), None);
    assert!(d.app.state.confirm);
}

#[test]
fn the_log_is_searched_on_its_screen() {
    let mut d = dashboard();
    d.log(100);
    d.keys("6/");
    d.keys("LINE 9");
    assert!(d.text().contains("line 95") && !d.text().contains("line 85"), "{}", d.text());
    assert!(d.text().contains("11 with “LINE 9” of 100 lines"), "{}", d.text());
    d.key(KeyCode::Enter);
    assert!(d.app.state.filter.is_empty() && !d.text().contains("line 85"));
    d.key(KeyCode::Esc);
    assert!(d.text().contains("line 85"));
    d.keys("/");
    d.keys("nosuch");
    assert!(d.text().contains("no line matches"));
}

#[test]
fn running_again_is_asked_first_and_only_of_a_started_program() {
    let mut d = dashboard();
    assert_eq!(d.keys("R"), None);
    assert!(d.text().contains("y  end it and run it again"), "{}", d.text());
    assert_eq!(d.keys("n"), None);
    assert_eq!(d.keys("q"), None);
    assert!(d.text().contains("y  end it and quit"), "{}", d.text());
    d.keys("n");
    d.keys("R");
    assert_eq!(d.keys("y"), Some(Effect::Again));
    let mut d = Dashboard::new(120, 40, sample::exited());
    d.app.update(zetop_present::tui::state::Action::Finished);
    d.keys("R");
    assert!(d.text().contains("y  run it again"), "{}", d.text());
    assert_eq!(d.keys("y"), Some(Effect::Again));
    let mut attached = sample::running(60.0);
    attached.target.attached = true;
    let mut d = Dashboard::new(120, 40, attached);
    assert_eq!(d.keys("R"), None);
    assert!(!d.app.state.confirm && d.text().contains("only a program that zetop has started"));
}

#[test]
fn in_a_small_pane_everything_is_within_reach() {
    for (width, height) in [(100, 15), (80, 24), (120, 40), (200, 50)] {
        let mut d = Dashboard::new(width, height, sample::running(60.0));
        let mut seen = d.text();
        for _ in 0..12 {
            d.keys("f");
            seen.push_str(&d.text());
        }
        for words in ["Host API", "Latency", "Device", "Engines, last 50", "from device"] {
            assert!(seen.contains(words), "{words} at {width}x{height}\n{seen}");
        }
        d.key(KeyCode::Esc);
        assert!(d.app.state.zoom.is_none());
    }
}

#[test]
fn in_a_small_pane_keys_act_on_the_table_that_is_there() {
    let mut d = Dashboard::new(100, 15, sample::running(60.0));
    assert!(d.text().contains("GB/s") && d.text().contains("Allocate with zeMemAllocHost"), "{}", d.text());
    d.key(KeyCode::Down);
    assert!(d.selected_name(List::Transfers).starts_with("copy "), "{}", d.text());
    d.key(KeyCode::Enter);
    assert!(d.text().contains("bandwidth"), "{}", d.text());
}

#[test]
fn the_help_says_what_figures_and_findings_mean() {
    for (width, height) in [(200, 50), (80, 24), (40, 10)] {
        let mut d = Dashboard::new(width, height, sample::running(60.0));
        d.keys("?");
        let mut seen = String::new();
        for page in 0..2 {
            d.key(KeyCode::Tab);
            assert!(d.text().contains(&format!("Help {} of 3", page + 2)), "{}", d.text());
            for _ in 0..200 {
                seen.push_str(&d.text());
                d.key(KeyCode::Down);
            }
        }
        for word in ["coverage", "queued", "What the figures mean", "behind kernels"] {
            assert!(seen.contains(word), "{word} at {width}x{height}");
        }
        for rule in zetop_figures::advice::RULES {
            assert!(seen.contains(rule.id), "{} at {width}x{height}", rule.id);
        }
        d.key(KeyCode::Tab);
        assert!(d.text().contains("Help 1 of 3"));
        d.key(KeyCode::Esc);
        assert!(d.app.state.help.is_none());
    }
}

#[test]
fn a_recording_is_steered_by_keys_and_by_the_bar() {
    use zetop_figures::session::Control;
    let mut d = Dashboard::new(120, 40, sample::replayed(60.0, 120.0));
    for (key, control) in [
        (" ", Control::PlayPause),
        (".", Control::StepForward),
        (",", Control::StepBack),
        ("]", Control::Faster),
        ("[", Control::Slower),
        (")", Control::By(10)),
        ("(", Control::By(-10)),
        ("}", Control::To(600)),
        ("{", Control::To(400)),
    ] {
        assert_eq!(d.keys(key), Some(Effect::Control(control)), "{key}");
    }
    let (column, row) = d.find("●─").expect("a bar");
    let Some(Effect::Control(Control::To(at))) =
        d.mouse(MouseEventKind::Down(crossterm::event::MouseButton::Left), column, row)
    else {
        panic!("a click on the bar jumps")
    };
    assert!((490..=510).contains(&at), "{at}");
    assert_eq!(d.keys("q"), Some(Effect::Quit), "there is nothing to end");
    let mut live = dashboard();
    assert_eq!(live.keys(" "), None, "space freezes the display of a program that runs");
    assert_eq!(live.keys("]"), None);
}
