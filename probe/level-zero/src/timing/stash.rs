//! Stamps that the device copies to a stash, because their event is about to be signalled or reset again before
//! the host can read it: `AppendQueryKernelTimestamps` into host memory, with an event of ours that tells
//! when the copy is there.

use super::driver::DriverRef;
use super::stamps::Stamps;
use level_zero_sys::*;
use rustc_hash::FxHashMap;
use std::mem::size_of;
use std::ptr::null_mut;

/// Host memory for stamps, allocated through the driver.
pub struct Slots {
    driver: DriverRef,
    context: usize,
    base: *mut Stamps,
    capacity: usize,
    used: usize,
    /// Full chunks: commands of a list point into them, so they stay where they are.
    full: Vec<*mut Stamps>,
}

/// `ze_kernel_timestamp_result_t` and `Stamps` are not laid out alike; raw words are read and converted.
const _: () = assert!(size_of::<ze_kernel_timestamp_result_t>() == size_of::<Stamps>());

fn allocate(driver: DriverRef, context: usize, count: usize) -> Option<*mut Stamps> {
    let desc =
        ze_host_mem_alloc_desc_t { stype: ZE_STRUCTURE_TYPE_HOST_MEM_ALLOC_DESC, ..Default::default() };
    let mut memory = null_mut();
    let bytes = count * size_of::<Stamps>();
    // SAFETY: a live context of the program's.
    let result = unsafe { driver.zeMemAllocHost(context as _, &raw const desc, bytes, 64, &raw mut memory) };
    if result != ZE_RESULT_SUCCESS || memory.is_null() {
        return None;
    }
    // SAFETY: `bytes` bytes that the driver just gave us.
    unsafe { memory.cast::<u8>().write_bytes(0, bytes) };
    Some(memory.cast())
}

/// Reads a slot, which the device may be writing.
#[must_use]
pub fn read(slot: *const Stamps) -> Stamps {
    // SAFETY: a slot lies in host memory of ours that is not freed while an operation refers to it; it holds
    // a `ze_kernel_timestamp_result_t` or zeros. Volatile, since the device writes it.
    unsafe { slot.cast::<ze_kernel_timestamp_result_t>().read_volatile() }.into()
}

/// Empties a slot before the list that writes it runs again.
pub fn clear(slot: *mut Stamps) {
    // SAFETY: as for `read`; the list that writes it is not running.
    unsafe { slot.write_volatile(Stamps::default()) };
}

impl Slots {
    #[must_use]
    pub fn new(driver: DriverRef, context: usize) -> Self {
        Self { driver, context, base: null_mut(), capacity: 0, used: 0, full: Vec::new() }
    }

    /// A fresh slot.
    pub fn take(&mut self) -> Option<*mut Stamps> {
        const CHUNK: usize = 64;
        if self.used == self.capacity {
            let base = allocate(self.driver, self.context, CHUNK)?;
            if !self.base.is_null() {
                self.full.push(self.base);
            }
            (self.base, self.capacity, self.used) = (base, CHUNK, 0);
        }
        self.used += 1;
        // SAFETY: below the chunk's capacity.
        Some(unsafe { self.base.add(self.used - 1) })
    }

    /// Frees the memory, when no list that writes it can run any more.
    pub fn free(self) {
        for chunk in self.full.into_iter().chain((!self.base.is_null()).then_some(self.base)) {
            // SAFETY: allocated by `allocate` in this context; nothing refers to it.
            unsafe { self.driver.zeMemFree(self.context as _, chunk.cast()) };
        }
    }
}

/// One copy in flight.
pub struct Stash {
    pub context: usize,
    key: Key,
    /// A regular list of ours that does the copying; null when the program's own list does.
    pub list: usize,
    pub buffer: *mut Stamps,
    capacity: usize,
    /// Signalled when the copy is there.
    pub done: usize,
    /// On a copy-only queue, where stamps can't be copied, `list` runs on a compute queue of ours, and this
    /// list lets the program's queue wait for it: list and the event that `list` signals. Zeros otherwise.
    pub gate: (usize, usize),
    /// Operations that still read from it.
    pub users: usize,
}

/// Stashes can be used again on the same sort of queue.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
struct Key {
    context: usize,
    device: usize,
    ordinal: u32,
    with_list: bool,
    gate_ordinal: Option<u32>,
}

