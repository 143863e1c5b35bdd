//! What threads that do not have the device lock know of lists, events and kernels: see [`super::unlocked`].

use super::appending::{Appending, Lane};
use super::capture;
use super::commands::{Command, Timing};
use super::lists::InOrder;
use super::makers::Maker;
use super::operations::{Info, Reading};
use super::pending;
use super::plan::{self, Append, How, Nature, Signal, Stamped};
use super::reserve::Reserve;
use super::subject::{Kernel, Objects, Place, Subject};
use level_zero_sys::*;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, TryLockError};
use zetop_probe_core::publish::OpClass;
use zetop_probe_core::publish::classes::Classes;
use zetop_probe_core::{clock, hot};
use zetop_wire::layout::OpKind;

/// Powers of two. Of two lists or events with the same place, the later one is known.
const LISTS: usize = 256;
const EVENTS: usize = 1024;
const KERNELS: usize = 256;

/// What an append to a list needs.
pub struct Known {
    /// [`super::state::State::first_run`]
    pub session: u64,
    pub context: usize,
    /// Its number and its handle.
    pub device: (usize, usize),
    pub lane_id: u32,
    pub in_order: bool,
    pub attached: bool,
    pub reserve: Arc<Reserve>,
    pub classes: Arc<Classes>,
}

/// What is known without the lock.
pub struct Notes {
    lists: [Mutex<Option<Arc<Known>>>; LISTS],
    /// The lists that these are of; 0 where that no longer holds.
    of: [AtomicUsize; LISTS],
    /// Events of the program's of which nothing special is known, each with its [`EventKind`].
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

/// What an append has to know about the program's event.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum EventKind {
    /// It has timestamps.
    Stamped = 1,
    /// The same, and in-order lists convert it: [`Nature::Convertible`].
    Convertible = 2,
    /// It has none. On an in-order list, ours goes in its place, and a barrier behind the operation signals it.
    Unstamped = 3,
}

const KIND: u32 = 2;

fn word(event: usize, kind: EventKind) -> u64 {
    (event as u64) << KIND | kind as u64
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
    ) -> Option<Appending> {
        if capture::is_any() {
            return None;
        }
        let known = self.known(list)?;
        let (context, asks) = (known.context, known.attached);
        // The context is known, so no other is asked for.
        let subject = subject(&mut Place { device: known.device.1, context, asks, spare: &mut || 0 });
        let class = subject.class(&mut OnDevice { notes: self, device: known.device })?;
        let class = OpClass { group: Some(known.lane_id >> 16), ..class };
        let info = Info {
            class: known.classes.find(&class.key(known.device.0 as u32))?,
            device: known.device.0,
            bytes: class.bytes,
            groups: class.groups,
            group_size: class.group_size,
        };
        let is_kernel = class.kind == OpKind::Kernel;
        let how = plan::plan(&Append {
            hindrance: None,
            is_immediate: true,
            order: InOrder::of(known.in_order),
            is_barrier: false,
            signal: self.signal(signal)?,
            changes_event: false,
            stalls: false,
        });
        let timing = match how {
            How::Own => Timing::Own(known.reserve.take()?),
            How::Program(Reading::AtAnyTime) => Timing::Program(signal, Reading::AtAnyTime),
            How::Program(_) | How::Untimed(_) => return None,
        };
        let (id, slot, after) = (0, None, None);
        let (append_raw, call) = (clock::raw_ns(), hot::next_call());
        let command = Command { info, append_raw, call, timing, slot, after, id };
        let lane = Lane { context, id: known.lane_id, in_order: known.in_order };
        Some(Appending::new(known.session, lane, command, is_kernel && signal == 0))
    }

    /// What is known of the event that an append is to signal; `None` if that takes the lock.
    fn signal(&self, event: usize) -> Option<Signal> {
        if event == 0 {
            return Some(Signal::None);
        }
        let noted = self.plain[place(event, EVENTS)].load(Ordering::Acquire);
        let kinds = [EventKind::Stamped, EventKind::Convertible, EventKind::Unstamped];
        let kind = kinds.into_iter().find(|kind| noted == word(event, *kind))?;
        let (stamped, nature) = match kind {
            EventKind::Stamped => (Stamped::Yes, Nature::Ordinary),
            EventKind::Convertible => (Stamped::Yes, Nature::Convertible { converted: false }),
            EventKind::Unstamped => (Stamped::No, Nature::Ordinary),
        };
        // An operation in flight that signals it has to be settled first.
        (!pending::concerns(event)).then_some(Signal::Event { stamped, nature, is_shared: false })
    }

    /// Nothing special is known of an event of the program's, until [`Self::forget_event`].
    pub fn note_event(&self, event: usize, kind: EventKind) {
        let (place, word) = (&self.plain[place(event, EVENTS)], word(event, kind));
        if place.load(Ordering::Relaxed) != word {
            place.store(word, Ordering::Release);
        }
    }

    #[must_use]
    pub fn knows_list(&self, list: usize) -> bool {
        self.of[place(list, LISTS)].load(Ordering::Relaxed) == list
    }

    /// What appends to a list need, until [`Self::forget_list`].
    pub fn note_list(&self, list: usize, known: Known) {
        let at = place(list, LISTS);
        let mut noted = match self.lists[at].try_lock() {
            Ok(noted) => noted,
            Err(TryLockError::Poisoned(poisoned)) => poisoned.into_inner(),
            Err(TryLockError::WouldBlock) => return,
        };
        self.of[at].store(0, Ordering::Release);
        let before = noted.replace(Arc::new(known));
        self.of[at].store(list, Ordering::Release);
        drop(noted);
        drop(before);
    }

    /// This list is destroyed, or something about it changes.
    pub fn forget_list(&self, list: usize) {
        let _ = self.of[place(list, LISTS)].compare_exchange(list, 0, Ordering::AcqRel, Ordering::Relaxed);
    }

    /// The same for an event of the program's.
    pub fn forget_event(&self, event: usize) {
        let place = &self.plain[place(event, EVENTS)];
        let noted = place.load(Ordering::Relaxed);
        if noted >> KIND == event as u64 && noted != 0 {
            let _ = place.compare_exchange(noted, 0, Ordering::AcqRel, Ordering::Relaxed);
        }
    }

    fn known(&self, list: usize) -> Option<Arc<Known>> {
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
        let reserve = &self.known(list)?.reserve;
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

/// What is known of the program's objects, and of one of its devices: number and handle.
struct OnDevice<'a> {
    notes: &'a Notes,
    device: (usize, usize),
}

impl Objects for OnDevice<'_> {
    fn kernel(&mut self, handle: usize) -> Option<Kernel> {
        self.notes.kernel(handle)
    }

    fn device(&mut self, handle: usize) -> Option<u32> {
        (handle == self.device.1).then_some(self.device.0 as u32)
    }

    fn image_bytes(&mut self, _: usize, _: Option<&ze_image_region_t>) -> Option<u64> {
        None
    }
}
