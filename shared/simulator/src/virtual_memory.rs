//! Reserved addresses, and physical memory that is mapped there.

use crate::Outcome;
use crate::handle::{HandleKind, Shared};
use crate::memory::{self, MemoryKind, PAGE_SIZE};
use crate::shared_file::{self, SharedFile};
use crate::sync::lock;
use level_zero_sys::*;
use std::collections::BTreeMap;
use std::sync::Mutex;

/// Memory without an address.
pub struct PhysicalMemory {
    pub file: SharedFile,
    /// None: on the host.
    pub device: Option<u32>,
    pub id: u64,
}
impl HandleKind for PhysicalMemory {
    const MAGIC: u64 = u64::from_le_bytes(*b"phys mem");
    type Raw = _ze_physical_mem_handle_t;
}

/// What is mapped at some of the reserved addresses.
struct Mapping {
    size: usize,
    access: ze_memory_access_attribute_t,
    /// It stays as long as it is mapped.
    _memory: Shared<PhysicalMemory>,
}

#[derive(Default)]
struct Reservation {
    size: usize,
    mappings: BTreeMap<usize, Mapping>,
}

static RESERVATIONS: Mutex<BTreeMap<usize, Reservation>> = Mutex::new(BTreeMap::new());

/// Fails unless the size is a number of whole pages.
pub fn check_size(size: usize) -> Outcome {
    match size {
        0 => Err(ZE_RESULT_ERROR_UNSUPPORTED_SIZE),
        size if size.is_multiple_of(PAGE_SIZE) => Ok(()),
        _ => Err(ZE_RESULT_ERROR_UNSUPPORTED_SIZE),
    }
}

fn check_address(address: usize) -> Outcome {
    match address.is_multiple_of(PAGE_SIZE) {
        true => Ok(()),
        false => Err(ZE_RESULT_ERROR_UNSUPPORTED_ALIGNMENT),
    }
}

/// The operating system's flags for an access.
fn protection(access: ze_memory_access_attribute_t) -> Outcome<i32> {
    match access {
        ZE_MEMORY_ACCESS_ATTRIBUTE_NONE => Ok(libc::PROT_NONE),
        ZE_MEMORY_ACCESS_ATTRIBUTE_READWRITE => Ok(libc::PROT_READ | libc::PROT_WRITE),
        ZE_MEMORY_ACCESS_ATTRIBUTE_READONLY => Ok(libc::PROT_READ),
        _ => Err(ZE_RESULT_ERROR_INVALID_ENUMERATION),
    }
}

/// Reserves addresses, at `hint` if those are free.
pub fn reserve(hint: usize, size: usize) -> Outcome<usize> {
    check_size(size)?;
    let base = shared_file::reserve(hint, size).map_err(|_| ZE_RESULT_ERROR_OUT_OF_DEVICE_MEMORY)?;
    lock(&RESERVATIONS).insert(base, Reservation { size, mappings: BTreeMap::new() });
    Ok(base)
}

/// Gives reserved addresses back, with what is mapped there.
pub fn free(base: usize, size: usize) -> Outcome {
    check_size(size)?;
    let mut reservations = lock(&RESERVATIONS);
    if reservations.get(&base).is_none_or(|reservation| reservation.size != size) {
        return Err(ZE_RESULT_ERROR_INVALID_ARGUMENT);
    }
    if let Some(reservation) = reservations.remove(&base) {
        reservation.mappings.keys().try_for_each(|mapped| memory::remove_mapped(*mapped).map(drop))?;
    }
    // SAFETY: `reserve` has mapped it, and the program is done with it.
    unsafe { shared_file::unmap(base, size) };
    Ok(())
}

/// Works on the reservation that contains these addresses.
fn with<R>(address: usize, size: usize, work: impl FnOnce(&mut Reservation) -> Outcome<R>) -> Outcome<R> {
    check_size(size)?;
    check_address(address)?;
    let mut reservations = lock(&RESERVATIONS);
    let (base, reservation) =
        reservations.range_mut(..=address).next_back().ok_or(ZE_RESULT_ERROR_INVALID_ARGUMENT)?;
    let end = address.checked_add(size).ok_or(ZE_RESULT_ERROR_INVALID_ARGUMENT)?;
    if end > base + reservation.size {
        return Err(ZE_RESULT_ERROR_INVALID_ARGUMENT);
    }
    work(reservation)
}

/// Maps a part of physical memory behind reserved addresses.
pub fn map(
    address: usize,
    size: usize,
    memory: Shared<PhysicalMemory>,
    offset: usize,
    access: ze_memory_access_attribute_t,
) -> Outcome {
    let protection = protection(access)?;
    if !offset.is_multiple_of(PAGE_SIZE) {
        return Err(ZE_RESULT_ERROR_UNSUPPORTED_ALIGNMENT);
    }
    if offset.checked_add(size).is_none_or(|end| end > memory.file.size) {
        return Err(ZE_RESULT_ERROR_INVALID_ARGUMENT);
    }
    with(address, size, |reservation| {
        let kind = if memory.device.is_some() { MemoryKind::Device } else { MemoryKind::Host };
        // Addresses that are mapped already are refused.
        memory::add_mapped(address, size, kind, memory.device)?;
        // SAFETY: reserved by this driver, with nothing behind it.
        if let Err(failure) = unsafe { memory.file.map_at(address, size, offset, protection) } {
            memory::remove_mapped(address)?;
            return Err(failure);
        }
        reservation.mappings.insert(address, Mapping { size, access, _memory: memory });
        Ok(())
    })
}

/// Ends a mapping, all of it.
pub fn unmap(address: usize, size: usize) -> Outcome {
    with(address, size, |reservation| {
        match reservation.mappings.get(&address) {
            Some(mapping) if mapping.size == size => {}
            _ => return Err(ZE_RESULT_ERROR_INVALID_ARGUMENT),
        }
        // SAFETY: mapped by `map`, and the program is done with it.
        unsafe { shared_file::empty(address, size) }?;
        reservation.mappings.remove(&address);
        memory::remove_mapped(address).map(drop)
    })
}

/// Changes what may be done with a mapping.
pub fn set_access(address: usize, size: usize, access: ze_memory_access_attribute_t) -> Outcome {
    let protection = protection(access)?;
    with(address, size, |reservation| {
        let mapping = reservation.mappings.get_mut(&address).filter(|mapping| mapping.size == size);
        let mapping = mapping.ok_or(ZE_RESULT_ERROR_INVALID_ARGUMENT)?;
        // SAFETY: mapped by `map`.
        unsafe { shared_file::protect(address, size, protection) }?;
        mapping.access = access;
        Ok(())
    })
}

/// What may be done at an address, and for how many bytes from there on, `size` at most.
pub fn access(address: usize, size: usize) -> Outcome<(ze_memory_access_attribute_t, usize)> {
    with(address, size, |reservation| {
        let before = reservation.mappings.range(..=address).next_back();
        if let Some((base, mapping)) = before.filter(|(base, mapping)| address < *base + mapping.size) {
            return Ok((mapping.access, size.min(base + mapping.size - address)));
        }
        let next = reservation.mappings.range(address..).next().map_or(usize::MAX, |(base, _)| *base);
        Ok((ZE_MEMORY_ACCESS_ATTRIBUTE_NONE, size.min(next - address)))
    })
}
