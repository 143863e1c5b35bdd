//! What a regular list has recorded, and where it continues at its end.
//!
//! Intel's driver executes the lists of a call as a chain: it writes a jump to the next list of the call into
//! the end of each, and from the last one back to the queue. So a list has only one end, whoever executes it:
//! what a later call writes there also redirects an earlier one that has not reached the end yet.

use crate::Outcome;
use crate::operation::Command;
use crate::sync::lock;
use level_zero_sys::*;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, Weak};

#[derive(Default)]
pub struct Stream {
    state: Mutex<State>,
    /// Bytes that the commands take, as Intel's driver notes them.
    used: AtomicUsize,
}

/// Bytes of a command, and of the end.
const COMMAND: usize = 24;
const END: usize = 8;

#[derive(Default)]
struct State {
    commands: Arc<Vec<Command>>,
    closed: bool,
    end: End,
}

/// Where the end of a list leads.
#[derive(Default)]
enum End {
    #[default]
    Queue,
    List(Weak<Stream>),
}

/// The device was led to a place without commands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FetchFault {
    Destroyed,
    Reset,
}

impl FetchFault {
    pub fn text(self) -> &'static str {
        match self {
            Self::Destroyed => "a list that was destroyed",
            Self::Reset => "a list that was reset",
        }
    }
}

impl Stream {
    /// Records a command.
    pub fn append(&self, command: Command) -> Outcome {
        let mut state = lock(&self.state);
        // A closed list may be executing; its commands are fixed until it is reset.
        if state.closed {
            return Err(ZE_RESULT_ERROR_INVALID_ARGUMENT);
        }
        Arc::get_mut(&mut state.commands).ok_or(ZE_RESULT_ERROR_HANDLE_OBJECT_IN_USE)?.push(command);
        self.used.fetch_add(COMMAND, Ordering::Relaxed);
        Ok(())
    }

    pub fn close(&self) {
        if !std::mem::replace(&mut lock(&self.state).closed, true) {
            self.used.fetch_add(END, Ordering::Relaxed);
        }
    }

    pub fn reset(&self) {
        *lock(&self.state) = State::default();
        self.used.store(0, Ordering::Relaxed);
    }

    /// The commands of a closed list.
    pub fn recorded(&self) -> Option<Arc<Vec<Command>>> {
        let state = lock(&self.state);
        state.closed.then(|| Arc::clone(&state.commands))
    }

    /// The list that now comes after this one, when the device has reached the end of `executed`; `None` at
    /// the end of the chain.
    pub fn next(&self, executed: &Arc<Vec<Command>>) -> Result<Option<Arc<Self>>, FetchFault> {
        let state = lock(&self.state);
        if !Arc::ptr_eq(&state.commands, executed) {
            return Err(FetchFault::Reset);
        }
        match &state.end {
            End::Queue => Ok(None),
            End::List(next) => next.upgrade().map(Some).ok_or(FetchFault::Destroyed),
        }
    }

    /// Chains the lists of a call: each leads to the next, the last one back to the queue.
    pub fn chain(streams: &[Arc<Self>]) {
        for (position, stream) in streams.iter().enumerate() {
            let next = streams.get(position + 1);
            lock(&stream.state).end = next.map_or(End::Queue, |next| End::List(Arc::downgrade(next)));
        }
    }
}
