//! What the dashboard remembers between frames, apart from the figures themselves.

mod lists;
mod log;
mod processes;
pub mod update;

pub use crate::tui::panels::{Panel, Screen};
pub use lists::ListState;
pub use log::LogView;
pub use processes::ProcessesView;

use crate::tui::compare;
use crate::tui::hits::{Drawn, Hit};
use crate::tui::keys::{Command, Mode};
use crate::tui::own_keys::Keys;
use std::sync::{Arc, Weak};
use zetop_figures::session::Control;
use zetop_figures::snapshot::{About, Process, RunState, Snapshot};
use zetop_figures::view::columns::Columns;
use zetop_figures::view::filter::Filter;
use zetop_figures::view::items::{Field, List, RowId, find};
use zetop_system::log_line::LogLine;

/// Everything that can happen to the state.
#[derive(Debug, Clone)]
pub enum Action {
    Command(Command),
    /// A character for the filter that is being typed.
    Type(char),
    Click(Hit),
    /// Rows that the wheel moved over this, positive is down.
    Wheel(Option<Hit>, i16),
    /// Newer figures.
    Feed(Arc<Snapshot>),
    /// Lines of output since the last time, and how many the session has dropped in all.
    Log(Vec<LogLine>, u64),
    /// The program has ended.
    Finished,
    /// What the last frame had room for.
    Drawn(Drawn),
    Message(Message),
    ClearMessage,
}

/// What the state asks of the event loop, the only one that can have side effects.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Effect {
    Quit,
    /// End the program, then quit once it is gone.
    Kill,
    Reset,
    /// End the program if it runs, then run it again.
    Again,
    NextAct,
    /// Keys are the program's from now on.
    Input,
    /// Steers a recording.
    Control(Control),
    Save,
    Suspend,
    /// Clear the terminal and draw everything.
    Redraw,
    /// Take a new snapshot at once, even while paused: the process in view has changed.
    Refetch,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Message {
    Info(String),
    Error(String),
}

/// What the height of a sparkline means.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Scale {
    /// Its largest value.
    #[default]
    Largest,
    /// What the link or the memory can carry, where that is known.
    Limit,
}

/// Intervals in a column of the throughput panel: with 250 ms each, that is 250 ms to 5 s.
pub const COLUMN_INTERVALS: [u64; 5] = [1, 2, 4, 8, 20];

/// A filter that is being typed.
#[derive(Debug, Clone)]
pub struct Input {
    pub text: String,
    /// It is what was there before: the next character replaces it, erasing erases it.
    pub selected: bool,
    pub error: Option<String>,
    before: Filter,
}

impl Input {
    fn new(text: String, before: Filter) -> Self {
        Self { selected: !text.is_empty(), text, error: None, before }
    }
}

#[derive(Debug, Clone)]
pub struct DashboardState {
    /// The figures on the screen; while paused older than those measured.
    pub snapshot: Arc<Snapshot>,
    /// What tables show: with a baseline, the figures since then.
    pub shown: Arc<Snapshot>,
    /// The newest figures.
    pub latest: Arc<Snapshot>,
    pub baseline: Option<Arc<Snapshot>>,
    pub paused: bool,
    pub finished: bool,
    pub screen: Screen,
    pub previous: Screen,
    focus: [Panel; Screen::ALL.len()],
    pub zoom: Option<Panel>,
    /// The zoomed panel has the focus but no room on the screen; another panel may fit.
    pub peeking: bool,
    /// The panels that were drawn before that.
    in_peek: Vec<Panel>,
    pub detail: Option<RowId>,
    lists: [ListState; 5],
    pub filter: Filter,
    pub input: Option<Input>,
    /// Rows by which the help is scrolled while it is open, and its page.
    pub help: Option<u16>,
    pub help_page: u8,
    /// A question is open: whether to end the program, or with `again`, whether to run it once more.
    pub confirm: bool,
    pub again: bool,
    /// The program has been told to end, and zetop quits when it has.
    pub ending: bool,
    pub process: Option<u32>,
    pub device: Option<u32>,
    /// Kernels are shown by the program's own names for them.
    pub raw_names: bool,
    pub scale: Scale,
    /// Position in [`COLUMN_INTERVALS`].
    pub column: usize,
    /// All processes, even while only one's figures are shown.
    pub processes: Vec<Process>,
    pub processes_view: ProcessesView,
    pub log: LogView,
    pub message: Option<Message>,
    pub keys: Keys,
    /// Columns that the user has chosen.
    pub columns: Columns,
    drawn: Drawn,
}

