//! The probe's heap.

/// The sizes of its blocks: shuttle's atomics are larger than a block of the heap.
pub mod class {
    pub const UNIT: usize = 256;

    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub struct Class(pub usize);

    impl Class {
        pub const fn size(self) -> usize {
            (self.0 + 1) * UNIT
        }
    }
}

#[path = "../../../probe/core/src/heap/lists.rs"]
pub mod lists;
