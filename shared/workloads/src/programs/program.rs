//! What a workload is.

use crate::arguments::{Arguments, Keys};
use anyhow::Result;

pub struct Program {
    pub name: &'static str,
    pub about: &'static str,
    /// With defaults that make a short run.
    pub keys: Keys,
    pub run: fn(&Arguments) -> Result<()>,
}
