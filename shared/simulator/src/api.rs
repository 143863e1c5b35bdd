//! The functions of the specification, a file per object, as inherent functions of [`crate::ddi::Api`].
//!
//! All share one contract, which the specification imposes on the program and the loader passes on: a handle
//! is null or that of a live object; a pointer is null, or valid for what the function reads or writes
//! through it, with the length that its other arguments give; `pNext` chains consist of structures that begin
//! with `stype` and `pNext`. This is what *contract* means in the comments below.
#![allow(non_snake_case, clippy::missing_safety_doc, clippy::too_many_arguments)]

mod append;
mod append_copy;
mod append_image;
mod append_launch;
mod command_list;
mod command_queue;
mod context;
mod device;
mod device_properties;
mod driver;
mod event;
mod event_pool;
mod extensions;
mod fence;
mod graph;
mod image;
mod ipc;
mod kernel;
mod memory;
mod module;
mod runtime;
mod sampler;
mod sysman;
mod sysman_absent;
mod sysman_readings;
mod virtual_memory;

use level_zero_sys::ze_structure_type_t;
use std::ffi::c_void;

/// What every extensible structure begins with.
#[repr(C)]
#[derive(Clone, Copy)]
struct Header {
    stype: ze_structure_type_t,
    next: *mut c_void,
}

/// The structures of a `pNext` chain, by their `stype`.
///
/// # Safety
/// `next` begins a chain of structures (contract).
unsafe fn chain(next: *const c_void) -> impl Iterator<Item = (ze_structure_type_t, *mut c_void)> {
    /// Longer chains are assumed to be circular.
    const LIMIT: usize = 64;
    let mut next = next.cast_mut();
    std::iter::from_fn(move || {
        let this = next;
        // SAFETY: null, or a structure that begins with a header (contract).
        let header = unsafe { this.cast::<Header>().as_ref() }?;
        next = header.next;
        Some((header.stype, this))
    })
    .take(LIMIT)
}
