//! A dashboard on a test terminal, driven by real key events.

use crossterm::event::{Event, KeyCode, KeyEvent, KeyModifiers, MouseButton, MouseEvent, MouseEventKind};
use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::buffer::Buffer;
use std::sync::Arc;
use std::time::Duration;
use zetop_figures::snapshot::Snapshot;
use zetop_figures::view::filter::Filter;
use zetop_figures::view::items::{List, RowId, find};
use zetop_present::tui::app::App;
use zetop_present::tui::state::{Action, DashboardState, Effect};
use zetop_present::tui::theme::{Depth, Theme};
use zetop_system::log_line::{LogLine, Stream};

pub struct Dashboard {
    pub app: App,
    terminal: Terminal<TestBackend>,
}

impl Dashboard {
    pub fn new(width: u16, height: u16, snapshot: Snapshot) -> Dashboard {
        Dashboard::with_theme(width, height, snapshot, Theme::new(Depth::True, false))
    }

    pub fn with_theme(width: u16, height: u16, snapshot: Snapshot, theme: Theme) -> Dashboard {
        let app = App::new(DashboardState::new(Filter::default(), None), theme);
        let terminal = Terminal::new(TestBackend::new(width, height)).unwrap();
        let mut dashboard = Dashboard { app, terminal };
        dashboard.feed(snapshot);
        dashboard.draw();
        dashboard
    }

    pub fn feed(&mut self, snapshot: Snapshot) {
        // The event loop drops a snapshot before it makes the next one.
        let _ = self.app.state.release();
        self.app.update(Action::Feed(Arc::new(snapshot)));
    }

    /// The program writes this many more lines, one of them nasty.
    pub fn log(&mut self, lines: u64) {
        let from = self.app.state.log.seen;
        let lines = (from..from + lines)
            .map(|n| LogLine {
                stream: if n % 10 == 3 { Stream::Stderr } else { Stream::Stdout },
                text: if n % 10 == 3 {
                    format!("\u{1b}[31mred\u{1b}[0m line {n}\u{7}")
                } else {
                    format!("line {n}")
                },
                at: Duration::from_millis(n * 250),
            })
            .collect();
        self.app.update(Action::Log(lines, 0));
    }

    pub fn resize(&mut self, width: u16, height: u16) {
        self.terminal.backend_mut().resize(width, height);
    }

    pub fn draw(&mut self) {
        let app = &mut self.app;
        self.terminal.draw(|frame| app.draw(frame)).unwrap();
    }

    fn event(&mut self, event: &Event) -> Option<Effect> {
        let effect = self.app.action(event).and_then(|action| self.app.update(action));
        self.draw();
        effect
    }

    pub fn key(&mut self, code: KeyCode) -> Option<Effect> {
        self.event(&Event::Key(KeyEvent::new(code, KeyModifiers::NONE)))
    }

    pub fn control(&mut self, c: char) -> Option<Effect> {
        self.event(&Event::Key(KeyEvent::new(KeyCode::Char(c), KeyModifiers::CONTROL)))
    }

    /// Types every character as a key.
    pub fn keys(&mut self, text: &str) -> Option<Effect> {
        text.chars().fold(None, |_, c| self.key(KeyCode::Char(c)))
    }

    pub fn mouse(&mut self, kind: MouseEventKind, column: u16, row: u16) -> Option<Effect> {
        self.event(&Event::Mouse(MouseEvent { kind, column, row, modifiers: KeyModifiers::NONE }))
    }

    /// Clicks on the first occurrence of this text.
    pub fn click_on(&mut self, text: &str) -> Option<Effect> {
        let (column, row) = self.find(text).unwrap_or_else(|| panic!("no '{text}' in\n{}", self.text()));
        self.mouse(MouseEventKind::Down(MouseButton::Left), column, row)
    }

    pub fn find(&self, text: &str) -> Option<(u16, u16)> {
        self.text().lines().zip(0..).find_map(|(line, row)| {
            let at = line.find(text)?;
            Some((line[..at].chars().count() as u16, row))
        })
    }

    pub fn buffer(&self) -> &Buffer {
        self.terminal.backend().buffer()
    }

    pub fn text(&self) -> String {
        let buffer = self.buffer();
        let mut out = String::new();
        for y in 0..buffer.area.height {
            let line: String = (0..buffer.area.width).map(|x| buffer[(x, y)].symbol()).collect();
            out.push_str(line.trim_end());
            out.push('\n');
        }
        out
    }

    pub fn selected(&self, list: List) -> Option<RowId> {
        self.app.state.list(list).selected().cloned()
    }

    pub fn selected_name(&self, list: List) -> String {
        let id = self.selected(list).unwrap();
        find(&self.app.state.snapshot, &id).unwrap().name().into_owned()
    }

    /// Names of the rows in the order of the table.
    pub fn names(&self, list: List) -> Vec<String> {
        let state = &self.app.state;
        state
            .list(list)
            .order
            .iter()
            .map(|id| find(&state.snapshot, id).unwrap().name().into_owned())
            .collect()
    }
}
