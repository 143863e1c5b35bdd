//! An operation that is appended to a list, and what times it.

use super::operations::{Info, Op, Reading};
use zetop_wire::layout::Untimed;

/// An operation of a list.
#[derive(Clone, Copy)]
pub struct Command {
    pub info: Info,
    pub append_raw: u64,
    /// [`zetop_wire::layout::DeviceRecord::call`].
    pub call: u64,
    pub timing: Timing,
    /// The id by which the program can change it; 0 if it can't.
    pub id: u64,
}

/// What times an operation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Timing {
    /// An event of ours, which the driver may be asked about at any time.
    Own(usize),
    /// The program's event, and when the driver may be asked about it.
    Program(usize, Reading),
    /// Nothing: it was appended outside of a window.
    Sampled,
    Untimed(Untimed),
}

impl Timing {
    #[must_use]
    pub fn event(self) -> Option<usize> {
        match self {
            Self::Own(event) | Self::Program(event, _) => Some(event),
            Self::Sampled | Self::Untimed(_) => None,
        }
    }

    #[must_use]
    pub fn own(self) -> Option<usize> {
        if let Self::Own(event) = self { Some(event) } else { None }
    }

    #[must_use]
    pub fn program(self) -> Option<usize> {
        if let Self::Program(event, _) = self { Some(event) } else { None }
    }
}

impl Command {
    /// One occurrence of it, if it is timed.
    #[inline]
    #[must_use]
    pub fn occurrence(&self, range: u32) -> Option<Op> {
        let (ours, reading, event) = match self.timing {
            Timing::Own(event) => (true, Reading::AtAnyTime, event),
            Timing::Program(event, reading) => (false, reading, event),
            Timing::Sampled | Timing::Untimed(_) => return None,
        };
        Some(Op {
            info: self.info,
            append_raw: self.append_raw,
            call: self.call,
            range,
            event,
            ours,
            reading,
            is_settled: false,
        })
    }
}
