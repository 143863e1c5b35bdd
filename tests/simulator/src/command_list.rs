//! Command queues and command lists.

use crate::Outcome;
use crate::context::Context;
use crate::device::{Device, QueueGroup};
use crate::event::lock;
use crate::handle::{Kind, Object, Shared};
use crate::lane::{Batch, Lane};
use crate::operation::Command;
use level_zero_sys::*;
use std::sync::{Arc, Mutex};

pub struct CommandQueue {
    pub context: Shared<Context>,
    pub lane: Arc<Lane>,
    pub flags: ze_command_queue_flags_t,
    pub mode: ze_command_queue_mode_t,
    pub priority: ze_command_queue_priority_t,
}
impl Kind for CommandQueue {
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
        if desc.mode > ZE_COMMAND_QUEUE_MODE_ASYNCHRONOUS
            || desc.priority > ZE_COMMAND_QUEUE_PRIORITY_PRIORITY_HIGH
        {
            return Err(ZE_RESULT_ERROR_INVALID_ENUMERATION);
        }
        let lane = Lane::new(device, desc.ordinal, desc.index);
        Ok(Self { context, lane, flags: desc.flags, mode: desc.mode, priority: desc.priority })
    }

    /// Waits for what was just submitted, if the queue is of the synchronous sort.
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
    pub sort: Sort,
}
impl Kind for CommandList {
    const MAGIC: u64 = u64::from_le_bytes(*b"zcmdlist");
    type Raw = _ze_command_list_handle_t;
}

/// The two sorts of lists.
pub enum Sort {
    Regular {
        flags: ze_command_list_flags_t,
        recording: Mutex<Recording>,
    },
    /// Executes at once, on a queue of its own.
    Immediate(CommandQueue),
}

#[derive(Default)]
pub struct Recording {
    commands: Arc<Vec<Command>>,
    closed: bool,
}

impl CommandList {
    pub fn is_immediate(&self) -> bool {
        matches!(self.sort, Sort::Immediate(_))
    }

    /// Records a command, or executes it.
    pub fn append(&self, command: Command) -> Outcome {
        match &self.sort {
            Sort::Immediate(queue) => {
                queue.lane.submit(Batch::One(Box::new(command)), None)?;
                queue.finish_submission()
            }
            Sort::Regular { recording, .. } => {
                let mut recording = lock(recording);
                // A closed list may be executing; its commands are fixed until it is reset.
                if recording.closed {
                    return Err(ZE_RESULT_ERROR_INVALID_ARGUMENT);
                }
                let commands =
                    Arc::get_mut(&mut recording.commands).ok_or(ZE_RESULT_ERROR_HANDLE_OBJECT_IN_USE)?;
                commands.push(command);
                Ok(())
            }
        }
    }

    pub fn close(&self) -> Outcome {
        match &self.sort {
            Sort::Regular { recording, .. } => lock(recording).closed = true,
            Sort::Immediate(_) => return Err(ZE_RESULT_ERROR_INVALID_ARGUMENT),
        }
        Ok(())
    }

    pub fn reset(&self) -> Outcome {
        match &self.sort {
            Sort::Regular { recording, .. } => *lock(recording) = Recording::default(),
            Sort::Immediate(_) => return Err(ZE_RESULT_ERROR_INVALID_ARGUMENT),
        }
        Ok(())
    }

    /// The commands of a closed regular list.
    pub fn recorded(&self) -> Outcome<Arc<Vec<Command>>> {
        match &self.sort {
            Sort::Regular { recording, .. } => {
                let recording = lock(recording);
                if recording.closed {
                    Ok(Arc::clone(&recording.commands))
                } else {
                    Err(ZE_RESULT_ERROR_INVALID_ARGUMENT)
                }
            }
            Sort::Immediate(_) => Err(ZE_RESULT_ERROR_INVALID_COMMAND_LIST_TYPE),
        }
    }

    /// The queue of an immediate list.
    pub fn queue(&self) -> Outcome<&CommandQueue> {
        match &self.sort {
            Sort::Immediate(queue) => Ok(queue),
            Sort::Regular { .. } => Err(ZE_RESULT_ERROR_INVALID_COMMAND_LIST_TYPE),
        }
    }
}
