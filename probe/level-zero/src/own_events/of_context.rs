//! What there is of our events in a context, for one use.

use super::makers::{Maker, Use};
use super::reserve::Reserve;
use crate::driver_quirks::event_memory::{Layout, Spot};
use crate::driver_quirks::sorts::PoolSort;
use crate::driver_trait::DriverRef;
use crate::sync::sharded_map::ShardedMap;
use level_zero_sys::ZE_RESULT_SUCCESS;
use std::collections::VecDeque;
use std::sync::Arc;

/// Retired events that are looked at when one is wanted.
pub const RETIRED: usize = 4;

#[derive(Default)]
pub struct ContextEvents {
    /// Tells them apart from those of an earlier context with the same handle.
    pub number: u64,
    pub makers: Vec<Maker>,
    /// Makers that are at work on some thread.
    pub away: usize,
    pub free: Vec<usize>,
    /// Free ones, too, for threads without the lock. Only of [`Use::Stamps`].
    pub reserve: Option<Arc<Reserve>>,
    /// Neighbours in a pool: not in use until a thread of the probe's has looked at them.
    pub unlooked: Vec<(PoolSort, Vec<usize>)>,
    /// Given up while the device may still signal them.
    pub retired: VecDeque<usize>,
    /// The driver has refused; how often events were wanted since.
    pub refused: Option<u32>,
    /// Whether all were back when the first ones were destroyed.
    pub whole: Option<bool>,
}

/// An event of the probe's.
#[derive(Clone, Copy)]
pub struct Made {
    pub context: usize,
    pub used: Use,
    pub sort: PoolSort,
    /// Where it keeps what the device writes, and the [`ContextEvents::number`] that its pool belongs to.
    pub spot: Option<Spot>,
    pub of: u64,
}

impl Made {
    /// Notes where the event keeps what the device writes, if events of its sort have this layout. The event must be alive.
    #[must_use]
    pub fn found(self, event: usize, layout: Option<Layout>) -> Self {
        // SAFETY: an event of the probe's, from a pool that the host can see, on the device that the layout is of.
        Self { spot: layout.and_then(|layout| unsafe { layout.spot(event) }), ..self }
    }
}

impl ContextEvents {
    /// What is in reserve is the last resort: there are more only if the driver makes no more.
    pub fn take(&mut self, driver: DriverRef, made: &ShardedMap<Made>) -> Option<usize> {
        let event = self.free.pop().or_else(|| self.take_retired(driver, made, RETIRED));
        event.or_else(|| self.reserve.as_ref()?.take())
    }

    /// An event is free. It is the first to be taken again, and another one goes into the reserve.
    pub fn add(&mut self, event: usize) {
        self.refill(1);
        self.free.push(event);
    }

    /// Puts free events into the reserve, as long as there are more than `enough`.
    pub fn refill(&mut self, enough: usize) {
        let Some(reserve) = &self.reserve else { return };
        while self.free.len() > enough && reserve.put(self.free[0]).is_ok() {
            self.free.swap_remove(0);
        }
    }

    /// None may be taken without the lock any more.
    pub fn close_reserve(&mut self) {
        if let Some(reserve) = self.reserve.take() {
            self.free.extend(std::iter::from_fn(|| reserve.take()));
            if let Some(maker) = reserve.maker() {
                self.away = self.away.saturating_sub(1);
                self.makers.push(maker);
            }
        }
    }

    /// One that has been signalled meanwhile; looks at `most` of them.
    pub fn take_retired(&mut self, driver: DriverRef, made: &ShardedMap<Made>, most: usize) -> Option<usize> {
        for _ in 0..most.min(self.retired.len()) {
            let event = self.retired.pop_front()?;
            if made.get(&event).is_some_and(|made| self.is_unwritten(made)) {
                self.retired.push_back(event);
                continue;
            }
            // SAFETY: an event of the probe's; once it is signalled, nothing will signal it any more.
            unsafe {
                if driver.zeEventQueryStatus(event as _) == ZE_RESULT_SUCCESS
                    && driver.zeEventHostReset(event as _) == ZE_RESULT_SUCCESS
                {
                    return Some(event);
                }
            }
            self.retired.push_back(event);
        }
        None
    }

    pub fn is_unwritten(&self, made: &Made) -> bool {
        let spot = made.spot.filter(|_| made.of == self.number);
        // SAFETY: the pool is one of the context's, which stay until the context is dropped, and they with it.
        spot.is_some_and(|spot| unsafe { spot.is_unwritten() })
    }

    /// They are not looked at any more.
    pub fn use_unlooked(&mut self) {
        let events: Vec<usize> = self.unlooked.drain(..).flat_map(|(_, events)| events).collect();
        events.into_iter().for_each(|event| self.add(event));
    }

    /// All that were made are free, and nobody is making more.
    pub fn is_whole(&self) -> bool {
        let unlooked = self.unlooked.iter().map(|(_, events)| events.len()).sum::<usize>();
        let free = self.free.len() + self.reserve.as_ref().map_or(0, |reserve| reserve.len());
        let all = || free + unlooked == self.makers.iter().map(Maker::count).sum::<usize>();
        self.whole.unwrap_or_else(|| self.away == 0 && all())
    }
}
