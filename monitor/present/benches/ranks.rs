//! What a frame of the dashboard takes with many ranks, on each screen: figures, and drawing them.
//!
//! `cargo bench -p zetop-present --bench ranks`

#![allow(clippy::unwrap_used)] // a bench fails by panicking

#[path = "../../figures/tests/recordings/feed.rs"]
#[allow(dead_code)]
mod feed;
#[path = "../../figures/tests/recordings/job.rs"]
#[allow(dead_code)]
mod job;

use job::Rank;
use ratatui::Terminal;
use ratatui::backend::TestBackend;
use std::time::Instant;
use zetop_figures::session::Session;
use zetop_figures::view::filter::Filter;
use zetop_figures::watch::WatchSession;
use zetop_present::tui::app::App;
use zetop_present::tui::keys::Command;
use zetop_present::tui::panels::Screen;
use zetop_present::tui::state::{Action, State};
use zetop_present::tui::theme::{Depth, Theme};

const FRAMES: u32 = 20;

/// Shortest and longest of some, in ms.
fn times(mut step: impl FnMut()) -> (f64, f64) {
    let (mut least, mut most) = (f64::MAX, 0.0f64);
    for _ in 0..FRAMES {
        let start = Instant::now();
        step();
        let ms = start.elapsed().as_secs_f64() * 1e3;
        (least, most) = (least.min(ms), most.max(ms));
    }
    (least, most)
}

fn show(ranks: u32, readings: u64) {
    let made = tempfile::tempdir().unwrap();
    for rank in 0..ranks {
        let hosts = ranks.div_ceil(16);
        let one = Rank { rank, ranks, hosts, readings, calls_per_s: 1000.0, clock_off: 0, later: 0 };
        let _ = one.record(made.path());
    }
    let mut session = WatchSession::open(made.path()).unwrap();
    session.to_the_end().unwrap();
    let snapshot = session.snapshot(None);
    assert_eq!(snapshot.processes.len(), ranks as usize);
    let mut app = App::new(State::new(Filter::default(), None), Theme::new(Depth::True, false));
    let mut terminal = Terminal::new(TestBackend::new(160, 50)).unwrap();
    let (least, most) = times(|| {
        app.update(Action::Feed(snapshot.clone()));
    });
    println!("{ranks} ranks: taking figures over {least:.2} to {most:.2} ms");
    for screen in Screen::ALL {
        app.update(Action::Command(Command::Screen(screen as u8)));
        let (least, most) = times(|| {
            terminal.draw(|frame| app.draw(frame)).unwrap();
        });
        println!("  {screen:?}: a frame in {least:.2} to {most:.2} ms");
    }
}

fn main() {
    show(32, 600);
    show(1024, 60);
}
