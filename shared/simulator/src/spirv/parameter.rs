//! Parameters of kernels.

/// A kernel's parameter.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Parameter {
    /// A pointer to global memory.
    Buffer,
    /// A pointer to local memory: the argument is a size without a value.
    Local,
    U32,
    U64,
    F32,
    /// A value of this many bytes.
    Bytes(u32),
    /// A value whose size this reader does not work out (a structure passed by value, an image).
    Opaque,
}

impl Parameter {
    /// Bytes of the argument, where only one size is right.
    pub fn size(self) -> Option<usize> {
        match self {
            Self::Buffer | Self::U64 => Some(8),
            Self::U32 | Self::F32 => Some(4),
            Self::Bytes(size) => Some(size as usize),
            Self::Local | Self::Opaque => None,
        }
    }
}
