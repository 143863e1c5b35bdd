//! Allocations: ordinary host memory that remembers what kind it stands for.

use crate::Outcome;
use crate::settings::settings;
use crate::shared_file::{self, SharedFile};
use crate::usage;
use level_zero_sys::*;
use std::alloc::Layout;
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError, RwLock};

/// What a pointer points to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MemoryKind {
    Host,
    Device,
    Shared,
    /// The program's own memory, which it made known to the driver.
    Imported,
    /// Memory that the driver does not know.
    Heap,
    Image,
}

impl MemoryKind {
    pub fn name(self) -> &'static str {
        match self {
            Self::Host => "host",
            Self::Device => "device",
            Self::Shared => "shared",
            Self::Imported => "imported",
            Self::Heap => "heap",
            Self::Image => "image",
        }
    }

    pub fn memory_type(self) -> ze_memory_type_t {
        match self {
            Self::Host => ZE_MEMORY_TYPE_HOST,
            Self::Device | Self::Image => ZE_MEMORY_TYPE_DEVICE,
            Self::Shared => ZE_MEMORY_TYPE_SHARED,
            Self::Imported => ZE_MEMORY_TYPE_HOST_IMPORTED,
            Self::Heap => ZE_MEMORY_TYPE_UNKNOWN,
        }
    }
}

/// Where one side of a copy is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Location {
    pub kind: MemoryKind,
    /// The device that the memory belongs to.
    pub device: Option<u32>,
}

impl Location {
    pub const HEAP: Self = Self { kind: MemoryKind::Heap, device: None };

    /// Where a pointer points, possibly into the middle of an allocation.
    pub fn from_pointer<T>(pointer: *const T) -> Self {
        find(pointer.addr()).map_or(Self::HEAP, |a| Self { kind: a.kind, device: a.device })
    }
}

/// An allocation.
#[derive(Debug, Clone, Copy)]
pub struct Allocation {
    pub base: usize,
    pub size: usize,
    pub kind: MemoryKind,
    pub device: Option<u32>,
    pub id: u64,
    origin: Origin,
}

/// How an allocation came to be.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Origin {
    Allocated(Layout),
    Imported,
    /// Another process's.
    Opened,
    /// Physical memory behind reserved addresses.
    Mapped,
}

/// Pages of the simulated device.
pub const PAGE_SIZE: usize = 4096;
/// Large allocations begin at a multiple of this, as on real devices.
const LARGE_PAGE_SIZE: usize = 64 << 10;

static ALLOCATIONS: RwLock<BTreeMap<usize, Allocation>> = RwLock::new(BTreeMap::new());
/// The files behind memory that has been shared, by its base.
static SHARED: Mutex<BTreeMap<usize, Arc<SharedFile>>> = Mutex::new(BTreeMap::new());
static NEXT_ID: AtomicU64 = AtomicU64::new(1);
static DEVICE_BYTES: AtomicU64 = AtomicU64::new(0);

/// An id that no other allocation or image has.
pub fn new_id() -> u64 {
    NEXT_ID.fetch_add(1, Ordering::Relaxed)
}

/// Bytes of device and shared memory in use.
pub fn device_bytes() -> u64 {
    DEVICE_BYTES.load(Ordering::Relaxed)
}

/// Bytes of memory in use on one device.
pub fn device_bytes_of(device: u32) -> u64 {
    let allocations = ALLOCATIONS.read().unwrap_or_else(PoisonError::into_inner);
    let own = |a: &&Allocation| a.device == Some(device) && matches!(a.origin, Origin::Allocated(_));
    allocations.values().filter(own).map(|a| a.size as u64).sum()
}

/// The allocation that an address lies in.
pub fn find(address: usize) -> Option<Allocation> {
    let allocations = ALLOCATIONS.read().unwrap_or_else(PoisonError::into_inner);
    let (_, allocation) = allocations.range(..=address).next_back()?;
    (address - allocation.base < allocation.size).then_some(*allocation)
}

