//! What an append puts on the device, as far as the program's arguments say it, which are its own again after the call; and
//! its class, from that and what is known of its objects.

pub mod images;

use level_zero_sys::{ze_event_handle_t, ze_image_region_t};
use zetop_probe_core::publish::OpClass;
use zetop_wire::layout::{MemoryKind, OpKind};

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
        image: ImagePart,
    },
    FromImage {
        dst: End,
        image: ImagePart,
    },
    BetweenImages {
        src: usize,
        dst: usize,
        region: Option<ze_image_region_t>,
    },
    Barrier,
}

/// A region of an image; `None`: all of it.
#[derive(Debug, Clone, Copy)]
pub struct ImagePart {
    pub image: usize,
    pub region: Option<ze_image_region_t>,
}

/// The program's array of events that a command waits for.
#[derive(Debug, Clone, Copy)]
pub struct Waits {
    pub count: u32,
    pub events: *mut ze_event_handle_t,
}

/// Where something is appended.
pub struct AppendPlace<'a> {
    /// Handle of the list's device; 0 if it is unknown.
    pub device: usize,
    /// The list's context, for questions about addresses; 0 if it is unknown.
    pub context: usize,
    /// The driver may be asked about addresses, which may be from before the attach.
    pub asks: bool,
    /// A context of the probe's to ask in.
    pub spare: &'a mut dyn FnMut() -> usize,
}

/// What is known of a kernel.
#[derive(Debug, Clone, Copy)]
pub struct Kernel {
    pub name: u32,
    pub group_size: [u32; 3],
}

/// What is known of the program's objects: `None` if that takes the lock.
pub trait Objects {
    fn kernel(&mut self, handle: usize) -> Option<Kernel>;
    /// Number of a device.
    fn device(&mut self, handle: usize) -> Option<u32>;
    /// Of a region of an image, or of all of it.
    fn image_bytes(&mut self, image: usize, region: Option<&ze_image_region_t>) -> Option<u64>;
}

impl Subject {
    /// `None` if it takes the lock to tell.
    pub fn class(&self, objects: &mut impl Objects) -> Option<OpClass> {
        // The device that an end of a copy is on, if it is on one.
        fn on(objects: &mut impl Objects, end: &End) -> Option<Option<u32>> {
            end.1.map_or(Some(None), |device| objects.device(device).map(Some))
        }
        fn bytes(objects: &mut impl Objects, part: &ImagePart) -> Option<u64> {
            objects.image_bytes(part.image, part.region.as_ref())
        }
        Some(match self {
            Self::Kernel { handle, groups, group_size } => {
                let Kernel { name, group_size: own_size } = objects.kernel(*handle)?;
                let group_size = group_size.unwrap_or(own_size);
                OpClass { name, groups: *groups, group_size, ..OpClass::from_kind(OpKind::Kernel) }
            }
            Self::Copy { src, dst, bytes } => {
                let (src_device, dst_device) = (on(objects, src)?, on(objects, dst)?);
                let bytes = *bytes;
                OpClass {
                    src: src.0,
                    dst: dst.0,
                    src_device,
                    dst_device,
                    bytes,
                    ..OpClass::from_kind(OpKind::Copy)
                }
            }
            Self::Fill { dst, bytes } => {
                OpClass { dst: *dst, bytes: *bytes, ..OpClass::from_kind(OpKind::Fill) }
            }
            Self::ToImage { src, image } => {
                let (src_device, bytes) = (on(objects, src)?, bytes(objects, image)?);
                OpClass {
                    src: src.0,
                    src_device,
                    dst: MemoryKind::Image,
                    bytes,
                    ..OpClass::from_kind(OpKind::Copy)
                }
            }
            Self::FromImage { dst, image } => {
                let (dst_device, bytes) = (on(objects, dst)?, bytes(objects, image)?);
                OpClass {
                    src: MemoryKind::Image,
                    dst: dst.0,
                    dst_device,
                    bytes,
                    ..OpClass::from_kind(OpKind::Copy)
                }
            }
            Self::BetweenImages { src, dst, region } => {
                let bytes = match bytes(objects, &ImagePart { image: *src, region: *region })? {
                    0 => bytes(objects, &ImagePart { image: *dst, region: *region })?,
                    bytes => bytes,
                };
                let kind = MemoryKind::Image;
                OpClass { src: kind, dst: kind, bytes, ..OpClass::from_kind(OpKind::Copy) }
            }
            Self::Barrier => OpClass::from_kind(OpKind::Barrier),
        })
    }
}
