//! Frames at the sizes that people have: text of every screen as snapshots, and the SVGs of some, which are
//! the screenshots. `ZETOP_BLESS=1 INSTA_UPDATE=always cargo test -p zetop-present --test frames` accepts new ones.

use crate::harness::Dashboard;
use crate::sample;
use crossterm::event::KeyCode;
use std::path::Path;
use zetop_figures::snapshot::{Fills, Snapshot};
use zetop_present::tui::state::{Panel, Screen};
use zetop_present::tui::svg;
use zetop_present::tui::theme::{Background, Depth, Theme};

const SIZES: [(u16, u16); 3] = [(80, 24), (120, 40), (200, 50)];

pub fn snapshot(name: &str, dashboard: &Dashboard) {
    let mut settings = insta::Settings::clone_current();
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    settings.bind(|| insta::assert_snapshot!(name, dashboard.text()));
}

/// Compares with the file in `screenshots`, or writes it.
fn screenshot(name: &str, dashboard: &Dashboard) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../screenshots").join(format!("{name}.svg"));
    let now = svg::render(dashboard.buffer(), dashboard.app.theme.background);
    if std::env::var_os("ZETOP_BLESS").is_some() {
        std::fs::write(&path, now).unwrap();
        return;
    }
    let before = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(before == now, "{} differs; look at it after ZETOP_BLESS=1", path.display());
}

fn on(screen: Screen, width: u16, height: u16, figures: Snapshot) -> Dashboard {
    let mut dashboard = Dashboard::new(width, height, figures);
    dashboard.log(30);
    dashboard.keys(&(screen as usize + 1).to_string());
    dashboard
}

/// Coverage is rounded down where that makes a difference: what is missing must not look as if it were nothing.
#[test]
fn four_untimed_of_many_are_not_shown_as_all_timed() {
    use zetop_present::report::summary::Style;
    use zetop_present::report::{closing, summary};
    let mut figures = sample::exited();
    let (timed, untimed) = (4_000_000_000_u64, 4);
    figures.device.timed = timed;
    figures.device.untimed = untimed;
    figures.device.untimed_reasons = [("event destroyed unread".to_owned(), untimed)].into();
    figures.device.coverage_pct = Some(100.0 * timed as f64 / (timed + untimed) as f64);
    let style = Style::default();
    for text in [summary::text(&figures, &style), closing::text(&figures, &style)] {
        assert!(text.contains("coverage 99.9 %") && !text.contains("coverage 100"), "{text}");
    }
    let json = serde_json::to_value(&figures).unwrap();
    assert!(json["device"]["coverage_pct"].as_f64().is_some_and(|pct| pct < 100.0), "{}", json["device"]);
    for (width, height) in SIZES {
        let text = on(Screen::Overview, width, height, figures.clone()).text();
        let line = text.lines().find(|line| line.contains("coverage")).unwrap_or_default();
        assert!(line.contains("coverage 99.9 %"), "{width}x{height}\n{text}");
    }
}

#[test]
fn figures_from_some_of_the_calls_are_marked() {
    let mut figures = sample::running(14.0);
    let exact = on(Screen::Api, 200, 50, figures.clone()).text();
    assert!(!exact.contains('~') && !exact.contains("% timed"), "{exact}");
    let name = figures.host.apis[2].name.to_string();
    let api = &mut figures.host.apis[2];
    (api.timed, api.total_error_pct, api.p99_uncertain) = (api.calls / 12, 0.7, true);
    figures.host.timed = figures.host.calls / 10;
    for width in [120, 200] {
        let text = on(Screen::Api, width, 50, figures.clone()).text();
        let marked: Vec<&str> = text.lines().filter(|line| line.contains('~')).collect();
        assert!(matches!(marked[..], [row] if row.contains(&name)), "{text}");
        // Total, average, p99 and maximum; counts are exact.
        assert!(marked[0].matches('~').count() >= 4, "{text}");
        assert!(text.contains("calls/s, ") && text.contains(" % timed"), "{text}");
    }
}

#[test]
fn every_screen_at_every_size() {
    for screen in Screen::ALL {
        for (width, height) in SIZES {
            let dashboard = on(screen, width, height, sample::running(87.0));
            snapshot(&format!("{}-{width}x{height}", screen.title().to_lowercase()), &dashboard);
        }
    }
}

