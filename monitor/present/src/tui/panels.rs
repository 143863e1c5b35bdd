//! The screens, and the panels that each has.

use zetop_figures::snapshot::Snapshot;
use zetop_figures::view::items::List;

#[derive(Default, Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Screen {
    #[default]
    Overview,
    Api,
    Kernels,
    Transfers,
    Memory,
    Log,
    Engines,
    Ranks,
    Now,
    Ranges,
}

impl Screen {
    pub const ALL: [Screen; 10] = [
        Screen::Overview,
        Screen::Api,
        Screen::Kernels,
        Screen::Transfers,
        Screen::Memory,
        Screen::Log,
        Screen::Engines,
        Screen::Ranks,
        Screen::Now,
        Screen::Ranges,
    ];

    /// Names the screen as options and settings do.
    pub fn name(self) -> &'static str {
        ["overview", "api", "kernels", "transfers", "memory", "log", "engines", "ranks", "now", "ranges"]
            [self as usize]
    }

    pub fn title(self) -> &'static str {
        ["Overview", "API", "Kernels", "Transfers", "Memory", "Log", "Engines", "Ranks", "Now", "Ranges"]
            [self as usize]
    }

    /// The panels that can have the focus; the first one has it at the start.
    pub fn panels(self) -> &'static [Panel] {
        match self {
            Screen::Overview => &[
                Panel::Api,
                Panel::Latency,
                Panel::Device,
                Panel::Engines,
                Panel::Processes,
                Panel::Throughput,
            ],
            Screen::Api => &[Panel::Api, Panel::Latency, Panel::Rate],
            Screen::Kernels => &[Panel::Kernels, Panel::Latency, Panel::Stamps],
            Screen::Transfers => &[
                Panel::Transfers,
                Panel::Sizes,
                Panel::Fills,
                Panel::Latency,
                Panel::Findings,
                Panel::Throughput,
            ],
            Screen::Memory => &[Panel::Memory, Panel::MemorySites, Panel::MemoryHistory],
            Screen::Log => &[Panel::Log],
            Screen::Engines => &[Panel::Engines, Panel::EngineTotals, Panel::Sensors],
            Screen::Ranks => &[Panel::Processes, Panel::Collectives],
            Screen::Now => &[Panel::Waiting],
            Screen::Ranges => &[Panel::Steps, Panel::Ranges],
        }
    }

    /// The table that arrows move in when the focused panel has none.
    pub fn list(self) -> Option<List> {
        match self {
            Screen::Overview | Screen::Api => Some(List::Api),
            Screen::Kernels => Some(List::Kernels),
            Screen::Transfers => Some(List::Transfers),
            Screen::Memory => Some(List::Memory),
            Screen::Log | Screen::Engines | Screen::Ranks | Screen::Now | Screen::Ranges => None,
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
    Fills,
    Findings,
    Memory,
    MemoryHistory,
    Log,
    Engines,
    EngineTotals,
    Sensors,
    Waiting,
    Collectives,
    MemorySites,
    Ranges,
    Steps,
}

impl Panel {
    pub fn list(self) -> Option<List> {
        match self {
            Panel::Api => Some(List::Api),
            Panel::Device => Some(List::Device),
            Panel::Kernels => Some(List::Kernels),
            Panel::Transfers => Some(List::Transfers),
            Panel::MemorySites => Some(List::Memory),
            _ => None,
        }
    }

    /// Whether it has anything to show. A panel that has nothing is left out, and the focus passes it by.
    pub fn has_figures(self, snapshot: &Snapshot) -> bool {
        match self {
            Panel::Engines | Panel::EngineTotals => !snapshot.device.engines.is_empty(),
            Panel::Sensors => snapshot.devices.iter().any(|device| device.sensors.is_some()),
            Panel::Fills => snapshot.device.fills.ops > 0,
            Panel::Findings => !snapshot.findings.is_empty(),
            Panel::Collectives => !snapshot.collectives.is_empty(),
            Panel::Steps => !snapshot.steps.is_empty(),
            _ => true,
        }
    }
}
