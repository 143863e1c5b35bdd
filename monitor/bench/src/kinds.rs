//! The kinds of memory that are copied between.

use Side::{Device, Heap, Host, Shared};

/// A kind of memory that copies go from or to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Side {
    Heap,
    Host,
    Device,
    Shared,
}

impl Side {
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

/// From where to where.
pub const PAIRS: [(Side, Side); 6] =
    [(Shared, Shared), (Heap, Device), (Device, Heap), (Device, Device), (Host, Device), (Device, Host)];
