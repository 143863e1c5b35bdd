//! Command lists of the program, and what was recorded in those that are not immediate.

use super::commands::{Command, Timing};
use super::outside::Unread;
use super::sums::Sums;
use crate::driver_trait::DriverRef;
use crate::result;
use crate::sync::pieces::Pieces;
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeSet;
use zetop_wire::layout::Untimed;

/// A command list.
pub struct List {
    pub context: usize,
    /// Index into [`super::state::State::devices`].
    pub device: usize,
    pub ordinal: u32,
    pub index: u32,
    /// No compute engine.
    pub copy_only: bool,
    pub order: InOrder,
    pub kind: Kind,
    /// The list at which the capture has begun that takes what is appended to this one into a graph, if that is known.
    pub captured_from: Option<usize>,
    pub next: NextCommand,
    pub cold: ColdList,
}

/// Whether a list executes its commands in order.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum InOrder {
    No,
    Yes,
    /// Yes, as was found out by a signal of our event in it ([`super::order`]), which may still be pending.
    Found,
    /// It was made before the attach: until [`super::state::State::order_found`], it is treated as one that is out of order.
    Unknown,
}

impl InOrder {
    /// For a list whose flags are known.
    #[must_use]
    pub fn from_flag(in_order: bool) -> Self {
        if in_order { Self::Yes } else { Self::No }
    }
}

pub enum Kind {
    Immediate,
    Regular(Box<Recorded>),
}

/// What the program has announced of the next command that it appends.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct NextCommand {
    /// The id by which the program will change it; 0 if it can't.
    pub id: u64,
    /// The program may change its event later.
    pub changes_event: bool,
}

/// What `--cold` has to know of a list.
#[derive(Debug, Clone, Copy, Default)]
pub struct ColdList {
    /// Commands that wait for events of which it is not certain that the device signals them.
    pub waits: u64,
    /// How many of `waits` are over.
    pub over: u64,
    /// There are flushes of ours in it.
    pub flushes: bool,
}

impl ColdList {
    /// A command of the list may wait for something that the host has yet to do.
    #[must_use]
    pub fn waits(&self) -> bool {
        self.waits != self.over
    }
}

/// What was recorded in a regular list, since it was made or last reset.
#[derive(Default)]
pub struct Recorded {
    pub commands: Pieces<Command>,
    /// What an execution of all commands counts as.
    pub sums: Sums,
    /// The list has been copied or is a copy: the number that it and the others have in common, which signal the same events
    /// of ours.
    pub family: Option<u64>,
    /// The program's events that commands of this list signal: command number.
    pub signalled: FxHashMap<usize, usize>,
    /// Events that a command of the list signals whose stamps are not kept.
    pub unkept: FxHashSet<usize>,
    pub earlier: Earlier,
    /// It has been executed since, or may have been before the attach: events of the probe's in it may be signalled.
    pub is_executed: bool,
    /// Runs in flight, of the latest execution.
    pub runs: BTreeSet<u64>,
    pub unread: Option<Unread>,
    /// An execution was given up before it was known to be complete.
    pub may_run: bool,
    /// Kernels in it signal events of the probe's, and so hold up those behind them, which could run beside them.
    pub holds_back: bool,
    /// It has been recorded before.
    pub was_reset: bool,
}

/// What was recorded before the attach.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Earlier {
    /// Nothing: every command was seen being appended.
    #[default]
    Seen,
    /// Whether there is something has yet to be looked for: see [`crate::driver_quirks::list_contents`].
    Unasked,
    Empty,
    /// There may be commands that were not seen.
    Unknown,
}

impl List {
    /// Its kernels may run beside each other.
    #[must_use]
    pub fn may_overlap(&self) -> bool {
        !self.in_order() && !self.copy_only
    }

    /// As in [`zetop_wire::layout::DeviceRecord::lane`].
    #[must_use]
    pub fn lane_id(&self) -> u32 {
        self.ordinal << 16 | self.index & 0xffff
    }

    #[must_use]
    pub fn is_immediate(&self) -> bool {
        matches!(self.kind, Kind::Immediate)
    }

    #[must_use]
    pub fn in_order(&self) -> bool {
        matches!(self.order, InOrder::Yes | InOrder::Found)
    }

    #[must_use]
    pub fn recorded(&self) -> Option<&Recorded> {
        if let Kind::Regular(recorded) = &self.kind { Some(recorded) } else { None }
    }

    pub fn recorded_mut(&mut self) -> Option<&mut Recorded> {
        if let Kind::Regular(recorded) = &mut self.kind { Some(recorded) } else { None }
    }

    /// It was recorded before the attach, and may have commands in it that were not seen.
    #[must_use]
    pub fn may_hold_unseen(&self) -> bool {
        self.recorded().is_some_and(|r| matches!(r.earlier, Earlier::Unasked | Earlier::Unknown))
    }

    /// Our signal is over: the completion of anything behind it implies its own, or the list is reset.
    pub fn signal_is_over(&mut self) {
        if self.order == InOrder::Found {
            self.order = InOrder::Yes;
        }
    }

    /// True when what is appended goes into a graph. The driver knows best: it may be a capture that we did not see begin, or one
    /// that pauses. It does not know yet of one that spreads with the next command.
    #[must_use]
    pub fn is_captured(&self, driver: DriverRef, handle: usize) -> bool {
        if self.captured_from.is_none() && !super::capture::is_any() {
            return false;
        }
        // SAFETY: the program's list, which it is appending to right now, or one that is forgotten when it goes.
        let ask =
            |list: usize| result::truth(unsafe { driver.zeCommandListIsGraphCaptureEnabledExt(list as _) });
        match (ask(handle), self.captured_from) {
            (Some(false), Some(from)) if from != handle => ask(from).unwrap_or(true),
            (Some(answer), _) => answer,
            (None, from) => from.is_some(),
        }
    }
}

impl Recorded {
    /// What is known for the next execution outside of a window does not hold any more.
    pub fn void_unread(&self) {
        self.unread.iter().for_each(|unread| unread.void());
    }

    /// One more command.
    pub fn push(&mut self, command: Command) {
        self.void_unread();
        self.sums.add(&command);
        self.commands.push(command);
    }

    /// Changes a command.
    pub fn change(&mut self, at: usize, change: impl FnOnce(&mut Command)) {
        self.void_unread();
        let Some(command) = self.commands.get_mut(at) else { return };
        self.sums.remove(command);
        change(command);
        self.sums.add(command);
    }

    /// A command won't be timed. Returns its event if the list did not signal that unread before: see
    /// [`super::state::State::signals_unread`].
    #[must_use]
    pub fn drop_command(&mut self, at: usize, reason: Untimed) -> Option<usize> {
        let timing = self.commands.get_mut(at)?.timing;
        let event = timing.event()?;
        self.change(at, |command| command.timing = Timing::Untimed(reason));
        (timing.program().is_some() && self.unkept.insert(event)).then_some(event)
    }

    /// Events of ours that its commands signal.
    pub fn own_events(&self) -> impl Iterator<Item = usize> {
        self.commands.iter().filter_map(|command| command.timing.own())
    }

    #[must_use]
    pub fn has_own_events(&self) -> bool {
        self.own_events().next().is_some()
    }
}
