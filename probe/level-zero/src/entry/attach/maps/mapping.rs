//! A stretch of this process's memory.

#[derive(Debug, Clone)]
pub struct Mapping {
    pub start: usize,
    pub end: usize,
    pub readable: bool,
    pub writable: bool,
    pub executable: bool,
    /// File behind it; empty for anonymous memory, `[heap]` and the like for the kernel's names.
    pub path: String,
}

impl Mapping {
    /// Its size in words, for reading, up to a limit.
    #[must_use]
    pub fn words(&self) -> usize {
        const MAX_BYTES: usize = 48 << 20;
        (self.end - self.start).min(MAX_BYTES) / size_of::<usize>()
    }

    #[must_use]
    pub fn is_file(&self) -> bool {
        self.path.starts_with('/')
    }
}
