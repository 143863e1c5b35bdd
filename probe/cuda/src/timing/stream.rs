//! Streams and operations as calls and records name them.

use cuda_sys::CUstream;

/// Handles that mean a default stream: the legacy one, and the thread's own.
pub const LEGACY: usize = 1;
pub const PER_THREAD: usize = 2;

/// CUPTI's numbers of a context and of a stream in it, as its records have them.
pub type Ids = (u32, u32);

/// The stream of a call: the handle, and whether null is the thread's own default stream for that function.
#[derive(Clone, Copy)]
pub struct Stream {
    pub handle: CUstream,
    pub per_thread: bool,
}

impl Stream {
    /// A handle that means the same stream in all functions; `None` for the legacy default stream.
    pub fn own_handle(self) -> Option<CUstream> {
        match self.handle as usize {
            0 if self.per_thread => Some(PER_THREAD as CUstream),
            0 | LEGACY => None,
            _ => Some(self.handle),
        }
    }
}

/// The features of an operation that both its call and its record show. Other operations may have the same.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Looks(pub(super) u64);

impl Looks {
    pub fn kernel(groups: [u32; 3], group_size: [u32; 3]) -> Self {
        let all = groups.into_iter().chain(group_size);
        let mixed =
            all.fold(0u64, |sum, n| (sum.rotate_left(11) ^ u64::from(n)).wrapping_mul(0x9e37_79b9_7f4a_7c15));
        Self(mixed << 2 | 1)
    }
    pub fn copy(bytes: u64) -> Self {
        Self(bytes << 2 | 2)
    }
    pub fn set(bytes: u64) -> Self {
        Self(bytes << 2 | 3)
    }
    pub fn is_kernel(self) -> bool {
        self.0 & 3 == 1
    }
    pub fn is_copy(self) -> bool {
        self.0 & 3 == 2
    }
    /// Looks of all that a graph holds.
    pub const GRAPH: Self = Self(0);
    /// Looks of all that a graph holds of which it is not known how many operations that is.
    pub const UNKNOWN_GRAPH: Self = Self(4);

    pub fn is_graph(self) -> bool {
        self == Self::GRAPH || self == Self::UNKNOWN_GRAPH
    }
}
