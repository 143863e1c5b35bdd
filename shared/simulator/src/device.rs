//! A device: its clock, its queues and whether it still works.

use crate::Outcome;
use crate::activity::Activity;
use crate::cache::Cache;
use crate::clock::{DeviceClock, mask};
use crate::handle::{HandleKind, Object};
use crate::host::Host;
use crate::settings::settings;
use crate::sync::lock;
use level_zero_sys::*;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, Weak};

/// What has been submitted to a lane and is not done yet, for those below the lane: its device, events and fences.
pub trait Backlog: Send + Sync {
    /// The device that executes it.
    fn device(&self) -> &'static Object<Device>;

    /// How many submissions are done.
    fn completed(&self) -> u64;

    /// Whether all submissions are done.
    fn is_idle(&self) -> bool;

    /// Waits until all that has been submitted so far is done, for `timeout` nanoseconds at most.
    fn synchronize(&self, timeout: u64) -> Outcome;

    /// Keeps the lane from using memory until the guard is dropped.
    fn at_rest(&self) -> MutexGuard<'_, ()>;
}

pub struct Device {
    pub index: u32,
    pub clock: DeviceClock,
    lost: AtomicBool,
    operations: AtomicU64,
    lanes: Mutex<Vec<Weak<dyn Backlog>>>,
    pub activity: Activity,
    pub cache: Mutex<Cache>,
    pub host: Host,
}
impl HandleKind for Device {
    const MAGIC: u64 = u64::from_le_bytes(*b"zedevice");
    type Raw = _ze_device_handle_t;
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

    /// Makes it a lost device.
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

    /// Notes a lane that executes on this device.
    pub fn add_lane(&self, lane: Weak<dyn Backlog>) {
        let mut lanes = lock(&self.lanes);
        lanes.retain(|lane| lane.strong_count() > 0);
        lanes.push(lane);
    }

    /// The queues and immediate lists that exist now.
    pub fn lanes(&self) -> Vec<Arc<dyn Backlog>> {
        lock(&self.lanes).iter().filter_map(Weak::upgrade).collect()
    }

    /// Whether all its lanes are idle.
    pub fn is_idle(&self) -> bool {
        self.lanes().iter().all(|lane| lane.is_idle())
    }

    /// Waits until all that has been submitted is done.
    pub fn synchronize(&self) -> Outcome {
        self.lanes().iter().try_for_each(|lane| lane.synchronize(u64::MAX))
    }
}
