//! A device: its clock, its queues and whether it still works.

use crate::Outcome;
use crate::activity::Activity;
use crate::cache::Cache;
use crate::clock::{DeviceClock, mask};
use crate::handle::{HandleKind, Object};
use crate::host::Host;
use crate::lane::Lane;
use crate::settings::settings;
use level_zero_sys::*;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Mutex, Weak};

use crate::event::lock;

pub struct Device {
    pub index: u32,
    pub clock: DeviceClock,
    lost: AtomicBool,
    operations: AtomicU64,
    lanes: Mutex<Vec<Weak<Lane>>>,
    pub activity: Activity,
    pub cache: Mutex<Cache>,
    pub host: Host,
}
impl HandleKind for Device {
    const MAGIC: u64 = u64::from_le_bytes(*b"zedevice");
    type Raw = _ze_device_handle_t;
}

/// Queue groups: what they can do and how many queues they have.
pub const COMPUTE_GROUP: u32 = 0;
pub const COPY_GROUP: u32 = 1;
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

    pub fn find(ordinal: u32) -> Outcome<&'static Self> {
        QUEUE_GROUPS.get(ordinal as usize).ok_or(ZE_RESULT_ERROR_INVALID_ARGUMENT)
    }
}

impl Device {
    pub fn new(index: u32, epoch: u64) -> Self {
        let settings = settings();
        let (hz, ppm, start) = (settings.timer_hz, settings.clock_ppm, settings.timestamp_start);
        Self {
            index,
            clock: DeviceClock { hz, ppm, start, epoch },
            lost: AtomicBool::new(false),
            operations: AtomicU64::new(0),
            lanes: Mutex::default(),
            activity: Activity::default(),
            cache: Mutex::new(Cache::new(settings.profile.l3_bytes)),
            host: Host::default(),
        }
    }

    pub fn is_lost(&self) -> bool {
        self.lost.load(Ordering::Relaxed)
    }

    /// It is lost.
    pub fn lose(&self) {
        self.lost.store(true, Ordering::Relaxed);
    }

    pub fn check(&self) -> Outcome {
        if self.is_lost() { Err(ZE_RESULT_ERROR_DEVICE_LOST) } else { Ok(()) }
    }

    /// Counts an operation that is about to run; false once the device is lost.
    pub fn begin_operation(&self) -> bool {
        if let Some(limit) = settings().faults.device_lost_after
            && self.operations.fetch_add(1, Ordering::Relaxed) >= limit
        {
            self.lose();
        }
        !self.is_lost()
    }

    /// The device timestamp at a tick, as the program reads it.
    pub fn timestamp(&self, ticks: u64) -> u64 {
        mask(self.clock.counter(ticks), settings().timestamp_bits.device)
    }

    pub fn add_lane(&self, lane: Weak<Lane>) {
        let mut lanes = lock(&self.lanes);
        lanes.retain(|lane| lane.strong_count() > 0);
        lanes.push(lane);
    }

    /// The queues and immediate lists that exist now.
    pub fn lanes(&self) -> Vec<std::sync::Arc<Lane>> {
        lock(&self.lanes).iter().filter_map(Weak::upgrade).collect()
    }

    /// Whether it is idle.
    pub fn is_idle(&self) -> bool {
        self.lanes().iter().all(|lane| lane.is_idle())
    }

    /// Waits until all that has been submitted is done.
    pub fn synchronize(&self) -> Outcome {
        self.lanes().iter().try_for_each(|lane| lane.synchronize(u64::MAX))
    }
}

/// The device object of an allocation's or a lane's index.
pub fn device_at(index: u32) -> Option<&'static Object<Device>> {
    crate::context::driver().devices.get(index as usize).map(AsRef::as_ref)
}
