//! `--cold`: before a launch of a kernel that the user chose, an operation of ours fills memory of the size of the
//! device's largest cache, so that the kernel finds nothing of its data there.
//!
//! The fill goes into the program's list, by the driver's function: it is none of the program's operations. In a list
//! that is not in order there is a barrier before it, so that it does not overtake what was appended earlier, and one
//! behind it, for which the kernel waits. The program's own commands stay as they are.

use super::driver::DriverRef;
use super::state::State;
use level_zero_sys::*;
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::hash_map::Entry;
use std::ffi::c_void;
use std::ptr::null_mut;
use zetop_probe_core::cold::Choice;
use zetop_probe_core::publish::OpClass;
use zetop_wire::layout::{FLUSHED, NOT_FLUSHED, NotFlushed, OpKind};

/// What is filled with.
static PATTERN: u8 = 0;

/// What `--cold` asks for, and the memory for it.
#[derive(Default)]
pub struct Cold {
    choice: Option<Choice>,
    /// By context and device handle.
    memory: FxHashMap<(usize, usize), Memory>,
    /// Threads that are about to append a flush.
    under_way: usize,
    /// A launch of a chosen kernel was captured into a graph.
    captured: bool,
    /// Events that work on the device will signal, or has, whatever the host does: a wait for them ends.
    certain: FxHashSet<usize>,
    /// Events that commands reset, at a time that we don't know.
    reset: FxHashSet<usize>,
}

/// The memory to fill.
#[derive(Clone, Copy)]
enum Memory {
    Ready { at: usize, bytes: usize },
    Refused(NotFlushed),
}

/// What has to be done before a launch, without our lock.
pub enum Wanted {
    /// Memory is needed first; then [`State::flush_memory_made`].
    Memory(Maker),
    /// [`State::flushed`] takes the answer.
    Flush(Flush),
}

/// Allocates the memory to fill.
pub struct Maker {
    driver: DriverRef,
    context: usize,
    device: usize,
    bytes: Option<u64>,
}

/// The result.
pub struct Made {
    maker: Maker,
    memory: Memory,
}

/// A flush to append.
pub struct Flush {
    driver: DriverRef,
    list: usize,
    in_order: bool,
    at: usize,
    bytes: usize,
}

impl Cold {
    #[must_use]
    pub fn new(choice: Option<Choice>) -> Self {
        Self { choice, ..Self::default() }
    }

    /// An event is reset.
    pub fn reset(&mut self, event: usize, by_command: bool) {
        self.certain.remove(&event);
        if by_command {
            self.reset.insert(event);
        }
    }

    /// An event is destroyed.
    pub fn forget(&mut self, event: usize) {
        self.certain.remove(&event);
        self.reset.remove(&event);
    }

    /// Gives back the memory of a context that the program is about to destroy.
    pub fn drop_context(&mut self, driver: DriverRef, context: usize) {
        self.memory.retain(|(of, _), memory| {
            if let (true, Memory::Ready { at, .. }) = (*of == context, *memory) {
                // SAFETY: ours, and of a context that nothing may use any more.
                unsafe { driver.zeMemFree(context as _, at as _) };
            }
            *of != context
        });
    }

    /// zetop detaches: the memory goes once the device is done with it, unless lists of the program that we put flushes
    /// into may still be executed. If the driver can't free it later, it is left to the context.
    pub fn leave(&mut self, driver: DriverRef, held: &[usize]) {
        if self.under_way > 0 {
            return;
        }
        let desc = ze_memory_free_ext_desc_t {
            stype: ZE_STRUCTURE_TYPE_MEMORY_FREE_EXT_DESC,
            freePolicy: ZE_DRIVER_MEMORY_FREE_POLICY_EXT_FLAG_DEFER_FREE,
            ..Default::default()
        };
        self.memory.retain(|(context, _), memory| {
            if held.contains(context) {
                return true;
            }
            if let Memory::Ready { at, .. } = *memory {
                // SAFETY: ours; the driver waits until no command that is in flight uses it.
                unsafe { driver.zeMemFreeExt(*context as _, &raw const desc, at as _) };
            }
            false
        });
    }
}

