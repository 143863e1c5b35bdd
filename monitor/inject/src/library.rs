//! What has been loaded.

use std::path::PathBuf;

/// A library in the target.
#[derive(Clone, Debug)]
pub struct Library {
    pub path: PathBuf,
    pub(super) handle: u64,
}
