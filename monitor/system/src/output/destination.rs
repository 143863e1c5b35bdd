//! Where the user wants something written.

use std::io;
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

    /// For messages.
    #[must_use]
    pub fn name(&self) -> String {
        match self {
            Self::Stdout => "stdout".to_owned(),
            Self::File(path) => path.display().to_string(),
        }
    }
}

/// `zetop ... | head` ends quietly.
pub fn quiet_when_closed(result: io::Result<()>) -> io::Result<()> {
    match result {
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
        other => other,
    }
}
