//! `--cold`: before a launch of a kernel that the user chose, an operation of the probe's fills memory of the size of the
//! device's largest cache, so that the kernel finds nothing of its data there.
//!
//! The fill goes into the program's list, by the driver's function: it is none of the program's operations. In a list
//! that is not in order there is a barrier before it, so that it does not overtake what was appended earlier, and one
//! behind it, for which the kernel waits. The program's own commands stay as they are.

use super::lists::InOrder;
use super::state::State;
use crate::flush::{Flush, Made, Maker, Memory};
use level_zero_sys::*;
use std::collections::hash_map::Entry;
use zetop_probe_core::publish::OpClass;
use zetop_wire::layout::{FLUSHED, NOT_FLUSHED, NotFlushed, OpKind};

/// What has to be done before a launch, without our lock.
pub enum Wanted {
    /// Memory is needed first; then [`State::flush_memory_made`].
    Memory(Maker),
    /// [`State::flushed`] takes the answer.
    Flush(Flush),
}

impl State {
    /// Before a launch: what has to be done to flush the caches, if the user wants that. Notes in `class` why it can't
    /// be done.
    pub fn flush_wanted(&mut self, handle: usize, class: &mut OpClass) -> Option<Wanted> {
        if class.kind != OpKind::Kernel || self.departure.is_under_way() {
            return None;
        }
        let (name, publisher) = (class.name, &self.publisher);
        let choice = self.cold.choice.as_mut()?;
        if !choice.matches(name, || publisher.text(name)) {
            return None;
        }
        let Some(list) = self.registry.lists.get(&handle) else {
            class.caches = NOT_FLUSHED + NotFlushed::UnknownList as u8;
            return None;
        };
        if list.is_captured(self.driver, handle) {
            self.cold.captured = true;
            return None;
        }
        if !choice.takes_turn(name, list.device) {
            return None;
        }
        let why = if list.next.id != 0 {
            NotFlushed::Mutable
        } else if self.before_attach.attached && !list.is_immediate() {
            NotFlushed::ListOutlivesUs
        } else if list.order == InOrder::Unknown {
            NotFlushed::OlderList
        } else if !list.in_order() && list.cold.waits() {
            NotFlushed::ListWaits
        } else {
            let wanted = self.memory_or_flush(handle, class)?;
            self.cold.under_way += 1;
            return Some(wanted);
        };
        class.caches = NOT_FLUSHED + why as u8;
        None
    }

    fn memory_or_flush(&mut self, handle: usize, class: &mut OpClass) -> Option<Wanted> {
        let list = self.registry.lists.get_mut(&handle)?;
        let (context, device) = (list.context, self.devices.get(list.device)?.handle);
        match self.cold.memory.get(&(context, device)) {
            None => {
                let bytes = self.cold.choice.as_ref().and_then(|choice| choice.bytes);
                Some(Wanted::Memory(Maker { driver: self.driver, context, device, bytes }))
            }
            Some(Memory::Refused(why)) => {
                class.caches = NOT_FLUSHED + *why as u8;
                None
            }
            Some(&Memory::Ready { at, bytes }) => {
                list.cold.flushes = true;
                let in_order = list.in_order();
                Some(Wanted::Flush(Flush { driver: self.driver, list: handle, in_order, at, bytes }))
            }
        }
    }

    /// Takes the memory; another thread may have been faster. Returns the flush.
    pub fn flush_memory_made(&mut self, made: Made, handle: usize, class: &mut OpClass) -> Option<Flush> {
        let key = (made.maker.context, made.maker.device);
        match self.cold.memory.entry(key) {
            Entry::Vacant(place) => {
                place.insert(made.memory);
            }
            Entry::Occupied(_) => made.undo(),
        }
        match self.memory_or_flush(handle, class) {
            Some(Wanted::Flush(flush)) => Some(flush),
            _ => {
                self.cold.under_way = self.cold.under_way.saturating_sub(1);
                None
            }
        }
    }

    /// The driver's answer to a flush.
    pub fn flushed(&mut self, class: &mut OpClass, result: ze_result_t) {
        self.cold.under_way = self.cold.under_way.saturating_sub(1);
        class.caches = match result {
            ZE_RESULT_SUCCESS => FLUSHED,
            _ => NOT_FLUSHED + NotFlushed::Refused as u8,
        };
    }

    /// A command that is appended waits for these events.
    pub fn command_waits(&mut self, handle: usize, events: &[ze_event_handle_t]) {
        if !events.iter().all(|event| self.cold.certain.contains(&(*event as usize))) {
            self.command_waits_for_unknown(handle);
        }
    }

    /// A command that was appended signals an event in the end.
    pub fn command_signals(&mut self, handle: usize, event: usize) {
        let list = self.registry.lists.get(&handle).filter(|list| list.is_immediate() && !list.cold.waits());
        if list.is_some_and(|list| !list.is_captured(self.driver, handle))
            && !self.cold.reset.contains(&event)
        {
            self.cold.certain.insert(event);
        } else {
            self.cold.certain.remove(&event);
        }
    }

    /// It may have to wait for something that the host has yet to do.
    pub fn command_waits_for_unknown(&mut self, handle: usize) {
        if let Some(list) = self.registry.lists.get_mut(&handle) {
            list.cold.waits += 1;
        }
    }

    /// How many commands of an immediate list wait for something uncertain.
    #[must_use]
    pub fn waits_of(&self, handle: usize) -> u64 {
        self.registry.lists.get(&handle).map_or(0, |list| list.cold.waits)
    }

    /// How many commands of the list are complete.
    pub fn waits_over(&mut self, handle: usize, waits: u64) {
        if let Some(list) = self.registry.lists.get_mut(&handle).filter(|list| list.is_immediate()) {
            list.cold.over = list.cold.over.max(waits);
        }
    }

    /// A launch that no flush can precede.
    pub fn not_flushed(&mut self, class: &mut OpClass, why: NotFlushed) {
        let (name, publisher) = (class.name, &self.publisher);
        let choice = self.cold.choice.as_mut();
        if choice.is_some_and(|choice| choice.matches(name, || publisher.text(name))) {
            class.caches = NOT_FLUSHED + why as u8;
        }
    }

    /// A graph was executed. If launches of chosen kernels went into graphs, it may have some.
    pub fn graph_not_flushed(&self, class: &mut OpClass) {
        if self.cold.captured {
            class.caches = NOT_FLUSHED + NotFlushed::Graph as u8;
        }
    }
}
