//! The probe's heap.

/// The sizes of its blocks: shuttle's atomics are larger than a block of the heap.
pub mod class {
    pub const UNIT: usize = 256;
    pub const PAGE: usize = 4 * UNIT;
    pub const REGIONS: [usize; 2] = [3 * PAGE, 2 * PAGE];
    pub const LARGE: usize = PAGE;

    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub struct Class(pub usize);

    impl Class {
        pub const fn size(self) -> usize {
            (self.0 + 1) * UNIT
        }
    }

    pub fn align_of_blocks(size: usize) -> usize {
        (1 << size.trailing_zeros()).min(PAGE)
    }
}

#[path = "../../../probe/core/src/heap/lists.rs"]
pub mod lists;

/// Memory that the model has room for, and looks at.
pub mod mappings {
    use crate::heap::class::REGIONS;
    use crate::sync::Mutex;

    #[repr(align(4096))]
    struct Memory([u8; REGIONS[0]]);

    #[derive(Default)]
    pub struct Mappings {
        /// Start and size of what is mapped.
        pub mapped: Mutex<Vec<(usize, usize)>>,
        /// Start of what was. It is not used again, so that who uses it all the same is found.
        gone: Mutex<Vec<usize>>,
    }

    impl Mappings {
        pub fn map(&self, size: usize) -> Option<*mut u8> {
            assert!(size <= REGIONS[0]);
            let memory = Box::into_raw(Box::new(Memory([0; REGIONS[0]]))) as usize;
            self.mapped.lock().ok()?.push((memory, size));
            Some(memory as *mut u8)
        }

        /// # Safety
        /// None is needed: the memory stays.
        pub unsafe fn unmap(&self, memory: *mut u8, size: usize) {
            let mut mapped = self.mapped.lock().expect("no thread panics");
            let at = mapped.iter().position(|known| *known == (memory as usize, size));
            mapped.remove(at.expect("it is mapped"));
            drop(mapped);
            self.gone.lock().expect("no thread panics").push(memory as usize);
        }
    }

    impl Drop for Mappings {
        fn drop(&mut self) {
            let mapped = self.mapped.get_mut().expect("no thread panics").drain(..).map(|(memory, _)| memory);
            for memory in mapped.chain(self.gone.get_mut().expect("no thread panics").drain(..)) {
                // SAFETY: from `into_raw` above, and in one of the two lists.
                drop(unsafe { Box::from_raw(memory as *mut Memory) });
            }
        }
    }
}

#[path = "../../../probe/core/src/heap/regions.rs"]
pub mod regions;

/// Here, nothing is given back.
pub struct Heap;

pub static HEAP: Heap = Heap;

impl Heap {
    pub fn provide(&self) {}

    pub fn give_back(&self) {}
}
