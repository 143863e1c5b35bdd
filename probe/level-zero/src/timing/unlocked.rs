//! Appends to immediate lists while another thread has the device lock, which it may keep for milliseconds if the system
//! takes its processor away. The append is not kept waiting: what is needed before it was noted at an earlier append to
//! the same list, and an event of ours is in [`super::reserve`]. The rest is done afterwards, as in [`super::deferred`].
//!
//! That is so for a list and an event of the program's that nothing special is known of. Others wait for the lock.
//! Nothing here waits, not even for another thread that is in here, but for the map of the program's memory, which is held
//! for moments.

use super::capture;
use super::makers::Maker;
use super::pending::{self, Announced};
use super::reserve::Reserve;
use super::runs::{Info, Op, Reading, Run, Source};
use super::state::{Event, Kernel, State};
use super::subject::{Place, Subject};
use level_zero_sys::*;
use smallvec::smallvec;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, TryLockError};
use zetop_probe_core::publish::OpClass;
use zetop_probe_core::{clock, hot};
use zetop_wire::layout::{OpKind, Untimed};

/// Powers of two. Of two lists or events with the same place, the later one is known.
const LISTS: usize = 256;
const EVENTS: usize = 1024;
const KERNELS: usize = 256;

/// What an append to a list needs.
#[derive(Clone)]
struct Known {
    /// [`State::first_run`]
    session: u64,
    context: usize,
    /// Its number and its handle.
    device: (usize, usize),
    lane_id: u32,
    in_order: bool,
    attached: bool,
    reserve: Arc<Reserve>,
}

/// What is known without the lock.
pub struct Notes {
    lists: [Mutex<Option<Known>>; LISTS],
    /// The lists that these are of; 0 where that no longer holds.
    of: [AtomicUsize; LISTS],
    /// Events of the program's that have timestamps and nothing special; the lowest bit is [`Event::convertible`].
    plain: [AtomicU64; EVENTS],
    /// Kernels. Of others, the driver is asked for their names, while they are certain to exist.
    kernels: [Mutex<Kernel>; KERNELS],
    /// As [`Self::of`], for these.
    kernel_of: [AtomicUsize; KERNELS],
}

/// This process's.
pub static NOTES: Notes = Notes::new();

