//! The states of events that are shared with other processes.

use crate::Outcome;
use crate::cancel;
use crate::event::state::EventState;
use crate::shared_file::{SharedFile, Ticket, unmap};
use level_zero_sys::*;
use std::time::{Duration, Instant};

/// One state after the other, in a file.
pub struct SharedStates {
    file: SharedFile,
    base: usize,
    count: u32,
    /// The pool is another process's.
    opened: bool,
}

fn bytes(count: u32) -> Outcome<usize> {
    (count as usize).checked_mul(size_of::<EventState>()).ok_or(ZE_RESULT_ERROR_INVALID_ARGUMENT)
}

impl SharedStates {
    pub fn new(count: u32) -> Outcome<Self> {
        let file = SharedFile::new(bytes(count)?)?;
        Ok(Self { base: file.map()?, file, count, opened: false })
    }

    /// Opens the events of another process's pool.
    pub fn open(ticket: &Ticket) -> Outcome<Self> {
        if ticket.count == 0 || ticket.size != bytes(ticket.count)? as u64 {
            return Err(ZE_RESULT_ERROR_INVALID_ARGUMENT);
        }
        let file = ticket.open()?;
        Ok(Self { base: file.map()?, file, count: ticket.count, opened: true })
    }

    /// What another process opens them with.
    pub fn ticket(&self, count: u32, flags: u32) -> Ticket {
        let mut ticket = Ticket::new(Ticket::EVENT_POOL, &self.file, self.file.size);
        (ticket.count, ticket.flags) = (count, flags);
        ticket
    }

    pub fn is_opened(&self) -> bool {
        self.opened
    }

    /// The state of an event that is being created. That of another process's pool is as that process left it.
    pub fn state(&self, index: u32) -> Option<&'static EventState> {
        if index >= self.count {
            return None;
        }
        let place = self.base + index as usize * size_of::<EventState>();
        // SAFETY: inside the mapping, which stays until the pool is dropped, and each event keeps its pool. All
        // bytes make valid states, and all fields are atomic or behind a lock that lies with them.
        let state = unsafe { &*std::ptr::with_exposed_provenance::<EventState>(place) };
        if !self.opened {
            state.renew();
        }
        Some(state)
    }
}

impl Drop for SharedStates {
    fn drop(&mut self) {
        // SAFETY: mapped by `new` or `open`; events, which keep their pool, are gone.
        unsafe { unmap(self.base, self.file.size) };
    }
}

/// Waits until `done`, which another process may make true without notice; false if the time is up or
/// `abandoned` before.
pub fn wait(end: Option<Instant>, abandoned: impl Fn() -> bool, done: impl Fn() -> bool) -> bool {
    const FIRST_NAP: Duration = Duration::from_micros(20);
    const LONGEST_NAP: Duration = Duration::from_micros(500);
    let mut nap = FIRST_NAP;
    loop {
        if done() {
            return true;
        }
        let now = Instant::now();
        let left = end.map_or(nap, |end| end.saturating_duration_since(now));
        if left.is_zero() || abandoned() {
            return false;
        }
        cancel::sleep(nap.min(left));
        nap = (nap * 2).min(LONGEST_NAP);
    }
}