/// The panel of fills is there where the size classes leave it room, and is shown alone where they do not.
#[test]
fn fills_have_a_panel() {
    let copying = |mut figures: Snapshot| {
        figures.device.transfers.truncate(1);
        figures.findings.clear();
        figures
    };
    for (width, height) in SIZES {
        for (kind, figures) in [("fills", sample::running(87.0)), ("sampled-fills", sample::sampled())] {
            let dashboard = on(Screen::Transfers, width, height, copying(figures));
            let text = dashboard.text();
            assert!(text.contains("─ Fills ─") && text.contains("─ By size ─"), "{text}");
            assert_eq!(text.contains("~6.70ms"), kind == "sampled-fills", "{text}");
            snapshot(&format!("{kind}-{width}x{height}"), &dashboard);
        }
        let mut full = on(Screen::Transfers, width, height, sample::running(87.0));
        assert!(!full.text().contains("─ Fills ─"), "{}", full.text());
        full.keys("ff");
        assert_eq!((full.app.state.focus(), full.app.state.zoom), (Panel::Fills, Some(Panel::Fills)));
        assert!(full.text().contains("─ Fills ─") && full.text().contains("6.70 ms"), "{}", full.text());
        let mut none = copying(sample::running(87.0));
        none.device.fills = Fills::default();
        let mut none = on(Screen::Transfers, width, height, none);
        assert!(!none.text().contains("Fills"), "{}", none.text());
        none.keys("ff");
        assert_eq!(none.app.state.focus(), Panel::Latency);
    }
    // Since the mark, 70 fills of 4.19 MB took twice as long.
    let mut marked = on(Screen::Transfers, 120, 40, copying(sample::running(87.0)));
    marked.keys("b");
    let mut later = copying(sample::running(97.0));
    later.device.fills.total_ns += 70 * 11_000;
    later.device.fills.bandwidth_gbps =
        Some(later.device.fills.bytes as f64 / later.device.fills.total_ns as f64);
    marked.feed(later);
    marked.draw();
    let text = marked.text();
    let row = text.lines().skip_while(|line| !line.contains("─ Fills ─")).nth(2).unwrap();
    assert!(row.contains("     70  294 MB 4.19 MB 1.54 ms 22.0 µs   191"), "{text}");
    let mut several = copying(sample::several());
    several.device.fills.timed = 0;
    let text = on(Screen::Transfers, 120, 40, several).text();
    assert!(text.contains("all devices"), "{text}");
}

/// Estimates are marked, and the header says what they rest on.
#[test]
fn operations_that_were_sampled() {
    for screen in [Screen::Overview, Screen::Kernels, Screen::Transfers] {
        for (width, height) in [(80, 24), (120, 40)] {
            let dashboard = on(screen, width, height, sample::sampled());
            snapshot(&format!("sampled-{}-{width}x{height}", screen.title().to_lowercase()), &dashboard);
            assert!(dashboard.text().contains("1 of 8 timed"), "{}", dashboard.text());
        }
    }
    for (screen, name) in [(Screen::Kernels, "kernel"), (Screen::Transfers, "transfer")] {
        let mut dashboard = on(screen, 120, 40, sample::sampled());
        dashboard.key(KeyCode::Enter);
        snapshot(&format!("sampled-one-{name}"), &dashboard);
    }
}

#[test]
fn a_recording_has_a_bar() {
    snapshot("replay-120x40", &on(Screen::Overview, 120, 40, sample::replayed(87.0, 120.0)));
    let mut help = on(Screen::Overview, 80, 60, sample::replayed(87.0, 120.0));
    help.keys("?");
    snapshot("replay-help-80x60", &help);
}

#[test]
fn very_small_and_very_large() {
    snapshot("overview-20x5", &on(Screen::Overview, 20, 5, sample::running(87.0)));
    snapshot("overview-40x10", &on(Screen::Overview, 40, 10, sample::running(87.0)));
    snapshot("overview-250x70", &on(Screen::Overview, 250, 70, sample::running(87.0)));
}

