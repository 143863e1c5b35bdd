//! The class of an append, with the lock: see [`crate::subject`].

use super::state::State;
use crate::subject::{AppendPlace, Kernel, Objects, Subject};
use level_zero_sys::ze_image_region_t;
use zetop_probe_core::publish::OpClass;
use zetop_wire::layout::OpKind;

/// With the lock, all is known.
struct WithLock<'a, L> {
    state: &'a mut State,
    look_up: L,
}

impl<L: FnMut(&mut State, usize) -> Kernel> Objects for WithLock<'_, L> {
    fn kernel(&mut self, handle: usize) -> Option<Kernel> {
        Some((self.look_up)(self.state, handle))
    }

    fn device(&mut self, handle: usize) -> Option<u32> {
        Some(self.state.device(handle) as u32)
    }

    fn image_bytes(&mut self, image: usize, region: Option<&ze_image_region_t>) -> Option<u64> {
        Some(self.state.registry.images.get(&image).map_or(0, |image| image.bytes(region)))
    }
}

impl State {
    /// What the program appends to a list. `look_up` tells of a kernel.
    pub fn class_of(
        &mut self,
        list: usize,
        of: impl FnOnce(&mut AppendPlace<'_>) -> Subject,
        look_up: impl FnMut(&mut Self, usize) -> Kernel,
    ) -> OpClass {
        let list = self.registry.lists.get(&list);
        let device = list.and_then(|l| self.devices.get(l.device)).map_or(0, |d| d.handle);
        let (context, asks) = (list.map_or(0, |l| l.context), self.before_attach.attached);
        let subject = of(&mut AppendPlace { device, context, asks, spare: &mut || self.spare_context() });
        let class = subject.class(&mut WithLock { state: self, look_up });
        // There always is one, with the lock.
        class.unwrap_or_else(|| OpClass::from_kind(OpKind::Other))
    }
}
