//! Which function a call instruction calls, as far as the instruction says it.

/// What the instruction before a return address calls.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Called {
    /// That function, by way of the linkage table too.
    Function(u64),
    /// What was in a register or in memory; nobody knows any more what that was.
    Unknown,
}
