//! What a probe that was attached to a running program asks for.

use std::fs::File;
use std::sync::Arc;

/// An attached probe, as its process file was last read. The words of the program's memory that it has named
/// ([`super::watched`]) are looked at from outside; when one has changed, its entry is called there.
#[derive(Debug, Clone)]
pub struct Attended {
    /// The process id in the reader's own namespace, whatever it is in the program's.
    pub pid: u32,
    /// The address of `zetop_attend`.
    pub entry: u64,
    /// The process file, which names the words.
    pub file: Arc<File>,
    /// The process file's name.
    pub name: Arc<str>,
}
