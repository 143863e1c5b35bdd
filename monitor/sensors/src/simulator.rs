//! Where the simulated GPU is.

use std::path::PathBuf;

/// The simulated GPU that zetop has brought with it.
#[derive(Debug, Clone)]
pub struct Simulator {
    pub driver: PathBuf,
    /// The file by which its processes share it.
    pub shared: PathBuf,
}
