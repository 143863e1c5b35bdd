//! What an append is about to put into its list, and the marker behind it.

use crate::timing::appending::Appending;
use crate::timing::commands::Command;
use crate::timing::operations::Info;
use level_zero_sys::ze_event_handle_t;
use zetop_probe_core::publish::{awaited, counts};
use zetop_wire::layout::{Process, Untimed};

/// What is known of an append before its call, and what is to be said of it afterwards.
pub enum Ticket {
    /// Not followed at all.
    None,
    /// On an immediate list.
    Appending(Appending),
    /// In a regular list.
    Command(Command),
    /// On an immediate list, outside of a window: counted, not timed. What the state has to know of it is known.
    Sampled { info: Info, is_known: bool },
    /// On an immediate list: counted, not timed.
    Untimed { info: Info, reason: Untimed },
}

impl Ticket {
    /// Its operation is to be timed.
    #[must_use]
    pub fn is_timed(&self) -> bool {
        match self {
            Self::Appending(_) => true,
            Self::Command(command) => command.timing.event().is_some(),
            Self::None | Self::Sampled { .. } | Self::Untimed { .. } => false,
        }
    }

    /// Once it is counted, there is nothing to tell the state.
    #[must_use]
    pub fn is_over(&self) -> bool {
        matches!(self, Self::Sampled { is_known: true, .. })
    }

    /// Its operation, if there is one, and whether the append submits it.
    fn operation(&self) -> Option<(&Info, bool)> {
        match self {
            Self::None => None,
            Self::Sampled { info, .. } | Self::Untimed { info, .. } => Some((info, true)),
            Self::Command(command) => Some((&command.info, false)),
            Self::Appending(appending) => Some((&appending.command.info, true)),
        }
    }

    /// The class of its operation, if there is one.
    #[must_use]
    pub fn class(&self) -> Option<u32> {
        self.operation().map(|(info, _)| info.class)
    }

    /// Counts it: the append has been made, and has taken `ticks`. Without the lock, since the program may end before anybody has it.
    pub fn count(&self, process: &Process, ticks: u64) {
        if let Some((info, is_submission)) = self.operation() {
            counts::host_time(process, info.class, ticks, info.groups, info.group_size);
            if is_submission {
                counts::submitted(process, info.class, 1, info.bytes);
                awaited::submitted(process, info.class, 1);
            }
            if let Self::Sampled { .. } = self {
                counts::sampled(process, info.class, 1, info.bytes);
            }
        }
    }

    /// An event of ours is to tell when its operation is complete.
    #[must_use]
    pub fn has_ours(&self) -> bool {
        match self {
            Self::Appending(Appending { command, .. }) | Self::Command(command) => {
                command.timing.own().is_some()
            }
            Self::None | Self::Sampled { .. } | Self::Untimed { .. } => false,
        }
    }
}

/// A marker to append behind an operation: see [`State::marker_wanted`].
pub struct Marker {
    pub event: ze_event_handle_t,
    pub(super) submission: u64,
    pub(super) session: u64,
}

// SAFETY: an event of ours.
unsafe impl Send for Marker {}
