//! CUPTI's activity records of device operations, read from the bytes of a buffer. Structures have grown at their ends from
//! version to version: a field is read where it is in all since CUPTI 11, and only as far as there are bytes.

use crate::bindings::*;
use std::mem::offset_of;

/// A record of one operation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Record {
    pub what: What,
    pub device: u32,
    pub context: u32,
    pub stream: u32,
    /// By CUPTI's clock.
    pub start: u64,
    pub end: u64,
    pub correlation: u32,
    /// The operation is a node of a graph.
    pub is_of_graph: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum What {
    Kernel {
        groups: [u32; 3],
        group_size: [u32; 3],
        registers: u16,
        static_shared: u32,
        dynamic_shared: u32,
        local_per_thread: u32,
        /// Address of its name, a C string of CUPTI's; 0 for none.
        name: usize,
    },
    Copy {
        /// `CUpti_ActivityMemcpyKind`.
        way: u32,
        /// `CUpti_ActivityMemoryKind`.
        from: u32,
        to: u32,
        bytes: u64,
    },
    CopyBetweenDevices {
        from: u32,
        to: u32,
        bytes: u64,
        from_device: u32,
        to_device: u32,
    },
    Set {
        value: u32,
        bytes: u64,
        memory: u32,
    },
}

/// Numbers that stand in records.
trait Number: Sized {
    fn at(bytes: &[u8], offset: usize) -> Option<Self>;
}

macro_rules! numbers {
    ($($number:ty),*) => { $(
        impl Number for $number {
            fn at(bytes: &[u8], offset: usize) -> Option<Self> {
                Some(Self::from_ne_bytes(*bytes.get(offset..)?.first_chunk()?))
            }
        }
    )* };
}
numbers!(u8, u16, u32, u64, usize);

/// A field of a structure, from the bytes of one; ends the function where these are too few.
macro_rules! field {
    ($bytes:ident, $of:ident.$field:ident) => {
        Number::at($bytes, offset_of!($of, $field))?
    };
}

/// What all structures have, under the same names.
macro_rules! record {
    ($bytes:ident, $of:ident, $what:expr) => {
        Record {
            what: $what,
            device: field!($bytes, $of.deviceId),
            context: field!($bytes, $of.contextId),
            stream: field!($bytes, $of.streamId),
            start: field!($bytes, $of.start),
            end: field!($bytes, $of.end),
            correlation: field!($bytes, $of.correlationId),
            is_of_graph: u64::at($bytes, offset_of!($of, graphNodeId)).is_some_and(|node| node != 0),
        }
    };
}

impl Record {
    /// The record that begins here; others may follow. `None` if it is of another kind, or cut off.
    #[must_use]
    pub fn read(bytes: &[u8]) -> Option<Self> {
        use CUpti_ActivityKernel9 as Kernel;
        use CUpti_ActivityMemcpy6 as Copy;
        use CUpti_ActivityMemcpyPtoP4 as Peer;
        use CUpti_ActivityMemset4 as Set;
        let byte = |offset| u8::at(bytes, offset).map(u32::from);
        Some(match u32::at(bytes, 0)? {
            CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL | CUPTI_ACTIVITY_KIND_KERNEL => {
                let what = What::Kernel {
                    groups: [
                        field!(bytes, Kernel.gridX),
                        field!(bytes, Kernel.gridY),
                        field!(bytes, Kernel.gridZ),
                    ],
                    group_size: [
                        field!(bytes, Kernel.blockX),
                        field!(bytes, Kernel.blockY),
                        field!(bytes, Kernel.blockZ),
                    ],
                    registers: field!(bytes, Kernel.registersPerThread),
                    static_shared: field!(bytes, Kernel.staticSharedMemory),
                    dynamic_shared: field!(bytes, Kernel.dynamicSharedMemory),
                    local_per_thread: field!(bytes, Kernel.localMemoryPerThread),
                    name: field!(bytes, Kernel.name),
                };
                record!(bytes, Kernel, what)
            }
            CUPTI_ACTIVITY_KIND_MEMCPY => {
                let what = What::Copy {
                    way: byte(offset_of!(Copy, copyKind))?,
                    from: byte(offset_of!(Copy, srcKind))?,
                    to: byte(offset_of!(Copy, dstKind))?,
                    bytes: field!(bytes, Copy.bytes),
                };
                record!(bytes, Copy, what)
            }
            CUPTI_ACTIVITY_KIND_MEMCPY2 => {
                let what = What::CopyBetweenDevices {
                    from: byte(offset_of!(Peer, srcKind))?,
                    to: byte(offset_of!(Peer, dstKind))?,
                    bytes: field!(bytes, Peer.bytes),
                    from_device: field!(bytes, Peer.srcDeviceId),
                    to_device: field!(bytes, Peer.dstDeviceId),
                };
                record!(bytes, Peer, what)
            }
            CUPTI_ACTIVITY_KIND_MEMSET => {
                let what = What::Set {
                    value: field!(bytes, Set.value),
                    bytes: field!(bytes, Set.bytes),
                    memory: u16::at(bytes, offset_of!(Set, memoryKind))?.into(),
                };
                record!(bytes, Set, what)
            }
            _ => return None,
        })
    }
}

/// How many copies the record of a copy that begins here stands for. Only for records of CUPTI 12.8 and later; earlier ones
/// end before that.
#[must_use]
pub fn copies(bytes: &[u8]) -> u64 {
    u64::at(bytes, offset_of!(CUpti_ActivityMemcpy6, copyCount)).unwrap_or(1)
}
