//! Numbers of the SPIR-V specification.

/// First word of a module.
pub const MAGIC: u32 = 0x0723_0203;
pub(super) const EXECUTION_MODEL_KERNEL: u32 = 6;
pub(super) const EXECUTION_MODE_LOCAL_SIZE: u32 = 17;
pub(super) const STORAGE_CLASS_WORKGROUP: u32 = 4;
pub(super) const STORAGE_CLASS_CROSS_WORKGROUP: u32 = 5;

/// Instructions.
pub(super) mod op {
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
