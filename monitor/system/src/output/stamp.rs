//! Whether a file is still the one that was there before.

use super::destination::Destination;
use std::os::unix::fs::MetadataExt;

/// Tells a file from those that take its name later, and from itself with other contents.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Stamp {
    inode: u64,
    written: (i64, i64),
}

impl Destination {
    /// Stamp of the regular file that is there now.
    #[must_use]
    pub fn stamp(&self) -> Option<Stamp> {
        let Self::File(path) = self else { return None };
        let found = std::fs::metadata(path).ok().filter(std::fs::Metadata::is_file)?;
        Some(Stamp { inode: found.ino(), written: (found.mtime(), found.mtime_nsec()) })
    }

    /// There is a file now that was not there `before`, or was another one.
    #[must_use]
    pub fn has_changed_since(&self, before: Option<Stamp>) -> bool {
        let now = self.stamp();
        now.is_some() && now != before
    }
}
