//! The table of names.

use std::sync::atomic::AtomicU32;

/// Longest name that is read, bytes.
pub const LONGEST_STRING: usize = 4096;
/// The name of what there is no name for.
pub const OTHER: &str = "(other)";

#[repr(C)]
pub struct StringEntry {
    pub offset: AtomicU32,
    pub len: AtomicU32,
}
