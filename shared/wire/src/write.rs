//! What zetop writes into a process file, whatever way it takes there.

use std::io;

/// A file of a program's that zetop writes to.
pub trait WriteAt {
    /// Writes `bytes` at each offset in `at`.
    ///
    /// # Errors
    /// When the file is too short there, or can't be written.
    fn write_each(&self, bytes: &[u8], at: &[u64]) -> io::Result<()>;

    /// Writes `bytes` at one place.
    ///
    /// # Errors
    /// When the file is too short there, or can't be written.
    fn write_at(&self, bytes: &[u8], at: u64) -> io::Result<()> {
        self.write_each(bytes, &[at])
    }
}

/// For tests: the owner of a file can hold up who writes to it in this way.
#[cfg(test)]
impl WriteAt for std::fs::File {
    fn write_each(&self, bytes: &[u8], at: &[u64]) -> io::Result<()> {
        at.iter().try_for_each(|at| std::os::unix::fs::FileExt::write_all_at(self, bytes, *at))
    }
}