fn place(handle: usize, of: usize) -> usize {
    ((handle as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> (u64::BITS - of.ilog2())) as usize
}

fn word(event: usize, convertible: bool) -> u64 {
    (event as u64) << 1 | u64::from(convertible)
}

/// An append that was prepared so.
pub struct Later {
    known: Known,
    event: usize,
    /// The program's event is counted as pending until [`State`] knows; `None` if the event is ours.
    announced: Option<Announced>,
    subject: Subject,
    /// If it launches one.
    kernel: Kernel,
    append_raw: u64,
    call: u64,
}

/// Appends that were prepared so and that [`State`] has yet to be told of.
static UNDER_WAY: AtomicUsize = AtomicUsize::new(0);

/// There are some.
#[must_use]
pub fn are_under_way() -> bool {
    UNDER_WAY.load(Ordering::Acquire) > 0
}

/// In a forked child, which lacks the threads that make them.
pub fn reset() {
    UNDER_WAY.store(0, Ordering::Release);
}

impl Drop for Later {
    fn drop(&mut self) {
        let _ = UNDER_WAY.fetch_update(Ordering::AcqRel, Ordering::Acquire, |count| count.checked_sub(1));
    }
}

impl Notes {
    #[must_use]
    pub const fn new() -> Self {
        Self {
            lists: [const { Mutex::new(None) }; LISTS],
            of: [const { AtomicUsize::new(0) }; LISTS],
            plain: [const { AtomicU64::new(0) }; EVENTS],
            kernels: [const { Mutex::new(Kernel { name: 0, group_size: [0; 3] }) }; KERNELS],
            kernel_of: [const { AtomicUsize::new(0) }; KERNELS],
        }
    }

    /// Prepares an append to `list` that is to signal `signal` (or nothing). `None` if it needs the lock.
    pub fn prepare(
        &self,
        list: usize,
        signal: usize,
        subject: impl FnOnce(&mut Place<'_>) -> Subject,
    ) -> Option<Box<Later>> {
        if capture::is_any() || super::flushes() {
            return None;
        }
        let known = self.known(list)?;
        let (context, asks) = (known.context, known.attached);
        // The context is known, so no other is asked for.
        let subject = subject(&mut Place { device: known.device.1, context, asks, spare: &mut || 0 });
        let kernel = match subject {
            Subject::Kernel { handle, .. } => self.kernel(handle)?,
            _ => Kernel { name: 0, group_size: [0; 3] },
        };
        let (event, announced) = if signal == 0 {
            (known.reserve.take()?, None)
        } else {
            (signal, Some(self.announce(signal, known.in_order)?))
        };
        let (append_raw, call) = (clock::raw_ns(), hot::next_call());
        UNDER_WAY.fetch_add(1, Ordering::AcqRel);
        Some(Box::new(Later { known, event, announced, subject, kernel, append_raw, call }))
    }

    /// The program's event will tell when the operation is complete, and may be asked at any time.
    fn announce(&self, event: usize, in_order: bool) -> Option<Announced> {
        let noted = self.plain[place(event, EVENTS)].load(Ordering::Acquire);
        // An in-order list would convert it. With an operation in flight, that one has to be settled first.
        let is_plain = noted == word(event, false) || (noted == word(event, true) && !in_order);
        (is_plain && !pending::concerns(event)).then(|| pending::announce(event))
    }

    /// This list is destroyed, or something about it changes.
    pub fn forget_list(&self, list: usize) {
        let _ = self.of[place(list, LISTS)].compare_exchange(list, 0, Ordering::AcqRel, Ordering::Relaxed);
    }

    /// The same for an event of the program's.
    pub fn forget_event(&self, event: usize) {
        let place = &self.plain[place(event, EVENTS)];
        let noted = place.load(Ordering::Relaxed);
        if noted >> 1 == event as u64 && noted != 0 {
            let _ = place.compare_exchange(noted, 0, Ordering::AcqRel, Ordering::Relaxed);
        }
    }

    fn known(&self, list: usize) -> Option<Known> {
        let at = place(list, LISTS);
        let is_of = || list != 0 && self.of[at].load(Ordering::Acquire) == list;
        if !is_of() {
            return None;
        }
        let known = self.lists[at].try_lock().ok()?.clone()?;
        // Another list may have come in between.
        is_of().then_some(known)
    }

    /// Makes more events of ours, for appends to `list` without the lock, if there are few.
    #[must_use]
    pub fn maker(&self, list: usize) -> Option<Maker> {
        let reserve = self.known(list)?.reserve;
        if reserve.is_low() { reserve.maker() } else { None }
    }

    fn kernel(&self, kernel: usize) -> Option<Kernel> {
        let at = place(kernel, KERNELS);
        let is_of = || kernel != 0 && self.kernel_of[at].load(Ordering::Acquire) == kernel;
        if !is_of() {
            return None;
        }
        let known = *self.kernels[at].try_lock().ok()?;
        is_of().then_some(known)
    }

    /// Name and group size of a kernel, until [`Self::forget_kernel`].
    pub fn note_kernel(&self, kernel: usize, known: Kernel) {
        let (at, of) = (place(kernel, KERNELS), &self.kernel_of[place(kernel, KERNELS)]);
        if of.load(Ordering::Relaxed) != kernel
            && let Ok(mut noted) = self.kernels[at].try_lock()
        {
            of.store(0, Ordering::Release);
            *noted = known;
            of.store(kernel, Ordering::Release);
        }
    }

    /// A kernel is destroyed, or its group size changes.
    pub fn forget_kernel(&self, kernel: usize) {
        let of = &self.kernel_of[place(kernel, KERNELS)];
        let _ = of.compare_exchange(kernel, 0, Ordering::AcqRel, Ordering::Relaxed);
    }

    /// Nothing is known any more: a session begins or ends, or no more events of ours may be taken.
    pub fn forget_all(&self) {
        self.of.iter().for_each(|of| of.store(0, Ordering::Release));
        self.plain.iter().for_each(|event| event.store(0, Ordering::Release));
        self.kernel_of.iter().for_each(|kernel| kernel.store(0, Ordering::Release));
        for known in &self.lists {
            // Who has it is about to leave, and finds that it does not hold.
            if let Ok(mut known) = known.try_lock() {
                *known = None;
            }
        }
    }
}

impl Later {
    /// What to pass on.
    #[must_use]
    pub fn event(&self) -> ze_event_handle_t {
        self.event as _
    }

    #[must_use]
    pub fn has_ours(&self) -> bool {
        self.announced.is_none()
    }

    #[must_use]
    pub fn session(&self) -> u64 {
        self.known.session
    }
}

impl Event {
    /// It has timestamps, which are those of the operation that has signalled it last.
    fn is_plain(&self) -> bool {
        self.timestamps && !self.kind_unknown && !self.counter_based && self.unread_by == 0
    }
}

impl State {
    /// An append to this list has been prepared with the lock: the next one may do without.
    pub fn note_for_unlocked(&mut self, handle: usize, signal: usize) {
        let notes = self.notes;
        if let Some(event) = self.events.get(&signal).filter(|event| event.is_plain()) {
            let (place, word) = (&notes.plain[place(signal, EVENTS)], word(signal, event.convertible));
            if place.load(Ordering::Relaxed) != word {
                place.store(word, Ordering::Release);
            }
        }
        let at = place(handle, LISTS);
        if notes.of[at].load(Ordering::Relaxed) == handle {
            return;
        }
        let Some(list) = self.lists.get(&handle) else { return };
        let is_plain = list.immediate
            && !list.order_unknown
            && !list.captures
            && list.next_id == (0, false)
            && list.context != 0
            && !self.leaving;
        let (Some(device), true) = (self.devices.get(list.device), is_plain) else { return };
        let Some(reserve) = self.own.reserve(list.context) else { return };
        let known = Known {
            session: self.first_run,
            context: list.context,
            device: (list.device, device.handle),
            lane_id: list.lane_id(),
            in_order: list.in_order,
            attached: self.attached,
            reserve,
        };
        let mut noted = match notes.lists[at].try_lock() {
            Ok(noted) => noted,
            Err(TryLockError::Poisoned(poisoned)) => poisoned.into_inner(),
            Err(TryLockError::WouldBlock) => return,
        };
        notes.of[at].store(0, Ordering::Release);
        let before = noted.replace(known);
        notes.of[at].store(handle, Ordering::Release);
        drop(noted);
        drop(before);
    }

    /// An append that was prepared without the lock was made, and this was its submission.
    pub(super) fn appended_unlocked(
        &mut self,
        handle: usize,
        later: &Later,
        (result, submission): (ze_result_t, u64),
        ticks: u64,
    ) {
        let Known { context, device: (device, _), lane_id, in_order, .. } = later.known;
        let (event, ours) = (later.event, later.has_ours());
        if result != ZE_RESULT_SUCCESS {
            if ours {
                self.own.give_back(context, event);
            }
            return;
        }
        let Kernel { name, group_size } = later.kernel;
        let class = self.class_of(&later.subject, |_, _| (name, group_size));
        let info = Info::new(self, device, &OpClass { group: Some(lane_id >> 16), ..class });
        self.publisher.host_time(info.class, ticks, info.groups, info.group_size);
        self.publisher.submitted(info.class, info.bytes);
        let reason = match &later.announced {
            // Nobody would look for it: a list is not destroyed while something is appended to it.
            _ if !self.lists.contains_key(&handle) => Some(Untimed::UnknownHandle),
            _ if self.in_flight >= Self::MOST_IN_FLIGHT => Some(Untimed::NoEvent),
            Some(_) if !self.events.contains_key(&event) => Some(Untimed::EventDestroyed),
            Some(announced) if announced.is_disturbed() => Some(Untimed::EventReused),
            _ => None,
        };
        if let Some(reason) = reason {
            self.publisher.untimed(info.class, reason as usize);
            if ours {
                self.own.retire(context, event);
            }
            return;
        }
        if let Some(list) = self.lists.get_mut(&handle) {
            list.tried = false;
        }
        if ours {
            self.note_held_back(handle, device, class.kind == OpKind::Kernel);
            if !self.leaving {
                self.own.maker_for_reserve(context, &self.devices[device]);
            }
        } else if let Some(event) = self.events.get_mut(&event) {
            // As with the lock, which this has been found out for before.
            event.reading(Some(in_order));
        }
        let op = Op {
            info,
            append_raw: later.append_raw,
            call: later.call,
            event,
            ours,
            reading: Reading::AtAnyTime,
            source: Source::Event,
            home: event,
            after: None,
            after_home: event,
        };
        let number = self.add_run(Run {
            lane: handle,
            lane_id,
            context,
            list: 0,
            in_order,
            submit_raw: later.append_raw,
            submitted: None,
            ops: smallvec![op],
            settled_before: 0,
            older: None,
            later: None,
            left: 1,
        });
        self.submitted(&[number], submission);
    }
}