#[test]
fn what_programs_can_be_like() {
    snapshot("waiting", &on(Screen::Overview, 80, 24, sample::waiting()));
    snapshot("waiting-kernels", &on(Screen::Kernels, 80, 24, sample::waiting()));
    snapshot("exited-memory", &on(Screen::Memory, 80, 24, sample::exited()));
    snapshot("no-device-timing", &on(Screen::Overview, 120, 30, sample::without_device_timing()));
    snapshot("no-device-timing-kernels", &on(Screen::Kernels, 80, 24, sample::without_device_timing()));
    snapshot("cold-kernels", &on(Screen::Kernels, 120, 30, sample::cold()));
    snapshot("cold-kernels-80x24", &on(Screen::Kernels, 80, 24, sample::cold()));
    snapshot("several-processes", &on(Screen::Overview, 120, 40, sample::several()));
    for (width, height) in [(80, 24), (120, 40), (200, 50)] {
        let name = format!("job-{width}x{height}");
        snapshot(&name, &on(Screen::Overview, width, height, sample::ranks()));
        let name = format!("job-ranks-{width}x{height}");
        snapshot(&name, &on(Screen::Ranks, width, height, sample::ranks()));
        let name = format!("rank-twice-{width}x{height}");
        snapshot(&name, &on(Screen::Ranks, width, height, sample::rank_twice()));
        let name = format!("collectives-{width}x{height}");
        snapshot(&name, &on(Screen::Ranks, width, height, sample::collectives()));
        let name = format!("marked-{width}x{height}");
        snapshot(&name, &on(Screen::Ranges, width, height, sample::marked()));
        let name = format!("guessed-{width}x{height}");
        snapshot(&name, &on(Screen::Ranges, width, height, sample::guessed()));
        let name = format!("hangs-{width}x{height}");
        snapshot(&name, &on(Screen::Overview, width, height, sample::hanging()));
        let name = format!("hangs-now-{width}x{height}");
        snapshot(&name, &on(Screen::Now, width, height, sample::hanging()));
    }
}

#[test]
fn details() {
    for (screen, name) in [
        (Screen::Api, "api"),
        (Screen::Kernels, "kernel"),
        (Screen::Transfers, "transfer"),
        (Screen::Memory, "memory"),
    ] {
        let mut dashboard = on(screen, 120, 40, sample::running(87.0));
        dashboard.key(KeyCode::Enter);
        snapshot(&format!("detail-{name}"), &dashboard);
    }
}

#[test]
fn overlays_and_baseline() {
    let mut dashboard = on(Screen::Overview, 120, 40, sample::running(87.0));
    dashboard.keys("?");
    snapshot("help", &dashboard);
    dashboard.key(KeyCode::Esc);
    dashboard.keys("q");
    snapshot("confirm", &dashboard);
    dashboard.keys("nb");
    dashboard.feed(sample::running(107.0));
    dashboard.key(KeyCode::Down);
    snapshot("baseline", &dashboard);
    dashboard.keys("/p99>fast");
    snapshot("filter-mistake", &dashboard);
}

#[test]
fn screenshots() {
    for (screen, width, height, name) in [
        (Screen::Overview, 120, 40, "overview"),
        (Screen::Overview, 80, 24, "overview-small"),
        (Screen::Overview, 200, 50, "overview-large"),
        (Screen::Api, 120, 40, "api"),
        (Screen::Kernels, 120, 40, "kernels"),
        (Screen::Transfers, 120, 40, "transfers"),
        (Screen::Memory, 120, 30, "memory"),
    ] {
        screenshot(name, &on(screen, width, height, sample::running(87.0)));
    }
    for (depth, name) in [(Depth::Mono, "overview-mono"), (Depth::Ansi16, "overview-16-colours")] {
        let dashboard = Dashboard::with_theme(100, 30, sample::running(87.0), Theme::new(depth, false));
        screenshot(name, &dashboard);
    }
    for (depth, name) in [(Depth::True, "overview-light"), (Depth::Ansi16, "overview-light-16-colours")] {
        let theme = Theme::on(Background::Light, depth, false);
        screenshot(name, &Dashboard::with_theme(120, 40, sample::running(87.0), theme));
    }
}

#[test]
fn ascii_is_nothing_but_ascii() {
    let theme = Theme::new(Depth::True, true);
    let mut figures = sample::several();
    figures.device.kernels[0].name = "каждый_日本_kernel".to_owned();
    let mut dashboard = Dashboard::with_theme(120, 40, figures, theme);
    dashboard.log(30);
    for keys in ["1", "2", "3", "4", "5", "6", "?", "?b1", "q"] {
        dashboard.keys(keys);
        let text = dashboard.text();
        assert!(text.is_ascii(), "after {keys}:\n{text}");
    }
    dashboard.keys("n1");
    snapshot("ascii", &dashboard);
}

