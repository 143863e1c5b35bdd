//! What the kernel asks of a file system in user space: `enum fuse_opcode` of `linux/fuse.h`.

pub(crate) const LOOKUP: u32 = 1;
pub(crate) const FORGET: u32 = 2;
pub(crate) const GETATTR: u32 = 3;
pub(crate) const OPEN: u32 = 14;
pub(crate) const READ: u32 = 15;
pub(crate) const WRITE: u32 = 16;
pub(crate) const RELEASE: u32 = 18;
pub(crate) const FSYNC: u32 = 20;
pub(crate) const FLUSH: u32 = 25;
pub(crate) const INIT: u32 = 26;
pub(crate) const OPENDIR: u32 = 27;
pub(crate) const RELEASEDIR: u32 = 29;
pub(crate) const INTERRUPT: u32 = 36;
pub(crate) const BATCH_FORGET: u32 = 42;
