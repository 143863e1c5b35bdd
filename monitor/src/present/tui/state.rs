//! What the dashboard remembers between frames, apart from the figures themselves.

mod lists;
mod log;
mod update;

pub use lists::ListState;
pub use log::LogView;
pub use update::update;

use crate::present::tui::filter::Filter;
use crate::present::tui::hits::{Drawn, Hit};
use crate::present::tui::items::{Field, List, RowId};
use crate::present::tui::keys::{Command, Mode};
use crate::session::LogLine;
use crate::snapshot::{Process, Snapshot, State as TargetState};
use std::sync::Arc;

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Screen {
    Overview,
    Api,
    Kernels,
    Transfers,
    Memory,
    Log,
}

impl Screen {
    pub const ALL: [Screen; 6] =
        [Screen::Overview, Screen::Api, Screen::Kernels, Screen::Transfers, Screen::Memory, Screen::Log];

    pub fn title(self) -> &'static str {
        ["Overview", "API", "Kernels", "Transfers", "Memory", "Log"][self as usize]
    }

    /// The panels that can have the focus, first the one that has it at the start.
    pub fn panels(self) -> &'static [Panel] {
        match self {
            Screen::Overview => {
                &[Panel::Api, Panel::Latency, Panel::Device, Panel::Processes, Panel::Throughput]
            }
            Screen::Api => &[Panel::Api, Panel::Latency, Panel::Rate],
            Screen::Kernels => &[Panel::Kernels, Panel::Latency, Panel::Stamps],
            Screen::Transfers => {
                &[Panel::Transfers, Panel::Sizes, Panel::Latency, Panel::Findings, Panel::Throughput]
            }
            Screen::Memory => &[Panel::Memory, Panel::MemoryHistory],
            Screen::Log => &[Panel::Log],
        }
    }

    /// The table that arrows move in when the focused panel has none.
    pub fn list(self) -> Option<List> {
        match self {
            Screen::Overview | Screen::Api => Some(List::Api),
            Screen::Kernels => Some(List::Kernels),
            Screen::Transfers => Some(List::Transfers),
            Screen::Memory | Screen::Log => None,
        }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Panel {
    Throughput,
    Api,
    Latency,
    Device,
    Processes,
    Rate,
    Kernels,
    Stamps,
    Transfers,
    Sizes,
    Findings,
    Memory,
    MemoryHistory,
    Log,
}

impl Panel {
    pub fn list(self) -> Option<List> {
        match self {
            Panel::Api => Some(List::Api),
            Panel::Device => Some(List::Device),
            Panel::Kernels => Some(List::Kernels),
            Panel::Transfers => Some(List::Transfers),
            _ => None,
        }
    }
}

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

/// What the state asks of the event loop, which alone can touch the world.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Effect {
    Quit,
    /// End the program, then quit once it is gone.
    Kill,
    Reset,
    NextAct,
    Save,
    Suspend,
    /// Clear the terminal and draw everything.
    Redraw,
    /// Take a new snapshot at once, also while paused: the process in view has changed.
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
    pub error: Option<String>,
    before: Filter,
}

#[derive(Debug, Clone)]
pub struct State {
    /// The figures on the screen; while paused older than those measured.
    pub snapshot: Arc<Snapshot>,
    /// The newest figures.
    pub latest: Arc<Snapshot>,
    pub baseline: Option<Arc<Snapshot>>,
    pub paused: bool,
    pub finished: bool,
    pub screen: Screen,
    pub previous: Screen,
    focus: [Panel; 6],
    pub zoom: Option<Panel>,
    pub detail: Option<RowId>,
    lists: [ListState; 4],
    pub filter: Filter,
    pub input: Option<Input>,
    pub help: Option<u16>,
    pub confirm: bool,
    /// The program has been told to end, and zetop quits when it has.
    pub ending: bool,
    pub process: Option<u32>,
    pub device: Option<u32>,
    pub scale: Scale,
    /// Position in [`COLUMN_INTERVALS`].
    pub column: usize,
    /// All processes, also while the figures are of one.
    pub processes: Vec<Process>,
    pub log: LogView,
    pub message: Option<Message>,
    drawn: Drawn,
}

impl State {
    pub fn new(filter: Filter, sort: Option<Field>) -> State {
        let mut lists = List::ALL.map(ListState::new);
        if let Some(sort) = sort {
            for (list, state) in List::ALL.iter().zip(&mut lists) {
                if list.sort_fields().contains(&sort) {
                    state.sort = sort;
                }
            }
        }
        State {
            snapshot: Arc::default(),
            latest: Arc::default(),
            baseline: None,
            paused: false,
            finished: false,
            screen: Screen::Overview,
            previous: Screen::Overview,
            focus: Screen::ALL.map(|screen| screen.panels()[0]),
            zoom: None,
            detail: None,
            lists,
            filter,
            input: None,
            help: None,
            confirm: false,
            ending: false,
            scale: Scale::default(),
            column: 0,
            process: None,
            device: None,
            processes: Vec::new(),
            log: LogView::default(),
            message: None,
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

    pub fn focus(&self) -> Panel {
        self.focus[self.screen as usize]
    }

    pub fn list(&self, list: List) -> &ListState {
        &self.lists[list as usize]
    }

    /// The table that keys act on.
    pub fn active_list(&self) -> Option<List> {
        self.zoom.unwrap_or(self.focus()).list().or_else(|| self.screen.list())
    }

    /// The table whose selected row the Latency panel of this screen shows.
    pub fn latency_list(&self) -> List {
        match self.screen {
            Screen::Overview if self.focus() == Panel::Device => List::Device,
            screen => screen.list().unwrap_or(List::Api),
        }
    }

    /// Is there a program that quitting would end?
    pub fn must_ask(&self) -> bool {
        let target = &self.latest.target;
        !target.attached
            && !self.finished
            && matches!(self.latest.state, TargetState::Waiting | TargetState::Running)
    }
}