/// Allocates memory of a kind.
pub fn allocate(kind: MemoryKind, device: Option<u32>, size: usize, alignment: usize) -> Outcome<usize> {
    if size == 0 {
        return Err(ZE_RESULT_ERROR_UNSUPPORTED_SIZE);
    }
    if alignment != 0 && !alignment.is_power_of_two() {
        return Err(ZE_RESULT_ERROR_UNSUPPORTED_ALIGNMENT);
    }
    let id = new_id();
    let out_of_memory = match kind {
        MemoryKind::Host => ZE_RESULT_ERROR_OUT_OF_HOST_MEMORY,
        _ => ZE_RESULT_ERROR_OUT_OF_DEVICE_MEMORY,
    };
    static MADE: AtomicU64 = AtomicU64::new(0);
    let made = MADE.fetch_add(1, Ordering::Relaxed);
    if settings().faults.oom_after.is_some_and(|limit| made >= limit) {
        return Err(out_of_memory);
    }
    let on_device = if kind == MemoryKind::Host { 0 } else { size as u64 };
    let limit = settings().memory_bytes * u64::from(settings().devices);
    if on_device > limit || DEVICE_BYTES.load(Ordering::Relaxed) > limit - on_device {
        return Err(out_of_memory);
    }
    let page = if size >= LARGE_PAGE_SIZE { LARGE_PAGE_SIZE } else { PAGE_SIZE };
    // Whole pages, so that they can be given to other processes.
    let bytes = size.checked_next_multiple_of(PAGE_SIZE).ok_or(ZE_RESULT_ERROR_UNSUPPORTED_SIZE)?;
    let bytes = if kind == MemoryKind::Device { bytes } else { size };
    let layout =
        Layout::from_size_align(bytes, page.max(alignment)).map_err(|_| ZE_RESULT_ERROR_UNSUPPORTED_SIZE)?;
    // SAFETY: the size is not zero.
    let pointer = unsafe { std::alloc::alloc(layout) };
    if pointer.is_null() {
        return Err(out_of_memory);
    }
    let base = pointer.expose_provenance();
    let allocation = Allocation { base, size, kind, device, id, origin: Origin::Allocated(layout) };
    DEVICE_BYTES.fetch_add(on_device, Ordering::Relaxed);
    usage::allocated(device, on_device);
    ALLOCATIONS.write().unwrap_or_else(PoisonError::into_inner).insert(base, allocation);
    Ok(base)
}

/// Registers the program's own memory. Memory that overlaps an allocation is refused.
pub fn import(base: usize, size: usize) -> Outcome {
    add(base, size, MemoryKind::Imported, None, Origin::Imported)
}

/// Registers memory that is mapped at reserved addresses.
pub fn add_mapped(base: usize, size: usize, kind: MemoryKind, device: Option<u32>) -> Outcome {
    add(base, size, kind, device, Origin::Mapped)
}

fn add(base: usize, size: usize, kind: MemoryKind, device: Option<u32>, origin: Origin) -> Outcome {
    let mut allocations = ALLOCATIONS.write().unwrap_or_else(PoisonError::into_inner);
    let before = allocations.range(..base.saturating_add(size)).next_back();
    if size == 0 || before.is_some_and(|(_, a)| a.base + a.size > base) {
        return Err(ZE_RESULT_ERROR_INVALID_ARGUMENT);
    }
    allocations.insert(base, Allocation { base, size, kind, device, id: new_id(), origin });
    Ok(())
}

/// Forgets memory that was registered in this way, and returns its size.
fn remove(base: usize, origin: Origin) -> Outcome<usize> {
    let mut allocations = ALLOCATIONS.write().unwrap_or_else(PoisonError::into_inner);
    match allocations.get(&base) {
        Some(allocation) if allocation.origin == origin => {
            Ok(allocations.remove(&base).map_or(0, |allocation| allocation.size))
        }
        _ => Err(ZE_RESULT_ERROR_INVALID_ARGUMENT),
    }
}

/// Forgets imported memory.
pub fn release_imported(base: usize) -> Outcome {
    remove(base, Origin::Imported).map(drop)
}

