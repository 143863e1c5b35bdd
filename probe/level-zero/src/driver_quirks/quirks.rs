//! What is known of a driver beyond its API.

use super::event_kinds::Kinds;
use super::event_memory::Layout;
use super::list_contents::Contents;
use super::sorts::{EventSort, ListSort, PoolSort};
use crate::driver_trait::DriverRef;
use rustc_hash::FxHashMap;

/// What to find out, by driver calls that may take a while.
pub enum Question {
    Events(EventSort),
    Lists(ListSort),
}

pub enum QuirkAnswer {
    Events(EventSort, Option<Kinds>),
    Lists(ListSort, Option<Contents>),
}

impl Question {
    /// Call this without our lock.
    #[must_use]
    pub fn answer(self, driver: DriverRef) -> QuirkAnswer {
        match self {
            Self::Events(sort) => QuirkAnswer::Events(sort, sort.kinds(driver)),
            Self::Lists(sort) => QuirkAnswer::Lists(sort, sort.contents(driver)),
        }
    }
}

/// What is known beyond the API; nothing, unless a method says otherwise.
pub trait DriverQuirks: Send {
    /// Makes another one for this driver, with nothing known yet: the program's objects may have changed unseen.
    fn fresh(&self) -> Box<dyn DriverQuirks>;

    /// What has to be found out before [`Self::has_timestamps`] can tell.
    fn events_question(&self, _: EventSort) -> Option<Question> {
        None
    }

    /// Whether a counter-based event from before the attach has timestamps.
    fn has_timestamps(&self, _: EventSort, _event: usize) -> Option<bool> {
        None
    }

    /// What has to be found out before [`Self::is_empty`] can tell.
    fn lists_question(&self, _: ListSort) -> Option<Question> {
        None
    }

    /// There is certainly nothing in a list from before the attach.
    fn is_empty(&self, _: ListSort, _list: usize) -> bool {
        false
    }

    fn learn(&mut self, _: QuirkAnswer) {}

    /// Events of the probe's are wanted to find out where such events keep what the device writes.
    fn wants_events(&self, _: PoolSort) -> bool {
        false
    }

    /// Where such events keep what the device writes: the program's, too.
    fn layout(&self, _: PoolSort) -> Option<Layout> {
        None
    }

    /// Such events have been looked at.
    fn looked(&mut self, _: PoolSort, _: Option<Layout>) {}

    /// A context is about to be destroyed.
    fn drop_context(&mut self, _context: usize) {}
}

/// Nothing but the API.
pub struct PublicApi;

impl DriverQuirks for PublicApi {
    fn fresh(&self) -> Box<dyn DriverQuirks> {
        Box::new(Self)
    }
}

/// What the objects behind the handles of Intel's driver have shown.
#[derive(Default)]
pub struct PrivateObjects {
    /// Where it was tried.
    kinds: FxHashMap<EventSort, Option<Kinds>>,
    contents: FxHashMap<ListSort, Option<Contents>>,
    layouts: FxHashMap<PoolSort, Looked>,
}

/// What looks at events have shown.
#[derive(Default)]
struct Looked {
    layout: Option<Layout>,
    times: u32,
}

/// Looks in vain before that is given up.
const MAX_LOOKS: u32 = 4;

impl DriverQuirks for PrivateObjects {
    fn fresh(&self) -> Box<dyn DriverQuirks> {
        Box::<Self>::default()
    }

    fn events_question(&self, sort: EventSort) -> Option<Question> {
        (!self.kinds.contains_key(&sort)).then_some(Question::Events(sort))
    }

    fn has_timestamps(&self, sort: EventSort, event: usize) -> Option<bool> {
        self.kinds.get(&sort)?.as_ref()?.has_timestamps(event)
    }

    fn lists_question(&self, sort: ListSort) -> Option<Question> {
        (!self.contents.contains_key(&sort)).then_some(Question::Lists(sort))
    }

    fn is_empty(&self, sort: ListSort, list: usize) -> bool {
        self.contents.get(&sort).and_then(Option::as_ref).is_some_and(|contents| contents.is_empty(list))
    }

    fn learn(&mut self, answer: QuirkAnswer) {
        match answer {
            QuirkAnswer::Events(sort, kinds) => drop(self.kinds.insert(sort, kinds)),
            QuirkAnswer::Lists(sort, contents) => drop(self.contents.insert(sort, contents)),
        }
    }

    fn wants_events(&self, sort: PoolSort) -> bool {
        let known = self.layouts.get(&sort);
        sort.is_intels && known.is_none_or(|looked| looked.layout.is_none() && looked.times < MAX_LOOKS)
    }

    fn layout(&self, sort: PoolSort) -> Option<Layout> {
        self.layouts.get(&sort)?.layout
    }

    fn looked(&mut self, sort: PoolSort, found: Option<Layout>) {
        let looked = self.layouts.entry(sort).or_default();
        (looked.layout, looked.times) = (looked.layout.or(found), looked.times + 1);
    }

    fn drop_context(&mut self, context: usize) {
        self.kinds.retain(|sort, _| sort.context != context);
        self.contents.retain(|sort, _| sort.context != context);
    }
}
