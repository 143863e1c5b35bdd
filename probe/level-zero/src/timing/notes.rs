//! What threads that do not have the device lock know of lists, events and kernels: see [`super::unlocked`].

use super::appending::{Appending, ImmediateLane};
use super::capture;
use super::commands::{Command, Timing};
use super::lists::InOrder;
use super::operations::{Info, Reading};
use super::outside::{Outside, UNREAD};
use super::plan::{self, Append, How, Nature, Signal, Stamped};
use crate::own_events::makers::Maker;
use crate::own_events::reserve::Reserve;
use crate::subject::{AppendPlace, Kernel, Objects, Subject};
use crate::sync::noted::Noted;
use crate::sync::pending::{self, Announced};
use level_zero_sys::*;
use std::sync::{Arc, Weak};
use zetop_probe_core::publish::OpClass;
use zetop_probe_core::publish::classes::Classes;
use zetop_probe_core::windows::{Sample, WINDOWS};
use zetop_probe_core::{clock, hot};
use zetop_wire::layout::OpKind;

/// What an append to a list needs.
pub struct Known {
    /// [`super::state::Flight::first_run`]
    pub session: u64,
    pub lane: ImmediateLane,
    /// Its number and its handle.
    pub device: (usize, usize),
    pub attached: bool,
    /// As in [`Info`], for its kernels without an event.
    pub holds_back: bool,
    pub reserve: Arc<Reserve>,
    pub classes: Arc<Classes>,
}

/// What an append that signals an event needs.
#[derive(Clone)]
pub struct KnownEvent {
    pub stamped: Stamped,
    pub nature: Nature,
    pub mark: Weak<()>,
}

/// What is known without the lock.
pub struct Notes {
    pub lists: Noted<Arc<Known>, 256>,
    /// Events of the program's of which nothing special is known.
    pub events: Noted<KnownEvent, 1024>,
    /// Kernels of the program's. The driver is asked for the name of a kernel that is not here, while that is certain to exist.
    pub kernels: Noted<Kernel, 256>,
    /// Regular lists that were executed outside of a window last.
    pub executions: Noted<Arc<Outside>, 1024>,
}

/// This process's.
pub static NOTES: Notes = Notes::new();

/// An append that was prepared without the lock.
pub enum Prepared {
    Timed(Appending),
    /// Outside of a window.
    Sampled {
        session: u64,
        info: Info,
    },
}

impl Notes {
    #[must_use]
    pub const fn new() -> Self {
        Self { lists: Noted::new(), events: Noted::new(), kernels: Noted::new(), executions: Noted::new() }
    }

    /// Prepares an append to `list` that is to signal `signal` (or nothing). `None` if it needs the lock. `sample`: what it stands for
    /// if it is to be timed.
    pub fn prepare(
        &self,
        list: usize,
        signal: usize,
        sample: Option<Sample>,
        subject: impl FnOnce(&mut AppendPlace<'_>) -> Subject,
    ) -> Option<Prepared> {
        if capture::is_any() {
            return None;
        }
        let known = self.lists.get(list)?;
        let (lane, asks) = (known.lane, known.attached);
        // The context is known, so no other is asked for.
        let place =
            &mut AppendPlace { device: known.device.1, context: lane.context, asks, spare: &mut || 0 };
        let class = subject(place).class(&mut OnDevice { notes: self, device: known.device })?;
        let class = OpClass { group: Some(lane.id >> 16), ..class };
        let info = Info {
            class: known.classes.find(&class.key(known.device.0 as u32))?,
            holds_back: known.holds_back && class.kind == OpKind::Kernel && signal == 0,
            device: known.device.0,
            bytes: class.bytes,
            groups: class.groups,
            group_size: class.group_size,
        };
        let sample = sample.filter(|_| !info.holds_back || WINDOWS.may_hold_back());
        let is_open = sample.is_some();
        let wanted = self.signal(signal, is_open)?;
        let how = plan::plan(&Append {
            hindrance: None,
            is_open,
            is_immediate: true,
            order: InOrder::from_flag(lane.in_order),
            is_barrier: false,
            signal: wanted,
            changes_event: false,
            stalls: false,
        });
        let timing = match how {
            How::Own => Timing::Own(known.reserve.take()?),
            How::Program(Reading::AtAnyTime) => Timing::Program(signal, Reading::AtAnyTime),
            How::Sampled => {
                if let Signal::Event { stamped, nature, .. } = wanted {
                    // The state has to know what the driver makes of the event.
                    if nature.signalled_by(InOrder::from_flag(lane.in_order)) != nature {
                        return None;
                    }
                    if stamped != Stamped::No {
                        UNREAD.mark(signal);
                    }
                }
                return Some(Prepared::Sampled { session: known.session, info });
            }
            How::Program(_) | How::Untimed(_) => return None,
        };
        let (append_raw, call) = (clock::raw_ns(), hot::next_call());
        let command = Command { info, append_raw, call, timing, id: 0 };
        let announced = match timing {
            Timing::Program(event, _) => Some(self.announce(event)?),
            Timing::Own(_) | Timing::Sampled | Timing::Untimed(_) => None,
        };
        Some(Prepared::Timed(Appending::new(known.session, lane, command, sample?, announced)))
    }

    /// Announces an operation that will signal `event` of the program's; `None` if that takes the lock.
    fn announce(&self, event: usize) -> Option<Announced> {
        let mark = self.events.get(event)?.mark.upgrade()?;
        Some(pending::COUNTED.announce(event, mark))
    }

    /// What is known of the event that an append is to signal; `None` if that takes the lock.
    fn signal(&self, event: usize, is_open: bool) -> Option<Signal> {
        if event == 0 {
            return Some(Signal::None);
        }
        let KnownEvent { stamped, nature, .. } = self.events.get(event)?;
        // An operation in flight that signals it has to be settled first; a signal may be of one that is not timed.
        let is_disturbed = is_open && stamped != Stamped::No && UNREAD.has(event);
        let is_known = !pending::COUNTED.concerns(event) && !is_disturbed;
        is_known.then_some(Signal::Event { stamped, nature, is_shared: false })
    }

    /// Makes more events of ours, for appends to `list` without the lock, if there are few.
    #[must_use]
    pub fn maker(&self, list: usize) -> Option<Maker> {
        let reserve = &self.lists.get(list)?.reserve;
        if reserve.is_low() { reserve.maker() } else { None }
    }

    /// Nothing is known any more: a session begins or ends, or no more events of ours may be taken.
    pub fn forget_all(&self) {
        self.lists.forget_all();
        self.events.forget_all();
        self.kernels.forget_all();
        self.executions.forget_all();
    }
}

/// What is known of the program's objects, and of one of its devices: number and handle.
struct OnDevice<'a> {
    notes: &'a Notes,
    device: (usize, usize),
}

impl Objects for OnDevice<'_> {
    fn kernel(&mut self, handle: usize) -> Option<Kernel> {
        self.notes.kernels.get(handle)
    }

    fn device(&mut self, handle: usize) -> Option<u32> {
        (handle == self.device.1).then_some(self.device.0 as u32)
    }

    fn image_bytes(&mut self, _: usize, _: Option<&ze_image_region_t>) -> Option<u64> {
        None
    }
}
