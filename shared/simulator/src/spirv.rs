//! SPIR-V, as far as it is needed by a driver that does not execute it: the kernels of a module and their
//! parameters.

mod read;
mod specialize;

pub use read::{Kernel, kernels};
pub use specialize::{Constant, constant_sizes, specialized};

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

const MAGIC: u32 = 0x0723_0203;
const EXECUTION_MODEL_KERNEL: u32 = 6;
const EXECUTION_MODE_LOCAL_SIZE: u32 = 17;
const STORAGE_CLASS_WORKGROUP: u32 = 4;
const STORAGE_CLASS_CROSS_WORKGROUP: u32 = 5;

mod op {
    pub const ENTRY_POINT: u32 = 15;
    pub const EXECUTION_MODE: u32 = 16;
    pub const TYPE_INT: u32 = 21;
    pub const TYPE_FLOAT: u32 = 22;
    pub const TYPE_VECTOR: u32 = 23;
    pub const TYPE_ARRAY: u32 = 28;
    pub const TYPE_STRUCT: u32 = 30;
    pub const TYPE_POINTER: u32 = 32;
    pub const CONSTANT: u32 = 43;
    pub const SPEC_CONSTANT_TRUE: u32 = 48;
    pub const SPEC_CONSTANT_FALSE: u32 = 49;
    pub const SPEC_CONSTANT: u32 = 50;
    pub const FUNCTION: u32 = 54;
    pub const FUNCTION_PARAMETER: u32 = 55;
    pub const FUNCTION_END: u32 = 56;
    pub const DECORATE: u32 = 71;
    pub const LABEL: u32 = 248;
    pub const RETURN: u32 = 253;
}