/// What a stash is needed for.
#[derive(Debug, Clone, Copy)]
pub struct Need {
    pub context: usize,
    /// Device handle.
    pub device: usize,
    /// Queue group on which the copying is done.
    pub ordinal: u32,
    /// Stamps that it has to hold.
    pub count: usize,
    /// It copies by a list of ours.
    pub with_list: bool,
    /// Queue group that has to wait for the copying.
    pub gate_ordinal: Option<u32>,
}

/// Operations in flight that one stash may serve; more than this at once are left untimed.
const MOST: usize = 4096;

pub struct Stashes {
    driver: DriverRef,
    in_use: FxHashMap<usize, Stash>,
    free: FxHashMap<Key, Vec<Stash>>,
    next: usize,
}

impl Stashes {
    #[must_use]
    pub fn new(driver: DriverRef) -> Self {
        Self { driver, in_use: FxHashMap::default(), free: FxHashMap::default(), next: 0 }
    }

    /// A stash for `need`, with empty lists. `done` and `gate` are fresh events of ours; `gate` is 0 where no
    /// queue has to wait.
    pub fn take(&mut self, need: Need, done: usize, gate: usize) -> Option<usize> {
        if self.in_use.len() >= MOST {
            return None;
        }
        let Need { context, device, ordinal, count, with_list, gate_ordinal } = need;
        let key = Key { context, device, ordinal, with_list, gate_ordinal };
        let free = self.free.entry(key).or_default();
        let found = free.iter().position(|a| a.capacity >= count);
        let stash = match found {
            Some(at) => {
                let stash = free.swap_remove(at);
                Stash { done, gate: (stash.gate.0, gate), users: count, ..stash }
            }
            None => {
                let capacity = count.next_power_of_two().max(8);
                let list = if with_list { create_list(self.driver, context, device, ordinal)? } else { 0 };
                let gate_list = match gate_ordinal {
                    Some(ordinal) => create_list(self.driver, context, device, ordinal)?,
                    None => 0,
                };
                let buffer = allocate(self.driver, context, capacity)?;
                Stash { context, key, list, buffer, capacity, done, gate: (gate_list, gate), users: count }
            }
        };
        let id = self.next;
        self.next += 1;
        self.in_use.insert(id, stash);
        Some(id)
    }

    #[must_use]
    pub fn get(&self, id: usize) -> Option<&Stash> {
        self.in_use.get(&id)
    }

    /// One operation has its stamps (or gave up). Returns the context and the events (or zeros) to give back
    /// when that was the last one.
    pub fn release(&mut self, id: usize) -> Option<(usize, [usize; 2])> {
        let stash = self.in_use.get_mut(&id)?;
        stash.users = stash.users.saturating_sub(1);
        if stash.users > 0 {
            return None;
        }
        let stash = self.in_use.remove(&id)?;
        let back = (stash.context, [stash.done, stash.gate.1]);
        for list in [stash.list, stash.gate.0].into_iter().filter(|l| *l != 0) {
            // SAFETY: lists of ours; the signal of `done`, which is complete, comes after all else in them.
            unsafe { self.driver.zeCommandListReset(list as _) };
        }
        self.free.entry(stash.key).or_default().push(stash);
        Some(back)
    }

    /// Frees what belongs to a context that the program is about to destroy.
    pub fn drop_context(&mut self, context: usize) {
        let driver = self.driver;
        self.in_use.retain(|_, a| {
            a.context != context || {
                free(driver, a);
                false
            }
        });
        self.free.retain(|key, stashes| {
            key.context != context || {
                stashes.iter().for_each(|s| free(driver, s));
                false
            }
        });
    }
}

fn free(driver: DriverRef, stash: &Stash) {
    // SAFETY: the program guarantees that nothing of the context is in use any more.
    unsafe {
        for list in [stash.list, stash.gate.0].into_iter().filter(|l| *l != 0) {
            driver.zeCommandListDestroy(list as _);
        }
        driver.zeMemFree(stash.context as _, stash.buffer.cast());
    }
}

fn create_list(driver: DriverRef, context: usize, device: usize, ordinal: u32) -> Option<usize> {
    let desc = ze_command_list_desc_t {
        stype: ZE_STRUCTURE_TYPE_COMMAND_LIST_DESC,
        commandQueueGroupOrdinal: ordinal,
        ..Default::default()
    };
    let mut list: ze_command_list_handle_t = null_mut();
    // SAFETY: live handles of the program's.
    let result =
        unsafe { driver.zeCommandListCreate(context as _, device as _, &raw const desc, &raw mut list) };
    (result == ZE_RESULT_SUCCESS && !list.is_null()).then_some(list as usize)
}
