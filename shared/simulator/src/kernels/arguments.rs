//! What a launch gives to a kernel: arguments and work items.

/// Groups and work items of a launch.
#[derive(Debug, Clone, Copy)]
pub struct Extent {
    pub groups: usize,
    /// Work items of all groups together.
    pub items: usize,
}

/// Arguments of a launch, one after the other; each takes at least eight bytes.
#[derive(Debug)]
pub struct Arguments<'a> {
    bytes: &'a [u8],
    offsets: &'a [usize],
}

impl<'a> Arguments<'a> {
    pub fn new(bytes: &'a [u8], offsets: &'a [usize]) -> Self {
        Self { bytes, offsets }
    }

    fn word(&self, index: usize) -> [u8; 4] {
        let at = self.offsets[index];
        self.bytes.get(at..at + 4).and_then(|bytes| bytes.try_into().ok()).unwrap_or_default()
    }

    pub(super) fn size(&self, index: usize) -> usize {
        u32::from_le_bytes(self.word(index)) as usize
    }

    pub(super) fn float(&self, index: usize) -> f32 {
        f32::from_le_bytes(self.word(index))
    }

    pub(super) fn buffer(&self, index: usize) -> *mut f32 {
        let at = self.offsets[index];
        let bytes = self.bytes.get(at..at + 8).and_then(|bytes| bytes.try_into().ok()).unwrap_or_default();
        std::ptr::with_exposed_provenance_mut(usize::from_le_bytes(bytes))
    }
}
