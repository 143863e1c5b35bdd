//! What every report does.

use anyhow::Context;
use zetop_figures::session::Session;
use zetop_figures::snapshot::Snapshot;
use zetop_system::console::say;
use zetop_system::output::{Destination, Stamp};

/// An output that is written once, at the end.
#[derive(Debug)]
pub(super) struct AtTheEnd {
    to: Destination,
    /// The file that it replaces.
    before: Option<Stamp>,
}

impl AtTheEnd {
    /// # Errors
    /// When it could not be written at the end.
    pub fn open(to: Destination) -> anyhow::Result<Self> {
        to.check().with_context(|| to.name())?;
        Ok(Self { before: to.stamp(), to })
    }

    /// Says so before a file is replaced that was not there when the session began: it is that of another zetop, whose program
    /// ran at the same time.
    pub fn write(&self, bytes: Vec<u8>, give_up: &mut dyn FnMut() -> bool) -> anyhow::Result<()> {
        if self.to.has_changed_since(self.before) {
            say(&format!(
                "{}: somebody else has written this file meanwhile, and it is replaced (%p in its name gives each zetop its own)",
                self.to.name()
            ));
        }
        self.to.write(bytes, give_up).with_context(|| self.to.name())
    }
}

/// Something that zetop writes about a session.
pub trait Report: std::fmt::Debug {
    /// Called after each reading, up to 50 times a second.
    ///
    /// # Errors
    /// When something cannot be written; a message that repeats is shown once.
    fn during(&mut self, _session: &mut dyn Session) -> anyhow::Result<()> {
        Ok(())
    }

    /// The final figures of each process, when several ran; before [`Report::finish`]. They are made when they are asked for.
    fn of_each(&mut self, _processes: &mut dyn Iterator<Item = (u32, Snapshot)>) {}

    /// Writes the final figures. A report that has to wait for a reader keeps checking `give_up`.
    ///
    /// # Errors
    /// When they cannot be written.
    fn finish(&mut self, _snapshot: &Snapshot, _give_up: &mut dyn FnMut() -> bool) -> anyhow::Result<()> {
        Ok(())
    }
}
