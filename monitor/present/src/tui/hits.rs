//! Where on the screen what was drawn: `draw` returns it, so that the mouse and paging can't disagree with
//! what is seen.

use crate::tui::keys::Command;
use crate::tui::of_process::OfProcess;
use crate::tui::panels::{Panel, Screen};
use ratatui::layout::{Position, Rect};
use zetop_figures::view::items::{Field, List, RowId};

/// What lies under the mouse.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Hit {
    Tab(Screen),
    Row(List, RowId),
    SortBy(List, Field),
    Panel(Panel),
    Process(u32),
    SortProcesses(OfProcess),
    /// A hint in the footer.
    Command(Command),
    Yes,
    No,
    /// A position in a recording, in thousandths.
    Scrub(u16),
}

/// What the last frame had room for.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Drawn {
    pub panels: Vec<Panel>,
    pub pages: Vec<(List, u16)>,
    /// Columns of each table.
    pub columns: Vec<(List, Vec<Field>)>,
    pub log_rows: u16,
    /// Columns and rows of the processes.
    pub of_processes: Vec<OfProcess>,
    pub process_rows: u16,
    /// Rows by which the help can be scrolled.
    pub help_rest: u16,
}

#[derive(Debug, Clone, Default)]
pub struct Hits {
    regions: Vec<(Rect, Hit)>,
    pub drawn: Drawn,
}

impl Hits {
    pub fn add(&mut self, area: Rect, hit: Hit) {
        if let Hit::Panel(panel) = hit {
            self.drawn.panels.push(panel);
        }
        self.regions.push((area, hit));
    }

    /// At each cell, what was drawn last is on top.
    pub fn at(&self, column: u16, row: u16) -> Option<&Hit> {
        let position = Position::new(column, row);
        self.regions.iter().rev().find(|(area, _)| area.contains(position)).map(|(_, hit)| hit)
    }
}