/// Forgets mapped memory, and gives its size.
pub fn remove_mapped(base: usize) -> Outcome<usize> {
    remove(base, Origin::Mapped)
}

/// The file behind device memory, which other processes can map, and the memory's size. It is made on demand;
/// nothing may write to the memory meanwhile.
pub fn share(address: usize) -> Outcome<(Allocation, Arc<SharedFile>)> {
    let mut shared = SHARED.lock().unwrap_or_else(PoisonError::into_inner);
    let allocation = find(address).ok_or(ZE_RESULT_ERROR_INVALID_ARGUMENT)?;
    let (MemoryKind::Device, Origin::Allocated(layout)) = (allocation.kind, allocation.origin) else {
        return Err(ZE_RESULT_ERROR_INVALID_ARGUMENT);
    };
    if let Some(file) = shared.get(&allocation.base) {
        return Ok((allocation, Arc::clone(file)));
    }
    let file = SharedFile::new(layout.size())?;
    let copy = file.map()?;
    let (from, to) = (std::ptr::with_exposed_provenance::<u8>(allocation.base), copy);
    // SAFETY: both are of this size, and the copy is new.
    unsafe {
        let to = std::ptr::with_exposed_provenance_mut::<u8>(to);
        std::ptr::copy_nonoverlapping(from, to, layout.size());
    }
    // SAFETY: nobody else knows this mapping.
    unsafe { shared_file::unmap(copy, layout.size()) };
    // SAFETY: whole pages of this allocation, with the same in them.
    unsafe { file.map_at(allocation.base, layout.size(), 0, libc::PROT_READ | libc::PROT_WRITE) }?;
    let file = Arc::new(file);
    shared.insert(allocation.base, Arc::clone(&file));
    Ok((allocation, file))
}

/// Maps another process's memory.
pub fn open(file: &SharedFile, size: usize, device: u32) -> Outcome<usize> {
    let base = file.map()?;
    match add(base, size, MemoryKind::Device, Some(device), Origin::Opened) {
        Ok(()) => Ok(base),
        Err(refusal) => {
            // SAFETY: just mapped, and nobody knows it yet.
            unsafe { shared_file::unmap(base, size) };
            Err(refusal)
        }
    }
}

/// Ends that.
pub fn close(base: usize) -> Outcome {
    let size = remove(base, Origin::Opened)?;
    // SAFETY: `open` has mapped it, and the program is done with it.
    unsafe { shared_file::unmap(base, size) };
    Ok(())
}

/// Removes an allocation from the records; its memory stays until the returned value is dropped.
pub fn take(base: usize) -> Outcome<Freed> {
    let mut allocations = ALLOCATIONS.write().unwrap_or_else(PoisonError::into_inner);
    match allocations.get(&base).copied() {
        Some(Allocation { origin: Origin::Allocated(layout), kind, size, device, .. }) => {
            allocations.remove(&base);
            if kind != MemoryKind::Host {
                DEVICE_BYTES.fetch_sub(size as u64, Ordering::Relaxed);
                usage::freed(device, size as u64);
            }
            Ok(Freed { base, layout, is_device: kind == MemoryKind::Device })
        }
        _ => Err(ZE_RESULT_ERROR_INVALID_ARGUMENT),
    }
}

/// Memory that nothing may use any more.
#[derive(Debug)]
pub struct Freed {
    base: usize,
    layout: Layout,
    is_device: bool,
}

impl Drop for Freed {
    fn drop(&mut self) {
        let was_shared =
            || SHARED.lock().unwrap_or_else(PoisonError::into_inner).remove(&self.base).is_some();
        if self.is_device && was_shared() {
            // SAFETY: nothing uses the memory any more in this process; the allocator gets memory of its own back.
            let own = unsafe { shared_file::map_ordinary(self.base, self.layout.size()) };
            if own.is_err() {
                return;
            }
        }
        // SAFETY: `allocate` got it from the allocator with this layout, and `take` handed it out once.
        unsafe { std::alloc::dealloc(std::ptr::with_exposed_provenance_mut(self.base), self.layout) };
    }
}
