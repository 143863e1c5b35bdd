//! Stamps that the device copies to a stash, because their event is about to be signalled or reset again before
//! the host can read it: `AppendQueryKernelTimestamps` into host memory, with an event of the probe's that tells
//! when the copy is there.

use super::stamps::Stamps;
use crate::driver_calls::create_list;
use crate::driver_trait::DriverRef;
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
    // SAFETY: a live context of the program.
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
    // SAFETY: a slot lies in host memory of the probe's that is not freed while an operation refers to it; it holds
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
    id: usize,
    key: Key,
    /// A regular list of the probe's that does the copying.
    pub list: usize,
    pub buffer: *mut Stamps,
    capacity: usize,
    /// Signalled when the copy is there.
    pub done: usize,
    /// Operations that still read from it.
    users: usize,
    /// The lane on which the list was executed, and the submission that came right after it. The device has left
    /// the list when it is at work on that.
    lane: usize,
    before: u64,
}

/// Stashes can be reused on the same sort of queue.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
struct Key {
    context: usize,
    device: usize,
    ordinal: u32,
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
    /// Where its list will be executed.
    pub lane: usize,
}

/// Stashes that operations may read from at once; more operations are left untimed.
const MAX_IN_USE: usize = 4096;

pub struct Stashes {
    driver: DriverRef,
    in_use: FxHashMap<usize, Stash>,
    /// Nobody reads from them any more, but the device may not have left their lists.
    cooling: Vec<Stash>,
    free: FxHashMap<Key, Vec<Stash>>,
    next: usize,
}

impl Stashes {
    #[must_use]
    pub fn new(driver: DriverRef) -> Self {
        Self {
            driver,
            in_use: FxHashMap::default(),
            cooling: Vec::new(),
            free: FxHashMap::default(),
            next: 0,
        }
    }

    /// A stash for `need`, with an empty list. `done` is a fresh event of the probe's.
    pub fn take(&mut self, need: Need, done: usize) -> Option<usize> {
        if self.in_use.len() + self.cooling.len() >= MAX_IN_USE {
            return None;
        }
        let Need { context, device, ordinal, count, lane } = need;
        let key = Key { context, device, ordinal };
        let free = self.free.entry(key).or_default();
        let found = free.iter().position(|s| s.capacity >= count);
        let id = self.next;
        self.next += 1;
        let stash = match found {
            Some(at) => Stash { id, done, users: count, lane, before: u64::MAX, ..free.swap_remove(at) },
            None => {
                let capacity = count.next_power_of_two().max(8);
                let list = create_list(self.driver, context, device, ordinal)?;
                let Some(buffer) = allocate(self.driver, context, capacity) else {
                    // SAFETY: a list of the probe's that was never executed.
                    unsafe { self.driver.zeCommandListDestroy(list as _) };
                    return None;
                };
                Stash { id, key, list, buffer, capacity, done, users: count, lane, before: u64::MAX }
            }
        };
        self.in_use.insert(id, stash);
        Some(id)
    }

    #[must_use]
    pub fn get(&self, id: usize) -> Option<&Stash> {
        self.in_use.get(&id)
    }

    /// Its list was executed right before submission `submission`.
    pub fn executed(&mut self, id: usize, submission: u64) {
        let cooling = self.cooling.iter_mut().find(|s| s.id == id);
        if let Some(stash) = self.in_use.get_mut(&id).or(cooling) {
            stash.before = submission;
        }
    }

    /// Its list could not be recorded or executed: the device has never seen it. Returns the event to give back.
    pub fn cancel(&mut self, id: usize) -> Option<(usize, usize)> {
        let stash = self.in_use.remove(&id)?;
        let back = (stash.key.context, stash.done);
        // SAFETY: a list of the probe's that was not executed since it was last reset.
        unsafe { self.driver.zeCommandListReset(stash.list as _) };
        self.free.entry(stash.key).or_default().push(stash);
        Some(back)
    }

    /// One operation has its stamps, or was given up.
    pub fn release(&mut self, id: usize) {
        let Some(stash) = self.in_use.get_mut(&id) else { return };
        stash.users = stash.users.saturating_sub(1);
        if stash.users == 0
            && let Some(stash) = self.in_use.remove(&id)
        {
            self.cooling.push(stash);
        }
    }

    /// Takes back those whose lists the device has left; `reached` gives a lane's progress. Returns contexts
    /// and events to give back.
    pub fn take_back(&mut self, reached: impl Fn(usize) -> u64) -> Vec<(usize, usize)> {
        let driver = self.driver;
        let left = self.cooling.extract_if(.., |s| s.before <= reached(s.lane));
        let mut back = Vec::new();
        for stash in left {
            back.push((stash.key.context, stash.done));
            // SAFETY: a list of the probe's which the device has left.
            unsafe { driver.zeCommandListReset(stash.list as _) };
            self.free.entry(stash.key).or_default().push(stash);
        }
        back
    }

    /// A queue is destroyed, so it is idle. What is not known to be over stays for good.
    pub fn lane_gone(&mut self, lane: usize) {
        self.cooling.retain(|s| s.lane != lane);
    }

    /// Frees what belongs to a context that the program is about to destroy, except memory that the device
    /// may still be writing to: that is left to the context.
    pub fn drop_context(&mut self, context: usize) {
        let driver = self.driver;
        self.in_use.retain(|_, s| s.key.context != context);
        self.cooling.retain(|s| s.key.context != context);
        self.free.retain(|key, stashes| {
            if key.context == context {
                for stash in stashes {
                    // SAFETY: ours; the device has left the list, and with it the memory.
                    unsafe {
                        driver.zeCommandListDestroy(stash.list as _);
                        driver.zeMemFree(context as _, stash.buffer.cast());
                    }
                }
                return false;
            }
            true
        });
    }
}
