//! Queue groups of a device.

use crate::Outcome;
use level_zero_sys::*;

/// Ordinal of the group whose queues run kernels.
pub const COMPUTE_GROUP: u32 = 0;
/// Ordinal of the group whose queues only copy.
pub const COPY_GROUP: u32 = 1;
/// All groups, by their ordinals.
pub const QUEUE_GROUPS: [QueueGroup; 2] = [
    QueueGroup {
        flags: ZE_COMMAND_QUEUE_GROUP_PROPERTY_FLAG_COMPUTE
            | ZE_COMMAND_QUEUE_GROUP_PROPERTY_FLAG_COPY
            | ZE_COMMAND_QUEUE_GROUP_PROPERTY_FLAG_COOPERATIVE_KERNELS,
        max_fill_pattern: 128,
        queues: 4,
    },
    QueueGroup { flags: ZE_COMMAND_QUEUE_GROUP_PROPERTY_FLAG_COPY, max_fill_pattern: 16, queues: 2 },
];

/// What the queues of a group can do, and how many there are.
#[derive(Debug, Clone, Copy)]
pub struct QueueGroup {
    pub flags: ze_command_queue_group_property_flags_t,
    pub max_fill_pattern: usize,
    pub queues: u32,
}

impl QueueGroup {
    pub fn can_compute(&self) -> bool {
        self.flags & ZE_COMMAND_QUEUE_GROUP_PROPERTY_FLAG_COMPUTE != 0
    }

    /// The group with this ordinal.
    pub fn find(ordinal: u32) -> Outcome<&'static Self> {
        QUEUE_GROUPS.get(ordinal as usize).ok_or(ZE_RESULT_ERROR_INVALID_ARGUMENT)
    }
}
