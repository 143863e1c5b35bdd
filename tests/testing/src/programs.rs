//! Programs that a test makes and executes.

use std::path::Path;
use std::process::Command;

/// Copies a program to execute the copy.
///
/// Not by this process: what another thread starts at that moment has the copy open for writing until it executes its own
/// program, and until then the system executes no copy ("Text file busy").
///
/// # Panics
///
/// If it can't be copied.
pub fn copy_program(from: impl AsRef<Path>, to: impl AsRef<Path>) {
    let copied = Command::new("cp").arg("--").args([from.as_ref(), to.as_ref()]).status();
    assert!(copied.as_ref().is_ok_and(std::process::ExitStatus::success), "cp: {copied:?}");
}
