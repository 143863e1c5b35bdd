//! Whether a process still lives, and whether its probe has left it.

use super::ProcessFile;
use zetop_system::proc;
use zetop_wire::layout::{Life, Mode};
use zetop_wire::reader;

impl ProcessFile {
    /// The process may still write: it exists, and the probe has not left it. After the probe's exit handler there may be
    /// others, of the program, that make calls for as long as they like.
    pub(in crate::source) fn is_alive(&self) -> bool {
        self.lives(None)
    }

    /// Whether the process may still write, given whether it has ended; asks the kernel where that is `None`.
    pub(super) fn lives(&self, has_ended: Option<bool>) -> bool {
        let detached = self.header.life == Life::Detached as u32;
        // A pid from another namespace means nothing here: such a process counts as alive until it says
        // otherwise or the session ends.
        let ended = has_ended.or_else(|| self.has_ended());
        !ended.unwrap_or(self.header.life == Life::Exited as u32) && !detached
    }

    /// `None` if its pid does not tell. Most forked children that end soon have ended before we look at them for the first
    /// time, and say nothing when they end (`_exit`).
    fn has_ended(&self) -> Option<bool> {
        let namespace = Some(self.header.pid_namespace).filter(|inode| *inode != 0);
        match self.pid_is_ours {
            true => Some(!proc::is_alive(self.pid)),
            false if namespace.is_some() && namespace == proc::pid_namespace() => {
                Some(proc::has_ended(self.pid))
            }
            false => None,
        }
    }

    /// A process that has gone is read a few more times: it may have written after we last looked.
    pub(in crate::source) fn lingers(&mut self) -> bool {
        self.dead_for += 1;
        self.dead_for < 2
    }

    /// The probe has left an attached program, or the program has gone. One that came with a launch stays.
    pub(in crate::source) fn has_left(&self) -> bool {
        let header = reader::header(&self.file).unwrap_or_else(|_| self.header.clone());
        header.mode == Mode::Layer as u32
            || header.life == Life::Detached as u32
            || header.life == Life::Exited as u32
            || self.has_ended() == Some(true)
            || self.is_over
    }

    /// Nobody will look for the file again: its process has ended. A detached probe's next session has a file
    /// of its own, but its process is alive and has this one mapped no longer.
    pub(in crate::source) fn is_gone_for_good(&self) -> bool {
        self.has_ended().unwrap_or(self.header.life == Life::Exited as u32)
    }
}
