//! Input as a file.

use std::path::Path;

/// A file for functions that take a path; it is gone with what is returned.
pub(crate) fn file_with(bytes: &[u8]) -> tempfile::NamedTempFile {
    let file =
        tempfile::NamedTempFile::new_in(if Path::new("/dev/shm").is_dir() { "/dev/shm" } else { "/tmp" });
    let file = file.unwrap();
    std::fs::write(file.path(), bytes).unwrap();
    file
}
