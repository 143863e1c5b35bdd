//! Process files as hostile targets could write them, from the session folder to the screen: no panic, no
//! endless loop, bounded memory, and nothing reaches a terminal unsanitised.
//!
//! `shared/wire/tests/hostile.rs` has the million cases for the reader; these are for the code after it.

#![allow(clippy::unwrap_used)] // a test fails by panicking

use zetop_testing as _; // signals and time limits

#[path = "../../../shared/wire/tests/hostile/counting.rs"]
mod counting;
#[path = "hostile/many.rs"]
mod many;
#[path = "hostile/target.rs"]
mod target;

use counting::Counting;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use std::sync::Arc;
use target::Target;
use zetop_figures::aggregate::Aggregate;
use zetop_figures::sink::Sink;
use zetop_figures::snapshot;
use zetop_figures::snapshot::Snapshot;
use zetop_figures::source::Source;
use zetop_figures::view::filter::Filter;
use zetop_present::report;
use zetop_present::tui::draw::draw_buffer;
use zetop_present::tui::state::update::update;
use zetop_present::tui::state::{Action, DashboardState, Screen};
use zetop_present::tui::theme::{Depth, Theme};

#[global_allocator]
static ALLOCATOR: Counting = Counting;

const CASES: u64 = 10_000;
const START: u64 = 1_000_000_000_000;
/// Most memory that the figures of hostile targets may take: 64 ended processes keep theirs.
const MOST_BYTES: usize = 192 << 20;

#[test]
fn hostile_targets_get_as_far_as_the_screen_and_no_further() {
    let folder = tempfile::tempdir().unwrap();
    let (mut source, mut aggregate) = (Source::new(folder.path(), |_, _| None), Aggregate::new(START));
    let mut random = fastrand::Rng::with_seed(4);
    let mut screen = Screens::new();
    let (mut now, mut frames, mut calls, mut live, mut refused) = (START, 0u64, 0u64, 0usize, 0usize);
    let mut target = Target::new(folder.path(), 0, &mut random);
    let before = counting::start();
    for case in 0..CASES {
        if case % 250 == 249 {
            target.end(&mut random);
            target = Target::new(folder.path(), case, &mut random);
        }
        target.write(&mut random);
        now += random.u64(..3) * random.u64(..400_000_000);
        let rate = [0.3, 1.0, 1e-9, 1e9][random.usize(..4)];
        aggregate.tick(now, rate);
        let reading = source.read(&mut aggregate, rate, case % 8 == 0, false);
        live += reading.calls.len();
        assert!(reading.calls.len() <= 256 * 1024);
        reading.said.iter().chain(&reading.refused).for_each(|line| assert_harmless(line));
        refused += reading.refused.len();
        if case % 997 == 0 {
            aggregate.reset();
        }
        if case % 100 == 0 {
            let pid = (case % 200 == 0).then_some(5_000_000);
            let snapshot = aggregate.snapshot(pid);
            calls = calls.max(snapshot.host.calls);
            screen.show(snapshot, case);
            frames += 1;
        }
        let taken = counting::peak().saturating_sub(before);
        assert!(taken <= MOST_BYTES, "{taken} bytes in case {case}");
    }
    source.read(&mut aggregate, 1.0, false, true);
    aggregate.end();
    screen.show(aggregate.snapshot(None), 0);
    let snapshot = aggregate.snapshot(None);
    println!(
        "{CASES} cases of {} processes ({refused} refused): {calls} calls at a time, {live} live, {} kernels, {frames} frames; at most {} MiB",
        source.found(),
        snapshot.device.kernels.len(),
        (counting::peak() - before) >> 20,
    );
    assert!(refused > 0, "no catalog was refused");
    assert!(source.found() as u64 >= CASES / 500 && calls > 0 && live > 0);
    assert!(!snapshot.device.kernels.is_empty() && !snapshot.device.transfers.is_empty());
}

/// Everything that is made from a snapshot.
struct Screens {
    state: DashboardState,
    theme: Theme,
}

impl Screens {
    fn new() -> Self {
        Self { state: DashboardState::new(Filter::default(), None), theme: Theme::new(Depth::True, false) }
    }

    fn show(&mut self, snapshot: Snapshot, case: u64) {
        let json = String::from_utf8(report::json::line(&snapshot).unwrap()).unwrap();
        assert_harmless(json.trim_end());
        assert_harmless_lines(&report::summary::text(&snapshot, &Default::default()));
        assert_harmless_lines(&report::markdown::text(&snapshot, &Default::default()));
        assert_harmless_lines(std::str::from_utf8(&report::csv::table(&snapshot).unwrap()).unwrap());
        update(&mut self.state, Action::Feed(Arc::new(snapshot)));
        let area = Rect::new(0, 0, [40, 80, 120, 200][case as usize / 100 % 4], 40);
        for screen in Screen::ALL {
            self.state.screen = screen;
            let mut buffer = Buffer::empty(area);
            draw_buffer(&self.state.snapshot, &self.state, &self.theme, area, &mut buffer);
            buffer.content().iter().for_each(|cell| assert_harmless(cell.symbol()));
        }
    }
}

fn assert_harmless_lines(text: &str) {
    text.split('\n').for_each(assert_harmless);
}

/// No control character, escape sequence or change of direction.
fn assert_harmless(text: &str) {
    let harmful = |c: &char| c.is_control() || ('\u{202a}'..='\u{202e}').contains(c);
    let found: String = text.chars().filter(harmful).collect();
    assert!(found.is_empty(), "{found:?} in {:?}...", text.chars().take(80).collect::<String>());
}

/// The names that [`target`] writes would do harm.
#[test]
fn the_names_are_harmful() {
    assert!(target::NAMES.iter().filter(|n| n.iter().any(|b| *b < 0x20)).count() > 5);
    assert_eq!(snapshot::SCHEMA, "zetop/1");
}
