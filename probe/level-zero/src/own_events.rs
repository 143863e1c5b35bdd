//! The probe's own events: with timestamps, for operations that come without an event, and without timestamps, for
//! signals that the probe waits for. They are made without the device lock: see [`makers`].

pub mod makers;
mod of_context;
pub mod reserve;

use crate::devices::facts::Device;
use crate::driver_calls::{OneEvent, destroy_one_event, one_event};
use crate::driver_quirks::event_memory::{EVENTS, Layout};
use crate::driver_quirks::quirks::DriverQuirks;
use crate::driver_trait::DriverRef;
use crate::sync::sharded_map::ShardedMap;
use level_zero_sys::*;
pub use makers::Use;
use makers::{Batch, Maker};
use of_context::{ContextEvents, Made, RETIRED};
use reserve::Reserve;
use rustc_hash::FxHashMap;
use std::ptr::null;
use std::sync::Arc;
use zetop_probe_core::access;

/// Pools per context and use: 64 K operations in flight. More are left untimed.
const POOLS: usize = 256;
/// A driver that has refused (its memory was full, say) is asked again every so often.
const ASK_AGAIN: u32 = 1024;

/// Our events, by context.
pub struct OwnEvents {
    driver: DriverRef,
    contexts: FxHashMap<(usize, Use), ContextEvents>,
    made: ShardedMap<Made>,
    /// Number of the next [`ContextEvents`].
    next: u64,
    /// By context: a signalled event, whose pool has no timestamps.
    plain: FxHashMap<usize, OneEvent>,
    /// Other lists that signal one of our events: clones of the one that it was taken for.
    sharers: FxHashMap<usize, u32>,
}

impl OwnEvents {
    #[must_use]
    pub fn new(driver: DriverRef) -> Self {
        Self {
            driver,
            contexts: FxHashMap::default(),
            made: ShardedMap::default(),
            next: 0,
            plain: FxHashMap::default(),
            sharers: FxHashMap::default(),
        }
    }

    /// An event with timestamps that is not signalled. `None` when there are no more.
    pub fn take(&mut self, context: usize) -> Option<usize> {
        self.take_for(Use::Stamps, context)
    }

    /// An event that is not signalled, for the host to see.
    pub fn take_signal(&mut self, context: usize) -> Option<usize> {
        self.take_for(Use::Signal, context)
    }

    fn take_for(&mut self, wanted: Use, context: usize) -> Option<usize> {
        let driver = self.driver;
        self.contexts.get_mut(&(context, wanted))?.take(driver, &self.made)
    }

    /// True if one of our events is certainly not complete; false if unknown.
    #[must_use]
    pub fn is_unwritten(&self, event: usize) -> bool {
        let Some(made) = self.made.get(&event) else { return false };
        self.contexts.get(&(made.context, made.used)).is_some_and(|own| own.is_unwritten(made))
    }

    /// The maker that has to make events before one can be taken; `None` while there are some, or if there
    /// can't be more. [`Self::made`] takes what it has made.
    pub fn maker_wanted(&mut self, wanted: Use, context: usize, device: &Device) -> Option<Maker> {
        let own = self.context(context, wanted);
        if !access::is_allowed() {
            own.use_unlooked();
        }
        let (driver, made) = (self.driver, &self.made);
        let own = self.contexts.get_mut(&(context, wanted))?;
        if own.free.is_empty() {
            // One that has been signalled meanwhile will do.
            let event = own.take_retired(driver, made, RETIRED);
            own.free.extend(event);
        }
        if !own.free.is_empty() {
            return None;
        }
        self.maker(wanted, context, device)
    }

    /// If the reserve of a context is low, a thread that does not have the lock finds a maker there.
    pub fn maker_for_reserve(&mut self, context: usize, device: &Device) {
        let Some(own) = self.contexts.get_mut(&(context, Use::Stamps)) else { return };
        own.refill(1);
        let Some(reserve) = own.reserve.clone().filter(|reserve| reserve.is_low() && own.away == 0) else {
            return;
        };
        if let Some(maker) = self.maker(Use::Stamps, context, device)
            && let Some(maker) = reserve.leave(maker)
            && let Some(own) = self.contexts.get_mut(&(context, Use::Stamps))
        {
            own.away = own.away.saturating_sub(1);
            own.makers.push(maker);
        }
    }

