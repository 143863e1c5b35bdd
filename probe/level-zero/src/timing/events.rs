//! Timestamp events of our own, for operations that come without one.

use super::driver::DriverRef;
use level_zero_sys::*;
use rustc_hash::FxHashMap;
use std::ptr::null_mut;

/// Events per pool of the driver's.
const POOL: u32 = 256;
/// Pools per context: 64 K operations in flight. More are left untimed.
const POOLS: usize = 256;

#[derive(Default)]
struct ContextEvents {
    pools: Vec<usize>,
    made: u32,
    free: Vec<usize>,
    /// The driver refused a pool: not asked again.
    refused: bool,
    /// A pool without timestamps, and its one event, which is signalled.
    plain: Option<(usize, usize)>,
}

/// Our events, by context.
pub struct OwnEvents {
    driver: DriverRef,
    contexts: FxHashMap<usize, ContextEvents>,
}

impl OwnEvents {
    #[must_use]
    pub fn new(driver: DriverRef) -> Self {
        Self { driver, contexts: FxHashMap::default() }
    }

    /// An event that is not signalled, visible to the host, with timestamps. `None` when there are no more.
    pub fn take(&mut self, context: usize) -> Option<usize> {
        let driver = self.driver;
        let own = self.contexts.entry(context).or_default();
        if let Some(event) = own.free.pop() {
            return Some(event);
        }
        if own.refused {
            return None;
        }
        if own.pools.is_empty() || own.made == POOL {
            if own.pools.len() == POOLS {
                return None;
            }
            let desc = ze_event_pool_desc_t {
                stype: ZE_STRUCTURE_TYPE_EVENT_POOL_DESC,
                flags: ZE_EVENT_POOL_FLAG_HOST_VISIBLE | ZE_EVENT_POOL_FLAG_KERNEL_TIMESTAMP,
                count: POOL,
                ..Default::default()
            };
            let mut pool: ze_event_pool_handle_t = null_mut();
            // SAFETY: a live context of the program's; no device list means all of the context's devices.
            let result = unsafe {
                driver.zeEventPoolCreate(context as _, &raw const desc, 0, null_mut(), &raw mut pool)
            };
            if result != ZE_RESULT_SUCCESS || pool.is_null() {
                own.refused = true;
                return None;
            }
            own.pools.push(pool as usize);
            own.made = 0;
        }
        let desc = ze_event_desc_t {
            stype: ZE_STRUCTURE_TYPE_EVENT_DESC,
            index: own.made,
            signal: ZE_EVENT_SCOPE_FLAG_HOST,
            wait: 0,
            ..Default::default()
        };
        let mut event: ze_event_handle_t = null_mut();
        let pool = *own.pools.last()?;
        // SAFETY: a pool of ours, an index below its count that was not used before.
        let result = unsafe { driver.zeEventCreate(pool as _, &raw const desc, &raw mut event) };
        if result != ZE_RESULT_SUCCESS || event.is_null() {
            own.refused = true;
            return None;
        }
        own.made += 1;
        Some(event as usize)
    }

    /// A signalled event without timestamps: what the driver answers about it is what the program would have
    /// been told about an event of a pool that we gave timestamps.
    pub fn plain(&mut self, context: usize) -> Option<usize> {
        let driver = self.driver;
        let own = self.contexts.entry(context).or_default();
        if own.plain.is_none() {
            let desc = ze_event_pool_desc_t {
                stype: ZE_STRUCTURE_TYPE_EVENT_POOL_DESC,
                flags: ZE_EVENT_POOL_FLAG_HOST_VISIBLE,
                count: 1,
                ..Default::default()
            };
            let event_desc = ze_event_desc_t { stype: ZE_STRUCTURE_TYPE_EVENT_DESC, ..Default::default() };
            let mut pool: ze_event_pool_handle_t = null_mut();
            let mut event: ze_event_handle_t = null_mut();
            // SAFETY: a live context of the program's; then a pool and an event of ours.
            let worked = unsafe {
                driver.zeEventPoolCreate(context as _, &raw const desc, 0, null_mut(), &raw mut pool)
                    == ZE_RESULT_SUCCESS
                    && driver.zeEventCreate(pool, &raw const event_desc, &raw mut event) == ZE_RESULT_SUCCESS
                    && driver.zeEventHostSignal(event) == ZE_RESULT_SUCCESS
            };
            if !worked {
                return None;
            }
            own.plain = Some((pool as usize, event as usize));
        }
        own.plain.map(|(_, event)| event)
    }

    /// True when the driver gives no event pool for a context.
    #[must_use]
    pub fn is_refused(&self, context: usize) -> bool {
        self.contexts.get(&context).is_some_and(|c| c.refused)
    }

    /// Gives an event back whose operation is complete, or was never submitted.
    pub fn give_back(&mut self, context: usize, event: usize) {
        // SAFETY: an event of ours that no list will signal any more.
        if unsafe { self.driver.zeEventHostReset(event as _) } == ZE_RESULT_SUCCESS
            && let Some(own) = self.contexts.get_mut(&context)
        {
            own.free.push(event);
        }
    }

    /// Contexts in which there are events of ours.
    #[must_use]
    pub fn contexts(&self) -> Vec<usize> {
        self.contexts.keys().copied().collect()
    }

    /// Every event of a context is back: no list, no operation and no append that is under way has one.
    #[must_use]
    pub fn is_whole(&self, context: usize) -> bool {
        self.contexts.get(&context).is_none_or(|own| {
            own.free.len() == own.pools.len().saturating_sub(1) * POOL as usize + own.made as usize
        })
    }

    /// Leaves the signalled event of a context to whoever may be asking about it at this moment.
    pub fn let_plain_be(&mut self, context: usize) {
        if let Some(own) = self.contexts.get_mut(&context) {
            own.plain = None;
        }
    }

    /// Destroys the events of a context that nothing refers to.
    pub fn drop_free(&mut self, context: usize) {
        let Some(own) = self.contexts.get_mut(&context) else { return };
        for event in own.free.drain(..) {
            // SAFETY: an event of ours that nothing uses.
            unsafe { self.driver.zeEventDestroy(event as _) };
        }
    }

    /// Destroys everything of a context that the program is about to destroy.
    /// Returns the events that are gone.
    pub fn drop_context(&mut self, context: usize) -> Vec<usize> {
        let Some(own) = self.contexts.remove(&context) else { return Vec::new() };
        let (plain_pool, plain_event) = own.plain.unzip();
        for event in own.free.iter().copied().chain(plain_event) {
            // SAFETY: an event of ours that nothing uses.
            unsafe { self.driver.zeEventDestroy(event as _) };
        }
        for pool in own.pools.into_iter().chain(plain_pool) {
            // SAFETY: a pool of ours; the program guarantees that nothing of the context is in use any more.
            unsafe { self.driver.zeEventPoolDestroy(pool as _) };
        }
        own.free
    }
}
