//! What an append puts on the device, as far as the program's arguments say it, which are its own again after the call.

use level_zero_sys::ze_image_region_t;
use zetop_wire::layout::MemoryKind;

/// One end of a copy: the kind of memory, and the handle of the device that it is on, if any.
pub type End = (MemoryKind, Option<usize>);

/// From the program's arguments. It refers to nothing of the program's.
#[derive(Debug, Clone, Copy)]
pub enum Subject {
    Kernel {
        handle: usize,
        groups: [u32; 3],
        /// `None`: the one that the kernel was given.
        group_size: Option<[u32; 3]>,
    },
    Copy {
        src: End,
        dst: End,
        bytes: u64,
    },
    Fill {
        dst: MemoryKind,
        bytes: u64,
    },
    ToImage {
        src: End,
        image: Part,
    },
    FromImage {
        dst: End,
        image: Part,
    },
    BetweenImages {
        src: usize,
        dst: usize,
        region: Option<ze_image_region_t>,
    },
    Barrier,
}

/// A region of an image; `None`: all of it.
pub type Part = (usize, Option<ze_image_region_t>);

/// Where something is appended.
pub struct Place<'a> {
    /// Handle of the list's device; 0 if it is unknown.
    pub device: usize,
    /// The list's context, for questions about addresses; 0 if it is unknown.
    pub context: usize,
    /// The driver may be asked about addresses, which may be from before the attach.
    pub asks: bool,
    /// A context of ours to ask in.
    pub spare: &'a mut dyn FnMut() -> usize,
}

/// What is known of a kernel.
#[derive(Debug, Clone, Copy)]
pub struct Kernel {
    pub name: u32,
    pub group_size: [u32; 3],
}