impl DashboardState {
    /// Drops the newest snapshot, and unless the display is paused the one on the screen, so that its memory is free for the
    /// next one: with thousands of kernels it takes megabytes. `Action::Feed` has to follow. What is returned tells whether the
    /// session's next snapshot is the same one.
    #[must_use]
    pub fn release(&mut self) -> Weak<Snapshot> {
        if !self.paused {
            (self.snapshot, self.shown) = Default::default();
        }
        Arc::downgrade(&std::mem::take(&mut self.latest))
    }

    pub fn new(filter: Filter, sort: Option<Field>) -> DashboardState {
        let mut lists = List::ALL.map(ListState::new);
        if let Some(sort) = sort {
            for (list, state) in List::ALL.iter().zip(&mut lists) {
                if list.sort_fields().contains(&sort) {
                    state.sort = sort;
                }
            }
        }
        DashboardState {
            snapshot: Arc::default(),
            shown: Arc::default(),
            latest: Arc::default(),
            baseline: None,
            paused: false,
            finished: false,
            screen: Screen::Overview,
            previous: Screen::Overview,
            focus: Screen::ALL.map(|screen| screen.panels()[0]),
            zoom: None,
            peeking: false,
            in_peek: Vec::new(),
            detail: None,
            lists,
            filter,
            input: None,
            help: None,
            help_page: 0,
            confirm: false,
            again: false,
            ending: false,
            raw_names: false,
            scale: Scale::default(),
            column: 0,
            process: None,
            device: None,
            processes: Vec::new(),
            processes_view: ProcessesView::default(),
            log: LogView::default(),
            message: None,
            keys: Keys::default(),
            columns: Columns::default(),
            drawn: Drawn::default(),
        }
    }

    pub fn mode(&self) -> Mode {
        if self.confirm {
            Mode::Confirm
        } else if self.input.is_some() {
            Mode::Filter
        } else {
            Mode::Normal
        }
    }

    /// What has changed since the mark, in a sentence.
    pub fn since_mark(&self) -> Option<String> {
        compare::sentence(&self.snapshot, self.baseline.as_deref()?)
    }

    pub fn focus(&self) -> Panel {
        self.focus[self.screen as usize]
    }

    pub fn list(&self, list: List) -> &ListState {
        &self.lists[list as usize]
    }

    /// The table that keys act on.
    pub fn active_list(&self) -> Option<List> {
        let focus = self.focus();
        // In a small pane something else may be shown there.
        let drawn = |panel: &&Panel| self.drawn.panels.contains(panel);
        let other = self.drawn.panels.iter().find(|panel| panel.list().is_some());
        let seen = if self.drawn.panels.is_empty() || drawn(&&focus) { Some(&focus) } else { other };
        let focus = self.zoom.or(seen.copied()).unwrap_or(focus);
        focus.list().or_else(|| self.screen.list())
    }

    /// Keys act on the list of processes.
    pub fn is_on_processes(&self) -> bool {
        let zoomed = self.zoom.map(|panel| panel == Panel::Processes);
        self.detail.is_none() && zoomed.unwrap_or_else(|| self.focus() == Panel::Processes)
    }

    /// The panels of this screen that have something to show. `Transfers` is on the Overview only in a small
    /// pane.
    pub fn panels(&self) -> Vec<Panel> {
        let is_there = |panel: &Panel| match panel {
            Panel::Processes => self.processes.len() > 1 || self.screen == Screen::Ranks,
            Panel::Transfers if self.screen == Screen::Overview => self.drawn.panels.contains(panel),
            panel => panel.has_figures(&self.shown),
        };
        self.screen.panels().iter().copied().filter(is_there).collect()
    }

    /// The table whose selected row the Latency panel of this screen shows.
    pub fn latency_list(&self) -> List {
        match self.screen {
            Screen::Overview if self.focus() == Panel::Device => List::Device,
            screen => screen.list().unwrap_or(List::Api),
        }
    }

    /// The row that the user wants to know everything of.
    pub fn looked_at(&self) -> Option<About> {
        find(&self.snapshot, self.detail.as_ref()?)?.about()
    }

    /// Whether there is a program that quitting would end.
    pub fn must_ask(&self) -> bool {
        let target = &self.latest.target;
        !target.attached
            && self.latest.playback.is_none()
            && !self.finished
            && matches!(self.latest.state, RunState::Waiting | RunState::Running)
    }
}
