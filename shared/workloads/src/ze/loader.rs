//! The loader.

use super::{namespace, static_loader};
use anyhow::{Context as _, Result};
use level_zero_sys::{LOADER_FILE, LevelZero};
use std::sync::OnceLock;

/// The loader, opened once. With `ZE_WORKLOAD_LOADER` in the environment, as by a loader that is linked
/// statically, or in a namespace of its own.
///
/// # Errors
/// No loader on this machine.
pub fn api() -> Result<&'static LevelZero> {
    static API: OnceLock<LevelZero> = OnceLock::new();
    if let Some(api) = API.get() {
        return Ok(api);
    }
    let how = std::env::var("ZE_WORKLOAD_LOADER").unwrap_or_default();
    if how == "own-namespace" {
        let opened = namespace::open()?;
        return Ok(API.get_or_init(|| opened));
    }
    let opened = match &*how {
        "" => LevelZero::open(LOADER_FILE),
        "static" => static_loader::open(static_loader::Calls::ThroughTables),
        "static-cached" => static_loader::open(static_loader::Calls::Cached),
        "static-2025" => static_loader::open(static_loader::Calls::CachedInitialised),
        _ => anyhow::bail!("ZE_WORKLOAD_LOADER={how}: static, static-cached, static-2025 or own-namespace"),
    };
    let opened = opened
        .with_context(|| format!("no Level Zero loader ({LOADER_FILE}): install Debian's package libze1"))?;
    Ok(API.get_or_init(|| opened))
}
