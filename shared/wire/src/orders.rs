//! What zetop tells its probes: one page in a separate file of the session folder, which probes map to read.
//!
//! Nothing is sent, so nothing can block and nobody holds a descriptor. zetop writes with `pwrite`; a probe looks
//! when it has a reason to.

use std::mem::size_of;
use std::sync::atomic::AtomicU32;

/// Name of the file.
pub const ORDERS_FILE: &str = "orders";
/// Its length: a page, so that all of it can be mapped.
pub const ORDERS_BYTES: usize = 4096;

/// The page. Zeros if there is no file.
#[repr(C)]
pub struct Orders {
    /// Increases while zetop is alive and reading. If it does not, zetop may be stopped rather than dead: the
    /// lock on the options tells.
    pub beat: AtomicU32,
    /// Not 0: put attached programs back as they were; answered with [`Life::Detached`](crate::layout::Life) in
    /// the process file.
    pub detach: AtomicU32,
}

/// Offset of [`Orders::beat`] in the file.
pub const BEAT_AT: u64 = std::mem::offset_of!(Orders, beat) as u64;
/// Offset of [`Orders::detach`] in the file.
pub const DETACH_AT: u64 = std::mem::offset_of!(Orders, detach) as u64;

const _: () = assert!(size_of::<Orders>() <= ORDERS_BYTES);
