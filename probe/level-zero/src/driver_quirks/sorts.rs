//! Of what the objects are alike.

use level_zero_sys::ze_command_list_flags_t;

/// Counter-based events for which the same bytes tell whether they have timestamps.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct EventSort {
    pub context: usize,
    /// Device handle.
    pub device: usize,
}

/// Lists for which the same words tell whether they are empty.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct ListSort {
    pub context: usize,
    /// Device handle.
    pub device: usize,
    pub ordinal: u32,
    pub flags: ze_command_list_flags_t,
    /// Commands can still be appended.
    pub open: bool,
}

/// Events of pools that keep in the same way what the device writes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct PoolSort {
    /// Device handle.
    pub device: usize,
    /// The device is Intel's.
    pub is_intels: bool,
    pub timestamps: bool,
}