#[test]
fn mono_frames_have_no_colour() {
    let mut dashboard = Dashboard::with_theme(120, 40, sample::exited(), Theme::new(Depth::Mono, false));
    for screen in 1..=6 {
        dashboard.keys(&screen.to_string());
        for cell in dashboard.buffer().content() {
            assert_eq!((cell.fg, cell.bg), (ratatui::style::Color::Reset, ratatui::style::Color::Reset));
        }
    }
}

/// No size may break a frame: every row of the body begins and ends with the border of a panel.
#[test]
fn every_size_holds_together() {
    const WIDTHS: [u16; 8] = [40, 57, 80, 110, 116, 150, 181, 260];
    const HEIGHTS: [u16; 8] = [10, 13, 16, 20, 24, 31, 48, 75];
    // Debug builds draw slowly: all sizes for one program, every third for the others.
    let programs = [
        (sample::running(87.0), 1),
        (sample::several(), 3),
        (sample::waiting(), 3),
        (sample::without_device_timing(), 3),
    ];
    for (figures, step) in programs {
        let mut dashboard = Dashboard::new(80, 24, figures);
        dashboard.log(5);
        for screen in Screen::ALL {
            dashboard.keys(&(screen as usize + 1).to_string());
            for width in WIDTHS.into_iter().step_by(step) {
                for height in HEIGHTS.into_iter().step_by(step) {
                    dashboard.resize(width, height);
                    dashboard.draw();
                    check_borders(&dashboard.text(), width, height);
                }
            }
        }
    }
}

fn check_borders(text: &str, width: u16, height: u16) {
    let lines: Vec<&str> = text.lines().collect();
    let top = lines.iter().position(|l| l.starts_with('╭')).unwrap();
    for line in &lines[top..usize::from(height) - 1] {
        let ends = (line.chars().next().unwrap(), line.chars().last().unwrap());
        let whole =
            "│╭╰".contains(ends.0) && "│╮╯".contains(ends.1) && line.chars().count() == usize::from(width);
        assert!(whole, "{width}x{height}: {line:?}\n{text}");
    }
}

#[test]
fn sizes_below_the_smallest_do_not_panic() {
    let mut dashboard = Dashboard::new(80, 24, sample::several());
    for (width, height) in [(1, 1), (2, 1), (1, 9), (39, 30), (120, 9), (20, 5), (5, 2)] {
        dashboard.resize(width, height);
        dashboard.keys("?q1n");
    }
}

#[test]
fn drawing_extremes_does_not_panic() {
    let mut figures = sample::running(3.0);
    for api in &mut figures.host.apis {
        api.calls = u64::MAX;
        api.total_ns = u64::MAX;
        api.avg_ns = Some(f64::INFINITY);
        api.share_pct = f64::NAN;
        api.histogram.buckets = vec![(0, 0, u64::MAX / 2), (u64::MAX - 1, u64::MAX, u64::MAX / 2)];
        api.rate_history = vec![f64::NAN, f64::INFINITY, -1.0];
    }
    figures.target.command = vec!["\u{1b}[2J\u{202e}evil".to_owned(), "x".repeat(500)];
    figures.device.kernels[0].name = "\u{1b}]0;pwned\u{7}k".repeat(50);
    figures.history.interval_ns = 0;
    let mut dashboard = Dashboard::new(120, 40, figures);
    for keys in ["1", "2", "3", "4", "5", "6", "3", "b"] {
        dashboard.keys(keys);
        dashboard.key(KeyCode::Enter);
        assert!(!dashboard.text().chars().any(|c| c.is_control() && c != '\n'));
    }
    assert!(!dashboard.text().contains("pwned"));
}

#[test]
fn a_long_finding_takes_the_calls_before_it_takes_the_transfers() {
    let figures = |elapsed: f64| {
        let mut figures = sample::running(elapsed);
        figures.findings[0].evidence += &", and this goes on and on".repeat(8);
        figures
    };
    for height in 20..=30 {
        let mut dashboard = on(Screen::Overview, 80, height, figures(87.0));
        dashboard.keys("b");
        dashboard.feed(figures(90.0));
        let text = dashboard.text();
        let with_bandwidth =
            text.lines().any(|line| line.contains("kernel or copy") && line.contains("GB/s"))
                || text.contains("Copies by kind of memory");
        assert!(text.contains("to device") && with_bandwidth, "{height} rows:\n{text}");
    }
}
