//! Where a report goes.

mod file;

use anyhow::Context;
use std::io::Write;
use std::path::PathBuf;

/// A file, or `-` for stdout.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Destination {
    Stdout,
    File(PathBuf),
}

impl Destination {
    #[must_use]
    pub fn from_argument(argument: &std::ffi::OsStr) -> Self {
        if argument == "-" { Self::Stdout } else { Self::File(argument.into()) }
    }

    /// Writes all at once. A stdout that nobody reads any more is no error.
    ///
    /// # Errors
    /// When it cannot be written; it names the file.
    pub fn write(&self, bytes: &[u8]) -> anyhow::Result<()> {
        match self {
            Self::Stdout => quiet_when_closed(std::io::stdout().lock().write_all(bytes)).context("stdout"),
            Self::File(path) => {
                quiet_when_closed(file::replace(path, bytes)).with_context(|| path.display().to_string())
            }
        }
    }
}

/// `zetop ... | head` ends quietly.
///
/// # Errors
/// All others.
pub fn quiet_when_closed(result: std::io::Result<()>) -> std::io::Result<()> {
    match result {
        Err(error) if error.kind() == std::io::ErrorKind::BrokenPipe => Ok(()),
        other => other,
    }
}
