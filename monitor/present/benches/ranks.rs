//! What a frame of the dashboard takes with many ranks, on each screen: figures, and drawing them.
//!
//! `cargo bench -p zetop-present --bench ranks` for made-up recordings, `-- FOLDER` behind it for real ones.

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
use std::path::Path;
use std::time::Instant;
use zetop_figures::session::Session;
use zetop_figures::view::filter::Filter;
use zetop_figures::watch::WatchSession;
use zetop_present::tui::app::App;
use zetop_present::tui::keys::Command;
use zetop_present::tui::panels::Screen;
use zetop_present::tui::state::{Action, DashboardState};
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

fn made_up(ranks: u32, readings: u64) {
    let made = tempfile::tempdir().unwrap();
    for rank in 0..ranks {
        let hosts = ranks.div_ceil(16);
        let one = Rank { rank, ranks, hosts, readings, calls_per_s: 1000.0, clock_off: 0, later: 0 };
        let _ = one.record(made.path());
    }
    let start = Instant::now();
    let shown = show(made.path());
    assert_eq!(shown, ranks as usize);
    println!("  all of it in {:.1} s", start.elapsed().as_secs_f64());
}

/// Returns the number of ranks.
fn show(folder: &Path) -> usize {
    let mut session = WatchSession::open(folder).unwrap();
    session.to_the_end().unwrap();
    let start = Instant::now();
    let snapshot = session.snapshot(None);
    let ranks = snapshot.processes.len();
    println!("{ranks} ranks: a snapshot in {:.2} ms", start.elapsed().as_secs_f64() * 1e3);
    let mut app = App::new(DashboardState::new(Filter::default(), None), Theme::new(Depth::True, false));
    let mut terminal = Terminal::new(TestBackend::new(160, 50)).unwrap();
    let (least, most) = times(|| {
        app.update(Action::Feed(snapshot.clone()));
    });
    println!("  taking figures over {least:.2} to {most:.2} ms");
    for screen in Screen::ALL {
        app.update(Action::Command(Command::Screen(screen as u8)));
        let (least, most) = times(|| {
            terminal.draw(|frame| app.draw(frame)).unwrap();
        });
        println!("  {screen:?}: a frame in {least:.2} to {most:.2} ms");
    }
    ranks
}

fn main() {
    let folders: Vec<_> = std::env::args_os().skip(1).filter(|argument| argument != "--bench").collect();
    for folder in &folders {
        show(Path::new(folder));
    }
    if folders.is_empty() {
        made_up(32, 600);
        made_up(1024, 60);
    }
}
