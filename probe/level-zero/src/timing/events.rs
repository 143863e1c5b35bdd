//! Events of our own: with timestamps, for operations that come without one, and without, for signals that we wait
//! for.
//!
//! Intel's driver turns events of a pool into counter-based ones when an in-order immediate list signals them, and
//! asking such a one for its stamps waits until it is complete. It does so with no event that a list was told to
//! reset; so each of ours is, by a list that is never executed.

use super::driver::DriverRef;
use super::facts::Device;
use super::stash::create_list;
use level_zero_sys::*;
use rustc_hash::FxHashMap;
use std::collections::VecDeque;
use std::ptr::null_mut;

/// Events per pool of the driver's.
const POOL: u32 = 256;
/// Pools per context and use: 64 K operations in flight. More are left untimed.
const POOLS: usize = 256;
/// Retired events that are looked at when one is wanted.
const RETIRED: usize = 4;

/// What an event of ours is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
enum Use {
    /// The stamps of an operation. It has no signal scope: with one, the device would flush its caches behind the
    /// operation, and hold the next one up.
    Stamps,
    /// Tells the host that what is before it is complete and can be seen.
    Signal,
}

#[derive(Default)]
struct ContextEvents {
    pools: Vec<usize>,
    made: u32,
    free: Vec<usize>,
    /// Given up while the device may still signal them.
    retired: VecDeque<usize>,
    /// The driver refused: not asked again.
    refused: bool,
    /// The list that is never executed.
    list: usize,
}

/// Our events, by context.
pub struct OwnEvents {
    driver: DriverRef,
    contexts: FxHashMap<(usize, Use), ContextEvents>,
    /// What each event is for.
    uses: FxHashMap<usize, Use>,
    /// By context: a pool without timestamps, and its one event, which is signalled.
    plain: FxHashMap<usize, (usize, usize)>,
    /// Further lists that signal an event of ours: clones of the one that it was taken for.
    sharers: FxHashMap<usize, u32>,
}

impl OwnEvents {
    #[must_use]
    pub fn new(driver: DriverRef) -> Self {
        Self {
            driver,
            contexts: FxHashMap::default(),
            uses: FxHashMap::default(),
            plain: FxHashMap::default(),
            sharers: FxHashMap::default(),
        }
    }

    /// An event with timestamps that is not signalled. `None` when there are no more.
    pub fn take(&mut self, context: usize, device: &Device) -> Option<usize> {
        self.take_for(Use::Stamps, context, device)
    }

    /// An event that is not signalled, for the host to see.
    pub fn take_signal(&mut self, context: usize, device: &Device) -> Option<usize> {
        self.take_for(Use::Signal, context, device)
    }

    fn take_for(&mut self, wanted: Use, context: usize, device: &Device) -> Option<usize> {
        let driver = self.driver;
        let own = self.contexts.entry((context, wanted)).or_default();
        if let Some(event) = own.free.pop() {
            return Some(event);
        }
        for _ in 0..RETIRED.min(own.retired.len()) {
            let event = own.retired.pop_front()?;
            // SAFETY: an event of ours; once it is signalled, nothing will signal it any more.
            unsafe {
                if driver.zeEventQueryStatus(event as _) == ZE_RESULT_SUCCESS
                    && driver.zeEventHostReset(event as _) == ZE_RESULT_SUCCESS
                {
                    return Some(event);
                }
            }
            own.retired.push_back(event);
        }
        if own.refused {
            return None;
        }
        let made = own.make(driver, wanted, context, device);
        match made {
            Some(event) => {
                self.uses.insert(event, wanted);
            }
            None => own.refused = own.pools.len() < POOLS,
        }
        made
    }

    /// A signalled event without timestamps: what the driver answers about it is what the program would have
    /// been told about an event of a pool that we gave timestamps.
    pub fn plain(&mut self, context: usize) -> Option<usize> {
        if let Some((_, event)) = self.plain.get(&context) {
            return Some(*event);
        }
        let driver = self.driver;
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
        self.plain.insert(context, (pool as usize, event as usize));
        Some(event as usize)
    }

    /// True when the driver gives no event pool for a context.
    #[must_use]
    pub fn is_refused(&self, context: usize) -> bool {
        self.contexts.get(&(context, Use::Stamps)).is_some_and(|c| c.refused)
    }

    fn of(&mut self, context: usize, event: usize) -> Option<&mut ContextEvents> {
        let used = *self.uses.get(&event)?;
        self.contexts.get_mut(&(context, used))
    }

    /// Another list signals this event, too.
    pub fn share(&mut self, event: usize) {
        *self.sharers.entry(event).or_default() += 1;
    }

    /// True when another list still has the event.
    fn is_shared(&mut self, event: usize) -> bool {
        let Some(sharers) = self.sharers.get_mut(&event) else { return false };
        *sharers -= 1;
        if *sharers == 0 {
            self.sharers.remove(&event);
        }
        true
    }

    /// Gives an event back whose operation is complete, or was never submitted.
    pub fn give_back(&mut self, context: usize, event: usize) {
        if self.is_shared(event) {
            return;
        }
        // SAFETY: an event of ours that no list will signal any more.
        if unsafe { self.driver.zeEventHostReset(event as _) } == ZE_RESULT_SUCCESS
            && let Some(own) = self.of(context, event)
        {
            own.free.push(event);
        }
    }