impl State {
    /// Before a launch: what has to be done to flush the caches, if the user wants that. Notes in `class` why it can't
    /// be done.
    pub fn flush_wanted(&mut self, handle: usize, class: &mut OpClass) -> Option<Wanted> {
        if class.kind != OpKind::Kernel || self.leaving {
            return None;
        }
        let (name, publisher) = (class.name, &self.publisher);
        let choice = self.cold.choice.as_mut()?;
        if !choice.matches(name, || publisher.text(name)) {
            return None;
        }
        let Some(list) = self.lists.get(&handle) else {
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
        let why = if list.next_id.0 != 0 {
            NotFlushed::Mutable
        } else if self.attached && !list.immediate {
            NotFlushed::ListOutlivesUs
        } else if list.order_unknown {
            NotFlushed::OlderList
        } else if !list.in_order && list.waits.0 != list.waits.1 {
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
        let list = self.lists.get_mut(&handle)?;
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
                list.flushes = true;
                let in_order = list.in_order;
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
        let list = self.lists.get(&handle).filter(|list| list.immediate && list.waits.0 == list.waits.1);
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
        if let Some(list) = self.lists.get_mut(&handle) {
            list.waits.0 += 1;
        }
    }

    /// So many commands of an immediate list wait for something uncertain.
    #[must_use]
    pub fn waits_of(&self, handle: usize) -> u64 {
        self.lists.get(&handle).map_or(0, |list| list.waits.0)
    }

    /// So many of them are complete.
    pub fn waits_over(&mut self, handle: usize, waits: u64) {
        if let Some(list) = self.lists.get_mut(&handle).filter(|list| list.immediate) {
            list.waits.1 = list.waits.1.max(waits);
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

impl Maker {
    /// Allocates it. Call this without our lock.
    #[must_use]
    pub fn make(self) -> Made {
        let memory = self.allocate().unwrap_or_else(Memory::Refused);
        Made { maker: self, memory }
    }

    fn allocate(&self) -> Result<Memory, NotFlushed> {
        let bytes = self.bytes.or_else(|| self.cache_bytes()).ok_or(NotFlushed::NoCacheSize)?;
        // What a program needs must not be ours.
        if bytes > self.device_bytes() / 2 {
            return Err(NotFlushed::NoMemory);
        }
        let bytes = usize::try_from(bytes).map_err(|_| NotFlushed::NoMemory)?;
        let desc = ze_device_mem_alloc_desc_t {
            stype: ZE_STRUCTURE_TYPE_DEVICE_MEM_ALLOC_DESC,
            ..Default::default()
        };
        let mut at = null_mut();
        // SAFETY: a live context and device of the program, a descriptor and a word of ours.
        let result = unsafe {
            let (context, device) = (self.context as _, self.device as _);
            self.driver.zeMemAllocDevice(context, &raw const desc, bytes, 64, device, &raw mut at)
        };
        if result != ZE_RESULT_SUCCESS || at.is_null() {
            return Err(NotFlushed::NoMemory);
        }
        Ok(Memory::Ready { at: at as usize, bytes })
    }

    /// Of the device's largest cache.
    fn cache_bytes(&self) -> Option<u64> {
        let (device, mut count) = (self.device as ze_device_handle_t, 0);
        // SAFETY: asks for the count.
        unsafe { self.driver.zeDeviceGetCacheProperties(device, &raw mut count, null_mut()) };
        let one = ze_device_cache_properties_t {
            stype: ZE_STRUCTURE_TYPE_DEVICE_CACHE_PROPERTIES,
            ..Default::default()
        };
        let mut caches = vec![one; count.min(16) as usize];
        count = caches.len() as u32;
        // SAFETY: `count` structures of the type that `stype` names.
        unsafe { self.driver.zeDeviceGetCacheProperties(device, &raw mut count, caches.as_mut_ptr()) };
        caches.iter().map(|cache| cache.cacheSize as u64).max().filter(|bytes| *bytes > 0)
    }

    /// Of the device's memory; as much as can be where the driver does not say.
    fn device_bytes(&self) -> u64 {
        let (device, mut count) = (self.device as ze_device_handle_t, 0);
        // SAFETY: asks for the count.
        unsafe { self.driver.zeDeviceGetMemoryProperties(device, &raw mut count, null_mut()) };
        let one = ze_device_memory_properties_t {
            stype: ZE_STRUCTURE_TYPE_DEVICE_MEMORY_PROPERTIES,
            ..Default::default()
        };
        let mut memories = vec![one; count.min(16) as usize];
        count = memories.len() as u32;
        // SAFETY: `count` structures of the type that `stype` names.
        unsafe { self.driver.zeDeviceGetMemoryProperties(device, &raw mut count, memories.as_mut_ptr()) };
        let bytes = memories.iter().fold(0_u64, |sum, memory| sum.saturating_add(memory.totalSize));
        if bytes == 0 { u64::MAX } else { bytes }
    }
}

impl Made {
    /// It is not needed.
    pub fn undo(self) {
        if let Memory::Ready { at, .. } = self.memory {
            // SAFETY: ours, and nothing has used it.
            unsafe { self.maker.driver.zeMemFree(self.maker.context as _, at as _) };
        }
    }
}

impl Flush {
    /// Appends it. `waits` are the events that the kernel waits for: in an in-order list the flush waits for them, too,
    /// or what the kernel waits for could fill the caches again. Call this without our lock, on the thread that is about
    /// to append: on a synchronous list it waits, as the program's own call does.
    #[must_use]
    pub fn append(&self, (count, waits): (u32, *mut ze_event_handle_t)) -> ze_result_t {
        let (list, driver) = (self.list as ze_command_list_handle_t, self.driver);
        let (count, waits) = if self.in_order { (count, waits) } else { (0, null_mut()) };
        // SAFETY: the program's list, which this thread is appending to.
        let barrier = || unsafe { driver.zeCommandListAppendBarrier(list, null_mut(), 0, null_mut()) };
        if !self.in_order && barrier() != ZE_RESULT_SUCCESS {
            return ZE_RESULT_ERROR_UNSUPPORTED_FEATURE;
        }
        let pattern = (&raw const PATTERN).cast::<c_void>();
        // SAFETY: the program's list and its array of `count` events; memory of ours of that many bytes, which stays as
        // long as the context, and a pattern that stays for ever.
        let result = unsafe {
            driver.zeCommandListAppendMemoryFill(
                list,
                self.at as _,
                pattern,
                size_of_val(&PATTERN),
                self.bytes,
                null_mut(),
                count,
                waits,
            )
        };
        if result == ZE_RESULT_SUCCESS && !self.in_order { barrier() } else { result }
    }
}