    /// We are about to detach: no event may be taken without the lock any more.
    pub fn close_reserves(&mut self) {
        self.contexts.values_mut().for_each(ContextEvents::close_reserve);
    }

    fn maker(&mut self, wanted: Use, context: usize, device: &Device) -> Option<Maker> {
        let own = self.contexts.get_mut(&(context, wanted))?;
        // One that was left for others is away already.
        if let Some(maker) = own.reserve.as_ref().and_then(|reserve| reserve.maker()) {
            return Some(maker);
        }
        let pools: usize = own.makers.iter().map(|maker| maker.pools.len()).sum();
        let at_rest = own.makers.iter().position(|maker| maker.has_room(pools < POOLS));
        if let Some(times) = &mut own.refused {
            *times = times.wrapping_add(1);
            if *times % ASK_AGAIN != 0 {
                return None;
            }
        }
        if at_rest.is_none() && pools + own.away >= POOLS {
            return None;
        }
        own.away += 1;
        Some(match at_rest {
            Some(at) => own.makers.swap_remove(at),
            None => Maker::new(self.driver, context, device, wanted),
        })
    }

    /// Takes events in, and their maker back. If where such events keep what the device writes has yet to be found out, some
    /// are `to_look_at`.
    pub fn made(&mut self, batch: Batch, layout: Option<Layout>, to_look_at: bool) {
        let Batch { maker, mut events } = batch;
        // If the context has been destroyed meanwhile, they went with it.
        let Some(own) = self.contexts.get_mut(&(maker.context, maker.wanted)) else { return };
        own.away = own.away.saturating_sub(1);
        own.refused = events.is_empty().then(|| own.refused.unwrap_or(0));
        for event in &events {
            let (context, used, sort) = (maker.context, maker.wanted, maker.sort);
            let made = Made { context, used, sort, spot: None, of: own.number };
            self.made.insert(*event, made.found(*event, layout));
        }
        if to_look_at && events.len() > EVENTS {
            let next = events.split_off(EVENTS);
            own.unlooked.push((maker.sort, std::mem::replace(&mut events, next)));
        }
        let enough = own.free.len() + events.len() / 2;
        own.free.extend(&events);
        own.refill(enough);
        own.makers.push(maker);
    }

    /// Finds out where events keep what the device writes, if there are some to look at. On a thread of the probe's, since the
    /// kernel reads their memory.
    pub fn look(&mut self, quirks: &mut dyn DriverQuirks) {
        let alive: Vec<u64> = self.contexts.values().map(|own| own.number).collect();
        for own in self.contexts.values_mut() {
            for (sort, events) in std::mem::take(&mut own.unlooked) {
                if quirks.layout(sort).is_none() {
                    let found = Layout::find(self.driver, &events);
                    quirks.looked(sort, found);
                    // Others are in use by now.
                    for (event, made) in self.made.iter_mut().filter(|_| found.is_some()) {
                        if made.sort == sort && alive.contains(&made.of) {
                            *made = made.found(event, found);
                        }
                    }
                }
                events.iter().for_each(|event| own.add(*event));
            }
        }
    }

    /// A signalled event without timestamps: the driver's answer about it is what the program would have been
    /// told about an event from a pool that we gave timestamps.
    pub fn plain(&mut self, context: usize) -> Option<usize> {
        if let Some(made) = self.plain.get(&context) {
            return Some(made.event);
        }
        let made = one_event(self.driver, context, ZE_EVENT_POOL_FLAG_HOST_VISIBLE, null())?;
        // SAFETY: an event of the probe's.
        if unsafe { self.driver.zeEventHostSignal(made.event as _) } != ZE_RESULT_SUCCESS {
            // SAFETY: nobody has it.
            unsafe { destroy_one_event(self.driver, made) };
            return None;
        }
        self.plain.insert(context, made);
        Some(made.event)
    }

    /// True when the driver gives no event pool for a context.
    #[must_use]
    pub fn is_refused(&self, context: usize) -> bool {
        self.contexts.get(&(context, Use::Stamps)).is_some_and(|c| c.refused.is_some())
    }

