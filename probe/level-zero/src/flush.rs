//! What `--cold` fills: the memory, and the fill. When that is done is up to [`crate::timing::cold`].

use crate::driver_calls::{all, memories};
use crate::driver_trait::DriverRef;
use crate::subject::Waits;
use level_zero_sys::*;
use rustc_hash::{FxHashMap, FxHashSet};
use std::ffi::c_void;
use std::ptr::null_mut;
use zetop_probe_core::cold::Choice;
use zetop_wire::layout::NotFlushed;

/// What is filled with.
static PATTERN: u8 = 0;

/// What `--cold` asks for, and the memory for it.
#[derive(Default)]
pub struct Cold {
    pub(crate) choice: Option<Choice>,
    /// By context and device handle.
    pub(crate) memory: FxHashMap<(usize, usize), Memory>,
    /// Threads that are about to append a flush.
    pub(crate) under_way: usize,
    /// A launch of a chosen kernel was captured into a graph.
    pub(crate) captured: bool,
    /// Events that work on the device will signal, or has, whatever the host does: a wait for them ends.
    pub(crate) certain: FxHashSet<usize>,
    /// Events that commands reset, at a time that we don't know.
    pub(crate) reset: FxHashSet<usize>,
}

/// The memory to fill.
#[derive(Clone, Copy)]
pub(crate) enum Memory {
    Ready { at: usize, bytes: usize },
    Refused(NotFlushed),
}

/// Allocates the memory to fill.
pub struct Maker {
    pub(crate) driver: DriverRef,
    pub(crate) context: usize,
    pub(crate) device: usize,
    pub(crate) bytes: Option<u64>,
}

/// The result.
pub struct Made {
    pub(crate) maker: Maker,
    pub(crate) memory: Memory,
}

/// Memory that no flush needs any more.
#[must_use]
pub struct Unused {
    driver: DriverRef,
    context: usize,
    at: usize,
}

/// A flush to append.
pub struct Flush {
    pub(crate) driver: DriverRef,
    pub(crate) list: usize,
    pub(crate) in_order: bool,
    pub(crate) at: usize,
    pub(crate) bytes: usize,
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

    /// Gives up the memory of a context that the program is about to destroy.
    pub fn drop_context(&mut self, driver: DriverRef, context: usize) -> Vec<Unused> {
        self.give_up(driver, |of| of == context)
    }

    /// zetop detaches: gives up the memory, unless lists of the program that we put flushes into may still be executed.
    pub fn leave(&mut self, driver: DriverRef, held: &[usize]) -> Vec<Unused> {
        if self.under_way > 0 {
            return Vec::new();
        }
        self.give_up(driver, |context| !held.contains(&context))
    }

    fn give_up(&mut self, driver: DriverRef, of: impl Fn(usize) -> bool) -> Vec<Unused> {
        let gone = self.memory.extract_if(|(context, _), _| of(*context));
        let ready = gone.filter_map(|((context, _), memory)| match memory {
            Memory::Ready { at, .. } => Some(Unused { driver, context, at }),
            Memory::Refused(_) => None,
        });
        ready.collect()
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
        // SAFETY: a live context and device of the program, a descriptor and a word of this function's.
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
        let like = ze_device_cache_properties_t {
            stype: ZE_STRUCTURE_TYPE_DEVICE_CACHE_PROPERTIES,
            ..Default::default()
        };
        // SAFETY: a live device; room for `count` structures of the type that `stype` names, or a count of 0.
        let caches = all(16, like, |count, to| unsafe {
            self.driver.zeDeviceGetCacheProperties(self.device as _, count, to)
        });
        caches.iter().map(|cache| cache.cacheSize as u64).max().filter(|bytes| *bytes > 0)
    }

    /// Of the device's memory; as much as can be where the driver does not say.
    fn device_bytes(&self) -> u64 {
        let memories = memories(self.driver, self.device as _);
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

impl Unused {
    /// Frees it, once the device is done with the flushes that are in flight: even a context may be destroyed with some. If
    /// the driver can't do that, it is left to the context. Call this without our lock: a driver may take its time to free
    /// memory.
    pub fn free(self) {
        let (context, at) = (self.context as ze_context_handle_t, self.at as *mut c_void);
        let desc = ze_memory_free_ext_desc_t {
            stype: ZE_STRUCTURE_TYPE_MEMORY_FREE_EXT_DESC,
            freePolicy: ZE_DRIVER_MEMORY_FREE_POLICY_EXT_FLAG_DEFER_FREE,
            ..Default::default()
        };
        // SAFETY: ours; the driver waits until no command that is in flight uses it.
        unsafe { self.driver.zeMemFreeExt(context, &raw const desc, at) };
    }
}

impl Flush {
    /// Appends it. `waits` are the events that the kernel waits for: in an in-order list the flush waits for them, too,
    /// or what the kernel waits for could fill the caches again. Call this without our lock, on the thread that is about
    /// to append: on a synchronous list it waits, as the program's own call does.
    #[must_use]
    pub fn append(&self, waits: Waits) -> ze_result_t {
        let (list, driver) = (self.list as ze_command_list_handle_t, self.driver);
        let Waits { count, events } =
            if self.in_order { waits } else { Waits { count: 0, events: null_mut() } };
        // SAFETY: the program's list, which this thread is appending to.
        let barrier = || unsafe { driver.zeCommandListAppendBarrier(list, null_mut(), 0, null_mut()) };
        if !self.in_order && barrier() != ZE_RESULT_SUCCESS {
            return ZE_RESULT_ERROR_UNSUPPORTED_FEATURE;
        }
        let pattern = (&raw const PATTERN).cast::<c_void>();
        // SAFETY: the program's list and its array of `count` events; memory of the probe's of that many bytes, which stays as
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
                events,
            )
        };
        if result == ZE_RESULT_SUCCESS && !self.in_order { barrier() } else { result }
    }
}
