//! The kinds of memory that are copied between.

use MemoryKind::{Device, Heap, Host, Shared};

/// A kind of memory that copies go from or to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MemoryKind {
    Heap,
    Host,
    Device,
    Shared,
}

impl MemoryKind {
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Heap => "heap",
            Self::Host => "host",
            Self::Device => "device",
            Self::Shared => "shared",
        }
    }
}

/// Source and target of the copies that `zetop bench transfers` measures.
pub const COPY_DIRECTIONS: [(MemoryKind, MemoryKind); 6] =
    [(Shared, Shared), (Heap, Device), (Device, Heap), (Device, Device), (Host, Device), (Device, Host)];