    /// What holds our events in `context` that have the same use as `event`.
    fn holder_of(&mut self, context: usize, event: usize) -> Option<&mut ContextEvents> {
        let made = *self.made.get(&event)?;
        self.contexts.get_mut(&(context, made.used))
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

    /// Returns an event whose operation is complete, or was never submitted.
    pub fn give_back(&mut self, context: usize, event: usize) {
        if self.is_shared(event) {
            return;
        }
        // SAFETY: an event of the probe's that no list will signal any more.
        if unsafe { self.driver.zeEventHostReset(event as _) } == ZE_RESULT_SUCCESS
            && let Some(own) = self.holder_of(context, event)
        {
            own.add(event);
        }
    }

    /// Events of a context with timestamps for threads without the lock; `None` if they may not have any more.
    #[must_use]
    pub fn reserve(&mut self, context: usize) -> Option<Arc<Reserve>> {
        self.context(context, Use::Stamps).reserve.clone()
    }

    fn context(&mut self, context: usize, wanted: Use) -> &mut ContextEvents {
        self.contexts.entry((context, wanted)).or_insert_with(|| {
            self.next += 1;
            let reserve = (wanted == Use::Stamps).then(Arc::default);
            ContextEvents { number: self.next, reserve, ..ContextEvents::default() }
        })
    }

    /// Returns an event that the device may still signal: it is reused after that.
    pub fn retire(&mut self, context: usize, event: usize) {
        if !self.is_shared(event)
            && let Some(own) = self.holder_of(context, event)
        {
            own.retired.push_back(event);
        }
    }

    /// Contexts that have events of the probe's.
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
        self.contexts.iter().filter(|((of, _), _)| *of == context).all(|(_, own)| own.is_whole())
    }

    /// Some thread is making events.
    #[must_use]
    pub fn are_being_made(&self) -> bool {
        self.contexts.values().any(|own| own.away > 0)
    }

    /// Gives up the signalled event of a context without destroying it: a thread may be asking about it right
    /// now.
    pub fn let_plain_be(&mut self, context: usize) {
        self.plain.remove(&context);
    }

    /// Frees memory that no event needs any more.
    pub fn give_back_memory(&mut self) {
        self.made.give_back_memory();
    }

    /// Destroys a limited number of the events of a context that nothing refers to; from then on none may be
    /// taken. Returns those that are gone.
    pub fn drop_some(&mut self, context: usize, most: usize) -> Vec<usize> {
        let mut gone = Vec::new();
        for (_, own) in self.contexts.iter_mut().filter(|((of, _), _)| *of == context) {
            own.use_unlooked();
            own.close_reserve();
            for _ in 0..most {
                // Each answer that one is not signalled may cost a yield, with our lock held.
                let Some(event) = own.take_retired(self.driver, &self.made, RETIRED) else { break };
                own.free.push(event);
            }
            own.whole = Some(own.is_whole());
            let kept = own.free.len().saturating_sub(most - gone.len());
            for event in own.free.drain(kept..) {
                self.made.remove(&event);
                // SAFETY: an event of the probe's that nothing uses.
                unsafe { self.driver.zeEventDestroy(event as _) };
                gone.push(event);
            }
        }
        gone
    }

    /// Destroys the lists that events of a context were made with.
    pub fn drop_lists(&mut self, context: usize) {
        let of_context = self.contexts.iter_mut().filter(|((of, _), _)| *of == context);
        of_context.for_each(|(_, own)| own.makers.iter_mut().for_each(Maker::drop_list));
    }

    /// Destroys what is ours of a context that the program is about to destroy, behind [`Self::drop_some`]. What the
    /// device may still signal stays: a pool that has such an event, too.
    pub fn drop_context(&mut self, context: usize) {
        let driver = self.driver;
        for used in [Use::Stamps, Use::Signal] {
            let Some(mut own) = self.contexts.remove(&(context, used)) else { continue };
            // Memory that the device may write to is left to the context.
            let all_back = own.is_whole();
            own.makers.iter_mut().for_each(Maker::drop_list);
            for pool in own.makers.iter().flat_map(|maker| &maker.pools).filter(|_| all_back) {
                // SAFETY: a pool of the probe's without events.
                unsafe { driver.zeEventPoolDestroy(*pool as _) };
            }
        }
        if let Some(made) = self.plain.remove(&context) {
            // SAFETY: an event of the probe's that nothing uses.
            unsafe { destroy_one_event(driver, made) };
        }
    }
}
