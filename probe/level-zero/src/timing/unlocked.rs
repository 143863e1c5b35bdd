//! Appends to immediate lists while another thread has the device lock, which it may keep for milliseconds if the system
//! takes its processor away. The append is not kept waiting: what is needed before it was noted at an earlier append to
//! the same list, and an event of ours is in [`super::reserve`]. The rest is done afterwards, as in [`super::deferred`].
//!
//! That is so for a list and an event of the program's that nothing special is known of. Others wait for the lock.
//! Nothing here waits, not even for another thread that is in here.

use super::capture;
use super::makers::Maker;
use super::pending::{self, Announced};
use super::reserve::Reserve;
use super::runs::{Info, Op, Reading, Run, Source};
use super::state::{Event, State};
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
const KERNELS: usize = 1024;

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
    /// Kernels whose names are known. Others are asked for theirs, while they are certain to exist.
    named: [AtomicUsize; KERNELS],
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
    append_raw: u64,
    call: u64,
    /// To make more events of ours after the append.
    pub maker: Option<Maker>,
}

impl Notes {
    #[must_use]
    pub const fn new() -> Self {
        Self {
            lists: [const { Mutex::new(None) }; LISTS],
            of: [const { AtomicUsize::new(0) }; LISTS],
            plain: [const { AtomicU64::new(0) }; EVENTS],
            named: [const { AtomicUsize::new(0) }; KERNELS],
        }
    }

    /// Prepares an append to `list` that is to signal `signal` (or nothing). `None` if it needs the lock.
    pub fn prepare(
        &self,
        list: usize,
        signal: usize,
        subject: impl FnOnce(&mut Place<'_>) -> Subject,
    ) -> Option<Box<Later>> {
        let at = place(list, LISTS);
        if self.of[at].load(Ordering::Acquire) != list || capture::is_any() || super::flushes() {
            return None;
        }
        let known = self.lists[at].try_lock().ok()?.clone()?;
        // Another list may have come in between.
        if self.of[at].load(Ordering::Acquire) != list {
            return None;
        }
        let (context, asks) = (known.context, known.attached);
        // The context is known, so no other is asked for.
        let subject = subject(&mut Place { device: known.device.1, context, asks, spare: &mut || 0 });
        if let Subject::Kernel { handle, .. } = subject
            && self.named[place(handle, KERNELS)].load(Ordering::Relaxed) != handle
        {
            return None;
        }
        let (event, announced) = if signal == 0 {
            (known.reserve.take()?, None)
        } else {
            (signal, Some(self.announce(signal, known.in_order)?))
        };
        let (append_raw, call) = (clock::raw_ns(), hot::next_call());
        let maker = if known.reserve.is_low() { known.reserve.maker() } else { None };
        Some(Box::new(Later { known, event, announced, subject, append_raw, call, maker }))
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

    /// The name of a kernel is known, until [`forget_kernel`].
    pub fn note_kernel(&self, kernel: usize) {
        self.named[place(kernel, KERNELS)].store(kernel, Ordering::Relaxed);
    }

    /// A kernel is destroyed.
    pub fn forget_kernel(&self, kernel: usize) {
        let place = &self.named[place(kernel, KERNELS)];
        let _ = place.compare_exchange(kernel, 0, Ordering::Relaxed, Ordering::Relaxed);
    }

    /// Nothing is known any more: a session begins or ends, or no more events of ours may be taken.
    pub fn forget_all(&self) {
        self.of.iter().for_each(|of| of.store(0, Ordering::Release));
        self.plain.iter().for_each(|event| event.store(0, Ordering::Release));
        self.named.iter().for_each(|kernel| kernel.store(0, Ordering::Relaxed));
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
        let class = self.class_of(&later.subject, State::known_kernel);
        let info = Info::new(self, device, &OpClass { group: Some(lane_id >> 16), ..class });
        self.publisher.host_time(info.class, ticks, info.groups, info.group_size);
        self.publisher.submitted(info.class, info.bytes);
        let Some(list) = self.lists.get_mut(&handle) else {
            // Nobody would look for it: a list is not destroyed while something is appended to it.
            self.publisher.untimed(info.class, Untimed::UnknownHandle as usize);
            return;
        };
        list.tried = false;
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

    /// Name and group size of a kernel, which may be gone already: the driver is not asked.
    fn known_kernel(&mut self, handle: usize) -> (u32, [u32; 3]) {
        match self.kernels.get(&handle) {
            Some(kernel) => (kernel.name, kernel.group_size),
            None => (self.publisher.string("(unknown kernel)"), [0; 3]),
        }
    }
}
