//! Everything that zetop writes to places that the user names: `--json`, `--csv`, `doctor --json`, saved frames.
//!
//! - `place`: what is at the name; links that others planted are not followed;
//! - [`file`]: regular files, replaced as a whole, never with a set-user-id bit;
//! - `queue`: pipes, terminals and streams of lines, written by a thread of their own, so that a reader
//!   that does not read holds nothing up;
//! - [`stderr`]: the same for what zetop says there.

mod destination;
mod file;
mod place;
mod queue;
mod stamp;
pub mod stderr;

pub use destination::Destination;
pub use destination::quiet_when_closed;
pub use file::write_new;
pub use queue::{Queue, Sent};
pub use stamp::Stamp;

use rustix::fs::{Access, AtFlags};
use std::io;

impl Destination {
    /// Whether it looks as if it could be written.
    ///
    /// # Errors
    /// Why it can't be.
    pub fn check(&self) -> io::Result<()> {
        if let Self::File(path) = self
            && let place::FoundAt::File { folder, .. } = place::find(path)?
        {
            // A file is made in the folder, and then takes the name.
            rustix::fs::accessat(&folder.fd, ".", Access::WRITE_OK | Access::EXEC_OK, AtFlags::EACCESS)?;
        }
        Ok(())
    }

    /// Writes everything at once. A regular file is replaced as a whole. For anything else it waits as long
    /// as somebody reads, or until `give_up` says so; a reader that has gone is not an error.
    ///
    /// # Errors
    /// When it cannot be written, or its name leads through another user's link.
    pub fn write(&self, bytes: Vec<u8>, give_up: impl FnMut() -> bool) -> io::Result<()> {
        if let Self::File(path) = self
            && let place::FoundAt::File { folder, name, mode } = place::find(path)?
        {
            return file::replace(folder, &name, mode, &bytes);
        }
        Queue::open(self)?.finish(bytes, give_up)
    }
}
