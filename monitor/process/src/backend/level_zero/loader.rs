//! The loader, and the one layer that it opens.

use super::super::interface::is_in_folder_of_ours;
use crate::libraries;
use std::ffi::OsStr;
use std::path::PathBuf;
use zetop_wire::session::LAYER_FILE;

/// Makes the loader open its layer.
pub(super) const ENABLE_LAYER: &str = "ZE_ENABLE_VALIDATION_LAYER";
/// Drivers that the loader uses instead of the installed ones.
pub(super) const ALTERNATIVE_DRIVERS: &str = "ZE_ENABLE_ALT_DRIVERS";

/// File name of the loader.
pub(super) const LOADER: &str = "libze_loader.so.1";

/// Where a program with this `LD_LIBRARY_PATH` would find the loader.
pub(super) fn find(library_path: Option<&OsStr>) -> Option<PathBuf> {
    libraries::find(LOADER, library_path)
}

/// The real validation layer that `dlopen` would have found: first beside the loader.
pub(super) fn validation_layer(library_path: Option<&OsStr>) -> Option<PathBuf> {
    // In the folder of a zetop that this one runs under, there is a probe of that name.
    let others = library_path.and_then(|path| {
        let folders = std::env::split_paths(path).filter(|dir| !is_in_folder_of_ours(&dir.join(LAYER_FILE)));
        std::env::join_paths(folders).ok()
    });
    let beside_loader = find(others.as_deref()).map(|loader| loader.with_file_name(LAYER_FILE));
    beside_loader.filter(|path| path.is_file()).or_else(|| libraries::find(LAYER_FILE, others.as_deref()))
}