    /// Gives an event back that the device may still signal: it is used again after that.
    pub fn retire(&mut self, context: usize, event: usize) {
        if !self.is_shared(event)
            && let Some(own) = self.of(context, event)
        {
            own.retired.push_back(event);
        }
    }

    /// Contexts in which there are events of ours.
    #[must_use]
    pub fn contexts(&self) -> Vec<usize> {
        let mut contexts: Vec<usize> = self.contexts.keys().map(|(context, _)| *context).collect();
        contexts.extend(self.plain.keys());
        contexts.sort_unstable();
        contexts.dedup();
        contexts
    }

    /// Every event of a context is back: no list, no operation and no append that is under way has one.
    #[must_use]
    pub fn is_whole(&self, context: usize) -> bool {
        self.contexts.iter().filter(|((of, _), _)| *of == context).all(|(_, own)| {
            own.free.len() == own.pools.len().saturating_sub(1) * POOL as usize + own.made as usize
        })
    }

    /// Leaves the signalled event of a context to whoever may be asking about it at this moment.
    pub fn let_plain_be(&mut self, context: usize) {
        self.plain.remove(&context);
    }

    /// Destroys the events of a context that nothing refers to.
    pub fn drop_free(&mut self, context: usize) {
        for (_, own) in self.contexts.iter_mut().filter(|((of, _), _)| *of == context) {
            for event in own.free.drain(..) {
                self.uses.remove(&event);
                // SAFETY: an event of ours that nothing uses.
                unsafe { self.driver.zeEventDestroy(event as _) };
            }
            if own.list != 0 {
                // SAFETY: a list of ours that was never executed.
                unsafe { self.driver.zeCommandListDestroy(own.list as _) };
                own.list = 0;
            }
        }
    }

    /// Destroys what is ours of a context that the program is about to destroy. What the device may still signal
    /// stays: a pool that has such an event, too. Returns the events that are gone.
    pub fn drop_context(&mut self, context: usize) -> Vec<usize> {
        let driver = self.driver;
        let mut gone = Vec::new();
        for used in [Use::Stamps, Use::Signal] {
            let Some(own) = self.contexts.remove(&(context, used)) else { continue };
            let made = own.pools.len().saturating_sub(1) * POOL as usize + own.made as usize;
            for &event in &own.free {
                self.uses.remove(&event);
                // SAFETY: an event of ours that nothing uses.
                unsafe { driver.zeEventDestroy(event as _) };
            }
            if own.list != 0 {
                // SAFETY: a list of ours that was never executed.
                unsafe { driver.zeCommandListDestroy(own.list as _) };
            }
            // Memory that the device may write to is left to the context.
            let all_back = own.free.len() == made;
            for pool in own.pools.into_iter().filter(|_| all_back) {
                // SAFETY: a pool of ours without events.
                unsafe { driver.zeEventPoolDestroy(pool as _) };
            }
            gone.extend(own.free);
        }
        if let Some((pool, event)) = self.plain.remove(&context) {
            // SAFETY: an event of ours that nothing uses, and its pool.
            unsafe {
                driver.zeEventDestroy(event as _);
                driver.zeEventPoolDestroy(pool as _);
            }
        }
        gone
    }
}

impl ContextEvents {
    fn make(&mut self, driver: DriverRef, wanted: Use, context: usize, device: &Device) -> Option<usize> {
        if self.list == 0 {
            let ordinal = device.copy_only.iter().position(|copy_only| !copy_only).unwrap_or(0);
            self.list = create_list(driver, context, device.handle, ordinal as u32)?;
        }
        if self.pools.is_empty() || self.made == POOL {
            if self.pools.len() == POOLS {
                return None;
            }
            let timestamps =
                if wanted == Use::Stamps { ZE_EVENT_POOL_FLAG_KERNEL_TIMESTAMP } else { Default::default() };
            let desc = ze_event_pool_desc_t {
                stype: ZE_STRUCTURE_TYPE_EVENT_POOL_DESC,
                flags: ZE_EVENT_POOL_FLAG_HOST_VISIBLE | timestamps,
                count: POOL,
                ..Default::default()
            };
            let mut pool: ze_event_pool_handle_t = null_mut();
            // SAFETY: a live context of the program's; no device list means all of the context's devices.
            let result = unsafe {
                driver.zeEventPoolCreate(context as _, &raw const desc, 0, null_mut(), &raw mut pool)
            };
            if result != ZE_RESULT_SUCCESS || pool.is_null() {
                return None;
            }
            self.pools.push(pool as usize);
            self.made = 0;
            // SAFETY: a list of ours that was never executed.
            unsafe { driver.zeCommandListReset(self.list as _) };
        }
        let desc = ze_event_desc_t {
            stype: ZE_STRUCTURE_TYPE_EVENT_DESC,
            index: self.made,
            signal: if wanted == Use::Signal { ZE_EVENT_SCOPE_FLAG_HOST } else { 0 },
            wait: 0,
            ..Default::default()
        };
        let mut event: ze_event_handle_t = null_mut();
        let pool = *self.pools.last()?;
        // SAFETY: a pool of ours, an index below its count that was not used before; then our list and event.
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
}
