//! The dashboard without terminal and clock: keys and figures in, frames out. Tests drive this.

use crate::tui::draw;
use crate::tui::hits::Hits;
use crate::tui::keys::{Mode, typed};
use crate::tui::state::update::update;
use crate::tui::state::{Action, DashboardState, Effect};
use crate::tui::theme::Theme;
use crossterm::event::{Event, KeyEvent, KeyEventKind, MouseButton, MouseEvent, MouseEventKind};
use ratatui::Frame;
use std::sync::Arc;
use zetop_figures::snapshot::Snapshot;

/// Rows per notch of the wheel.
const WHEEL_ROWS: i16 = 3;

pub struct App {
    pub state: DashboardState,
    pub theme: Theme,
    hits: Hits,
}

impl App {
    pub fn new(state: DashboardState, theme: Theme) -> App {
        App { state, theme, hits: Hits::default() }
    }

    pub fn update(&mut self, action: Action) -> Option<Effect> {
        update(&mut self.state, action)
    }

    /// What an event means, if anything.
    pub fn action(&self, event: &Event) -> Option<Action> {
        match event {
            Event::Key(key) if key.kind != KeyEventKind::Release => self.key(key),
            Event::Mouse(mouse) => self.mouse(mouse),
            _ => None,
        }
    }

    fn key(&self, key: &KeyEvent) -> Option<Action> {
        let mode = self.state.mode();
        let replayed = mode == Mode::Normal && self.state.latest.playback.is_some();
        if replayed && let Some(command) = self.state.keys.parse(Mode::Replay, key) {
            return Some(Action::Command(command));
        }
        if let Some(command) = self.state.keys.parse(mode, key) {
            return Some(Action::Command(command));
        }
        (mode == Mode::Filter).then(|| typed(key).map(Action::Type)).flatten()
    }

    fn mouse(&self, mouse: &MouseEvent) -> Option<Action> {
        let hit = self.hits.at(mouse.column, mouse.row).cloned();
        match mouse.kind {
            MouseEventKind::Down(MouseButton::Left) => hit.map(Action::Click),
            MouseEventKind::ScrollUp => Some(Action::Wheel(hit, -WHEEL_ROWS)),
            MouseEventKind::ScrollDown => Some(Action::Wheel(hit, WHEEL_ROWS)),
            _ => None,
        }
    }

    pub fn draw(&mut self, frame: &mut Frame<'_>) {
        let snapshot: Arc<Snapshot> = Arc::clone(&self.state.shown);
        self.hits = draw::draw(&snapshot, &self.state, &self.theme, frame);
        self.update(Action::Drawn(self.hits.drawn.clone()));
    }
}
