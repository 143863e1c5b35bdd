//! Command queues and command lists.

use crate::Outcome;
use crate::context::Context;
use crate::device::{Backlog, Device};
use crate::graph::Capture;
use crate::handle::{HandleKind, Object, Shared, check_flags};
use crate::lane::{Batch, Lane, Ticket};
use crate::operation::Command;
use crate::queue_group::QueueGroup;
use crate::stream::Stream;
use crate::sync::lock;
use level_zero_sys::*;
use std::sync::{Arc, Mutex, Weak};

pub struct CommandQueue {
    pub context: Shared<Context>,
    pub lane: Arc<Lane>,
    pub flags: ze_command_queue_flags_t,
    pub mode: ze_command_queue_mode_t,
    pub priority: ze_command_queue_priority_t,
}
impl HandleKind for CommandQueue {
    const MAGIC: u64 = u64::from_le_bytes(*b"ze queue");
    type Raw = _ze_command_queue_handle_t;
}

impl CommandQueue {
    pub fn new(
        context: Shared<Context>,
        device: &'static Object<Device>,
        desc: &ze_command_queue_desc_t,
    ) -> Outcome<Self> {
        let group = QueueGroup::find(desc.ordinal)?;
        if desc.index >= group.queues {
            return Err(ZE_RESULT_ERROR_INVALID_ARGUMENT);
        }
        let known = ZE_COMMAND_QUEUE_FLAG_EXPLICIT_ONLY
            | ZE_COMMAND_QUEUE_FLAG_IN_ORDER
            | ZE_COMMAND_QUEUE_FLAG_COPY_OFFLOAD_HINT;
        check_flags(desc.flags, known)?;
        if desc.mode > ZE_COMMAND_QUEUE_MODE_ASYNCHRONOUS
            || desc.priority > ZE_COMMAND_QUEUE_PRIORITY_PRIORITY_HIGH
        {
            return Err(ZE_RESULT_ERROR_INVALID_ENUMERATION);
        }
        let lane = Lane::new(device, desc.ordinal, desc.index);
        Ok(Self { context, lane, flags: desc.flags, mode: desc.mode, priority: desc.priority })
    }

    /// Waits for what was just submitted, if the queue is synchronous.
    pub fn finish_submission(&self) -> Outcome {
        if self.mode == ZE_COMMAND_QUEUE_MODE_SYNCHRONOUS { self.lane.synchronize(u64::MAX) } else { Ok(()) }
    }
}

impl Drop for CommandQueue {
    fn drop(&mut self) {
        self.lane.close();
    }
}

pub struct CommandList {
    pub context: Shared<Context>,
    pub device: &'static Object<Device>,
    pub ordinal: u32,
    pub group: &'static QueueGroup,
    pub in_order: bool,
    pub kind: ListKind,
    pub capture: Capture,
}
impl HandleKind for CommandList {
    const MAGIC: u64 = u64::from_le_bytes(*b"zcmdlist");
    type Raw = _ze_command_list_handle_t;
}

/// The two kinds of lists.
pub enum ListKind {
    Regular(Regular),
    /// Executes at once, on a queue of its own.
    Immediate(CommandQueue),
}

pub struct Regular {
    pub flags: ze_command_list_flags_t,
    pub stream: Arc<Stream>,
    /// Its last execution on each lane.
    executions: Mutex<Vec<(Weak<Lane>, Ticket)>>,
}

impl Regular {
    pub fn new(flags: ze_command_list_flags_t) -> Self {
        Self { flags, stream: Arc::default(), executions: Mutex::default() }
    }

    /// Notes that a lane executes it.
    pub fn executed(&self, lane: &Arc<Lane>, ticket: Ticket) {
        let mut executions = lock(&self.executions);
        executions.retain(|(known, _)| known.strong_count() > 0 && known.as_ptr() != Arc::as_ptr(lane));
        executions.push((Arc::downgrade(lane), ticket));
    }
}

impl CommandList {
    pub fn is_immediate(&self) -> bool {
        matches!(self.kind, ListKind::Immediate(_))
    }

    /// Records a command, for itself or for a graph, or executes it.
    pub fn append(&self, command: Command) -> Outcome {
        if self.capture.is_on() {
            return self.capture.record(command);
        }
        match &self.kind {
            ListKind::Immediate(queue) => {
                queue.lane.submit(Batch::One(command), self.in_order, None)?;
                queue.finish_submission()
            }
            ListKind::Regular(regular) => regular.stream.append(command),
        }
    }

    /// Nothing has to be closed or reset in an immediate list.
    pub fn close(&self) {
        if let ListKind::Regular(regular) = &self.kind {
            regular.stream.close();
        }
    }

    pub fn reset(&self) {
        if let ListKind::Regular(regular) = &self.kind {
            regular.stream.reset();
        }
    }

    /// Waits for what is in flight, as far as the device still works.
    pub fn finish(&self) {
        // A lost device no longer executes anything.
        let _ = match &self.kind {
            ListKind::Immediate(queue) => queue.lane.synchronize(u64::MAX),
            ListKind::Regular(regular) => {
                let executions = std::mem::take(&mut *lock(&regular.executions));
                executions
                    .iter()
                    .filter_map(|(lane, ticket)| Some((lane.upgrade()?, *ticket)))
                    .try_for_each(|(lane, ticket)| lane.wait_for(ticket, u64::MAX))
            }
        };
    }

    /// What a regular list has recorded.
    pub fn regular(&self) -> Outcome<&Regular> {
        match &self.kind {
            ListKind::Regular(regular) => Ok(regular),
            ListKind::Immediate(_) => Err(ZE_RESULT_ERROR_INVALID_COMMAND_LIST_TYPE),
        }
    }

    /// The commands of a closed regular list.
    pub fn recorded(&self) -> Outcome<Arc<Vec<Command>>> {
        self.regular()?.stream.recorded().ok_or(ZE_RESULT_ERROR_INVALID_ARGUMENT)
    }

    /// The queue of an immediate list.
    pub fn queue(&self) -> Outcome<&CommandQueue> {
        match &self.kind {
            ListKind::Immediate(queue) => Ok(queue),
            ListKind::Regular(_) => Err(ZE_RESULT_ERROR_INVALID_COMMAND_LIST_TYPE),
        }
    }
}
