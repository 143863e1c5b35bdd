//! The device that is measured, behind whichever API there is.
//!
//! - [`interface`]: what the benchmarks ask of it; [`memory`]: memory of all kinds;
//! - [`level_zero`], [`cuda`]: an API each.

mod cuda;
pub(super) mod interface;
mod level_zero;
pub(super) mod memory;

use crate::api::Api;
use crate::messages::DeviceChoice;
use anyhow::{Context as _, Result};
use interface::Gpu;

/// The device that is wanted: by default through Level Zero where that has one, and else through CUDA.
pub(super) fn open(chosen: &DeviceChoice) -> Result<Box<dyn Gpu>> {
    match chosen.api {
        Some(Api::LevelZero) => Ok(Box::new(level_zero::open()?.device(chosen.number)?)),
        Some(Api::Cuda) => Ok(Box::new(cuda::open()?.device(chosen.number)?)),
        None => match (level_zero::open(), cuda::open) {
            (Ok(driver), _) => Ok(Box::new(driver.device(chosen.number)?)),
            (Err(missing), cuda) => {
                let driver = cuda().with_context(|| format!("no GPU: {missing:#}"))?;
                Ok(Box::new(driver.device(chosen.number)?))
            }
        },
    }
}
