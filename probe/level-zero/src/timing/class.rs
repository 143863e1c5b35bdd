//! The class of an append, from the program's arguments and what is known of its objects.

use super::publish::OpClass;
use super::state::State;
use super::subject::{End, Part, Place, Subject};
use level_zero_sys::ze_image_region_t;
use zetop_wire::layout::{MemoryKind, OpKind};

impl State {
    /// What the program appends to a list.
    pub fn subject(&mut self, list: usize, of: impl FnOnce(&mut Place<'_>) -> Subject) -> Subject {
        let list = self.lists.get(&list);
        let device = list.and_then(|l| self.devices.get(l.device)).map_or(0, |d| d.handle);
        let (context, asks) = (list.map_or(0, |l| l.context), self.attached);
        of(&mut Place { device, context, asks, spare: &mut || self.spare_context() })
    }

    /// `look_up` gives a kernel's name and group size.
    pub fn class_of(
        &mut self,
        subject: &Subject,
        look_up: impl FnOnce(&mut Self, usize) -> (u32, [u32; 3]),
    ) -> OpClass {
        let image = |state: &Self, (image, region): &Part| state.image_bytes(*image, region.as_ref());
        match subject {
            Subject::Kernel { handle, groups, group_size } => {
                let (name, own_size) = look_up(self, *handle);
                let group_size = group_size.unwrap_or(own_size);
                OpClass { name, groups: *groups, group_size, ..OpClass::of(OpKind::Kernel) }
            }
            Subject::Copy { src, dst, bytes } => {
                let (src_device, dst_device) = (self.number(src), self.number(dst));
                let bytes = *bytes;
                OpClass { src: src.0, dst: dst.0, src_device, dst_device, bytes, ..OpClass::of(OpKind::Copy) }
            }
            Subject::Fill { dst, bytes } => OpClass { dst: *dst, bytes: *bytes, ..OpClass::of(OpKind::Fill) },
            Subject::ToImage { src, image: part } => {
                let (src_device, bytes) = (self.number(src), image(self, part));
                OpClass { src: src.0, src_device, dst: MemoryKind::Image, bytes, ..OpClass::of(OpKind::Copy) }
            }
            Subject::FromImage { dst, image: part } => {
                let (dst_device, bytes) = (self.number(dst), image(self, part));
                OpClass { src: MemoryKind::Image, dst: dst.0, dst_device, bytes, ..OpClass::of(OpKind::Copy) }
            }
            Subject::BetweenImages { src, dst, region } => {
                let bytes = match image(self, &(*src, *region)) {
                    0 => image(self, &(*dst, *region)),
                    bytes => bytes,
                };
                let kind = MemoryKind::Image;
                OpClass { src: kind, dst: kind, bytes, ..OpClass::of(OpKind::Copy) }
            }
            Subject::Barrier => OpClass::of(OpKind::Barrier),
        }
    }

    /// Number of the device that an end of a copy is on.
    fn number(&mut self, end: &End) -> Option<u32> {
        end.1.map(|device| self.device(device) as u32)
    }

    fn image_bytes(&self, image: usize, region: Option<&ze_image_region_t>) -> u64 {
        self.images.get(&image).map_or(0, |image| image.bytes(region))
    }
}
