//! Makes our events, without our lock: a pool is device memory and may take the driver milliseconds, during which other
//! threads of the program must not wait for the lock.
//!
//! Intel's driver turns events of a pool into counter-based ones when an in-order immediate list signals them, and
//! asking one of those for its stamps waits until it is complete. It spares events that a list was told to reset; so
//! each event of the probe's is appended to a list as a reset, and that list is never executed.

use crate::devices::facts::Device;
use crate::driver_calls::create_list;
use crate::driver_quirks::sorts::PoolSort;
use crate::driver_trait::DriverRef;
use level_zero_sys::*;
use std::ptr::null_mut;

/// Events per pool of the driver.
const POOL: u32 = 256;
/// Events that are made in one go.
const BATCH: usize = 16;

/// What an event of the probe's is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Use {
    /// The stamps of an operation. It has no signal scope: with one, the device would flush its caches after
    /// the operation, and hold the next one up.
    Stamps,
    /// Tells the host that everything before it is complete and visible.
    Signal,
}

/// Makes events of one context, for one use. Only one thread at a time has it.
pub struct Maker {
    driver: DriverRef,
    pub context: usize,
    pub wanted: Use,
    /// The sort of its pools. The list that is never executed is made on their device.
    pub sort: PoolSort,
    ordinal: u32,
    list: usize,
    /// The last is the one that events are made in.
    pub pools: Vec<usize>,
    /// Events made in the last pool.
    made: u32,
}

/// The result of an attempt to make events.
pub struct Batch {
    pub maker: Maker,
    /// Neighbours in a pool.
    pub events: Vec<usize>,
}

impl Batch {
    /// Destroys the events, and the pool if it has no others.
    pub fn undo(self) {
        let Self { mut maker, events } = self;
        let driver = maker.driver;
        maker.drop_list();
        for event in &events {
            // SAFETY: an event of the probe's that nothing has used.
            unsafe { driver.zeEventDestroy(*event as _) };
        }
        for pool in maker.pools.iter().filter(|_| maker.count() == events.len()) {
            // SAFETY: a pool of the probe's without events.
            unsafe { driver.zeEventPoolDestroy(*pool as _) };
        }
    }
}

impl Maker {
    #[must_use]
    pub fn new(driver: DriverRef, context: usize, device: &Device, wanted: Use) -> Self {
        let ordinal = device.copy_only.iter().position(|copy_only| !copy_only).unwrap_or(0);
        Self {
            driver,
            context,
            wanted,
            sort: device.pool_sort(wanted == Use::Stamps),
            ordinal: ordinal as u32,
            list: 0,
            pools: Vec::new(),
            made: 0,
        }
    }

    /// Events made in all.
    #[must_use]
    pub fn count(&self) -> usize {
        self.pools.len().saturating_sub(1) * POOL as usize + self.made as usize
    }

    /// Whether it can make events; it makes a new pool only if it `may`.
    #[must_use]
    pub fn has_room(&self, may: bool) -> bool {
        may || (!self.pools.is_empty() && self.made < POOL)
    }

    /// Makes some events; none if the driver refuses. Call this without our lock.
    #[must_use]
    pub fn make_batch(mut self) -> Batch {
        let mut events = Vec::with_capacity(BATCH);
        while events.len() < BATCH
            // Another pool is left for the next request.
            && (events.is_empty() || self.made < POOL)
            && let Some(event) = self.make()
        {
            events.push(event);
        }
        Batch { maker: self, events }
    }

    fn make(&mut self) -> Option<usize> {
        let driver = self.driver;
        if self.list == 0 {
            self.list = create_list(driver, self.context, self.sort.device, self.ordinal)?;
        }
        if self.pools.is_empty() || self.made == POOL {
            let timestamps = match self.wanted {
                Use::Stamps => ZE_EVENT_POOL_FLAG_KERNEL_TIMESTAMP,
                Use::Signal => 0,
            };
            let desc = ze_event_pool_desc_t {
                stype: ZE_STRUCTURE_TYPE_EVENT_POOL_DESC,
                flags: ZE_EVENT_POOL_FLAG_HOST_VISIBLE | timestamps,
                count: POOL,
                ..Default::default()
            };
            let mut pool: ze_event_pool_handle_t = null_mut();
            // SAFETY: a live context of the program; no device list means all of the context's devices.
            let result = unsafe {
                driver.zeEventPoolCreate(self.context as _, &raw const desc, 0, null_mut(), &raw mut pool)
            };
            if result != ZE_RESULT_SUCCESS || pool.is_null() {
                return None;
            }
            self.pools.push(pool as usize);
            self.made = 0;
            // SAFETY: a list of the probe's that was never executed.
            unsafe { driver.zeCommandListReset(self.list as _) };
        }
        let desc = ze_event_desc_t {
            stype: ZE_STRUCTURE_TYPE_EVENT_DESC,
            index: self.made,
            signal: if self.wanted == Use::Signal { ZE_EVENT_SCOPE_FLAG_HOST } else { 0 },
            wait: 0,
            ..Default::default()
        };
        let mut event: ze_event_handle_t = null_mut();
        let pool = *self.pools.last()?;
        // SAFETY: a pool of the probe's, an index below its count that was not used before; then our list and event.
        unsafe {
            if driver.zeEventCreate(pool as _, &raw const desc, &raw mut event) != ZE_RESULT_SUCCESS
                || event.is_null()
            {
                return None;
            }
            if driver.zeCommandListAppendEventReset(self.list as _, event) != ZE_RESULT_SUCCESS {
                driver.zeEventDestroy(event);
                return None;
            }
        }
        self.made += 1;
        Some(event as usize)
    }

    /// Destroys the list; another one is made when it is needed again.
    pub fn drop_list(&mut self) {
        if self.list != 0 {
            // SAFETY: a list of the probe's that was never executed.
            unsafe { self.driver.zeCommandListDestroy(self.list as _) };
            self.list = 0;
        }
    }
}
