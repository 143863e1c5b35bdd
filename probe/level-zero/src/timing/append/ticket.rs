//! What is to be done around an append call, and what it is about to append.

use crate::timing::appending::Appending;
use crate::timing::commands::Command;
use crate::timing::notes::Prepared;
use crate::timing::operations::Info;
use level_zero_sys::ze_event_handle_t;
use std::ptr::null_mut;
use zetop_probe_core::publish::{awaited, counts};
use zetop_wire::layout::{Process, Untimed};

/// What to do around an append call.
pub struct AppendPlan {
    /// The event to pass on.
    pub event: ze_event_handle_t,
    /// The program's event, when ours went in its place: to be signalled after the operation.
    pub forward: ze_event_handle_t,
    pub(super) ticket: Ticket,
    pub(super) session: u64,
}

// SAFETY: handles of the program's and of ours, which a plan does not read.
unsafe impl Send for AppendPlan {}

impl AppendPlan {
    /// Of an append to an immediate list that was prepared without the lock.
    #[must_use]
    pub fn new(appending: Appending, signal: usize) -> Self {
        let (timing, session) = (appending.command.timing, appending.session);
        Self {
            event: timing.event().unwrap_or(signal) as _,
            forward: if timing.own().is_some() { signal as _ } else { null_mut() },
            ticket: Ticket::Appending(appending),
            session,
        }
    }

    /// Of one that was prepared without the lock, in a window or outside of one.
    #[must_use]
    pub fn prepared(prepared: Prepared, signal: usize) -> Self {
        match prepared {
            Prepared::Timed(appending) => Self::new(appending, signal),
            Prepared::Sampled { session, info } => Self {
                event: signal as _,
                forward: null_mut(),
                ticket: Ticket::Sampled { info, is_known: true },
                session,
            },
        }
    }

    /// Its operation is to be timed.
    #[must_use]
    pub fn is_timed(&self) -> bool {
        match &self.ticket {
            Ticket::Appending(_) => true,
            Ticket::Command(command) => command.timing.event().is_some(),
            Ticket::None | Ticket::Sampled { .. } | Ticket::Untimed { .. } => false,
        }
    }

    /// Once it is counted, there is nothing to tell the state.
    #[must_use]
    pub fn is_over(&self) -> bool {
        matches!(self.ticket, Ticket::Sampled { is_known: true, .. })
    }

    /// Its operation, if there is one, and whether the append submits it.
    fn operation(&self) -> Option<(&Info, bool)> {
        match &self.ticket {
            Ticket::None => None,
            Ticket::Sampled { info, .. } | Ticket::Untimed { info, .. } => Some((info, true)),
            Ticket::Command(command) => Some((&command.info, false)),
            Ticket::Appending(appending) => Some((&appending.command.info, true)),
        }
    }

    /// The class of its operation, if there is one.
    #[must_use]
    pub fn class(&self) -> Option<u32> {
        self.operation().map(|(info, _)| info.class)
    }

    /// The append has been made, in so many ticks: counts it. Without the lock, since the program may end before anybody has it.
    pub fn count(&self, process: &Process, ticks: u64) {
        if let Some((info, is_submission)) = self.operation() {
            counts::host_time(process, info.class, ticks, info.groups, info.group_size);
            if is_submission {
                counts::submitted(process, info.class, 1, info.bytes);
                awaited::submitted(process, info.class, 1);
            }
            if let Ticket::Sampled { .. } = self.ticket {
                counts::sampled(process, info.class, 1, info.bytes);
            }
        }
    }

    /// [`State::first_run`] of the session that it was made in.
    #[must_use]
    pub fn session(&self) -> u64 {
        self.session
    }

    /// An event of ours is to tell when its operation is complete.
    #[must_use]
    pub fn has_ours(&self) -> bool {
        match &self.ticket {
            Ticket::Appending(Appending { command, .. }) | Ticket::Command(command) => {
                command.timing.own().is_some()
            }
            Ticket::None | Ticket::Sampled { .. } | Ticket::Untimed { .. } => false,
        }
    }
}

pub(super) enum Ticket {
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

/// A marker to append behind an operation: see [`State::marker_wanted`].
pub struct Marker {
    pub event: ze_event_handle_t,
    pub(super) submission: u64,
    pub(super) session: u64,
}

// SAFETY: an event of ours.
unsafe impl Send for Marker {}
