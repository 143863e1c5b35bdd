//! The program behind `zetop demo`.
use anyhow::Result;

/// # Errors
/// No loader, or a wrong result.
pub fn run(_seconds: Option<f64>) -> Result<()> {
    Ok(())
}
