//! What an operation is, and the class that it belongs to.

use zetop_wire::layout::{DEVICES, MemoryKind, OpKind, size_class};

/// What an operation is, as far as the figures are concerned.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct OpClass {
    pub kind: OpKind,
    /// Kernels: id of the name. 0 for the rest.
    pub name: u32,
    pub src: MemoryKind,
    pub dst: MemoryKind,
    /// The devices at the two ends of a copy.
    pub src_device: Option<u32>,
    pub dst_device: Option<u32>,
    /// Ordinal of the queue group, if the API has them. Copies are counted per queue group.
    pub group: Option<u32>,
    pub bytes: u64,
    pub groups: [u32; 3],
    pub group_size: [u32; 3],
    /// Kernels: [`zetop_wire::layout::FLUSHED`] and the like.
    pub caches: u8,
}

impl OpClass {
    #[must_use]
    pub fn from_kind(kind: OpKind) -> Self {
        Self {
            kind,
            name: 0,
            src: MemoryKind::None,
            dst: MemoryKind::None,
            src_device: None,
            dst_device: None,
            group: None,
            bytes: 0,
            groups: [0; 3],
            group_size: [0; 3],
            caches: 0,
        }
    }
}

/// What tells classes apart.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Key {
    /// [`zetop_wire::layout::Class::key`]
    pub key: u64,
    pub name: u32,
    /// Copies: ordinal of the queue group, plus one.
    pub group_plus_one: u32,
}

impl OpClass {
    /// The key of its class, on a device.
    #[must_use]
    pub fn key(&self, device: u32) -> Key {
        let copies = self.kind == OpKind::Copy;
        let size = if copies { size_class(self.bytes) } else { self.caches };
        let key = self.kind as u64
            | (self.src as u64) << 8
            | (self.dst as u64) << 16
            | u64::from(size) << 24
            | u64::from(device & 0xffff) << 32
            | plus_one(self.src_device) << 48
            | plus_one(self.dst_device) << 56;
        let group_plus_one = self.group.filter(|_| copies).map_or(0, |group| group.saturating_add(1));
        Key { key, name: self.name, group_plus_one }
    }
}

/// As a byte of a class's key; 0 for none, and for devices without an entry.
fn plus_one(device: Option<u32>) -> u64 {
    device.filter(|device| *device < DEVICES as u32).map_or(0, |device| u64::from(device) + 1)
}
